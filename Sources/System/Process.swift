internal import CLinux

/// What this process is and where it runs.
package enum ThisProcess {
    package static var user: UInt32 { geteuid() }
    package static var identifier: Int32 { getpid() }

    /// The number of processors at work.
    package static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// The full path of the program that runs.
    package static func executable() throws(SystemError) -> [UInt8] {
        let path = Array("/proc/self/exe".utf8)
        guard let real = Files.realPath(path) else { throw SystemError("find the program at", path) }
        return real
    }

    /// The value of an environment variable; nil where it is not set or empty.
    package static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// A folder of this user's that a variable names, else one below the home directory; nil where there is neither. A name
    /// that is not absolute does not count, as it would be another place in each folder
    /// (XDG Base Directory Specification).
    ///
    /// - Parameters:
    ///   - usual: the one below the home directory; empty for that itself.
    ///   - variables: other variables than the process has.
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
        var next = unsafe slip_environment()
        while let entry = unsafe next?.pointee {
            let text = unsafe String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                result[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            unsafe next = unsafe next?.advanced(by: 1)
        }
        return result
    }

    /// What the program was called with, without its own name; what is not UTF-8 becomes U+FFFD.
    package static var arguments: [String] { Array(CommandLine.arguments.dropFirst()) }

    /// What the program was called with, without its own name, byte for byte: file names need not be UTF-8. Nil where that
    /// cannot be had: a static program looks for it in `/proc/self/maps`, and finds not even its name without.
    package static var argumentBytes: [[UInt8]]? {
        if CommandLine.argc < 1 { return nil }
        return unsafe UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst().map {
            guard let argument = unsafe $0 else { return [] }
            return unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
        }
    }

    /// Whether there is a process: kill(2) with no signal. One of another user's counts.
    package static func isAlive(_ process: Int) -> Bool {
        guard let process = pid_t(exactly: process), process > 0 else { return true }
        return kill(process, 0) == 0 || slip_errno() != ESRCH
    }

    /// Has threads share what they allocate from, so that a program of many threads keeps less: mallopt(3).
    package static func shareMemory() { mallopt(M_ARENA_MAX, 2) }

    /// Has the calling thread go on only where no other wants its processor: nice(2), which on Linux is a thread's own
    /// (setpriority(2)). It stays so for as long as the thread lives.
    package static func giveWay() { slip_give_way() }

    /// Gives memory that is no longer needed back to the system: malloc_trim(3).
    package static func giveMemoryBack() { malloc_trim(0) }

    package static func exit(with status: Int32) -> Never { CLinux.exit(status) }

    /// Does nothing for a while.
    package static func sleep(_ duration: Duration) {
        let (seconds, fraction) = duration.components
        var left = timespec(tv_sec: Int(seconds), tv_nsec: Int(fraction / 1_000_000_000))
        while true {
            var rest = timespec()
            if unsafe nanosleep(&left, &rest) == 0 || slip_errno() != EINTR { return }
            left = rest
        }
    }

    /// Runs a command of the shell, which may be several words, with arguments behind it on this terminal, and waits
    /// for its end: its exit status, or 128 and the signal that ended it. Where input comes from elsewhere the command
    /// reads the terminal all the same.
    package static func runShell(_ command: String, arguments: [[UInt8]]) -> Int32 {
        let words = arguments.reduce(into: [UInt8]()) { $0 += $1 + [0] } + [0]
        slip_leave_keys_to_child(1)
        defer { slip_leave_keys_to_child(0) }
        // Not `withCPath`, which is for one word; the shim reads as many as it is told.
        let child = unsafe words.withUnsafeBytes { bytes in
            unsafe slip_spawn_shell(
                "\(command) \"$@\"\(isTerminal(0) || !hasTerminal ? "" : " </dev/tty")",
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), arguments.count)
        }
        guard child > 0 else { return 127 }
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0 { if slip_errno() != EINTR { return 127 } }
        return slip_wait_status(status)
    }

    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Whether this process has a terminal at all, whatever its input and output are.
    package static var hasTerminal: Bool {
        let descriptor = Array("/dev/tty".utf8).withCPath { unsafe slip_open($0, O_RDWR, 0) }
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }

    /// The terminal at `descriptor`: ttyname_r(3), getsid(2); nil where there is none.
    package static func terminal(_ descriptor: Int32) -> TerminalName? {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe ttyname_r(descriptor, &name, 255) == 0 else { return nil }
        let device = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return TerminalName(device: device, session: Int(getsid(0)))
    }

    /// More than any screen has: what claims more is drawn as far as that.
    private static let mostCells = 2000

    /// The width of the terminal at `descriptor` in columns, or nil.
    package static func columns(_ descriptor: Int32) -> Int? {
        let columns = Int(slip_window_columns(descriptor))
        return columns > 0 ? min(columns, mostCells) : nil
    }

    package static func rows(_ descriptor: Int32) -> Int? {
        let rows = Int(slip_window_rows(descriptor))
        return rows > 0 ? min(rows, mostCells) : nil
    }

    /// The size of that terminal in pixels; nil where it does not say it.
    static func pixels(_ descriptor: Int32) -> (width: Int, height: Int)? {
        let pixels = slip_window_pixels(descriptor)
        let (width, height) = (Int(pixels >> 16), Int(pixels & 0xFFFF))
        return width > 0 && height > 0 ? (width, height) : nil
    }

    /// Has a write that cannot be an error, not the end: into a pipe that nobody reads, or behind the limit of a file's size.
    package static func ignoreWriteSignals() { slip_ignore_write_signals() }

    /// Has a file that another program cuts while it is mapped be told of, rather than end the program without a word.
    package static func heedCutFiles() { slip_heed_cuts() }

    /// Sees to it that no file that is opened gets the number of a standard stream that was closed by who started this.
    package static func holdStandardStreams() { slip_hold_standard_descriptors() }

    package static func isBrokenPipe(_ error: SystemError) -> Bool { error.code == EPIPE }
}
