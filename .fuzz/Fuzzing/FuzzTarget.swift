import Arguments
import Codecs
import Commands
import Documents
import Notes
import QueryLanguage
import RegularExpressions
import SourceText
import Terminal
import VaultFiles
import Web

/// The parsers of untrusted bytes, each with properties that must hold for any input. Parsers never trap, ranges are in
/// bounds, and written values are parsed as the same values.
package enum FuzzTarget: String, CaseIterable, Sendable {
    case arguments, body, config, documents, frontMatter, glob, html, http, json, keys, merge, pictures, query, regex

    /// Parses the bytes. Returns a description of the first property that fails, or nil.
    package func fault(_ bytes: [UInt8]) -> String? {
        switch self {
        case .arguments: Self.arguments(bytes)
        case .body: Self.body(bytes)
        case .config: Self.config(bytes)
        case .documents: Self.documents(bytes)
        case .frontMatter: Self.frontMatter(bytes)
        case .glob: Self.glob(bytes)
        case .html: Self.html(bytes)
        case .http: Self.http(bytes)
        case .json: Self.json(bytes)
        case .keys: Self.keys(bytes)
        case .merge: MergedTriple(bytes).fault
        case .pictures: Self.pictures(bytes)
        case .query: Self.query(bytes)
        case .regex: Self.regex(bytes)
        }
    }

    private static func halves(_ bytes: [UInt8]) -> (first: [UInt8], second: [UInt8]) {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
        return (parts[0], parts.count > 1 ? parts[1] : [])
    }

    /// Whether a range is in bounds and, if the file is UTF-8, does not split a character.
    private static func isSound(_ range: Range<Int>, _ bytes: [UInt8], isText: Bool) -> Bool {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return false }
        return !isText
            || [range.lowerBound, range.upperBound].allSatisfy { $0 == bytes.count || bytes[$0] & 0xC0 != 0x80 }
    }

    // MARK: Notes

    private static func body(_ bytes: [UInt8]) -> String? {
        let note = Note(bytes, name: VaultPath("fuzz.md"))
        // Text in another encoding is not parsed.
        let isText = note.foreignEncoding == nil && String(validating: bytes, as: UTF8.self) != nil
        let body = note.body
        var ranges: [(String, Range<Int>)] = []
        for link in body.links { ranges.append(("link", link.range)) }
        for heading in body.headings { ranges += [("heading", heading.range), ("heading's text", heading.raw)] }
        for tag in body.hashtags { ranges.append(("hashtag", tag.range)) }
        for task in body.tasks { ranges.append(("task", task.text)) }
        for reference in note.references { ranges.append(("reference", reference.range)) }
        for edit in body.reading { ranges.append(("reading", edit.range)) }
        for conflict in note.conflicts { ranges.append(("conflict", conflict)) }
        for diagnostic in note.diagnostics { ranges.append(("diagnostic", diagnostic.range)) }
        for block in Block.all(in: bytes, from: note.frontMatter.bodyStart) {
            ranges.append(("block", block.range))
            for piece in block.texts.joined() {
                if piece.text != "\n", piece.text.unicodeScalars.contains("\n") { return "a piece holds a line feed" }
                if !isSound(piece.range, bytes, isText: false) { return "a piece lies at \(piece.range)" }
            }
        }
        for (name, range) in ranges where !isSound(range, bytes, isText: isText) { return "\(name) lies at \(range)" }
        let read = ReadingText(bytes, from: note.frontMatter.bodyStart, body.reading)
        for segment in read.segments where segment.lowerBound < 0 || segment.upperBound > read.bytes.count {
            return "a segment lies at \(segment)"
        }
        return nil
    }

    /// Renders a body. Every element is closed in order, and no element of the note is one of the page.
    private static func html(_ bytes: [UInt8]) -> String? {
        var options = HTMLRenderer.Options()
        options.readsBlockIDs = true
        options.rendersFormulas = true
        options.colorsCode = true
        options.destination = { destination, _ in
            WebAddress.isSafe(destination.text) ? .address(destination.text) : .none
        }
        let html = HTMLRenderer.html(BlockNode.all(in: bytes, from: 0), options)
        var open: [Substring] = []
        // A mark after `>` is one character with it.
        let parts = html.unicodeScalars.split(separator: "<", omittingEmptySubsequences: false)
        for part in parts.dropFirst() {
            guard let end = part.firstIndex(of: ">") else { return "a tag has no end" }
            let tag = Substring(part[..<end])
            if tag.hasSuffix("/") { continue }
            if tag.hasPrefix("/") {
                if open.popLast() != tag.dropFirst() { return "'\(tag)' closes another element" }
            } else {
                open.append(tag.prefix { $0 != " " })
                if open.last == "script" || tag.lowercased().contains("javascript:") { return "'\(tag)' is not safe" }
            }
        }
        return open.isEmpty ? nil : "'\(open[0])' is not closed"
    }

    /// Reads requests. They are the same however their bytes arrive, and no segment of a path contains a slash that was
    /// not encoded.
    private static func http(_ bytes: [UInt8]) -> String? {
        func requests(_ pieces: [ArraySlice<UInt8>]) -> (requests: [HTTPRequest], status: Int?) {
            var reader = HTTPRequestReader()
            var found: [HTTPRequest] = []
            do throws(HTTPFault) {
                for piece in pieces {
                    reader.add(Array(piece))
                    while let request = try reader.next() { found.append(request) }
                }
                return (found, nil)
            } catch {
                return (found, error.status)
            }
        }
        let whole = requests([bytes[...]])
        let halves = requests([bytes[..<(bytes.count / 2)], bytes[(bytes.count / 2)...]])
        if whole.requests != halves.requests { return "the requests depend on how they arrive" }
        if whole.requests.contains(where: { $0.segments.isEmpty }) { return "a path has no segment" }
        return nil
    }

    private static func frontMatter(_ bytes: [UInt8]) -> String? {
        let isText = String(validating: bytes, as: UTF8.self) != nil
        let front = FrontMatter(bytes)
        guard (0...bytes.count).contains(front.bodyStart) else { return "the body begins at \(front.bodyStart)" }
        for entry in front.mapping.entries where !isSound(entry.value.range, bytes, isText: isText) {
            return "'\(entry.key)' lies at \(entry.value.range)"
        }
        // Test a present and an absent key, and a value that is plain and one that needs quotes.
        let keys = [front.mapping.entries.first?.key, "fuzzed"].compactMap(\.self)
        for key in keys {
            for text in ["plain", "- a: #b\n'c'\""] {
                if let fault = edited(bytes, front, by: [.set([key], text)], where: { $0.mapping[key]?.text == text }) {
                    return "set '\(key)' to '\(text)': \(fault)"
                }
            }
            if let fault = edited(bytes, front, by: [.remove([key])], where: { $0.mapping[key] == nil }) {
                return "remove '\(key)': \(fault)"
            }
        }
        return nil
    }

    /// Applies changes, which may be refused. Checks that the body is unchanged and that `condition` holds for the new
    /// front matter. Returns a description of the fault, or nil.
    private static func edited(
        _ bytes: [UInt8], _ front: FrontMatter, by changes: [FrontMatterChange], where condition: (FrontMatter) -> Bool
    ) -> String? {
        let edits: [ByteEdit]
        do throws(FrontMatterRefusal) {
            edits = try FrontMatterEditor(bytes).edits(changes)
        } catch {
            return nil
        }
        var result: [UInt8] = []
        var end = 0
        for edit in edits {
            guard edit.range.lowerBound >= end, edit.range.upperBound <= front.bodyStart else {
                return "an edit at \(edit.range) behind \(end), the body begins at \(front.bodyStart)"
            }
            result += bytes[end..<edit.range.lowerBound] + edit.replacement
            end = edit.range.upperBound
        }
        result += bytes[end...]
        let after = FrontMatter(result)
        guard result[after.bodyStart...].elementsEqual(bytes[front.bodyStart...]) else { return "another body" }
        return condition(after) ? nil : "it does not read back: \(String(decoding: result, as: UTF8.self))"
    }

    private static func config(_ bytes: [UInt8]) -> String? {
        let configuration = Configuration(bytes)
        for diagnostic in configuration.diagnostics where !isSound(diagnostic.range, bytes, isText: false) {
            return "a diagnostic at \(diagnostic.range)"
        }
        return configuration.signature == Configuration(bytes).signature ? nil : "it is read in two ways"
    }

    // MARK: Queries and patterns

    private static func query(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        let count = text.utf8.count
        do throws(QueryError) {
            _ = try QueryParser.parse(text)
        } catch {
            let range = error.diagnostic.range
            guard range.lowerBound >= 0, range.upperBound <= count else { return "an error at \(range)" }
        }
        if let printed = PrintedQuery(text) {
            guard let again = PrintedQuery(printed.text) else { return "printed, it is not read: \(printed.text)" }
            if again.text != printed.text { return "printed \(printed.text), it reads as \(again.text)" }
        }
        _ = PartialQuery(text)
        _ = QueryText.joined([text, "x"])
        // Any text that is written as a value must be parsed as a value.
        let written = "title:\(QueryText.value(text))"
        if !text.isEmpty, !text.unicodeScalars.contains("\0") {
            do throws(QueryError) {
                let syntax = try QueryParser.parse(written)
                if QueryText.renamingKeywords(in: written, { _ in nil }) != nil { return "a keyword in \(written)" }
                if case .empty = syntax { return "nothing in \(written)" }
            } catch {
                return "\(written) is not read: \(error.diagnostic.message)"
            }
        }
        return nil
    }

    private static func glob(_ bytes: [UInt8]) -> String? {
        let (pattern, text) = halves(bytes)
        // The time is the product of both lengths.
        let glob = Glob(Array(pattern.prefix(2000)))
        _ = glob.matches(Array(text.prefix(2000)))
        let literal = Array(text.prefix(500))
        return Glob(escaping: literal).matches(literal) ? nil : "escaped, it is not itself"
    }

    private static func regex(_ bytes: [UInt8]) -> String? {
        let (pattern, text) = halves(bytes)
        for ignoresCase in [false, true] {
            let compiled: Pattern
            do throws(PatternError) {
                compiled = try Pattern(String(decoding: pattern.prefix(300), as: UTF8.self), ignoresCase: ignoresCase)
            } catch {
                continue
            }
            var matcher = Matcher(compiled)
            let text = Array(text.prefix(2000))
            let found = matcher.firstMatch(text, in: 0..<text.count, from: 0)
            if let found, found.lowerBound < 0 || found.upperBound > text.count { return "a match at \(found)" }
            if matcher.matches(text, in: 0..<text.count) != (found != nil) { return "it matches, and nowhere" }
        }
        return nil
    }

    // MARK: Others

    /// Parses words separated by NUL with a command of the table, without running it. The first byte chooses the
    /// command.
    private static func arguments(_ bytes: [UInt8]) -> String? {
        guard let first = bytes.first else { return nil }
        let words = bytes.dropFirst().split(separator: 0, omittingEmptySubsequences: false).map {
            Argument(bytes: Array($0))
        }
        let commands = Program.commands
        var command = commands[Int(first) % commands.count]
        var rest = words[...]
        while let inner = command.subcommands.first(where: { $0.name == rest.first?.text }) {
            command = inner
            rest = rest.dropFirst()
        }
        var globals = GlobalOptions()
        do throws(UsageError) {
            _ = try command.parse(Array(rest), globalOptions: GlobalOptions.options, globals: &globals)
        } catch {
            return error.description.isEmpty || error.help?.isEmpty == true ? "an error that says nothing" : nil
        }
        return nil
    }

    private static func json(_ bytes: [UInt8]) -> String? {
        guard let value = JSONValue(bytes: bytes) else { return nil }
        var writer = JSONWriter()
        value.write(to: &writer)
        return JSONValue(bytes: writer.bytes) == value ? nil : "written, it reads otherwise: \(writer.text)"
    }

    private static func keys(_ bytes: [UInt8]) -> String? {
        var whole = KeyReader()
        let events = whole.read(bytes) + whole.read([], isOver: true)
        var pieces = KeyReader()
        var others: [TerminalEvent] = []
        for byte in bytes { others += pieces.read([byte]) }
        others += pieces.read([], isOver: true)
        return events == others ? nil : "in one piece \(events), in many \(others)"
    }

    private static func pictures(_ bytes: [UInt8]) -> String? {
        guard let header = ImageHeader(bytes) else {
            return Image(decoding: bytes) == nil ? nil : "a picture without a size"
        }
        // Large pictures are slow and add no coverage.
        guard header.width * header.height <= 200_000, let image = Image(decoding: bytes) else { return nil }
        guard image.pixels.count == image.width * image.height * 4 else { return "too few pixels" }
        let small = image.scaled(width: 7, height: 5)
        return Image(decoding: small.png) == small ? nil : "written, it reads otherwise"
    }

    // MARK: Documents

    /// The first byte chooses the format.
    private static func documents(_ bytes: [UInt8]) -> String? {
        let formats = DocumentFormat.allCases
        guard let first = bytes.first else { return nil }
        let format = formats[Int(first) % formats.count]
        guard let text = try? format.text(of: Array(bytes.dropFirst())) else { return nil }
        if text.size > DocumentLimits.text { return "\(text.size) bytes of text" }
        return text.isPaged || text.pages.count == 1 ? nil : "\(text.pages.count) pages"
    }
}
