import Foundation
import SourceText
import System
import TestSupport
import Testing

/// If any system call fails, a change is complete or not made at all, and slip reports the failure. The next command finds
/// a consistent vault.
@Suite(.waits) struct FailingCallTests {
    private static let files = [
        "A.md": "---\nlinks: [\"[[B]]\"]\n---\nto [[B]] and [it](F/B.md)\n",
        "F/B.md": "---\ntitle: B\n---\n#tag text\n",
        "F/C.md": "see [[B]] #tag\n", "x.png": "x",
    ]

    private static func contents(_ terminal: Console) throws -> [String: String] {
        var found: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: terminal.directory.path)
        where !path.hasPrefix(".slipbox") {
            let full = terminal.directory.appendingPathComponent(path)
            if try full.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
                found[path] = try terminal.read(path)
            }
        }
        return found
    }

    private static let commands = [
        ["mv", "F/B.md", "New/Name.md"], ["keyword", "rename", "tag", "other"],
        ["rm", "F/B.md", "--force", "--unlink"],
        ["set", "A.md", "F/C.md", "status=review"], ["folder", "rename", "F", "G"], ["attach", "A.md", "x.png"],
    ]

    @Test(arguments: commands) func `a change is atomic if any status call fails`(
        _ command: [String]
    ) throws {
        let clean = try Console(Self.files)
        let before = try Self.contents(clean)
        #expect(clean.slip(command).status == 0)
        let after = try Self.contents(clean)
        var number = 0
        while true {
            let blind = CallSeam(failingLookAt: number)
            let terminal = try Console(Self.files)
            let result = CallSeam.$current.withValue(blind) { terminal.slip(command) }
            if !blind.hasFailed { break }
            let left = try Self.contents(terminal)
            // With --force it skips files that cannot be read, and says so.
            let isPartial = command.contains("--force") && result.errors.contains("cannot read '")
            #expect(left == after || left == before || isPartial, "look \(number): \(result) left \(left)")
            #expect(result.status == 0 || result.errors.hasPrefix("slip: "), "look \(number): \(result)")
            #expect(result.status != 0 || left == after || isPartial, "look \(number): \(result)")
            if left == before {
                let again = terminal.slip(command)
                #expect(again.status == 0, "look \(number): \(again)")
                #expect(try Self.contents(terminal) == after, "look \(number)")
            }
            let verified = terminal.slip("index", "--verify")
            #expect(verified.status == 0, "look \(number): \(result) \(verified)")
            #expect(terminal.slip("undo").status == 0, "look \(number)")
            #expect(try Self.contents(terminal) == before, "look \(number)")
            number += LongTests.areWanted ? 1 : 3
        }
        #expect(number > 8, "the seam was not reached")
    }

    @Test(arguments: commands) func `a change is atomic, and the next command works`(
        _ command: [String]
    ) throws {
        let clean = try Console(Self.files)
        let before = try Self.contents(clean)
        #expect(clean.slip(command).status == 0)
        let after = try Self.contents(clean)
        var number = 0
        while true {
            let failing = CallSeam(failingAt: number)
            let terminal = try Console(Self.files)
            let result = CallSeam.$current.withValue(failing) { terminal.slip(command) }
            if !failing.hasFailed { break }
            let left = try Self.contents(terminal)
            let isDone = left == after
            #expect(isDone || left == before, "call \(number): \(result) left \(left)")
            #expect(result.status == 0 || result.errors.hasPrefix("slip: "), "call \(number): \(result)")
            // What failed can be done now, or was done and can be found.
            if !isDone {
                let again = terminal.slip(command)
                #expect(again.status == 0, "call \(number): \(again)")
                #expect(try Self.contents(terminal) == after, "call \(number)")
            }
            #expect(terminal.slip("search", "@all", "-c").status == 0, "call \(number)")
            #expect(terminal.slip("undo").status == 0, "call \(number)")
            #expect(try Self.contents(terminal) == before, "call \(number)")
            number += 1
        }
        #expect(number > 8, "the seam was not reached")
    }
}
