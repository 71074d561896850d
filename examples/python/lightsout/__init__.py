"""Lights Out for Python: puzzles, answers, grades, and an environment to learn in.

    import lightsout

    for puzzle in lightsout.generate("5x5", count=3, presses=(5, 10)):
        print("\\n".join(puzzle["rows"]), puzzle["min_presses"])
    lightsout.solve(puzzle)["presses"]                            # the fewest, proved
    lightsout.grade(puzzle, "Answer: [0, 2, 4]")                  # {"solved": False, …}

    env = lightsout.Env("5x5", presses=(1, 5))
    obs, info = env.reset(seed=7)
    obs, reward, terminated, truncated, info = env.step(12)

One file, which needs the standard library and the command lightsout (go install ./cmd/lightsout); with
gymnasium there, Env is a gymnasium.Env. The command is found on the path, or where the environment variable LIGHTSOUT says. It runs once, as
"lightsout serve", and answers requests for as long as the program runs; docs/json.md describes them.

A puzzle is a dict as "lightsout generate --format jsonl" writes it: its board, the lights that are on, and
what else is known about it. Only "board" and "on" are needed. Lights and switches count from 0.
"""

from __future__ import annotations

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
from typing import Any, Iterable, Iterator, Optional, Sequence, Union

__all__ = ["Env", "LightsOutError", "Server", "generate", "grade", "solve"]


