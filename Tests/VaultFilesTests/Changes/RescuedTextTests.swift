import Commands
import Foundation
import SourceText
import TestSupport
import Testing
import VaultFiles

/// What commands report about text that other programs wrote to replaced notes, and `slip rescued`.
@Suite(.waits) struct RescuedTextTests {
    private static func vault() throws -> TemporaryVault {
        try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
    }

    /// Opens a note as a logger does.
    private static func open(_ path: String, in vault: TemporaryVault) throws -> HeldNote {
        try HeldNote(vault.full(VaultPath(path)))
    }

    /// Runs a command with a result in JSON, and returns its remarks.
    private static func remarks(_ command: [String], in vault: TemporaryVault) throws -> [String] {
        let result = try CommandLine.run(command + ["--format", "json"], in: vault)
        #expect(result.status == 0, "\(result.errors)")
        return try #require(result.object()["remarks"] as? [String])
    }

    @Test func `the JSON result of a change contains what was merged and kept`() throws {
        let vault = try Self.vault()
        let handle = try Self.open("n.md", in: vault)
        let forced = try Self.remarks(["set", "n.md", "x=1", "--force"], in: vault)
        #expect(forced.count == 1 && forced.first?.contains("'n.md' is open for writing") == true, "\(forced)")
        try handle.write("late\n")
        try handle.close()
        #expect(try Self.remarks(["new", "Other"], in: vault) == ["merged what another program wrote to 'n.md'"])
        #expect(try Self.remarks(["undo"], in: vault) == [])
        #expect(try Self.remarks(["redo"], in: vault) == [])
        let undone = try Self.remarks(["undo", "2"], in: vault)
        #expect(undone.count == 1 && undone.first?.contains("slip rescued take") == true, "\(undone)")
    }

