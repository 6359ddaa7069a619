internal import CLinux

/// A program that this process started. It has no input, and its output goes to files. The first word of the command is
/// the path of the program.
package struct ChildProcess: Sendable {
    /// The resources that a program used until it ended: wait4(2).
    package struct Usage: Hashable, Sendable {
        /// The exit status, or 128 plus the number of the signal that ended the program.
        package var status: Int32
        /// User and system time in microseconds.
        package var processorTime: Int64
        /// The peak memory in bytes. It is at least the memory of this process at the start of the program, because
        /// exec(2) counts the memory it replaces.
        package var peakMemory: Int64
    }

    private let identifier: pid_t
    private let name: [UInt8]

    /// Starts a program and writes its output and errors to files, which are truncated first.
    package init(
        _ command: [[UInt8]], output: [UInt8] = Array("/dev/null".utf8), errors: [UInt8] = Array("/dev/null".utf8)
    ) throws(SystemError) {
        name = command.first ?? []
        var start = ProgramStart()
        start.file = Array("/dev/null".utf8)
        defer { for stream in start.streams where stream >= 0 { close(stream) } }
        for (number, path) in [(1, output), (2, errors)] {
            start.streams[number] = try Files.open(path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600, to: "write")
        }
        identifier = try start.run(name, command)
    }

    /// Starts a program that outlives this process and shares only the environment with it. It has no input, its output
    /// is discarded, and it runs in a separate session.
    ///
    /// - Returns: the process identifier.
    package static func startApart(_ program: [UInt8], _ arguments: [[UInt8]]) throws(SystemError) -> Int32 {
        var start = ProgramStart()
        start.folder = [UInt8(ascii: "/")]
        start.file = Array("/dev/null".utf8)
        (start.leadsSession, start.closesOthers) = (true, true)
        return try start.run(program, [program] + arguments)
    }

    /// Waits for the program to end.
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

    /// Sends SIGTERM to the program. The caller must still wait for it.
    package func terminate() { kill(identifier, SIGTERM) }
}
