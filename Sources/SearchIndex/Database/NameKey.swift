import SourceText

/// The hashes by which names are found: 32 bits of folded text, which take half the space of 64.
///
/// A hash only narrows the search. The caller compares the texts, so collisions are harmless. A file is found by its
/// folded name without folders and extension. Its title, id and aliases are hashed as a whole. A reference is looked up
/// by its last component with and without extension, and as a whole.
///
/// This finds everything that `LinkResolver` accepts. Texts with equal folding have the same last component after
/// folding. A name matched with its extension has the same last component without it. Folding can turn another
/// character (`…`, `／`) into a dot or slash, so that the last component of the stem differs. The file then gets that
/// hash as well.
enum NameKey {
    static func hash(_ folded: some Collection<UInt8>) -> NameHash {
        NameHash(Int64(truncatingIfNeeded: ContentHash.hash(Array(folded)) & 0xFFFF_FFFF) - 0x8000_0000)
    }

    static func path(_ path: VaultPath) -> NameHash { hash(path.bytes) }

    /// Returns the hash of a title, id or alias.
    static func whole(_ text: String) -> NameHash { hash(fold(Array(text.utf8))) }

    /// Returns the hashes of a file or folder, regardless of its folder: one, rarely two. An index note also has those
    /// of its folder, because a reference to the folder resolves to it.
    static func file(_ path: VaultPath) -> [NameHash] {
        let name = path.name
        let first = hash(stem(tail(fold(name.bytes))))
        let second = hash(tail(fold(name.stem.bytes)))
        let own = first == second ? [first] : [first, second]
        if IndexNote.rank(path) == nil { return own }
        return own + file(path.folder).filter { !own.contains($0) }
    }

    /// Returns the hashes of a note: those of its file, title, id and aliases. Title, file name and aliases are also
    /// hashed by their words, so that a search for a whole name finds it.
    static func note(_ path: VaultPath, title: String, id: String?, aliases: [String]) -> Set<NameHash> {
        var keys = Set(file(path))
        keys.insert(whole(title))
        keys.insert(words(of: Array(title.utf8)))
        keys.insert(words(of: path.stem.bytes))
        if let id { keys.insert(whole(id)) }
        for alias in aliases {
            keys.insert(whole(alias))
            keys.insert(words(of: Array(alias.utf8)))
        }
        return keys
    }

    /// Returns the hashes under which the target of a reference may be stored: its last path component with and without
    /// extension, and the whole reference. A hit is only a candidate: the caller compares names and folders. Links are
    /// stored in `waiting` under the same hashes, so that they are resolved again when such a name appears or
    /// disappears. Never empty.
    ///
    /// - Parameter folder: the folder of the note with the reference.
    static func reference(_ reference: String, in folder: VaultPath) -> [NameHash] {
        let literal = fold(Array(reference.utf8))
        if !literal.contains(where: { $0 == Byte.slash || $0 == Byte.dot }) { return [hash(literal)] }
        var keys: [NameHash] = []
        func add(_ folded: [UInt8]) {
            let key = hash(folded)
            if !keys.contains(key) { keys.append(key) }
        }
        let path = VaultPath(reference)
        for resolved in [folder.resolving(path), VaultPath.root.resolving(path)] {
            guard let resolved else { continue }
            let last = tail(fold(resolved.bytes))
            add(stem(last))
            add(last)
        }
        let last = tail(literal)
        add(stem(last))
        add(last)
        add(literal)
        return keys
    }

    /// Returns the hashes of files whose name or path, with or without extension, is `folded`.
    static func fileName(_ folded: [UInt8]) -> [NameHash] {
        let name = tail(folded)
        let (first, second) = (hash(stem(name)), hash(name))
        return first == second ? [first] : [first, second]
    }

    /// Returns the hash of the words of a title, file name or alias.
    static func words(of title: [UInt8]) -> NameHash {
        var words: [UInt8] = []
        _ = Words.append(title, title.indices, to: &words)
        return hash(words.dropLast())
    }

    static func fold(_ bytes: [UInt8]) -> [UInt8] { Folding.fold(bytes, bytes.indices) }

    /// Returns the part after the last slash.
    private static func tail(_ folded: [UInt8]) -> [UInt8] {
        guard let slash = folded.lastIndex(of: Byte.slash) else { return folded }
        return Array(folded[(slash + 1)...])
    }

    /// Returns the part before the last dot, unless the dot is the first character.
    private static func stem(_ folded: [UInt8]) -> [UInt8] {
        guard let dot = folded.lastIndex(of: Byte.dot), dot > 0 else { return folded }
        return Array(folded[..<dot])
    }
}
