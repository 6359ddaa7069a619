import Indexing
import Notes
import Searching
import SourceText
import TestSupport
import Testing
import VaultFiles

@testable import SearchIndex

/// Findings of `check` from the index, compared with the files.
@Suite struct FindingTests {
    private static var seeds: ClosedRange<UInt64> { 1...(LongTests.areWanted ? 60 : 6) }

    @Test(arguments: seeds)
    func `after random changes, findings equal those of reading every note`(seed: UInt64) throws {
        let vault = try TemporaryVault()
        let changer = VaultChanger(vault, seed: seed)
        var count = 0
        for _ in 0..<6 {
            for _ in 0..<12 { changer.change() }
            // The second time, the findings come from the index.
            for _ in 0..<2 {
                let session = try vault.session()
                let found = try session.findings(FindingScope(undated: true)).filter { Self.kinds.contains($0.kind) }
                count += found.count
                let difference = difference(found.map(Self.line).sorted(), try Self.read(session).sorted())
                #expect(difference == "", "seed \(seed), after:\n\(changer.log.joined(separator: "\n"))")
                if difference != "" { return }
            }
        }
        #expect(count > 20)
    }

    /// The kinds that `read` computes.
    private static let kinds: Set<Diagnostic.Kind> = [
        .frontMatter, .status, .encoding, .nearKey, .conflict, .undated, .brokenLink, .ambiguousLink,
        .missingAttachment, .duplicateTitle, .duplicateId,
    ]

    private static func line(_ finding: Finding) -> String {
        "\(finding.path.bytes.shown):\(finding.line):\(finding.column): \(finding.kind.rawValue)"
    }

    /// Whether a reference names an existing file that is hidden or ignored.
    private static func leadsToHiddenFile(_ reference: Reference, in path: VaultPath, _ vault: Vault) -> Bool {
        let rules = IgnoreRules(vault.configuration.ignore)
        return [path.folder, .root].contains { folder in
            ["", ".md", ".markdown"].contains { suffix in
                let file = folder.resolving(VaultPath(reference.target + suffix))
                return file.map { rules.passesOver($0) && vault.exists($0) } ?? false
            }
        }
    }

    /// Returns the findings by parsing all notes and resolving all references.
    private static func read(_ session: VaultSession) throws -> [String] {
        var lines: [String] = []
        var titles: [String: [String]] = [:]
        var ids: [String: [String]] = [:]
        try session.read { snapshot in
            for path in try snapshot.index.links.paths(of: .note) {
                guard let text = snapshot.text(path) else { continue }
                let table = LineTable(text.bytes)
                func place(_ offset: Int) -> String {
                    "\(path.bytes.shown):\(table.line(at: offset)):\(table.column(at: offset)): "
                }
                for diagnostic in text.note.findings(snapshot.rules, in: text.bytes) {
                    lines.append(place(diagnostic.range.lowerBound) + diagnostic.kind.rawValue)
                }
                if text.note.created == nil { lines.append(place(0) + "undated") }
                titles[Folding.fold(text.note.title), default: []].append(place(text.note.titleRange?.lowerBound ?? 0))
                if let id = text.note.id {
                    ids[id, default: []].append(place(text.note.idRange?.lowerBound ?? 0))
                }
                for reference in text.note.references {
                    let target = try snapshot.index.links.target(of: reference.target, from: path.folder)
                    let location = place((reference.destination ?? reference.range).lowerBound)
                    if let target {
                        if !target.rivals.isEmpty { lines.append(location + "ambiguous-link") }
                    } else if !leadsToHiddenFile(reference, in: path, session.vault) {
                        let isMissing = ReferenceForm(reference).isMissingAttachment(
                            reference.target, snapshot.vault.configuration.fileExtensions)
                        lines.append(location + (isMissing ? "missing-attachment" : "broken-link"))
                    }
                }
            }
        }
        for group in titles.values where group.count > 1 { lines += group.map { $0 + "duplicate-title" } }
        for group in ids.values where group.count > 1 { lines += group.map { $0 + "duplicate-id" } }
        return lines
    }

