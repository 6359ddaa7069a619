package import Notes
import SourceText
package import VaultFiles

/// A position in a note, as PLACE names it after the note.
package enum NotePosition: Hashable, Sendable {
    /// The whole body.
    case body
    /// The section of a heading. `A#B` is heading B in the section of A.
    case section(String)
    /// A paragraph or list item, by its block id without the caret.
    case block(String)
    /// A line of the file, counted from 1.
    case line(Int)

    /// No path is longer on Linux (`PATH_MAX`), in bytes.
    private static let longestName = 4096

    /// Returns the ways to split a PLACE into the name of a note and a position in it, the longest name first. A name
    /// may contain `#` and colons. Text after the colon that ends a line number is ignored, as in the output of `slip
    /// task list`.
    package static func readings(of place: [UInt8]) -> [(name: [UInt8], position: NotePosition)] {
        var readings: [(name: [UInt8], position: NotePosition)] = [(place, .body)]
        for index in place.indices.dropFirst().prefix(longestName).reversed() {
            let rest = place[(index + 1)...]
            if place[index] == Byte.hash {
                readings.append((Array(place[..<index]), NotePosition(fragment: String(decoding: rest, as: UTF8.self))))
            } else if place[index] == Byte.colon {
                let digits = rest.prefix(while: \.isDigit)
                guard !digits.isEmpty, digits.endIndex == place.count || place[digits.endIndex] == Byte.colon else {
                    continue
                }
                // A number that is too large is that of no line.
                let line = Int(String(decoding: digits, as: UTF8.self)) ?? .max
                readings.append((Array(place[..<index]), .line(line)))
            }
        }
        return readings
    }

    /// Creates the position that a fragment names: `Heading`, `A#B` or `^block`.
    package init(fragment: String) {
        self = fragment.hasPrefix("^") ? .block(String(fragment.dropFirst())) : .section(fragment)
    }
}

/// The part of a note at a position.
package struct NotePart: Hashable, Sendable {
    /// The bytes of the part, without its heading.
    package var range: Range<Int>
    /// The bytes of the heading above it, or of the front matter if there is no heading.
    package var head: Range<Int>?
    /// Whether `head` is a heading.
    package var isBelowHeading = false
    /// The number of block quotes and list items around the part.
    package var depth = 0

    /// The bytes of the part with its heading, but without front matter.
    package var rangeWithHeading: Range<Int> {
        guard isBelowHeading, let head else { return range }
        return head.lowerBound..<range.upperBound
    }
}

extension OpenNote {
    /// The blocks of the body as rendered, in order. Complexity: O(bytes).
    package var renderedBlocks: [Block] { Block.all(in: bytes, from: bodyStart) }

    /// Returns the part of the note at a position.
    ///
    /// - Throws: `VaultError` if the note has no such heading, block or line.
    package func part(at position: NotePosition) throws -> NotePart {
        switch position {
        case .body:
            // The title is above the body.
            if let first = headings.first, note.body.startsWithHeading, first.level == 1 || first.raw == titleRange {
                var part = part(below: first)
                part.range = part.range.lowerBound..<bytes.count
                return part
            }
            return NotePart(
                range: max(bodyStart, bytes.textStart)..<bytes.count, head: frontMatterBlock.map { bytes.trimmed($0) })
        case .section(let path):
            guard let heading = heading(path) else { throw missingHeading(path) }
            return part(below: heading)
        case .block(let id):
            guard !id.contains("#"), let place = place(of: "^\(id)"), !place.isEmpty else {
                let near = blocks.compactMap(\.id).prefix(5)
                throw VaultError(
                    "'\(path.text)' has no block '^\(id)'", at: path,
                    help: near.isEmpty ? nil : "it has: \(near.map { "^\($0)" }.joined(separator: ", "))")
            }
            return block(ofID: place)
        case .line(let line):
            let lines = LineTable(bytes)
            let count = bytes.isEmpty || bytes.last == Byte.newline ? lines.count - 1 : lines.count
            // The line after the last one is where a new line would be.
            if line - 1 == count { return NotePart(range: bytes.count..<bytes.count) }
            guard (1...max(1, count)).contains(line) else {
                throw VaultError(
                    "'\(path.text)' has no line \(line)", at: path,
                    help: "it has \(count) \(count == 1 ? "line" : "lines")")
            }
            let range = lines.range(ofLine: line)
            return NotePart(range: max(range.lowerBound, bytes.textStart)..<max(range.upperBound, bytes.textStart))
        }
    }

