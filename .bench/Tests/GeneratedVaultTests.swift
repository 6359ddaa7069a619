import SourceText
import Testing
import slip_bench

/// The generated vault is the same on all machines, so that measurements can be compared.
@Suite struct GeneratedVaultTests {
    private static let made = GeneratedVault(count: 2000)

    @Test func `every byte of a generated vault equals its version`() {
        var hash: Int64 = 0
        var bytes = 0
        for note in 0..<2000 {
            let text = Self.made.path(ofNote: note) + Self.made.text(ofNote: note)
            hash = hash &* 31 &+ ContentHash.hash(text)
            bytes += text.count
        }
        // If the generator changes, raise GeneratedVault.version and update these numbers.
        #expect(hash == 641_865_485_473_864_761)
        #expect((1900...2200).contains(bytes / 2000))
    }

    @Test func `word frequencies follow Zipf's law, and rare words occur`() {
        let vocabulary = SyntheticVocabulary()
        var random = SeededRandom(7)
        var counts: [[UInt8]: Int] = [:]
        for _ in 0..<300_000 { counts[vocabulary.word(&random), default: 0] += 1 }
        let first = counts[vocabulary.words[0]] ?? 0
        let hundredth = counts[vocabulary.words[100]] ?? 0
        // By Zipf's law, the ratio is 1/3 to 1/103.
        #expect((25...45).contains(first / max(1, hundredth)))
        #expect(counts.count > 20_000)
        #expect(Set(vocabulary.words).count == vocabulary.words.count)
    }

    @Test func `a thousand notes link to one missing note`() {
        let link = "[[Awaited note]]"
        let waiting = (0..<2000).filter { String(decoding: Self.made.text(ofNote: $0), as: UTF8.self).contains(link) }
        #expect(waiting.count == 1000)
    }
}
