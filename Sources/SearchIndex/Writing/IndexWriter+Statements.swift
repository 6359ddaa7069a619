import SQLite

extension IndexWriter {
    /// The statements that run for each note.
    struct Statements {
        let file: Statement
        let note: Statement
        let text: Statement
        let keyword: Statement
        let link: Statement

        init(_ connection: Connection) throws {
            file = try connection.prepare("INSERT INTO file VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
            note = try connection.prepare(
                """
                INSERT INTO note VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
                    ?19)
                """)
            text = try connection.prepare(
                "INSERT INTO fts(rowid, body, title, alias, name, keyword, heading) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)")
            keyword = try connection.prepare("INSERT INTO keyword VALUES(?1, ?2, ?3)")
            link = try connection.prepare("INSERT INTO link VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
        }
    }
}
