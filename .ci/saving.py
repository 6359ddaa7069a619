"""What .ci/saves, .ci/neighbours and .ci/day share: a vault, an agent, and the search for tokens.

A token is one short line of text that is written once, such as "Save vim12.". It is safe if a note contains it, or a file
below .slipbox/rescued whose name slip has printed.
"""
import collections, ctypes, json, os, pathlib, platform, random, re, select, shutil, struct, subprocess, sys, tempfile, threading, time

TOKEN = re.compile(rb"Save ([a-z0-9]+)\.")
CRASH = re.compile(r"Fatal error|Crash|unexpectedly found|Optional\(|SQLITE_|SQL logic")
NOTE = """---
title: {name}
keywords: [first]
---
# {name}

Remote 0.

See [other](other.md).

Count 0.

- [ ] A task

## Log

Start.
"""


def binary(path=None):
    """The program under test: the argument, $SLIP or the release build."""
    default = pathlib.Path(__file__).resolve().parent.parent / ".build/release/slip"
    found = os.path.abspath(path or os.environ.get("SLIP") or default)
    if not os.access(found, os.X_OK):
        sys.exit(f"cannot run '{found}': build it, or name another program")
    return found


def token(name):
    return f"Save {name}."


def tokens(data):
    return {name.decode() for name in TOKEN.findall(data)}


def notes_below(folder):
    """Returns the notes of a folder. Unlike `rglob`, skips folders that vanish meanwhile."""
    found = []
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in (".slipbox", ".git")]
        found += [pathlib.Path(place, name) for name in files if name.endswith(".md")]
    return found


def wait_until(condition, seconds=20.0, step=0.02):
    """Whether the condition becomes true in time."""
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(step)
    return bool(found)


def read(path):
    """The content of a file, or nothing if it is not there."""
    try:
        return pathlib.Path(path).read_bytes()
    except OSError:
        return b""


def write_all(file, data):
    while data:
        data = data[os.write(file, data):]


def refuse_leases():
    """Installs a seccomp filter that fails fcntl(F_SETLEASE) with EINVAL, in this process and its children."""
    arch, call = {"x86_64": (0xC000003E, 72), "aarch64": (0xC00000B7, 25)}[platform.machine()]
    program = b"".join(struct.pack("HBBI", *line) for line in [
        (0x20, 0, 0, 4), (0x15, 0, 5, arch), (0x20, 0, 0, 0), (0x15, 0, 3, call),
        (0x20, 0, 0, 24), (0x15, 0, 1, 1024), (0x06, 0, 0, 0x50000 + 22), (0x06, 0, 0, 0x7FFF0000)])
    lines = ctypes.create_string_buffer(program)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(38, 1, 0, 0, 0)
    if libc.prctl(22, 2, struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(lines)), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


