package import SourceText

/// Checks and makes names of files and folders that are valid on all common file systems.
package enum FileName {
    /// The longest name in bytes of UTF-8 that is valid on Linux, macOS and Windows.
    private static let maximumLength = 255

    /// Names that Windows reserves for devices, with any extension:
    /// https://learn.microsoft.com/windows/win32/fileio/naming-a-file
    private static let devices: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || scalar.value == 0x7F || "<>:\"/\\|?*".unicodeScalars.contains(scalar)
            || (0x80...0x9F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
            || (0x2066...0x2069).contains(scalar.value)
    }

    /// Returns a file name, without extension, for a note with this title. Characters that some file system refuses are
    /// replaced by a hyphen or removed, and a long name is truncated.
    package static func stem(for title: String) -> String {
        var out = String.UnicodeScalarView()
        for scalar in title.unicodeScalars {
            if isForbidden(scalar) {
                if out.last != "-" { out.append("-") }
            } else if scalar.properties.isWhitespace {
                if out.last != " " { out.append(" ") }
            } else {
                out.append(scalar)
            }
        }
        var name = trimmed(String(out))
        // Leaves space for an extension and a number. Removes whole characters, so that no letter loses its combining
        // marks.
        while name.utf8.count > maximumLength - 16 { name.removeLast() }
        name = trimmed(name)
        if name.isEmpty { return "Untitled" }
        return isDevice(name) ? "\(name) note" : name
    }

    private static func trimmed(_ name: String) -> String {
        var characters = Substring(name)
        while let first = characters.first, " .-".contains(first) { characters.removeFirst() }
        while let last = characters.last, " .-".contains(last) { characters.removeLast() }
        return String(characters)
    }

    private static func isDevice(_ name: String) -> Bool {
        devices.contains(trimmed(String(name.lowercased().prefix { $0 != "." })))
    }

    /// Returns the reason why a name is not valid everywhere, or nil if it is.
    package static func fault(_ name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name == "." || name == ".." { return "is a reserved name" }
        if name.hasPrefix(".") { return "starts with a dot, so it would be hidden and ignored" }
        if let sign = name.unicodeScalars.first(where: isForbidden) {
            return sign.value < 0x20
                ? "contains a control character" : "contains '\(sign)', which some file systems do not allow"
        }
        if name.hasPrefix(" ") { return "starts with a space" }
        if name.hasSuffix(".") || name.hasSuffix(" ") {
            return "ends with a dot or a space, which Windows does not allow"
        }
        if isDevice(name) { return "is a device name on Windows" }
        if name.utf8.count > maximumLength { return "is longer than \(maximumLength) bytes" }
        return nil
    }

    /// Throws a `VaultError` if a new component of a path is not valid everywhere.
    ///
    /// - Parameter folder: a folder that exists and contains `path`. Its own components are not checked.
    package static func check(_ path: VaultPath, existing folder: VaultPath = .root) throws {
        for part in path.parts.dropFirst(folder.parts.count) {
            if let fault = fault(part.text) {
                throw VaultError("the name '\(part.text)' \(fault)", at: path, help: "choose another name")
            }
        }
    }
}

extension FileName {
    /// Returns a key that is equal for names that collide in one folder. On macOS and Windows, names that differ only
    /// in case or Unicode normalization are the same.
    package static func identity(_ name: String) -> String {
        // Swift compares strings by canonical equivalence, so only the case needs folding.
        name.lowercased().uppercased().lowercased()
    }
}
