import SourceText

/// Terms of Obsidian, zk, notmuch, Gmail, GitHub, Evernote, Bear and Notion, and the form to use here.
enum ForeignTerms {
    /// The form to use here for a term of another program, and another one with what it is for.
    typealias Form = (query: String, alternative: String?)

    /// Returns the form to use here for `field:value`; nil if the term is in no table. `is:starred` is `is:favorite`.
    ///
    /// - Parameters:
    ///   - field: folded, like `value`. `@` stands for the name of a saved search.
    ///   - written: the value in the query, with its quotes.
    static func form(of field: String, _ value: String, written: String, in vault: any QueryContext) -> Form? {
        if field == "is", value == "closed" {
            return (status(vault.statuses.last ?? "archived"), "task:done for tasks")
        }
        if let form = values[field]?[value] {
            return (
                form.replacing("{first}", with: QueryText.quoted(vault.statuses.first ?? "draft"))
                    .replacing("{last}", with: QueryText.quoted(vault.statuses.last ?? "archived")), nil
            )
        }
        if extensionFields.contains(field), let form = form(ofFile: value, in: field, vault) { return (form, nil) }
        guard !written.isEmpty, let template = fields[field] else { return nil }
        return (template.replacing("$", with: template == "/$/" ? pattern(written) : written), nil)
    }

    /// Returns a value as the source of a regular expression, without its quotes.
    private static func pattern(_ written: String) -> String {
        let isQuoted = written.count > 1 && written.hasPrefix("\"") && written.hasSuffix("\"")
        return (isQuoted ? String(written.dropFirst().dropLast()) : written).replacing("/", with: "\\/")
    }

    private static func status(_ name: String) -> String { "status:\(QueryText.quoted(name))" }

    /// Returns the form for files with an extension. `pdf`, `.pdf`, `*.pdf` and `application/pdf` are one extension.
    private static func form(ofFile value: String, in field: String, _ vault: any QueryContext) -> String? {
        guard let ending = value.split(whereSeparator: { "./*".contains($0) }).last.map(String.init),
            ending.unicodeScalars.allSatisfy({
                $0.isASCII && $0.properties.isAlphabetic || $0.properties.numericType != nil
            })
        else { return nil }
        if vault.noteExtensions.contains(ending) { return "name:*.\(ending)" }
        let isExtension = namesExtensions.contains(field) || vault.attachmentExtensions.contains(ending)
        return isExtension ? "attachment:*.\(ending)" : nil
    }

    /// The fields that take any word as an extension.
    private static let namesExtensions: Set<String> = ["ext", "extension", "filetype", "mimetype", "mime"]

    /// The fields that take an extension of an attachment or a note.
    private static let extensionFields = namesExtensions.union(["type", "kind", "format", "has", "resource"])

    /// Returns the form for the notes that `form` does not find.
    static func negated(_ form: String) -> String { form.hasPrefix("has:") ? "no:" + form.dropFirst(4) : "-" + form }

    /// Features of notes in other programs, with the form here.
    private static let features = [String: String](wordsByMeaning: [
        "is:favorite": "star stars yellow-star pin", "has:attachment": "file files document media resource",
        "attachment:*.mp3": "audio", "attachment:*.mp4": "video", "has:image": "picture pictures photo photos img",
        "has:task": "todo todos checkbox checklist", "has:keyword": "hashtag hashtags labels userlabels",
        "no:keyword": "nouserlabels notags", "has:backlink": "mention mentions", "has:link": "reference references",
        "has:heading": "header headers",
    ])

    /// Kinds of notes in other programs, with the form here.
    private static let kinds: [String: String] = {
        let own = ["attachment", "image", "link", "task", "heading"].map { ($0, "has:\($0)") }
        let many = own.map { ("\($0.0)s", $0.1) }
        return features.merging(own + many) { form, _ in form }
    }()

