import Notes
package import SourceText

/// A note, or a part of one, that another note embeds: `![[note]]`, `![[note#heading]]`, `![[note^block]]`.
package struct Embed: Sendable {
    package enum Content: Sendable {
        /// The bytes of the note that are shown.
        case part(OpenNote, Range<Int>)
        /// The reason why nothing is shown.
        case remark(String)
    }

    /// The link in the note that contains it.
    package var link: OpenLink
    package var path: VaultPath
    /// The title of the note, with the heading or block: `Slip box › Origin`.
    package var label: String
    package var content: Content
}

/// Finds what notes embed. One reader is used for everything that is shown together, since it limits the number of
/// embedded notes.
package final class EmbedReader {
    /// The parts that are being shown, outermost first.
    package struct Trail: Sendable {
        fileprivate struct Part: Hashable, Sendable {
            var path: VaultPath
            var range: Range<Int>
        }

        fileprivate var parts: [Part] = []

        package init() {}

        /// Returns the trail inside of a part of a note.
        package func entering(_ path: VaultPath, _ range: Range<Int>) -> Trail {
            var trail = self
            trail.parts.append(Part(path: path, range: range))
            return trail
        }
    }

    private static let maximumDepth = 3
    private static let maximumCount = 200

    private let snapshot: VaultSnapshot
    /// The reader of the live blocks of embedded notes, or nil if they are shown as in the file.
    private let blocks: LiveBlockReader?
    /// The number of embeds so far, with those that are not shown.
    private var count = 0
    /// The embedded notes, since a note may be embedded often. Nil for a note that cannot be read.
    private var notes: [VaultPath: OpenNote?] = [:]

    /// - Parameter answersBlocks: whether the embedded notes contain the current results of their live blocks (default:
    ///   the text in the file).
    package init(_ snapshot: VaultSnapshot, answersBlocks: Bool = false) {
        self.snapshot = snapshot
        blocks = answersBlocks ? LiveBlockReader(snapshot) : nil
    }

    private func document(_ path: VaultPath) throws -> OpenNote? {
        if let known = notes[path] { return known }
        var note = snapshot.document(path)
        if let file = note, let live = try blocks?.liveText(of: file) {
            note = OpenNote(path: path, bytes: live.bytes, rules: snapshot.rules)
        }
        notes[path] = .some(note)
        return note
    }

    /// Returns what a note embeds in a range of its bytes, in order. Attachments are left out.
    ///
    /// - Parameter trail: the parts that are being shown, with the one in `range`.
    /// - Complexity: O(bytes of the note and of the embedded notes).
    package func embeds(in range: Range<Int>, of note: OpenNote, inside trail: Trail) throws -> [Embed] {
        // Most notes embed nothing, and need not be parsed.
        guard note.bytes[range].firstRange(of: [Byte.bang, Byte.leftBracket]) != nil else { return [] }
        return try note.links.compactMap { link in
            guard link.isEmbed, range.contains(link.range.lowerBound), link.form != .definition else { return nil }
            guard case .note(let path, _) = try snapshot.linkTargets.target(of: link, in: note) else { return nil }
            return try embed(link, path, from: note, inside: trail)
        }
    }

    private func embed(_ link: OpenLink, _ path: VaultPath, from note: OpenNote, inside trail: Trail) throws -> Embed? {
        count += 1
        if count > Self.maximumCount {
            let remark = Embed.Content.remark("not shown: too many notes are embedded")
            return Embed(link: link, path: path, label: path.stem.text, content: remark)
        }
        guard let target = path == note.path ? note : try document(path) else { return nil }
        var embed = Embed(link: link, path: path, label: target.currentTitle, content: .remark(""))
        guard let part = target.part(named: link.fragment) else {
            embed.content = .remark("'\(path.text)' has no part '\(link.fragment ?? "")'")
            return embed
        }
        if let name = part.name { embed.label += " › \(name)" }
        let isOpen = trail.parts.contains { $0.path == path && $0.range == part.range }
        if isOpen {
            embed.content = .remark("not shown: it contains this place")
        } else if trail.parts.count > Self.maximumDepth {
            embed.content = .remark("not shown: the notes are nested too deeply")
        } else {
            embed.content = .part(target, part.range)
        }
        return embed
    }
}

