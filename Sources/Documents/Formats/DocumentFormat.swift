import Notes
import SourceText

/// The formats that are read without another program.
package enum DocumentFormat: String, CaseIterable, Sendable {
    case docx, pptx, xlsx, odt, ods, odp, epub, html, rtf, ipynb, canvas, txt, csv

    /// The version of the readers. It must be raised when any of them returns another text.
    package static let version = 4

    /// Creates the format for a file name extension in lower case.
    package init?(extension name: String) {
        switch name {
        case "htm", "xhtml": self = .html
        case "text", "log": self = .txt
        case "tsv": self = .csv
        default: self.init(rawValue: name)
        }
    }

    private var isArchive: Bool { [.docx, .pptx, .xlsx, .odt, .ods, .odp, .epub].contains(self) }

    /// Returns the text of a document. Bytes are never trusted: invalid ones throw a fault.
    ///
    /// Complexity: O(bytes), and at most that of the limits of `ZIPArchive` and `DocumentLimits`.
    package func text(of bytes: [UInt8]) throws(DocumentFault) -> DocumentText {
        if Self.isPointer(bytes) { throw .pointer }
        if bytes.count > (isArchive ? DocumentLimits.file : DocumentLimits.plainFile) { throw .tooLarge }
        let text =
            switch self {
            case .docx: try WordDocument.text(of: bytes)
            case .pptx: try SlideShow.text(of: bytes)
            case .xlsx: try Spreadsheet.text(of: bytes)
            case .odt: try OpenDocument.text(of: bytes, page: nil)
            case .ods: try OpenDocument.text(of: bytes, page: "table")
            case .odp: try OpenDocument.text(of: bytes, page: "page")
            case .epub: try Book.text(of: bytes)
            case .html: try HTMLText.text(of: try TextEncoding.decoded(bytes))
            case .rtf: try RichText.text(of: bytes)
            case .ipynb: try Notebook.text(of: bytes)
            case .canvas: try Self.canvasText(of: bytes)
            case .txt, .csv: try plainText(of: bytes)
            }
        if text.size > DocumentLimits.text { throw .tooLarge }
        return text
    }

    /// Whether a file is only the reference of Git LFS to its content:
    /// https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
    package static func isPointer(_ bytes: [UInt8]) -> Bool {
        bytes.count < 1024 && bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8)
            && bytes.firstRange(of: "\noid ".utf8) != nil
    }

    /// Returns the text nodes and labels of a canvas, each as a paragraph.
    private static func canvasText(of bytes: [UInt8]) throws(DocumentFault) -> DocumentText {
        let canvas = Canvas(bytes)
        if !canvas.isReadable { throw .damaged }
        var builder = TextBuilder()
        for text in canvas.texts {
            try builder.add(text)
            builder.endParagraph()
        }
        return builder.unpaged()
    }

    private func plainText(of bytes: [UInt8]) throws(DocumentFault) -> DocumentText {
        var builder = TextBuilder()
        try builder.add(try TextEncoding.decoded(bytes))
        return builder.unpaged()
    }
}
