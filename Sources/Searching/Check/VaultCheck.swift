import Indexing
import Notes
import QueryLanguage
import SearchIndex
import SourceText
import System
import VaultFiles

extension VaultSession {
    /// Returns the problems of notes, files and configuration, ordered by path and position. `allFindings` adds the
    /// records of other vaults in `.slipbox`.
    ///
    /// Complexity: a few scans of index tables. A note whose headings or blocks are linked is read once until it
    /// changes.
    package func findings(_ scope: FindingScope = FindingScope()) throws -> [Finding] {
        let check = try read { try VaultCheck.run($0, scope) }
        keeper.keepAnchors(check.readAnchors)
        return check.findings.sorted()
    }
}

extension VaultSnapshot {
    /// Returns all problems of the vault as of this snapshot, ordered by path and position.
    package func findings() throws -> [Finding] { try VaultCheck.run(self, FindingScope()).findings.sorted() }

    /// Returns the problems that `check` would find if an open document were saved, ordered by position, with byte
    /// ranges. `.undated` is not checked.
    ///
    /// Complexity: O(bytes), and one lookup for each distinct link target.
    package func findings(of open: OpenNote) throws -> [Finding] { try findings(of: open, waits: true).findings }

    /// Returns the problems that `check` would find if an open document were saved. Unless `waits`, hints that require
    /// reading all notes' names are omitted.
    ///
    /// - Returns: the findings, and whether hints were omitted.
    package func findings(of open: OpenNote, waits: Bool) throws -> (findings: [Finding], lacksHints: Bool) {
        var check = VaultCheck(self, FindingScope())
        check.waitsForHints = waits
        try check.run(of: open)
        return (check.findings.sorted(), check.lacksHints)
    }
}

/// A collector of the problems of a vault, from its index.
private struct VaultCheck {
    /// The maximum number of broken references for which a similar name is suggested.
    private static let mostHints = 20

    private let snapshot: VaultSnapshot
    private let scope: FindingScope
    private(set) var findings: [Finding] = []
    /// Anchors of notes that were not in the index yet.
    private(set) var readAnchors: [RowID: [Int64]] = [:]
    /// Whether to compute hints that require reading all notes' names.
    var waitsForHints = true
    private(set) var lacksHints = false

    init(_ snapshot: VaultSnapshot, _ scope: FindingScope) {
        self.snapshot = snapshot
        self.scope = scope
    }

    static func run(_ snapshot: VaultSnapshot, _ scope: FindingScope) throws -> VaultCheck {
        var check = VaultCheck(snapshot, scope)
        try check.run()
        return check
    }

    private mutating func run() throws {
        if wants(.config) { checkConfiguration() }
        for fault in try snapshot.keeper.allFaults() {
            report(fault.kind == .link ? .linkOutside : .unreadable, fault.reason, in: fault.path)
        }
        for path in try snapshot.index.links.paths(of: .unreadable) {
            report(.unreadable, "this note cannot be read", in: path)
        }
        for finding in try snapshot.index.findings.findingsOfNotes() {
            report(
                finding.kind, finding.message, in: finding.path, at: finding.location, help: finding.help,
                severity: finding.severity)
        }
        if wants(.undated) {
            for path in try snapshot.index.findings.undatedNotes() {
                report(
                    .undated, "the front matter of this note has no date", in: path,
                    help: snapshot.git.isVersioned
                        ? "to set it from git: slip check --fix --undated"
                        : "to set it from another key: slip check --fix --from KEY")
            }
        }
        if wants(.staleModified) {
            for date in try StaleModified.all(in: snapshot) where scope.wants(date.path) {
                report(
                    .staleModified, date.message, in: date.path, at: date.location, help: StaleModified.help)
            }
        }
        try checkLinks()
        if wants(.duplicateTitle) {
            addDuplicates(try snapshot.index.findings.notesWithDuplicateTitles(), .duplicateTitle, name: "title")
        }
        if wants(.duplicateId) {
            addDuplicates(try snapshot.index.findings.notesWithDuplicateIDs(), .duplicateId, name: "id")
        }
        if wants(.syncCopy) { try checkCopies() }
        if wants(.badValue) { add(try DeclaredValues(snapshot: snapshot).problems(in: scope.wants), .badValue) }
        if wants(.stale) {
            for path in try snapshot.staleNotes.all() {
                report(.stale, "this note is stale: a date in its front matter is too old", in: path, help: "review it")
            }
        }
        if wants(.kind) { try checkKinds() }
        if snapshot.readsAttachments || scope.kinds.contains(.unreadableAttachment),
            snapshot.keeper.committed == nil, wants(.unreadableAttachment)
        {
            try snapshot.requireAttachments(.all)
            for (path, reason) in try snapshot.index.attachments.failures() {
                report(.unreadableAttachment, "this file \(reason), so its text is not searched", in: path)
            }
        }
        findings += try LiveBlockCheck.findings(in: snapshot, scope)
        if wants(.unusedAttachment) {
            for path in try UnusedAttachments.all(in: snapshot) {
                report(.unusedAttachment, "no note or canvas references this file", in: path)
            }
        }
    }

