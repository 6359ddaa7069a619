import SourceText

/// The description of a change, written before its first step, for recovery and undo.
///
/// Each operation is one line: a word and its percent-encoded paths. The record has no contents. A file in the record's
/// folder, named by the number of a step, has the content, old or new, that the changed file does not have.
struct ChangeRecord {
    /// An operation of the change. `before` and `after` are hashes of the file's content.
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

        /// The step as a line of a record.
        fileprivate var line: String {
            func word(_ path: VaultPath) -> String { PercentText.encoded(path.bytes) }
            return switch self {
            case .write(let path, let before, let after): "write \(word(path)) \(before) \(after)"
            case .create(let path, let after): "create \(word(path)) \(after)"
            case .remove(let path, let before): "remove \(word(path)) \(before)"
            case .move(let from, let to): "move \(word(from)) \(word(to))"
            case .makeFolder(let path): "mkdir \(word(path))"
            case .removeFolder(let path): "rmdir \(word(path))"
            }
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
    /// The program that asked for the change, if it has given its name.
    var client: ChangeClient?
    /// The late text that the change merged (`LateText.identifier`), which only this change and the displaced file have.
    var merges: String?
    var origin = ChangeOrigin.command
    var steps: [Step]

    /// Whether undo and redo skip the change.
    var isAutomatic: Bool { origin != .command }

    /// The state of the change once it is made.
    var madeState: ChangeStore.State { origin.madeState }

    /// The state of the change once it is undone.
    var undoneState: ChangeStore.State { origin.undoneState }

    /// Whether the change counts for a client. Every change counts if it is nil.
    func isBy(_ client: ChangeClient?) -> Bool {
        guard let client else { return true }
        return self.client?.name == client.name && (client.session == nil || self.client?.session == client.session)
    }

    // MARK: Text

    /// The start of the line of a record that a change merged late text.
    private static let merge = "merge "

    /// Returns the valid first lines of a record of the vault. A new record has the first of them.
    static func headers(_ stamp: VaultStamps) -> [String] { stamp.words.map { "slip-change 3 \($0)" } }

    /// Returns the record as text, with the stamp of its vault.
    func bytes(stamp: VaultStamps) -> [UInt8] {
        var lines = [
            Self.headers(stamp)[0], "time \(time.microseconds)", "token \(token)",
            "title \(PercentText.encoded(Array(title.utf8)))",
        ]
        if let client {
            let session = client.session.map { " \($0)" } ?? ""
            lines.append("client \(PercentText.encoded(Array(client.name.utf8)))\(session)")
        }
        if let merges { lines.append(Self.merge + merges) }
        if let line = origin.line { lines.append(line) }
        lines += steps.map(\.line)
        // A record without this line is incomplete, and no step was made.
        return Array((lines + ["end", ""]).joined(separator: "\n").utf8)
    }
}

extension ChangeRecord {
    /// Reads a record, or returns nil if it is incomplete, belongs to another vault, or has a path that slip would not
    /// change.
    ///
    /// - Parameter hasWrites: false to skip the writes, which are most of the steps.
    init?(_ bytes: [UInt8], stamp: VaultStamps, hasWrites: Bool = true) {
        var bytes = bytes
        if !hasWrites {
            let write = Array("write ".utf8)
            let lines = bytes.split(separator: Byte.newline, omittingEmptySubsequences: false)
            bytes = Array(lines.filter { !$0.starts(with: write) }.joined(separator: [Byte.newline]))
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 6, Self.headers(stamp).contains(String(lines[0])),
            lines[lines.count - 2] == "end", lines.last == "", lines[1].hasPrefix("time "),
            let time = Int64(lines[1].dropFirst(5)), lines[2].hasPrefix("token "),
            lines[3].hasPrefix("title "), let title = PercentText.decoded(lines[3].dropFirst(6))
        else { return nil }
        let token = String(lines[2].dropFirst(6))
        guard !token.isEmpty, token.utf8.allSatisfy({ $0.isDigit || $0.isLetter }) else { return nil }
        self.init(
            title: String(decoding: title, as: UTF8.self), time: Moment(microseconds: time), token: token, client: nil,
            steps: [])
        var rest = lines[4..<lines.count - 2]
        if let line = rest.first, line.hasPrefix("client ") {
            let words = line.dropFirst(7).split(separator: " ", omittingEmptySubsequences: false)
            guard let name = PercentText.decoded(words[0]) else { return nil }
            client = ChangeClient(
                String(decoding: name, as: UTF8.self), session: words.dropFirst().first.map(String.init))
            rest = rest.dropFirst()
        }
        if let line = rest.first, line.hasPrefix(Self.merge) {
            merges = String(line.dropFirst(Self.merge.count))
            rest = rest.dropFirst()
        }
        if let line = rest.first, let origin = ChangeOrigin(line: line) {
            self.origin = origin
            rest = rest.dropFirst()
        }
        for line in rest {
            let parts = line.split(separator: " ", omittingEmptySubsequences: false)
            func path(_ index: Int) -> VaultPath? {
                guard index < parts.count, let bytes = PercentText.decoded(parts[index]) else { return nil }
                let path = VaultPath(bytes: bytes)
                return Self.isChangeable(path) ? path : nil
            }
            func number(_ index: Int) -> Int64? { index < parts.count ? Int64(parts[index]) : nil }
            switch (parts[0], path(1), number(2), number(3)) {
            case ("write", let path?, let before?, let after?): steps.append(.write(path, before: before, after: after))
            case ("create", let path?, let after?, _): steps.append(.create(path, after: after))
            case ("remove", let path?, let before?, _): steps.append(.remove(path, before: before))
            case ("move", let from?, _, _):
                guard let to = path(2) else { return nil }
                steps.append(.move(from, to))
            case ("mkdir", let path?, _, _): steps.append(.makeFolder(path))
            case ("rmdir", let path?, _, _): steps.append(.removeFolder(path))
            default: return nil
            }
        }
    }

    /// Returns whether slip changes a path: a visible one in the vault, its configuration, a template, or its trash.
    static func isChangeable(_ path: VaultPath) -> Bool {
        guard !path.isRoot, VaultPath.root.resolving(path) == path else { return false }
        if Trash.contains(path) || RescuedTexts.contains(path) { return true }
        if path == Vault.configurationPath { return true }
        if path.folder == Vault.templatesPath { return path.name.bytes.first != Byte.dot }
        let parts = path.name == VaultPath(".gitkeep") ? path.folder.parts : path.parts
        return !parts.contains { $0.bytes.first == Byte.dot }
    }

    /// The files that the steps change, each once, without those in the trash. A folder counts only if creating or
    /// removing it is the only step.
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
