import SourceText
import System
import VaultFiles

/// The changes on disk. `.slipbox/tmp` holds the one that is being made, `.slipbox/undo` those that were made and those
/// that were taken back:
///
///     tmp/new-3w5e11     being written down; nothing was done yet
///     tmp/do-13          being made; tmp/undo-12 and tmp/redo-12 being taken back and made again
///     tmp/together       several that are taken back, or made again, by one command: all or none
///     undo/13            was made
///     undo/12.undone     was taken back, and can be made again
///     undo/11.dropped    was taken back before another change was made
///     undo/10.forgotten  was let go, as it was: made, or cut in between
///
/// A folder is used, and removed, only if its record bears the stamp of this user, machine and vault. A rename moves it
/// from one state to the next, so that an interruption leaves it in one of them.
struct ChangeStore {
    enum State: String, CaseIterable {
        case made = ""
        case undone = ".undone"
        case dropped = ".dropped"
        case forgotten = ".forgotten"
    }

    enum Work: String, CaseIterable {
        case make = "do-"
        case undo = "undo-"
        case redo = "redo-"
    }

    /// A change with where its folder is.
    struct Change {
        var number: Int
        var folder: [UInt8]
        var record: ChangeRecord
    }

    let stamp: VaultStamp
    /// `.slipbox`, or this user's own folder in it.
    let slipbox: [UInt8]

    init(_ vault: Vault) {
        stamp = VaultStamp(vault)
        slipbox = vault.fullPath(vault.ownPath)
    }

    var temporary: [UInt8] { slipbox + Array("/tmp".utf8) }
    var history: [UInt8] { slipbox + Array("/undo".utf8) }
    var rescued: [UInt8] { slipbox + Array("/rescued".utf8) }

    func folder(_ number: Int, _ state: State) -> [UInt8] { history + Array("/\(number)\(state.rawValue)".utf8) }
    func folder(_ number: Int, _ work: Work) -> [UInt8] { temporary + Array("/\(work.rawValue)\(number)".utf8) }

    static func file(_ folder: [UInt8], _ step: Int) -> [UInt8] { folder + Array("/\(step)".utf8) }

    /// Refuses private folders that are links, on another file system, or another user's: a vault of strangers may bring
    /// such along, and what lies behind them is none of ours.
    func check() throws {
        let device = try FileStatus.ifThere(slipbox)?.device
        for name in ["tmp", "undo", "trash", "rescued"] {
            let path = slipbox + Array("/\(name)".utf8)
            guard let status = try FileStatus.ifThere(path) else { continue }
            guard status.kind == .directory, status.owner == ThisProcess.user, status.device == device else {
                throw VaultError(
                    "'\(String(decoding: path, as: UTF8.self))' is a link, no folder, another user's, or on another file system; nothing was changed",
                    help: "move it out of the way: slip makes its own")
            }
        }
    }

    // MARK: Reading

    /// The folders of a directory that this user owns, with their names as text; none where there is no directory.
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

    /// A file of a folder; nil where there is none, or what slip has not made.
    private static func read(_ name: [UInt8], in folder: [UInt8]) throws(SystemError) -> [UInt8]? {
        do {
            return try Files.read(inside: folder, [name])
        } catch {
            if error.isMissing || error.isNoPlainFile { return nil }
            throw error
        }
    }

    /// The change in a folder; nil where its record was made for another vault, or not by slip: it is kept and reported.
    ///
    /// - Throws: `SystemError` where the record, or which vault this is, cannot be read.
    private func read(_ folder: [UInt8], _ number: Int) throws(SystemError) -> Change? {
        guard let bytes = try Self.read(Self.record, in: folder) else { return nil }
        guard let record = ChangeRecord(bytes, stamp: stamp) else {
            if let fault = stamp.fault { throw fault }
            return nil
        }
        return Change(number: number, folder: folder, record: record)
    }

    private static func number(_ name: String, _ state: State) -> Int? {
        guard name.hasSuffix(state.rawValue) else { return nil }
        let digits = name.dropLast(state.rawValue.count)
        return digits.utf8.allSatisfy(\.isDigit) ? Int(digits) : nil
    }

    /// The numbers of the changes in a state, the newest first. Whose they are has not been looked at.
    func numbers(_ state: State) throws(SystemError) -> [Int] {
        try Self.folders(history).compactMap { Self.number($0, state) }.sorted(by: >)
    }

    /// The changes of this vault in a state, the newest first.
    func changes(_ state: State) throws(SystemError) -> [Change] {
        try latest(.max, state)
    }

