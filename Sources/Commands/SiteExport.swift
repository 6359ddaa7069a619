import Arguments
import QueryLanguage
import Searching
import SourceText
import System
import VaultFiles
import Web

/// `slip export --html`: a web site of the notes that match a query.
struct SiteExport {
    /// The options that only make sense with `--html`.
    struct HTMLOptions: Sendable {
        var allowsHTML = false
        var includesDrafts = false
        var isDryRun = false
        var styleSheet: Argument?
        var template: Argument?
        var url: String?

        /// The name of an option that was given, or nil.
        var given: String? {
            if allowsHTML { return "--unsafe-html" }
            if includesDrafts { return "--drafts" }
            if isDryRun { return "--dry-run" }
            if styleSheet != nil { return "--css" }
            if template != nil { return "--template" }
            return url == nil ? nil : "--url"
        }
    }

    /// Larger attachments are not copied.
    private static let largestAttachment = 1 << 30

    let values: HTMLOptions
    /// The format of the result: nil for text, or JSON.
    let format: ExportCommand.OutputFormat?
    let context: CommandContext

    func run(to folder: Argument, _ search: VaultSearch, in snapshot: VaultSnapshot) throws {
        let root = ResolvedPath(context.full(folder)).bytes
        try checkPlace(root, named: folder, in: snapshot.vault)
        let manifest = Background { SiteManifest(in: root) }
        let found = try hits(search.withoutLists, in: snapshot)
        let published = try PublishedNotes(of: found, in: snapshot, includesDrafts: values.includesDrafts)
        let notes = published.notes
        let options = try siteOptions()
        var report = SiteReport(root: root)
        report.leftOut = published.leftOut
        report.leftOut[.outside] = try notesOutside(found, in: snapshot)
        if notes.isEmpty {
            report.printNotices(in: context)
            context.notice("no notes match, so the site stays as it is")
            context.status = 1
            return
        }
        if values.isDryRun {
            let site = try Site(
                hits(search, in: snapshot).filter(published.contains), snapshot, options)
            return try finish(&report, site, in: snapshot)
        }
        let siteFolder = try SiteFolder(root, manifest.value())
        let fingerprint = try Site.fingerprint(notes, in: snapshot, options)
        if siteFolder.isCurrent(fingerprint) {
            report.files = siteFolder.count
            report.leftOut[.attachments] = try attachments(in: snapshot) { !siteFolder.contains(copyOf: $0) }
            return try finish(&report, nil, in: snapshot)
        }
        // Only a site that has changed needs the links of the notes.
        let hits = try hits(search, in: snapshot).filter(published.contains)
        var missing: Set<VaultPath> = []
        var site = try Site(hits, snapshot, options)
        while true {
            let count = missing.count
            try siteFolder.check(site.paths())
            try siteFolder.start()
            missing.formUnion(try add(site, of: hits.count, to: siteFolder, in: snapshot.vault))
            // The pages that were written before may link to what is missing.
            if missing.count == count { break }
            site = try Site(hits, snapshot, options, without: missing)
        }
        let changes = try siteFolder.publish(missing.isEmpty ? fingerprint : "")
        (report.files, report.written, report.removed) = (changes.files, changes.written, changes.removed)
        report.leftOut[.unreadable] = missing.sorted()
        if !missing.isEmpty { context.status = 2 }
        try finish(&report, site, in: snapshot)
    }

    /// Prints the report of a site, which is nil if its folder has it already.
    private func finish(_ report: inout SiteReport, _ site: Site?, in snapshot: VaultSnapshot) throws {
        if let site {
            let unreadable = Set(report.leftOut[.unreadable] ?? [])
            report.leftOut[.attachments] = try attachments(in: snapshot) { path in
                site.file(of: path) == nil && !unreadable.contains(path)
            }
            if values.isDryRun { report.pages = site.sources }
        }
        report.printNotices(in: context)
        try report.print(format, isDryRun: values.isDryRun, in: context)
    }

