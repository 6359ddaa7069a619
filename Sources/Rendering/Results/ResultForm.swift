package import Searching

/// How results are written: a format with its columns, or paths or records for programs.
package enum ResultForm: Sendable {
    /// With the columns of a table or an object, where some were chosen.
    case format(ResultFormat, columns: [Column]?)
    /// Paths, each ended by NUL.
    case nul
    /// Records, each ended by a line end or by NUL.
    case template(Template, nullTerminated: Bool)

    /// The sink that writes so.
    package func sink(_ around: Surroundings, _ write: @escaping Write) -> any ResultSink {
        switch self {
        case .format(let format, let columns): format.sink(columns, around, write: write)
        case .nul: PathsSink(around, write, nullTerminated: true)
        case .template(let template, let nullTerminated):
            TemplateSink(template, around, write: write, nullTerminated: nullTerminated)
        }
    }
}

/// Where a sink's bytes go.
package typealias Write = (_ bytes: [UInt8]) throws -> Void
