import JSONRPC
import Searching
import SourceText

/// The structure of a document, from its text alone: symbols, folds and selection ranges.
enum DocumentStructure {
    @Sendable static func symbols(_ request: Request) throws -> JSONValue {
        DocumentSymbols(try request.document(), for: request).json
    }

    // MARK: Folding

    @Sendable static func folds(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        let note = document.note
        let text = document.text
        var folds: [(lines: ClosedRange<Int>, kind: String?)] = []
        func add(_ range: Range<Int>, _ kind: String? = nil) {
            let first = text.line(at: range.lowerBound)
            var last = text.line(at: max(range.lowerBound, range.upperBound - 1))
            while last > first, text.range(ofLine: last).isEmpty { last -= 1 }
            if last > first { folds.append((first...last, kind)) }
        }
        if let block = note.frontMatterBlock { add(block, "region") }
        for heading in note.headings { add(heading.section) }
        for range in LineGroups.find(note.bytes, from: note.bodyStart) { add(range) }
        folds.sort { ($0.lines.lowerBound, -$0.lines.upperBound) < ($1.lines.lowerBound, -$1.lines.upperBound) }
        return .array(
            folds.map { fold in
                .object([
                    "startLine": .int(fold.lines.lowerBound), "endLine": .int(fold.lines.upperBound),
                    "kind": fold.kind.map { .string($0) },
                ])
            })
    }

    // MARK: Selections

    @Sendable static func selections(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        let note = document.note
        let text = document.text
        let headings = note.headings
        let groups = LineGroups.find(note.bytes, from: note.bodyStart)
        let blocks = note.blocks.map(\.range)
        return .array(
            try (request.params["positions"]?.list ?? []).map { value in
                let offset = text.offset(of: try Position(value), request.encoding)
                var ranges = [0..<note.bytes.count]
                ranges += headings.map(\.section)
                if let block = note.frontMatterBlock { ranges.append(block) }
                ranges += groups + blocks
                ranges.append(text.range(ofLine: text.line(at: offset)))
                switch note.element(at: offset) {
                case .link(let link): ranges += [link.range, link.label, link.destination].compactMap { $0 }
                case .keyword(let keyword): ranges.append(keyword.range)
                case .heading(let heading): ranges.append(heading.raw)
                default: break
                }
                ranges.append(word(note.bytes, offset))
                let around = Set(ranges.filter { $0.lowerBound <= offset && offset <= $0.upperBound })
                    .sorted { $0.count > $1.count }
                var json = JSONValue.null
                var last = -1..<Int.max - 1
                for range in around where last.lowerBound <= range.lowerBound && range.upperBound <= last.upperBound {
                    let own = text.range(of: range, request.encoding).json
                    json = json.isNull ? ["range": own] : ["range": own, "parent": json]
                    last = range
                }
                return json
            })
    }

    private static func word(_ bytes: [UInt8], _ offset: Int) -> Range<Int> {
        func isPart(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte >= 0x80 || byte == Byte.underscore }
        var (start, end) = (offset, offset)
        while start > 0, isPart(bytes[start - 1]) { start -= 1 }
        while end < bytes.count, isPart(bytes[end]) { end += 1 }
        return start..<end
    }
}

/// Groups of consecutive lines: fenced code, quotes, lists, tables.
enum LineGroups {
    private enum BlockKind { case fence, quote, list, table, none }

    static func find(_ bytes: [UInt8], from start: Int) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        var open: (kind: BlockKind, start: Int, end: Int) = (.none, start, start)
        var fence: ArraySlice<UInt8>?
        func close() {
            if open.kind != .none, open.end > open.start { groups.append(open.start..<open.end) }
            open.kind = .none
        }
        var index = start
        while index < bytes.count {
            let end = bytes.lineEnd(from: index)
            let line = bytes.trimmed(index..<end)
            defer { index = end + 1 }
            if let mark = fence {
                open.end = end
                if line.count >= mark.count, bytes[line].allSatisfy({ $0 == mark.first }) {
                    fence = nil
                    close()
                }
                continue
            }
            let kind = kind(bytes, line, isIndented: index < end && bytes[index].isBlank, in: open.kind)
            if kind == .fence {
                close()
                let sign = bytes[line.lowerBound]
                fence = bytes[line].prefix { $0 == sign }
                open = (.fence, index, end)
            } else if kind != open.kind {
                close()
                open = (kind, index, end)
            } else if !line.isEmpty {
                open.end = end
            }
        }
        close()
        return groups
    }

    private static func kind(_ bytes: [UInt8], _ line: Range<Int>, isIndented: Bool, in open: BlockKind) -> BlockKind {
        guard let first = line.isEmpty ? nil : bytes[line.lowerBound] else { return open == .list ? .list : .none }
        if line.count >= 3, first == Byte.backtick || first == UInt8(ascii: "~"),
            bytes[line.lowerBound + 1] == first, bytes[line.lowerBound + 2] == first
        {
            return .fence
        }
        if first == Byte.greater { return .quote }
        if first == Byte.bar { return .table }
        var index = line.lowerBound
        if "-*+".utf8.contains(first) {
            index += 1
        } else {
            while index < line.upperBound, bytes[index].isDigit { index += 1 }
            if index > line.lowerBound, index < line.upperBound, ".)".utf8.contains(bytes[index]) {
                index += 1
            } else {
                index = line.lowerBound
            }
        }
        if index > line.lowerBound, index < line.upperBound, bytes[index].isBlank { return .list }
        return open == .list && isIndented ? .list : .none
    }
}
