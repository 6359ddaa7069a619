import Notes
import SearchIndex
package import Searching
package import SourceText
package import VaultChanges
import VaultFiles

/// Plans that rename notes and their parts, with the links to them.
package struct RenamePlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    private var snapshot: VaultSnapshot { context.snapshot }
    private var rules: NoteRules { context.rules }

    /// Returns a plan that changes the file name of a note, its title, or both, and the links to it.
    ///
    /// - Parameters:
    ///   - stem: the new file name without its extension, or nil to keep it.
    ///   - title: the new title, or nil to keep it.
    package func note(_ path: VaultPath, stem: String?, title: String?) throws -> ChangePlan {
        let suffix = path.name.bytes.dropFirst(path.stem.bytes.count)
        let target = stem.map { path.folder.appending(VaultPath(bytes: Array($0.utf8) + suffix)) } ?? path
        var plan = ChangePlan("rename '\(path.text)'")
        if target != path {
            if target.folder != path.folder { throw VaultError("a file name must not contain '/'") }
            try context.paths.checkNew(target)
            try context.paths.refuseTaken(target, except: path)
            plan.operations.append(.move(path, target))
            try SymbolicLinks(snapshot).refuseBroken(after: [(path, target)])
        }
        var titles: [VaultPath: String] = [:]
        if let title {
            if title.contains(where: \.isNewline) || !title.contains(where: { !$0.isWhitespace }) {
                throw VaultError("a title must be a single line that is not empty")
            }
            titles[path] = title
        }
        plan.operations += try LinkRewriter(snapshot).rewrites(for: [(path, target)], titles: titles)
        try ConfigurationMoves(snapshot, [(path, target)]).add(to: &plan)
        plan.unread = try snapshot.unreadablePaths()
        guard let title else { return plan }
        let naming = try linksToTitle(of: path)
        // The plan may rewrite links in the note itself.
        let (before, now) = try plan.content(of: target) { try snapshot.bytes(path) }
        var change = NoteChange(target, now)
        try setTitle(of: &change, to: title)
        if change.after != before { plan.write(target, before: before, after: change.after) }
        try rewrite(naming, from: path, to: target, title: title, in: &plan)
        return plan
    }

    /// Returns which links of each note lead to the heading that is the title of the note at `path`. They are given by
    /// `OpenLink.number`, which is nil for links within that note.
    private func linksToTitle(of path: VaultPath) throws -> [VaultPath: Set<Int?>] {
        guard let note = snapshot.document(path),
            let heading = note.headings.first(where: { $0.raw == note.titleRange })
        else { return [:] }
        var naming: [VaultPath: Set<Int?>] = [:]
        for (place, link) in try PartRename(note, snapshot).links(to: heading.range) {
            naming[place.path, default: []].insert(link.number)
        }
        return naming
    }

    /// Replaces the fragments of links to the title's heading, in the notes as the plan leaves them.
    ///
    /// - Parameters:
    ///   - naming: the links, from `linksToTitle`.
    ///   - path: the old path of the note with the title. `target` is the new one.
    private func rewrite(
        _ naming: [VaultPath: Set<Int?>], from path: VaultPath, to target: VaultPath, title: String,
        in plan: inout ChangePlan
    ) throws {
        let old = snapshot.document(path)
        let oldSlug = zip(old?.headings ?? [], old?.slugs ?? []).first { $0.0.raw == old?.titleRange }?.1
        for (source, numbers) in naming.sorted(by: { $0.key < $1.key }) {
            let place = source == path ? target : source
            let (before, now) = try plan.content(of: place) { try snapshot.bytes(source) }
            let note = OpenNote(path: place, bytes: now, rules: rules)
            let edits = note.links.compactMap { link -> ByteEdit? in
                guard let range = link.fragmentRange, numbers.contains(link.number) else { return nil }
                let start = now[range].lastIndex(of: Byte.hash).map { $0 + 1 } ?? range.lowerBound
                let isSlug = link.form != .wiki && now.text(start..<range.upperBound).lowercased() == oldSlug
                let name = isSlug ? OpenNote.slug(title) : OpenNote.fragment(of: title)
                let isOther =
                    link.number != nil || link.fragment.map { Words.list($0) == Words.list(old?.title ?? "") } ?? false
                return isOther ? ByteEdit(start..<range.upperBound, Array(name.utf8)) : nil
            }
            var change = NoteChange(place, now)
            change.apply(edits)
            plan.write(place, before: before, after: change.after)
        }
    }

    /// Replaces the title of a note, in front matter or in its first heading. Throws if the new title would remove a
    /// link or would not be the title. Does nothing if the file name is the title.
    private func setTitle(of change: inout NoteChange, to title: String) throws {
        let note = Note(change.before, name: change.path.name, rules: rules)
        guard let range = note.titleRange else { return }
        if range.lowerBound < note.frontMatter.bodyStart {
            try change.edit([.set(rules.names(.title), title)])
        } else {
            if PartRename.linkSigns(change.before.text(range)) > PartRename.linkSigns(title) {
                throw VaultError(
                    "the title contains a link, which '\(title)' would remove",
                    help: "edit the title in the text; nothing was changed")
            }
            change.apply([ByteEdit(range, Array(title.utf8))])
        }
        if Note(change.after, name: change.path.name, rules: rules).title != title {
            throw VaultError(
                "'\(title)' would not be read as the title", help: "choose other words; nothing was changed")
        }
    }

    /// Returns a plan that changes the text of a heading, and the links to it.
    ///
    /// - Parameter range: the heading's `OpenHeading.range`.
    /// - Throws: `VaultError` if another heading of the note has that text, or if a link cannot name it.
    package func heading(in path: VaultPath, at range: Range<Int>, to text: String) throws -> ChangePlan {
        try context.writing(parts(of: path).heading(at: range, to: text), title: "rename a heading")
    }

    /// Returns a plan that changes the id of a block, and the links to it.
    package func block(in path: VaultPath, _ old: String, to new: String) throws -> ChangePlan {
        try context.writing(parts(of: path).block(old, to: new), title: "rename the block '^\(old)'")
    }

    /// Returns a plan that changes the label of a reference definition, and its uses.
    package func definition(in path: VaultPath, _ definition: OpenDefinition, to new: String) throws -> ChangePlan {
        try context.writing(parts(of: path).definition(definition, to: new), title: "rename the definition")
    }

    private func parts(of path: VaultPath) throws -> PartRename { PartRename(try context.document(path), snapshot) }
}

extension ChangePlan {
    /// Returns the content of a file before the plan and after it. They are the same if the plan does not write the
    /// file.
    ///
    /// - Parameter read: returns the content if the plan does not have it.
    fileprivate func content(
        of path: VaultPath, read: () throws -> [UInt8]
    ) throws -> (before: [UInt8], after: [UInt8]) {
        if let index = write(of: path), case .write(_, let before, let after) = operations[index] {
            return (before, after)
        }
        let bytes = try read()
        return (bytes, bytes)
    }

    /// Adds a write, or replaces the one with the same path.
    fileprivate mutating func write(_ path: VaultPath, before: [UInt8], after: [UInt8]) {
        let operation = FileOperation.write(path, before: before, after: after)
        if let index = write(of: path) { operations[index] = operation } else { operations.append(operation) }
    }

    private func write(of path: VaultPath) -> Int? {
        operations.firstIndex { if case .write(path, _, _) = $0 { true } else { false } }
    }
}
