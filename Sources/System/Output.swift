internal import CLinux

/// Standard output, buffered; through a pager where that is wanted and the text is longer than the screen.
package final class Output {
    private var descriptor: Int32
    private var buffer: [UInt8] = []
    /// The pager's command and how many lines fit without it; nil where none is wanted, or once it runs.
    private var pager: (command: String, lines: Int)?
    private var lines = 0
    private var hasFlushed = false
    private var child: pid_t?

    private let sink: (([UInt8]) throws(SystemError) -> Void)?

    package init(descriptor: Int32 = 1) {
        self.descriptor = descriptor
        sink = nil
    }

    /// Hands what is written to a closure, for tests and other programs.
    package init(to sink: @escaping ([UInt8]) throws(SystemError) -> Void) {
        descriptor = -1
        self.sink = sink
    }

    /// Sends what is written through `command`, run by the shell, if it is more than `lines` lines.
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

    /// Takes back what was written since the start.
    ///
    /// - Returns: false where some of it has gone out already.
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

    /// Writes what is left and, where a pager runs, waits for the person to leave it.
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
        // A pager that is not there would swallow the text.
        guard unsafe slip_can_run(command) != 0 else { return }
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { return }
        // less shows colours, leaves at once where all fits, and keeps the screen, unless LESS says otherwise.
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
