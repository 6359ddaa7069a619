import RegularExpressions
import SourceText

/// A resolver for properties, and for errors about names that are neither a field nor a property.
struct PropertyResolver {
    let context: ResolverContext

    private var dates: DateResolver { DateResolver(context: context) }

    /// Returns the condition for a property, or throws an error if no note has it.
    func condition(_ name: String, _ field: FieldSyntax) throws -> Condition {
        let folded = Folding.fold(name)
        guard try context.vault.isProperty(folded) else { throw try unknown(name, field) }
        return try field.value.condition { item in
            try refuseMissingDate(item, folded)
            return .property(folded, try test(item))
        }
    }

    private func unknown(_ name: String, _ field: FieldSyntax) throws -> QueryError {
        let folded = Folding.fold(name)
        let message = "there is no field or front matter key '\(name)'"
        if let help = foreignForm(folded, field.value) ?? ForeignTerms.advice(folded) {
            return context.error(field.nameRange, message, help: help)
        }
        let known = try context.vault.propertyNames()
        let near = Nearest.closeMatch(name, among: Field.names + known + Field.allNames)
        // The space forces quotes around the text.
        let quoted = QueryText.quoted(context.slice(field.range) + " ").replacing(" \"", with: "\"")
        return context.error(
            field.nameRange, message,
            help: near.map { "did you mean '\(Field(named: $0) == nil ? QueryText.propertyTerm($0) : "\($0):")'?" }
                ?? "to search for the text, quote it: \(quoted)")
    }

    private func foreignForm(_ name: String, _ value: ValueSyntax) -> String? {
        guard case .one(let item) = value, case .plain(let atom) = item.form else { return nil }
        return context.foreignForm(name, atom)
    }

    /// Throws an error for a date that does not exist (`due:2024-99`) if the property has dates. In quotes it is text.
    private func refuseMissingDate(_ item: ValueItem, _ name: String) throws {
        guard let atom = item.atom, !atom.isQuoted, DateText(atom.text) == nil, DateText.isShaped(atom.text),
            try context.vault.containsDates(name)
        else { return }
        _ = try dates.span(atom)
    }

    private func test(_ item: ValueItem) throws -> PropertyTest {
        switch item.form {
        case .regex(let source, let ignoresCase):
            let terms = TextTermResolver(context: context)
            return PropertyTest(regex: try terms.pattern(source, ignoresCase: ignoresCase, at: item.range))
        case .plain(let atom), .compared(.equals, let atom):
            return PropertyTest(
                text: ValuePattern(atom.text, isPath: false), truth: PropertyTest.truth(Folding.fold(atom.text)),
                number: NumberResolver.number(atom.text).map { NumberRange(lower: $0, upper: $0) },
                // A value may be a text, a number and a date at once, so text that is not a date is no error.
                time: try? dates.span(atom))
        case .compared, .range: return try comparison(item)
        }
    }

    /// Returns the test for a comparison or a range of numbers, dates, or both (`>2024`).
    private func comparison(_ item: ValueItem) throws -> PropertyTest {
        let numbers = NumberResolver(context: context)
        let number = try? numbers.range(item)
        let time = try? dates.range(item)
        if number != nil || time != nil { return PropertyTest(number: number, time: time) }
        // The resolver of the kind that the user meant throws the error that explains the problem.
        if case .range(let lower?, let upper?) = item.form, NumberResolver.number(lower.text) != nil,
            NumberResolver.number(upper.text) != nil
        {
            _ = try numbers.range(item)
        }
        let text = context.slice(item.range)
        if text.contains(where: \.isNumber) { _ = try dates.range(item) }
        throw context.error(
            item.range, "'\(text)' is neither a number nor a date",
            help: "such as >5, 1..10, <2024-06 or <today")
    }
}

extension Nearest {
    /// Returns the nearest candidate if it starts with `name` or its distance is small, else nil. The distance is at
    /// most 1 for a name of up to 5 scalars, 2 up to 8, and 3 beyond.
    package static func closeMatch(_ name: String, among candidates: [String]) -> String? {
        guard let near = match(name, among: candidates) else { return nil }
        let (name, other) = (Folding.fold(name), Folding.fold(near))
        if other.hasPrefix(name) { return near }
        let limit = name.unicodeScalars.count <= 5 ? 1 : name.unicodeScalars.count <= 8 ? 2 : 3
        return distance(Array(name.utf8), Array(other.utf8), atMost: limit) == nil ? nil : near
    }
}
