"""Tests of lightsout.py: python3 -m unittest, with the command lightsout on the path or in LIGHTSOUT."""

import inspect
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

import lightsout


def press(puzzle, presses, env):
    """The lights after presses, by the toggles of an environment on the same board."""
    lit = set(puzzle["on"])
    for switch in presses:
        lit ^= set(env._ground.toggles[switch])
    return lit


class Puzzles(unittest.TestCase):
    def test_batches_are_those_of_the_command(self):
        command = os.environ.get("LIGHTSOUT") or "lightsout"
        flags = "generate -b torus:5x5 -n 150 --from 20 --seed 3 --presses 3-5 --format jsonl".split()
        lines = subprocess.run([command, *flags], check=True, stdout=subprocess.PIPE).stdout.splitlines()
        mine = list(lightsout.generate("torus:5x5", 150, start=20, seed=3, presses=(3, 5)))
        self.assertEqual(mine, [json.loads(line) for line in lines])

    def test_options(self):
        puzzles = list(lightsout.generate("4x4", 50, lit=(4, 6), distinct="states"))
        self.assertTrue(all(4 <= len(puzzle["on"]) <= 6 for puzzle in puzzles))
        self.assertEqual(len({tuple(puzzle["on"]) for puzzle in puzzles}), 50)
        self.assertEqual([puzzle["min_presses"] for puzzle in lightsout.generate("5x5", 3, presses=15)], [15] * 3)
        self.assertEqual(list(lightsout.generate("5x5", 0)), [])

    def test_batches_that_are_too_large(self):
        for board, exist, start, count in (("2x2", 15, 0, 200), ("2x2", 15, 0, 20), ("2x2", 15, 100, 64), ("3x3", 511, 0, 600), ("3x3", 511, 300, 300)):
            said = f"only {exist} such puzzles exist on grid:{board}, and {start + count} were asked for"
            puzzles = lightsout.generate(board, count, start=start, distinct="states")
            with self.assertRaisesRegex(lightsout.LightsOutError, said):
                next(puzzles)  # not after some hundreds of them
        self.assertEqual(len(list(lightsout.generate("3x3", 511, distinct="states"))), 511)

    def test_answers_solve(self):
        for board in ("5x5", "torus:4x4", "petersen", "hypercube:4"):
            env = lightsout.Env(board)
            puzzles = list(lightsout.generate(board, 20))
            for puzzle, answer in zip(puzzles, lightsout.solve(puzzles)):
                self.assertEqual(press(puzzle, answer["presses"], env), set())
                self.assertEqual(answer["press_count"], puzzle["min_presses"])
                self.assertTrue(answer["minimum"])
        nobody = lightsout.solve({"board": "5x5", "on": [0]})
        self.assertFalse(nobody["solvable"])
        self.assertEqual(len(nobody["witness"]), 12)

    def test_boards_that_have_no_name(self):
        puzzle = {"lights": 3, "toggles": [[0, 1], [0, 1, 2], [1, 2]], "graph": True, "on": [0, 1, 2]}
        self.assertEqual(lightsout.solve(puzzle)["presses"], [1])
        three = {**puzzle, "board": "graph:tail.lo,mod=3", "on": [1]}
        presses = lightsout.solve(three)["presses"]
        self.assertTrue(lightsout.grade(three, presses)["solved"])
        self.assertFalse(lightsout.grade({**puzzle, "on": [1]}, presses)["solved"])

    def test_options_of_the_command(self):
        ramp = [puzzle["min_presses"] for puzzle in lightsout.generate("4x4", 70, levels="ramp")]
        self.assertEqual(ramp, sorted(ramp))
        self.assertEqual(set(ramp), set(range(1, 8)))
        even = [puzzle["min_presses"] for puzzle in lightsout.generate("4x4", 70, levels="even")]
        self.assertEqual(sorted(even), ramp)
        self.assertEqual(ramp, [puzzle["min_presses"] for puzzle in lightsout.generate("4x4", 70, levels=70)])
        self.assertLessEqual(max(puzzle["min_presses"] for puzzle in lightsout.generate("5x5", 20, engine="presses:3")), 3)
        wide = "complete:40"  # it has so many answers that they are not compared
        self.assertIsNone(next(lightsout.generate(wide))["min_presses"])
        self.assertIsNotNone(next(lightsout.generate(wide, min=True))["min_presses"])
        some = list(lightsout.generate("4x4", 20, unsolvable=0.25))
        answers = ["impossible" if puzzle.get("solvable") is False else puzzle["presses"] for puzzle in some]
        self.assertEqual(answers.count("impossible"), 5)
        self.assertTrue(all(verdict["solved"] and verdict["reward"] == 1 for verdict in lightsout.grade(some, answers)))
        self.assertFalse(any(verdict["solved"] for verdict in lightsout.grade(some, ["impossible" if isinstance(answer, list) else [] for answer in answers])))
        with self.assertRaisesRegex(ValueError, "with an answer"):
            lightsout.Env("4x4", unsolvable=0.25)
        for options, said in (({"engine": "guess"}, "nullspace"), ({"levels": "some"}, "ramp, even"), ({"levels": 0}, "ramp, even"), ({"nothing": 1}, "nothing")):
            with self.assertRaisesRegex(lightsout.LightsOutError, said):
                next(lightsout.generate("4x4", **options))
        with self.assertRaisesRegex(ValueError, "whole ramp"):
            lightsout.generate("4x4", 5, start=5, levels="ramp")

    def test_goals_and_forbidden_switches(self):
        puzzle = {"board": "path:3", "on": [], "goal": [0, 1]}
        self.assertEqual(lightsout.solve(puzzle)["presses"], [0])
        self.assertFalse(lightsout.solve({**puzzle, "forbidden": [0]})["solvable"])
        self.assertEqual(lightsout.grade({**puzzle, "forbidden": [0]}, [0])["forbidden"], [0])


