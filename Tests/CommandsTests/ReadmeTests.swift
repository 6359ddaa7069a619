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
}
