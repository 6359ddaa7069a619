package import SourceText

/// A resolved query: the condition for its results, and their presentation.
package struct Query: Sendable {
    /// A conjunct of the query, with its text.
    package struct Term: Sendable {
        package var condition: Condition
        package var text: String
    }

    package var text: String
    package var condition: Condition
    /// The conjuncts at the top level of the query.
    package var terms: [Term]
    package var presentation: Presentation
    /// The words of the plain text at the top level. A note with exactly this title comes first.
    package var titleWords: [String]
    /// The notices about how the query was understood.
    package var notices: [Diagnostic]
    /// Whether a `status:` replaces an earlier one. Commands that change notes refuse such a query.
    package var replacesStatus = false
}

/// How results are shown: sort, group, limit, offset. A member is nil if the query does not set it.
package struct Presentation: Hashable, Sendable {
    package var sort: [SortKey]?
    package var grouping: Grouping?
    package var limit: Int?
    package var offset: Int?

    package init(sort: [SortKey]? = nil, grouping: Grouping? = nil, limit: Int? = nil, offset: Int? = nil) {
        self.sort = sort
        self.grouping = grouping
        self.limit = limit
        self.offset = offset
    }

    /// Returns this presentation, with the members of `other` where its own are nil.
    package func over(_ other: Presentation) -> Presentation {
        Presentation(
            sort: sort ?? other.sort, grouping: grouping ?? other.grouping, limit: limit ?? other.limit,
            offset: offset ?? other.offset)
    }

    package var group: GroupKey? { grouping?.key }
}

/// One key to sort by.
package struct SortKey: Hashable, Sendable {
    /// The sort keys that are not properties.
    package enum Standard: String, CaseIterable, Sendable {
        case relevance, title, created, modified, path, name, folder, status, favorite, order, words, size, links,
            backlinks, attachments, keywords, tasks, headings, committed, commits, vault, random

        /// Whether the key needs the history in git.
        package var dependsOnHistory: Bool { self == .committed || self == .commits }
    }

    /// A standard key, or the name of a property.
    package enum By: Hashable, Sendable {
        case standard(Standard)
        case property(String)

        package var name: String {
            switch self {
            case .standard(let standard): standard.rawValue
            case .property(let name): name
            }
        }
    }

    package static let names = Standard.allCases.map(\.rawValue)

    package var by: By
    /// Nil for the default direction of the key: dates, numbers and relevance start with the greatest, text with A.
    package var descends: Bool?

    package init(_ by: Standard, descends: Bool? = nil) { self.init(.standard(by), descends: descends) }

    package init(_ by: By, descends: Bool? = nil) {
        self.by = by
        self.descends = descends
    }

    /// The key as written in `sort:`, such as `created` and `title-`.
    package var text: String {
        var name = by.name
        if case .property = by, Field(named: name) != nil || Self.names.contains(name) { name = "prop.\(name)" }
        return name + (descends.map { $0 ? "-" : "+" } ?? "")
    }

    /// The key in the opposite order. A property without a direction is sorted ascending, because its default direction
    /// depends on the kind of each value.
    package var reversed: SortKey {
        SortKey(by, descends: descends.map { !$0 } ?? by.isAscendingByDefault)
    }
}

extension SortKey.By {
    /// Whether the default direction is ascending for all values.
    fileprivate var isAscendingByDefault: Bool {
        switch self {
        case .standard(let standard): [.title, .path, .name, .folder, .status, .vault].contains(standard)
        case .property: false
        }
    }
}

/// How results are grouped into sections, and the order of these: `status`, `day+`.
package struct Grouping: Hashable, Sendable {
    package var key: GroupKey
    /// Nil for the default direction of the key: times start with the newest, all other keys with the first.
    package var descends: Bool?
    /// Whether the key is a property whose words are declared in an order. By default the greatest comes first.
    package var isOrdered: Bool

    package init(_ key: GroupKey, descends: Bool? = nil, isOrdered: Bool = false) {
        self.key = key
        self.descends = descends
        self.isOrdered = isOrdered
    }

    /// Whether the sections come in the opposite of the default direction.
    package var isReversed: Bool { descends.map { $0 != (key.startsWithNewest || isOrdered) } ?? false }

    /// The value of `group:` that means this grouping.
    package var text: String { key.name + (descends.map { $0 ? "-" : "+" } ?? "") }
}

/// The key of the sections.
package enum GroupKey: Hashable, Sendable {
    /// The keys that are not properties.
    package enum Standard: String, CaseIterable, Sendable {
        case status, day, month, year, period, folder, keyword, vault, by, committed, commits

        /// Whether the key needs the history in git.
        package var dependsOnHistory: Bool { [.by, .committed, .commits].contains(self) }
    }

    case standard(Standard)
    case property(String)

    package static let names = Standard.allCases.map(\.rawValue)

    /// Whether the sections are times. By default the newest comes first.
    var startsWithNewest: Bool {
        switch self {
        case .standard(.day), .standard(.month), .standard(.year), .standard(.period), .standard(.committed): true
        default: false
        }
    }

    package var name: String {
        switch self {
        case .standard(let standard): standard.rawValue
        case .property(let name): name
        }
    }
}
