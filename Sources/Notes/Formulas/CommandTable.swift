/// What commands of LaTeX stand for.
enum FormulaCommand: Hashable, Sendable {
    case symbol(String, SymbolClass)
    case letter(String, isUpright: Bool)
    case name(String, takesLimits: Bool)
    case space(Double)
    case accent(String, isOver: Bool, isStretchy: Bool)
    case arrow(String)
    case alphabet(MathAlphabet)
    /// A switch of the alphabet up to the end of the group.
    case alphabetSwitch(MathAlphabet)
    case text(TextFont)
    case size(Double, SymbolClass)
    /// A fraction with two arguments. `fences` are its delimiters, or empty.
    case fraction(hasLine: Bool, isDisplay: Bool?, fences: String)
    /// Lines around or through the argument, as `menclose` of MathML names them.
    case enclosure(String)
    /// The same between two operands.
    case infix(hasLine: Bool, fences: String)
    case style(isDisplay: Bool, level: Int)
    /// A command that changes nothing, with a number of arguments that are skipped.
    case ignored(arguments: Int)

    /// Returns the command of a name without its backslash, if the table has it.
    static func named(_ name: String) -> FormulaCommand? { table[name] }

    /// Returns the class of a character that is written as itself.
    static func symbolClass(of character: String) -> SymbolClass? { classes[character] }

    /// Returns the character of a delimiter, as `\left` expects one, or nil.
    static func delimiter(_ token: FormulaToken) -> String? {
        switch token {
        case .character("."): return ""
        case .character("<"), .command("lt"): return "⟨"
        case .character(">"), .command("gt"): return "⟩"
        case .character(let text): return "()[]|/‖⟨⟩⌊⌋⌈⌉".contains(text) ? text : nil
        case .command(let name):
            guard case .symbol(let text, let kind)? = table[name] else { return nil }
            return kind == .opening || kind == .closing || "|‖\\/↑↓↕⇑⇓⇕∥∣".contains(text)
                ? text == "∥" ? "‖" : text == "∣" ? "|" : text : nil
        case .space: return nil
        }
    }

    /// Returns a relation with a stroke through it.
    static func negated(_ relation: String) -> String { negations[relation] ?? relation + "\u{338}" }

    private static let negations = Dictionary(
        uniqueKeysWithValues: pairs("= ≠ ∈ ∉ ∋ ∌ ∣ ∤ ∥ ∦ ∼ ≁ ≃ ≄ ≅ ≇ ≈ ≉ ≡ ≢ < ≮ > ≯ ≤ ≰ ≥ ≱ ⊂ ⊄ ⊃ ⊅ ⊆ ⊈ ⊇ ⊉ ∃ ∄"))

    private static func words(_ text: String) -> [String] {
        // By scalars: a space and a mark that combines with it are one character.
        text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { String($0) }
    }

    private static func pairs(_ text: String) -> [(String, String)] {
        let words = words(text)
        return stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
    }

    private static let classes: [String: SymbolClass] = {
        var classes: [String: SymbolClass] = [:]
        for (kind, text) in symbols { for (_, symbol) in pairs(text) { classes[symbol] = kind } }
        for (characters, kind) in [
            ("+-−", SymbolClass.binary), ("=<>:", .relation), ("([", .opening), (")]", .closing), (",;", .punctuation),
            ("|/!?.@\"`‖", .ordinary), ("*", .binary),
        ] {
            for character in characters { classes[String(character)] = kind }
        }
        return classes
    }()

