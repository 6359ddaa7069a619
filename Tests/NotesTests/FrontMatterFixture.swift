/// Documents in the subset with what PyYAML's BaseLoader makes of them, which knows no types but text.
///
/// They were made at random, by a script that writes every style of scalar and collection with comments, blank lines
/// and odd spacing. `%%` parts two documents, `%=` a document from its value, which is JSON, cut into pieces between
/// `%` and `|`; `·` is a space at the end of a line, `⇥` a tab.
enum FrontMatterFixture {
    /// The documents and their values.
    static var cases: [(yaml: String, json: String)] {
        table.components(at: "\n%%\n").map { text in
            let parts = text.components(at: "\n%=\n")
            let yaml = visible(parts[0])
            let json = parts[1].split(separator: "\n").map { $0.dropFirst().dropLast() }.joined()
            return (yaml, visible(json))
        }
    }

    private static func visible(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "·" ? " " : $0 == "⇥" ? "\t" : $0 }))
    }

    private static let table = ##"""
        # comment
        -k9 : "  lead·
            k: v

           more" # note
        # end

        %=
        %{"-k9":"  lead k: v\nmore"}|
        %%
        a.b40 : {"a: b": {  }, q: (p),}  # a: b

        %=
        %{"a.b40":{"a: b":{},"q":"(p)"}}|
        %%
        a#b27: |+ #
          http://example.org/a#b
          end··
          m@n

          żółw

        żółć16 :  007 #

        %=
        %{"a#b27":"http://example.org/a#b\nend  \nm@n\n\nżółw\n\n","żółć16":"007"}|
        %%
        #c
        two words: #
            q? : |4
                it's
                <tag>
                ~


        %=
        %{"two words":{"q?":"it's\n<tag>\n~\n"}}|
        %%
        #c
        żółć28:   -x #
        'it''s': "\x20a&b say \"so\"" #
        a#b69:  x#y


        %=
        %{"żółć28":"-x","it's":" a&b say \"so\"","a#b69":"x#y"}|
        %%
        Key85: |+ #
          alpha
          2024-05-01
          x#y
          d.e



        q?45: ''
        a-b: "  50% 50% a:b"
        żółć78: >
          # no comment
             back\slash




        %=
        %{"Key85":"alpha\n2024-05-01\nx#y\nd.e\n\n\n\n","q?45":"","a-b":"  50% 50% a:b","żółć78":"# no co|
        %mment\n   back\\slash\n"}|
        %%
        's q' :  {a.b: ["", 1.50, [ "  true \"q\" \\" ] ],'it''s',żółć: x=y }
        Key90: # note
           a - b


        %=
        %{"s q":{"a.b":["","1.50",["  true \"q\" \\"]],"it's":"","żółć":"x=y"},"Key90":"a - b"}|
        %%
        a.b : | #

          a - b
        t45: |  # a: b
           - x



        %=
        %{"a.b":"\na - b\n","t45":"- x\n"}|
        %%
        t36: "\\ null a:b"
        żółć57:  (p)
        a#b72 :  first

           - dash·
         it:is··
            [b·

        %=
        %{"t36":"\\ null a:b","żółć57":"(p)","a#b72":"first\n- dash it:is [b"}|
        %%

        a.b36: '日記 m@n 2024-05-01' #
        %=
        %{"a.b36":"日記 m@n 2024-05-01"}|
        %%


        q?: >-

         'q
         c*d

         [f

        %=
        %{"q?":"\n'q c*d\n[f"}|
        %%
        k89: { n151: alpha }
        # comment
        x/y: >-
            # no comment
            007

            m@n
             back\slash



        %=
        %{"k89":{"n151":"alpha"},"x/y":"# no comment 007\nm@n\n back\\slash"}|
        %%
        a.b81 :  # a: b
            żółć: |+
              tab⇥in
              ~
               -x
              http://example.org/a#b


        n1: '-x back\slash'  # a: b

        %=
        %{"a.b81":{"żółć":"tab\tin\n~\n -x\nhttp://example.org/a#b\n\n\n"},"n1":"-x back\\slash"}|
        %%

        (z) : null  # a: b
        -k67:  "- d" # 'x
        k:  # 'x
        # end

        %=
        %{"(z)":"null","-k67":"- d","k":""}|
        %%
        (z)19:
           t: # 'x
             - |
                 back\slash

                 null
                  007


           two words58: # 'x
        #c
           -k95: '    alpha '''


        %=
        %{"(z)19":{"t":["back\\slash\n\nnull\n 007\n"],"two words58":"","-k95":"    alpha '"}}|
        %%


        a-b85:
          -   one two
              & amp··
           & amp··
             more·
          - { } #
        q?4: ''  # a: b

        %=
        %{"a-b85":["one two & amp & amp more",{}],"q?4":""}|
        %%
        's q' : p/q # 'x
        # comment
        Key4: "two # x
        ·
            k: v·
            - d
            k: v "  # a: b


        %=
        %{"s q":"p/q","Key4":"two # x\nk: v - d k: v "}|
        %%
        # comment
        "a: b":
            - >-3 #
               null
               -x
               http://example.org/a#b



        %=
        %{"a: b":["null -x http://example.org/a#b"]}|
        %%
        "d q": {
            a.b }
        -k5 : >1

           (p)
        -k : ''
        %=
        %{"d q":{"a.b":""},"-k5":"\n  (p)\n","-k":""}|
        %%
        "d q": { a.b66: "e! it's" }


        's q' :   [ { -k: ""},日記 ,1.50  ] # 'x
        żółć54 :

        n1: yes
        # end

        %=
        %{"d q":{"a.b66":"e! it's"},"s q":[{"-k":""},"日記","1.50"],"żółć54":"","n1":"yes"}|
        %%
        a-b58: one two
          'q
        #c
        -k:  x=y
        k31: [ yes, c*d]
        Key64: "\\ \\ ~" # note

        %=
        %{"a-b58":"one two 'q","-k":"x=y","k31":["yes","c*d"],"Key64":"\\ \\ ~"}|
        %%
        # comment
        q?: >+
           http://example.org/a#b
        # comment
        'it''s': [ d.e

         ,null,null,null·

          ]
        żółć: "two # x
           \ x
            - d "


        %=
        %{"q?":"http://example.org/a#b\n","it's":["d.e","null","null","null"],"żółć":"two # x  x - d "}|
        %%
        t:   first

            & amp

           'q··
          & amp·
        # end

        %=
        %{"t":"first\n& amp\n'q & amp"}|
        %%
        x/y95: # 'x
        -
          -   true
        - "  lead

         k: v
        ··
           # no" #
        -   { 's q': a&b, k: say "so"}

        %=
        %{"x/y95":[["true"],"  lead\nk: v\n# no",{"s q":"a&b","k":"say \"so\""}]}|
        %%
        # comment
        q?74: [ 12:30 ]
        Key: ["x=y" ] # note
        "a: b":  # 'x


        %=
        %{"q?74":["12:30"],"Key":["x=y"],"a: b":""}|
        %%
        x/y72: |+
            1.50
        żółć72: ' [x] ~ \' # 'x
        "d q" : #
        a-b: x=y


        %=
        %{"x/y72":"1.50\n","żółć72":" [x] ~ \\","d q":"","a-b":"x=y"}|
        %%

        a-b47 : # 'x
         "& e"
        Key : >


        %=
        %{"a-b47":"& e","Key":""}|
        %%
        #c
        "d q": >
            true

        # end

        %=
        %{"d q":"true\n"}|
        %%
        's q' : # note
           a-b99: |- # 'x
              say "so"
           a#b48: a:b
           q?16: { k90: { k85: [1.50 , http://example.org/a#b, <tag>, true],} }
        (z)74: [ ]

        %=
        %{"s q":{"a-b99":"say \"so\"","a#b48":"a:b","q?16":{"k90":{"k85":["1.50","http://example.org/a#b"|
        %,"<tag>","true"]}}},"(z)74":[]}|
        %%
        's q': |1 # note
         back\slash


         true
        żółć : >-  # a: b
         null
         d.e

         -x

        k29: [ sp: true,'',yes,null ]

        %=
        %{"s q":"back\\slash\n\n\ntrue\n","żółć":"null d.e\n-x","k29":[{"sp":"true"},"","yes","null"]}|
        %%


        (z): |+
          # no comment
          x=y
          say "so"


        a-b: >+ # 'x


        t81: ""
        #c
        t: 'yes'

        %=
        %{"(z)":"# no comment\nx=y\nsay \"so\"\n\n\n","a-b":"\n\n","t81":"","t":"yes"}|
        %%
        #c
        two words: { q: ' a&b yes - d', a.b75: http://example.org/a#b } #

        a#b74:  ["~" , ""
            ] # 'x

        %=
        %{"two words":{"q":" a&b yes - d","a.b75":"http://example.org/a#b"},"a#b74":["~",""]}|
        %%
        a-b46: "a: b·

            \ x
        ····
           - d·
           more " # note

        %=
        %{"a-b46":"a: b\n x\n- d more "}|
        %%
        "a: b":   ' c*d 2024-05-01' # 'x
        -k:   ''
        n1 : >-
         beta two
            日記


        %=
        %{"a: b":" c*d 2024-05-01","-k":"","n1":"beta two\n   日記"}|
        %%
        'it''s': 'back\slash' # note

        %=
        %{"it's":"back\\slash"}|
        %%
        "a: b": {a-b7:,'s q': '50%' ,'it''s': { k62: '' }} # note
        "d q": true

        %=
        %{"a: b":{"a-b7":"","s q":"50%","it's":{"k62":""}},"d q":"true"}|
        %%
        #c
        q? : beta two
        żółć: > # 'x

           12:30
           it's
           2024-05-01



        %=
        %{"q?":"beta two","żółć":"\n12:30 it's 2024-05-01\n"}|
        %%
        k42: back\slash
        "d q" :
        a.b: {a.b: '\', q47: c*d , a.b43, a-b: 日記  }
        %=
        %{"k42":"back\\slash","d q":"","a.b":{"a.b":"\\","q47":"c*d","a.b43":"","a-b":"日記"}}|
        %%

        'it''s' : { żółć63: true, 'it''s': p/q , } # note
        n1:·


        a.b39 : x
           [b
         it:is
          more

        %=
        %{"it's":{"żółć63":"true","it's":"p/q"},"n1":"","a.b39":"x [b it:is more"}|
        %%
        "d q": [null ,'http://example.org/a#b','  p/q żółw',{ "a: b": p/q ,},] # note

        %=
        %{"d q":["null","http://example.org/a#b","  p/q żółw",{"a: b":"p/q"}]}|
        %%
        x/y36: |+
         1.50
         d.e

        %=
        %{"x/y36":"1.50\nd.e\n"}|
        %%
        t32: ' c*d say "so" & e'
        #c
        n1:   'x=y  '
        #c
        two words47: '日記' # 'x


        %=
        %{"t32":" c*d say \"so\" & e","n1":"x=y  ","two words47":"日記"}|
        %%
        'it''s':   one two
           & amp··
        "a: b":  1.50
        (z):   { 's q': '|'

            , q: 'a&b a - b 50%', "a: b": (p)

          , (z)30: x#y # c, ]
          }
        # end

        %=
        %{"it's":"one two & amp","a: b":"1.50","(z)":{"s q":"|","q":"a&b a - b 50%","a: b":"(p)","(z)30":|
        %"x#y"}}|
        %%
        #c
        żółć: > # 'x
           007
           1.50
        Key76: >  # a: b
         d.e
          yes
         2024-05-01


        a#b:  # note
        #c
        t63 :  # a: b
         żółć0 :

        %=
        %{"żółć":"007 1.50\n","Key76":"d.e\n yes\n2024-05-01\n","a#b":"","t63":{"żółć0":""}}|
        %%
        two words20: |
         'q



        n170:  yes # 'x
        q?23 : {  } #
        # end

        %=
        %{"two words20":"'q\n","n170":"yes","q?23":{}}|
        %%
        -k10: {
            } # 'x
        a.b45:   { 'it''s': [] , -k: { 's q': a&b}  }


        %=
        %{"-k10":{},"a.b45":{"it's":[],"-k":{"s q":"a&b"}}}|
        %%
        t22: >+ # note
         (p)
            007
         it's
        k77:·
        t6 : first
           it:is

           [b
           last, one·

        %=
        %{"t22":"(p)\n   007\nit's\n","k77":"","t6":"first it:is\n[b last, one"}|
        %%
        # comment
        's q': "a: b \x09 '"


        x/y: |
         1.50
         end··
         back\slash
         <tag>



        %=
        %{"s q":"a: b \t '","x/y":"1.50\nend  \nback\\slash\n<tag>\n"}|
        %%
        "d q": >+ # note
            żółw
            'q

        'it''s': ' \ a:b'
        k : back\slash
        # end

        %=
        %{"d q":"żółw 'q\n\n","it's":" \\ a:b","k":"back\\slash"}|
        %%
        k: #
          - -k:
               "d q": {
                 's q': <tag>
                 } # 'x
        #c
               a.b65: back\slash
            x/y85 : # 'x

        %=
        %{"k":[{"-k":{"d q":{"s q":"<tag>"},"a.b65":"back\\slash"},"x/y85":""}]}|
        %%
        #c
        a#b: { two words30: x#y,

          -k1: a&b
          }
        (z)89: |+

         http://example.org/a#b
         a - b

        %=
        %{"a#b":{"two words30":"x#y","-k1":"a&b"},"(z)89":"\nhttp://example.org/a#b\na - b\n"}|
        %%
        a#b95: { t: ' ',
          's q': [[ say "so" ] # c, ]
           , x#y ],
          n167: [yes]

         ,
          x/y78: 日記
            }
        's q': [ { k: a&b , a#b83: }, e! ]

        %=
        %{"a#b95":{"t":" ","s q":[["say \"so\""],"x#y"],"n167":["yes"],"x/y78":"日記"},"s q":[{"k":"a&b","a|
        %#b83":""},"e!"]}|
        %%
        (z)49: [  ]
        #c
        -k: 'beta two'
        x/y33: [  ]
        #c
        Key: >-
          beta two
          (p)
          # no comment
          a - b
        %=
        %{"(z)49":[],"-k":"beta two","x/y33":[],"Key":"beta two (p) # no comment a - b"}|
        %%
        two words60 : {}
        # comment
        "d q" : yes

        %=
        %{"two words60":{},"d q":"yes"}|
        %%
        #c
        a.b34: #
        - " & e m@n {y}"
        -   x=y
        a-b36: |
            # no comment
            # no comment


        %=
        %{"a.b34":[" & e m@n {y}","x=y"],"a-b36":"# no comment\n# no comment\n"}|
        %%
        's q':
          - [yes,{·

             },{
              n1: 12:30}," d.e a:b http://example.org/a#b" ]
        n1 : 'two # x
           y ' # 'x

        %=
        %{"s q":[["yes",{},{"n1":"12:30"}," d.e a:b http://example.org/a#b"]],"n1":"two # x y "}|
        %%
        #c
        żółć:
          two words: ''
          k :
            two words38 : 'beta two , '

        %=
        %{"żółć":{"two words":"","k":{"two words38":"beta two , "}}}|
        %%
        a-b59: |

         e!
         tab⇥in
         say "so"
         a: b

        t41 :·

        %=
        %{"a-b59":"\ne!\ntab\tin\nsay \"so\"\na: b\n","t41":""}|
        %%
        a-b89: |  # a: b


         a: b




        (z)53 : {  } # note

        %=
        %{"a-b89":"\n\na: b\n","(z)53":{}}|
        %%
        n155 : 007 #
        #c
        "d q": # 'x
        #c
        a-b: [{  }, '  ,  c*d', alpha , ]


        %=
        %{"n155":"007","d q":"","a-b":[{},"  ,  c*d","alpha"]}|
        %%


        a-b26: #
          Key: [ "beta two", a&b ] # note

          "a: b" :  '-x' # 'x
        n1: first
         it:is
        #c
        "a: b": "c*d beta two # c"
        # end

        %=
        %{"a-b26":{"Key":["beta two","a&b"],"a: b":"-x"},"n1":"first it:is","a: b":"c*d beta two # c"}|
        %%
        #c
        a-b45:  "  <tag> \u65e5\u8a18"

        %=
        %{"a-b45":"  <tag> 日記"}|
        %%
        a#b: [

          http://example.org/a#b, # c, ]
          1.50
          ]
        t: "  ~ 2024-05-01 |"
        's q': 日記 # note
        a#b65: 日記  # a: b

        %=
        %{"a#b":["http://example.org/a#b","1.50"],"t":"  ~ 2024-05-01 |","s q":"日記","a#b65":"日記"}|
        %%

        'it''s': c*d


        "a: b": "two # x·
        ····
          # no "
        # end

        %=
        %{"it's":"c*d","a: b":"two # x\n# no "}|
        %%
        "a: b":  ['e! (p)' # c, ]
        ···
           ]  # a: b
        # end

        %=
        %{"a: b":["e! (p)"]}|
        %%
        n141: first

          - dash
        x/y:
          two words45 : >
              e!
              yes
        ·


        "d q": "a - b"


        -k20: 'a: b
            # no
          # no'  # a: b


        %=
        %{"n141":"first\n- dash","x/y":{"two words45":"e! yes\n"},"d q":"a - b","-k20":"a: b # no # no"}|
        %%
        "d q" : |
           -x

           c*d
           end··
        #c
        Key45 :
        # end

        %=
        %{"d q":"-x\n\nc*d\nend  \n","Key45":""}|
        %%


        a.b99: { Key: {-k84: -x}, q:, 's q': '# c alpha c*d', Key81:}
        Key: x=y


        a#b39: | # 'x
            2024-05-01
             a:b


        t : >- # note
         e!
          50%


        %=
        %{"a.b99":{"Key":{"-k84":"-x"},"q":"","s q":"# c alpha c*d","Key81":""},"Key":"x=y","a#b39":"2024|
        %-05-01\n a:b\n","t":"e!\n 50%"}|
        %%
        two words: >  # a: b
         beta two
         'q
         a&b
         'q
         (p)

        %=
        %{"two words":"beta two 'q a&b 'q (p)\n"}|
        %%
        # comment
        "a: b":  # a: b

        %=
        %{"a: b":""}|
        %%

        's q': [alpha, beta two ]

        %=
        %{"s q":["alpha","beta two"]}|
        %%


        (z): ' -x e!'
        # end

        %=
        %{"(z)":" -x e!"}|
        %%
        # comment
        a.b : { # c, ]
            k0: a - b }  # a: b


        %=
        %{"a.b":{"k0":"a - b"}}|
        %%
        q?94: 日記 # 'x
        #c
        two words47: [ ] # 'x


        %=
        %{"q?94":"日記","two words47":[]}|
        %%
        t64: beta two # 'x
        # end

        %=
        %{"t64":"beta two"}|
        %%
        x/y1: |+4  # a: b
            end··
            日記
            yes
            end··



        %=
        %{"x/y1":"end  \n日記\nyes\nend  \n\n\n"}|
        %%
        #c
        's q':   ''
        t :   a&b

        k89 : [ 12:30]

        %=
        %{"s q":"","t":"a&b","k89":["12:30"]}|
        %%
        k60: 50% #
        t :·

        k25: {  } # 'x
        a.b94: | #



        %=
        %{"k60":"50%","t":"","k25":{},"a.b94":""}|
        %%

        (z)41 :   (p) # 'x
        żółć24:  # a: b
           '  # c "q" żółw'
        # comment
        's q': "& e"
        k: [x=y ]

        %=
        %{"(z)41":"(p)","żółć24":"  # c \"q\" żółw","s q":"& e","k":["x=y"]}|
        %%


        two words77:   [''

          ,żółw
          ] # note

        %=
        %{"two words77":["","żółw"]}|
        %%
        #c
        n1:
          a-b: [ back\slash
             ,]
        a.b: { "a: b": '  e! {y} yes', q14: '  alpha c*d', two words: " null [x] a:b", }
        # end

        %=
        %{"n1":{"a-b":["back\\slash"]},"a.b":{"a: b":"  e! {y} yes","q14":"  alpha c*d","two words":" nul|
        %l [x] a:b"}}|
        %%

        q?: " {y} null"


        x/y32: [  ] # 'x
        # end

        %=
        %{"q?":" {y} null","x/y32":[]}|
        %%
        k32: [null,a:b ,
          ] # note

        %=
        %{"k32":["null","a:b"]}|
        %%
        # comment
        two words: [<tag> , 'p/q -x' , [m@n], ] # 'x
        Key : #
        - >

         a: b
         ⇥t
         a: b
        - [  ]

        %=
        %{"two words":["<tag>","p/q -x",["m@n"]],"Key":["\na: b\n\tt\na: b\n",[]]}|
        %%


        q?: #

        a-b : >  # a: b
            a:b
            tab⇥in
        #c
        "d q" :
          <tag>
        t: "" # 'x
        %=
        %{"q?":"","a-b":"a:b tab\tin\n","d q":"<tag>","t":""}|
        %%
        n124: http://example.org/a#b #

        %=
        %{"n124":"http://example.org/a#b"}|
        %%
        Key: "one
            \ x

           - d·
         more "  # a: b

        %=
        %{"Key":"one  x\n- d more "}|
        %%
        x/y: # 'x
            a-b: -x

        %=
        %{"x/y":{"a-b":"-x"}}|
        %%
        #c
        a-b26: # note

        two words: ~ #


        'it''s': [ "null",1.50,a:b,[{
         'it''s': c*d
            }]]
        x/y8 : 50%
        # end

        %=
        %{"a-b26":"","two words":"~","it's":["null","1.50","a:b",[{"it's":"c*d"}]],"x/y8":"50%"}|
        %%
        -k :
          ' e! 50%'
        a.b: it's #


        %=
        %{"-k":" e! 50%","a.b":"it's"}|
        %%
        "d q":
          - ''
          - { -k: '日記' , n177, "a: b": c*d, a#b4: 1.50  }
          - e! # 'x


        a#b35 : d.e
        a.b38 : |-
           <tag>
        'it''s' :
           q?: [  ]
        %=
        %{"d q":["",{"-k":"日記","n177":"","a: b":"c*d","a#b4":"1.50"},"e!"],"a#b35":"d.e","a.b38":"<tag>",|
        %"it's":{"q?":[]}}|
        %%
        (z)47: #
          "a: b":  { "d q": null, 's q': } #
          t31 :  'beta two' # 'x
        a#b: ' d.e x=y a:b'  # a: b
        "a: b": >-
           żółw

        %=
        %{"(z)47":{"a: b":{"d q":"null","s q":""},"t31":"beta two"},"a#b":" d.e x=y a:b","a: b":"żółw"}|
        %%
        k:
        "d q":  [2024-05-01, "\x09 it's 😀"]

        %=
        %{"k":"","d q":["2024-05-01","\t it's 😀"]}|
        %%
        # comment
        'it''s' :   alpha

        %=
        %{"it's":"alpha"}|
        %%
        # comment
        'it''s':  # a: b
           "d q": |+
             [f



           a#b8: >
             beta two
             http://example.org/a#b


        "d q" : ~

        k62:  back\slash


        %=
        %{"it's":{"d q":"[f\n\n\n\n","a#b8":"beta two http://example.org/a#b\n"},"d q":"~","k62":"back\\s|
        %lash"}|
        %%
        # comment
        "a: b":
         a.b89: |+
            back\slash
            żółw

         n127 :  { n187: x#y # c, ]
        ··
          }  # a: b

        %=
        %{"a: b":{"a.b89":"back\\slash\nżółw\n\n","n127":{"n187":"x#y"}}}|
        %%
        a-b68 : one two
          - dash
          & amp··
        %=
        %{"a-b68":"one two - dash & amp"}|
        %%
        a.b:
          (z) :
        a-b: true

        %=
        %{"a.b":{"(z)":""},"a-b":"true"}|
        %%
        (z)55: { n1: '  50% back\slash', żółć: "", "d q": 'a:b' }
        %=
        %{"(z)55":{"n1":"  50% back\\slash","żółć":"","d q":"a:b"}}|
        %%
        k: >3 # 'x
           007
        (z) : {q: 1.50 , a#b: "~ c*d true" } #
        %=
        %{"k":"007\n","(z)":{"q":"1.50","a#b":"~ c*d true"}}|
        %%
        x/y99: "
           - d·
         k: v"
        -k82:  [ "{y}" ]
        a-b:
          x/y: x=y

          -k :
             ""
        "a: b" : żółw # note

        %=
        %{"x/y99":" - d k: v","-k82":["{y}"],"a-b":{"x/y":"x=y","-k":""},"a: b":"żółw"}|
        %%
        żółć:   [ sp: (p), 007, ' - d \ ~', ] # note
        's q': {
            "d q": } #
        a#b71:  -x
        'it''s': 50%
        # end

        %=
        %{"żółć":[{"sp":"(p)"},"007"," - d \\ ~"],"s q":{"d q":""},"a#b71":"-x","it's":"50%"}|
        %%
        (z)66:   "x=y \u017cółw '" # note
        x/y: alpha
        two words :
        a-b:   (p)  # a: b


        %=
        %{"(z)66":"x=y żółw '","x/y":"alpha","two words":"","a-b":"(p)"}|
        %%
        # comment
        'it''s':  { a.b: ' <tag> |' }
        -k16: #
            t : [ ]
        -k78:  "(p)"
        # end

        %=
        %{"it's":{"a.b":" <tag> |"},"-k16":{"t":[]},"-k78":"(p)"}|
        %%
        żółć : [ sp: http://example.org/a#b,http://example.org/a#b ]


        x/y:


        %=
        %{"żółć":[{"sp":"http://example.org/a#b"},"http://example.org/a#b"],"x/y":""}|
        %%
        x/y36 :  "50% a: b\x20日\u8a18"
        %=
        %{"x/y36":"50% a: b 日記"}|
        %%
        # comment
        two words:  # a: b


        a.b : >- # 'x
          a:b


        %=
        %{"two words":"","a.b":"a:b"}|
        %%
        'it''s': >  # a: b
           007

           yes
           12:30
        a-b60: |

          (p)

          x#y
          (p)

        Key4:   " null -x a - b"
        #c
        a-b: |- # 'x
          [f



        %=
        %{"it's":"007\nyes 12:30\n","a-b60":"\n(p)\n\nx#y\n(p)\n","Key4":" null -x a - b","a-b":"[f"}|
        %%
        żółć: { (z): 日記, -k: ""  }
        a.b : # note
            -  [sp: (p) , ~ ]
        "a: b": null #
        %=
        %{"żółć":{"(z)":"日記","-k":""},"a.b":[[{"sp":"(p)"},"~"]],"a: b":"null"}|
        %%
        żółć38: first
           [b·
            it:is·


        %=
        %{"żółć38":"first [b it:is"}|
        %%
        -k94: #
           żółć4 : 'one·
             k: v'
           'it''s' : [  ] # 'x

           (z)35: { "a: b": (p),t36: 50%,(z)23: 日記 ,'it''s' }  # a: b
        "d q":
           e!
        # end

        %=
        %{"-k94":{"żółć4":"one k: v","it's":[],"(z)35":{"a: b":"(p)","t36":"50%","(z)23":"日記","it's":""}}|
        %,"d q":"e!"}|
        %%
        żółć38:  [say "so","c*d" # c, ]
         ,say "so",
           ] #

        %=
        %{"żółć38":["say \"so\"","c*d","say \"so\""]}|
        %%
        k: # 'x
        k97: |2-
          x#y


          (p)


        %=
        %{"k":"","k97":"x#y\n\n\n(p)"}|
        %%
        t : '
           - d·
           more·

         more '

        %=
        %{"t":" - d more\nmore "}|
        %%
        #c
        a-b : 50%
        a-b76 : |-

        # comment
        's q':
           'a: b'


        %=
        %{"a-b":"50%","a-b76":"","s q":"a: b"}|
        %%
        t44: |  # a: b
         50%
           <tag>
            2024-05-01


        q?: {

        ·

            }
        #c
        's q' : p/q #
        t:  "  \t http://example.org/a#b (p)"

        %=
        %{"t44":"50%\n  <tag>\n   2024-05-01\n","q?":{},"s q":"p/q","t":"  \t http://example.org/a#b (p)"|
        %}|
        %%
        (z)89:   'alpha say "so" x=y'
        Key :   {a#b: it's} #
        "d q": |+2
             a - b
        %=
        %{"(z)89":"alpha say \"so\" x=y","Key":{"a#b":"it's"},"d q":"   a - b"}|
        %%
        -k55 : |


        q?3:
           007

        %=
        %{"-k55":"","q?3":"007"}|
        %%
        #c
        's q': null # note


        %=
        %{"s q":"null"}|
        %%
        a.b: '  yes d.e 1.50'  # a: b
        %=
        %{"a.b":"  yes d.e 1.50"}|
        %%
        (z)28 : |-1
         beta two
         ~
         x=y
         back\slash

        %=
        %{"(z)28":"beta two\n~\nx=y\nback\\slash"}|
        %%
        (z)89: 12:30
        żółć56: http://example.org/a#b #
        # comment
        -k :  http://example.org/a#b

        %=
        %{"(z)89":"12:30","żółć56":"http://example.org/a#b","-k":"http://example.org/a#b"}|
        %%

        'it''s': #
          "😀"
        "d q": [ { 'it''s': 日記

          } # c, ]
         ]
        k : [ # c, ]

           "  ,\x20 \"q\" \t" ] #
        # comment
        żółć54 : { } #
        %=
        %{"it's":"😀","d q":[{"it's":"日記"}],"k":["  ,  \"q\" \t"],"żółć54":{}}|
        %%
        a.b43:
           's q': # 'x
             http://example.org/a#b
           x/y68: x
               & amp··
        x/y55: http://example.org/a#b  # a: b
        # comment
        n1: '  a: b  ' #


        %=
        %{"a.b43":{"s q":"http://example.org/a#b","x/y68":"x & amp"},"x/y55":"http://example.org/a#b","n1|
        %":"  a: b  "}|
        %%
        # comment
        's q':  # a: b

        %=
        %{"s q":""}|
        %%
        n1: '  lead·
         y·
           y' # note
        t78: |
           tab⇥in
        # end

        %=
        %{"n1":"  lead y y","t78":"tab\tin\n"}|
        %%

        "d q": [ sp: p/q, 1.50, "it's", c*d  ]

        %=
        %{"d q":[{"sp":"p/q"},"1.50","it's","c*d"]}|
        %%
        #c
        two words: > # 'x
          tab⇥in
          null
          true
           日記
          ~
        a#b :   x
         more·
        (z): >-  # a: b


        %=
        %{"two words":"tab\tin null true\n 日記\n~\n","a#b":"x more","(z)":""}|
        %%
        "d q": >-
            'q
            50%
        -k:  ~ # note
        q?59: [
          { -k: <tag> # c, ]
           }, e!, -x, ' null \'  ] #
        # end

        %=
        %{"d q":"'q 50%","-k":"~","q?59":[{"-k":"<tag>"},"e!","-x"," null \\"]}|
        %%
        two words :   # a: b
        k :
         -k10: # 'x
         "d q" : > # note
            a - b
         n1: [ '  {y} -x' ]

        %=
        %{"two words":"","k":{"-k10":"","d q":"a - b\n","n1":["  {y} -x"]}}|
        %%
        (z): beta two  # a: b
        #c
        q?76:
        's q': "  alpha 日記" #
        a-b: { żółć} # note
        %=
        %{"(z)":"beta two","q?76":"","s q":"  alpha 日記","a-b":{"żółć":""}}|
        %%
        # comment
        żółć : x
           more··
        a-b58:·
        "a: b": " c*d\x20- d |"
        # end

        %=
        %{"żółć":"x more","a-b58":"","a: b":" c*d - d |"}|
        %%

        żółć70: |-
          tab⇥in
          yes
        Key36:
        # comment
        a#b: [sp: 2024-05-01, ['beta two', ' x#y & e true', ], żółw]

        %=
        %{"żółć70":"tab\tin\nyes","Key36":"","a#b":[{"sp":"2024-05-01"},["beta two"," x#y & e true"],"żół|
        %w"]}|
        %%
        n135: "d.e"  # a: b

        k15: c*d
        's q': { k75:}

        %=
        %{"n135":"d.e","k15":"c*d","s q":{"k75":""}}|
        %%
        a-b34: >- #
         [f
           żółw
        x/y: [[ [ sp: true ] ,x=y], żółw] #
        's q': [yes ,http://example.org/a#b,p/q,'|'  # c, ]
         ] # note

        %=
        %{"a-b34":"[f\n  żółw","x/y":[[[{"sp":"true"}],"x=y"],"żółw"],"s q":["yes","http://example.org/a#|
        %b","p/q","|"]}|
        %%
        'it''s': >1-
         back\slash
         12:30


        %=
        %{"it's":"back\\slash 12:30"}|
        %%
        "d q": >3+
              1.50
           yes

        "a: b" :  {'s q': a&b }
        t65 : { "a: b": it's}

        %=
        %{"d q":"   1.50\nyes\n\n","a: b":{"s q":"a&b"},"t65":{"a: b":"it's"}}|
        %%
        #c
        -k:  {"d q": [ żółw, ]}

        "d q": # note
          -

        %=
        %{"-k":{"d q":["żółw"]},"d q":[""]}|
        %%
        żółć51: > # 'x
         -x

          null
         back\slash


        n1: |-
          http://example.org/a#b
          ~
          żółw
        "d q": " p/q -x"  # a: b


        %=
        %{"żółć51":"-x\n\n null\nback\\slash\n","n1":"http://example.org/a#b\n~\nżółw","d q":" p/q -x"}|
        %%
        t :
            - [ { q: "", x/y51: x#y, a.b, } , back\slash  ]
            # comment
            - >- # note
                a - b
                say "so"
                [f
        t60: >+2
          (p)
          [f


        %=
        %{"t":[[{"q":"","x/y51":"x#y","a.b":""},"back\\slash"],"a - b say \"so\" [f"],"t60":"(p) [f\n\n"}|
        %%
        "a: b": x

           'q··
            - dash
           it:is

        x/y:   ~
        a#b : alpha  # a: b


        %=
        %{"a: b":"x\n'q - dash it:is","x/y":"~","a#b":"alpha"}|
        %%
        # comment
        'it''s' : [say "so", { q: żółw, "d q": 'e! e! yes', a-b: '' , n1: } ]


        %=
        %{"it's":["say \"so\"",{"q":"żółw","d q":"e! e! yes","a-b":"","n1":""}]}|
        %%
        "d q": |- # 'x
            (p)

        a-b4 : ' ,  true' #
        -k22:  # a: b
         "yes"
        # comment
        "a: b":  { }  # a: b
        %=
        %{"d q":"(p)","a-b4":" ,  true","-k22":"yes","a: b":{}}|
        %%
        #c
        żółć86 :
        Key :   "a:b ' a:b"
        's q':
          1.50
        "a: b": # note
           it's

        %=
        %{"żółć86":"","Key":"a:b ' a:b","s q":"1.50","a: b":"it's"}|
        %%
        # comment
        "d q": beta two
        # comment
        k: '' # 'x
        # comment
        a.b:   x=y
        #c
        k23: "  lead·
        ····
           \ x \
          - d·
            more"

        %=
        %{"d q":"beta two","k":"","a.b":"x=y","k23":"  lead\n x - d more"}|
        %%

        k:   it's # 'x
        a#b34:
            'it''s': alpha #
        %=
        %{"k":"it's","a#b34":{"it's":"alpha"}}|
        %%
        q?48: 'd.e' #
        x/y: >-
           x=y


              say "so"

        %=
        %{"q?48":"d.e","x/y":"x=y\n\n\n   say \"so\""}|
        %%
        "d q":  2024-05-01 #


        q?: |
            # no comment
               a - b



        %=
        %{"d q":"2024-05-01","q?":"# no comment\n   a - b\n"}|
        %%
        # comment
        "a: b": ' 50% p/q'
        %=
        %{"a: b":" 50% p/q"}|
        %%
        two words : [a - b,{ k: "-x",q39: "x=y" },]


        %=
        %{"two words":["a - b",{"k":"-x","q39":"x=y"}]}|
        %%
        k86: "12:30 back\\slash"


        %=
        %{"k86":"12:30 back\\slash"}|
        %%
        Key: "a: b \
            - d·
          \ x·
           # no" # note

        a#b: 'żółw'
        "d q": [(p) , '日記', ] #
        "a: b": a - b

        %=
        %{"Key":"a: b - d  x # no","a#b":"żółw","d q":["(p)","日記"],"a: b":"a - b"}|
        %%
        żółć:   back\slash
        # end

        %=
        %{"żółć":"back\\slash"}|
        %%
        a#b41: >
          a: b
            <tag>
          a: b

        Key79: >+  # a: b
         - x

        %=
        %{"a#b41":"a: b\n  <tag>\na: b\n","Key79":"- x\n"}|
        %%
        (z):
          - - first
              & amp
               [b

        %=
        %{"(z)":[["first & amp [b"]]}|
        %%
        # comment
        -k20: '·
         more·
        ···
           more' # note
        "d q": |-2
          beta two

          d.e

        %=
        %{"-k20":" more\nmore","d q":"beta two\n\nd.e"}|
        %%
        #c
        (z)98: #
           k:  12:30 #
           n180: yes
           # comment
           -k:  one two
              [b
            'q··
        's q': [

           ]
        t43: '  lead·

            more '


        %=
        %{"(z)98":{"k":"12:30","n180":"yes","-k":"one two [b 'q"},"s q":[],"t43":"  lead\nmore "}|
        %%
        -k :  [  ]
        n1:   # a: b
        # comment
        a.b71: {'it''s': null}
        x/y : d.e


        %=
        %{"-k":[],"n1":"","a.b71":{"it's":"null"},"x/y":"d.e"}|
        %%
        t: [ 日記, a&b ] # 'x
        two words :
          - [

             ]
          -   ''  # a: b


        a.b: > # note
          żółw
        a#b :   { n158: back\slash, -k: c*d }  # a: b

        %=
        %{"t":["日記","a&b"],"two words":[[],""],"a.b":"żółw\n","a#b":{"n158":"back\\slash","-k":"c*d"}}|
        %%
        's q':
        #c
        x/y : "\"q\" 50%"
        # end

        %=
        %{"s q":"","x/y":"\"q\" 50%"}|
        %%
        # comment
        'it''s' : '1.50 # c' # 'x
        q?89:
            a.b62: >
             m@n
                yes
            # comment
            "d q":   "" # 'x
            "a: b":
        a-b62 :  [ '',007]


        %=
        %{"it's":"1.50 # c","q?89":{"a.b62":"m@n\n   yes\n","d q":"","a: b":""},"a-b62":["","007"]}|
        %%
        a.b: [ sp: <tag>,] # note


        %=
        %{"a.b":[{"sp":"<tag>"}]}|
        %%
        two words68: '  12:30 say "so" [x]' # note
        # comment
        a#b0: "50%"
        q?45: #
        %=
        %{"two words68":"  12:30 say \"so\" [x]","a#b0":"50%","q?45":""}|
        %%
        "a: b":   http://example.org/a#b
        t :  { a#b: "  {y}\x20\u017cółw a:b" }  # a: b
        a-b47:  # a: b
            t:   " -x e! - d"
            's q':   p/q

        %=
        %{"a: b":"http://example.org/a#b","t":{"a#b":"  {y} żółw a:b"},"a-b47":{"t":" -x e! - d","s q":"p|
        %/q"}}|
        %%

        's q':   '  d.e 2024-05-01 alpha' # note
        # end

        %=
        %{"s q":"  d.e 2024-05-01 alpha"}|
        %%
        x/y: #
            q?60:

            a#b68: |-3

               # no comment
        # comment
        n17 : >+2
          m@n
          [f

        # end

        %=
        %{"x/y":{"q?60":"","a#b68":"\n# no comment"},"n17":"m@n [f\n\n"}|
        %%
        #c
        (z)28: |
           (p)
           beta two
           end··
             1.50
           end··
        t95: ~ #

        %=
        %{"(z)28":"(p)\nbeta two\nend  \n  1.50\nend  \n","t95":"~"}|
        %%
        # comment
        x/y:  { two words68: '  | it''s' }  # a: b

        %=
        %{"x/y":{"two words68":"  | it's"}}|
        %%
        a-b: |-
         a: b
         a: b
         a:b
        x/y52:  " 007 \"q\""  # a: b


        %=
        %{"a-b":"a: b\na: b\na:b","x/y52":" 007 \"q\""}|
        %%


        Key: >+ # note
            2024-05-01
              żółw



        żółć: {

           }

        %=
        %{"Key":"2024-05-01\n  żółw\n\n\n\n","żółć":{}}|
        %%

        two words19: '  x=y {y}'
        's q': 2024-05-01
        x/y61:  x

         more
          [b
        x/y: { "d q": '~ yes -x'  }
        %=
        %{"two words19":"  x=y {y}","s q":"2024-05-01","x/y61":"x\nmore [b","x/y":{"d q":"~ yes -x"}}|
        %%
        two words59: # note
         x/y30: # 'x
             q? :  # note
             a#b89:   ~ #
             n151:   # a: b
             -k58: [sp: <tag> ] #

        %=
        %{"two words59":{"x/y30":{"q?":"","a#b89":"~","n151":"","-k58":[{"sp":"<tag>"}]}}}|
        %%
        żółć : x
         & amp·
        "a: b": [ [['2024-05-01' ]]
         , [ [ # c, ]

           "m@n <tag>" ],
            '' ] , ]
        x/y98: first
           more··

        %=
        %{"żółć":"x & amp","a: b":[[["2024-05-01"]],[["m@n <tag>"],""]],"x/y98":"first more"}|
        %%
        #c
        (z)88: '12:30'


        Key20 : [
           sp: 2024-05-01, 007,

            ]
        # comment
        a#b53: |


        (z)62:  { t: { -k95: e! ,x/y: "",t94: p/q }, n1: "", }

        %=
        %{"(z)88":"12:30","Key20":[{"sp":"2024-05-01"},"007"],"a#b53":"","(z)62":{"t":{"-k95":"e!","x/y":|
        %"","t94":"p/q"},"n1":""}}|
        %%
        a#b : [ 日記]
        #c
        a#b19:  true #

        %=
        %{"a#b":["日記"],"a#b19":"true"}|
        %%
        a.b82: 'd.e p/q'
        #c
        a#b22: 12:30 #
        a#b: >3+
           [f
              true
           日記
           (p)
           m@n
        n1 :   back\slash # note


        %=
        %{"a.b82":"d.e p/q","a#b22":"12:30","a#b":"[f\n   true\n日記 (p) m@n\n","n1":"back\\slash"}|
        %%
        -k : a&b  # a: b
        k55: >  # a: b
         http://example.org/a#b




        %=
        %{"-k":"a&b","k55":"http://example.org/a#b\n"}|
        %%
        a-b19: [ '{y} back\slash', ]
        k62:   yes
        # comment
        "d q":   say "so"
        (z)45 : true

        %=
        %{"a-b19":["{y} back\\slash"],"k62":"yes","d q":"say \"so\"","(z)45":"true"}|
        %%
        Key34:
        - { # c, ]
         (z): say "so", two words: <tag>, 's q': ~ }
        -   {  } # note
        #c
        - one two

           [b
        # comment
        "a: b":  'beta two d.e' # note
        %=
        %{"Key34":[{"(z)":"say \"so\"","two words":"<tag>","s q":"~"},{},"one two\n[b"],"a: b":"beta two |
        %d.e"}|
        %%
        a#b26: 日記

        "d q":
            - 'it''s': # note

              żółć2: żółw
        "a: b": [ # c, ]
            true]


        %=
        %{"a#b26":"日記","d q":[{"it's":"","żółć2":"żółw"}],"a: b":["true"]}|
        %%

        a-b:
         'it''s':  # a: b
         q?91: back\slash

        %=
        %{"a-b":{"it's":"","q?91":"back\\slash"}}|
        %%
        'it''s' : x

          last, one··

        %=
        %{"it's":"x\nlast, one"}|
        %%
        #c
        a-b49 : | # note
           beta two

           żółw
              alpha

        %=
        %{"a-b49":"beta two\n\nżółw\n   alpha\n"}|
        %%
        'it''s': "  lead·
        ··
            more·
            - d·
           more " #
        "a: b": [ ' - d x=y & e', [a - b ,x#y,<tag>], a:b, ] # 'x
        (z): yes
        -k : alpha # note

        %=
        %{"it's":"  lead\nmore - d more ","a: b":[" - d x=y & e",["a - b","x#y","<tag>"],"a:b"],"(z)":"ye|
        %s","-k":"alpha"}|
        %%
        # comment
        k60: {q: d.e }  # a: b
        %=
        %{"k60":{"q":"d.e"}}|
        %%
        "a: b": say "so"


        's q' : >+1
         a:b


        a.b93:  [p/q ]
        %=
        %{"a: b":"say \"so\"","s q":"a:b\n\n\n","a.b93":["p/q"]}|
        %%
        q? : [ '  x=y \',] # 'x


        %=
        %{"q?":["  x=y \\"]}|
        %%
        -k :
          -  a - b  # a: b
          -   [ [ "  日記 {y}", 'beta two say "so"' ]]  # a: b
        #c
          - >- # 'x
             e!
             1.50
             żółw
             it's
             żółw


        %=
        %{"-k":["a - b",[["  日記 {y}","beta two say \"so\""]],"e! 1.50 żółw it's żółw"]}|
        %%
        n1: 'e!'
        żółć: 'a: b·
          more·
          y·
         k: v'
        %=
        %{"n1":"e!","żółć":"a: b more y k: v"}|
        %%
        a-b : one two
          [b··
           it:is··

        t: e! # note
        's q':  #
        %=
        %{"a-b":"one two [b it:is","t":"e!","s q":""}|
        %%
        n170: |3
           żółw
            c*d

        %=
        %{"n170":"żółw\n c*d\n"}|
        %%
        a#b : >+ # note
         null
         a: b
         tab⇥in
        x/y: | # note
          a - b
           p/q
          ⇥t

             50%
        -k: | # note
           12:30
           <tag>
           a:b
           true
           a:b


        (z):   x#y #

        %=
        %{"a#b":"null a: b tab\tin\n","x/y":"a - b\n p/q\n\tt\n\n   50%\n","-k":"12:30\n<tag>\na:b\ntrue\|
        %na:b\n","(z)":"x#y"}|
        %%
        # comment
        a-b46: |  # a: b
            m@n
               http://example.org/a#b

             null
            12:30
        # comment
        x/y: " \"q\" true"

        %=
        %{"a-b46":"m@n\n   http://example.org/a#b\n\n null\n12:30\n","x/y":" \"q\" true"}|
        %%


        a#b37: >+3 # note

           z
           日記

        %=
        %{"a#b37":"\nz 日記\n"}|
        %%
        "d q": ""
        n1: { Key: "  m@n\x20- d"
          }
        k: {
          's q': , two words: {k57: null ,
         Key: {
          k71: beta two }
            }, a-b: [ ] }
        a-b: [50%]

        %=
        %{"d q":"","n1":{"Key":"  m@n - d"},"k":{"s q":"","two words":{"k57":"null","Key":{"k71":"beta tw|
        %o"}},"a-b":[]},"a-b":["50%"]}|
        %%

        a-b: 2024-05-01 # 'x
        n199 : back\slash  # a: b
        "d q":  # a: b
            k38:
            # comment
            a#b: first
                & amp
               'q·
        a.b :   x=y

        %=
        %{"a-b":"2024-05-01","n199":"back\\slash","d q":{"k38":"","a#b":"first & amp 'q"},"a.b":"x=y"}|
        %%
        n1: {  }
        żółć5 :·
        # end

        %=
        %{"n1":{},"żółć5":""}|
        %%

        q? :  # a: b
        n1 : { żółć: ["  a&b | a - b", <tag>  ] }
        a.b8: >2
          a:b

          it's

        %=
        %{"q?":"","n1":{"żółć":["  a&b | a - b","<tag>"]},"a.b8":"a:b\nit's\n"}|
        %%
        #c
        two words: back\slash
        "d q":
         a#b36:·
         Key25: "a: b

           - d"
         q?16 : ""
        t96: yes

        a#b71 :  [ " [x] |", żółw, ' 12:30 -x 50%'  ]
        # end

        %=
        %{"two words":"back\\slash","d q":{"a#b36":"","Key25":"a: b\n- d","q?16":""},"t96":"yes","a#b71":|
        %[" [x] |","żółw"," 12:30 -x 50%"]}|
        %%
        Key4: #
          -
        -k: ""
        two words56:   beta two
        q?: { } #
        # end

        %=
        %{"Key4":[""],"-k":"","two words56":"beta two","q?":{}}|
        %%
        a-b : <tag> # note


        a.b: { a#b80: 2024-05-01, -k: c*d , a-b: c*d, n193 } #
        %=
        %{"a-b":"<tag>","a.b":{"a#b80":"2024-05-01","-k":"c*d","a-b":"c*d","n193":""}}|
        %%
        "a: b":
            "a: b" : "alpha"  # a: b
            t53 : #
              ' true # c "q"'

        %=
        %{"a: b":{"a: b":"alpha","t53":" true # c \"q\""}}|
        %%
        'it''s': |-4  # a: b
              e!

        %=
        %{"it's":"  e!"}|
        %%
        n1 : #
          - >4-
              a - b
              x#y
              -x


        %=
        %{"n1":["a - b x#y -x"]}|
        %%
        a-b: http://example.org/a#b
        # end

        %=
        %{"a-b":"http://example.org/a#b"}|
        %%
        #c
        a-b99 : x#y # note
        # comment
        two words73: |

          50%

        %=
        %{"a-b99":"x#y","two words73":"\n50%\n"}|
        %%
        żółć: { żółć81: '  <tag> d.e' , t15: { k: it's,a.b: m@n } } # note
        # end

        %=
        %{"żółć":{"żółć81":"  <tag> d.e","t15":{"k":"it's","a.b":"m@n"}}}|
        %%
        Key20:  { x/y: } # note
        %=
        %{"Key20":{"x/y":""}}|
        %%
        'it''s':   ' {y} # c'
        two words92: '  a&b  ' # 'x
        q?: 12:30 # 'x
        # end

        %=
        %{"it's":" {y} # c","two words92":"  a&b  ","q?":"12:30"}|
        %%
        a-b : "http://example.org/a#b m@n it's"
        'it''s': {  }
        # comment
        Key20: [

         {

         żółć: {  }, t: },
          a&b ] # 'x
        %=
        %{"a-b":"http://example.org/a#b m@n it's","it's":{},"Key20":[{"żółć":{},"t":""},"a&b"]}|
        %%
        k:  " -x ~" # note
        # end

        %=
        %{"k":" -x ~"}|
        %%


        "a: b":
            - "d q" : 'a&b'
              q?99 :
                a-b : |-
                 d.e


        a-b :   x#y

        %=
        %{"a: b":[{"d q":"a&b","q?99":{"a-b":"d.e"}}],"a-b":"x#y"}|
        %%
        Key: '-x {y} - d' # note
        a#b: #
          - { } #
          - "<tag>"
        a-b81:   a:b  # a: b
        a-b: # note
          t : |-3  # a: b
             null
             tab⇥in



          'it''s': { }

        %=
        %{"Key":"-x {y} - d","a#b":[{},"<tag>"],"a-b81":"a:b","a-b":{"t":"null\ntab\tin","it's":{}}}|
        %%
        a-b :   one two
           last, one·
        (z) : #
        Key87:  [ -x , back\slash  ] # note

        %=
        %{"a-b":"one two last, one","(z)":"","Key87":["-x","back\\slash"]}|
        %%
        n173:   'd.e'

        n114: |-
            # no comment
        'it''s' :·
        -k: [ "(p)", ] # note
        # end

        %=
        %{"n173":"d.e","n114":"# no comment","it's":"","-k":["(p)"]}|
        %%
        #c
        t40: first
            last, one
          - dash
        "a: b" : >




        t: [  ]
        %=
        %{"t40":"first last, one - dash","a: b":"","t":[]}|
        %%
        "a: b": "\x20{y} x=y żółw"
        two words : [ [ [ "50%" ],e! ,'日記' ,],it's,alpha,'2024-05-01',]
        "d q": 50% #

        %=
        %{"a: b":" {y} x=y żółw","two words":[[["50%"],"e!","日記"],"it's","alpha","2024-05-01"],"d q":"50%|
        %"}|
        %%
        k : first

         - dash
            [b
           last, one
        "a: b":  "

          # no
           # no
         # no" #


        a-b :   [ ]

        %=
        %{"k":"first\n- dash [b last, one","a: b":"\n# no # no # no","a-b":[]}|
        %%
        (z) : 'it''s'  # a: b

        %=
        %{"(z)":"it's"}|
        %%
        (z) : x
          last, one
           [b
        # comment
        two words91:   <tag>  # a: b
        a#b :  null
        k21:


        %=
        %{"(z)":"x last, one [b","two words91":"<tag>","a#b":"null","k21":""}|
        %%
        two words: ""
        'it''s': 'two # x·
          k: v·
            y '


        t65: { Key79: 2024-05-01, two words65: '', żółć: d.e

           }
        a.b94:  ~

        %=
        %{"two words":"","it's":"two # x k: v y ","t65":{"Key79":"2024-05-01","two words65":"","żółć":"d.|
        %e"},"a.b94":"~"}|
        %%
        a.b88:  # 'x


        Key39 : 日記
        's q': -x

        %=
        %{"a.b88":"","Key39":"日記","s q":"-x"}|
        %%
        's q': 2024-05-01
        q?93 : ~
        # end

        %=
        %{"s q":"2024-05-01","q?93":"~"}|
        %%
        's q' :  # a: b
          -·
          - [ 2024-05-01, żółw ] # note
          - # 'x
            a#b:·


        %=
        %{"s q":["",["2024-05-01","żółw"],{"a#b":""}]}|
        %%
        n1: # 'x
           '  it''s say "so" null'


        %=
        %{"n1":"  it's say \"so\" null"}|
        %%
        Key0:  'beta two' #
        -k: 12:30 # 'x
        Key:  {two words: {Key90: e! },q44: ~,a#b23: it's  }  # a: b
        a.b : |-
            [f

            it's



        %=
        %{"Key0":"beta two","-k":"12:30","Key":{"two words":{"Key90":"e!"},"q44":"~","a#b23":"it's"},"a.b|
        %":"[f\n\nit's"}|
        %%
        "a: b" : >2-
             -x


        %=
        %{"a: b":"   -x"}|
        %%

        q?96:
           " 007 ,  50%"
        a.b :   [ a&b , "", { k86: "\t",} , 'true']
        # end

        %=
        %{"q?96":" 007 ,  50%","a.b":["a&b","",{"k86":"\t"},"true"]}|
        %%

        'it''s': [ ]
        two words88: it's # 'x
        Key:  2024-05-01

        %=
        %{"it's":[],"two words88":"it's","Key":"2024-05-01"}|
        %%
        n1: | #
          007
           (p)

        %=
        %{"n1":"007\n (p)\n"}|
        %%
        żółć98: >+
          c*d

          yes
          e!
        żółć: [ sp: 007]
        k89: [sp: c*d , c*d , ' 12:30 ''', d.e # c, ]

        ···

           ]

        %=
        %{"żółć98":"c*d\nyes e!\n","żółć":[{"sp":"007"}],"k89":[{"sp":"c*d"},"c*d"," 12:30 '","d.e"]}|
        %%
        #c
        "a: b":  beta two
        t10 : > # note
           a: b
           12:30
              c*d
           - x
           e!

        (z): # note

        %=
        %{"a: b":"beta two","t10":"a: b 12:30\n   c*d\n- x e!\n","(z)":""}|
        %%
        t20 : "  lead \
            \ x " # note
        t57 : | # 'x
            true
            50%
            true
            beta two


        %=
        %{"t20":"  lead  x ","t57":"true\n50%\ntrue\nbeta two\n"}|
        %%
        'it''s': (p) # 'x
        x/y29: |4 #

            e!
        # comment
        two words:·
        # end

        %=
        %{"it's":"(p)","x/y29":"\ne!\n","two words":""}|
        %%
        k59 :
           'żółw'
        "d q" :
          a.b: x
           it:is
              - dash
              more··
          żółć81: ',  ,  & e'
          q?:   ''


        %=
        %{"k59":"żółw","d q":{"a.b":"x it:is - dash more","żółć81":",  ,  & e","q?":""}}|
        %%
        a#b: >4
            beta two


        # end

        %=
        %{"a#b":"beta two\n"}|
        %%

        q? : { Key63: "a:b" }
        t39:  # a: b
          -·


          - {a-b46 } #
          - [ ]
        (z) : |-  # a: b

           -x
           c*d


        %=
        %{"q?":{"Key63":"a:b"},"t39":["",{"a-b46":""},[]],"(z)":"\n-x\nc*d"}|
        %%
        n1 : '50%' # note
        (z):  { 's q': beta two,-k: true,(z): 007  } # 'x
        two words19: [ { 's q', Key26: }

          ] # 'x
        a.b97: one two
          [b·

        %=
        %{"n1":"50%","(z)":{"s q":"beta two","-k":"true","(z)":"007"},"two words19":[{"s q":"","Key26":""|
        %}],"a.b97":"one two [b"}|
        %%


        -k:  # 'x

        a-b60 :  12:30


        %=
        %{"-k":"","a-b60":"12:30"}|
        %%
        #c
        żółć33: [~]
        n169: one two
         - dash··

        %=
        %{"żółć33":["~"],"n169":"one two - dash"}|
        %%

        q?: say "so"
        q?57 :
        k18: "\x09 ~" #


        t13 : > #
         007

        %=
        %{"q?":"say \"so\"","q?57":"","k18":"\t ~","t13":"007\n"}|
        %%
        #c
        two words:


        a.b54: # note
        - x/y68 : 12:30
          a-b :   'two # x
             k: v' # note
          'it''s' : | # 'x
            2024-05-01
            (p)
            beta two
            12:30


        %=
        %{"two words":"","a.b54":[{"x/y68":"12:30","a-b":"two # x k: v","it's":"2024-05-01\n(p)\nbeta two|
        %\n12:30\n"}]}|
        %%
        "a: b" :
         "  日記 -x \"q\""


        %=
        %{"a: b":"  日記 -x \"q\""}|
        %%
        's q': beta two
        n1: # 'x
         '12:30'
        a-b : [ sp: (p), ' yes a: b', ]
        a#b55 :   [ 007, 日記 ]
        %=
        %{"s q":"beta two","n1":"12:30","a-b":[{"sp":"(p)"}," yes a: b"],"a#b55":["007","日記"]}|
        %%

        "d q": >
         日記
         # no comment
           x=y
         d.e
         007


        %=
        %{"d q":"日記 # no comment\n  x=y\nd.e 007\n"}|
        %%
        "d q":·
        's q':
         '  ~ it''s'


        Key27: "# c" # 'x

        %=
        %{"d q":"","s q":"  ~ it's","Key27":"# c"}|
        %%
        n1 :  "  http://example.org/a#b |" # note
        n188: "two # x

           more
           # no·

         - d"

        %=
        %{"n1":"  http://example.org/a#b |","n188":"two # x\nmore # no\n- d"}|
        %%
        Key: # note
          "  # c\x2012:30 \"q\""


        %=
        %{"Key":"  # c 12:30 \"q\""}|
        %%
        -k93:  [{-k49: x#y } ]
        x/y:

        a#b:   [ ]
        's q': [back\slash ] # note

        %=
        %{"-k93":[{"-k49":"x#y"}],"x/y":"","a#b":[],"s q":["back\\slash"]}|
        %%
        # comment
        żółć: |4  # a: b

            tab⇥in



        %=
        %{"żółć":"\ntab\tin\n"}|
        %%
        'it''s':  a&b # note


        %=
        %{"it's":"a&b"}|
        %%
        # comment
        two words : x#y
        # comment
        (z)92:
            - ''
        a#b:

        %=
        %{"two words":"x#y","(z)92":[""],"a#b":""}|
        %%
        "a: b" :
          'żółw -x 007'
        t7: |1 # note
         (p)
         - x
         <tag>

        t15 :  [ http://example.org/a#b]
        # end

        %=
        %{"a: b":"żółw -x 007","t7":"(p)\n- x\n<tag>\n","t15":["http://example.org/a#b"]}|
        %%
        żółć73: >
          say "so"

          true
          yes

        -k53: yes
        #c
        n1: |
          beta two



        %=
        %{"żółć73":"say \"so\"\ntrue yes\n","-k53":"yes","n1":"beta two\n"}|
        %%
        's q' : "x#y [x] 12:30"
        q?8: |- # note
            <tag>


            ~
            007


        %=
        %{"s q":"x#y [x] 12:30","q?8":"<tag>\n\n\n~\n007"}|
        %%
        a.b35: 'a: b·

           more
            y·
           y' #


        a.b: "(p)"
        # comment
        Key : >4  # a: b
             e!
            a: b
            c*d

        %=
        %{"a.b35":"a: b\nmore y y","a.b":"(p)","Key":" e!\na: b c*d\n"}|
        %%
        # comment
        -k :·
        a#b:  # 'x


        's q': {a#b: "", "a: b", x/y69: yes } #
        "a: b" : |-
         [f
         a&b


        # end

        %=
        %{"-k":"","a#b":"","s q":{"a#b":"","a: b":"","x/y69":"yes"},"a: b":"[f\na&b"}|
        %%
        (z) : >3 #
           say "so"
            a&b
           ⇥t
           true
        q?: "true"
        "a: b" : {a-b: a&b } # 'x
        a.b :


        %=
        %{"(z)":"say \"so\"\n a&b\n\tt\ntrue\n","q?":"true","a: b":{"a-b":"a&b"},"a.b":""}|
        %%
        "d q":  { Key: back\slash }  # a: b
        a.b: 50% # note


        two words: #
         say "so"
        a#b: # note
          -  it's

          -·
        # end

        %=
        %{"d q":{"Key":"back\\slash"},"a.b":"50%","two words":"say \"so\"","a#b":["it's",""]}|
        %%
        q?64: [ żółw, [c*d ] ] # 'x
        Key2: "a: b
           \ x"
        # comment
        -k84: |+  # a: b


           -x
           c*d
           (p)

        (z)46: e! # 'x

        %=
        %{"q?64":["żółw",["c*d"]],"Key2":"a: b  x","-k84":"\n\n-x\nc*d\n(p)\n\n","(z)46":"e!"}|
        """##
}

extension String {
    fileprivate func components(at mark: String) -> [String] {
        var parts: [String] = []
        var rest = Array(utf8)[...]
        let mark = Array(mark.utf8)
        var part: [UInt8] = []
        while let byte = rest.first {
            if rest.starts(with: mark) {
                parts.append(String(decoding: part, as: UTF8.self))
                part = []
                rest = rest.dropFirst(mark.count)
            } else {
                part.append(byte)
                rest = rest.dropFirst()
            }
        }
        return parts + [String(decoding: part, as: UTF8.self)]
    }
}
