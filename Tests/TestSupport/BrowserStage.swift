package import Browser
import Foundation
import Indexing
import QueryLanguage
import Rendering
package import Searching
package import SourceText
package import Terminal
package import VaultFiles

/// The interactive search without a terminal: takes keys and returns the screen. Each response arrives before the next
/// key, unless `holdsAnswers` is set.
package final class BrowserStage {
    package private(set) var state: BrowserState
    private let worker: BrowserWorker
    /// Keeps the files, which are deleted with it.
    private let console: Console
    private let scans = ScanLimit()
    private var waiting: [BrowserRequest] = []
    /// Whether requests wait until `answer` is called.
    package var holdsAnswers = false
    /// The notes opened in the editor, with their lines.
    package private(set) var opened: [String] = []
    package private(set) var copied: [String] = []
    package private(set) var outcome: (paths: [String], status: Int32)?
    /// The files that were opened in other programs.
    package private(set) var openedFiles: [String] = []
    package private(set) var remembered: [String] = []
    /// The number of answered searches.
    package private(set) var searches = 0

    /// - Parameter vaults: the folders of several vaults, which are also their names, or none for the console's.
    package init(
        _ console: Console, vaults names: [String] = [], _ query: String = "", columns: Int = 80, rows: Int = 24,
        scope: Scope = .folder,
        folder: VaultPath = .root, keys: KeyStyle = .usual, prints: Bool = false, depth: ColorDepth = .full,
        background: TerminalBackground? = nil, history: [String] = [], showsPictures: Bool = false
    ) throws {
        self.console = console
        let place =
            console.folder.isEmpty ? console.directory : console.directory.appendingPathComponent(console.folder)
        let now = DateText(console.now)?.moment(in: .utc) ?? Moment(seconds: 0)
        let vault = try Vault(root: Array(place.path.utf8))
        let environment = Environment(
            variables: console.variables, directory: vault.root, now: now, calendar: console.calendar)
        let vaults = try names.map { name in
            let root = Array(console.directory.appendingPathComponent(name).path.utf8)
            return BrowserVault(try Vault(root: root), named: NoteHit.SourceVault(name: name, root: root))
        }
        worker = BrowserWorker(
            vaults.isEmpty ? [BrowserVault(vault)] : vaults, environment, scans: scans, messages: SilentMessages(),
            now: { now })
        var setting = BrowserSetting(
            palette: Palette(vault.configuration, depth, on: background), calendar: console.calendar,
            statuses: (vaults.isEmpty ? [BrowserVault(vault)] : vaults).statuses, keys: BrowserKeys(keys),
            prints: prints, vault: "notes")
        setting.vaults = vaults.compactMap(\.source)
        if showsPictures { setting.pictures = .usual }
        state = BrowserState(
            setting, query: query, scope: scope, folder: folder, history: history, columns: columns, rows: rows)
        // The index must contain the files that the test has just written.
        perform([.send(.update)])
        perform(state.begin())
    }

    // MARK: Input

    /// Presses keys by name (`Ctrl-N`, `Enter`, `a`). Types other text letter by letter.
    package func press(_ keys: String...) {
        for name in keys {
            if let key = Key(name) { send(.key(key)) } else { for character in name { send(.key(Key(character))) } }
        }
    }

    package func send(_ event: TerminalEvent) { go(.terminal(event)) }

    package func resize(_ columns: Int, _ rows: Int) { go(.resized(columns: columns, rows: rows)) }

    /// Updates the index from the files.
    package func update() { perform([.send(.update)]) }

    private func go(_ event: BrowserEvent) { perform(state.update(event)) }

    private func perform(_ effects: [BrowserEffect]) {
        for effect in effects {
            switch effect {
            case .send(let request):
                waiting.append(request)
                if !holdsAnswers { answer() }
            case .edit(let note, let line): opened.append("\(note.text):\(line)")
            case .openFile(let path):
                openedFiles.append(path.text)
                go(.opened(path, fault: nil))
            case .copy(let text): copied.append(text)
            case .finish(let paths, let status): outcome = (paths.map(\.text), status)
            case .remember(let query): remembered.append(query)
            case .suspend, .redraw: break
            }
        }
    }

    /// Answers all waiting requests.
    package func answer() {
        while !waiting.isEmpty {
            let request = waiting.removeFirst()
            if case .search = request { searches += 1 }
            for response in worker.responses(to: request, isObsolete: { false }) { go(.response(response)) }
        }
    }

    // MARK: Output

    package var picture: Grid { BrowserView.draw(state).grid }

    package var lines: [String] {
        let grid = picture
        return (0..<grid.rows).map { grid.text($0) }
    }

    package var screen: String { lines.joined(separator: "\n") }

    /// The titles in the list.
    package var titles: [String] { state.list.results?.rows.compactMap { $0.hit?.title } ?? [] }

    package var selected: String? { state.list.selectedHit?.title }
}
