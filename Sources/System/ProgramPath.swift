internal import CLinux

/// The folders in which programs are looked for: `PATH`.
///
/// Only absolute folders count. An empty entry or `.` would run programs of whatever folder the user is in, such as a
/// vault that was cloned.
package struct ProgramPath: Sendable {
    private let folders: [[UInt8]]

    /// - Parameter path: the value of `PATH`.
    package init(_ path: String?) {
        folders = (path ?? "").utf8.split(separator: UInt8(ascii: ":")).map(Array.init)
            .filter { $0.first == UInt8(ascii: "/") }
    }

    /// The full path of the first program of this name that can be run; nil where there is none.
    package func program(_ name: [UInt8]) -> [UInt8]? { candidates(name).first(where: Self.canRun) }

    /// The first file of this name, even if it cannot be run.
    package func file(_ name: [UInt8]) -> [UInt8]? {
        candidates(name).first { FileStatus.seen($0, follows: true)?.kind == .regular }
    }

    /// The names of the programs that start with `prefix`, in order, each once.
    ///
    /// Complexity: O(entries of all folders).
    package func programs(startingWith prefix: [UInt8]) -> [[UInt8]] {
        var found: Set<[UInt8]> = []
        for folder in folders {
            // A folder that is not there, or cannot be read, has no programs to offer.
            for name in (try? Directory(folder).names()) ?? [] where name.starts(with: prefix) {
                if !found.contains(name), Self.canRun(folder + [UInt8(ascii: "/")] + name) { found.insert(name) }
            }
        }
        return found.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private func candidates(_ name: [UInt8]) -> some Sequence<[UInt8]> {
        folders.lazy.map { $0 + [UInt8(ascii: "/")] + name }
    }

    /// Whether a path is a file, or a link to one, that this user may run.
    private static func canRun(_ path: [UInt8]) -> Bool {
        FileStatus.seen(path, follows: true)?.kind == .regular && path.withCPath { unsafe access($0, X_OK) } == 0
    }
}

extension ThisProcess {
    /// Replaces this process by another program, which thereby has its terminal, its input and output, its signals and
    /// its exit status: execve(2). Returns only where that fails.
    ///
    /// - Parameters:
    ///   - program: a full path.
    ///   - arguments: byte for byte, with the name that the program is called by first.
    ///   - variables: those of the environment to set before.
    package static func become(
        _ program: [UInt8], _ arguments: [[UInt8]], variables: [(name: String, value: [UInt8])] = []
    ) -> SystemError {
        for (name, value) in variables {
            value.withCPath { value in _ = unsafe setenv(name, value, 1) }
        }
        let words = arguments.reduce(into: [UInt8]()) { $0 += $1 + [0] } + [0]
        // Not `withCPath`, which is for one word; the shim reads as many as it is told.
        let code = program.withCPath { program in
            unsafe words.withUnsafeBytes { bytes in
                unsafe slip_become(program, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), arguments.count)
            }
        }
        return SystemError("run", program, code: code)
    }
}
