internal import CLinux

/// The terminal of this process, to be read key by key: /dev/tty, whatever standard input and output are.
///
/// Between `enter` and `leave` the terminal hands on every byte as it comes (termios(3), raw mode), and the signals that
/// end or stop a process, and the one that tells of a new size, are read instead of heeded. Should the process die of a
/// fault meanwhile, a handler puts the terminal back as it was.
package final class TerminalDevice {
    package let descriptor: Int32
    private var signals: Int32 = -1
    private let restoring: [UInt8]

    package enum Event: Hashable, Sendable {
        /// What was typed, at least a byte.
        case input([UInt8])
        case resized
        /// Asked to end by a signal, or the terminal is gone, which is SIGHUP.
        case ended(signal: Int32)
        /// Asked to stop, as by `kill -TSTP`.
        case stopped
        /// One of the descriptors that were waited for beside has something to read.
        case ready
        case timeout
    }

    /// - Parameter restoring: what is written to it where the process dies.
    /// - Throws: where there is no terminal.
    package init(restoring: [UInt8]) throws(SystemError) {
        let path = Array("/dev/tty".utf8)
        descriptor = path.withCPath { unsafe slip_open($0, O_RDWR | O_NOCTTY, 0) }
        guard descriptor >= 0 else { throw SystemError("open", path) }
        self.restoring = restoring
    }

    deinit {
        leave()
        close(descriptor)
    }

    /// - Throws: where it is none that can be read so.
    package func enter() throws(SystemError) {
        let result = unsafe restoring.withUnsafeBytes { bytes in
            unsafe slip_enter_terminal(descriptor, bytes.baseAddress, bytes.count)
        }
        guard result == 0 else { throw SystemError("read keys from", Array("/dev/tty".utf8)) }
        signals = slip_terminal_signals()
    }

    package func leave() {
        slip_leave_terminal()
        if signals >= 0 { close(signals) }
        signals = -1
        slip_heed_terminal_signals()
    }

    package func write(_ bytes: [UInt8]) throws(SystemError) { try Files.writeAll(bytes, to: descriptor) }

    package var columns: Int? { ThisProcess.columns(descriptor) }
    package var rows: Int? { ThisProcess.rows(descriptor) }

    /// What a character takes, in pixels; nil where the terminal does not say it.
    package var cell: (width: Int, height: Int)? {
        guard let pixels = ThisProcess.pixels(descriptor), let columns, let rows else { return nil }
        return (pixels.width / columns, pixels.height / rows)
    }

    /// Waits for what comes first.
    ///
    /// - Parameters:
    ///   - beside: a descriptor that is waited for too.
    ///   - milliseconds: how long at most.
    package func next(beside: Int32, milliseconds: Int?) throws(SystemError) -> Event {
        let ready = Waiting.ready([descriptor, signals, beside], milliseconds: milliseconds)
        if ready.contains(signals) {
            let signal = slip_read_signal(signals)
            switch signal {
            case SIGWINCH: return .resized
            case SIGTSTP: return .stopped
            case SIGCONT, 0: return .timeout
            default: return .ended(signal: signal)
            }
        }
        if ready.contains(descriptor) {
            let bytes = try Files.readPiece(descriptor)
            return bytes.isEmpty ? .ended(signal: SIGHUP) : .input(bytes)
        }
        return ready.contains(beside) ? .ready : .timeout
    }

    /// Stops this process as Ctrl-Z does, until somebody has it go on.
    package func stop() {
        slip_heed_terminal_signals()
        // As the key would: a shell that has this process in its own group ignores it.
        kill(0, SIGTSTP)
    }
}

/// A pipe by which one thread wakes another that waits for descriptors.
package final class WakePipe: Sendable {
    package let reading: Int32
    private let writing: Int32

    package init() throws(SystemError) {
        var ends: [Int32] = [0, 0]
        guard unsafe slip_pipe(&ends) == 0 else { throw SystemError("make a pipe", []) }
        (reading, writing) = (ends[0], ends[1])
        slip_set_nonblocking(reading)
        slip_set_nonblocking(writing)
    }

    deinit {
        close(reading)
        close(writing)
    }

    package func wake() {
        var byte: UInt8 = 0
        // A pipe that is full wakes as well.
        _ = unsafe CLinux.write(writing, &byte, 1)
    }

    package func drain() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while unsafe CLinux.read(reading, &bytes, 256) > 0 {}
    }
}
