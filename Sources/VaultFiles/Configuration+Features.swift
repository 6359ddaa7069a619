/// The features of a vault.
extension Configuration {
    /// A feature that the configuration can turn on.
    package enum Feature: Hashable, Sendable {
        /// Slow searches start a watcher: `watch: auto`.
        case automaticWatcher
        /// Git provides the dates that notes lack: `dates: git`.
        case datesFromGit
        /// Searches include the text of attachments: `attachments: text`.
        case attachmentText
        /// The merge driver merges bodies by lines only: `merge: lines`.
        case lineMerges
        /// A single line end in a paragraph is shown as a line break: `line-breaks: keep`.
        case keptLineBreaks
    }

    package var watchesAutomatically: Bool { features.contains(.automaticWatcher) }
    package var takesDatesFromGit: Bool { features.contains(.datesFromGit) }
    package var readsAttachments: Bool { features.contains(.attachmentText) }
    package var mergesByLines: Bool { features.contains(.lineMerges) }
    package var keepsLineBreaks: Bool { features.contains(.keptLineBreaks) }
}
