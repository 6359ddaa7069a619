import Arguments
import Foundation
import SourceText
import System
import TestSupport
import Testing

@Suite struct ArgumentTests {
    /// Returns a vault with two notes whose names differ in one byte that is not UTF-8, and one with U+FFFD instead.
    private static func latin() throws -> (Console, names: [[UInt8]]) {
        let terminal = try Console(["plain.md": "x\n"])
        let names: [[UInt8]] = [
            [0x63, 0xE8] + Array(".md".utf8), [0x63, 0xE9] + Array(".md".utf8), Array("c\u{FFFD}.md".utf8),
        ]
        for name in names { try Files.create(path(terminal, name), Array("word\n".utf8)) }
        return (terminal, names)
    }

    private static func path(_ terminal: Console, _ name: [UInt8]) -> [UInt8] {
        Array(terminal.directory.path.utf8) + [Byte.slash] + name
    }

    private static func bytes(_ terminal: Console, _ name: [UInt8]) throws -> String {
        String(decoding: try Files.read(path(terminal, name)).bytes, as: UTF8.self)
    }

    @Test(arguments: 0..<3) func `an argument that is not UTF-8 names exactly that file`(_ index: Int) throws {
        let (terminal, names) = try Self.latin()
        let result = terminal.run(["set", Argument(bytes: names[index]), "status=review"])
        #expect(result.status == 0, "\(result.errors)")
        for (other, name) in names.enumerated() {
            #expect(try Self.bytes(terminal, name).contains("status: review") == (other == index))
        }
    }

    @Test func `paths that end with NUL go from search to set byte for byte`() throws {
        let (terminal, names) = try Self.latin()
        let found = terminal.run(["search", "-0", "word"])
        let paths = found.output.split(separator: 0).map { Argument(bytes: Array($0)) }
        #expect(Set(paths.map(\.bytes)) == Set(names))
        #expect(terminal.run(["set"] + paths + ["status=review"]).status == 0)
        for name in names { #expect(try Self.bytes(terminal, name).contains("status: review")) }
        #expect(try terminal.read("plain.md") == "x\n")
    }

    @Test func `every kind of path argument accepts arbitrary bytes`() throws {
        let (terminal, names) = try Self.latin()
        let folder = Argument(bytes: [0x64, 0xE9])
        let inFolder = Argument(bytes: [0x64, 0xE9, Byte.slash])
        #expect(terminal.run(["folder", "new", folder]).status == 0)
        #expect(terminal.run(["mv", Argument(bytes: names[1]), inFolder]).status == 0)
        let moved = folder.bytes + [Byte.slash] + names[1]
        #expect(try Self.bytes(terminal, moved) == "word\n")
        #expect(terminal.run(["search", "--in", folder, "-c"]).output == Array("1\n".utf8))
        #expect(terminal.run(["new", "T", "--folder", folder]).status == 0)
        #expect(terminal.run(["search", "--in", folder, "-c"]).output == Array("2\n".utf8))
        #expect(terminal.run(["rm", Argument(bytes: moved), "--force"]).status == 0)
        #expect(terminal.run(["search", "--in", folder, "-c"]).output == Array("1\n".utf8))
    }

    @Test func `text that is not UTF-8 is refused`() throws {
        let terminal = try Console(["a.md": "x\n"])
        let text = Argument(bytes: [0x61, 0xE9])
        for line in [
            ["search", text], ["set", "a.md", Argument(bytes: Array("k=".utf8) + [0xE9])], ["new", text],
            ["keyword", "add", "a.md", text], ["keyword", "rename", "a", text], ["new", "T", "--status", text],
            ["search", "--template", text],
        ] as [[Argument]] {
            let result = terminal.run(line)
            #expect(result.status == 2 && result.errors.contains("UTF-8"), "\(result.errors)")
        }
        #expect(try terminal.read("a.md") == "x\n")
    }

    /// Arguments with short options, and the same arguments in long form.
    @Test(arguments: [
        (["-fjson"], ["--format", "json"]), (["-n2"], ["--limit", "2"]), (["-sall"], ["--scope", "all"]),
        (["-cn1"], ["--count", "--limit", "1"]), (["-n1", "-0"], ["--limit", "1", "--null"]),
        (["-0n1"], ["--null", "--limit", "1"]), (["-cn", "1"], ["--count", "--limit", "1"]),
        (["-keyword:thesis"], ["NOT keyword:thesis"]), (["-hat"], ["NOT hat"]), (["-note"], ["NOT note"]),
        (["-framework"], ["NOT framework"]), (["-cite"], ["NOT cite"]), (["-2024"], ["NOT 2024"]),
        (["--", "-n2"], ["NOT n2"]),
    ])
    func `one hyphen starts short options if all letters are options, else a negated term`(
        _ line: [String], _ meaning: [String]
    ) throws {
        let terminal = try Console.sample()
        let short = terminal.slip(["search"] + line)
        let long = terminal.slip(["search"] + meaning)
        #expect(short.output == long.output)
        #expect(short.status == long.status)
        #expect(!short.errors.contains("excludes the word"))
    }

    @Test(arguments: ["-il", "-C2", "-A2", "-json", "-fjsn", "-n=2", "-rn"])
    func `a negated word that resembles options is reported`(_ word: String) throws {
        let result = try Console.sample().slip("search", word, "drawer")
        #expect(result.status == 0)
        #expect(result.errors.contains("'\(word)' excludes the word '\(word.dropFirst())'"), "\(result.errors)")
    }

    @Test(arguments: [("-l", "NOT l"), ("-i", "NOT i"), ("-limit", "--limit"), ("-sort", "--sort"), ("-n", "--limit")])
    func `a single letter or an option's name after one hyphen is an error`(_ word: String, _ help: String) throws {
        #expect(try Console.sample().slip("search", "drawer", word).isError(help))
    }

    @Test func `short options can be bundled in every command`() throws {
        let terminal = try Console(["a.md": "x\n"])
        #expect(terminal.slip("set", "-nqx", "status=review").output.contains("status: review"))
        #expect(try terminal.read("a.md") == "x\n")
        #expect(terminal.slip("set", "-nz", "a.md", "status=review").errors.contains("unknown option '-z'"))
    }

    @Test(arguments: [
        ("query", "slip search"), ("tag", "slip keyword add"), ("print", "slip show"), ("move", "slip mv"),
        ("cp", "slip new"), ("validate", "slip check"), ("status", "slip index --status"),
    ])
    func `a command of another program is refused with its name in slip`(_ word: String, _ answer: String) throws {
        #expect(try Console().slip(word).isError(answer))
    }

    @Test(arguments: [
        ("-i", "matching always ignores case"), ("-l", "--format paths"), ("-C", "--format text"), ("--print0", "-0"),
        ("--tags", "tag:NAME"), ("--match", "slip search WORD"), ("--reverse", "--sort"), ("--lmit", "--limit"),
    ])
    func `an option of another program is refused with its equivalent in slip`(_ word: String, _ answer: String) throws
    {
        #expect(try Console().slip("search", word).isError(answer))
    }
}
