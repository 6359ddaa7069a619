import SourceText

/// Terms of Obsidian, zk, notmuch, Gmail, GitHub, Evernote, Bear and Notion, and the form to use here.
enum ForeignTerms {
    /// Returns the form to use here for `field:value`; nil if the term is in no table.
    ///
    /// - Parameters:
    ///   - field: folded, like `value`. `@` stands for the name of a saved search.
    ///   - written: the value in the query, with its quotes.
    static func form(of field: String, _ value: String, written: String, in vault: any QueryContext) -> String? {
        if let form = values[field]?[value] {
            return form.replacing("{first}", with: QueryText.quoted(vault.statuses.first ?? "draft"))
                .replacing("{last}", with: QueryText.quoted(vault.statuses.last ?? "archived"))
        }
        if extensionFields.contains(field), let form = form(ofFile: value, in: field, vault) { return form }
        return written.isEmpty ? nil : fields[field]?.replacing("$", with: written)
    }

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
    private static let features = [
        "star": "is:favorite", "stars": "is:favorite", "yellow-star": "is:favorite", "pin": "is:favorite",
        "file": "has:attachment", "files": "has:attachment", "document": "has:attachment", "media": "has:attachment",
        "resource": "has:attachment", "audio": "attachment:*.mp3", "video": "attachment:*.mp4",
        "picture": "has:image", "pictures": "has:image", "photo": "has:image", "photos": "has:image",
        "img": "has:image",
        "todo": "has:task", "todos": "has:task", "checkbox": "has:task", "checklist": "has:task",
        "hashtag": "has:keyword", "hashtags": "has:keyword", "labels": "has:keyword", "userlabels": "has:keyword",
        "nouserlabels": "no:keyword", "notags": "no:keyword",
        "mention": "has:backlink", "mentions": "has:backlink", "reference": "has:link", "references": "has:link",
        "header": "has:heading", "headers": "has:heading",
    ]

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
        "@": [
            "today": "created:today", "yesterday": "created:yesterday", "todo": "task:open", "task": "has:task",
            "tasks": "has:task", "done": "task:done", "untagged": "no:keyword", "tagged": "has:keyword",
            "images": "has:image", "files": "has:attachment", "attachments": "has:attachment", "pinned": "is:favorite",
            "starred": "is:favorite", "orphans": "is:orphan", "drafts": "status:{first}", "archived": "status:{last}",
            "archive": "status:{last}", "last7days": "last:7d", "week": "last:7d",
        ],
    ]

    private static let states = [
        "open": "task:open", "todo": "task:open", "unfinished": "task:open", "incomplete": "task:open",
        "pending": "task:open", "done": "task:done", "closed": "task:done", "completed": "task:done",
        "complete": "task:done", "finished": "task:done", "checked": "task:done", "unchecked": "task:open",
        "active": "-status:{last}", "inactive": "status:{last}", "archive": "status:{last}",
        "unread": "status:{first}", "inbox": "status:{first}", "unprocessed": "status:{first}",
        "read": "-status:{first}", "processed": "-status:{first}",
        "starred": "is:favorite", "star": "is:favorite", "fav": "is:favorite", "faved": "is:favorite",
        "favorited": "is:favorite", "favorites": "is:favorite", "favourites": "is:favorite",
        "favourited": "is:favorite",
        "pinned": "is:favorite", "flagged": "is:favorite", "important": "is:favorite", "bookmarked": "is:favorite",
        "liked": "is:favorite",
        "untagged": "no:keyword", "unlabeled": "no:keyword", "unlabelled": "no:keyword", "tagged": "has:keyword",
        "labeled": "has:keyword", "labelled": "has:keyword",
        "unlinked": "is:orphan", "isolated": "is:orphan", "linked": "has:link", "backlinked": "has:backlink",
        "unresolved": "is:broken", "dangling": "is:broken", "dead": "is:broken", "blank": "is:empty",
        "invalid": "is:malformed", "conflicted": "is:conflict",
        "recent": "@recent", "today": "created:today", "old": "older:1y",
        "changed": "is:dirty", "modified": "is:dirty", "uncommitted": "is:dirty", "staged": "is:dirty",
        "new": "is:untracked",
    ]

    /// Fields of other programs, with the form here; `$` stands for the value.
    private static let fields = [
        "inbody": "body:$", "intitle": "title:$", "allintitle": "title:$", "inurl": "path:$", "header": "heading:$",
        "section": "heading:$", "filename": "name:$", "basename": "name:$", "notebook": "in:$", "directory": "in:$",
        "category": "#$", "categories": "#$", "topic": "#$", "hashtag": "#$", "state": "status:$",
        "starred": "favorite:$", "pinned": "favorite:$", "flagged": "favorite:$",
        "mentions": "links-to:$", "link": "links-to:$", "linksto": "links-to:$", "link-to": "links-to:$",
        "linked-to": "links-to:$", "linked-by": "linked-from:$", "linkedfrom": "linked-from:$",
        "backlink": "links-to:$",
        "mtime": "modified:$", "edited": "modified:$", "ctime": "created:$", "on": "created:$", "day": "created:$",
        "month": "created:$", "year": "created:$", "until": "created:<=$",
        "created-after": "created:>$", "created-before": "created:<$", "modified-after": "modified:>$",
        "modified-before": "modified:<$", "edited-after": "modified:>$", "edited-before": "modified:<$",
        "created-by": "by:$", "edited-by": "by:$", "committer": "by:$", "text": "$", "any": "$", "all": "$",
        "regex": "/$/", "regexp": "/$/",
        "orderby": "sort:$", "order-by": "sort:$", "sortby": "sort:$", "sort-by": "sort:$", "groupby": "group:$",
        "group-by": "group:$", "top": "limit:$", "max": "limit:$", "query": "@$",
        "task-todo": "task:open $", "task-done": "task:done $",
    ]

    /// Returns advice for a field of another program that has no single form here.
    static func advice(_ field: String) -> String? { advices[field] }

    private static let advices = [
        "line": "for two words in one line: /one.*two|two.*one/",
        "block": "for two words in one line: /one.*two|two.*one/",
        "match-case": "case never matters, but in a regular expression: /Word/",
        "ignore-case": "case never matters, but in a regular expression: /word/i",
        "from": "for who changed a note: by:name; for an author in the front matter: author:name",
        "author": "for who changed a note: by:name",
    ]
}
