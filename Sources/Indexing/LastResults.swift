import Notes
package import QueryLanguage
package import SourceText
package import System
package import VaultFiles

/// The results of the last search in a terminal, for `%1`, `%2` and so on.
///
/// Those of one vault are stored with its index, and are as private. Those of several vaults, or of one that `--vault`
/// names, are stored in the user's cache directory until the vault of the current folder is searched.
package struct LastResults {
    private let path: [UInt8]
    private let session: [UInt8]

    /// The note of an entry in a history as of its commit.
    package struct Revision: Hashable, Sendable {
        package var commit: String
        /// The path of the note in the commit.
        package var path: VaultPath

        package init(commit: String, path: VaultPath) { (self.commit, self.path) = (commit, path) }
    }

    /// A note and the line of its first match, or nil if the query had no text.
    package struct Numbered: Hashable, Sendable {
        /// The full path of the root of its vault when it was found.
        package var root: [UInt8]
        package var path: VaultPath
        package var line: Int?
        /// Nil except for an entry of a history.
        package var revision: Revision?
        /// Nil except for a task.
        package var task: TaskIdentity?
        /// The hash of the content of the note in which the line was found, or nil if it is not known.
        package var noteHash: Int64?

        package init(
            root: [UInt8], path: VaultPath, line: Int?, revision: Revision? = nil, task: TaskIdentity? = nil,
            noteHash: Int64? = nil
        ) {
            (self.root, self.path, self.line, self.revision) = (root, path, line, revision)
            (self.task, self.noteHash) = (task, noteHash)
        }
    }

    private static let limit = 1000

    /// The version of the format of the file, and the number of its parts for each result.
    private static let (version, parts) = (4, 7)

    /// The results of a vault.
    ///
    /// - Throws: `VaultError` if there is no place for the file.
    package init(_ vault: Vault, terminal: TerminalName) throws {
        self.init(in: try IndexLocation(of: vault).directory, terminal)
    }

    /// The results of vaults that the user named. Nil without a home folder.
    package init?(_ variables: [String: String], terminal: TerminalName) {
        guard let folder = ThisProcess.userFolder("XDG_CACHE_HOME", else: ".cache", in: variables) else { return nil }
        self.init(in: Array("\(folder)/slipbox".utf8), terminal)
    }

    private init(in folder: [UInt8], _ terminal: TerminalName) {
        session = Array("\(terminal.session) \(Self.version)".utf8)
        // One file per device, so that a new window overwrites the results of a closed one.
        let name = terminal.device.map { $0.isLetter || $0.isNumber ? $0 : "-" }
        path = folder + Array("/results\(String(name))".utf8)
    }

    /// Replaces the stored results by the first 1000 of these. Ignores errors, since this is only a convenience.
    package func keep(_ results: [Numbered]) {
        var bytes = session + [0]
        for result in results.prefix(Self.limit) {
            for part in [
                Array(String(result.line ?? 0).utf8), result.root, result.path.bytes,
                Array((result.revision?.commit ?? "").utf8), result.revision?.path.bytes ?? [],
                result.task.map(Self.bytes) ?? [], Array((result.noteHash.map { String($0) } ?? "").utf8),
            ] { bytes += part + [0] }
        }
        try? Files.makeDirectories(VaultPath(bytes: path).folder.bytes, mode: 0o700)
        try? Files.replace(path, bytes, mode: 0o600)
    }

    /// Returns a task as lines: the hash of its note, the numbers of its distinctions, its status, its source, and its
    /// headings. A zero in them would end the part.
    private static func bytes(_ task: TaskIdentity) -> [UInt8] {
        let lines =
            [
                String(task.noteHash), String(task.distinction.rawValue), String(task.distinctionInStatus.rawValue),
                task.status.rawValue, task.source,
            ] + task.headings
        return Array(lines.map { $0 + "\n" }.joined().utf8.filter { $0 != 0 })
    }

    private static func task(_ bytes: ArraySlice<UInt8>, line: Int) -> TaskIdentity? {
        let lines = bytes.split(separator: Byte.newline, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
        guard lines.count >= 5, let hash = Int64(lines[0]),
            let distinction = Int(lines[1]).flatMap(TaskIdentity.Distinction.init),
            let distinctionInStatus = Int(lines[2]).flatMap(TaskIdentity.Distinction.init),
            let status = TaskStatus(rawValue: lines[3])
        else { return nil }
        var task = TaskIdentity(
            line: line, source: lines[4], text: TaskLine(lines[4]).text, headings: Array(lines.dropFirst(5)),
            status: status, noteHash: hash)
        (task.distinction, task.distinctionInStatus) = (distinction, distinctionInStatus)
        return task
    }

    /// Removes the stored results.
    package func discard() { try? Files.remove(path) }

    /// Whether a list of this terminal is stored, even without results.
    package var hasList: Bool { storedParts != nil }

    /// The session and the parts of the results, each with a zero after it. Nil if no list of this terminal is stored.
    private var storedParts: (bytes: [UInt8], parts: [ArraySlice<UInt8>])? {
        guard let bytes = Files.ownContent(path) else { return nil }
        let parts = bytes.split(separator: 0, omittingEmptySubsequences: false)
        return parts.first.map(Array.init) == session ? (bytes, parts) : nil
    }

    /// Returns the result with a number, from 1, or nil if there is none.
    package func result(_ number: Int) -> Numbered? {
        guard number > 0, number <= Self.limit, let (bytes, parts) = storedParts else { return nil }
        let first = Self.parts * (number - 1) + 1
        guard first + Self.parts - 1 < parts.count - 1, let line = Int(bytes.text(parts[first].indices))
        else { return nil }
        let commit = bytes.text(parts[first + 3].indices)
        let revision = Revision(commit: commit, path: VaultPath(bytes: Array(parts[first + 4])))
        return Numbered(
            root: Array(parts[first + 1]), path: VaultPath(bytes: Array(parts[first + 2])), line: line > 0 ? line : nil,
            revision: commit.isEmpty ? nil : revision, task: Self.task(parts[first + 5], line: line),
            noteHash: Int64(bytes.text(parts[first + 6].indices)))
    }
}
