import SourceText

/// A reference in the forms in which it is compared with what files are called.
///
/// Without a slash it is a name, not a path from the root: `[[Tags]]` is the nearest `Tags.md`, while `[[/Tags]]` and
/// `[[A/Tags]]` say where it lies.
struct WantedNames {
    /// As written, for ids, titles and aliases.
    private let literal: [UInt8]
    /// From the note's folder; nil where that leads out of the vault.
    private let relative: [UInt8]?
    /// From the vault's root; nil for a name.
    private let root: [UInt8]?
    /// The end of a path, and of how many parts it is; nil where the reference says from where it is to be read.
    private let end: [UInt8]?
    private let parts: Int

    init(_ reference: String, in folder: VaultPath) {
        literal = Array(reference.utf8)
        let path = VaultPath(bytes: literal)
        guard literal.contains(Byte.slash) || literal.first == Byte.dot else {
            relative = folder.appending(path).bytes
            root = nil
            end = literal
            parts = 1
            return
        }
        relative = folder.resolving(path)?.bytes
        root = literal.contains(Byte.slash) ? VaultPath.root.resolving(path)?.bytes : nil
        let all = path.parts
        let isAnchored =
            literal.first == Byte.slash || all.contains { $0.bytes == [Byte.dot] || $0.bytes == [Byte.dot, Byte.dot] }
        end = isAnchored || all.isEmpty ? nil : Array(all.map(\.bytes).joined(separator: [Byte.slash]))
        parts = all.count
    }

    private init(folding other: WantedNames) {
        literal = NameKey.fold(other.literal)
        relative = other.relative.map(NameKey.fold)
        root = other.root.map(NameKey.fold)
        end = other.end.map(NameKey.fold)
        parts = other.parts
    }

    /// The same, ignoring case and diacritics.
    func folded() -> WantedNames { WantedNames(folding: self) }

    /// What is looked for one after another in every file of the vault: paths, and names without folders.
    var paths: [(form: NameForm, name: [UInt8])] {
        var steps: [(form: NameForm, name: [UInt8])] = []
        for path in [relative, root] {
            if let path { steps += [(.path, path), (.pathStem, path)] }
        }
        if let end { steps += [(.end(parts), end), (.endStem(parts), end)] }
        return steps
    }

    /// The paths that may be those of a folder.
    var folderPaths: [[UInt8]] { [relative, root].compactMap { $0 } }

    /// Whether it is a path to the vault's root, such as `/` or `..`.
    var namesRoot: Bool { folderPaths.contains([]) }

    /// What a note calls itself, after its paths.
    var titles: [(form: NameForm, name: [UInt8])] { [(.id, literal), (.title, literal), (.alias, literal)] }
}

/// How a reference may name a file; each is a kind of its own, in the order in which they are tried.
enum NameForm: Hashable {
    case path
    case pathStem
    /// So many last parts of the path: one is the file's name.
    case end(Int)
    case endStem(Int)
    case id, title, alias
}