class Grades(unittest.TestCase):
    puzzle = {"board": "grid:5x5", "on": [0, 1, 5], "min_presses": 1}

    def test_forms_of_an_answer(self):
        for answer in ([0], (0,), {0}, {"r1c1"}, ["r1c1"], [(0, 0)], "[0]", "{r1c1}", "I tried [3, 4].\nAnswer: **[0]**"):
            verdict = lightsout.grade(self.puzzle, answer)
            self.assertTrue(verdict["solved"] and verdict["minimum"], answer)
            self.assertEqual((verdict["excess"], verdict["reward"], verdict["presses"]), (0, 1, [0]))

    def test_wrong_answers(self):
        wrong = lightsout.grade(self.puzzle, [1])
        self.assertEqual((wrong["solved"], wrong["excess"], wrong["wrong"]), (False, None, [2, 5, 6]))
        for answer in (None, "nobody knows", [25], ["r6c1"], {"switch": 0}):
            verdict = lightsout.grade(self.puzzle, answer)
            self.assertFalse(verdict["solved"])
            self.assertTrue(verdict["error"])
            self.assertEqual(verdict["reward"], 0)
        prose = lightsout.grade(self.puzzle, "It must be [0].")
        self.assertTrue(prose["malformed"])
        self.assertEqual(lightsout.grade(self.puzzle, "Hm.\nAnswer: [0]")["read"], "[0]")
        self.assertGreater(1, lightsout.grade(self.puzzle, [0, 3, 3])["reward"])
        self.assertIn("free_text", lightsout.grade(self.puzzle, "It is [0].", free_text=False)["error"])

    def test_excess(self):
        quiet = [0, 2, 4, 5, 7, 9, 15, 17, 19, 20, 22, 24]  # changes nothing on 5x5
        self.assertEqual(lightsout.grade(self.puzzle, [0, 3, 3])["excess"], 2)
        verdict = lightsout.grade(self.puzzle, quiet[1:])
        self.assertEqual((verdict["solved"], verdict["minimum"], verdict["excess"]), (True, False, 10))
        unknown = {"board": "5x5", "on": [0, 1, 5]}
        self.assertEqual(lightsout.grade(unknown, [0])["excess"], None)

    def test_many(self):
        puzzles = list(lightsout.generate("5x5", 300))
        answers = [puzzle["presses"] for puzzle in puzzles]
        answers[7] = "none"
        verdicts = lightsout.grade(puzzles, answers)
        self.assertEqual([number for number, verdict in enumerate(verdicts) if not verdict["minimum"]], [7])
        with self.assertRaisesRegex(ValueError, "300 puzzles, but 2 answers"):
            lightsout.grade(puzzles, [[], []])

    def test_answers_that_json_does_not_have(self):
        class Index:  # as numpy's numbers
            def __index__(self):
                return 0

        self.assertTrue(lightsout.grade(self.puzzle, [Index()])["solved"])
        self.assertTrue(lightsout.grade(self.puzzle, {"r1c1", 3, "r1c4"})["solved"])
        self.assertTrue(lightsout.grade(self.puzzle, [{0}, {0}, 0])["error"])
        with self.assertRaisesRegex(lightsout.LightsOutError, "not a request"):
            lightsout.grade(self.puzzle, [float("nan")])
        with self.assertRaisesRegex(lightsout.LightsOutError, "longer than"):
            lightsout.grade(self.puzzle, "a long thought, " * 100_000 + "\nAnswer: [0]")
        for answer in (b"[0]", [object()]):
            with self.assertRaisesRegex(TypeError, "answer"):
                lightsout.grade(self.puzzle, answer)

    def test_puzzles_that_are_none(self):
        for ask in (lightsout.solve, lambda puzzle: lightsout.grade(puzzle, [0]), lambda puzzle: lightsout.solve([puzzle])):
            for puzzle in ("5x5", None, 7):
                with self.assertRaisesRegex(TypeError, "not a puzzle"):
                    ask(puzzle)
            for puzzle in ({}, {"board": "5x5"}, {"on": [0]}):
                with self.assertRaisesRegex(ValueError, "needs its board"):
                    ask(puzzle)

    def test_mistakes(self):
        for puzzle, answer in ((self.puzzle, 5), ([self.puzzle], [5]), ([self.puzzle], 5), ([self.puzzle], "[5]")):
            with self.assertRaisesRegex(TypeError, "answer"):
                lightsout.grade(puzzle, answer)
        for count in (-2, 1.5, "3"):
            with self.assertRaisesRegex(ValueError, "count"):
                lightsout.generate("5x5", count)
        with self.assertRaisesRegex(ValueError, "start"):
            lightsout.generate("5x5", 1, start=-1)


