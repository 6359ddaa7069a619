import Foundation
import SourceText
import System
import TestSupport
import Testing

/// Bytes outside of a change, and bytes that other programs write meanwhile.
@Suite(.waits) struct BytePreservationTests {
    private static let utf16: [UInt8] = [0xFF, 0xFE, 0x23, 0, 0x20, 0, 0x48, 0, 0x0A, 0]
    private static let bigEndian: [UInt8] = [0xFE, 0xFF, 0, 0x48, 0, 0x0A]
    private static let unmarked: [UInt8] = [0x48, 0, 0x0A, 0]

    @Test func `only a note in UTF-16 is said to be convertible from it`() throws {
        let terminal = try Console(["a.md": "plain text with one \0 in it\n", "b.md": "# B\n"])
        let result = terminal.slip("set", "a.md", "x=1")
        #expect(result.isError("'a.md' contains NUL bytes") && !result.errors.contains("iconv"), "\(result)")
    }

    @Test(arguments: [utf16, bigEndian, unmarked])
    func `a note in UTF-16 is never changed`(_ bytes: [UInt8]) throws {
        let vault = try TemporaryVault(["b.md": "x\n"])
        try vault.write(VaultPath("u.md"), bytes)
        for command in [
            ["set", "u.md", "a=1"], ["set", "--query", "", "a=1"], ["keyword", "add", "u.md", "k"],
            ["link", "u.md", "b.md"],
        ] {
            let result = try CommandLine.run(command, in: vault)
            #expect(result.isError("'u.md' is UTF-16"), "\(command): \(result.errors)")
        }
        #expect(vault.read("u.md") == bytes)
        #expect(vault.read("b.md") == Array("x\n".utf8))
    }

    /// A byte that is not UTF-8 (`%`) in a list to rewrite, in a renamed entry, and next to a link.
    @Test(arguments: [
        ("---\ntags: caf%\n---\n", ["set", "n.md", "tags+=c"]),
        ("---\ntags: [old/caf%]\n---\n", ["keyword", "rename", "old", "new"]),
        ("---\ntags: old, caf%\n---\n", ["keyword", "rename", "old", "a,b"]),
        ("---\nx: caf%\n---\n", ["set", "n.md", "x+=c"]),
        ("---\nk: v\n---\ncaf% stays\n", ["set", "n.md", "k=w"]),
        ("caf% [[gone]]\n", ["rm", "gone.md", "--unlink", "--force"]),
    ])
    func `invalid UTF-8 is kept, or the change is refused`(_ text: String, _ command: [String]) throws {
        let vault = try TemporaryVault(["gone.md": "x\n"])
        let bytes = text.utf8.map { $0 == UInt8(ascii: "%") ? 0xE9 : $0 }
        try vault.write(VaultPath("n.md"), bytes)
        let result = try CommandLine.run(command, in: vault)
        let now = try #require(vault.read("n.md"))
        #expect(now.count { $0 == 0xE9 } == 1, "\(result.errors)")
        #expect(now.firstRange(of: [0xEF, 0xBF, 0xBD]) == nil)
        #expect(result.status == 0 || now == bytes)
    }

    @Test func `a removed link leaves its label's bytes unchanged`() throws {
        let vault = try TemporaryVault()
        let name = VaultPath(bytes: Array("caf".utf8) + [0xE9] + Array(".md".utf8))
        try vault.write(name, Array("t\n".utf8))
        try vault.write(VaultPath("l.md"), Array("x [[caf".utf8) + [0xE9] + Array("#Part]] [[A#Part]]\n".utf8))
        try vault.write(VaultPath("A.md"), Array("t\n".utf8))
        #expect(try CommandLine.run(["rm", "--query", "", "in:/", "--force"], in: vault).status == 2)
        #expect(try CommandLine.run(["rm", "A.md", "--unlink", "--force"], in: vault).status == 0)
        #expect(vault.read("l.md") == Array("x [[caf".utf8) + [0xE9] + Array("#Part]] A#Part\n".utf8))
    }

    @Test func `a value in another Unicode form is written as given`() throws {
        let vault = try TemporaryVault(["n.md": "---\nx: caf\u{E9}\n---\n"])
        #expect(try CommandLine.run(["set", "n.md", "x=cafe\u{301}"], in: vault).status == 0)
        #expect(vault.read("n.md") == Array("---\nx: cafe\u{301}\n---\n".utf8))
    }

