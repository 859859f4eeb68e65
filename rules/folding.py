"""Words as the search compares them: folded, and without their endings.

A folded word is in small Latin letters without marks and apostrophes, so that İ and ı are alike,
and Туз and tuz. Endings are cut by a few rules for each language: stemmers want the marks that
readers leave out, and none knows Malay.
"""

import re
from functools import lru_cache
from unicodedata import normalize

LONGEST = 40
SUITS = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
COURTS = {"a": "ace", "k": "king", "q": "queen", "j": "jack"}
APOSTROPHES = "'’ʼ‘`´′＇"
# A card, a suit alone, or a word, with what apostrophes it may have.
WORD = re.compile(rf"(?:10|[2-9TJQKA])[♣♦♥♠]|[♣♦♥♠♧♢♡♤]|[^\W_]+(?:[{APOSTROPHES}][^\W_]+)*")
LETTERS = str.maketrans(
    dict(zip("абвгґдезиіїйклмнопрстуфыэёı", "abvhgdezyiiyklmnoprstufyeei", strict=True))
    | {"є": "ye", "ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch"}
    | {"ь": "", "ъ": "", "ю": "yu", "я": "ya"}
    | dict(zip("♧♢♡♤", SUITS, strict=True))
    | dict.fromkeys(APOSTROPHES, "")  # one of them passes for a letter
)

# 7’li and 10’a are the numbers alone.
NUMBER = re.compile(rf"\d+(?=[{APOSTROPHES}])")
CARD = re.compile(r"(10|[2-9atjqk])([cdhs])")

# How a folded word loses its ending: each rule is applied until it finds nothing more.
ENDINGS = {
    "en": [
        (r"(?<=..)(?:ings?|ed|es|(?<!s)s|e)$", ""),
        (r"(?<=.)(\w)\1$", r"\1"),
        (r"y$", "i"),
    ],
    "ms": [
        (r"(?<=...)(?:nya|lah|kah|kan|an|i)$", ""),
        (r"^(?:[bt]er|per?|me|ke|di)(?=.{4})", ""),
        # Behind me- and pe- sounds come and go: susun, menyusun; buang, membuang.
        (r"^(?:n[gy]|[kpst](?=[aeiou])|[mn])(?=...)", ""),
    ],
    "tr": [
        (
            r"(?<=...)(?:m[ae]|[iu]yor|[aeiu]r|(?<=[aelnryz])d[iu]|(?<=[fsthkcp])t[iu]|m[iu]s|"
            r"(?<=[^fsthkcp])d[iu]r|(?<=[fsthkcp])t[iu]r|[dt][iu][gk]|[ae]c[ae][kg]|[ae]r[ae]k|"
            r"[ae]n|[iu][pl]|s[ae]|m[ae]z|m[ae]l[iu]|s[iu]n[iu]z|[iu]n[iu]z|y?l[ae]|"
            r"(?<=...[^aeiou])[ae])$|"
            r"(?<=..)(?:m[ae]k|l[ae]r[iu]?|[snyl]?[iu]|n?[iu]n|[yn][ae]|n?d[ae]n?|"
            r"(?<=[fsthkcp])t[ae]n?|[iu]m|ki|s[iu]z|l[iu]k)$",
            "",
        ),
        (r"g$", "k"),
        (r"d$", "t"),
        (r"b$", "p"),
    ],
    "uk": [
        (r"(?<![csz])k?h", "g"),
        (r"[yj]", "i"),
        (r"ii", "i"),
        (
            r"(?<=..)(?:u?va[vltn]i?|u?vati|[aiu]ti|ui[eu]t?|[aiu]v|i?a[mg]i?|[ei]m[iu]?|om|[oe]iu|"
            r"[oe][gm][ou]|[oe]i|i[aeiu]|[ui]t|[aiu]l[aio]|[aeiou])$",
            "",
        ),
        (r"ts$", "k"),
        # хід, ходу; сімка, сімок; колір, кольору
        (r"(?<=[^aeiou])[eio](?=[^aeiou]$)", ""),
    ],
}
RULES = {
    language: [(re.compile(ending), put) for ending, put in rules]
    for language, rules in ENDINGS.items()
}
# The ranks that are numbers, from two up, in the languages in the order of ENDINGS.
NUMBERS = """
    two dua ikili двійка, three tiga üçlü трійка, four empat dörtlü четвірка,
    five lima beşli п’ятірка, six enam altılı шістка, seven tujuh yedili сімка,
    eight lapan sekizli вісімка, nine sembilan dokuzlu дев’ятка, ten sepuluh onlu десятка
"""


def words(text: str) -> list[str]:
    """The words of a text, folded."""
    return [word for word in map(fold, WORD.findall(text)) if word]


@lru_cache(maxsize=1 << 15)
def fold(word: str) -> str:
    """The word in small Latin letters and digits; of a card its rank and suit."""
    number = NUMBER.match(word)
    plain = normalize(
        "NFKD", (number[0] if number else word)[:LONGEST].casefold().translate(LETTERS)
    )
    return "".join([sign for sign in plain if sign.isalnum() or sign in SUITS])[:LONGEST]


@lru_cache(maxsize=1 << 16)
def stem(word: str, language: str) -> str:
    """A folded word without its ending: alike for most forms of a word, if not always a word."""
    for ending, put in RULES.get(language, ()):
        before = ""
        while before != word:
            before, word = word, ending.sub(put, word)
    return word


def _ranks() -> dict[str, str]:
    ranks = {}
    for number, names in enumerate(NUMBERS.split(","), 2):
        ranks[str(number)] = str(number)
        for language, name in zip(ENDINGS, names.split(), strict=True):
            ranks |= dict.fromkeys((fold(name), f"~{stem(fold(name), language)}"), str(number))
    return ranks


RANKS = _ranks()


def rank(word: str) -> str:
    """The number that a folded word names as a rank in any language, or nothing."""
    stems = [RANKS.get(f"~{stem(word, language)}") for language in ENDINGS]
    return RANKS.get(word) or next(filter(None, stems), "")


def card(word: str) -> str:
    """The card that a folded word such as 7h or th names, as 7♥, or nothing."""
    found = CARD.fullmatch(word)
    if found is None:
        return ""
    return found[1].replace("t", "10") + next(s for s, suit in SUITS.items() if suit[0] == found[2])
