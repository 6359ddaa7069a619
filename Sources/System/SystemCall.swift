/// A system call that changes files or writes them to disk, as recorded by `CallSeam` for tests. Of two paths, the old
/// one comes first.
package enum SystemCall: Hashable, Sendable {
    /// The creation of an empty file.
    case create([UInt8])
    /// A write of the bytes to an open file, pipe or terminal. The path may be only a name such as `pipe`.
    case write([UInt8], [UInt8])
    /// A write of a file's content to disk: fsync(2).
    case synchronize([UInt8])
    /// A write of a directory's entries to disk.
    case synchronizeDirectory([UInt8])
    /// A rename that replaces an existing file.
    case rename([UInt8], [UInt8])
    /// A rename that does not replace an existing file.
    case move([UInt8], [UInt8])
    case exchange([UInt8], [UInt8])
    /// A second name for a file.
    case link([UInt8], [UInt8])
    case remove([UInt8])
    /// A request for a lease on a file, or for the state of one.
    case lease([UInt8])
    case makeDirectory([UInt8])
    case removeDirectory([UInt8])

    /// The operation as error messages name it, and the path it applies to.
    var words: (operation: String, path: [UInt8]) {
        switch self {
        case .create(let path), .write(let path, _), .synchronize(let path), .synchronizeDirectory(let path):
            ("write", path)
        case .rename(let path, _): ("rename", path)
        case .move(let path, _): ("move", path)
        case .exchange(_, let path): ("replace", path)
        case .link(let path, _): ("link", path)
        case .remove(let path): ("remove", path)
        case .lease(let path): ("take a lease on", path)
        case .makeDirectory(let path): ("make folder", path)
        case .removeDirectory(let path): ("remove folder", path)
        }
    }

    /// The same call with the names that files in open folders have in the file system.
    var shown: SystemCall {
        func shown(_ path: [UInt8]) -> [UInt8] { OpenFolder.shownPath(path) }
        return switch self {
        case .create(let path): .create(shown(path))
        case .write(let path, let bytes): .write(shown(path), bytes)
        case .synchronize(let path): .synchronize(shown(path))
        case .synchronizeDirectory(let path): .synchronizeDirectory(shown(path))
        case .rename(let old, let new): .rename(shown(old), shown(new))
        case .move(let old, let new): .move(shown(old), shown(new))
        case .exchange(let old, let new): .exchange(shown(old), shown(new))
        case .link(let old, let new): .link(shown(old), shown(new))
        case .remove(let path): .remove(shown(path))
        case .lease(let path): .lease(shown(path))
        case .makeDirectory(let path): .makeDirectory(shown(path))
        case .removeDirectory(let path): .removeDirectory(shown(path))
        }
    }
}
