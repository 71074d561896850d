"""Lights Out for Python: puzzles, answers, grades, and an environment to learn in.

    import lightsout

    for puzzle in lightsout.generate("5x5", count=3, presses=(5, 10)):
        print("\\n".join(puzzle["rows"]), puzzle["min_presses"])
    lightsout.solve(puzzle)["presses"]                            # the fewest, proved
    lightsout.grade(puzzle, "I press r1c1, then [0, 2, 4].")      # {"solved": False, …}

    env = lightsout.Env("5x5", presses=(1, 5))
    obs, info = env.reset(seed=7)
    obs, reward, terminated, truncated, info = env.step(12)

One file, which needs the standard library and the command lightsout (go install ./cmd/lightsout). The
command is found on the path, or where the environment variable LIGHTSOUT says. It runs once, as
"lightsout serve", and answers requests for as long as the program runs; docs/json.md describes them.

A puzzle is a dict as "lightsout generate --format jsonl" writes it: its board, the lights that are on, and
what else is known about it. Only "board" and "on" are needed. Lights and switches count from 0.
"""

import atexit
import collections
import concurrent.futures
import itertools
import json
import operator
import os
import random
import shutil
import subprocess
import threading

__all__ = ["Env", "LightsOutError", "Server", "generate", "grade", "solve"]


