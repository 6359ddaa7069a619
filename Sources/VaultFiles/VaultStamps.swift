import SourceText
package import System

/// The stamps that identify files which this user created on this machine for this vault. The index, undo records and
/// the trash contain a stamp. A file without one of these stamps is foreign and is not used: it came with a copy, or
/// with a stranger's vault.
///
/// A stamp names the machine, the user and the vault. The vault is named by its identifier, so that the stamp stays
/// valid after the vault is moved (`VaultIdentity`). The vault's current path and its first path are valid too.
package struct VaultStamps: Hashable, Sendable {
    /// The valid stamps as text. New files get the first one: that with the identifier, if there is one, else that with
    /// the current path.
    package let texts: [String]
    /// The valid stamps in the same order, each encoded as one word.
    package let words: [String]
    /// The reason why the identifier of the vault cannot be read, if so. No file may be treated as foreign then.
    package let fault: SystemError?

    package init(_ vault: Vault) {
        var identity: VaultIdentity?
        var fault: SystemError?
        do throws(SystemError) {
            identity = try VaultIdentity.of(vault)
        } catch let error {
            fault = error
        }
        self.fault = fault
        let owner = "\(ThisProcess.machine)\n\(ThisProcess.user)\n"
        var names = [String(decoding: vault.root, as: UTF8.self)]
        if let identity {
            // Cannot be mistaken for a path: a path is empty or starts with a slash.
            names.insert("id \(identity.identifier)", at: 0)
            names.append(String(decoding: identity.firstRoot, as: UTF8.self))
        }
        texts = names.map { owner + $0 }
        words = texts.map { PercentText.encoded(Array($0.utf8)) }
    }

    /// Returns a stamp that names the vault by its path, even if it has an identifier.
    package static func text(ofPath vault: Vault) -> String {
        "\(ThisProcess.machine)\n\(ThisProcess.user)\n\(String(decoding: vault.root, as: UTF8.self))"
    }
}