class Environments(unittest.TestCase):
    def test_signatures_are_gymnasiums(self):
        names = {name: [(p.name, p.kind) for p in inspect.signature(getattr(lightsout.Env, name)).parameters.values()] for name in ("reset", "step")}
        only, plain = inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
        self.assertEqual(names, {"reset": [("self", plain), ("seed", only), ("options", only)], "step": [("self", plain), ("action", plain)]})
        env = lightsout.Env("3x3")
        obs, info = env.reset(seed=1)
        self.assertTrue(env.observation_space.contains(obs))
        self.assertIsInstance(info, dict)
        obs, reward, terminated, truncated, info = env.step(env.action_space.sample())
        self.assertTrue(env.observation_space.contains(obs))
        self.assertEqual([type(x) for x in (reward, terminated, truncated, info)], [float, bool, bool, dict])

    def test_episodes_are_puzzles_of_the_batch(self):
        env = lightsout.Env("5x5", presses=(2, 4), seed=9)
        want = list(lightsout.generate("5x5", 40, start=3 << 32, presses=(2, 4), seed=9))
        for _ in range(2):
            for episode, puzzle in enumerate(want):
                obs, info = env.reset(seed=3 if episode == 0 else None)
                self.assertEqual([light for light, lit in enumerate(obs) if lit], puzzle["on"])
                self.assertEqual((info["id"], info["min_presses"], info["presses"]), (puzzle["id"], puzzle["min_presses"], 0))

    def test_steps_are_presses(self):
        moves = random.Random(1)
        for board in ("5x5", "merlin", "torus:3x4", "petersen"):
            env = lightsout.Env(board)
            obs, _ = env.reset(seed=2)
            for number in range(1, 31):
                action = moves.randrange(env.action_space.n)
                on = [light for light, lit in enumerate(obs) if lit]
                result = lightsout._server().call("step", board=board, on=on, press=action)
                obs, reward, terminated, truncated, info = env.step(action)
                self.assertEqual([light for light, lit in enumerate(obs) if lit], result["on"])
                self.assertEqual(terminated, result["solved"])
                self.assertEqual((info["presses"], info["lit"]), (number, len(result["on"])))
                if terminated or truncated:
                    break

    def test_lights_with_more_states(self):
        for board in ("3x3,mod=3", "2x2,mod=4", "torus:3x3,mod=5", {"lights": 3, "toggles": [[0, 1], [0, 0, 2], [1, 2, 2]], "states": 3}):
            env = lightsout.Env(board, render_mode="ansi")
            obs, info = env.reset(seed=3)
            self.assertTrue(env.observation_space.contains(obs))
            over = False
            for number, switch in enumerate(env.puzzle["presses"], 1):
                self.assertFalse(over)
                obs, reward, over, truncated, info = env.step(switch)
            self.assertEqual((obs, reward, over, truncated), ([0] * len(obs), 1.0, True, False), board)
        env = lightsout.Env("3x3,mod=3", render_mode="ansi")
        env.reset(seed=0, options={"puzzle": {"on": [4, 4, 0]}})
        self.assertEqual(env.render(), "100\n020\n000")
        while not env.step(env.hint())[2]:
            self.assertLess(env._steps, 18)

    def test_lists_of_boards_and_graphs(self):
        boards = ["2x2", "3x3,mod=3", {"lights": 3, "toggles": [[0, 1], [0, 1, 2], [1, 2]], "graph": True}]
        env = lightsout.Env(boards, mix="1,2,1", seed=5)
        self.assertEqual((env.action_space.n, env.observation_space.nvec), (9, [3] * 9))
        seen = set()
        for puzzle in lightsout.generate(boards, 12, mix="1,2,1", seed=5):
            obs, info = env.reset(seed=0 if not seen else None)
            self.assertEqual(info["id"], puzzle["id"])
            seen.add(info["switches"])
            self.assertEqual(env.step(8)[0] == obs, info["switches"] < 9)
            env.reset(options={"puzzle": puzzle})
            for switch in puzzle["presses"]:
                over = env.step(switch)[2]
            self.assertTrue(over)
        self.assertEqual(seen, {3, 4, 9})

    def test_puzzles_of_other_boards(self):
        env = lightsout.Env("3x3")
        for other in ({"board": "4x4", "on": [0]}, {"board": "torus:3x3", "on": [0]}, {"board": "3x3,mod=3", "on": [0]},
                      {"lights": 3, "toggles": [[0]], "on": [0]}):
            with self.assertRaisesRegex(ValueError, "the puzzle is on .*, and this environment has grid:3x3"):
                env.reset(options={"puzzle": other})
        env.reset(options={"puzzle": {"board": "grid:3x3", "on": [0]}})
        for more in ({"goal": [1]}, {"forbidden": [1]}, {"dont_care": [1]}):
            with self.assertRaisesRegex(ValueError, "all lights off"):
                env.reset(options={"puzzle": {"board": "3x3", "on": [0], **more}})
        with self.assertRaisesRegex(ValueError, "how many puzzles"):
            lightsout.Env("3x3", levels="ramp")

    def test_it_is_an_environment_of_gymnasium_if_that_is_there(self):
        stub = {
            "gymnasium/__init__.py": "from . import spaces\nclass Env:\n    def reset(self, *, seed=None, options=None):\n        self.told = seed\n",
            "gymnasium/spaces.py": "class Discrete:\n    def __init__(self, n):\n        self.n = n\nclass MultiDiscrete:\n    dtype = 'i8'\n    def __init__(self, nvec):\n        self.nvec = nvec\n",
            "numpy.py": "def array(values, dtype):\n    return (dtype, values)\n",
        }
        check = ("import gymnasium, lightsout; env = lightsout.Env('2x2'); obs, info = env.reset(seed=4); assert isinstance(env, gymnasium.Env);"
                 "assert env.told == 4 and obs[0] == 'i8' and len(obs[1]) == 4, obs; assert isinstance(env.action_space, gymnasium.spaces.Discrete)")
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "gymnasium"))
            for name, text in stub.items():
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            paths = [folder, os.path.dirname(os.path.dirname(lightsout.__file__))]
            subprocess.run([sys.executable, "-c", check], check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)})

    def test_hints_lead_to_the_goal(self):
        env = lightsout.Env("5x5", presses=6, step_cost=0.25)
        _, info = env.reset(seed=4)
        for left in range(info["min_presses"], 0, -1):
            _, reward, terminated, truncated, info = env.step(env.hint())
            self.assertEqual((reward, terminated, truncated), (0.75 if left == 1 else -0.25, left == 1, False))
        self.assertIsNone(env.hint())
        with self.assertRaisesRegex(RuntimeError, r"call reset\(\)"):
            env.step(0)

    def test_truncation(self):
        env = lightsout.Env("5x5", max_steps=3)
        env.reset(seed=0, options={"puzzle": {"board": "5x5", "on": [0, 1, 5]}})
        self.assertEqual([env.step(24)[2:4] for _ in range(3)], [(False, False), (False, False), (False, True)])

    def test_bad_calls(self):
        env = lightsout.Env("3x3")
        with self.assertRaises(RuntimeError):
            env.step(0)
        env.reset(seed=0)
        for action in (-1, 9):
            with self.assertRaisesRegex(ValueError, "0 to 8"):
                env.step(action)
        for action in ("1", None, 1.5, [1]):
            with self.assertRaisesRegex(TypeError, "is not a switch: they are whole numbers, 0 to 8"):
                env.step(action)
        for seed in (-1, 1 << 32):
            with self.assertRaisesRegex(ValueError, "seed"):
                env.reset(seed=seed)
        with self.assertRaisesRegex(ValueError, "light 9"):
            env.reset(options={"puzzle": {"on": [9]}})
        with self.assertRaisesRegex(ValueError, "ansi"):
            lightsout.Env("3x3", render_mode="human")
        with self.assertRaisesRegex(lightsout.LightsOutError, "did you mean"):
            lightsout.Env("torsu:5x5")

    def test_rendering(self):
        env = lightsout.Env("3x3,mask=###/#_#/###", render_mode="ansi")
        env.reset(options={"puzzle": {"on": [0, 7]}})
        self.assertEqual(env.render(), "#..\n. .\n..#")
        graph = lightsout.Env("petersen", render_mode="ansi")
        graph.reset(options={"puzzle": {"on": [1]}})
        self.assertEqual(graph.render(), ".#........")

    def test_seeds_differ_and_unseeded_runs_too(self):
        env = lightsout.Env("torus:7x7")
        first = {tuple(env.reset(seed=seed)[0]) for seed in range(20)}
        self.assertEqual(len(first), 20)
        self.assertEqual(len({tuple(lightsout.Env("torus:7x7").reset()[0]) for _ in range(5)}), 5)