class LightsOutError(Exception):
    """A request that could not be answered. code is for programs, the text for people."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Server:
    """A running "lightsout serve". Most programs use the one that starts by itself.

    timeout is a time such as "30s" for each request, jobs how many requests are answered at a time, and
    arguments are further flags. It is safe for use by several threads, but not after a fork.
    """

    def __init__(self, command=None, *, timeout=None, jobs=None, arguments=()):
        command = command or os.environ.get("LIGHTSOUT") or shutil.which("lightsout")
        if not command:
            raise LightsOutError(
                "not_found", "lightsout is not on the path: go install ./cmd/lightsout, or set LIGHTSOUT to its place")
        flags = list(arguments)
        if timeout is not None:
            flags += ["--timeout", str(timeout)]
        if jobs is not None:
            flags += ["--jobs", str(jobs)]
        try:
            self._process = subprocess.Popen(
                [command, "serve", *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                start_new_session=True)  # Ctrl-C is for this program; the command ends with its input
        except OSError as error:
            raise LightsOutError("not_found", f"{command} cannot be started: {error}") from error
        self._numbers = itertools.count(1)
        self._waiting = {}  # the future of each request under way
        self._ended = False
        self._lock = threading.Lock()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def submit(self, method, params):
        """Send a request, and return the future of its result."""
        future = concurrent.futures.Future()
        with self._lock:
            number = next(self._numbers)
            request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            line = json.dumps(request, separators=(",", ":"), default=_plain)
            if self._ended:
                raise self._gone()
            self._waiting[number] = future
            try:
                self._process.stdin.write(line.encode() + b"\n")
                self._process.stdin.flush()
            except (OSError, ValueError) as error:
                self._waiting.pop(number, None)
                raise self._gone() from error
        return future

    def call(self, method, **params):
        """Send a request, and return its result. An error is a LightsOutError."""
        return self.submit(method, params).result()

    def map(self, method, requests, *, ahead=64):
        """Yield the results of many requests, in their order; ahead of them are under way at a time."""
        pending = collections.deque()
        for params in requests:
            pending.append(self.submit(method, params))
            if len(pending) >= ahead:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()

    def close(self):
        """End the process, once it has answered what is under way."""
        with self._lock:
            self._ended = True
            try:
                self._process.stdin.close()
            except OSError:
                pass
        self._reader.join()
        self._process.stdout.close()
        self._process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _gone(self):
        code = self._process.poll()
        return LightsOutError("ended", "lightsout serve has ended" + ("" if code is None else f", exit code {code}"))

    def _read(self):
        for line in self._process.stdout:
            reply = json.loads(line)
            with self._lock:
                future = self._waiting.pop(reply["id"], None)
            if future is None:
                continue
            error = reply.get("error")
            if error:
                future.set_exception(LightsOutError(error["data"], error["message"]))
            else:
                future.set_result(reply["result"])
        with self._lock:
            self._ended = True
            left, self._waiting = self._waiting, {}
        for future in left.values():
            future.set_exception(self._gone())


_shared = None
_shared_lock = threading.Lock()


def _server(server=None):
    """The given server, or the one of this process. A child after a fork starts its own."""
    global _shared
    if server is not None:
        return server
    with _shared_lock:
        if _shared is None or _shared[0] != os.getpid() or _shared[1]._ended:
            _shared = (os.getpid(), Server())
        return _shared[1]


@atexit.register
def _close():
    if _shared is not None and _shared[0] == os.getpid():
        _shared[1]._process.kill()  # nobody will ask for what is under way
        _shared[1].close()


def _range(value):
    return list(value) if isinstance(value, (tuple, list, range)) else value


def generate(board="5x5", count=1, *, start=0, presses=None, lit=None, server=None, **options):
    """The puzzles start, start+1, … of a batch, which depends on the board, the options and the seed.

    presses bounds the fewest presses that solve a puzzle, and lit the lights that are on: a number, or two
    as (low, high). The other options are those of the command: seed, levels, unique, symmetric, distinct,
    allow_solved, split, and prompt, which is a wording such as "plain" or "grid". A list of boards takes turns,
    in the shares of mix, as in mix="3,1".
    """
    if not isinstance(count, int) or count < 0:
        raise ValueError(f"count {count!r}: it is how many puzzles to make, a number from 0 on")
    if not isinstance(start, int) or start < 0:
        raise ValueError(f"start {start!r}: puzzles are numbered from 0")
    options = {name: value for name, value in options.items() if value is not None}
    options["board"] = board
    for name, value in (("presses", presses), ("lit", lit)):
        if value is not None:
            options[name] = _range(value)
    return _generated(options, start, count, server)


def _generated(options, start, count, server):
    size = 64
    if count > size:  # no puzzle of a batch that is too large, and an error that speaks of the whole batch
        _server(server).call("generate", **options, **{"from": start + count, "count": 0})
    requests = ({**options, "from": at, "count": min(size, start + count - at)}
                for at in range(start, start + count, size))
    for result in _server(server).map("generate", requests, ahead=4):
        yield from result["puzzles"]


def _position(puzzle):
    """The part of a puzzle that a request carries."""
    if not isinstance(puzzle, dict):
        raise TypeError(f"{puzzle!r} is not a puzzle: it is a dict with board and on, as generate() yields them")
    if "on" not in puzzle or not ("board" in puzzle or "toggles" in puzzle):
        raise ValueError("a puzzle needs its board and the lights that are on; this one has " + (", ".join(map(str, puzzle)) or "nothing"))
    if "toggles" in puzzle:
        if ",mod=" in str(puzzle.get("board")):
            raise ValueError(f"{puzzle['board']} has lights with more than two states: of boards from a file only the command takes those, "
                             "as lightsout solve and lightsout check --batch")
        board = {name: puzzle[name] for name in ("lights", "toggles", "graph") if name in puzzle}
    else:
        board = puzzle["board"]
    position = {"board": board, "on": puzzle["on"]}
    for name in ("goal", "dont_care", "forbidden"):
        if name in puzzle:
            position[name] = puzzle[name]
    return position


def solve(puzzle, *, server=None):
    """The fewest presses that solve a puzzle, or why there are none; of many puzzles a list.

    The result is what "lightsout solve --min --json" prints: "presses", "press_count", whether they are
    proved to be the "minimum", and so on; or "solvable": False and a "witness".
    """
    if isinstance(puzzle, dict) or not hasattr(puzzle, "__iter__") or isinstance(puzzle, str):
        return _server(server).call("solve", **_position(puzzle))
    return list(_server(server).map("solve", map(_position, puzzle)))


def _plain(value):
    """What JSON can hold of a value that it does not know: sets, arrays and the numbers of numpy."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=str)
    if hasattr(value, "__index__"):
        return operator.index(value)
    if hasattr(value, "__iter__") and not isinstance(value, (bytes, bytearray)):
        return list(value)
    raise TypeError(f"{value!r} cannot be part of a puzzle or an answer: JSON has nothing like it")


