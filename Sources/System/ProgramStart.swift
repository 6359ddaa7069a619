internal import CLinux

/// The options for starting a program: posix_spawn(3). An empty or missing option means the value of this process.
package struct ProgramStart {
    /// All variables, as `NAME=value`.
    var environment: [[UInt8]] = []
    /// The working directory.
    package var folder: [UInt8] = []
    /// A file to open as all three standard streams.
    package var file: [UInt8] = []
    /// The descriptors of standard input, output and error output. -1 means `file`, or else the stream of this process.
    var streams: [Int32] = [-1, -1, -1]
    /// Whether the program leads its own session, with the first terminal that it opens.
    package var leadsSession = false
    /// Whether the program gets no other open files.
    var closesOthers = false
    /// Whether the program handles signals as by default, even those that this process ignores or blocks.
    var resetsSignals = false

    package init() {}

    /// Starts the program at `path`, which is searched on the PATH if it has no slash. Relative entries of the PATH are
    /// skipped and hidden from the program, which may start others: the current directory may be a cloned vault.
    ///
    /// - Parameter words: its name, then its arguments.
    /// - Returns: the process identifier.
    package func run(_ path: [UInt8], _ words: [[UInt8]]) throws(SystemError) -> Int32 {
        let name = path
        let (searched, environment) = ProgramPath.restricting(
            environment.isEmpty ? ThisProcess.environmentEntries : environment)
        guard let path = name.contains(UInt8(ascii: "/")) ? name : searched.program(name) else {
            throw SystemError("run", name, code: ENOENT)
        }
        var options: Int32 = 0
        if leadsSession { options |= Int32(slip_leads_session) }
        if closesOthers { options |= Int32(slip_closes_others) }
        if resetsSignals { options |= Int32(slip_resets_signals) }
        let child = path.withCPath { path in
            folder.withCPath { folder in
                file.withCPath { file in
                    words.withCWords { words, count in
                        environment.withCWords { variables, variableCount in
                            unsafe slip_spawn(
                                path, words, count, variables, variableCount, folder, file, streams, options)
                        }
                    }
                }
            }
        }
        guard child > 0 else { throw SystemError("run", name) }
        return child
    }
}

extension ThisProcess {
    /// Waits for a child process to end. Returns nil if it cannot be waited for.
    ///
    /// - Returns: the exit status, or 128 plus the number of the signal that ended it.
    @discardableResult
    package static func wait(for child: Int32) -> Int32? {
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0 { if slip_errno() != EINTR { return nil } }
        return slip_wait_status(status)
    }
}
