package import SourceText

/// What pages have beside their text.
extension Site {
    package func title(of note: VaultPath) -> String? { places[note].map { hits[$0].title } }

    package func links(_ note: VaultPath, to other: VaultPath) -> Bool {
        places[note].map { targets[$0].contains(other) } ?? false
    }

    package func size(of picture: VaultPath) -> (width: Int, height: Int)? {
        file(of: picture) == nil ? nil : pictures.size(of: picture)
    }
}
