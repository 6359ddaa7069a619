import QueryLanguage
package import SourceText

/// The content of the side column of pages, and the files that all pages share.
extension Site {
    package func title(of note: VaultPath) -> String? { places[note].map { hits[$0].title } }

    package func links(_ note: VaultPath, to other: VaultPath) -> Bool {
        places[note].map { targets[$0].contains(other) } ?? false
    }

    package func size(of picture: VaultPath) -> (width: Int, height: Int)? {
        file(of: picture) == nil ? nil : pictures.size(of: picture)
    }

    /// Returns the files that do not depend on the notes.
    static func sharedFiles(_ options: Options) -> [File] {
        let files = [
            SiteAddresses.script: "search.js", SiteAddresses.findScript: "find.js",
            SiteAddresses.pageScript: "page.js", SiteAddresses.themeScript: "theme.js", SiteAddresses.icon: "icon.svg",
        ]
        return [File(SiteAddresses.styleSheet, options.styleSheet ?? WebFile.bytes("style.css"))]
            + files.sorted { $0.key < $1.key }.map { File($0.key, WebFile.bytes($0.value)) }
    }
}
