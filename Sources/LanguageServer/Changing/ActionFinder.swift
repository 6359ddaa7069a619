import Editing
import JSONRPC
import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// Finds the code actions that `CodeActions` offers for a position or a selection in a note of a vault.
struct ActionFinder {
    let document: Document
    let range: Range<Int>
    let snapshot: VaultSnapshot
    let request: Request

    var note: OpenNote { document.note }
    private var texts: TextActions { TextActions(document, range, request) }
    var vault: Vault { snapshot.vault }

    typealias ActionKind = OfferedAction.ActionKind

    /// The maximum number of actions of one kind.
    static let most = 5

    func actions() throws -> [OfferedAction] {
        var actions = try fixes()
        if range.isEmpty {
            actions += try cursorActions()
        } else {
            actions += try selectionActions()
        }
        actions += texts.actions
        return actions + proposalActions()
    }

    // MARK: Findings

    private func fixes() throws -> [OfferedAction] {
        var actions: [OfferedAction] = []
        let given = request.params["context"]?["diagnostics"]?.list ?? []
        let links = Dictionary(note.links.map { ($0.marked, $0.range) }) { first, _ in first }
        for finding in try snapshot.findings(of: note) {
            let place = finding.range ?? 0..<0
            // A finding counts if it touches the selection or is one of the client's diagnostics. A finding about a
            // link covers the whole link.
            let reach = links[place] ?? place
            let touches = reach.lowerBound <= range.upperBound && range.lowerBound <= reach.upperBound
            let start = document.text.position(of: place.lowerBound, request.encoding).json
            let known = given.first { $0["code"]?.text == finding.kind.rawValue && $0["range"]?["start"] == start }
            guard touches || known != nil else { continue }
            for var action in try fixes(of: finding, at: place) {
                action.finding = known
                actions.append(action)
            }
        }
        return actions
    }

    private func fixes(of finding: Finding, at place: Range<Int>) throws -> [OfferedAction] {
        let link = note.links.first { $0.marked == place }
        switch finding.kind {
        case .brokenLink: return try link.map(brokenLinkFixes) ?? []
        case .missingAttachment:
            return try link.map { link in
                try similarFiles(link.target, isNote: false).map { path in
                    OfferedAction(
                        title: "Link to '\(path.text)'", kind: ActionKind.fix,
                        change: .retarget(link: link.range.lowerBound, path: path.text))
                }
            } ?? []
        case .ambiguousLink:
            guard let link else { return [] }
            let end = try snapshot.linkTargets.target(of: link, in: note)
            return ([end.path].compactMap { $0 } + end.rivals).prefix(Self.most * 2).map { path in
                OfferedAction(
                    title: "Link to '\(path.text)'", kind: ActionKind.fix,
                    change: .retarget(link: link.range.lowerBound, path: path.text))
            }
        case .missingHeading:
            guard let link, let fragment = link.fragment,
                let path = try snapshot.linkTargets.target(of: link, in: note).path
            else {
                return []
            }
            return try similarFragmentFixes(to: link, in: path) + [
                OfferedAction(
                    title: "Add the heading '\(fragment)' to '\(path.text)'", kind: ActionKind.fix,
                    change: .addHeading(fragment, path: path.text))
            ]
        case .missingBlock:
            guard let link, let path = try snapshot.linkTargets.target(of: link, in: note).path else { return [] }
            return similarFragmentFixes(to: link, in: path)
        case .status:
            guard let entry = note.entries.first(where: { $0.known == .status }), let text = entry.text else {
                return []
            }
            let near = Nearest.match(text, among: snapshot.statuses)
            let others = snapshot.statuses.filter { $0 != near }
            return ([near].compactMap { $0 } + others).map { status in
                OfferedAction(
                    title: "Set the status to '\(status)'", kind: ActionKind.fix,
                    change: .set(key: "status", value: status),
                    isPreferred: status == near)
            }
        case .nearKey:
            guard let entry = note.entries.first(where: { $0.keyRange == place }),
                let name = snapshot.keyNames.similarName(to: entry.key)
            else { return [] }
            return [
                OfferedAction(
                    title: "Rename the key to '\(name)'", kind: ActionKind.fix,
                    change: .renameKey(start: place.lowerBound, name), isPreferred: true)
            ]
        case .frontMatter: return duplicateKeyFixes(at: place)
        default: return []
        }
    }