class Vault:
    """A folder of notes, the program that changes it, and all that the program has printed on standard error."""

    def __init__(self, slip, folder=None, options=()):
        self.slip = slip
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="slip-saving-", dir=folder))
        self.root = self.home / "vault"
        self.root.mkdir()
        # The program may run as another user.
        self.home.chmod(0o777)
        self.root.chmod(0o777)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "NO_COLOR": "1", "LANG": "C.UTF-8", "TERM": "xterm",
            "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "A",
            "GIT_COMMITTER_EMAIL": "a@example.org", "GIT_CONFIG_NOSYSTEM": "1",
        }
        (self.home / ".gitconfig").write_text("[safe]\n\tdirectory = *\n[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n")
        self.options = dict(options)
        self.printed = []
        self.guard = threading.Lock()
        self.faults = []

    def record(self, text):
        if text:
            with self.guard:
                self.printed.append(text)

    def fault(self, text):
        with self.guard:
            self.faults.append(text)

    def run(self, *arguments, before=(), seconds=120, **options):
        """Runs slip to its end, and records what it prints. `before` is a program that starts it, such as strace."""
        command = [*before, self.slip, *map(str, arguments)]
        try:
            done = subprocess.run(command, cwd=self.root, env=self.environment, capture_output=True, timeout=seconds,
                                  stdin=subprocess.DEVNULL, **{**self.options, **options})
        except subprocess.TimeoutExpired as error:
            self.fault(f"slip {' '.join(map(str, arguments))}: no end after {seconds} s")
            done = subprocess.CompletedProcess(command, 124, error.stdout or b"", error.stderr or b"")
        done.stdout, done.stderr = (text.decode(errors="replace") for text in (done.stdout, done.stderr))
        self.record(done.stderr)
        if done.returncode not in (0, 1, 2, 124) and not before and "preexec_fn" not in options or CRASH.search(done.stderr):
            self.fault(f"slip {' '.join(map(str, arguments))}: status {done.returncode}: {done.stderr[-600:]}")
        return done

    def git(self, *arguments, folder=None):
        return subprocess.run(["git", *arguments], cwd=folder or self.root, env=self.environment, capture_output=True,
                              text=True, errors="replace", stdin=subprocess.DEVNULL, timeout=120, **self.options)

    def repository(self):
        """Makes the vault a repository with a remote, and returns another clone of that."""
        remote, clone = self.home / "remote.git", self.home / "laptop"
        for folder, command in ((None, ["init", "-q", "."]), (self.home, ["init", "-q", "--bare", str(remote)]),
                                (None, ["remote", "add", "origin", str(remote)])):
            self.must(self.git(*command, folder=folder))
        self.must(self.run("git", "setup", "--yes"))
        for command in (["add", "-A"], ["commit", "-q", "--no-verify", "-m", "start"], ["push", "-q", "-u", "origin", "main"]):
            self.must(self.git(*command))
        self.must(self.git("clone", "-q", str(remote), str(clone), folder=self.home))
        return clone

    def must(self, done):
        if done.returncode != 0:
            raise RuntimeError(f"{done.args}: {done.returncode}: {done.stderr}{done.stdout}")
        return done

    def notes(self):
        return notes_below(self.root)

    def in_notes(self):
        return set().union(*(tokens(read(path)) for path in self.notes()))

    def rescued(self):
        """The tokens in rescued files, and those among them whose file slip has not named."""
        found, reported = set(), set()
        printed = "\n".join(self.printed)
        for path in (self.root / ".slipbox/rescued").rglob("*"):
            if path.is_file():
                found |= (held := tokens(read(path)))
                if re.search(re.escape(str(path.relative_to(self.root / ".slipbox"))) + r"(?![\w-])", printed):
                    reported |= held
        return found, found - reported

    def look(self):
        """Has slip examine the files that it displaced, and record what `check` says of rescued text."""
        self.record(self.run("check", "--kind", "rescued-text").stdout)

    def where(self, name):
        """All files of the vault that contain a token, for a message."""
        needle = token(name).encode()
        return [str(path.relative_to(self.root)) for path in self.root.rglob("*") if path.is_file() and needle in read(path)]

    def left_over(self):
        """Temporary files, and exchanges that were not finished."""
        found = [str(path.relative_to(self.root)) for path in self.root.rglob(".slip-*")]
        return found + [f".slipbox/tmp/{path.name}" for path in (self.root / ".slipbox/tmp").glob("*")]

    def remove(self):
        shutil.rmtree(self.home, ignore_errors=True)


