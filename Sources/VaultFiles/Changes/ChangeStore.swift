import SourceText
import System

/// The folders of changes on disk. `.slipbox/tmp` contains the change in progress, `.slipbox/undo` the complete ones:
///
///     tmp/new-3w5e11     being recorded, before the first step
///     tmp/do-13          in progress
///     tmp/undo-12        being undone; tmp/redo-12 being redone
///     tmp/together       several changes that one command undoes or redoes: all or none
///     undo/13            made
///     undo/14.automatic  made by a watcher, and undone with a change before it
///     undo/15.merging    the files of a merge that git has not recorded yet
///     undo/15.merged     the files of a merge of git, which undo skips
///     undo/12.undone     undone, can be redone
///     undo/11.dropped    undone before another change was made
///     undo/10.forgotten  forgotten, either complete or interrupted
///
/// A folder is used, and removed, only if its record has the stamp of this user, machine and vault. A rename changes
/// the state of a change, so that an interruption leaves it in one state.
struct ChangeStore {
    /// The state of a complete change, with the suffix of its folder in `undo`.
    enum State: String, CaseIterable {
        case made = ""
        case automatic = ".automatic"
        case merging = ".merging"
        case merged = ".merged"
        case undone = ".undone"
        case dropped = ".dropped"
        case forgotten = ".forgotten"
    }

    /// What an unfinished change was doing, with the prefix of its folder in `tmp`.
    enum Activity: String, CaseIterable {
        case make = "do-"
        case undo = "undo-"
        case redo = "redo-"
    }

    /// A change with its folder in `tmp` or `undo`.
    struct StoredChange {
        var number: Int
        var folder: [UInt8]
        var record: ChangeRecord
    }

    let stamp: VaultStamps
    /// `.slipbox`, or the user's own folder in it.
    let slipbox: [UInt8]

    init(_ vault: Vault) {
        stamp = VaultStamps(vault)
        slipbox = vault.fullPath(vault.ownPath)
    }

    var temporary: [UInt8] { slipbox + Array("/tmp".utf8) }
    var history: [UInt8] { slipbox + Array("/undo".utf8) }
    var rescued: [UInt8] { slipbox + Array("/rescued".utf8) }
    var displaced: [UInt8] { slipbox + Array("/displaced".utf8) }

    func folder(_ number: Int, _ state: State) -> [UInt8] { history + Array("/\(number)\(state.rawValue)".utf8) }
    func folder(_ number: Int, _ work: Activity) -> [UInt8] { temporary + Array("/\(work.rawValue)\(number)".utf8) }

    static func contentFile(in folder: [UInt8], step: Int) -> [UInt8] { folder + Array("/\(step)".utf8) }

    /// Returns the private folders that are links, on another file system, or owned by another user, and why. A vault of
    /// unknown origin may contain such folders, and slip must not change what they lead to.
    func folderFaults() throws -> [(path: [UInt8], reason: String)] {
        let device = try FileStatus.ifThere(slipbox)?.device
        return try ["tmp", "undo", "trash", "rescued", "displaced", "proposals", "unsaved"].compactMap { name in
            let path = slipbox + Array("/\(name)".utf8)
            guard let status = try FileStatus.ifThere(path) else { return nil }
            if status.kind != .directory { return (path, "is \(status.kind.words), not a folder") }
            if status.owner != ThisProcess.user { return (path, "belongs to another user") }
            return status.device == device ? nil : (path, "is on another file system")
        }
    }

    /// Refuses private folders that cannot be used.
    func check() throws {
        guard let (path, reason) = try folderFaults().first else { return }
        let message = "'\(String(decoding: path, as: UTF8.self))' \(reason); nothing was changed"
        throw VaultError(message, help: "move it elsewhere; slip creates a new one")
    }

    // MARK: Reading

    /// Returns the names of the folders in a directory that this user owns, or none if there is no directory.
    private static func folders(_ path: [UInt8]) throws(SystemError) -> [String] {
        guard try FileStatus.ifThere(path)?.kind == .directory else { return [] }
        let directory = try Directory(path, follows: false)
        var folders: [String] = []
        for name in try directory.names() {
            let status = try directory.status(of: name)
            if status.kind == .directory, status.owner == ThisProcess.user {
                folders.append(String(decoding: name, as: UTF8.self))
            }
        }
        return folders
    }

