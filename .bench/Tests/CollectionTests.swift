import Foundation
import TestSupport
import Testing
import slip_bench

/// Test collections with graded judgements.
@Suite struct CollectionTests {
    @Test func `nDCG, MRR and recall follow their definitions`() {
        var judgement = GradedJudgement()
        // The gain is 2/log₂3 + 1/log₂5 of 2/log₂2 + 1/log₂3.
        judgement.add([7, 1, 8, 2], [1: 2, 2: 1])
        #expect(abs(judgement.gain - (2 / log2(3.0) + 1 / log2(5.0)) / (2 + 1 / log2(3.0))) < 1e-12)
        #expect(judgement.reciprocal == 0.5)
        judgement.add([], [1: 1])
        #expect(judgement.reciprocal == 0.25)
        #expect(judgement.cells == ["0.322", "0.250", "0.500"])
    }

    @Test func `a collection is read in BEIR's format`() throws {
        let folder = try Console([:])
        try folder.write(
            "corpus.jsonl",
            """
            {"_id": "a", "title": "On drawers", "text": "Wood \\u00e9 wood"}
            {"_id": "b", "text": "Paper"}

            """)
        try folder.write(
            "queries.jsonl", "{\"_id\": \"1\", \"text\": \"Wood or wood?\"}\n{\"_id\": \"2\", \"text\": \"x\"}\n")
        try folder.write("qrels/test.tsv", "query-id\tcorpus-id\tscore\n1\ta\t2\n1\tb\t0\n2\tmissing\t1\n")
        let collection = try JudgedCollection(folder.directory.path)
        #expect(collection.documents.map(\.title) == ["On drawers", ""])
        #expect(collection.documents[0].text == "Wood é wood")
        #expect(collection.questions.map(\.words) == [["wood", "or"]])
        #expect(collection.questions[0].grades == [0: 2])
        try folder.write("qrels/test.tsv", "query-id\tcorpus-id\tscore\n1 a 2\n")
        #expect(throws: (any Error).self) { try JudgedCollection(folder.directory.path) }
    }
}
