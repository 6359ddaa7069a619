import Foundation
import SearchIndex
import Searching
import SourceText
import System
import TestSupport
import Testing

/// Files that change, go or cannot be read.
@Suite struct VanishingTests {
    /// A program that saves, renames and removes all the time must never make indexing fail, and once it stops the
    /// index is right.
    @Test(.takes(atMostMinutes: 2))
    func `notes that change while they are indexed are seen as they are in the end`() throws {
        let vault = try TemporaryVault()
        for number in 0..<60 { try vault.write("n\(number).md", "alpha \(number)\n") }
        let stop = DispatchSemaphore(value: 0)
        let stopped = DispatchSemaphore(value: 0)
        let root = vault.rootText
        Thread.detachNewThread {
            var writer = NoteWriter(root: root)
            while stop.wait(timeout: .now()) == .timedOut { writer.step() }
            stopped.signal()
        }
        for round in 0..<(LongTests.areWanted ? 60 : 8) {
            let session = try vault.session(rebuild: round % 4 == 3)
            #expect(try session.read { snapshot in try snapshot.index.noteCount() } >= 20)
        }
        stop.signal()
        stopped.wait()
        let updated = try vault.dump()
        #expect(difference(updated, try vault.rebuiltDump()) == "")
    }

    @Test func `an unreadable file is reported and does not affect others`() throws {
        let vault = try TemporaryVault(["a.md": "alpha", "b.md": "alpha [[a]] [[x]] [[dangling]]"])
        try vault.makeFolder("x.md")
        try vault.write("x.md/in.md", "alpha")
        try vault.link(VaultPath("dangling.md"), to: "nowhere")
        try vault.writeBeside("outside.md", "alpha")
        try vault.link(VaultPath("out.md"), to: "../outside.md")
        try vault.link(VaultPath("loop.md"), to: "loop.md")
        try vault.link(VaultPath("same.md"), to: "a.md")
        #expect(unsafe mkfifo(vault.full(VaultPath("pipe.md")), 0o600) == 0)
        let session = try vault.session()
        #expect(try session.read { snapshot in try snapshot.index.noteCount() } == 3)
        let found = try IndexDump.lines(session, queries: ["sort:path"])
        #expect(found.prefix(5) == ["? sort:path", "a.md -", "b.md -", "x.md/in.md -", "= 3"])
        let updated = try vault.dump()
        #expect(difference(updated, try vault.rebuiltDump()) == "")
    }

    @Test(.enabled(if: geteuid() != 0, "root can read every file"))
    func `a note that cannot be read is tried again each time`() throws {
        let vault = try TemporaryVault(["a.md": "alpha", "b.md": "alpha [[a]]"])
        _ = try vault.dump()
        try vault.write("a.md", "beta")
        try vault.setMode(VaultPath("a.md"), 0)
        #expect(try vault.session().index.noteCount() == 1)
        #expect(vault.messages.warnings.contains("cannot read 'a.md': permission denied"))
        #expect(difference(try vault.dump(), try vault.rebuiltDump()) == "")
        try vault.setMode(VaultPath("a.md"), 0o600)
        #expect(difference(try vault.dump(), try vault.rebuiltDump()) == "")
        #expect(try vault.session().index.noteCount() == 2)
    }

    @Test func `deeply nested folders work`() throws {
        let vault = try TemporaryVault(["a.md": "alpha"])
        // Deeper than the longest path the system takes in one call.
        let script = """
            d=dddddddddddddddddddddddddddddddddddddddddddddddddd; i=0
            while [ $i -lt 100 ]; do mkdir $d && cd -P $d || exit; echo alpha > n.md; i=$((i + 1)); done
            """
        _ = try TestProcess.run("/bin/sh", ["-c", script], in: vault.rootText)
        let found = try vault.dump()
        #expect(found.contains { $0.hasSuffix("dddd/n.md -") })
        #expect(difference(found, try vault.rebuiltDump()) == "")
        // FileManager cannot remove what it cannot name.
        let clean = try Process.run(URL(fileURLWithPath: "/bin/rm"), arguments: ["-rf", vault.rootText])
        clean.waitUntilExit()
    }
}

/// Saves, removes and replaces notes, as a program beside this one would.
private struct NoteWriter {
    let root: String
    var random = FixedGenerator(31)

    mutating func step() {
        let path = "\(root)/n\(Int.random(in: 0..<60, using: &random)).md"
        let text = String(repeating: "alpha beta ", count: Int.random(in: 0...2000, using: &random))
        switch Int.random(in: 0...9, using: &random) {
        case 0: try? FileManager.default.removeItem(atPath: path)
        case 1:
            try? FileManager.default.removeItem(atPath: path)
            try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case 2: try? Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        default:
            guard let file = unsafe fopen(path, "w") else {
                try? FileManager.default.removeItem(atPath: path)
                return
            }
            unsafe fputs(text, file)
            unsafe fflush(file)
            unsafe fputs("[[n1]]", file)
            unsafe fclose(file)
        }
    }
}
