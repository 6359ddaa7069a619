import SQLite
import SearchIndex
import SourceText

/// How far an index can be vouched for: what of the disk it has not seen yet, and who may have written it since it had.
struct IndexTrust {
    /// The paths that events named since the index was brought up to date.
    var dirty: Set<VaultPath> = []
    /// Whether it is no longer known what changed, so that everything is to be learnt anew.
    var isLost = false
    /// Whether something could not be read, of which each reader is to warn itself.
    private(set) var hasFaults = false
    /// Whether a reader was sent to walk since the index was brought up to date.
    var hasDeclined = false
    /// The index as the last walk left it; nil where the next one has to be of the whole vault.
    private var walked: (connection: Connection, version: Int64, generation: Int64?)?

    /// Nothing is known yet.
    mutating func forget() {
        dirty = []
        isLost = false
        walked = nil
    }

    /// So much changed that a walk of the whole vault is quicker than to look at each.
    mutating func forgetPaths() {
        dirty = []
        walked = nil
    }

    /// Hands over what is to be looked at, which is seen to from here on.
    mutating func takeDirty() -> Set<VaultPath> {
        hasDeclined = false
        defer { dirty = [] }
        return dirty
    }

    /// A walk begins: until it has ended well, nothing is vouched for.
    mutating func beginWalk() {
        dirty = []
        walked = nil
        hasDeclined = false
        hasFaults = true
    }

    /// - Parameter walked: the index and its version from before the walk; nil where that left another one.
    mutating func endWalk(_ walked: (connection: Connection, version: Int64)?, hasFaults: Bool) throws {
        self.hasFaults = hasFaults
        guard let (connection, version) = walked else { return }
        self.walked = (connection, version, nil)
        try learnGeneration()
    }

    /// To be called after each change of one's own: notes which generation of the index is the one that was walked.
    mutating func learnGeneration() throws {
        guard let walked else { return }
        let generation = try IndexDatabase.generation(walked.connection)
        // Asked after that: where somebody else has written meanwhile, the generation may be theirs.
        let isOwn = try walked.connection.dataVersion() == walked.version
        self.walked?.generation = isOwn ? generation : nil
    }

    /// Whether the last walk could read everything and left the index that was there.
    var isWhole: Bool { walked != nil && !hasFaults }

    /// Whether an index is the one that was walked, and nobody else has changed since what it says.
    mutating func isWalked(_ connection: Connection) throws -> Bool {
        guard let walked, walked.connection === connection else { return false }
        let version = try connection.dataVersion()
        if version == walked.version { return true }
        // What check learnt of notes is written without being news of them.
        guard try IndexDatabase.generation(connection) == walked.generation else { return false }
        self.walked?.version = version
        return true
    }

    /// Whether the walk was of this connection, whoever wrote since.
    func isOf(_ connection: Connection) -> Bool { walked?.connection === connection }
}
