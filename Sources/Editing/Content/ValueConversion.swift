import Notes
import QueryLanguage
import SourceText

/// The conversion of the values of a front matter key to a declared type. A value that can mean several things does not
/// fit.
struct ValueConversion {
    /// A value of the wanted type.
    private struct Converted {
        var text: String
        var quoting = FrontMatterChange.Quoting.auto
    }

    /// The edits of one entry.
    struct Edits {
        /// Edits of single values in place.
        var bytes: [ByteEdit] = []
        /// The new value of the whole entry, if it changes between a list and a single value.
        var value: FrontMatterChange.Value?
        /// The values that do not fit.
        var misfits: [Misfit] = []
    }

    /// A value that does not fit.
    struct Misfit {
        var offset: Int
        /// The value in words: `'n/a'`, `a list of 2 values`.
        var value: String
    }

    let declaration: PropertyDeclaration
    /// The bytes of the note.
    let bytes: [UInt8]

    private var isList: Bool {
        if case .list = declaration.type { return true }
        return false
    }

    /// Returns the edits that give a value the declared type. Missing values stay.
    func edits(of value: YAMLValue) -> Edits {
        if value.isEmpty { return Edits() }
        switch value.content {
        case .null: return Edits()
        case .opaque: return misfit(value, "a value that cannot be read")
        case .mapping: return misfit(value, "a mapping")
        case .scalar(let text, let style):
            if isList { return list(value) }
            guard let converted = converted(text, style, separatesAtCommas: false) else {
                return misfit(value, "'\(text)'")
            }
            // A block scalar is more than one line.
            if style == .literal || style == .folded {
                return converted.text == text && converted.quoting != .typed
                    ? Edits() : Edits(value: .scalar(converted.text, quoting: converted.quoting))
            }
            return Edits(bytes: edit(value, to: converted, inBraces: false))
        case .sequence(let values, let style):
            if isList { return items(values, style) }
            let items = values.filter { !$0.isEmpty }
            guard items.count == 1 else { return misfit(value, "a list of \(items.count) values") }
            guard case .scalar(let text, let style) = items[0].content,
                let converted = converted(text, style, separatesAtCommas: false)
            else { return misfit(items[0], items[0].text.map { "'\($0)'" } ?? "a nested value") }
            let isTyped = items[0].numeral != nil || items[0].boolean != nil
            let quoting = converted.quoting == .auto && !isTyped ? .text : converted.quoting
            return Edits(value: .scalar(converted.text, quoting: quoting))
        }
    }

    /// Returns the edits of a property in the text. It stays one text, whose commas separate the entries of a list.
    func edits(of field: InlineField) -> Edits {
        guard case .scalar(let text, let style) = field.value.content else { return Edits() }
        let whole = YAMLListEntry(text: text, range: field.value.range, style: style)
        return (isList ? field.value.listEntries(in: bytes) : [whole]).reduce(into: Edits()) { edits, entry in
            guard let converted = converted(entry.text, entry.style, separatesAtCommas: isList),
                let new = InlineField.written(converted.text, quoting: converted.quoting, style: entry.style)
            else { return edits.misfits.append(Misfit(offset: entry.range.lowerBound, value: "'\(entry.text)'")) }
            if !bytes[entry.range].elementsEqual(new.utf8) {
                edits.bytes.append(ByteEdit(entry.range, Array(new.utf8)))
            }
        }
    }

    private func misfit(_ value: YAMLValue, _ words: String) -> Edits {
        Edits(misfits: [Misfit(offset: value.range.lowerBound, value: words)])
    }

    /// Returns the edits of the entries of a list.
    private func items(_ values: [YAMLValue], _ style: YAMLStyle) -> Edits {
        values.filter { !$0.isEmpty }.reduce(into: Edits()) { edits, value in
            guard case .scalar(let text, let own) = value.content, own != .literal, own != .folded,
                let converted = converted(text, own, separatesAtCommas: false)
            else {
                edits.misfits.append(
                    Misfit(offset: value.range.lowerBound, value: value.text.map { "'\($0)'" } ?? "a nested value"))
                return
            }
            edits.bytes += edit(value, to: converted, inBraces: style == .flow)
        }
    }

