package import SourceText
import System

extension Vault {
    /// Appends proposed lines to the configuration that `create(_:)` has just written.
    ///
    /// - Parameter inForce: whether the lines take effect. If false, they are comments.
    /// - Throws: `VaultError` if the file has changed since, or cannot be written.
    package func add(_ proposal: ConfigurationProposal, inForce: Bool) throws {
        let written = [true, false].map { Self.initialConfiguration(isVersioned: $0) }
        guard let bytes = try configurationBytes(), written.contains(bytes) else {
            throw VaultError(
                Self.configurationPath, "has been changed by another program, and was left unchanged",
                help: "add the lines in an editor")
        }
        let path = folder + Array("/config.yaml".utf8)
        let new = folder + Array("/config.yaml.new".utf8)
        do {
            try Files.create(new, bytes + proposal.bytes(inForce: inForce))
            try Files.rename(new, path)
        } catch {
            throw VaultError(
                "cannot write '\(Self.configurationPath.text)': \(error.reason)", at: Self.configurationPath)
        }
    }

    /// Returns the relative path of a vault in some subfolder of `folder`, or nil if a limited search finds none.
    ///
    /// Complexity: visits at most 1000 folders, down to 4 levels, so that it is fast in a home folder or a root.
    package static func vault(inside folder: [UInt8]) -> VaultPath? {
        let base = folder == [Byte.slash] ? [] : folder
        var waiting = [VaultPath.root]
        var looked = 0
        while looked < waiting.count, looked < 1000 {
            let path = waiting[looked]
            looked += 1
            let full = path.isRoot ? folder : base + [Byte.slash] + path.bytes
            if !path.isRoot, isVault(full) { return path }
            // A folder that cannot be read is skipped.
            guard path.parts.count < 4, let directory = try? Directory(full), let names = try? directory.names() else {
                continue
            }
            for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) where name.first != Byte.dot {
                if waiting.count >= 1000 { break }
                guard (try? directory.status(of: name))?.kind == .directory else { continue }
                waiting.append(path.appending(VaultPath(bytes: name)))
            }
        }
        return nil
    }
}
