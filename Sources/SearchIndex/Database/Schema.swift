/// The tables of the index. There are no migrations: an index of another version is deleted and rebuilt.
///
/// `file.id` identifies a path for as long as it exists. Every table about a note refers to it. `note.id` is the row of
/// the full-text table. A changed note gets a new row, because a contentless FTS5 table cannot delete a row
/// (https://sqlite.org/fts5.html#contentless_tables). A row of `fts` without one in `note` is deleted: joins drop it,
/// and `columns` assigns it no file.
///
/// The body is the first column of `fts`, because FTS5 stores no column number for it. That saves a fifth of the index.
/// It ends with `RawWords`.
///
/// Values that can be derived from another column (folded forms, sort keys, the folder's path) are not stored. Repeated
/// names are numbers in `term`. The comments in the statements stay in the file: `.schema` in the SQLite shell explains
/// an index.
enum Schema {
    /// The schema version. It must be raised when the tables, the parser, the folding, the tokenizer, the finding texts
    /// or the hashes of `NoteAnchors` change. A test knows the text of the tables for this version.
    static let version = 43

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
            seq INTEGER NOT NULL, -- among the references of the note or canvas
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
            severity TEXT NOT NULL, -- Diagnostic.Severity
            line INTEGER NOT NULL, -- from 1
            column INTEGER NOT NULL, -- in Unicode scalars, from 1
            message TEXT NOT NULL,
            help TEXT,
            PRIMARY KEY(file, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE task(
            file INTEGER NOT NULL,
            seq INTEGER NOT NULL, -- among the tasks of the note
            line INTEGER NOT NULL, -- from 1
            column INTEGER NOT NULL, -- of the check box, in Unicode scalars, from 1
            mark TEXT NOT NULL, -- in the box
            source TEXT NOT NULL, -- after the box, with the properties
            headings TEXT NOT NULL, -- above the task, one a line, the outermost first
            parent INTEGER, -- the seq of the task that contains it
            PRIMARY KEY(file, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE block_cache(
            file INTEGER NOT NULL, -- of a note with live blocks
            seq INTEGER NOT NULL, -- among the blocks of the note
            hash INTEGER NOT NULL, -- of the content of the note in which the block shows its results
            query TEXT NOT NULL,
            notes BLOB NOT NULL, -- the files of the notes on which they depend, 4 bytes each, ascending
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
        -- The next three are filled once the text of attachments is searched.
        CREATE TABLE document(
            id INTEGER PRIMARY KEY, -- the row of attached
            name TEXT NOT NULL, -- ContentName of the content
            reader TEXT NOT NULL, -- the program that read it, and its version
            pages INTEGER NOT NULL,
            size INTEGER NOT NULL, -- of the text, in bytes
            failure TEXT -- why there is no text
        ) STRICT;
        CREATE TABLE attachment(
            file INTEGER PRIMARY KEY,
            fingerprint INTEGER NOT NULL, -- as of file
            document INTEGER NOT NULL
        ) STRICT;
        CREATE VIRTUAL TABLE attached USING fts5(text, content='', tokenize='ascii');
        CREATE VIRTUAL TABLE fts USING fts5(
            body, title, alias, name, keyword, heading, content='', tokenize='ascii', columnsize=0
        );
        """

    /// Created after the initial bulk load: one sort is cheaper than maintaining the index during inserts.
    static let indexes = """
        CREATE INDEX file_path ON file(path_hash);
        CREATE INDEX file_folder ON file(path) WHERE kind = \(FileKind.folder.rawValue);
        CREATE INDEX file_attachment ON file(path) WHERE kind IN (\(FileKind.image.rawValue), \(FileKind.other.rawValue), \(FileKind.canvas.rawValue));
        CREATE INDEX file_canvas ON file(kind) WHERE kind = \(FileKind.canvas.rawValue);
        CREATE INDEX file_real ON file(real) WHERE real IS NOT NULL;
        CREATE UNIQUE INDEX term_name ON term(kind, name);
        CREATE INDEX term_folded ON term(kind, folded);
        CREATE UNIQUE INDEX note_file ON note(file);
        CREATE INDEX note_stale ON note(file) WHERE own_modified IS NOT NULL AND modified <> own_modified;
        CREATE INDEX property_file ON property(file);
        CREATE UNIQUE INDEX git_commit_name ON git_commit(name);
        CREATE UNIQUE INDEX git_path_path ON git_path(path);
        CREATE INDEX moved_new ON moved(new);
        CREATE UNIQUE INDEX document_name ON document(name);
        CREATE INDEX attachment_document ON attachment(document);
        CREATE INDEX link_target ON link(target) WHERE target IS NOT NULL;
        """
}

/// The kind of a file or folder, in `file.kind`.
package enum FileKind: Int64, SchemaKind {
    case folder = 0
    case note = 1
    case image = 2
    case other = 3
    /// A note that could not be read. The index knows nothing else about it.
    case unreadable = 4
    /// A canvas: an attachment that refers to notes and other attachments. It has links and findings, but no note.
    case canvas = 5

    static let attachments: [FileKind] = [.image, .other, .canvas]
}

enum TermKind: Int64, SchemaKind {
    case status = 0
    case keyword = 1
    case property = 2
}

/// The result of resolving a reference, in `link.state`.
package enum LinkState: Int64, SchemaKind {
    case resolved = 0
    case broken = 1
    /// Several files matched, and only the path's length or the alphabet decided.
    case ambiguous = 2
    /// The value of a property leads to no file, and is no reference.
    case text = 3
}

/// The type of a property value, in `property.kind`.
enum PropertyKind: Int64, SchemaKind {
    /// No value: null, empty text, or an empty list or mapping.
    case null = 0
    case text = 1
    case number = 2
    case boolean = 3
    /// A mapping: the key has a value, but no scalar one.
    case container = 4
    case date = 5

    static let valueless: [PropertyKind] = [.null, .container]

    /// The SQL condition for rows of `property` with a value. `NOT IN` would search a temporary table per row.
    static let hasValue: SQLFragment = "kind <> \(PropertyKind.null) AND kind <> \(PropertyKind.container)"
}

/// The names of the single values in the table `meta`.
enum MetaName: String {
    /// `IndexDatabase.Stamp`.
    case stamp
    /// A number that grows with each change, by which processes detect each other's changes.
    case generation
    /// The number of those changes that only gave notes new versions with the same names.
    case versions
    /// The state for which the rows of `block_cache` are valid: `BlockCache.State`.
    case blockState
    /// The signature of the time zone by which dates without a zone were interpreted.
    case zone
    /// The fingerprint of the database file when its journal was started (`IndexAccess`).
    case pairing
    /// The fingerprint of the vault's root.
    case root
    /// The next row of `fts`.
    case next
    /// The number of notes.
    case notes
    /// The number of tokens in all of them.
    case tokens
    /// The state of the history that was read: `HistoryState`.
    case history
    /// A cheap check for a changed history: `HeadStamp`.
    case headStamp
}
