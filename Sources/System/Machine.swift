/// The identifier of this machine.
extension ThisProcess {
    /// The identifier of this machine, so that an index copied from another machine is not trusted. It is systemd's
    /// machine identifier (machine-id(5)), or else a random one of this user.
    package static let machine: String = {
        for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
            // If neither file is readable, the user generates an identifier.
            if let bytes = try? Files.read(Array(path.utf8)).bytes, bytes.count >= 32 {
                return String(decoding: bytes.prefix(32), as: UTF8.self)
            }
        }
        return storedIdentifier() ?? "unknown"
    }()

    /// Returns the identifier that this user generated for the machine, as in a container without a machine identifier.
    /// If it cannot be stored, returns the kernel's identifier of this boot (random(4)).
    private static func storedIdentifier() -> String? {
        if let place = userFolder("XDG_STATE_HOME", else: ".local/state") {
            let folder = Array("\(place)/slipbox".utf8)
            let path = folder + Array("/machine".utf8)
            func stored() -> String? {
                guard let bytes = try? Files.read(path).bytes, bytes.count == 32 else { return nil }
                return String(decoding: bytes, as: UTF8.self)
            }
            if let stored = stored() { return stored }
            let made = (0..<32).map { _ in "0123456789abcdef".randomElement() ?? "0" }
            let fresh = path + Array(".\(identifier)".utf8)
            do throws(SystemError) {
                try Files.makeDirectories(folder, mode: 0o700)
                try Files.create(fresh, Array(String(made).utf8), mode: 0o600)
                try Files.synchronize(fresh)
                // An incompletely written file is not a valid identifier.
                if stored() == nil { try Files.rename(fresh, path) } else { try Files.remove(fresh) }
            } catch {
                Files.discard(fresh)
            }
            if let stored = stored() { return stored }
        }
        let boot = try? Files.readAll(ofSystemFile: "/proc/sys/kernel/random/boot_id")
        return boot.map { String(decoding: $0.prefix(36), as: UTF8.self) }
    }
}
