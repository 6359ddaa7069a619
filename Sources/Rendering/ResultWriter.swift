package import SearchIndex
package import SourceText
package import VaultCore

/// Writes search results in one of the formats, piece by piece, as they are found.
package struct ResultWriter {
    package enum Form: Sendable {
        case format(ResultFormat)
        case nul
        case template(Template)
    }

    private let form: Form
    private let style: Style
    private let paths: PathStyle
    private let calendar: LocalCalendar
    private var json = JSONWriter()
    private var isFirst = true
    private var isGrouped = false

    package init(_ form: Form, style: Style, paths: PathStyle, calendar: LocalCalendar) {
        self.form = form
        self.style = style
        self.paths = paths
        self.calendar = calendar
    }

    /// What comes before the first result.
    package mutating func begin(grouped: Bool) -> [UInt8] {
        isGrouped = grouped
        switch form {
        case .format(.json): return [Byte.leftBracket]
        case .format(.csv): return Table.csv(Table.header)
        case .format(.tsv): return Table.tsv(Table.header)
        default: return []
        }
    }

    /// What comes after the last.
    package mutating func end() -> [UInt8] {
        guard case .format(.json) = form else { return [] }
        return Array((isFirst ? "]\n" : "\n]\n").utf8)
    }

    // MARK: Sections

    package mutating func beginSection(_ label: String) -> [UInt8] {
        switch form {
        case .format(.json):
            var head = JSONWriter()
            head.string(label)
            let start = isFirst ? "\n" : ",\n"
            isFirst = true
            return Array("\(start){\"group\": \(head.text), \"notes\": [".utf8)
        case .format(.text):
            let start = isFirst ? "" : "\n"
            isFirst = true
            return Array("\(start)\(style.ink(label, .bold))\n\n".utf8)
        default: return []
        }
    }

    package mutating func endSection() -> [UInt8] {
        guard case .format(.json) = form else {
            isFirst = false
            return []
        }
        isFirst = false
        return Array("]}".utf8)
    }

    // MARK: Results

    package mutating func result(_ hit: NoteHit, _ passages: Passages?) -> [UInt8] {
        defer { isFirst = false }
        switch form {
        case .nul: return paths.bytes(hit.path) + [0]
        case .template(let template): return Array(template.filled(hit, paths, calendar, style).utf8)
        case .format(.paths): return Style.escaped(paths.bytes(hit.path)) + [Byte.newline]
        case .format(.csv): return Table.csv(Table.row(hit))
        case .format(.tsv): return Table.tsv(Table.row(hit))
        case .format(.vimgrep): return vimgrep(hit, passages)
        case .format(.jsonl):
            var json = JSONWriter()
            NoteJSON.write(hit, passages, to: &json)
            return json.drain() + [Byte.newline]
        case .format(.json):
            var json = JSONWriter()
            NoteJSON.write(hit, passages, to: &json)
            return Array((isFirst ? "\n" : ",\n").utf8) + json.drain()
        case .format(.text): return Array(text(hit, passages).utf8)
        }
    }

    /// `path:line:column:text`, a line for each place; a note without one is its first line.
    private func vimgrep(_ hit: NoteHit, _ passages: Passages?) -> [UInt8] {
        let path = Style.escaped(paths.bytes(hit.path))
        guard let passages, !passages.places.isEmpty else {
            return path + Array(":1:1:\(Style.line(hit.title))\n".utf8)
        }
        return passages.places.flatMap { place in
            let line = Style.line(passages.bytes.text(passages.line(place.line)))
            return path + Array(":\(place.line):\(place.byteColumn):\(line)\n".utf8)
        }
    }

    /// For people: the title with what stands out, the path, the best passages.
    private func text(_ hit: NoteHit, _ passages: Passages?) -> String {
        var head = style.ink(hit.title, .bold)
        if hit.isFavorite { head += " " + style.ink("★", .yellow) }
        var facts = [style.ink(hit.status, .green)]
        facts.append(style.ink(calendar.civil(hit.created).dayText, .dim))
        facts += hit.keywords.map { style.ink("#\($0)", .magenta) }
        var lines = [head, "  " + style.ink(paths.text(hit.path), .cyan) + "  " + facts.joined(separator: "  ")]
        if let passages {
            for snippet in passages.snippets(count: 3, width: max(40, style.width - 10)) {
                let number = String(snippet.line)
                let marked = style.marked(passages.bytes, snippet.range, snippet.marks)
                let margin = String(repeating: " ", count: max(0, 5 - number.count))
                lines.append(
                    "  \(margin)\(style.ink(number, .dim))  \(snippet.startsInside ? "…" : "")\(marked)\(snippet.endsInside ? "…" : "")"
                )
            }
        }
        return (isFirst ? "" : "\n") + lines.joined(separator: "\n") + "\n"
    }
}
