import Foundation
import TestSupport
import Testing

/// The documented recipes, run as they stand by Bash in a copy of the sample vault, with programs in the place of those that
/// want a person.
@Suite struct RecipeTests {
    /// The shell blocks of a section, by the heading above each.
    private static let recipes: [(title: String, script: String)] = {
        let page = ProjectFiles.page("Recipes")
        return page.components(separatedBy: "\n### ").dropFirst().flatMap { section in
            let title = section.components(separatedBy: "\n")[0]
            let blocks = section.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 1 }
            return blocks.map { block in
                let lines = block.element.components(separatedBy: "\n")
                // Behind the five fields of the time.
                let text = lines.dropFirst().joined(separator: "\n")
                return (title, lines[0] == "crontab" ? text.replacingOccurrences(of: "0 8 * * 1  ", with: "") : text)
            }
        }
    }()

    /// What a recipe has to print, in the place of what wants a person.
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
        "Weekly review": ["Folgezettel.md", "[ ] ", "broken-link"],
        "A spreadsheet": [],
        "Pass results to other programs": ["total", "png"],
    ]

    private static let programs = [
        "my-editor": """
        printf 'edits'; for word; do printf ' <%s>' "$word"; done; echo
        """,
        // What Vim would read as its list of places.
        "vim": "[ \"$1\" = -q ] && cat \"$2\"",
        "mail": "printf 'mails'; for word; do printf ' <%s>' \"$word\"; done; echo; cat",
        // Types a word, takes the first of what comes, and accepts it.
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

    @Test func `there are recipes, and each is known here`() {
        #expect(Set(Self.recipes.map(\.title)) == Set(Self.wanted.keys))
    }

    @Test(.enabled(if: CommandLine.program != nil)) func `every recipe runs and prints what it is for`() throws {
        guard let program = CommandLine.program else { return }
        let console = try Console.sample()
        let vault = console.directory.appendingPathComponent("SampleVault")
        for (name, script) in Self.programs { try console.write("bin/\(name)", "#!/bin/bash\n\(script)\n") }
        for name in Self.programs.keys {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: console.directory.appendingPathComponent("bin/\(name)").path)
        }
        try FileManager.default.createSymbolicLink(
            at: console.directory.appendingPathComponent("home/notes"), withDestinationURL: vault,
            making: console.directory.appendingPathComponent("home"))
        let folders = [
            console.directory.appendingPathComponent("bin").path,
            URL(fileURLWithPath: program).deletingLastPathComponent().path,
            ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        ]
        let path = folders.joined(separator: ":")
        let hasJQ = path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/jq") }
        var printed: [String: String] = [:]
        for (title, script) in Self.recipes where hasJQ || !script.contains("jq ") {
            let checked = script.replacingOccurrences(of: "slip check", with: "! slip check")
            let (status, text) = try ShellScript(checked, ["-o", "pipefail", "-e"]).run(
                in: vault,
                [
                    "PATH": path, "NO_COLOR": "1", "LANG": "C.UTF-8", "USER": "ada",
                    "HOME": console.directory.appendingPathComponent("home").path, "EDITOR": "my-editor --wait --new",
                    "SLIPBOX_NOW": "2024-03-30T12:00:00Z",
                ])
            #expect(status == 0, "\(title): \(text)")
            printed[title, default: ""] += text
        }
        for (title, words) in Self.wanted where hasJQ || title != "Numbers with jq" {
            for word in words { #expect(printed[title]?.contains(word) == true, "\(title): \(printed[title] ?? "")") }
        }
        let books = try console.read("SampleVault/books.csv").components(separatedBy: .newlines)
        #expect(books[0] == "title,author,year,rating" && books.count > 3)
        #expect(try console.read("SampleVault/stats.csv").hasPrefix("of,name,notes"))
    }
}

extension FileManager {
    fileprivate func createSymbolicLink(at link: URL, withDestinationURL end: URL, making folder: URL) throws {
        try createDirectory(at: folder, withIntermediateDirectories: true)
        try createSymbolicLink(at: link, withDestinationURL: end)
    }
}
