import unicodedata
from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError

from accounts import names
from accounts.models import User


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Alice", "Alice"),
        ("Олена", "Олена"),
        ("Ґалаґан Їжак", "Ґалаґан Їжак"),
        ("Ayşegül", "Ayşegül"),
        ("Nur-Aisyah", "Nur-Aisyah"),
        ("ali.veli", "ali.veli"),
        ("ali_veli", "ali_veli"),
        ("Ali 7", "Ali 7"),
        ("  Ali \t Veli ", "Ali Veli"),
        ("O’Neil", "O'Neil"),
        ("Григорʼєв", "Григор'єв"),
        ("Easy Rider", "Easy Rider"),
        ("abc", "abc"),
        ("x" * 20, "x" * 20),
    ],
)
def test_a_name_of_letters_of_one_script_is_kept(given, kept):
    assert names.clean(given) == kept


def test_the_length_is_counted_in_whole_letters():
    loose = unicodedata.normalize("NFD", "й" * 20)
    assert len(loose) == 40
    assert names.clean(loose) == "й" * 20


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("", "length"),
        ("ab", "length"),
        ("x" * 21, "length"),
        ("ß" * 20, "length"),  # is compared as 40 letters
        ("Ali<b>", "shape"),
        ("a+b", "shape"),
        ("a@b.c", "shape"),
        (".ali", "shape"),
        ("ali-", "shape"),
        ("ali--veli", "shape"),
        ("Ali😀", "shape"),
        ("Ali\u200bce", "shape"),  # zero width
        ("Ali\u2060ce", "shape"),
        ("Ali\ufeffce", "shape"),
        ("Ali\u00adce", "shape"),
        ("Ali\u202ece", "shape"),  # right to left
        ("Ali\u2066ce", "shape"),
        ("Am\u0304ina", "shape"),  # an accent that no letter takes in
        ("A\u0336lice", "shape"),
        ("ＡＬＩ", "shape"),
        ("𝐀𝐥𝐢", "shape"),
        ("Aliⅳ", "shape"),
        ("Ali²", "shape"),
        ("Ali٣", "shape"),
        ("ɑlice", "shape"),  # a letter of phonetics
        ("ᴀli", "shape"),
        ("Αλίκη", "shape"),
        ("علي", "shape"),
        ("1234", "script"),
        ("12 34", "script"),
        ("fаtih", "script"),  # Cyrillic а
        ("Аdmin", "script"),
        ("Олена Bond", "script"),
        ("Admin", "reserved"),
        ("ADMİN", "reserved"),
        ("admın", "reserved"),
        ("a.d.m.i.n", "reserved"),
        ("Admin7", "reserved"),
        ("r00t", "reserved"),
        ("Tujuh Support", "reserved"),
        ("Bot 2", "reserved"),
        ("You", "reserved"),  # what the own line of a table is called
        ("Siz", "reserved"),
        ("Бот", "reserved"),
        ("ВОТ", "reserved"),  # looks like Latin BOT
        ("Misafir", "reserved"),
        ("mısafır", "reserved"),
        ("аdmin", "script"),  # Cyrillic а
        ("admіn", "script"),  # Cyrillic і
        ("раypal", "script"),  # Cyrillic ра
        ("Олeна", "script"),  # Latin e
        ("Ayşе", "script"),  # Cyrillic е
        ("adrnin", "reserved"),
        ("ADRNIN", "reserved"),
        ("Adm1n", "reserved"),
        ("adm|n", "shape"),
        ("TUJUH", "reserved"),
        ("Адмін", "reserved"),
        ("АДМ1Н", "reserved"),
    ],
)
def test_another_name_is_refused_with_the_reason(given, reason):
    with pytest.raises(ValidationError) as refused:
        names.clean(given)
    assert refused.value.code == reason


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("alice", "ALICE"),
        ("ISIK", "ısık"),
        ("ISIK", "isik"),
        ("İsik", "Isik"),
        ("Ali", "AIi"),  # small l, capital i
        ("Bond007", "BondOO7"),
        ("ape", "аре"),  # Latin, Cyrillic
        ("BOHA", "ВОНА"),
        ("ÏX3", "їхз"),
        ("ali.veli", "ali_veli"),
        ("ali veli", "ali-veli"),
        ("Weiß", "WEISS"),
        ("O'Neil", "O’Neil"),
        ("Григор'єв", "Григорʼєв"),
        ("Đura", "Ðura"),  # two letters with one capital
        ("é" + "li", "e\u0301li"),
        # whole words of one script that look like words of the other
        ("cop", "сор"),
        ("HOBOCTb", "НОВОСТЬ"),
        ("apr", "арг"),
        ("naH", "паН"),
        ("6ap", "бар"),
        ("Koko", "Коко"),
        ("Mama", "Мама"),
        ("TOM", "ТОМ"),
        ("XXX", "ХХХ"),
        ("ice", "ісе"),
        # Turkish i's, with and without a dot, small and capital
        ("Işıl", "ışıl"),
        ("IŞIL", "işil"),
        ("İŞİL", "ışıl"),
        ("Dilara", "DİLARA"),
        ("Dilara", "DILARA"),
        # digits and letters
        ("OOO", "000"),
        ("Leyla", "1eyla"),
        ("Bill", "BiII"),
        ("Bill", "Bi11"),
        # two letters that run together
        ("modern", "rnodem"),
        ("Bernie", "Bemie"),
        ("Wanda", "VVanda"),
        ("wave", "vvave"),
        ("amelia", "arnelia"),
        ("Ab'n", "Abŉ"),
    ],
)
def test_names_that_look_the_same_are_one(one, other):
    assert names.fold(one) == names.fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice", "Alicia"),
        ("Işık", "Isık"),
        ("Олена", "Олєна"),
        ("їжак", "іжак"),
        ("ali veli", "aliveli"),
        ("Ali 2", "Ali 3"),
        ("Sergey", "Сергій"),
        ("Олег", "Олеґ"),
        ("Ali", "Alí"),
        ("Gül", "Gul"),
        ("Çağla", "Cagla"),
        ("Anna", "Ana"),
        ("cloud", "doud"),  # c and l stand apart
        ("anna", "ama"),
        ("r nold", "mold"),
    ],
)
def test_names_that_look_different_are_two(one, other):
    assert names.fold(one) != names.fold(other)


@pytest.mark.django_db
def test_names_from_before_are_compared_as_new_ones_are(person):
    """Two that were two before keep their names; a third like them is refused."""
    bernie, bemie, modern = person("Bernie"), person("Beno"), person("Modern")
    User.objects.filter(pk=bernie.pk).update(name_fold="bernie")
    User.objects.filter(pk=modern.pk).update(name_fold="modern")
    User.objects.filter(pk=bemie.pk).update(name="Bemie", name_fold="bemie")
    migration = import_module("accounts.migrations.0004_rn_looks_like_m")
    migration.fold_again(apps, None)
    folds = dict(User.objects.values_list("name", "name_fold"))
    assert folds == {"Bernie": "bernie", "Bemie": "bemie", "Modern": "modem"}


def test_who_asks_for_too_many_names_has_to_wait(client, alice, bob):
    client.force_login(alice)
    path = "/en/account/name/"
    answers = [client.post(path, {"name": "Bob"}) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [400] * 10 + [429]
    assert "That was too often." in answers[-1].content.decode()
    assert client.get(path).status_code == 200
