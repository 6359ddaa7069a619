package import Git
import SourceText
import System
package import VaultFiles

/// The parts of `slip git setup`, which make git merge, compare and check notes: attributes, drivers and a hook.
package struct GitSetup {
    package enum Part: String, CaseIterable, Sendable {
        /// The drivers of notes, in `.gitattributes`, a committed file of the vault.
        case attributes
        /// The driver that merges notes key by key, a setting of this clone.
        case mergeDriver = "merge-driver"
        /// The pattern for the heads of hunks, a setting of this clone.
        case diffDriver = "diff-driver"
        /// The pre-commit hook that rejects new faults, a file of this clone.
        case hook
    }

    package enum PartState: Hashable, Sendable {
        case set
        case unset
        /// Written by an earlier version of slip. `make` updates it.
        case outdated
        /// Set to something else, which stays.
        case other(String)
    }

    package let repository: Repository
    private let vault: Vault
    /// Whether the hook also stops a commit while live blocks are stale.
    package var checksBlocks = false

    package init(_ vault: Vault, _ repository: Repository) {
        self.vault = vault
        self.repository = repository
    }

    // MARK: Contents

    /// Returns the command line that git runs to merge a note, with git's placeholders.
    ///
    /// `--` ends the options because a note's name may start with '-'. If the program is missing or fails, git merges
    /// by lines as it does without a driver. Otherwise git would leave one side without markers, and the next `git add`
    /// would drop the other. A status above 128 aborts the whole merge, hence 1 for files that are not text.
    static func driverCommand(_ program: String) -> String {
        "command -v \(program) >/dev/null 2>&1 && "
            + "{ \(program) merge-driver --marker-size %L -- %O %A %B %P; s=$?; [ $s -gt 1 ] || exit $s; }; "
            + "git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B || exit 1"
    }
    /// The command lines of earlier versions, which still work.
    private static let outdatedDriverCommands = [
        "command -v slip >/dev/null 2>&1 || exec git merge-file --marker-size=%L %A %O %B; "
            + "exec slip merge-driver --marker-size %L %O %A %B %P"
    ]
    private static let drivers: [(part: Part, name: String, value: String)] = [
        (.mergeDriver, "merge.slip.name", "notes, key by key"),
        (.mergeDriver, "merge.slip.driver", driverCommand("slip")),
        (.diffDriver, "diff.slip.xfuncname", "^#{1,6}[ \t].*$"),
    ]

    private static let heading = "# Notes are merged by their keys and compared by their headings: slip git setup"
    /// The heading after a line without line end, which `remove` restores.
    private static let openHeading = heading + " (behind a line without end)"
    package var attributeLines: [String] {
        vault.configuration.extensions.sorted().map { "*.\($0) merge=slip diff=slip" }
    }
    /// Returns whether a file is no note, but makes a clone the same vault. `slip git sync` does not commit such files.
    static func isShared(_ path: VaultPath) -> Bool {
        [VaultPath(".gitattributes"), VaultPath(".gitignore"), Vault.ignoreFilePath, Vault.configurationPath]
            .contains(path) || path.isInside(Vault.templatesPath) || path.isInside(VaultPath(".slipbox/schemas"))
    }

    private var attributesPath: [UInt8] { vault.root + Array("/.gitattributes".utf8) }

    /// The start of a command of the hook, which git runs in the root of the work tree.
    private var program: [UInt8] {
        let folder = Array(repository.prefix.dropLast())
        let place = folder.isEmpty ? [] : Array("--vault ".utf8) + Self.quoted(folder) + [Byte.space]
        return Array("slip ".utf8) + place
    }

    /// The command that lists the errors of a commit.
    private var hookLine: [UInt8] { program + Array("check --staged --errors".utf8) }

    /// The command that stops a commit while live blocks are stale. It reads the files of the work tree, because notes in the
    /// index of git have no dates of their files.
    private var blockLine: [UInt8] {
        program
            + Array(
                """
                refresh --check || { s=$?; [ $s -ne 1 ] || echo 'live blocks of these notes are stale; run: slip refresh' >&2; exit $s; }
                """.utf8)
    }

    /// Returns a quoted word for a shell's command line.
    private static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        let quote = UInt8(ascii: "'")
        return [quote] + bytes.flatMap { $0 == quote ? Array("'\\''".utf8) : [$0] } + [quote]
    }

    private var hook: [UInt8] { checksBlocks ? blockHook : plainHook }
    private var plainHook: [UInt8] { hook([hookLine]) }
    private var blockHook: [UInt8] { hook([blockLine, hookLine]) }

    /// The hook of earlier versions, which stopped a commit for every problem.
    private var outdatedHook: [UInt8] { hook([program + Array("check --staged".utf8)]) }

    private func hook(_ lines: [[UInt8]]) -> [UInt8] {
        let head = """
            #!/bin/sh
            # Keeps a commit from bringing in faults of notes: slip git setup
            command -v slip >/dev/null 2>&1 || exit 0

            """
        let last = Array("exec ".utf8) + (lines.last ?? [])
        return Array(head.utf8) + (lines.dropLast() + [last]).flatMap { $0 + [Byte.newline] }
    }

    // MARK: State

    package func state(_ part: Part) throws -> PartState {
        switch part {
        case .attributes:
            var states: Set<PartState> = []
            for name in vault.configuration.extensions.sorted() {
                let values = try repository.attributes(["merge", "diff"], of: VaultPath("note.\(name)"))
                let other = zip(["merge", "diff"], values).first { $1 != nil && $1 != "slip" }
                if let other, let value = other.1 {
                    return .other("*.\(name) has \(other.0)=\(value)")
                }
                states.insert(values == ["slip", "slip"] ? .set : .unset)
            }
            return states.contains(.unset) ? .unset : .set
        case .mergeDriver, .diffDriver:
            var state = PartState.set
            for driver in Self.drivers where driver.part == part {
                switch try repository.setting(driver.name, isLocal: true) {
                case driver.value: continue
                case nil: state = .unset
                case let old? where Self.isOutdated(old, driver.name): if state == .set { state = .outdated }
                case let other?: return .other("\(driver.name) is '\(other)'")
                }
            }
            return state
        case .hook:
            let path = try repository.path(ofGit: "hooks/pre-commit")
            let name = String(decoding: Files.realPath(path) ?? path, as: UTF8.self)
            guard let bytes = try hookBytes() else {
                // A hooks folder outside the repository may be shared by all repositories.
                return isOwn(path) ? .unset : .other("the hooks are in '\(name)', which other repositories may use too")
            }
            if bytes == hook || bytes == blockHook { return .set }
            if bytes == outdatedHook || bytes == plainHook { return .outdated }
            let text = String(decoding: bytes, as: UTF8.self)
            let wanted = ["slip", "check --staged"] + (checksBlocks ? ["refresh --check"] : [])
            return wanted.allSatisfy(text.contains) ? .set : .other("a hook '\(name)' already exists")
        }
    }

    private static func isOutdated(_ value: String, _ name: String) -> Bool {
        name == "merge.slip.driver" && outdatedDriverCommands.contains(value)
    }

    private func hookBytes() throws -> [UInt8]? {
        let path = try repository.path(ofGit: "hooks/pre-commit")
        do throws(SystemError) {
            return try Files.read(path).bytes
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    private func isOwn(_ path: [UInt8]) -> Bool {
        let folders = [repository.top, repository.gitDirectory, repository.commonDirectory]
        let real = Files.realPath(VaultPath(bytes: path).folder.bytes) ?? path
        return folders.contains { real.starts(with: $0 + [Byte.slash]) }
    }

    /// Returns the lines that the user can add to set up a part, if something else is set.
    package func line(_ part: Part) -> String {
        switch part {
        case .attributes: attributeLines.joined(separator: "\n")
        case .mergeDriver, .diffDriver:
            Self.drivers.filter { $0.part == part }.map { driver in
                let value = Self.quoted(Array(driver.value.utf8))
                return "git config \(driver.name) \(String(decoding: value, as: UTF8.self))"
            }.joined(separator: "\n")
        case .hook:
            String(
                decoding: (checksBlocks ? blockLine + [Byte.newline] : []) + hookLine + Array(" || exit 1".utf8),
                as: UTF8.self)
        }
    }

    /// Returns the location of a part for messages.
    package func place(_ part: Part) throws -> String {
        switch part {
        case .attributes: ".gitattributes"
        case .mergeDriver, .diffDriver: "this repository's configuration"
        case .hook:
            String(decoding: repository.shown(try repository.path(ofGit: "hooks/pre-commit")), as: UTF8.self)
        }
    }

    /// Returns the content of a file in the last commit, or nil if the commit does not contain it.
    private func committed(_ path: VaultPath) throws -> [UInt8]? {
        guard let head = try repository.head() else { return nil }
        return try ObjectReader(repository.program).blobs([Array("\(head):".utf8) + repository.treePath(path)])[0]
    }

    /// Returns whether the last commit contains the attributes, so that clones have them.
    package func attributesAreCommitted() throws -> Bool {
        let bytes = try committed(VaultPath(".gitattributes")) ?? []
        let lines = bytes.split { $0.isLineEnd }.map { String(decoding: $0, as: UTF8.self) }
        return attributeLines.allSatisfy { lines.contains($0) }
    }

    /// Returns the names of the files that a clone needs to be the same vault and that the last commit lacks.
    /// `.gitattributes` that the user set up differently are not needed.
    package func uncommitted() throws -> [String] {
        var missing: [String] = []
        let isOther = if case .other = try state(.attributes) { true } else { false }
        if try !isOther && !attributesAreCommitted() { missing.append(".gitattributes") }
        if try vault.exists(Vault.ignoreFilePath) && committed(Vault.ignoreFilePath) == nil {
            missing.append(Vault.ignoreFilePath.text)
        }
        if try committed(Vault.configurationPath) == nil { missing.append(Vault.configurationPath.text) }
        return missing
    }

    // MARK: Changing

    /// Creates a missing part, or updates one of an earlier version. Does nothing for a part in any other state.
    ///
    /// - Throws: `VaultError`, `SystemError`, `GitError`.
    package func make(_ part: Part) throws {
        guard try [.unset, .outdated].contains(state(part)) else { return }
        switch part {
        case .attributes:
            let old = try attributes()
            let isOpen = !old.isEmpty && old.last != Byte.newline
            let lines = [isOpen ? Self.openHeading : Self.heading] + attributeLines
            let text = (isOpen ? "\n" : "") + lines.joined(separator: "\n") + "\n"
            try Files.replace(
                attributesPath, old + Array(text.utf8), mode: FileStatus.seen(attributesPath)?.mode ?? 0o644)
        case .mergeDriver, .diffDriver:
            for driver in Self.drivers where driver.part == part {
                let answer = try repository.program.change(["config", "--local", driver.name, driver.value])
                if answer.status != 0 { throw answer.error(["config"]) }
            }
        case .hook:
            let path = try repository.path(ofGit: "hooks/pre-commit")
            try Files.makeDirectories(VaultPath(bytes: path).folder.bytes)
            if try hookBytes() == nil {
                try Files.create(path, hook, mode: 0o777)
            } else {
                let real = Files.realPath(path) ?? path
                try Files.replace(real, hook, mode: FileStatus.seen(real)?.mode ?? 0o755)
            }
        }
    }

    /// Removes what `make` created, and nothing else. A part that was changed since stays.
    ///
    /// - Returns: whether anything was removed.
    package func remove(_ part: Part) throws -> Bool {
        switch part {
        case .attributes:
            let old = try attributes()
            let rest = withoutOwnLines(old)
            if rest == old { return false }
            if rest.isEmpty {
                try Files.remove(attributesPath)
            } else {
                try Files.replace(attributesPath, rest, mode: FileStatus.seen(attributesPath)?.mode ?? 0o644)
            }
            return true
        case .mergeDriver, .diffDriver:
            var isRemoved = false
            for driver in Self.drivers where driver.part == part {
                guard let value = try repository.setting(driver.name, isLocal: true),
                    value == driver.value || Self.isOutdated(value, driver.name)
                else { continue }
                let answer = try repository.program.change(["config", "--local", "--unset", driver.name])
                if answer.status != 0 { throw answer.error(["config"]) }
                isRemoved = true
            }
            return isRemoved
        case .hook:
            guard let bytes = try hookBytes(), [plainHook, blockHook, outdatedHook].contains(bytes) else {
                return false
            }
            try Files.remove(repository.path(ofGit: "hooks/pre-commit"))
            return true
        }
    }

    private func attributes() throws -> [UInt8] {
        guard let status = try FileStatus.ifThere(attributesPath) else { return [] }
        guard status.kind == .regular else {
            throw VaultError("'.gitattributes' is not a regular file", help: "replace it with a file, or remove it")
        }
        return try Files.read(attributesPath).bytes
    }

    /// Returns the bytes of `.gitattributes` without the lines that `make` added, except lines that the user changed.
    private func withoutOwnLines(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        var own = Set<String>()
        var start = 0
        while start < bytes.count {
            let end = min(bytes.lineEnd(from: start) + 1, bytes.count)
            let line = String(decoding: bytes[start..<end].prefix { !$0.isLineEnd }, as: UTF8.self)
            if line == Self.heading || line == Self.openHeading {
                if line == Self.openHeading, kept.last == Byte.newline { kept.removeLast() }
                own = Set(attributeLines)
            } else if own.remove(line) == nil {
                own = []
                kept += bytes[start..<end]
            }
            start = end
        }
        return kept
    }
}
