package import QueryLanguage
import SQLite
import SearchIndex
package import Searching
import SourceText

/// Everything that a query can see of an index, as lines of text, so that two indexes can be compared.
package enum IndexDump {
    package static let queries = [
        "", "sort:path", "sort:modified", "sort:status,title", "sort:backlinks", "sort:order", "sort:words-",
        "sort:rank", "sort:due",
        "alpha", "beta OR gamma", "alp*", "\"alpha beta\"", "title:box", "heading:alpha delta", "body:gamma", "zolw",
        "alpha -beta", "contains:lph", "/al.ha/", "name:note", "path:a/**",
        "#k", "#K/nested", "tag:red", "status:draft", "status:review,archived", "is:favorite", "is:orphan",
        "is:broken", "is:ambiguous", "is:malformed", "is:conflict", "is:empty", "has:attachment", "has:image",
        "has:keyword", "has:link", "has:backlink", "has:task", "has:heading", "has:alias", "no:keyword", "no:backlink",
        "has:created", "task:open", "task:done", "attachment:*.png", "links-to:(alpha)", "linked-from:(status:draft)",
        "links:>1", "backlinks:>=2", "attachments:>=1", "order:1..5", "words:>10", "size:>100", "created:2024",
        "created:<2000", "modified:>2020", "older:30d", "in:a", "folder:/", "rank:>1", "due:2024-03", "author:smith",
    ]

    package static func lines(_ session: VaultSession, queries: [String] = queries) throws -> [String] {
        let lines = try session.read { snapshot in
            var lines: [String] = []
            for query in queries { lines += try Self.lines(snapshot, query) }
            return lines + (try vocabulary(snapshot))
        }
        // What they may have meant depends on moves that were seen.
        return try lines
            + session.findings(FindingScope(undated: true)).map {
                "\($0.path.bytes.shown):\($0.line):\($0.column) \($0.kind.rawValue) \($0.message)"
            }
    }

    private static func lines(_ snapshot: VaultSnapshot, _ query: String) throws -> [String] {
        var lines = ["? \(query)"]
        do {
            let search = try snapshot.prepare(SearchOptions(query: query, scope: .all, folder: .root))
            try snapshot.run(search) { hit in
                lines.append(
                    query.isEmpty ? full(hit) : "\(hit.path.bytes.shown) \(hit.result.score.map { "\($0)" } ?? "-")")
                return true
            }
            lines.append("= \(try snapshot.count(search))")
        } catch let error as SQLiteError {
            throw error
        } catch {
            // That a query cannot be read depends on the index as well: on its properties and folders.
            lines.append("! \(error)")
        }
        return lines
    }

    private static func full(_ hit: NoteHit) -> String {
        var parts = [
            hit.path.bytes.shown, Array(hit.title.utf8).shown, hit.status, "\(hit.isFavorite)",
            "\(hit.created.microseconds)",
            "\(hit.modified.microseconds)", hit.id ?? "-", hit.order.map { "\($0)" } ?? "-", "\(hit.counts.words)",
            "\(hit.counts.size)", "\(hit.counts.openTasks)/\(hit.counts.doneTasks)", hit.propertiesJSON,
            "keywords \(hit.keywords)", "aliases \(hit.aliases.map { Array($0.utf8).shown })",
        ]
        for link in hit.links {
            let target = link.path.map { $0.bytes.shown } ?? "nowhere"
            parts.append("[\(Array(link.target.utf8).shown) → \(target) :\(link.line) \(link.isAmbiguous ? "?" : "")]")
        }
        for file in hit.attachments { parts.append("(\(file.path.bytes.shown) \(file.exists) :\(file.line))") }
        return parts.joined(separator: " | ")
    }

    private static func vocabulary(_ snapshot: VaultSnapshot) throws -> [String] {
        let index = snapshot.index
        var lines = ["# \(try index.noteCount()) notes"]
        for property in try index.lists.properties() {
            let kinds = property.kinds.map { "\($0.kind) \($0.values)" }.joined(separator: ", ")
            let values = try ScopedCounts(index).values(ofProperty: property.name).map { "\($0.name) \($0.notes)" }
            lines.append("property \(property.name) \(property.notes): \(kinds); \(values)")
        }
        // `NameTests` checks how keywords are spelt.
        lines += try snapshot.lists.keywords(containing: nil).map {
            "keyword \(Folding.fold($0.name)) \($0.notes) \($0.active)"
        }
        lines += try snapshot.lists.folderCounts().map { "folder \($0.path.bytes.shown) \($0.own) \($0.all)" }
        lines += try index.lists.statuses().map { "status \($0.name) \($0.notes)" }
        lines += try index.lists.attachmentNames().map { "attachment \($0.name) \($0.notes)" }
        for name in ["note", "box", "Alpha", "a/note", "é", "e\u{301}", "id-1"] {
            lines.append("named \(name): \(try index.names.notes(named: name).map { $0.bytes.shown })")
        }
        for path in try index.names.notes(named: "note") + index.names.notes(named: "box") {
            for back in try index.links.backlinks(to: path) {
                lines.append("backlink \(path.bytes.shown) ← \(back.path.bytes.shown) :\(back.line)")
            }
        }
        var words: [String] = []
        for word in ["alpha", "beta", "zolw", "box"] {
            words.append("\(word) \(try index.count(.word(word)))")
        }
        return lines + ["words \(words)"]
    }
}

extension [UInt8] {
    /// As text, anything but ASCII as hexadecimal numbers, so that equal texts are equal bytes.
    package var shown: String {
        map { byte in
            (0x20..<0x7F).contains(byte)
                ? String(Unicode.Scalar(byte)) : "‹\(String(byte, radix: 16))›"
        }.joined()
    }
}

extension Condition {
    /// Returns the condition that a note contains the folded `word`.
    package static func word(_ word: String) -> Condition {
        .text(TextMatch(words: [word], isPrefix: false, part: .any, range: 0..<0))
    }
}
