import Notes
import SearchIndex
package import SourceText
import System
import VaultFiles

/// A note that an editor offers as a completion.
package struct NoteChoice: Sendable {
    package var path: VaultPath
    package var title: String
    package var status: String
    package var aliases: [String]
    package var id: String?
    package var backlinks: Int
    /// Whether the typed text begins the name or words of it.
    package var isBeginning: Bool
}

/// Lists what the user can choose from: notes, attachments and keywords.
package struct ChoiceReader {
    let snapshot: VaultSnapshot

    /// Returns the notes with a name that matches `typed`, best first. Matches at the beginning of a name come first.
    /// Then open notes precede recent ones, those in the same folder and those with many backlinks.
    ///
    /// - Returns: the notes, and whether there are more.
    package func choices(
        for typed: String, near folder: VaultPath, besides own: VaultPath?, limit: Int
    ) throws -> (choices: [NoteChoice], isCut: Bool) {
        let wanted = TypedName(typed)
        let (found, isCut) = try snapshot.index.names.notes(like: wanted, near: folder, limit: limit)
        let showsStatus = try snapshot.index.declaresStatus()
        var ranked: [(fit: NameFit, weight: Int, choice: NoteChoice)] = []
        for match in found where snapshot.openNotes[match.path] == nil {
            ranked.append(
                (
                    match.fit, match.weight,
                    NoteChoice(
                        path: match.path, title: match.title, status: showsStatus ? match.status : "",
                        aliases: match.aliases,
                        id: match.id, backlinks: match.backlinks, isBeginning: match.fit.tier <= 3)
                ))
        }
        for open in snapshot.openNotes.notes.values where open.path != own {
            let names = open.currentNames()
            let texts = [names.title, open.path.stem.text] + names.aliases + [names.id].compactMap { $0 }
            guard let fit = texts.compactMap({ wanted.fit($0) }).min() else { continue }
            let status = open.isLong || !showsStatus ? "" : open.note.status
            let backlinks = try snapshot.index.names.linkingNoteCount(of: open.path)
            // The weight of an open note exceeds that of all others.
            ranked.append(
                (
                    fit, 100,
                    NoteChoice(
                        path: open.path, title: names.title, status: status, aliases: names.aliases, id: names.id,
                        backlinks: backlinks, isBeginning: fit.tier <= 3)
                ))
        }
        ranked.sort {
            ($0.fit.tier, -$0.weight, $0.fit, $0.choice.path) < ($1.fit.tier, -$1.weight, $1.fit, $1.choice.path)
        }
        return (ranked.prefix(limit).map(\.choice), isCut)
    }

    /// Reads the entries of a folder from the disk, including attachments, sorted by path. Leaves out hidden and ignored
    /// ones and names that are not UTF-8. Returns nothing for a missing folder.
    package func entries(of folder: VaultPath) throws -> [(path: VaultPath, isFolder: Bool)] {
        let rules = IgnoreRules(snapshot.vault.configuration.ignore)
        return try Files.listIfThere(snapshot.vault.fullPath(folder)).compactMap { entry in
            let path = folder.appending(VaultPath(bytes: entry.name))
            guard path.isText, !rules.passesOver(path) else { return nil }
            return (path, FileStatus.seen(snapshot.vault.fullPath(path), follows: true)?.kind == .directory)
        }.sorted { $0.path < $1.path }
    }

    /// Returns the files that are not notes, in no order. Complexity: O(files that are not notes).
    package func attachmentPaths() throws -> [VaultPath] {
        try [.image, .other, .canvas].flatMap { try snapshot.index.links.paths(of: $0) }
    }

    /// Whether new links are Markdown links rather than wiki links: as in the configuration, else as most links of the
    /// open notes. If the open notes have fewer than 10 links, the newest notes count too.
    package func prefersMarkdownLinks() throws -> Bool {
        if let form = snapshot.vault.configuration.links.form { return form == .markdown }
        var (wiki, markdown) = (0, 0)
        func count(_ note: Note) {
            for link in note.body.links where !link.isEmbed {
                if link.kind == .wiki { wiki += 1 } else { markdown += 1 }
            }
        }
        for open in snapshot.openNotes.notes.values where !open.isLong { count(open.note) }
        if wiki + markdown < 10 {
            let known = try snapshot.cache.sampledLinks ?? sampleLinks()
            snapshot.cache.sampledLinks = known
            wiki += known.wiki
            markdown += known.markdown
        }
        return markdown > wiki
    }

    private func sampleLinks() throws -> (wiki: Int, markdown: Int) {
        var (wiki, markdown) = (0, 0)
        for choice in try snapshot.index.names.notes(like: TypedName(""), near: .root, limit: 40).matches {
            guard let bytes = try? snapshot.bytes(choice.path), bytes.count < 256 << 10 else { continue }
            for link in Note(bytes, name: choice.path.name, rules: snapshot.rules).body.links where !link.isEmbed {
                if link.kind == .wiki { wiki += 1 } else { markdown += 1 }
            }
        }
        return (wiki, markdown)
    }
}

extension VaultSnapshot {
    package var noteChoices: ChoiceReader { ChoiceReader(snapshot: self) }
}
