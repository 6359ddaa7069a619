package import QueryLanguage
import Searching
package import SourceText
package import Terminal
import VaultFiles

/// The places of notes and link targets, for users.
extension Style {
    /// Returns a path, with a line number if there is one.
    package func place(_ path: VaultPath, _ line: Int? = nil, paths: PathStyle) -> StyledLine {
        run(paths.text(path), .path, opening: path) + run(line.map { ":\($0)" } ?? "", .number)
    }

    /// Returns a path for a separate line. If the line is too short, the middle of the path is left out.
    package func heading(_ path: VaultPath, _ paths: PathStyle) -> StyledLine {
        run(TextWidth.clippedInside(SafeText.escaped(paths.text(path)), to: max(width, 20)), .path, opening: path)
    }

    /// Returns the path of a link's target, or for a broken link the target as written. Marks broken and ambiguous
    /// links as such.
    package func target(_ link: NoteHit.Link, _ paths: PathStyle) -> StyledLine {
        guard let path = link.path else { return missing(link.target, "broken") }
        let text = place(path, nil, paths: paths) + run(link.isFolder ? "/" : "", .path)
        return link.isAmbiguous ? text + run(" (ambiguous)", .warning) : text
    }

    /// Returns the name of a missing file or link target, and `what` in parentheses, such as `broken`.
    package func missing(_ name: String, _ what: String) -> StyledLine {
        run(name, .broken) + run(" (\(what))", .error)
    }
}
