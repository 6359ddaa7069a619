package import QueryLanguage
import SQLite
package import SourceText

/// The search for files that no note references. Only `attached:` finds them.
package struct UnreferencedFiles {
    private let index: NoteIndex
    private let condition: Condition
    /// The documents that contain each text.
    private var documents: [TextMatch: Set<Int64>] = [:]

    package init(_ index: NoteIndex, _ condition: Condition) throws {
        self.index = index
        self.condition = condition
        if !condition.concernsFiles { return }
        for text in condition.attachmentTests { documents[text] = Set(try index.attachments.scores(of: text).keys) }
    }

    /// Returns the paths of the files that satisfy the condition, in order.
    ///
    /// Empty unless the condition consists of folders, paths, file names and texts in attachments, and requires one of
    /// these texts.
    ///
    /// - Complexity: O(files of the vault) if a text was found in any attachment.
    package func paths() throws -> [VaultPath] {
        guard condition.concernsFiles, requiresText(condition) else { return [] }
        let unused = Set(try index.findings.unusedFiles(countsCanvases: false))
        return try index.connection.all(
            "SELECT f.path, a.document FROM attachment a CROSS JOIN file f ON f.id = a.file ORDER BY f.path"
        ) { row in
            let path = row.path(0)
            return unused.contains(path) && passes(condition, at: path, row) ? path : nil
        }.compactMap(\.self)
    }

    /// Whether the condition requires a text that a document contains.
    private func requiresText(_ condition: Condition) -> Bool {
        switch condition {
        case .attached(let text): documents[text]?.isEmpty == false
        case .and(let parts): parts.contains(where: requiresText)
        case .or(let parts): parts.allSatisfy(requiresText)
        case .not(.not(let inner)): requiresText(inner)
        default: false
        }
    }

    private func passes(_ condition: Condition, at path: VaultPath, _ row: borrowing Row) -> Bool {
        switch condition {
        case .all: return true
        case .attached(let text): return documents[text]?.contains(row.int(1)) ?? false
        case .text(let match):
            return Words.list(path.name.text).contains(sequence: match.words, isPrefix: match.isPrefix)
        case .folder(let folder, let deep): return deep ? path.isInside(folder) : path.folder == folder
        case .and(let parts):
            for part in parts where !passes(part, at: path, row) { return false }
            return true
        case .or(let parts):
            for part in parts where passes(part, at: path, row) { return true }
            return false
        case .not(let inner): return !passes(inner, at: path, row)
        default:
            var test = RowTest(condition)
            return test.passes(row)
        }
    }
}

extension Condition {
    /// Whether a file that is no note can satisfy the condition.
    fileprivate var concernsFiles: Bool {
        switch self {
        case .all, .attached, .folder, .path, .name, .fileName: true
        case .text(let match): match.part == .name
        case .and(let parts), .or(let parts): parts.allSatisfy(\.concernsFiles)
        case .not(let inner): inner.concernsFiles
        default: false
        }
    }
}
