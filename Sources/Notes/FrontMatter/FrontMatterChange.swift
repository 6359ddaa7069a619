internal import SourceText

/// One change to the front matter of a note.
///
/// `names` are all names of the key by precedence, compared by `FrontMatterKey.identity`. The first is the name for new
/// entries, unless `named(_:)` gives another. Values are written to the entry that counts when the note is parsed: the last
/// entry of the first name with a value, else of the first name present. Removals apply to all names.
package struct FrontMatterChange: Sendable {
    package enum Quoting: Hashable, Sendable {
        /// Plain if it is parsed as the same text, number or boolean, else quoted.
        case auto
        /// Text: also quoted if it would be parsed as a number or boolean.
        case text
        /// A number or boolean: not quoted, even if the present value is.
        case typed
    }

    package enum Value: Hashable, Sendable {
        case scalar(String, quoting: Quoting)
        case list([String], quoting: Quoting)
    }

    package enum Action: Hashable, Sendable {
        case set(Value)
        case remove
        case add([String])
        /// Removes entries of a list.
        case take([String])
        case exchange(String, for: String)
    }

    package let names: [String]
    package let action: Action
    /// The normalized names, for comparison.
    let identities: [String]
    /// The name of a new entry.
    private(set) var newName: String
    /// The alias that the user named.
    private var asked: String?

    /// Normalizes list entries for comparison.
    package let identity: @Sendable (String) -> String

    package init(_ names: [String], _ action: Action, identity: @escaping @Sendable (String) -> String = { $0 }) {
        self.names = names
        identities = names.map(FrontMatterKey.identity)
        newName = names.first ?? ""
        self.action = action
        self.identity = identity
    }

    /// Returns the change with a name for a new entry (nil keeps the present one).
    package func named(_ name: String?) -> FrontMatterChange {
        var change = self
        change.newName = name ?? newName
        return change
    }

    /// Returns the change restricted to the key that the user named, if the note has it. `set date=` then removes
    /// `date` but not `created`. If the note lacks it, or if it is the key's own name, the change covers all names. A new
    /// entry gets the name.
    package func restricted(to name: String) -> FrontMatterChange {
        var change = named(name)
        let identity = FrontMatterKey.identity(name)
        if identity != identities.first { change.asked = name }
        return change
    }

    /// Returns the change restricted to the named key if `entries` contains it.
    func resolved(among entries: [YAMLEntry]) -> FrontMatterChange {
        guard let asked else { return self }
        let wanted = FrontMatterKey.identity(asked)
        guard let entry = entries.last(where: { FrontMatterKey.identity($0.key) == wanted }) else { return self }
        return FrontMatterChange([entry.key], action, identity: identity)
    }

    /// Sets a key to one value. If the present value is in quotes, `'…'` or `"…"`, so is the new one. A list or mapping
    /// is replaced. Entries under the key's other names stay.
    package static func set(_ names: [String], _ text: String, quoting: Quoting = .auto) -> FrontMatterChange {
        FrontMatterChange(names, .set(.scalar(text, quoting: quoting)))
    }

    /// Sets a key to a list. An existing list keeps its form, comments and unchanged entries. Entries under the key's
    /// other names are removed, since all names of a list key count.
    package static func set(_ names: [String], list: [String], quoting: Quoting = .auto) -> FrontMatterChange {
        FrontMatterChange(names, .set(.list(list, quoting: quoting)))
    }

    /// Removes all entries under any of the names, with all their lines.
    package static func remove(_ names: [String]) -> FrontMatterChange { FrontMatterChange(names, .remove) }

    /// Adds texts to a list, unless the list already contains them under any of its names. Creates a missing key. A
    /// single value becomes a list in brackets. Comma-separated text keeps its form if the new entries allow it.
    package static func add(
        _ names: [String], _ texts: [String], identity: @escaping @Sendable (String) -> String = { $0 }
    ) -> FrontMatterChange { FrontMatterChange(names, .add(texts), identity: identity) }

    /// Removes texts from a list, under all its names. A list without entries becomes `[]`.
    package static func take(
        _ names: [String], _ texts: [String], identity: @escaping @Sendable (String) -> String = { $0 }
    ) -> FrontMatterChange { FrontMatterChange(names, .take(texts), identity: identity) }

    /// Replaces an entry of a list and keeps its quotes. If the list already contains the new text, the old entry is
    /// removed. Has no effect if the list does not contain `old`.
    package static func exchange(
        _ names: [String], _ old: String, for new: String, identity: @escaping @Sendable (String) -> String = { $0 }
    ) -> FrontMatterChange { FrontMatterChange(names, .exchange(old, for: new), identity: identity) }
}
