package import RegularExpressions
package import SourceText

/// The resolved query: what a note must satisfy. All names and values are valid.
package indirect enum Condition: Sendable {
    case all
    case nothing
    case and([Condition])
    case or([Condition])
    case not(Condition)

    case text(TextMatch)
    /// Words in the text of an attachment.
    case attached(TextMatch)
    /// A substring of the note's text, folded. It may be within words.
    case contains(String)
    case regex(Pattern)
    /// The complete text of one part, folded.
    case whole(TextPart, String)
    /// A regular expression that matches within one part.
    case matches(TextPart, Pattern)

    /// A keyword. With `nested`, also one that is nested in a matching keyword.
    case keyword(ValuePattern, nested: Bool)
    /// A status, folded.
    case status(String)
    case favorite(Bool)
    case time(TimeField, TimeRange)
    case folder(VaultPath, deep: Bool)
    case has(Feature)
    case key(String)
    case state(State)
    case task(isDone: Bool)
    /// Has a task that satisfies a condition on tasks.
    case hasTask(Condition)
    /// A test of a task. Only in conditions on tasks.
    case taskTest(TaskTest)
    /// A condition on the note of a task. Only in conditions on tasks.
    case ofNote(Condition)
    case attachment(ValuePattern)
    case linksTo(LinkedNotes)
    case linkedFrom(LinkedNotes)
    /// Links over several steps.
    case linkWalk(LinkWalk)
    /// Is related to a note.
    case like(RelatedTo)
    case number(Field.Number, NumberRange)
    case property(String, PropertyTest)
    /// The whole name of the file without its extension. With `withExtension` the pattern may also match the name with
    /// its extension.
    case name(ValuePattern, withExtension: Bool)
    /// Adjacent words in the name of the file with its extension, folded.
    case fileName([String])
    case path(PathTest)
    case id(ValuePattern)
    case alias(ValuePattern)
    /// The full name of a commit from which the note differs.
    case since(String)
    /// Words in the name or address of an author, folded. With `isPrefix` the last one is the start of a word.
    case by([String], isPrefix: Bool)

    /// A time of a note. `committed` is that of the last commit that changed it.
    package enum TimeField: String, Sendable { case created, modified, committed }

    /// Something that `has:` tests a note for, besides front matter keys.
    package enum Feature: String, CaseIterable, Sendable {
        case attachment, image, keyword, link, backlink, task, heading, alias
    }

    /// A state of a note that `is:` tests, besides the statuses.
    package enum State: String, CaseIterable, Sendable {
        case favorite, orphan, broken, ambiguous, malformed, conflict, empty, dirty, untracked

        /// Whether the state comes from git rather than from the index.
        package var dependsOnGit: Bool { self == .dirty || self == .untracked }
    }

    /// The notes at the other end of a link: a single note, or those that a query finds.
    package enum LinkedNotes: Sendable {
        case note(VaultPath)
        case query(Condition)

        package var query: Condition? { if case .query(let query) = self { query } else { nil } }
    }

    /// A test of a note's path: adjacent words, a glob or a regular expression.
    package enum PathTest: Sendable {
        case words([String])
        case glob(Glob)
        case regex(Pattern)
    }
}

/// A walk along links from some notes: `links-to~2:`, `linked-from~3:`.
package struct LinkWalk: Sendable {
    package enum Direction: Sendable {
        /// Toward the notes that link to those at the start.
        case linksTo
        /// Toward the notes to which those at the start link.
        case linkedFrom
    }

    /// The largest number of links that a query can ask for.
    static let mostSteps = 5

    package var direction: Direction
    package var ends: Condition.LinkedNotes
    /// The largest number of links between the start and a note, at least 2.
    package var steps: Int
}

/// The part of a note that a text term searches.
package enum TextPart: String, Hashable, Sendable, CaseIterable {
    case any, title, body, heading, name
}

/// The attachments whose text counts as that of the notes that reference them.
package enum AttachmentScope: Hashable, Sendable {
    case none
    /// Canvases, which are always searched.
    case canvases
    case all
}

/// Adjacent words in one part of a note.
package struct TextMatch: Hashable, Sendable {
    /// Folded; never empty.
    package var words: [String]
    /// Whether the last word is the start of a word.
    package var isPrefix: Bool
    package var part: TextPart
    /// The attachments of the note whose text counts too. Only for the part `any`.
    package var attachments = AttachmentScope.none
    package var range: Range<Int>

    package init(words: [String], isPrefix: Bool, part: TextPart, range: Range<Int>) {
        self.words = words
        self.isPrefix = isPrefix
        self.part = part
        self.range = range
    }

    package var includesAttachments: Bool { attachments != .none }

    /// The term of a query that has this meaning, such as `title:"two words"`.
    package var queryText: String {
        let text = Words.joined(words)
        let field = part == .any ? "" : "\(part.rawValue):"
        return field + (text.contains(" ") ? "\"\(text)\"" : text) + (isPrefix ? "*" : "")
    }
}

