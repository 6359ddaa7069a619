import Foundation
import TestSupport
import Testing

/// The documented recipes, run by Bash in a copy of the sample vault, with stubs for interactive programs.
@Suite struct RecipeTests {
    /// The shell blocks of the page, with the heading above each.
    private static let recipes: [(title: String, script: String)] = {
        let page = ProjectFiles.page("Recipes")
        return page.components(separatedBy: "\n### ").dropFirst().flatMap { section in
            let title = section.components(separatedBy: "\n")[0]
            let blocks = section.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 1 }
            return blocks.map { block in
                let lines = block.element.components(separatedBy: "\n")
                // A crontab line starts with five time fields.
                let text = lines.dropFirst().joined(separator: "\n")
                return (title, lines[0] == "crontab" ? text.replacingOccurrences(of: "0 8 * * 1  ", with: "") : text)
            }
        }
    }()

    /// Expected parts of the output, by heading.
    private static let wanted: [String: [String]] = [
        "Edit the results": [
            "edits <--wait> <--new> ", "Chapter one, the drawer.md>", "edits <--wait> <--new> <Reading/",
        ],
        "Every open task in Vim's quickfix list": ["Inbox/To do.md:15:3:- [ ] "],
        "Search as you type with fzf": ["reload: ", "Folgezettel.md", "preview: ", "becomes: edits <--wait> <--new> "],
        "Numbers with jq": ["2024 ", "Slip box: "],
        "What is due, by mail every Monday": [
            "mails <-E> <-s> <Due this week> <ada>", "2024-04-05  Photograph the drawer",
        ],
        "Add a line to today's note with a key": ["Journal/2024-03-30.md:"],
        "Drafts to review, as tasks every Monday": ["Journal/2024-03-30.md:"],
        "A reading list that keeps itself": ["| title | status |", "<!-- /slip "],
        "Mail as notes": ["Inbox/Hello.md"],
        "Weekly review": ["Folgezettel.md", "[ ] ", "broken-link"],
        "A spreadsheet": [],
        "Pass results to other programs": ["total", "png"],
    ]

    private static let programs = [
        "my-editor": """
        printf 'edits'; for word; do printf ' <%s>' "$word"; done; echo
        """,
        // Prints the file that Vim would read as its quickfix list.
        "vim": "[ \"$1\" = -q ] && cat \"$2\"",
        "rofi": "echo 'call Ada'",
        "formail": "case $1 in -zx*) echo Hello ;; *) echo Text ;; esac",
        "mail": "printf 'mails'; for word; do printf ' <%s>' \"$word\"; done; echo; cat",
        // Types a query and accepts the first result.
        "fzf": #"""
        while [ $# -gt 0 ]; do
            case $1 in
            --bind) case $2 in
                change:reload:*) reload=${2#change:reload:} ;;
                enter:become*) become=${2#enter:become(}; become=${become%)} ;;
                *) exit 9 ;;
                esac; shift ;;
            --preview) preview=$2; shift ;;
            --disabled) ;;
            *) exit 9 ;;
            esac
            shift
        done
        found=$(sh -c "${reload//\{q\}/\'slip box #method\'}")
        first=$(printf '%s\n' "$found" | grep Folgezettel)
        printf 'reload: %s\n' "$found"
        printf 'preview: '; sh -c "${preview//\{\}/\'$first\'}" | head -n 3
        printf 'becomes: '; sh -c "${become//\{\}/\'$first\'}"
        """#,
    ]

    @Test func `every recipe of the page has expected output`() {
        #expect(Set(Self.recipes.map(\.title)) == Set(Self.wanted.keys))
    }

    @Test(.enabled(if: CommandLine.program != nil && TestProcess.installed("jq") != nil))
    func `every recipe runs and prints its expected output`() throws {
        let console = try Console.sample()
        let vault = console.url("SampleVault")
        for (name, script) in Self.programs { try console.writeProgram("bin/\(name)", "#!/bin/bash\n\(script)\n") }
        try console.write("SampleVault/mail.eml", "Subject: Hello\n\nText\n")
        try console.link("home/notes", to: vault.path)
        let rest = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let path = console.url("bin").path + ":" + TestProcess.searchPath(before: rest)
        var printed: [String: String] = [:]
        for (title, script) in Self.recipes {
            let checked = script.replacingOccurrences(of: "slip check", with: "! slip check")
            let (status, text) = try ShellScript(checked, ["-o", "pipefail", "-e"]).run(
                in: vault,
                [
                    "PATH": path, "NO_COLOR": "1", "LANG": "C.UTF-8", "USER": "ada",
                    "HOME": console.url("home").path, "EDITOR": "my-editor --wait --new",
                    "SLIPBOX_NOW": "2024-03-30T12:00:00Z",
                ])
            #expect(status == 0, "\(title): \(text)")
            printed[title, default: ""] += text
        }
        for (title, words) in Self.wanted {
            for word in words { #expect(printed[title]?.contains(word) == true, "\(title): \(printed[title] ?? "")") }
        }
        let books = try console.read("SampleVault/books.csv").components(separatedBy: .newlines)
        #expect(books[0] == "title,author,year,rating" && books.count > 3)
        #expect(try console.read("SampleVault/stats.csv").hasPrefix("of,name,notes"))
    }
}