    private static let table: [String: FormulaCommand] = {
        var table = other
        for (kind, text) in symbols { for (name, symbol) in pairs(text) { table[name] = .symbol(symbol, kind) } }
        for (name, letter) in pairs(italicLetters) { table[name] = .letter(letter, isUpright: false) }
        for (name, letter) in pairs(uprightLetters) { table[name] = .letter(letter, isUpright: true) }
        for name in words(names) { table[name] = .name(name, takesLimits: false) }
        for name in words(romanTexts) { table[name] = .text(.roman) }
        for name in words(ignored) { table[name] = .ignored(arguments: 0) }
        for name in words(ignoredWithArgument) { table[name] = .ignored(arguments: 1) }
        for (name, font) in pairs(texts) { table[name] = TextFont(rawValue: font).map { .text($0) } }
        for (name, alphabet) in pairs(alphabets) {
            table[name] = MathAlphabet(rawValue: alphabet).map { .alphabet($0) }
        }
        for (name, alphabet) in pairs(alphabetSwitches) {
            table[name] = MathAlphabet(rawValue: alphabet).map { .alphabetSwitch($0) }
        }
        for (name, notation) in pairs(enclosures) { table[name] = .enclosure(notation.replacing("_", with: " ")) }
        for (name, text) in pairs(limits) {
            table[name] = .name(text.replacing("_", with: "\u{2009}"), takesLimits: true)
        }
        for (name, mark) in pairs(accents) { table[name] = .accent(mark, isOver: true, isStretchy: false) }
        for (name, mark) in pairs(wideAccents) { table[name] = .accent(mark, isOver: true, isStretchy: true) }
        for (name, mark) in pairs(underAccents) { table[name] = .accent(mark, isOver: false, isStretchy: true) }
        for (name, arrow) in pairs(longArrows) { table[name] = .arrow(arrow) }
        for (name, em) in pairs(spaces) { table[name] = .space(Double(em) ?? 0) }
        for (name, size) in pairs(sizes) {
            let em = Double(size) ?? 1
            table[name] = .size(em, .ordinary)
            table[name + "l"] = .size(em, .opening)
            table[name + "r"] = .size(em, .closing)
            table[name + "m"] = .size(em, .relation)
        }
        return table
    }()

