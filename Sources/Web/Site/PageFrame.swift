import SourceText
import VaultFiles

/// The frame of each page: HTML with fields such as `{{title}}`. Unlike text, `head`, `navigation`, `search`, `tree` and `content` are HTML.
package struct PageFrame: Sendable {
    private enum Part {
        case html(String)
        case field(String)
    }

    private static let names: Set<String> = [
        "title", "site", "path", "status", "created", "modified", "language", "root", "head", "navigation", "search",
        "tree", "content",
    ]

    /// The frame of pages if the user gives none.
    package static var standard: String { WebFile.embedded("page.html") }

    private let parts: [Part]

    /// - Parameter name: what an error calls the text.
    /// - Throws: `VaultError` for an unknown or unclosed field, or if `content` or `head` is missing.
    package init(_ text: String, name: String) throws {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstRange(of: "{{") {
            parts.append(.html(String(rest[..<open.lowerBound])))
            guard let close = rest[open.upperBound...].firstRange(of: "}}") else {
                throw VaultError("\(name): '{{' has no '}}'", help: "close the field, as in {{title}}")
            }
            let field = String(rest[open.upperBound..<close.lowerBound].filter { $0 != " " })
            guard Self.names.contains(field) else {
                throw VaultError(
                    "\(name): there is no field '{{\(field)}}'",
                    help: "valid fields: \(Self.names.sorted().joined(separator: ", "))")
            }
            parts.append(.field(field))
            rest = rest[close.upperBound...]
        }
        parts.append(.html(String(rest)))
        self.parts = parts
        for needed in ["head", "content"]
        where !parts.contains(where: { if case .field(needed) = $0 { true } else { false } }) {
            throw VaultError(
                "\(name): the field '{{\(needed)}}' is missing", help: "each page needs it: see slip help web")
        }
    }

    /// Returns a page. Fields without a value are empty.
    ///
    /// - Parameters:
    ///   - values: text, which is escaped.
    ///   - html: HTML, which is copied.
    func page(_ values: [String: String], html: [String: String]) -> [UInt8] {
        var page: [UInt8] = []
        for part in parts {
            switch part {
            case .html(let text): page += text.utf8
            case .field(let name): page += (html[name] ?? HTMLWriter.escaped(values[name] ?? "")).utf8
            }
        }
        return page
    }
}
