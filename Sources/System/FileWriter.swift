internal import CLinux

/// A process that has a file open for writing.
package struct FileWriter: Hashable, Sendable, CustomStringConvertible {
    package var process: Int
    /// The name of its program, at most 15 bytes: proc_pid_comm(5).
    package var name: String

    /// The program for users: `'tee' (process 4711)`.
    package var description: String { "'\(name)' (process \(process))" }

    /// The identity of a file.
    package struct File: Hashable, Sendable {
        var device: UInt64
        var inode: UInt64

        package init(_ status: FileStatus) { (device, inode) = (status.device, status.inode) }
    }

    /// Returns the files that other processes have open for writing, each with one of these processes: proc_pid_fd(5).
    /// Those of other users and of other containers are missing.
    ///
    /// Complexity: reads the open files of all processes, which takes milliseconds.
    package static func all() -> [File: FileWriter] {
        var writers: [File: FileWriter] = [:]
        for entry in (try? Files.list(Array("/proc".utf8))) ?? [] {
            guard let process = Int(String(decoding: entry.name, as: UTF8.self)),
                process != Int(ThisProcess.identifier)
            else { continue }
            for file in files(of: process) where writers[file] == nil {
                let name = (try? Files.readAll(ofSystemFile: "/proc/\(process)/comm")) ?? []
                writers[file] = FileWriter(
                    process: process, name: String(decoding: name.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
            }
        }
        return writers
    }

    /// Returns the regular files that a process has open for writing.
    private static func files(of process: Int) -> [File] {
        let folder = "/proc/\(process)/fd"
        guard let names = try? Directory(Array(folder.utf8)).names() else { return [] }
        return names.compactMap { name in
            let number = String(decoding: name, as: UTF8.self)
            guard let status = FileStatus.seen(Array("\(folder)/\(number)".utf8), follows: true),
                status.kind == .regular,
                let information = try? Files.readAll(ofSystemFile: "/proc/\(process)/fdinfo/\(number)")
            else { return nil }
            // The line "flags:	0100001": those of open(2), in octal.
            let words = String(decoding: information, as: UTF8.self).split { $0.isWhitespace }
            guard let label = words.firstIndex(of: "flags:"), label + 1 < words.count,
                let flags = Int32(words[label + 1], radix: 8), flags & O_ACCMODE != O_RDONLY
            else { return nil }
            return File(status)
        }
    }
}
