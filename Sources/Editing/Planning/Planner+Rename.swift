import Notes
import SearchIndex
package import Searching
package import SourceText
package import VaultChanges
import VaultFiles

/// Other names for notes and for what stands in them, with everything that names them.
extension Planner {
    /// The plan that gives a note another file name, another title, or both, and lets all links follow.
    ///
    /// - Parameters:
    ///   - stem: the new file name without its extension; nil to keep it.
    ///   - title: the new title; nil to keep it.
    package func renameNote(_ path: VaultPath, stem: String?, title: String?) throws -> ChangePlan {
        let suffix = path.name.bytes.dropFirst(path.stem.bytes.count)
        let target = stem.map { path.folder.appending(VaultPath(bytes: Array($0.utf8) + suffix)) } ?? path
        var plan = ChangePlan("rename '\(path.text)'")
        if target != path {
            if target.folder != path.folder { throw VaultError("a file name holds no '/'") }
            try paths.checkNew(target)
            try paths.refuseTaken(target, except: path)
            plan.operations.append(.move(path, target))
            try SymbolicLinks(session).refuseDead(after: [(path, target)])
        }
        var titles: [VaultPath: String] = [:]
        if let title {
            if title.contains(where: \.isNewline) || !title.contains(where: { !$0.isWhitespace }) {
                throw VaultError("a title is one line with something in it")
            }
            titles[path] = title
        }
        plan.operations += try LinkRewriter(session).rewrites(for: [(path, target)], titles: titles)
        try ConfigurationMoves(session, [(path, target)]).add(to: &plan)
        plan.unread = try session.unread()
        guard let title else { return plan }
        let naming = try linksToTitle(of: path)
        // The note's own links may have been written anew already.
        let index = plan.operations.firstIndex { if case .write(target, _, _) = $0 { true } else { false } }
        var before = try session.bytes(path)
        var now = before
        if let index, case .write(_, let old, let after) = plan.operations[index] { (before, now) = (old, after) }
        var change = NoteChange(target, now)
        try retitle(&change, title)
        if change.after != before {
            let write = FileOperation.write(target, before: before, after: change.after)
            if let index { plan.operations[index] = write } else { plan.operations.append(write) }
        }
        try follow(naming, from: path, to: target, title, in: &plan)
        return plan
    }

    /// The links that name the heading which is a note's title: by note, their numbers, nil for the note's own.
    private func linksToTitle(of path: VaultPath) throws -> [VaultPath: Set<Int?>] {
        guard let note = session.document(path),
            let heading = note.headings.first(where: { $0.raw == note.titleRange })
        else { return [:] }
        var naming: [VaultPath: Set<Int?>] = [:]
        for (place, link) in try PartRename(note, session).links(to: heading.range) {
            naming[place.path, default: []].insert(link.number)
        }
        return naming
    }

    /// Has links that name a title's heading name it as it is then, in what a plan writes already.
    private func follow(
        _ naming: [VaultPath: Set<Int?>], from path: VaultPath, to target: VaultPath, _ title: String,
        in plan: inout ChangePlan
    ) throws {
        let old = session.document(path)
        let oldSlug = zip(old?.headings ?? [], old?.slugs ?? []).first { $0.0.raw == old?.titleRange }?.1
        for (source, numbers) in naming.sorted(by: { $0.key < $1.key }) {
            let place = source == path ? target : source
            let index = plan.operations.firstIndex { if case .write(place, _, _) = $0 { true } else { false } }
            var before = try session.bytes(source)
            var now = before
            if let index, case .write(_, let first, let last) = plan.operations[index] { (before, now) = (first, last) }
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
            let write = FileOperation.write(place, before: before, after: change.after)
            if let index { plan.operations[index] = write } else { plan.operations.append(write) }
        }
    }

