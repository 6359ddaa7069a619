import Browser
import Foundation
import QueryLanguage
import Searching
import SourceText
import Terminal
import TestSupport
import Testing
import VaultFiles

/// The browser over several vaults.
@Suite struct SeveralVaultsTests {
    private static let files = [
        "work/.slipbox/config.yaml": "statuses: [idea, draft]\n",
        "work/Pear.md": "---\ntitle: Pear\ncreated: 2024-01-03\n---\n\nA fruit, see [[Apple]].\n",
        "work/same.md": "---\ntitle: Work\ncreated: 2024-01-01\n---\n\nfruit of labour\n",
        "work/Trees/Apple.md": "---\ntitle: Apple\ncreated: 2024-01-02\n---\n\nA fruit tree #green\n",
        "home/.slipbox/config.yaml": "statuses: [draft, cooked]\n",
        "home/Plum.md": "---\ntitle: Plum\ncreated: 2024-01-04\nkeywords: [jam]\n---\n\nA fruit for jam ![[p.txt]]\n",
        "home/same.md": "---\ntitle: Home\ncreated: 2024-01-05\n---\n\nfruit of the house\n",
        "home/Kitchen/Jam.md": "---\ntitle: Jam\ncreated: 2024-01-06\n---\n\nBoil plums.\n",
        "home/p.txt": "plum\n",
    ]

    private static func stage(_ query: String = "", columns: Int = 150) throws -> (BrowserStage, Console) {
        let console = try Console(files)
        return (try BrowserStage(console, vaults: ["work", "home"], query, columns: columns), console)
    }

    @Test func `notes of all vaults are listed, previewed and opened`() throws {
        let (stage, _) = try Self.stage()
        #expect(stage.titles == ["Jam", "Home", "Plum", "Pear", "Apple", "Work"])
        #expect(stage.lines.contains { $0.contains("Jam") && $0.contains("home") }, "\(stage.screen)")
        stage.press("labour")
        #expect(stage.titles == ["Work"])
        #expect(stage.screen.contains("fruit of labour"), "\(stage.screen)")
        stage.press("Enter", "Ctrl-U", "house", "Enter")
        #expect(stage.opened == ["work: same.md:6", "home: same.md:6"])
    }

    @Test func `the order is that of the command line`() throws {
        let (stage, console) = try Self.stage("fruit")
        let expected = console.slip("search", "--vault", "work", "--vault", "home", "--format", "paths", "fruit")
        let folders = stage.state.list.results?.rows.compactMap(\.hit).map {
            "\($0.result.vault?.name ?? "")/\($0.path.text)"
        }
        #expect(folders == expected.output.split(separator: "\n").map(String.init), "\(expected)")
    }

    @Test func `a folder of the pane narrows to its vault`() throws {
        let (stage, _) = try Self.stage()
        stage.press("Ctrl-O", "Tab", "Tab")
        let names = stage.state.tree.folders.map { "\($0.address.text) \($0.notes)" }
        #expect(names == ["work:  3", "work: Trees 1", "home:  3", "home: Kitchen 1"])
        stage.press("Down", "Down", "Down", "Enter")
        #expect(stage.titles == ["Jam", "Home", "Plum"])
        #expect(stage.lines[1].contains("in home/"), "\(stage.lines[1])")
        // A key for the scope leads to all vaults and back.
        stage.press("Alt-S", "Alt-S")
        #expect(stage.titles.count == 6 && stage.lines[1].contains("in everywhere"), "\(stage.lines[1])")
        stage.press("Alt-S")
        #expect(stage.titles.count == 3)
    }

    @Test func `a change is made in the vault of its notes, and undone there`() throws {
        let (stage, console) = try Self.stage()
        stage.press("house", "Alt-V")
        #expect(try console.read("home/same.md").contains("favorite: true"))
        #expect(try !console.read("work/same.md").contains("favorite"))
        #expect(stage.state.message?.text.hasPrefix("home: 'same.md'") == true, "\(stage.state.message?.text ?? "")")
        stage.press("Ctrl-U", "labour", "Alt-U")
        #expect(try console.read("home/same.md") == Self.files["home/same.md"])
        #expect(stage.state.message?.text.hasPrefix("home: undone") == true)
    }

