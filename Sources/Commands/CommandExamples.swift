/// The examples of each command, which its help and its manual page show. A test runs them in the sample vault, in the
/// order of the command table.
enum CommandExamples {
    /// Returns the examples of a command.
    ///
    /// - Parameter path: the command's name after those of its parents: `slip keyword list`.
    static func of(_ path: String) -> [String] { table[path] ?? [] }

    private static var table: [String: [String]] {
        find.merging(write) { $1 }.merging(look) { $1 }.merging(programs) { $1 }
    }

    private static let find = [
        "slip init": ["slip init ~/notes", "slip init --with-examples ~/examples"],
        "slip setup": ["slip setup", "slip setup fish neovim"],
        "slip doctor": ["slip doctor", "slip doctor --format json"],
        "slip vaults": ["slip vaults add work ~/notes", "slip search --vault work is:draft"],
        "slip vaults list": ["slip vaults list", "slip vaults list --format json"],
        "slip vaults add": ["slip vaults add work ~/notes", "slip today --vault work"],
        "slip vaults default": ["slip vaults add work ~/notes", "slip vaults default work"],
        "slip vaults remove": ["slip vaults add old ~/notes", "slip vaults remove old"],
        "slip search": [
            #"slip search 'status:review last:7d has:attachment "slip box" -#private'"#,
            "slip search luhmann -links-to:'Slip box' --sort created-",
        ],
        "slip browse": ["slip browse '#thesis'", #"$EDITOR "$(slip browse --print)""#],
        "slip show": ["slip show 'Slip box'", "slip show 'Slip box' --format json"],
        "slip links": ["slip links 'Slip box'", "slip links Folgezettel --format json"],
        "slip related": ["slip related 'Slip box'", #"slip search 'like:"Slip box" status:draft'"#],
        "slip history": ["slip history 'Slip box'", "slip history Folgezettel --patch --limit 3"],
        "slip calendar": ["slip calendar march 2024", "slip calendar 2024 --query '#journal'"],
    ]

    private static let write = [
        "slip new": ["slip new 'A thought'", "slip new 'A good book' --template reading --keyword reading"],
        "slip edit": ["EDITOR='code -w' slip edit 'Slip box'", "EDITOR=nvim slip edit 'Inbox/To do.md:15'"],
        "slip daily": ["slip daily last friday", "slip daily tomorrow --append 'call Ada'"],
        "slip today": ["slip today", "slip today --print"],
        "slip append": ["slip append today 'Buy milk'", "slip append 'today#Log' 'call Ada' --create-heading"],
        "slip prepend": ["slip prepend 'Ideas/Slip box.md' 'First things first.'", "date | slip prepend today"],
        "slip insert": ["slip insert 'Inbox/To do.md:15' '- [ ] call Ada'", "date | slip insert 'Start here.md:12'"],
        "slip replace": [
            "slip replace 'Ideas/Slip box.md' --old 'short notes' --new 'brief notes'",
            "slip replace 'Slip box' --old 'slip box' --new box --count 2 --dry-run",
        ],
        "slip set": [
            "slip set 'Slip box' priority=2 due=+7d keywords+=method",
            "slip set --query 'status:draft older:1y' status=archived --dry-run",
            "EDITOR='code -w' slip set --table '#reading' path,title,rating",
        ],
        "slip link": ["slip link Folgezettel 'Slip box'", "slip link --query '#thesis' 'Thesis plan' --dry-run"],
        "slip unlink": ["slip unlink Folgezettel 'Slip box'", "slip unlink --query '#thesis' 'Thesis plan' --dry-run"],
        "slip attach": [
            "slip attach Folgezettel Attachments/card-index.pdf",
            "slip attach --query '#thesis' Attachments/loan-slip.odt --dry-run",
        ],
        "slip detach": ["slip detach Folgezettel card-index.pdf", "slip detach 'Slip box' box.png --dry-run"],
        "slip refresh": ["slip refresh", "slip refresh --check"],
        "slip task": ["slip task list 'due:<+7d'", "slip task done 'Inbox/To do.md:15'"],
        "slip task list": ["slip task list is:overdue", "slip task list 'call priority:>=medium' --group due"],
        "slip task add": ["slip task add 'call Ada' --due friday", "slip task add 'Inbox/To do.md' 'buy milk'"],
        "slip task cancel": [
            "slip task cancel 'Inbox/To do.md:15'", "slip task cancel --query 'is:overdue #old' --dry-run",
        ],
        "slip task set": [
            "slip task set 'Inbox/To do.md:15' due=+1w", "slip task set 'Inbox/To do.md:15' priority=high due=friday",
        ],
        "slip task move": [
            "slip task move 'Inbox/To do.md:15' today", "slip task move --query is:overdue 'Inbox/To do.md#Now'",
        ],
        "slip task done": [
            "slip task done 'Inbox/To do.md:15'", "slip task list '#thesis' | slip task done - --dry-run",
        ],
        "slip task open": ["slip task open 'Inbox/To do.md:15'", "slip task open 'Inbox/To do.md:15' --dry-run"],
    ]

    private static let look = [
        "slip mv": ["slip mv Folgezettel Archive/", "slip mv Folgezettel 'Folgezettel Numbers'"],
        "slip rename": ["slip rename 'Search habits' 'How to search'", "slip rename 'Slip box' Box --dry-run"],
        "slip rm": [
            "slip rm 'A thought without a date' --force", "slip rm --query 'status:archived older:1y' --dry-run",
        ],
        "slip folder": ["slip folder list", "slip folder rename Reading Books"],
        "slip folder list": ["slip folder list", "slip folder list method --sort count"],
        "slip folder tree": ["slip folder tree", "slip folder tree --sort count"],
        "slip folder new": ["slip folder new Projects/Garden", "slip folder new Archive/2024 --dry-run"],
        "slip folder rename": ["slip folder rename Books Reading", "slip folder rename Languages People/Languages"],
        "slip folder rm": [
            "slip folder rm Projects/Garden", "slip folder rm Projects/Thesis --keep-notes --dry-run",
        ],
        "slip keyword": ["slip keyword list --sort count", "slip keyword rename thesis dissertation"],
        "slip keyword list": ["slip keyword list", "slip keyword list read --sort count"],
        "slip keyword add": [
            "slip keyword add 'Slip box' method inbox", "slip keyword add --query 'in:Reading is:draft' to-read",
        ],
        "slip keyword remove": [
            "slip keyword remove 'Slip box' inbox", "slip keyword remove --query 'in:Reading' to-read --dry-run",
        ],
        "slip keyword rename": [
            "slip keyword rename dissertation thesis", "slip keyword rename people persons --dry-run",
        ],
        "slip keyword delete": ["slip keyword delete someday", "slip keyword delete private --force --dry-run"],
        "slip keyword color": ["slip keyword color thesis d04020", "slip keyword color people none"],
        "slip property": ["slip property list", "slip property rename author writer --dry-run"],
        "slip property rename": [
            "slip property rename author writer --dry-run", "slip property rename year published --merge --dry-run",
        ],
        "slip property convert": [
            "slip property convert year number --dry-run", "slip property convert author 'list of link' --dry-run",
        ],
        "slip property delete": [
            "slip property delete rating --force --dry-run", "slip property delete year --dry-run",
        ],
        "slip property list": ["slip property list author", "slip property list --sort count"],
        "slip searches": ["slip searches add unsorted status:draft no:keyword", "slip search @unsorted last:7d"],
        "slip searches list": ["slip searches list", "slip searches list draft"],
        "slip searches add": [
            "slip searches add week last:7d sort:modified", "slip searches add week last:7d --force",
        ],
        "slip searches rename": ["slip searches rename week lately", "slip searches rename reading books --dry-run"],
        "slip searches remove": ["slip searches remove unsorted", "slip searches remove lately --dry-run"],
        "slip undo": ["slip undo", "slip undo --list"],
        "slip redo": ["slip undo && slip redo", "slip redo --format json"],
        "slip trash": ["slip trash list", "slip trash restore 'A thought without a date.md' --dry-run"],
        "slip trash list": ["slip trash list", "slip trash list --format json"],
        "slip trash restore": [
            "slip trash restore 'A thought without a date.md' --dry-run",
            "slip trash restore 'A thought without a date.md' --to Inbox/Old.md",
        ],
        "slip trash empty": ["slip trash empty --force", "slip trash list"],
        "slip review": ["slip review", "slip review accept N"],
        "slip review list": ["slip review list", "slip review list --format json"],
        "slip review decide": ["slip review decide", "slip review"],
        "slip review show": ["slip review show N", "slip review show N --format json"],
        "slip review accept": ["slip review accept N", "slip review accept N --dry-run"],
        "slip review reject": ["slip review reject N", "slip review list"],
        "slip rescued": ["slip rescued list", "slip rescued take NAME"],
        "slip rescued list": ["slip rescued list", "slip rescued list --format json"],
        "slip rescued take": ["slip rescued take NAME", "slip rescued take NAME 'Slip box'"],
        "slip rescued drop": ["slip rescued drop NAME", "slip rescued drop NAME --dry-run"],
    ]

    private static let programs = [
        "slip check": ["slip check", "slip check --kind broken-link --fix --dry-run"],
        "slip stats": ["slip stats", "slip stats '#thesis' --by week"],
        "slip graph": [
            "slip graph --format html --output graph.html", "slip graph '#thesis' | dot -Tsvg > thesis.svg",
        ],
        "slip sql": [
            "slip sql 'SELECT status, count(*) FROM notes GROUP BY status'",
            "slip sql \"SELECT n.title FROM search('#thesis') s JOIN notes n USING(path)\"",
            "slip sql 'SELECT path, words FROM notes ORDER BY words DESC LIMIT 10'",
            "slip sql \"SELECT strftime('%Y-%m', created) AS month, sum(words) FROM notes GROUP BY 1\"",
            "slip sql \"SELECT properties ->> 'author' AS author, count(*) FROM notes GROUP BY 1\"",
            "slip sql \"SELECT avg(value) FROM properties WHERE key = 'rating' AND type = 'number'\"",
            "slip sql 'SELECT target_path, count(*) FROM links GROUP BY 1 ORDER BY 2 DESC LIMIT 10'",
            "slip sql 'SELECT path, line, target FROM links WHERE target_path IS NULL' --format csv",
            "slip sql 'SELECT path, text FROM headings WHERE level = 2' --format jsonl",
            "echo 'SELECT path, text, due FROM tasks ORDER BY due' | slip sql - --timeout 30",
        ],
        "slip export": ["slip export is:draft --format csv > drafts.csv", "slip export --html ~/site '#method'"],
        "slip serve": ["slip serve --open", "slip serve --port 8080 --idle 30"],
        "slip index": ["slip index", "slip index --status"],
        "slip git": ["slip git setup --yes", "slip git sync"],
        "slip git setup": ["slip git setup --yes", "slip git setup --remove"],
        "slip git status": ["slip git status", "slip git status --format json"],
        "slip git sync": ["slip git sync", "slip git sync --message 'Evening' --dry-run"],
        "slip tutor": ["slip tutor", "slip help tutor"],
        "slip help": ["slip help search", "slip help query"],
        "slip version": ["slip version", "slip --version"],
        "slip completions": ["slip completions bash", "slip completions fish > slip.fish"],
        "slip suggest": ["slip suggest 'status:review draf'", "slip suggest '#th'"],
        "slip lsp": ["slip lsp", "slip lsp --vault ~/notes"],
        "slip mcp": ["slip mcp --allow-writes in:Agent", "slip mcp --propose '*'"],
        "slip skill": ["slip skill", "slip skill > SKILL.md"],
        "slip merge-driver": ["slip git setup --yes", "slip git status"],
        "slip man": ["slip man search", "slip man --directory ~/.local/share/man"],
    ]
}
