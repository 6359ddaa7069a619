/// The arguments that make an editor open a file at a line.
package enum EditorProgram {
    private enum LineArgument {
        /// `+12 file`: vi and most other editors.
        case plus
        /// `file:12`
        case suffix
        /// `-g file:12`, or another option instead of `-g`.
        case option(String)
        case unknown
    }

    private static func form(_ program: String) -> LineArgument {
        switch program {
        case "vi", "vim", "nvim", "gvim", "view", "ex", "nano", "pico", "emacs", "emacsclient", "kak", "micro", "joe",
            "jed",
            "ne", "mg", "zile", "qe", "gedit", "kakoune", "elvis", "nvi", "vis":
            .plus
        case "hx", "helix", "subl", "zed", "zeditor": .suffix
        case "code", "codium", "code-insiders", "cursor", "windsurf": .option("-g")
        default: .unknown
        }
    }

    /// Returns the arguments to append to the editor's command so that it opens a file at a line.
    ///
    /// - Parameters:
    ///   - command: the value of `$EDITOR`, which may be several words.
    ///   - line: the line number, from 1. An unknown editor opens the file at its start.
    package static func arguments(_ command: String, file: [UInt8], line: Int) -> [[UInt8]] {
        guard line > 1 else { return [file] }
        let program = command.split(separator: " ").first.flatMap { $0.split(separator: "/").last } ?? ""
        switch form(String(program)) {
        case .plus: return [Array("+\(line)".utf8), file]
        case .suffix: return [file + Array(":\(line)".utf8)]
        case .option(let option): return [Array(option.utf8), file + Array(":\(line)".utf8)]
        case .unknown: return [file]
        }
    }
}
