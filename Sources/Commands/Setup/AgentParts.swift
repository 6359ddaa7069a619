import System
import VaultFiles

/// The parts of `slip setup` for hosts of language models.
extension MachineSetup {
    /// Returns the skill file and the server of each host that is found.
    func agents() throws -> [SetupPart] {
        let vault = try self.vault()?.root
        return try AgentHost.all.filter { findsAll || isFound($0) }.flatMap { host in
            try [skill(host, vault), server(host, vault)].compactMap { $0 }
        }
    }

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
        let isInPath = ProgramPath(variables["PATH"]).program(Array("slip".utf8)).flatMap(Files.realPath) == program
        let entry = ServerEntry(
            command: isInPath && !host.isDesktop ? "slip" : executable,
            vault: vault.map { String(decoding: $0, as: UTF8.self) }, hasType: host.hasType)
        let text: any ManagedText
        if let key = host.key {
            text = ManagedMember(
                path: Array(path.utf8), key: key, entry: findsAll ? nil : entry, executable: executable)
        } else {
            text = ManagedBlock(
                path: Array(path.utf8), text: Array((entry.table + "\n").utf8), comment: "#",
                rivals: ["mcp_servers.\(ServerEntry.name)", "\(ServerEntry.name) = {", "mcp_servers = {"])
        }
        let lines = host.key.map { "\"\($0)\": {\n  \"\(ServerEntry.name)\": \(entry.line)\n}" } ?? entry.table
        let hint = "it is read-only; to allow changes, add \"--allow-writes\" to the arguments"
        return SetupPart(
            host.part, place: shown(path), lines: "\(lines)\n\(hint)".split(separator: "\n").map(String.init),
            texts: [text])
    }
}
