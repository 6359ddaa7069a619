import Git
import Searching
import SourceText
import System
import VaultFiles

/// Settings with which git merges notes by the driver of slip, also in a clone in which `slip git setup` was not run.
struct MergeSettings {
    /// The settings, as `name=value`.
    let all: [String]

    /// - Parameter folder: a folder for temporary files, which must exist while git runs.
    init(_ session: VaultSession, _ repository: Repository, in folder: [UInt8]) throws {
        let file = folder + Array("/attributes".utf8)
        let attributes = Self.attributes(of: session.vault, in: repository)
        try Files.create(file, attributes + Self.userAttributes(session.environment.variables, repository))
        var settings = ["core.attributesFile=\(String(decoding: file, as: UTF8.self))"]
        if try repository.setting("merge.slip.driver") == nil {
            let program = String(decoding: try ThisProcess.executable(), as: UTF8.self)
            let quoted = "'\(program.replacing("'", with: "'\\''"))'"
            settings += ["merge.slip.name=notes, key by key", "merge.slip.driver=\(GitSetup.driverCommand(quoted))"]
        }
        all = settings
    }

    /// Returns lines with the merge driver of the vault's notes. Those of the user and of the repository come after them,
    /// and win: https://git-scm.com/docs/gitattributes
    private static func attributes(of vault: Vault, in repository: Repository) -> [UInt8] {
        let special = Array("*?[\\".utf8)
        let folder = repository.prefix.flatMap { special.contains($0) ? [Byte.backslash, $0] : [$0] }
        return vault.configuration.extensions.sorted().flatMap { name in
            let pattern = repository.prefix.isEmpty ? [] : [Byte.slash] + folder + Array("**/".utf8)
            return quoted(pattern + Array("*.\(name)".utf8)) + Array(" merge=slip\n".utf8)
        }
    }

    /// Returns a pattern quoted as in C.
    private static func quoted(_ pattern: [UInt8]) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        return [quote]
            + pattern.flatMap { byte -> [UInt8] in
                switch byte {
                case Byte.newline: Array("\\n".utf8)
                case quote, Byte.backslash: [Byte.backslash, byte]
                default: [byte]
                }
            } + [quote]
    }

    /// Returns the user's own attributes, which the setting replaces.
    private static func userAttributes(_ variables: [String: String], _ repository: Repository) throws -> [UInt8] {
        let configured = try repository.program.change(["config", "--type=path", "-z", "--get", "core.attributesFile"])
        let path: [UInt8]
        if configured.status == 0 {
            path = Array(configured.output.prefix { $0 != 0 })
        } else if let folder = variables["XDG_CONFIG_HOME"], !folder.isEmpty {
            path = Array("\(folder)/git/attributes".utf8)
        } else {
            path = Array("\(variables["HOME"] ?? "")/.config/git/attributes".utf8)
        }
        return (try? Files.read(path).bytes) ?? []
    }
}
