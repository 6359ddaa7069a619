import SearchIndex
import SourceText

/// A line made for each result: text with `{{field}}` in it, and `\t`, `\n` and `\\` for tab, line end and backslash.
package struct Template: Sendable {
    private enum Piece: Sendable {
        case text(String)
        case field(String)
    }

    package static let fields = [
        "path", "file", "name", "title", "folder", "status", "keywords", "favorite", "created", "modified", "date",
        "id",
        "aliases", "order", "words", "size", "score",
    ]

    private var pieces: [Piece] = []

    /// A field that is none: which, and the nearest.
    package struct UnknownField: Error, Hashable, Sendable {
        package var name: String
        package var near: String?
    }

    package init(_ text: String) throws(UnknownField) {
        var rest = Substring(text)
        while let start = rest.firstRange(of: "{{") {
            guard let end = rest[start.upperBound...].firstRange(of: "}}") else { break }
            pieces.append(.text(Self.unescaped(rest[..<start.lowerBound])))
            let name = rest[start.upperBound..<end.lowerBound].filter { $0 != " " }
            guard Self.fields.contains(String(name)) else {
                throw UnknownField(name: String(name), near: Nearest.match(String(name), among: Self.fields))
            }
            pieces.append(.field(String(name)))
            rest = rest[end.upperBound...]
        }
        pieces.append(.text(Self.unescaped(rest)))
    }

    private static func unescaped(_ text: Substring) -> String {
        var result = ""
        var isEscaped = false
        for character in text {
            if isEscaped {
                switch character {
                case "t": result += "\t"
                case "n": result += "\n"
                case "0": result += "\0"
                case "\\": result += "\\"
                default: result += "\\\(character)"
                }
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                result.append(character)
            }
        }
        return isEscaped ? result + "\\" : result
    }

    /// The line for a note, with a line end.
    func filled(_ hit: NoteHit, _ paths: PathStyle, _ calendar: LocalCalendar, _ style: Style) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .field(let name): Style.escaped(Self.value(name, hit, paths, calendar))
            }
        }.joined() + "\n"
    }

    private static func value(_ name: String, _ hit: NoteHit, _ paths: PathStyle, _ calendar: LocalCalendar) -> String {
        switch name {
        case "path": hit.path.text
        case "file": paths.text(hit.path)
        case "name": hit.path.stem.text
        case "title": hit.title
        case "folder": hit.path.folder.text
        case "status": hit.status
        case "keywords": hit.keywords.joined(separator: ", ")
        case "favorite": hit.isFavorite ? "true" : "false"
        case "created": hit.created.rfc3339
        case "modified": hit.modified.rfc3339
        case "date": calendar.civil(hit.created).dayText
        case "id": hit.id ?? ""
        case "aliases": hit.aliases.joined(separator: ", ")
        case "order": hit.order.map { String($0) } ?? ""
        case "words": String(hit.words)
        case "size": String(hit.size)
        case "score": hit.score.map { String(($0 * 1000).rounded() / 1000) } ?? ""
        default: ""
        }
    }
}
