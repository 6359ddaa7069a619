import Foundation
import SourceText

/// Changes a vault in random ways, as editors, `mv`, git and sync clients do. Names come from a small pool, so that
/// files meet, get in each other's way and become ambiguous.
package final class VaultChanger {
    package let vault: TemporaryVault
    private var random: FixedGenerator
    /// What was done, to reproduce a failure.
    package private(set) var log: [String] = []

    package init(_ vault: TemporaryVault, seed: UInt64) {
        self.vault = vault
        random = FixedGenerator(seed)
    }

    private static let folders = ["a", "b", "a/b", "a/note", "Ä", "A", "b/a\u{308}", "note.md", "deep/er/est"]
    private static let names: [[UInt8]] =
        [
            "note.md", "Note.md", "box.md", "Box.markdown", "é.md", "e\u{301}.md", "2024-03-01 day.md", "other.md",
            "note.txt", "note.png", "pic.png", "Pic.PNG", "doc.pdf", "data", "żółw.md", "a.md", "x y.md", "box",
        ].map { Array($0.utf8) } + [
            [0xFF, 0x2E, 0x6D, 0x64], [0x61, 0xC3, 0x2E, 0x6D, 0x64], [0x0A, 0x2E, 0x6D, 0x64],
        ]

    private static let targets = [
        "note", "Note", "note.md", "./note", "../note", "a/note", "/a/note.md", "box", "BOX", "é", "e\u{301}", "Alpha",
        "alpha", "id-1", "pic.png", "a/pic.png", "note.png", "doc.pdf", "data", "Mr. Smith", "nothing", "zolw",
        "Café", "Cafe\u{301}", "a", "../../out", "x%20y", "x y", "a/b/note", "other#part", "missing.png",
        "note#alpha", "a/note#beta", "box#^b", "b/note", "b/note.md", "B/NOTE", "er/est/note", "est/box", "b/pic.png",
        "note/a", "/b/note", "./b/note",
    ]
    private static let titles = ["Alpha", "alpha", "Café", "Cafe\u{301}", "Box", "note", "Żółw", "pic.png", "a/note"]
    private static let words = ["alpha", "beta", "gamma", "delta", "box", "żółw", "zolw", "lph"]
    private static let keywords = ["k", "K", "k/nested", "red", "Red", "RED", "é", "e\u{301}"]

    private static let configs = [
        "", "", "hashtags: false\n", "statuses: [todo, draft, done]\n", "ignore: [\"b/\"]\n",
        "extensions: [md, txt]\n", "attachment-extensions: [pdf]\n", "ignore: [\"*.png\", \"a/b/**\"]\n",
        "keywords:\n  red: \"#ff0000\"\n  unused:\n",
    ]

    package func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    package func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
    package func pick<Item>(_ items: [Item]) -> Item { items[number(0...items.count - 1)] }

    // MARK: Notes

    package func note() -> [UInt8] {
        if chance(4) { return [] }
        if chance(3) { return (0..<number(0...60)).map { _ in UInt8.random(in: 0...255, using: &random) } }
        var lines: [String] = []
        if chance(70) { lines = frontMatter() }
        for _ in 0..<number(0...5) { lines.append(line()) }
        let end = chance(15) ? "\r\n" : "\n"
        return (chance(5) ? [0xEF, 0xBB, 0xBF] : []) + Array((lines.joined(separator: end) + end).utf8)
    }

    private func frontMatter() -> [String] {
        var lines = ["---"]
        if chance(40) { lines.append("title: \(pick(Self.titles))") }
        if chance(40) { lines.append("status: \(pick(["draft", "review", "Archived", "todo", "odd", "REVIEW"]))") }
        if chance(40) { lines.append("keywords: [\(pick(Self.keywords)), \(pick(Self.keywords))]") }
        if chance(20) { lines.append("favorite: \(pick(["true", "no", "yes", "x"]))") }
        if chance(30) { lines.append("aliases: [\"\(pick(Self.titles))\", \(pick(Self.titles))]") }
        if chance(15) { lines.append("id: \(pick(["id-1", "ID-1", "id-2", "note"]))") }
        if chance(30) { lines.append("links: [\"[[\(pick(Self.targets))]]\"]") }
        if chance(15) { lines.append("attachments: [\(pick(["pic.png", "a/doc.pdf", "gone.pdf"]))]") }
        if chance(20) { lines.append("order: \(number(-3...9))") }
        if chance(30) {
            lines.append("created: \(pick(["2024-03-31T02:30", "2024-03", "1999-12-31", "2024-03-31T02:30+02:00"]))")
        }
        if chance(15) { lines.append("modified: 2024-10-27 02:30") }
        if chance(30) { lines.append("rank: \(pick(["1", "2.5", "high", "", "[1, 2]", "{a: 1}"]))") }
        if chance(20) { lines.append("due: \(pick(["2024-03-05", "2024-04", "soon", "2024-03-05T10:00Z"]))") }
        if chance(20) { lines.append("author: \(pick(["Smith", "smith", "SMITH", "Łoś"]))") }
        if chance(5) { lines.append("broken: [") }
        lines.append(chance(95) ? "---" : "text")
        return lines
    }

    private func line() -> String {
        let text = (0..<number(0...6)).map { _ in pick(Self.words) }.joined(separator: " ")
        switch number(0...11) {
        case 0: return "# \(text)"
        case 1: return "- [\(pick([" ", "x"]))] \(text)"
        case 2: return "\(text) #\(pick(Self.keywords)) \(text)"
        case 3, 4, 5: return "\(text) [[\(pick(Self.targets))]] \(text)"
        case 6: return "![[\(pick(Self.targets))]]"
        case 7: return "[\(text)](\(pick(Self.targets).split(separator: " ").joined(separator: "%20")))"
        case 8: return "![x](<\(pick(Self.targets))>)"
        case 9: return pick(["<<<<<<< HEAD", "```", "---", "", "<!--", "==="])
        default: return text
        }
    }

    // MARK: Places

    private func somePath() -> VaultPath {
        let name = VaultPath(bytes: pick(Self.names))
        if chance(40) { return name }
        let folders = vault.list().filter(\.isFolder).map(\.path)
        return folders.isEmpty ? name : pick(folders).appending(name)
    }

    private func someFile() -> VaultPath? {
        let files = vault.list().filter { !$0.isFolder }.map(\.path)
        return files.isEmpty ? nil : pick(files)
    }

    private func someFolder() -> VaultPath? {
        let folders = vault.list().filter(\.isFolder).map(\.path)
        return folders.isEmpty ? nil : pick(folders)
    }

    // MARK: Changes

    /// One change; what cannot be done as the vault is now is not.
    package func change() {
        let number = number(0...99)
        do {
            switch number {
            case 0..<30:
                let path = somePath()
                try said("write", path) { try vault.write(path, $0.note()) }
            case 30..<36:
                // The same size and at once: only the content tells.
                guard let path = someFile(), var bytes = vault.read(path), !bytes.isEmpty else { return }
                let place = self.number(0...bytes.count - 1)
                try said("edit", path) { _ in
                    bytes[place] = bytes[place] == 0x61 ? 0x62 : 0x61
                    try vault.write(path, bytes)
                }
            case 36..<42:
                let path = somePath()
                try said("replace", path) { try vault.replace(path, $0.note()) }
            case 42..<52:
                guard let path = someFile() else { return }
                let new = somePath()
                try said("move to \(new.bytes.shown)", path) { _ in try vault.rename(path, new) }
            case 52..<57:
                guard let path = someFolder() else { return }
                let new = VaultPath(pick(Self.folders))
                try said("move folder to \(new)", path) { _ in try vault.rename(path, new) }
            case 57..<67:
                guard let path = someFile() else { return }
                try said("remove", path) { _ in try vault.remove(path) }
            case 67..<73:
                let path = VaultPath(pick(Self.folders))
                try said("make folder", path) { _ in try vault.makeFolders(path) }
            case 73..<75:
                guard let path = someFolder() else { return }
                try said("remove folder", path) { _ in try vault.remove(path) }
            case 75..<78:
                guard let path = someFolder() else { return }
                try said("remove all of", path) { _ in try vault.removeTree(path.text) }
            case 78..<83:
                guard let path = someFile() else { return }
                let seconds = pick([0, -86_400 * 365 * 100, 946_684_800, 4_000_000_000, 1_700_000_000])
                try said("touch \(seconds)", path) { _ in try vault.setTimes(path, seconds) }
            case 83..<86:
                guard let path = someFile() else { return }
                let mode = pick([0o600, 0o444, 0o755])
                try said("chmod \(mode)", path) { _ in try vault.setMode(path, mode_t(mode)) }
            case 86..<89:
                // A file becomes a folder, with or without something in it.
                guard let path = someFile() else { return }
                let fills = chance(50)
                try said("file to folder", path) { changer in
                    try vault.remove(path)
                    try vault.makeFolder(path)
                    if fills { try vault.write(path.appending("note.md"), changer.note()) }
                }
            case 89..<91:
                guard let path = someFolder() else { return }
                try said("folder to file", path) { changer in
                    try vault.removeTree(path.text)
                    try vault.write(path, changer.note())
                }
            case 91..<96:
                let path = somePath()
                let target = pick(["note.md", "pic.png", "a", "nowhere", "../note.md", "../outside", "box.md", "."])
                try said("link to \(target)", path) { _ in try vault.link(path, to: target) }
            case 96..<98:
                guard let path = someFile(), let bytes = vault.read(path) else { return }
                let new = somePath()
                try said("copy to \(new.bytes.shown)", path) { _ in try vault.write(new, bytes) }
            default:
                let config = pick(Self.configs)
                try said("config \(config)", .root) { _ in try vault.write(".slipbox/config.yaml", config) }
            }
        } catch {
            log[log.count - 1] += " – not done"
        }
    }

    private func said(_ what: String, _ path: VaultPath, _ body: (VaultChanger) throws -> Void) rethrows {
        log.append("\(what) \(path.bytes.shown)")
        try body(self)
    }
}