    @Test func `a byte that is not UTF-8 is never replaced`() throws {
        let bytes = Array("---\ntags: [old/".utf8) + [0xE9] + Array(", old/\u{FFFD}]\n---\n".utf8)
        let vault = try TemporaryVault([:])
        try vault.write(VaultPath("n.md"), bytes)
        #expect(try CommandLine.run(["keyword", "rename", "old", "new"], in: vault).status == 2)
        #expect(vault.read("n.md") == bytes)
    }

    @Test(arguments: [
        ("---\nmatrix: [[1]]\n---\n", "matrix+=2"),
        ("---\nkeywords: [a]\ntags:\n  - b\n  # why c\n  - c\n---\n", "tags=x"),
        ("---\nkeywords: [a]\ntags:\n  - b\n  # why c\n  - c\n---\n", "keywords=x"),
    ])
    func `an edit that would lose a comment or change a meaning is refused`(
        _ text: String, _ assignment: String
    ) throws {
        let vault = try TemporaryVault(["n.md": text])
        #expect(try CommandLine.run(["set", "n.md", assignment], in: vault).status == 2)
        #expect(vault.read("n.md") == Array(text.utf8))
    }

    @Test func `a read-only note is changed only with --force`() throws {
        let vault = try TemporaryVault(["n.md": "x\n"])
        try vault.setMode(VaultPath("n.md"), 0o444)
        #expect(try CommandLine.run(["set", "n.md", "x=1"], in: vault).errors.contains("not writable"))
        #expect(try CommandLine.run(["set", "n.md", "x=1", "--force"], in: vault).status == 0)
        #expect(vault.mode("n.md") == 0o444)
    }

    /// Whether the file system of the tests has extended attributes, which keep the date of a rewritten note.
    private static let hasAttributes: Bool = {
        guard let vault = try? TemporaryVault(["n.md": ""]) else { return false }
        let path = Array(vault.full(VaultPath("n.md")).utf8)
        Files.setAttribute("user.slipbox.test", of: path, to: [1])
        return Files.attribute("user.slipbox.test", of: path) != nil
    }()

    @Test(.enabled(if: hasAttributes, "the file system has no extended attributes"))
    func `a note whose date is that of its file keeps it when it is rewritten`() throws {
        let vault = try TemporaryVault(["n.md": "[[o]] #k\n", "o.md": "x\n"])
        try vault.setTimes(VaultPath("n.md"), 1_600_000_000)
        func created() throws -> String {
            try CommandLine.run(["search", "path:n.md", "--template", "{{created}}"], in: vault).output
        }
        let date = try created()
        #expect(date == "2020-09-13T12:26:40Z\n")
        for command in [
            ["set", "n.md", "x=1"], ["keyword", "rename", "k", "l"], ["mv", "o.md", "p.md"], ["set", "n.md", "x=2"],
        ] {
            #expect(try CommandLine.run(command, in: vault).status == 0)
            #expect(try created() == date, "\(command)")
        }
        #expect(try vault.dump() == vault.rebuiltDump())
        #expect(try CommandLine.run(["undo", "4"], in: vault).status == 0)
        #expect(try created() == date)
    }

    @Test func `an attachment of any size is copied with its time, and undone`() throws {
        let vault = try TemporaryVault(["n.md": "x\n"])
        try vault.writeBeside("big.pdf", "")
        let outside = vault.full(VaultPath("../big.pdf"))
        // Larger than the limit of a note. The file is sparse.
        #expect(unsafe truncate(outside, 70 << 20) == 0)
        let times = [timespec(tv_sec: 1_500_000_000, tv_nsec: 0), timespec(tv_sec: 1_500_000_000, tv_nsec: 0)]
        #expect(unsafe utimensat(AT_FDCWD, outside, times, 0) == 0 && chmod(outside, 0o600) == 0)
        #expect(try CommandLine.run(["attach", "n.md", "../big.pdf"], in: vault).status == 0)
        let copy = try FileStatus(Array(vault.full(VaultPath("big.pdf")).utf8))
        #expect(copy.size == 70 << 20 && copy.modified == 1_500_000_000_000_000_000 && copy.mode == 0o600)
        let undone = try CommandLine.run(["undo"], in: vault)
        #expect(undone.status == 0 && !vault.exists("big.pdf"), "\(undone.errors)")
        #expect(try CommandLine.run(["redo"], in: vault).status == 0 && vault.exists("big.pdf"))
    }
}