    @Test func `findings follow a heading that is added or removed`() throws {
        let vault = try TemporaryVault(["t.md": "# One\n\n## Two\n", "a.md": "[x](t.md#two)\n[[t#Three]]\n"])
        func missing() throws -> [String] {
            try vault.session().findings().map { "\($0.path):\($0.line) \($0.kind.rawValue)" }
        }
        for _ in 0..<2 { #expect(try missing() == ["a.md:2 missing-heading"]) }
        try vault.write("t.md", "# One\n\n## Three\n")
        for _ in 0..<2 { #expect(try missing() == ["a.md:1 missing-heading"]) }
        try vault.write("t.md", "# One\n\n## Two\n\n### Three\n")
        for _ in 0..<2 { #expect(try missing() == []) }
    }

    @Test func `a note that was checked once is not read again`() throws {
        let vault = try TemporaryVault(["t.md": "# One\n", "a.md": "[x](t.md#one) [y](t.md#two)\n"])
        #expect(try vault.session().findings().count == 1)
        TemporaryVault.settle()
        _ = try vault.session()
        let session = try vault.session()
        // The file is removed after the update, so that it cannot be read again.
        try vault.remove(VaultPath("t.md"))
        #expect(try session.findings().map(\.kind) == [.missingHeading])
    }

    @Test func `a duplicate id is found at its place, also under uuid`() throws {
        let vault = try TemporaryVault([
            "a.md": "---\nx: 1\nuuid: q\n---\n", "b.md": "---\nid: q\n---\n", "c.md": "---\nid: Q\n---\n",
        ])
        let found = try vault.session().findings().filter { $0.kind == .duplicateId }
        #expect(found.map { "\($0.path):\($0.line):\($0.column)" } == ["a.md:3:7", "b.md:2:5"])
    }

    @Test func `a link over two lines is reported at its target`() throws {
        let vault = try TemporaryVault(["a.md": "[a label\nof two lines](gone.md)\n"])
        let found = try vault.session().findings()
        #expect(found.map { "\($0.line):\($0.column)" } == ["2:15"])
    }

    @Test func `cached anchors of a changed note are discarded`() throws {
        let vault = try TemporaryVault(["t.md": "# One\n", "a.md": "[x](t.md#one)\n"])
        let session = try vault.session()
        let row = try #require(
            try session.read { snapshot in
                try snapshot.index.findings.suspectLinks(in: { _ in true }).first?.target?.row
            })
        try vault.write("t.md", "# Two\n")
        let other = try vault.session()
        session.keeper.keepAnchors([row: [1, 2, 3]])
        #expect(try other.read { snapshot in try snapshot.index.links.anchors(of: row) } == nil)
        #expect(try other.findings().map(\.kind) == [.missingHeading])
    }

    @Test func `links of which only the positions change keep their targets and states`() throws {
        let vault = try TemporaryVault(["a.md": "[[b]] [[gone]] [[b#x]]\n", "b.md": "# B\n"])
        let session = try vault.session()
        func places() throws -> [String] { try session.findings().map { "\($0.line):\($0.column) \($0.kind)" } }
        #expect(try places() == ["1:9 brokenLink", "1:18 missingHeading"])
        try vault.write("a.md", "---\nk: 1\n---\nx [[b]] [[gone]]\n\n[[b#B]]\n")
        try session.refresh()
        #expect(try places() == ["4:11 brokenLink"])
        try vault.write("gone.md", "x\n")
        try session.refresh()
        #expect(try places().isEmpty)
        try vault.write("a.md", "---\nk: 1\n---\n\nx [[b]] [[gone]]\n\n[[b#B]]\n")
        try vault.remove("gone.md")
        try session.refresh()
        #expect(try places() == ["5:11 brokenLink"])
        #expect(try CommandLine.run(["index", "--verify"], in: vault).status == 0)
    }

    @Test(.takes(atMostMinutes: 4)) func `nested images are checked in linear time`() throws {
        let depth = 60_000
        let note = String(repeating: "![", count: depth) + "x" + String(repeating: "](gone.png)", count: depth)
        let vault = try TemporaryVault(["a.md": note + "\n"])
        #expect(try vault.session().findings().count == depth)
    }

    /// Cached findings stay in an index of the same schema. If this hash changes, raise `Schema.version`.
    @Test func `cached findings and anchors match the schema version`() throws {
        let vault = try TemporaryVault([
            "a.md":
                "---\nstatus: odd\nfavorite: perhaps\ntile: x\n- y\n---\n# Übung *eins*\n\n## Zwei ^b\n\n<a name=q> ^c\n<<<<<<< x\n",
            "b.md": "[x](a.md#zwei)\n",
        ])
        let session = try vault.session()
        let findings = try session.findings().map { "\($0.kind) \($0.message) \($0.help ?? "-")" }
        let hashes = try session.read { snapshot in
            let link = try #require(
                try snapshot.index.findings.suspectLinks(in: { _ in true }).first { $0.target != nil })
            return try snapshot.index.links.anchors(of: try #require(link.target).row) ?? []
        }
        let hash = ContentHash.hash(Array("\(findings) \(hashes)".utf8))
        #expect((Schema.version, hash) == (43, -3_588_507_821_670_808_518))
    }
}
