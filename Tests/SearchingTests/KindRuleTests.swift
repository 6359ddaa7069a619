import Notes
import Searching
import SourceText
import TestSupport
import Testing
import VaultFiles

/// Keys and headings that kinds require, from the index, compared with those of every note.
@Suite struct KindRuleTests {
    private static let required = ["a", "tags", "b.c", "Ä"]
    private static let headings = ["One", "Two"]

    /// Returns front matter and headings at random, with empty values, other spellings, and headings in another order.
    private static func note(_ random: inout FixedGenerator) -> String {
        var text = "---\n"
        for key in ["a", "A", "tags", "keywords", "b", "b.c", "ä", "Ä", "other"] where Bool.random(using: &random) {
            let values = ["", "1", "''", "[]", "{}", "[x]", "~", "text", "{c: 1}", "\n  - y"]
            text += "\(key): \(values.randomElement(using: &random) ?? "")\n"
        }
        text += "---\n"
        for heading in ["One", "one", "Two", "One more"].shuffled(using: &random) where Bool.random(using: &random) {
            text += "## \(heading)\n\n"
        }
        return text
    }

    /// Returns what a note lacks, by its definition.
    private static func lacking(_ note: Note, headings: Bool) -> Set<String> {
        let filled = note.frontMatter.mapping.entries.filter { !$0.value.isEmpty }
        let entries =
            filled.map(\.key)
            + filled.flatMap { outer in
                guard case .mapping(let inner, _) = outer.value.content else { return [String]() }
                return inner.entries.filter { !$0.value.isEmpty }.map { "\(outer.key).\($0.key)" }
            }
        var lacking = Set(
            required.filter { key in
                !entries.contains { entry in
                    FrontMatterKey.identity(entry) == FrontMatterKey.identity(key)
                        || key == "tags" && NoteRules().keys.name(entry)?.key == .keywords
                }
            })
        if !headings { return lacking }
        let texts = note.body.headings.map { Folding.fold($0.text) }
        for heading in Self.headings where !texts.contains(Folding.fold(heading)) { lacking.insert(heading) }
        if let first = texts.firstIndex(of: "one"), !lacking.contains("Two"), !texts[first...].contains("two") {
            lacking.insert("Two")
        }
        return lacking
    }

    @Test(arguments: 1...UInt64(LongTests.areWanted ? 40 : 4))
    func `what notes lack equals what reading every note finds`(seed: UInt64) throws {
        let required = Self.required.map { "\"\($0)\"" }.joined(separator: ", ")
        let vault = try TemporaryVault(
            config: """
                kinds:
                  keys: {where: "", required: [a, tags, "Ä"]}
                  dotted: {where: "", required: [\(required)]}
                  whole: {where: "", required: [\(required)], headings: [One, Two]}
                """)
        var random = FixedGenerator(seed)
        var texts: [VaultPath: String] = [:]
        for number in 0..<60 {
            let path = VaultPath("n\(number).md")
            texts[path] = Self.note(&random)
            try vault.write(path.text, texts[path] ?? "")
        }
        let found = try vault.session().findings(FindingScope()).filter { $0.kind == .kind }
        var wanted: [String] = []
        for (path, text) in texts {
            let note = Note(Array(text.utf8), name: path.name, rules: NoteRules())
            let keys = Self.lacking(note, headings: false)
            for (kind, names) in [
                ("keys", keys.subtracting(["b.c"])), ("dotted", keys), ("whole", Self.lacking(note, headings: true)),
            ] { wanted += names.map { "\(path.text) '\(kind)' '\($0)'" } }
        }
        let lines = found.map { finding -> String in
            let names = finding.message.split(separator: "'", omittingEmptySubsequences: false)
            return "\(finding.path.text) '\(names[1])' '\(names[3])'"
        }
        #expect(difference(lines.sorted(), wanted.sorted()) == "", "seed \(seed)")
        #expect(lines.count > 60)
    }
}
