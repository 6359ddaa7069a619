internal import CLinux

/// Properties of this process and its environment.
package enum ThisProcess {
    package static var user: UInt32 { geteuid() }
    package static var identifier: Int32 { getpid() }

    /// The number of online processors.
    package static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// The maximum size in bytes of files that this process writes; nil if there is no limit.
    package static var fileSizeLimit: UInt64? {
        let limit = slip_file_size_limit()
        return limit < 0 ? nil : UInt64(limit)
    }

    /// Returns the full path of this program.
    package static func executable() throws(SystemError) -> [UInt8] {
        let path = Array("/proc/self/exe".utf8)
        guard let real = Files.realPath(path) else { throw SystemError("find the program at", path) }
        return real
    }

    /// A text that differs for another version of this program: the size and the time of its file.
    package static var stamp: String {
        let program = (try? executable()).flatMap { FileStatus.seen($0) }
        return "\(program?.size ?? 0) \(program?.modified ?? 0)"
    }

    /// Returns the value of an environment variable, or nil if it is unset or empty.
    package static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// Returns the user's directory that a variable names, or else one in the home directory. Returns nil if neither is
    /// set. Relative paths are ignored: they depend on the current directory (XDG Base Directory Specification).
    ///
    /// - Parameters:
    ///   - usual: the path below the home directory. Empty for the home directory itself.
    ///   - variables: the environment to use instead of that of the process.
    package static func userFolder(
        _ variable: String, else usual: String, in variables: [String: String]? = nil
    ) -> String? {
        func absolute(_ name: String) -> String? {
            let value = variables.map { $0[name] } ?? Self.variable(name)
            return value.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        return absolute(variable)
            ?? absolute("HOME").map { home in
                usual.isEmpty ? home : "\(home == "/" ? "" : home)/\(usual)"
            }
    }

    package static var variables: [String: String] {
        var result: [String: String] = [:]
        for entry in environmentEntries {
            let parts = entry.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            result[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self)
        }
        return result
    }

    /// All environment variables, as `NAME=value`. They need not be UTF-8.
    static var environmentEntries: [[UInt8]] {
        var result: [[UInt8]] = []
        var next = unsafe slip_environment()
        while let entry = unsafe next?.pointee {
            unsafe result.append(Array(cString: entry))
            unsafe next = unsafe next?.advanced(by: 1)
        }
        return result
    }

    /// The command-line arguments without the program's name. Invalid UTF-8 becomes U+FFFD.
    package static var arguments: [String] { Array(CommandLine.arguments.dropFirst()) }

    /// The command-line arguments as bytes, without the program's name: file names need not be UTF-8. Nil if they are
    /// unavailable: a static program reads them through `/proc/self/maps`.
    package static var argumentBytes: [[UInt8]]? {
        if CommandLine.argc < 1 { return nil }
        return unsafe UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst().map {
            unsafe $0.map { unsafe Array(cString: $0) } ?? []
        }
    }

    /// Whether a process exists: kill(2) with signal 0. A process of another user counts. True for a number that cannot
    /// identify a process.
    package static func isAlive(_ process: Int) -> Bool {
        guard let process = pid_t(exactly: process), process > 0 else { return true }
        return kill(process, 0) == 0 || slip_errno() != ESRCH
    }

    /// Makes threads share memory arenas, so that a program with many threads uses less memory: mallopt(3).
    package static func shareMemory() { mallopt(M_ARENA_MAX, 2) }

    /// Prepares for the use of many megabytes by the main thread of a process that ends soon: memory comes in large pages,
    /// and none is returned before the end. With pages of 4 KiB, a virtual machine spends half of the time of a query of
    /// 100,000 notes on providing them.
    package static func expectMuchMemory() { slip_expect_much_memory() }

    /// Lowers the priority of the calling thread for the rest of its life: nice(2), which on Linux applies to one
    /// thread (setpriority(2)).
    package static func giveWay() { slip_give_way() }

    /// Returns unused memory to the system: malloc_trim(3).
    package static func giveMemoryBack() { malloc_trim(0) }

    package static func exit(with status: Int32) -> Never { CLinux.exit(status) }

    /// Suspends the calling thread.
    package static func sleep(_ duration: Duration) {
        let (seconds, fraction) = duration.components
        var left = timespec(tv_sec: Int(seconds), tv_nsec: Int(fraction / 1_000_000_000))
        while true {
            var rest = timespec()
            if unsafe nanosleep(&left, &rest) == 0 || slip_errno() != EINTR { return }
            left = rest
        }
    }

    /// Runs a shell command, which may be several words, with additional arguments on this terminal, and waits for it.
    ///
    /// If standard input is redirected, the command still reads from the terminal.
    ///
    /// - Returns: the exit status, or 128 plus the number of the signal that ended the command. 127 if the shell cannot be
    ///   started.
    package static func runShell(_ command: String, arguments: [[UInt8]]) -> Int32 {
        slip_leave_keys_to_child(1)
        defer { slip_leave_keys_to_child(0) }
        var start = ProgramStart()
        start.resetsSignals = true
        let script = "\(command) \"$@\"\(isTerminal(0) || !hasTerminal ? "" : " </dev/tty")"
        let words = ["sh", "-c", script, "sh"].map { Array($0.utf8) } + arguments
        // A shell that cannot be started has the status of a command that is not found.
        return (try? start.run(Array("/bin/sh".utf8), words)).flatMap { wait(for: $0) } ?? 127
    }

    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Whether this process has a controlling terminal, independent of redirection.
    package static var hasTerminal: Bool {
        guard let descriptor = try? Files.open(Array("/dev/tty".utf8), O_RDWR) else { return false }
        close(descriptor)
        return true
    }

    /// Returns the terminal at `descriptor`, or nil if it is not one: ttyname_r(3), getsid(2).
    package static func terminal(_ descriptor: Int32) -> TerminalName? {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe ttyname_r(descriptor, &name, 255) == 0 else { return nil }
        let device = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return TerminalName(device: device, session: Int(getsid(0)))
    }

    /// The largest supported screen size in cells. Larger sizes are clamped.
    private static let mostCells = 2000

    /// Returns the width of the terminal at `descriptor` in columns, or nil if it is unknown.
    package static func columns(_ descriptor: Int32) -> Int? {
        let columns = Int(slip_window(descriptor).ws_col)
        return columns > 0 ? min(columns, mostCells) : nil
    }

    package static func rows(_ descriptor: Int32) -> Int? {
        let rows = Int(slip_window(descriptor).ws_row)
        return rows > 0 ? min(rows, mostCells) : nil
    }

    /// Returns the size of the terminal at `descriptor` in pixels, or nil if it does not report it.
    static func pixels(_ descriptor: Int32) -> (width: Int, height: Int)? {
        let size = slip_window(descriptor)
        let (width, height) = (Int(size.ws_xpixel), Int(size.ws_ypixel))
        return width > 0 && height > 0 ? (width, height) : nil
    }

    /// Makes a failed write an error instead of a fatal signal: to a pipe without a reader, or beyond the file size
    /// limit.
    package static func ignoreWriteSignals() { slip_ignore_write_signals() }

    /// Installs a handler for SIGBUS, which the process gets if another program truncates a mapped file. The handler
    /// prints a message and ends the process with status 2.
    package static func reportTruncatedFiles() { slip_heed_cuts() }

    /// Ensures that no opened file gets the descriptor of a standard stream that the parent process closed.
    package static func reserveStandardStreams() { slip_hold_standard_descriptors() }

    package static func isBrokenPipe(_ error: SystemError) -> Bool { error.code == EPIPE }
}
