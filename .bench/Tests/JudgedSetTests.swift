import SourceText
import TestSupport
import Testing
import slip_bench

/// The generated queries for judging the ranking, and the ranking's targets on a small set.
@Suite struct JudgedSetTests {
    private static let made = JudgedVault(language: 2, count: 240, vocabulary: SyntheticVocabulary())

    private static func queries(_ kind: JudgedQuery.Kind, count: Int = 40) -> [JudgedQuery] {
        var maker = QueryMaker(made.files.map(\.note), [made.inflection], seed: 5)
        return maker.queries(kind, count: count)
    }

    @Test func `every byte of a judged vault equals the first version`() {
        var hash: Int64 = 0
        for file in Self.made.files {
            hash = hash &* 31 &+ ContentHash.hash(Array("\(file.note.path)\n\(file.text)".utf8))
        }
        #expect(hash == 53_147_462_494_322_112)
    }

    @Test(arguments: JudgedQuery.Kind.allCases)
    func `the target of a query lacks one word, or none for exact kinds`(_ kind: JudgedQuery.Kind) throws {
        let queries = Self.queries(kind)
        #expect(queries.count == 40)
        let all = Self.made.files.reduce(into: Set<String>()) { $0.formUnion($1.note.words) }
        for query in queries {
            let target = try #require(Self.made.files.first { $0.note.path == query.target })
            let missing = query.words.map { Folding.fold($0) }.filter { !target.note.words.contains($0) }
            #expect(missing.count == (kind.isExact ? 0 : 1), "\(query)")
            #expect(missing.allSatisfy { all.contains($0) == (kind != .misspelt) }, "\(query)")
        }
    }

    @Test func `a generated file is parsed as it was generated`() {
        for file in Self.made.files {
            let read = JudgedNote(path: file.note.path, file.text)
            #expect(read.title == file.note.title && read.words == file.note.words)
            #expect(read.headings == [file.note.title] + file.note.headings)
        }
    }

    @Test func `the ranking finds the target notes`() throws {
        let terminal = try Console(Dictionary(uniqueKeysWithValues: Self.made.files.map { ($0.note.path, $0.text) }))
        var kinds: [JudgedQuery.Kind: Judgement] = [:]
        for kind in JudgedQuery.Kind.allCases {
            for query in Self.queries(kind, count: 20) {
                let words = ["search", "--nearly", "--limit", "10", "--template", "{{path}}", "--"] + query.words
                let paths = terminal.slip(words).lines
                kinds[kind, default: Judgement()].add(paths.firstIndex(of: query.target).map { $0 + 1 })
            }
        }
        let missed = JudgementTarget.missed(kinds)
        #expect(missed.isEmpty, "\(kinds.map { "\($0.key.rawValue): \($0.value.text)" })")
    }
}
