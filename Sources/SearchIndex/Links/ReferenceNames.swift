import SourceText

/// The names that a reference may mean, in the forms that are compared with names of files.
///
/// Without a slash it is a name, not a path from the root. `[[Tags]]` means the nearest `Tags.md`, while `[[/Tags]]`
/// and `[[A/Tags]]` specify the folder.
struct ReferenceNames {
    /// The reference as written, for ids, titles and aliases.
    private let literal: [UInt8]
    /// The path from the note's folder, or nil if that is outside the vault.
    private let relative: [UInt8]?
    /// The path from the vault's root, or nil for a name.
    private let root: [UInt8]?
    /// The end of a path, with its number of components in `parts`. Nil if the reference specifies its starting folder.
    private let end: [UInt8]?
    private let parts: Int
    /// Whether it is the path of a file, as the whole value of a property is: `tool: Node.js` is no link to the note
    /// `Node.js.md`, and `author: run.html` none to a file of another folder.
    private let isFilePath: Bool

    init(_ reference: String, in folder: VaultPath, isFilePath: Bool) {
        self.isFilePath = isFilePath
        literal = Array(reference.utf8)
        let path = VaultPath(bytes: literal)
        guard literal.contains(Byte.slash) || literal.first == Byte.dot else {
            relative = folder.appending(path).bytes
            root = isFilePath ? literal : nil
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

    private init(folding other: ReferenceNames) {
        literal = NameKey.fold(other.literal)
        relative = other.relative.map(NameKey.fold)
        root = other.root.map(NameKey.fold)
        end = other.end.map(NameKey.fold)
        parts = other.parts
        isFilePath = other.isFilePath
    }

    /// Returns the reference with case and diacritics removed.
    func folded() -> ReferenceNames { ReferenceNames(folding: self) }

    /// The names to try in order for every file of the vault: paths, and names without folders.
    var paths: [(form: NameForm, name: [UInt8])] {
        var steps: [(form: NameForm, name: [UInt8])] = []
        for path in [relative, root] {
            if let path { steps += [(.path, path), (.pathStem, path)] }
        }
        if let end { steps += [(.end(parts), end), (.endStem(parts), end)] }
        return isFilePath ? steps.filter { $0.form == .path } : steps
    }

    var folderPaths: [[UInt8]] { isFilePath ? [] : [relative, root].compactMap { $0 } }

    /// Whether it is a path to the vault's root, such as `/` or `..`.
    var namesRoot: Bool { folderPaths.contains([]) }

    /// The names to try after paths: id, title and alias.
    var titles: [(form: NameForm, name: [UInt8])] {
        isFilePath ? [] : [(.id, literal), (.title, literal), (.alias, literal)]
    }
}

/// A form in which a reference may name a file, in the order in which they are tried.
enum NameForm: Hashable {
    case path
    case pathStem
    /// The given number of last path components; one is the file name.
    case end(Int)
    case endStem(Int)
    case id, title, alias

    /// The forms by which `NameWriter` lists the names of a file. Of the ends of its path, only the file name is
    /// listed.
    static let all: [NameForm] = [.path, .pathStem, .end(1), .endStem(1), .id, .title, .alias]
}
