import Indexing
import Notes
import QueryLanguage
import SearchIndex
import SourceText
import VaultFiles

extension VaultSession {
    /// Every problem of notes, files and configuration, in order of path and place; what lies in `.slipbox` from elsewhere
    /// is found by `ForeignRecords`.
    ///
    /// - Parameter undated: also notes that have no date of their own.
    ///
    /// Complexity: reads every note once.
    package func findings(undated: Bool) throws -> [Finding] {
        var check = VaultCheck(self)
        try check.run(undated: undated)
        return check.findings.sorted()
    }
}

/// One walk over a vault's notes that collects what is wrong.
private struct VaultCheck {
    private let session: VaultSession
    private(set) var findings: [Finding] = []
    /// What headings and blocks a note has, once it was asked for.
    private var anchors: [VaultPath: NoteAnchors] = [:]
    private var hints = 0
    /// What other programs moved, once it was asked for.
    private var outsideMoves: OutsideMoves?
    private var titles: [String: [Location]] = [:]
    private var ids: [String: [Location]] = [:]

    private struct Location {
        var path: VaultPath
        var line: Int
        var column: Int
        var text: String
    }

    init(_ session: VaultSession) { self.session = session }

    mutating func run(undated: Bool) throws {
        checkConfiguration()
        for fault in session.keeper.allFaults() {
            let kind: Diagnostic.Kind = fault.kind == .link ? .linkOutside : .unreadable
            findings.append(Finding(path: fault.path, line: 1, column: 1, kind: kind, message: fault.reason))
        }
        for path in try session.index.paths(of: .unreadable) {
            findings.append(
                Finding(path: path, line: 1, column: 1, kind: .unreadable, message: "this note cannot be read"))
        }
        for path in try session.index.paths(of: .note) { try check(path, undated: undated) }
        duplicates(titles, .duplicateTitle, name: "title")
        duplicates(ids, .duplicateId, name: "id")
        try checkCopies()
        for path in try session.index.unusedFiles()
        where session.vault.configuration.attachmentExtensions.contains(path.pathExtension) {
            findings.append(
                Finding(
                    path: path, line: 1, column: 1, kind: .unusedAttachment, message: "no note references this file"))
        }
    }

    private mutating func checkConfiguration() {
        let path = VaultPath(".slipbox/config.yaml")
        // It was read when the vault was opened; gone since then it has no faults.
        guard let bytes = try? session.vault.configurationBytes() else { return }
        let lines = LineTable(bytes)
        for diagnostic in session.vault.configuration.diagnostics {
            add(diagnostic, path, lines: lines, before: bytes.count)
        }
        if let sort = session.vault.configuration.sort, let range = session.vault.configuration.sortRange {
            do {
                _ = try session.sortKeys(sort, option: "sort:")
            } catch let error as QueryError {
                add(
                    Diagnostic(.config, at: range, error.diagnostic.message, help: error.diagnostic.help), path,
                    lines: lines,
                    before: bytes.count)
            } catch {
                add(Diagnostic(.config, at: range, "'sort' cannot be read"), path, lines: lines, before: bytes.count)
            }
        }
        for (name, range) in session.vault.configuration.searchRanges.sorted(by: { $0.key < $1.key }) {
            do {
                _ = try QueryResolver.query("@\(name)", in: session)
            } catch let error as QueryError {
                add(
                    Diagnostic(.config, at: range, error.diagnostic.message, help: error.diagnostic.help), path,
                    lines: lines,
                    before: bytes.count)
            } catch {
                continue  // what the index has to say about itself is said by the search
            }
        }
    }

    private mutating func add(_ diagnostic: Diagnostic, _ path: VaultPath, lines: LineTable, before end: Int) {
        let offset = min(diagnostic.range.lowerBound, end)
        findings.append(
            Finding(
                path: path, line: lines.line(at: offset), column: lines.column(at: offset), kind: diagnostic.kind,
                message: diagnostic.message, help: diagnostic.help))
    }

    // MARK: One note

    private mutating func check(_ path: VaultPath, undated: Bool) throws {
        guard let text = session.text(path) else { return }
        let lines = LineTable(text.bytes)
        func report(_ kind: Diagnostic.Kind, at range: Range<Int>, _ message: String, help: String? = nil) {
            add(Diagnostic(kind, at: range, message, help: help), path, lines: lines, before: text.bytes.count)
        }
        func location(_ range: Range<Int>?, _ text: String) -> Location {
            let offset = range?.lowerBound ?? 0
            return Location(path: path, line: lines.line(at: offset), column: lines.column(at: offset), text: text)
        }
        let note = text.note
        for diagnostic in note.diagnostics { add(diagnostic, path, lines: lines, before: text.bytes.count) }
        // The first line of each; what is left of one that was half decided counts too.
        for (number, marker) in note.conflicts.enumerated()
        where number == 0 || text.bytes[marker.lowerBound] == Byte.less {
            report(.conflict, at: marker, "a merge conflict begins here", help: "decide it and take the markers out")
        }
        titles[Folding.fold(note.title), default: []].append(location(note.titleRange, note.title))
        if let id = note.id { ids[id, default: []].append(location(note.frontMatter.mapping["id"]?.range, id)) }
        if undated, note.created == nil {
            report(
                .undated, at: 0..<0, "this note has no date of its own",
                help: "slip check --fix --from KEY takes it from a key that holds dates")
        }
        for entry in note.properties {
            if let near = nearKey(entry, in: note) { add(near, path, lines: lines, before: text.bytes.count) }
        }
        for reference in note.references {
            if let fault = try fault(of: reference, in: path) {
                add(fault, path, lines: lines, before: text.bytes.count)
            }
        }
    }