def _listed(answer):
    """An answer that JSON can hold: sets and arrays become lists."""
    if answer is None or isinstance(answer, (str, list, dict)):
        return answer
    if not hasattr(answer, "__iter__") or isinstance(answer, (bytes, bytearray)):
        raise TypeError(f"{answer!r} is not an answer: it is a list or set of switches, or a text; of many puzzles, a list of those")
    return _plain(answer)


def grade(puzzle, answer, *, free_text=None, server=None):
    """The verdict on an answer to a puzzle; of many puzzles and as many answers a list.

    An answer is a list or set of switches, of pairs (row, column) from 0 or of places such as "r1c1", or a text.
    Of a text the last list counts, as with "lightsout check --free-text"; free_text=False wants nothing
    but a list in it. The verdict is a dict: "solved", "press_count", the lights that are "wrong", whether
    the presses are a "minimum" (None if the puzzle does not say its min_presses), "error" if there is one,
    and "excess", the presses beyond min_presses (None if not solved or not known).
    """
    if isinstance(puzzle, dict) or not hasattr(puzzle, "__iter__") or isinstance(puzzle, str):
        return next(_grades([(puzzle, answer)], free_text, server))
    if isinstance(answer, str):
        raise TypeError("many puzzles take a list with an answer for each, not one text")
    if not hasattr(answer, "__iter__"):
        raise TypeError(f"many puzzles take a list with an answer for each, not {answer!r}")
    puzzles, answers = list(puzzle), list(answer)
    if len(puzzles) != len(answers):
        raise ValueError(f"{len(puzzles)} puzzles, but {len(answers)} answers")
    return list(_grades(zip(puzzles, answers), free_text, server))


def _grades(pairs, free_text, server):
    known = collections.deque()

    def requests():
        for puzzle, answer in pairs:
            position = _position(puzzle)
            fewest = puzzle.get("min_presses")
            known.append(fewest)
            free = isinstance(answer, str) if free_text is None else free_text
            yield {**position, "answer": _listed(answer), "free_text": free, "min_presses": fewest}

    for verdict in _server(server).map("check", requests()):
        fewest = known.popleft()
        compared = verdict["solved"] and verdict["minimum"] is not None
        verdict["excess"] = verdict["press_count"] - fewest if compared else None
        yield verdict


class Discrete:
    """The numbers 0 … n-1, as gymnasium.spaces.Discrete."""

    def __init__(self, n):
        self.n = n
        self._random = random.Random()

    def seed(self, seed=None):
        self._random.seed(seed)

    def sample(self):
        return self._random.randrange(self.n)

    def contains(self, x):
        try:
            return 0 <= operator.index(x) < self.n
        except TypeError:
            return False


class MultiBinary:
    """Lists of n zeros and ones, as gymnasium.spaces.MultiBinary."""

    def __init__(self, n):
        self.n = n
        self.shape = (n,)
        self._random = random.Random()

    def seed(self, seed=None):
        self._random.seed(seed)

    def sample(self):
        return [self._random.getrandbits(1) for _ in range(self.n)]

    def contains(self, x):
        return len(x) == self.n and all(bit in (0, 1) for bit in x)