    /// Returns the section of a heading.
    package func part(below heading: OpenHeading) -> NotePart {
        let end = heading.section.upperBound
        let start = min(bytes.lineEnd(from: heading.range.upperBound) + 1, end)
        return NotePart(range: start..<end, head: heading.range, isBelowHeading: true)
    }

    /// Returns the heading of a path: the first heading with that text, or for `A#B` the first B in the section of the
    /// first A that has one. A heading with exactly this text comes first, except for case. Otherwise the text may be
    /// written as in links (`NoteAnchors`).
    ///
    /// Complexity: O(bytes), then O(headings × parts of the path).
    package func heading(_ path: String) -> OpenHeading? {
        let all = headings.map { ($0, [Folding.fold($0.text), Folding.fold(bytes.text($0.raw))]) }
        let whole = Folding.fold(path)
        if let exact = all.first(where: { $0.1.contains(whole) }) { return exact.0 }
        let parts = path.split(separator: "#").map { $0.trimmingPrefix(while: \.isWhitespace) }
        if parts.isEmpty { return nil }
        if let exact = Self.find(parts.map { Folding.fold(String($0)) }, in: all) { return exact }
        if !path.contains("#") || slugs.contains(path.lowercased()), let place = place(of: path), !place.isEmpty,
            let heading = headings.first(where: { $0.range.lowerBound == place.lowerBound })
        {
            return heading
        }
        func words(_ text: String) -> String { Words.list(text).joined(separator: " ") }
        let wanted = parts.map { words(String($0)) }
        // Without words, any heading of signs would match.
        return wanted.contains("") ? nil : Self.find(wanted, in: all.map { ($0.0, $0.1.map(words)) })
    }

    /// Returns the first heading with the last name that is inside headings with the other names, in order.
    private static func find(_ names: [String], in headings: [(OpenHeading, names: [String])]) -> OpenHeading? {
        // The headings around the current one, and how many of the first names they match in order.
        var around: [(end: Int, matched: Int)] = []
        for (heading, own) in headings {
            while let last = around.last, last.end <= heading.range.lowerBound { around.removeLast() }
            let matched = around.last?.matched ?? 0
            let matches = own.contains(names[matched])
            if matches, matched == names.count - 1 { return heading }
            around.append((heading.section.upperBound, matches ? matched + 1 : matched))
        }
        return nil
    }

    /// The shortest paths of the headings, in order: the text, or `A#B` if an earlier heading has the same text.
    package var headingPaths: [String] {
        var seen: Set<String> = []
        var above: [OpenHeading] = []
        return headings.map { heading in
            above.removeAll { $0.level >= heading.level }
            defer { above.append(heading) }
            if seen.insert(heading.text).inserted { return heading.text }
            return (above.suffix(1) + [heading]).map(\.text).joined(separator: "#")
        }
    }

    /// Returns the error for a heading that the note does not have, with the nearest ones.
    package func missingHeading(_ wanted: String) -> VaultError {
        let names = headings.map(\.text)
        let near = Nearest.match(wanted, among: names).map { [$0] } ?? Array(names.prefix(5))
        let listed = near.map { "'\($0)'" }.joined(separator: ", ")
        return VaultError(
            "'\(path.text)' has no heading '\(wanted)'", at: path,
            help: near.isEmpty
                ? "it has no headings"
                : near.count == 1 && names.count > 1 ? "the nearest is \(listed)" : "it has: \(listed)")
    }

    /// Returns the block with an id. An id alone in its paragraph belongs to the block above.
    private func block(ofID id: Range<Int>) -> NotePart {
        guard let own = block(at: id.lowerBound) else { return NotePart(range: id) }
        let isAlone = bytes.trimmed(own.range).lowerBound + 1 >= id.lowerBound
        guard isAlone, let above = block(at: own.range.lowerBound - 1) else { return own }
        return NotePart(range: above.range.lowerBound..<own.range.upperBound, depth: above.depth)
    }

    /// Returns the innermost list item or footnote with the byte at an offset, or else the block. Between blocks, returns the one
    /// above, or nil if there is none.
    package func block(at offset: Int) -> NotePart? {
        let blocks = renderedBlocks
        guard let block = blocks.last(where: { $0.extent.lowerBound <= offset }) else { return nil }
        var range = block.extent
        if let item = block.containers.last, item.kind != .quote {
            let inside = blocks.filter { $0.containers.contains(item) }
            range = item.start..<inside.reduce(range.upperBound) { max($0, $1.extent.upperBound) }
        }
        let start = max(bytes.lineStart(of: range.lowerBound), bytes.textStart)
        return NotePart(range: start..<bytes.lineEnd(from: range.upperBound), depth: max(0, block.containers.count - 1))
    }
}