class Servers(unittest.TestCase):
    def test_errors_have_codes(self):
        for code, method, params in (
            ("no_method", "slove", {}), ("bad_request", "solve", {"board": "5x5", "on": [99]}),
            ("too_large", "solve", {"board": "1000x1000"}), ("bad_request", "solve", {"bord": "5x5"}),
        ):
            with self.assertRaises(lightsout.LightsOutError) as caught:
                lightsout._server().call(method, **params)
            self.assertEqual(caught.exception.code, code)

    def test_results_come_in_the_order_of_requests(self):
        with lightsout.Server(jobs=8) as server:
            sizes = [9, 3, 12, 1, 6] * 40
            results = server.map("analyse", ({"board": f"{n}x{n}"} for n in sizes), ahead=50)
            self.assertEqual([result["lights"] for result in results], [n * n for n in sizes])

    def test_a_server_that_ended(self):
        server = lightsout.Server()
        server.close()
        with self.assertRaisesRegex(lightsout.LightsOutError, "has ended"):
            server.call("load", spec="5x5")

    def test_a_server_that_dies(self):
        server = lightsout.Server(timeout="1m")
        future = server.submit("generate", {"board": "hypercube:7", "presses": [20, 25]})  # takes minutes
        server._process.kill()
        with self.assertRaisesRegex(lightsout.LightsOutError, "has ended"):
            future.result()
        server.close()

    def test_no_command(self):
        with self.assertRaisesRegex(lightsout.LightsOutError, "cannot be started"):
            lightsout.Server("/nowhere/lightsout")

    def test_one_file_and_the_standard_library_are_enough(self):
        alone = "import runpy; runpy.run_path({!r}, run_name='alone')".format(lightsout.__file__)
        subprocess.run([sys.executable, "-I", "-S", "-c", alone], check=True)  # no other file, no package

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_a_child_starts_its_own(self):
        lightsout.solve({"board": "3x3", "on": [4]})
        child = os.fork()
        if child == 0:
            status = 1
            try:
                answers = [lightsout.solve({"board": "3x3", "on": [0]})["press_count"] for _ in range(20)]
                status = 0 if answers == [5] * 20 else 2
                lightsout._server().close()
            finally:
                os._exit(status)
        for _ in range(20):
            self.assertEqual(lightsout.solve({"board": "3x3", "on": [4]})["press_count"], 5)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


if __name__ == "__main__":
    unittest.main()
