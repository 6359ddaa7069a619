import SourceText

/// Takes the fields `sort:`, `group:`, `limit:` and `offset:` out of a syntax tree, and returns the presentation that
/// they describe. The rest of the tree becomes the condition.
struct PresentationResolver {
    let context: ResolverContext

    /// Returns the syntax tree without the presentation fields at the top level and in the branches of an OR there, and
    /// these fields. They apply to the whole query.
    func split(_ syntax: QuerySyntax) throws -> (QuerySyntax, [FieldSyntax]) {
        switch syntax {
        case .and(let parts, let range):
            let rest = parts.filter { $0.presentationField == nil }
            let syntax: QuerySyntax = rest.isEmpty ? .empty : rest.count == 1 ? rest[0] : .and(rest, range)
            return (syntax, parts.compactMap(\.presentationField))
        case .or(let branches, let range):
            let parts = try branches.map { try split($0) }
            for (part, whole) in zip(parts, branches) where part.0 == .empty {
                throw context.error(
                    whole.range, "'OR' requires a condition on both sides", help: "move this to the end")
            }
            return (.or(parts.map(\.0), range), parts.flatMap(\.1))
        default: return syntax.presentationField.map { (.empty, [$0]) } ?? (syntax, [])
        }
    }

    /// Returns the presentation for some fields. The last one of several with the same name wins.
    func presentation(_ fields: [FieldSyntax]) throws -> Presentation {
        var presentation = Presentation()
        for field in fields { try apply(field, to: &presentation) }
        try noticeReplacedOrder(fields)
        return presentation
    }

    /// Returns the presentation of tasks for some fields. The last one of several with the same name wins.
    func taskPresentation(_ fields: [FieldSyntax]) throws -> TaskPresentation {
        var presentation = TaskPresentation()
        for field in fields {
            let atoms = try plainAtoms(field.value, field)
            switch field.name {
            case .field(.sort):
                presentation.sort = try atoms.map { try TaskSortKey.parse($0.text, in: context.text, at: $0.range) }
            case .field(.group):
                guard atoms.count == 1 else { throw context.error(field.range, "'group:' accepts only one key") }
                presentation.group = try TaskGroupKey.parse(atoms[0].text, in: context.text, at: atoms[0].range)
            case .field(.limit): presentation.limit = try number(atoms, field, atLeast: 1)
            default: presentation.offset = try number(atoms, field, atLeast: 0)
            }
        }
        try noticeReplacedOrder(fields)
        return presentation
    }

    /// Adds a notice if a `sort:` replaces an earlier one with other keys.
    private func noticeReplacedOrder(_ fields: [FieldSyntax]) throws {
        let orders = fields.filter { $0.name == .field(.sort) }
        guard let last = orders.last else { return }
        let keys = try orders.map { order in try plainAtoms(order.value, order).map { context.slice($0.range) } }
        guard let replaced = zip(orders, keys).first(where: { $0.1 != keys.last })?.0 else { return }
        var all: [String] = []
        for key in keys.joined() where !all.contains(key) { all.append(key) }
        let (old, new) = (context.slice(replaced.range), context.slice(last.range))
        context.notices.add(
            replaced.range, "'\(old)' is overridden by the later '\(new)'",
            help: "to sort by all of the keys: sort:\(all.joined(separator: ","))")
    }

    /// Returns the whole number that is the only value of a field.
    private func number(_ atoms: [Atom], _ field: FieldSyntax, atLeast least: Int) throws -> Int {
        guard atoms.count == 1, let number = Int(atoms[0].text), number >= least else {
            throw context.error(
                field.range, "expected a whole number\(least > 0 ? " from \(least)" : "") after '\(field.name.text):'")
        }
        return number
    }

    private func apply(_ field: FieldSyntax, to presentation: inout Presentation) throws {
        guard case .field(let name) = field.name else { return }
        let atoms = try plainAtoms(field.value, field)
        let keys = PresentationKeys(query: context.text, in: context.vault)
        switch name {
        case .sort: presentation.sort = try atoms.map { try keys.sortKey($0.text, at: $0.range) }
        case .group:
            guard atoms.count == 1 else { throw context.error(field.range, "'group:' accepts only one key") }
            presentation.grouping = try keys.grouping(atoms[0].text, at: atoms[0].range)
        case .limit: presentation.limit = try number(atoms, field, atLeast: 1)
        default: presentation.offset = try number(atoms, field, atLeast: 0)
        }
    }

    private func plainAtoms(_ value: ValueSyntax, _ field: FieldSyntax) throws -> [Atom] {
        switch value {
        case .one(let item):
            if case .plain(let atom) = item.form { return [atom] }
            throw context.error(field.range, "'\(field.name.text):' does not accept comparisons")
        case .or(let values): return try values.flatMap { try plainAtoms($0, field) }
        default:
            throw context.error(field.range, "'\(field.name.text):' accepts only plain values, separated by commas")
        }
    }
}
