import SourceText

extension QueryResolver {
    /// Refuses a date that does not exist (`due:2024-99`) where the property has dates. In quotes it is text.
    func refuseMissingDate(_ item: ValueItem, _ name: String) throws {
        switch item.form {
        case .plain(let atom), .compared(.equals, let atom):
            guard !atom.isQuoted, DateText(atom.text) == nil, DateText.isShaped(atom.text),
                try context.holdsDates(name)
            else { return }
            _ = try span(atom)
        case .compared, .range, .regex: return
        }
    }

    func propertyTest(_ item: ValueItem) throws -> PropertyTest {
        switch item.form {
        case .regex(let source, let ignoresCase):
            return PropertyTest(regex: try pattern(source, ignoresCase: ignoresCase, item.range))
        case .plain(let atom), .compared(.equals, let atom):
            return PropertyTest(
                text: ValuePattern(atom.text), truth: PropertyTest.truth(Folding.fold(atom.text)),
                number: Self.number(atom.text).map { NumberRange(lower: $0, upper: $0) },
                // A value may be several things at once: what it is not is no error.
                time: try? span(atom))
        case .compared, .range:
            // As above; what is neither is refused below.
            let number = try? number(item)
            let time = try? time(item)
            // Both readings may hold (`>2024`): a number is compared with numbers, a date with dates.
            guard number != nil || time != nil else {
                // Only the kind that was meant can say what is wrong.
                if case .range(let lower?, let upper?) = item.form, Self.number(lower.text) != nil,
                    Self.number(upper.text) != nil
                {
                    _ = try self.number(item)
                }
                if slice(item.range).contains(where: \.isNumber) { _ = try self.time(item) }
                throw error(
                    item.range, "'\(slice(item.range))' compares with neither a number nor a date",
                    help: "such as >5, 1..10, <2024-06 or <today")
            }
            return PropertyTest(number: number, time: time)
        }
    }
}
