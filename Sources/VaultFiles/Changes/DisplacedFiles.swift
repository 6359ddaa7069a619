import SourceText
import System

/// The old files of changes, which other programs may still have open and write to.
///
/// Such a file is marked, and is examined by every later change until no program can write to it. Each mark is a folder
/// of `.slipbox/displaced` with these files:
///
///     file     the path of the note, and which file was displaced
///     base     the content of the file that is known: the old content of the note, then each version that was rescued
///
/// A file that has a writer, or content that is not known, is never removed.
struct DisplacedFiles {
    let vault: Vault
    let store: ChangeStore

    let writers = WriterList()

    init(_ vault: Vault) {
        self.vault = vault
        store = ChangeStore(vault)
    }

    /// The files that other processes have open for writing, determined when they are first needed.
    final class WriterList {
        lazy var all = FileWriter.all()
    }

    // MARK: Marks

    /// A displaced file that another program may write to.
    struct Mark: Hashable {
        /// The number of the change, and the index of its step.
        var number: Int
        var step: Int
        /// The path of the note.
        var path: VaultPath
        var inode: UInt64
        /// The displaced file, if it is in the folder of the note and not in the record.
        var sibling: VaultPath?

        var name: String { "\(number)-\(step)" }
    }

    private static let file = Array("/file".utf8)
    /// The end of the name of a mark that is being written.
    private static let incomplete = ".new"
    private static let base = Array("/base".utf8)

    private func folder(_ name: String) -> [UInt8] { store.displaced + Array("/\(name)".utf8) }

    private func name(_ step: Int, of change: ChangeStore.StoredChange) -> String { "\(change.number)-\(step)" }

    /// Returns whether a file is the one that a step displaced, and is marked.
    func isMarked(step: Int, of change: ChangeStore.StoredChange, at file: [UInt8]) throws(SystemError) -> Bool {
        guard let mark = mark(name(step, of: change)), let status = try FileStatus.ifThere(file) else { return false }
        return mark.inode == status.inode
    }

    /// Marks a file before a step displaces it.
    ///
    /// - Parameters:
    ///   - hash: that of the content that the step expects. Other content would become known without being in the note.
    ///   - sibling: the path in the vault at which the displaced file stays, if it does not move to the record.
    /// - Throws: `VaultError` if the file has other content.
    func mark(
        _ file: [UInt8], _ path: VaultPath, step: Int, of change: ChangeStore.StoredChange, expecting hash: Int64,
        beside sibling: VaultPath? = nil
    ) throws {
        let (bytes, status) = try Files.read(file)
        guard ContentHash.hash(bytes) == hash else { throw FileLeases.changed(path) }
        try mark(content: bytes, inode: status.inode, path, step: step, of: change, beside: sibling)
    }

    /// - Parameter content: the known content, or nil to rescue all of it.
    func mark(
        content: [UInt8]?, inode: UInt64, _ path: VaultPath, step: Int, of change: ChangeStore.StoredChange,
        beside sibling: VaultPath?
    ) throws {
        let (final, folder) = (folder(name(step, of: change)), folder(name(step, of: change) + Self.incomplete))
        try Files.removeTree(folder)
        try Files.makeDirectories(folder, mode: 0o700)
        if let content { try Files.create(folder + Self.base, content, mode: 0o600) }
        var lines = [headers[0], "path \(PercentText.encoded(path.bytes))", "inode \(inode)"]
        if let sibling { lines.append("beside \(PercentText.encoded(sibling.bytes))") }
        try Files.create(folder + Self.file, Array((lines + ["end", ""]).joined(separator: "\n").utf8), mode: 0o600)
        try Files.removeTree(final)
        try Files.rename(folder, final)
    }

    private var headers: [String] { store.stamp.words.map { "slip-displaced 1 \($0)" } }

