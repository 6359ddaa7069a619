import SearchIndex
import Searching
import SourceText
import TestSupport
import Testing

/// After every command, each reference leads where it led, or the command has named it.
@Suite struct LinkPropertyTests {
    /// What a link leads to: a file, and the number of the heading in it.
    private struct Lead: Equatable {
        var path: VaultPath
        var heading: Int?
    }

    private struct FoundLink {
        var text: String
        var line: Int
        var lead: Lead?
    }

    /// A command, and its effect on paths.
    private struct Step {
        var words: [String]
        var moves: [(from: VaultPath, to: VaultPath)] = []
        var removed: Set<VaultPath> = []
        var unlinks = false

        func moved(_ path: VaultPath) -> VaultPath { moves.reduce(path) { $0.moved(from: $1.from, to: $1.to) } }
    }

    private static let names = ["One", "Two words", "it's", "Été", "x (2)", "C and D"]
    private static let folders = ["", "A", "B/C"]

    // MARK: Vaults

    private static func vault(_ random: inout FixedGenerator) throws -> TemporaryVault {
        func pick(_ items: [String]) -> String { items.randomElement(using: &random) ?? "" }
        func dice(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &random) }
        let vault = try TemporaryVault()
        let paths = names.map { VaultPath(pick(folders)).appending("\($0).md") }
        let pictures = ["p.png", "q r.png"].map { VaultPath(pick(folders)).appending($0) }
        for path in pictures {
            try vault.makeFolders(path.folder)
            try vault.write(path, Array("png".utf8))
        }
        // Texts of headings that are known before they are written.
        let titles = paths.map { "Title of \($0.stem.text)" }
        func wiki() -> String {
            let number = dice(paths.count)
            switch dice(6) {
            case 0: return "[[\(paths[number].stem.text)]]"
            case 1: return "[[\(titles[number])]]"
            case 2: return "[[\(paths[number].withoutExtension.text)|label]]"
            case 3: return "[[Alias \(number)]]"
            case 4: return "[[id\(number)]]"
            default: return "![[\(pictures[dice(2)].name.text)]]"
            }
        }
        var headings: [[String]] = []
        for _ in paths {
            headings.append(
                (0..<3).map { "Part \($0) \(dice(3) == 0 ? "#old" : wiki())\(dice(3) == 0 ? " #old/x" : "")" })
        }
        for (number, path) in paths.enumerated() {
            var lines = ["---", "id: id\(number)", "aliases: [Alias \(number), Other \(number)]", "up: \"\(wiki())\""]
            lines += [
                "more: see \(wiki()) and", "  \(wiki())", "links: [\"[[\(paths[dice(paths.count)].stem.text)]]\"]",
                "cover: \(pictures[dice(2)].relative(to: path.folder).text)",
                "see: [\"\(paths[dice(paths.count)].relative(to: path.folder).text)\", v1.x]",
            ]
            let hasKey = dice(2) == 0
            lines += hasKey ? ["title: \(titles[number])", "---"] : ["---", "# \(titles[number])", ""]
            lines += headings[number].flatMap { ["## \($0)", "", "text \(wiki()) #old", ""] }
            try vault.makeFolders(path.folder)
            try vault.write(path, Array((lines.joined(separator: "\n") + "\n").utf8))
        }
        try addParts(to: paths, pictures, of: vault, &random)
        let nodes =
            #"{"nodes": [{"type": "file", "file": "\#(pictures[0].text)"}, "#
            + #"{"type": "text", "text": "![[\#(pictures[1].name.text)]]"}]}"#
        try vault.write("board.canvas", nodes)
        return vault
    }

    /// Appends links to headings, by their text and by their anchor.
    private static func addParts(
        to paths: [VaultPath], _ pictures: [VaultPath], of vault: TemporaryVault, _ random: inout FixedGenerator
    ) throws {
        let notes = paths.map { OpenNote(path: $0, bytes: Array(vault.text($0.text).utf8), in: nil) }
        for note in notes {
            var text = vault.text(note.path.text)
            for _ in 0..<8 {
                guard let other = notes.randomElement(using: &random),
                    let number = other.headings.indices.randomElement(using: &random)
                else { continue }
                let relative = other.path.relative(to: note.path.folder).text
                let path = "<\(relative)"
                let picture = pictures[number % 2].relative(to: note.path.folder).text
                let fragment = OpenNote.fragment(of: other.headings[number].text)
                switch Int.random(in: 0..<10, using: &random) {
                case 6: text += "\nsee <img src=\"\(picture)\" width=\"9\">\n"
                case 7: text += "\n<div>\n<a class=x href=\"\(relative)#\(other.slugs[number])\">a</a>\n</div>\n"
                case 8: text += "\n## Look at <a href=\"\(relative)\">a</a> <img src=\"\(picture)\">\n"
                case 9: text += "\n[a <img src=\"\(picture)\"> [[\(other.path.stem.text)]]](\(path)>)\n"
                case 0: text += "\n[[\(other.path.stem.text)#\(fragment)]]\n"
                case 1: text += "\n[a](\(path)#\(other.slugs[number])>)\n"
                case 2:
                    text +=
                        "\n[[#\(OpenNote.fragment(of: note.headings.last?.text ?? ""))]] [b](#\(note.slugs.last ?? ""))\n"
                case 3: text += "\n[r]\n\n[r]: \(path)#\(other.slugs[number])>\n"
                case 4: text += "\n![p](<\(pictures[0].relative(to: note.path.folder).text)>)\n"
                default: text += "\n## See [[\(other.path.stem.text)#\(fragment)]]\n"
                }
            }
            try vault.write(note.path, Array(text.utf8))
        }
    }

    // MARK: Links

    private static func links(_ vault: TemporaryVault) throws -> [VaultPath: [FoundLink]] {
        try vault.session().read { snapshot in
            var all: [VaultPath: [FoundLink]] = [:]
            for path in try snapshot.index.links.paths(of: .note) {
                let note = try #require(snapshot.document(path))
                let lines = LineTable(note.bytes)
                all[path] = try note.links.map { link in
                    FoundLink(
                        text: note.bytes.text(link.range), line: lines.line(at: link.range.lowerBound),
                        lead: try lead(of: link, in: note, snapshot))
                }
            }
            return all
        }
    }

    private static func lead(of link: OpenLink, in note: OpenNote, _ snapshot: VaultSnapshot) throws -> Lead? {
        let path = link.target.isEmpty ? note.path : try snapshot.linkTargets.target(of: link, in: note).path
        guard let path else { return nil }
        guard let fragment = link.fragment else { return Lead(path: path) }
        guard let target = snapshot.document(path), let place = target.place(of: fragment),
            let number = target.headings.firstIndex(where: { $0.range == place })
        else { return nil }
        return Lead(path: path, heading: number)
    }

    /// The attachments that the canvas shows.
    private static func shown(_ vault: TemporaryVault) throws -> Set<VaultPath> {
        let json = JSONValue(bytes: Array(vault.text("board.canvas").utf8))
        let texts = json?["nodes"]?.list.compactMap { $0["file"]?.text ?? $0["text"]?.text } ?? []
        return try vault.session().read { snapshot in
            Set(
                try texts.compactMap { text in
                    let name = text.filter { !"![]".contains($0) }
                    return try snapshot.linkTargets.target(of: name == text ? "/" + name : name, from: .root).path
                })
        }
    }

    // MARK: Commands

    private static func step(_ vault: TemporaryVault, _ round: Int, _ random: inout FixedGenerator) -> Step? {
        let files = vault.list().filter { !$0.isFolder && $0.path.pathExtension != "canvas" }.map(\.path)
        guard let file = files.randomElement(using: &random) else { return nil }
        let note = files.filter { $0.pathExtension == "md" }.randomElement(using: &random) ?? file
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1, 2:
            let stems = ["New \(round)", "…\(round)", "a'b \(round)", "\(round) (x)"]
            let stem = stems.randomElement(using: &random) ?? ""
            let to = VaultPath(folders.randomElement(using: &random) ?? "").appending("\(stem).\(file.pathExtension)")
            return Step(words: ["mv", file.text, to.text], moves: [(file, to)])
        case 3:
            guard !file.folder.isRoot else { return nil }
            let (from, to) = (file.parts[0], VaultPath("F\(round)"))
            return Step(words: ["mv", from.text, to.text], moves: [(from, to)])
        case 4: return Step(words: ["set", note.text, "title=Title \(round)"])
        case 5: return Step(words: ["set", note.text, "id=new\(round)", "aliases+=New alias"])
        case 6:
            return Step(words: ["set", note.text, ["aliases=", "id=", "title="].randomElement(using: &random) ?? ""])
        case 7:
            let new = ["neu", "two words", "x/y", "Part"].randomElement(using: &random) ?? ""
            return Step(words: ["keyword", "rename", "old", new])
        case 8: return Step(words: ["rm", "--force", note.text], removed: [note])
        default: return Step(words: ["rm", "--force", "--unlink", note.text], removed: [note], unlinks: true)
        }
    }

