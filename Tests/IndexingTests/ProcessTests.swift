import Foundation
import Indexing
import QueryLanguage
import SQLite
import SearchIndex
import Searching
import SourceText
import Synchronization
import System
import TestSupport
import Testing
import VaultFiles

/// Several at once, and those that are stopped in the middle.
@Suite(.waits) struct ProcessTests {
    private static func vault(notes: Int) throws -> TemporaryVault {
        let vault = try TemporaryVault()
        for number in 0..<notes {
            try vault.write(
                "n\(number).md", "# Note \(number)\nalpha beta w\(number) [[n\((number + 1) % notes)]] #k\n")
        }
        return vault
    }

    @Test(.takes(atMostMinutes: 2))
    func `sessions on several threads update one index`() throws {
        let vault = try Self.vault(notes: 40)
        let root = vault.root
        let failures = Failures()
        for round in 0..<4 {
            if round == 2 { try vault.remove(".slipbox/index.db") }
            for number in 0..<10 { try vault.write("n\(number).md", "alpha round\(round) [[n\(number + 20)]]\n") }
            DispatchQueue.concurrentPerform(iterations: 6) { number in
                do {
                    let environment = Environment(
                        variables: [:], directory: root, now: TemporaryVault.now, calendar: .utc)
                    let session = try VaultSession(
                        try Vault(root: root), environment, messages: TemporaryVault.Messages(),
                        rebuild: number == 5 && round == 3)
                    let notes = try session.read { snapshot in try snapshot.index.count(.word("round\(round)")) }
                    if notes != 10 { failures.add("round \(round): \(notes) of 10 notes") }
                } catch {
                    failures.add("round \(round): \(error) \((error as? VaultError)?.help ?? "")")
                }
            }
            let updated = try vault.dump()
            #expect(difference(updated, try vault.rebuiltDump()) == "")
        }
        #expect(failures.all == [])
    }

    @Test(.takes(atMostMinutes: 1)) func `readers do not wait for a writer`() throws {
        let vault = try Self.vault(notes: 5)
        _ = try vault.session()
        // A file that was read within the tick of its change is read once more.
        TemporaryVault.settle()
        _ = try vault.session()
        // As long as a writer that is stopped has it.
        let lock = try FileLock(vault.root + Array("/.slipbox/index.lock".utf8), waits: false)
        defer { lock.release() }
        for command in [
            ["search", "alpha", "--count"], ["search", "alpha", "--count", "--no-sync"], ["index", "--status"],
        ] {
            let result = try CommandLine.run(command, in: vault)
            #expect(result.status == 0 && result.output.contains("5"), "\(command): \(result)")
            #expect(!result.errors.contains("waiting"), "\(command): \(result)")
        }
    }

    @Test(.takes(atMostMinutes: 1)) func `a search waits at most seconds for a writer, and says so`() throws {
        let vault = try Self.vault(notes: 5)
        _ = try vault.session()
        try vault.write("new.md", "alpha")
        func expectOld(_ cause: String) throws {
            let start = Waiting.now()
            let result = try CommandLine.run(["search", "alpha", "--count"], in: vault)
            #expect(result.status == 0 && result.output == "5\n", "\(result)")
            #expect(result.errors.contains(cause) && result.errors.contains("may lack the latest changes"), "\(result)")
            #expect(Waiting.now() - start < 8000)
        }
        // A slip that is stopped.
        let holder = try TestProcess.start(
            "flock", ["--no-fork", vault.full(VaultPath(".slipbox/index.lock")), "sleep", "20"])
        let lock = vault.root + Array("/.slipbox/index.lock".utf8)
        while (try? FileLock(lock, waits: false)) != nil { usleep(10_000) }
        kill(holder.processIdentifier, SIGSTOP)
        let number = holder.processIdentifier
        try expectOld("updated by process \(number) (suspended; to resume it: fg or kill -CONT \(number))")
        kill(number, SIGKILL)
        holder.waitUntilExit()
        // Another program that has the database.
        let connection = try Connection(vault.root + Array("/.slipbox/index.db".utf8), .readWrite)
        try connection.execute("BEGIN IMMEDIATE")
        try expectOld("updated by another process")
        try connection.execute("ROLLBACK")
        #expect(try CommandLine.run(["search", "alpha", "--count"], in: vault).output == "6\n")
    }

    private final class Failures: Sendable {
        private let texts = Mutex<[String]>([])
        func add(_ text: String) { texts.withLock { $0.append(text) } }
        var all: [String] { texts.withLock { $0 } }
    }