    /// Writes a title where the note has one: in front matter, or as its first heading.
    private func retitle(_ change: inout NoteChange, _ title: String) throws {
        let note = Note(change.before, name: change.path.name, rules: rules)
        guard let range = note.titleRange else { return }
        if range.lowerBound < note.frontMatter.bodyStart {
            try change.edit([.set(rules.names(.title), title)])
        } else {
            if PartRename.linkSigns(change.before.text(range)) > PartRename.linkSigns(title) {
                throw VaultError(
                    "the title holds a link, which '\(title)' would take away",
                    help: "change it in the text; nothing was changed")
            }
            change.apply([ByteEdit(range, Array(title.utf8))])
        }
        if Note(change.after, name: change.path.name, rules: rules).title != title {
            throw VaultError(
                "'\(title)' cannot stand as the title there", help: "choose other words; nothing was changed")
        }
    }

    /// The plan that gives a heading another text, and lets the links that name it follow.
    ///
    /// - Parameter range: where the heading stands, as `OpenHeading.range`.
    /// - Throws: `VaultError` where another heading of the note is called so, or a link cannot name it.
    package func renameHeading(in path: VaultPath, at range: Range<Int>, to text: String) throws -> ChangePlan {
        let parts = try PartRename(document(path), session)
        return try writing(parts.heading(at: range, to: text), title: "rename a heading")
    }

    /// The plan that gives a block another id, and lets the links that name it follow.
    package func renameBlock(in path: VaultPath, _ old: String, to new: String) throws -> ChangePlan {
        try writing(
            PartRename(document(path), session).block(old, to: new), title: "rename the block '^\(old)'")
    }

    /// The plan that gives a reference definition another label, with what uses it. What a reader sees stays.
    package func renameDefinition(in path: VaultPath, _ definition: OpenDefinition, to new: String) throws -> ChangePlan
    {
        try writing(PartRename(document(path), session).definition(definition, to: new), title: "rename the definition")
    }

    func document(_ path: VaultPath) throws -> OpenNote {
        guard let note = session.document(path) else { throw VaultError(path, "cannot be read") }
        return note
    }

    /// The plan that makes edits of notes, as they are now.
    func writing(_ edits: [VaultPath: [ByteEdit]], title: String) throws -> ChangePlan {
        var plan = ChangePlan(title)
        for (path, edits) in edits.sorted(by: { $0.key < $1.key }) {
            var change = NoteChange(path, try session.bytes(path))
            change.apply(try ByteEdit.checked(edits, in: change.before, of: path))
            if let operation = try change.operation { plan.operations.append(operation) }
        }
        return plan
    }

    /// The plan that gives a front matter key another name in all notes that have it.
    ///
    /// - Throws: `VaultError` where the key means something to slip, or a note has the new one already.
    package func renameKey(_ old: String, to new: String) throws -> ChangePlan {
        if let known = session.keyNames.name(old)?.key {
            throw VaultError(
                "'\(old)' means \(known.rawValue) to slip, and keeps its name",
                help: "further names for it go under keys: in .slipbox/config.yaml")
        }
        guard new.contains(where: { !$0.isWhitespace }), !new.contains(where: \.isNewline) else {
            throw VaultError("a key needs a name")
        }
        let identity = FrontMatterKey.identity(old)
        let isOther = FrontMatterKey.identity(new) != identity
        var edits: [VaultPath: [ByteEdit]] = [:]
        for path in try session.linkPlaces.notes(withKey: old) {
            guard let note = session.document(path) else { continue }
            let entries = note.entries
            let known = session.keyNames.name(new)?.key
            let isTaken = entries.contains {
                FrontMatterKey.identity($0.key) == FrontMatterKey.identity(new) || (known != nil && $0.known == known)
            }
            if isOther, isTaken {
                throw VaultError(path, "has the key '\(new)' already", help: "nothing was changed")
            }
            edits[path] = entries.filter { FrontMatterKey.identity($0.key) == identity }.map {
                ByteEdit($0.keyRange, Array(YAMLValue.writtenKey(new).utf8))
            }
        }
        return try writing(edits, title: "rename the key '\(old)'")
    }
}
