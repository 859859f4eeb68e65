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
# A card, a suit alone, or a word with its apostrophes; the name of an option is one.
WORD = re.compile(rf"(?:10|[2-9TJQKA])[♣♦♥♠]|[♣♦♥♠♧♢♡♤]|[^\W_]+(?:[{APOSTROPHES}_][^\W_]+)*")
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

# Malay roots that only look as if they began with a prefix, and roots in k, n and m.
ROOTS = (
    "beri(?:$|kan|an)|berapa|diri|kecuali|kelab|kelawar|keliling|keliru|keluar|kembali|kemudian|"
    "kenal|kepada|kepala|kerana|kering|kertas|kerusi|ketika|menang|menara|pedang|pelbagai|pendek|"
    "pening|penting|penuh|percuma|pergi|perlahan|perlu|permaisuri|pernah|pertama|terima|terlalu|"
    "terus|tetap|tetamu"
)
OF_K = (
    "embali|ecuali|awal|ejar|irim|ira|ocok|umpul|urang|ekal|enal|ena(?:kan)?$|alah|eluar|etahui|"
    "unci|osong|etuk|ejut|ongsi"
)
OF_N = "ilai|anti|ama|aik"
OF_M = "m(?:ain|ul|asuk|ilik|inta|uat|enang)"

# How a folded word loses its ending: each rule is applied until it finds nothing more.
ENDINGS = {
    "en": [
        (r"(?<=..)(?:ings?|ed|es|(?<!s)s|e)$", ""),
        (r"(?<=.)(\w)\1$", r"\1"),
        (r"y$", "i"),
    ],
    "ms": [
        (rf"^(?!{ROOTS})(?:di|ter|ke)(?=....)", ""),
        (rf"^(?!{ROOTS})[bp]er(?=...)", ""),
        # Behind me- and pe- sounds come and go: susun, menyusun; kira, mengira; turun, menurunkan.
        (rf"^(?!{ROOTS})[mp]eny(?=[aeiou]..)", "s"),
        (rf"^(?!{ROOTS})[mp]eng(?={OF_K})", "k"),
        (rf"^(?!{ROOTS})[mp]eng(?=[aeioughk]..)", ""),
        (rf"^(?!{ROOTS})[mp]e(?={OF_M})", ""),
        (rf"^(?!{ROOTS})[mp]em(?=[bfv]..)", ""),
        (rf"^(?!{ROOTS})[mp]em(?=[aeiou]..)", "p"),
        (rf"^(?!{ROOTS})[mp]en(?=[cdjtz]..)", ""),
        (rf"^(?!{ROOTS})[mp]en(?={OF_N})", "n"),
        (rf"^(?!{ROOTS})[mp]en(?=[aeiou]..)", "t"),
        (rf"^(?!{ROOTS})[mp]e(?=[lrwy]..)", ""),
        (r"(?<=...)(?:nya|(?<!lang)(?<!pang)kah|(?<!jum)(?<!masa)lah)$", ""),
        (r"(?<=....)k?an$", ""),
        (r"(?<=...)i$", ""),
        (r"b$", "p"),
    ],
    "tr": [
        # Roots whose last sound would pass for an ending.
        (r"^(puan|kural|yon|fis)\w+$", r"\1"),
        (
            r"(?<=..)(?:y?[ae]b[iu]l|y?[iu]nc[ae]|y[ae]c[ae][kg]|(?<=..)[ae]?rken)$|"
            r"(?<=...)(?:m[ae]|[iu]yor|[aeiu]r|(?<=[aelnryz])d[iu][mk]?|"
            r"(?<=[fsthkcp])t[iu][mk]?|m[iu]s|"
            r"(?<=[^fsthkcp])d[iu]r|(?<=[fsthkcp])t[iu]r|[dt][iu][gk]|[ae]c[ae][kg]|[ae]r[ae]k|"
            r"[ae]n|[iu][pl]|s[ae]|m[ae]z|m[ae]l[iu]|s[iu]n[iu]z|[iu]n[iu]z|y?l[ae]|"
            r"(?<=...[^aeiou])[ae])$|"
            r"(?<=..)(?:m[ae]k|l[ae]r[iu]?|[snyl]?[iu]|n?[iu]n|(?<=[aeiu])[yn][ae]|n?d[ae]n?|"
            r"(?<=[fsthkcp])t[ae]n?|[iu]m|ki|s[iu]z|l[iu]k)$",
            "",
        ),
        (r"g$", "k"),
        (r"d$", "t"),
        (r"b$", "p"),
        (r"^oyn$", "oyna"),
    ],
    "uk": [
        (r"^pravyl\w*$", "pravl"),  # or its ending would pass for one of the past
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
# Words that say little, and of them those with which a player asks what is allowed.
ASKING = {
    "en": "can could may might must should do does did shall am allowed have has",
    "ms": """boleh bolehkah mesti mestikah perlu perlukah adakah dapat dapatkah patut
        patutkah harus haruskah wajib wajibkah kena dibenarkan""",
    "uk": """чи можна можу можемо може можете можеш можуть мушу мусиш мусить треба потрібно
        дозволено обов’язково варто маю маєш має повинен повинна повинні""",
    "tr": """mı mi mu mü mıyım miyim muyum müyüm mıyız miyiz mısın misin musun müsün mısınız misiniz
        musunuz müsünüz zorunda gerekir gerekiyor gerek şart lazım""",
}
LITTLE = {
    "en": """a an the and or of to in on at for from with by as is are be was were been it its he
        him his she her they them their this that these those there i me my we us our you your
        when what which who whose why how where if then so not no but any some
        around about just than too very""",
    "ms": """yang dan atau di ke dari daripada dengan untuk pada kepada bagi dalam ialah adalah itu
        ini saya aku anda awak kami kita dia mereka ia apa apakah siapa siapakah mana bila apabila
        bagaimana bagaimanakah mengapa kenapa kalau jika oleh akan juga pun tetapi ada lah kah
        tidak tak tiada bukan nak hendak macam cara lagi sahaja saja yg""",
    "uk": """і й та а але або у в на до з із зі за від по про при для без під над що як коли якщо
        хто який яка яке які де чому це цей ця ці те той та ті я ти він вона воно ми ви вони мене
        мені мій моя тебе тобі його йому її їй їх їм вас вам нас нам себе є не ні бо щоб
        так ще же б би поки доки""",
    "tr": """bir ve veya ya da de ki ile için gibi bu şu o ben sen biz siz onlar bana sana ne neden
        niye nasıl nedir kim hangi mi kadar ise ama olur olarak var yok değil en her daha çok
        eğer hiç onu bunu""",
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


SMALL = {
    language: frozenset(map(fold, f"{LITTLE[language]} {asking}".split()))
    for language, asking in ASKING.items()
}
ALLOWED = {language: frozenset(map(fold, asking.split())) for language, asking in ASKING.items()}


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