    /// Returns the marks of this vault.
    ///
    /// - Parameter cleans: whether to remove marks that an interruption left incomplete.
    func marks(cleans: Bool = false) -> [Mark] {
        // A later command tries again if this cannot be listed.
        ((try? Files.listIfThere(store.displaced, follows: false)) ?? []).compactMap { entry in
            let name = String(decoding: entry.name, as: UTF8.self)
            if cleans, name.hasSuffix(Self.incomplete) { try? Files.removeTree(folder(name)) }
            return mark(name)
        }.sorted { ($0.number, $0.step) < ($1.number, $1.step) }
    }

    private func mark(_ name: String) -> Mark? {
        let numbers = name.split(separator: "-").compactMap { Int($0) }
        // Others can put files here. One of slip is small.
        guard numbers.count == 2,
            let bytes = try? Files.read(inside: folder(name), [Array(Self.file.dropFirst())], limit: 1 << 16)
        else {
            return nil
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        func value(_ label: String) -> Substring? { lines.first { $0.hasPrefix(label) }?.dropFirst(label.count) }
        func path(_ label: String) -> VaultPath? {
            value(label).flatMap { PercentText.decoded($0) }.map { VaultPath(bytes: $0) }
                .flatMap { VaultPath.root.resolving($0) == $0 ? $0 : nil }
        }
        guard let header = lines.first, headers.contains(String(header)), lines.last == "end", let note = path("path "),
            let inode = value("inode ").flatMap({ UInt64($0) })
        else { return nil }
        return Mark(number: numbers[0], step: numbers[1], path: note, inode: inode, sibling: path("beside "))
    }

    func base(of mark: Mark) -> [UInt8]? {
        try? Files.read(inside: folder(mark.name), [Array(Self.base.dropFirst())])
    }

    /// Returns the file of a mark, or nil if it no longer exists, or is back in the vault.
    func file(of mark: Mark) -> [UInt8]? {
        let files =
            mark.sibling.map { [vault.fullPath($0)] }
            ?? store.folders(mark.number).map { ChangeStore.contentFile(in: $0, step: mark.step) }
        return files.first { FileStatus.seen($0)?.inode == mark.inode }
    }

    // MARK: Late text

    /// Text that another program wrote to a file after slip had displaced it.
    struct LateText {
        var mark: Mark
        /// The known content, from which the other program started, if there is a record of it.
        var base: [UInt8]?
        var content: [UInt8]
        /// Whether it may be merged. A program that slip cannot see may be in the middle of a save, and the rest of its text is
        /// not removed from the note.
        var isComplete = true
        /// Whether a program has the file open for writing.
        var hasWriter = false

        /// The file and its content in one line.
        var identifier: String { "\(mark.name) \(mark.inode) \(ContentHash.hash(content))" }
    }

    /// Returns the texts that other programs have written to marked files, and to the files that the last change
    /// displaced. Removes the marks of files that no program can write to any more.
    func lateTexts() -> [LateText] {
        let marks = marks(cleans: true)
        return (marks.compactMap { lateText($0) } + lateTexts(ofLastChange: Set(marks.map(\.name)))).map(atCurrentPath)
    }

    /// Returns the complete texts in marked files that no program has open for writing. Removes marks as `lateTexts` does.
    func closedTexts() -> [LateText] {
        marks().compactMap { lateText($0) }.filter { $0.isComplete && !$0.hasWriter }.map(atCurrentPath)
    }

    func atCurrentPath(_ text: LateText) -> LateText {
        var text = text
        text.mark.path = currentPath(of: text.mark)
        return text
    }

    /// Whether there may be marks.
    var hasMarks: Bool { (try? Directory(store.displaced, follows: false).names())?.isEmpty == false }

    /// Returns the path of the note of a mark, which later changes may have moved.
    func currentPath(of mark: Mark) -> VaultPath { store.currentPath(of: mark.path, after: mark.number) }

    /// - Parameter settles: whether to remove the mark of a file that no program can write to any more.
    func lateText(_ mark: Mark, settles: Bool = true) -> LateText? {
        guard let file = file(of: mark) else {
            if settles { try? Files.removeTree(folder(mark.name)) }
            return nil
        }
        let base = base(of: mark)
        // A later command tries again if the file cannot be read.
        guard let attempt = try? FileLease.take(file) else { return nil }
        if case .taken(let lease) = attempt {
            let bytes = try? lease.bytes()
            lease.end()
            guard let content = bytes else { return nil }
            if content != base { return LateText(mark: mark, base: base, content: content) }
            if settles { settle(mark, file, content: content) }
            return nil
        }
        guard let content = try? Files.read(file).bytes else { return nil }
        if content == base {
            if settles, case .unavailable = attempt, isOld(folder(mark.name)), !hasWriter(file) {
                settle(mark, file, content: content)
            }
            return nil
        }
        // A program may be in the middle of a save. What it adds at the end is complete text, though.
        let isAddition = base.map { content.starts(with: $0) } ?? true
        var text = LateText(mark: mark, base: base, content: content, isComplete: isAddition)
        if case .hasWriter = attempt {
            if !isAddition { return nil }
            text.hasWriter = true
        } else {
            text.hasWriter = hasWriter(file)
        }
        return text
    }

    /// Removes the mark of a file whose content is known and that no program has open, and the file if it is in the folder of
    /// the note. While the record has other content than its description says, the mark stays, because it has the known
    /// content.
    private func settle(_ mark: Mark, _ file: [UInt8], content: [UInt8]) {
        if mark.sibling != nil {
            // A later command tries again if a program has opened it meanwhile.
            guard (try? remove(file, known: [ContentHash.hash(content)])) == true else { return }
        } else if let change = store.change(mark.number), change.record.steps.indices.contains(mark.step),
            !Self.hashes(of: change.record.steps[mark.step]).contains(ContentHash.hash(content))
        {
            return
        }
        try? Files.removeTree(folder(mark.name))
    }

    /// Whether a file or folder was displaced so long ago that a program which had looked up its path has opened it.
    private func isOld(_ path: [UInt8]) -> Bool {
        let minutes: Int64 = 10 * 60 * 1_000_000_000
        guard let status = FileStatus.seen(path) else { return true }
        return abs(LocalZone.now().microseconds * 1000 - status.changed) > minutes
    }

    func hasWriter(_ file: [UInt8]) -> Bool {
        guard let status = FileStatus.seen(file) else { return false }
        return writers.all[FileWriter.File(status)] != nil
    }

    /// Returns what other programs wrote to the files of the last change, and of an automatic one after it, although they had no lease: a program that was
    /// interrupted for long between the look-up of a path and the opening of the file.
    private func lateTexts(ofLastChange marked: Set<String>) -> [LateText] {
        let newest = store.newest()
        let own = newest?.record.origin == .watcher ? store.newest { $0.record.origin != .watcher } : nil
        return [newest, own].compactMap { $0 }.flatMap { unknownTexts($0, except: marked) }
    }

    /// Returns the unknown contents of the files that a change displaced.
    func unknownTexts(_ change: ChangeStore.StoredChange, except marked: Set<String> = []) -> [LateText] {
        let written = FileStatus.seen(change.folder + Array("/record".utf8))?.modified ?? 0
        // Of many files, and of large ones, only those are read that have been written to by their times.
        let largest = change.record.steps.count <= 100 ? 1 << 20 : 0
        return change.record.steps.enumerated().compactMap { index, step in
            let known = Self.hashes(of: step)
            let file = ChangeStore.contentFile(in: change.folder, step: index)
            guard !known.isEmpty, !marked.contains(name(index, of: change)), let status = FileStatus.seen(file),
                status.size <= largest || status.modified >= written, let hash = try? Files.contentHash(file),
                !known.contains(hash),
                let content = try? Files.read(file).bytes
            else { return nil }
            let mark = mark(name(index, of: change))
            if let mark, base(of: mark) == content { return nil }
            return LateText(
                mark: Mark(number: change.number, step: index, path: step.path, inode: status.inode, sibling: nil),
                base: mark.flatMap { base(of: $0) }, content: content)
        }
    }

    /// Returns the texts that a change has merged into notes. Its undo removes them there.
    func mergedTexts(_ change: ChangeStore.StoredChange) -> [LateText] {
        if change.record.merges == nil { return [] }
        return change.record.steps.enumerated().compactMap { index, step in
            guard case .write(let path, _, let after) = step,
                let (content, status) = try? Files.read(vault.fullPath(path)), ContentHash.hash(content) == after
            else { return nil }
            let base = try? Files.read(ChangeStore.contentFile(in: change.folder, step: index)).bytes
            return LateText(
                mark: Mark(number: change.number, step: index, path: path, inode: status.inode, sibling: nil),
                base: base, content: content)
        }
    }

    /// The hashes of the contents that a step can displace.
    private static func hashes(of step: ChangeRecord.Step) -> [Int64] {
        switch step {
        case .write(_, let before, let after): [before, after]
        case .create(_, let hash), .remove(_, let hash): [hash]
        case .move, .makeFolder, .removeFolder: []
        }
    }

    /// Records that a text has been rescued, so that it is not rescued again.
    func setRescued(_ text: LateText) throws {
        let (mark, folder) = (text.mark, folder(text.mark.name))
        if self.mark(mark.name) == nil {
            guard let change = store.change(mark.number) else { return }
            return try self.mark(
                content: text.content, inode: mark.inode, mark.path, step: mark.step, of: change, beside: mark.sibling)
        }
        try Files.replace(folder + Self.base, text.content, mode: 0o600)
    }

    // MARK: Removing

    /// Removes a displaced file if its content is known and no program can write to it.
    ///
    /// - Returns: whether the file no longer exists.
    func remove(_ file: [UInt8], known: [Int64]) throws(SystemError) -> Bool {
        guard let status = try FileStatus.ifThere(file) else { return true }
        switch try FileLease.take(file) {
        case .taken(let lease):
            defer { lease.end() }
            guard known.contains(try lease.contentHash()), !lease.isBroken else { return false }
            try Files.remove(file)
        case .hasWriter: return false
        case .unavailable:
            guard known.contains(try Files.contentHash(file)), writers.all[FileWriter.File(status)] == nil else {
                return false
            }
            try Files.remove(file)
        }
        return true
    }

    /// Whether no program can be about to write to a file that it has looked up under its old path. Without leases, that is
    /// unknown for a while.
    private func mayRemove(_ file: [UInt8]) -> Bool {
        if case .unavailable = try? FileLease.take(file) { isOld(file) } else { true }
    }

    /// Removes the record of a change. While another program may write to one of its files, or has written to it, the file
    /// is marked and the record stays. A later command tries again.
    func discard(_ change: ChangeStore.StoredChange) {
        var change = change
        if change.folder.starts(with: store.temporary) {
            // While its files are removed, it must not look like a change in progress that lacks files.
            guard let moved = try? store.move(change, to: store.folder(change.number, .dropped)) else { return }
            change = moved
        }
        var isComplete = true
        for (index, step) in change.record.steps.enumerated() {
            let file = ChangeStore.contentFile(in: change.folder, step: index)
            guard let status = FileStatus.seen(file) else { continue }
            var known = Self.hashes(of: step)
            // The mark may be that of a file which is back in the vault.
            let mark = mark(name(index, of: change)).flatMap { $0.inode == status.inode ? $0 : nil }
            if let base = mark.flatMap({ base(of: $0) }) { known.append(ContentHash.hash(base)) }
            if mayRemove(file), (try? remove(file, known: known)) == true { continue }
            isComplete = false
            if mark != nil { continue }
            // A file that cannot be read is marked too, so that it is listed.
            let content = try? Files.read(file).bytes
            let isKnown = content.map { known.contains(ContentHash.hash($0)) } ?? false
            try? self.mark(
                content: isKnown ? content : nil, inode: status.inode, step.path, step: index, of: change, beside: nil)
        }
        if isComplete { try? store.remove(change) }
    }
}
