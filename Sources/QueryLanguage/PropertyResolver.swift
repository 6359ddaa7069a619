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
        let declaration = context.vault.declarations[folded]
        return try field.value.condition { item in
            if let note = NameResolver(context: context).this(item) { return try naming(note, folded) }
            try refuseMissingDate(item, folded)
            try refuseLeadingZeros(item, folded)
            let condition: Condition
            if let declaration, let words = try comparison(item, of: folded, declaration) {
                condition = words
            } else {
                condition = .property(folded, try test(item, declaration))
            }
            guard let declaration, let value = declaration.defaultValue,
                try holds(item, value, of: declaration)
            else { return condition }
            return .or([condition, .not(.key(folded))])
        }
    }

    /// Returns the condition for `name:this`: a value has a link to the note, or is its path, file name or title.
    private func naming(_ note: VaultPath, _ name: String) throws -> Condition {
        let inText = try context.vault.namesInText(of: note)
        let paths = [note, note.withoutExtension]
        let ends = paths.flatMap { path in (1...path.parts.count).compactMap { path.end($0)?.text } }
        let linked = ends + [inText?.title].compactMap(\.self) + (inText?.others ?? [])
        // Other notes may have one of the names, so the note must also be linked.
        let link = Condition.and([
            .linksTo(.note(note)),
            .property(name, PropertyTest(linkedNames: Set(linked.map { Folding.fold($0) }))),
        ])
        let texts = (paths + paths.map(\.name)).map(\.text) + [inText?.title].compactMap(\.self)
        return .or(
            [link]
                + Set(texts.map { Folding.fold($0) }).sorted().map {
                    .property(name, PropertyTest(text: .exact($0)))
                })
    }

    // MARK: Declared values

    /// Returns the condition for `>low`, where the words that the property can be are declared in an order. Nil for other
    /// values and types.
    private func comparison(
        _ item: ValueItem, of name: String, _ declaration: PropertyDeclaration
    ) throws -> Condition? {
        guard let values = declaration.values, let places = try places(item, of: declaration) else { return nil }
        return .or(
            places.map {
                .property(name, PropertyTest(text: .exact(Folding.fold(values[$0]))))
            })
    }

    /// Returns the places of the declared words that a comparison or range accepts. Nil for any other form.
    private func places(_ item: ValueItem, of declaration: PropertyDeclaration) throws -> Range<Int>? {
        guard let values = declaration.values else { return nil }
        switch item.form {
        case .plain, .compared(.equals, _), .regex: return nil
        case .compared(let comparison, let atom):
            let place = try place(of: atom, in: declaration)
            switch comparison {
            case .less: return 0..<place
            case .atMost: return 0..<place + 1
            case .greater: return place + 1..<values.count
            case .atLeast, .equals: return place..<values.count
            }
        case .range(let lower, let upper):
            let least = try lower.map { try place(of: $0, in: declaration) } ?? 0
            let most = try upper.map { try place(of: $0, in: declaration) } ?? values.count - 1
            if least > most { throw context.backwards(item) }
            return least..<most + 1
        }
    }

    private func place(of atom: Atom, in declaration: PropertyDeclaration) throws -> Int {
        if let place = declaration.place(of: atom.text) { return place }
        let values = declaration.values ?? []
        throw context.error(
            atom.range, "'\(atom.text)' is not a value of '\(declaration.key)'",
            help: Nearest.match(atom.text, among: values).map { "did you mean \(QueryText.quoted($0))?" }
                ?? "values are: \(values.map(QueryText.quoted).joined(separator: ", "))")
    }

    /// Returns whether the default value of a property satisfies a value of the query.
    private func holds(_ item: ValueItem, _ value: String, of declaration: PropertyDeclaration) throws -> Bool {
        if let place = declaration.place(of: value), let places = try places(item, of: declaration) {
            return places.contains(place)
        }
        return try test(item, declaration).accepts(value, calendar: context.vault.calendar)
    }

    private func unknown(_ name: String, _ field: FieldSyntax) throws -> QueryError {
        let folded = Folding.fold(name)
        let message = "there is no field or front matter key '\(name)'"
        if let help = foreignForm(folded, field.value) ?? advice(folded, field) {
            return context.error(field.nameRange, message, help: help)
        }
        let known = try context.vault.propertyNames()
        let near = Nearest.closeMatch(name, among: Field.names + known + Field.allNames)
        return context.error(
            field.nameRange, message,
            help: near.map { "did you mean '\(Field(named: $0) == nil ? QueryText.propertyTerm($0) : "\($0):")'?" }
                ?? "to search for the text, quote it: \(QueryText.phrase(context.slice(field.range)))")
    }

    /// Returns advice for a field of another program, with the queries to use that are valid in this vault.
    private func advice(_ name: String, _ field: FieldSyntax) -> String? {
        let value = context.slice(field.nameRange.upperBound + 1..<field.range.upperBound)
        let ways = ForeignTerms.advice(name).compactMap { advice in
            context.proposal(advice.query.replacing("$", with: value)).map { "\(advice.text): \($0)" }
        }
        return ways.isEmpty ? nil : ways.joined(separator: "; ")
    }

    private func foreignForm(_ name: String, _ value: ValueSyntax) -> String? {
        guard case .one(let item) = value, case .plain(let atom) = item.form else { return nil }
        return context.foreignForm(name, atom)
    }

    /// Throws an error for a date that does not exist (`due:2024-99`) if the property has dates. In quotes it is text.
    private func refuseMissingDate(_ item: ValueItem, _ name: String) throws {
        guard let atom = item.atom, !atom.isQuoted, DateText(atom.text) == nil, DateText.isShaped(atom.text),
            try containsDates(name)
        else { return }
        _ = try dates.span(atom)
    }

    private func containsDates(_ name: String) throws -> Bool {
        try context.vault.declarations[name]?.isDate == true || context.vault.containsDates(name)
    }

    /// Throws an error for a comparison with `02700`, which is text, or `0270`, unless the property has dates and it may be
    /// a year.
    private func refuseLeadingZeros(_ item: ValueItem, _ name: String) throws {
        guard item.atom == nil, let zeros = item.atoms.first(where: { $0.numberWithoutLeadingZeros != nil }),
            try !containsDates(name)
        else { return }
        let term = QueryText.propertyTerm(name)
        throw context.error(
            zeros.range, "'\(zeros.text)' has leading zeros, so that it is text and cannot be compared",
            help: "to compare numbers: \(term)\(item.withoutLeadingZeros); for the text itself: \(term)\(zeros.text)")
    }

    private func test(_ item: ValueItem, _ declaration: PropertyDeclaration?) throws -> PropertyTest {
        let calendar = declaration?.isDate == true ? context.vault.calendar : nil
        switch item.form {
        case .regex(let source, let ignoresCase):
            let terms = TextTermResolver(context: context)
            return PropertyTest(regex: try terms.pattern(source, ignoresCase: ignoresCase, at: item.range))
        case .plain(let atom), .compared(.equals, let atom):
            return PropertyTest(
                text: ValuePattern(atom.text, isPath: false), truth: PropertyTest.truth(Folding.fold(atom.text)),
                number: NumberResolver.number(atom.text).map { NumberRange(lower: $0, upper: $0) },
                // A value may be a text, a number and a date at once, so text that is not a date is no error.
                time: try? dates.span(atom), calendar: calendar)
        case .compared, .range:
            guard let calendar else { return try comparison(item) }
            return PropertyTest(time: try dates.range(item), calendar: calendar)
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
