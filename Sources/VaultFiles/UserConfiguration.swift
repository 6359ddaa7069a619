import Notes
import SourceText
import System

/// The user's own configuration: `$XDG_CONFIG_HOME/slipbox/config.yaml`, or `~/.config/slipbox/config.yaml`. If there
/// is none, the same file in `slip` instead of `slipbox`.
///
/// It holds the settings that say which programs run. A vault must not set them, because it may be cloned from a
/// stranger.
package struct UserConfiguration: Sendable {
    /// An entry of `aliases:`.
    package struct Alias: Hashable, Sendable {
        package var name: String
        /// The command line as written: arguments of `slip`, or a shell command after `!`.
        package var text: String
        /// The line number, from 1.
        package var line: Int
    }

    /// A problem in the file.
    package struct Warning: Hashable, Sendable {
        /// The line number, or nil if the whole file cannot be read.
        package var line: Int?
        package var message: String
        package var help: String?
    }

    /// An entry of `vaults:`.
    package struct NamedVault: Hashable, Sendable {
        package var name: String
        /// The full path of the folder. It need not exist.
        package var path: String
    }

    /// The path of the file, whether it exists or not. Nil without a home folder.
    package let path: String?
    /// The aliases in the order of the file. If a name is repeated, the last one counts.
    package private(set) var aliases: [Alias] = []
    /// The commands that read attachments, by file name extension in lower case: program and arguments.
    package private(set) var extractors: [String: [String]] = [:]
    /// The vaults with a name, in the order of the file. If a name is repeated, the last one counts.
    package private(set) var vaults: [NamedVault] = []
    /// The name of the vault that commands use outside of all vaults: the entry `default` of `vaults:`.
    private var defaultName: String?
    package private(set) var warnings: [Warning] = []
    private let home: String?
    private var defaultLine: Int?

    /// A limit that no handwritten file reaches.
    private static let largestSize = 1 << 20

    /// Reads the file, if it exists.
    package init(_ variables: [String: String]) {
        let folder = ThisProcess.userFolder("XDG_CONFIG_HOME", else: ".config", in: variables)
        let paths = folder.map { folder in ["slipbox", "slip"].map { "\(folder)/\($0)/config.yaml" } } ?? []
        path = paths.first { FileStatus.seen(Array($0.utf8), follows: true) != nil } ?? paths.first
        home = ThisProcess.userFolder("HOME", else: "", in: variables)
        guard let path else { return }
        do throws(SystemError) {
            read(try Files.read(Array(path.utf8), limit: Self.largestSize).bytes)
        } catch {
            if !error.isMissing { warnings = [Warning(message: "cannot be read: \(error.reason)")] }
        }
    }

    /// Parses the bytes of a file.
    package init(bytes: [UInt8], home: String?) {
        path = nil
        self.home = home
        read(bytes)
    }

    private mutating func read(_ bytes: [UInt8]) {
        let lines = LineTable(bytes)
        let (mapping, faults) = FrontMatter.document(bytes)
        warnings = faults.map {
            Warning(line: lines.line(at: $0.range.lowerBound), message: $0.message, help: $0.help)
        }
        for entry in mapping.entries {
            let line = lines.line(at: entry.keyRange.lowerBound)
            guard let (meaning, example) = Self.keys[entry.key] else {
                warn(
                    line, "unknown key '\(entry.key)'",
                    help:
                        "this file may contain only aliases:, extractors: and vaults:; the settings of a vault belong "
                        + "in its .slipbox/config.yaml")
                continue
            }
            if entry.value.isNull { continue }
            guard case .mapping(let names, _) = entry.value.content else {
                warn(line, "'\(entry.key)' must map \(meaning)", help: "such as  \(example)")
                continue
            }
            for name in names.entries {
                let line = lines.line(at: name.keyRange.lowerBound)
                switch entry.key {
                case "aliases": add(name, line)
                case "vaults": addVault(name, line)
                default: addExtractor(name, line, in: bytes)
                }
            }
        }
        if let defaultLine, defaultVault == nil {
            warn(
                defaultLine, "the default vault '\(defaultName ?? "")' is not in vaults:",
                help: "to choose one: slip vaults default NAME")
        }
    }

    /// The keys of the file, with what they map and an example.
    private static let keys = [
        "aliases": ("names to command lines", "drafts: \"search status:draft\""),
        "extractors": ("file name extensions to commands", "pdf: [pdftotext, FILE, -]"),
        "vaults": ("names to folders", "work: ~/Documents/work"),
    ]

    /// The vault that commands use outside of all vaults, if the user has chosen one.
    package var defaultVault: NamedVault? { vaults.first { $0.name == defaultName } }

    /// The name of the entry that chooses the default vault: the name of another one, or a folder.
    package static let defaultEntry = "default"

    private mutating func addVault(_ entry: YAMLEntry, _ line: Int) {
        if entry.key == Self.defaultEntry {
            let value = entry.value.text ?? ""
            let isFolder = value.hasPrefix("/") || value.hasPrefix("~")
            defaultName = isFolder ? Self.defaultEntry : value
            if !isFolder {
                defaultLine = line
                return
            }
        }
        guard Self.isVaultName(entry.key) else {
            return warn(
                line, "'\(entry.key)' is not a valid vault name",
                help: "a name must not contain spaces, commas, '#' or slashes, or start with '-' or '.'")
        }
        guard var path = entry.value.text, !path.isEmpty else {
            return warn(line, "the vault '\(entry.key)' has no folder", help: "such as  work: ~/Documents/work")
        }
        if let home, path == "~" || path.hasPrefix("~/") { path = home + path.dropFirst() }
        guard path.hasPrefix("/") else {
            return warn(
                line, "the folder of the vault '\(entry.key)' is not a full path", help: "start it with '/' or '~/'")
        }
        vaults.removeAll { $0.name == entry.key }
        vaults.append(NamedVault(name: entry.key, path: path))
    }

    private mutating func addExtractor(_ entry: YAMLEntry, _ line: Int, in bytes: [UInt8]) {
        guard case .sequence = entry.value.content else {
            return warn(
                line, "the extractor for '\(entry.key)' is not a list",
                help: "list the program and its arguments: [pdftotext, FILE, -]")
        }
        let words = entry.value.listEntries(in: bytes).map(\.text)
        guard let program = words.first, !program.isEmpty else {
            return warn(
                line, "the extractor for '\(entry.key)' names no program", help: "such as  [pdftotext, FILE, -]")
        }
        // A program is started in a temporary folder.
        if program.contains("/"), !program.hasPrefix("/") {
            return warn(
                line, "the program of the extractor for '\(entry.key)' is not a full path",
                help: "give its full path, or the name of a program on the PATH")
        }
        extractors[String(entry.key.lowercased().drop { $0 == "." })] = words
    }

    private mutating func warn(_ line: Int, _ message: String, help: String) {
        warnings.append(Warning(line: line, message: message, help: help))
    }

    private mutating func add(_ entry: YAMLEntry, _ line: Int) {
        guard Self.isName(entry.key) else {
            return warn(
                line, "'\(entry.key)' is not a valid alias name",
                help: "a name must not contain spaces or slashes, or start with '-'")
        }
        guard let text = entry.value.text, text.contains(where: { !$0.isWhitespace }) else {
            return warn(line, "the alias '\(entry.key)' is not a command line", help: "quote the words")
        }
        aliases.removeAll { $0.name == entry.key }
        aliases.append(Alias(name: entry.key, text: text, line: line))
    }

    /// Whether a word can name a vault.
    package static func isVaultName(_ name: String) -> Bool {
        isName(name) && !name.contains(",") && !name.contains("#")
    }

    /// Whether a word can name an alias, or the program that runs for an unknown command. A path, an option, and text
    /// with control characters cannot.
    package static func isName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first != "-", first != "." else { return false }
        return name.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned,
                .privateUse:
                false
            default: scalar != "/" && scalar != "\u{FFFD}"
            }
        }
    }
}
