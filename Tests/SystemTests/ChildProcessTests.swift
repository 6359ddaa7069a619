import Foundation
import System
import TestSupport
import Testing

@Suite struct ChildProcessTests {
    @Test func `what is started apart shares nothing with who started it`() throws {
        let vault = try TemporaryVault()
        let file = vault.rootText + "/said"
        let script = """
            cd /proc/$$; for f in 0 1 2; do readlink fd/$f; done; ls fd | wc -l; readlink cwd | sed 's|/proc.*||'
            cut -d' ' -f6 stat; echo $$
            """
        // The script prints its first directory before it changes to another.
        let child = try ChildProcess.startApart(
            Array("/bin/sh".utf8),
            ["-c", "{ pwd; \(script); } > '\(file).new'; mv '\(file).new' '\(file)'"].map { Array($0.utf8) })
        var text: String?
        for _ in 0..<1000 where text == nil {
            usleep(5000)
            text = try? String(contentsOfFile: file, encoding: .utf8)
        }
        let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        try #require(lines.count >= 7)
        #expect(lines[0] == "/")
        // Its output goes to the file by then.
        #expect(lines[1] == "/dev/null" && lines[3] == "/dev/null")
        // It leads a new session.
        #expect(lines[6] == "\(child)" && lines[7] == "\(child)")
    }
}
