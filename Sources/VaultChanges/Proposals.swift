package import SourceText
import System
package import VaultFiles

/// The changes that agents have proposed and nobody has decided about: the files of `.slipbox/proposals`.
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

    /// The most proposals that wait for a decision.
    package static let most = 200

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

    /// Returns the proposals in order, and the number of files that are none of this vault, machine and user.
    ///
    /// - Throws: `VaultError` if the folder cannot be used, `SystemError` if it cannot be read.
    package func all() throws -> (proposals: [Proposal], foreignCount: Int) {
        try store.check()
        var found: [Proposal] = []
        var foreignCount = 0
        for entry in try Files.listIfThere(folder, follows: false) {
            let name = String(decoding: entry.name, as: UTF8.self)
            // A file without a number is being written.
            guard let number = Int(name), String(number) == name else { continue }
            if let proposal = try? read(number) { found.append(proposal) } else { foreignCount += 1 }
        }
        return (found.sorted { $0.number < $1.number }, foreignCount)
    }

    /// Returns the proposal with a number.
    ///
    /// - Throws: `VaultError` if there is none.
    package func proposal(_ number: Int) throws -> Proposal {
        try store.check()
        if let found = try? read(number) { return found }
        let numbers = try all().proposals.map { "\($0.number)" }
        throw VaultError(
            "there is no proposal \(number)",
            help: numbers.isEmpty ? "no proposal waits" : "the numbers are: \(numbers.joined(separator: ", "))")
    }

    /// Returns the number of files in the folder, without reading them.
    package var count: Int { ((try? Files.listIfThere(folder, follows: false)) ?? []).count }

    private func read(_ number: Int) throws -> Proposal? {
        let bytes = try Files.read(inside: folder, [Array("\(number)".utf8)])
        guard let header = headers.first(where: { bytes.starts(with: $0.utf8) }),
            let value = JSONValue(bytes: Array(bytes.dropFirst(header.utf8.count))),
            let client = value["client"]?.text, let reason = value["reason"]?.text,
            let created = value["created"]?.int, let members = value["files"]?.list
        else { return nil }
        let files = members.compactMap(Self.file)
        guard files.count == members.count, !files.isEmpty else { return nil }
        var proposal = Proposal(
            client: ChangeClient(client, session: value["session"]?.text), reason: reason,
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
    /// - Returns: its number, greater than those of all others.
    /// - Throws: `VaultError` if too many wait, or if a text is not UTF-8. `SystemError` if it cannot be written.
    package func add(_ proposal: Proposal) throws -> Int {
        try store.check()
        let names = try Files.listIfThere(folder, follows: false).map {
            String(decoding: $0.name, as: UTF8.self)
        }
        if names.count >= Self.most {
            throw VaultError(
                "\(names.count) proposals wait for a decision; nothing was stored",
                help: "the user has to run: slip review")
        }
        let text = try written(proposal)
        try Files.makeDirectories(folder, mode: 0o700)
        let first = (names.compactMap { Int($0) }.max() ?? 0) + 1
        // It gets its name when it is complete.
        let part = file(first) + Array(".\(UInt64.random(in: .min ... .max))".utf8)
        try Files.create(part, Array(headers[0].utf8) + text, mode: 0o600)
        defer { Files.discard(part) }
        var number = first
        while try !name(part, number) { number += 1 }
        return number
    }

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
        var json = JSONWriter()
        try json.object { json in
            json.field("client", proposal.client.name)
            json.field("session", proposal.client.session)
            json.field("reason", proposal.reason)
            json.field("created", proposal.created.microseconds)
            try json.objects("files", of: proposal.files) { file, json in
                guard let before = String(validating: file.before, as: UTF8.self),
                    let after = String(validating: file.after, as: UTF8.self)
                else { throw VaultError(file.path, "is not UTF-8, and cannot be in a proposal; nothing was stored") }
                json.field("from", file.from?.text)
                json.field("to", file.to?.text)
                json.field("before", before)
                json.field("after", after)
            }
        }
        return json.bytes
    }

    /// Removes a proposal that was decided about. Does nothing if there is none.
    package func remove(_ number: Int) throws {
        do {
            try Files.remove(file(number))
        } catch  where error.isMissing {}
    }
}
