import SourceText
import System

/// The leases of the files that a change replaces or removes.
///
/// A lease keeps other programs from opening the old file. A program that has looked up the path, and has not opened the
/// file yet, would get the old file and write to it after the change. So the leases are kept for a while after a step.
/// `release` then finds such a program waiting, and the step can be undone before it continues (`FileLease`).
final class FileLeases {
    /// The leases of one step.
    struct Held {
        enum Outcome {
            case removed
            case replaced(WrittenFile)
        }

        var step: Int
        var path: VaultPath
        /// The lease of the file that the step has removed or replaced.
        var old: FileLease
        var outcome: Outcome

        /// The file that took the place of the old one.
        var new: WrittenFile? { if case .replaced(let new) = outcome { new } else { nil } }

        func end() {
            old.end()
            new?.lease?.end()
        }
    }

    struct WrittenFile {
        /// Its lease, if it was granted. No other program can see the new content while it exists.
        var lease: FileLease?
        var inode: UInt64
        /// The path of the old file if it is in the folder of the note, as a second copy of what the record has.
        var copy: VaultPath?
    }

    /// Whether to replace files that are open for writing.
    let force: Bool
    /// The files that were replaced although another program has them open for writing.
    private(set) var notices: [String] = []
    private var held: [Held] = []
    private var waited: Int64 = 0
    /// The writers of files without leases, as found once for the whole change.
    private var writers: [FileWriter.File: FileWriter]?

    private let folders: StepFolders

    /// Every step has two open files. Most systems permit 1,024.
    private static let maximum = 32

    /// How long to wait for programs that have files open for writing, in milliseconds. Other programs wait for the files of
    /// earlier steps meanwhile.
    private static let timeout: Int64 = 500

    init(force: Bool, folders: StepFolders) {
        self.force = force
        self.folders = folders
    }

    // MARK: Taking

    /// Takes a lease on a file that a step replaces. Waits half a second for a program that has it open for writing.
    ///
    /// - Returns: nil if the file has no lease: it is on a file system without leases, belongs to another user, or is open
    ///   for writing and `force` is set. What another program writes to it can then only be rescued (`DisplacedFiles`).
    /// - Throws: `VaultError` if a program keeps the file open for writing. `SystemError` if it cannot be read.
    func take(_ file: [UInt8], _ path: VaultPath) throws -> FileLease? {
        try releaseIfHeld(file)
        let start = Waiting.now()
        defer { waited += Waiting.now() - start }
        var pause = 1
        while true {
            var writer: FileWriter?
            switch try FileLease.take(file) {
            case .taken(let lease): return lease
            case .unavailable:
                let identity = FileWriter.File(try FileStatus(file))
                let known = writers ?? FileWriter.all()
                writers = known
                guard known[identity] != nil else { return nil }
                writer = FileWriter.all()[identity]
                writers?[identity] = writer
                if writer == nil { return nil }
            case .hasWriter: break
            }
            if waited + Waiting.now() - start >= Self.timeout {
                writer = try writer ?? FileWriter.all()[FileWriter.File(FileStatus(file))]
                let name = writer?.description ?? "another program"
                guard force else {
                    throw VaultError(
                        path, "is open for writing in \(name)", cause: .locked,
                        help: "close it there; to change it anyway: --force")
                }
                notices.append(
                    "'\(path.text)' is open for writing in \(name); the next change merges the text that it writes there"
                )
                return nil
            }
            ThisProcess.sleep(.milliseconds(pause))
            pause = min(2 * pause, 50)
        }
    }

    /// Takes a lease on a new file. Nil if that is not possible: only this process knows the file.
    func takeNew(_ file: [UInt8]) throws -> FileLease? {
        try releaseIfHeld(file)
        return if case .taken(let lease) = try? FileLease.take(file) { lease } else { nil }
    }

    // MARK: Releasing

    /// Keeps the leases of a step until `release`.
    func keep(_ leases: Held) { held.append(leases) }

    /// Releases the oldest leases if there are many.
    ///
    /// - Throws: as `release`.
    func makeRoom() throws {
        if held.count >= Self.maximum { try release(Self.maximum / 2) }
    }

    /// Ends the leases of all steps, or of the first ones.
    ///
    /// - Throws: `VaultError` if another program waits for one of the old files. Its leases and those of the steps after it
    ///   are kept, so that the steps can be undone.
    func release(_ count: Int = .max) throws {
        for _ in 0..<min(count, held.count) {
            if held[0].old.isBroken { throw Self.changed(held[0].path) }
            // No other program can open it.
            if let copy = held[0].new?.copy { try Files.remove(folders.path(of: copy)) }
            held.removeFirst().end()
        }
    }

    /// Ends the leases of all steps if one of them is for this file: this process would wait for itself when it opens the file.
    /// A file can have several names in the vault.
    ///
    /// - Throws: as `release`.
    func releaseIfHeld(_ file: [UInt8]) throws {
        guard !held.isEmpty, let status = try FileStatus.ifThere(file) else { return }
        func isSame(_ lease: FileLease?) -> Bool {
            lease?.status.inode == status.inode && lease?.status.device == status.device
        }
        if held.contains(where: { isSame($0.old) || isSame($0.new?.lease) }) { try release() }
    }

    /// Returns the leases of a step, which are no longer kept.
    func remove(_ step: Int) -> Held? {
        held.firstIndex { $0.step == step }.map { held.remove(at: $0) }
    }

    /// Ends the leases of all steps, whether or not another program waits for a file.
    func abandon() {
        for leases in held { leases.end() }
        held = []
    }

    static func changed(_ path: VaultPath) -> VaultError {
        VaultError(path, "was changed by another program", cause: .conflict, help: "try again")
    }
}
