import Foundation
import SourceText
import TestSupport
import Testing

/// Random moves, after which every link must have the same target.
@Suite struct MoveTests {
    private static let stems = [
        "note", "Note two", "żółw", "box (old)", "100% sure", "a_b", "c++", "Über", "index", "x.y", "it's", "日記",
    ]
    private static let folders = ["", "A/", "A/Deep er/", "B/", "Ż/"]

    /// Returns a vault of notes with links to one another in every form.
    private static func vault(_ random: inout FixedGenerator) throws -> Console {
        var paths: Set<String> = []
        while paths.count < 14 {
            paths.insert(
                "\(folders.randomElement(using: &random) ?? "")\(stems.randomElement(using: &random) ?? "").md")
        }
        let images = ["A/p 1.png", "img/q.png", "root.png"]
        let notes = paths.sorted()
        var files: [String: String] = [:]
        for image in images { files[image] = "png" }
        for (number, path) in notes.enumerated() {
            var lines: [String] = []
            var entries: [String] = []
            for _ in 0..<Int.random(in: 2...6, using: &random) {
                let isImage = Int.random(in: 0..<4, using: &random) == 0
                let target = (isImage ? images : notes).randomElement(using: &random) ?? path
                let whole = VaultPath(target)
                let relative = whole.relative(to: VaultPath(path).folder).text
                let bare = whole.stem.text
                let coded = relative.addingPercentEncoding(
                    withAllowedCharacters: .urlPathAllowed.subtracting(.init(charactersIn: "()&*")))
                switch Int.random(in: 0..<9, using: &random) {
                case 0: lines.append("[[\(isImage ? whole.name.text : bare)]]")
                case 1: lines.append("![[\(whole.name.text)|label]]")
                case 2: lines.append("see [[\(isImage ? target : whole.withoutExtension.text)#Part|there]]")
                case 3: lines.append("[t](\(coded ?? relative) \"title\")")
                case 4: lines.append("[u](<\(relative.replacingOccurrences(of: "%", with: "%25"))>)")
                case 5:
                    lines.append(
                        "![i](/\((target).addingPercentEncoding(withAllowedCharacters: .urlPathAllowed.subtracting(.init(charactersIn: "()&*"))) ?? target)#x)"
                    )
                case 6: lines += ["", "[r\(number)]: \(coded ?? relative)", ""]
                case 7: entries.append(isImage ? relative : "[[\(bare)]]")
                default: lines.append("[[Title of \(Int.random(in: 0..<14, using: &random))]] `[[code]]`")
                }
            }
            let fields = entries.map { "  - \"\($0)\"" }.joined(separator: "\n")
            let list = entries.isEmpty ? "" : "links:\n\(fields)\n"
            let title = number % 3 == 0 ? "title: Title of \(number)\n" : ""
            files[path] = "---\nx: 1 # keep\n\(title)\(list)---\n## Part\n\(lines.joined(separator: "\n"))\n"
        }
        return try Console(files)
    }

    /// Returns the targets of each note's references, in order.
    private static func targets(_ terminal: Console) throws -> [String: [String]] {
        let notes = try terminal.slip("search", "--scope", "all", "--format", "json", "sort:path").objects()
        var result: [String: [String]] = [:]
        for note in notes {
            let links = note["links"] as? [[String: Any]] ?? []
            let attachments = note["attachments"] as? [[String: Any]] ?? []
            result[note["path"] as? String ?? ""] =
                links.map { $0["path"] as? String ?? "broken \($0["target"] ?? "")" }
                + attachments.map { ($0["exists"] as? Bool ?? false) ? $0["path"] as? String ?? "" : "missing" }
        }
        return result
    }

    @Test(arguments: 0..<(LongTests.areWanted ? 120 : 8))
    func `links keep their targets after any move`(seed: Int) throws {
        var random = FixedGenerator(UInt64(seed) &* 7919 &+ 3)
        let terminal = try Self.vault(&random)
        for round in 0..<6 {
            let before = try Self.targets(terminal)
            let files = try FileManager.default.subpathsOfDirectory(atPath: terminal.directory.path)
                .filter { !$0.hasPrefix(".") }.sorted()
            guard let source = files.randomElement(using: &random) else { continue }
            let folder = Self.folders.randomElement(using: &random) ?? ""
            let dest =
                Bool.random(using: &random)
                ? "\(folder)moved \(round) \(Self.stems.randomElement(using: &random) ?? "x")"
                : folder.isEmpty ? "new \(round)/" : folder
            if dest.hasSuffix("/"), VaultPath(source).folder.text + "/" == dest { continue }
            let result = terminal.slip("mv", "--", source, dest)
            if result.status != 0 {
                // The destination exists, or a folder would move into itself: nothing is changed.
                #expect(try Self.targets(terminal) == before, "\(source) → \(dest): \(result.errors)")
                continue
            }
            let moved = try Self.destination(of: source, dest, before: files, terminal)
            let after = try Self.targets(terminal)
            for (note, targets) in before {
                let expected = targets.map { Self.renamed($0, source, moved) }
                let found = after[Self.renamed(note, source, moved)] ?? ["gone"]
                for (old, new) in zip(expected, found) where !old.hasPrefix("broken") && old != "missing" {
                    #expect(new == old, "seed \(seed): mv '\(source)' '\(dest)': in \(note)")
                }
                #expect(found.count == expected.count)
            }
            #expect(terminal.slip("undo").status == 0)
            #expect(try Self.targets(terminal) == before)
            terminal.slip("mv", "--", source, dest)
        }
    }

    private static func destination(
        of source: String, _ dest: String, before: [String], _ terminal: Console
    ) throws -> String {
        let after = try FileManager.default.subpathsOfDirectory(atPath: terminal.directory.path)
            .filter { !$0.hasPrefix(".") }
        let name = VaultPath(source).name.text
        let inside = dest.hasSuffix("/") ? dest + name : "\(dest)/\(name)"
        if after.contains(inside), !before.contains(inside) { return inside }
        return after.contains(dest) ? dest : "\(dest).\(VaultPath(source).pathExtension)"
    }

    private static func renamed(_ path: String, _ from: String, _ to: String) -> String {
        path == from ? to : path.hasPrefix(from + "/") ? to + path.dropFirst(from.count) : path
    }

    @Test func `an unfinished record of another machine does not affect changes`() throws {
        let terminal = try Console(["a.md": "see [[b]]\n", "b.md": "b\n"])
        _ = terminal.slip("search")
        try terminal.write(".slipbox/tmp/do-3/record", "slip-change 1 foreign stamp\n")
        try terminal.write("c.md", "new [[b]]\n")
        let result = terminal.slip("mv", "b.md", "d.md")
        #expect(result.status == 0 && !result.errors.contains("being changed"), "\(result)")
        #expect(try terminal.read("c.md") == "new [[d]]\n")
    }
}
