import Arguments
import Searching
import SourceText
import System

enum Shell: String, CaseIterable, ArgumentValue, Sendable {
    case bash, zsh, fish

    /// The script that a shell runs to complete a command line. It calls `slip`, so that the candidates fit the
    /// installed version and the vault.
    var script: String {
        switch self {
        case .bash:
            #"""
            # Completion of slip for Bash: eval "$(slip completions bash)"
            _slip() {
                local -a lines
                local line
                while IFS= read -r line; do lines+=("$line"); done < <(
                    "${COMP_WORDS[0]}" complete bash "${COMP_LINE:0:COMP_POINT}" 2>/dev/null
                )
                COMPREPLY=("${lines[@]}")
                if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[:/=] ]]; then
                    compopt -o nospace
                fi
            }
            # Bash before 4.4 always sorts.
            complete -o nosort -F _slip slip 2>/dev/null || complete -F _slip slip

            """#
        case .zsh:
            #"""
            #compdef slip
            # Completion of slip for Zsh: slip completions zsh > "${fpath[1]}/_slip", or eval "$(slip completions zsh)"
            _slip() {
                local line text shown
                local -a open opened whole wholes
                for line in "${(@f)$("${words[1]}" complete zsh "${(@Q)words[2,CURRENT-1]}" "${words[CURRENT]}" 2>/dev/null)}"; do
                    [[ -n $line ]] || continue
                    text=${line%%$'\t'*}
                    shown=$text
                    [[ $line == *$'\t'?* ]] && shown="$text  -- ${line#*$'\t'}"
                    if [[ $text == *[:/=] ]]; then
                        open+=("$text") opened+=("$shown")
                    else
                        whole+=("$text") wholes+=("$shown")
                    fi
                done
                (( ${#whole} )) && compadd -U -V slip -l -d wholes -a whole
                (( ${#open} )) && compadd -U -V slip-open -l -S '' -d opened -a open
            }
            if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
                _slip "$@"
            else
                compdef _slip slip
            fi

            """#
        case .fish:
            #"""
            # Completion of slip for fish: slip completions fish > ~/.config/fish/completions/slip.fish
            function __slip_complete
                set -l tokens (commandline -opc)
                $tokens[1] complete fish $tokens[2..-1] (commandline -ct) 2>/dev/null
            end
            complete -c slip -f -k -a '(__slip_complete)'

            """#
        }
    }
}

/// `slip completions`: prints the completion script of a shell.
enum CompletionsCommand {
    static let command = SlipCommand(
        "completions", "Print a completion script for a shell.", words: ["SHELL"],
        discussion: """
            SHELL is bash, zsh or fish. The script completes commands, options and queries. Fields, keywords, folders,
            titles and properties with their values are taken from the vault of the current folder.

                bash    eval "$(slip completions bash)" in ~/.bashrc
                zsh     eval "$(slip completions zsh)" in ~/.zshrc, after compinit
                fish    slip completions fish > ~/.config/fish/completions/slip.fish
            """,
        values: { 0 },
        run: { _, operands, context in
            guard let shell = Shell(argument: Argument(operands[0])) else {
                throw UsageError.other(
                    "no completions are available for '\(operands[0])'",
                    help: "one of: \(Shell.choices.joined(separator: ", "))")
            }
            try context.write(Array(shell.script.utf8))
        })
}

/// The command that the shell scripts call. It is not for users: help does not list it, and it prints only candidates.
enum CompleteCommand {
    static let command = SlipCommand(
        "complete", "Print completions for a partial command line (used by shells).", operands: ["SHELL", "[WORD…]"],
        values: { 0 }, run: run)

    @Sendable private static func run(_: Int, _ operands: [Argument], in context: CommandContext) {
        guard let shell = Shell(argument: operands[0]) else { return }
        var words = operands.dropFirst().map(\.shown)
        let completer = Completer(context: context)
        switch shell {
        case .bash:
            let line = ShellLine(words.first ?? "")
            let found = completer.candidates(Array(line.words.dropFirst()), line.current)
            for candidate in beginning(found, line.current) {
                let text = line.replacement(candidate.text)
                if !text.isEmpty { write(text, context) }
            }
        case .zsh, .fish:
            // The last word has the user's quotes, also one that is not closed.
            let typed = ShellLine(words.popLast() ?? "").current
            let found = completer.candidates(words, typed)
            // fish itself also matches the typed text inside of candidates.
            for candidate in shell == .fish ? found : beginning(found, typed) {
                write(candidate.text + "\t" + candidate.summary, context)
            }
        }
    }

    /// Returns the candidates that begin with the typed text, or a single candidate in any case. A shell replaces the
    /// typed text by the common prefix of all candidates, which would be shorter if one only contains the text.
    private static func beginning(_ found: [Completer.Candidate], _ typed: String) -> [Completer.Candidate] {
        let folded = Folding.fold(typed)
        let begin = found.filter { Folding.fold($0.text).hasPrefix(folded) }
        return begin.isEmpty && found.count == 1 ? found : begin
    }

    /// Skips text with a line ending: shells read one candidate per line.
    private static func write(_ line: String, _ context: CommandContext) {
        if line.contains(where: \.isNewline) { return }
        try? context.write(Array(line.utf8) + [Byte.newline])
    }
}
