"""The loader takes sound rules and refuses all others with file and line."""

import pytest

from migration_engine.errors import RuleInvalid
from migration_engine.model import Coupling, Layer
from migration_engine.rules import load_catalogue, load_folder
from migration_engine.text import Text
from tests.engine.rules.documents import SOUND, broken, line_of

FILE = "house.yaml"


@pytest.fixture
def load(tmp_path):
    def loaded(text, name=FILE):
        (tmp_path / name).write_text(text, "utf-8")
        return load_folder(tmp_path)

    return loaded


@pytest.fixture
def refusal(load):
    def refused(text):
        with pytest.raises(RuleInvalid) as caught:
            load(text)
        return caught.value

    return refused


def test_it_reads_a_sound_rule(load):
    (rule,) = load(SOUND).rules

    assert (rule.id, rule.layer, rule.coupling) == ("house-rule", Layer.COMPUTE, Coupling.STRONG)
    assert (rule.title.en, rule.title.zh) == ("House rule", "自定义规则")
    assert rule.match == {"api": ("house.call",)}
    assert [sample.file for sample in (*rule.hit_samples, *rule.miss_samples)] == ["sample.py"] * 2


def test_a_replacement_that_is_a_name_is_the_same_in_both_languages(load):
    (rule,) = load(SOUND).rules

    assert rule.replacement.what == Text("npu.call", "npu.call")


def test_a_replacement_that_is_a_sentence_has_both(load):
    (rule,) = load(broken('what: "npu.call"', 'what: {en: "keep", zh: "保持不变"}')).rules

    assert rule.replacement.what == Text("keep", "保持不变")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("layer: L1", "layer: L6", "`layer` must be one of"),
        ("coupling: strong", "coupling: firm", "`coupling` must be one of"),
        ("effort: minutes", "effort: tiny", "`effort` must be one of"),
        ("effort: minutes", "urgency: high", "unknown key `urgency`"),
        ("api: [house.call]", "regex: [house.call]", "unknown key `regex`"),
        ("api: [house.call]", 'api: ["*"]', "matches everything"),
        ("id: house-rule", "id: House_Rule", "is no rule id"),
        ("validate: [inventory]", "validate: [horoscope]", "no check is called `horoscope`"),
        ("effort: minutes", "effort: minutes\n  effort: hours", "`effort` is given twice"),
        ("effort: minutes", 'effort: minutes\n  links: ["http://example.com"]', "is not https"),
        ("verified: unverified", "verified: source", "needs the `source`"),
        ('zh: "存在耦合。"', 'fr: "Lien."', "unknown key `fr`"),
        ('{en: "House rule", zh: "自定义规则"}', '{en: "House rule"}', "`zh` is missing; give a text"),
        ('what: "npu.call"', 'what: {en: "keep"}', "`zh` is missing; give a text"),
        ('what: "npu.call"', "what: [keep]", "`what` must be a text"),
        ("    miss:", "    near:", "unknown key `near`"),
        ("validate: [inventory]", "links: []", "a coupling needs `validate`"),
        ("api: [house.call]", "api: [{name: x}]", "`api` must be a list of texts"),
        ("api: [house.call]", 'api: ["a?*b"]', "holds no word of 3 signs"),
        ("api: [house.call]", f"api: [{'a' * 201}]", "longer than 200 signs"),
        ("api: [house.call]", "api: house.call", "`api` must be a list of texts"),
        ("match:\n    api: [house.call]", "match: {}", "`match` names nothing to look for"),
        ("effort: minutes", 'not: {api: ["*"]}\n  effort: minutes', "matches everything"),
        ("effort: minutes", "not: [x]\n  effort: minutes", "`not` must be a mapping"),
        ("effort: minutes", "effort: 5", "must be one of days, hours, minutes, redesign, not `5`"),
        ("kind: coupling", "kind: advice", "`kind` must be one of"),
        ("kind: rewrite", "kind: magic", "`kind` must be one of"),
        ("verified: unverified", "verified: maybe", "`verified` must be one of"),
        ("verified: unverified", "verified: unverified, since: 8.0", "`since` must be a text"),
        ("verified: unverified", "verified: unverified, source: [x]", "`source` must be a text"),
        ("verified: unverified", "verified: unverified, table: [x]", "`table` must be a mapping"),
        (
            "verified: unverified",
            "verified: unverified, table: {house.call: 5}",
            "`house.call` must be a text",
        ),
        (
            "verified: unverified",
            "verified: unverified, sources: {page: x}",
            "`page` must be a list of texts",
        ),
        (
            "verified: unverified",
            "verified: unverified, sources: {page: [other.call]}",
            "`other.call` is no pattern of `match`",
        ),
        (
            "verified: unverified",
            "verified: unverified, sources: {page: [house.call], book: [house.call]}",
            "has two sources",
        ),
        ('why: {en: "It binds.", zh: "存在耦合。"}', "why: It binds.", "`why` must be a mapping"),
        ('title: {en: "House rule", zh: "自定义规则"}', "title: {en: 5, zh: 五}", "`en` must be a text"),
        ("effort: minutes", "effort: minutes\n  links: https://example.com", "`links` must be a list"),
        ("validate: [inventory]", "validate: inventory", "`validate` must be a list"),
        ("hit: [", "hit: [5, ", "a `hit` sample is a text"),
        ("hit: [", "hit: [{file: a.py, code: x}, ", "unknown key `code`"),
        ("hit: [", "hit: [{text: x}, ", "`file` is missing; give a text"),
        ("hit: [", "hit: [&one x, *one, ", "`*name` is not read"),
        ("hit: [", "hit: [[[[[[[[[[[[[[x]]]]]]]]]]]]], ", "nested too deep"),
        ("hit: [", "hit: [!!python/object/apply:os.system [x], ", "a `hit` sample is a text"),
    ],
)
def test_it_refuses_what_breaks_the_format(refusal, old, new, says):
    text = broken(old, new)
    error = refusal(text)

    assert says in error.message
    assert error.place.startswith(f"{FILE}:")
    assert 1 <= int(error.place.partition(":")[2]) <= text.count("\n")


