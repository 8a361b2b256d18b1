import errno
import os
import stat

import pytest

from literate import writer
from literate.errors import CallError


def test_new_files_and_folders_are_made_as_utf8_with_line_feeds(tmp_path):
    assert writer.write(tmp_path, {"a/b/c.py": "é\nx\n"}, []) == ["a/b/c.py"]
    assert (tmp_path / "a/b/c.py").read_bytes() == b"\xc3\xa9\nx\n"


def test_unchanged_files_are_not_touched(tmp_path):
    place = tmp_path / "a.py"
    place.write_text("x\n")
    os.utime(place, ns=(1, 1))
    inode = place.stat().st_ino
    assert writer.write(tmp_path, {"a.py": "x\n", "b.py": "y\n"}, []) == ["b.py"]
    assert (place.stat().st_mtime_ns, place.stat().st_ino) == (1, inode)


def test_modes_are_kept_and_new_files_follow_the_umask(tmp_path):
    place = tmp_path / "a.py"
    place.write_text("x\n")
    place.chmod(0o755)
    before = os.umask(0o022)
    try:
        writer.write(tmp_path, {"a.py": "y\n", "b.py": "y\n"}, [])
    finally:
        os.umask(before)
    assert stat.S_IMODE(place.stat().st_mode) == 0o755
    assert stat.S_IMODE((tmp_path / "b.py").stat().st_mode) == 0o644


def test_a_failure_before_the_last_file_is_staged_leaves_every_file_old(tmp_path):
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text("old\n")
    (tmp_path / "c").write_text("a file where a folder should be")
    with pytest.raises(OSError):
        writer.write(tmp_path, {"a.py": "new\n", "b.py": "new\n", "c/d.py": "new\n"}, [])
    assert sorted((place.name, place.read_text()) for place in tmp_path.iterdir()) == [
        ("a.py", "old\n"),
        ("b.py", "old\n"),
        ("c", "a file where a folder should be"),
    ]


def test_stopped_at_any_replacement_each_file_is_old_or_new_and_nothing_is_left_over(tmp_path, monkeypatch):
    names = ["a.py", "b.py", "c.py"]
    replace = os.replace
    for stop in range(len(names)):
        for name in names:
            (tmp_path / name).write_text("old\n")
        done = []

        def stopping(source, target, done=done, stop=stop):
            if len(done) == stop:
                raise KeyboardInterrupt
            done.append(target)
            replace(source, target)

        monkeypatch.setattr(os, "replace", stopping)
        with pytest.raises(KeyboardInterrupt):
            writer.write(tmp_path, dict.fromkeys(names, "new\n"), [])
        found = [(tmp_path / name).read_text() for name in names]
        assert found == ["new\n"] * stop + ["old\n"] * (len(names) - stop)
        assert sorted(place.name for place in tmp_path.iterdir()) == names


def test_a_link_inside_stays_a_link(tmp_path):
    (tmp_path / "real.py").write_text("old\n")
    (tmp_path / "link.py").symlink_to("real.py")
    writer.write(tmp_path, {"link.py": "new\n"}, [])
    assert (tmp_path / "link.py").is_symlink()
    assert (tmp_path / "real.py").read_text() == "new\n"


def test_removed_files_take_their_empty_folders_along(tmp_path):
    writer.write(tmp_path, {"a/x.py": "x\n", "b/x.py": "x\n", "b/y.py": "y\n"}, [])
    writer.write(tmp_path, {}, ["a/x.py", "b/x.py"])
    assert sorted(place.name for place in tmp_path.iterdir()) == ["b"]
    assert sorted(place.name for place in (tmp_path / "b").iterdir()) == ["y.py"]


def test_what_a_killed_run_left_beside_a_target_is_swept_away(tmp_path):
    for number in ("999999", "9" * 200, "x", ""):
        (tmp_path / f".a.py.{number}.literate-new").write_text("half")
    mine = tmp_path / f".a.py.{os.getppid()}.literate-new"
    mine.write_text("of a run that goes on")
    writer.write(tmp_path, {"a.py": "new\n"}, [])
    assert sorted(place.name for place in tmp_path.iterdir()) == sorted(["a.py", mine.name])


def test_removed_modules_take_their_compiled_form_and_all_empty_folders_along(tmp_path):
    for name in (
        "a/b/x.py",
        "a/b/__pycache__/x.cpython-311.pyc",
        "c/x.py",
        "c/__pycache__/y.cpython-311.pyc",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    writer.write(tmp_path, {}, ["a/b/x.py", "c/x.py"])
    left = [place.relative_to(tmp_path).as_posix() for place in tmp_path.rglob("*")]
    assert sorted(left) == ["c", "c/__pycache__", "c/__pycache__/y.cpython-311.pyc"]


def test_a_full_disk_names_the_file(tmp_path, monkeypatch):
    def full(number):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError) as error:
        writer.write(tmp_path, {"a.py": "x\n"}, [])
    assert error.value.filename == str(tmp_path / "a.py")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("remove", [[], ["b.py"]])
def test_a_file_that_was_saved_since_it_was_looked_at_is_left_alone_with_all_others(tmp_path, remove):
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text("saved\n")
    seen = {"a.py": b"saved\n", "b.py": b"old\n"}
    texts = {"a.py": "new\n"} | ({} if remove else {"b.py": "new\n"})
    with pytest.raises(CallError, match=r"b\.py was saved in the meantime, so it was left alone\."):
        writer.write(tmp_path, texts, remove, seen)
    assert [(tmp_path / name).read_text() for name in ("a.py", "b.py")] == ["saved\n", "saved\n"]


def test_a_file_that_is_saved_while_others_are_replaced_is_left_alone(tmp_path, monkeypatch):
    replace = os.replace

    def saving(source, target):
        replace(source, target)
        (tmp_path / "b.py").write_text("saved\n")

    monkeypatch.setattr(os, "replace", saving)
    with pytest.raises(CallError, match=r"b\.py was saved in the meantime"):
        writer.write(tmp_path, {"a.py": "new\n", "b.py": "new\n"}, [], {"a.py": None, "b.py": None})
    assert [(tmp_path / name).read_text() for name in ("a.py", "b.py")] == ["new\n", "saved\n"]
