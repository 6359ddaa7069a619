// swift-tools-version: 6.2
import PackageDescription

// Arrows point down only: a target may depend on those above it in this list and on nothing else.
let package = Package(
    name: "slipbox",
    products: [
        .executable(name: "slip", targets: ["slip"]),
        .executable(name: "slip-bench", targets: ["slip-bench"]),
    ],
    targets: [
        // The standard library rounds with C's functions, and does not say so to the linker.
        .target(name: "SourceText", linkerSettings: [.linkedLibrary("m")]),

        // The world: the C library's calls and SQLite's, and the only modules that may say `unsafe`, with what
        // the benchmark asks of the system.
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "System", dependencies: ["CLinux", "SourceText"]),
        .target(name: "SQLite", dependencies: ["CSQLite"]),

        // Compressed data in memory: deflate and ZIP are read.
        .target(name: "Archives"),

        // Pictures in memory: PNG, JPEG and GIF are read, sixels and PNG written.
        .target(name: "Images", dependencies: ["Archives"]),

        // What any program on a terminal needs: keys, colours, lines, a screen. Knows nothing of notes.
        .target(name: "Terminal", dependencies: ["Images", "SourceText"]),

        // Pure: text in, values out. No disk, no clock, no database.
        .target(name: "RegularExpressions", dependencies: ["SourceText"]),
        .target(name: "Arguments", dependencies: ["SourceText"]),
        .target(name: "Notes", dependencies: ["SourceText"]),
        .target(name: "QueryLanguage", dependencies: ["SourceText", "RegularExpressions"]),

        // The text of documents beside notes: office documents, e-books, web pages. Bytes in, pages of text out.
        .target(name: "Documents", dependencies: ["Archives", "Notes", "SourceText"]),

        // The sample vault, the pages of help and the page of graphs, carried in the program: a plugin of the build has the
        // tool write them as Swift.
        .executableTarget(
            name: "embed-files", path: "Sources/Examples/Tool"),
        .plugin(
            name: "EmbedFiles", capability: .buildTool(), dependencies: ["embed-files"],
            path: "Sources/Examples/Plugin"),
        .target(name: "Examples", path: "Sources/Examples/Module", plugins: ["EmbedFiles"]),
        .target(
            name: "Graphs", dependencies: ["SourceText"], exclude: ["Page"], plugins: ["EmbedFiles"]),

        // Alone starts `git`, and knows nothing of notes.
        .target(name: "Git", dependencies: ["System", "SourceText"]),

        // The product.
        .target(
            name: "SearchIndex",
            dependencies: ["SQLite", "System", "SourceText", "Notes", "QueryLanguage", "RegularExpressions"]),
        .target(name: "VaultFiles", dependencies: ["System", "SourceText", "Notes", "Terminal"]),
        .target(name: "VaultChanges", dependencies: ["VaultFiles", "System", "SourceText", "Notes"]),
        .target(
            name: "Indexing",
            dependencies: [
                "Documents", "VaultChanges", "VaultFiles", "SearchIndex", "Git", "SQLite", "System", "SourceText",
                "Notes",
            ]),
        .target(
            name: "Searching",
            dependencies: [
                "Documents", "Indexing", "VaultFiles", "SearchIndex", "Git", "SQLite", "System", "SourceText", "Notes",
                "QueryLanguage",
                "RegularExpressions",
            ]),
        .target(
            name: "Editing",
            dependencies: [
                "Searching", "VaultChanges", "VaultFiles", "SearchIndex", "Git", "System", "SourceText", "Notes",
                "QueryLanguage",
                "Terminal",
            ]),

        // Messages of servers for editors and agents. They know nothing of notes.
        .target(name: "JSONRPC", dependencies: ["SourceText"]),
        .target(name: "LanguageProtocol", dependencies: ["JSONRPC", "SourceText"]),

        // Notes as they read, laid out for terminals.
        .target(
            name: "Pages",
            dependencies: [
                "Images", "Searching", "VaultFiles", "Notes", "QueryLanguage", "System", "SourceText", "Terminal",
            ]),

        // Notes as they read, for browsers.
        .target(
            name: "Web",
            dependencies: [
                "Graphs", "Notes", "QueryLanguage", "Searching", "SourceText", "System", "VaultFiles",
            ], exclude: ["Files"], plugins: ["EmbedFiles"]),

        // Front ends: they know no tables, no SQL and no Markdown, only the four above.
        .target(
            name: "Rendering",
            dependencies: [
                "Pages", "Searching", "VaultChanges", "VaultFiles", "QueryLanguage", "SourceText", "Terminal",
            ]),
        // Typing, looking and changing without leaving the terminal; over Searching and Editing alone.
        .target(
            name: "Browser",
            dependencies: [
                "Images", "Pages", "VaultFiles", "VaultChanges", "Indexing", "Searching", "Editing", "QueryLanguage",
                "SourceText", "System", "Terminal",
            ]),
        .target(
            name: "LanguageServer",
            dependencies: [
                "JSONRPC", "LanguageProtocol", "VaultFiles", "VaultChanges", "Indexing", "Searching", "Editing",
                "Rendering",
                "QueryLanguage", "SourceText", "System",
            ]),
        .target(
            name: "AgentServer",
            dependencies: [
                "JSONRPC", "Rendering", "VaultFiles", "VaultChanges", "Indexing", "Searching", "Editing",
                "QueryLanguage", "SourceText", "System",
            ]),
        .target(
            name: "Commands",
            dependencies: [
                "AgentServer", "Arguments", "Browser", "Examples", "Git", "Graphs", "JSONRPC", "LanguageProtocol",
                "LanguageServer", "Pages", "Rendering", "VaultFiles", "VaultChanges", "Indexing", "Searching",
                "Editing", "QueryLanguage", "SourceText", "System", "Terminal", "Web",
            ], plugins: ["EmbedFiles"]),
        .executableTarget(
            name: "slip", dependencies: ["Arguments", "Commands", "Searching", "VaultFiles", "SourceText", "System"]),

        // Measures the product as whole processes, and knows nothing of its insides.
        .target(name: "BenchmarkSystem", dependencies: ["CLinux", "System"]),
        .executableTarget(
            name: "slip-bench",
            dependencies: ["BenchmarkSystem", "JSONRPC", "LanguageProtocol", "SQLite", "System", "SourceText"],
            path: "Sources/Benchmark"),

        // Tests mirror the modules, on one kit.
        .target(
            name: "TestSupport",
            dependencies: [
                "AgentServer", "Arguments", "Browser", "Commands", "Editing", "Git", "Images", "Indexing", "JSONRPC",
                "LanguageProtocol", "LanguageServer", "Notes", "Pages", "QueryLanguage", "SQLite", "SearchIndex",
                "Searching", "SourceText", "System", "Terminal", "VaultFiles",
            ], path: "Tests/TestSupport"),
        .testTarget(name: "PackageTests", dependencies: ["TestSupport"]),
        // What has to hold of everything that reads bytes of strangers; `.ci/fuzz` looks for bytes of which it does not.
        .target(
            name: "Fuzzing",
            dependencies: [
                "Arguments", "Commands", "Documents", "Images", "Notes", "QueryLanguage", "RegularExpressions",
                "SourceText",
                "Terminal", "VaultFiles", "Web",
            ]),
        .testTarget(name: "FuzzingTests", dependencies: ["Fuzzing", "TestSupport"], exclude: ["Corpus"]),
        .testTarget(name: "BenchmarkTests", dependencies: ["slip-bench", "SourceText", "TestSupport"]),
        .testTarget(name: "SourceTextTests", dependencies: ["SourceText", "TestSupport"]),
        .testTarget(name: "SystemTests", dependencies: ["System", "SourceText", "TestSupport"]),
        .testTarget(name: "DocumentsTests", dependencies: ["Archives", "Documents", "SourceText", "TestSupport"]),
        .testTarget(name: "ImagesTests", dependencies: ["Images", "TestSupport"]),
        .testTarget(name: "TerminalTests", dependencies: ["Images", "Terminal", "SourceText", "TestSupport"]),
        .testTarget(name: "GitTests", dependencies: ["Git", "SourceText", "System", "TestSupport"]),
        .testTarget(name: "SQLiteTests", dependencies: ["CSQLite", "SQLite", "SourceText", "TestSupport"]),
        .testTarget(name: "RegularExpressionsTests", dependencies: ["RegularExpressions", "TestSupport"]),
        .testTarget(name: "ArgumentsTests", dependencies: ["Arguments", "TestSupport"]),
        .testTarget(name: "NotesTests", dependencies: ["Notes", "SourceText", "TestSupport"]),
        .testTarget(
            name: "SearchIndexTests",
            dependencies: ["SearchIndex", "SQLite", "SourceText", "Searching", "Indexing", "VaultFiles", "TestSupport"]),
        .testTarget(
            name: "VaultFilesTests", dependencies: ["VaultFiles", "Notes", "SourceText", "System", "TestSupport"]),
        .testTarget(
            name: "IndexingTests",
            dependencies: [
                "Indexing", "Notes", "QueryLanguage", "SQLite", "SearchIndex", "Searching", "SourceText", "System",
                "TestSupport", "VaultFiles",
            ]),
        .testTarget(
            name: "SearchingTests",
            dependencies: [
                "Notes", "QueryLanguage", "RegularExpressions", "SQLite", "SearchIndex", "Searching", "SourceText",
                "System", "TestSupport", "VaultFiles",
            ]),
        .testTarget(
            name: "VaultChangesTests",
            dependencies: ["Commands", "SourceText", "System", "TestSupport", "VaultChanges", "VaultFiles"]),
        .testTarget(
            name: "EditingTests",
            dependencies: ["Git", "SearchIndex", "Searching", "SourceText", "System", "TestSupport"]),
        .testTarget(
            name: "LanguageProtocolTests", dependencies: ["JSONRPC", "LanguageProtocol", "SourceText", "TestSupport"]),
        .testTarget(
            name: "LanguageServerTests",
            dependencies: [
                "Commands", "JSONRPC", "LanguageProtocol", "LanguageServer", "Searching", "SourceText", "System",
                "TestSupport", "VaultFiles",
            ], exclude: ["Editors"]),
        .testTarget(
            name: "AgentServerTests", dependencies: ["AgentServer", "SourceText", "TestSupport"]),
        .testTarget(name: "GraphsTests", dependencies: ["Graphs", "SourceText", "TestSupport"]),
        .testTarget(name: "WebTests", dependencies: ["Notes", "SourceText", "System", "TestSupport", "Web"]),
        .testTarget(
            name: "BrowserTests",
            dependencies: ["Browser", "Pages", "Searching", "SourceText", "Terminal", "TestSupport", "VaultFiles"]),
        .testTarget(name: "RenderingTests", dependencies: ["Rendering", "Searching", "SourceText", "TestSupport"]),
        .testTarget(
            name: "CommandsTests",
            dependencies: [
                "Arguments", "Commands", "Documents", "Notes", "QueryLanguage", "Rendering", "SourceText", "System",
                "TestSupport",
                "VaultFiles",
            ],
            exclude: ["Snapshots"]),
    ],
    swiftLanguageModes: [.v6]
)