    @Test func `undo reports the text that it keeps with --quiet too`() throws {
        let vault = try Self.vault()
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(["set", "n.md", "x=1", "--force"], in: vault).status == 0)
        try handle.write("late\n")
        try handle.close()
        #expect(try CommandLine.run(["set", "o.md", "x=1"], in: vault).status == 0)
        let undone = try CommandLine.run(["undo", "2", "--quiet"], in: vault)
        #expect(undone.status == 0 && undone.errors.contains("slip rescued take"), "\(undone.errors)")
    }

    /// Changes the word that a test overwrites in the replaced file.
    private static let replacement = ["replace", "n.md", "--old", "my", "--new", "our", "--force"]

    /// Leaves the rescued text `1-0-1` of the note `n.md`: the line `MY text`.
    private static func leaveText(in vault: TemporaryVault) throws {
        let handle = try open("n.md", in: vault)
        #expect(try CommandLine.run(replacement, in: vault).status == 0)
        handle.seekToStart()
        try handle.write("MY")
        try handle.close()
        // A process that another test starts has the file open until it runs its program.
        for number in 0..<50 where !vault.exists(".slipbox/rescued/1-0-1") {
            #expect(try CommandLine.run(["set", "o.md", "x=\(number)"], in: vault).status == 0)
        }
        #expect(vault.exists(".slipbox/rescued/1-0-1"))
    }

    @Test(arguments: ["mkdir", "mkfifo", "ln", "truncate", "chmod"])
    func `the list of rescued texts names a file that cannot be read`(kind: String) throws {
        let vault = try Self.vault()
        try Self.leaveText(in: vault)
        let odd = VaultPath(".slipbox/rescued/1-0-2")
        switch kind {
        case "mkdir": try vault.makeFolder(odd)
        case "mkfifo": #expect(unsafe mkfifo(vault.full(odd), 0o600) == 0)
        case "ln": try vault.link(odd, to: "1-0-1")
        default:
            try vault.write(odd.text, "late\n")
            try vault.write(VaultPath("\(odd.text).note"), vault.read(".slipbox/rescued/1-0-1.note") ?? [])
            if kind == "truncate" { #expect(unsafe truncate(vault.full(odd), 70 << 20) == 0) }
            if kind == "chmod" { try vault.setMode(odd, 0) }
        }
        // The superuser can read every file.
        let isReadable = kind == "chmod" && getuid() == 0
        let list = try CommandLine.run(["rescued", "list"], in: vault)
        #expect(list.output.contains("1-0-1\t") && list.output.contains("    + MY text\n"), "\(list)")
        #expect(list.status == (isReadable ? 0 : 2) && list.errors.contains("'\(odd.text)'") != isReadable, "\(list)")
        let json = try CommandLine.run(["rescued", "list", "--format", "json"], in: vault)
        #expect(try json.status == list.status && json.objects().contains { $0["file"] as? String == "1-0-1" })
        #expect(try CommandLine.run(["check", "--kind", "rescued-text"], in: vault).output.contains("1-0-1"))
        if kind == "truncate" {
            #expect(try CommandLine.run(["rescued", "take", "1-0-2"], in: vault).isError("slip rescued drop 1-0-2"))
            #expect(try CommandLine.run(["rescued", "drop", "1-0-2"], in: vault).status == 0)
            #expect(!vault.exists(odd.text))
        }
        #expect(try CommandLine.run(["rescued", "take", "1-0-1"], in: vault).status == 0)
    }

    @Test func `a file that slip did not rescue for the vault is counted`() throws {
        let vault = try Self.vault()
        try vault.makeFolder(".slipbox/rescued")
        try vault.write(".slipbox/rescued/7-0-1", "late\n")
        try vault.write(".slipbox/rescued/7-0-1.note", "slip-rescued 1 elsewhere\nn.md\n")
        let list = try CommandLine.run(["rescued"], in: vault)
        #expect(list.status == 1 && list.errors.contains("1 file of another vault"), "\(list)")
    }

    @Test func `the list of rescued texts contains files that are still open`() throws {
        let vault = try Self.vault()
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(Self.replacement, in: vault).status == 0)
        func rows() throws -> [[String: Any]] {
            let list = try CommandLine.run(["rescued", "list", "--format", "json"], in: vault)
            #expect(list.status == 0, "\(list)")
            return try list.objects()
        }
        // The program has written nothing yet.
        #expect(
            try rows().count == 1 && rows()[0]["path"] as? String == "n.md" && rows()[0]["lines"] as? [String] == [])
        handle.seekToStart()
        try handle.write("MY")
        #expect(try CommandLine.run(["mv", "n.md", "F/m.md"], in: vault).status == 0)
        let list = try CommandLine.run(["rescued", "list"], in: vault)
        #expect(list.output.hasPrefix("-\t") && list.output.contains("\tF/m.md\tstill open in "), "\(list)")
        #expect(list.output.hasSuffix("    + MY text\n"), "\(list)")
        #expect(try rows()[0]["file"] is NSNull && rows()[0]["lines"] as? [String] == ["MY text"])
        try handle.close()
        for _ in 0..<50 where try (rows()[0]["state"] as? String)?.hasPrefix("still open") == true { usleep(20_000) }
        #expect(try rows()[0]["state"] as? String == "conflicts with the note; saved here by the next change")
        let check = try CommandLine.run(["check", "--kind", "rescued-text"], in: vault)
        #expect(check.output.contains("in the same place as the note has changed"), "\(check.output)")
        for number in 0..<50 where try rows()[0]["file"] is NSNull {
            #expect(try CommandLine.run(["set", "o.md", "x=\(number)"], in: vault).status == 0)
        }
        #expect(try rows().count == 1 && rows()[0]["file"] as? String == "1-0-1")
    }

    @Test func `the list of rescued texts says which text the next change merges`() throws {
        let vault = try Self.vault()
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(["set", "n.md", "x=1", "--force"], in: vault).status == 0)
        try handle.write("late\n")
        try handle.close()
        let list = try CommandLine.run(["rescued"], in: vault)
        #expect(list.output.hasSuffix("\tn.md\tmerged by the next change\n    + late\n"), "\(list)")
    }

    @Test func `a text of more than 64 MB is listed with its file`() throws {
        let vault = try Self.vault()
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(["set", "n.md", "x=1", "--force"], in: vault).status == 0)
        let file = ".slipbox/undo/1/0"
        #expect(unsafe truncate(vault.full(VaultPath(file)), 70 << 20) == 0)
        try handle.close()
        let list = try CommandLine.run(["rescued"], in: vault)
        #expect(list.output.contains("\tn.md\tcannot be read: file too large; stays in '\(file)'\n"), "\(list)")
        let check = try CommandLine.run(["check", "--kind", "rescued-text"], in: vault)
        #expect(check.status == 1 && check.output.contains("'\(file)'"), "\(check)")
        #expect(try CommandLine.run(["set", "o.md", "x=1"], in: vault).status == 0)
        #expect(vault.exists(file))
    }

    @Test(
        arguments: ["tmp", "undo", "trash", "rescued", "displaced"],
        ["a symbolic link", "a named pipe (FIFO)", "a file"])
    func `check reports what is in the place of a private folder`(name: String, kind: String) throws {
        let vault = try Self.vault()
        let path = VaultPath(".slipbox/\(name)")
        switch kind {
        case "a symbolic link": try vault.link(path, to: "..")
        case "a file": try vault.write(path.text, "")
        default: #expect(unsafe mkfifo(vault.full(path), 0o600) == 0)
        }
        let check = try CommandLine.run(["check", "--kind", "foreign-record"], in: vault)
        #expect(check.status == 1 && check.output.contains("\(path.text):1:1"), "\(check)")
        #expect(
            check.output.contains("this is \(kind), not a folder, so slip changes nothing in the vault"), "\(check)")
        let refused = try CommandLine.run(["set", "o.md", "x=1"], in: vault)
        #expect(refused.isError("/\(path.text)' is \(kind), not a folder"), "\(refused.errors)")
    }

    @Test func `an empty folder of an expired change is no foreign record`() throws {
        let vault = try Self.vault()
        #expect(try CommandLine.run(["set", "o.md", "x=1"], in: vault).status == 0)
        try vault.makeFolder(".slipbox/undo/5.dropped")
        let check = try CommandLine.run(["check", "--kind", "foreign-record"], in: vault)
        #expect(check.status == 0 && check.output.isEmpty, "\(check)")
    }

    @Test func `a rescued text can be merged into another note`() throws {
        let vault = try Self.vault()
        try Self.leaveText(in: vault)
        let text = try #require(vault.read("n.md"))
        try vault.rename("n.md", "renamed.md")
        let refused = try CommandLine.run(["rescued", "take", "1-0-1"], in: vault)
        #expect(refused.isError("'n.md'", "slip rescued take 1-0-1 NOTE"), "\(refused.errors)")
        let taken = try CommandLine.run(["rescued", "take", "1-0-1", "renamed"], in: vault)
        #expect(taken.status == 0 && taken.errors.contains("merged into 'renamed.md'"), "\(taken.errors)")
        #expect(String(decoding: vault.read("renamed.md") ?? [], as: UTF8.self).contains("MY text\n"))
        #expect(try CommandLine.run(["rescued"], in: vault).status == 1)
        #expect(try CommandLine.run(["undo"], in: vault).status == 0)
        #expect(vault.read("renamed.md") == text)
        #expect(try CommandLine.run(["rescued"], in: vault).status == 0)
        #expect(try CommandLine.run(["rescued", "take", "1-0-1", "nowhere"], in: vault).status == 2)
    }

    @Test func `index --status counts rescued texts and files that are still open`() throws {
        let vault = try Self.vault()
        func status() throws -> (text: String, counts: [Int?]) {
            let json = try CommandLine.run(["index", "--status", "--format", "json"], in: vault).object()
            let text = try CommandLine.run(["index", "--status"], in: vault).output
            return (text, ["rescued", "displaced"].map { json[$0] as? Int })
        }
        #expect(try status().counts == [0, 0] && !status().text.contains("\nrescued "))
        try Self.leaveText(in: vault)
        let handle = try Self.open("o.md", in: vault)
        #expect(try CommandLine.run(["set", "o.md", "x=2", "--force"], in: vault).status == 0)
        #expect(try status().counts == [1, 1])
        #expect(try status().text.contains("\nrescued   1 rescued text, 1 replaced file; to list: slip rescued list\n"))
        try handle.close()
    }

    @Test func `the JSON error of a change contains what was merged before`() throws {
        let vault = try Self.vault()
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(["set", "n.md", "x=1", "--force"], in: vault).status == 0)
        try handle.write("late\n")
        try handle.close()
        let failed = try CommandLine.run(["set", "o.md", "x=1", "--if", "x=7", "--format", "json"], in: vault)
        let line = try #require(failed.errors.split(separator: "\n").last)
        let remarks = JSONValue(parsing: String(line))?["remarks"]?.list.compactMap(\.text)
        #expect(failed.status == 2 && remarks == ["merged what another program wrote to 'n.md'"], "\(failed)")
    }
}
