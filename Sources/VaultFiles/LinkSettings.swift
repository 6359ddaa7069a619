import Notes
package import SourceText

/// The form of new links: `links:` in the configuration.
package struct LinkSettings: Hashable, Sendable {
    package enum Form: String, CaseIterable, Sendable { case wiki, markdown }

    /// How a new link names its target.
    package enum Path: String, CaseIterable, Sendable {
        /// The file name, with as many folders as it needs to be unambiguous.
        case shortest
        /// The path from the folder of the note with the link.
        case relative
        /// The path from the root of the vault.
        case absolute
    }

    /// Nil: the form of most links in the vault.
    package var form: Form?
    package var path = Path.shortest

    package init() {}
}

extension Configuration {
    private static let linksHelp = "such as  {form: markdown, path: relative}"

    /// Reads `links:`.
    mutating func readLinks(_ value: YAMLValue) {
        for entry in entries(of: value, in: "links", help: Self.linksHelp) {
            let text = entry.value.text?.lowercased() ?? ""
            switch entry.key.lowercased() {
            case "form":
                guard let form = LinkSettings.Form(rawValue: text) else {
                    warn(entry.value.range, "'form' in 'links' must be wiki or markdown", help: Self.linksHelp)
                    continue
                }
                writing.links.form = form
            case "path":
                guard let path = LinkSettings.Path(rawValue: text) else {
                    warn(
                        entry.value.range, "'path' in 'links' must be shortest, relative or absolute",
                        help: Self.linksHelp)
                    continue
                }
                writing.links.path = path
            default:
                warn(
                    entry.keyRange, "unknown key '\(entry.key)' in 'links'; keys are: form, path", help: Self.linksHelp)
            }
        }
    }

    /// Reads `attachment-folder:`.
    mutating func readAttachmentFolder(_ value: YAMLValue) {
        guard let text = value.text, let folder = AttachmentFolder(text) else {
            return warn(
                value.range, "'attachment-folder' must be a folder of the vault",
                help: "Files: this folder; /: the root of the vault; ./Files: in the folder of the note")
        }
        writing.attachmentFolder = folder
    }

    /// Reads `template-folder:`.
    mutating func readTemplateFolder(_ value: YAMLValue) {
        guard let folder = value.text.flatMap({ VaultPath.root.resolving(VaultPath($0)) }), !folder.isRoot,
            !folder.parts.contains(where: { $0.bytes.first == Byte.dot })
        else {
            return warn(
                value.range, "'template-folder' must be a folder of the vault", help: "such as  Templates")
        }
        writing.templateFolder = folder
    }
}

/// The folder for files that are attached to notes: `attachment-folder:` in the configuration.
///
/// It is written as in Obsidian: `Files` is a folder of the vault, `/` its root, and `./Files` a folder in that of the
/// note.
package struct AttachmentFolder: Hashable, Sendable {
    /// The value in the configuration.
    package let text: String

    private let path: VaultPath
    private let isRelative: Bool

    /// Returns nil for a folder that is hidden or outside the vault.
    package init?(_ text: String) {
        isRelative = text == "." || text.hasPrefix("./")
        guard !text.isEmpty, let path = VaultPath.root.resolving(VaultPath(text)),
            !path.parts.contains(where: { $0.bytes.first == Byte.dot })
        else { return nil }
        self.text = text
        self.path = path
    }

    /// The folder, or nil if it depends on the note.
    package var fixed: VaultPath? { isRelative ? nil : path }

    /// Returns the folder for the attachments of a note.
    package func folder(for note: VaultPath) -> VaultPath {
        if !isRelative || note.folder.isRoot { return path }
        return path.isRoot ? note.folder : note.folder.appending(path)
    }
}
