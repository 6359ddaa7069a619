import Notes
package import SourceText

/// The features of a vault.
extension Configuration {
    /// A feature that the configuration can turn on.
    package enum Feature: Hashable, Sendable {
        /// Slow searches start a watcher: `watch: auto`.
        case automaticWatcher
        /// A watcher refreshes live blocks: `refresh: auto`.
        case automaticRefresh
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
    package var refreshesBlocks: Bool { features.contains(.automaticRefresh) }
    package var takesDatesFromGit: Bool { features.contains(.datesFromGit) }
    package var readsAttachments: Bool { features.contains(.attachmentText) }
    /// Whether `key:: value` in the text of a note is a property: `inline-fields:`.
    package var readsInlineFields: Bool { rules.includesInlineFields }
    /// Whether notes are pages of Logseq: `pages:`.
    package var readsPages: Bool { rules.readsPages }
    package var mergesByLines: Bool { features.contains(.lineMerges) }
    package var keepsLineBreaks: Bool { features.contains(.keptLineBreaks) }

    /// The folder, name and template of daily notes: `daily:`.
    package internal(set) var daily: DailyNotes {
        get { writing.daily }
        set { writing.daily = newValue }
    }
    /// The settings for changes of tasks: `task-inbox:`, `task-format:`, `task-next:`.
    package internal(set) var tasks: TaskSettings {
        get { writing.tasks }
        set { writing.tasks = newValue }
    }
    /// The folder and front matter of new notes: `new:`.
    package internal(set) var newNotes: NewNotes {
        get { writing.newNotes }
        set { writing.newNotes = newValue }
    }
    /// The form of new links: `links:`.
    package var links: LinkSettings { writing.links }
    /// The folder for attachments, or nil for that of the note: `attachment-folder:`.
    package var attachmentFolder: AttachmentFolder? { writing.attachmentFolder }
    /// A folder with templates besides `.slipbox/templates`: `template-folder:`.
    package var templateFolder: VaultPath? { writing.templateFolder }
}

/// How `slip` writes new notes and tasks, and sites.
package struct WritingSettings: Sendable {
    var daily = DailyNotes()
    var tasks = TaskSettings()
    var newNotes = NewNotes()
    var links = LinkSettings()
    var attachmentFolder: AttachmentFolder?
    var templateFolder: VaultPath?
    package var site = SiteSettings()
}
