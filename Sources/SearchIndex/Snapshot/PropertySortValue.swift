import SourceText

/// The declared type of a property, or nil, and the time zone of its dates.
struct PropertyType {
    var declaration: PropertyDeclaration?
    var calendar: LocalCalendar
}

/// A value of a property as `sort:` compares it: numbers come before dates, and dates before text. Other notes have no
/// effect on it.
enum PropertySortValue: Equatable {
    /// An integer with the order of the number.
    case number(Int64)
    /// In µs since 1970.
    case date(Int64)
    /// The sort key of the text.
    case text([UInt8])
    /// The sort key of a value that does not have the declared type.
    case misfit([UInt8])

    /// Returns nil for an empty value.
    ///
    /// - Parameter type: the type of the property. A value that does not have it comes last.
    init?(_ value: PropertyValue, _ type: PropertyType) {
        guard value.isValue else { return nil }
        let declaration = type.declaration
        let text = String(decoding: value.text, as: UTF8.self)
        if let declaration, !declaration.accepts(text, isText: value.kind == .text) {
            self = .misfit(NaturalOrder.key(text))
        } else if let place = declaration?.place(of: text) {
            self = .number(Int64(place))
        } else if case .text? = declaration?.itemType {
            self = .text(NaturalOrder.key(text))
        } else if declaration?.isDate == true, let time = value.time(declaredIn: type.calendar) {
            self = .date(time)
        } else if value.kind == .number, let number = value.number {
            self = .number(number.ordered)
        } else if value.kind == .date, let time = value.time {
            self = .date(time)
        } else {
            self = .text(NaturalOrder.key(value.text, 0..<value.text.count))
        }
    }

    /// The default value of a property, or nil if it has none.
    init?(defaultOf type: PropertyType) {
        guard let declaration = type.declaration, let text = declaration.defaultValue else { return nil }
        if let place = declaration.place(of: text) {
            self = .number(Int64(place))
        } else if case .number = declaration.itemType, let number = Double(text) {
            self = .number(number.ordered)
        } else if let moment = declaration.moment(of: text, in: type.calendar) {
            self = .date(moment.microseconds)
        } else {
            self = .text(NaturalOrder.key(text))
        }
    }

    private var rank: Int {
        switch self {
        case .number: 0
        case .date: 1
        case .text: 2
        case .misfit: 3
        }
    }

    /// Returns whether the value comes before another one.
    ///
    /// - Parameter descends: the direction within each kind (default: the greatest number, the newest date and the
    ///   first text come first).
    func precedes(_ other: PropertySortValue, descends: Bool?) -> Bool {
        switch (self, other) {
        case (.number(let own), .number(let others)), (.date(let own), .date(let others)):
            descends ?? true ? own > others : own < others
        case (.text(let own), .text(let others)), (.misfit(let own), .misfit(let others)):
            descends ?? false ? others.lexicographicallyPrecedes(own) : own.lexicographicallyPrecedes(others)
        default: rank < other.rank
        }
    }
}
