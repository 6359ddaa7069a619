/// What a query's statement needs to find ready, in a table of the connection's own.
enum QueryStep {
    /// What is nested deeply goes to a table `temp.nested` with this number first: SQLite's parser has a stack of fixed
    /// depth, and its expressions may be 1000 deep (https://sqlite.org/limits.html).
    case nested(Int, SQLFragment)
    case scan(ScanStep)
}

/// Tests of notes' texts that are made in one reading of their files.
struct ScanStep {
    /// What SQL can say of the notes `n` that matter; nil for all of them.
    var scope: SQLFragment?
    /// Each with the number of the table `temp.scan` that takes the notes that pass.
    var tests: [(table: Int, test: ContentPredicate)]
}
