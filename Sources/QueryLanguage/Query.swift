package import SourceText

/// A query that was understood: what is asked for and how it is to be given.
package struct Query: Sendable {
    package struct Term: Sendable {
        package var condition: Condition
        /// As it stands in the query.
        package var text: String
    }

    package var text: String
    package var condition: Condition
    /// The terms that all have to hold, at the query's top level.
    package var terms: [Term]
    package var presentation: Presentation
    /// The query's words where it asks for nothing but plain text at its top level: a title equal to them comes first.
    package var titleWords: [String]
    /// What a person should know about how the query was read.
    package var remarks: [Diagnostic]
    /// Whether a status replaced an earlier one; commands that change notes refuse such a query.
    package var replacesStatus = false
}

/// How results are given: order, sections, and which part of them. Nil where the query says nothing.
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

    /// These choices, with those of `other` where there is none.
    package func over(_ other: Presentation) -> Presentation {
        Presentation(
            sort: sort ?? other.sort, grouping: grouping ?? other.grouping, limit: limit ?? other.limit,
            offset: offset ?? other.offset)
    }

    package var group: GroupKey? { grouping?.key }
}

/// One key of an order.
package struct SortKey: Hashable, Sendable {
    /// What every note can be sorted by.
    package enum Standard: String, CaseIterable, Sendable {
        case relevance, title, created, modified, path, status, order, words, size, backlinks, committed, commits,
            random

        /// Whether it is told by the history in git.
        package var isOfHistory: Bool { self == .committed || self == .commits }
    }

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
    /// Nil for the key's own direction: dates, numbers and relevance start with the greatest, text with A.
    package var descends: Bool?

    package init(_ by: Standard, descends: Bool? = nil) { self.init(.standard(by), descends: descends) }

    package init(_ by: By, descends: Bool? = nil) {
        self.by = by
        self.descends = descends
    }
}

/// What makes sections, and their order: `status`, `day+`.
package struct Grouping: Hashable, Sendable {
    package var key: GroupKey
    /// Nil for the key's own direction: days, months, years and periods start with the newest, all else with the first.
    package var descends: Bool?

    package init(_ key: GroupKey, descends: Bool? = nil) {
        self.key = key
        self.descends = descends
    }

    /// Whether the sections come in the opposite of the key's own direction.
    package var isTurned: Bool { descends.map { $0 != key.startsWithNewest } ?? false }

    /// As it is written after `group:`.
    package var text: String { key.name + (descends.map { $0 ? "-" : "+" } ?? "") }
}

/// What makes sections.
package enum GroupKey: Hashable, Sendable {
    /// What every note has a section by.
    package enum Standard: String, CaseIterable, Sendable {
        case status, day, month, year, period, folder, keyword, by, committed, commits

        /// Whether it is told by the history in git.
        package var isOfHistory: Bool { [.by, .committed, .commits].contains(self) }
    }

    case standard(Standard)
    case property(String)

    package static let names = Standard.allCases.map(\.rawValue)

    /// Whether the sections are times, of which the newest comes first unless a direction is given.
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
