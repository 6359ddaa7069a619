/// A key press with its modifiers.
package struct Key: Hashable, Sendable {
    /// The key without its modifiers.
    package enum Code: Hashable, Sendable {
        /// The character that the key types: `A` is the letter with Shift.
        case character(Character)
        case enter, tab, backspace, delete, insert, escape
        case up, down, left, right, home, end, pageUp, pageDown
        case function(Int)
    }

    package struct Modifiers: OptionSet, Hashable, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        // The bits of the number that terminals send, minus 1 (xterm's control sequences, "PC-Style Function Keys").
        package static let shift = Modifiers(rawValue: 1)
        package static let alt = Modifiers(rawValue: 2)
        package static let control = Modifiers(rawValue: 4)
        package static let command = Modifiers(rawValue: 8)
    }

    package var code: Code
    package var modifiers: Modifiers

    package init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    package init(_ character: Character, _ modifiers: Modifiers = []) { self.init(.character(character), modifiers) }

    /// The character that the key types; nil for a key with Ctrl, Alt or Super.
    package var text: Character? {
        guard case .character(let character) = code, modifiers.subtracting(.shift).isEmpty else { return nil }
        return character
    }
}

extension Key: CustomStringConvertible {
    private static let names: [(code: Code, name: String)] = [
        (.enter, "Enter"), (.tab, "Tab"), (.backspace, "Backspace"), (.delete, "Delete"), (.insert, "Insert"),
        (.escape, "Esc"), (.up, "Up"), (.down, "Down"), (.left, "Left"), (.right, "Right"), (.home, "Home"),
        (.end, "End"), (.pageUp, "PgUp"), (.pageDown, "PgDn"), (.character(" "), "Space"),
    ]

    /// The name of the key: `Ctrl-N`, `Alt-Left`, `Space`.
    package var description: String {
        var text = ""
        if modifiers.contains(.control) { text += "Ctrl-" }
        if modifiers.contains(.alt) { text += "Alt-" }
        if modifiers.contains(.command) { text += "Super-" }
        switch code {
        case .character(let character) where character != " ":
            if modifiers.contains(.shift), !character.isLetter { text += "Shift-" }
            return text + (modifiers.isEmpty ? String(character) : character.uppercased())
        case .function(let number): return text + (modifiers.contains(.shift) ? "Shift-" : "") + "F\(number)"
        default:
            let name = Self.names.first { $0.code == code }?.name ?? ""
            return text + (modifiers.contains(.shift) ? "Shift-" : "") + name
        }
    }

    /// The key with a name, in upper or lower case; nil if there is none.
    package init?(_ description: String) {
        var rest = description[...]
        var modifiers: Modifiers = []
        let prefixes: [(String, Modifiers)] = [
            ("ctrl-", .control), ("alt-", .alt), ("super-", .command), ("shift-", .shift),
        ]
        while let (prefix, modifier) = prefixes.first(where: {
            rest.lowercased().hasPrefix($0.0) && rest.count > $0.0.count
        }) {
            rest = rest.dropFirst(prefix.count)
            modifiers.insert(modifier)
        }
        let name = rest.lowercased()
        if let known = Self.names.first(where: { $0.name.lowercased() == name }) {
            self.init(known.code, modifiers)
        } else if name.hasPrefix("f"), let number = Int(name.dropFirst()), (1...24).contains(number) {
            self.init(.function(number), modifiers)
        } else if rest.count == 1, let character = rest.first {
            // With Ctrl or Alt, a letter names the key, in upper or lower case.
            let isCommand = !modifiers.subtracting(.shift).isEmpty
            self.init(isCommand ? Character(character.lowercased()) : character, modifiers)
        } else {
            return nil
        }
    }
}
