import SourceText
import System

/// A program that is measured as a whole process, with the work before and after each run.
struct MeasuredProgram: Sendable {
    var command: [String]
    /// Whether it measures itself and prints milliseconds. Otherwise its time is from start to exit.
    var reports = false
    /// Whether exit status 1, nothing found, is allowed too.
    var acceptsNoResults = false
    /// Run before and after, not measured.
    var before: (@Sendable () throws -> Void)?
    var after: (@Sendable () throws -> Void)?

    init(_ command: [String], reports: Bool = false) {
        self.command = command
        self.reports = reports
    }

    func with(before: (@Sendable () throws -> Void)?, after: (@Sendable () throws -> Void)? = nil) -> MeasuredProgram {
        var program = self
        program.before = before
        program.after = after
        return program
    }

    /// Runs the program once, with the work before and after it, and returns what it cost.
    ///
    /// - Throws: `BenchmarkError` if the exit status is not allowed.
    func run(_ workspace: Workspace) throws -> Sample {
        if !reports { return try run(workspace, output: Array("/dev/null".utf8)) }
        var (text, sample) = try outputAndSample(workspace)
        guard let time = Double(text.prefix { $0 != "\n" }) else {
            throw BenchmarkError("'\(command.joined(separator: " "))' printed no time: \(text)")
        }
        sample.time = time
        return sample
    }

    /// Runs the program once, and returns its output.
    func output(_ workspace: Workspace) throws -> String { try outputAndSample(workspace).output }

    private func outputAndSample(_ workspace: Workspace) throws -> (output: String, sample: Sample) {
        let output = workspace.path("output.txt")
        let sample = try run(workspace, output: output)
        return (String(decoding: try Files.read(output).bytes, as: UTF8.self), sample)
    }

    private func run(_ workspace: Workspace, output: [UInt8]) throws -> Sample {
        try before?()
        let errors = workspace.path("errors.txt")
        let clock = ContinuousClock()
        let start = clock.now
        let usage = try ChildProcess(command.map { Array($0.utf8) }, output: output, errors: errors).wait()
        let time = clock.now - start
        guard usage.status == 0 || (acceptsNoResults && usage.status == 1) else {
            let message = String(decoding: (try? Files.read(errors).bytes) ?? [], as: UTF8.self)
            throw BenchmarkError("'\(command.joined(separator: " "))' ended with \(usage.status): \(message)")
        }
        try after?()
        return Sample(
            time: time / .milliseconds(1), processor: Double(usage.processorTime) / 1000,
            memory: Double(usage.peakMemory) / 1e6)
    }

    /// Returns the path of an installed program, searched on the PATH, or nil if there is none.
    static func installed(_ name: String) -> String? {
        ProgramPath(ThisProcess.variable("PATH") ?? "/usr/bin:/bin").program(Array(name.utf8)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
