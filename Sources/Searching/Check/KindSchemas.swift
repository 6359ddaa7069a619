import Indexing
import SourceText
import System
import VaultFiles

/// Reads the JSON Schemas of kinds.
package struct KindSchemas {
    private let snapshot: VaultSnapshot

    package init(in snapshot: VaultSnapshot) { self.snapshot = snapshot }

    /// Returns the JSON Schema of a kind. The file must be in the vault, and no part of its path may be a symbolic link:
    /// vaults are cloned from strangers.
    func schema(at name: String) -> Result<SchemaDocument, SchemaError> {
        do throws(SchemaError) {
            return snapshot.cache.schema(of: try bytes(at: name))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the text of a schema that a kind names, or nil if it cannot be read.
    package func text(at name: String) -> [UInt8]? { try? bytes(at: name) }

    private func bytes(at name: String) throws(SchemaError) -> [UInt8] {
        if name.contains("://") { throw SchemaError("slip reads no schemas from the network") }
        guard !name.hasPrefix("/"), let path = VaultPath.root.resolving(VaultPath(name)), !path.isRoot else {
            throw SchemaError("it is outside of the vault")
        }
        do throws(SystemError) {
            guard snapshot.keeper.committed == nil else { return try snapshot.keeper.source.read(path).bytes }
            return try Files.read(
                inside: snapshot.vault.root, path.parts.map(\.bytes), limit: SchemaDocument.maximumSize)
        } catch {
            if error.isLoop { throw SchemaError("it is a symbolic link, which slip does not follow here") }
            if error.isMissing { throw SchemaError("there is no such file, or a folder of it is a symbolic link") }
            throw SchemaError(error.reason)
        }
    }
}

extension ConfigurationCheck {
    /// The schemas of kinds that cannot be used.
    var unusableSchemas: [Diagnostic] {
        snapshot.vault.configuration.kinds.compactMap { kind in
            guard let reference = kind.schema,
                case .failure(let error) = KindSchemas(in: snapshot).schema(at: reference.name)
            else {
                return nil
            }
            return Diagnostic(
                .config, at: reference.range, "\(Self.name(reference, kind)) cannot be used: \(error.message)",
                help: "write a path in the vault to a JSON Schema 2020-12, such as .slipbox/schemas/book.json")
        }
    }

    /// The unknown keywords of the schemas of kinds, once for each schema.
    var unknownKeywords: [Diagnostic] {
        snapshot.vault.configuration.kinds.flatMap { kind -> [Diagnostic] in
            guard let reference = kind.schema,
                let schema = try? KindSchemas(in: snapshot).schema(at: reference.name).get()
            else {
                return []
            }
            return schema.unknownKeywords.map { keyword in
                let near = Nearest.match(keyword, among: SchemaKeyword.all.keys.sorted())
                return Diagnostic(
                    .config, at: reference.range,
                    "\(Self.name(reference, kind)) has the unknown keyword '\(keyword)', which is ignored",
                    help: near.map { "did you mean '\($0)'?" })
            }
        }
    }

    private static func name(_ reference: NoteKind.FileReference, _ kind: NoteKind) -> String {
        "the schema '\(reference.name)' of the kind '\(kind.name)'"
    }
}
