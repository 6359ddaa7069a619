import Commands
import Foundation
import SourceText
import Synchronization
import System
import TestSupport
import Testing
import VaultFiles

/// Notes that another program has open for writing while slip changes them.
@Suite(.waits) struct OpenNoteTests {
    /// Opens a note as a logger does.
    private static func open(_ path: String, in vault: TemporaryVault) throws -> HeldNote {
        try HeldNote(vault.full(VaultPath(path)))
    }

    @Test(arguments: [["set", "n.md", "x=1"], ["append", "n.md", "more"], ["rm", "n.md", "--force"], ["undo"]])
    func `a note that another program has open for writing stays as it is`(command: [String]) throws {
        let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
        if command == ["undo"] { #expect(try CommandLine.run(["set", "n.md", "y=1"], in: vault).status == 0) }
        let before = try #require(vault.read("n.md"))
        let handle = try Self.open("n.md", in: vault)
        let result = try CommandLine.run(command, in: vault)
        // A removed note goes to the trash as the same file.
        if command[0] == "rm" {
            #expect(result.status == 0, "\(result.errors)")
        } else {
            #expect(result.status == 2 && result.errors.contains("'n.md' is open for writing in"), "\(result.errors)")
            #expect(vault.read("n.md") == before)
        }
        try handle.write("later\n")
        try handle.close()
        if command[0] == "rm" {
            #expect(try CommandLine.run(["undo"], in: vault).status == 0)
        }
        #expect(vault.read("n.md") == before + Array("later\n".utf8))
        #expect(!vault.exists(".slipbox/rescued") && !vault.exists(".slipbox/displaced"))
        if command != ["undo"] { #expect(try CommandLine.run(["set", "n.md", "z=1"], in: vault).status == 0) }
    }

    @Test(arguments: [
        CallSeam(), CallSeam(isPlain: true), CallSeam(hasLeases: false), CallSeam(isPlain: true, hasLeases: false),
    ])
    func `text that is written to a replaced note is merged by the next change`(seam: CallSeam) throws {
        let vault = try TemporaryVault(["n.md": "---\ny: 0\n---\nmy text\n", "o.md": "o\n"])
        let handle = try Self.open("n.md", in: vault)
        let set = try CallSeam.$current.withValue(seam) {
            try CommandLine.run(["set", "n.md", "y=1", "--force"], in: vault)
        }
        #expect(set.status == 0, "\(set.errors)")
        for (number, text) in ["later\n", "and more\n"].enumerated() {
            try handle.write(text)
            let next = try CallSeam.$current.withValue(seam) {
                try CommandLine.run(["set", "o.md", "x=\(number)"], in: vault)
            }
            #expect(next.status == 0)
            #expect(next.errors.contains("merged what another program wrote to 'n.md'"), "\(next.errors)")
        }
        #expect(vault.read("n.md") == Array("---\ny: 1\n---\nmy text\nlater\nand more\n".utf8))
        try handle.close()
        #expect(try !CommandLine.run(["set", "o.md", "x=9"], in: vault).errors.contains("n.md"), "once")
        // Each merge is a separate change.
        #expect(try CommandLine.run(["undo", "3"], in: vault).status == 0)
        #expect(vault.read("n.md") == Array("---\ny: 1\n---\nmy text\nlater\n".utf8))
    }

    /// Changes the word that a test overwrites in the replaced file.
    private static let replacement = ["replace", "n.md", "--old", "my", "--new", "our", "--force"]

    /// Leaves a rescued text, `1-0-1`.
    private static func leaveConflict(in vault: TemporaryVault) throws {
        let handle = try open("n.md", in: vault)
        #expect(try CommandLine.run(Self.replacement, in: vault).status == 0)
        handle.seekToStart()
        try handle.write("MY")
        // While the program may be in the middle of a save, its text stays where it is.
        #expect(try CommandLine.run(["set", "o.md", "x=1"], in: vault).status == 0)
        #expect(!vault.exists(".slipbox/rescued"))
        try handle.close()
        let next = try CommandLine.run(["set", "o.md", "x=2"], in: vault)
        #expect(next.errors.contains("'n.md'") && next.errors.contains("slip rescued take 1-0-1"), "\(next.errors)")
    }

    @Test func `text that conflicts with the note is kept and reported`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
        try Self.leaveConflict(in: vault)
        #expect(vault.read(".slipbox/rescued/1-0-1") == Array("MY text\n".utf8))
        let check = try CommandLine.run(["check", "--kind", "rescued-text"], in: vault)
        #expect(check.status == 1 && check.output.contains("n.md"), "\(check)")
        #expect(try !CommandLine.run(["set", "o.md", "x=3"], in: vault).errors.contains("n.md"), "once")
    }

    @Test func `a rescued text is merged with markers, or goes to the trash`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
        try Self.leaveConflict(in: vault)
        let list = try CommandLine.run(["rescued", "list"], in: vault)
        #expect(
            list.status == 0 && list.output.contains("1-0-1\t") && list.output.contains("    + MY text\n"), "\(list)")
        let before = try #require(vault.read("n.md"))
        #expect(try CommandLine.run(["rescued", "take", "1-0-1", "--dry-run"], in: vault).status == 0)
        #expect(vault.read("n.md") == before)
        #expect(try CommandLine.run(["rescued", "take", "1-0-1"], in: vault).status == 0)
        let merged = String(decoding: vault.read("n.md") ?? [], as: UTF8.self)
        #expect(merged == "<<<<<<< note\nour text\n=======\nMY text\n>>>>>>> 1-0-1\n")
        #expect(try CommandLine.run(["rescued"], in: vault).status == 1)
        #expect(try CommandLine.run(["undo"], in: vault).status == 0)
        #expect(try CommandLine.run(["rescued"], in: vault).output.contains("    + MY text\n"))
        #expect(try CommandLine.run(["rescued", "drop", "1-0-1"], in: vault).status == 0)
        let trash = try CommandLine.run(["trash", "list"], in: vault)
        #expect(trash.output.contains("n (rescued 1-0-1).md"), "\(trash)")
        #expect(try CommandLine.run(["trash", "restore", "n (rescued 1-0-1).md"], in: vault).status == 0)
        #expect(vault.read("n (rescued 1-0-1).md") == Array("MY text\n".utf8))
        let unknown = try CommandLine.run(["rescued", "drop", "9"], in: vault)
        #expect(unknown.status == 2 && unknown.errors.contains("there is no rescued text '9'"), "\(unknown.errors)")
    }

    @Test func `a displaced note with late text outlives its record`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(["set", "n.md", "x=1", "--force"], in: vault).status == 0)
        // Records are kept for 100 changes.
        for number in 0..<105 { #expect(try CommandLine.run(["set", "o.md", "x=\(number)"], in: vault).status == 0) }
        try handle.write("late\n")
        try handle.close()
        #expect(try CommandLine.run(["set", "o.md", "x=last"], in: vault).status == 0)
        #expect(vault.read("n.md") == Array("---\nx: 1\n---\nmy text\nlate\n".utf8))
    }

    /// The second name leads to the file on which the first step has a lease.
    @Test func `two names of one file are changed together`() throws {
        let vault = try TemporaryVault(["a.md": "text\n"])
        try FileManager.default.linkItem(atPath: vault.full(VaultPath("a.md")), toPath: vault.full(VaultPath("b.md")))
        let start = ContinuousClock.now
        #expect(try CommandLine.run(["set", "--force", "a.md", "b.md", "x=1"], in: vault).status == 0)
        #expect(vault.read("b.md") == Array("---\nx: 1\n---\ntext\n".utf8))
        #expect(try CommandLine.run(["undo"], in: vault).status == 0)
        #expect(vault.read("a.md") == Array("text\n".utf8) && vault.read("b.md") == Array("text\n".utf8))
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func `an interrupted change is rolled back although a note is open for writing`() throws {
        func vault() throws -> TemporaryVault { try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"]) }
        func set(_ vault: TemporaryVault, _ seam: CallSeam) throws {
            _ = try CallSeam.$current.withValue(seam) {
                try CommandLine.run(["set", "n.md", "o.md", "x=1"], in: vault)
            }
        }
        let all = CallSeam()
        try set(vault(), all)
        let exchange = try #require(all.calls.firstIndex { if case .exchange = $0 { true } else { false } })
        let vault = try vault()
        try set(vault, CallSeam(stoppingAt: exchange + 1))
        #expect(vault.read("n.md") == Array("---\nx: 1\n---\nmy text\n".utf8))
        let handle = try Self.open("n.md", in: vault)
        let next = try CommandLine.run(["set", "o.md", "y=1"], in: vault)
        #expect(next.status == 0, "\(next.errors)")
        #expect(vault.read("n.md") == Array("my text\n".utf8))
        try handle.write("late\n")
        try handle.close()
        #expect(try CommandLine.run(["set", "o.md", "y=2"], in: vault).status == 0)
        let note = String(decoding: vault.read("n.md") ?? [], as: UTF8.self)
        let rescued = try CommandLine.run(["rescued"], in: vault).output
        #expect(note.contains("late") || rescued.contains("late"), "\(note) \(rescued)")
    }

    /// Between the two exchanges, one note is saved by rename, and the other in place.
    @Test func `a change of two notes is made again after both were saved meanwhile`() throws {
        let vault = try TemporaryVault(["a.md": "a\n", "b.md": "b\n"])
        let (first, second) = (vault.full(VaultPath("a.md")), vault.full(VaultPath("b.md")))
        let exchanges = Atomic<Int>(0)
        let seam = CallSeam(beforeCall: { call in
            guard case .exchange = call, exchanges.add(1, ordering: .relaxed).newValue == 2 else { return }
            try? Data("a\nsaved\n".utf8).write(to: URL(fileURLWithPath: first), options: .atomic)
            try? Data("b\nsaved\n".utf8).write(to: URL(fileURLWithPath: second), options: .atomic)
        })
        let result = try CallSeam.$current.withValue(seam) {
            try CommandLine.run(["set", "a.md", "b.md", "x=1"], in: vault)
        }
        #expect(result.status == 0, "\(result.errors)")
        #expect(vault.read("a.md") == Array("---\nx: 1\n---\na\nsaved\n".utf8))
        #expect(vault.read("b.md") == Array("---\nx: 1\n---\nb\nsaved\n".utf8))
        #expect(try CommandLine.run(["set", "a.md", "y=1"], in: vault).status == 0)
    }

    @Test func `rescued texts that did not come from slip are not used`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n"])
        #expect(try CommandLine.run(["set", "n.md", "x=1"], in: vault).status == 0)
        try vault.makeFolder(".slipbox/rescued")
        try vault.setMode(VaultPath(".slipbox/rescued"), 0o700)
        for (name, text) in [("3-0-1", "[core]\n"), ("3-0-1.note", ".git/config\n"), ("3-0-1.base", "")] {
            try vault.write(".slipbox/rescued/\(name)", text)
        }
        #expect(try CommandLine.run(["rescued"], in: vault).status == 1)
        #expect(try CommandLine.run(["rescued", "take", "3-0-1"], in: vault).status == 2)
        try vault.makeFolder(".slipbox/undo/9223372036854775807")
        #expect(try CommandLine.run(["set", "n.md", "x=2"], in: vault).status == 0)
    }

    @Test func `the trash keeps a file that is open for writing`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(["rm", "n.md", "o.md", "--force"], in: vault).status == 0)
        let kept = try CommandLine.run(["trash", "empty", "--force"], in: vault)
        #expect(kept.status == 2 && kept.errors.contains("1 of the files in the trash"), "\(kept.errors)")
        try handle.write("late\n")
        try handle.close()
        #expect(try CommandLine.run(["trash", "restore", "n.md"], in: vault).status == 0)
        #expect(vault.read("n.md") == Array("my text\nlate\n".utf8))
    }

    /// Runs a command. Another program uses the note meanwhile: it looks up the path before the first exchange, and waits in
    /// open(2) until the lease ends. Returns the number of exchanges, too.
    private static func run(
        _ command: [String], in vault: TemporaryVault, beside use: @escaping @Sendable (_ path: String) -> Void
    ) throws -> (TestProcess.Result, exchanges: Int) {
        let path = vault.full(VaultPath("n.md"))
        let exchanges = Atomic<Int>(0)
        let finished = DispatchSemaphore(value: 0)
        let seam = CallSeam(beforeCall: { call in
            guard case .exchange = call, exchanges.add(1, ordering: .relaxed).newValue == 1 else { return }
            Thread {
                use(path)
                finished.signal()
            }.start()
            // The thread has looked up the path, and waits.
            usleep(50_000)
        })
        let result = try CallSeam.$current.withValue(seam) { try CommandLine.run(command, in: vault) }
        finished.wait()
        return (result, exchanges.load(ordering: .relaxed))
    }

    @Test func `a program that opens the note during an exchange writes to the note`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n"])
        let (result, _) = try Self.run(["set", "n.md", "x=1"], in: vault) { path in
            let file = FileHandle(forUpdatingAtPath: path)
            file?.seekToEndOfFile()
            file?.write(Data("theirs\n".utf8))
            file?.closeFile()
        }
        #expect(result.status == 0, "\(result.errors)")
        #expect(vault.read("n.md") == Array("---\nx: 1\n---\nmy text\ntheirs\n".utf8))
        #expect(!vault.exists(".slipbox/rescued") && !vault.exists(".slipbox/displaced"))
    }

    /// A reader waits in open(2) as a writer does; slip cannot tell them apart.
    @Test(arguments: [["set", "n.md", "x=1"], ["undo"], ["undo", "2"], ["redo"], ["redo", "2"]])
    func `a program that reads the note during an exchange only delays the change`(command: [String]) throws {
        let vault = try TemporaryVault(["n.md": "my text\n"])
        for value in ["y=1", "z=1"] { #expect(try CommandLine.run(["set", "n.md", value], in: vault).status == 0) }
        let both = vault.read("n.md")
        if command[0] == "redo" { #expect(try CommandLine.run(["undo", "2"], in: vault).status == 0) }
        let (result, exchanges) = try Self.run(command, in: vault) { _ = FileManager.default.contents(atPath: $0) }
        #expect(result.status == 0, "\(result.errors)")
        #expect(exchanges > 1)
        let expected = [
            "set n.md x=1": "---\ny: 1\nz: 1\nx: 1\n---\nmy text\n", "undo": "---\ny: 1\n---\nmy text\n",
            "undo 2": "my text\n", "redo": "---\ny: 1\n---\nmy text\n",
        ]
        #expect(vault.read("n.md") == expected[command.joined(separator: " ")].map { Array($0.utf8) } ?? both)
    }

    @Test func `a text that an undo removes is kept once, however often the undo is tried`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(["set", "n.md", "y=1", "--force"], in: vault).status == 0)
        try handle.write("late\n")
        try handle.close()
        #expect(try CommandLine.run(["set", "o.md", "x=1"], in: vault).errors.contains("merged what another program"))
        #expect(try CommandLine.run(["undo"], in: vault).status == 0)
        let (undone, exchanges) = try Self.run(["undo"], in: vault) { _ = FileManager.default.contents(atPath: $0) }
        #expect(undone.status == 0 && exchanges > 1, "\(undone.errors)")
        #expect(undone.errors.ranges(of: "is saved in").count == 1, "\(undone.errors)")
    }

    @Test func `a merge that was interrupted before it was recorded is not repeated`() throws {
        for number in stride(from: 0, to: 60, by: LongTests.areWanted ? 1 : 4) {
            let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
            let handle = try Self.open("n.md", in: vault)
            #expect(try CommandLine.run(["set", "n.md", "x=1", "--force"], in: vault).status == 0)
            try handle.write("late\n")
            try handle.close()
            let seam = CallSeam(stoppingAt: number)
            _ = try CallSeam.$current.withValue(seam) { try CommandLine.run(["set", "o.md", "y=1"], in: vault) }
            if !seam.hasFailed { break }
            // An editor adds a line.
            try vault.write(VaultPath("n.md"), (vault.read("n.md") ?? []) + Array("mine\n".utf8))
            #expect(try CommandLine.run(["set", "o.md", "y=2"], in: vault).status <= 2)
            #expect(try CommandLine.run(["set", "o.md", "y=3"], in: vault).status <= 2)
            let note = String(decoding: vault.read("n.md") ?? [], as: UTF8.self)
            #expect(note.split(separator: "\n").count { $0 == "late" } <= 1, "call \(number): \(note)")
        }
    }

    @Test func `a change does not wait for the texts of a note that is open`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
        for number in 0..<6 {
            let handle = try Self.open("n.md", in: vault)
            #expect(try CommandLine.run(["set", "n.md", "x=\(number)", "--force"], in: vault).status == 0)
            let last = try Self.open("n.md", in: vault)
            try handle.write("late \(number)\n")
            try handle.close()
            try last.close()
        }
        let handle = try Self.open("n.md", in: vault)
        let start = ContinuousClock.now
        #expect(try CommandLine.run(["set", "o.md", "x=1"], in: vault).status == 0)
        #expect(ContinuousClock.now - start < .seconds(2))
        try handle.close()
    }
}
