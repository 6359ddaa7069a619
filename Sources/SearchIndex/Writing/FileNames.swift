import SourceText

/// The names of all files of a vault before they are indexed. With them, most links can be resolved while their note is
/// in memory. File ids are positions in the list, from 1.
///
/// Memory: 16 bytes per file in addition to the paths.
package struct FileNames: Sendable {
    private static let few = 8

    private let files: [FoundFile]
    /// Sorted by key.
    private let keys: [(key: NameHash, file: Int32)]

    package init(_ files: [FoundFile]) {
        self.files = files
        var keys: [(key: NameHash, file: Int32)] = []
        keys.reserveCapacity(files.count)
        for (number, file) in files.enumerated() where file.kind != .folder {
            for key in NameKey.file(file.path) { keys.append((key, Int32(number))) }
        }
        keys.sort { ($0.key, $0.file) < ($1.key, $1.file) }
        self.keys = keys
    }

    /// Returns the note that a reference means by its exact path or file name, or nil if it may be something else.
    ///
    /// An exact match is final: titles, ids, aliases and other files, which are not known yet, come later in the order.
    ///
    /// - Parameters:
    ///   - wanted: the hashes of `NameKey.reference`.
    ///   - folder: the folder of the note with the reference.
    func note(
        _ reference: String, _ wanted: [NameHash], in folder: VaultPath, as form: ReferenceForm
    ) -> LinkTarget? {
        var candidates: [LinkResolver.Candidate] = []
        for key in wanted {
            var index = firstIndex(of: key)
            while index < keys.count, keys[index].key == key {
                let number = Int(keys[index].file)
                if files[number].kind == .note, !candidates.contains(where: { $0.file == FileID(Int64(number + 1)) }) {
                    // With many candidates, the resolver is faster, because it groups them once.
                    if candidates.count == Self.few { return nil }
                    candidates.append(
                        LinkResolver.Candidate(file: FileID(Int64(number + 1)), path: files[number].path, kind: .note))
                }
                index += 1
            }
        }
        if candidates.isEmpty { return nil }
        if candidates.count == 1, !reference.utf8.contains(Byte.slash) {
            // With a single candidate, any exact name is enough.
            let path = candidates[0].path
            let name = path.name
            let isMeant =
                name.bytes.elementsEqual(reference.utf8)
                || form != .path && path.stem.bytes.elementsEqual(reference.utf8)
            return isMeant ? LinkTarget(file: candidates[0].file, path: path, kind: .note) : nil
        }
        for (nameForm, name) in ReferenceNames(reference, in: folder, isFilePath: form == .path).paths {
            let found = candidates.filter { $0.hasName(name, as: nameForm, isExact: true) }
            if let target = SameNamed.nearest(of: found, to: folder) { return target }
        }
        return nil
    }

    private func firstIndex(of key: NameHash) -> Int { keys.indices.partitioningIndex { keys[$0].key >= key } }
}