    /// Values of fields in other programs, with the form here.
    private static let values: [String: [String: String]] = [
        "is": states.merging(kinds) { form, _ in form },
        "has": features,
        "no": ["label": "no:keyword", "labels": "no:keyword", "hashtag": "no:keyword", "todo": "no:task"],
        "type": kinds, "kind": kinds, "filetype": kinds, "resource": kinds, "mimetype": kinds,
        "state": ["open": "task:open", "closed": "task:done"],
        "todo": ["true": "task:open", "false": "task:done"],
        "@": [String: String](wordsByMeaning: [
            "created:today": "today", "created:yesterday": "yesterday", "task:open": "todo", "has:task": "task tasks",
            "task:done": "done", "no:keyword": "untagged", "has:keyword": "tagged", "has:image": "images",
            "has:attachment": "files attachments", "is:favorite": "pinned starred", "is:orphan": "orphans",
            "status:{first}": "drafts", "status:{last}": "archived archive", "last:7d": "last7days week",
        ]),
    ]

    private static let states = [String: String](wordsByMeaning: [
        "task:open": "open todo unfinished incomplete pending unchecked",
        "task:done": "done completed complete finished checked", "-status:{last}": "active",
        "status:{last}": "inactive archive", "status:{first}": "unread inbox unprocessed",
        "-status:{first}": "read processed",
        "is:favorite":
            "starred star fav faved favorited favorites favourites favourited pinned"
            + " flagged important bookmarked liked",
        "no:keyword": "untagged unlabeled unlabelled", "has:keyword": "tagged labeled labelled",
        "is:orphan": "unlinked isolated", "has:link": "linked", "has:backlink": "backlinked",
        "is:broken": "unresolved dangling dead", "is:empty": "blank", "is:malformed": "invalid",
        "is:conflict": "conflicted", "@recent": "recent", "created:today": "today", "older:1y": "old",
        "task:(is:overdue)": "overdue", "task:(is:blocked)": "blocked", "task:(is:recurring)": "recurring",
        "is:dirty": "changed modified uncommitted staged", "is:untracked": "new",
    ])

    /// Fields of other programs, with the form here; `$` stands for the value.
    private static let fields = [String: String](wordsByMeaning: [
        "body:$": "inbody", "title:$": "intitle allintitle", "path:$": "inurl", "heading:$": "header section",
        "name:$": "filename basename", "in:$": "notebook directory", "#$": "category categories topic hashtag",
        "status:$": "state", "favorite:$": "starred pinned flagged",
        "links-to:$": "mentions link linksto link-to linked-to backlink", "linked-from:$": "linked-by linkedfrom",
        "modified:$": "mtime edited", "created:$": "ctime on day month year", "created:<=$": "until",
        "created:>$": "created-after", "created:<$": "created-before", "modified:>$": "modified-after edited-after",
        "modified:<$": "modified-before edited-before", "by:$": "created-by edited-by committer", "$": "text any all",
        "/$/": "regex regexp", "sort:$": "orderby order-by sortby sort-by", "group:$": "groupby group-by",
        "limit:$": "top max", "@$": "query", "task:open $": "task-todo", "task:done $": "task-done",
        "task:(due:$)": "due", "task:(scheduled:$)": "scheduled", "task:(start:$)": "start",
        "task:(priority:$)": "priority",
    ])

    /// Advice for a field of another program that has no single form here.
    struct Advice {
        var text: String
        /// The query to use; `$` stands for the value.
        var query: String
    }

    /// Returns advice for a field of another program that has no single form here.
    static func advice(_ field: String) -> [Advice] {
        (advices[field] ?? []).map { Advice(text: $0.0, query: $0.1) }
    }

    private static let advices: [String: [(String, String)]] = [
        "line": [("for two words in one line", "/one.*two|two.*one/")],
        "block": [("for two words in one line", "/one.*two|two.*one/")],
        "match-case": [("case is ignored, except in a regular expression", "/Word/")],
        "ignore-case": [("case is ignored, except in a regular expression", "/word/i")],
        "from": [("for the author of a change", "by:$"), ("for an author in the front matter", "author:$")],
        "author": [("for the author of a change", "by:$")],
    ]
}
