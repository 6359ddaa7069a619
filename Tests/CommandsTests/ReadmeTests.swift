import Foundation
import System
import TestSupport
import Testing

/// Transcripts in the README and the documentation equal the program's output.
@Suite struct ReadmeTests {
    /// The section of the README on the sixty seconds, in which the output is shortened.
    private static var section: String {
        let parts = ProjectFiles.readme.components(separatedBy: "\nThe output of a search, and the error")
        return parts[0].components(separatedBy: "\n## Sixty seconds\n").last ?? ""
    }

    private static var sixtySeconds: [(command: String, printed: String)] { steps(in: [section]) }

    /// The commands of the other transcripts with their output.
    private static var transcript: [(command: String, printed: String)] {
        steps(in: [ProjectFiles.readme.replacing(section, with: ""), ProjectFiles.page("Queries")])
    }

    private static func steps(in pages: [String]) -> [(command: String, printed: String)] {
        var steps: [(command: String, printed: String)] = []
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

    @Test func `the sixty seconds of the README print on a terminal what they show`() throws {
        let console = try Console()
        console.isTerminal = true
        console.terminal = TerminalName(device: "/dev/pts/7", session: 1)
        console.variables["SLIPBOX_PAGER"] = ""
        #expect(Self.sixtySeconds.count == 6)
        for step in Self.sixtySeconds {
            let words = Self.words(step.command)
            if words[0] == "cd" {
                console.folder = words[1]
                continue
            }
            let result = console.slip(Array(words.dropFirst()))
            let wanted = step.printed.components(separatedBy: "\n")
            let isShown = [result.output + result.errors, result.errors + result.output].contains { printed in
                Self.matches(printed.split(separator: "\n").map(String.init)[...], wanted[...])
            }
            #expect(result.status == 0 && isShown, "\(step.command): \(result)")
        }
    }

    /// Returns whether lines are the wanted ones without blank lines, where `…` stands for any number of lines.
    private static func matches(_ lines: ArraySlice<String>, _ wanted: ArraySlice<String>) -> Bool {
        guard let first = wanted.first else { return lines.isEmpty }
        if first == "…" {
            return (lines.startIndex...lines.endIndex).contains { matches(lines[$0...], wanted.dropFirst()) }
        }
        return lines.first == first && matches(lines.dropFirst(), wanted.dropFirst())
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
