import Notes

/// The extensions of the files of a vault.
extension Configuration {
    package static let imageExtensions: Set<String> = [
        "png", "jpg", "jpeg", "gif", "webp", "svg", "bmp", "tif", "tiff", "heic", "heif", "avif", "ico",
    ]

    static let defaultAttachmentExtensions: Set<String> = imageExtensions.union([
        "pdf", "mp3", "m4a", "ogg", "oga", "opus", "flac", "wav", "aac", "mp4", "m4v", "mov", "mkv", "webm", "avi",
        "ogv",
        "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "odg", "rtf", "epub", "pages", "numbers",
        "key",
    ])

    package var extensions: Set<String> { fileExtensions.notes }
    package var attachmentExtensions: Set<String> { fileExtensions.attachments }
}
