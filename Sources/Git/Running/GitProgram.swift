import SourceText
package import System

/// The `git` program in one working directory. Only this type starts it.
///
/// A repository is untrusted input, since users clone vaults of strangers. Read-only commands (`start`, `ask` and
/// `read`) run with settings that start no configured program. They never prompt, wait for no lock, change nothing, and
/// produce the same output everywhere: https://git-scm.com/docs/git#_environment_variables
package struct GitProgram: Sendable {
    /// The result of a run.
    package struct Answer: Sendable {
        package var status: Int32
        package var output: [UInt8]
        /// The standard error output, trimmed.
        package var words: String
        /// Whether git was killed because of the timeout.
        package var isLate = false
    }

    /// The working directory, a full path.
    package let folder: [UInt8]
    private let variables: [String: String]
    /// The variables that select the repository, as `NAME=value`: paths need not be UTF-8. They replace those of the same
    /// names in `variables`.
    private let places: [[UInt8]]
    /// The git directory whose configuration applies, a full path. Nil if it is not known.
    let commonDirectory: [UInt8]?
    private let program = Array("git".utf8)

    /// - Parameters:
    ///   - variables: the environment. Of git's own variables, read-only commands get only `repositoryVariables`.
    ///   - commonDirectory: the git directory that these variables select, if it is known.
    private init(
        in folder: [UInt8], _ variables: [String: String], places: [[UInt8]] = [], commonDirectory: [UInt8]?
    ) {
        self.folder = folder
        self.variables = variables
        self.places = places
        self.commonDirectory = commonDirectory
    }

    /// Creates git for a known git directory and work tree. Git then searches for neither, so that it cannot find another
    /// repository, such as a bare one in the vault.
    init(
        in folder: [UInt8], _ variables: [String: String], directory: [UInt8], workTree: [UInt8],
        commonDirectory: [UInt8]
    ) {
        let places = [Array("GIT_DIR=".utf8) + directory, Array("GIT_WORK_TREE=".utf8) + workTree]
        self.init(in: folder, variables, places: places, commonDirectory: commonDirectory)
    }

    /// Creates git for the work tree at `location`, without its check that this user owns the repository.
    init(in folder: [UInt8], _ variables: [String: String], at location: WorkTreeLocation) {
        self.init(
            in: folder, variables, directory: location.directory, workTree: location.top,
            commonDirectory: location.common)
    }

    /// Creates git for the question which repository a folder is in. Git checks there that this user owns it.
    ///
    /// - Parameter folder: the root of a work tree, where git examines `.git` first. If `variables` select a repository,
    ///   any folder.
    init(discoveringIn folder: [UInt8], _ variables: [String: String]) {
        self.init(in: folder, variables, commonDirectory: nil)
    }

    /// Creates git for commands that need no repository, but read the configuration of the one that contains a folder.
    package init(near folder: [UInt8], _ variables: [String: String]) {
        if variables["GIT_DIR"] != nil {
            self.init(discoveringIn: folder, variables)
        } else if let location = WorkTreeLocation(containing: folder, variables) {
            self.init(in: folder, variables, at: location)
        } else {
            self.init(in: folder, variables.merging(["GIT_DIR": "/dev/null"]) { $1 }, commonDirectory: nil)
        }
    }

    func inFolder(_ folder: [UInt8]) -> GitProgram {
        GitProgram(in: folder, variables, places: places, commonDirectory: commonDirectory)
    }

    /// Returns this program with additional environment variables.
    package func with(_ more: [String: String]) -> GitProgram {
        GitProgram(in: folder, variables.merging(more) { $1 }, places: places, commonDirectory: commonDirectory)
    }

    // MARK: Reading

    /// The variables that select the repository and its files. The user or a hook may set them.
    private static let repositoryVariables: Set = [
        "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM",
        "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_QUARANTINE_PATH",
    ]

    /// The settings that override every configuration file and its includes: the command line comes last.
    private static let settings = [
        // Only the directory that the caller found is a repository, even if git were to search for one.
        "safe.bareRepository=explicit",
        // Settings that would start programs.
        "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "core.editor=false",
        "core.sshCommand=false", "core.askPass=", "core.gitProxy=", "core.alternateRefsCommand=", "credential.helper=",
        "diff.external=", "log.showSignature=false", "gpg.program=false", "protocol.allow=never",
        // Settings that would write files or make two clones differ.
        "core.untrackedCache=false", "core.quotePath=false", "gc.auto=0", "maintenance.auto=false",
        "submodule.recurse=false",
        "diff.ignoreSubmodules=all", "diff.renameLimit=1000", "diff.orderFile=/dev/null", "diff.relative=false",
        "diff.autoRefreshIndex=true", "i18n.logOutputEncoding=UTF-8", "log.showRoot=true",
        "log.follow=false",
        "mailmap.file=/dev/null", "mailmap.blob=", "color.ui=false",
    ]

    private var readingEnvironment: [[UInt8]] {
        let allowed = variables.filter { !$0.key.hasPrefix("GIT_") || Self.repositoryVariables.contains($0.key) }
        return environment(
            allowed,
            [
                "GIT_OPTIONAL_LOCKS": "0", "GIT_PAGER": "cat",
                // Neither is cloned: two clones of one commit would differ.
                "GIT_NO_REPLACE_OBJECTS": "1", "GIT_GRAFT_FILE": "/dev/null",
                // Do not fetch missing objects of a partial clone.
                "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none",
            ])
    }

    /// Returns variables for a run without prompts and translations, as `NAME=value`.
    private func environment(_ variables: [String: String], _ more: [String: String]) -> [[UInt8]] {
        let fixed = [
            "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_LITERAL_PATHSPECS": "1", "GIT_ASKPASS": "false",
        ]
        var all = variables.merging(fixed) { $1 }.merging(more) { $1 }
        for name in ["LANGUAGE", "SSH_ASKPASS", "DISPLAY"] { all[name] = nil }
        if !places.isEmpty { for name in ["GIT_DIR", "GIT_WORK_TREE"] { all[name] = nil } }
        return all.sorted { $0.key < $1.key }.map { Array("\($0.key)=\($0.value)".utf8) } + places
    }

    private func readingCommand(_ arguments: [[UInt8]], _ settings: [String]) -> [[UInt8]] {
        let all = (Self.settings + settings).flatMap { ["-c", $0] }
        return [program] + (["--no-pager", "--no-replace-objects"] + all).map { Array($0.utf8) } + arguments
    }

    /// Starts git as `ask` does, with open pipes.
    package func start(_ arguments: [String]) throws -> PipedProcess {
        try translatingErrors { () throws(SystemError) in
            try PipedProcess(
                readingCommand(arguments.map { Array($0.utf8) }, []), environment: readingEnvironment, in: folder)
        }
    }

    /// Runs git with settings that start no other program, and returns its result for any exit status.
    ///
    /// - Parameters:
    ///   - paths: further arguments, as bytes.
    ///   - input: the bytes for standard input.
    ///   - settings: additional settings, as `name=value`.
    package func ask(
        _ arguments: [String], paths: [[UInt8]] = [], input: [UInt8] = [], settings: [String] = []
    ) throws -> Answer {
        let command = readingCommand(arguments.map { Array($0.utf8) } + paths, settings)
        let ending = try translatingErrors { () throws(SystemError) in
            try PipedProcess(command, environment: readingEnvironment, in: folder).finish(input)
        }
        return Self.answer(ending)
    }

    /// Runs git as `ask` does and returns its output.
    ///
    /// - Throws: `GitError` with git's message if the exit status is not 0.
    package func read(
        _ arguments: [String], paths: [[UInt8]] = [], input: [UInt8] = [], settings: [String] = []
    ) throws -> [UInt8] {
        let answer = try ask(arguments, paths: paths, input: input, settings: settings)
        guard answer.status == 0 else { throw answer.error(arguments) }
        return answer.output
    }

    // MARK: Changing

    /// Runs git with the user's configuration, hooks and remotes, but without prompts, and returns its result for any
    /// exit status.
    ///
    /// - Parameter milliseconds: the timeout, after which git is killed and `isLate` is true (default: none).
    package func change(
        _ arguments: [String], input: [UInt8] = [], settings: [String] = [], milliseconds: Int64? = nil
    ) throws -> Answer {
        let more = ["GIT_EDITOR": "true", "GIT_MERGE_AUTOEDIT": "no", "SSH_ASKPASS_REQUIRE": "never"]
        let words = ["--no-pager"] + settings.flatMap { ["-c", $0] } + arguments
        let ending = try translatingErrors { () throws(SystemError) in
            try PipedProcess(
                [program] + words.map { Array($0.utf8) }, environment: environment(variables, more), in: folder,
                // Without a timeout, git stays in this session, so that Ctrl-C ends it too.
                apart: milliseconds != nil
            ).finish(input, milliseconds: milliseconds)
        }
        return Self.answer(ending)
    }

    // MARK: Ends

    private func translatingErrors<Value>(_ body: () throws(SystemError) -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            if error.operation == "run", error.isMissing { throw GitError.notInstalled }
            throw error
        }
    }

    private static func answer(_ ending: PipedProcess.Ending) -> Answer {
        Answer(
            status: ending.status, output: ending.output,
            words: String(decoding: ending.errors, as: UTF8.self).trimmingSpace, isLate: ending.isLate)
    }
}

extension GitProgram.Answer {
    /// The output without white space at both ends. Nil if it is empty, or git failed.
    var text: String? {
        let text = String(decoding: output, as: UTF8.self).trimmingSpace
        return status == 0 && !text.isEmpty ? text : nil
    }

    /// Returns an error with git's message.
    package func error(_ arguments: [String], help: String? = nil) -> GitError {
        var lines = words.split(separator: "\n").map(String.init)
        // The `fatal:` line is the message. Git's hints are longer than a line.
        if let fatal = lines.first(where: { $0.hasPrefix("fatal: ") }) { lines = [String(fatal.dropFirst(7))] }
        let text = lines.first.map { $0.hasPrefix("error: ") ? String($0.dropFirst(7)) : $0 }
        return GitError(
            "git \(arguments.first ?? ""): \(text ?? "it exited with status \(status)")",
            help: help
                ?? (words.contains("dubious ownership")
                    ? "the folder belongs to another user; to trust it: git config --global --add safe.directory FOLDER"
                    : nil))
    }
}

extension String {
    var trimmingSpace: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
