import Indexing
import Rendering
import SourceText
import System
import Terminal
import VaultFiles

/// The checks of the machine.
extension DoctorCheck {
    static let machine = [
        DoctorCheck(.machine, "slip") { facts in [try program(facts)] },
        DoctorCheck(.machine, "git") { facts in
            if let path = found("git", facts) { return [.ok(path)] }
            // Fails if the vault is in a repository, which is known without git.
            let setup = facts.vault.map { vault in Result { try GitCommand.setup(of: vault, in: facts.context) } }
            let isNeeded = if case .failure = setup { true } else { false }
            let text = "git is not installed; it is needed for dates from the history, queries about it, and sync"
            let help = installation(of: "git", facts)
            return [isNeeded ? .problem(text, help: help) : .advice(text, help: help)]
        },
        DoctorCheck(.machine, "pdftotext") { facts in
            let configured = UserConfiguration(facts.variables).extractors["pdf"]?.first
            let program = configured ?? "pdftotext"
            if let path = found(program, facts) { return [.ok(path)] }
            let help = configured == nil ? installation(of: "poppler-utils", facts) : "correct 'extractors: {pdf: …}'"
            return [.advice("'\(program)' is not installed, so the text of PDF files cannot be searched", help: help)]
        },
        DoctorCheck(.machine, "colors") { facts in [colors(facts)] },
        DoctorCheck(.machine, "locale") { facts in
            let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { facts.variables[$0] }.first { !$0.isEmpty }
            let parts = (name ?? "").split(separator: ".").dropFirst()
            let charset = parts.first?.prefix { $0 != "@" }.lowercased().replacing("-", with: "")
            if charset == "utf8" { return [.ok(name ?? "")] }
            let text = name.map { "the locale '\($0)' is not UTF-8" } ?? "no locale is set"
            return [
                .advice(
                    "\(text); slip prints UTF-8, which other programs may not show", help: "export LANG=C.UTF-8")
            ]
        },
        DoctorCheck(.machine, "inotify") { facts in [watchLimits(facts)] },
        DoctorCheck(.machine, "leases") { facts in [leases(facts)] },
        DoctorCheck(.machine, "configuration") { facts in
            let configuration = UserConfiguration(facts.variables)
            guard let path = configuration.path else {
                return [.problem("there is no home folder for the configuration", help: "set HOME, or XDG_CONFIG_HOME")]
            }
            if configuration.warnings.isEmpty {
                return [.ok(FileStatus.seen(Array(path.utf8)) == nil ? "'\(path)' does not exist" : path)]
            }
            return configuration.warnings.map { warning in
                .problem(
                    "\(path)\(warning.line.map { ":\($0)" } ?? ""): \(warning.message)",
                    help: warning.help ?? "slip help config")
            }
        },
    ]

    private static func found(_ program: String, _ facts: DoctorFacts) -> String? {
        if program.contains("/") { return FileStatus.seen(Array(program.utf8), follows: true).map { _ in program } }
        let path = ProgramPath(facts.variables["PATH"]).program(Array(program.utf8))
        return path.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The package managers whose names of packages are known, with the words that install one.
    private static let managers: [(program: String, words: String, names: [String: String])] = [
        ("apt-get", "apt-get install", [:]), ("dnf", "dnf install", [:]),
        ("pacman", "pacman -S", ["poppler-utils": "poppler"]),
        ("zypper", "zypper install", ["poppler-utils": "poppler-tools"]), ("apk", "apk add", [:]),
    ]

    /// Returns the command that installs a package, by its name in Debian.
    private static func installation(of package: String, _ facts: DoctorFacts) -> String {
        guard let manager = managers.first(where: { found($0.program, facts) != nil }) else {
            return "install the package '\(package)'"
        }
        let prefix = ThisProcess.user == 0 ? "" : "sudo "
        return "\(prefix)\(manager.words) \(manager.names[package] ?? package)"
    }

    /// Editors, hooks and hosts of language models start `slip` by its name.
    private static func program(_ facts: DoctorFacts) throws -> Outcome {
        let own = try ThisProcess.executable()
        let shown = String(decoding: own, as: UTF8.self)
        guard let path = found("slip", facts) else {
            let folder = String(decoding: VaultPath(bytes: own).folder.bytes, as: UTF8.self)
            return .problem(
                "'\(shown)' is not in a folder of PATH, so editors, hooks and agents cannot start it",
                help: "export PATH=\"\(folder):$PATH\"")
        }
        if Files.realPath(Array(path.utf8)) == own { return .ok("\(VersionCommand.version), \(path)") }
        return .advice(
            "editors, hooks and agents start '\(path)', which is not this program, '\(shown)'",
            help: "install '\(shown)' \(Style.shellWord(path))")
    }

    private static func colors(_ facts: DoctorFacts) -> Outcome {
        let host = facts.context.host
        if !host.outputIsTerminal { return .ok("none, because the output is not a terminal") }
        if facts.variables["TERM"]?.isEmpty ?? true {
            return .problem("TERM is not set, so the terminal's colors are unknown", help: "export TERM=xterm-256color")
        }
        switch facts.context.depth(true) {
        case .none, .monochrome: return .ok("off: see 'slip help environment' and --color")
        case .standard: return .ok("16")
        case .indexed: return .ok("256")
        case .full: return .ok("16 million")
        }
    }

    /// Returns a number from a file of the kernel, or nil if it has none.
    private static func limit(_ path: String) -> Int? {
        let bytes = try? Files.readAll(ofSystemFile: path)
        return bytes.flatMap { Int(String(decoding: $0.prefix { $0.isDigit }, as: UTF8.self)) }
    }

    private static func watchLimits(_ facts: DoctorFacts) -> Outcome {
        guard let watches = limit("/proc/sys/fs/inotify/max_user_watches"),
            let instances = limit("/proc/sys/fs/inotify/max_user_instances")
        else { return .ok("the limits are unknown") }
        let limits = "limits: \(watches) folders, \(instances) programs"
        guard let folders = facts.status?.folders, let vault = facts.vault else { return .ok(limits) }
        // An automatic watcher uses at most half of the watches.
        let most = vault.configuration.watchesAutomatically ? watches / 2 : watches
        if folders < most { return .ok(limits) }
        let enough = max(1_048_576, folders * 4)
        return .problem(
            "a watcher can watch \(most) folders, and the vault has \(folders)",
            help: "sudo sysctl fs.inotify.max_user_watches=\(enough)")
    }

    private static func leases(_ facts: DoctorFacts) -> Outcome {
        let isAvailable =
            facts.status?.hasLeases ?? FileLease.isAvailable(in: facts.context.environment.directory)
        if isAvailable { return .ok("other programs wait while a note is replaced") }
        let text = "programs do not wait while a note is replaced; what they write meanwhile is merged or rescued later"
        if limit("/proc/sys/fs/leases-enable") == 0 { return .advice(text, help: "sudo sysctl fs.leases-enable=1") }
        return .advice(
            "\(text): the file system has no leases, or the files belong to another user",
            help: "slip help other-programs")
    }
}
