internal import CLinux

/// Buffered standard output. If requested, text longer than the screen goes through a pager.
package final class Output {
    private var descriptor: Int32
    private var buffer: [UInt8] = []
    /// The pager's command and the number of lines that fit without it. Nil if no pager is requested or it is already
    /// running.
    private var pager: (command: String, lines: Int)?
    private var lines = 0
    private var hasFlushed = false
    private var child: pid_t?

    private let sink: (([UInt8]) throws(SystemError) -> Void)?

    package init(descriptor: Int32 = 1) {
        self.descriptor = descriptor
        sink = nil
    }

    /// Passes all output to a closure, for tests and other programs.
    package init(to sink: @escaping ([UInt8]) throws(SystemError) -> Void) {
        descriptor = -1
        self.sink = sink
    }

    /// Sends the output through the shell command `command` if it is longer than `lines` lines. Call it before the
    /// first `write`. If the command does not exist, the output is written directly.
    package func page(through command: String, after lines: Int) { pager = (command, lines) }

    package func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

    package func write(_ bytes: [UInt8]) throws(SystemError) {
        buffer += bytes
        if let pager {
            lines += bytes.count { $0 == UInt8(ascii: "\n") }
            if lines <= pager.lines { return }
            start(pager.command)
        }
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// Discards all output since the start.
    ///
    /// - Returns: false if a part of it was already written.
    package func discard() -> Bool {
        if hasFlushed { return false }
        buffer = []
        lines = 0
        return true
    }

    package func flush() throws(SystemError) {
        if !buffer.isEmpty { hasFlushed = true }
        let bytes = buffer
        buffer = []
        if let sink { try sink(bytes) } else { try Files.writeAll(bytes, to: descriptor) }
    }

    /// Writes the rest of the buffer. If a pager runs, waits for the user to quit it.
    package func finish() throws(SystemError) {
        defer {
            if let child {
                close(descriptor)
                ThisProcess.wait(for: child)
                self.child = nil
                descriptor = 1
            }
        }
        pager = nil
        try flush()
    }

    private func start(_ command: String) {
        pager = nil
        // Without this check, the text would be lost if the pager does not exist.
        let check = "set -f; set -- $1; command -v -- \"$1\" >/dev/null 2>&1"
        guard let shell = Self.startShell(ProgramStart(), [check, "sh", command]), ThisProcess.wait(for: shell) == 0
        else { return }
        var ends: [Int32] = [0, 0]
        guard unsafe slip_pipe(&ends) == 0 else { return }
        // Show colors (R), quit if the text fits on one screen (F), and keep it on screen (X), unless LESS is set.
        unsafe setenv("LESS", "FRX", 0)
        // In its secure mode, less runs no programs and writes no files, even if a user types such a command.
        unsafe setenv("LESSSECURE", "1", 0)
        var start = ProgramStart()
        start.streams[0] = ends[0]
        child = Self.startShell(start, [command])
        close(ends[0])
        if child == nil { close(ends[1]) } else { descriptor = ends[1] }
    }

    private static func startShell(_ start: ProgramStart, _ words: [String]) -> pid_t? {
        // Without a pager, the text is written as it is.
        try? start.run(Array("/bin/sh".utf8), (["sh", "-c"] + words).map { Array($0.utf8) })
    }
}
