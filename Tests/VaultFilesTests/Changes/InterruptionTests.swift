import Commands
import Foundation
import SourceText
import System
import TestSupport
import Testing

@testable import VaultFiles

/// What an interrupted change leaves, and what becomes of it. Each test puts the vault into the state that a kill between
/// two steps leaves, by making a change and taking its last steps back.
@Suite(.waits) struct InterruptionTests {
    private static let files = [
        "a.md": "---\nstatus: draft\nlinks: [\"[[b]]\"]\n---\n[[b]] ![](Sub/p.png)\n",
        "b.md": "---\nid: b\n---\n[a](a.md)\n",
        "Sub/c.md": "[[b]] ![](p.png)\n", "Sub/p.png": "png", "z.md": "z\n",
    ]

    private static func snapshot(_ vault: TemporaryVault) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for entry in vault.list() { files[entry.path.text] = entry.isFolder ? [] : vault.read(entry.path) }
        return files
    }

    /// Puts the last change into the state of having been killed after some of its steps.
    private func cut(_ vault: TemporaryVault, after count: Int, work: ChangeStore.Activity = .make) throws -> Int {
        try cut(vault.root, after: count, work: work)
    }

    private func cut(_ root: [UInt8], after count: Int, work: ChangeStore.Activity = .make) throws -> Int {
        let opened = try Vault(root: root)
        let store = ChangeStore(opened)
        let state: ChangeStore.State = work == .make ? .made : .undone
        let done = try #require(store.changes(state).first)
        let change = try store.move(done, to: store.folder(done.number, work))
        let runner = StepRunner(opened, change)
        let steps = change.record.steps
        if work == .make {
            for index in (min(count, steps.count)..<steps.count).reversed() {
                try runner.run(steps[index], index, forwards: false)
            }
        } else {
            // An undo starts with the last step, so `count` of the last steps are undone.
            for index in 0..<max(0, steps.count - count) { try runner.run(steps[index], index, forwards: true) }
        }
        return steps.count
    }

    private static let commands = [
        ["set", "a.md", "b.md", "x=1"], ["mv", "b.md", "New/Deep/d.md"], ["mv", "Sub", "Other"],
        ["rm", "b.md", "--unlink", "--force"], ["rm", "Sub/c.md", "--force"], ["keyword", "add", "a.md", "k"],
        ["folder", "rm", "Sub", "--recursive", "--force"], ["folder", "rm", "Sub", "--keep-notes", "--force"],
        ["folder", "new", "F/G"], ["new", "Fresh"],
    ]

    @Test(arguments: commands)
    func `readers report an interrupted change, and the next change rolls it back`(
        _ command: [String]
    ) throws {
        var count = 0
        var steps = 1
        while count <= steps {
            let vault = try TemporaryVault(Self.files)
            _ = try CommandLine.run(["index"], in: vault)
            let before = Self.snapshot(vault)
            #expect(try CommandLine.run(command, in: vault).status == 0)
            let after = Self.snapshot(vault)
            steps = try cut(vault, after: count)
            let between = Self.snapshot(vault)

            let told = try CommandLine.run(["search", "--count"], in: vault)
            #expect(Self.snapshot(vault) == between, "a reading command changes nothing")
            let isBetween = between != before && between != after
            #expect(
                told.errors.contains("was interrupted after") || !isBetween, "\(command) after \(count): \(told.errors)"
            )

            let next = try CommandLine.run(["set", "z.md", "y=2"], in: vault)
            #expect(next.status == 0, "\(command) after \(count): \(next.errors)")
            #expect(next.errors.contains("was rolled back") || !isBetween, "\(next.errors)")
            var expected = count >= steps ? after : before
            expected["z.md"] = Array("---\ny: 2\n---\nz\n".utf8)
            #expect(Self.snapshot(vault) == expected, "\(command) after \(count) of \(steps)")
            #expect(try vault.dump() == vault.rebuiltDump())
            count += 1
        }
    }

    @Test func `a change does not start while the record of an earlier one cannot be moved`() throws {
        let vault = try TemporaryVault(Self.files)
        #expect(try CommandLine.run(["set", "a.md", "y=1"], in: vault).status == 0)
        let steps = try cut(vault, after: .max)
        #expect(steps == 1)
        let start = ContinuousClock.now
        let refused = try CallSeam.$current.withValue(CallSeam(stoppingAt: 0)) {
            try CommandLine.run(["set", "z.md", "y=2"], in: vault)
        }
        #expect(refused.status == 2 && refused.errors.contains("cannot be moved out of '.slipbox/tmp'"), "\(refused)")
        // It does not wait for the lock that it holds itself, which took two seconds.
        #expect(ContinuousClock.now - start < .seconds(1.5))
        #expect(try CommandLine.run(["set", "z.md", "y=2"], in: vault).status == 0)
        #expect(vault.read("z.md") == Array("---\ny: 2\n---\nz\n".utf8))
    }

    /// Before, each later command waited two seconds for the change in this folder.
    @Test func `the empty folder of a change that was not removed completely is removed`() throws {
        let vault = try TemporaryVault(Self.files)
        #expect(try CommandLine.run(["index"], in: vault).status == 0)
        try vault.makeFolders(VaultPath(".slipbox/tmp"))
        try vault.makeFolder(".slipbox/tmp/do-7")
        #expect(try CommandLine.run(["set", "z.md", "y=2"], in: vault).status == 0)
        #expect(!vault.exists(".slipbox/tmp/do-7"))
        #expect(vault.read("z.md") == Array("---\ny: 2\n---\nz\n".utf8))
    }

    @Test func `a note that was edited during a change does not block later changes`() throws {
        let vault = try TemporaryVault(Self.files)
        #expect(try CommandLine.run(["set", "a.md", "b.md", "z.md", "y=1"], in: vault).status == 0)
        _ = try cut(vault, after: 1)
        try vault.write("z.md", "edited\n")
        #expect(
            try CommandLine.run(["search", "edited"], in: vault).errors.contains("the next change rolls it back"))
        #expect(try CommandLine.run(["set", "b.md", "y=2"], in: vault).status == 0)
        #expect(vault.read("a.md") == Array((Self.files["a.md"] ?? "").utf8))
        #expect(vault.read("z.md") == Array("edited\n".utf8))
    }

    /// On another file system the new content is in a file next to the note. After the exchange that file has the old one.
    @Test(arguments: [true, false])
    func `after an exchange the temporary file has the old content, even if the note has changed`(
        _ wasDone: Bool
    ) throws {
        let vault = try TemporaryVault(["n.md": "precious\n", "o.md": "o\n"])
        #expect(try CommandLine.run(["set", "n.md", "x=1"], in: vault).status == 0)
        let opened = try Vault(root: vault.root)
        let store = ChangeStore(opened)
        let made = try #require(store.changes(.made).first)
        let change = try store.move(made, to: store.folder(made.number, .make))
        let waiting = ChangeStore.contentFile(in: change.folder, step: 0)
        let new = try #require(vault.read("n.md"))
        let beside = ".slip-\(change.record.token)-0"
        try vault.write(VaultPath(beside), wasDone ? Array("precious\n".utf8) : new)
        try vault.write(VaultPath(beside + ".part"), Array(new.prefix(3)))
        try Files.remove(waiting)
        try Files.create(waiting, new)
        try vault.write("n.md", wasDone ? "edited\n" : "precious\n")
        let told = try CommandLine.run(["search", "--count"], in: vault)
        #expect(told.status == 0, "\(told.errors)")
        #expect(!vault.exists(beside) && !vault.exists(beside + ".part"))
        if wasDone {
            let last = try #require(store.changes(.made).first)
            #expect(try Files.read(ChangeStore.contentFile(in: last.folder, step: 0)).bytes == Array("precious\n".utf8))
            #expect(try CommandLine.run(["undo"], in: vault).status == 2)
        } else {
            #expect(try store.unfinishedChanges().isEmpty && store.changes(.made).isEmpty)
        }
    }

    @Test(arguments: commands)
    func `an interrupted undo is rolled back`(_ command: [String]) throws {
        var count = 1
        var steps = 2
        while count < steps {
            let vault = try TemporaryVault(Self.files)
            #expect(try CommandLine.run(command, in: vault).status == 0)
            let made = Self.snapshot(vault)
            #expect(try CommandLine.run(["undo"], in: vault).status == 0)
            let undone = Self.snapshot(vault)
            steps = try cut(vault, after: count, work: .undo)
            let between = Self.snapshot(vault)
            #expect(try CommandLine.run(["set", "z.md", "y=2"], in: vault).status == 0)
            #expect(try CommandLine.run(["undo"], in: vault).status == 0)
            let now = Self.snapshot(vault)
            #expect(now == made || (between == undone && now == undone), "\(command) after \(count) of \(steps)")
            count += 1
        }
    }

    /// The undo is stopped at each call in turn. Another program then moves the note that one of the changes created.
    @Test func `an interrupted undo of several changes is rolled back although a created note was moved away`() throws {
        var number = 0
        while true {
            let vault = try TemporaryVault(Self.files.merging(["D/o.md": "o\n"]) { $1 })
            for command in [
                ["set", "b.md", "x=1"], ["new", "N", "--folder", "D", "--body", "hello"], ["set", "b.md", "x=2"],
            ] {
                #expect(try CommandLine.run(command, in: vault).status == 0)
            }
            let stop = CallSeam(stoppingAt: number)
            _ = try CallSeam.$current.withValue(stop) { try CommandLine.run(["undo", "3"], in: vault) }
            let isMoved = vault.exists("D/n.md")
            if isMoved { try vault.rename("D/n.md", "moved.md") }
            let next = try CommandLine.run(["set", "z.md", "y=1"], in: vault)
            #expect(next.status == 0, "call \(number): \(next.errors)")
            #expect(!isMoved || vault.read("moved.md") != nil)
            if !stop.hasFailed { break }
            number += 1
        }
        #expect(number > 10)
    }

    /// The change was killed between the exchange of the files and the check of the displaced one.
    @Test func `a save that an interrupted change displaced is put back`() throws {
        let vault = try TemporaryVault(Self.files)
        #expect(try CommandLine.run(["set", "a.md", "z.md", "x=1"], in: vault).status == 0)
        _ = try cut(vault, after: .max)
        let change = try #require(ChangeStore(try Vault(root: vault.root)).unfinishedChanges().first).change
        try Files.replace(ChangeStore.contentFile(in: change.folder, step: 1), Array("saved\n".utf8), mode: 0o600)
        let next = try CommandLine.run(["set", "b.md", "y=1"], in: vault)
        #expect(next.status == 0 && next.errors.contains("was rolled back"), "\(next.errors)")
        #expect(vault.read("z.md") == Array("saved\n".utf8))
        #expect(vault.read("a.md") == Array((Self.files["a.md"] ?? "").utf8))
    }

    @Test func `the interrupted undo of another vault does not count`() throws {
        let vault = try TemporaryVault(Self.files)
        #expect(try CommandLine.run(["set", "z.md", "y=2"], in: vault).status == 0)
        try vault.write(".slipbox/tmp/together", "slip-together 1 elsewhere\nfrom made\n3 2\nend\n")
        let start = ContinuousClock.now
        let next = try CommandLine.run(["set", "z.md", "y=3"], in: vault)
        #expect(next.status == 0 && !next.errors.contains("process"), "\(next.errors)")
        #expect(ContinuousClock.now - start < .seconds(1.5))
    }

    @Test func `undo rolls back an interrupted change and nothing else`() throws {
        let vault = try TemporaryVault(Self.files)
        #expect(try CommandLine.run(["set", "z.md", "y=2"], in: vault).status == 0)
        let before = Self.snapshot(vault)
        #expect(try CommandLine.run(["mv", "b.md", "New/d.md"], in: vault).status == 0)
        _ = try cut(vault, after: 2)
        #expect(try CommandLine.run(["undo", "--list"], in: vault).errors.contains("was interrupted after 2 of"))
        let result = try CommandLine.run(["undo"], in: vault)
        #expect(result.status == 0 && result.errors.contains("which was interrupted"), "\(result.errors)")
        #expect(Self.snapshot(vault) == before)
    }

    @Test func `undo in the browser rolls back an interrupted change and nothing else`() throws {
        let console = try Console(Self.files)
        let stage = try BrowserStage(console)
        #expect(console.slip("set", "z.md", "y=2").status == 0)
        #expect(console.slip("mv", "b.md", "New/d.md").status == 0)
        _ = try cut(Array(console.directory.path.utf8), after: 2)
        stage.press("Alt-U")
        #expect(stage.screen.contains("rolled back: mv b.md"), "\(stage.screen)")
        #expect(try console.read("b.md") == Self.files["b.md"] && console.read("a.md") == Self.files["a.md"])
        #expect(try console.read("z.md").contains("y: 2"))
        stage.press("Alt-U")
        #expect(try console.read("z.md") == Self.files["z.md"])
    }

    @Test func `what others changed since stops everything, with two ways out`() throws {
        for way in ["--skip-changed", "--forget"] {
            let vault = try TemporaryVault(Self.files)
            #expect(try CommandLine.run(["set", "a.md", "b.md", "z.md", "x=1"], in: vault).status == 0)
            _ = try cut(vault, after: 2)
            try vault.write("a.md", "mine\n")
            let stopped = try CommandLine.run(["set", "z.md", "y=2"], in: vault)
            #expect(stopped.status == 2 && stopped.errors.contains("'a.md'"), "\(stopped.errors)")
            #expect(stopped.errors.contains("--skip-changed") && stopped.errors.contains("--forget"))
            let result = try CommandLine.run(["undo", way], in: vault)
            #expect(result.status == 0, "\(result.errors)")
            #expect(vault.read("a.md") == Array("mine\n".utf8))
            let isBack = vault.read("b.md") == Array(Self.files["b.md"]?.utf8 ?? "".utf8)
            #expect(isBack == (way == "--skip-changed"))
            let list = try CommandLine.run(["undo", "--list"], in: vault)
            #expect(!list.output.contains("x=1"), "\(way): \(list.output)")
            #expect(try CommandLine.run(["set", "z.md", "y=2"], in: vault).status == 0)
        }
    }

    @Test func `recovery stops and names a path that it cannot examine`() throws {
        let vault = try TemporaryVault(Self.files)
        let before = Self.snapshot(vault)
        #expect(try CommandLine.run(["mv", "b.md", "Sub/d.md"], in: vault).status == 0)
        _ = try cut(vault, after: 2)
        // Even root cannot follow a symbolic link to itself.
        try vault.rename("Sub", "Kept")
        try vault.link(VaultPath("Sub"), to: "Sub")
        let stopped = try CommandLine.run(["set", "z.md", "y=2"], in: vault)
        #expect(
            stopped.status == 2 && stopped.errors.contains("was interrupted")
                && stopped.errors.contains(
                    "'Sub' is a symbolic link, which slip does not follow when it changes files; nothing was changed")
                && stopped.errors.contains("slip undo --forget") && !stopped.errors.contains("readable"),
            "\(stopped.errors)")
        try vault.remove("Sub")
        try vault.rename("Kept", "Sub")
        #expect(try CommandLine.run(["set", "z.md", "y=2"], in: vault).status == 0)
        #expect(try CommandLine.run(["undo"], in: vault).status == 0)
        #expect(Self.snapshot(vault) == before)
    }

    @Test func `a created folder is removed even if its status call fails`() throws {
        var number = 0
        while true {
            let vault = try TemporaryVault(Self.files)
            #expect(try CommandLine.run(["mv", "b.md", "New/d.md"], in: vault).status == 0)
            _ = try cut(vault, after: 1)
            #expect(vault.exists("New") && vault.exists("b.md"))
            let blind = CallSeam(failingLookAt: number)
            _ = try CallSeam.$current.withValue(blind) { try CommandLine.run(["set", "z.md", "y=2"], in: vault) }
            if !blind.hasFailed { break }
            #expect(try CommandLine.run(["set", "z.md", "y=3"], in: vault).status == 0)
            #expect(!vault.exists("New") && vault.exists("b.md"), "look \(number)")
            number += LongTests.areWanted ? 1 : 5
        }
        #expect(number > 20)
    }

    @Test(arguments: [".slipbox/undo", ".slipbox/tmp", ".slipbox/undo/1/record"])
    func `unreadable records prevent changes, and are not reported as missing`(folder: String) throws {
        let vault = try TemporaryVault(Self.files)
        #expect(try CommandLine.run(["set", "z.md", "y=2"], in: vault).status == 0)
        let before = Self.snapshot(vault)
        let commands = [["undo"], ["undo", "--forget"], ["set", "z.md", "y=3"]]
        for command in folder.hasSuffix("record") ? Array(commands.dropLast()) : commands {
            let result = try CallSeam.$current.withValue(CallSeam(unreadable: folder)) {
                try CommandLine.run(command, in: vault)
            }
            #expect(
                result.status == 2 && result.errors.contains("\(folder)': input/output error"),
                "\(command): \(result.errors)")
            #expect(Self.snapshot(vault) == before, "\(command)")
        }
        #expect(try CommandLine.run(["set", "z.md", "y=3"], in: vault).status == 0)
        #expect(try CommandLine.run(["undo", "2"], in: vault).status == 0)
    }

    @Test(arguments: ["do-1/record", "tmp"])
    func `recovery waits while a part of the interrupted change cannot be read`(part: String) throws {
        let vault = try TemporaryVault(Self.files)
        let before = Self.snapshot(vault)
        #expect(try CommandLine.run(["set", "a.md", "b.md", "x=1"], in: vault).status == 0)
        _ = try cut(vault, after: 1)
        let between = Self.snapshot(vault)
        for command in [["set", "z.md", "y=2"], ["undo"], ["undo", "--forget"], ["search", "-c"]] {
            let result = try CallSeam.$current.withValue(CallSeam(unreadable: part)) {
                try CommandLine.run(command, in: vault)
            }
            #expect(Self.snapshot(vault) == between, "\(command): \(result)")
            #expect(result.status == (command[0] == "search" ? 0 : 2), "\(command): \(result)")
        }
        #expect(try CommandLine.run(["undo"], in: vault).status == 0)
        #expect(Self.snapshot(vault) == before)
    }

    @Test func `an incomplete record is removed, and nothing else`() throws {
        let vault = try TemporaryVault(Self.files)
        #expect(try CommandLine.run(["set", "z.md", "y=2"], in: vault).status == 0)
        let header = try #require(ChangeRecord.headers(VaultStamps(try Vault(root: vault.root))).first)
        try vault.makeFolder(".slipbox/tmp/new-1")
        try vault.write(".slipbox/tmp/new-1/record", "\(header)\ntime 1")
        try vault.makeFolder(".slipbox/tmp/new-2")
        try vault.makeFolder(".slipbox/tmp/new-3")
        try vault.write(".slipbox/tmp/new-3/record", "mine")
        #expect(try CommandLine.run(["set", "z.md", "y=3"], in: vault).status == 0)
        #expect(!vault.exists(".slipbox/tmp/new-1") && !vault.exists(".slipbox/tmp/new-2"))
        #expect(vault.exists(".slipbox/tmp/new-3/record"))
    }

    @Test func `a record is kept while a file of it cannot be read, and removed once it can`() throws {
        let vault = try TemporaryVault(Self.files)
        #expect(try CommandLine.run(["set", "z.md", "y=2"], in: vault).status == 0)
        let opened = try Vault(root: vault.root)
        let change = try #require(ChangeStore(opened).changes(.made).first)
        let file = ChangeStore.contentFile(in: change.folder, step: 0)
        let original = try Files.read(file).bytes
        // A folder in its place fails for everybody, root too, who may read any file.
        try Files.remove(file)
        try Files.makeDirectory(file)
        DisplacedFiles(opened).discard(change)
        #expect(FileStatus.seen(change.folder) != nil)

        try Files.removeDirectory(file)
        #expect(original == Array(Self.files["z.md"]?.utf8 ?? "".utf8))
        DisplacedFiles(opened).discard(change)
        #expect(FileStatus.seen(change.folder) == nil)
    }
}
