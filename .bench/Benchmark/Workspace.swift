import BenchmarkSystem
import Dispatch
import SourceText
import Synchronization
import System

/// The folder for benchmarks with one number of notes: the generated vault and the databases of the baselines. Creates
/// the vault.
struct Workspace: Sendable {
    /// The folder that contains the folders for all numbers of notes.
    let parent: String
    let folder: [UInt8]
    let count: Int

    init(_ directory: String?, count: Int) {
        parent =
            directory ?? "\(ThisProcess.variable("TMPDIR") ?? "/tmp")/slip-bench-\(ThisProcess.user)"
        folder = Array("\(parent)/\(count)".utf8)
        self.count = count
    }

    /// A separate vault for writing many notes at once, since they stay changed.
    static let bulkCount = 6600
    var bulkWorkspace: Workspace { Workspace("\(parent)/bulk", count: Self.bulkCount) }

    func path(_ name: String) -> [UInt8] { folder + Array("/\(name)".utf8) }
    func text(_ name: String) -> String { String(decoding: path(name), as: UTF8.self) }

    var vault: [UInt8] { path("vault") }
    var vaultText: String { text("vault") }
    private var marker: [UInt8] { path("vault.made") }

    func size(_ name: String) -> Int64 { (try? FileStatus(path(name)))?.size ?? 0 }

    func isComplete() -> Bool {
        guard let text = try? Files.read(marker).bytes, let tally = try? TreeTally(vault) else { return false }
        return text == Self.markerText(for: tally)
    }

    /// Returns the content of the marker file of a complete vault. If the marker file differs, the vault cannot be
    /// reused.
    private static func markerText(for tally: TreeTally) -> [UInt8] {
        Array("version \(GeneratedVault.version)\n\(tally.files) files\n\(tally.bytes) bytes\n".utf8)
    }

    /// Makes the vault and removes the databases. An earlier vault of this program is replaced, whether complete or
    /// not.
    func make() throws {
        try Files.makeDirectories(folder, mode: 0o700)
        let status = try FileStatus(folder)
        guard status.kind == .directory, status.owner == ThisProcess.user else {
            throw BenchmarkError(
                "'\(String(decoding: folder, as: UTF8.self))' belongs to another user, or is not a folder")
        }
        // Removes only what this program made. The marker is written before the first file.
        if (try? FileStatus(vault)) != nil {
            guard (try? FileStatus(marker)) != nil else {
                throw BenchmarkError("'\(vaultText)' was not made by this program")
            }
            try Files.removeTree(vault)
        }
        try? Files.remove(marker)
        try Files.create(marker, Array("unfinished\n".utf8))
        for name in ["insert.db", "match.db", "rows.txt", "shell.db"] { try? Files.remove(path(name)) }
        let made = GeneratedVault(count: count)
        let failure = Mutex<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: made.folders) { number in
            do { try write(made, folder: number) } catch { failure.withLock { $0 = error } }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
        let tally = try TreeTally(vault)
        try Files.remove(marker)
        try Files.create(marker, Self.markerText(for: tally))
    }

    func makeVault(slip: String) throws {
        try make()
        for words in [["init", vaultText], ["index", "--vault", vaultText]] {
            _ = try MeasuredProgram([slip] + words).run(self)
        }
    }

    private func write(_ made: GeneratedVault, folder number: Int) throws {
        let path = vault + [Byte.slash] + made.path(ofFolder: number)
        try Files.makeDirectories(path)
        for note in made.notes(inFolder: number) {
            let file = vault + [Byte.slash] + made.path(ofNote: note)
            try Files.create(file, made.text(ofNote: note))
            try Files.setModified(file, (made.created(note) + 3600) * 1_000_000_000)
        }
        for picture in 0..<2 {
            try Files.create(path + [Byte.slash] + GeneratedVault.picture(picture), GeneratedVault.pixel)
        }
    }
}
