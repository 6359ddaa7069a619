import Searching
import SourceText
import VaultFiles
import Web

/// What `slip export --html` says about a site: its pages, what it omits and why, and its address.
struct SiteReport {
    /// Why a file of the vault is not in the site.
    enum Reason: String, CaseIterable {
        case drafts, uncertain, outside, attachments, unreadable

        func words(_ count: Int) -> String {
            switch self {
            case .drafts: "\(Counted.notes(count)) with 'draft: true' or 'publish: false' (to include: --drafts)"
            case .uncertain:
                "\(Counted.notes(count)) with front matter that is not read, and may say 'draft: true' (to list: slip search is:malformed; to include: --drafts)"
            case .outside: "\(Counted.notes(count)) that the query does not find"
            case .attachments: "\(Counted.of(count, "attachment")) that no note of the site shows"
            case .unreadable: "\(Counted.of(count, "file")) that cannot be read, or changed meanwhile"
            }
        }
    }

    private static let shownNames = 3

    /// The resolved path of the site's folder.
    let root: [UInt8]
    /// In a dry run, the notes and attachments of the site with their paths in it, ordered by source.
    var pages: [(source: VaultPath, path: VaultPath)] = []
    var leftOut: [Reason: [VaultPath]] = [:]
    /// The files of the site, and how many of them were written and removed. In a dry run, zero.
    var files = 0
    var written = 0
    var removed = 0

    /// The address that opens the site in a browser (RFC 8089).
    var address: String {
        "file://" + HTMLWriter.encodedPath(root + [Byte.slash] + SiteAddresses.start.bytes)
    }

    /// Prints what the site omits, as notices.
    func printNotices(in context: CommandContext) {
        for reason in Reason.allCases {
            guard let paths = leftOut[reason], !paths.isEmpty else { continue }
            let names = paths.prefix(Self.shownNames).map { "'\($0.text)'" }.joined(separator: ", ")
            let more = paths.count > Self.shownNames ? ", …" : ""
            context.notice(SafeText.escaped("left out: \(reason.words(paths.count)): \(names)\(more)"))
        }
    }

    /// Prints the result.
    ///
    /// - Parameters:
    ///   - format: nil for text.
    ///   - isDryRun: whether nothing was written.
    func print(_ format: ExportCommand.OutputFormat?, isDryRun: Bool, in context: CommandContext) throws {
        if format == .json {
            var json = JSONWriter()
            write(to: &json, isDryRun: isDryRun)
            return try context.print(json.text)
        }
        if isDryRun {
            for page in pages { try context.print(SafeText.escaped("\(page.source.text) -> \(page.path.text)")) }
            return
        }
        try context.print("\(files) files, \(written) written, \(removed) removed")
        try context.print(address)
    }

    private func write(to json: inout JSONWriter, isDryRun: Bool) {
        json.object { json in
            json.field("dry_run", isDryRun)
            json.field("address", address)
            json.field("files", files)
            json.field("written", written)
            json.field("removed", removed)
            if isDryRun {
                json.objects("pages", of: pages) { page, json in
                    json.field("source", page.source.text)
                    json.field("path", page.path.text)
                }
            }
            json.object("left_out") { json in
                for reason in Reason.allCases { json.field(reason.rawValue, (leftOut[reason] ?? []).map(\.text)) }
            }
        }
    }
}
