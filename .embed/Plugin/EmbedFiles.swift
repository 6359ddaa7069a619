import Foundation
import PackagePlugin

/// Embeds files in the program as Swift source, again whenever one of them changes: `SampleVault`, the vault that the
/// README shows; the pages of the documentation that `slip help` shows; the web page of
/// `slip graph`; and the style sheet and script of sites.
@main
struct EmbedFiles: BuildToolPlugin {
    /// The embedded folders of each target, with the types of the generated lists.
    private static let folders = [
        "Commands": [("SampleVault", "ExampleFile"), ("Sources/slip/Documentation.docc", "ManualPage")],
        "Web": [("Sources/Web/Files", "WebFile"), ("Sources/Web/Graphs/Page", "PageFile")],
    ]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        try (Self.folders[target.name] ?? []).map { try command($0, $1, context) }
    }

    private func command(_ place: String, _ type: String, _ context: PluginContext) throws -> Command {
        let folder = context.package.directoryURL.appending(path: place)
        let output = context.pluginWorkDirectoryURL.appending(path: "\(type)s.swift")
        let root = folder.path(percentEncoded: false)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root).sorted().filter {
            Self.isEmbedded($0, as: type)
                && !folder.appending(path: $0, directoryHint: .checkFileSystem).hasDirectoryPath
        }
        return .buildCommand(
            displayName: "Embed \(folder.lastPathComponent)",
            executable: try context.tool(named: "embed-files").url,
            arguments: [root, output.path(percentEncoded: false), type] + paths,
            inputFiles: paths.map { folder.appending(path: $0) }, outputFiles: [output])
    }

    private static let manualPages = [
        "Agents.md", "Aliases.md", "Attachments.md", "BesideOtherPrograms.md", "Browser.md", "Capture.md",
        "Changes.md", "Configuration.md", "Editors.md", "Git.md", "IndexAndWatcher.md", "LiveBlocks.md", "Notes.md",
        "Output.md", "Queries.md", "Tasks.md", "Troubleshooting.md", "Web.md",
    ]

    /// Whether a path, relative to the embedded folder, is one that the program uses. Of a folder `.slipbox`, these are
    /// only the configuration and the templates.
    private static func isEmbedded(_ path: String, as type: String) -> Bool {
        if type == "ManualPage" { return manualPages.contains(path) }
        return !path.hasPrefix(".slipbox/") || path == ".slipbox/config.yaml" || path.hasPrefix(".slipbox/templates/")
    }
}
