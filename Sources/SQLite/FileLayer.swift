internal import CSQLite

/// A layer between SQLite and the system's files that adds and verifies a checksum for each page:
/// https://sqlite.org/vfs.html
///
/// Each call is forwarded to SQLite's default layer. Database pages get their checksum when they are written. A page
/// that is read without it is corrupt. SQLite adds its own checksums to the journal and verifies them when the first
/// connection opens it. Neither file can be mapped into memory, because that would bypass verification. Tests can make
/// each call fail (`DatabaseSeam`).
enum FileLayer {
    /// The name of the layer for opening a database. If SQLite rejects the layer, opening fails.
    static let name: String = {
        let name = "slipbox"
        guard let below = unsafe sqlite3_vfs_find(nil) else { return name }
        // Both are allocated once and never freed.
        let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: name.utf8.count + 1)
        _ = unsafe bytes.initialize(from: name.utf8CString)
        // Methods that do not involve an open file are copied unchanged.
        unsafe layer.initialize(to: below.pointee)
        unsafe layer.pointee.zName = UnsafePointer(bytes.baseAddress)
        unsafe layer.pointee.szOsFile += Int32(File.ownSize)
        unsafe layer.pointee.xOpen = openFile
        unsafe sqlite3_vfs_register(layer, 0)
        return name
    }()

    /// The file methods. Version 2 has no memory mapping: https://sqlite.org/c3ref/io_methods.html
    @safe nonisolated(unsafe) fileprivate static let methods: UnsafePointer<sqlite3_io_methods> = {
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        unsafe methods.initialize(
            to: sqlite3_io_methods(
                iVersion: 2,
                xClose: { unsafe forward($0) { unsafe $0.xClose($1) } },
                xRead: { unsafe read($0, $1, count: $2, offset: $3) },
                xWrite: { unsafe write($0, $1, count: $2, offset: $3) },
                xTruncate: { file, size in unsafe forward(file, .truncate) { unsafe $0.xTruncate($1, size) } },
                xSync: { file, flags in unsafe forward(file, .synchronize) { unsafe $0.xSync($1, flags) } },
                xFileSize: { file, size in unsafe forward(file) { unsafe $0.xFileSize($1, size) } },
                xLock: { file, level in unsafe forward(file, .lock) { unsafe $0.xLock($1, level) } },
                xUnlock: { file, level in unsafe forward(file) { unsafe $0.xUnlock($1, level) } },
                xCheckReservedLock: { file, answer in
                    unsafe forward(file) { unsafe $0.xCheckReservedLock($1, answer) }
                },
                xFileControl: { file, code, argument in
                    unsafe forward(file) { unsafe $0.xFileControl($1, code, argument) }
                },
                xSectorSize: { unsafe forward($0) { unsafe $0.xSectorSize($1) } },
                // Pages must be read whole. The constant's name does not exist in older SQLite versions:
                // https://sqlite.org/c3ref/c_iocap_atomic.html
                xDeviceCharacteristics: { unsafe forward($0) { unsafe $0.xDeviceCharacteristics($1) & ~0x8000 } },
                xShmMap: { file, number, size, extends, memory in
                    unsafe forward(file, .share) { unsafe $0.xShmMap($1, number, size, extends, memory) }
                },
                xShmLock: { file, offset, count, flags in
                    unsafe forward(file) { unsafe $0.xShmLock($1, offset, count, flags) }
                },
                xShmBarrier: { file in
                    _ = unsafe forward(file) {
                        unsafe $0.xShmBarrier($1)
                        return SQLITE_OK
                    }
                },
                xShmUnmap: { file, deletes in unsafe forward(file) { unsafe $0.xShmUnmap($1, deletes) } },
                xFetch: nil, xUnfetch: nil))
        return unsafe UnsafePointer(methods)
    }()
}

private typealias File = UnsafeMutablePointer<sqlite3_file>

/// The kind of a file, which decides whether its pages have checksums: `none` is not a database, such as a journal.
/// `made` was opened with `create` and may still be empty. `kept` is an existing database, which must not end early.
private enum Pages: UInt8 { case none, made, kept }

/// A file as SQLite sees it: the methods, the page state, then the file of the layer below.
extension UnsafeMutablePointer<sqlite3_file> {
    /// The size of the fields before the file of the layer below; a multiple of any alignment.
    fileprivate static var ownSize: Int { 16 }

    fileprivate var below: File {
        unsafe (UnsafeMutableRawPointer(self) + Self.ownSize).assumingMemoryBound(to: sqlite3_file.self)
    }