    /// Checks an open document from its text.
    mutating func run(of open: OpenNote) throws {
        let note = open.note
        let diagnostics = note.findings(snapshot.rules, in: open.bytes)
        add(DeclaredValues(snapshot: snapshot).problems(of: note, open.bytes, at: open.path), .badValue)
        if wants(.kind) { add(try snapshot.kindRules.problems(of: open), .kind) }
        let links = try snapshot.linkTargets.suspectLinks(of: open)
        let offsets =
            diagnostics.map(\.range.lowerBound) + links.compactMap { $0.range?.lowerBound }
            + [note.titleRange, note.idRange].compactMap { $0?.lowerBound }
        let locations = TextLocations(of: offsets, in: open.bytes)
        for diagnostic in diagnostics {
            report(
                diagnostic.kind, diagnostic.message, in: open.path, at: locations[diagnostic.range.lowerBound],
                help: diagnostic.help, range: diagnostic.range, severity: diagnostic.severity)
        }
        try checkLinks(
            links.map { link in
                var link = link
                if let range = link.range { link.location = locations[range.lowerBound] }
                return link
            })
        func addDuplicate(_ name: String, _ range: Range<Int>?, kind: Diagnostic.Kind, called word: String) throws {
            let others = try snapshot.index.findings.notes(
                sharing: name, isID: kind == .duplicateId, besides: open.path)
            if others.isEmpty { return }
            let location = range.map { locations[$0.lowerBound] } ?? .start
            reportDuplicate(
                of: others, kind, word, name: name, in: open.path, at: location, range: range ?? 0..<0)
        }
        try addDuplicate(note.title, note.titleRange, kind: .duplicateTitle, called: "title")
        if let id = note.id { try addDuplicate(id, note.idRange, kind: .duplicateId, called: "id") }
        try checkCopy(open.path)
        findings += try LiveBlockCheck.findings(of: open, in: snapshot, scope)
    }

    private mutating func add(_ problems: [BrokenRule], _ kind: Diagnostic.Kind) {
        for problem in problems {
            report(
                kind, problem.message, in: problem.path, at: problem.location, help: problem.help,
                range: problem.range)
        }
    }

    private mutating func report(
        _ kind: Diagnostic.Kind, _ message: String, in path: VaultPath, at location: TextLocation = .start,
        help: String? = nil, range: Range<Int>? = nil, severity: Diagnostic.Severity? = nil
    ) {
        var finding = Finding(
            path: path, line: location.line, column: location.column, kind: kind, message: message, help: help)
        finding.range = range
        if let severity { finding.severity = severity }
        if let finding = scope.weighed(finding, by: snapshot.vault.configuration) { findings.append(finding) }
    }

    private func wants(_ kind: Diagnostic.Kind) -> Bool { scope.wants(kind, in: snapshot.vault.configuration) }

    private mutating func checkConfiguration() {
        // If the file was deleted since the vault was opened, it has no problems.
        guard let bytes = try? configurationBytes() else { return }
        let diagnostics = ConfigurationCheck(snapshot: snapshot).diagnostics
        let locations = TextLocations(of: diagnostics.map(\.range.lowerBound), in: bytes)
        for diagnostic in diagnostics {
            report(
                diagnostic.kind, diagnostic.message, in: VaultPath(".slipbox/config.yaml"),
                at: locations[diagnostic.range.lowerBound], help: diagnostic.help)
        }
    }

    /// Returns the configuration from the source of the notes, or nil if there is none.
    private func configurationBytes() throws -> [UInt8]? {
        snapshot.keeper.committed == nil
            ? try snapshot.vault.configurationBytes()
            : try snapshot.keeper.source.read(Vault.configurationPath).bytes
    }

