import Arguments
import Commands
import SourceText
import TestSupport
import Testing

/// The skill for language models, compared with the program that it describes.
@Suite struct SkillTests {
    private func skill() throws -> String { try Console.sample().slip("skill").output }

    @Test func `the skill is short, and has a name and a short description`() throws {
        let text = try skill()
        #expect(text.utf8.count <= 5120)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "---" && lines[1] == "name: slipbox" && lines[3] == "---")
        let description = try #require(lines.first { $0.hasPrefix("description: ") })
        #expect(description.split(separator: " ").count <= 100)
    }

    @Test func `each command, option and field of the skill exists`() throws {
        let text = try skill()
        let commands = Dictionary(uniqueKeysWithValues: Program.commands.map { ($0.name, $0) })
        var found = 0
        let lines = text.split(separator: "\n").map(String.init)
        let quoted = lines.flatMap { $0.split(separator: "`").map(String.init) }
        for line in (lines + quoted) where line.hasPrefix("slip ") {
            let words = line.split(separator: " ").map(String.init)
            let command = try #require(commands[words[1]], "\(words)")
            let options = Set((command.options + GlobalOptions.options.map(\.info)).map(\.name))
            for word in words where word.hasPrefix("--") {
                #expect(options.contains(String(word.dropFirst(2))), "\(words[1]) \(word)")
            }
            found += 1
        }
        #expect(found > 15)
        let search = try #require(commands["search"]).options.map(\.name)
        let options =
            text.split(separator: "\n").first { $0.hasPrefix("`--sort") }?.split { " `,()".contains($0) } ?? []
        for option in options where option.hasPrefix("--") { #expect(search.contains(String(option.dropFirst(2)))) }
    }

    @Test func `the examples of the skill work`() throws {
        let text = try skill()
        let console = try Console.sample()
        for line in text.split(separator: "\n") where line.hasPrefix("slip ") {
            let show = console.slip("show", "--format", "json", "Ideas/Slip box.md").output
            let hash = JSONValue(parsing: show)?["hash"]?.text ?? ""
            let command = line.split(separator: "   #")[0].replacing("HASH", with: hash).replacing(
                "NAME", with: "model"
            )
            let result = console.slip(Array(Self.words(String(command)).dropFirst()))
            #expect(result.status < 2, "\(command): \(result.errors)")
        }
    }

    /// Splits a command line into words, of which some are in single quotes.
    private static func words(_ line: String) -> [String] {
        line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
        }
    }
}
