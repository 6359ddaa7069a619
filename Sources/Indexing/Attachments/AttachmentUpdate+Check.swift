import SearchIndex
import SourceText
import System
import VaultFiles

extension AttachmentUpdate {
    /// Returns the attachments whose text in the index is not that of the file.
    ///
    /// Complexity: that of reading all of them, without the programs: what these have read comes from the store.
    func differences() throws -> [IndexDigest.Difference] {
        let sums = try table.wordSums()
        let reader = reader
        let extractors = extractors
        return try table.files().compactMap { file in
            guard let document = file.document, let extractor = extractors(file.path.pathExtension),
                let reading = reader.read(AttachmentReader.Pending(file: file, extractor: extractor))
            else { return nil }
            let hasWords = document.failure != nil || sums[document.name] == AttachmentTable.wordSum(of: reading.pages)
            if hasWords, reading.document == document { return nil }
            return IndexDigest.Difference(subject: file.path.bytes, isPath: true, parts: [.attachment])
        }
    }
}

extension IndexKeeper {
    /// Returns the attachments whose text in the index is not that of the file. None if no attachment was read.
    func attachmentDifferences() throws -> [IndexDigest.Difference] { try attachmentUpdate.differences() }
}