@pytest.mark.parametrize(
    ("old", "new"),
    [("layer: L1", "layer: L6"), ("effort: minutes", "urgency: high"), ("api: [house.call]", "regex: [x]")],
)
def test_the_complaint_names_the_very_line(refusal, old, new):
    text = broken(old, new)

    assert refusal(text).place == f"{FILE}:{line_of(text, new)}"


@pytest.mark.parametrize("kind", ["hit", "miss"])
def test_a_rule_without_a_sample_of_each_kind_is_refused(refusal, kind):
    start = SOUND.index(f"    {kind}: [")
    text = SOUND[:start] + f"    {kind}: []\n" + SOUND[SOUND.index("\n", start) + 1 :]

    assert f"at least one `{kind}` sample" in refusal(text).message


def test_two_rules_of_one_id_are_refused_and_both_places_named(load, refusal):
    load(SOUND, "first.yaml")
    error = refusal(SOUND)

    assert "first.yaml:1" in error.message
    assert error.place == f"{FILE}:1"


def test_an_own_rule_may_not_take_an_id_of_the_catalogue(tmp_path):
    (tmp_path / FILE).write_text(broken("house-rule", "visible-devices"), "utf-8")

    with pytest.raises(RuleInvalid, match="visible-devices"):
        load_catalogue(tmp_path)


def test_own_rules_stand_beside_the_catalogue_and_change_its_version(tmp_path):
    (tmp_path / FILE).write_text(SOUND, "utf-8")
    plain, extended = load_catalogue(), load_catalogue(tmp_path)

    assert len(extended.rules) == len(plain.rules) + 1
    assert extended.version != plain.version


@pytest.mark.parametrize("text", ["", "id: house-rule\n", "- just a word\n", "- id: [unclosed\n"])
def test_a_file_that_is_no_list_of_rules_is_refused(refusal, text):
    assert refusal(text).place.startswith(f"{FILE}:")


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(RuleInvalid, match="no such folder"):
        load_folder(tmp_path / "missing")


def test_a_folder_without_a_rule_file_is_refused(tmp_path):
    (tmp_path / "README.md").write_text("nothing")

    with pytest.raises(RuleInvalid, match="no rule file"):
        load_folder(tmp_path)


def test_both_endings_of_yaml_are_read(tmp_path):
    (tmp_path / "house.yml").write_text("- id: 5\n")

    with pytest.raises(RuleInvalid, match="house.yml"):
        load_folder(tmp_path)


def test_a_file_that_is_not_text_is_refused(tmp_path):
    (tmp_path / FILE).write_bytes(b"- id: \xff\xfe\n")

    with pytest.raises(RuleInvalid, match="cannot be read"):
        load_folder(tmp_path)
