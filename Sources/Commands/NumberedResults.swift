import Indexing
import Rendering
import SourceText
import Terminal
import VaultFiles

/// The entries of a list on a terminal. Each gets a number, which the next command can use: `%1` is the first.
struct NumberedResults {
    private let context: CommandContext
    private var results: [LastResults.Numbered] = []
    /// The columns of the largest number.
    private let digits: Int

    /// - Parameter count: the number of entries.
    init(_ count: Int, in context: CommandContext) {
        self.context = context
        digits = String(count).count
    }

    /// Whether entries get numbers. Otherwise `add` returns empty text.
    private var isShown: Bool { context.host.outputIsTerminal && context.host.terminal != nil }

    /// Adds an entry, and returns its number with a space, for the start of its line.
    ///
    /// - Parameters:
    ///   - line: the line at which to open the note, if any.
    ///   - revision: the note as of a commit, for an entry of a history.
    mutating func add(
        _ path: VaultPath, line: Int? = nil, revision: LastResults.Revision? = nil, root: [UInt8]
    ) -> StyledLine {
        if !isShown { return StyledLine() }
        results.append(LastResults.Numbered(root: root, path: path, line: line, revision: revision))
        let number = String(results.count)
        let blanks = String(repeating: " ", count: max(0, digits - number.count))
        return context.style.run("\(blanks)\(number) ", .label)
    }

    /// Makes the numbers stand for these entries in the next command.
    ///
    /// - Parameter vault: the vault of all entries, or nil if they are of several.
    func keep(of vault: Vault?) throws { try Self.keep(results, of: vault, in: context) }

    /// Makes the numbers stand for these results in the next command. Does nothing without a terminal.
    ///
    /// - Parameter vault: the vault of all results, or nil if they are of several.
    static func keep(_ results: [LastResults.Numbered], of vault: Vault?, in context: CommandContext) throws {
        guard let terminal = context.host.terminal, context.host.outputIsTerminal else { return }
        if let vault { try LastResults(vault, terminal: terminal).keep(results) }
        // Without --vault, the vault is found again by the current folder.
        let shared = context.sharedResults
        if vault != nil, context.globals.vaults.isEmpty { shared?.discard() } else { shared?.keep(results) }
    }
}