    /// Returns the content of a file in a folder, or nil if it is missing or not a regular file.
    private static func read(_ name: [UInt8], in folder: [UInt8]) throws(SystemError) -> [UInt8]? {
        do {
            return try Files.read(inside: folder, [name])
        } catch {
            if error.isMissing || error.isNoPlainFile { return nil }
            throw error
        }
    }

    /// Returns the change in a folder, or nil if its record belongs to another vault or is not a record.
    ///
    /// - Throws: `SystemError` if the record or the identity of the vault cannot be read.
    private func read(_ folder: [UInt8], _ number: Int) throws(SystemError) -> StoredChange? {
        guard let bytes = try Self.read(Self.record, in: folder) else { return nil }
        guard let record = ChangeRecord(bytes, stamp: stamp) else {
            if let fault = stamp.fault { throw fault }
            return nil
        }
        return StoredChange(number: number, folder: folder, record: record)
    }

    private static func number(_ name: String, _ state: State) -> Int? {
        guard name.hasSuffix(state.rawValue) else { return nil }
        let digits = name.dropLast(state.rawValue.count)
        return digits.utf8.allSatisfy(\.isDigit) ? Int(digits) : nil
    }

    /// Returns the numbers of all complete changes, in no order, also of those in a state of another version of slip.
    private func numbers() throws(SystemError) -> [Int] {
        try Self.folders(history).compactMap { name in Int(name.prefix { $0 != "." }) }
    }

    /// Returns the numbers of the changes in a state, newest first. They may belong to other vaults.
    func numbers(_ state: State) throws(SystemError) -> [Int] {
        try Self.folders(history).compactMap { Self.number($0, state) }.sorted(by: >)
    }

    /// Returns the changes of this vault in a state, newest first.
    func changes(_ state: State) throws(SystemError) -> [StoredChange] {
        try latest(.max, state)
    }

    /// Returns at most `count` changes of this vault in a state, newest first, and reads no older records.
    ///
    /// - Parameter isWanted: returns whether a change counts (default: every change).
    func latest(
        _ count: Int, _ state: State, where isWanted: (StoredChange) -> Bool = { _ in true }
    ) throws(SystemError) -> [StoredChange] {
        var changes: [StoredChange] = []
        for number in try numbers(state) where changes.count < count {
            if let change = try read(folder(number, state), number), isWanted(change) { changes.append(change) }
        }
        return changes
    }

    /// Returns the folders that the record of a change may be in.
    func folders(_ number: Int) -> [[UInt8]] {
        State.allCases.map { folder(number, $0) } + Activity.allCases.map { folder(number, $0) }
    }

    /// Returns the change of this vault with a number, in any state. Nil if there is none, or if it cannot be read.
    func change(_ number: Int) -> StoredChange? {
        for folder in folders(number) { if let change = try? read(folder, number) { return change } }
        return nil
    }

    /// Returns the current path of a file, according to the moves of the complete changes after a change.
    func currentPath(of path: VaultPath, after number: Int) -> VaultPath {
        var path = path
        for later in ((try? numbers(.made)) ?? []).filter({ $0 > number }).reversed() {
            for case .move(let from, let to) in (try? movements(folder(later, .made)).steps) ?? [] {
                path = path.moved(from: from, to: to)
            }
        }
        return path
    }

    /// Returns the complete change of this vault with the highest number, in any state, that counts (default: every one).
    func newest(where isWanted: (StoredChange) -> Bool = { _ in true }) -> StoredChange? {
        // Skips records that cannot be read, or that belong to another vault.
        let numbers = ((try? numbers()) ?? []).sorted(by: >)
        return numbers.lazy.compactMap { change($0) }.first(where: isWanted)
    }

    /// Returns the time and the steps of a change without its writes, or no steps if it belongs to another vault.
    ///
    /// - Throws: `SystemError` if the record cannot be read, or if the folder no longer exists.
    func movements(_ folder: [UInt8]) throws(SystemError) -> (time: Moment, steps: [ChangeRecord.Step]) {
        guard let bytes = try Self.read(Self.record, in: folder) else {
            _ = try FileStatus(folder)
            return (Moment(seconds: 0), [])
        }
        let record = ChangeRecord(bytes, stamp: stamp, hasWrites: false)
        return (record?.time ?? Moment(seconds: 0), record?.steps ?? [])
    }