/// A folded text that a value must equal, or a glob that must match the folded value.
package enum ValuePattern: Hashable, Sendable {
    case exact(String)
    case glob(Glob)

    /// Creates a pattern from a value of a query. Globs count both inside and outside of quotes.
    ///
    /// - Parameter isPath: whether the values are paths or nested keywords, so that `*` does not match a slash.
    package init(_ text: String, isPath: Bool = true) {
        let bytes = Array(text.utf8)
        if Glob.isPattern(bytes) {
            self = .glob(Glob(bytes, isPath: isPath, folding: { Folding.fold($0, 0..<$0.count) }))
        } else {
            self = .exact(Folding.fold(String(decoding: Glob.literal(bytes), as: UTF8.self)))
        }
    }

    package func matches(folded text: [UInt8]) -> Bool {
        switch self {
        case .exact(let expected): expected.utf8.elementsEqual(text)
        case .glob(let glob): glob.matches(text)
        }
    }
}

/// A half-open range of time, which does not contain its upper bound. A bound that is nil does not limit it.
package struct TimeRange: Hashable, Sendable {
    package var lower: Moment?
    package var upper: Moment?

    package init(lower: Moment? = nil, upper: Moment? = nil) {
        (self.lower, self.upper) = (lower, upper)
    }
}

/// A range of numbers. A bound that is nil does not limit it.
package struct NumberRange: Hashable, Sendable {
    package var lower: Double?
    package var lowerIncluded = true
    package var upper: Double?
    package var upperIncluded = true

    /// Returns whether the number is in the range.
    package func contains(_ number: Double) -> Bool {
        if let lower, lowerIncluded ? number < lower : number <= lower { return false }
        if let upper, upperIncluded ? number > upper : number >= upper { return false }
        return true
    }
}

/// The test for the values of a property. A value passes if any of the parts that are set accepts it: `text`, `regex`
/// and `linkedNames` test every value as text, `truth` tests spellings of true and false, `number` numbers, `time` dates. A
/// list passes if one of its entries does. An empty value never passes.
package struct PropertyTest: Sendable {
    package var text: ValuePattern?
    /// The truth value that the text spells. All spellings of one truth value are equal: true, yes and on.
    package var truth: Bool?
    package var number: NumberRange?
    package var time: TimeRange?
    /// The time zone in which months and years are dates too, if the property is declared as a date.
    package var calendar: LocalCalendar?
    /// A regular expression that matches within the unfolded text of the value.
    package var regex: Pattern?
    /// The folded names of a note, and the ends of its path, one of which a link in the value has.
    package var linkedNames: Set<String>?

    package init(
        text: ValuePattern? = nil, truth: Bool? = nil, number: NumberRange? = nil, time: TimeRange? = nil,
        calendar: LocalCalendar? = nil, regex: Pattern? = nil, linkedNames: Set<String>? = nil
    ) {
        self.text = text
        self.linkedNames = linkedNames
        self.regex = regex
        self.truth = truth
        self.number = number
        self.time = time
        self.calendar = calendar
    }

    /// Returns whether a text passes, as a value that the front matter contains without quotes.
    func accepts(_ value: String, calendar: LocalCalendar) -> Bool {
        let folded = Folding.fold(value)
        if let text, text.matches(folded: Array(folded.utf8)) { return true }
        if let truth, Self.truth(folded) == truth { return true }
        if let number, DecimalNumber.isValid(value), let own = Double(value), number.contains(own) { return true }
        if let time, let moment = DateText(extended: value)?.moment(in: calendar),
            time.lower.map({ $0 <= moment }) ?? true,
            time.upper.map({ moment < $0 }) ?? true
        {
            return true
        }
        var matcher = regex.map { Matcher($0) }
        let bytes = Array(value.utf8)
        return matcher?.matches(bytes, in: bytes.indices) ?? false
    }

    /// Returns whether a folded text is one of the names, or contains a link to one: `[[name]]`, `[[../name#heading|label]]`.
    package static func links(_ folded: String, toAnyOf names: Set<String>) -> Bool {
        let links = folded.split(separator: "[[", omittingEmptySubsequences: false).dropFirst()
        let targets =
            links.isEmpty
            ? [folded[...]]
            : links.compactMap { link in
                link.firstRange(of: "]]").map { link[..<$0.lowerBound].prefix { !"|#\\".contains($0) } }
            }
        return targets.contains { target in
            let bytes = Array(target.utf8)
            let parts = bytes.text(bytes.trimmed(bytes.indices)).split(separator: "/")
            return names.contains(parts.drop { $0 == "." || $0 == ".." }.joined(separator: "/"))
        }
    }

    /// Returns the truth value that a folded text spells: `true yes on`, `false no off`.
    package static func truth(_ folded: String) -> Bool? {
        switch folded {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }
}
