internal import CLinux
internal import SourceText

/// A program that may hang, flood or start others. It runs in its own session at the lowest priority, with limits, an
/// empty input and a temporary folder, and nothing of it remains.
///
/// An environment variable marks the processes that it starts, so that those are found which leave its session: proc(5).
/// A process that clears its environment is not found.
package enum ContainedProgram {
    /// The name of the variable, and the start of its value: the number of the process that started the program.
    private static let variable = Array("SLIPBOX_EXTRACTION=".utf8)

    /// The start of the names of the temporary folders, before the number of this process.
    private static let folderPrefix = "slip-program-"

    /// The ages in seconds from which a temporary folder is removed: if its process has ended, and in any case, since
    /// the number may be that of another process. Containers can share the folders and not the processes.
    private static let ageOfRemains: (ended: Int64, any: Int64) = (60, 3600)

    /// Runs a program in a temporary folder, which is also its `TMPDIR`.
    ///
    /// - Parameters:
    ///   - words: the path of the program, and its arguments.
    ///   - variables: its environment.
    ///   - milliseconds: the time after which it is killed, and the limit of the processor time of each of its processes.
    ///   - limit: the size of output and errors together, in bytes, above which it is killed.
    /// - Throws: `SystemError` if it cannot be started.
    package static func run(
        _ words: [[UInt8]], variables: [String: String], milliseconds: Int64, limit: Int
    ) throws(SystemError) -> PipedProcess.Ending {
        let folder = try Files.makeTemporaryFolder("\(folderPrefix)\(ThisProcess.identifier)-")
        defer { try? Files.removeTree(folder) }
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        let mark = variable + Array("\(ThisProcess.identifier)-\(number)".utf8)
        let environment = variables.filter { $0.key != "TMPDIR" }.map { Array("\($0.key)=\($0.value)".utf8) }
        let process = try start(words, environment: environment + [Array("TMPDIR=".utf8) + folder, mark], in: folder)
        let leader = pid_t(process.processIdentifier)
        slip_restrain(leader, rlim_t(milliseconds / 1000 + 1))
        defer {
            slip_release_session(leader)
            endProcesses { $0.elementsEqual(mark) }
        }
        return try process.finish(milliseconds: milliseconds, limit: limit, endsSession: true)
    }

    /// Starts a program in a session that ends with this process.
    private static func start(
        _ words: [[UInt8]], environment: [[UInt8]], in folder: [UInt8]
    ) throws(SystemError) -> PipedProcess {
        var leader: pid_t = 0
        let isEnding = slip_prepare_session() == 0
        defer { slip_hold_session(leader) }
        if isEnding { throw SystemError("run", words.first ?? [], code: EINTR) }
        let process = try PipedProcess(words, environment: environment, in: folder, apart: true)
        leader = pid_t(process.processIdentifier)
        return process
    }

    /// Removes the processes and folders of programs that were started by processes which have ended.
    package static func removeRemains() {
        endProcesses { hasEnded(owner: $0.dropFirst(variable.count)) }
        let place = Files.temporaryFolder
        for name in (try? Directory(place).names()) ?? [] where name.starts(with: folderPrefix.utf8) {
            let path = place + [Byte.slash] + name
            guard let status = FileStatus.seen(path, follows: false) else { continue }
            let age = LocalZone.now().microseconds / 1_000_000 - status.modified / 1_000_000_000
            let hasEnded = hasEnded(owner: name[folderPrefix.utf8.count...])
            if age > (hasEnded ? ageOfRemains.ended : ageOfRemains.any) { try? Files.removeTree(path) }
        }
    }

    /// Whether the process with the number at the start of a text has ended.
    private static func hasEnded(owner text: ArraySlice<UInt8>) -> Bool {
        guard let owner = pid_t(String(decoding: text.prefix { $0 != Byte.hyphen }, as: UTF8.self)), owner > 0 else {
            return false
        }
        if kill(owner, 0) != 0 { return slip_errno() == ESRCH }
        // One that its parent has not waited for: proc_pid_stat(5). Its name may contain anything.
        let status = (try? Files.readAll(ofSystemFile: "/proc/\(owner)/stat")) ?? []
        let name = status.lastIndex(of: UInt8(ascii: ")")) ?? status.endIndex
        return status[name...].starts(with: ") Z".utf8)
    }

    /// Kills all processes of this user whose mark satisfies a condition. Complexity: O(processes).
    private static func endProcesses(where isWanted: (ArraySlice<UInt8>) -> Bool) {
        // A process may start another one while it is looked for.
        for _ in 0..<10 {
            let found = processes(where: isWanted)
            if found.isEmpty { return }
            for process in found { kill(process, SIGKILL) }
            ThisProcess.sleep(.milliseconds(1))
        }
    }

    private static func processes(where isWanted: (ArraySlice<UInt8>) -> Bool) -> [pid_t] {
        // Without /proc, no process can be found.
        guard let names = try? Directory(Array("/proc".utf8)).names() else { return [] }
        let own = Files.linkText(Array("/proc/self/ns/pid".utf8))
        return names.compactMap { name -> pid_t? in
            let text = String(decoding: name, as: UTF8.self)
            guard let process = pid_t(text), process != ThisProcess.identifier,
                let environment = try? Files.readAll(ofSystemFile: "/proc/\(text)/environ"),
                let mark = environment.split(separator: 0).first(where: { $0.starts(with: variable) }), isWanted(mark),
                // In a container, the numbers are those of other processes.
                Files.linkText(Array("/proc/\(text)/ns/pid".utf8)) == own
            else { return nil }
            return process
        }
    }
}
