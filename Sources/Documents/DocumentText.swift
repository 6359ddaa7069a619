import SourceText

/// The text of a document, such as a PDF or a spreadsheet.
///
/// Blank lines separate paragraphs. A single line end is only a line break: a phrase may continue on the next line.
package struct DocumentText: Hashable, Sendable {
    package var pages: [String]
    /// Whether the pages are those of the document: pages, slides or sheets. If not, there is only one.
    package var isPaged: Bool

    package init(pages: [String], isPaged: Bool) {
        self.pages = pages.map(Self.withoutBreaksInWords)
        self.isPaged = isPaged
    }

    /// Removes soft hyphens at the ends of lines together with the line ends, which split words.
    private static func withoutBreaksInWords(_ page: String) -> String {
        let hyphen: [UInt8] = [0xC2, 0xAD]
        let bytes = Array(page.utf8)
        guard bytes.firstRange(of: hyphen) != nil else { return page }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == hyphen[0], let next = lineStart(in: bytes, afterHyphen: index, hyphen) {
                index = next
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the start of the text of the next line of the same paragraph, if a soft hyphen at `start` ends a line.
    private static func lineStart(in bytes: [UInt8], afterHyphen start: Int, _ hyphen: [UInt8]) -> Int? {
        guard bytes.holds(hyphen, at: start) else { return nil }
        var index = start + hyphen.count
        while index < bytes.count, bytes[index].isBlank || bytes[index] == Byte.carriageReturn { index += 1 }
        guard index < bytes.count, bytes[index] == Byte.newline else { return nil }
        index += 1
        while index < bytes.count, bytes[index].isBlank { index += 1 }
        return index < bytes.count && !bytes[index].isWhiteSpace ? index : nil
    }

    /// Creates a text from its pages, with a form feed between two of them if there are pages.
    package init(joined text: String, isPaged: Bool) {
        let pages = isPaged ? text.split(separator: "\u{C}", omittingEmptySubsequences: false).map(String.init) : [text]
        self.init(pages: pages, isPaged: isPaged)
    }

    /// The pages, with a form feed between two of them.
    package var joined: String { pages.joined(separator: "\u{C}") }

    /// The size of the text in bytes.
    package var size: Int { pages.reduce(0) { $0 + $1.utf8.count } }
}

/// The reason why a document has no text.
package enum DocumentFault: Error, Hashable, Sendable {
    case damaged
    /// Encrypted, or in a format of Microsoft Office before 2007, which encrypted documents have too.
    case encrypted
    /// The document, its decoded data or its text exceeds a limit.
    case tooLarge
    /// XML with declarations of entities or external references, which could expand without end.
    case hasEntities
    /// The text is in an encoding that is not supported.
    case notText
    /// Only the reference of Git LFS to the document is there.
    case pointer

    /// The fault as a predicate, for a message that starts with the file's name.
    package var description: String {
        switch self {
        case .damaged: "is damaged"
        case .encrypted: "is encrypted, or in an old format of Microsoft Office"
        case .tooLarge: "is too large: \(DocumentLimits.description)"
        case .hasEntities: "declares XML entities, which slip does not read"
        case .notText: "is not text"
        case .pointer: "is a pointer of Git LFS: run 'git lfs pull' to get the file"
        }
    }
}

/// The limits for reading a document.
package struct DocumentLimits: Hashable, Sendable {
    /// The maximum size of a document in bytes.
    package static let file = 100 << 20
    /// The maximum size of a document that is a text file: HTML, RTF, a notebook, plain text or CSV. Decoding takes up
    /// to ten times as much memory.
    static let plainFile = 32 << 20
    /// The maximum number of its pages, and of nested groups.
    static let parts = 20_000
    /// The maximum depth of nested values and insets.
    static let depth = 128
    /// The maximum size of its text in bytes.
    package static let text = 8 << 20

    /// The limits that a document may exceed. The decoded data of an archive has the limit of a file.
    fileprivate static let description =
        "the limit is \(text >> 20) MB of text, \(plainFile >> 20) MB for a text file "
        + "and \(file >> 20) MB for other data"
}
