package import Notes
package import QueryLanguage
package import Searching
import SourceText
import Synchronization
import VaultFiles

/// A note to render, with its blocks and the ids of its parts.
package struct SiteNote: Sendable {
    /// The note. Formulas and links in its title are text, as lists show them.
    package let hit: NoteHit
    let text: VisibleText
    let note: Note
    let nodes: [BlockNode]
    /// The ids of headings, by the offset where they start.
    let headingIDs: [Int: String]
    /// By target as written. Strings that differ in Unicode normalization would be equal, but paths are not.
    private let targets: [VaultPath: ResolvedTarget]
    private let anchors = LazyAnchors()
    /// The property `description`, or else the beginning of the first paragraph, on one line. Empty if there is neither.
    let description: String

    /// Complexity: O(bytes).
    ///
    /// - Parameters:
    ///   - hit: the note with its links and attachments.
    ///   - live: the text with the results of its live blocks, or nil if it has none.
    package init(_ hit: NoteHit, _ bytes: [UInt8], _ rules: NoteRules, live: LiveText? = nil) {
        text = VisibleText(live?.bytes ?? bytes)
        note = Note(text.bytes, name: hit.path.name, rules: rules, keepsBlocks: true)
        let isWhole = text.isWhole && live == nil
        var hit =
            isWhole ? hit : live == nil ? hit.limited(to: note, text, of: bytes) : hit.withoutHiddenParts(bytes, rules)
        hit.title = FormulaLine(hit.title).text
        self.hit = hit
        nodes = note.blockTree
        let headings = note.body.headings
        headingIDs = Dictionary(
            zip(headings.map(\.range.lowerBound), NoteAnchors.slugs(headings.map(\.text)))
        ) { first, _ in first }
        var targets: [VaultPath: ResolvedTarget] = [:]
        for link in hit.links {
            guard let path = link.path else { continue }
            targets[VaultPath(link.target)] = link.isFolder ? .folder(path) : .note(path, rivals: [])
        }
        for file in hit.attachments where file.exists {
            targets[VaultPath(file.target)] = .file(file.path, rivals: [])
        }
        targets.merge(live?.targets ?? [:]) { own, _ in own }
        self.targets = targets
        description = Self.description(of: note, nodes)
    }

    /// The text without comments.
    var bytes: [UInt8] { text.bytes }

    /// Returns the target of a link of the note.
    func target(of target: String) -> ResolvedTarget { targets[VaultPath(target)] ?? .nothing }

    private static let descriptionLength = 200

    private static func description(of note: Note, _ nodes: [BlockNode]) -> String {
        let own = note.properties.first { $0.key == "description" }?.value.text ?? ""
        if !own.allSatisfy(\.isWhitespace) { return shortened(FormulaLine(Inline.all(in: own)).text) }
        let texts = nodes.prefix(20).lazy.compactMap { node in
            if case .paragraph(let inlines) = node.content { FormulaLine(inlines).text } else { nil }
        }
        return texts.map { shortened($0) }.first { !$0.isEmpty } ?? ""
    }

    /// Returns the beginning of a text on one line, up to the end of a word.
    private static func shortened(_ text: String) -> String {
        var line = ""
        var length = 0
        func isSpace(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isASCII ? UInt8(truncatingIfNeeded: scalar.value).isWhiteSpace : scalar.properties.isWhitespace
        }
        var rest = text.unicodeScalars.drop(while: isSpace)
        // Splitting a whole paragraph takes longer than rendering the page.
        while !rest.isEmpty {
            let word = rest.prefix { !isSpace($0) }
            length += word.count + 1
            if length > descriptionLength, !line.isEmpty { return line + " …" }
            line += (line.isEmpty ? "" : " ") + Substring(word)
            rest = rest[word.endIndex...].drop(while: isSpace)
        }
        return length <= 2 * descriptionLength
            ? line : String(String.UnicodeScalarView(line.unicodeScalars.prefix(descriptionLength))) + "…"
    }

    /// The language of the note, if its front matter names a valid one.
    var language: String? {
        let text = note.properties.first { ["lang", "language"].contains($0.key) }?.value.text
        return text.flatMap { SiteSettings.isLanguageTag($0) ? $0 : nil }
    }

    /// Whether the body begins with a heading that equals the title.
    var beginsWithTitle: Bool {
        guard case .heading(1, let inlines)? = nodes.first?.content else { return false }
        return FormulaLine.isTitle(inlines.plainText, note.title)
    }

    /// The title as HTML, with its formulas.
    var titleHTML: String {
        let line =
            if beginsWithTitle, case .heading(_, let inlines)? = nodes.first?.content {
                FormulaLine(inlines)
            } else {
                FormulaLine(note.title)
            }
        return line.html { HTMLWriter.escaped($0) }
    }

    /// The macros that the formulas of the note define. Complexity: O(bytes).
    var macros: FormulaMacros { FormulaPieces.macros(in: note.blocks { _ in true }) }

    /// Returns the id of the heading or block that a fragment names, or nil if there is none.
    func id(of fragment: String) -> String? {
        guard let place = anchors.value(of: self).place(of: fragment), !place.isEmpty else { return nil }
        if let id = headingIDs[place.lowerBound] { return id }
        if bytes[place.lowerBound] == Byte.caret { return bytes.text(place).lowercased() }
        // An attribute list gives a heading a second name.
        let heading = note.body.headings.first {
            $0.range.lowerBound <= place.lowerBound && place.upperBound <= $0.range.upperBound
        }
        return heading.flatMap { headingIDs[$0.range.lowerBound] }
    }

    /// Returns the blocks that an embed with a fragment shows: a section with its heading, or a block. Returns nil if
    /// nothing has this name, and all blocks without a fragment.
    func nodes(of fragment: String?) -> [BlockNode]? {
        guard let fragment else { return nodes }
        guard let place = anchors.value(of: self).place(of: fragment), !place.isEmpty else { return nil }
        guard let index = nodes.lastIndex(where: { $0.range.lowerBound <= place.lowerBound }) else { return nil }
        switch nodes[index].content {
        case .heading(let level, _) where bytes[place.lowerBound] != Byte.caret:
            let rest = nodes[(index + 1)...].prefix { node in
                if case .heading(let next, _) = node.content { next > level } else { true }
            }
            return [nodes[index]] + rest
        case .list(var list):
            let starts = list.items.map { $0.children.first?.range.lowerBound ?? .max }
            if let number = starts.lastIndex(where: { $0 <= place.lowerBound }) {
                list.items = [list.items[number]]
                list.start = list.start.map { $0 + number }
            }
            return [BlockNode(content: .list(list), range: nodes[index].range)]
        case .paragraph(let inlines) where inlines.plainText.hasPrefix("^") && index > 0:
            // An id alone on a line names the block above.
            return [nodes[index - 1]]
        default: return [nodes[index]]
        }
    }
}

/// The anchors of a note, which few pages need.
private final class LazyAnchors: Sendable {
    private let known = Mutex<NoteAnchors?>(nil)

    func value(of note: SiteNote) -> NoteAnchors {
        known.withLock { known in
            let anchors = known ?? NoteAnchors(note.note, note.bytes)
            known = anchors
            return anchors
        }
    }
}