    @Test(.enabled(if: CommandLine.program != nil), .takes(atMostMinutes: 2))
    func `readers during rebuilds always see the whole vault`() throws {
        let program = try #require(CommandLine.program)
        let vault = try Self.vault(notes: 150)
        let wanted = (0..<150).map { "n\($0).md" }.sorted()
        var rebuilding: [Process] = []
        for turn in 0..<8 {
            rebuilding.append(try CommandLine.start(program, ["index", "--rebuild"], in: vault))
            if turn % 2 == 1 { try vault.write("n7.md", "alpha turn\(turn) #k\n") }
            let found = try CommandLine.ask(program, ["search", "alpha", "--format", "paths"], in: vault)
            #expect(found.status == 0, "\(found.errors)")
            #expect(found.output.split(separator: "\n").map(String.init).sorted() == wanted)
        }
        for process in rebuilding {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        let updated = try vault.dump()
        #expect(difference(updated, try vault.rebuiltDump()) == "")
    }

    @Test(.enabled(if: CommandLine.program != nil), .takes(atMostMinutes: 1))
    func `two rebuilds at once do not disturb each other if the lock file was removed`() throws {
        let program = try #require(CommandLine.program)
        let vault = try Self.vault(notes: 20)
        try vault.makeFolder("F")
        let root = vault.rootText
        // When the first one has listed the root.
        let seam = CallSeam(beforeReading: "/F") {
            _ = try? TestProcess.run("/bin/sh", ["-c", "rm -f .slipbox/index*"], in: root)
            _ = try? TestProcess.run(program, ["index", "--rebuild"], in: root)
        }
        let first = try CallSeam.$current.withValue(seam) { try CommandLine.run(["index", "--rebuild"], in: vault) }
        #expect(first.status == 0 && first.output == "rebuilt; 20 notes\n", "\(first)")
        #expect(vault.exists(".slipbox/index.lock"))
        #expect(!vault.allFiles().contains { $0.contains("new-index") })
        #expect(difference(try vault.dump(), try vault.rebuiltDump()) == "")
    }

    @Test func `an open session keeps answering during a rebuild`() throws {
        let vault = try Self.vault(notes: 20)
        let old = try vault.session()
        try vault.write("new.md", "alpha")
        let new = try vault.session(rebuild: true)
        #expect(try old.read { snapshot in try snapshot.index.noteCount() } == 20)
        #expect(try new.read { snapshot in try snapshot.index.noteCount() } == 21)
        // It writes to a deleted file, which no other process reads.
        try old.keeper.update()
        try vault.write("more.md", "alpha")
        let updated = try vault.dump()
        #expect(difference(updated, try vault.rebuiltDump()) == "")
    }

    @Test(.enabled(if: CommandLine.program != nil), .takes(atMostMinutes: 5))
    func `answers are correct after indexing is killed`() throws {
        let program = try #require(CommandLine.program)
        let vault = try Self.vault(notes: 120)
        _ = try vault.dump(queries: [""])
        var random = FixedGenerator(21)
        for turn in 0..<(LongTests.areWanted ? 200 : 20) {
            var arguments = ["index", "--rebuild"]
            if turn % 3 == 2 {
                arguments = ["index"]
                for number in 0..<100 {
                    try vault.write("n\(number).md", "alpha \(turn) [[n\((number + turn) % 120)]]\n")
                }
            }
            let process = try CommandLine.start(program, arguments, in: vault)
            usleep(UInt32.random(in: 0...60_000, using: &random))
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            process.waitUntilExit()
            let queries = ["", "alpha", "is:orphan", "has:backlink"]
            let updated = try vault.dump(queries: queries)
            #expect(difference(updated, try vault.rebuiltDump(queries: queries)) == "", "turn \(turn)")
        }
    }
}

/// Output to closed file descriptors.
@Suite struct ClosedStreamTests {
    @Test(arguments: [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", "<&-"])
    func `output to a closed stream never goes to a file of the vault`(_ closed: String) throws {
        let program = try #require(CommandLine.program)
        let vault = try TemporaryVault(["a.md": "alpha\n"])
        let script = "\"$0\" set a.md k=1 --format json \(closed); \"$0\" search alpha \(closed)"
        _ = try CommandLine.ask("/bin/sh", ["-c", script, program], in: vault)
        #expect(vault.read("a.md") == Array("---\nk: 1\n---\nalpha\n".utf8))
        for file in [".slipbox/write.lock", ".slipbox/index.lock"] {
            #expect(vault.read(file) == [], "\(file)")
        }
    }
}
