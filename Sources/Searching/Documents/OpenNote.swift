package import Notes
import SearchIndex
package import SourceText
import Synchronization
package import VaultFiles

/// A note as an open document has it, saved or not: an immutable text, read when it is first asked for.
package final class OpenNote: Sendable {
    /// Where it is in its vault; the file's name alone where it is in none.
    package let path: VaultPath
    package let bytes: [UInt8]
    package let rules: NoteRules
    private let reading = Mutex<Note?>(nil)
    private let names = Mutex<NameOverlay.Note?>(nil)
    private let anchorsRead = Mutex<NoteAnchors?>(nil)
    private let linksRead = Mutex<[OpenLink]?>(nil)

    /// Longer ones take longer to read than a person waits for what follows a key.
    private static let long = 256 << 10
    /// So much of a long one is read for its title and front matter.
    private static let head = 64 << 10

    package init(path: VaultPath, bytes: [UInt8], rules: NoteRules) {
        self.path = path
        self.bytes = bytes
        self.rules = rules
    }

    /// - Parameter vault: the one that says how it is read; nil for a text that lies in none.
    package convenience init(path: VaultPath, bytes: [UInt8], in vault: Vault?) {
        self.init(path: path, bytes: bytes, rules: vault?.configuration.rules ?? NoteRules())
    }

    /// Whether to read it whole takes long.
    package var isLong: Bool { bytes.count > Self.long }

    /// The note. Complexity: O(bytes) the first time.
    package var note: Note {
        reading.withLock { note in
            if let note { return note }
            let read = Note(bytes, name: path.name, rules: rules)
            note = read
            return read
        }
    }

    /// What it is called. Complexity: O(bytes), but never that of a long note.
    func currentNames() -> NameOverlay.Note {
        names.withLock { names in
            if let names { return names }
            let head = isLong ? min(bytes.count, FrontMatter.bodyStart(of: bytes) + Self.head) : bytes.count
            let note = isLong ? Note(Array(bytes[..<head]), name: path.name, rules: rules) : self.note
            let read = NameOverlay.Note(
                path: path, title: note.title, id: note.id, aliases: note.aliases.map(\.text))
            names = read
            return read
        }
    }

    /// The parts of it that links may name.
    func anchors() -> NoteAnchors {
        anchorsRead.withLock { anchors in
            if let anchors { return anchors }
            let read = NoteAnchors(note, bytes)
            anchors = read
            return read
        }
    }

    /// Where the part is that a fragment names; nil where there is none.
    package func place(of fragment: String) -> Range<Int>? { anchors().place(of: fragment) }

    /// Every link to something of the vault or in the note itself, in order.
    package var links: [OpenLink] {
        linksRead.withLock { links in
            if let links { return links }
            let read = OpenLink.all(in: note)
            links = read
            return read
        }
    }
}

/// A link as it stands in a text.
package struct OpenLink: Hashable, Sendable {
    package enum Form: Hashable, Sendable { case wiki, markdown, definition, frontMatter }

    package var form: Form
    package var isEmbed: Bool
    /// Empty for a link to a part of the note itself.
    package var target: String
    package var fragment: String?
    package var fragmentRange: Range<Int>?
    /// The bytes that name the target; nil where they cannot be told from their quoting.
    package var destination: Range<Int>?
    package var label: Range<Int>?
    package var range: Range<Int>
    /// Its number among the references of the note; nil for one to a part of the note itself.
    package var number: Int?

    /// What is to be underlined: the target as it is written.
    package var marked: Range<Int> { destination.flatMap { $0.isEmpty ? nil : $0 } ?? range }

    fileprivate init(_ reference: Reference, number: Int) {
        switch reference.origin {
        case .body(let kind, let isEmbed):
            form = kind == .wiki ? .wiki : kind == .markdown ? .markdown : .definition
            self.isEmbed = isEmbed
        case .links, .attachments: (form, isEmbed) = (.frontMatter, false)
        case .property(_, let isEmbed): (form, self.isEmbed) = (.frontMatter, isEmbed)
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

    /// Puts it so many bytes farther on.
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
    /// A number for what other notes may see of this one: its names, and the parts that links may name.
    package var face: Int {
        var hasher = Hasher()
        hasher.combine(currentNames())
        // Of a long one that is not worth what it costs after each key.
        if !isLong { for hash in anchors().hashes.sorted() { hasher.combine(hash) } }
        return hasher.finalize()
    }
}

extension VaultSession {
    /// Has what some more notes are called at hand, which takes a while for all; true once all are.
    package func prepareNames() throws -> Bool { try index.prepareNames(of: 4000) }
}

extension OpenNote {
    /// A heading's text as a link in double brackets can hold it.
    package static func fragment(of heading: String) -> String {
        String(heading.map { "#|[]^".contains($0) ? " " : $0 })
    }

    /// The anchor that a heading has in Markdown links.
    package static func slug(_ heading: String) -> String { NoteAnchors.slug(heading) }
}

extension OpenNote {
    /// A text as a value of front matter is written.
    package static func yamlValue(_ text: String) -> String { YAMLValue.written(text) }
}
