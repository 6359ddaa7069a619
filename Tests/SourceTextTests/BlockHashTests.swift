import SourceText
import Testing

@Suite struct BlockHashTests {
    @Test func `the examples of FIPS 180 have their hashes`() {
        let text = Array("abc".utf8)
        #expect(SHA1.hash(text).hexadecimal == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(
            SHA256.hash(text).hexadecimal == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    /// The padding depends on the length of the last block. The expected hashes are those of Python's hashlib.
    @Test func `messages of all lengths are padded as required`() {
        let messages = (0..<200).map { count in (0..<count).map { UInt8(truncatingIfNeeded: 7 * $0) } }
        #expect(SHA1.hash(messages.flatMap(SHA1.hash)).hexadecimal == "887d03886aa473ff04d2370f0f86577637baf55d")
        #expect(
            SHA256.hash(messages.flatMap(SHA256.hash)).hexadecimal
                == "0a716dcd52ebb45d547cf893c2616d1641ae3c122398e759ddeb1d0698a65c1a")
    }
}
