import QueryLanguage
import Searching
import SourceText

/// A sink that writes `path:line:column:text` for each match, for quickfix lists of editors. Columns count bytes, from
/// 1. A note without matches has its title at 1:1.
struct VimgrepSink: ResultSink {
    private let paths: PathStyle
    private let write: Write

    init(_ around: RenderingContext, _ write: @escaping Write) {
        paths = around.paths
        self.write = write
    }

    var wantsLists: Bool { false }

    func wantsPassages(for showing: Condition.Showing) -> Bool { showing > .nothing }

    mutating func add(_ hit: NoteHit, _ passages: Passages?) throws {
        let path = SafeText.escaped(paths.bytes(hit))
        guard let passages, !passages.matches.isEmpty else {
            return try write(path + Array(":1:1:\(Style.line(hit.title))\n".utf8))
        }
        for match in passages.matches {
            let line = Style.line(passages.bytes.text(passages.line(match.line)))
            try write(path + Array(":\(match.line):\(match.byteColumn):\(line)\n".utf8))
        }
    }
}
