import TestSupport
import Testing

@testable import Arguments

@Suite struct ParserTests {
    enum Shade: String, CaseIterable, ArgumentValue { case light, dark }

    struct Values: Sendable {
        var isLoud = false
        var isDry = false
        var count: Int?
        var shade: Shade?
        var names: [String] = []
    }

    private static let options: [Option<Values>] = [
        .flag("loud", short: "l", \.isLoud, "Loudly."), .flag("dry-run", short: "n", \.isDry, "Change nothing."),
        .value("count", short: "c", "N", \.count, "How many."), .value("shade", "SHADE", \.shade, "Which."),
        .repeated("name", "NAME", \.names, "Whom."),
    ]

    private func parse(
        _ words: [Argument], takesNegatedTerms: Bool = false
    ) throws -> (values: Values, operands: [Argument]) {
        var values = Values()
        let parser = ArgumentParser<Values>(options: Self.options.map(\.info), takesNegatedTerms: takesNegatedTerms) {
            (values, index, text) throws(UsageError) in try Self.options[index].apply(&values, text)
        }
        let operands = try parser.parse(words, into: &values).operands
        return (values, operands)
    }

    @Test func `options may come before, between and after operands, until '--'`() throws {
        let (values, operands) = try parse(["a", "--loud", "b", "-c5", "--", "--dry-run", "-l"])
        #expect(values.isLoud && !values.isDry && values.count == 5)
        #expect(operands == ["a", "b", "--dry-run", "-l"])
    }

    @Test(
        arguments: [
            ["--count", "7"], ["--count=7"], ["-c", "7"], ["-c7"], ["-lnc7"], ["-lnc", "7"],
            ["--count=3", "--count=7"],
        ] as [[Argument]])
    func `a value is written in each of the usual ways`(words: [Argument]) throws {
        #expect(try parse(words).values.count == 7)
    }

    @Test func `an option that repeats keeps all, one that does not the last`() throws {
        let values = try parse(["--name", "a", "--name=b", "--shade=light", "--shade", "dark"]).values
        #expect(values.names == ["a", "b"] && values.shade == .dark)
    }

    @Test(
        arguments: [
            (["--lod"], "--loud"), (["--count"], "N"), (["--count=x"], "whole number"), (["--shade=grey"], "light"),
            (["--loud=1"], "loud"), (["-x"], "-x"), (["-loud"], "--loud"),
        ] as [([Argument], String)])
    func `an error for an invalid argument says what is expected`(words: [Argument], wanted: String) {
        let error = #expect(throws: UsageError.self) { try parse(words) }
        let text = "\(error?.description ?? "") \(error?.help ?? "")"
        #expect(text.contains(wanted), "\(text)")
    }

    @Test func `a hyphen alone is an operand, and so is a negated term where those are taken`() throws {
        #expect(try parse(["-"]).operands == ["-"])
        #expect(try parse(["-word", "-l"], takesNegatedTerms: true).operands == ["-word"])
        #expect(try parse(["-word", "-l"], takesNegatedTerms: true).values.isLoud)
    }

    @Test func `help is no wider than asked, and names every option once`() {
        let command = Command<Values, Void>(
            "do", "Do it.", operands: ["[FILE…]"], options: Self.options,
            discussion: String(repeating: "long words ", count: 40), values: { Values() }, run: { _, _, _ in })
        for width in [40, 60, 100] {
            let lines = HelpText(width: width).command(
                command, path: "slip do", examples: ["slip do x"], references: []
            )
            .split(separator: "\n")
            #expect(lines.allSatisfy { $0.count <= width }, "\(width)")
            for option in Self.options.map(\.info) {
                #expect(lines.count { $0.contains("--\(option.name)") } == 1, "\(option.name) at \(width)")
            }
        }
    }
}