    @Test func `changes in several vaults are undone in the reverse order`() throws {
        let (stage, console) = try Self.stage()
        for (query, keyword) in [("labour", "v1"), ("house", "v2"), ("labour", "v3")] {
            stage.press("Ctrl-U", query, "Alt-K", keyword, "Enter")
        }
        #expect(try console.read("work/same.md").contains("v3"))
        stage.press("Alt-U")
        #expect(try !console.read("work/same.md").contains("v3"))
        stage.press("Alt-U")
        #expect(try console.read("home/same.md") == Self.files["home/same.md"])
        #expect(console.slip("--vault", "work", "set", "same.md", "favorite=true").status == 0)
        stage.press("Alt-U")
        #expect(stage.state.message?.text.contains("'work' was changed elsewhere since") == true)
        #expect(console.slip("--vault", "work", "undo").status == 0)
        stage.press("Alt-U")
        #expect(try console.read("work/same.md") == Self.files["work/same.md"])
    }

    @Test func `nothing is undone that was not done here`() throws {
        let (stage, console) = try Self.stage()
        #expect(console.slip("--vault", "work", "set", "same.md", "favorite=true").status == 0)
        stage.press("Alt-U")
        #expect(try console.read("work/same.md").contains("favorite: true"))
        #expect(stage.state.message?.text.contains("slip --vault NAME undo") == true)
    }

    @Test func `marked notes of several vaults are not changed together`() throws {
        let (stage, console) = try Self.stage()
        stage.press("same", "Ctrl-U", "title:Home OR title:Work", "Ctrl-Space", "Ctrl-Space")
        #expect(stage.state.list.marked.count == 2)
        stage.press("Alt-V")
        #expect(stage.state.message?.text == "the marked notes are in 2 vaults; mark notes of one")
        #expect(try !console.read("home/same.md").contains("favorite"))
    }

    @Test func `notes move and are created within their vault`() throws {
        let (stage, console) = try Self.stage()
        stage.press("boil", "Alt-M")
        guard case .prompt(let prompt) = stage.state.overlay else {
            Issue.record("no prompt")
            return
        }
        #expect(prompt.choices == ["/", "Kitchen"])
        stage.press("/", "Enter")
        #expect(try console.read("home/Jam.md") == Self.files["home/Kitchen/Jam.md"])
        #expect(stage.selected == "Jam" && stage.state.list.selectedHit?.path == VaultPath("Jam.md"))
        stage.press("Ctrl-U", "Alt-N")
        #expect(stage.screen.contains("new note in work"), "\(stage.screen)")
        stage.press("Quince", "Enter")
        #expect(stage.opened.last?.hasPrefix("work: ") == true, "\(stage.opened)")
    }

    @Test func `links and similar notes are those of the selected note, also if another vault has its path`() throws {
        let (stage, console) = try Self.stage()
        try console.write("home/Kitchen/Apple.md", "the house\n")
        stage.update()
        stage.press("title:Pear", "Ctrl-G")
        #expect(stage.titles == ["Apple"])
        stage.press("Alt-Left")
        #expect(stage.titles.first == "Pear")
        stage.press("Ctrl-U", "house title:Home", "Alt-R")
        #expect(stage.state.line.text == "like:\"home: same.md\" ")
        // The note of the other vault with this path is not the one that is compared.
        #expect(Set(stage.titles) == ["Work", "Apple"], "\(stage.titles)")
    }

    @Test func `the vault of a note with a long title is shown`() throws {
        let (stage, console) = try Self.stage(columns: 60)
        try console.write("home/long.md", "# A title that is much too long for the line of a narrow screen\n")
        stage.update()
        stage.press("narrow")
        #expect(stage.lines.contains { $0.contains("A title") && $0.contains("home") }, "\(stage.screen)")
    }

