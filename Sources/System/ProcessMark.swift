internal import CLinux

/// An environment variable by which the processes that a program starts can be found, even those that leave its process
/// group and outlive it.
package struct ProcessMark: Sendable {
    /// The variable, as `NAME=value`.
    package let variable: [UInt8]

    /// Creates a mark that no other process has.
    package init() {
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        variable = Array("SLIPBOX_EXTRACTION=\(ThisProcess.identifier)-\(number)".utf8)
    }

    /// Kills all processes of this user with the mark in their environment: proc(5). A process that has cleared its
    /// environment is not found.
    ///
    /// Complexity: O(processes).
    package func endProcesses() {
        // A process may start another one while it is looked for.
        for _ in 0..<10 {
            let found = marked()
            if found.isEmpty { return }
            for process in found { kill(process, SIGKILL) }
            ThisProcess.sleep(.milliseconds(1))
        }
    }

    private func marked() -> [pid_t] {
        // Without /proc, no process can be found.
        guard let names = try? Directory(Array("/proc".utf8)).names() else { return [] }
        return names.compactMap { name -> pid_t? in
            guard let process = pid_t(String(decoding: name, as: UTF8.self)), process != ThisProcess.identifier,
                let environment = try? Files.read(Array("/proc/".utf8) + name + Array("/environ".utf8)).bytes,
                environment.split(separator: 0).contains(where: { $0.elementsEqual(variable) })
            else { return nil }
            return process
        }
    }
}
