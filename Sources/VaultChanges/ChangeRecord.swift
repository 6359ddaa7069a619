import SourceText
import VaultFiles

/// A change as it is written down before its first step, so that an interrupted one can be told of and taken back, and
/// one that was made can be taken back later.
///
/// One line an operation: a word and its paths, percent-encoded. Contents are not in it: the content that a file does not
/// have now, be it the old or the new one, is in a file of the record's folder with the number of its step.
struct ChangeRecord {
    enum Step: Hashable {
        case write(VaultPath, before: Int64, after: Int64)
        case create(VaultPath, after: Int64)
        case remove(VaultPath, before: Int64)
        case move(VaultPath, VaultPath)
        case makeFolder(VaultPath)
        case removeFolder(VaultPath)

        /// The path it is about: of a move the new one.
        var path: VaultPath {
            switch self {
            case .write(let path, _, _), .create(let path, _), .remove(let path, _), .move(_, let path),
                .makeFolder(let path), .removeFolder(let path):
                path
            }
        }

        /// Whether it changes a file or folder that a user sees: not one of the trash alone.
        var isVisible: Bool {
            if case .move = self { return true }
            return !Trash.holds(path)
        }

        /// How a person is told of it.
        var name: String {
            if case .move(let from, let to) = self { return "'\(from.text)' to '\(to.text)'" }
            return "'\(path.text)'"
        }
    }

    var title: String
    /// When it was made.
    var time: Moment
    /// In the names of the files that wait beside notes on other file systems, so that these can be told from any other.
    var token: String
    var steps: [Step]

    // MARK: Text

    /// The first lines that a record of the vault may have. A new record has the first of them.
    static func headers(_ stamp: VaultStamp) -> [String] { stamp.words.map { "slip-change 3 \($0)" } }

    /// The record's text, with the stamp of the vault it is for.
    func bytes(stamp: VaultStamp) -> [UInt8] {
        var lines = [
            Self.headers(stamp)[0], "time \(time.microseconds)", "token \(token)",
            "title \(PercentText.encoded(Array(title.utf8)))",
        ]
        for step in steps {
            switch step {
            case .write(let path, let before, let after):
                lines.append("write \(PercentText.encoded(path.bytes)) \(before) \(after)")
            case .create(let path, let after): lines.append("create \(PercentText.encoded(path.bytes)) \(after)")
            case .remove(let path, let before): lines.append("remove \(PercentText.encoded(path.bytes)) \(before)")
            case .move(let from, let to):
                lines.append("move \(PercentText.encoded(from.bytes)) \(PercentText.encoded(to.bytes))")
            case .makeFolder(let path): lines.append("mkdir \(PercentText.encoded(path.bytes))")
            case .removeFolder(let path): lines.append("rmdir \(PercentText.encoded(path.bytes))")
            }
        }
        // Without its last line a record was not written to its end, and nothing was done yet.
        return Array((lines + ["end", ""]).joined(separator: "\n").utf8)
    }

    init(title: String, time: Moment, token: String, steps: [Step]) {
        self.title = title
        self.time = time
        self.token = token
        self.steps = steps
    }

    /// Reads a record; nil where it is not whole, was made elsewhere, or names a path that slip would not change.
    ///
    /// - Parameter hasWrites: false to leave out what only got another content, which is most of it.
    init?(_ bytes: [UInt8], stamp: VaultStamp, hasWrites: Bool = true) {
        var bytes = bytes
        if !hasWrites {
            let write = Array("write ".utf8)
            var kept: [UInt8] = []
            for line in bytes.split(separator: Byte.newline, omittingEmptySubsequences: false)
            where !line.starts(with: write) {
                kept += line
                kept.append(Byte.newline)
            }
            bytes = kept.dropLast()
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 6, Self.headers(stamp).contains(String(lines[0])),
            lines[lines.count - 2] == "end", lines.last == "", lines[1].hasPrefix("time "),
            let time = Int64(lines[1].dropFirst(5)), lines[2].hasPrefix("token "),
            lines[3].hasPrefix("title "), let title = PercentText.decoded(lines[3].dropFirst(6))
        else { return nil }
        token = String(lines[2].dropFirst(6))
        guard !token.isEmpty, token.utf8.allSatisfy({ $0.isDigit || $0.isLetter }) else { return nil }
        self.title = String(decoding: title, as: UTF8.self)
        self.time = Moment(microseconds: time)
        steps = []
        for line in lines[4..<lines.count - 2] {
            let parts = line.split(separator: " ", omittingEmptySubsequences: false)
            func path(_ index: Int) -> VaultPath? {
                guard index < parts.count, let bytes = PercentText.decoded(parts[index]) else { return nil }
                let path = VaultPath(bytes: bytes)
                return Self.isChangeable(path) ? path : nil
            }
            func number(_ index: Int) -> Int64? { index < parts.count ? Int64(parts[index]) : nil }
            switch parts[0] {
            case "write":
                guard let path = path(1), let before = number(2), let after = number(3) else { return nil }
                steps.append(.write(path, before: before, after: after))
            case "create":
                guard let path = path(1), let after = number(2) else { return nil }
                steps.append(.create(path, after: after))
            case "remove":
                guard let path = path(1), let before = number(2) else { return nil }
                steps.append(.remove(path, before: before))
            case "move":
                guard let from = path(1), let to = path(2) else { return nil }
                steps.append(.move(from, to))
            case "mkdir", "rmdir":
                guard let path = path(1) else { return nil }
                steps.append(parts[0] == "mkdir" ? .makeFolder(path) : .removeFolder(path))
            default: return nil
            }
        }
    }

    /// Whether slip changes such paths: inside the vault and visible, or its own settings and trash.
    private static func isChangeable(_ path: VaultPath) -> Bool {
        guard !path.isRoot, VaultPath.root.resolving(path) == path else { return false }
        if Trash.holds(path) { return true }
        if path == VaultPath(".slipbox/config.yaml") { return true }
        let parts = path.name == VaultPath(".gitkeep") ? path.folder.parts : path.parts
        return !parts.contains { $0.bytes.first == Byte.dot }
    }

    /// The files it is about, each once, those of the trash left out.
    var paths: [VaultPath] {
        var seen: Set<VaultPath> = []
        return steps.flatMap { step -> [VaultPath] in
            switch step {
            case .makeFolder, .removeFolder: steps.count == 1 ? [step.path] : []
            case .move(let from, let to): [from, to]
            default: [step.path]
            }
        }.filter { !Trash.holds($0) && seen.insert($0).inserted }
    }
}
