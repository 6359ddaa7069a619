package import SourceText

/// Names of files and folders that every common file system takes.
package enum FileName {
    /// Bytes that a name may have on Linux, macOS and Windows alike, in UTF-8.
    private static let maximumLength = 255

    /// Names that Windows keeps for devices, with any extension:
    /// https://learn.microsoft.com/windows/win32/fileio/naming-a-file
    private static let devices: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || scalar.value == 0x7F || "<>:\"/\\|?*".unicodeScalars.contains(scalar)
            || (0x80...0x9F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
            || (0x2066...0x2069).contains(scalar.value)
    }

    /// A name for a note with that title, without extension: what some file system refuses is replaced by a hyphen or
    /// left out, and what is too long is cut.
    ///
    /// - Parameter reserve: bytes to leave for an extension and a number.
    package static func stem(for title: String, reserve: Int = 16) -> String {
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
        // Whole characters, so that no letter loses its marks.
        while name.utf8.count > maximumLength - reserve { name.removeLast() }
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

    /// What keeps a name from being used everywhere, or nil.
    package static func fault(_ name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name == "." || name == ".." { return "is not a name of its own" }
        if name.hasPrefix(".") { return "starts with a dot, so that it would be hidden and passed over" }
        if let sign = name.unicodeScalars.first(where: isForbidden) {
            return sign.value < 0x20 ? "has a control character" : "has '\(sign)', which some file systems refuse"
        }
        if name.hasPrefix(" ") { return "starts with a blank" }
        if name.hasSuffix(".") || name.hasSuffix(" ") { return "ends with a dot or a blank, which Windows refuses" }
        if isDevice(name) { return "is the name of a device on Windows" }
        if name.utf8.count > maximumLength { return "is longer than \(maximumLength) bytes" }
        return nil
    }

    /// Refuses a path one of whose new parts cannot be used everywhere.
    package static func check(_ path: VaultPath, existing folder: VaultPath = .root) throws {
        for part in path.parts.dropFirst(folder.parts.count) {
            if let fault = fault(part.text) {
                throw VaultError("the name '\(part.text)' \(fault)", at: path, help: "choose another name")
            }
        }
    }
}

extension FileName {
    /// What two names of one folder may not share: on macOS and Windows, names that differ only in case or in their
    /// Unicode form are the same.
    package static func identity(_ name: String) -> String {
        // Strings are equal where they are canonically equivalent, so that only the case needs folding.
        name.lowercased().uppercased().lowercased()
    }
}