    func unfinishedActivities() throws(SystemError) -> [(work: Activity, number: Int)] {
        try Self.folders(temporary).sorted().compactMap { name in
            guard let work = Activity.allCases.first(where: { name.hasPrefix($0.rawValue) }) else { return nil }
            return Int(name.dropFirst(work.rawValue.count)).map { (work, $0) }
        }
    }

    /// Returns whether a change of this vault, or the undo of several, is in progress or was interrupted. Records of
    /// other vaults and machines do not count.
    func hasUnfinished() throws(SystemError) -> Bool {
        for (work, number) in try unfinishedActivities() {
            // A folder without a record may belong to a change that just started.
            guard let bytes = try Self.read(Self.record, in: folder(number, work)) else { return true }
            if ChangeRecord(bytes, stamp: stamp, hasWrites: false) != nil { return true }
        }
        return try batch() != nil
    }

    func unfinishedChanges() throws(SystemError) -> [(work: Activity, change: StoredChange)] {
        var unfinished: [(work: Activity, change: StoredChange)] = []
        for (work, number) in try unfinishedActivities() {
            if let change = try read(folder(number, work), number) { unfinished.append((work, change)) }
        }
        return unfinished
    }

    /// Returns the number of records that are unreadable or belong to another vault, machine or user. They are kept.
    func foreignCount() throws -> Int {
        let own = Set(
            try State.allCases.flatMap { state in try changes(state).map { "\($0.number)\(state.rawValue)" } })
        let work = Set(try unfinishedChanges().map { "\($0.work.rawValue)\($0.change.number)" })
        // The removal of an expired change that was killed can leave an empty folder.
        return try Self.folders(history).count { name in
            !own.contains(name) && (try? Files.list(history + Array("/\(name)".utf8), follows: false))?.isEmpty != true
        }
            + Self.folders(temporary).count { name in
                if work.contains(name) { return false }
                // A record of this vault is being written now, or the next change removes it.
                let folder = temporary + Array("/\(name)".utf8)
                return !name.hasPrefix("new-") || !hasRecordHeader(in: folder)
            }
    }

    // MARK: Several at once

    /// Changes that one command undoes or redoes. While the file of a batch exists, its changes belong in their
    /// original state. Recovery restores those that were undone or redone already. The command ends when it removes the
    /// file.
    struct Batch {
        /// The state of all changes before the command.
        var origin: State
        var numbers: [Int]
    }

    private static let record = Array("record".utf8)
    private static let batch = Array("together".utf8)

    private var batchFile: [UInt8] { temporary + [Byte.slash] + Self.batch }

    private var batchHeaders: [String] { stamp.words.map { "slip-together 1 \($0)" } }

    /// Returns the interrupted batch, or nil if there is none, if it is incomplete, or if it belongs to another vault.
    func batch() throws(SystemError) -> Batch? {
        guard let bytes = try Self.read(Self.batch, in: temporary) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard lines.count == 4, batchHeaders.contains(String(lines[0])), lines[3] == "end" else { return nil }
        let numbers = lines[2].split(separator: " ").compactMap { Int($0) }
        guard let origin = [State.made, .undone].first(where: { "from \($0)" == lines[1] }), !numbers.isEmpty else {
            return nil
        }
        return Batch(origin: origin, numbers: numbers)
    }

    func begin(_ batch: Batch) throws(SystemError) {
        let lines = [
            batchHeaders[0], "from \(batch.origin)", batch.numbers.map { "\($0)" }.joined(separator: " "),
            "end",
            "",
        ]
        try Files.makeDirectories(temporary, mode: 0o700)
        try clearBatch()
        try Files.create(batchFile, Array(lines.joined(separator: "\n").utf8), mode: 0o600)
        try Files.synchronize(batchFile)
        Files.synchronizeDirectory(temporary)
    }

    /// Removes an incomplete file that an interruption left. A file of another vault is renamed.
    private func clearBatch() throws(SystemError) {
        guard FileStatus.seen(batchFile) != nil else { return }
        if hasHeader(temporary, Self.batch, headers: batchHeaders) { return try Files.remove(batchFile) }
        var number = 1
        func kept() -> [UInt8] { batchFile + Array("-of-another-vault-\(number)".utf8) }
        while FileStatus.seen(kept()) != nil { number += 1 }
        try Files.move(batchFile, kept())
    }