    private static let italicLetters = """
        alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ varkappa ϰ
        lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ
        chi χ psi ψ omega ω imath ı jmath ȷ partial ∂ varGamma Γ varDelta Δ varTheta Θ varLambda Λ varXi Ξ varPi Π
        varSigma Σ varPhi Φ varPsi Ψ varOmega Ω digamma ϝ
        """
    private static let uprightLetters = """
        Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω infty ∞ nabla ∇ ell ℓ hbar ℏ
        hslash ℏ Re ℜ Im ℑ wp ℘ aleph ℵ beth ℶ gimel ℷ emptyset ∅ varnothing ∅ forall ∀ exists ∃ nexists ∄ top ⊤ bot ⊥
        angle ∠ measuredangle ∡ triangle △ square □ Box □ blacksquare ■ lozenge ◊ bigstar ★ clubsuit ♣ diamondsuit ♢
        heartsuit ♡ spadesuit ♠ checkmark ✓ degree ° prime ′ backprime ‵ complement ∁ flat ♭ natural ♮ sharp ♯ dagger †
        ddagger ‡ dag † ddag ‡ S § P ¶ pounds £ euro € yen ¥ copyright © maltese ✠ mho ℧ eth ð N ℕ R ℝ Z ℤ Q ℚ C ℂ
        vartriangle △ blacktriangle ▲ blacktriangledown ▼ triangledown ▽ Diamond ◊ surd √ diagup ╱ aa å AA Å o ø O Ø
        ae æ AE Æ oe œ OE Œ ss ß
        """
    private static let symbols: [(SymbolClass, String)] = [
        (
            .ordinary,
            """
            | ‖ vert | Vert ‖ backslash \\ # # % % & & And & $ $ _ _ neg ¬ lnot ¬ ldots … dots … dotsc … dotso … cdots ⋯
            dotsb ⋯ dotsm ⋯ dotsi ⋯ vdots ⋮ ddots ⋱ iddots ⋰ mathellipsis … textasciitilde ~
            """
        ),
        (
            .operation,
            """
            sum ∑ prod ∏ coprod ∐ bigcup ⋃ bigcap ⋂ bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂ bigodot ⨀ biguplus ⨄
            bigsqcup ⨆
            """
        ),
        (.integral, "int ∫ iint ∬ iiint ∭ iiiint ⨌ oint ∮ oiint ∯ oiiint ∰ smallint ∫ intop ∫"),
        (
            .binary,
            """
            pm ± mp ∓ times × div ÷ cdot ⋅ cdotp · centerdot ⋅ ast ∗ star ⋆ circ ∘ bullet ∙ cap ∩ cup ∪ uplus ⊎ sqcap ⊓
            sqcup ⊔ vee ∨ lor ∨ wedge ∧ land ∧ setminus ∖ smallsetminus ∖ wr ≀ diamond ⋄ oplus ⊕ ominus ⊖ otimes ⊗
            oslash ⊘ odot ⊙ bigcirc ◯ amalg ⨿ intercal ⊺ ltimes ⋉ rtimes ⋊ veebar ⊻ barwedge ⊼ dotplus ∔ divideontimes ⋇
            circledast ⊛ circledcirc ⊚ boxplus ⊞ boxminus ⊟ boxtimes ⊠ boxdot ⊡ lhd ⊲ rhd ⊳ unlhd ⊴ unrhd ⊵ curlyvee ⋎
            curlywedge ⋏ triangleleft ◃ triangleright ▹ bigtriangleup △ bigtriangledown ▽ Cap ⋒ Cup ⋓
            """
        ),
        (
            .relation,
            """
            lt < gt > le ≤ leq ≤ leqslant ⩽ ge ≥ geq ≥ geqslant ⩾ leqq ≦ geqq ≧ ne ≠ neq ≠ equiv ≡ sim ∼ simeq ≃ approx ≈
            approxeq ≊ thickapprox ≈ thicksim ∼ cong ≅ propto ∝ varpropto ∝ asymp ≍ doteq ≐ doteqdot ≑ triangleq ≜
            coloneqq ≔ Coloneqq ⩴ eqqcolon ≕ coloneq ≔ eqcolon ≕ dblcolon ∷ vcentcolon ∶ ratio ∶ in ∈ notin ∉ ni ∋ owns ∋ notni ∌ subset ⊂
            subseteq ⊆ subseteqq ⫅ subsetneq ⊊ subsetneqq ⫋ varsubsetneq ⊊ nsubseteq ⊈ supset ⊃ supseteq ⊇ supseteqq ⫆
            supsetneq ⊋ nsupseteq ⊉ Subset ⋐ Supset ⋑ sqsubset ⊏ sqsubseteq ⊑ sqsupset ⊐ sqsupseteq ⊒ prec ≺ preceq ⪯
            preccurlyeq ≼ succ ≻ succeq ⪰ succcurlyeq ≽ nprec ⊀ nsucc ⊁ npreceq ⋠ nsucceq ⋡ precsim ≾ succsim ≿ ll ≪
            gg ≫ lll ⋘ ggg ⋙ mid ∣ nmid ∤ shortmid ∣ parallel ∥ nparallel ∦ perp ⟂ vdash ⊢ dashv ⊣ models ⊨ vDash ⊨
            Vdash ⊩ Vvdash ⊪ nvdash ⊬ nvDash ⊭ smile ⌣ frown ⌢ bowtie ⋈ Join ⋈ therefore ∴ because ∵ between ≬ lesssim ≲
            gtrsim ≳ lessgtr ≶ gtrless ≷ lesseqgtr ⋚ gtreqless ⋛ lesseqqgtr ⪋ gtreqqless ⪌ lessapprox ⪅ gtrapprox ⪆
            lessdot ⋖ gtrdot ⋗ nless ≮ ngtr ≯ nleq ≰ nleqslant ≰ ngeq ≱ ngeqslant ≱ lneq ⪇ gneq ⪈ lneqq ≨ gneqq ≩ nsim ≁
            ncong ≇ trianglelefteq ⊴ trianglerighteq ⊵ vartriangleleft ⊲ vartriangleright ⊳ ntriangleleft ⋪
            ntriangleright ⋫ ntrianglelefteq ⋬ backsim ∽ eqcirc ≖ circeq ≗ bumpeq ≏ Bumpeq ≎ fallingdotseq ≒
            risingdotseq ≓ multimap ⊸ pitchfork ⋔ varparallel ∥ to → gets ← leftarrow ← rightarrow → leftrightarrow ↔
            Leftarrow ⇐ Rightarrow ⇒ Leftrightarrow ⇔ longleftarrow ⟵ longrightarrow ⟶ longleftrightarrow ⟷
            Longleftarrow ⟸ Longrightarrow ⟹ Longleftrightarrow ⟺ iff ⟺ implies ⟹ impliedby ⟸ mapsto ↦ longmapsto ⟼ Longmapsto ⟾ mapsfrom ↤
            hookleftarrow ↩ hookrightarrow ↪ leftharpoonup ↼ leftharpoondown ↽ rightharpoonup ⇀ rightharpoondown ⇁
            rightleftharpoons ⇌ leftrightharpoons ⇋ uparrow ↑ downarrow ↓ updownarrow ↕ Uparrow ⇑ Downarrow ⇓
            Updownarrow ⇕ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖ leadsto ⇝ rightsquigarrow ⇝ leftrightsquigarrow ↭
            nleftarrow ↚ nrightarrow ↛ nleftrightarrow ↮ nLeftarrow ⇍ nRightarrow ⇏ nLeftrightarrow ⇎
            twoheadrightarrow ↠ twoheadleftarrow ↞ rightarrowtail ↣ leftarrowtail ↢ rightrightarrows ⇉ leftleftarrows ⇇
            rightleftarrows ⇄ leftrightarrows ⇆ upuparrows ⇈ downdownarrows ⇊ curvearrowright ↷ curvearrowleft ↶
            circlearrowright ↻ circlearrowleft ↺ dashrightarrow ⇢ dashleftarrow ⇠ Rrightarrow ⇛ Lleftarrow ⇚
            looparrowright ↬ looparrowleft ↫ restriction ↾ upharpoonright ↾ upharpoonleft ↿ rarr → larr ← Rarr ⇒
            """
        ),
        (
            .opening,
            "{ { lbrace { lbrack [ lparen ( langle ⟨ lfloor ⌊ lceil ⌈ lvert | lVert ‖ lgroup ⟮ llbracket ⟦ ulcorner ┌"
        ),
        (
            .closing,
            "} } rbrace } rbrack ] rparen ) rangle ⟩ rfloor ⌋ rceil ⌉ rvert | rVert ‖ rgroup ⟯ rrbracket ⟧ urcorner ┐"
        ),
        (.punctuation, "colon :"),
    ]
    private static let names = """
        sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan arccot log lg ln exp deg dim hom ker arg sgn ctg tg
        sh ch th arctg cosec rank
        """
    private static let limits = """
        lim lim max max min min sup sup inf inf det det gcd gcd lcm lcm Pr Pr limsup lim_sup liminf lim_inf argmax arg_max
        argmin arg_min injlim inj_lim projlim proj_lim plim plim
        """
    private static let accents = """
        hat ^ bar ¯ vec → tilde ~ dot ˙ ddot ¨ dddot ⃛ check ˇ breve ˘ acute ´ grave ` mathring ˚
        """
    private static let wideAccents = """
        widehat ^ widetilde ~ widecheck ˇ overline ‾ overbrace ⏞ overrightarrow → overleftarrow ← overleftrightarrow ↔
        overparen ⏜ overbracket ⎴ Overrightarrow ⇒ wideparen ⏜ overgroup ⏠
        """
    private static let underAccents = """
        underline _ underbrace ⏟ underrightarrow → underleftarrow ← underleftrightarrow ↔ underparen ⏝ underbracket ⎵
        utilde ~ undergroup ⏡ underbar _
        """
    private static let longArrows = """
        xrightarrow → xleftarrow ← xleftrightarrow ↔ xRightarrow ⇒ xLeftarrow ⇐ xLeftrightarrow ⇔ xmapsto ↦ xlongequal =
        xhookrightarrow ↪ xhookleftarrow ↩ xrightharpoonup ⇀ xrightharpoondown ⇁ xrightleftharpoons ⇌
        """
    private static let spaces = """
        , .1667 thinspace .1667 : .2222 > .2222 medspace .2222 ; .2778 thickspace .2778 ! -.1667 negthinspace -.1667
        negmedspace -.2222 negthickspace -.2778 quad 1 qquad 2 enspace .5 enskip .5 space .25 nobreakspace .25
        """
    private static let sizes = "big 1.2 Big 1.8 bigg 2.4 Bigg 3"
    private static let enclosures = """
        boxed box cancel updiagonalstrike bcancel downdiagonalstrike xcancel updiagonalstrike_downdiagonalstrike
        sout horizontalstrike
        """
    private static let alphabets = """
        mathrm upright mathup upright mathbf bold bold bold boldsymbol boldItalic bm boldItalic pmb boldItalic mathit italic
        mathnormal italic mathbb doubleStruck Bbb doubleStruck mathcal script mathscr script mathfrak fraktur frak fraktur
        mathsf sans mathtt mono
        """
    private static let alphabetSwitches = "rm upright bf bold it italic cal script scr script sf sans tt mono"
    private static let romanTexts = "text textrm textnormal textup textmd mbox hbox"
    private static let texts = "textbf b textit i emph i textsl i texttt t textsf s"
    private static let ignored = """
        nonumber notag relax allowbreak nobreak mathstrut strut * / - displaylimits hfill global long
        tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge
        """
    private static let ignoredWithArgument = "label vspace require"
    private static let other: [String: FormulaCommand] = [
        " ": .space(0.25), "frac": .fraction(hasLine: true, isDisplay: nil, fences: ""),
        "dfrac": .fraction(hasLine: true, isDisplay: true, fences: ""),
        "cfrac": .fraction(hasLine: true, isDisplay: true, fences: ""),
        "tfrac": .fraction(hasLine: true, isDisplay: false, fences: ""),
        "binom": .fraction(hasLine: false, isDisplay: nil, fences: "()"),
        "dbinom": .fraction(hasLine: false, isDisplay: true, fences: "()"),
        "tbinom": .fraction(hasLine: false, isDisplay: false, fences: "()"),
        "over": .infix(hasLine: true, fences: ""), "atop": .infix(hasLine: false, fences: ""),
        "choose": .infix(hasLine: false, fences: "()"), "brack": .infix(hasLine: false, fences: "[]"),
        "brace": .infix(hasLine: false, fences: "{}"), "displaystyle": .style(isDisplay: true, level: 0),
        "textstyle": .style(isDisplay: false, level: 0), "scriptstyle": .style(isDisplay: false, level: 1),
        "scriptscriptstyle": .style(isDisplay: false, level: 2),
    ]

