internal import CLinux

/// The mount points that this process sees: proc_pid_mountinfo(5).
package final class MountTable {
    let descriptor: Int32

    package init() throws(SystemError) {
        descriptor = try Files.open(Array("/proc/self/mountinfo".utf8), O_RDONLY)
    }

    deinit { close(descriptor) }

    /// Whether anything was mounted or unmounted since the table was opened or last reported a change.
    package func hasChanged() -> Bool { !Waiting.ready([], mounts: self, milliseconds: 0).isEmpty }

    /// Whether this table is among descriptors that `Waiting.ready` returned.
    package func isAmong(_ ready: [Int32]) -> Bool { ready.contains(descriptor) }

    /// Returns the paths of all mount points.
    package func points() throws(SystemError) -> [[UInt8]] {
        lseek(descriptor, 0, SEEK_SET)
        let bytes = try Files.readAll(descriptor, Array("/proc/self/mountinfo".utf8))
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
            return fields.count > 4 ? Self.unescaped(fields[4]) : nil
        }
    }

    /// Decodes a field of the table: white space and backslashes are written as a backslash and three octal digits.
    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ (48...55).contains($0) }) {
                result.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 8 + Int($1) - 48 }))
                rest = rest.dropFirst(3)
            } else {
                result.append(byte)
            }
        }
        return result
    }
}
