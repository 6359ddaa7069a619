import Arguments
import Editing
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

/// The conditions of a user for a change: `--if`, `--if-hash` and `--expect`. They are checked while the lock on changes
/// is held. If one does not hold, nothing is changed.
struct Preconditions: Hashable, Sendable {
    var query: String?
    var hash: String?
    var expected: Int?

    static let options: [Option<Preconditions>] = [
        .value("if", "QUERY", \.query, "Fail unless each of the notes matches QUERY (KEY=VALUE: has that value)."),
        .value("if-hash", "HASH", \.hash, "Fail unless the content of the note has this hash; for one note."),
        .value("expect", "N", \.expected, "Fail unless exactly N notes would change."),
    ]

    /// The line for these options in the help of a command.
    static let reference = OptionReference(
        names: options.map(\.info.name), text: "Conditions: --if, --if-hash, --expect (slip help conditions)")

    /// Throws unless all conditions hold.
    ///
    /// - Parameters:
    ///   - plan: the plan of the change, or nil if no notes are selected.
    ///   - selected: the notes, folders and files that the user has selected, or nil for those that the plan changes.
    func check(
        _ plan: ChangePlan?, of selected: [VaultPath]?, _ snapshot: VaultSnapshot, in context: CommandContext
    ) throws {
        if self == Preconditions() { return }
        if query.map({ $0.allSatisfy(\.isWhitespace) }) ?? false {
            throw UsageError.other("'--if' is empty", help: "to make the change anyway, omit it")
        }
        let changed = Set(plan?.changedPaths ?? [])
        let created = Set(plan?.createdPaths ?? [])
        if query != nil || hash != nil, let missing = try selected?.first(where: { try !snapshot.isFile($0) }) {
            throw Self.failure("'\(missing.text)' does not exist", at: missing)
        }
        var seen: Set<VaultPath> = []
        let notes = try (selected ?? changed.sorted()).flatMap { path in
            try snapshot.isNote(path) || created.contains(path)
                ? [path] : snapshot.files(inside: path).filter { try snapshot.isNote($0) }
        }.filter { seen.insert($0).inserted }
        if let expected {
            let count = notes.count { created.contains($0) || $0.isOrIsInside(changed) }
            if count != expected {
                throw Self.failure(
                    "\(count) \(count == 1 ? "note" : "notes") would change instead of \(expected)", at: nil)
            }
        }
        if let hash { try checkHash(hash, of: notes, snapshot) }
        if let query { try checkQuery(Self.expanded(query), of: notes, snapshot, in: context) }
    }

    /// Throws if there are conditions although the command changes no existing note.
    ///
    /// - Parameter option: the option with which it does.
    func require(_ option: String, isGiven: Bool) throws {
        if isGiven || self == Preconditions() { return }
        throw UsageError.other(
            "'--if', '--if-hash' and '--expect' require '\(option)'", help: "or omit them")
    }

    private static func failure(_ message: String, at path: VaultPath?) -> VaultError {
        VaultError("\(message); nothing was changed", at: path, cause: .precondition)
    }

    private func checkHash(_ hash: String, of notes: [VaultPath], _ snapshot: VaultSnapshot) throws {
        guard notes.count == 1 else {
            throw Self.failure("'--if-hash' requires one existing note, but there are \(notes.count)", at: nil)
        }
        guard hash.utf8.count == 16, UInt64(hash, radix: 16) != nil else {
            throw UsageError.other(
                "'\(hash)' is not a hash", help: "a hash has 16 hexadecimal digits: slip search --fields hash")
        }
        let now = ContentHash.text(of: try snapshot.bytes(notes[0]))
        if now != hash.lowercased() {
            throw Self.failure("'\(notes[0].text)' has changed: its hash is now \(now)", at: notes[0])
        }
    }

    /// Returns `status:=open` for `status=open`, and any other query as it is.
    private static func expanded(_ query: String) -> String {
        guard let equals = query.firstIndex(of: "="), equals != query.startIndex else { return query }
        let isName = query[..<equals].utf8.allSatisfy {
            $0.isLetter || $0.isDigit || [Byte.hyphen, Byte.dot, Byte.underscore].contains($0)
        }
        guard isName else { return query }
        return "\(query[..<equals]):=\(QueryText.quoted(String(query[query.index(after: equals)...])))"
    }

    private func checkQuery(
        _ query: String, of notes: [VaultPath], _ snapshot: VaultSnapshot, in context: CommandContext
    ) throws {
        let search = try snapshot.prepare(SearchOptions(query: query, scope: .all, folder: .root))
        for notice in search.query.notices { QueryOptions.report(notice, in: context) }
        if context.globals.skipsSync {
            throw UsageError.other("'--if' and '--no-sync' cannot be used together", help: "omit --no-sync")
        }
        let passing = try snapshot.notes(notes, satisfying: search)
        guard let failing = notes.first(where: { !passing.contains($0) }) else { return }
        var message = "'\(failing.text)' does not match '\(self.query ?? query)'"
        if let values = try values(search.query, of: failing, snapshot, in: context) { message += " (\(values))" }
        throw Self.failure(message, at: failing)
    }

    /// Returns what a note has instead: the current values of the fields of a query.
    private func values(
        _ query: Query, of path: VaultPath, _ snapshot: VaultSnapshot, in context: CommandContext
    ) throws -> String? {
        guard let hit = try snapshot.note(path) else { return nil }
        let around = context.renderingContext(snapshot)
        var names: [String] = []
        for term in query.terms {
            let name = term.text.drop { $0 == "-" }.prefix { $0 != ":" }
            if name.count < term.text.count, !names.contains(String(name)) { names.append(String(name)) }
        }
        let values = try names.compactMap { name in
            try Columns(snapshot).column(name).map { column in
                let value = column.text(hit, around)
                return value.isEmpty ? "no \(name)" : "\(name): \(value)"
            }
        }
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}

extension ChangePlan {
    /// The files that the plan creates.
    fileprivate var createdPaths: [VaultPath] {
        operations.compactMap { if case .create(let path, _) = $0 { path } else { nil } }
    }

    /// The files and folders that exist and that the plan changes, without those in the trash.
    fileprivate var changedPaths: [VaultPath] {
        let paths: [VaultPath] = operations.compactMap { operation in
            switch operation {
            case .write(let path, _, _), .remove(let path, _), .move(let path, _): path
            case .create, .makeFolder, .removeFolder: nil
            }
        }
        return paths.filter { !Trash.contains($0) && $0 != Vault.configurationPath }
    }
}

extension VaultPath {
    /// Whether the path, or a folder that contains it, is one of some paths.
    fileprivate func isOrIsInside(_ paths: Set<VaultPath>) -> Bool {
        var path = self
        while !path.isRoot {
            if paths.contains(path) { return true }
            path = path.folder
        }
        return false
    }
}
