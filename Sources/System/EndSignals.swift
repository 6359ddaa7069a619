internal import CLinux

/// The signals that ask a process to end, such as Ctrl-C, as a descriptor to wait for: signalfd(2).
///
/// They are blocked in the thread that creates this object and in threads that it starts later. Any other thread must
/// block them itself.
package final class EndSignals {
    package let descriptor: Int32

    package init() throws(SystemError) {
        descriptor = slip_signals()
        guard descriptor >= 0 else { throw SystemError("wait for signals", []) }
    }

    deinit { close(descriptor) }
}
