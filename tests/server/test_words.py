"""Words that stand for secrets: many enough, apart enough, and read however they are typed."""

from __future__ import annotations

from itertools import combinations

import pytest

from tabbytop.server.tables.words import BITS_A_WORD, WORDS, BadWords, draw, read_words


def test_every_word_is_ten_bits():
    assert len(WORDS) == len(set(WORDS)) == 1024
    assert BITS_A_WORD == 10
    assert list(WORDS) == sorted(WORDS)
    assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 8 for word in WORDS)


def test_no_two_words_are_one_letter_apart():
    """With a hole in place of any letter, or with any letter left out, all words are still different."""
    holed = [{word[:at] + "?" + word[at + 1 :] for at in range(len(word))} for word in WORDS]
    shorter = [{word[:at] + word[at + 1 :] for at in range(len(word))} for word in WORDS]
    assert not [pair for pair in combinations(range(len(WORDS)), 2) if holed[pair[0]] & holed[pair[1]]]
    assert not set(WORDS) & set().union(*shorter)


def test_words_are_drawn_by_lot_from_all_of_them():
    drawn = [draw(5) for _ in range(4000)]
    assert len(set(drawn)) == len(drawn)
    assert {word for words in drawn for word in words.split("-")} == set(WORDS)
    assert all(read_words(words, 5) == words for words in drawn)


@pytest.mark.parametrize(
    "typed",
    [
        "acorn-basket-tabby-zebra",
        " Acorn basket\tTABBY, zebra. ",
        "acorn_basket_tabby_zebra",
        "1 acorn 2 basket 3 tabby 4 zebra",
    ],
)
def test_words_are_read_however_they_are_typed(typed: str):
    assert read_words(typed, 4) == "acorn-basket-tabby-zebra"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "It takes 4 words; none came."),
        ("acorn basket tabby", "It takes 4 words; 3 came."),
        ("acorn basket tabby zebra acorn", "It takes 4 words; 5 came."),
        ("acorn basket taby zebra", "'taby' is none of our words. Is it 'tabby'?"),
        ("acorn basket xqzw zebra", "'xqzw' is none of our words."),
    ],
)
def test_what_cannot_be_right_is_told_why(typed: str, says: str):
    with pytest.raises(BadWords) as problem:
        read_words(typed, 4)
    assert str(problem.value) == says


def test_a_flood_of_letters_is_cut():
    with pytest.raises(BadWords):
        read_words("acorn " * 100_000, 4)