    /// Returns the edits that make a list of a single value. As where lists are read, commas in plain text separate
    /// entries.
    private func list(_ value: YAMLValue) -> Edits {
        var texts: [String] = []
        var edits = Edits()
        for entry in value.listEntries(in: bytes) {
            guard let converted = converted(entry.text, entry.style, separatesAtCommas: true) else {
                edits.misfits.append(Misfit(offset: entry.range.lowerBound, value: "'\(entry.text)'"))
                continue
            }
            let item = YAMLValue(.scalar(entry.text, entry.style), entry.range)
            texts.append(written(item, converted, inBraces: true))
        }
        if !edits.misfits.isEmpty { return edits }
        if value.style == .literal || value.style == .folded {
            edits.value = .list(value.listEntries(in: bytes).map(\.text), quoting: .auto)
        } else {
            edits.bytes = [ByteEdit(value.range, Array("[\(texts.joined(separator: ", "))]".utf8))]
        }
        return edits
    }

    private func edit(_ value: YAMLValue, to converted: Converted, inBraces: Bool) -> [ByteEdit] {
        let text = Array(written(value, converted, inBraces: inBraces).utf8)
        return bytes[value.range].elementsEqual(text) ? [] : [ByteEdit(value.range, text)]
    }

    /// Returns a scalar as YAML, with its new value. An unchanged one keeps its spelling.
    private func written(_ value: YAMLValue, _ converted: Converted, inBraces: Bool) -> String {
        switch converted.quoting {
        case .typed: return converted.text
        case .text: return "\"\(converted.text)\""
        case .auto:
            let isSame = value.text.map { $0.utf8.elementsEqual(converted.text.utf8) } ?? false
            let isSafe = !inBraces || value.style != .plain || YAMLValue.written(converted.text) == converted.text
            return isSame && isSafe ? bytes.text(value.range) : value.rewritten(converted.text, inBraces: inBraces)
        }
    }

    /// Returns the value that a text means as the declared type, or nil if it means none, or several.
    ///
    /// - Parameter separatesAtCommas: whether a plain text has no commas, because they separate entries.
    private func converted(_ text: String, _ style: YAMLStyle, separatesAtCommas: Bool) -> Converted? {
        let value = YAMLValue(.scalar(text, style), 0..<0)
        let isTyped = value.numeral != nil || value.boolean != nil
        let bytes = Array(text.utf8)
        let trimmed = bytes.text(bytes.trimmed(0..<bytes.count))
        switch declaration.itemType {
        // The entries of a list can be numbers.
        case .text, .list: return Converted(text: text, quoting: isTyped && !isList ? .text : .auto)
        case .number:
            guard declaration.accepts(trimmed, isText: false) else { return nil }
            return Converted(text: trimmed, quoting: .typed)
        case .bool:
            if value.boolean != nil { return Converted(text: text, quoting: .typed) }
            guard let isTrue = PropertyDeclaration.truth(of: trimmed) else { return nil }
            return Converted(text: isTrue ? "true" : "false", quoting: .typed)
        case .date:
            if declaration.accepts(text, isText: false) { return Converted(text: text) }
            let date = declaration.accepts(trimmed, isText: false) ? trimmed : LenientDate.fixed(trimmed)
            return date.map { Converted(text: $0) }
        case .link:
            if declaration.accepts(text, isText: false) { return Converted(text: text) }
            let hasComma = style == .plain && !separatesAtCommas && text.contains(",")
            guard !isTyped, !trimmed.isEmpty, !hasComma, !trimmed.contains(where: { "[]|\n".contains($0) }) else {
                return nil
            }
            return Converted(text: "[[\(trimmed)]]")
        case .values(let values): return declaration.place(of: trimmed).map { Converted(text: values[$0]) }
        }
    }
}
