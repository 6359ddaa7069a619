// swift-tools-version: 6.2
import PackageDescription

// Arrows point down only: a target may depend on those above it in this list and on nothing else.
let package = Package(
    name: "slipbox",
    products: [
        .executable(name: "slip", targets: ["slip"])
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

        // Compressed data and pictures in memory: deflate, ZIP, PNG, JPEG and GIF are read, sixels and PNG written.
        .target(name: "Codecs"),

        // What any program on a terminal needs: keys, colours, lines, a screen. Knows nothing of notes.
        .target(name: "Terminal", dependencies: ["Codecs", "SourceText"]),

        // Pure: text in, values out. No disk, no clock, no database.
        .target(name: "RegularExpressions", dependencies: ["SourceText"]),
        .target(name: "Arguments", dependencies: ["SourceText"]),
        // With formulas in LaTeX, as MathML and as text.
        .target(name: "Notes", dependencies: ["SourceText"]),
        .target(name: "QueryLanguage", dependencies: ["SourceText", "RegularExpressions"]),

        // The text of documents beside notes: office documents, e-books, web pages. Bytes in, pages of text out.
        .target(name: "Documents", dependencies: ["Codecs", "Notes", "SourceText"]),

        // The sample vault, the pages of help, and the web pages, carried in the program: a plugin of the build has the tool
        // write them as Swift.
        .executableTarget(name: "embed-files", path: ".embed/Tool"),
        .plugin(
            name: "EmbedFiles", capability: .buildTool(), dependencies: ["embed-files"], path: ".embed/Plugin"),

        // Alone starts `git`, and knows nothing of notes.
        .target(name: "Git", dependencies: ["System", "SourceText"]),

        // The product.
        .target(
            name: "SearchIndex",
            dependencies: ["SQLite", "System", "SourceText", "Notes", "QueryLanguage", "RegularExpressions"]),
        .target(name: "VaultFiles", dependencies: ["System", "SourceText", "Notes", "QueryLanguage", "Terminal"]),
        .target(
            name: "Indexing",
            dependencies: [
                "Documents", "VaultFiles", "SearchIndex", "Git", "SQLite", "System", "SourceText", "Notes",
                "QueryLanguage",
            ]),
        .target(
            name: "Searching",
            dependencies: [
                "Documents", "Indexing", "VaultFiles", "SearchIndex", "Git", "SQLite", "System", "SourceText", "Notes",
                "QueryLanguage", "RegularExpressions",
            ]),
        .target(
            name: "Editing",
            dependencies: [
                "Searching", "VaultFiles", "SearchIndex", "Git", "System", "SourceText", "Notes",
                "QueryLanguage", "Terminal",
            ]),

        // Messages of servers for editors and agents. They know nothing of notes.
        .target(name: "JSONRPC", dependencies: ["SourceText"]),

        // Notes as they read, for browsers.
        .target(
            name: "Web",
            dependencies: [
                "Codecs", "Notes", "QueryLanguage", "Searching", "SourceText", "System", "VaultFiles",
            ],
            exclude: ["Files", "Graphs/Page"], plugins: ["EmbedFiles"]),

        // Results and notes as text: for terminals, scripts and servers.
        .target(
            name: "Rendering",
            dependencies: [
                "Codecs", "Searching", "VaultFiles", "Notes", "QueryLanguage", "System", "SourceText", "Terminal",
            ]),

        // Front ends: they know no tables, no SQL and no Markdown, only what is above.
        // Typing, looking and changing without leaving the terminal; over Searching and Editing alone.
        .target(
            name: "Browser",
            dependencies: [
                "Codecs", "Rendering", "VaultFiles", "Indexing", "Searching", "Editing", "QueryLanguage",
                "SourceText", "System", "Terminal",
            ]),
        .target(
            name: "LanguageServer",
            dependencies: [
                "JSONRPC", "VaultFiles", "Indexing", "Searching", "Editing", "Rendering",
                "QueryLanguage", "SourceText", "System",
            ]),
        .target(
            name: "AgentServer",
            dependencies: [
                "JSONRPC", "Rendering", "VaultFiles", "Indexing", "Searching", "Editing",
                "QueryLanguage", "SourceText", "System",
            ]),
        .target(
            name: "Commands",
            dependencies: [
                "AgentServer", "Arguments", "Browser", "Codecs", "Git", "Web", "JSONRPC", "LanguageServer",
                "Rendering", "VaultFiles", "Indexing", "Searching", "Editing", "QueryLanguage", "SourceText",
                "System", "Terminal",
            ], plugins: ["EmbedFiles"]),
        .executableTarget(
            name: "slip", dependencies: ["Arguments", "Commands", "Searching", "VaultFiles", "SourceText", "System"]),

        // Tests mirror the modules, on one kit.
        .target(
            name: "TestSupport",
            dependencies: [
                "AgentServer", "Arguments", "Browser", "Commands", "Editing", "Git", "Codecs", "Indexing", "JSONRPC",
                "LanguageServer", "Notes", "QueryLanguage", "Rendering", "SQLite", "SearchIndex", "Searching",
                "SourceText", "System", "Terminal", "VaultFiles",
            ], path: "Tests/TestSupport"),
        .testTarget(name: "PackageTests", dependencies: ["TestSupport"]),
        // What has to hold of everything that reads bytes of strangers; `.ci/fuzz` looks for bytes of which it does not.
        .target(
            name: "Fuzzing",
            dependencies: [
                "Arguments", "Commands", "Documents", "Codecs", "Notes", "QueryLanguage", "RegularExpressions",
                "SourceText", "Terminal", "VaultFiles", "Web",
            ], path: ".fuzz/Fuzzing"),
        .testTarget(name: "FuzzingTests", dependencies: ["Fuzzing", "TestSupport"], exclude: ["Corpus"]),
        .testTarget(name: "SourceTextTests", dependencies: ["SourceText", "TestSupport"]),
        .testTarget(name: "SystemTests", dependencies: ["System", "SourceText", "TestSupport"]),
        .testTarget(name: "DocumentsTests", dependencies: ["Codecs", "Documents", "SourceText", "TestSupport"]),
        .testTarget(name: "CodecsTests", dependencies: ["Codecs", "TestSupport"]),
        .testTarget(name: "TerminalTests", dependencies: ["Codecs", "Terminal", "SourceText", "TestSupport"]),
        .testTarget(name: "GitTests", dependencies: ["Git", "SourceText", "System", "TestSupport"]),
        .testTarget(name: "SQLiteTests", dependencies: ["CSQLite", "SQLite", "SourceText", "TestSupport"]),
        .testTarget(name: "RegularExpressionsTests", dependencies: ["RegularExpressions", "TestSupport"]),
        .testTarget(name: "ArgumentsTests", dependencies: ["Arguments", "TestSupport"]),
        .testTarget(name: "NotesTests", dependencies: ["Notes", "SourceText", "TestSupport"]),
        .testTarget(
            name: "SearchIndexTests",
            dependencies: [
                "Indexing", "QueryLanguage", "SQLite", "SearchIndex", "Searching", "SourceText", "TestSupport",
                "VaultFiles",
            ]),
        .testTarget(
            name: "VaultFilesTests",
            dependencies: ["Commands", "Git", "Notes", "SourceText", "System", "TestSupport", "VaultFiles"]),
        .testTarget(
            name: "IndexingTests",
            dependencies: [
                "Indexing", "Notes", "QueryLanguage", "SQLite", "SearchIndex", "Searching", "SourceText", "System",
                "TestSupport", "VaultFiles",
            ]),
        .testTarget(
            name: "SearchingTests",
            dependencies: [
                "Indexing", "Notes", "QueryLanguage", "RegularExpressions", "SQLite", "SearchIndex", "Searching",
                "SourceText", "System", "TestSupport", "VaultFiles",
            ]),
        .testTarget(
            name: "EditingTests",
            dependencies: [
                "Editing", "Notes", "QueryLanguage", "SQLite", "SearchIndex", "Searching", "SourceText",
                "System", "TestSupport", "VaultFiles",
            ]),
        .testTarget(name: "JSONRPCTests", dependencies: ["JSONRPC", "SourceText", "TestSupport"]),
        .testTarget(
            name: "LanguageServerTests",
            dependencies: [
                "Commands", "JSONRPC", "LanguageServer", "Searching", "SourceText", "System", "TestSupport",
                "VaultFiles",
            ], exclude: ["Editors"]),
        .testTarget(
            name: "AgentServerTests",
            dependencies: ["AgentServer", "JSONRPC", "SourceText", "TestSupport", "VaultFiles"]),
        .testTarget(name: "WebTests", dependencies: ["Notes", "SourceText", "System", "TestSupport", "Web"]),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "Browser", "Indexing", "QueryLanguage", "Rendering", "Searching", "SourceText", "System", "Terminal",
                "TestSupport", "VaultFiles",
            ]),
        .testTarget(
            name: "RenderingTests",
            dependencies: ["Rendering", "Searching", "SourceText", "Terminal", "TestSupport", "VaultFiles"]),
        .testTarget(
            name: "CommandsTests",
            dependencies: [
                "Arguments", "Commands", "Documents", "Editing", "Git", "Notes", "QueryLanguage", "Rendering",
                "SourceText", "System", "Terminal", "TestSupport", "VaultFiles",
            ],
            exclude: ["Snapshots"]),
    ],
    swiftLanguageModes: [.v6]
)

