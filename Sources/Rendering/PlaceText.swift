import Pages
package import Searching
package import SourceText
package import Terminal
import VaultFiles

/// Where notes and what they link to are, for people.
extension Style {
    /// A path, with the line where something stands.
    package func place(_ path: VaultPath, _ line: Int? = nil, _ paths: PathStyle) -> StyledLine {
        run(paths.text(path), .path, opening: path) + run(line.map { ":\($0)" } ?? "", .number)
    }

    /// A path in a line of its own, its middle left out where the line is too short.
    package func heading(_ path: VaultPath, _ paths: PathStyle) -> StyledLine {
        run(StyledLine.clippedInside(SafeText.escaped(paths.text(path)), to: max(width, 20)), .path, opening: path)
    }

    /// What a link leads to.
    package func target(_ link: NoteHit.Link, _ paths: PathStyle) -> StyledLine {
        guard let path = link.path else { return missing(link.target, "broken") }
        let text = place(path, nil, paths) + run(link.isFolder ? "/" : "", .path)
        return link.isAmbiguous ? text + run(" (ambiguous)", .warning) : text
    }

    /// Something that is named and not there.
    package func missing(_ name: String, _ what: String) -> StyledLine {
        run(name, .broken) + run(" (\(what))", .error)
    }
}
