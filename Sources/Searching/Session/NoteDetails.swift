package import Notes
package import SourceText

/// The data that is read from a note's file to show it in full, and the links to the note.
package struct NoteDetails: Sendable {
    package struct HeadingLine: Hashable, Sendable {
        /// From 1 to 6.
        package var level: Int
        package var text: String
        package var line: Int
    }

    /// A front matter key that slip does not know, with its value as text, else as JSON.
    package struct Property: Hashable, Sendable {
        package var key: String
        package var text: String

        package init(key: String, text: String) {
            self.key = key
            self.text = text
        }

        /// Returns the properties of a note, in the order of the file.
        package static func all(in note: Note) -> [Property] {
            note.properties.map { entry in
                var json = JSONWriter()
                entry.value.write(to: &json)
                return Property(key: entry.key, text: entry.value.text ?? json.text)
            }
        }

        /// Returns the properties of a note for display. The items of a list or mapping are joined by commas, unless one
        /// of them is itself a list or mapping.
        package static func displayed(in note: Note) -> [Property] {
            zip(all(in: note), note.properties).map { property, entry in
                let texts: [String?] =
                    switch entry.value.content {
                    case .sequence(let values, _): values.map(\.text)
                    case .mapping(let mapping, _):
                        mapping.entries.map { entry in entry.value.text.map { "\(entry.key): \($0)" } }
                    default: [nil]
                    }
                let known = texts.compactMap(\.self)
                return known.count < texts.count
                    ? property : Property(key: property.key, text: known.joined(separator: ", "))
            }
        }
    }

    /// The text after the front matter.
    package var body: String
    package var headings: [HeadingLine]
    package var properties: [Property]
    package var backlinks: [Backlink]
}

/// A link to a note, as seen from its target.
package struct Backlink: Hashable, Sendable {
    /// The note that contains the link.
    package var path: VaultPath
    package var title: String
    package var line: Int

    package init(path: VaultPath, title: String, line: Int) {
        (self.path, self.title, self.line) = (path, title, line)
    }
}

extension VaultSnapshot {
    /// - Throws: `VaultError` if the note cannot be read.
    package func details(of path: VaultPath) throws -> NoteDetails {
        let bytes = try bytes(path)
        let note = Note(bytes, name: path.name, rules: rules)
        let lines = LineTable(bytes)
        return NoteDetails(
            body: bytes.text(note.frontMatter.bodyStart..<bytes.count),
            headings: note.body.headings.map {
                NoteDetails.HeadingLine(level: $0.level, text: $0.text, line: lines.line(at: $0.range.lowerBound))
            },
            properties: NoteDetails.Property.all(in: note),
            backlinks: try backlinks(to: path))
    }
}