// Only where it is asked for: everything has to be compiled for libFuzzer then.
if Context.environment["SLIPBOX_FUZZ"] != nil {
    package.targets += [
        .systemLibrary(name: "CFuzzer", path: ".fuzz/CFuzzer"),
        .executableTarget(name: "slip-fuzz", dependencies: ["CFuzzer", "Fuzzing"], path: ".fuzz/slip-fuzz"),
        .executableTarget(name: "slip-random", dependencies: ["Fuzzing"], path: ".fuzz/slip-random"),
    ]
}

// Built only on request, because few people need it: a program that measures slip as whole processes, and knows
// nothing of its insides.
if Context.environment["SLIPBOX_BENCH"] != nil {
    package.products += [.executable(name: "slip-bench", targets: ["slip-bench"])]
    package.targets += [
        .target(name: "BenchmarkSystem", dependencies: ["CLinux", "System"], path: ".bench/System"),
        .executableTarget(
            name: "slip-bench", dependencies: ["BenchmarkSystem", "JSONRPC", "SQLite", "System", "SourceText"],
            path: ".bench/Benchmark"),
        .testTarget(
            name: "BenchmarkTests", dependencies: ["slip-bench", "SourceText", "TestSupport"], path: ".bench/Tests"),
    ]
}

// Specializing and inlining take half of the time of a release build. The servers and the browser wait for people and
// editors, and do without. Commands do not: each would need a tenth more instructions.
let interactive: Set = ["AgentServer", "Browser", "LanguageServer"]

// Debug builds optimize only the modules that run their code once for each byte, word or row. The suite makes thousands
// of vaults, and would take twice as long without. With all modules, a build would take twice as long.
let optimizedInDebugBuilds: Set = [
    "Codecs", "Notes", "RegularExpressions", "SQLite", "SearchIndex", "SourceText", "System",
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
