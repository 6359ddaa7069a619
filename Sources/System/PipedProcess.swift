internal import CLinux

/// A program that this process communicates with through pipes.
///
/// `finish` ends the communication and must be called at most once. Without it, the program is killed on
/// deinitialization.
package final class PipedProcess {
    /// What `finish` returns: the exit status, the rest of the output, standard error, and whether the timeout ended
    /// the program.
    package struct Ending: Sendable {
        /// The exit status, or 128 plus the number of the signal that ended the program.
        package var status: Int32
        /// The output that was not read before.
        package var output: [UInt8]
        /// All output to standard error.
        package var errors: [UInt8]
        /// Whether the program was killed because of the timeout.
        package var isLate = false
        /// Whether the program was killed because it wrote too much.
        package var isTooLong = false
    }

    private let identifier: pid_t
    package var processIdentifier: Int { Int(identifier) }
    private let leadsSession: Bool
    private var input: Int32
    private let output: Int32
    private let errors: Int32
    private var isWaitedFor = false
    /// Output that was read from the pipe but not yet returned.
    private var buffer: [UInt8] = []
    private var start = 0
    private var errorOutput: [UInt8] = []
    private var errorsAreOpen = true

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: the program's name, which is searched on the PATH, and its arguments.
    ///   - environment: all variables, as `NAME=value`.
    ///   - folder: the working directory, or empty for that of this process.
    ///   - apart: whether the program runs in its own session, so that it cannot prompt on the terminal.
    package init(
        _ command: [[UInt8]], environment: [[UInt8]], in folder: [UInt8], apart: Bool = false
    ) throws(SystemError) {
        let name = command.first ?? []
        var start = ProgramStart()
        (start.environment, start.folder, start.leadsSession) = (environment, folder, apart)
        leadsSession = apart
        var pipes: [[Int32]] = []
        do throws(SystemError) {
            for _ in 0..<3 {
                var ends: [Int32] = [0, 0]
                guard unsafe slip_pipe(&ends) == 0 else { throw SystemError("run", name) }
                pipes.append(ends)
            }
            start.streams = [pipes[0][0], pipes[1][1], pipes[2][1]]
            identifier = try start.run(name, command)
        } catch {
            for pipe in pipes { for end in pipe { close(end) } }
            throw error
        }
        for end in start.streams { close(end) }
        (input, output, errors) = (pipes[0][1], pipes[1][0], pipes[2][0])
    }

    deinit {
        closeInput()
        close(output)
        close(errors)
        if !isWaitedFor {
            end()
            ThisProcess.wait(for: identifier)
        }
    }

    /// Writes to the program, which must read meanwhile. Use it only for short requests that are answered one at a
    /// time.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        try Files.writeAll(bytes, to: input, Array("pipe".utf8))
    }

    package func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Returns the next `count` bytes of the output, or fewer at its end.
    package func read(_ count: Int) throws(SystemError) -> [UInt8] {
        while buffer.count - start < count, try fill() {}
        let end = min(buffer.count, start + count)
        defer { start = end }
        return Array(buffer[start..<end])
    }

    /// Returns the output up to and without the next `byte`, or nil if the output ends first.
    package func read(upTo byte: UInt8) throws(SystemError) -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: byte) {
                defer { start = end + 1 }
                return Array(buffer[start..<end])
            }
            let seen = buffer.count - start
            guard try fill() else { return nil }
            searched = start + seen
        }
    }

    /// Waits for more output and appends it to the buffer. Returns false at the end. May remove the part before
    /// `start`, so positions in the buffer are no longer valid. Also reads standard error, so that the program never
    /// blocks on it.
    private func fill() throws(SystemError) -> Bool {
        if start > 1 << 16, start * 2 > buffer.count {
            buffer.removeFirst(start)
            start = 0
        }
        while true {
            let ready = Waiting.ready(errorsAreOpen ? [output, errors] : [output], milliseconds: nil)
            if errorsAreOpen, ready.contains(errors) {
                let more = try Self.readSome(errors)
                errorOutput += more
                errorsAreOpen = !more.isEmpty
            }
            if ready.contains(output) {
                let more = try Self.readSome(output)
                buffer += more
                return !more.isEmpty
            }
        }
    }

    private static func readSome(_ descriptor: Int32) throws(SystemError) -> [UInt8] {
        try Files.readPiece(descriptor, Array("pipe".utf8))
    }

    /// Writes `text`, closes the input, reads the remaining output, and waits for the program to end. Does not wait for
    /// child processes of the program that keep its output open.
    ///
    /// - Parameters:
    ///   - milliseconds: the timeout, after which the program is killed (default: none).
    ///   - limit: the size of output and errors together, in bytes, above which the program is killed (default: none).
    ///   - endsSession: whether what the program leaves in its session is killed when it has ended.
    package func finish(
        _ text: [UInt8] = [], milliseconds: Int64? = nil, limit: Int = .max, endsSession: Bool = false
    ) throws(SystemError) -> Ending {
        let deadline = milliseconds.map { Waiting.now() + $0 }
        var ending = Ending(status: 0, output: Array(buffer[start...]), errors: errorOutput)
        (buffer, start, errorOutput) = ([], 0, [])
        var written = 0
        var open = errorsAreOpen ? [output, errors] : [output]
        var isEnded = false
        if text.isEmpty { closeInput() } else { slip_set_nonblocking(input) }
        while !open.isEmpty {
            let left = deadline.map { Int(max(0, $0 - Waiting.now())) } ?? .max
            // Its child processes may keep the pipes open after the program has ended.
            let ready = Waiting.ready(
                open, writable: input >= 0 ? input : nil, milliseconds: isEnded ? 0 : min(left, Self.pause))
            if ready.isEmpty {
                if isEnded { break }
                if let deadline, Waiting.now() >= deadline {
                    ending.isLate = true
                    end()
                    break
                }
                isEnded = slip_has_ended(identifier) != 0
                continue
            }
            for descriptor in ready {
                if descriptor == input {
                    written += try writeSome(text, from: written)
                    if written == text.count { closeInput() }
                    continue
                }
                let more = try Self.readSome(descriptor)
                if more.isEmpty { open.removeAll { $0 == descriptor } }
                if descriptor == output { ending.output += more } else { ending.errors += more }
            }
            ending.isTooLong = ending.output.count + ending.errors.count > limit
            if ending.isTooLong {
                end()
                break
            }
        }
        closeInput()
        if let deadline, !ending.isLate, !ending.isTooLong {
            // It may continue without its pipes.
            while slip_has_ended(identifier) == 0, Waiting.now() < deadline { ThisProcess.sleep(.milliseconds(1)) }
            ending.isLate = slip_has_ended(identifier) == 0
            if ending.isLate { end() }
        }
        ending.status = try status(endsSession: endsSession)
        return ending
    }

    /// Waits for the program to end, and returns its status.
    private func status(endsSession: Bool) throws(SystemError) -> Int32 {
        if endsSession {
            // Before it is waited for, no other process can have its number.
            slip_await_end(identifier)
            end()
        }
        var status: Int32 = 0
        while !isWaitedFor {
            if unsafe waitpid(identifier, &status, 0) == identifier {
                isWaitedFor = true
            } else if slip_errno() != EINTR {
                throw SystemError("wait for", Array("a program".utf8))
            }
        }
        return slip_wait_status(status)
    }

    /// The time without output, in milliseconds, after which `finish` checks whether the program has ended.
    private static let pause = 200

    /// Writes as much of `text` from `start` on as the pipe accepts. If the reading end is closed, drops the rest.
    ///
    /// - Returns: the number of bytes that were written or dropped.
    private func writeSome(_ text: [UInt8], from start: Int) throws(SystemError) -> Int {
        let count = unsafe text.withUnsafeBytes { bytes in
            unsafe CLinux.write(input, bytes.baseAddress.map { unsafe $0 + start }, text.count - start)
        }
        if count >= 0 { return count }
        switch slip_errno() {
        case EINTR, EAGAIN: return 0
        case EPIPE: return text.count - start
        default: throw SystemError("write", Array("pipe".utf8))
        }
    }

    /// Kills the program. If it leads a session, also kills the processes that it started.
    package func end() { kill(leadsSession ? -identifier : identifier, SIGKILL) }
}