    private mutating func checkKinds() throws {
        add(try snapshot.kindRules.problems(in: scope.wants), .kind)
        // A schema that cannot be read is a problem of the configuration, but its notes were not tested.
        if wants(.config) { return }
        for diagnostic in ConfigurationCheck(snapshot: snapshot).unusableSchemas {
            snapshot.messages.warn(".slipbox/config.yaml: \(diagnostic.message)")
        }
    }

    // MARK: Links

    private mutating func checkLinks() throws {
        let kinds: [Diagnostic.Kind] = [
            .missingAttachment, .brokenLink, .ambiguousLink, .missingHeading, .missingBlock,
        ]
        if !kinds.contains(where: wants) { return }
        try checkLinks(snapshot.index.findings.suspectLinks(in: scope.wants))
    }

    private mutating func checkLinks(_ links: [SuspectLink]) throws {
        let anchors = wants(.missingHeading) || wants(.missingBlock) ? try anchors(of: links) : [:]
        var broken: [SuspectLink] = []
        let ignore = IgnoreRules(snapshot.vault.configuration.ignore)
        for link in links where ![.broken, .text].contains(link.state) || !leadsToHiddenFile(link, ignore) {
            switch link.state {
            case .text:
                if try !link.isCertainPath(in: snapshot) { continue }
                fallthrough
            case .broken where link.isAttachment:
                report(
                    .missingAttachment, "there is no file '\(link.reference)'", in: link.path, at: link.location,
                    range: link.range)
            case .broken: broken.append(link)
            case .ambiguous: if wants(.ambiguousLink) { try addAmbiguous(link) }
            case .resolved:
                guard let fragment = link.fragment, let target = link.target,
                    anchors[target.path]?.holds(fragment) == false
                else { continue }
                let isBlock = fragment.hasPrefix("^")
                report(
                    isBlock ? .missingBlock : .missingHeading,
                    "'\(target.path.text)' has no \(isBlock ? "block" : "heading") '\(fragment)'", in: link.path,
                    at: link.location, range: link.range)
            }
        }
        if !broken.isEmpty, wants(.brokenLink) { try addBroken(broken) }
    }

    /// Returns whether a broken link leads to an existing file that the index does not contain, because it is hidden or
    /// ignored.
    private func leadsToHiddenFile(_ link: SuspectLink, _ ignore: IgnoreRules) -> Bool {
        let written = VaultPath(link.reference)
        let suffixes = [""] + snapshot.vault.configuration.extensions.sorted().map { ".\($0)" }
        return [link.path.folder, .root].contains { folder in
            suffixes.contains { suffix in
                guard let path = folder.resolving(VaultPath(bytes: written.bytes + Array(suffix.utf8))),
                    path.staysInside, ignore.passesOver(path)
                else { return false }
                return snapshot.keeper.committed == nil
                    ? snapshot.vault.exists(path) : (try? snapshot.keeper.source.read(path)) != nil
            }
        }
    }

    private mutating func addAmbiguous(_ link: SuspectLink) throws {
        let found = try snapshot.index.links.target(of: link.reference, from: link.path.folder, as: link.form)
        guard let target = found else { return }
        let others = target.rivals.map { "'\($0.text)'" }
        let could = others.prefix(3).joined(separator: ", ") + (others.count > 3 ? " and others" : "")
        report(
            .ambiguousLink,
            "'\(link.reference)' is ambiguous: it leads to '\(target.path.text)', but could also mean \(could)",
            in: link.path, at: link.location, help: "write the path", range: link.range)
    }

    /// Reports broken references with a hint: the new path of a moved note, else a similar name.
    private mutating func addBroken(_ links: [SuspectLink]) throws {
        let moves = try ExternalMoves(snapshot)
        var helps: [String?] = []
        var unknown: [String] = []
        for link in links {
            let move = try moves.meant(by: link.reference, in: link.path)
            helps.append(
                move.map {
                    $0.isSure
                        ? "the note has moved to '\($0.to.text)'; to update the link: slip check --fix"
                        : "a note with the same content exists: '\($0.to.text)'"
                })
            if move == nil, unknown.count < Self.mostHints, !unknown.contains(link.reference) {
                unknown.append(link.reference)
            }
        }
        if !waitsForHints, unknown.contains(where: { snapshot.cache.names[$0] == nil }) {
            lacksHints = true
        }
        let nearest =
            lacksHints
            ? unknown.map { snapshot.cache.names.last($0) }
            : try snapshot.nearestNotes(to: unknown)
        let near = Dictionary(uniqueKeysWithValues: zip(unknown, nearest))
        for (link, help) in zip(links, helps) {
            let nearest = near[link.reference]?.map { "did you mean '\($0)'?" }
            report(
                .brokenLink, "there is no note '\(link.reference)'", in: link.path, at: link.location,
                help: help ?? nearest, range: link.range)
        }
    }

