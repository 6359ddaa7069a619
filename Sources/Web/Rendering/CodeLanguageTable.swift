import SourceText

/// The languages whose code is colored.
enum CodeLanguageTable {
    static let aliases = [
        "js": "javascript", "jsx": "javascript", "mjs": "javascript", "node": "javascript", "ts": "typescript",
        "tsx": "typescript", "py": "python", "python3": "python", "rb": "ruby", "rs": "rust", "cs": "csharp",
        "c#": "csharp",
        "sh": "bash", "zsh": "bash", "shell": "bash", "yml": "yaml", "c++": "cpp", "cc": "cpp", "cxx": "cpp",
        "h": "cpp",
        "hpp": "cpp", "golang": "go", "kt": "kotlin", "hs": "haskell", "jl": "julia", "xml": "html", "svg": "html",
        "xhtml": "html", "vue": "html", "patch": "diff", "jsonc": "json", "json5": "json", "postgresql": "sql",
        "mysql": "sql", "sqlite": "sql", "scss": "css", "less": "css",
    ]

    static let languages: [String: CodeLanguage] = [
        "swift": CodeLanguage(
            """
            actor any as associatedtype async await borrowing break case catch class consuming continue default defer deinit do
            else enum extension fallthrough false fileprivate final for func guard if import in indirect infix init inout
            internal is lazy let mutating nil nonisolated open operator override package postfix precedencegroup prefix private
            protocol public repeat rethrows return self Self some static struct subscript super switch throw throws true try
            typealias unowned var weak where while
            """, comments: "//", blocks: "/* */", quotes: "\"\"\" \""
        ) { $0.prefix = Byte.hash },
        "c": CodeLanguage(
            """
            auto bool break case char const continue default do double else enum extern false float for goto if inline int long
            NULL register restrict return short signed sizeof static struct switch true typedef union unsigned void volatile
            while
            """, comments: "//", blocks: "/* */", quotes: "\" '"
        ) { $0.prefix = Byte.hash },
        "cpp": CodeLanguage(
            """
            alignas alignof auto bool break case catch char class co_await co_return co_yield concept const const_cast consteval
            constexpr continue decltype default delete do double dynamic_cast else enum explicit extern false final float for
            friend goto if inline int long mutable namespace new noexcept nullptr operator override private protected public
            reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template this
            thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while
            """, comments: "//", blocks: "/* */", quotes: "\" '"
        ) { $0.prefix = Byte.hash },
        "java": CodeLanguage(
            """
            abstract assert boolean break byte case catch char class const continue default do double else enum extends false
            final finally float for if implements import instanceof int interface long native new null package permits private
            protected public record return sealed short static super switch synchronized this throw throws transient true try
            var void volatile while yield
            """, comments: "//", blocks: "/* */", quotes: "\"\"\" \" '"),
        "javascript": CodeLanguage(javascript, comments: "//", blocks: "/* */", quotes: "` \" '") {
            $0.wordBytes = [Byte.dollar]
        },
        "typescript": CodeLanguage(
            javascript + """
                 abstract any as asserts boolean declare enum implements infer interface is keyof namespace never number
                private protected public readonly satisfies string type unknown
                """, comments: "//", blocks: "/* */", quotes: "` \" '"
        ) { $0.wordBytes = [Byte.dollar] },
        "python": CodeLanguage(
            """
            and as assert async await break case class continue def del elif else except False finally for from global if import
            in is lambda match None nonlocal not or pass raise return self True try while with yield
            """, comments: "#", quotes: "\"\"\" ''' \" '"),
        "ruby": CodeLanguage(
            """
            alias and begin break case class def defined do else elsif end ensure extend false for if in include module next nil
            not or private protected raise redo require rescue retry return self super then true undef unless until when while
            yield
            """, comments: "#", quotes: "\" '"
        ) { $0.commentsStartWords = true },
        "go": CodeLanguage(
            """
            any bool break byte case chan const continue default defer else error fallthrough false float64 for func go goto if
            import int interface iota map nil package range return rune select string struct switch true type uint var
            """, comments: "//", blocks: "/* */", quotes: "raw` \" '"),
        "rust": CodeLanguage(
            """
            as async await bool box break char const continue crate dyn else enum extern f32 f64 false fn for i32 i64 if impl in
            let loop match mod move mut pub ref return self Self static str struct super trait true type u32 u64 u8 union unsafe
            use usize where while
            """, comments: "//", blocks: "/* */", quotes: "lines\" char'"),
        "php": CodeLanguage(
            """
            abstract array as break case catch class clone const continue declare default do echo else elseif enum extends false
            final finally fn for foreach function global goto if implements include instanceof interface match namespace new
            null private protected public readonly require require_once return static switch throw trait true try use var
            while yield
            """, comments: "// #", blocks: "/* */", quotes: "lines\" '"
        ) { $0.wordBytes = [Byte.dollar] },
        "csharp": CodeLanguage(
            """
            abstract as async await base bool break byte case catch char class const continue decimal default delegate do double
            else enum event explicit false finally float for foreach get if implicit in int interface internal is lock long
            namespace new null object operator out override params private protected public readonly record ref return sealed
            set short static string struct switch this throw true try typeof uint using var virtual void where while yield
            """, comments: "//", blocks: "/* */", quotes: "\"\"\" \" '"
        ) { $0.prefix = Byte.hash },
        "kotlin": CodeLanguage(
            """
            abstract as break by catch class companion const continue data do else enum false final finally for fun if import in
            init inner interface internal is lateinit null object open operator out override package private protected public
            return sealed super suspend this throw true try typealias val var when where while
            """, comments: "//", blocks: "/* */", quotes: "\"\"\" \" '"),
        "bash": CodeLanguage(
            """
            alias break case cd continue do done echo elif else esac eval exec exit export fi for function if in local read
            readonly return select set shift source then trap unset until while
            """, comments: "#", quotes: "lines\" raw'"
        ) { $0.commentsStartWords = true },
        "sql": CodeLanguage(
            """
            add all alter and as asc begin between by case check column commit constraint create cross default delete desc
            distinct drop else end except exists foreign from full group having if in index inner insert intersect into is join
            key left like limit not null offset on or order outer primary references returning right rollback select set table
            then transaction trigger union unique update using values view when where with
            """, comments: "--", blocks: "/* */", quotes: "raw' \""
        ) { $0.ignoresCase = true },
        "json": CodeLanguage("true false null", comments: "//", blocks: "/* */", quotes: "\""),
        "yaml": CodeLanguage(
            "true false null yes no", comments: "#", quotes: "\" '", structure: .keys(Byte.colon)
        ) {
            $0.commentsStartWords = true
            $0.wordBytes = [Byte.hyphen, Byte.dot]
        },
        "toml": CodeLanguage(
            "true false", comments: "#", quotes: "\"\"\" ''' \" '", structure: .keys(Byte.equals)
        ) {
            $0.wordBytes = [Byte.hyphen, Byte.dot]
        },
        "html": CodeLanguage(blocks: "<!-- -->", quotes: "\" '", structure: .markup),
        "css": CodeLanguage("important", blocks: "/* */", quotes: "\" '") {
            $0.prefix = Byte.at
            $0.wordBytes = [Byte.hyphen]
        },
        "lua": CodeLanguage(
            """
            and break do else elseif end false for function goto if in local nil not or repeat return then true until while
            """, comments: "--", blocks: "--[[ ]]", quotes: "[[ \" '"),
        "r": CodeLanguage(
            "break else FALSE for function if in Inf NA NaN next NULL repeat return TRUE while library", comments: "#",
            quotes: "lines\" '"
        ) { $0.wordBytes = [Byte.dot] },
        "julia": CodeLanguage(
            """
            abstract baremodule begin break catch const continue do else elseif end export false finally for function global if
            import in isa let local macro module mutable nothing primitive quote return struct true try type using where while
            """, comments: "#", blocks: "#= =#", quotes: "\"\"\" \" char'"),
        "haskell": CodeLanguage(
            """
            case class data default deriving do else family forall foreign if import in infix infixl infixr instance let module
            newtype of qualified then type where
            """, comments: "--", blocks: "{- -}", quotes: "\" char'"
        ) { $0.wordBytes = [Byte.apostrophe] },
        "diff": CodeLanguage(structure: .diff),
    ]

    private static let javascript = """
        async await break case catch class const continue debugger default delete do else export extends false finally for from
        function get if import in instanceof let new null of return set static super switch this throw true try typeof undefined
        var void while with yield
        """
}
