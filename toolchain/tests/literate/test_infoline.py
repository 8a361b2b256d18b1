from literate.reading import infoline
from literate.reading.infoline import Attributes


def read(rest):
    attributes, problems = infoline.parse(rest, "book/a.md", 7)
    return attributes, [str(problem) for problem in problems]


def test_bare_and_quoted_values_and_flags():
    rest = 'tangle=src/pkg/a.py class=T lab=given shared explained="The matrix product"'
    attributes = Attributes("src/pkg/a.py", "T", True, "The matrix product", True, None)
    assert read(rest) == (attributes, [])


def test_nothing_after_python_is_no_attribute():
    assert read("") == (Attributes(), [])


def test_an_illustrative_block_has_a_reason():
    assert read('illustrative="it asks the network"')[0].illustrative == "it asks the network"
    for rest in ("illustrative", "illustrative=", 'illustrative=" "'):
        assert read(rest)[1] == [
            'book/a.md:7: an illustrative block must say why it is not run. Write illustrative="the reason".'
        ]


def test_a_misspelt_attribute_is_refused_with_the_nearest_spelling():
    assert read("tangel=src/pkg/a.py")[1] == [
        "book/a.md:7: 'tangel' is not an attribute of this fence. Did you mean 'tangle'? "
        "Use one of: tangle, class, lab, explained, shared, illustrative."
    ]


def test_a_trailing_word_is_refused():
    assert read("tangle=src/pkg/a.py twice")[1] == [
        "book/a.md:7: 'twice' is not an attribute of this fence. "
        "Use one of: tangle, class, lab, explained, shared, illustrative."
    ]


def test_an_attribute_given_twice_is_refused():
    assert read("tangle=a.py tangle=b.py")[1] == ["book/a.md:7: 'tangle' is given twice. Keep one."]


def test_an_attribute_without_its_value_is_refused():
    assert read("tangle=")[1] == ["book/a.md:7: 'tangle' needs a value. Write tangle=VALUE."]
    assert read("tangle")[1] == ["book/a.md:7: 'tangle' needs a value. Write tangle=VALUE."]


def test_a_flag_with_a_value_is_refused():
    assert read("tangle=a.py shared=yes")[1] == ["book/a.md:7: 'shared' takes no value. Write shared alone."]


def test_lab_knows_one_value():
    assert read("tangle=a.py lab=taken")[1] == ["book/a.md:7: lab=taken means nothing. Write lab=given."]


def test_class_takes_a_name():
    assert read('tangle=a.py class="A B"')[1] == [
        "book/a.md:7: 'A B' is not the name of a class. Write class=NAME."
    ]


def test_class_lab_explained_and_shared_need_a_file():
    for rest, name in (
        ("class=T", "class"),
        ("lab=given", "lab"),
        ("explained=X", "explained"),
        ("shared", "shared"),
    ):
        assert read(rest)[1] == [f"book/a.md:7: '{name}' needs a file to go into. Add tangle=PATH."]


def test_illustrative_stands_alone():
    assert read('tangle=a.py illustrative="why"')[1] == [
        "book/a.md:7: 'illustrative' does not go with tangle. An illustrative block is only shown."
    ]


def test_an_unfinished_quote_is_refused():
    assert read('tangle=a.py explained="no end')[1] == [
        "book/a.md:7: the info line cannot be read from 'explained=\"no end' on. "
        'Write name=value or name="a value".'
    ]
