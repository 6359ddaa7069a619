import SQLite

extension IndexWriter {
    /// The statements that run for each note.
    struct Statements {
        let file: Statement
        let note: Statement
        let text: Statement
        let alias: Statement
        let property: Statement
        let finding: Statement
        let task: Statement

        init(_ connection: Connection) throws {
            file = try connection.prepare(
                """
                INSERT INTO file(id, path, path_hash, kind, fingerprint, hash, born, real)
                VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                """)
            note = try connection.prepare(
                """
                INSERT INTO note(id, file, folder, title, status, created, created_local, modified, modified_local,
                    ident, ord, words, size, open_tasks, done_tasks, headings, known_keys, flags, properties,
                    title_line, title_column, ident_line, ident_column, file_created, file_modified, blob,
                    own_modified, own_precision)
                VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20,
                    ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28)
                """)
            text = try connection.prepare(
                "INSERT INTO fts(rowid, body, title, alias, name, keyword, heading) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)")
            alias = try connection.prepare("INSERT INTO alias(file, seq, name, folded) VALUES(?1, ?2, ?3, ?4)")
            property = try connection.prepare(
                """
                INSERT INTO property(file, seq, term, kind, text, folded, number, time, time_local)
                VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                """)
            task = try connection.prepare(
                """
                INSERT INTO task(file, seq, line, column, mark, source, headings, parent)
                VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                """)
            finding = try connection.prepare(
                """
                INSERT INTO finding(file, seq, kind, severity, line, column, message, help)
                VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                """)
        }
    }
}
