/// The tables of the index. There are no migrations: another version is thrown away and built anew.
///
/// `file.id` names a path for as long as it exists, and every table about a note refers to it. `note.id` is the row of
/// the full-text table; a changed note gets a fresh one, because a contentless FTS5 table cannot forget a row
/// (https://sqlite.org/fts5.html#contentless_tables). A row of `fts` without one in `note` is dead: joins drop it, and
/// `dead` lists it so that document frequencies stay exact.
enum Schema {
    /// Raised with every change of the tables or of how text is folded and split.
    static let version = 2

    /// "slip" as bytes: https://sqlite.org/pragma.html#pragma_application_id
    static let application: Int64 = 0x736C_6970

    static let tables = """
        CREATE TABLE meta(key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
        CREATE TABLE file(
            id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, kind INTEGER NOT NULL,
            size INTEGER NOT NULL, device INTEGER NOT NULL, inode INTEGER NOT NULL,
            modified INTEGER NOT NULL, changed INTEGER NOT NULL, born INTEGER,
            hash INTEGER NOT NULL, settled INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE note(
            id INTEGER PRIMARY KEY, file INTEGER NOT NULL UNIQUE, path TEXT NOT NULL UNIQUE, folder TEXT NOT NULL,
            title TEXT NOT NULL, title_words TEXT NOT NULL, title_key BLOB NOT NULL, path_key BLOB NOT NULL,
            status TEXT NOT NULL, status_key TEXT NOT NULL, favorite INTEGER NOT NULL,
            created INTEGER NOT NULL, created_local INTEGER, modified INTEGER NOT NULL, modified_local INTEGER,
            ident TEXT, ident_key TEXT, ord INTEGER, words INTEGER NOT NULL, size INTEGER NOT NULL,
            length INTEGER NOT NULL, open_tasks INTEGER NOT NULL, done_tasks INTEGER NOT NULL,
            headings INTEGER NOT NULL, keys INTEGER NOT NULL, malformed INTEGER NOT NULL, conflict INTEGER NOT NULL,
            properties TEXT NOT NULL
        ) STRICT;
        CREATE INDEX note_created ON note(created);
        CREATE INDEX note_folder ON note(folder);
        CREATE TABLE keyword(
            file INTEGER NOT NULL, seq INTEGER NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL,
            PRIMARY KEY(file, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX keyword_key ON keyword(key);
        CREATE TABLE alias(
            file INTEGER NOT NULL, seq INTEGER NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL,
            PRIMARY KEY(file, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE property(
            file INTEGER NOT NULL, seq INTEGER NOT NULL, key TEXT NOT NULL, kind INTEGER NOT NULL,
            text TEXT NOT NULL, folded TEXT NOT NULL, number REAL, time INTEGER, time_local INTEGER,
            PRIMARY KEY(file, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX property_key ON property(key, folded);
        CREATE TABLE name(
            key TEXT NOT NULL, kind INTEGER NOT NULL, file INTEGER NOT NULL, exact TEXT NOT NULL,
            PRIMARY KEY(key, kind, file, exact)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX name_file ON name(file);
        CREATE TABLE link(
            file INTEGER NOT NULL, seq INTEGER NOT NULL, reference TEXT NOT NULL, line INTEGER NOT NULL,
            form INTEGER NOT NULL, key TEXT NOT NULL, relative TEXT NOT NULL, literal TEXT,
            target INTEGER, attachment INTEGER NOT NULL, state INTEGER NOT NULL,
            PRIMARY KEY(file, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX link_target ON link(target);
        CREATE INDEX link_key ON link(key);
        CREATE INDEX link_relative ON link(relative);
        CREATE INDEX link_literal ON link(literal) WHERE literal IS NOT NULL;
        CREATE INDEX link_state ON link(state) WHERE state <> 0;
        CREATE TABLE moved(old TEXT PRIMARY KEY, new TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE dead(id INTEGER PRIMARY KEY) STRICT;
        CREATE VIRTUAL TABLE fts USING fts5(
            title, alias, name, keyword, heading, body, content='', tokenize='ascii', columnsize=0
        );
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

/// What a row of `name` is, in the order in which a reference is tried.
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
