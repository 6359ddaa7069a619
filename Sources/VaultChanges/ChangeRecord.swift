import SourceText
import VaultFiles

/// The description of a change, written before its first step, for recovery and undo.
///
/// Each operation is one line: a word and its percent-encoded paths. The record has no contents. A file in the record's
/// folder, named by the number of a step, has the content, old or new, that the changed file does not have.
struct ChangeRecord {
    enum Step: Hashable {
        case write(VaultPath, before: Int64, after: Int64)
        case create(VaultPath, after: Int64)
        case remove(VaultPath, before: Int64)
        case move(VaultPath, VaultPath)
        case makeFolder(VaultPath)
        case removeFolder(VaultPath)

        /// The path that the step changes, or the new path of a move.
        var path: VaultPath {
            switch self {
            case .write(let path, _, _), .create(let path, _), .remove(let path, _), .move(_, let path),
                .makeFolder(let path), .removeFolder(let path):
                path
            }
        }

        /// Whether the step changes a file or folder outside the trash.
        var isVisible: Bool {
            if case .move = self { return true }
            return !Trash.contains(path)
        }

        var name: String {
            if case .move(let from, let to) = self { return "'\(from.text)' to '\(to.text)'" }
            return "'\(path.text)'"
        }
    }

    var title: String
    var time: Moment
    /// A random word in the names of temporary files on other file systems, which makes the names unique.
    var token: String
    var steps: [Step]

    // MARK: Text

    /// Returns the valid first lines of a record of the vault. A new record has the first of them.
    static func headers(_ stamp: VaultStamp) -> [String] { stamp.words.map { "slip-change 3 \($0)" } }

    /// Returns the record as text, with the stamp of its vault.
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
        // A record without this line is incomplete, and no step was made.
        return Array((lines + ["end", ""]).joined(separator: "\n").utf8)
    }

    init(title: String, time: Moment, token: String, steps: [Step]) {
        self.title = title
        self.time = time
        self.token = token
        self.steps = steps
    }

    /// Reads a record, or returns nil if it is incomplete, belongs to another vault, or has a path that slip would not
    /// change.
    ///
    /// - Parameter hasWrites: false to skip the writes, which are most of the steps.
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

    /// Returns whether slip changes a path: a visible one in the vault, its configuration, or its trash.
    private static func isChangeable(_ path: VaultPath) -> Bool {
        guard !path.isRoot, VaultPath.root.resolving(path) == path else { return false }
        if Trash.contains(path) { return true }
        if path == VaultPath(".slipbox/config.yaml") { return true }
        let parts = path.name == VaultPath(".gitkeep") ? path.folder.parts : path.parts
        return !parts.contains { $0.bytes.first == Byte.dot }
    }

    /// The files that the steps change, each once, without those in the trash.
    var paths: [VaultPath] {
        var seen: Set<VaultPath> = []
        return steps.flatMap { step -> [VaultPath] in
            switch step {
            case .makeFolder, .removeFolder: steps.count == 1 ? [step.path] : []
            case .move(let from, let to): [from, to]
            default: [step.path]
            }
        }.filter { !Trash.contains($0) && seen.insert($0).inserted }
    }
}
