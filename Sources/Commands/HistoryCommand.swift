import Arguments
import Indexing
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

/// `slip history`: the commits that changed a note. (`slip undo --list` lists the changes of slip.)
enum HistoryCommand {
    struct OptionValues: Sendable {
        var format: ListFormat?
        var showsPatch = false
        var limit: Int?
        var isRelative = false
    }

    static let command = SlipCommand(
        "history", "List the commits that changed a note.", operands: ["NOTE"],
        options: [
            .value("format", short: "f", "FORMAT", \.format, "Set the output format (default: text)."),
            .flag("patch", short: "p", \.showsPatch, "Show the changes of each commit, word by word."),
            .value("limit", short: "n", "COUNT", \.limit, "Limit output to COUNT commits."),
            .flag("relative", \.isRelative, "Show dates relative to now."),
        ],
        discussion: """
            Lists the newest commit first, and follows renames. Each entry has the commit, date, author and subject.
            Below are the numbers of added and removed words, and changes of status and keywords. --patch marks removed
            words as [-…-] and added words as {+…+}. On a terminal, the commits are numbered: 'slip show %2' shows the
            note as of the second one, and --at %2 names the commit.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            if let limit = values.limit, limit < 1 {
                throw UsageError.badValue(option: "limit", text: String(limit), expected: "a whole number, at least 1")
            }
            let note = context.noteInNamedVault(operands[0])
            try context.read { snapshot in
                try snapshot.requireHistory()
                let path = try context.arguments(snapshot).note(note)
                let revisions = try snapshot.noteHistory.revisions(of: path, limit: values.limit ?? .max)
                if values.format == .json { return try json(revisions, values.showsPatch, in: context) }
                if revisions.isEmpty {
                    context.status = 1
                    return context.notice("no commit has changed '\(SafeText.escaped(path.text))'")
                }
                context.page()
                var numbers = NumberedResults(revisions.count, in: context)
                for revision in revisions {
                    let entry = LastResults.Revision(commit: revision.commit, path: revision.path)
                    let number = numbers.add(path, revision: entry, root: snapshot.vault.root)
                    try show(revision, number: number, values, in: context)
                }
                try numbers.keep(of: snapshot.vault)
            }
        })

    private static func show(
        _ revision: NoteRevision, number: StyledLine, _ values: OptionValues, in context: CommandContext
    ) throws {
        let style = context.style
        let indent = 10 + number.columns
        func put(_ line: StyledLine) throws {
            for text in style.wrapped(line, indent: indent, isShown: context.host.outputIsTerminal) {
                try context.print(text)
            }
        }
        var head = number + style.run(String(revision.commit.prefix(8)), .number)
        head.add(style.run("  \(context.day(revision.time, relative: values.isRelative))  ", .date))
        head.add(style.run(revision.author + "  "))
        head.add(style.run(revision.subject, .title))
        try put(head)
        var facts: [String] = []
        if revision.isDeletion { facts.append("deleted") }
        if let old = revision.oldPath { facts.append("moved from \(old.text) to \(revision.path.text)") }
        if revision.added + revision.removed > 0 { facts.append("+\(revision.added) -\(revision.removed) words") }
        if let status = revision.status { facts.append("status \(status.from) → \(status.to)") }
        facts += revision.newKeywords.map { "+#\($0)" } + revision.oldKeywords.map { "-#\($0)" }
        if !facts.isEmpty {
            try put(style.run(String(repeating: " ", count: indent) + facts.joined(separator: ", "), .label))
        }
        if values.showsPatch { try patch(revision, style, in: context) }
    }

    private static func patch(_ revision: NoteRevision, _ style: Style, in context: CommandContext) throws {
        for hunk in WordDifference.hunks(from: revision.before, to: revision.after) {
            let places = "-\(hunk.old.lowerBound + 1),\(hunk.old.count) +\(hunk.new.lowerBound + 1),\(hunk.new.count)"
            try context.print(style.ink("@@ \(places) @@", .path))
            var text = ""
            for piece in hunk.pieces {
                switch piece {
                case .same(let bytes): text += shown(bytes, style)
                case .removed(let bytes): text += lines(bytes, style, open: "[-", close: "-]", role: .removed)
                case .added(let bytes): text += lines(bytes, style, open: "{+", close: "+}", role: .added)
                }
            }
            try context.print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
        }
        try context.print("")
    }

    /// Returns removed or added text, with each line between `open` and `close`: a pager that starts in the middle then
    /// shows the mark.
    private static func lines(_ bytes: [UInt8], _ style: Style, open: String, close: String, role: Role)
        -> String
    {
        bytes.split(separator: Byte.newline, omittingEmptySubsequences: false).map { line in
            line.isEmpty ? "" : style.ink(open + shown(Array(line), style) + close, role)
        }.joined(separator: "\n")
    }

    private static func shown(_ bytes: [UInt8], _ style: Style) -> String {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map { style.plain(String($0)) }.joined(separator: "\n")
    }

    private static func json(_ revisions: [NoteRevision], _ showsPatch: Bool, in context: CommandContext) throws {
        var json = JSONWriter()
        json.objects(revisions) { revision, json in
            for (name, value) in [
                ("commit", revision.commit), ("date", revision.time.rfc3339), ("author", revision.author),
                ("address", revision.address), ("subject", revision.subject),
            ] {
                json.field(name, value)
            }
            json.path("path", revision.path)
            json.path("old_path", revision.oldPath)
            json.field("deleted", revision.isDeletion)
            json.object("words") { json in
                json.field("added", revision.added)
                json.field("removed", revision.removed)
            }
            json.field("status")
            if let status = revision.status {
                json.object { json in
                    json.field("from", status.from)
                    json.field("to", status.to)
                }
            } else {
                json.null()
            }
            json.object("keywords") { json in
                for (name, keywords) in [("added", revision.newKeywords), ("removed", revision.oldKeywords)] {
                    json.field(name, keywords)
                }
            }
            if showsPatch {
                let hunks = WordDifference.hunks(from: revision.before, to: revision.after)
                json.objects("patch", of: hunks) { hunk, json in write(hunk, to: &json) }
            }
        }
        try context.print(json.text)
    }

    private static func write(_ hunk: WordDifference.Hunk, to json: inout JSONWriter) {
        json.field("line", hunk.new.lowerBound + 1)
        json.objects("words", of: hunk.pieces) { piece, json in
            let (name, bytes) =
                switch piece {
                case .same(let bytes): ("same", bytes)
                case .removed(let bytes): ("removed", bytes)
                case .added(let bytes): ("added", bytes)
                }
            json.field(name, String(decoding: bytes, as: UTF8.self))
        }
    }
}
