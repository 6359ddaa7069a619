"""Kills `slip set`, `slip mv` and `slip keyword rename` at random moments on a vault of 1,000 notes.

After each kill every file has to be whole, as it was or as the command makes it; no stray file may lie among the notes;
the next command has to answer rightly; and undo has to give back every byte of what had been changed.
"""
import os, pathlib, random, shutil, signal, subprocess, sys, tempfile, time

slip, kills = sys.argv[1], int(sys.argv[2])
random.seed(7)
home = pathlib.Path(tempfile.mkdtemp(prefix="slip-kill-"))


def run(root, *arguments):
    return subprocess.run([slip, *arguments], cwd=root, capture_output=True, text=True)


def snapshot(root):
    return {
        str(p.relative_to(root)): p.read_bytes()
        for p in sorted(root.rglob("*")) if p.is_file() and p.relative_to(root).parts[0] != ".slipbox"
    }


def make(root):
    for number in range(1000):
        path = root / f"folder {number % 20}" / f"note {number}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            f"---\ntitle: Note {number}\nstatus: draft # {number}\nkeywords: [old, k{number % 7}]\n---\n"
            f"# Text\n\nSee [[note {(number * 7) % 1000}]] and [x](../folder%20{(number + 1) % 20}/note%20"
            f"{(number + 1) % 20}.md) #old/deep.\n" + "word " * 200 + "\n")
    run(root, "init")
    run(root, "index")


commands = {
    "set": ["set", "--query", "", "status=review", "priority=2"],
    "mv": ["mv", "folder 1", "folder 2", "folder 3", "moved/"],
    "keyword rename": ["keyword", "rename", "old", "new"],
}
model = home / "model"
model.mkdir()
make(model)
before = snapshot(model)
after, length = {}, {}
for name, command in commands.items():
    copy = home / "after"
    shutil.copytree(model, copy, symlinks=True)
    run(copy, "index")
    start = time.monotonic()
    done = run(copy, *command)
    length[name] = time.monotonic() - start
    assert done.returncode == 0, done.stderr
    after[name] = snapshot(copy)
    shutil.rmtree(copy)

def identity(path):
    try:
        return path.stat().st_ino, path.stat().st_mtime_ns
    except OSError:
        return None


between = untouched = finished = 0
for number in range(kills):
    name = random.choice(list(commands))
    root = home / "vault"
    shutil.copytree(model, root)
    run(root, "index")
    process = subprocess.Popen([slip, *commands[name]], cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # Killed once one of the notes that change, at a random place of the order, has been written.
    deadline = time.monotonic() + 20
    if random.random() < 0.85:
        changing = [path for path in before if before[path] != after[name].get(path)]
        last = root / random.choice(changing)
        was = identity(last)
        while time.monotonic() < deadline and process.poll() is None and identity(last) == was:
            pass
    else:
        time.sleep(random.random() * length[name])
    process.send_signal(signal.SIGKILL)
    process.wait()
    now = snapshot(root)
    known = {**before, **after[name]}
    for path, data in now.items():
        assert path in known, f"{name}: stray file {path}"
        assert data in (before.get(path), after[name].get(path)) or name == "mv", f"{name}: {path} is neither old nor new"
    if name == "mv":
        whole = set(before.values()) | set(after[name].values())
        assert all(data in whole for data in now.values()), "mv: a file is neither old nor new"
        assert len(now) == len(before), f"mv: {len(now)} files of {len(before)}"
    else:
        assert now.keys() == before.keys(), f"{name}: files came or went"
    if now == before:
        untouched += 1
    elif now == after[name]:
        finished += 1
    else:
        between += 1
    answer = run(root, "search", "--count")
    assert answer.stdout == "1000\n", f"the next command: {answer}"
    assert snapshot(root) == now, "a reading command changed the vault"
    if now != before or "interrupted" in answer.stderr:
        if now != before and now != after[name]:
            assert "interrupted" in answer.stderr, f"{name}: nothing said of what was interrupted: {answer.stderr}"
        undone = run(root, "undo")
        assert undone.returncode == 0, f"{name}: undo: {undone.stderr}"
        assert snapshot(root) == before, f"{name}: undo did not give back every byte"
    assert not list((root / ".slipbox" / "tmp").glob("*")), "something was left in .slipbox/tmp"
    shutil.rmtree(root)
    print(f"\r{number + 1} of {kills}", end="", file=sys.stderr)
shutil.rmtree(home)
print(f"\n{kills} kills: {untouched} before the first write, {between} between, {finished} after the last; nothing was lost")
