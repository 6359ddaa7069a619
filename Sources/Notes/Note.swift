package import SourceText

/// A note: the contents of its front matter and body, with their positions in the file.
///
/// Parsing takes one pass through each part and never fails. Unreadable parts become diagnostics. Links are kept as
/// written, since only the vault can resolve them.
package struct Note: Sendable {
    package let frontMatter: FrontMatter
    package let body: Body
    let known: KnownEntries

    package private(set) var title: String
    /// The bytes of the title, or nil if the title is the file name.
    package private(set) var titleRange: Range<Int>?
    /// The status as spelled under `statuses:` in the configuration, else as written.
    package private(set) var status: String
    package private(set) var keywords: [Keyword] = []
    package private(set) var isFavorite = false
    /// The creation date from front matter, else from the file name.
    package private(set) var created: DateText?
    package private(set) var modified: DateText?
    package private(set) var id: String?
    package private(set) var idRange: Range<Int>?
    package private(set) var aliases: [YAMLListEntry] = []
    package private(set) var order: Int64?
    package private(set) var references: [Reference] = []
    /// The known keys that have a value in the note, which is not empty (`YAMLValue.isEmpty`).
    package private(set) var keys = FrontMatterKeySet()
    /// The properties in the text of the body, if the rules include them.
    package var inlineFields: [InlineField] { allProperties.inText }
    /// The entries under other keys. Of a repeated key, only the last is kept. The values of inline fields follow those
    /// of the front matter.
    package var properties: [YAMLEntry] { allProperties.entries }
    private var allProperties: (entries: [YAMLEntry], inText: [InlineField]) = ([], [])
    let bytes: [UInt8]
    let recorded: RecordedBlocks?
    var faults: [Diagnostic]

    /// The front matter faults and invalid UTF-8, ordered by position.
    ///
    /// Complexity: O(bytes). Computed on demand, since few callers need it.
    package var diagnostics: [Diagnostic] {
        var all = faults
        if let foreign = foreignEncoding {
            all.append(
                Diagnostic(
                    .encoding, at: 0..<min(1, bytes.count), "this note \(foreign.description)",
                    help: "convert it to UTF-8; until then it is indexed incorrectly and cannot be changed"))
        } else if let offset = bytes.firstInvalidUTF8 {
            all.append(
                Diagnostic(
                    .encoding, at: offset..<offset + 1, "this byte is not UTF-8",
                    help: "convert the file to UTF-8; until then, the byte is indexed as U+FFFD", severity: .warning))
        }
        if all.count > 1 { all.sort { ($0.range.lowerBound, $0.message) < ($1.range.lowerBound, $1.message) } }
        return all
    }

    /// The lines of git's merge conflict markers in front matter and body, in order. A note with conflicts must not be
    /// changed.
    package var conflicts: [Range<Int>] {
        if frontMatter.conflicts.isEmpty { return body.conflicts }
        return Set(frontMatter.conflicts + body.conflicts).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Whether a marker line is the first line of its conflict.
    func isConflictStart(_ marker: Range<Int>) -> Bool { bytes[marker.lowerBound] == Byte.less }

    /// The encoding of a file that is not UTF-8, or nil. Such a note must not be changed. Complexity: O(bytes).
    package var foreignEncoding: ForeignEncoding? { ForeignEncoding(bytes) }

    /// Returns the blocks of the body, in order.
    ///
    /// - Parameter isWanted: returns whether to read the block with the given bytes.
    package func blocks(where isWanted: (Range<Int>) -> Bool) -> [Block] { allBlocks.blocks(where: isWanted) }

    /// The blocks of the body as a tree, as `BlockNode.all` returns them.
    package var blockTree: [BlockNode] { allBlocks.tree }

    private var allBlocks: RecordedBlocks { recorded ?? RecordedBlocks(bytes, from: frontMatter.bodyStart) }

    /// Whether the front matter has any fault.
    package var isMalformed: Bool { faults.contains { $0.kind == .frontMatter || $0.kind == .status } }

    /// Parses the note in `bytes`.
    ///
    /// - Parameters:
    ///   - name: the file name with its extension, from which title and date are taken if the note has none.
    ///   - rules: the configuration for parsing notes.
    ///   - keepsBlocks: whether to keep what `blocks` and `blockTree` need. If not, they scan the body again.
    package init(_ bytes: [UInt8], name: VaultPath, rules: NoteRules = NoteRules(), keepsBlocks: Bool = false) {
        frontMatter = FrontMatter(bytes)
        known = KnownEntries(frontMatter.mapping, rules.keys)
        var scanner = BlockScanner(bytes, conflict: frontMatter.openConflict(in: bytes))
        scanner.recorder = keepsBlocks ? BlockRecorder() : nil
        scanner.scan(from: frontMatter.bodyStart)
        body = scanner.body
        recorded = scanner.recordedBlocks
        self.bytes = bytes
        faults = frontMatter.diagnostics
        title = rules.fileTitle(name)
        status = rules.statuses.first ?? "draft"
        let pageProperties = pageProperties(rules)
        let pageKeywords = pageEntries(.keywords, in: pageProperties, names: rules.keys)
        let pageAliases = pageEntries(.aliases, in: pageProperties, names: rules.keys)
        if !pageKeywords.isEmpty { keys.insert(.keywords) }
        if !pageAliases.isEmpty { keys.insert(.aliases) }
        readTitle(rules)
        readStatus(rules)
        readKeywords(rules, pageKeywords)
        readScalars()
        created = date(.created) ?? DateText(fileName: name.text)
        modified = date(.modified)
        aliases = list(.aliases) + pageAliases
        readProperties()
        readReferences()
        let fields = inlineFields(rules)
        if !fields.isEmpty { allProperties = (Self.merged(properties, fields), fields) }
    }

    // MARK: Front matter

    mutating func fault(_ value: YAMLValue, _ message: String, help: String? = nil, kind: Diagnostic.Kind? = nil) {
        // The rest of the front matter is read, so this is no damage.
        faults.append(
            Diagnostic(
                kind ?? .frontMatter, at: value.range, message, help: help, severity: kind == nil ? .warning : nil))
    }

    /// Returns the text of a key that takes one text. A list or a mapping there is a fault.
    private mutating func text(_ key: FrontMatterKey) -> (text: String, value: YAMLValue)? {
        guard let value = known.value(key) else { return nil }
        if let text = value.text { return (text, value) }
        if case .opaque = value.content { return nil }  // reported already
        fault(value, "'\(key.rawValue)' must be text, not a list or a mapping")
        return nil
    }

    private mutating func readTitle(_ rules: NoteRules) {
        if let (text, value) = text(.title), let line = Self.line(text) {
            title = line
            titleRange = value.range
        } else if rules.usesTitleHeadings, !rules.readsPages, let heading = body.leadingHeading, heading.level == 1,
            !heading.text.isEmpty
        {
            title = heading.text
            titleRange = heading.raw
        }
    }

    /// Returns the text with its lines joined by spaces, or nil if it is all white space.
    private static func line(_ text: String) -> String? {
        // The non-ASCII line ends U+0085, U+2028 and U+2029 start with one of these two bytes.
        let mayContainLineEnd = text.utf8.contains { $0 &- 0x0A < 4 || $0 == 0xC2 || $0 == 0xE2 }
        if !mayContainLineEnd, let first = text.utf8.first, first > 0x20, first < 0x80 { return text }
        if text.allSatisfy(\.isWhitespace) { return nil }
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private mutating func readStatus(_ rules: NoteRules) {
        guard let (text, value) = text(.status) else { return }
        if let known = rules.status(text) {
            status = known
        } else if !text.isEmpty {
            status = text
            let near = Nearest.match(text, among: rules.statuses)
            fault(
                value, "unknown status '\(text)'",
                help: near.map { "did you mean '\($0)'?" }
                    ?? "valid statuses: \(rules.statuses.joined(separator: ", "))",
                kind: .status)
        }
    }

    private mutating func readKeywords(_ rules: NoteRules, _ ofPage: [YAMLListEntry]) {
        var seen = NameSet()
        func keep(_ name: String, _ range: Range<Int>, isHashtag: Bool) -> Keyword? {
            let trimmed = Keyword.normalized(name)
            guard !trimmed.isEmpty, seen.insert(Folding.fold(trimmed)) else { return nil }
            return Keyword(name: trimmed, range: range, isHashtag: isHashtag)
        }
        keywords = (list(.keywords) + ofPage).compactMap { keep($0.text, $0.range, isHashtag: false) }
        if rules.includesHashtags { keywords += body.hashtags.compactMap { keep($0.name, $0.range, isHashtag: true) } }
    }

    private mutating func readScalars() {
        if let (text, value) = text(.favorite) {
            switch text.lowercased() {
            case "true", "yes", "on": isFavorite = true
            case "false", "no", "off": break
            default: fault(value, "'favorite' must be true or false, not '\(text)'")
            }
        }
        if let (text, value) = text(.id), !text.isEmpty {
            id = text
            idRange = value.range
        }
        if let (text, value) = text(.order) {
            order = Int64(text)
            if order == nil { fault(value, "'order' must be a whole number, not '\(text)'") }
        }
    }

    private mutating func date(_ key: FrontMatterKey) -> DateText? {
        guard let (text, value) = text(key) else { return nil }
        if let date = DateText(ofNote: text) { return date }
        fault(
            value, "'\(key.rawValue)' is not a date: '\(text)'",
            help: "write it as 2024-03-27, 20240327, 2024-03-27T11:48 or 2024-03-27T11:48:30Z")
        return nil
    }

    private mutating func readReferences() {
        for key in [FrontMatterKey.links, .attachments] {
            for entry in list(key) {
                if key == .links, Reference.isText(entry.text) {
                    var texts = PropertyReferences(bytes)
                    texts.read(entry.range, entry.style, of: key.rawValue, isEntry: false, isInBrackets: true)
                    references += texts.references
                } else if let reference = Reference(entry, key: key, in: bytes) {
                    references.append(reference)
                }
            }
        }
        if PropertyReferences.mayOccur(in: frontMatter.content, of: bytes.span) {
            var texts = PropertyReferences(bytes)
            for (index, entry) in frontMatter.mapping.entries.enumerated()
            where known.keys[index] != .links && known.keys[index] != .attachments { texts.read(entry) }
            references += texts.references
        }
        if !properties.isEmpty {
            var paths = PropertyReferences(bytes)
            for entry in properties { paths.readPaths(entry) }
            references += paths.references
        }
        references += body.links.map { Reference($0) }
        if references.count < 2 { return }
        references.sort { $0.range.lowerBound < $1.range.lowerBound }
    }

    private mutating func readProperties() {
        var last: [String: Int] = [:]
        for (index, entry) in frontMatter.mapping.entries.enumerated() {
            if let key = known.keys[index] {
                if !entry.value.isEmpty { keys.insert(key) }
            } else {
                last[FrontMatterKey.identity(entry.key)] = index
            }
        }
        if last.isEmpty { return }
        allProperties.entries = last.values.sorted().map { frontMatter.mapping.entries[$0] }
    }
}
