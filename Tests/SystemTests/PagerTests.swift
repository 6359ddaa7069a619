import Foundation
import System
import TestSupport
import Testing

@Suite struct PagerTests {
    @Test func `the pager cannot start programs or write files for the user`() throws {
        let folder = TestFolder.new("pager")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("seen").path
        let output = Output(descriptor: 1)
        output.page(through: "sh -c 'printenv LESSSECURE >\(file); cat >/dev/null'", after: 0)
        try output.write("one\n")
        try output.finish()
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "1\n")
    }
}
