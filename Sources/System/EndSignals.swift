internal import CLinux

/// The signals that ask a process to end, Ctrl-C among them, to be waited for instead of dying of them: signalfd(2).
///
/// They are blocked in the thread that makes this and in those that it starts later; any other must block them itself.
package final class EndSignals {
    package let descriptor: Int32

    package init() throws(SystemError) {
        descriptor = slip_signals()
        guard descriptor >= 0 else { throw SystemError("wait for signals", []) }
    }

    deinit { close(descriptor) }
}
