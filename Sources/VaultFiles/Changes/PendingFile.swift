package import SourceText
package import System

/// A file that slip has replaced, and that another program may still write to.
package struct PendingFile: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        /// A program has the file open for writing. It is named if it is visible.
        case open(FileWriter?)
        /// The next change merges the text.
        case mergeable
        /// The text conflicts with the note. The next change saves it for `slip rescued take`.
        case conflicting
        /// The file cannot be read, for this reason, and stays where it is.
        case unreadable(reason: String)
    }

    /// The note.
    package var path: VaultPath
    /// The path of the file in the vault.
    package var file: VaultPath
    /// When the file was last written.
    package var time: Moment
    package var state: State
    /// The text that another program has written, if there is one that can be read.
    package var text: [UInt8]?
}

/// The displaced files that a watcher has examined, and in which there is nothing to merge until they or their notes
/// change.
package struct ExaminedFiles {
    var states: Set<DisplacedFiles.State> = []

    package init() {}
}

extension DisplacedFiles {
    /// A marked file and its note. Their contents are those of another equal value.
    struct State: Hashable {
        var mark: Mark
        var file: FileStatus?
        var note: FileStatus?
    }

    /// Returns the states of the marked files.
    func states() -> [State] {
        marks().map { mark in
            State(
                mark: mark, file: file(of: mark).flatMap { FileStatus.seen($0) },
                note: FileStatus.seen(vault.fullPath(currentPath(of: mark))))
        }
    }

    /// Whether a program has a marked file open for writing.
    func isOpen(_ mark: Mark) -> Bool {
        guard let file = file(of: mark), let attempt = try? FileLease.take(file) else { return false }
        return switch attempt {
        case .taken: false
        case .hasWriter: true
        case .unavailable: hasWriter(file)
        }
    }

    /// Returns the marked files that another program has open for writing, or that have unknown content. Changes nothing.
    func pending() -> [PendingFile] {
        marks().compactMap { mark in
            guard let file = file(of: mark), let status = FileStatus.seen(file), let place = vault.path(ofFull: file)
            else { return nil }
            func pending(_ state: PendingFile.State, _ text: [UInt8]?) -> PendingFile {
                PendingFile(
                    path: currentPath(of: mark), file: place, time: Moment(microseconds: status.modified / 1000),
                    state: state, text: text)
            }
            let isOpen = isOpen(mark)
            let writer = isOpen ? writers.all[FileWriter.File(status)] : nil
            do throws(SystemError) {
                let content = try Files.read(file).bytes
                let text = content == base(of: mark) ? nil : content
                if isOpen { return pending(.open(writer), text) }
                return text.map { pending(isMergeable(mark) ? .mergeable : .conflicting, $0) }
            } catch {
                return pending(isOpen ? .open(writer) : .unreadable(reason: error.reason), nil)
            }
        }
    }

    private func isMergeable(_ mark: Mark) -> Bool {
        guard let text = lateText(mark, settles: false).map(atCurrentPath) else { return false }
        return (try? LateTextMerge(vault: vault)(text)) != nil
    }
}
