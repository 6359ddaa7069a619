internal import CLinux
package import System

/// A pseudoterminal that a program runs in: pty(7).
package final class PseudoTerminal {
    private let master: Int32
    private let child: pid_t

    /// Starts a program in its own terminal.
    ///
    /// - Parameters:
    ///   - command: the full path of the program, then its arguments.
    ///   - folder: the working directory.
    package init(_ command: [[UInt8]], in folder: [UInt8], columns: Int, rows: Int) throws(SystemError) {
        let master = slip_open_terminal(UInt16(clamping: columns), UInt16(clamping: rows))
        self.master = master
        guard master >= 0 else { throw SystemError("open", Array("/dev/ptmx".utf8)) }
        var start = ProgramStart()
        start.folder = folder
        start.file = Array("/dev/pts/\(slip_terminal_number(master))".utf8)
        start.leadsSession = true
        child = try start.run(command.first ?? [], command)
    }

    deinit {
        kill(child, SIGKILL)
        ThisProcess.wait(for: child)
        close(master)
    }

    package func write(_ bytes: [UInt8]) throws(SystemError) { try Files.writeAll(bytes, to: master) }

    /// Returns the program's output, or nothing if it writes nothing within `milliseconds` or has exited.
    package func read(milliseconds: Int) -> [UInt8] {
        if Waiting.ready([master], milliseconds: milliseconds).isEmpty { return [] }
        return (try? Files.readPiece(master)) ?? []
    }
}