    /// The newest changes of this vault in a state, at most so many; the records of the others are not read.
    func latest(_ count: Int, _ state: State) throws(SystemError) -> [Change] {
        var changes: [Change] = []
        for number in try numbers(state) where changes.count < count {
            if let change = try read(folder(number, state), number) { changes.append(change) }
        }
        return changes
    }

    /// What a change moved, made and took away, and when; nothing where its record is not this vault's.
    ///
    /// - Throws: `SystemError` where it cannot be read, or is not there any more.
    func movements(_ folder: [UInt8]) throws(SystemError) -> (time: Moment, steps: [ChangeRecord.Step]) {
        guard let bytes = try Self.read(Self.record, in: folder) else {
            _ = try FileStatus(folder)
            return (Moment(seconds: 0), [])
        }
        let record = ChangeRecord(bytes, stamp: stamp, hasWrites: false)
        return (record?.time ?? Moment(seconds: 0), record?.steps ?? [])
    }

    /// The folders of the changes that are under way or were interrupted, by the work on them.
    func works() throws(SystemError) -> [(work: Work, number: Int)] {
        var works: [(work: Work, number: Int)] = []
        for name in try Self.folders(temporary).sorted() {
            guard let work = Work.allCases.first(where: { name.hasPrefix($0.rawValue) }),
                let number = Int(name.dropFirst(work.rawValue.count))
            else { continue }
            works.append((work, number))
        }
        return works
    }

    /// The changes that are under way or were interrupted.
    func unfinished() throws(SystemError) -> [(work: Work, change: Change)] {
        var unfinished: [(work: Work, change: Change)] = []
        for (work, number) in try works() {
            if let change = try read(folder(number, work), number) { unfinished.append((work, change)) }
        }
        return unfinished
    }

    /// The number of records that were made elsewhere, or cannot be read: they are kept and told of.
    func foreign() throws -> Int {
        let own = Set(
            try State.allCases.flatMap { state in try changes(state).map { "\($0.number)\(state.rawValue)" } })
        let work = Set(try unfinished().map { "\($0.work.rawValue)\($0.change.number)" })
        return try Self.folders(history).count { !own.contains($0) }
            + Self.folders(temporary).count { name in
                if work.contains(name) { return false }
                // What is ours is being written down now, or swept by the next change.
                let folder = temporary + Array("/\(name)".utf8)
                return !name.hasPrefix("new-") || !isBegun(folder, Self.record, headers: ChangeRecord.headers(stamp))
            }
    }

    // MARK: Several at once

    /// Changes that one command takes back or makes again. As long as it is written down, they belong where they were:
    /// who finds it after an interruption brings back those that were turned already. Removing it is what ends the command.
    struct Together {
        /// Where all of them were.
        var origin: State
        var numbers: [Int]
    }

    private static let record = Array("record".utf8)
    private static let together = Array("together".utf8)

    private var togetherFile: [UInt8] { temporary + [Byte.slash] + Self.together }

    private var togetherHeaders: [String] { stamp.words.map { "slip-together 1 \($0)" } }

    /// What was written down and not ended; nil also where it was made elsewhere, or not written to its end.
    func together() throws(SystemError) -> Together? {
        guard let bytes = try Self.read(Self.together, in: temporary) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard lines.count == 4, togetherHeaders.contains(String(lines[0])), lines[3] == "end" else { return nil }
        let numbers = lines[2].split(separator: " ").compactMap { Int($0) }
        guard let origin = [State.made, .undone].first(where: { "from \($0)" == lines[1] }), !numbers.isEmpty else {
            return nil
        }
        return Together(origin: origin, numbers: numbers)
    }

    func begin(_ together: Together) throws(SystemError) {
        let lines = [
            togetherHeaders[0], "from \(together.origin)", together.numbers.map { "\($0)" }.joined(separator: " "),
            "end",
            "",
        ]
        try Files.makeDirectories(temporary, mode: 0o700)
        try clearTogether()
        try Files.create(togetherFile, Array(lines.joined(separator: "\n").utf8), mode: 0o600)
        try Files.synchronize(togetherFile)
        Files.synchronizeDirectory(temporary)
    }

    /// Removes half a file that an interruption left, which says nothing. One of another vault is kept under another name.
    private func clearTogether() throws(SystemError) {
        guard FileStatus.seen(togetherFile) != nil else { return }
        if isBegun(temporary, Self.together, headers: togetherHeaders) { return try Files.remove(togetherFile) }
        var number = 1
        func kept() -> [UInt8] { togetherFile + Array("-of-another-vault-\(number)".utf8) }
        while FileStatus.seen(kept()) != nil { number += 1 }
        try Files.move(togetherFile, kept())
    }

    func endTogether() throws(SystemError) {
        try Files.remove(togetherFile)
        Files.synchronizeDirectory(temporary)
    }

