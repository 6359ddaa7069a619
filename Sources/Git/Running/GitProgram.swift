import SourceText
package import System

/// The `git` program, run in one folder: the only place that starts it.
///
/// A repository is untrusted input, since people clone strangers' vaults. So what only reads runs with settings under
/// which nothing that the repository configures is started, asks nobody, waits for no lock, changes nothing, and speaks
/// the same words everywhere: https://git-scm.com/docs/git#_environment_variables
package struct GitProgram: Sendable {
    /// How a run of it ended.
    package struct Answer: Sendable {
        package var status: Int32
        package var output: [UInt8]
        /// What it said on its standard error, trimmed.
        package var words: String
        package var isLate = false
    }

    /// Where it runs: a full path.
    package let folder: [UInt8]
    private let variables: [String: String]
    private let program = Array("git".utf8)

    /// - Parameter variables: those of the environment, of which those that git sets for its hooks count.
    package init(in folder: [UInt8], _ variables: [String: String]) {
        self.folder = folder
        self.variables = variables
    }

    /// Whether the environment says which repository is meant, rather than the folder.
    var isPlaced: Bool { ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR"].contains { variables[$0] != nil } }

    package func moved(to folder: [UInt8]) -> GitProgram { GitProgram(in: folder, variables) }

    /// With variables of the environment added.
    package func with(_ more: [String: String]) -> GitProgram {
        GitProgram(in: folder, variables.merging(more) { $1 })
    }

    // MARK: Reading

    /// Which repository is meant, and with which files of its own: what a person or a hook may say.
    private static let placing: Set = [
        "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM",
        "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_QUARANTINE_PATH",
    ]

    /// Over whatever the configurations say, also those that they include: the command line comes last.
    private static let settings = [
        // Programs that git would start.
        "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "core.editor=false",
        "core.sshCommand=false", "core.askPass=", "core.gitProxy=", "core.alternateRefsCommand=", "credential.helper=",
        "diff.external=", "log.showSignature=false", "gpg.program=false", "protocol.allow=never",
        // What would be written, or make two clones differ.
        "core.untrackedCache=false", "core.quotePath=false", "gc.auto=0", "maintenance.auto=false",
        "submodule.recurse=false",
        "diff.ignoreSubmodules=all", "diff.renameLimit=1000", "diff.orderFile=/dev/null", "diff.relative=false",
        "diff.autoRefreshIndex=true", "i18n.logOutputEncoding=UTF-8", "log.showRoot=true",
        "log.follow=false",
        "mailmap.file=/dev/null", "mailmap.blob=", "color.ui=false",
    ]

    private var readingEnvironment: [[UInt8]] {
        var kept = variables.filter { !$0.key.hasPrefix("GIT_") || Self.placing.contains($0.key) }
        for name in ["LANGUAGE", "SSH_ASKPASS", "DISPLAY"] { kept[name] = nil }
        kept["LC_ALL"] = "C"
        kept["GIT_OPTIONAL_LOCKS"] = "0"
        kept["GIT_TERMINAL_PROMPT"] = "0"
        kept["GIT_LITERAL_PATHSPECS"] = "1"
        // Neither is cloned: two clones of one commit would differ.
        kept["GIT_NO_REPLACE_OBJECTS"] = "1"
        kept["GIT_GRAFT_FILE"] = "/dev/null"
        // What a partial clone lacks is not fetched on the way.
        kept["GIT_NO_LAZY_FETCH"] = "1"
        kept["GIT_ALLOW_PROTOCOL"] = "none"
        kept["GIT_PAGER"] = "cat"
        kept["GIT_ASKPASS"] = "false"
        return Self.list(kept)
    }

    private static func list(_ variables: [String: String]) -> [[UInt8]] {
        variables.sorted { $0.key < $1.key }.map { Array("\($0.key)=\($0.value)".utf8) }
    }

    private func readingCommand(_ arguments: [[UInt8]], _ settings: [String]) -> [[UInt8]] {
        let all = (Self.settings + settings).flatMap { ["-c", $0] }
        return [program] + (["--no-pager", "--no-replace-objects"] + all).map { Array($0.utf8) } + arguments
    }

    /// Starts it to be talked to.
    package func start(_ arguments: [String]) throws -> PipedProcess {
        try spawned { () throws(SystemError) in
            try PipedProcess(
                readingCommand(arguments.map { Array($0.utf8) }, []), environment: readingEnvironment, in: folder)
        }
    }

    /// Runs it under settings that start no other program, and answers however it ended.
    ///
    /// - Parameter settings: further ones, as `name=value`.
    package func ask(
        _ arguments: [String], paths: [[UInt8]] = [], input: [UInt8] = [], settings: [String] = []
    ) throws -> Answer {
        let command = readingCommand(arguments.map { Array($0.utf8) } + paths, settings)
        let ending = try spawned { () throws(SystemError) in
            try PipedProcess(command, environment: readingEnvironment, in: folder).finish(input)
        }
        return Self.answer(ending)
    }

    /// Runs it likewise; what it wrote.
    ///
    /// - Throws: `GitError` with git's own words where its status is another than 0.
    package func read(
        _ arguments: [String], paths: [[UInt8]] = [], input: [UInt8] = [], settings: [String] = []
    ) throws -> [UInt8] {
        let answer = try ask(arguments, paths: paths, input: input, settings: settings)
        guard answer.status == 0 else { throw answer.error(arguments) }
        return answer.output
    }

    // MARK: Changing

    /// Runs it as a person would who cannot be asked for anything: with the configuration, the hooks and the remotes that
    /// there are.
    ///
    /// - Parameter milliseconds: how long it may take.
    package func change(
        _ arguments: [String], input: [UInt8] = [], settings: [String] = [], milliseconds: Int64? = nil
    ) throws -> Answer {
        var all = variables
        all["LC_ALL"] = "C"
        all["LANGUAGE"] = nil
        all["GIT_TERMINAL_PROMPT"] = "0"
        all["GIT_LITERAL_PATHSPECS"] = "1"
        all["GIT_EDITOR"] = "true"
        all["GIT_MERGE_AUTOEDIT"] = "no"
        all["GIT_ASKPASS"] = "false"
        all["SSH_ASKPASS_REQUIRE"] = "never"
        all["SSH_ASKPASS"] = nil
        all["DISPLAY"] = nil
        let words = ["--no-pager"] + settings.flatMap { ["-c", $0] } + arguments
        let ending = try spawned { () throws(SystemError) in
            try PipedProcess(
                [program] + words.map { Array($0.utf8) }, environment: Self.list(all), in: folder,
                // Else an end that a person asks for is its end too.
                apart: milliseconds != nil
            ).finish(input, milliseconds: milliseconds)
        }
        return Self.answer(ending)
    }

    // MARK: Ends

    private func spawned<Value>(_ body: () throws(SystemError) -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            if error.operation == "run", error.isMissing { throw GitError.absent }
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
    /// What went wrong, in git's own words.
    package func error(_ arguments: [String], help: String? = nil) -> GitError {
        var lines = words.split(separator: "\n").map(String.init)
        // The hint that is longer than what it explains is git's help, and says more than a line can.
        if let fatal = lines.first(where: { $0.hasPrefix("fatal: ") }) { lines = [String(fatal.dropFirst(7))] }
        let text = lines.first.map { $0.hasPrefix("error: ") ? String($0.dropFirst(7)) : $0 }
        return GitError(
            "git \(arguments.first ?? ""): \(text ?? "it ended with status \(status)")",
            help: help
                ?? (words.contains("dubious ownership")
                    ? "git asks who owns this folder: git config --global --add safe.directory FOLDER says that you trust it"
                    : nil))
    }
}

extension String {
    /// Without white space at both ends.
    var trimmingSpace: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