    /// Returns the anchors of the notes that links with fragments lead to. Notes that cannot be read are missing.
    private mutating func anchors(of links: [SuspectLink]) throws -> [VaultPath: NoteAnchors] {
        var anchors: [VaultPath: NoteAnchors] = [:]
        var missing: Set<SuspectLink.Target> = []
        for case .some(let target) in links.lazy.filter({ $0.fragment != nil && $0.state == .resolved }).map(\.target)
        where anchors[target.path] == nil && !missing.contains(target) {
            if let open = snapshot.openNotes[target.path] {
                anchors[target.path] = open.anchors()
            } else if let kept = try snapshot.index.links.anchors(of: target.row) {
                anchors[target.path] = NoteAnchors(hashes: kept)
            } else {
                missing.insert(target)
            }
        }
        let targets = missing.sorted { $0.path < $1.path }
        let (source, rules) = (snapshot.keeper.source, snapshot.rules)
        let read = Parallel.map(targets.count) { number in
            Result { () throws(SystemError) -> (NoteAnchors, isIndexed: Bool) in
                let target = targets[number]
                let bytes = try source.read(target.path).bytes
                let note = Note(bytes, name: target.path.name, rules: rules)
                return (NoteAnchors(note, bytes), ContentHash.hash(bytes) == target.hash)
            }
        }
        for (target, result) in zip(targets, read) {
            switch result {
            case .success((let found, let isIndexed)):
                anchors[target.path] = found
                // If the note was saved after the index update, its anchors do not belong to the indexed row.
                if isIndexed { readAnchors[target.row] = found.hashes.sorted() }
            case .failure(let error): snapshot.warnAboutUnreadable(target.path, error)
            }
        }
        return anchors
    }

    // MARK: Names

    /// Reports conflict copies that sync programs left.
    private mutating func checkCopies() throws {
        for path in try snapshot.index.findings.files(containing: SyncCopy.marks) { try checkCopy(path) }
    }

    private mutating func checkCopy(_ path: VaultPath) throws {
        let isCertain = SyncCopy.original(of: path.name.text) != nil
        let original =
            try SyncCopy.original(of: path.name.text)
            ?? SyncCopy.originals(ofMachineCopy: path.name.text).first { original in
                let other = path.folder.appending(VaultPath(original.name))
                guard try snapshot.isFile(other) else { return false }
                return try !original.needsSharedText || SyncCopy.shareText(snapshot.bytes(path), snapshot.bytes(other))
            }?.name
        guard let original else { return }
        report(
            .syncCopy,
            "this \(isCertain ? "is" : "may be") a copy of '\(original)', created by a sync program after a conflict",
            in: path, help: "copy its changes to the original, and remove it")
    }

    private mutating func addDuplicates(_ groups: [[NamedNote]], _ kind: Diagnostic.Kind, name: String) {
        for group in groups {
            let group = group.sorted { $0.path < $1.path }
            for note in group where scope.wants(note.path) {
                let others = group.lazy.filter { $0.path != note.path }.prefix(4).map(\.path)
                reportDuplicate(
                    of: Array(others), kind, name, name: note.name, in: note.path, at: note.location, range: nil)
            }
        }
    }

    /// - Parameter word: the name of the property that the notes share.
    private mutating func reportDuplicate(
        of others: [VaultPath], _ kind: Diagnostic.Kind, _ word: String, name: String, in path: VaultPath,
        at location: TextLocation, range: Range<Int>?
    ) {
        let names = others.prefix(3).map { "'\($0.text)'" }.joined(separator: ", ")
        report(
            kind, "the \(word) '\(name)' is also used by \(names)\(others.count > 3 ? " and others" : "")", in: path,
            at: location, range: range)
    }
}
