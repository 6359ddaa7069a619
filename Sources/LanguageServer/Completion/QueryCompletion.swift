import JSONRPC
import Searching
import SourceText
import VaultFiles

/// Completion of queries, which stand after `query:` in a note and under `searches:` in `config.yaml`. The items are
/// those of `slip suggest`.
struct QueryCompletion {
    let snapshot: VaultSnapshot
    /// Whether the query is that of a live block, which has options too.
    var isInBlock = false

    func items(
        _ typed: String, _ range: Range<Int>, in document: Document, for request: Request
    ) throws -> [JSONValue] {
        // A suggestion replaces the last term.
        let bytes = Array(typed.utf8)
        var start = bytes.count
        var isQuoted = bytes.count { $0 == Byte.quote } % 2 == 1
        while start > 0 {
            let byte = bytes[start - 1]
            if byte == Byte.quote { isQuoted.toggle() }
            if !isQuoted, byte.isBlank || byte == Byte.leftParenthesis { break }
            start -= 1
        }
        let term = bytes.text(start..<bytes.count)
        let replaced = document.text.range(
            of: range.lowerBound + start..<range.upperBound, request.encoding)
        let suggestions =
            try isInBlock
            ? BlockSuggestions(snapshot).list(typed, limit: 50) : Suggestions(snapshot).list(typed, limit: 50)
        return suggestions.enumerated().map { order, suggestion in
            let notes = suggestion.notes.map { $0 == 1 ? "1 note" : "\($0) notes" }
            return .object([
                "label": .string(suggestion.term), "kind": .int(ItemKind.value.rawValue),
                "detail": [suggestion.summary, notes].compactMap { $0 }.first.map { .string($0) },
                "sortText": .string(CompletionLister.sortText(order)),
                "filterText": term.isEmpty ? nil : .string(term),
                "textEdit": TextEdit(replaced, suggestion.term).json,
            ])
        }
    }
}

/// Completion in `config.yaml`: queries of saved searches.
enum ConfigurationCompletion {
    static func list(_ document: Document, _ offset: Int, for request: Request) throws -> JSONValue {
        guard let range = queryRange(document.text.bytes, offset), let vault = document.vault else { return .null }
        let typed = document.text.bytes.text(range)
        let items = try request.read(vault) { snapshot in
            try QueryCompletion(snapshot: snapshot).items(typed, range, in: document, for: request)
        }
        return ["isIncomplete": true, "items": .array(items)]
    }

    /// Returns the byte range from the start of the query to the cursor, if the line is an entry of `searches:`.
    /// Otherwise returns nil.
    private static func queryRange(_ bytes: [UInt8], _ offset: Int) -> Range<Int>? {
        let offset = min(offset, bytes.count)
        var start = offset
        while start > 0, !bytes[start - 1].isLineEnd { start -= 1 }
        guard start < offset, bytes[start].isBlank,
            let colon = bytes[start..<offset].firstIndex(of: Byte.colon)
        else { return nil }
        var above = start - 1
        while above > 0 {
            var lineStart = above
            while lineStart > 0, !bytes[lineStart - 1].isLineEnd { lineStart -= 1 }
            if lineStart < above, !bytes[lineStart].isBlank, bytes[lineStart] != Byte.hash {
                guard bytes.holds(Array("searches:".utf8), at: lineStart) else { return nil }
                var value = colon + 1
                while value < offset,
                    bytes[value].isBlank || bytes[value] == Byte.quote || bytes[value] == Byte.apostrophe
                {
                    value += 1
                }
                return value..<offset
            }
            above = lineStart - 1
        }
        return nil
    }
}
