import SourceText

/// What a query finds. It decides the meaning of words and fields.
package enum QuerySubject: Hashable, Sendable {
    case notes, tasks
}

/// The query as parsed, before any name is resolved. Each node has its range of bytes in the query.
package indirect enum QuerySyntax: Hashable, Sendable {
    /// The empty query, which every note matches.
    case empty
    case and([QuerySyntax], Range<Int>)
    case or([QuerySyntax], Range<Int>)
    case not(QuerySyntax, Range<Int>)
    case group(QuerySyntax, Range<Int>)
    case word(String, Range<Int>)
    case phrase(String, Range<Int>)
    case regex(String, ignoresCase: Bool, Range<Int>)
    case saved(String, Range<Int>)
    case field(FieldSyntax)

    package var range: Range<Int> {
        switch self {
        case .empty: 0..<0
        case .and(_, let range), .or(_, let range), .not(_, let range), .group(_, let range), .word(_, let range),
            .phrase(_, let range), .regex(_, _, let range), .saved(_, let range):
            range
        case .field(let field): field.range
        }
    }

    /// The field, if this is one that says how results are shown.
    var presentationField: FieldSyntax? {
        if case .field(let field) = self, field.name.kind == .presentation { field } else { nil }
    }

    /// The words and phrases outside of OR, NOT and fields. A note with this title comes first.
    var titleWords: [String] {
        switch self {
        case .word(let text, _) where !text.hasSuffix("*"): Words.list(text)
        case .phrase(let text, _): Words.list(text)
        case .and(let parts, _): parts.flatMap(\.titleWords)
        case .group(let inner, _): inner.titleWords
        default: []
        }
    }
}

/// A field with its value: `name:value`.
package struct FieldSyntax: Hashable, Sendable {
    package var name: FieldName
    package var nameRange: Range<Int>
    package var value: ValueSyntax
    package var range: Range<Int>
    /// The number of links in `links-to~2:`.
    var steps: Int?
}

/// The name before a colon: a field, or a front matter key.
package enum FieldName: Hashable, Sendable {
    case field(Field)
    /// A field of tasks, in a query over tasks.
    case task(TaskField)
    /// The name in the query. `isExplicit` is true for `prop.name`.
    case property(String, isExplicit: Bool)

    package var kind: Field.Kind {
        switch self {
        case .field(let field): field.kind
        case .task(let field): field.kind
        case .property: .property
        }
    }

    /// Whether a value between slashes is a regular expression rather than a path.
    var takesRegexSyntax: Bool {
        switch self {
        case .field(.inFolder), .field(.folder), .field(.linksTo), .field(.linkedFrom), .field(.like): false
        default: true
        }
    }

    /// What the query in parentheses after the colon finds, if the field takes one.
    var querySubject: QuerySubject? {
        switch self {
        case .field(.task): .tasks
        case .task(.note): .notes
        default: kind == .note ? .notes : nil
        }
    }

    /// Whether every text with a letter or digit is a valid value.
    var takesAnyText: Bool {
        let fields: [Field] = [
            .title, .body, .heading, .name, .text, .attached, .path, .keyword, .status, .attachment, .id, .alias,
            .contains,
        ]
        switch self {
        case .field(let field): return fields.contains(field)
        case .task: return false
        case .property: return true
        }
    }

    /// The start of a term: the name and a colon, in quotes if it needs them.
    var term: String {
        if case .property(let name, isExplicit: true) = self,
            !name.unicodeScalars.allSatisfy(\.isNamePart) || name.isEmpty
        {
            return "prop.\(QueryText.phrase(name)):"
        }
        return "\(text):"
    }

    package var text: String {
        switch self {
        case .field(let field): field.rawValue
        case .task(let field): field.rawValue
        case .property(let name, let isExplicit): isExplicit ? "prop.\(name)" : name
        }
    }
}

/// The value after a colon.
package indirect enum ValueSyntax: Hashable, Sendable {
    case one(ValueItem)
    case and([ValueSyntax])
    case or([ValueSyntax])
    case not(ValueSyntax)
    /// The query in `links-to:(…)`, `task:(…)` or `note:(…)`.
    case query(QuerySyntax)

    /// Returns this value as a condition, with `leaf` for each of its items.
    func condition(_ leaf: (ValueItem) throws -> Condition) rethrows -> Condition {
        switch self {
        case .one(let item): return try leaf(item)
        case .and(let values): return .and(try values.map { try $0.condition(leaf) })
        case .or(let values): return .or(try values.map { try $0.condition(leaf) })
        case .not(let value): return .not(try value.condition(leaf))
        // The resolver handles the fields that take a query before.
        case .query: return .nothing
        }
    }
}

/// One value: an atom, a comparison, a range or a regular expression.
package struct ValueItem: Hashable, Sendable {
    package enum Comparison: String, Hashable, Sendable {
        case less = "<"
        case atMost = "<="
        case greater = ">"
        case atLeast = ">="
        case equals = "="
    }

    /// The syntax of a value.
    package enum Form: Hashable, Sendable {
        case plain(Atom)
        case compared(Comparison, Atom)
        /// At least one end is not nil.
        case range(Atom?, Atom?)
        case regex(String, ignoresCase: Bool)
    }

    package var form: Form
    package var range: Range<Int>

    /// The only atom; nil for a range, a regular expression, and every comparison except `=`.
    var atom: Atom? {
        switch form {
        case .plain(let atom), .compared(.equals, let atom): atom
        default: nil
        }
    }

    /// The text after a leading `=`; nil if there is none.
    var equalText: String? {
        if case .compared(.equals, let atom) = form { atom.text } else { nil }
    }
}

/// A word or a phrase.
package struct Atom: Hashable, Sendable {
    package var text: String
    package var isQuoted: Bool
    package var range: Range<Int>
}
