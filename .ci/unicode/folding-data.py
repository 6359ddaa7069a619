#!/usr/bin/env python3
"""Writes Sources/SourceText/Folding/FoldingData.swift from the Unicode data that Python has."""
import bisect
import re
import sys
import unicodedata as u

LAST = 0x10FFFF

def scalars():
    return (c for c in range(0x80, LAST + 1) if not 0xD800 <= c <= 0xDFFF)

# What is dropped wherever it stands.
# Invisible format characters (Default_Ignorable_Code_Point), but not U+200B: it stands where a word ends.
IGNORABLE = [(0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
             (0x200C, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F),
             (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A),
             (0xE0000, 0xE0FFF)]
POINTS = [(0x590, 0x6FF), (0x750, 0x77F), (0x870, 0x8FF), (0xFB1E, 0xFB1E)]

def inside(c, ranges):
    return any(a <= c <= b for a, b in ranges)

def dropped(c):
    if inside(c, IGNORABLE):
        return True
    if c == 0x640:
        return True
    if u.category(chr(c)) == 'Me':
        return True
    # The dots that make letters of other languages in Indic scripts.
    if is_mark(c) and 'NUKTA' in u.name(chr(c), ''):
        return True
    return u.category(chr(c)) == 'Mn' and inside(c, POINTS)

SPECIAL = {'æ': 'ae', 'œ': 'oe', 'þ': 'th', 'ð': 'd', 'ı': 'i', 'ȷ': 'j', 'ŋ': 'n',
           '\u02bb': "'", '\u02bc': "'", '\u2019': "'",
           # Ukrainian ghe, whose upturn is no mark.
           'ґ': 'г',
           # Persian yeh and keheh as Arabic writes them.
           '\u06cc': '\u064a', '\u06a9': '\u0643',
           # Alef wasla, whose sign says that it is silent.
           '\u0671': '\u0627',
           # Chillus and khanda ta as they were spelt before they had their own scalars. The joiner is removed.
           '\u0d7a': '\u0d23\u0d4d', '\u0d7b': '\u0d28\u0d4d', '\u0d7c': '\u0d30\u0d4d', '\u0d7d': '\u0d32\u0d4d',
           '\u0d7e': '\u0d33\u0d4d', '\u0d7f': '\u0d15\u0d4d', '\u0d54': '\u0d2e\u0d4d', '\u0d55': '\u0d2f\u0d4d',
           '\u0d56': '\u0d34\u0d4d', '\u0d4e': '\u0d30\u0d4d', '\u09ce': '\u09a4\u09cd'}

def special(ch):
    """What Unicode does not decompose: letters above, native digits, and Latin letters with a stroke, hook, bar or tail
    that have a capital."""
    if ch in SPECIAL:
        return SPECIAL[ch]
    if u.category(ch) == 'Nd':
        return str(u.decimal(ch))
    m = re.match(r'LATIN SMALL LETTER ([A-Z]) WITH ', u.name(ch, ''))
    if m and not u.decomposition(ch) and ch.upper() != ch:
        return m[1].lower()
    return ch

def casefold(ch):
    return ch if ch == '\u0345' else ch.casefold()

def compatible(ch):
    k = u.normalize('NFKD', ch)
    # Spacing diacritics (´, ゛) stay what they are: otherwise each would hold a space.
    if k[0] == ' ' and len(k) > 1 and not all(dropped(ord(x)) for x in k[1:]):
        return u.normalize('NFD', ch)
    return k

def is_mark(c):
    return u.category(chr(c))[0] == 'M'

def strips(c):
    name = u.name(chr(c), '')
    return u.category(chr(c))[0] == 'L' and name.split(' ')[0] in ('LATIN', 'GREEK', 'CYRILLIC')

def strip(s):
    out, base = [], 0
    for ch in s:
        c = ord(ch)
        if is_mark(c) and base and strips(base):
            if base == 0x438 and c == 0x306:
                base = 0x439
                out.append(ch)
            continue
        if u.combining(ch) == 0:
            base = c
        out.append(ch)
    return ''.join(out)

CJK = [(0x1100, 0x11FF), (0x2E80, 0x2FDF), (0x3005, 0x3007), (0x3021, 0x3029), (0x3031, 0x3035), (0x3038, 0x303C),
       (0x3041, 0x30FF), (0x3105, 0x312F), (0x3131, 0x318E), (0x31A0, 0x31BF), (0x31F0, 0x31FF), (0x3400, 0x4DBF),
       (0x4E00, 0x9FFF), (0xA960, 0xA97F), (0xAC00, 0xD7FF), (0xF900, 0xFAFF), (0x1AFF0, 0x1AFFF),
       (0x1B000, 0x1B16F)]

# Thai and Lao, Burmese with its extensions, Khmer: written without spaces as well.
UNSPACED = [(0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F)]

# Signs of Burmese that begin a cluster (GraphemeBreakProperty.txt has them not as SpacingMark).
FREE_SIGNS = [(0x102B, 0x102C), (0x1038, 0x1038), (0x1062, 0x1064), (0x1067, 0x106D), (0x1083, 0x1083),
              (0x1087, 0x108C), (0x108F, 0x108F), (0x109A, 0x109C), (0xAA7B, 0xAA7B), (0xAA7D, 0xAA7D)]

OTHER, WORD, SINGLE, MARK = 0, 1, 2, 3

def kind(c):
    if 0x20000 <= c <= 0x3FFFD:
        return SINGLE
    g = u.category(chr(c))[0]
    if inside(c, FREE_SIGNS):
        return SINGLE
    if g in 'LN':
        return SINGLE if inside(c, CJK) or g == 'L' and inside(c, UNSPACED) else WORD
    return MARK if g == 'M' else OTHER

def is_sign(c):
    """Whether it is a sign that reads as letters or digits (™ № ㎏ ① ½), or a raised digit; lowered ones are part of
    formulas, and so of words."""
    return u.category(chr(c)) in ('So', 'No') and not u.decomposition(chr(c)).startswith('<sub>')

def decomposed(c):
    s = spelt(c)
    # Spaces keep it apart from neighbouring words. Characters that are always whole words need none.
    return f' {s} ' if s != chr(c) and is_sign(c) and any(kind(ord(x)) == WORD for x in s) else s

def spelt(c):
    s = chr(c)
    while True:
        t = ''.join(compatible(x) for x in s)
        t = ''.join(casefold(x) for x in t)
        t = ''.join(special(x) for x in t)
        t = ''.join(x for x in t if not dropped(ord(x)))
        if t == s:
            return strip(u.normalize('NFD', s))
        s = t

HANGUL = (0xAC00, 0xD7A3)
D = {c: decomposed(c) for c in scalars() if not HANGUL[0] <= c <= HANGUL[1]}
for c in range(0x80):
    D[c] = chr(c).lower()

# Pairs that compose: those of NFC that folding leaves alone.
pairs = {}
for c in scalars():
    d = u.decomposition(chr(c))
    if not d or d[0] == '<' or HANGUL[0] <= c <= HANGUL[1]:
        continue
    parts = [int(x, 16) for x in d.split()]
    nfd = u.normalize('NFD', chr(c))
    if len(parts) != 2 or u.normalize('NFC', nfd) != chr(c) or D[c] != nfd:
        continue
    pairs[(parts[0], parts[1])] = c
composites = {c: p for p, c in pairs.items()}
seconds = {b for _, b in pairs} | set(range(0x1161, 0x1176)) | set(range(0x11A8, 0x11C3))

def pair(a, b):
    """What two scalars compose to, or None."""
    if 0x1100 <= a <= 0x1112 and 0x1161 <= b <= 0x1175:
        return HANGUL[0] + ((a - 0x1100) * 21 + b - 0x1161) * 28
    if HANGUL[0] <= a <= HANGUL[1] and (a - HANGUL[0]) % 28 == 0 and 0x11A8 <= b <= 0x11C2:
        return a + b - 0x11A7
    return pairs.get((a, b))

def compose(s):
    out, starter, last = [], -1, 0
    for ch in s:
        c, k = ord(ch), u.combining(ch)
        if starter >= 0 and (last < k or last == 0) and pair(out[starter], c):
            out[starter] = pair(out[starter], c)
            continue
        if k == 0:
            starter = len(out)
        last = k
        out.append(c)
    return out

E = {c: compose(d) for c, d in D.items()}
for c, e in E.items():
    for x in e:
        assert E.get(x, [x]) == [x], (hex(c), [hex(x) for x in e])
    if c not in composites and len(e) == 1 and e[0] == c:
        assert D[c] == chr(c) , hex(c)

ranks = sorted({u.combining(chr(c)) for c in scalars()})
assert len(ranks) <= 64
rank = {k: i for i, k in enumerate(ranks)}

def flags(c):
    """Of a scalar that folds to itself."""
    return kind(c) << 22 | strips(c) << 24 | (c in seconds) << 25 | rank[u.combining(chr(c))] << 26

pool, pool_at = [], {}
def pooled(seq):
    """The place of a sequence in the pool; one that is part of another shares it."""
    seq = tuple(seq)
    if seq not in pool_at:
        n = len(seq)
        for i in range(len(pool) - n + 1):
            if tuple(pool[i:i + n]) == seq:
                pool_at[seq] = i
                break
        else:
            pool_at[seq] = len(pool)
            pool.extend(seq)
    return pool_at[seq]

for seq in sorted({tuple(e) for e in E.values() if len(e) > 1}, key=lambda s: (-len(s), s)):
    pooled(seq)

def entry(c):
    """(flags, target) of a scalar; target is an int, or a tuple for several or none."""
    if HANGUL[0] <= c <= HANGUL[1]:
        return flags(c), c
    e = E[c]
    if len(e) == 1:
        return flags(e[0]), e[0]
    if not e:
        return 0, ()
    first = e[0]
    return flags(first), tuple(e)

CONSTANT, STEP, PAIRS, LIST = 0, 1, 2, 3
ANY = -1    # flags of a scalar whose flags no reader uses: those of its neighbours will do

def packed(t):
    if isinstance(t, int):
        return t
    at = pooled(t) if t else 0
    assert at < 1 << 16 and len(t) < 32
    return 1 << 21 | len(t) << 16 | at

def is_unassigned(c):
    return u.category(chr(c)) == 'Cn' and not 0x20000 <= c <= 0x3FFFD

points = list(scalars())
values = {c: entry(c) for c in points}
for c, (f, t) in values.items():
    if not isinstance(t, int) and f >> 25 == 0:
        values[c] = (ANY, t)
# A short gap of unassigned scalars goes with what stands around it; in a long one they are separators.
GAP = 300
i = 0
while i < len(points):
    j = i
    while j < len(points) and is_unassigned(points[j]):
        j += 1
    if 0 < j - i <= GAP:
        for c in points[i:j]:
            values[c] = (ANY, c)
    i = max(j, i + 1)

def same(a, b):
    """The flags that both have, or None."""
    if a == ANY or b == ANY:
        return max(a, b) if max(a, b) >> 25 <= 0 else None
    return a if a == b else None

def is_int(x):
    return isinstance(x, int)

RULES = {
    STEP: lambda t, s, n: is_int(t) and is_int(s) and s == t + n,
    CONSTANT: lambda t, s, n: t == s,
    PAIRS: lambda t, s, n: is_int(t) and is_int(s) and s == t + (n & ~1),
}

def run(i, rule):
    """How far a record that starts at points[i] reaches under a rule, and its flags."""
    f, t = values[points[i]]
    j = i + 1
    while j < len(points):
        g, s = values[points[j]]
        g = same(f, g)
        if g is None or not rule(t, s, points[j] - points[i]):
            break
        f = g
        j += 1
    return j, f

records, i = [], 0      # start, op, flags, target, end
while i < len(points):
    end, op, f = max((lambda r: (r[0], -op, r[1]))(run(i, RULES[op])) for op in RULES)
    records.append((points[i], -op, f, values[points[i]][1], points[end - 1] + 1))
    i = end

# The shortest encoding: each record alone, or neighbours with the same flags as a list.
cost, back = [0], [None]
for j in range(1, len(records) + 1):
    best, how = cost[j - 1] + 2, (j - 1, None)
    f, size = ANY, 0
    for i in range(j - 1, -1, -1):
        size = records[j - 1][4] - records[i][0]
        f = same(f, records[i][2])
        if f is None or size > 600 or 0xD800 <= records[j - 1][4] <= 0xDFFF:
            break
        if cost[i] + 2 + size < best:
            best, how = cost[i] + 2 + size, (i, f)
    cost.append(best)
    back.append(how)

merged, listed, j = [], [], len(records)
plan = []
while j:
    plan.append((back[j][0], j, back[j][1]))
    j = back[j][0]
for i, j, f in reversed(plan):
    start, op, g, t, end = records[i]
    if f is None:
        merged.append((start, op, max(g, 0) | packed(t)))
    else:
        merged.append((start, LIST, max(f, 0) | len(listed)))
        listed += [packed(values[c][1]) if c in values else c for c in range(start, records[j - 1][4])]

starts_only = [m[0] for m in merged]

def target(c):
    s, op, v = merged[bisect.bisect_right(starts_only, c) - 1]
    f, t = v & ~0x3FFFFF, v & 0x3FFFFF
    if op == STEP:
        t += c - s
    if op == PAIRS:
        t += (c - s) & ~1
    if op == LIST:
        t = listed[t + c - s]
    if t >> 21 & 1:
        at = t & 0xFFFF
        t = tuple(pool[at:at + (t >> 16 & 31)])
    return f, t

for c in points:
    f, t = target(c)
    assert t == values[c][1] and (values[c][0] == ANY or values[c][0] == f), hex(c)
    assert values[c][0] != ANY or f >> 25 == 0
order = sorted(pairs)
print(len(merged), 'records', len(listed), 'listed', len(pool), 'pool', len(pairs), 'pairs', file=sys.stderr)

def array(name, comment, values, type='UInt32'):
    text = [f'    /// {line}' for line in comment] + [f'    static let {name}: [{type}] = [']
    line = '       '
    for v in values:
        piece = f' {v},'
        if len(line) + len(piece) > 118:
            text.append(line)
            line = '       '
        line += piece
    text += [line, '    ]']
    return '\n'.join(text)

def hexes(values):
    return [f'0x{v:X}' if v > 9 else str(v) for v in values]

swift = f'''// Generated by folding-data.py from Unicode {u.unidata_version}. Change the script and run it again.

/// The folding of every scalar from U+0080 on, as records of ranges, and the pairs that compose.
enum FoldingData {{
{array('starts', ['The first scalar of each record, times 4, plus a kind. The kind tells how the target changes within the record:', '0 constant, 1 with the scalar, 2 with every second scalar, 3 by `listed`.'], hexes([m[0] << 2 | m[1] for m in merged]))}

{array('values', ['The entry of the first scalar of each record. `FoldingTable.Entry` describes the bits.'], hexes([m[2] for m in merged]))}

{array('listed', ['The targets of records of kind 3.'], hexes(listed))}

{array('pool', ['The targets of more than one scalar.'], hexes(pool))}

{array('firsts', ['The first scalars of the pairs that compose, ordered by first and second scalar.'], hexes([p[0] for p in order]))}

{array('seconds', ['The second scalar of each pair.'], hexes([p[1] for p in order]))}

{array('composites', ['The composite of each pair.'], hexes([pairs[p] for p in order]))}

{array('byComposite', ['The indices in `composites`, ordered by scalar.'], [str(i) for i in sorted(range(len(order)), key=lambda i: pairs[order[i]])], 'UInt16')}
}}
'''
open('Sources/SourceText/Folding/FoldingData.swift', 'w').write(swift)
