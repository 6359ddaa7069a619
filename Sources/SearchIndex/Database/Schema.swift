/// The tables of the index. There are no migrations: another version is thrown away and built anew.
///
/// `file.id` names a path for as long as it exists, and every table about a note refers to it. `note.id` is the row of
/// the full-text table; a changed note gets a fresh one, because a contentless FTS5 table cannot forget a row
/// (https://sqlite.org/fts5.html#contentless_tables). A row of `fts` without one in `note` is dead: joins drop it, and
/// it is nobody's in `columns`.
///
/// The body is the first column of `fts`, for words there are marked with no column: that is a fifth of the index.
///
/// Each text stands once: what can be worked out from another column (folded forms, sort keys, the folder's path) is,
/// and names that repeat are numbers of `term`. What a column holds is said in the statements themselves, which SQLite
/// keeps: `.schema` in its shell explains an index.
enum Schema {
    /// Raised with every change of the tables (a test knows the text that belongs to it), of how notes are read, or text is
    /// folded and split, and of what is kept of a reading: the words of findings, the hashes of `NoteAnchors`.
    static let version = 23

    /// "slip" as bytes: https://sqlite.org/pragma.html#pragma_application_id
    static let application: Int64 = 0x736C_6970

    static let tables = """
        CREATE TABLE meta(
            name TEXT PRIMARY KEY, -- MetaName
            value ANY
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE file(
            id INTEGER PRIMARY KEY,
            path TEXT NOT NULL, -- bytes as on disk, from the vault's root
            path_hash INTEGER NOT NULL,
            kind INTEGER NOT NULL, -- FileKind
            fingerprint INTEGER NOT NULL, -- Fingerprint; 0: to be looked at again
            hash INTEGER NOT NULL, -- of a note's content
            born INTEGER, -- when a note's file was made, in ns since 1970: tells a move from a note that is alike
            real TEXT -- where a symbolic link to an attachment leads
        ) STRICT;
        CREATE TABLE term(
            id INTEGER PRIMARY KEY,
            kind INTEGER NOT NULL, -- TermKind
            name TEXT NOT NULL, -- as written
            folded TEXT NOT NULL, -- of a property its identity
            notes INTEGER NOT NULL -- that have it
        ) STRICT;
        CREATE TABLE note(
            id INTEGER PRIMARY KEY, -- the row of fts
            file INTEGER NOT NULL,
            folder INTEGER NOT NULL, -- a file; 0: the root
            title TEXT NOT NULL,
            status INTEGER NOT NULL, -- a term
            created INTEGER NOT NULL, -- in us since 1970
            created_local INTEGER, -- the same as a clock there shows it, for a date without a zone
            modified INTEGER NOT NULL,
            modified_local INTEGER,
            ident TEXT, -- id:
            ord INTEGER, -- order:
            words INTEGER NOT NULL,
            size INTEGER NOT NULL, -- in bytes
            open_tasks INTEGER NOT NULL,
            done_tasks INTEGER NOT NULL,
            headings INTEGER NOT NULL,
            known_keys INTEGER NOT NULL, -- the known front matter keys that it has, a bit each
            flags INTEGER NOT NULL, -- those NoteFeatures that the note alone decides
            properties TEXT, -- the other keys, as a JSON object
            title_line INTEGER NOT NULL, -- from 1, where the title is written; 1 where it is not
            title_column INTEGER NOT NULL, -- in Unicode scalars, from 1
            ident_line INTEGER,
            ident_column INTEGER,
            -- What follows stands only where dates come from git.
            file_created INTEGER, -- what the file alone says, in us since 1970
            file_modified INTEGER,
            blob BLOB, -- the name of the content in git
            own_modified INTEGER, -- what the note says itself; modified is later where the content changed since
            own_precision INTEGER -- DateText.Precision
        ) STRICT;
        CREATE TABLE alias(
            file INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            name TEXT NOT NULL,
            folded TEXT NOT NULL,
            PRIMARY KEY(file, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE property(
            file INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            term INTEGER NOT NULL,
            kind INTEGER NOT NULL, -- PropertyKind
            text TEXT NOT NULL,
            folded TEXT NOT NULL,
            number REAL,
            time INTEGER, -- in us since 1970
            time_local INTEGER,
            PRIMARY KEY(term, file, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE name(
            name_hash INTEGER NOT NULL, -- NameKey
            file INTEGER NOT NULL,
            PRIMARY KEY(name_hash, file)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE link(
            file INTEGER NOT NULL,
            seq INTEGER NOT NULL, -- among the references of the note
            reference TEXT NOT NULL, -- as written, without what it names in the note
            line INTEGER NOT NULL, -- from 1
            below INTEGER NOT NULL, -- how many lines farther down the target is written
            column INTEGER NOT NULL, -- where the target is written, in Unicode scalars, from 1
            fragment TEXT, -- what it names in the note
            form INTEGER NOT NULL, -- ReferenceForm
            target INTEGER, -- a file
            attachment INTEGER NOT NULL, -- whether it leads to what is no note
            state INTEGER NOT NULL, -- LinkState
            PRIMARY KEY(file, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE finding(
            file INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            kind TEXT NOT NULL, -- Diagnostic.Kind
            line INTEGER NOT NULL, -- from 1
            column INTEGER NOT NULL, -- in Unicode scalars, from 1
            message TEXT NOT NULL,
            help TEXT,
            PRIMARY KEY(file, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE anchor(
            row INTEGER PRIMARY KEY, -- of fts
            hashes BLOB NOT NULL -- NoteAnchors of a note that was asked for one, 8 bytes each
        ) STRICT;
        CREATE TABLE waiting(
            name_hash INTEGER NOT NULL, -- a name that the link may mean
            file INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            PRIMARY KEY(name_hash, file, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE columns(
            id INTEGER PRIMARY KEY, -- NoteColumn or NoteListColumn × 2^32 + row of fts / 1024
            data BLOB NOT NULL -- ColumnCoding
        ) STRICT;
        CREATE TABLE vocabulary(
            part INTEGER PRIMARY KEY, -- of 2048 words in order
            first BLOB NOT NULL, -- of them
            lengths BLOB NOT NULL, -- of the words, a byte each
            weights BLOB NOT NULL, -- 4 bytes each
            words BLOB NOT NULL -- one after the other
        ) STRICT;
        CREATE TABLE recent(
            row INTEGER PRIMARY KEY, -- of fts, not yet in the vocabulary
            words BLOB NOT NULL -- each once, with spaces between
        ) STRICT;
        -- The next four are filled once something of git is asked for.
        CREATE TABLE git_author(
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            address TEXT NOT NULL
        ) STRICT;
        CREATE TABLE git_commit(
            id INTEGER PRIMARY KEY,
            name BLOB NOT NULL,
            author INTEGER NOT NULL,
            time INTEGER NOT NULL -- when it was written, in us since 1970
        ) STRICT;
        CREATE TABLE git_path(
            id INTEGER PRIMARY KEY,
            path TEXT NOT NULL -- from the work tree's root
        ) STRICT;
        CREATE TABLE git_note(
            path TEXT PRIMARY KEY, -- from the vault's root, be the note there or not
            blob BLOB, -- the name of its content in the last commit; null where that has none
            created INTEGER NOT NULL, -- of the first commit that has it, in us since 1970
            modified INTEGER NOT NULL, -- of the last that changed its content
            committed INTEGER NOT NULL, -- of the last that changed it
            authors BLOB NOT NULL, -- each once, the first first, 4 bytes each
            changes BLOB NOT NULL -- HistoryChange, the latest first, 8 bytes each
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE moved(
            old TEXT PRIMARY KEY,
            new TEXT NOT NULL,
            sure INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE origin(
            path TEXT PRIMARY KEY, -- of a note that slip moved since the last commit
            old TEXT NOT NULL -- its name there
        ) STRICT, WITHOUT ROWID;
        CREATE VIRTUAL TABLE fts USING fts5(
            body, title, alias, name, keyword, heading, content='', tokenize='ascii', columnsize=0
        );
        """