class LightsOutError(Exception):
    """A request that could not be answered. code is for programs, the text for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Server:
    """A running "lightsout serve". Most programs use the one that starts by itself.

    timeout is a time such as "30s" for each request, jobs how many requests are answered at a time, and
    arguments are further flags. It is safe for use by several threads, but not after a fork.
    """

    def __init__(self, command: Optional[str] = None, *, timeout: Optional[str] = None, jobs: Optional[int] = None,
                 arguments: Sequence[str] = ()) -> None:
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

    def submit(self, method: str, params: dict[str, Any]) -> concurrent.futures.Future[Any]:
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

    def call(self, method: str, **params: Any) -> Any:
        """Send a request, and return its result. An error is a LightsOutError."""
        return self.submit(method, params).result()

    def map(self, method: str, requests: Iterable[dict[str, Any]], *, ahead: int = 64) -> Iterator[Any]:
        """Yield the results of many requests, in their order; ahead of them are under way at a time."""
        pending = collections.deque()
        for params in requests:
            pending.append(self.submit(method, params))
            if len(pending) >= ahead:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()

    def close(self) -> None:
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

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
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


Puzzle = dict[str, Any]
Board = Union[str, dict[str, Any]]
Range = Union[int, Sequence[int]]


def generate(board: Union[Board, Sequence[Board]] = "5x5", count: int = 1, *, start: int = 0,
             presses: Optional[Range] = None, lit: Optional[Range] = None, levels: Union[str, int, None] = None,
             server: Optional[Server] = None, **options: Any) -> Iterator[Puzzle]:
    """The puzzles start, start+1, … of a batch, which depends on the board, the options and the seed.

    A board is a SPEC, or a dict with "lights" and "toggles", the lights that each switch flips. A list of
    boards takes turns, in the shares of mix, as in mix="3,1".

    presses bounds the fewest presses that solve a puzzle, and lit the lights that are on: a number, or two
    as (low, high). levels is "ramp", "even", or how many puzzles a ramp has. The other options are those of
    the command: seed, unique, symmetric, distinct, engine, min, unsolvable, allow_solved, split, and prompt, which
    is a wording such as "plain" or "grid". unsolvable=0.1 is a share of puzzles with "solvable": False and a
    "witness", whose answer is "impossible".
    """
    if not isinstance(count, int) or count < 0:
        raise ValueError(f"count {count!r}: it is how many puzzles to make, a number from 0 on")
    if not isinstance(start, int) or start < 0:
        raise ValueError(f"start {start!r}: puzzles are numbered from 0")
    if levels == "ramp":
        if start > 0:
            raise ValueError("levels 'ramp' with start: say how many puzzles the whole ramp has")
        levels = max(count, 1)
    options.update(board=board, levels=levels, presses=_range(presses), lit=_range(lit))
    options = {name: value for name, value in options.items() if value is not None}
    return _generated(options, start, count, server)


def _range(value: Any) -> Any:
    return list(value) if isinstance(value, (tuple, list, range)) else value


def _generated(options, start, count, server):
    size = 64
    if count > size:  # no puzzle of a batch that is too large, and an error that speaks of the whole batch
        _server(server).call("generate", **options, **{"from": start + count, "count": 0})
    requests = ({**options, "from": at, "count": min(size, start + count - at)}
                for at in range(start, start + count, size))
    for result in _server(server).map("generate", requests, ahead=4):
        yield from result["puzzles"]


def _position(puzzle: Any) -> dict[str, Any]:
    """The part of a puzzle that a request carries."""
    if not isinstance(puzzle, dict):
        raise TypeError(f"{puzzle!r} is not a puzzle: it is a dict with board and on, as generate() yields them")
    if "on" not in puzzle or not ("board" in puzzle or "toggles" in puzzle):
        raise ValueError("a puzzle needs its board and the lights that are on; this one has " + (", ".join(map(str, puzzle)) or "nothing"))
    if "toggles" in puzzle:
        board = {name: puzzle[name] for name in ("lights", "toggles", "graph", "states") if name in puzzle}
        spec, mod, states = str(puzzle.get("board")).rpartition(",mod=")
        if mod and spec:
            board["states"] = int(states)
    else:
        board = puzzle["board"]
    position = {"board": board, "on": puzzle["on"]}
    for name in ("goal", "dont_care", "forbidden"):
        if name in puzzle:
            position[name] = puzzle[name]
    return position


def solve(puzzle: Union[Puzzle, Iterable[Puzzle]], *, server: Optional[Server] = None) -> Any:
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


def grade(puzzle: Union[Puzzle, Iterable[Puzzle]], answer: Any, *, free_text: Optional[bool] = None,
          server: Optional[Server] = None) -> Any:
    """The verdict on an answer to a puzzle; of many puzzles and as many answers a list.

    An answer is a list or set of switches, of pairs (row, column) from 0 or of places such as "r1c1", or a text.
    Of a text the final form counts, as in "Answer: [0, 2, 4]" ("lightsout help answers" has the rule);
    free_text=False wants nothing but a list in it. The verdict is a dict: "solved", a "reward" from 0 to 1,
    the words that were "read" and the "presses" they say, "press_count", the lights that are "wrong", whether
    the presses are a "minimum" (None if the puzzle does not say its min_presses), "malformed" and "error" if
    there is something wrong, and "excess", the presses beyond min_presses (None if not solved or not known).
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
            witness = puzzle.get("witness") if puzzle.get("solvable") is False else None
            yield {**position, "answer": _listed(answer), "free_text": free, "min_presses": fewest, "witness": witness}

    for verdict in _server(server).map("check", requests()):
        fewest = known.popleft()
        compared = verdict["solved"] and verdict["minimum"] is not None
        verdict["excess"] = verdict["press_count"] - fewest if compared else None
        yield verdict


try:
    import gymnasium
    from gymnasium.spaces import Discrete, MultiDiscrete
    _Base: Any = gymnasium.Env
except ImportError:
    gymnasium = None
    _Base = object

    class Discrete:  # type: ignore[no-redef]
        """The numbers 0 … n-1, as gymnasium.spaces.Discrete."""

        def __init__(self, n: int) -> None:
            self.n = n
            self._random = random.Random()

        def seed(self, seed: Optional[int] = None) -> None:
            self._random.seed(seed)

        def sample(self) -> int:
            return self._random.randrange(self.n)

        def contains(self, x: Any) -> bool:
            try:
                return 0 <= operator.index(x) < self.n
            except TypeError:
                return False

    class MultiDiscrete:  # type: ignore[no-redef]
        """Lists of numbers, each below its bound, as gymnasium.spaces.MultiDiscrete."""

        def __init__(self, nvec: Sequence[int]) -> None:
            self.nvec = nvec
            self.shape = (len(nvec),)
            self._random = random.Random()

        def seed(self, seed: Optional[int] = None) -> None:
            self._random.seed(seed)

        def sample(self) -> list[int]:
            return [self._random.randrange(n) for n in self.nvec]

        def contains(self, x: Any) -> bool:
            return len(x) == len(self.nvec) and all(0 <= value < n for value, n in zip(x, self.nvec))


