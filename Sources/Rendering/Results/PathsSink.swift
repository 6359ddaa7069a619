import Searching
import SourceText

/// A path for each result, ended by a line end or, as it is, by NUL.
struct PathsSink: ResultSink {
    private let paths: PathStyle
    private let write: Write
    private let endsWithNul: Bool

    init(_ around: Surroundings, _ write: @escaping Write, endsWithNul: Bool) {
        paths = around.paths
        self.write = write
        self.endsWithNul = endsWithNul
    }

    var wantsLists: Bool { false }
    var wantsScores: Bool { endsWithNul }

    mutating func add(_ hit: NoteHit, _ passages: Passages?) throws {
        let path = paths.bytes(hit.path)
        try write(endsWithNul ? path + [0] : Style.escaped(path) + [Byte.newline])
    }
}
