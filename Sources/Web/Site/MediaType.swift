package import SourceText

/// The type of a file for browsers, by its extension.
package struct MediaType {
    package enum Display: Sendable { case image, audio, video, other }

    /// The MIME type.
    package let name: String
    package let display: Display
    /// Whether browsers must save the file rather than display it, since it could contain a script.
    package let isDownload: Bool

    private static let types: [String: (String, Display)] = [
        "png": ("image/png", .image), "jpg": ("image/jpeg", .image), "jpeg": ("image/jpeg", .image),
        "gif": ("image/gif", .image), "webp": ("image/webp", .image), "avif": ("image/avif", .image),
        "bmp": ("image/bmp", .image), "ico": ("image/x-icon", .image), "svg": ("image/svg+xml", .image),
        "mp3": ("audio/mpeg", .audio), "m4a": ("audio/mp4", .audio), "ogg": ("audio/ogg", .audio),
        "oga": ("audio/ogg", .audio), "opus": ("audio/ogg", .audio), "wav": ("audio/wav", .audio),
        "flac": ("audio/flac", .audio), "mp4": ("video/mp4", .video), "m4v": ("video/mp4", .video),
        "webm": ("video/webm", .video), "ogv": ("video/ogg", .video), "mov": ("video/quicktime", .video),
        "pdf": ("application/pdf", .other), "txt": ("text/plain; charset=utf-8", .other),
        "csv": ("text/csv; charset=utf-8", .other), "json": ("application/json", .other),
    ]

    package init(_ path: VaultPath) {
        let fileExtension = path.pathExtension.lowercased()
        let known = Self.types[fileExtension]
        (name, display) = known ?? ("application/octet-stream", .other)
        // As a picture, SVG runs no scripts (HTML Living Standard, "secure static mode").
        isDownload = known == nil || fileExtension == "svg"
    }
}
