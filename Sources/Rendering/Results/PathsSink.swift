import QueryLanguage
import Searching
import SourceText

/// A sink that writes a path per result: escaped and ended by a newline, or exact and ended by NUL.
struct PathsSink: ResultSink {
    private let paths: PathStyle
    private let write: Write
    private let nullTerminated: Bool

    init(_ around: RenderingContext, _ write: @escaping Write, nullTerminated: Bool) {
        paths = around.paths
        self.write = write
        self.nullTerminated = nullTerminated
    }

    var wantsLists: Bool { false }
    var wantsScores: Bool { nullTerminated }

    mutating func add(_ hit: NoteHit, _ passages: Passages?) throws {
        let path = paths.bytes(hit)
        try write(nullTerminated ? path + [0] : SafeText.escaped(path) + [Byte.newline])
    }
}
