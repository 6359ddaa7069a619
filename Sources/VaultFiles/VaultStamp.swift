import SourceText
package import System

/// What tells the things that this user made on this machine for this vault from those that came with a copy, or with the
/// vault of a stranger. The index, undo records and the trash bear a stamp, and are used only if it is right.
///
/// A stamp names the machine, the user and the vault. The vault is named by its identifier, so that a stamp is still right
/// after the vault is moved (`VaultIdentity`), or by its path where it has no identifier.
package struct VaultStamp: Hashable, Sendable {
    /// The stamps that are right, each as text. New things bear the first.
    package let texts: [String]
    /// The same, each as one word of a line.
    package let words: [String]
    /// Why the identifier of the vault is not known: its file cannot be read now. Nothing can be called foreign then.
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
            // No path is like it: those are empty or start with a slash.
            names.insert("id \(identity.identifier)", at: 0)
            names.append(String(decoding: identity.firstRoot, as: UTF8.self))
        }
        texts = names.map { owner + $0 }
        words = texts.map { PercentText.encoded(Array($0.utf8)) }
    }

    /// Names the vault by its path alone, whether or not it has an identifier.
    package static func text(ofPath vault: Vault) -> String {
        "\(ThisProcess.machine)\n\(ThisProcess.user)\n\(String(decoding: vault.root, as: UTF8.self))"
    }
}
