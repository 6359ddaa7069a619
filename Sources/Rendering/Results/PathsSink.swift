import Searching
import SourceText

/// A path for each result, ended by a line end or, as it is, by NUL.
struct PathsSink: ResultSink {
    private let paths: PathStyle
    private let write: Write
    private let nullTerminated: Bool

    init(_ around: Surroundings, _ write: @escaping Write, nullTerminated: Bool) {
        paths = around.paths
        self.write = write
        self.nullTerminated = nullTerminated
    }

    var wantsLists: Bool { false }
    var wantsScores: Bool { nullTerminated }

    mutating func add(_ hit: NoteHit, _ passages: Passages?) throws {
        let path = paths.bytes(hit.path)
        try write(nullTerminated ? path + [0] : SafeText.escaped(path) + [Byte.newline])
    }
}