    func endBatch() throws(SystemError) {
        try Files.remove(batchFile)
        Files.synchronizeDirectory(temporary)
    }

    // MARK: Writing

    func nextNumber() throws -> Int {
        // A folder with a larger number is not from slip.
        let largest = 1 << 40
        let known = try numbers() + unfinishedActivities().map(\.number)
        return (known.filter { $0 < largest }.max() ?? 0) + 1
    }

    /// Writes the record of a change whose contents are not written yet.
    func begin(_ change: StoredChange) throws(SystemError) {
        try Files.makeDirectories(temporary, mode: 0o700)
        removeIncomplete()
        try Files.makeDirectory(change.folder, mode: 0o700)
        let record = change.folder + [Byte.slash] + Self.record
        try Files.create(record, change.record.bytes(stamp: stamp), mode: 0o600)
        // The record must be on the disk first, because it identifies the folder as one of this vault.
        try Files.synchronize(record)
        Files.synchronizeDirectory(change.folder)
    }

    /// Marks a recorded change with all its contents as in progress.
    func start(_ change: StoredChange) throws(SystemError) -> StoredChange {
        let folder = folder(change.number, .make)
        try Files.move(change.folder, folder)
        Files.synchronizeDirectory(temporary)
        return StoredChange(number: change.number, folder: folder, record: change.record)
    }

    /// Moves a change to another folder, and flushes both directories.
    func move(_ change: StoredChange, to folder: [UInt8]) throws(SystemError) -> StoredChange {
        try Files.makeDirectories(history, mode: 0o700)
        try Files.makeDirectories(temporary, mode: 0o700)
        try Files.move(change.folder, folder)
        Files.synchronizeDirectory(temporary)
        Files.synchronizeDirectory(history)
        return StoredChange(number: change.number, folder: folder, record: change.record)
    }

    /// Makes redo impossible after a new change. The undone changes are kept as long as other records.
    func dropUndone() {
        // A change that cannot be moved can still be redone, which is harmless.
        for change in (try? changes(.undone)) ?? [] {
            try? Files.move(change.folder, folder(change.number, .dropped))
        }
    }

    /// Removes changes whose recording or removal was interrupted. The record comes last, because it identifies the
    /// folder. A folder with any other file is not from slip, and stays.
    func removeIncomplete() {
        // Empty: the removal of a discarded change was interrupted after its record.
        for (work, number) in (try? unfinishedActivities()) ?? [] where names(folder(number, work)).isEmpty {
            Files.discardFolder(folder(number, work))
        }
        // A later command tries again if this cannot be listed.
        for name in (try? Self.folders(temporary)) ?? [] where name.hasPrefix("new-") {
            let folder = temporary + Array("/\(name)".utf8)
            if let begun = try? read(folder, 0) {
                for index in begun.record.steps.indices { Files.discard(Self.contentFile(in: folder, step: index)) }
            }
            if names(folder) == [Self.record], hasRecordHeader(in: folder) {
                Files.discard(folder + [Byte.slash] + Self.record)
            }
            Files.discardFolder(folder)
        }
        do {
            if try batch() == nil, hasHeader(temporary, Self.batch, headers: batchHeaders) {
                Files.discard(batchFile)
            }
        } catch {
            // The file stays if it cannot be read.
        }
    }

    /// Returns whether a file starts with one of the headers, or is an incomplete header.
    private func hasHeader(_ folder: [UInt8], _ name: [UInt8], headers: [String]) -> Bool {
        guard let bytes = try? Files.read(inside: folder, [name]) else { return false }
        return headers.contains { bytes.starts(with: $0.utf8) || $0.utf8.starts(with: bytes) }
    }

    private func hasRecordHeader(in folder: [UInt8]) -> Bool {
        hasHeader(folder, Self.record, headers: ChangeRecord.headers(stamp))
    }

    private func names(_ folder: [UInt8]) -> [[UInt8]] { ((try? Files.list(folder, follows: false)) ?? []).map(\.name) }

    /// Removes a complete change. The record comes last, because it identifies what an interruption leaves.
    func remove(_ change: StoredChange) throws(SystemError) {
        for name in names(change.folder) where name != Self.record {
            try Files.removeTree(change.folder + [Byte.slash] + name)
        }
        try Files.removeTree(change.folder)
    }
}
