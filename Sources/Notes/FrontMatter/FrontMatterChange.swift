internal import SourceText

/// One thing to do to the front matter of a note.
///
/// `names` are all names of the key, compared by `FrontMatterKey.identity`: the one to create it under first, then its
/// aliases, the weightiest first. The entry that is edited is the one that counts when the note is read: the last under
/// the first name that has a value, else the last under the first that is there.
package struct FrontMatterChange: Sendable {
    package enum Quoting: Hashable, Sendable {
        /// Plain where it reads back as the same text, number or boolean, else quoted.
        case auto
        /// A text: also quoted where it would read back as a number or a boolean.
        case text
    }

    package enum Value: Hashable, Sendable {
        case scalar(String, quoting: Quoting)
        case list([String])
    }

    package enum Action: Hashable, Sendable {
        case set(Value)
        case remove
        case add([String])
        case take([String])
        case exchange(String, for: String)
    }

    package let names: [String]
    package let action: Action
    /// What the names are compared by.
    let identities: [String]
    /// The alias that was named.
    private var asked: String?

    /// What two entries of a list are compared by.
    package let identity: @Sendable (String) -> String

    package init(_ names: [String], _ action: Action, identity: @escaping @Sendable (String) -> String = { $0 }) {
        self.names = names
        identities = names.map(FrontMatterKey.identity)
        self.action = action
        self.identity = identity
    }

    /// The change, meant for the one key of that name wherever it stands in the note: `set date=` removes `date`, not
    /// `created` with it. Where it does not, or where it is the key's own name, all names are meant.
    package func asking(for name: String) -> FrontMatterChange {
        var change = self
        let identity = FrontMatterKey.identity(name)
        if identity != identities.first { change.asked = name }
        return change
    }

    /// The change as it is meant where these entries stand.
    func meant(among entries: [YAMLEntry]) -> FrontMatterChange {
        guard let asked else { return self }
        let wanted = FrontMatterKey.identity(asked)
        guard let entry = entries.last(where: { FrontMatterKey.identity($0.key) == wanted }) else { return self }
        return FrontMatterChange([entry.key], action, identity: identity)
    }

    /// Sets a key to one value. One that is quoted stays in its quotes, `'…'` or `"…"`; a list or mapping that stood
    /// there goes.
    package static func set(_ names: [String], _ text: String, quoting: Quoting = .auto) -> FrontMatterChange {
        FrontMatterChange(names, .set(.scalar(text, quoting: quoting)))
    }

    /// Sets a key to a list. A list keeps its form, its comments, and the entries that stay; since all entries under
    /// all names of a list key count, entries under its other names are removed.
    package static func set(_ names: [String], list: [String]) -> FrontMatterChange {
        FrontMatterChange(names, .set(.list(list)))
    }

    /// Removes all entries under any of the names, with all their lines.
    package static func remove(_ names: [String]) -> FrontMatterChange { FrontMatterChange(names, .remove) }

    /// Adds to a list what is in it under none of its names. A single value becomes a list in brackets; text with
    /// commas stays so where the new entry allows it.
    package static func add(
        _ names: [String], _ texts: [String], identity: @escaping @Sendable (String) -> String = { $0 }
    ) -> FrontMatterChange { FrontMatterChange(names, .add(texts), identity: identity) }

    /// Takes entries out of a list, wherever they stand in it, under all its names. The last one leaves `[]`.
    package static func take(
        _ names: [String], _ texts: [String], identity: @escaping @Sendable (String) -> String = { $0 }
    ) -> FrontMatterChange { FrontMatterChange(names, .take(texts), identity: identity) }

    /// Puts one entry of a list in the place of another, in its quotes; where the new one is in the list already, the
    /// old one is taken out.
    package static func exchange(
        _ names: [String], _ old: String, for new: String, identity: @escaping @Sendable (String) -> String = { $0 }
    ) -> FrontMatterChange { FrontMatterChange(names, .exchange(old, for: new), identity: identity) }
}
