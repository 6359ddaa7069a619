internal import CLinux

/// The signals that ask a process to end, Ctrl-C among them, to be waited for instead of dying of them: signalfd(2).
///
/// To be made before the first thread is, since threads inherit what is blocked.
package final class EndSignals {
    package let descriptor: Int32

    package init() throws(SystemError) {
        descriptor = slip_signals()
        guard descriptor >= 0 else { throw SystemError("wait for signals", []) }
    }

    deinit { close(descriptor) }
}