class Agent:
    """A client of `slip mcp`."""

    def __init__(self, vault):
        self.vault, self.number, self.rest = vault, 0, b""
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([vault.slip, "mcp", "--allow-writes"], cwd=vault.root, env=vault.environment,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, **vault.options)
        self.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                    "clientInfo": {"name": "test", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def request(self, method, parameters, seconds=120):
        """The result of a request, or None if the server has ended."""
        self.number += 1
        end = time.monotonic() + seconds
        try:
            self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters})
        except OSError:
            return None
        while True:
            line, found, after = self.rest.partition(b"\n")
            if found:
                self.rest = after
                answer = json.loads(line)
                if answer.get("id") == self.number:
                    return answer.get("result") or {"isError": True, "content": [{"text": str(answer.get("error"))}]}
                continue
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                self.vault.fault(f"slip mcp: no answer to {parameters} after {seconds} s")
                return None
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                return None
            self.rest += data

    def call(self, tool, **arguments):
        """Calls a tool, and records its text: remarks are reports too."""
        result = self.request("tools/call", {"name": tool, "arguments": arguments})
        if result is not None and tool != "read":
            self.vault.record(json.dumps(result, ensure_ascii=False))
        return result

    def edit(self, note, **change):
        """Reads a note for its hash, and changes it. Returns whether that succeeded."""
        found = self.call("read", note=note)
        value = (found or {}).get("structuredContent") or {}
        if "hash" not in value:
            return False
        return self.change({"note": note, "hash": value["hash"], **change})

    def change(self, change):
        result = self.call("edit", changes=[change])
        return result is not None and not result.get("isError")

    def end(self, kill=False):
        if kill:
            self.process.kill()
        self.process.stdin.close()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.vault.fault("slip mcp does not end with its input")
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.errors.seek(0)
        self.vault.record(self.errors.read().decode(errors="replace"))
        self.errors.close()


class Watcher:
    """A process `slip index --watch`."""

    def __init__(self, vault):
        self.vault = vault
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([vault.slip, "index", "--watch"], cwd=vault.root, env=vault.environment,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.errors, **vault.options)

    def end(self, kill=False):
        self.process.kill() if kill else self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.vault.fault("slip index --watch does not end after SIGTERM")
            self.process.kill()
            self.process.wait()
        self.errors.seek(0)
        self.vault.record(self.errors.read().decode(errors="replace"))
        self.errors.close()


class Changes:
    """Changes by slip of one note, which moves to the folder `box` and back.

    `force` is the probability of --force. `after` is called after each change.
    """

    def __init__(self, vault, name, seed, force=0.0, after=lambda: None):
        self.vault, self.name, self.force, self.after = vault, name, force, after
        self.chance = random.Random(seed)
        self.counts = collections.Counter()
        self.added = set()

    def actions(self):
        return [self.set, self.set, self.append, self.append, self.keyword, self.move, self.replace]

    def place(self):
        """The path of the note now."""
        return next((path for path in (self.name, f"box/{self.name}") if (self.vault.root / path).exists()), self.name)

    def change(self, *arguments, forced=True):
        force = ["--force"] if forced and arguments[0] != "keyword" and self.chance.random() < self.force else []
        return self.count(self.vault.run(*arguments, *force).returncode == 0)

    def count(self, succeeded):
        self.counts["changes" if succeeded else "refused"] += 1
        self.after()
        return succeeded

    def number(self):
        return self.chance.randrange(1 << 30)

    def set(self):
        self.change("set", self.place(), f"x={self.number()}")

    def append(self):
        name = f"{self.name[:-3]}x{len(self.added)}"
        if self.change("append", self.place(), f"Own {name}."):
            self.added.add(name)

    def keyword(self):
        self.change("keyword", "add", self.place(), f"k{self.number()}")

    def replace(self):
        place = self.place()
        for line in read(self.vault.root / place).decode(errors="replace").split("\n"):
            if line.startswith("Count "):
                self.change("replace", place, "--old", line, "--new", f"Count {self.number()}.")
                return

    def move(self):
        old, new = self.vault.root / self.name, self.vault.root / "box" / self.name
        if old.exists() and new.exists():
            # A program that saves by rename has created the note at its old path again.
            self.change("mv", f"box/{self.name}", f"box/{self.number()}.md")
        elif old.exists():
            self.change("mv", self.name, f"box/{self.name}")
        else:
            self.change("mv", f"box/{self.name}", self.name)

    def undo(self):
        self.change("undo", forced=False)

    def edit_until(self, agent, over):
        """Changes the note through an agent until `over` is set."""
        chance = random.Random(self.name)
        while not over.is_set():
            name = f"{self.name[:-3]}y{chance.randrange(1 << 30)}"
            change = chance.choice([{"op": "append", "text": f"Own {name}."}, {"op": "set", "values": {"y": chance.randrange(99)}}])
            if self.count(agent.edit(self.place(), **change)) and change["op"] == "append":
                self.added.add(name)
            time.sleep(chance.random() * 0.1)