    /// Commands that stand for others.
    static let macros = #"""
        \newcommand\abs[1]{\left|#1\right|} \newcommand\norm[1]{\left\|#1\right\|} \newcommand\set[1]{\{#1\}}
        \newcommand\bra[1]{\langle{#1}|} \newcommand\ket[1]{|{#1}\rangle} \newcommand\braket[1]{\langle{#1}\rangle}
        \newcommand\Bra[1]{\left\langle#1\right|} \newcommand\Ket[1]{\left|#1\right\rangle}
        \newcommand\Braket[1]{\left\langle#1\right\rangle} \newcommand\Set[1]{\left\{#1\right\}}
        \newcommand\cancelto[2]{\cancel{#2}^{#1}} \newcommand\fbox[1]{\boxed{\text{#1}}}
        \newcommand\colorbox[2]{\text{#2}} \newcommand\fcolorbox[3]{\fbox{#3}} \newcommand\bbox[2][]{{#2}}
        \newcommand\nicefrac[2]{{#1}/{#2}} \newcommand\sfrac[2]{{#1}/{#2}}
        \newcommand\operatornamewithlimits{\operatorname*} \newcommand\ensuremath[1]{{#1}}
        \newcommand\varinjlim{\operatorname*{\underrightarrow{\lim}}}
        \newcommand\varprojlim{\operatorname*{\underleftarrow{\lim}}}
        \newcommand\varlimsup{\operatorname*{\overline{\lim}}}
        \newcommand\varliminf{\operatorname*{\underline{\lim}}}
        \newcommand\mathclap[1]{{#1}} \newcommand\mathllap[1]{{#1}} \newcommand\mathrlap[1]{{#1}}
        \newcommand\llap[1]{{#1}} \newcommand\rlap[1]{{#1}} \newcommand\smash[2][]{{#2}}
        \newcommand\pmod[1]{\hspace{0.444em}(\text{mod}\hspace{0.333em}#1)} \newcommand\pod[1]{\hspace{0.444em}(#1)}
        \newcommand\bmod{\hspace{0.222em}\text{mod}\hspace{0.222em}}
        \newcommand\mod{\hspace{0.667em}\text{mod}\hspace{0.333em}}
        \newcommand\LaTeX{\text{LaTeX}} \newcommand\TeX{\text{TeX}}
        """#
}
