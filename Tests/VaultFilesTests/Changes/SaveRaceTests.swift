import Commands
import Foundation
import SourceText
import Synchronization
import System
import TestSupport
import Testing
import VaultFiles

/// A program saves a note again and again while slip changes it. Each save adds a new line. At the end, each line is
/// in the note, or in a file that slip has reported. `.ci/saves` does the same with separate processes, for longer.
@Suite(.waits) struct SaveRaceTests {
    enum Way: String, CaseIterable, Sendable {
        case truncate, overwrite, append, heldOpen, rename, twoEditors
    }

    /// A program that saves the note.
    private final class Program: Sendable {
        let path: String
        let way: Way
        /// The lines that were saved.
        let lines = Mutex<[String]>([])
        private let isStopped = Atomic<Bool>(false)
        private let finished = DispatchSemaphore(value: 0)

        init(_ path: String, _ way: Way) {
            self.path = path
            self.way = way
            Thread { [self] in
                var random = FixedGenerator(3)
                let held = way == .heldOpen ? FileHandle(forUpdatingAtPath: path) : nil
                _ = try? held?.seekToEnd()
                var number = 0
                while !isStopped.load(ordering: .relaxed) {
                    number += 1
                    let line = "line-\(number)-"
                    if (try? save(line, held)) != nil { lines.withLock { $0.append(line) } }
                    usleep(UInt32(random.next() % 20_000))
                }
                try? held?.close()
                finished.signal()
            }.start()
        }

        func stop() {
            isStopped.store(true, ordering: .relaxed)
            finished.wait()
        }

        /// Adds a line to the note.
        private func save(_ line: String, _ held: FileHandle?) throws {
            let bytes = Data("\(line)\n".utf8)
            switch way {
            case .heldOpen: try held?.write(contentsOf: bytes)
            case .append, .twoEditors:
                let file = try Self.open(path)
                try file.seekToEnd()
                try file.write(contentsOf: bytes)
                try file.close()
            case .truncate, .overwrite:
                // It has the note open while it reads and saves it, so that no other program comes between.
                let file = try Self.open(path)
                let text = try (file.readToEnd() ?? Data()) + bytes
                if way == .truncate { try file.truncate(atOffset: 0) }
                try file.seek(toOffset: 0)
                try file.write(contentsOf: text.prefix(text.count / 2))
                usleep(500)
                try file.write(contentsOf: text.dropFirst(text.count / 2))
                try file.close()
            case .rename:
                let old = try Files.read(Array(path.utf8)).bytes
                let temporary = path + ".tmp"
                try (Data(old) + bytes).write(to: URL(fileURLWithPath: temporary))
                // A careful editor compares before it replaces.
                guard try Files.read(Array(path.utf8)).bytes == old else { throw CocoaError(.fileWriteUnknown) }
                try Files.rename(Array(temporary.utf8), Array(path.utf8))
            }
        }

        private static func open(_ path: String) throws -> FileHandle {
            guard let file = FileHandle(forUpdatingAtPath: path) else { throw CocoaError(.fileNoSuchFile) }
            return file
        }
    }

    @Test(arguments: Way.allCases, [true, false])
    func `every save of another program is in the note or in a reported file`(way: Way, hasLeases: Bool) throws {
        let vault = try TemporaryVault(["n.md": "---\nx: 0\n---\n# N\n\ntext\n", "o.md": "o\n"])
        let path = vault.full(VaultPath("n.md"))
        let programs = (0..<(way == .twoEditors ? 2 : 1)).map { _ in Program(path, way) }
        let delays = Mutex(FixedGenerator(5))
        let seam = CallSeam(hasLeases: hasLeases) { _ in
            let delay = delays.withLock { $0.next() }
            if delay % 8 == 0 { usleep(UInt32(delay % 3_000)) }
        }
        var reports = ""
        let end = ContinuousClock.now + .milliseconds(150)
        var number = 0
        while ContinuousClock.now < end {
            number += 1
            let command = number % 2 == 0 ? ["append", "n.md", "own \(number)"] : ["set", "n.md", "x=\(number)"]
            reports += try CallSeam.$current.withValue(seam) { try CommandLine.run(command, in: vault).errors }
        }
        for program in programs { program.stop() }
        for command in [["set", "o.md", "y=1"], ["set", "o.md", "y=2"], ["check"]] {
            let result = try CommandLine.run(command, in: vault)
            reports += result.errors + result.output
        }
        let note = String(decoding: vault.read("n.md") ?? [], as: UTF8.self)
        let rescued = vault.allFiles().filter { $0.hasPrefix(".slipbox/rescued/") }
        let reported = rescued.filter { reports.contains($0) }.map {
            String(decoding: vault.read(VaultPath($0)) ?? [], as: UTF8.self)
        }
        let lines = programs.flatMap { $0.lines.withLock { $0 } }
        #expect(!lines.isEmpty)
        for line in lines {
            #expect(note.contains(line) || reported.contains { $0.contains(line) }, "\(line) of \(lines.count)")
        }
    }

