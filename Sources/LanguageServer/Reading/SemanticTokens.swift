import JSONRPC
import Searching
import SourceText

/// Semantic highlighting (LSP 3.17, textDocument/semanticTokens).
enum SemanticTokens {
    private enum TokenKind: Int, CaseIterable {
        case link, brokenLink, keyword, key, status, doneTask

        /// The standard token type that most themes support.
        var name: String {
            switch self {
            case .link: "class"
            case .brokenLink: "regexp"
            case .keyword: "keyword"
            case .key: "property"
            case .status: "enumMember"
            case .doneTask: "comment"
            }
        }
    }

    /// The token types, and two modifiers: for broken links and for done tasks.
    static let legend: JSONValue = [
        "tokenTypes": .array(TokenKind.allCases.map { .string($0.name) }),
        "tokenModifiers": ["deprecated", "readonly"],
    ]

    private struct SemanticToken {
        var range: Range<Int>
        var kind: TokenKind
    }

    private static func tokens(_ document: Document, _ request: Request) throws -> [SemanticToken] {
        let note = document.note
        var tokens: [SemanticToken] = []
        let links = note.links
        let broken = try request.read(document) { snapshot in
            try links.map { try snapshot.linkTargets.target(of: $0, in: note) == .nothing }
        }
        for (number, link) in links.enumerated() where !link.isPath || broken?[number] == false {
            tokens.append(SemanticToken(range: link.marked, kind: broken?[number] == true ? .brokenLink : .link))
        }
        for keyword in note.keywords { tokens.append(SemanticToken(range: keyword.range, kind: .keyword)) }
        for entry in note.entries {
            tokens.append(SemanticToken(range: entry.keyRange, kind: .key))
            if entry.known == .status { tokens.append(SemanticToken(range: entry.valueRange, kind: .status)) }
        }
        for task in note.tasks where task.isDone { tokens.append(SemanticToken(range: task.range, kind: .doneTask)) }
        tokens.sort { ($0.range.lowerBound, $0.range.count) < ($1.range.lowerBound, $1.range.count) }
        // Tokens must not overlap or span several lines.
        var last = 0
        return tokens.filter { token in
            guard token.range.lowerBound >= last, !token.range.isEmpty,
                !note.bytes[token.range].contains(where: \.isLineEnd)
            else { return false }
            last = token.range.upperBound
            return true
        }
    }

    private static func data(_ tokens: [SemanticToken], _ document: Document, for request: Request) -> [Int] {
        var cursor = PositionCursor(document.text, request.encoding)
        var data: [Int] = []
        data.reserveCapacity(tokens.count * 5)
        var last = Position(line: 0, character: 0)
        for token in tokens {
            let range = cursor.range(of: token.range)
            let isSameLine = range.start.line == last.line
            data += [
                range.start.line - last.line,
                isSameLine ? range.start.character - last.character : range.start.character,
                range.end.character - range.start.character, token.kind.rawValue,
                token.kind == .brokenLink ? 1 : token.kind == .doneTask ? 2 : 0,
            ]
            last = range.start
        }
        return data
    }

    private static func resultID(_ document: Document, _ data: [Int]) -> String {
        var hasher = Hasher()
        hasher.combine(data)
        return "\(document.version)-\(data.count)-\(String(UInt(bitPattern: hasher.finalize()), radix: 36))"
    }

    @Sendable static func full(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        let data = try data(tokens(document, request), document, for: request)
        let name = resultID(document, data)
        request.sessions.tokens[document.uri] = (name, data)
        return ["resultId": .string(name), "data": .array(data.map { .int($0) })]
    }

    /// Returns the difference to the last result of the document, as one edit: all between the first and the last
    /// number that differ. If the client does not have that result, returns all tokens.
    @Sendable static func delta(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        guard let known = request.sessions.tokens[document.uri],
            known.name == request.params["previousResultId"]?.text
        else { return try full(request) }
        let data = try data(tokens(document, request), document, for: request)
        let name = resultID(document, data)
        request.sessions.tokens[document.uri] = (name, data)
        var start = 0
        while start < data.count, start < known.data.count, data[start] == known.data[start] { start += 1 }
        var end = 0
        while end < data.count - start, end < known.data.count - start,
            data[data.count - 1 - end] == known.data[known.data.count - 1 - end]
        { end += 1 }
        let removed = known.data.count - start - end
        let inserted = Array(data[start..<data.count - end])
        let isSame = removed == 0 && inserted.isEmpty
        return [
            "resultId": .string(name),
            "edits": isSame
                ? []
                : [["start": .int(start), "deleteCount": .int(removed), "data": .array(inserted.map { .int($0) })]],
        ]
    }

    @Sendable static func range(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        let wanted = document.text.range(of: try PositionRange(request.params["range"]), request.encoding)
        let tokens = try tokens(document, request).filter { $0.range.overlaps(wanted) }
        return ["data": .array(data(tokens, document, for: request).map { .int($0) })]
    }
}
