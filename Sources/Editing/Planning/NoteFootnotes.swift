import Notes
import Searching
import SourceText
import VaultFiles

/// The footnotes of a note, by their labels in lower case.
struct NoteFootnotes {
    /// A reference to a footnote, such as `[^1]`.
    struct Use {
        var name: String
        /// The bytes of the label, without `[^`.
        var label: Range<Int>
    }

    struct Definition {
        /// The bytes of the label, without `[^`.
        var label: Range<Int>
        /// The lines of the footnote.
        var range: Range<Int>
        /// Whether it is in a quote, a list item or another footnote.
        var isNested: Bool
    }

    private(set) var uses: [Use] = []
    /// The first definition of each label.
    private(set) var definitions: [String: Definition] = [:]

    init(_ note: OpenNote) {
        let bytes = note.bytes
        if bytes[note.bodyStart...].firstRange(of: Array("[^".utf8)) == nil { return }
        for block in note.renderedBlocks {
            for piece in block.texts.joined() where !piece.isExact && piece.text.hasPrefix("[^") {
                guard bytes.holds(Array("[^".utf8), at: piece.range.lowerBound) else { continue }
                uses.append(use(at: piece.range.lowerBound, in: bytes))
            }
            for (depth, container) in block.containers.enumerated() {
                guard case .footnote = container.kind else { continue }
                let use = use(at: container.start, in: bytes)
                let lines =
                    bytes.lineStart(
                        of: container.start)..<min(
                        bytes.lineEnd(from: block.extent.upperBound) + 1, bytes.count)
                let known = definitions[use.name]
                if known == nil {
                    definitions[use.name] = Definition(label: use.label, range: lines, isNested: depth > 0)
                } else if known?.label == use.label {
                    definitions[use.name]?.range = lines
                }
            }
        }
    }

    private func use(at start: Int, in bytes: [UInt8]) -> Use {
        let end = bytes[start...].firstIndex(of: Byte.rightBracket) ?? bytes.count
        return Use(name: bytes.text(start + 2..<end).lowercased(), label: start + 2..<end)
    }

    /// Returns the label of a footnote that is both inside and outside of a range.
    func label(splitBy range: Range<Int>) -> String? {
        definitions.filter { name, definition in
            let isInside = range.contains(definition.label.lowerBound)
            return uses.contains { $0.name == name && range.contains($0.label.lowerBound) != isInside }
        }.keys.min()
    }
}

/// The footnotes that move or are copied to another note together with lines of a note.
struct MovedFootnotes {
    /// The definitions to add to the other note, in the order of their use.
    private(set) var carried: [Range<Int>] = []
    /// Those of them that nothing else in the note uses.
    private(set) var removed: [Range<Int>] = []
    /// Edits of the labels that the other note uses too, in the lines and in the definitions to add.
    private(set) var edits: [ByteEdit] = []
    /// The labels in the other note afterwards.
    private(set) var names: Set<String>

    /// - Parameters:
    ///   - lines: the lines that move.
    ///   - names: the labels in the other note.
    /// - Throws: `VaultError` for a footnote in the lines that the rest of the note uses, or one in another block.
    init(with lines: [Range<Int>], of note: OpenNote, avoiding names: Set<String>) throws {
        self.names = names
        let footnotes = NoteFootnotes(note)
        func uses(in ranges: [Range<Int>]) -> [NoteFootnotes.Use] {
            footnotes.uses.filter { use in ranges.contains { $0.contains(use.label.lowerBound) } }
        }
        var found: [String] = []
        var next = uses(in: lines)[...]
        while let use = next.popFirst() {
            guard let definition = footnotes.definitions[use.name], !found.contains(use.name) else { continue }
            found.append(use.name)
            if lines.contains(where: { $0.contains(definition.label.lowerBound) }) { continue }
            if definition.isNested {
                throw VaultError(
                    note.path, "has the footnote '[^\(use.name)]' of the task in another block",
                    help: "move the footnote to the end of the note first; nothing was changed")
            }
            carried.append(definition.range)
            next += uses(in: [definition.range])
        }
        for (name, definition) in footnotes.definitions.sorted(by: { $0.key < $1.key }) {
            guard lines.contains(where: { $0.contains(definition.label.lowerBound) }) else { continue }
            if !found.contains(name) { found.append(name) }
            if uses(in: lines + carried).count(where: { $0.name == name })
                < footnotes.uses.count(where: { $0.name == name })
            {
                throw VaultError(
                    note.path, "uses the footnote '[^\(name)]' of the task elsewhere",
                    help: "move the footnote to the end of the note first; nothing was changed")
            }
        }
        removed = carried
        // A footnote stays if one that stays, or other text, refers to it.
        var count = -1
        while count != removed.count {
            count = removed.count
            let gone = lines + removed
            let kept = Set(
                footnotes.uses.filter { use in !gone.contains { $0.contains(use.label.lowerBound) } }.map(\.name))
            removed.removeAll { range in kept.contains { footnotes.definitions[$0]?.range == range } }
        }
        for name in found { addEdits(of: name, footnotes, uses(in: lines + carried), in: note) }
    }

    /// Renames a footnote if its label is taken.
    private mutating func addEdits(
        of name: String, _ footnotes: NoteFootnotes, _ uses: [NoteFootnotes.Use], in note: OpenNote
    ) {
        guard let definition = footnotes.definitions[name] else { return }
        guard names.contains(name) else {
            names.insert(name)
            return
        }
        var number = 2
        while names.contains("\(name)-\(number)") { number += 1 }
        names.insert("\(name)-\(number)")
        let label = Array("\(note.bytes.text(definition.label))-\(number)".utf8)
        edits += ([definition.label] + uses.filter { $0.name == name }.map(\.label)).map { ByteEdit($0, label) }
    }

    /// Returns the labels in brackets in a text, whether they are footnotes or not.
    static func names(in bytes: [UInt8]) -> Set<String> {
        var names: Set<String> = []
        var index = 0
        while let open = bytes[index...].firstRange(of: Array("[^".utf8))?.upperBound {
            index = open
            let line = bytes[index..<bytes.lineEnd(from: index)]
            if let close = line.firstIndex(of: Byte.rightBracket) {
                names.insert(bytes.text(open..<close).lowercased())
            }
        }
        return names
    }
}