    @Test(arguments: 0..<(LongTests.areWanted ? 120 : 6))
    func `each reference leads where it led, or the command names it`(seed: Int) throws {
        var random = FixedGenerator(UInt64(seed) &* 7919 &+ 3)
        let vault = try Self.vault(&random)
        #expect(try Self.links(vault).values.joined().count { $0.lead?.heading != nil } > 20)
        var changes = 0
        for round in 0..<8 {
            let before = try Self.links(vault)
            let shown = try Self.shown(vault)
            guard let step = Self.step(vault, round, &random) else { continue }
            let result = try CommandLine.run(step.words, in: vault)
            let after = try Self.links(vault)
            let effect = result.status == 0 ? step : Step(words: step.words)
            if result.status == 0 { changes += 1 }
            // An attachment of a removed note is removed with it.
            let files = Set(vault.list().map(\.path))
            func isGone(_ path: VaultPath) -> Bool { !files.contains(effect.moved(path)) }
            #expect(!shown.contains(where: isGone), "seed \(seed), \(round): \(step.words)")
            for (path, old) in before where !effect.removed.contains(path) {
                let kept = effect.unlinks ? old.filter { !($0.lead.map { isGone($0.path) } ?? false) } : old
                let new = after[effect.moved(path)] ?? []
                let what = "seed \(seed), \(round): \(step.words.joined(separator: " ")): \(path.text)"
                #expect(kept.count == new.count, "\(what)")
                for (old, new) in zip(kept, new) {
                    guard let lead = old.lead else { continue }
                    let wanted = Lead(path: effect.moved(lead.path), heading: lead.heading)
                    if new.lead == wanted || result.errors.contains("\(path.text):\(old.line): ") { continue }
                    Issue.record(
                        "\(what):\(old.line): \(old.text) is now \(new.text), which leads to \(String(describing: new.lead)) instead of \(wanted)\n\(result.errors)"
                    )
                }
            }
        }
        #expect(changes > 2, "seed \(seed)")
    }
}
