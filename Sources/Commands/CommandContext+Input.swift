import Arguments
import Rendering
import Searching
import SourceText

/// Notes whose paths come from standard input.
extension CommandContext {
    /// The operands, with the paths that standard input holds in place of `-`: one a line, or each ended by NUL.
    func expanded(_ operands: [Argument], nullTerminated: Bool) throws -> [Argument] {
        guard let dash = operands.firstIndex(of: "-") else {
            if nullTerminated {
                throw UsageError.other("'--null' goes with '-'", help: "paths on standard input: -0 -")
            }
            return operands
        }
        guard !operands[(dash + 1)...].contains("-") else {
            throw UsageError.other("'-' stands there twice", help: "standard input is read once")
        }
        let separator = nullTerminated ? 0 : Byte.newline
        let given = try world.readInput().split(separator: separator).map { Argument(bytes: Array($0)) }
        return operands[..<dash] + given + operands[(dash + 1)...]
    }

    /// The notes that NOTE arguments mean, each once.
    func notes(
        _ operands: [Argument], _ session: VaultSession, nullTerminated: Bool = false, changes: Bool = false
    ) throws -> [VaultPath] {
        var seen: Set<VaultPath> = []
        return try expanded(operands, nullTerminated: nullTerminated).map {
            try resolveNote($0, session, changes: changes)
        }
        .filter { seen.insert($0).inserted }
    }

    /// The one path that standard input holds, for a command that takes one note.
    func onlyInput() throws -> Argument {
        let given = try expanded(["-"], nullTerminated: false)
        guard given.count == 1 else {
            throw UsageError.other(
                "standard input names \(Counted.notes(given.count)), and one is expected", help: "a path on one line")
        }
        return given[0]
    }
}