    /// What is wrong with a reference in the note at `path`.
    private mutating func fault(of reference: Reference, in path: VaultPath) throws -> Diagnostic? {
        let range = reference.destination ?? reference.range
        guard let target = try session.index.target(of: reference.target, from: path.folder) else {
            let extensions = session.vault.configuration.fileExtensions
            if ReferenceForm(reference).isMissingAttachment(reference.target, extensions) {
                return Diagnostic(.missingAttachment, at: range, "there is no file '\(reference.target)'")
            }
            if let move = try moved().meant(by: reference, in: path) {
                return Diagnostic(
                    .brokenLink, at: range, "there is no note '\(reference.target)'",
                    help: "a note with the same content is now '\(move.to.text)'"
                        + (move.isSure ? ": slip check --fix" : ""))
            }
            let near = try nearest(reference.target)
            return Diagnostic(
                .brokenLink, at: range, "there is no note '\(reference.target)'",
                help: near.map { "did you mean '\($0)'?" })
        }
        if !target.rivals.isEmpty {
            let others = target.rivals.map { "'\($0.text)'" }
            let could = others.prefix(3).joined(separator: ", ") + (others.count > 3 ? " and others" : "")
            return Diagnostic(
                .ambiguousLink, at: range,
                "'\(reference.target)' is taken for '\(target.path.text)' but could be \(could)", help: "write the path"
            )
        }
        if let fragment = reference.fragment, target.isNote, try !has(fragment, target.path) {
            let isBlock = fragment.hasPrefix("^")
            return Diagnostic(
                isBlock ? .missingBlock : .missingHeading, at: range,
                "'\(target.path.text)' has no \(isBlock ? "block" : "heading") '\(fragment)'")
        }
        return nil
    }

    private mutating func moved() throws -> OutsideMoves {
        if let outsideMoves { return outsideMoves }
        let moves = try OutsideMoves(session.index)
        outsideMoves = moves
        return moves
    }

    /// The note nearest to a name that is none, for the first few: each costs a look at every name.
    private mutating func nearest(_ name: String) throws -> String? {
        hints += 1
        return hints > 20 ? nil : try session.nearestNote(to: name)
    }

    /// Whether a note has what a link names in it.
    private mutating func has(_ fragment: String, _ path: VaultPath) throws -> Bool {
        if anchors[path] == nil {
            guard let text = session.text(path) else { return true }
            anchors[path] = NoteAnchors(text.note, text.bytes)
        }
        return anchors[path]?.holds(fragment) ?? true
    }

    /// A key of the note that means nothing, but would if it were spelled as one that does, and could be it: the note
    /// has none of that meaning, and the value is one that it takes.
    private func nearKey(_ entry: YAMLEntry, in note: Note) -> Diagnostic? {
        let rules = session.rules
        guard let name = rules.keys.nearly(entry.key), let key = rules.keys.name(name)?.key, !note.keys.contains(key),
            !entry.value.isNull
        else { return nil }
        let text = entry.value.text
        let fits =
            switch key {
            case .created, .modified: text.flatMap { DateText($0) }.map { $0.precision >= .day } ?? false
            case .favorite: ["true", "false", "yes", "no", "on", "off"].contains(text?.lowercased() ?? "")
            case .order: text.flatMap { Int64($0) } != nil
            case .status: text.flatMap { rules.status($0) } != nil
            case .title, .id: text != nil
            case .links, .attachments: !(text?.contains("://") ?? false)
            case .keywords, .aliases: true
            }
        guard fits else { return nil }
        return Diagnostic(
            .nearKey, at: entry.keyRange, "the key '\(entry.key)' is nearly '\(name)' and means nothing",
            help: "rename it to '\(name)' if that is meant")
    }

    /// Copies that sync programs left.
    private mutating func checkCopies() throws {
        for kind in [FileKind.note, .image, .other, .unreadable] {
            for path in try session.index.paths(of: kind) {
                guard let original = SyncCopy.original(of: path.name.text) else { continue }
                findings.append(
                    Finding(
                        path: path, line: 1, column: 1, kind: .syncCopy,
                        message: "a sync program left this copy of '\(original)'",
                        help: "take over what it has of its own, then remove it"))
            }
        }
    }

    private mutating func duplicates(_ locations: [String: [Location]], _ kind: Diagnostic.Kind, name: String) {
        for group in locations.values where group.count > 1 {
            for location in group {
                let others = group.lazy.filter { $0.path != location.path }.prefix(4).map { "'\($0.path.text)'" }
                let shown = others.prefix(3).joined(separator: ", ") + (others.count > 3 ? " and others" : "")
                findings.append(
                    Finding(
                        path: location.path, line: location.line, column: location.column, kind: kind,
                        message: "the \(name) '\(location.text)' is also that of \(shown)"))
            }
        }
    }
}
