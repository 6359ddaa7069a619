package import SourceText
import VaultFiles

/// Resolves references as the specification says (notes.md, Body), by comparing every file.
package struct LinkOracle {
    package struct File {
        package var path: VaultPath
        package var isNote: Bool
        package var title = ""
        package var id: String?
        package var aliases: [String] = []

        package init(
            path: VaultPath, isNote: Bool, title: String = "", id: String? = nil, aliases: [String] = []
        ) {
            self.path = path
            self.isNote = isNote
            self.title = title
            self.id = id
            self.aliases = aliases
        }
    }

    package struct Answer: Equatable {
        package var path: VaultPath
        package var isAmbiguous: Bool
    }

    package var files: [File]
    /// Every folder but the root.
    package var folders: Set<VaultPath>

    package init(files: [File], folders: Set<VaultPath> = []) {
        self.files = files
        self.folders = folders
    }

    /// - Parameter byFileName: only paths and file names, exactly or ignoring case, as programs read them that know
    ///   nothing else of a note.
    package func answer(_ reference: String, in folder: VaultPath, byFileName: Bool = false) -> Answer? {
        for isNote in [true, false] {
            for isExact in [true, false] {
                for bears in tiers(reference, folder, isExact, byFileName, isNote) {
                    let found = files.filter { $0.isNote == isNote && bears($0) }
                    if !found.isEmpty { return Self.nearest(found.map(\.path), folder) }
                }
            }
        }
        return byFileName ? nil : self.folder(reference, in: folder)
    }

    /// The folder that a path names, or its index note.
    private func folder(_ reference: String, in base: VaultPath) -> Answer? {
        let written = VaultPath(reference)
        let wanted = [base.resolving(written), reference.contains("/") ? VaultPath.root.resolving(written) : nil]
        for isExact in [true, false] {
            for case .some(let path) in wanted {
                let named = folders.union([.root]).filter {
                    isExact ? $0 == path : Folding.fold($0.text) == Folding.fold(path.text)
                }
                guard let found = named.min() else { continue }
                for name in ["index", "readme"] {
                    let notes = files.filter {
                        $0.isNote && $0.path.folder == found && $0.path.stem.text.lowercased() == name
                    }
                    if let note = notes.map(\.path).min() { return Answer(path: note, isAmbiguous: false) }
                }
                return Answer(path: found, isAmbiguous: false)
            }
        }
        return nil
    }

    private func tiers(
        _ reference: String, _ folder: VaultPath, _ isExact: Bool, _ byFileName: Bool, _ isNote: Bool
    ) -> [(File) -> Bool] {
        func same(_ a: [UInt8], _ b: [UInt8]) -> Bool {
            if isExact { return a == b }
            if byFileName {
                return FileName.identity(String(decoding: a, as: UTF8.self))
                    == FileName.identity(String(decoding: b, as: UTF8.self))
            }
            return Folding.fold(a, a.indices) == Folding.fold(b, b.indices)
        }
        let written = VaultPath(reference)
        let hasSlash = reference.contains("/")
        var tiers: [(File) -> Bool] = []
        func add(_ wanted: VaultPath?, _ part: @escaping (VaultPath) -> VaultPath?) {
            guard let wanted else { return }
            tiers.append { file in part(file.path).map { same($0.bytes, wanted.bytes) } ?? false }
            tiers.append { file in
                guard file.path.withoutExtension != file.path else { return false }
                return part(file.path.withoutExtension).map { same($0.bytes, wanted.bytes) } ?? false
            }
        }
        add(folder.resolving(written), { $0 })
        if hasSlash { add(VaultPath.root.resolving(written), { $0 }) }
        let parts = written.parts
        if !reference.hasPrefix("/"), !parts.contains(where: { [".", ".."].contains($0.text) }) {
            let wanted = parts.reduce(VaultPath.root) { $0.appending($1) }
            add(wanted) { path in
                let all = path.parts
                return all.count < parts.count
                    ? nil : all.suffix(parts.count).reduce(VaultPath.root) { $0.appending($1) }
            }
        }
        if byFileName || !isNote { return tiers }
        let literal = Array(reference.utf8)
        tiers.append { $0.id.map { same(Array($0.utf8), literal) } ?? false }
        tiers.append { same(Array($0.title.utf8), literal) }
        tiers.append { $0.aliases.contains { same(Array($0.utf8), literal) } }
        return tiers
    }

    private static func nearest(_ paths: [VaultPath], _ folder: VaultPath) -> Answer {
        func shared(_ path: VaultPath) -> Int {
            zip(path.folder.parts, folder.parts).prefix { $0 == $1 }.count
        }
        func proximity(_ path: VaultPath) -> (Int, Int) { (path.folder == folder ? 1 : 0, shared(path)) }
        let best = paths.map(proximity).max { $0 < $1 } ?? (0, 0)
        let near = paths.filter { proximity($0) == best }
        let first = near.min { a, b in
            let lengths = (a.text.unicodeScalars.count, b.text.unicodeScalars.count)
            return lengths.0 == lengths.1 ? a < b : lengths.0 < lengths.1
        }
        return Answer(path: first ?? paths[0], isAmbiguous: near.count > 1)
    }
}
