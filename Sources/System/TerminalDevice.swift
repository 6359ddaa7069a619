internal import CLinux

/// The terminal of this process, read key by key: /dev/tty, independent of redirection.
///
/// Between `enter` and `leave`, the terminal is in raw mode (termios(3)) and delivers every byte at once. Signals that
/// end or stop a process, or report a new size, are delivered as events. If the process crashes meanwhile, a signal
/// handler restores the terminal.
package final class TerminalDevice {
    package let descriptor: Int32
    private var signals: Int32 = -1
    private let restoring: [UInt8]

    /// Input, or a signal, that ends a wait.
    package enum Event: Hashable, Sendable {
        /// Input of at least one byte.
        case input([UInt8])
        case resized
        /// A signal asked the process to end. SIGHUP if the terminal is gone.
        case ended(signal: Int32)
        /// A signal asked the process to stop, such as `kill -TSTP`.
        case stopped
        /// The additional descriptor has input.
        case ready
        /// The timeout has passed, or nothing happened that needs an action.
        case timeout
    }

    /// - Parameter restoring: the bytes to write to the terminal if the process crashes.
    /// - Throws: if there is no terminal.
    package init(restoring: [UInt8]) throws(SystemError) {
        descriptor = try Files.open(Array("/dev/tty".utf8), O_RDWR | O_NOCTTY, to: "open")
        self.restoring = restoring
    }

    deinit {
        leave()
        close(descriptor)
    }

    /// Switches the terminal to raw mode.
    ///
    /// - Throws: if the terminal does not support it.
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

    /// The size of a character cell in pixels, or nil if the terminal does not report it.
    package var cell: (width: Int, height: Int)? {
        guard let pixels = ThisProcess.pixels(descriptor), let columns, let rows else { return nil }
        return (pixels.width / columns, pixels.height / rows)
    }

    /// Waits for the next event. `enter` must have been called.
    ///
    /// - Parameters:
    ///   - beside: an additional descriptor to wait for.
    ///   - milliseconds: the timeout, or nil for none.
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

    /// Stops this process, as Ctrl-Z does, until it is resumed. Call `leave` before and `enter` afterwards.
    package func stop() {
        slip_heed_terminal_signals()
        // To the whole process group, as with the key. A shell in the same group ignores the signal.
        kill(0, SIGTSTP)
    }
}

/// A pipe through which one thread wakes another that waits for descriptors.
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
        // A full pipe also wakes the reader.
        _ = unsafe CLinux.write(writing, &byte, 1)
    }

    package func drain() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while unsafe CLinux.read(reading, &bytes, 256) > 0 {}
    }
}
