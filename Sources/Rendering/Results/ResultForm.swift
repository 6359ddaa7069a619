package import Searching

/// The form of results: a format with its columns, or paths or records for programs.
package enum ResultForm: Sendable {
    /// With the columns of a table or an object, if the user chose any.
    case format(ResultFormat, columns: [Column]?)
    /// Paths, each ended by NUL.
    case nul
    /// Records, each ended by a newline or by NUL.
    case template(Template<Column>, nullTerminated: Bool)

    /// The same form with the name of the vault in tables, unless the user chose columns.
    package var withVaults: ResultForm {
        if case .format(let format, columns: nil) = self, format == .csv || format == .tsv {
            return .format(format, columns: [Column(.vault)] + Table.columns)
        }
        return self
    }

    /// Returns the sink that writes this form.
    package func sink(_ around: RenderingContext, _ write: @escaping Write) -> any ResultSink {
        switch self {
        case .format(let format, let columns): format.sink(columns, around, write: write)
        case .nul: PathsSink(around, write, nullTerminated: true)
        case .template(let template, let nullTerminated):
            TemplateSink(template, around, write: write, nullTerminated: nullTerminated)
        }
    }
}

/// A function that receives the bytes of a sink.
package typealias Write = (_ bytes: [UInt8]) throws -> Void
