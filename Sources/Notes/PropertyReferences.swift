import SourceText

/// Finds `[[x]]` in front matter texts: in the values of all keys but `links` and `attachments`. Also finds it in
/// entries of `links` that are not just one reference, and finds values that can be paths of files.
struct PropertyReferences {
    let bytes: [UInt8]
    private(set) var references: [Reference] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether `range` contains two adjacent opening brackets. This fast test excludes most notes.
    static func mayOccur(in range: Range<Int>, of bytes: Span<UInt8>) -> Bool {
        bytes.firstIndex(of: Byte.leftBracket, before: Byte.leftBracket, in: range) != nil
    }

    /// Reads the texts of a property that can be paths.
    mutating func readPaths(_ entry: YAMLEntry) {
        if case .sequence(let values, let style) = entry.value.content {
            for value in values { readPaths(value, of: entry.key, isEntry: true, isInBrackets: style == .flow) }
        } else {
            readPaths(entry.value, of: entry.key, isEntry: false, isInBrackets: false)
        }
    }

    private mutating func readPaths(_ value: YAMLValue, of key: String, isEntry: Bool, isInBrackets: Bool) {
        switch value.content {
        case .null, .opaque: return
        case .scalar:
            let path = Reference(path: value, key: key, isEntry: isEntry, isInBrackets: isInBrackets)
            if let path { references.append(path) }
        case .sequence(let values, let style):
            for value in values {
                readPaths(value, of: key, isEntry: false, isInBrackets: isInBrackets || style == .flow)
            }
        case .mapping(let mapping, let style):
            for entry in mapping.entries {
                readPaths(entry.value, of: key, isEntry: false, isInBrackets: isInBrackets || style == .flow)
            }
        }
    }

    /// Reads all texts of a front matter entry. For a list item that is only one reference, sets `Reference.entry`, so
    /// that it can be removed as a whole.
    mutating func read(_ entry: YAMLEntry) {
        if case .sequence(let values, let style) = entry.value.content {
            for value in values { read(value, of: entry.key, isEntry: true, isInBrackets: style == .flow) }
        } else {
            read(entry.value, of: entry.key, isEntry: false, isInBrackets: false)
        }
    }

    private mutating func read(_ value: YAMLValue, of key: String, isEntry: Bool, isInBrackets: Bool) {
        switch value.content {
        case .null, .opaque: return
        case .scalar(_, let style): read(value.range, style, of: key, isEntry: isEntry, isInBrackets: isInBrackets)
        case .sequence(let values, let style):
            for value in values { read(value, of: key, isEntry: false, isInBrackets: isInBrackets || style == .flow) }
        case .mapping(let mapping, let style):
            for entry in mapping.entries {
                read(entry.value, of: key, isEntry: false, isInBrackets: isInBrackets || style == .flow)
            }
        }
    }

    mutating func read(_ range: Range<Int>, _ style: YAMLStyle, of key: String, isEntry: Bool, isInBrackets: Bool) {
        let text = PropertyText(range: range, style: style, isInBrackets: isInBrackets)
        var index = range.lowerBound
        // Skip the line of the block scalar's mark, which may have a comment.
        if style == .literal || style == .folded { index = min(bytes.lineEnd(from: index), range.upperBound) }
        while let (link, end) = next(from: index, in: text) {
            index = end
            if let reference = reference(link..<end, in: text, of: key, isEntry: isEntry) {
                references.append(reference)
            }
        }
    }

    /// Returns the next `[[…]]`, from the last pair of opening brackets to the first pair of closing ones. Lines between
    /// them must fold.
    private func next(from start: Int, in text: PropertyText) -> (start: Int, end: Int)? {
        let range = text.range
        var index = start
        var open: Int?
        while index + 1 < range.upperBound {
            if bytes[index] == Byte.leftBracket, bytes[index + 1] == Byte.leftBracket {
                // Of three brackets the last two open.
                let isThird = index + 2 < range.upperBound && bytes[index + 2] == Byte.leftBracket
                if !isThird { open = index }
                index += isThird ? 1 : 2
            } else if bytes[index].isLineEnd {
                let folded = folded(at: index, in: text)
                if folded == nil { open = nil }
                index = folded ?? index + 1
            } else if let open, bytes[index] == Byte.rightBracket, bytes[index + 1] == Byte.rightBracket {
                return (open, index + 2)
            } else {
                index += 1
            }
        }
        return nil
    }

    /// Returns the start of the text on the next line if the line end at `index` folds to a space or nothing. Blank
    /// lines and the lines of a literal do not fold, and those of a folded scalar only at the same indentation.
    private func folded(at index: Int, in text: PropertyText) -> Int? {
        let limit = text.range.upperBound
        guard text.style != .literal, YAMLFolding.isBreak(at: index, limit: limit, in: bytes) else { return nil }
        var next = index
        guard YAMLFolding.skipBreak(&next, limit: limit, in: bytes) == 0, next < limit else { return nil }
        if text.style == .folded, indentation(index) != indentation(next) { return nil }
        return next
    }

    /// Returns the number of blanks at the start of the line of `offset`.
    private func indentation(_ offset: Int) -> Int {
        var start = offset
        while start > 0, bytes[start - 1] != Byte.newline { start -= 1 }
        return bytes[start...].prefix { $0.isBlank }.count
    }

    private func reference(_ link: Range<Int>, in text: PropertyText, of key: String, isEntry: Bool) -> Reference? {
        let inside = link.lowerBound + 2..<link.upperBound - 2
        let bar = bytes[inside].firstIndex(of: Byte.bar)
        var end = bar ?? inside.upperBound
        // `\|` counts as `|`, as in the body.
        if bar != nil, end > inside.lowerBound, bytes[end - 1] == Byte.backslash {
            end -= text.style == .double ? min(2, end - inside.lowerBound) : 1
        }
        let hash = bytes[inside.lowerBound..<end].firstIndex(of: Byte.hash)
        let isEmbed = link.lowerBound > text.range.lowerBound && bytes[link.lowerBound - 1] == Byte.bang
        var destination = bytes.trimmed(inside.lowerBound..<(hash ?? end))
        let block = isEmbed && hash == nil ? WikiLink.block(in: bytes, destination) : nil
        if let block { destination = bytes.trimmed(destination.lowerBound..<block.lowerBound) }
        guard !destination.isEmpty, let target = text.decoded(destination, in: bytes), !Reference.isAddress(target)
        else { return nil }
        let whole = link.lowerBound - (isEmbed ? 1 : 0)..<link.upperBound
        var reference = Reference(
            .property(key, isEmbed: isEmbed), target: target, destination: destination, range: whole)
        if let fragment = block ?? hash.map({ bytes.trimmed($0 + 1..<end) }) {
            reference.fragment = fragment.isEmpty ? nil : text.decoded(fragment, in: bytes)
            if reference.fragment != nil { reference.fragmentRange = fragment }
        }
        reference.label = bar.map { $0 + 1..<inside.upperBound }
        reference.text = text
        let quotes = text.style == .single || text.style == .double ? 1 : 0
        if isEntry, whole == text.range.lowerBound + quotes..<text.range.upperBound - quotes {
            reference.entry = text.decoded(whole, in: bytes) ?? ""
        }
        return reference
    }
}
