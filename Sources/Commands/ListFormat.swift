import Arguments

/// The output format of a list or of a change.
enum ListFormat: String, CaseIterable, ArgumentValue, Sendable { case text, json }
