import Arguments
import Indexing
import QueryLanguage
import Rendering
import Searching
import SourceText
import System
import VaultFiles

/// The options of commands that can use several vaults at once.
struct VaultOptions: Sendable {
    var usesAll = false
    var isStrict = false

    static let options = [all, strict]

    /// Throws if an option or argument is given that needs a single vault.
    static func refuse(_ given: [(name: String, isGiven: Bool)]) throws {
        guard let refused = given.first(where: \.isGiven) else { return }
        throw UsageError.other(
            "'\(refused.name)' cannot be used with several vaults", help: "use one: --vault NAME")
    }

    static let all = Option<VaultOptions>.flag(
        "vaults", \.usesAll, "Use all vaults with a name (also --strict).")
    private static let strict = Option<VaultOptions>.flag(
        "strict", \.isStrict, "Exit with status 2 if a vault cannot be read."
    ).unlisted()
}

/// A vault of a command that uses several.
struct ChosenVault {
    /// Unique among them.
    var name: String
    /// The full path of its folder.
    var root: [UInt8]
}

extension CommandContext {
    /// Returns the vaults that the user named if there are several, or nil if the command uses a single one.
    ///
    /// - Throws: `VaultError` if `--vaults` is given and no vault has a name.
    func severalVaults(_ options: VaultOptions) throws -> [ChosenVault]? {
        if !options.usesAll, globals.vaults.count < 2 { return nil }
        let configuration = UserConfiguration(environment.variables)
        let named = configuration.vaults.map { ($0.name, root: Array($0.path.utf8)) }
        var candidates: [(name: String?, root: [UInt8])] = []
        if options.usesAll {
            if !globals.vaults.isEmpty {
                throw UsageError.other("'--vaults' and '--vault' cannot be used together", help: "use only one of them")
            }
            configuration.warn(in: self)
            if options.isStrict, !configuration.warnings.isEmpty { failsStrictly = true }
            if named.isEmpty {
                throw VaultError("no vault has a name", help: "to name one: slip vaults add NAME DIR")
            }
            candidates = named.map { ($0.0, $0.root) }
        } else {
            for (argument, root) in zip(globals.vaults, namedVaults) {
                try VaultArguments(self).check(argument)
                candidates.append((named.first { $0.0 == argument.shown && $0.root == root }?.0, root))
            }
        }
        return Self.chosen(candidates, named: named)
    }

    /// Returns each folder once, with its name in the configuration, or that of the folder.
    private static func chosen(
        _ candidates: [(name: String?, root: [UInt8])], named: [(name: String, root: [UInt8])]
    ) -> [ChosenVault] {
        var chosen: [ChosenVault] = []
        for candidate in candidates {
            let root = Files.realPath(candidate.root) ?? candidate.root
            if chosen.contains(where: { $0.root == root }) { continue }
            let name =
                candidate.name ?? named.first { (Files.realPath($0.root) ?? $0.root) == root }?.name
                ?? VaultPath(bytes: root).name.text
            let isTaken = chosen.contains { $0.name == name }
            chosen.append(ChosenVault(name: isTaken ? String(decoding: root, as: UTF8.self) : name, root: root))
        }
        return chosen
    }

    /// Opens several vaults and runs `body` on all of them.
    func read<Value>(
        _ vaults: [ChosenVault], with options: VaultOptions, _ body: (VaultCollection) throws -> Value
    ) throws -> Value {
        let sessions = try sessions(vaults, options).map { (name: Optional($0.name), session: $0.session) }
        return try VaultCollection.read(sessions, names: vaults.map(\.name), body)
    }

    /// Reports that a vault of several cannot answer.
    func leaveOut(_ vault: String, because error: any Error, _ options: VaultOptions) {
        notice(SafeText.escaped(VaultCollection.leftOut(vault, because: error)))
        if options.isStrict { failsStrictly = true }
    }

    /// Opens several vaults, and returns the result of `body` for each. One that cannot be read is reported and left out.
    ///
    /// - Throws: the error of the first vault if none can be read.
    func open<Value>(
        _ vaults: [ChosenVault], with options: VaultOptions, _ body: (_ name: String, Vault) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        var failure: (any Error)?
        for chosen in vaults {
            do {
                let vault = try Vault(root: chosen.root)
                for diagnostic in vault.configuration.diagnostics {
                    notice("\(SafeText.escaped(chosen.name)): \(configWarning(diagnostic, vault))")
                }
                values.append(try body(chosen.name, vault))
            } catch {
                failure = failure ?? error
                leaveOut(chosen.name, because: error, options)
            }
        }
        if values.isEmpty, let failure { throw failure }
        return values
    }

    /// Opens sessions on several vaults, as `open` does.
    func sessions(
        _ vaults: [ChosenVault], _ options: VaultOptions
    ) throws -> [(name: String, session: VaultSession)] {
        try open(vaults, with: options) { name, vault in
            let session = try VaultSession(
                vault, environment, messages: self, syncs: !globals.skipsSync,
                timeout: IndexKeeper.readerTimeout, reading: globals.skipsSync ? .stored : .briefly)
            session.beforeRetry = beforeRetry
            return (name, session)
        }
    }
}
