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
        let words = command.reduce(into: [UInt8]()) { $0 += $1 + [0] }
        child = folder.withCPath { folder in
            unsafe words.withUnsafeBytes { bytes in
                unsafe slip_spawn_in_terminal(
                    bytes.baseAddress?.assumingMemoryBound(to: CChar.self), command.count, folder, master)
            }
        }
        guard child > 0 else { throw SystemError("run", command.first ?? []) }
    }

    deinit {
        kill(child, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0, slip_errno() == EINTR {}
        close(master)
    }

    package func write(_ bytes: [UInt8]) throws(SystemError) { try Files.writeAll(bytes, to: master) }

    /// Returns the program's output, or nothing if it writes nothing within `milliseconds` or has exited.
    package func read(milliseconds: Int) -> [UInt8] {
        if Waiting.ready([master], milliseconds: milliseconds).isEmpty { return [] }
        return (try? Files.readPiece(master)) ?? []
    }
}
