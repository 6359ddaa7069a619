package import Foundation

/// Another program that a test starts, with nothing on its standard input unless input is given.
package enum TestProcess {
    package struct Result: Equatable {
        /// The exit status, or the negated number of the signal that ended the program.
        package var status: Int32
        package var output: String
        package var errors: String
    }

    /// Starts a program, which is searched on the PATH if it has no slash.
    ///
    /// - Parameters:
    ///   - folder: the working directory (default: that of the tests).
    ///   - environment: all variables (default: those of the tests).
    ///   - output: the pipe for its output, which is discarded by default. The same holds for `errors`.
    package static func start(
        _ program: String, _ arguments: [String], in folder: String? = nil, environment: [String: String]? = nil,
        input: [UInt8] = [], output: Pipe? = nil, errors: Pipe? = nil
    ) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program.contains("/") ? program : "/usr/bin/env")
        process.arguments = program.contains("/") ? arguments : [program] + arguments
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        if let environment { process.environment = environment }
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = errors ?? FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        let file = TestFolder.new("input")
        defer { try? FileManager.default.removeItem(at: file) }
        if !input.isEmpty {
            try Data(input).write(to: file)
            process.standardInput = try FileHandle(forReadingFrom: file)
        }
        // Threads of tests may block signals, and a program inherits that.
        var none = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
        return process
    }

    /// Runs a program and waits for its end.
    ///
    /// - Parameter joinsErrors: whether the output contains the error output too.
    package static func run(
        _ program: String, _ arguments: [String], in folder: String? = nil, environment: [String: String]? = nil,
        input: [UInt8] = [], joinsErrors: Bool = false
    ) throws -> Result {
        let output = Pipe()
        let errors = joinsErrors ? output : Pipe()
        let process = try start(
            program, arguments, in: folder, environment: environment, input: input, output: output, errors: errors)
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        let words = joinsErrors ? Data() : errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(
            status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: String(decoding: bytes, as: UTF8.self), errors: String(decoding: words, as: UTF8.self))
    }

    /// Returns the value of `PATH` with the folder of the built program first, if it was built.
    package static func searchPath(before rest: String = GitFolder.variables["PATH"] ?? "/usr/bin:/bin") -> String {
        guard let program = CommandLine.program else { return rest }
        return "\(URL(fileURLWithPath: program).deletingLastPathComponent().path):\(rest)"
    }

    /// Returns the path of a program in the `PATH` of the tests, or nil if it is not installed.
    package static func installed(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Waits up to 10 seconds until a condition is satisfied, and returns whether it is.
    package static func wait(until isDone: () throws -> Bool) rethrows -> Bool {
        for _ in 0..<1000 {
            if try isDone() { return true }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return false
    }
}
