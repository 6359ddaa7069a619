import QueryLanguage

extension Field.Number {
    /// Where the number of a note `n` is.
    enum Source {
        case column(SQLFragment)
        case count(SQLFragment)

        var expression: SQLFragment {
            switch self {
            case .column(let column): column
            case .count(let statement): "(\(statement))"
            }
        }
    }

    /// The table of numbers: a column, or what has to be counted for each note.
    var source: Source {
        switch self {
        case .words: .column("n.words")
        case .size: .column("n.size")
        case .order: .column("n.ord")
        case .tasks: .column("n.open_tasks")
        case .headings: .column("n.headings")
        case .links: .count("SELECT count(*) FROM link l WHERE l.file = n.file AND l.attachment = 0")
        case .attachments: .count("SELECT count(*) FROM link l WHERE l.file = n.file AND l.attachment = 1")
        case .backlinks: .count("SELECT count(DISTINCT l.file) FROM link l WHERE l.target = n.file")
        case .keywords: .count("SELECT count(*) FROM keyword k WHERE k.file = n.file")
        }
    }
}
