internal import CLinux

/// A program that this process started: its path first, then its arguments; it reads nothing.
package struct ChildProcess: Sendable {
    /// What a program used until it ended: wait4(2).
    package struct Usage: Hashable, Sendable {
        /// Its exit status, or 128 and the signal that ended it.
        package var status: Int32
        /// User and system time in microseconds.
        package var processorTime: Int64
        /// The most memory it had at once, in bytes; at least what this process had when it started the program, because
        /// exec(2) counts the memory it replaces.
        package var peakMemory: Int64
    }

    private let identifier: pid_t
    private let name: [UInt8]

    /// Starts a program; its output and its errors go to files, which are emptied first.
    package init(
        _ command: [[UInt8]], output: [UInt8] = Array("/dev/null".utf8), errors: [UInt8] = Array("/dev/null".utf8)
    ) throws(SystemError) {
        name = command.first ?? []
        let words = command.reduce(into: [UInt8]()) { $0 += $1 + [0] }
        // Not `withCPath`, which is for one word; the shim reads as many as it is told.
        identifier = output.withCPath { output in
            errors.withCPath { errors in
                unsafe words.withUnsafeBytes { bytes in
                    unsafe slip_spawn_program(
                        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), command.count, output, errors)
                }
            }
        }
        guard identifier > 0 else { throw SystemError("run", name) }
    }

    /// Starts a program that outlives this process and shares nothing with it but the environment: it reads nothing,
    /// what it writes is lost, and no terminal's end concerns it.
    ///
    /// - Returns: its number.
    package static func startApart(_ program: [UInt8], _ arguments: [[UInt8]]) throws(SystemError) -> Int32 {
        let words = arguments.reduce(into: [UInt8]()) { $0 += $1 + [0] }
        let identifier = program.withCPath { program in
            unsafe words.withUnsafeBytes { bytes in
                unsafe slip_spawn_apart(
                    program, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), arguments.count)
            }
        }
        guard identifier > 0 else { throw SystemError("run", program) }
        return identifier
    }

    /// Waits for the program's end.
    package func wait() throws(SystemError) -> Usage {
        var status: Int32 = 0
        var usage = rusage()
        guard unsafe slip_wait(identifier, &status, &usage) == identifier else { throw SystemError("wait for", name) }
        func microseconds(_ time: timeval) -> Int64 { Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_usec) }
        return Usage(
            status: slip_wait_status(status),
            processorTime: microseconds(usage.ru_utime) + microseconds(usage.ru_stime),
            peakMemory: Int64(unsafe slip_peak_kilobytes(&usage)) << 10)
    }

    /// Asks the program to end: SIGTERM. It still has to be waited for.
    package func terminate() { kill(identifier, SIGTERM) }
}
