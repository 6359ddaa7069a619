import System
import VaultFiles

/// The parts of `slip setup` for hosts of language models.
extension MachineSetup {
    /// Returns the skill file and the server of each host that is found.
    func agents() throws -> [SetupPart] {
        let vault = try self.vault()?.root
        return try hosts.flatMap { host in
            try [skill(host, vault), vault == nil && !findsAll ? nil : server(host, vault)].compactMap { $0 }
        }
    }

    /// Reports that the servers of hosts cannot be set up because there is no vault.
    func reportMissingServers() throws {
        if try vault() == nil, !findsAll, !hosts.isEmpty {
            context.notice("to add the server for language models to their hosts, run slip setup in a vault")
        }
    }

    private var hosts: [AgentHost] { AgentHost.all.filter { findsAll || isFound($0) } }

    private func isFound(_ host: AgentHost) -> Bool {
        host.programs.contains(where: isFound)
            || [host.folder, host.file].contains { $0.path(in: variables).map(isThere) ?? false }
    }

    private func skill(_ host: AgentHost, _ vault: [UInt8]?) throws -> SetupPart? {
        guard let folder = host.skills?.path(in: variables) else { return nil }
        let whole = whole(
            host.part, "\(folder)/\(ServerEntry.name)/SKILL.md", text: SkillCommand.text, comment: "<!--",
            closing: " -->")
        // Another host may share the file.
        let others = try AgentHost.all.filter { $0.part != host.part && $0.skills == host.skills }
            .compactMap { try server($0, vault) }
        var part = whole
        part.length = whole.lines.count
        part.lines = ["the output of 'slip skill'"]
        part.remove = {
            let isShared = try others.contains { [.set, .outdated].contains(try $0.state()) }
            return try isShared ? false : whole.remove()
        }
        return part
    }

    /// Returns the server of a host. Returns nil if the path of the vault or of this program is not UTF-8.
    private func server(_ host: AgentHost, _ vault: [UInt8]?) throws -> SetupPart? {
        let program = try ThisProcess.executable()
        guard let path = host.file.path(in: variables), let executable = String(validating: program, as: UTF8.self),
            String(validating: vault ?? [], as: UTF8.self) != nil
        else { return nil }
        // The path of a link stays valid when the program behind it is replaced.
        let found = ProgramPath(variables["PATH"]).program(Array("slip".utf8)).flatMap { path in
            Files.realPath(path) == program ? String(validating: path, as: UTF8.self) : nil
        }
        let entry = ServerEntry(
            command: found.map { host.isDesktop ? $0 : "slip" } ?? executable,
            vault: vault.map { String(decoding: $0, as: UTF8.self) }, hasType: host.hasType)
        let text: any ManagedText
        if let key = host.key {
            text = ManagedMember(
                path: Array(path.utf8), key: key, entry: findsAll ? nil : entry, executable: executable)
        } else {
            text = ManagedTable(
                isForRemoval: findsAll,
                block: ManagedBlock(
                    path: Array(path.utf8), text: Array((entry.table + "\n").utf8), comment: "#",
                    rivals: [
                        "mcp_servers.\(ServerEntry.name)", "\(ServerEntry.name) = {", "\(ServerEntry.name).",
                        "mcp_servers = {", "[[mcp_servers",
                    ]))
        }
        let lines = host.key.map { "\"\($0)\": {\n  \"\(ServerEntry.name)\": \(entry.line)\n}" } ?? entry.table
        let hint =
            "it is read-only; to allow changes, add \"--allow-writes\" to the arguments, or \"--propose\", \"*\" to accept each one with slip review"
        return SetupPart(
            host.part, place: shown(path), lines: "\(lines)\n\(hint)".split(separator: "\n").map(String.init),
            texts: [text])
    }
}

/// The entry of the server in a TOML file, as a block with a mark. An entry for another vault is left alone.
private struct ManagedTable: ManagedText {
    /// Whether an entry for any vault counts.
    let isForRemoval: Bool
    let block: ManagedBlock

    func state() throws -> SetupPart.PartState {
        let state = try block.state()
        if state != .outdated || isForRemoval { return state }
        return .other(
            "'\(String(decoding: block.path, as: UTF8.self))' already has a '\(ServerEntry.name)' for another vault or program"
        )
    }

    func make() throws { if try state() == .unset { try block.make() } }
    func remove() throws -> Bool { try block.remove() }
    func madeFolders() throws -> [[UInt8]] { try block.madeFolders() }
}