    @Test func `vault narrows the query, and its names are offered`() throws {
        let (stage, _) = try Self.stage("vault:ho")
        #expect(Set(stage.titles) == ["Jam", "Home", "Plum"])
        stage.press("Ctrl-U", "vault:")
        #expect(stage.screen.contains("vault:home"), "\(stage.screen)")
        stage.press("Ctrl-U", "group:vault")
        #expect(stage.titles.count == 6)
        #expect(stage.lines.contains { $0.contains("home  3") }, "\(stage.screen)")
    }

    @Test func `a vault that disappears is left out`() throws {
        let (stage, console) = try Self.stage()
        try FileManager.default.removeItem(at: console.directory.appendingPathComponent("home"))
        stage.press("fruit")
        #expect(Set(stage.titles) == ["Pear", "Apple", "Work"], "\(stage.screen)")
        #expect(stage.lines.last?.contains("the vault 'home' is left out") == true, "\(stage.screen)")
        stage.update()
        stage.press("Ctrl-U", "pear")
        #expect(stage.titles.contains("Pear"))
    }

    @Test func `a vault that comes back is read again, with its configuration`() throws {
        let (stage, console) = try Self.stage()
        let (home, away) = (
            console.directory.appendingPathComponent("home"), console.directory.appendingPathComponent("away")
        )
        try FileManager.default.moveItem(at: home, to: away)
        stage.press("fruit")
        try Data("statuses: [raw]\n".utf8).write(to: away.appendingPathComponent(".slipbox/config.yaml"))
        try FileManager.default.moveItem(at: away, to: home)
        stage.update()
        #expect(stage.state.setting.statuses.values.contains(["raw"]))
        #expect(Set(stage.titles).isSuperset(of: ["Home", "Plum"]), "\(stage.screen)")
    }

    @Test func `a mark in a vault that is gone does not hinder a change in another`() throws {
        let (stage, console) = try Self.stage("title:Home OR title:Pear")
        stage.press("Ctrl-Space")
        #expect(stage.state.list.marked.map(\.text) == ["home: same.md"])
        try FileManager.default.removeItem(at: console.directory.appendingPathComponent("home"))
        stage.press("Ctrl-U", "pear", "Ctrl-Space", "Ctrl-U", "Alt-A", "eat", "Enter")
        #expect(stage.state.message?.text.hasPrefix("work: added to") == true, "\(stage.screen)")
    }

    @Test func `the statuses that are offered are those of the note's vault`() throws {
        let (stage, console) = try Self.stage("house")
        func offered() -> [String] {
            stage.press("Alt-E")
            defer { stage.press("Esc") }
            if case .prompt(let prompt) = stage.state.overlay { return prompt.choices }
            return []
        }
        #expect(offered() == ["draft", "cooked"])
        try console.write("home/.slipbox/config.yaml", "statuses: [raw]\n")
        stage.press("Ctrl-U", "house")
        #expect(offered() == ["raw"])
    }

    @Test func `a query with a vault is saved`() throws {
        let (stage, console) = try Self.stage("fruit vault:home")
        stage.press("Alt-T", "plums", "Enter")
        #expect(try console.read("work/.slipbox/config.yaml").contains("fruit vault:home"))
        stage.press("Ctrl-U", "@plums")
        #expect(Set(stage.titles) == ["Home", "Plum"])
    }

    @Test func `a locked vault is reported`() throws {
        let (stage, console) = try Self.stage("house")
        let lock = try Vault(root: Array(console.directory.appendingPathComponent("home").path.utf8))
            .lock("write.lock", timeout: 0)
        stage.press("Alt-V")
        #expect(stage.state.message?.text.contains("another slip process is changing the vault") == true)
        _ = consume lock
    }

    @Test func `screen readers hear the vault`() throws {
        let (stage, _) = try Self.stage()
        var plain = PlainOutput()
        stage.press("labour")
        #expect(plain.update(stage.state).contains { $0.contains("Work") && $0.contains(", work,") })
        stage.press("Tab", "Tab", "Tab", "Down")
        #expect(plain.update(stage.state).contains("work, 3 notes"))
        stage.press("Down")
        #expect(plain.update(stage.state).contains("work: Trees, 1 note"))
    }
}