    /// Returns actions for a duplicate key at a byte range: each removes one of the entries. Empty if the key is not
    /// duplicate.
    private func duplicateKeyFixes(at place: Range<Int>) -> [OfferedAction] {
        guard let entry = note.entries.first(where: { $0.lines.overlaps(place) || $0.keyRange == place }) else {
            return []
        }
        let identity = FrontMatterKey.identity(entry.key)
        let same = note.entries.filter { FrontMatterKey.identity($0.key) == identity }
        guard same.count > 1 else { return [] }
        return same.map { entry in
            let line = document.text.line(at: entry.keyRange.lowerBound) + 1
            return OfferedAction(
                title: "Remove '\(entry.key)' in line \(line)", kind: ActionKind.fix,
                change: .drop(start: entry.keyRange.lowerBound))
        }
    }

    /// Returns actions for a broken link: the new path of a moved target, notes with similar names, and a new note.
    private func brokenLinkFixes(_ link: OpenLink) throws -> [OfferedAction] {
        var actions: [OfferedAction] = []
        if let moved = try snapshot.linkTargets.movedTarget(of: link.target, in: note.path) {
            actions.append(
                OfferedAction(
                    title: "Link to '\(moved.text)', where it moved", kind: ActionKind.fix,
                    change: .retarget(link: link.range.lowerBound, path: moved.text), isPreferred: true))
        }
        for path in try similarFiles(link.target, isNote: true)
        where !actions.contains(where: { $0.title.contains("'\(path.text)'") }) {
            actions.append(
                OfferedAction(
                    title: "Link to '\(path.text)'", kind: ActionKind.fix,
                    change: .retarget(link: link.range.lowerBound, path: path.text)))
        }
        let written = VaultPath(link.target)
        let name =
            vault.configuration.extensions.contains(written.pathExtension) ? written.stem.text : written.name.text
        guard name.contains(where: { !$0.isWhitespace }) else { return actions }
        let hasFolder = link.target.contains("/")
        var folders: [VaultPath] = []
        if hasFolder {
            let base = link.form == .markdown || link.form == .definition ? note.path.folder : .root
            folders += [base.resolving(written)?.folder].compactMap { $0 }
        } else {
            folders = [note.path.folder]
            if let usual = usualFolder, usual != note.path.folder { folders.append(usual) }
        }
        let templates = try TemplateFolder(snapshot.vault).names()
        for folder in folders {
            let place =
                folder == note.path.folder ? "here" : folder.isRoot ? "at the top" : "in '\(folder.text)'"
            actions.append(
                OfferedAction(
                    title: "Create the note '\(name)' \(place)", kind: ActionKind.fix,
                    change: .create(title: name, folder: folder.text, template: nil)))
            for template in templates.prefix(Self.most) {
                actions.append(
                    OfferedAction(
                        title: "Create the note '\(name)' \(place) from the template '\(template)'",
                        kind: ActionKind.fix,
                        change: .create(title: name, folder: folder.text, template: template)))
            }
        }
        return actions
    }

    /// Returns the action that makes a link lead to the heading or block of `path` with the most similar name. Empty if
    /// no name is similar.
    private func similarFragmentFixes(to link: OpenLink, in path: VaultPath) -> [OfferedAction] {
        guard let fragment = link.fragment, let target = snapshot.document(path) else { return [] }
        let wanted = fragment.split(separator: "#").last.map(String.init) ?? fragment
        let name: String?
        if wanted.hasPrefix("^") {
            name = Nearest.match(wanted, among: target.blocks.compactMap { block in block.id.map { "^\($0)" } })
        } else if link.form == .wiki {
            name = Nearest.match(wanted, among: target.headings.map { OpenNote.fragment(of: $0.text) })
        } else {
            name = Nearest.match(wanted, among: target.slugs)
        }
        return [name].compactMap { $0 }.map { name in
            OfferedAction(
                title: "Link to '#\(name)'", kind: ActionKind.fix,
                change: .retargetPart(link: link.range.lowerBound, name), isPreferred: true)
        }
    }

