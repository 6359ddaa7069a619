import Arguments
import Rendering
import Searching
import SourceText
import System
import VaultFiles

extension CommandContext {
    /// Returns all of standard input, however often it is called: a command that reads a rebuilt index again needs it
    /// again.
    func input() throws -> [UInt8] {
        let input = try inputRead ?? host.readInput()
        inputRead = input
        return input
    }

    /// Returns the operands, with `-` replaced by the paths on standard input: one per line, or each ended by NUL.
    /// Throws if `-` is given twice, or if `nullTerminated` is true without `-`.
    func expanded(_ operands: [Argument], nullTerminated: Bool) throws -> [Argument] {
        guard let dash = operands.firstIndex(of: "-") else {
            if nullTerminated {
                throw UsageError.other("'--null' requires '-'", help: "to read paths from standard input: -0 -")
            }
            return operands
        }
        guard !operands[(dash + 1)...].contains("-") else {
            throw UsageError.other("'-' is given twice", help: "standard input can be read only once")
        }
        let separator = nullTerminated ? 0 : Byte.newline
        let given = try input().split(separator: separator).map { Argument(bytes: Array($0)) }
        return operands[..<dash] + given + operands[(dash + 1)...]
    }

    /// Returns the path on standard input, for a command that takes one note. Throws unless there is exactly one.
    func onlyInput() throws -> Argument {
        let given = try expanded(["-"], nullTerminated: false)
        guard given.count == 1 else {
            throw UsageError.other(
                "expected one path on standard input, not \(Counted.notes(given.count))",
                help: "write a single path on one line")
        }
        return given[0]
    }
}

extension Argument {
    /// Returns the content of the file that it names.
    func content(in context: CommandContext) throws -> [UInt8] {
        do throws(SystemError) {
            return try Files.read(context.full(self)).bytes
        } catch {
            throw VaultError("cannot read '\(SafeText.escaped(shown))': \(error.reason)")
        }
    }
}
