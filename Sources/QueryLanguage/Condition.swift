package import RegularExpressions
package import SourceText

/// What a query asks of a note, with every name and value understood: nothing here can fail to be read any more.
package indirect enum Condition: Sendable {
    case all
    case nothing
    case and([Condition])
    case or([Condition])
    case not(Condition)

    case text(TextMatch)
    /// A substring of the note's text; folded already.
    case contains(String)
    case regex(Pattern)
    /// The whole text of one part, folded.
    case whole(TextPart, String)
    /// A regular expression that matches in one part.
    case matches(TextPart, Pattern)

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
    case attachment(ValuePattern)
    case linksTo(LinkEnd)
    case linkedFrom(LinkEnd)
    case number(Field.Number, NumberRange)
    case property(String, PropertyTest)
    /// The file's name without its extension; also with it where the pattern speaks of one.
    case name(ValuePattern, withExtension: Bool)
    /// These words stand side by side in the file's name with its extension; folded.
    case fileName([String])
    case path(PathTest)
    case id(ValuePattern)
    case alias(ValuePattern)
    /// It differs from a commit, which is given by its full name.
    case since(String)
    /// One of its authors has these words in the name or the address, the last maybe only begun; folded.
    case by([String], isPrefix: Bool)

    package enum TimeField: Sendable { case created, modified, committed }

    package enum Feature: String, CaseIterable, Sendable {
        case attachment, image, keyword, link, backlink, task, heading, alias
    }

    package enum State: String, CaseIterable, Sendable {
        case favorite, orphan, broken, ambiguous, malformed, conflict, empty, dirty, untracked

        /// Whether only git can tell.
        package var isOfGit: Bool { self == .dirty || self == .untracked }
    }

    package enum LinkEnd: Sendable {
        case note(VaultPath)
        case query(Condition)
    }

    package enum PathTest: Sendable {
        case words([String])
        case glob(Glob)
        case regex(Pattern)
    }
}

/// The parts of a note that text is looked for in.
package enum TextPart: String, Hashable, Sendable, CaseIterable {
    case any, title, body, heading, name
}

/// Words that stand side by side in one part of a note.
package struct TextMatch: Hashable, Sendable {
    /// Folded; never empty.
    package var words: [String]
    /// Whether the last word may go on.
    package var isPrefix: Bool
    package var part: TextPart
    package var range: Range<Int>

    package init(words: [String], isPrefix: Bool, part: TextPart, range: Range<Int>) {
        self.words = words
        self.isPrefix = isPrefix
        self.part = part
        self.range = range
    }

    /// As a query asks for it.
    package var queryText: String {
        let text = Words.joined(words)
        let field = part == .any ? "" : "\(part.rawValue):"
        return field + (text.contains(" ") ? "\"\(text)\"" : text) + (isPrefix ? "*" : "")
    }
}

/// A text to be equal to, folded, or a glob over folded text.
package enum ValuePattern: Hashable, Sendable {
    case exact(String)
    case glob(Glob)

    /// Reads `text`: globs count in and out of quotes.
    package init(_ text: String) {
        let bytes = Array(text.utf8)
        if Glob.isPattern(bytes) {
            self = .glob(Glob(bytes, folding: { Folding.fold($0, 0..<$0.count) }))
        } else {
            self = .exact(Folding.fold(String(decoding: Glob.literal(bytes), as: UTF8.self)))
        }
    }

    package func matches(folded text: [UInt8]) -> Bool {
        switch self {
        case .exact(let wanted): wanted.utf8.elementsEqual(text)
        case .glob(let glob): glob.matches(text)
        }
    }
}

/// A stretch of time; nil is without end. The lower end belongs to it, the upper one does not.
package struct TimeRange: Hashable, Sendable {
    package var lower: Moment?
    package var upper: Moment?

    package init(_ lower: Moment?, _ upper: Moment?) {
        self.lower = lower
        self.upper = upper
    }
}

/// A range of numbers, each end of which may be left out.
package struct NumberRange: Hashable, Sendable {
    package var lower: Double?
    package var lowerIncluded = true
    package var upper: Double?
    package var upperIncluded = true

    package init(
        lower: Double? = nil, lowerIncluded: Bool = true, upper: Double? = nil, upperIncluded: Bool = true
    ) {
        self.lower = lower
        self.lowerIncluded = lowerIncluded
        self.upper = upper
        self.upperIncluded = upperIncluded
    }
}

/// What is asked of a property's values; a list passes if one of its entries does. A value is looked at as what it
/// is: a number by `number`, a date by `time`, and any value as text by `text`.
package struct PropertyTest: Sendable {
    package var text: ValuePattern?
    /// Whether the text is one of true, yes and on (or of false, no and off): all of them are equal.
    package var truth: Bool?
    package var number: NumberRange?
    package var time: TimeRange?
    /// Matches somewhere in the value's text as it is written.
    package var regex: Pattern?

    package init(
        text: ValuePattern? = nil, truth: Bool? = nil, number: NumberRange? = nil, time: TimeRange? = nil,
        regex: Pattern? = nil
    ) {
        self.text = text
        self.regex = regex
        self.truth = truth
        self.number = number
        self.time = time
    }

    /// Reads the words for true and false: `true yes on`, `false no off`, folded.
    package static func truth(_ folded: String) -> Bool? {
        switch folded {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }
}
