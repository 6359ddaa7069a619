import QueryLanguage

extension Field.Number {
    /// The source of the numbers of all notes.
    enum Source {
        case column(NoteColumn)
        case backlinks
    }

    var source: Source {
        switch self {
        case .words: .column(.words)
        case .size: .column(.size)
        case .order: .column(.order)
        case .commits: .column(.commits)
        case .tasks: .column(.openTasks)
        case .headings: .column(.headings)
        case .links: .column(.links)
        case .attachments: .column(.attachments)
        case .backlinks: .backlinks
        case .keywords: .column(.keywords)
        }
    }
}
