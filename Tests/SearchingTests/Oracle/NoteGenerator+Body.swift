import Foundation
import TestSupport

extension NoteGenerator {
    mutating func writeText(_ note: inout OracleNote) {
        if random.once(in: 15) {
            note.blocks = random.once(in: 2) ? [] : ["…"]
            return
        }
        for _ in 0..<(1 + random.below(5)) {
            switch random.below(8) {
            case 0, 1: writeHeading(&note)
            case 2: writeTasks(&note)
            case 3: note.blocks.append("```\n#nokeyword [[No link]] \(phrase(1...2))\n# no heading\n```")
            case 4:
                note.blocks.append(
                    random.pick([
                        "<!-- #hidden [[Nowhere at all]] \(phrase(1...2)) -->",
                        "See https://example.com/slip#box there.",
                        "`#code [[x y]]` \(phrase(1...1))", "x#nohashtag #1no # none",
                    ]))
            case 5:
                let hashtags = random.some(Vocabulary.hashtags, 1...2)
                for hashtag in hashtags { note.addKeyword(hashtag) }
                let end = random.pick(["", ".", "-", "/", ", x", " x"])
                note.blocks.append("slip " + hashtags.map { "#\($0)" }.joined(separator: " ") + end)
            default:
                let end = random.pick(["", ".", "!", " …", "?"])
                let lines = (0..<(1 + random.below(2))).map { _ in phrase(1...6) }
                note.blocks.append(lines.joined(separator: "\n") + end)
            }
        }
        if random.once(in: 30) {
            note.hasConflict = true
            note.blocks += ["<<<<<<< HEAD\nmine", "=======", "theirs", ">>>>>>> branch"]
        }
    }

    private mutating func writeHeading(_ note: inout OracleNote) {
        let text = phrase(1...3)
        let level = 1 + random.below(3)
        note.headings.append(text)
        if level == 1 && note.blocks.allSatisfy({ $0.hasPrefix("<!--") }) { note.firstHeading = text }
        if level < 3 && random.once(in: 3) {
            note.blocks.append(text + "\n" + (level == 1 ? "====" : "----"))
        } else {
            note.blocks.append(String(repeating: "#", count: level) + " " + text)
        }
    }

    private mutating func writeTasks(_ note: inout OracleNote) {
        var lines: [String] = []
        for _ in 0..<(1 + random.below(3)) {
            let isDone = random.once(in: 2)
            if isDone { note.doneTasks += 1 } else { note.openTasks += 1 }
            lines.append("- [\(isDone ? random.pick(["x", "X"]) : " ")] \(phrase(1...2))")
        }
        note.blocks.append(lines.joined(separator: "\n"))
    }

    // MARK: References

    /// Returns a path, name, id, title or alias of a note as the target of a reference.
    private mutating func target(_ note: OracleNote) -> String {
        let stemPath = note.folder.isEmpty ? note.stem : "\(note.folder)/\(note.stem)"
        var targets = [note.path, stemPath, note.name, note.stem, note.stem, note.title] + note.aliases
        if let id = note.id { targets.append(id) }
        let target = random.pick(targets)
        return random.once(in: 6) ? random.pick([target.uppercased(), target.lowercased()]) : target
    }

    private static func isWritable(_ target: String) -> Bool {
        target.unicodeScalars.allSatisfy { OracleText.isWord($0) || " -_./’,()".unicodeScalars.contains($0) }
    }

    mutating func writeReferences(_ note: inout OracleNote, _ notes: [OracleNote]) {
        guard !note.blocks.isEmpty else { return }
        var listed: [String] = []
        for _ in 0..<random.below(4) {
            let target =
                random.once(in: 5) ? random.pick(["Nowhere", "Missing/Note", "no such"]) : target(random.pick(notes))
            guard Self.isWritable(target), !target.hasPrefix(" ") else { continue }
            var reference = OracleNote.Reference(target: target)
            switch random.below(5) {
            case 0 where note.hasFrontMatter && !note.keys.contains("links"):
                listed.append(random.once(in: 2) ? "\"[[\(target)]]\"" : Self.quoted(target))
            case 1: note.blocks.append("\(phrase(1...2)) [\(phrase(1...1))](\(Self.encoded(target)))")
            case 2:
                guard !target.contains("(") else { continue }
                note.blocks.append("see [[\(target)|\(phrase(1...1))]] \(phrase(1...2)) x")
            case 3: note.blocks.append("see [[\(target)#part]] x")
            default: note.blocks.append("see [[\(target)]]")
            }
            reference.isAttachment = false
            note.references.append(reference)
        }
        if !listed.isEmpty {
            note.keys.insert("links")
            note.frontMatter += ["\(random.pick(["links", "related"])):"] + listed.map { "  - \($0)" }
        }
        for _ in 0..<random.below(3) {
            let isMissing = random.once(in: 3)
            var target = random.pick(isMissing ? Vocabulary.missingFiles : Vocabulary.files)
            if random.once(in: 3) { target = (target as NSString).lastPathComponent }
            switch random.below(4) {
            case 0 where note.hasFrontMatter && !note.keys.contains("attachments"):
                note.keys.insert("attachments")
                note.frontMatter += ["\(random.pick(["attachments", "attachment"])):", "  - \(Self.quoted(target))"]
            case 1: note.blocks.append("![[\(target)]]")
            case 2: note.blocks.append("![\(phrase(1...1))](\(Self.encoded(target)))")
            default:
                if target.hasSuffix(".csv") { continue }
                note.blocks.append("[\(phrase(1...1))](<\(target)>)")
            }
            note.references.append(.init(target: target, isAttachment: true))
        }
    }

    private static func encoded(_ target: String) -> String {
        target.addingPercentEncoding(
            withAllowedCharacters: CharacterSet.alphanumerics.union(.init(charactersIn: "-_./")))
            ?? target
    }
}
