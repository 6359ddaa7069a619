package import SourceText
import System

/// The changes that agents have proposed and that the user has neither accepted nor rejected: the files of
/// `.slipbox/proposals`.
///
/// A proposal changes nothing. It contains the text of each file as the agent saw it and as the agent wants it, so that
/// it can be merged if the file changes meanwhile. Only files with the stamp of this user, machine and vault are
/// proposals: a vault from elsewhere may contain others.
package struct Proposals {
    /// A proposed change.
    package struct Proposal: Hashable, Sendable {
        package var number = 0
        package var client: ChangeClient
        package var reason: String
        package var created: Moment
        package var files: [File]

        package init(client: ChangeClient, reason: String, created: Moment, files: [File]) {
            (self.client, self.reason, self.created, self.files) = (client, reason, created, files)
        }
    }

    /// A file of a proposal. One that is only moved has the same text twice.
    package struct File: Hashable, Sendable {
        /// Nil for a new file.
        package var from: VaultPath?
        package var before: [UInt8]
        /// Nil for a file that goes to the trash.
        package var to: VaultPath?
        package var after: [UInt8]

        package init(from: VaultPath?, before: [UInt8], to: VaultPath?, after: [UInt8]) {
            (self.from, self.before, self.to, self.after) = (from, before, to, after)
        }

        /// The path now, or that of a new file.
        package var path: VaultPath { from ?? to ?? .root }
    }

    /// The most pending proposals.
    package static let most = 200
    /// The most bytes of the texts before and after a proposal.
    private static let mostBytes = 10_000_000

    private let vault: Vault
    private let store: ChangeStore

    package init(_ vault: Vault) {
        self.vault = vault
        store = ChangeStore(vault)
    }

    private var folder: [UInt8] { store.slipbox + Array("/proposals".utf8) }

    private func file(_ number: Int) -> [UInt8] { folder + Array("/\(number)".utf8) }
    private var headers: [String] { store.stamp.words.map { "slip-proposal 1 \($0)\n" } }

    // MARK: Reading

    /// Returns the pending proposals in order, and the number of files that do not belong to this vault, machine and user.
    ///
    /// - Throws: `VaultError` if the folder cannot be used, `SystemError` if it cannot be read.
    package func all() throws -> (proposals: [Proposal], foreignCount: Int) {
        let numbers = try numbers()
        let found = numbers.compactMap { try? read($0) }
        return (found, numbers.count - found.count)
    }

    /// Returns the proposals for a note. Complexity: reads all, but parses only those for the note.
    package func proposals(for path: VaultPath) throws -> [Proposal] {
        // Most vaults have none.
        if FileStatus.seen(folder) == nil { return [] }
        return try numbers().compactMap { number in
            guard let (head, _) = try? parts(number), head["paths"]?.list.contains(.string(path.text)) == true else {
                return nil
            }
            return try? read(number)
        }
    }

    /// Returns the proposal with a number.
    ///
    /// - Throws: `VaultError` if there is none.
    package func proposal(_ number: Int) throws -> Proposal {
        try store.check()
        if let found = try? read(number) { return found }
        let numbers = try all().proposals.map { "\($0.number)" }
        let list = numbers.prefix(10).joined(separator: ", ") + (numbers.count > 10 ? ", …" : "")
        throw VaultError(
            "there is no proposal \(number)",
            help: numbers.isEmpty ? "no proposal is pending" : "the pending proposals are: \(list)")
    }

    /// Returns the numbers that files in the folder have as names, in order. A file with another name is being written.
    private func numbers() throws -> [Int] {
        try store.check()
        return try Files.listIfThere(folder, follows: false).compactMap { entry in
            let name = String(decoding: entry.name, as: UTF8.self)
            guard let number = Int(name), String(number) == name, Self.validNumbers.contains(number) else { return nil }
            return number
        }.sorted()
    }

    private static let validNumbers = 1...999_999_999

    /// Returns the description of a proposal and the bytes of its files, or nil if it is none of this vault.
    private func parts(_ number: Int) throws -> (head: JSONValue, files: ArraySlice<UInt8>)? {
        let bytes = try Files.read(inside: folder, [Array("\(number)".utf8)])
        guard let header = headers.first(where: { bytes.starts(with: $0.utf8) }) else { return nil }
        let rest = bytes.dropFirst(header.utf8.count)
        guard let end = rest.firstIndex(of: Byte.newline), let head = JSONValue(bytes: Array(rest[..<end])) else {
            return nil
        }
        return (head, rest[(end + 1)...])
    }

    private func read(_ number: Int) throws -> Proposal? {
        guard let (head, bytes) = try parts(number), let value = JSONValue(bytes: Array(bytes)),
            let client = head["client"]?.text, let reason = head["reason"]?.text, let created = head["created"]?.int
        else { return nil }
        let files = value.list.compactMap(Self.file)
        guard files.count == value.list.count, !files.isEmpty else { return nil }
        var proposal = Proposal(
            client: ChangeClient(client, session: head["session"]?.text), reason: reason,
            created: Moment(microseconds: Int64(created)), files: files)
        proposal.number = number
        return proposal
    }

    /// Returns a file, or nil if its path is not one that slip changes.
    private static func file(_ value: JSONValue) -> File? {
        let ends = ["from", "to"].map { value[$0]?.text.map { VaultPath($0) } }
        guard ends.contains(where: { $0 != nil }), ends.compactMap({ $0 }).allSatisfy(ChangeRecord.isChangeable),
            let before = value["before"]?.text, let after = value["after"]?.text
        else { return nil }
        return File(from: ends[0], before: Array(before.utf8), to: ends[1], after: Array(after.utf8))
    }

    // MARK: Changing

    /// Stores a proposal.
    ///
    /// - Returns: its number. It is greater than that of every proposal before it, also of those that were removed.
    /// - Throws: `VaultError` if too many are pending, or if a text or path is not UTF-8. `SystemError` if it cannot be
    ///   written.
    package func add(_ proposal: Proposal) throws -> Int {
        let pending = try all().proposals
        if pending.count >= Self.most {
            throw VaultError(
                "\(pending.count) proposals are pending; nothing was stored", help: "the user has to run: slip review")
        }
        let size = proposal.files.reduce(0) { $0 + $1.before.count + $1.after.count }
        if size > Self.mostBytes {
            throw VaultError(
                "the change has \(size) bytes of text, and a proposal at most \(Self.mostBytes); nothing was stored",
                help: "propose changes of fewer or shorter notes")
        }
        let text = try written(proposal)
        try Files.makeDirectories(folder, mode: 0o700)
        let last = try? Files.read(inside: folder, [Self.last])
        let first = max(pending.last?.number ?? 0, last.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0) + 1
        guard Self.validNumbers.contains(first) else {
            throw VaultError("the folder '.slipbox/proposals' is damaged", help: "remove it; nothing was stored")
        }
        // It gets its name when it is complete.
        let part = file(first) + Array(".\(UInt64.random(in: .min ... .max))".utf8)
        try Files.create(part, text, mode: 0o600)
        defer { Files.discard(part) }
        var number = first
        while try !name(part, number) { number += 1 }
        // Numbers are not used again, so that a decision never concerns another proposal.
        try Files.replace(folder + [Byte.slash] + Self.last, Array("\(number)".utf8), mode: 0o600)
        return number
    }

    /// The name of the file with the last number.
    private static let last = Array("last".utf8)

    /// Gives a file the name of a proposal. Returns false if there is one with that number.
    private func name(_ part: [UInt8], _ number: Int) throws(SystemError) -> Bool {
        do {
            try Files.move(part, file(number))
            return true
        } catch {
            if error.exists { return false }
            throw error
        }
    }

    private func written(_ proposal: Proposal) throws -> [UInt8] {
        var head = JSONWriter()
        head.object { json in
            json.field("client", proposal.client.name)
            json.field("session", proposal.client.session)
            json.field("reason", proposal.reason)
            json.field("created", proposal.created.microseconds)
            json.field("paths", Set(proposal.files.flatMap { [$0.from, $0.to] }).compactMap { $0?.text }.sorted())
        }
        var files = JSONWriter()
        try files.objects(proposal.files) { file, json in
            guard [file.from, file.to].allSatisfy({ $0?.isText != false }),
                let before = String(validating: file.before, as: UTF8.self),
                let after = String(validating: file.after, as: UTF8.self)
            else { throw VaultError(file.path, "is not UTF-8, and cannot be proposed; nothing was stored") }
            json.field("from", file.from?.text)
            json.field("to", file.to?.text)
            json.field("before", before)
            json.field("after", after)
        }
        return Array(headers[0].utf8) + head.bytes + [Byte.newline] + files.bytes
    }

    /// Removes a proposal that was accepted or rejected. Does nothing if it is not there.
    package func remove(_ number: Int) throws {
        do {
            try Files.remove(file(number))
        } catch  where error.isMissing {}
    }
}
