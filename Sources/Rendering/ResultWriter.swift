package import QueryLanguage
package import SearchIndex
import SourceText
package import VaultCore

/// Writes search results in one of the formats, piece by piece, as they are found.
package struct ResultWriter {
    package enum Form: Sendable {
        /// With the columns of a table or an object, where some were chosen.
        case format(ResultFormat, columns: [Column]?)
        /// Paths, each ended by NUL.
        case nul
        /// Records, each ended by a line end or by NUL.
        case template(Template, endsWithNul: Bool)

        /// Whether notes have to be opened to show what made them match.
        ///
        /// - Parameter showing: what there is to show. Lists of places show all of it, results for people and objects
        ///   nothing that they say anyway.
        package func opensNotes(for showing: Condition.Showing) -> Bool {
            switch self {
            case .format(let format, let columns):
                if let columns, [.json, .jsonl, .csv, .tsv].contains(format) {
                    return columns.contains(where: \.showsPlaces) && showing > .nothing
                }
                return format.showsPlaces && showing > (format == .vimgrep ? .nothing : .head)
            case .nul: return false
            case .template(let template, _):
                return template.columns.contains(where: \.showsPlaces) && showing > .nothing
            }
        }
    }

    private let form: Form
    private let around: Surroundings
    private var isFirst = true
    private var group: String?
    private var isGrouped = false

    package init(_ form: Form, _ around: Surroundings) {
        self.form = form
        self.around = around
    }

    private var style: Style { around.style }

    /// The columns of a table: those chosen, else all, with the section where there are sections.
    private func tableColumns(_ chosen: [Column]?) -> [Column] {
        chosen ?? (isGrouped ? Table.columns + [Column(.group)] : Table.columns)
    }

    /// What comes before the first result.
    package mutating func begin(grouped: Bool) -> [UInt8] {
        isGrouped = grouped
        switch form {
        case .format(.json, _): return [Byte.leftBracket]
        case .format(.csv, let columns):
            return Table.csv(tableColumns(columns).map { Array($0.name.utf8) }, isShown: around.isTerminal)
        case .format(.tsv, let columns): return Table.tsv(tableColumns(columns).map { Array($0.name.utf8) })
        default: return []
        }
    }

    /// What comes after the last.
    package mutating func end() -> [UInt8] {
        guard case .format(.json, _) = form else { return [] }
        return Array((isFirst ? "]\n" : "\n]\n").utf8)
    }

    // MARK: Sections

    package mutating func beginSection(_ label: String) -> [UInt8] {
        group = label
        switch form {
        case .format(.json, _):
            var head = JSONWriter()
            head.string(label)
            let start = isFirst ? "\n" : ",\n"
            isFirst = true
            return Array("\(start){\"group\": \(head.text), \"notes\": [".utf8)
        case .format(.text, _):
            let start = isFirst ? "" : "\n"
            isFirst = true
            return Array("\(start)\(style.ink(label, .bold))\n\n".utf8)
        default: return []
        }
    }

    package mutating func endSection() -> [UInt8] {
        guard case .format(.json, _) = form else {
            isFirst = false
            return []
        }
        isFirst = false
        return Array("]}".utf8)
    }

    // MARK: Results

    package mutating func result(_ hit: NoteHit, _ passages: Passages?) -> [UInt8] {
        defer { isFirst = false }
        let row = ResultRow(hit, passages: passages, group: group)
        switch form {
        case .nul: return around.paths.bytes(hit.path) + [0]
        case .template(let template, let endsWithNul):
            return template.filled(row, around, isExact: endsWithNul) + [endsWithNul ? 0 : Byte.newline]
        case .format(.paths, _): return Style.escaped(around.paths.bytes(hit.path)) + [Byte.newline]
        case .format(.csv, let columns):
            return Table.csv(tableColumns(columns).map { $0.bytes(row, around) }, isShown: around.isTerminal)
        case .format(.tsv, let columns): return Table.tsv(tableColumns(columns).map { $0.bytes(row, around) })
        case .format(.vimgrep, _): return vimgrep(hit, passages)
        case .format(.jsonl, let columns): return object(row, columns, group) + [Byte.newline]
        case .format(.json, let columns): return Array((isFirst ? "\n" : ",\n").utf8) + object(row, columns, nil)
        case .format(.text, _): return Array(text(hit, passages).utf8)
        }
    }

    private func object(_ row: ResultRow, _ columns: [Column]?, _ group: String?) -> [UInt8] {
        var json = JSONWriter()
        if let columns {
            json.object { json in for column in columns { column.write(row, around, to: &json) } }
        } else {
            NoteJSON.write(row.hit, row.passages, group: group, to: &json)
        }
        return json.drain()
    }

    /// `path:line:column:text`, a line for each place; a note without one is its first line.
    private func vimgrep(_ hit: NoteHit, _ passages: Passages?) -> [UInt8] {
        let path = Style.escaped(around.paths.bytes(hit.path))
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
        facts.append(style.ink(around.calendar.civil(hit.created).dayText, .dim))
        facts += hit.keywords.map { style.ink("#\($0)", .magenta) }
        var lines = [head, "  " + style.ink(around.paths.text(hit.path), .cyan) + "  " + facts.joined(separator: "  ")]
        if let passages {
            for snippet in passages.snippets(count: 3, width: max(20, style.width - 11)) {
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
