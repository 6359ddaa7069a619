import SourceText
import System
package import VaultFiles

/// The templates of a vault, in `.slipbox/templates`.
package struct TemplateFolder {
    private let vault: Vault

    package init(_ vault: Vault) { self.vault = vault }

    /// Returns the names of the templates without their extensions, sorted.
    package func names() throws -> [String] { try files().map(\.stem.text).sorted() }

    private func files() throws -> [VaultPath] {
        try Files.listIfThere(vault.fullPath(Vault.templatesPath), follows: false)
            .map { VaultPath(bytes: $0.name) }.filter { $0.bytes.first != Byte.dot }
    }

    /// Returns the paths and bytes of all templates that can be read. Follows no symbolic links.
    func all() throws -> [(path: VaultPath, bytes: [UInt8])] {
        guard try FileStatus.ifThere(vault.fullPath(Vault.templatesPath))?.kind == .directory else { return [] }
        return try files().compactMap { name in
            let parts = [Vault.folderName, Array("templates".utf8), name.bytes]
            return (try? Files.read(inside: vault.root, parts)).map { (Vault.templatesPath.appending(name), $0) }
        }
    }

    /// Returns the template with a file name, with or without its extension. Throws if there is none. Follows no
    /// symbolic links, because one could lead to any file of the user.
    func template(_ name: String) throws -> NoteTemplate {
        if let status = try FileStatus.ifThere(vault.fullPath(Vault.templatesPath)), status.kind == .link {
            throw VaultError(
                Vault.templatesPath, "is a symbolic link, which slip does not follow here",
                help: "replace the link with a folder")
        }
        let names = try files()
        guard let found = names.first(where: { $0.text == name }) ?? names.first(where: { $0.stem.text == name }) else {
            let near = Nearest.match(name, among: names.map(\.stem.text))
            throw VaultError(
                "there is no template '\(name)' in .slipbox/templates",
                help: near.map { "did you mean '\($0)'?" }
                    ?? (names.isEmpty
                        ? nil : "valid templates: \(names.map(\.stem.text).sorted().joined(separator: ", "))"))
        }
        let path = Vault.templatesPath.appending(found)
        do throws(SystemError) {
            let parts = [Vault.folderName, Array("templates".utf8), found.bytes]
            return NoteTemplate(try Files.read(inside: vault.root, parts), at: path)
        } catch {
            if error.isLoop {
                throw VaultError(
                    path, "is a symbolic link, which slip does not follow here", help: "replace the link with the file")
            }
            throw VaultError("cannot read the template '\(path.text)': \(error.reason)", at: path)
        }
    }
}