    /// A program writes to the old file of a change, and then to the new one before one of the reads of its undo. With a
    /// lease, it would wait.
    @Test func `an undo without leases keeps both texts of a program that saves meanwhile`() throws {
        @Sendable func append(_ text: String, to path: String) {
            let file = FileHandle(forUpdatingAtPath: path)
            _ = try? file?.seekToEnd()
            try? file?.write(contentsOf: Data(text.utf8))
            try? file?.close()
        }
        let isReached = Atomic<Bool>(true)
        var read = 0
        while isReached.exchange(false, ordering: .relaxed) {
            let vault = try TemporaryVault(["n.md": "text\n", "o.md": "o\n"])
            let seam = CallSeam(hasLeases: false)
            _ = try CallSeam.$current.withValue(seam) { try CommandLine.run(["append", "n.md", "own"], in: vault) }
            let note = vault.full(VaultPath("n.md"))
            append("late one\n", to: vault.full(VaultPath(".slipbox/undo/1/0")))
            let beside = CallSeam(beforeReading: "/n.md", read: read, hasLeases: false) {
                isReached.store(true, ordering: .relaxed)
                append("late two\n", to: note)
            }
            var reports = try CallSeam.$current.withValue(beside) { try CommandLine.run(["undo"], in: vault).errors }
            let wanted = isReached.load(ordering: .relaxed) ? ["late one", "late two"] : ["late one"]
            for command in [["set", "o.md", "y=1"], ["set", "o.md", "y=2"], ["check"]] {
                let result = try CallSeam.$current.withValue(seam) { try CommandLine.run(command, in: vault) }
                reports += result.errors + result.output
            }
            let files = vault.allFiles().filter {
                $0 == "n.md" || reports.contains($0) && $0.hasPrefix(".slipbox/rescued/")
            }
            let texts = files.map { String(decoding: vault.read(VaultPath($0)) ?? [], as: UTF8.self) }
            for line in wanted {
                #expect(texts.contains { $0.contains(line) }, "\(line), read \(read): \(texts) \(reports)")
            }
            read += 1
        }
        #expect(read > 1)
    }

    @Test func `an undo of two changes beside a save keeps what it can neither complete nor restore`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
        #expect(try CommandLine.run(["set", "o.md", "x=1"], in: vault).status == 0)
        #expect(try CommandLine.run(["set", "n.md", "x=1"], in: vault).status == 0)
        // Refuses the undo of the first change.
        try vault.write("o.md", "saved\n")
        // The undo of the second one restores this text, and reports it before the undo of the first one.
        try vault.write(".slipbox/undo/2/0", "late text\n")
        func undo() throws {
            let writer = try VaultWriter(locking: Vault(root: vault.root), now: Moment(seconds: 0))
            _ = try writer.undo(2) { _ in try? vault.write("n.md", "saved too\n") }
        }
        let error = try #require(throws: VaultError.self) { try undo() }
        #expect(error.message.hasPrefix("cannot undo all 2 changes: these files have changed since '"), "\(error)")
        #expect(error.message.contains("; only these were undone: '"), "\(error)")
        #expect(!error.message.contains("nothing was"), "\(error)")
        #expect(vault.read("n.md") == Array("saved too\n".utf8))
        let next = try CommandLine.run(["set", "o.md", "y=1"], in: vault)
        #expect(next.status == 0 && !next.errors.contains("interrupted"), "\(next.errors)")
    }
}
