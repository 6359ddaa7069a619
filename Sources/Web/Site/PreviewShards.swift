import SourceText

/// The beginnings of the notes of a site, which its pages show beside links. They are in small scripts that call
/// `slipPreviews`, because a page that is opened from a folder can load scripts, but no data.
struct PreviewShards {
    /// The average number of notes in a file.
    private static let size = 64
    private static let folder = SiteAddresses.ownFolder.appending("previews")

    /// By file: the address of a page from the root of the site, with its title and text.
    private var shards: [[(address: String, title: String, text: String)]]

    /// Returns the number of files. A power of two, so that it seldom changes: all pages contain it.
    static func count(_ notes: Int) -> Int {
        var count = 1
        while count * size < notes { count *= 2 }
        return count
    }

    init(_ notes: Int) { shards = Array(repeating: [], count: Self.count(notes)) }

    mutating func add(_ address: String, title: String, text: String) {
        if text.isEmpty { return }
        // FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv), as in `page.js`.
        let hash = address.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        shards[Int(hash) % shards.count].append((address, title, text))
    }

    func files() -> [Site.File] {
        shards.enumerated().map { number, notes in
            var json = JSONWriter()
            json.object { json in
                for note in notes { json.field(note.address, [note.title, note.text]) }
            }
            let script = Array("slipPreviews(\(number), ".utf8) + json.bytes + Array(");\n".utf8)
            return Site.File(Self.folder.appending("\(number).js"), script)
        }
    }
}