    /// Returns the notes of the vault that a search has not found.
    private func notesOutside(_ found: [NoteHit], in snapshot: VaultSnapshot) throws -> [VaultPath] {
        if try snapshot.lists.noteCount() == found.count { return [] }
        return try snapshot.lists.notes().subtracting(found.map(\.path)).sorted()
    }

    /// Returns the attachments of the vault that satisfy a condition, without hidden ones.
    private func attachments(in snapshot: VaultSnapshot, where condition: (VaultPath) -> Bool) throws -> [VaultPath] {
        let configuration = snapshot.vault.configuration
        let lists = snapshot.lists
        let all = try lists.unusedAttachments().union(lists.attachments())
        return all.filter { Site.isShared($0, configuration) && condition($0) }.sorted()
    }

    /// Returns the notes that a search finds, ordered by path.
    private func hits(_ search: VaultSearch, in snapshot: VaultSnapshot) throws -> [NoteHit] {
        try snapshot.hits(of: search).filter { !$0.isFile }.sorted { $0.path < $1.path }
    }

    /// Adds the files of a site. Returns the notes and attachments that cannot be read.
    private func add(_ site: Site, of count: Int, to folder: SiteFolder, in vault: Vault) throws -> Set<VaultPath> {
        var pages = 0
        var missing: Set<VaultPath> = []
        func bytes(_ file: Site.File) -> [UInt8]? {
            switch file.content {
            case .bytes(let bytes): return bytes
            case .attachment(let path):
                let parts = path.parts.map(\.bytes)
                if let bytes = try? Files.read(inside: vault.root, parts, limit: Self.largestAttachment) {
                    return bytes
                }
                missing.insert(path)
                return nil
            }
        }
        let notes = try site.forEach { files in
            pages += 1
            if pages.isMultiple(of: 256) { context.progress("exporting", pages, of: count) }
            try folder.add(files.compactMap { file in bytes(file).map { (file.path, $0) } })
        }
        return missing.union(notes)
    }

    /// Throws if the folder is in the vault, unless slip ignores it and it belongs to no other program.
    ///
    /// - Parameter root: the resolved path of the folder.
    private func checkPlace(_ root: [UInt8], named folder: Argument, in vault: Vault) throws {
        guard let inside = vault.path(ofFull: root) else { return }
        let help = "export to a folder outside of the vault, or to one whose name begins with a dot"
        guard let first = inside.parts.firstIndex(where: { $0.bytes.first == Byte.dot }) else {
            throw VaultError(
                "'\(SafeText.escaped(folder.shown))' is in the vault, where the copies would be found as attachments",
                help: help)
        }
        let hidden = inside.parts.indices[first...].map { last in
            inside.parts[...last].reduce(VaultPath.root) { $0.appending($1) }
        }
        let foreign = try hidden.first { part in
            if SiteFolder.isReserved(part.name) { return true }
            return try part != inside && SiteFolder.isForeign(vault.fullPath(part))
        }
        if let foreign {
            throw VaultError(
                "cannot export to '\(SafeText.escaped(folder.shown))': '\(foreign.text)' belongs to slip or another program",
                help: "\(help), such as '.site'")
        }
    }

    private func siteOptions() throws -> Site.Options {
        var options = Site.Options()
        options.allowsHTML = values.allowsHTML
        options.styleSheet = try values.styleSheet.map { try $0.content(in: context) }
        options.frame = try values.template.map { file in
            (String(decoding: try file.content(in: context), as: UTF8.self), "'\(SafeText.escaped(file.shown))'")
        }
        if let url = values.url {
            guard url.hasPrefix("https://") || url.hasPrefix("http://"),
                !url.contains(where: { $0.isWhitespace || "?#".contains($0) })
            else {
                throw UsageError.other(
                    "'--url': '\(SafeText.escaped(url))' is not a web address",
                    help: "write it as https://example.org/notes")
            }
            options.url = url.hasSuffix("/") ? String(url.dropLast()) : url
        }
        return options
    }
}
