import Foundation
import PackagePlugin

/// Embeds files in the program as Swift source, again whenever one of them changes: `SampleVault`, the vault that the
/// README shows, and the web page of `slip graph`.
@main
struct EmbedFiles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let isVault = target.name == "Examples"
        let folder =
            isVault
            ? context.package.directoryURL.appending(path: "SampleVault") : target.directoryURL.appending(path: "Page")
        let type = isVault ? "ExampleFile" : "PageFile"
        let output = context.pluginWorkDirectoryURL.appending(path: "\(type)s.swift")
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        return [
            .buildCommand(
                displayName: "Embed \(folder.lastPathComponent)",
                executable: try context.tool(named: "embed-files").url,
                arguments: [folder.path(percentEncoded: false), output.path(percentEncoded: false), type],
                // The index files there change with every search.
                inputFiles: files.filter { !$0.lastPathComponent.hasPrefix("index.") }, outputFiles: [output])
        ]
    }
}
