package import SourceText

/// The text of a task's line after the check box, with its properties.
///
/// Emoji properties are at the end of the line, in any order, with hashtags, a block id and bracket properties between
/// or after them. Bracket properties are anywhere. Code and comments contain none.
package struct TaskLine: Hashable, Sendable {
    /// A property as written.
    package struct Entry: Hashable, Sendable {
        package var property: TaskProperty
        package var notation: TaskNotation
        /// The bytes of the property: from the emoji to the value's end, or with the brackets.
        package var range: Range<Int>
        /// The bytes of the value. For a priority in emoji, the emoji.
        package var value: Range<Int>
        /// Whether the value is of the property's kind.
        package var isReadable: Bool
    }

    package let bytes: [UInt8]
    package let range: Range<Int>
    /// The properties in order. Those that cannot be read are also part of the text.
    package private(set) var entries: [Entry] = []
    /// The block id at the end, with its caret.
    package private(set) var blockID: Range<Int>?

    /// Parses the text in `range`, which is within one line. Complexity: O(bytes).
    package init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        self.range = range
        let scanner = TaskLineScanner(bytes, range)
        (entries, blockID) = scanner.entries
    }

    package init(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(bytes, bytes.indices)
    }

    /// The text as written.
    package var source: String { bytes.text(range) }

    /// The bytes of the text without a backslash at its end that breaks the line.
    package var unbroken: Range<Int> { TaskLineScanner.withoutBreak(bytes, range) }

    /// The opener of a comment or code span that is not closed in the line, or nil if there is none. A backtick that the
    /// paragraph does not close is text.
    package var unclosedOpener: Range<Int>? {
        TaskLineScanner(bytes, range).unclosed.first { opener in
            bytes[opener.lowerBound] != Byte.backtick
                || TaskLineScanner.isCodeClosed(opener, bytes, below: range.upperBound)
        }
    }

    /// The text without properties and block id.
    package var text: String {
        var text = ""
        var start = range.lowerBound
        var cuts = entries.filter(\.isReadable).map(\.range)
        if let blockID { cuts.append(blockID) }
        for cut in cuts.sorted(by: { $0.lowerBound < $1.lowerBound }) + [range.upperBound..<range.upperBound] {
            let part = bytes.trimmed(start..<max(start, cut.lowerBound))
            if !part.isEmpty {
                let isJoined = text.isEmpty || ",.;:!?)".utf8.contains(bytes[part.lowerBound])
                text += (isJoined ? "" : " ") + bytes.text(part)
            }
            start = max(start, cut.upperBound)
        }
        return text
    }

    /// Returns the first readable entry of a property.
    package func entry(_ property: TaskProperty) -> Entry? {
        entries.first { $0.property == property && $0.isReadable }
    }

    package func value(_ property: TaskProperty) -> String? { entry(property).map { bytes.text($0.value) } }

    /// Returns the day of a date property.
    package func day(_ property: TaskProperty) -> CivilTime? { value(property).flatMap(Self.day) }

    /// The first date property in the order `due`, `scheduled`, `start`.
    package var mainDate: (property: TaskProperty, day: CivilTime)? {
        for property in TaskProperty.planned {
            if let day = day(property) { return (property, day) }
        }
        return nil
    }

    /// The first day in the text that is written like `2024-03-27` and is not part of a longer number.
    package var plainDay: CivilTime? {
        guard range.count >= 10 else { return nil }
        for start in range.lowerBound...range.upperBound - 10 where bytes[start].isDigit {
            func isNumber(_ index: Int) -> Bool {
                range.contains(index) && (bytes[index].isDigit || bytes[index] == Byte.hyphen)
            }
            if isNumber(start - 1) || isNumber(start + 10) { continue }
            if let date = DateText(bytes.text(start..<start + 10)), date.precision == .day { return date.civil }
        }
        return nil
    }

    package var priority: TaskPriority { value(.priority).flatMap { TaskPriority(Self.withoutSelectors($0)) } ?? .none }
    package var id: String? { value(.id) }
    package var rule: String? { value(.repeat) }

    /// The ids of the tasks that come first.
    package var after: [String] {
        entries.filter { $0.property == .after }.flatMap { bytes.text($0.value).split { $0 == "," || $0 == " " } }
            .map(String.init)
    }

    /// Whether any of the dates is readable.
    package var hasDates: Bool { entries.contains { $0.property.kind == .date && $0.isReadable } }

    /// The notation of most readable properties, or nil without any.
    package var notation: TaskNotation? {
        let entries = entries.filter(\.isReadable)
        let emoji = entries.count { $0.notation == .emoji }
        if entries.isEmpty { return nil }
        return emoji * 2 >= entries.count ? .emoji : .brackets
    }

    /// Returns the bytes of the day in an entry, without the brackets of a wiki link and a time. Nil if it is no date.
    package func dayRange(of entry: Entry) -> Range<Int>? {
        let text = bytes.text(entry.value)
        guard Self.day(text) != nil else { return nil }
        let start = entry.value.lowerBound + (Self.isLink(text) ? 2 : 0)
        return start..<start + 10
    }

    private static func isLink(_ date: some StringProtocol) -> Bool { date.hasPrefix("[[") && date.hasSuffix("]]") }

    /// Returns the day of a date, also in the brackets of a wiki link: `2026-03-01`, `[[2026-03-01]]`.
    static func day(_ text: String) -> CivilTime? {
        var text = Substring(text)
        if isLink(text) { text = text.dropFirst(2).dropLast(2) }
        guard let date = DateText(String(text)), date.precision >= .day, text.utf8.dropFirst(4).first == Byte.hyphen
        else { return nil }
        return date.civil.startOfDay
    }

    /// Returns a text without the variation selectors that follow emoji.
    static func withoutSelectors(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value != 0xFE0E && $0.value != 0xFE0F }))
    }
}

extension TaskItem {
    /// Returns the text of the task with its properties.
    package func line(in bytes: [UInt8]) -> TaskLine { TaskLine(bytes, text) }
}
