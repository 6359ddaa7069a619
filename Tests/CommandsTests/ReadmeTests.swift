import Foundation
import TestSupport
import Testing

/// What the README shows is what the program prints.
@Suite struct ReadmeTests {
    private static let readme: String = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return (try? String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""
    }()

    /// The commands of the transcripts with what they print.
    private static var transcript: [(command: String, printed: String)] {
        var steps: [(command: String, printed: String)] = []
        for block in readme.components(separatedBy: "```console\n").dropFirst() {
            let text = block.components(separatedBy: "\n```")[0]
            for part in ("\n" + text).components(separatedBy: "\n$ ").dropFirst() {
                let lines = part.components(separatedBy: "\n")
                let printed = lines.dropFirst().joined(separator: "\n").trimmingCharacters(in: .newlines)
                steps.append((lines[0], printed))
            }
        }
        return steps
    }

    /// Splits a command line as a shell does, as far as quotes go.
    private static func words(_ command: String) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        var isOpen = false
        for character in command {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
                isOpen = true
            } else if quote == nil, character == " " {
                if isOpen || !word.isEmpty { words.append(word) }
                word = ""
                isOpen = false
            } else {
                word.append(character)
            }
        }
        return isOpen || !word.isEmpty ? words + [word] : words
    }

    @Test func `the transcript is what the program prints`() throws {
        let terminal = try Console.sample()
        var ran = 0
        for step in Self.transcript {
            let words = Self.words(step.command)
            guard words.first == "slip" else { continue }
            let result = terminal.slip(Array(words.dropFirst()))
            let printed = (result.output + result.errors).trimmingCharacters(in: .newlines)
            #expect(printed == step.printed, "\(step.command)")
            ran += 1
        }
        #expect(ran >= 5)
    }

    /// The lines of the shell blocks of a section.
    private static func lines(of section: String) -> [String] {
        let page = readme.components(separatedBy: "\n## \(section)\n").last?.components(separatedBy: "\n## ")[0] ?? ""
        return page.components(separatedBy: "```sh\n").dropFirst()
            .flatMap { $0.components(separatedBy: "\n```")[0].components(separatedBy: "\n") }
    }

    @Test(.enabled(if: CommandLine.program != nil))
    func `the changes it shows can be made in the sample vault, in order`() throws {
        let program = try #require(CommandLine.program)
        let console = try Console.sample()
        let lines = Self.lines(of: "Changing notes")
        #expect(lines.count > 12)
        for line in lines {
            let (status, text) = try ShellScript(line, ["-o", "pipefail"]).run(
                in: console.directory.appendingPathComponent("SampleVault"),
                [
                    "PATH": "\(URL(fileURLWithPath: program).deletingLastPathComponent().path):/usr/bin:/bin",
                    "HOME": console.directory.path, "SLIPBOX_NOW": "2024-03-30T12:00:00Z",
                ])
            #expect(status < 2 && !text.isEmpty, "\(line): \(text)")
            // Only check finds things that are left.
            #expect(status == 0 || line.hasPrefix("slip check"), "\(line): \(text)")
        }
    }

    @Test func `the release build is the one that is tested`() throws {
        let flags = Self.readme.components(separatedBy: "swift build -c release ").dropFirst().first?
            .components(separatedBy: " &&").first
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let check = try String(contentsOf: root.appendingPathComponent(".ci/run"), encoding: .utf8)
        #expect(flags?.contains("-Xlinker -s") == true && check.contains("swift build -c release \(flags ?? "") 2>&1"))
    }

    @Test func `notes of days go where the sample vault has them`() throws {
        #expect(try Console.sample().slip("today").output == "Journal/2024-03-30.md\n")
    }
}
