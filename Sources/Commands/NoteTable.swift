import Rendering
import SourceText
import VaultFiles

/// A table of notes as text that a user edits: a header, then a row per note. The first cell of a row identifies the
/// note: its path and the beginning of the hash of its content, or nothing for a new note.
struct NoteTable: Equatable {
    enum Form { case tsv, csv }

    /// The name of the first column.
    static let identity = "@note"

    /// The names of the columns, without the first.
    var columns: [String]
    var rows: [Row] = []

    struct Row: Equatable {
        var identity: String
        var cells: [String]
        /// The line of the row in the text, from 1.
        var line = 0
    }

    init(columns: [String]) { self.columns = columns }

    /// Returns the identity of a note.
    static func identity(_ path: String, hash: String) -> String { "\(path)@\(hash.prefix(8))" }

    // MARK: Writing

    /// Returns the table as text. The columns of TSV are aligned with spaces.
    func text(_ form: Form) -> String {
        let all = [[Self.identity] + columns] + rows.map { [$0.identity] + $0.cells }
        switch form {
        case .csv:
            return String(
                decoding: all.flatMap { row in Table.csv(row.map { Array($0.utf8) }, isShown: false) }, as: UTF8.self)
        case .tsv:
            let written = all.map { $0.map(Self.escaped) }
            let widths = (0...columns.count).map { column in
                written.map { TextWidth.columns($0[column]) }.max() ?? 0
            }
            return written.map { row in
                let cells = zip(row, widths).enumerated().map { index, cell in
                    let padding = index == row.count - 1 ? 0 : max(0, cell.1 - TextWidth.columns(cell.0))
                    return cell.0 + String(repeating: " ", count: padding)
                }
                return cells.joined(separator: "\t") + "\n"
            }.joined()
        }
    }

    /// Returns a cell of TSV: control characters and backslashes are escaped as in `--format tsv`, and so is a space at
    /// either end, because spaces align the columns: `\s`.
    private static func escaped(_ cell: String) -> String {
        // A combining mark makes one character with the space or backslash before it.
        var text = String.UnicodeScalarView()
        for scalar in cell.unicodeScalars { text.append(contentsOf: scalar == "\\" ? [scalar, scalar] : [scalar]) }
        text = SafeText.escaped(String(text)).unicodeScalars
        if text.first == " " { text.replaceSubrange(..<text.index(after: text.startIndex), with: "\\s".unicodeScalars) }
        if text.last == " " {
            text.removeLast()
            text.append(contentsOf: "\\s".unicodeScalars)
        }
        return String(text)
    }

    // MARK: Reading

    /// Parses a table that a user has edited. Empty lines are ignored.
    ///
    /// - Throws: `VaultError` with the line of a row that cannot be read.
    init(_ text: String, _ form: Form) throws {
        let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
        let lines = try form == .csv ? Self.csv(text) : Self.tsv(text)
        guard let header = lines.first, header.cells.first == Self.identity else {
            throw VaultError("the table has no header that begins with '\(Self.identity)'; nothing was changed")
        }
        columns = Array(header.cells.dropFirst())
        for (cells, line) in lines.dropFirst() {
            var cells = cells
            // Editors remove blanks at the ends of lines, and with them the tabs before empty cells.
            while form == .tsv, cells.count <= columns.count { cells.append("") }
            guard cells.count == columns.count + 1 else {
                throw VaultError(
                    "line \(line) of the table has \(cells.count) cells, not \(columns.count + 1); nothing was changed")
            }
            rows.append(Row(identity: cells[0], cells: Array(cells.dropFirst()), line: line))
        }
    }

    private static func tsv(_ text: String) throws -> [(cells: [String], line: Int)] {
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        return try lines.enumerated().compactMap { number, line in
            if line.allSatisfy({ $0 == " " || $0 == "\t" || $0 == "\r" }) { return nil }
            let cells = try line.split(separator: "\t", omittingEmptySubsequences: false).map { cell in
                try unescaped(cell, line: number + 1)
            }
            return (cells, number + 1)
        }
    }

    /// Returns the text of a TSV cell without the spaces around it.
    private static func unescaped(_ cell: Substring, line: Int) throws -> String {
        var rest = cell.unicodeScalars.drop { $0 == " " || $0 == "\r" }
        while let last = rest.last, last == " " || last == "\r" { rest.removeLast() }
        var text = String.UnicodeScalarView()
        func refuse() -> VaultError {
            VaultError(
                "line \(line) of the table has an unknown escape; nothing was changed",
                help: "write a backslash as \\\\, a tab as \\t and a line end as \\n")
        }
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                text.append(scalar)
                continue
            }
            switch rest.popFirst() {
            case "\\": text.append("\\")
            case "t": text.append("\t")
            case "n": text.append("\n")
            case "r": text.append("\r")
            case "s": text.append(" ")
            case "x":
                guard rest.count >= 2, let code = UInt32(String(String.UnicodeScalarView(rest.prefix(2))), radix: 16),
                    let scalar = Unicode.Scalar(code)
                else { throw refuse() }
                rest = rest.dropFirst(2)
                text.append(scalar)
            case "u":
                guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}"),
                    let code = UInt32(String(String.UnicodeScalarView(rest[..<end])), radix: 16),
                    let scalar = Unicode.Scalar(code)
                else { throw refuse() }
                rest = rest[rest.index(after: end)...]
                text.append(scalar)
            default: throw refuse()
            }
        }
        return String(text)
    }

    /// Parses CSV (RFC 4180), with LF or CRLF. Quotes may contain line ends.
    private static func csv(_ text: String) throws -> [(cells: [String], line: Int)] {
        var rows: [(cells: [String], line: Int)] = []
        var cells: [String] = []
        var cell = String.UnicodeScalarView()
        var isQuoted = false
        var (line, start) = (1, 1)
        var rest = text.unicodeScalars[...]
        func endRow() {
            cells.append(String(cell))
            if cells != [""] { rows.append((cells, start)) }
            cells = []
            cell = String.UnicodeScalarView()
            start = line
        }
        while let scalar = rest.popFirst() {
            if scalar == "\n" { line += 1 }
            switch scalar {
            case "\"" where isQuoted && rest.first == "\"":
                rest = rest.dropFirst()
                cell.append("\"")
            case "\"" where isQuoted || cell.isEmpty: isQuoted.toggle()
            case "," where !isQuoted:
                cells.append(String(cell))
                cell = String.UnicodeScalarView()
            case "\r" where !isQuoted && rest.first == "\n": break
            case "\n" where !isQuoted: endRow()
            default: cell.append(scalar)
            }
        }
        if isQuoted {
            throw VaultError("a quote in line \(start) of the table is not closed; nothing was changed")
        }
        if !cells.isEmpty || !cell.isEmpty { endRow() }
        return rows
    }
}