    // MARK: Writing

    /// A number that no change has.
    func nextNumber() throws -> Int {
        let made = try State.allCases.flatMap { try numbers($0) }
        let begun = try Self.folders(temporary).compactMap { name in
            Work.allCases.first { name.hasPrefix($0.rawValue) }.flatMap { Int(name.dropFirst($0.rawValue.count)) }
        }
        return ((made + begun).max() ?? 0) + 1
    }

    /// Writes down a change that is not made yet, in a folder that waits for its contents.
    func begin(_ change: Change) throws(SystemError) {
        try Files.makeDirectories(temporary, mode: 0o700)
        sweepBegun()
        try Files.makeDirectory(change.folder, mode: 0o700)
        let record = change.folder + [Byte.slash] + Self.record
        try Files.create(record, change.record.bytes(stamp: stamp), mode: 0o600)
        // Before anything else is in the folder: by the record it is known as ours.
        try Files.synchronize(record)
        Files.synchronizeDirectory(change.folder)
    }

    /// Has a change that was begun, and whose contents are all there, be one that is being made.
    func start(_ change: Change) throws(SystemError) -> Change {
        let folder = folder(change.number, .make)
        try Files.move(change.folder, folder)
        Files.synchronizeDirectory(temporary)
        return Change(number: change.number, folder: folder, record: change.record)
    }

    /// Gives a change another place, and has that written to the disk.
    func move(_ change: Change, to folder: [UInt8]) throws(SystemError) -> Change {
        try Files.makeDirectories(history, mode: 0o700)
        try Files.makeDirectories(temporary, mode: 0o700)
        try Files.move(change.folder, folder)
        Files.synchronizeDirectory(temporary)
        Files.synchronizeDirectory(history)
        return Change(number: change.number, folder: folder, record: change.record)
    }

    /// What was taken back cannot be made again once another change was made; it is kept for as long as the others.
    func dropUndone() {
        // One that cannot be moved can still be made again, which does no harm.
        for change in (try? changes(.undone)) ?? [] {
            try? Files.move(change.folder, folder(change.number, .dropped))
        }
    }

    /// Removes what an interruption left of a change that was being written down: its contents, which stand nowhere else
    /// yet, and the record last. What holds anything more is not ours, and stays.
    func sweepBegun() {
        // What cannot be listed now is swept by a later command.
        for name in (try? Self.folders(temporary)) ?? [] where name.hasPrefix("new-") {
            let folder = temporary + Array("/\(name)".utf8)
            if let begun = try? read(folder, 0) {
                for index in begun.record.steps.indices { Files.discard(Self.file(folder, index)) }
            }
            if names(folder) == [Self.record], isBegun(folder, Self.record, headers: ChangeRecord.headers(stamp)) {
                Files.discard(folder + [Byte.slash] + Self.record)
            }
            Files.discardFolder(folder)
        }
        do {
            if try together() == nil, isBegun(temporary, Self.together, headers: togetherHeaders) {
                Files.discard(togetherFile)
            }
        } catch {
            // What it says is not known.
        }
    }

    /// Whether a file begins as ours do, or was not written as far as that.
    private func isBegun(_ folder: [UInt8], _ name: [UInt8], headers: [String]) -> Bool {
        guard let bytes = try? Files.read(inside: folder, [name]) else { return false }
        return headers.contains { bytes.starts(with: $0.utf8) || $0.utf8.starts(with: bytes) }
    }

    /// The names in a folder; none where it cannot be listed.
    private func names(_ folder: [UInt8]) -> [[UInt8]] { ((try? Files.list(folder, follows: false)) ?? []).map(\.name) }

    /// Removes a change that is over, its record last: by that an interruption's rest is known.
    func remove(_ change: Change) throws(SystemError) {
        for name in names(change.folder) where name != Self.record {
            try Files.removeTree(change.folder + [Byte.slash] + name)
        }
        try Files.removeTree(change.folder)
    }

    private static let mostKept = 100
    private static let longestKept: Int64 = 30 * 24 * 3600 * 1_000_000_000

    /// The changes that are too many, or too old, to be kept.
    func outdated() -> [Change] {
        // What cannot be listed now is too old for a later command too.
        let all = State.allCases.flatMap { state in ((try? numbers(state)) ?? []).map { ($0, state) } }
            .sorted { $0.0 > $1.0 }
        let now = LocalZone.now().microseconds * 1000
        return all.enumerated().compactMap { index, entry in
            let folder = folder(entry.0, entry.1)
            guard let status = FileStatus.seen(folder),
                index >= Self.mostKept || now - status.changed > Self.longestKept
            else { return nil }
            return try? read(folder, entry.0)
        }
    }
}
