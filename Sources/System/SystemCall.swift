/// A call of the system that changes what is on the disk, or has it written there, as tests see it.
package enum SystemCall: Hashable, Sendable {
    /// A new empty file.
    case create([UInt8])
    /// Bytes at the end of a file that was made.
    case write([UInt8], [UInt8])
    /// A file's content is on the disk when it answers: fsync(2).
    case synchronize([UInt8])
    /// The names in a directory are.
    case synchronizeDirectory([UInt8])
    /// Another name, in the place of what bears it.
    case rename([UInt8], [UInt8])
    /// Another name, where nothing bears it.
    case move([UInt8], [UInt8])
    case exchange([UInt8], [UInt8])
    /// A second name for a file.
    case link([UInt8], [UInt8])
    case remove([UInt8])
    case makeDirectory([UInt8])
    case removeDirectory([UInt8])

    /// What it does, as an error names it, and to what.
    var words: (operation: String, path: [UInt8]) {
        switch self {
        case .create(let path), .write(let path, _), .synchronize(let path), .synchronizeDirectory(let path):
            ("write", path)
        case .rename(let path, _): ("rename", path)
        case .move(let path, _): ("move", path)
        case .exchange(_, let path): ("replace", path)
        case .link(let path, _): ("link", path)
        case .remove(let path): ("remove", path)
        case .makeDirectory(let path): ("make folder", path)
        case .removeDirectory(let path): ("remove folder", path)
        }
    }
}
