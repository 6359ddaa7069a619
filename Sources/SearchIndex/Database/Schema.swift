/// The tables of the index. There are no migrations: another version is thrown away and built anew.
///
/// `file.id` names a path for as long as it exists, and every table about a note refers to it. `note.id` is the row of
/// the full-text table; a changed note gets a fresh one, because a contentless FTS5 table cannot forget a row
/// (https://sqlite.org/fts5.html#contentless_tables). A row of `fts` without one in `note` is dead: joins drop it, and
/// its length in `lengths` is 0.
///
/// `file.born` is when a note's file was made, by which a move is told from a note that is alike. `file.real` is where a
/// symbolic link to an attachment leads.
///
/// The body is the first column of `fts`, for words there are marked with no column: that is a fifth of the index.
///
/// Each text stands once: what can be worked out from another column (folded forms, sort keys, the folder's path) is,
/// and names that repeat are numbers of `term`.
enum Schema {
    /// Raised with every change of the tables or of how text is folded and split.
    static let version = 8

    /// "slip" as bytes: https://sqlite.org/pragma.html#pragma_application_id
    static let application: Int64 = 0x736C_6970

    static let tables = """
        CREATE TABLE meta(key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
        CREATE TABLE file(
            id INTEGER PRIMARY KEY, path TEXT NOT NULL, key INTEGER NOT NULL, kind INTEGER NOT NULL,
            print INTEGER NOT NULL, hash INTEGER NOT NULL, born INTEGER, real TEXT
        ) STRICT;
        CREATE TABLE term(
            id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL,
            notes INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE note(
            id INTEGER PRIMARY KEY, file INTEGER NOT NULL, folder INTEGER NOT NULL, title TEXT NOT NULL,
            status INTEGER NOT NULL, created INTEGER NOT NULL, created_local INTEGER, modified INTEGER NOT NULL,
            modified_local INTEGER, ident TEXT, ord INTEGER, words INTEGER NOT NULL, size INTEGER NOT NULL,
            open_tasks INTEGER NOT NULL, done_tasks INTEGER NOT NULL, headings INTEGER NOT NULL,
            keys INTEGER NOT NULL, flags INTEGER NOT NULL, properties TEXT
        ) STRICT;
        CREATE TABLE keyword(
            file INTEGER NOT NULL, seq INTEGER NOT NULL, term INTEGER NOT NULL, PRIMARY KEY(file, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE alias(
            file INTEGER NOT NULL, seq INTEGER NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL,
            PRIMARY KEY(file, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE property(
            file INTEGER NOT NULL, seq INTEGER NOT NULL, term INTEGER NOT NULL, kind INTEGER NOT NULL,
            text TEXT NOT NULL, folded TEXT NOT NULL, number REAL, time INTEGER, time_local INTEGER,
            PRIMARY KEY(file, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE name(
            key INTEGER NOT NULL, file INTEGER NOT NULL, PRIMARY KEY(key, file)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE link(
            file INTEGER NOT NULL, seq INTEGER NOT NULL, reference TEXT NOT NULL, line INTEGER NOT NULL,
            form INTEGER NOT NULL, target INTEGER, attachment INTEGER NOT NULL,
            state INTEGER NOT NULL, PRIMARY KEY(file, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE waiting(
            key INTEGER NOT NULL, file INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY(key, file, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE lengths(part INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
        CREATE TABLE dates(part INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
        CREATE TABLE moved(old TEXT PRIMARY KEY, new TEXT NOT NULL, sure INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE VIRTUAL TABLE fts USING fts5(
            body, title, alias, name, keyword, heading, content='', tokenize='ascii', columnsize=0
        );
        """

    /// Made after the tables were filled for the first time: sorting once costs less than finding each row's place.
    static let indexes = """
        CREATE INDEX file_key ON file(key);
        CREATE INDEX file_folder ON file(path) WHERE kind = 0;
        CREATE INDEX file_real ON file(real) WHERE real IS NOT NULL;
        CREATE UNIQUE INDEX term_name ON term(kind, name);
        CREATE INDEX term_key ON term(kind, key);
        CREATE UNIQUE INDEX note_file ON note(file);
        CREATE INDEX note_folder ON note(folder);
        CREATE INDEX note_created ON note(created);
        CREATE INDEX keyword_term ON keyword(term);
        CREATE INDEX alias_key ON alias(key);
        CREATE INDEX property_term ON property(term);
        CREATE INDEX link_target ON link(target) WHERE target IS NOT NULL;
        CREATE INDEX link_attachment ON link(attachment) WHERE attachment <> 0;
        CREATE INDEX link_state ON link(state) WHERE state <> 0;
        """
}

/// What a row of `file` is.
package enum FileKind: Int64, Sendable {
    case folder = 0
    case note = 1
    case image = 2
    case other = 3
    /// A note that could not be read; nothing else is known of it.
    case unreadable = 4
}

/// What a row of `term` names.
enum TermKind: Int64 {
    case status = 0
    case keyword = 1
    case property = 2
}

/// The bits of `note.flags`.
struct NoteFlags: OptionSet {
    let rawValue: Int64

    static let favorite = NoteFlags(rawValue: 1)
    static let malformed = NoteFlags(rawValue: 2)
    static let conflict = NoteFlags(rawValue: 4)
    /// The note says itself when it was made; else it is the file's time.
    static let ownCreated = NoteFlags(rawValue: 8)
    static let ownModified = NoteFlags(rawValue: 16)
}

/// How a file can be named, in the order in which a reference is tried.
enum NameKind: Int64, CaseIterable {
    case path = 0
    case pathStem = 1
    case name = 2
    case stem = 3
    case id = 4
    case title = 5
    case alias = 6
}

/// How a reference was found, in `link.state`.
package enum LinkState: Int64, Sendable {
    case resolved = 0
    case broken = 1
    /// Several were possible, and only the path's length or the alphabet decided.
    case ambiguous = 2
}

/// What a row of `property` holds.
enum PropertyKind: Int64 {
    case null = 0
    case text = 1
    case number = 2
    case boolean = 3
    /// A mapping or an empty list: there, but without a value of its own.
    case container = 4
    case date = 5
}