class _Ground:
    """What an environment knows of a board: toggles has for each switch the lights that it adds one to."""

    def __init__(self, board: Any, server: Optional[Server]) -> None:
        self.rows, self.columns, self.places = 0, 0, None
        if isinstance(board, str):
            view = _server(server).call("load", spec=board)["view"]
            self.request: Any = view["ref"]["spec"]
            self.lights, self.states, self.toggles = view["lights"], view["states"], view["toggles"]
            self.rows, self.columns, self.places = view["rows"], view["cols"], view["places"]
            return
        _server(server).call("step", board=board, on=[], press=0)  # it is a board
        self.request = {name: value for name, value in board.items() if name in ("lights", "toggles", "graph", "states")}
        self.lights, self.states, self.toggles = board["lights"], board.get("states") or 2, board["toggles"]


class Env(_Base):
    """One puzzle per episode: an action presses a switch, and the goal is to turn all lights off.

    The signatures are Gymnasium's, and with gymnasium there this is a gymnasium.Env. An observation has the
    state of each light: 0 or 1, or up to K-1 on a board with mod=K, where a press adds one modulo K. It is
    an array of gymnasium, and else a list. The reward is 1 for the press that solves the puzzle, less
    step_cost for each press. An episode is truncated after max_steps presses, by default twice as many as
    solve any puzzle. The state lives here; the server is only asked for puzzles, in batches, and for hints.

    The board and the options are those of generate(). With a list of boards the spaces are those of the largest:
    lights that a board does not have are 0, a press of a switch that it does not have changes nothing, and
    info["switches"] is how many it has. The episodes after reset(seed=s) are puzzles s·2^32, s·2^32+1, … of
    that batch. So each episode can be had again: info["id"] names it, and "lightsout generate --from" its
    index makes it.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}
    spec = None

    def __init__(self, board: Union[Board, Sequence[Board]] = "5x5", *, max_steps: Optional[int] = None,
                 step_cost: float = 0.0, render_mode: Optional[str] = None, server: Optional[Server] = None,
                 **options: Any) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"no such render mode {render_mode!r}: it is None or 'ansi'")
        if options.get("levels") == "ramp":
            raise ValueError("levels 'ramp': episodes have no end, so say how many puzzles a ramp has")
        if options.get("unsolvable"):
            raise ValueError("unsolvable: an episode needs a puzzle with an answer")
        self._server = server
        self._batch = {"board": board, **options}
        self._grounds = [_Ground(b, server) for b in ([board] if isinstance(board, (str, dict)) else board)]
        self._canonical: dict[str, str] = {}  # of the SPECs of puzzles
        if not self._grounds:
            raise ValueError("an environment needs a board")
        self._lights = max(ground.lights for ground in self._grounds)
        self.action_space = Discrete(max(len(ground.toggles) for ground in self._grounds))
        self.observation_space = MultiDiscrete([max(ground.states for ground in self._grounds)] * self._lights)
        self.max_steps, self.step_cost, self.render_mode = max_steps, step_cost, render_mode
        self.puzzle: Optional[Puzzle] = None  # the record of this episode
        self._ground = self._grounds[0]
        self._next: Optional[int] = None
        self._ready: collections.deque[Puzzle] = collections.deque()
        self._ahead = 1
        self._state: list[int] = []
        self._steps, self._over = 0, True

    @property
    def unwrapped(self) -> Env:
        return self

    @property
    def board(self) -> Any:
        """The board of this episode."""
        return self._ground.request

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode, and return its first observation and info.

        options may hold a "puzzle" on a board of this environment, which is then taken instead of the next one.
        """
        if gymnasium is not None:
            super().reset(seed=seed)
        if seed is not None or self._next is None:
            self._seed(random.SystemRandom().getrandbits(32) if seed is None else seed)
        puzzle = (options or {}).get("puzzle")
        if puzzle is None:
            puzzle = self._draw()
        ground = self._ground_of(puzzle)
        if any(puzzle.get(name) for name in ("goal", "dont_care", "forbidden")):
            raise ValueError("the goal of an environment is all lights off, and every switch may be pressed")
        state = [0] * self._lights
        for light in puzzle["on"]:
            if not 0 <= light < ground.lights:
                raise ValueError(f"light {light} of the puzzle is not on {ground.request}")
            state[light] = (state[light] + 1) % ground.states
        self.puzzle, self._ground = puzzle, ground
        self._state, self._steps, self._over = state, 0, False
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Press a switch: observation, reward, terminated, truncated, info."""
        if self._over:
            raise RuntimeError("the episode is over, or has not begun: call reset()")
        last = self.action_space.n - 1
        try:
            action = operator.index(action)
        except TypeError:
            raise TypeError(f"action {action!r} is not a switch: they are whole numbers, 0 to {last}") from None
        if not 0 <= action <= last:
            raise ValueError(f"action {action} is not a switch: they are 0 to {last}")
        state, ground = self._state, self._ground
        if action < len(ground.toggles):
            for light in ground.toggles[action]:
                state[light] = (state[light] + 1) % ground.states
        self._steps += 1
        terminated = not any(state)
        most = 2 * (ground.states - 1) * len(ground.toggles) if self.max_steps is None else self.max_steps
        truncated = not terminated and self._steps >= most
        self._over = terminated or truncated
        return self._observed(), float(terminated) - self.step_cost, terminated, truncated, self._info()

    def hint(self) -> Optional[int]:
        """A press that leads to the goal in the fewest presses; None if there is none to make."""
        on = [light for light, times in enumerate(self._state) for _ in range(times)]
        return _server(self._server).call("hint", board=self._ground.request, on=on).get("hint")

    def render(self) -> Optional[str]:
        """The lights as text, # on and . off, or their states as digits, if render_mode is "ansi"."""
        if self.render_mode != "ansi":
            return None
        ground = self._ground
        signs = [".#"[lit] if ground.states == 2 else str(lit) for lit in self._state[:ground.lights]]
        if ground.places is None:
            return "".join(signs)
        picture = [[" "] * ground.columns for _ in range(ground.rows)]
        for sign, (row, column) in zip(signs, ground.places):
            picture[row][column] = sign
        return "\n".join("".join(row).rstrip() for row in picture)

    def close(self) -> None:
        """Nothing to do: the server may have other users, and ends with the program."""

    def _observed(self) -> Any:
        if gymnasium is None:
            return list(self._state)
        import numpy
        return numpy.array(self._state, dtype=self.observation_space.dtype)

    def _ground_of(self, puzzle: Any) -> _Ground:
        """The board of a puzzle, which must be one of this environment's."""
        position = _position({"board": self._grounds[0].request, **puzzle} if len(self._grounds) == 1 else puzzle)
        board = position["board"]
        if isinstance(board, str):
            if board not in self._canonical:
                self._canonical[board] = _server(self._server).call("load", spec=board)["view"]["ref"]["spec"]
            board = self._canonical[board]
        for ground in self._grounds:
            if ground.request == board:
                return ground
            if isinstance(board, dict) and isinstance(ground.request, dict) and \
                    all(board.get(name, usual) == ground.request.get(name, usual) for name, usual in (("lights", 0), ("toggles", 0), ("states", 2))):
                return ground
        raise ValueError(f"the puzzle is on {board}, and this environment has {', '.join(str(ground.request) for ground in self._grounds)}")

    def _info(self) -> dict[str, Any]:
        puzzle: Puzzle = self.puzzle or {}
        return {"id": puzzle.get("id"), "min_presses": puzzle.get("min_presses"), "presses": self._steps,
                "lit": sum(map(bool, self._state)), "switches": len(self._ground.toggles)}

    def _seed(self, seed: int) -> None:
        if not 0 <= seed < 1 << 32:
            raise ValueError(f"seed {seed}: it must be from 0 to 2^32-1")
        self._next, self._ahead = seed << 32, 1
        self._ready.clear()

    def _draw(self) -> Puzzle:
        """The next puzzle. They are fetched in growing batches: who plays on will want more."""
        if not self._ready:
            self._ready.extend(generate(start=self._next or 0, count=self._ahead, server=self._server, **self._batch))
            self._next = (self._next or 0) + self._ahead
            self._ahead = min(2 * self._ahead, 256)
        return self._ready.popleft()
