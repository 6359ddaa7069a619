import SourceText
import System

/// Tells what this user made on this machine for this vault from what came along with a vault of somebody else: the
/// index, undo records and the trash bear it, and are used only where it is right.
package enum VaultStamp {
    package static func text(_ vault: Vault) -> String {
        "\(ThisProcess.machine)\n\(ThisProcess.user)\n\(String(decoding: vault.root, as: UTF8.self))"
    }

    /// The stamp as one word of a line.
    package static func word(_ vault: Vault) -> String { PercentText.encoded(Array(text(vault).utf8)) }
}
