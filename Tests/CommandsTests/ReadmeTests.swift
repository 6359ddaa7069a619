import Foundation
import TestSupport
import Testing

/// Transcripts in the README and the documentation equal the program's output.
@Suite struct ReadmeTests {
    /// The commands of the transcripts with their output.
    private static var transcript: [(command: String, printed: String)] {
        var steps: [(command: String, printed: String)] = []
        let pages = [ProjectFiles.readme, ProjectFiles.page("Queries")]
        for text in pages.flatMap({ ProjectFiles.blocks("console", in: $0) }) {
            for part in ("\n" + text).components(separatedBy: "\n$ ").dropFirst() {
                let lines = part.components(separatedBy: "\n")
                let printed = lines.dropFirst().joined(separator: "\n").trimmingCharacters(in: .newlines)
                steps.append((lines[0], printed))
            }
        }
        return steps
    }

    /// Splits a command line at spaces outside of quotes.
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

    @Test func `transcripts equal the program's output`() throws {
        let terminal = try Console.sample()
        // Without pdftotext, the first command says that an attachment cannot be read.
        terminal.slip("index")
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

    @Test(.enabled(if: CommandLine.program != nil))
    func `the documented changes work in the sample vault, in order`() throws {
        let console = try Console.sample()
        let page = ProjectFiles.page("Changes").components(separatedBy: "\n## Removal\n")[0]
        let lines = ProjectFiles.blocks("sh", in: page).flatMap { $0.components(separatedBy: "\n") }
        #expect(lines.count > 12)
        for line in lines {
            let (status, text) = try ShellScript(line, ["-o", "pipefail"]).run(
                in: console.url("SampleVault"),
                [
                    "PATH": TestProcess.searchPath(before: "/usr/bin:/bin"),
                    "HOME": console.directory.path, "SLIPBOX_NOW": "2024-03-30T12:00:00Z",
                ])
            #expect(status < 2 && !text.isEmpty, "\(line): \(text)")
            // Only `check` has findings.
            #expect(status == 0 || line.hasPrefix("slip check"), "\(line): \(text)")
        }
    }

    @Test(.enabled(if: CommandLine.program != nil))
    func `the sixty seconds of the README run as printed in an empty folder`() throws {
        let console = try Console()
        let section = ProjectFiles.readme.components(separatedBy: "\n## Sixty seconds\n").last ?? ""
        let script = try #require(ProjectFiles.blocks("sh", in: section).first)
        #expect(script.hasPrefix("slip init --with-examples notes\n"))
        let (status, text) = try ShellScript(script, ["-e"]).run(
            in: console.directory,
            ["PATH": TestProcess.searchPath(before: "/usr/bin:/bin"), "HOME": console.directory.path])
        #expect(status == 0 && text.contains("Ideas/Slip box.md") && text.contains("undone"), "\(text)")
    }

    @Test func `the script that builds slip on a new machine is short and runs in any shell`() throws {
        let start = try String(contentsOf: ProjectFiles.root.appendingPathComponent(".ci/start"), encoding: .utf8)
        #expect(start.hasPrefix("#!/bin/sh\n") && start.split(separator: "\n").count <= 30)
        #expect(ProjectFiles.readme.contains("\n```sh\n.ci/start\n```\n"))
    }

    @Test func `the documented release build is the tested one`() throws {
        let start = try String(contentsOf: ProjectFiles.root.appendingPathComponent(".ci/start"), encoding: .utf8)
        let flags = start.components(separatedBy: "swift build -c release ").dropFirst().first?
            .components(separatedBy: "\n").first
        let check = try String(contentsOf: ProjectFiles.root.appendingPathComponent(".ci/run"), encoding: .utf8)
        #expect(flags?.contains("-Xlinker -s") == true && check.contains("swift build -c release \(flags ?? "") 2>&1"))
    }

    @Test func `the sample vault keeps daily notes in Journal`() throws {
        #expect(try Console.sample().slip("today").output == "Journal/2024-03-30.md\n")
    }
}
