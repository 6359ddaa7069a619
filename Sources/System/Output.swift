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

    /// Sends the output through the shell command `command` if it is longer than `lines` lines.
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
                var status: Int32 = 0
                while unsafe waitpid(child, &status, 0) < 0, slip_errno() == EINTR {}
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
        guard unsafe slip_can_run(command) != 0 else { return }
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { return }
        // Show colors (R), quit if the text fits on one screen (F), and keep it on screen (X), unless LESS is set.
        unsafe setenv("LESS", "FRX", 0)
        let child = unsafe slip_spawn_reader(command, ends[0], ends[1])
        close(ends[0])
        guard child > 0 else {
            close(ends[1])
            return
        }
        self.child = child
        descriptor = ends[1]
    }
}
