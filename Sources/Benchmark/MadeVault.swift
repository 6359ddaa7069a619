import SourceText

/// What a made vault of so many notes holds: folders two or three deep with about a hundred notes each, and about 2 KB a
/// note. The same number gives the same bytes; nothing is on disk here.
package struct MadeVault: Sendable {
    /// Raised whenever other bytes are made.
    static let version = 1
    /// The name to which `waiting` notes link and which no note has.
    static let awaited = "Awaited note"
    static let waiting = 1000
    static let notesInFolder = 100

    package let count: Int
    package let vocabulary: Vocabulary

    package init(count: Int, vocabulary: Vocabulary = Vocabulary()) {
        self.count = count
        self.vocabulary = vocabulary
    }

    package var folders: Int { (count + Self.notesInFolder - 1) / Self.notesInFolder }

    func notes(inFolder folder: Int) -> Range<Int> {
        folder * Self.notesInFolder..<min(count, (folder + 1) * Self.notesInFolder)
    }

    /// The path of a folder from the vault's root, such as `Trady 3/bieło 7/part 2`.
    package func path(ofFolder folder: Int) -> [UInt8] {
        let area = folder / 50
        let topic = folder / 5 % 10
        let part = folder % 5
        let path =
            Self.capital(vocabulary.words[200 + area % 1000]) + Array(" \(area)/".utf8)
            + vocabulary.words[1200 + folder / 5 % 1000] + Array(" \(topic)".utf8)
        return part == 0 ? path : path + Array("/part \(part)".utf8)
    }

    /// The name of a note without its extension, which is its title as well.
    func title(_ note: Int) -> [UInt8] {
        var random = SeededRandom(note &* 2)
        return Self.capital(vocabulary.word(&random)) + [Byte.space] + vocabulary.word(&random)
            + Array(" \(note)".utf8)
    }

    package func path(ofNote note: Int) -> [UInt8] {
        path(ofFolder: note / Self.notesInFolder) + [Byte.slash] + title(note) + Array(".md".utf8)
    }

    /// Two pictures for each folder.
    static func picture(_ number: Int) -> [UInt8] { Array("picture \(number % 2 + 1).png".utf8) }

    /// Three years of dates, in seconds since 1970.
    func created(_ note: Int) -> Int64 {
        var random = SeededRandom(note &* 2 &+ 1)
        return 1_640_995_200 + Int64(random.below(1096 * 86_400))
    }

    static func capital(_ word: [UInt8]) -> [UInt8] {
        guard let first = word.first, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") else { return word }
        return [first - 32] + word.dropFirst()
    }

    /// A PNG of one pixel.
    static let pixel: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1,
        8,
        2, 0, 0, 0, 0x90, 0x77, 0x53, 0xDE, 0, 0, 0, 0x0C, 0x49, 0x44, 0x41, 0x54, 8, 0xD7, 0x63, 0xF8, 0xCF, 0xC0, 0,
        0,
        3, 1, 1, 0, 0x18, 0xDD, 0x8D, 0xB0, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
}
