package import Notes
import SearchIndex
package import SourceText
import Synchronization
package import VaultFiles

/// The text of an open document, saved or not. It is immutable and parsed on first use.
package final class OpenNote: Sendable {
    /// The path in the vault, or only the file name if the note is in no vault.
    package let path: VaultPath
    package let bytes: [UInt8]
    package let rules: NoteRules
    private let reading = Mutex<Note?>(nil)
    private let names = Mutex<NameOverlay.Note?>(nil)
    private let anchorsRead = Mutex<NoteAnchors?>(nil)
    private let linksRead = Mutex<[OpenLink]?>(nil)

    /// Parsing a longer note takes longer than a user waits for a response to a key.
    private static let long = 256 << 10
    /// The number of bytes of a long note's body that are parsed for its names.
    private static let head = 64 << 10

    package init(path: VaultPath, bytes: [UInt8], rules: NoteRules) {
        self.path = path
        self.bytes = bytes
        self.rules = rules
    }

    /// - Parameter vault: the vault whose configuration applies, or nil for a text outside any vault.
    package convenience init(path: VaultPath, bytes: [UInt8], in vault: Vault?) {
        self.init(path: path, bytes: bytes, rules: vault?.configuration.rules ?? NoteRules())
    }

    /// Whether parsing the whole note is slow.
    package var isLong: Bool { bytes.count > Self.long }

    /// The parsed note. Complexity: O(bytes) on first access.
    package var note: Note {
        reading.withLock { note in
            if let note { return note }
            let read = Note(bytes, name: path.name, rules: rules)
            note = read
            return read
        }
    }

    /// Returns the names of the note. Complexity: O(bytes), but bounded for a long note.
    func currentNames() -> NameOverlay.Note {
        names.withLock { names in
            if let names { return names }
            let head = isLong ? min(bytes.count, FrontMatter.bodyStart(of: bytes) + Self.head) : bytes.count
            let note = isLong ? Note(Array(bytes[..<head]), name: path.name, rules: rules) : self.note
            let read = NameOverlay.Note(path: path, names: LinkNames(note))
            names = read
            return read
        }
    }

    /// Returns the headings and blocks that links can name.
    func anchors() -> NoteAnchors {
        anchorsRead.withLock { anchors in
            if let anchors { return anchors }
            let read = NoteAnchors(note, bytes)
            anchors = read
            return read
        }
    }

    /// Returns the range of the heading or block that a fragment names, or nil if there is none. A fragment without
    /// words names the start of the note.
    package func place(of fragment: String) -> Range<Int>? { anchors().place(of: fragment) }

    /// Every link to a file of the vault or to a part of the note itself, in order.
    package var links: [OpenLink] {
        linksRead.withLock { links in
            if let links { return links }
            let read = OpenLink.all(in: note)
            links = read
            return read
        }
    }
}

/// A link as written in a text.
package struct OpenLink: Hashable, Sendable {
    /// The syntax of a link.
    package enum Notation: Hashable, Sendable { case wiki, markdown, definition, html, frontMatter }

    package var form: Notation
    package var isEmbed: Bool
    /// Whether it is the whole value of a property, which is a link only if it leads to a file.
    package private(set) var isPath = false
    /// Empty for a link to a part of the note itself.
    package var target: String
    package var fragment: String?
    package var fragmentRange: Range<Int>?
    /// The bytes that name the target, or nil if quoting makes them impossible to locate.
    package var destination: Range<Int>?
    package var label: Range<Int>?
    package var range: Range<Int>
    /// The link's number among the references of the note, or nil for a link to a part of the note itself.
    package var number: Int?

    /// The range to underline: the target as written, or the whole link if that is empty.
    package var marked: Range<Int> { destination.flatMap { $0.isEmpty ? nil : $0 } ?? range }

    fileprivate init(_ reference: Reference, number: Int) {
        switch reference.origin {
        case .body(let kind, let isEmbed):
            form =
                switch kind {
                case .wiki: .wiki
                case .markdown: .markdown
                case .definition: .definition
                case .html: .html
                }
            self.isEmbed = isEmbed
        case .links, .attachments, .canvasFile: (form, isEmbed) = (.frontMatter, false)
        case .property(_, let isEmbed): (form, self.isEmbed) = (.frontMatter, isEmbed)
        case .path: (form, isEmbed, isPath) = (.frontMatter, false, true)
        }
        target = reference.target
        fragment = reference.fragment
        fragmentRange = reference.fragmentRange
        destination = reference.destination
        label = reference.label
        range = reference.range
        self.number = number
    }

    fileprivate init(_ link: Link) {
        self.init(Reference(partOf: link), number: 0)
        number = nil
    }

    /// Shifts all ranges by `count` bytes.
    mutating func move(by count: Int) {
        func moved(_ range: Range<Int>) -> Range<Int> { range.lowerBound + count..<range.upperBound + count }
        range = moved(range)
        destination = destination.map(moved)
        label = label.map(moved)
        fragmentRange = fragmentRange.map(moved)
    }

    static func all(in note: Note) -> [OpenLink] {
        var links = note.references.enumerated().map { OpenLink($0.element, number: $0.offset) }
        if note.body.partLinks.isEmpty { return links }
        links += note.body.partLinks.map { OpenLink($0) }
        return links.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}

extension OpenNote {
    /// A hash of the values that other notes depend on: the note's names, and unless it is long, its anchors. It is
    /// only valid in this process.
    package var dependencyHash: Int {
        var hasher = Hasher()
        hasher.combine(currentNames())
        // Parsing a long note for its anchors after each key costs too much.
        if !isLong { for hash in anchors().hashes.sorted() { hasher.combine(hash) } }
        return hasher.finalize()
    }
}

extension OpenNote {
    /// Returns the rows that the index would have for the note if it were saved now.
    func rows(at now: Moment) -> NoteRows {
        let file = IndexedFile(
            path: path, fingerprint: .unknown, hash: ContentHash.hash(bytes), size: Int64(bytes.count),
            modified: now.microseconds * 1000, born: nil)
        return NoteRows(note, bytes, file: file, rules: rules)
    }
}

extension OpenNote {
    /// Returns a heading's text in a form that a wiki link can contain: one space replaces each run of spaces, `#`, `|`,
    /// brackets and `^`.
    package static func fragment(of heading: String) -> String {
        heading.split { " #|[]^".contains($0) }.joined(separator: " ")
    }
}

extension OpenNote {
    /// Returns a text written as a front matter value.
    package static func yamlValue(_ text: String) -> String { YAMLValue.written(text) }
}