// Only where it is asked for: everything has to be compiled for libFuzzer then.
if Context.environment["SLIPBOX_FUZZ"] != nil {
    package.targets += [
        .systemLibrary(name: "CFuzzer"), .executableTarget(name: "slip-fuzz", dependencies: ["CFuzzer", "Fuzzing"]),
    ]
}

// Specializing and inlining take half of the time of a release build. The servers and the browser wait for people and
// editors, and do without. Commands do not: each would need a tenth more instructions.
let interactive: Set = ["AgentServer", "Browser", "LanguageServer"]

// Debug builds optimize only the modules that run their code once for each byte, word or row. The suite makes thousands
// of vaults, and would take twice as long without. With all modules, a build would take twice as long.
let optimizedInDebugBuilds: Set = [
    "Archives", "Images", "Notes", "RegularExpressions", "SQLite", "SearchIndex", "SourceText", "System",
]

for target in package.targets where target.type != .system && target.type != .plugin {
    target.swiftSettings = [
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        // Types such as `[String: Int]` are then created without reading mangled names and without a scan of all protocol
        // conformances for `Hashable`: a fifth of the instructions of a search.
        .unsafeFlags(
            ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"], .when(configuration: .release)),
    ]
    if interactive.contains(target.name) {
        target.swiftSettings?.append(
            .unsafeFlags(["-Xfrontend", "-disable-sil-perf-optzns"], .when(configuration: .release)))
    }
    if optimizedInDebugBuilds.contains(target.name) {
        // Compiling a module as a whole does the work of its generic functions once, not in each batch of files.
        let wholeModule = ["-whole-module-optimization", "-disable-batch-mode", "-num-threads", "2"]
        target.swiftSettings?.append(.unsafeFlags(["-O"] + wholeModule, .when(configuration: .debug)))
    }
}