class Env:
    """One puzzle per episode: an action presses a switch, and the goal is to turn all lights off.

    The signatures are Gymnasium's. An observation is a list with a 0 or 1 for each light. The reward is 1
    for the press that solves the puzzle, less step_cost for each press. An episode is truncated after
    max_steps presses, by default twice as many as there are switches. The state lives here; the server is
    only asked for puzzles, in batches, and for hints.

    presses and the other options are those of generate(). The episodes after reset(seed=s) are puzzles
    s·2^32, s·2^32+1, … of that batch. So each episode can be had again: info["id"] names it, and
    "lightsout generate --from" its index makes it.

    To hand it to a library that wants a gymnasium.Env:

        class LightsOut(lightsout.Env, gymnasium.Env): ...
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}
    spec = None

    def __init__(self, board="5x5", *, presses=None, max_steps=None, step_cost=0.0, render_mode=None, server=None, **options):
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"no such render mode {render_mode!r}: it is None or 'ansi'")
        self._server = server
        self._batch = {"board": board, "presses": presses, **options}
        view = _server(server).call("load", spec=board)["view"]
        self._toggles = view["toggles"]
        self._places, self._size = view["places"], (view["rows"], view["cols"])
        self._lights = view["lights"]
        self.board = view["ref"]["spec"]
        self.action_space = Discrete(view["switches"])
        self.observation_space = MultiBinary(self._lights)
        self.max_steps = 2 * view["switches"] if max_steps is None else max_steps
        self.step_cost = step_cost
        self.render_mode = render_mode
        self.puzzle = None  # the record of this episode
        self._next, self._ready, self._ahead = None, collections.deque(), 1
        self._state, self._steps, self._over = None, 0, True

    @property
    def unwrapped(self):
        return self

    def reset(self, *, seed=None, options=None):
        """Begin an episode, and return its first observation and info.

        options may hold a "puzzle" on this board, which is then taken instead of the next one.
        """
        if seed is not None or self._next is None:
            self._seed(random.SystemRandom().getrandbits(32) if seed is None else seed)
        puzzle = (options or {}).get("puzzle")
        puzzle = self._draw() if puzzle is None else puzzle
        state = bytearray(self._lights)
        for light in puzzle["on"]:
            if not 0 <= light < self._lights:
                raise ValueError(f"light {light} of the puzzle is not on {self.board}")
            state[light] ^= 1
        self.puzzle = puzzle
        self._state, self._steps, self._over = state, 0, False
        return list(state), self._info(sum(state))

    def step(self, action):
        """Press a switch: observation, reward, terminated, truncated, info."""
        if self._over:
            raise RuntimeError("the episode is over, or has not begun: call reset()")
        try:
            action = operator.index(action)
        except TypeError:
            raise TypeError(f"action {action!r} is not a switch: they are whole numbers, 0 to {len(self._toggles) - 1}") from None
        if not 0 <= action < len(self._toggles):
            raise ValueError(f"action {action} is not a switch: they are 0 to {len(self._toggles) - 1}")
        state = self._state
        for light in self._toggles[action]:
            state[light] ^= 1
        self._steps += 1
        lit = sum(state)
        terminated = lit == 0
        truncated = not terminated and self._steps >= self.max_steps
        self._over = terminated or truncated
        return list(state), float(terminated) - self.step_cost, terminated, truncated, self._info(lit)

    def hint(self):
        """A press that leads to the goal in the fewest presses; None if there is none to make."""
        on = [light for light, lit in enumerate(self._state) if lit]
        return _server(self._server).call("hint", board=self.board, on=on).get("hint")

    def render(self):
        """The lights as text, # on and . off, if render_mode is "ansi"."""
        if self.render_mode != "ansi":
            return None
        if self._places is None:
            return "".join(".#"[lit] for lit in self._state)
        rows, columns = self._size
        picture = [[" "] * columns for _ in range(rows)]
        for lit, (row, column) in zip(self._state, self._places):
            picture[row][column] = ".#"[lit]
        return "\n".join("".join(row).rstrip() for row in picture)

    def close(self):
        """Nothing to do: the server may have other users, and ends with the program."""

    def _info(self, lit):
        return {"id": self.puzzle.get("id"), "min_presses": self.puzzle.get("min_presses"), "presses": self._steps, "lit": lit}

    def _seed(self, seed):
        if not 0 <= seed < 1 << 32:
            raise ValueError(f"seed {seed}: it must be from 0 to 2^32-1")
        self._next, self._ahead = seed << 32, 1
        self._ready.clear()

    def _draw(self):
        """The next puzzle. They are fetched in growing batches: who plays on will want more."""
        if not self._ready:
            self._ready.extend(generate(start=self._next, count=self._ahead, server=self._server, **self._batch))
            self._next += self._ahead
            self._ahead = min(2 * self._ahead, 256)
        return self._ready.popleft()


def _demonstrate():
    import time

    puzzle = next(generate("5x5", presses=(5, 10)))
    print("\n".join(puzzle["rows"]))
    answer = solve(puzzle)["presses"]
    print(f"{puzzle['id']}: press {answer}")
    print("graded:", grade(puzzle, f"Press {answer}."))
    env, steps, episodes, began = Env("5x5"), 0, 1, time.perf_counter()
    env.reset(seed=0)
    for steps in range(1, 100_001):
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            env.reset()
            episodes += 1
    rate = steps / (time.perf_counter() - began)
    print(f"{steps:,} random steps in {episodes:,} episodes: {rate:,.0f} a second")


if __name__ == "__main__":
    _demonstrate()
