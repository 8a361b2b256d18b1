from literate.reading.numbering import Numbering


def test_sections_are_counted_to_the_third_level_from_the_chapters_number_on():
    numbering = Numbering("book/06-autograd.md")
    levels = [1, 2, 3, 3, 4, 2, 3, 2]
    assert [numbering.number(level) for level in levels] == [
        "6",
        "6.1",
        "6.1.1",
        "6.1.2",
        "",
        "6.2",
        "6.2.1",
        "6.3",
    ]


def test_a_chapter_without_a_number_has_no_numbered_sections():
    numbering = Numbering("book2/how-it-is-made.md")
    assert [numbering.number(level) for level in (1, 2, 3)] == ["", "", ""]
