import SourceText
import System
package import VaultFiles

/// The templates of a vault: the files in `.slipbox/templates`, and the notes in the folder that `template-folder:` in the
/// configuration names. If both have a template of a name, the one in `.slipbox/templates` is used.
package struct TemplateFolder {
    /// A template and its path in its folder.
    private struct Template {
        let folder: VaultPath
        let name: VaultPath

        var path: VaultPath { folder.appending(name) }

        /// Whether a text is the path in the folder or the file name, with or without the extension.
        func isNamed(_ text: String) -> Bool {
            [name, name.withoutExtension, name.name, name.name.withoutExtension].contains { $0.text == text }
        }
    }

    /// A folder of notes is no deeper in practice. A limit, because the names are listed during completion.
    private static let maximumDepth = 8

    private let vault: Vault

    package init(_ vault: Vault) { self.vault = vault }

    /// Returns the names of the templates without their extensions, sorted. Those in subfolders have their paths.
    package func names() throws -> [String] {
        try Set((own() + others()).map(\.name.withoutExtension.text)).sorted()
    }

    /// Returns the templates in `.slipbox/templates`.
    private func own() throws -> [Template] {
        try Files.listIfThere(vault.fullPath(Vault.templatesPath), follows: false)
            .map { VaultPath(bytes: $0.name) }.filter { $0.bytes.first != Byte.dot }
            .map { Template(folder: Vault.templatesPath, name: $0) }
    }

    /// Returns the templates in the folder of the configuration. Follows no symbolic links.
    private func others() throws -> [Template] {
        guard let folder = vault.configuration.templateFolder,
            let real = Files.realPath(vault.fullPath(folder)), vault.path(ofFull: real) == folder
        else { return [] }
        var found: [Template] = []
        func add(_ path: VaultPath, _ depth: Int) throws {
            for entry in try Files.listIfThere(vault.fullPath(folder.appending(path)), follows: false) {
                if entry.name.first == Byte.dot { continue }
                let name = path.appending(VaultPath(bytes: entry.name))
                if entry.status.kind == .directory, depth < Self.maximumDepth {
                    try add(name, depth + 1)
                } else if entry.status.kind == .regular, vault.configuration.extensions.contains(name.pathExtension) {
                    found.append(Template(folder: folder, name: name))
                }
            }
        }
        try add(.root, 0)
        return found.sorted { $0.name < $1.name }
    }

    /// Returns the paths and bytes of the templates that can be read. Follows no symbolic links.
    func all() throws -> [(path: VaultPath, bytes: [UInt8])] {
        let isFolder = try FileStatus.ifThere(vault.fullPath(Vault.templatesPath))?.kind == .directory
        return try ((isFolder ? own() : []) + others()).compactMap { template in
            (try? read(template.path)).map { (template.path, $0) }
        }
    }

    private func read(_ path: VaultPath) throws(SystemError) -> [UInt8] {
        try Files.read(inside: vault.root, path.parts.map(\.bytes))
    }

    /// Returns the template with a name: a file name, or a path in the folder of templates, each with or without its
    /// extension. Throws if there is none. Follows no symbolic links, because one could lead to any file of the user.
    func template(_ name: String) throws -> NoteTemplate {
        if let status = try FileStatus.ifThere(vault.fullPath(Vault.templatesPath)), status.kind == .link {
            throw VaultError(
                Vault.templatesPath, "is a symbolic link, which slip does not follow here",
                help: "replace the link with a folder")
        }
        let templates = try own() + others()
        guard
            let found = templates.first(where: { $0.name.text == name })
                ?? templates.first(where: { $0.name.withoutExtension.text == name })
                ?? templates.first(where: { $0.isNamed(name) })
        else { throw missing(name, try names()) }
        do throws(SystemError) {
            return NoteTemplate(try read(found.path), at: found.path)
        } catch {
            if error.isLoop {
                throw VaultError(
                    found.path, "is a symbolic link, which slip does not follow here",
                    help: "replace the link with the file")
            }
            throw VaultError("cannot read the template '\(found.path.text)': \(error.reason)", at: found.path)
        }
    }

    private func missing(_ name: String, _ names: [String]) -> VaultError {
        let other = vault.configuration.templateFolder.map { " or '\($0.text)'" } ?? ""
        let near = Nearest.match(name, among: names).map { "did you mean '\($0)'? " } ?? ""
        return VaultError(
            "there is no template '\(name)' in .slipbox/templates\(other)",
            help: names.isEmpty ? nil : "\(near)valid templates: \(names.joined(separator: ", "))")
    }
}
