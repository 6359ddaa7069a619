import Rendering
import SourceText
import VaultFiles

/// A unit file for systemd's user manager that keeps a watcher running: systemd.service(5).
struct WatchUnit {
    private let root: [UInt8]
    /// The name of its file.
    let name: String

    init(_ vault: Vault) {
        root = vault.fullPath(.root)
        name = Self.name(root)
    }

    /// Returns the content of the file.
    ///
    /// - Parameter executable: the full path of `slip`.
    func text(executable: [UInt8]) -> String {
        let shown = SafeText.escaped(String(decoding: root, as: UTF8.self))
        return """
            # Keeps the index of \(shown) up to date.
            #
            # To install it, run in the vault:
            #   mkdir -p ~/.config/systemd/user
            #   slip index --watch --systemd > ~/.config/systemd/user/\(name)
            #   systemctl --user daemon-reload
            #   systemctl --user enable --now \(name)
            # To see its log:
            #   journalctl --user -u \(name)
            # To keep it running when you are not logged in: loginctl enable-linger

            [Unit]
            Description=Slipbox watcher of \(shown.replacing("%", with: "%%"))

            [Service]
            ExecStart=:\(Self.quoted(executable)) --vault \(Self.quoted(root)) index --watch
            Restart=on-failure
            RestartSec=30
            Nice=10

            [Install]
            WantedBy=default.target

            """
    }

    /// Returns a file name of letters and digits, which systemd does not escape. A hash distinguishes vaults with the
    /// same name.
    private static func name(_ root: [UInt8]) -> String {
        let words = VaultPath(bytes: root).name.bytes.map(\.lowercased).split { byte in
            !byte.isDigit && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        }
        let hash = String(UInt64(bitPattern: ContentHash.hash(root)), radix: 16).prefix(8)
        let parts = ["slip"] + words.prefix(4).map { String(decoding: $0.prefix(20), as: UTF8.self) } + [String(hash)]
        return parts.joined(separator: "-") + ".service"
    }

    /// Quotes a word for the command line in a unit, by systemd.syntax(7): in quotes, with escapes as in C, and `%%`
    /// for `%`. The colon before the first word prevents the expansion of `$`.
    static func quoted(_ bytes: [UInt8]) -> String {
        var text = "\""
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += "\\" + String(Unicode.Scalar(byte))
            case UInt8(ascii: "%"): text += "%%"
            case 0x20..<0x7F: text += String(Unicode.Scalar(byte))
            default: text += "\\x" + String(byte, width: 2, radix: 16)
            }
        }
        return text + "\""
    }
}
