package import Searching

/// The folders with their counts, and which of them is chosen.
package struct FolderTree: Sendable {
    package internal(set) var folders: [FolderCount] = []
    /// From 1; 0 is the root.
    package internal(set) var selected = 0
    /// The first row that is shown.
    package internal(set) var top = 0
}

/// What could come next in the query.
package struct Completion: Sendable {
    package internal(set) var suggestions: [Suggestion] = []
    /// What stood before the cursor when the suggestions came, or when the first of them was taken.
    var before = ""
    /// Which of them was taken last; nil for none.
    package internal(set) var taken: Int?
}

/// The queries that were made before, and which of them is shown.
package struct EarlierQueries: Sendable {
    /// The latest last.
    package internal(set) var queries: [String]
    /// Counted from the latest; nil for what is being typed.
    var index: Int?
    /// What was being typed before the first of them was shown.
    var typed = ""
}