    /// The folder that contains most of the notes that this one links to.
    private var usualFolder: VaultPath? {
        var counts: [VaultPath: Int] = [:]
        for link in note.links {
            // Links that cannot be resolved are not counted.
            if case .note(let path, _)? = try? snapshot.linkTargets.target(of: link, in: note), path != note.path {
                counts[path.folder, default: 0] += 1
            }
        }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// Returns files with names similar to a missing one: notes of the vault, or other files in the note's folder.
    private func similarFiles(_ target: String, isNote: Bool) throws -> [VaultPath] {
        if isNote {
            guard let name = try snapshot.queryNames.nearestNote(to: target) else { return [] }
            return Array(try snapshot.queryNames.notes(named: name).prefix(Self.most))
        }
        let wanted = VaultPath(target).name.text
        let files = try snapshot.noteChoices.entries(of: note.path.folder).filter { !$0.isFolder }.map(\.path)
        guard let name = Nearest.match(wanted, among: files.map(\.name.text)) else { return [] }
        return files.filter { $0.name.text == name }
    }

    // MARK: Selections

    private func selectionActions() throws -> [OfferedAction] {
        let range = note.bytes.trimmed(range)
        guard !range.isEmpty, range.lowerBound >= note.bodyStart else { return [] }
        var actions = [
            OfferedAction(
                title: "Move to a new note and link to it", kind: ActionKind.extract,
                change: .extract(range, isEmbed: false)),
            OfferedAction(
                title: "Move to a new note and include it here", kind: ActionKind.extract,
                change: .extract(range, isEmbed: true)
            ),
        ]
        let text = note.bytes.text(range)
        if !text.contains(where: \.isNewline), !note.links.contains(where: { $0.range.overlaps(range) }) {
            for path in try snapshot.queryNames.notes(named: text).filter({ $0 != note.path }).prefix(Self.most) {
                actions.append(
                    OfferedAction(
                        title: "Link to '\(path.text)'", kind: ActionKind.rewrite,
                        change: .link([range], path: path.text)))
            }
        }
        return actions
    }

    // MARK: Places

    private func cursorActions() throws -> [OfferedAction] {
        let offset = range.lowerBound
        var actions: [OfferedAction] = []
        if case .link(let link)? = note.element(at: offset) { actions += try linkFormActions(of: link) }
        actions += try mentionActions(at: offset)
        if texts.isAboutNote {
            actions += noteActions()
            actions += try keywordActions()
            actions += try relatedActions()
        }
        return actions
    }

    private func linkFormActions(of link: OpenLink) throws -> [OfferedAction] {
        if link.target.isEmpty { return [] }
        let target: VaultPath
        switch try snapshot.linkTargets.target(of: link, in: note) {
        case .nothing, .folder: return []
        case .note(let path, _), .file(let path, _): target = path
        }
        func rewrite(_ title: String, isMarkdown: Bool, byPath: Bool = false) -> OfferedAction {
            let change = OfferedChange.rewrite(link: link.range.lowerBound, isMarkdown: isMarkdown, byPath: byPath)
            return OfferedAction(title: title, kind: ActionKind.rewrite, change: change)
        }
        switch link.form {
        case .wiki:
            let byPath = !link.target.contains("/")
            let new = NewLink(snapshot, from: note.path.folder, by: byPath ? .path : .name)
            let markdown = rewrite("Write as a Markdown link", isMarkdown: true)
            // A file in the root has the same name and path.
            let other = try new.reference(to: target, title: nil)
            guard let other, !other.utf8.elementsEqual(link.target.utf8) else { return [markdown] }
            return [markdown, rewrite(byPath ? "Link by path" : "Link by name", isMarkdown: false, byPath: byPath)]
        case .markdown: return [rewrite("Write as a wiki link", isMarkdown: false)]
        case .definition, .html, .frontMatter: return []
        }
    }

    /// Returns actions that make the mention of another note at a byte offset a link. A mention is a title, file name,
    /// id or alias of up to six words in the text.
    private func mentionActions(at offset: Int) throws -> [OfferedAction] {
        guard offset >= note.bodyStart, !note.isInLinkText(offset),
            !note.headings.contains(where: { $0.range.contains(offset) }),
            !note.links.contains(where: { $0.range.contains(offset) })
        else { return [] }
        let line = document.text.range(ofLine: document.text.line(at: offset))
        let words = Words.tokens(of: note.bytes, in: line).map(\.source)
        guard let under = words.firstIndex(where: { $0.lowerBound <= offset && offset <= $0.upperBound }) else {
            return []
        }
        // Prefer the longest name that covers the position.
        for count in stride(from: min(6, words.count), through: 1, by: -1) {
            for first in max(0, under - count + 1)...under where first + count <= words.count {
                let range = words[first].lowerBound..<words[first + count - 1].upperBound
                let text = note.bytes.text(range)
                guard let path = try snapshot.queryNames.notes(named: text).first(where: { $0 != note.path }) else {
                    continue
                }
                if !note.isText(range.lowerBound) { return [] }
                let all = places(of: text)
                var actions = [
                    OfferedAction(
                        title: "Link '\(text)' to '\(path.text)'", kind: ActionKind.rewrite,
                        change: .link([range], path: path.text))
                ]
                if all.count > 1 {
                    actions.append(
                        OfferedAction(
                            title: "Link all \(all.count) mentions of '\(text)'", kind: ActionKind.rewrite,
                            change: .link(all, path: path.text)))
                }
                return actions
            }
        }
        return []
    }

    /// Returns the byte ranges of a phrase in the body, outside of links, code and headings.
    private func places(of text: String) -> [Range<Int>] {
        let places = snapshot.text(note.path)?.places(ofPhrase: text) ?? []
        let areText = note.areText(places.map(\.lowerBound))
        return places.filter { place in
            !note.links.contains { $0.range.overlaps(place) } && areText.contains(place.lowerBound)
                && !note.isInLinkText(place.lowerBound)
                && !note.headings.contains { $0.range.contains(place.lowerBound) }
        }
    }

    private func noteActions() -> [OfferedAction] {
        if note.isLong { return [] }
        let isFavorite = note.isFavorite
        var actions = [
            OfferedAction(
                title: isFavorite ? "Remove from the favorites" : "Add to the favorites", kind: ActionKind.source,
                change: .set(key: "favorite", value: isFavorite ? "false" : "true"))
        ]
        if let index = snapshot.statuses.firstIndex(of: note.status), index + 1 < snapshot.statuses.count {
            let next = snapshot.statuses[index + 1]
            actions.append(
                OfferedAction(
                    title: "Set the status to '\(next)'", kind: ActionKind.source,
                    change: .set(key: "status", value: next)))
        }
        return actions
    }

    /// Returns actions that add keywords which linked notes have and this note lacks: the three most frequent.
    private func keywordActions() throws -> [OfferedAction] {
        if note.isLong { return [] }
        let own = Set(note.keywords.map { Folding.fold($0.name) })
        var counts: [String: Int] = [:]
        var seen: Set<VaultPath> = []
        for link in note.links {
            guard case .note(let path, _) = try snapshot.linkTargets.target(of: link, in: note),
                seen.insert(path).inserted,
                seen.count <= 50
            else { continue }
            for keyword in try snapshot.note(path)?.keywords ?? [] where !own.contains(Folding.fold(keyword)) {
                counts[keyword, default: 0] += 1
            }
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map { name, _ in
            OfferedAction(title: "Add the keyword '\(name)'", kind: ActionKind.source, change: .addKeyword(name))
        }
    }

    /// Returns actions that add related notes to the links of this note: the three most related.
    private func relatedActions() throws -> [OfferedAction] {
        if note.isLong { return [] }
        return try snapshot.related.notes(to: note.path, limit: 3).map { related in
            OfferedAction(
                title: "Link a related note: '\(related.note.title)'", kind: ActionKind.source,
                change: .relate(path: related.note.path.text))
        }
    }
}
