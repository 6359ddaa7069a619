internal import CLinux

/// The directories in which programs are searched: `PATH`.
///
/// Only absolute paths count. An empty entry or `.` would run programs from the current directory, such as a cloned
/// vault.
package struct ProgramPath: Sendable {
    private let folders: [[UInt8]]

    /// - Parameter path: the value of `PATH`.
    package init(_ path: String?) {
        folders = (path ?? "").utf8.split(separator: UInt8(ascii: ":")).map(Array.init)
            .filter { $0.first == UInt8(ascii: "/") }
    }

    /// Returns the search path of an environment, and this environment with only the absolute entries of its `PATH`.
    ///
    /// - Parameter environment: all variables, as `NAME=value`. Without `PATH`, programs are searched in the directories
    ///   that exec(3) uses then.
    static func restricting(_ environment: [[UInt8]]) -> (path: ProgramPath, environment: [[UInt8]]) {
        let mark = Array("PATH=".utf8)
        let value = environment.first { $0.starts(with: mark) }.map {
            String(decoding: $0.dropFirst(mark.count), as: UTF8.self)
        }
        let path = ProgramPath(value ?? "/bin:/usr/bin")
        let entry = mark + path.folders.joined(separator: [UInt8(ascii: ":")])
        // An empty `PATH` means the current directory too.
        return (path, environment.compactMap { $0.starts(with: mark) ? path.folders.isEmpty ? nil : entry : $0 })
    }

    /// Returns the full path of the first executable program with this name, if any.
    package func program(_ name: [UInt8]) -> [UInt8]? { candidates(name).first(where: Self.canRun) }

    /// Returns the full path of the first file with this name, even if it is not executable.
    package func file(_ name: [UInt8]) -> [UInt8]? {
        candidates(name).first { FileStatus.seen($0, follows: true)?.kind == .regular }
    }

    /// Returns the names of the programs that start with `prefix`, sorted and without duplicates.
    ///
    /// Complexity: O(entries of all directories).
    package func programs(startingWith prefix: [UInt8]) -> [[UInt8]] {
        var found: Set<[UInt8]> = []
        for folder in folders {
            // Missing and unreadable directories are ignored.
            for name in (try? Directory(folder).names()) ?? [] where name.starts(with: prefix) {
                if !found.contains(name), Self.canRun(folder + [UInt8(ascii: "/")] + name) { found.insert(name) }
            }
        }
        return found.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private func candidates(_ name: [UInt8]) -> some Sequence<[UInt8]> {
        folders.lazy.map { $0 + [UInt8(ascii: "/")] + name }
    }

    /// Whether a path is a file, or a link to one, that this user may execute.
    private static func canRun(_ path: [UInt8]) -> Bool {
        FileStatus.seen(path, follows: true)?.kind == .regular && path.withCPath { unsafe access($0, X_OK) } == 0
    }
}

extension ThisProcess {
    /// Replaces this process with another program, which inherits its terminal, standard streams and signals and
    /// provides its exit status: execve(2). Returns only on failure.
    ///
    /// - Parameters:
    ///   - program: a full path.
    ///   - arguments: arbitrary bytes. The first one is the program's name.
    ///   - variables: environment variables to set before.
    package static func become(
        _ program: [UInt8], _ arguments: [[UInt8]], variables: [(name: String, value: [UInt8])] = []
    ) -> SystemError {
        for (name, value) in variables {
            value.withCPath { value in _ = unsafe setenv(name, value, 1) }
        }
        let code = program.withCPath { program in
            arguments.withCWords { words, count in unsafe slip_become(program, words, count) }
        }
        return SystemError("run", program, code: code)
    }
}
