import SourceText
import Testing
import slip_bench

/// The made vault is the same everywhere: otherwise figures of two machines or two months cannot be compared.
@Suite struct MadeVaultTests {
    private static let made = MadeVault(count: 2000)

    @Test func `every byte of a vault is as it always was`() {
        var hash: Int64 = 0
        var bytes = 0
        for note in 0..<2000 {
            let text = Self.made.path(ofNote: note) + Self.made.text(ofNote: note)
            hash = hash &* 31 &+ ContentHash.hash(text)
            bytes += text.count
        }
        // Whoever changes what is made raises MadeVault.version and these.
        #expect(hash == 641_865_485_473_864_761)
        #expect((1900...2200).contains(bytes / 2000))
    }

    @Test func `frequent words come often and rare ones come at all`() {
        let vocabulary = Vocabulary()
        var random = SeededRandom(7)
        var counts: [[UInt8]: Int] = [:]
        for _ in 0..<300_000 { counts[vocabulary.word(&random), default: 0] += 1 }
        let first = counts[vocabulary.words[0]] ?? 0
        let hundredth = counts[vocabulary.words[100]] ?? 0
        // 1/3 to 1/103, as Zipf's law has it here.
        #expect((25...45).contains(first / max(1, hundredth)))
        #expect(counts.count > 20_000)
        #expect(Set(vocabulary.words).count == vocabulary.words.count)
    }

    @Test func `a thousand notes wait for one that is missing`() {
        let link = "[[Awaited note]]"
        let waiting = (0..<2000).filter { String(decoding: Self.made.text(ofNote: $0), as: UTF8.self).contains(link) }
        #expect(waiting.count == 1000)
    }
}
