import Foundation
import System
import TestSupport
import Testing

/// The watcher as a program: what it says, how it ends, and what its death leaves.
@Suite(.enabled(if: CommandLine.program != nil), .waits, .takes(atMostMinutes: 5)) struct WatcherProcessTests {
    private func start(_ vault: TemporaryVault, errors: Pipe? = nil) throws -> Process {
        let program = try #require(CommandLine.program)
        let process = try CommandLine.start(program, ["index", "--watch"], in: vault, errors: errors)
        // The program's zone is the machine's.
        #expect(try vault.isConfirmed(LocalZone.calendar))
        return process
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a signal ends it quietly`(signal: Int32) throws {
        let vault = try TemporaryVault(["a.md": "alpha"])
        let errors = Pipe()
        let process = try start(vault, errors: errors)
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        // That it waited for this test's own look is nothing to be quiet about.
        #expect(said.hasSuffix("slip: the index is up to date; watching 1 folder\n"))
        #expect(!vault.exists(".slipbox/watch.sock"))
    }

    @Test func `a second one ends with a message`() throws {
        let program = try #require(CommandLine.program)
        let vault = try TemporaryVault(["a.md": "alpha"])
        let process = try start(vault)
        let second = try CommandLine.ask(program, ["index", "--watch"], in: vault)
        #expect(second.status == 2)
        #expect(second.errors == "slip: another watcher is already running for '\(vault.rootText)'\n")
        let status = try CommandLine.run(["index", "--status"], in: vault)
        #expect(status.output.contains("watcher   runs\n"))
        process.terminate()
        process.waitUntilExit()
        #expect(try !CommandLine.run(["index", "--status"], in: vault).output.contains("watcher"))
    }

    @Test func `a watcher that is killed at any moment causes no stale answer`() throws {
        let program = try #require(CommandLine.program)
        let vault = try TemporaryVault()
        for number in 0..<120 { try vault.write("n\(number).md", "alpha [[n\(number + 1)]]\n") }
        var random = FixedGenerator(4)
        for turn in 0..<(LongTests.areWanted ? 100 : 15) {
            let process = try CommandLine.start(program, ["index", "--watch"], in: vault)
            usleep(UInt32.random(in: 0...40_000, using: &random))
            for number in 0..<30 {
                try vault.write("n\(number).md", "alpha turn\(turn) [[n\((number + turn) % 120)]]\n")
                if number % 10 == 5 { #expect(try vault.notes(with: "turn\(turn)") == number + 1) }
            }
            if turn % 3 == 0 { #expect(try vault.isConfirmed(LocalZone.calendar)) }
            usleep(UInt32.random(in: 0...150_000, using: &random))
            if turn % 3 == 0 { try vault.write("n99.md", "alpha turn\(turn)") }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            #expect(try vault.notes(with: "turn\(turn)") == (turn % 3 == 0 ? 31 : 30), "turn \(turn)")
            let queries = ["", "alpha", "is:orphan", "has:backlink"]
            let updated = try vault.dump(queries: queries)
            #expect(difference(updated, try vault.rebuiltDump(queries: queries)) == "", "turn \(turn)")
        }
        // The next one takes the name of those that died.
        let last = try start(vault)
        last.terminate()
        last.waitUntilExit()
        #expect(last.terminationStatus == 0)
    }

    @Test func `a suspended watcher is waited for only briefly`() throws {
        let vault = try TemporaryVault(["a.md": "alpha"])
        let process = try start(vault)
        kill(process.processIdentifier, SIGSTOP)
        defer {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        for round in 0..<5 {
            try vault.write("a.md", "beta\(round)")
            #expect(try vault.notes(with: "beta\(round)") == 1)
        }
    }
}
