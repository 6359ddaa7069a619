import SQLite
import SearchIndex
import SourceText

/// The knowledge that lets a watcher confirm an index: which changes it lacks, and whether another process wrote it.
struct IndexTrust {
    /// The paths of events since the last update.
    var dirty: Set<VaultPath> = []
    /// Whether events were lost, so that the watcher must start over.
    var isLost = false
    /// Whether something could not be read. Each reader must then scan and warn.
    private(set) var hasFaults = false
    /// Whether a reader was declined since the last update.
    var hasDeclined = false
    /// The index after the last scan, or nil if the next scan must cover the whole vault.
    private var scanned: (connection: Connection, version: Int64, generation: Int64?)?

    mutating func reset() {
        dirty = []
        isLost = false
        scanned = nil
    }

    /// Forgets the paths, because a full scan is faster.
    mutating func dropPaths() {
        dirty = []
        scanned = nil
    }

    mutating func takeChangedPaths() -> Set<VaultPath> {
        hasDeclined = false
        defer { dirty = [] }
        return dirty
    }

    /// Marks the start of a scan. Until it succeeds, the index is not confirmed.
    mutating func beginScan() {
        dirty = []
        scanned = nil
        hasDeclined = false
        hasFaults = true
    }

    /// Marks the end of a scan.
    ///
    /// - Parameter scanned: the index and its version from before the scan, or nil if the scan replaced the index.
    mutating func endScan(_ scanned: (connection: Connection, version: Int64)?, hasFaults: Bool) throws {
        self.hasFaults = hasFaults
        guard let (connection, version) = scanned else { return }
        self.scanned = (connection, version, nil)
        try recordGeneration()
    }

    /// Records the generation of the scanned index. Must be called after each change by the watcher.
    mutating func recordGeneration() throws {
        guard let scanned else { return }
        let generation = try IndexDatabase.generation(scanned.connection)
        // The version is read after the generation: if another process has written meanwhile, the generation may be its
        // own.
        let isOwn = try scanned.connection.dataVersion() == scanned.version
        self.scanned?.generation = isOwn ? generation : nil
    }

    /// Whether the last scan could read everything and kept the index.
    var isComplete: Bool { scanned != nil && !hasFaults }

    /// Returns whether an index is the scanned one, and no other process has changed its content since.
    mutating func isScanned(_ connection: Connection) throws -> Bool {
        guard let scanned, scanned.connection === connection else { return false }
        let version = try connection.dataVersion()
        if version == scanned.version { return true }
        // Anchors stored by `check`, and results stored by `refresh`, change the version but not the generation.
        guard try IndexDatabase.generation(connection) == scanned.generation else { return false }
        self.scanned?.version = version
        return true
    }

    /// Returns whether the scan used this connection, even if other processes have written since.
    func uses(_ connection: Connection) -> Bool { scanned?.connection === connection }
}
