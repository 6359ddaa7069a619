import SourceText

/// The numbers under which names are found: 32-bit hashes of folded text, which halve what 64 would take.
///
/// A number only narrows: whoever looks up compares the texts themselves, so that two with one hash do no harm. A file
/// is found under its folded name without folders and extension, and whatever else a reference may call it (title, id,
/// alias) in whole. A reference asks under its last part with and without extension, and in whole.
///
/// That finds everything that `LinkResolver` accepts: texts that fold alike have the same last part after folding, and
/// a name that is matched with its extension has the same last part without it. Only where folding makes a dot or slash
/// of another character (`…`, `／`) is the stem's own last part something else: then the file has that number as well.
enum NameKey {
    static func hash(_ folded: some Collection<UInt8>) -> NameHash {
        NameHash(Int64(truncatingIfNeeded: ContentHash.hash(Array(folded)) & 0xFFFF_FFFF) - 0x8000_0000)
    }

    /// The number of a path.
    static func path(_ path: VaultPath) -> NameHash { hash(path.bytes) }

    /// The number of a title, id or alias.
    static func whole(_ text: String) -> NameHash { hash(fold(Array(text.utf8))) }

    /// The numbers of a file or folder, whatever folder it lies in: one, rarely two. An index note has those of its
    /// folder too, since a reference to that resolves to it.
    static func file(_ path: VaultPath) -> [NameHash] {
        let name = path.name
        let first = hash(stem(tail(fold(name.bytes))))
        let second = hash(tail(fold(name.stem.bytes)))
        let own = first == second ? [first] : [first, second]
        if IndexNote.rank(path) == nil { return own }
        return own + file(path.folder).filter { !own.contains($0) }
    }

    /// The numbers of a note: those of its file, and of all that it calls itself. Title, file name and aliases have those
    /// of their words too, so that a search for the whole of one finds it.
    static func note(
        _ path: VaultPath, title: String, id: String?, aliases: [String]
    ) -> Set<NameHash> {
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

    /// The numbers under which what `reference`, written in a note in `folder`, may lead to is found; never none.
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

    /// The number of the words of a title, file name or alias.
    static func words(of title: [UInt8]) -> NameHash {
        var words: [UInt8] = []
        _ = Words.append(title, title.indices, to: &words)
        return hash(words.dropLast())
    }

    static func fold(_ bytes: [UInt8]) -> [UInt8] { Folding.fold(bytes, bytes.indices) }

    /// What follows the last slash.
    private static func tail(_ folded: [UInt8]) -> [UInt8] {
        guard let slash = folded.lastIndex(of: Byte.slash) else { return folded }
        return Array(folded[(slash + 1)...])
    }

    /// What stands before the last dot but at the start.
    private static func stem(_ folded: [UInt8]) -> [UInt8] {
        guard let dot = folded.lastIndex(of: Byte.dot), dot > 0 else { return folded }
        return Array(folded[..<dot])
    }
}
