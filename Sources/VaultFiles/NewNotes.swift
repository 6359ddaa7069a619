import Notes
package import SourceText

/// The folder and the front matter of new notes: `new:` in the configuration.
package struct NewNotes: Hashable, Sendable {
    /// The folder for notes that are created in the root of the vault, or outside of it. Nil for the root.
    package var folder: String?
    /// Where a new note has its title.
    package enum TitlePlace: Hashable, Sendable {
        /// In `title:`.
        case key
        /// In a heading of level 1 at the start of the text.
        case heading
        /// In its file name. A title that is no file name is written as `title:`.
        case fileName

        /// Returns the place that a value of `title:` in the configuration means: `true`, `false` or `heading`.
        init?(_ value: YAMLValue) {
            switch value.truth {
            case true?: self = .key
            case false?: self = .fileName
            case nil where value.text?.lowercased() == "heading": self = .heading
            case nil: return nil
            }
        }
    }

    package var title = TitlePlace.key
    /// Whether `created:` is written.
    package var writesCreated = true
    /// Whether `created:` has a time.
    package var writesTime = true
    /// The names under which keys are written, if they are not the usual ones.
    package var names: [FrontMatterKey: String] = [:]

    package init() {}

    /// The keys whose names can be chosen.
    package static let namedKeys: [FrontMatterKey] = [.created, .keywords, .links]
}

extension Configuration {
    private static let newNotesHelp =
        "such as  {folder: Inbox, title: heading, created: date, time: false, keywords: tags, links: related}"

    /// Reads `new:`.
    mutating func readNewNotes(_ value: YAMLValue) {
        for entry in entries(of: value, in: "new", help: Self.newNotesHelp) {
            let name = entry.key.lowercased()
            switch name {
            case "folder":
                guard let text = entry.value.text, !text.isEmpty,
                    VaultPath.root.resolving(VaultPath(text)).map({ !$0.isRoot }) == true
                else {
                    warn(entry.value.range, "'folder' in 'new' must be a folder of the vault", help: Self.newNotesHelp)
                    continue
                }
                newNotes.folder = text
            case "title":
                let place = NewNotes.TitlePlace(entry.value)
                if place == nil { warn(entry.value.range, "'title' must be true, false or heading") }
                newNotes.title = place ?? newNotes.title
            case "time": newNotes.writesTime = truth(entry) ?? newNotes.writesTime
            default:
                guard let key = NewNotes.namedKeys.first(where: { $0.rawValue == name }) else {
                    let keys = ["folder", "title", "time"] + NewNotes.namedKeys.map(\.rawValue)
                    warn(ofKey: entry, "unknown key '\(entry.key)' in 'new'", among: keys)
                    continue
                }
                if key == .created, let writes = entry.value.truth {
                    newNotes.writesCreated = writes
                } else if let text = entry.value.text, !text.isEmpty {
                    newNotes.names[key] = text
                }
            }
        }
    }

    /// Discards names in `new:` that would not be read as those of their keys.
    mutating func checkNewNotes(_ range: Range<Int>) {
        for (key, name) in newNotes.names where rules.keys.name(name)?.key != key {
            newNotes.names[key] = nil
            warn(
                range, "'\(name)' in 'new' is not a name of '\(key.rawValue)'",
                help:
                    "names are: \(rules.names(key).joined(separator: ", ")); to add one: keys: {\(key.rawValue): [\(name)]}"
            )
        }
    }
}