    fileprivate var pages: Pages {
        get { unsafe Pages(rawValue: UnsafeRawPointer(self).load(fromByteOffset: 8, as: UInt8.self)) ?? .none }
        nonmutating set {
            unsafe UnsafeMutableRawPointer(self).storeBytes(of: newValue.rawValue, toByteOffset: 8, as: UInt8.self)
        }
    }
}

/// Forwards a call to the layer below, unless a test makes it fail.
private func forward(
    _ file: File?, _ call: DatabaseSeam.FileCall? = nil, _ body: (sqlite3_io_methods, File) -> Int32
) -> Int32 {
    if let call, let failure = DatabaseSeam.failure(of: call) { return failure }
    guard let below = unsafe file?.below, let methods = unsafe below.pointee.pMethods else { return SQLITE_MISUSE }
    return unsafe body(methods.pointee, below)
}

/// Opens a file: https://sqlite.org/c3ref/vfs.html
private func openFile(
    _ layer: UnsafeMutablePointer<sqlite3_vfs>?, _ path: UnsafePointer<CChar>?, _ file: File?, _ flags: Int32,
    _ outcome: UnsafeMutablePointer<Int32>?
) -> Int32 {
    guard let file = unsafe file else { return SQLITE_MISUSE }
    // SQLite closes a file that has methods, even if opening fails.
    unsafe file.pointee.pMethods = nil
    if let failure = DatabaseSeam.failure(of: .open) { return failure }
    guard let below = unsafe sqlite3_vfs_find(nil) else { return SQLITE_MISUSE }
    let code = unsafe below.pointee.xOpen(below, path, file.below, flags, outcome)
    if unsafe file.below.pointee.pMethods != nil { unsafe file.pointee.pMethods = FileLayer.methods }
    unsafe file.pages =
        flags & SQLITE_OPEN_MAIN_DB == 0 ? .none : flags & SQLITE_OPEN_CREATE != 0 ? .made : .kept
    return code
}

private func read(_ file: File?, _ bytes: UnsafeMutableRawPointer?, count: Int32, offset: Int64) -> Int32 {
    let size = Int64(PageSum.pageSize)
    // SQLite reads the 100-byte header alone first, and later the whole page that contains it.
    guard let file = unsafe file, let bytes = unsafe bytes, unsafe file.pages != .none, offset + Int64(count) > 100
    else {
        return unsafe forward(file, .read) { unsafe $0.xRead($1, bytes, count, offset) }
    }
    let (number, start) = offset.quotientAndRemainder(dividingBy: size)
    if count == size, start == 0 { return unsafe readPage(file, bytes, number: number) }
    // SQLite may read a part of a page. A range across two pages cannot belong to this database.
    guard start + Int64(count) <= size else { return SQLiteError.wrongChecksum }
    return unsafe withUnsafeTemporaryAllocation(byteCount: PageSum.pageSize, alignment: 8) { page in
        guard let whole = page.baseAddress else { return SQLITE_NOMEM }
        let code = unsafe readPage(file, whole, number: number)
        unsafe bytes.copyMemory(from: whole + Int(start), byteCount: Int(count))
        return code
    }
}

private func readPage(_ file: File, _ page: UnsafeMutableRawPointer, number: Int64) -> Int32 {
    let size = PageSum.pageSize
    let code = unsafe forward(file, .read) { unsafe $0.xRead($1, page, Int32(size), number * Int64(size)) }
    if code == SQLITE_OK {
        return unsafe PageSum.isValid(page, number: number) ? SQLITE_OK : SQLiteError.wrongChecksum
    }
    // SQLite treats missing bytes as zeros. That is correct only for a new file.
    return unsafe code == SQLiteError.shortRead && file.pages == .kept ? SQLiteError.wrongChecksum : code
}

private func write(_ file: File?, _ bytes: UnsafeRawPointer?, count: Int32, offset: Int64) -> Int32 {
    guard count == PageSum.pageSize, let file = unsafe file, unsafe file.pages != .none, let bytes = unsafe bytes else {
        return unsafe forward(file, .write) { unsafe $0.xWrite($1, bytes, count, offset) }
    }
    // The buffer belongs to SQLite and must not be changed.
    return unsafe withUnsafeTemporaryAllocation(byteCount: PageSum.pageSize, alignment: 8) { page in
        guard let start = page.baseAddress else { return SQLITE_NOMEM }
        unsafe start.copyMemory(from: bytes, byteCount: PageSum.pageSize)
        unsafe PageSum.put(into: start, number: offset / Int64(PageSum.pageSize))
        return unsafe forward(file, .write) { unsafe $0.xWrite($1, start, count, offset) }
    }
}