    /// Made after the tables were filled for the first time: sorting once costs less than finding each row's place.
    static let indexes = """
        CREATE INDEX file_path ON file(path_hash);
        CREATE INDEX file_folder ON file(path) WHERE kind = \(FileKind.folder.rawValue);
        CREATE INDEX file_attachment ON file(path) WHERE kind IN (\(FileKind.image.rawValue), \(FileKind.other.rawValue));
        CREATE INDEX file_real ON file(real) WHERE real IS NOT NULL;
        CREATE UNIQUE INDEX term_name ON term(kind, name);
        CREATE INDEX term_folded ON term(kind, folded);
        CREATE UNIQUE INDEX note_file ON note(file);
        CREATE INDEX note_stale ON note(file) WHERE own_modified IS NOT NULL AND modified <> own_modified;
        CREATE INDEX property_file ON property(file);
        CREATE UNIQUE INDEX git_commit_name ON git_commit(name);
        CREATE UNIQUE INDEX git_path_path ON git_path(path);
        CREATE INDEX moved_new ON moved(new);
        CREATE INDEX link_target ON link(target) WHERE target IS NOT NULL;
        """
}

/// What a row of `file` is.
package enum FileKind: Int64, SchemaKind {
    case folder = 0
    case note = 1
    case image = 2
    case other = 3
    /// A note that could not be read; nothing else is known of it.
    case unreadable = 4

    static let attachments: [FileKind] = [.image, .other]
}

/// What a row of `term` names.
enum TermKind: Int64, SchemaKind {
    case status = 0
    case keyword = 1
    case property = 2
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
package enum LinkState: Int64, SchemaKind {
    case resolved = 0
    case broken = 1
    /// Several were possible, and only the path's length or the alphabet decided.
    case ambiguous = 2
}

/// What a row of `property` holds.
enum PropertyKind: Int64, SchemaKind {
    case null = 0
    case text = 1
    case number = 2
    case boolean = 3
    /// A mapping or an empty list: there, but without a value of its own.
    case container = 4
    case date = 5

    /// Those that stand for no value.
    static let valueless: [PropertyKind] = [.null, .container]

    /// Whether a row of `property` stands for a value. Not `NOT IN`, for which SQLite looks into a table at each row.
    static let hasValue: SQLFragment = "kind <> \(PropertyKind.null) AND kind <> \(PropertyKind.container)"
}

/// The names of what `meta` holds.
enum MetaName: String {
    /// `IndexDatabase.Stamp`.
    case stamp
    /// Grows with each change, so that two processes see each other's.
    case generation
    /// The local time's rules by which dates without a zone were read.
    case zone
    /// What the database file looked like when the journal beside it was begun (`IndexKeeper`).
    case pairing
    /// The fingerprint of the vault's root.
    case root
    /// The next row of `fts`.
    case next
    /// The number of notes.
    case notes
    /// The number of tokens in all of them.
    case tokens
    /// What the history was read of: `HistoryState`.
    case history
    /// What told that it is still the same: `HeadStamp`.
    case headStamp
}