extension OpenNote {
    /// Returns the part that a fragment names: the section of a heading, a block, or the whole body without a fragment.
    /// Nil if there is none.
    package func part(named fragment: String?) -> (range: Range<Int>, name: String?)? {
        guard let fragment else { return (bodyStart..<bytes.count, nil) }
        guard let place = place(of: fragment) else { return nil }
        if let heading = headings.first(where: { $0.range.overlaps(place) }), !fragment.hasPrefix("^") {
            return (heading.section, heading.text)
        }
        if place.isEmpty { return (bodyStart..<bytes.count, nil) }
        let blocks = self.blocks
        guard let index = blocks.firstIndex(where: { $0.range.overlaps(place) }) else { return nil }
        // An id alone on a line names the block above.
        let isAlone = bytes[blocks[index].range.lowerBound] == Byte.caret && index > 0
        return (withSubitems(blocks[isAlone ? index - 1 : index].range), fragment)
    }

    /// Returns the lines of a block. Those of a list item include the items and paragraphs in it.
    private func withSubitems(_ block: Range<Int>) -> Range<Int> {
        guard Self.beginsItem(bytes, block) else { return block }
        func indentation(_ line: Range<Int>) -> Int { line.lowerBound - bytes.lineStart(of: line.lowerBound) }
        var end = block.upperBound
        var index = bytes.lineEnd(from: end) + 1
        while index < bytes.count {
            let lineEnd = bytes.lineEnd(from: index)
            let line = bytes.trimmed(index..<lineEnd)
            if !line.isEmpty {
                if indentation(line) <= indentation(block) { break }
                end = line.upperBound
            }
            index = lineEnd + 1
        }
        return block.lowerBound..<end
    }
}

/// The text of a note with embedded notes in place of their links, indented and with a label.
package struct EmbedText {
    /// How the lines of an embedded note are marked.
    package enum Form: Sendable {
        /// With a bar, for reading.
        case bars
        /// As block quotes of Markdown.
        case quotes

        fileprivate func label(_ text: String) -> String { self == .bars ? "▸ \(text)" : "> **\(text)**" }
        fileprivate var space: [String] { self == .bars ? [] : [">"] }
        fileprivate var margin: String { self == .bars ? "│ " : "> " }
    }

    private let reader: EmbedReader
    private let form: Form

    package init(_ snapshot: VaultSnapshot, _ form: Form) {
        reader = EmbedReader(snapshot, answersBlocks: true)
        self.form = form
    }

    /// Returns the text of a part of a note, or nil if it embeds nothing.
    package func text(of range: Range<Int>, in note: OpenNote) throws -> String? {
        let trail = EmbedReader.Trail().entering(note.path, range)
        let embeds = try reader.embeds(in: range, of: note, inside: trail)
        if embeds.isEmpty { return nil }
        return try lines(of: range, in: note, embeds, inside: trail).joined(separator: "\n")
    }

    private func lines(
        of range: Range<Int>, in note: OpenNote, _ embeds: [Embed], inside trail: EmbedReader.Trail
    ) throws -> [String] {
        var embeds = embeds[...]
        var lines: [String] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let end = min(note.bytes.lineEnd(from: start), range.upperBound)
            let text = end > start && note.bytes[end - 1] == 0x0D ? start..<end - 1 : start..<end
            var own: [Embed] = []
            while let first = embeds.first, first.link.range.lowerBound < end { own.append(embeds.removeFirst()) }
            let content = note.bytes.trimmed(start..<end)
            let isAlone = own.count == 1 && own[0].link.range == content
            if !isAlone { lines.append(note.bytes.text(text)) }
            let indent = note.bytes.text(start..<content.lowerBound)
            for embed in own { lines += try self.lines(of: embed, inside: trail).map { indent + $0 } }
            start = end + 1
        }
        // A line end at the end begins an empty line.
        if start == range.upperBound { lines.append("") }
        return lines
    }

    private func lines(of embed: Embed, inside trail: EmbedReader.Trail) throws -> [String] {
        switch embed.content {
        case .remark(let reason): return [form.label("\(embed.label) (\(reason))")]
        case .part(let note, let range):
            let inner = trail.entering(note.path, range)
            let embeds = try reader.embeds(in: range, of: note, inside: inner)
            var lines = try lines(of: range, in: note, embeds, inside: inner)
            while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
            return [form.label(embed.label)] + form.space
                + lines.drop { $0.allSatisfy(\.isWhitespace) }.map { form.margin + $0 }
        }
    }
}
