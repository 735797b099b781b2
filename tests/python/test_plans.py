# SPDX-License-Identifier: Apache-2.0
"""Plans: against brute force, the command line, and the independent checker."""

import json
import os
import pickle
import random
import shutil
import unittest
import unittest.mock
import warnings

import numpy as np
import stowage
from support import SAMPLES, TestCase, clashes, command_line, least_footprint, random_arrays, unsafe_pairs


class BruteForce(TestCase):
    def test_footprints_and_bounds(self):
        optimal = 0
        for seed in range(60):
            given = random_arrays(seed, operators=6, tensors=6)
            graph, unsafe = stowage.Graph.from_arrays(**given), unsafe_pairs(given)
            least = least_footprint(given["sizes"], unsafe)
            for strategy in ("auto", "greedy-by-size", "so.size.best"):
                plan = stowage.plan(graph, strategy)
                self.assertEqual(clashes(plan.offsets.tolist(), given["sizes"], unsafe), set(), seed)
                self.assertEqual(plan.check(), [], seed)
                self.assertLessEqual(plan.lower_bound, least, seed)
                if strategy == "auto":
                    self.assertEqual(plan.proved_optimal, plan.footprint == plan.lower_bound, seed)
                    optimal += plan.footprint == least
                if plan.proved_optimal:
                    self.assertEqual(plan.footprint, least, seed)
                # Tensors that nobody needs count for the footprint, and may be all there is.
                self.assertGreaterEqual(plan.footprint, max(given["sizes"]) if unsafe else 0, seed)
        self.assertGreaterEqual(optimal, 58)

    def test_check_finds_the_pairs_that_clash(self):
        draw = random.Random(3)
        for seed in range(60):
            given = random_arrays(seed, operators=6, tensors=6)
            graph, unsafe = stowage.Graph.from_arrays(**given), unsafe_pairs(given)
            offsets = [draw.randrange(0, 60) for _ in given["sizes"]]
            found = stowage.Plan.from_offsets(graph, offsets).check()
            self.assertEqual({(f.first, f.second) for f in found if f.kind == "overlap"},
                             clashes(offsets, given["sizes"], unsafe), seed)
            self.assertEqual({f.kind for f in found} - {"overlap"}, set(), seed)

    def test_intervals(self):
        draw = random.Random(5)
        for _ in range(40):
            lower = [draw.randrange(0, 9) for _ in range(6)]
            upper = [begin + draw.randrange(1, 6) for begin in lower]
            size = [draw.randrange(1, 20) for _ in range(6)]
            unsafe = {(a, b) for a in range(6) for b in range(a + 1, 6)
                      if lower[a] < upper[b] and lower[b] < upper[a]}
            plan = stowage.plan_intervals(lower, upper, size)
            self.assertEqual(clashes(plan.offsets.tolist(), size, unsafe), set())
            self.assertEqual(plan.footprint, least_footprint(size, unsafe))


class Arguments(TestCase):
    def setUp(self):
        self.graph = stowage.load(SAMPLES / "somas_figure_7.stowage.json")

    def test_the_published_footprint(self):
        plan = stowage.plan(self.graph)
        self.assertEqual((plan.footprint, plan.lower_bound, plan.proved_optimal), (1664, 1664, True))
        self.assertEqual((plan.alignment, plan.order, plan.sequence, plan.interrupted), (1, "given", None, False))
        self.assertIn("1664 bytes", repr(plan))

    def test_alignment(self):
        for alignment in (1, 64, 512, np.int32(96)):
            plan = stowage.plan(self.graph, alignment=alignment)
            self.assertTrue((plan.offsets % alignment == 0).all())
            self.assertEqual(plan.footprint % alignment, 0)
            self.assertEqual((plan.check(), plan.alignment), ([], alignment))

    def test_strategies(self):
        table = stowage.strategies()
        self.assertEqual(len({row.id for row in table}), len(table))
        self.assertEqual(sum(row.standard for row in table), 10)
        self.assertIn("search", {row.id for row in table if row.improves})
        plans = {row.id: stowage.plan(self.graph, row.id) for row in table if row.standard}
        for name, plan in plans.items():
            self.assertEqual(plan.strategy, name)
        best = stowage.plan(self.graph, "standard")
        self.assertEqual(best.footprint, min(plan.footprint for plan in plans.values()))
        self.assertEqual(stowage.plan(self.graph, ["bump", "so.size.best"]).footprint,
                         stowage.plan(self.graph, "so.size.best").footprint)
        self.assertIn("given", {row.id for row in stowage.orders()})

    def test_a_solver_that_fails_leaves_a_quick_plan(self):
        graph = stowage.load(SAMPLES / "somas_figure_6.stowage.json")
        solver = self.folder() / "cbc"
        solver.write_text("#!/bin/sh\nexit 3\n")
        solver.chmod(0o755)
        with unittest.mock.patch.dict(os.environ, STOWAGE_SOLVER=str(solver)):
            with self.assertWarnsRegex(RuntimeWarning, "cbc"):
                plan = stowage.plan(graph, "mip")
        self.assertEqual((plan.footprint, plan.check()), (22, []))

    def test_orders(self):
        graph = stowage.load(SAMPLES / "training_step.stowage.json")
        for row in stowage.orders():
            if row.id.startswith("olla") and shutil.which("cbc") is None:
                continue
            plan = stowage.plan(graph, order=row.id, time_limit=2)
            self.assertEqual(plan.check(), [])
            self.assertIn(plan.order, (row.id, "given"))
            if plan.sequence is not None:
                self.assertEqual(sorted(plan.sequence), sorted(graph.operator_names))

    def test_in_place_can_be_left_unused(self):
        graph = stowage.Graph.from_arrays([8, 8], [0, 1], [[0, 1], [1, 2]], in_place=[[1, 0]])
        self.assertEqual(stowage.plan(graph).footprint, 8)
        self.assertEqual(stowage.plan(graph, in_place=False).footprint, 16)

    def test_iterations_make_the_search_repeatable(self):
        draw = random.Random(2)
        lower = [draw.randrange(0, 200) for _ in range(300)]
        upper = [begin + draw.randrange(1, 60) for begin in lower]
        size = [draw.randrange(1, 5000) for _ in range(300)]
        plans = [stowage.plan_intervals(lower, upper, size, strategy="search", seed=4, iterations=3000).offsets
                 for _ in range(2)]
        np.testing.assert_array_equal(*plans)

    def test_faults(self):
        for place, wrong in (("strategy", {"strategy": "none"}), ("strategy", {"strategy": []}),
                             ("strategy", {"strategy": 3}), ("alignment", {"alignment": 0}),
                             ("alignment", {"alignment": 1.5}), ("alignment", {"alignment": 2**40}),
                             ("time_limit", {"time_limit": 0}), ("time_limit", {"time_limit": float("nan")}),
                             ("seed", {"seed": -1}), ("iterations", {"iterations": -1}), ("iterations", {"iterations": 2**64}),
                             ("order", {"order": "none"})):
            self.refused(place, stowage.plan, self.graph, **wrong)
        with self.assertRaises(TypeError):
            stowage.plan([1, 2, 3])
        self.refused("offsets", stowage.Plan.from_offsets, self.graph, [0])
        self.refused("offsets[1]", stowage.Plan.from_offsets, self.graph, [0, -1] + [0] * (self.graph.tensor_count - 2))

    def test_what_a_strategy_cannot_plan(self):
        with self.assertRaises(stowage.Error) as caught:
            stowage.plan(stowage.load(SAMPLES / "training_step.stowage.json"), "llfb")
        self.assertEqual(caught.exception.kind, "unsupported")

    def test_files(self):
        folder = self.folder()
        plan = stowage.plan(self.graph, alignment=64)
        for name in ("p.json", "p.json.gz"):
            plan.save(folder / name)
            again = stowage.load_plan(folder / name, self.graph)
            np.testing.assert_array_equal(again.offsets, plan.offsets)
            self.assertEqual((again.footprint, again.strategy, again.proved_optimal),
                             (plan.footprint, plan.strategy, plan.proved_optimal))
        with self.assertRaises(stowage.Error) as caught:
            plan.save(folder / "no" / "p.json")
        self.assertTrue(caught.exception.file.endswith("p.json"))
        with self.assertRaises(stowage.Error):
            stowage.load_plan(folder / "p.json", stowage.Graph.from_arrays([1], [0], []))


    def test_bodies_of_loops(self):
        """x is read while y is written: two places beside the weights, whichever module counts them."""
        path, folder = SAMPLES / "loop_convolution.stowage.json", self.folder()
        graph = stowage.load(path)
        plan = stowage.plan(graph)
        self.assertEqual(plan.check(), [])
        command_line("plan", path, "-o", folder / "p.json")
        self.assertEqual(plan.footprint, json.loads((folder / "p.json").read_text())["footprint"])
        plan.save(folder / "q.json")
        self.assertIn("bodies", json.loads((folder / "q.json").read_text()))
        np.testing.assert_array_equal(stowage.load_plan(folder / "q.json", graph).offsets, plan.offsets)
        graph.save(folder / "g.stowage.json")
        self.assertEqual(stowage.plan(stowage.load(folder / "g.stowage.json")).footprint, plan.footprint)
        self.assertEqual(stowage.plan(pickle.loads(pickle.dumps(graph))).footprint, plan.footprint)

    def test_claims_of_a_file_are_not_believed(self):
        path = self.folder() / "p.plan.json"
        graph = stowage.load(SAMPLES / "somas_figure_6.stowage.json")
        plan = stowage.plan(graph, "bump")
        self.assertLess(plan.lower_bound, plan.footprint)
        plan.save(path)
        self.assertEqual(stowage.load_plan(path, graph).lower_bound, plan.lower_bound)
        claims = json.loads(path.read_text())
        path.write_text(json.dumps({**claims, "lower_bound": plan.footprint, "proved_optimal": True}))
        read = stowage.load_plan(path, graph)
        self.assertEqual((read.lower_bound, read.proved_optimal), (plan.lower_bound, False))

    def test_a_plan_to_start_from(self):
        kept = 0
        for seed in range(40):
            graph = stowage.Graph.from_arrays(**random_arrays(seed, operators=8, tensors=12))
            for order in ("given", "lescea"):
                start = stowage.plan(graph, "so.size.best", order=order)
                for strategy in ("bump", "so.source.first", "auto"):
                    plan = stowage.plan(graph, strategy, start=start)
                    self.assertEqual(plan.check(), [], seed)
                    self.assertLessEqual(plan.footprint, start.footprint, seed)
                    if plan.footprint == start.footprint and strategy == "bump":
                        kept += 1
                        np.testing.assert_array_equal(plan.offsets, start.offsets)
                        self.assertEqual(plan.sequence, start.sequence)
        self.assertGreater(kept, 40)
        unsafe = stowage.Plan.from_offsets(self.graph, [0] * self.graph.tensor_count)
        odd = stowage.Plan.from_offsets(self.graph, [1 + o for o in stowage.plan(self.graph).offsets.tolist()])
        for start in (unsafe, odd):
            plan = stowage.plan(self.graph, alignment=64, start=start)
            self.assertEqual(plan.check(), [])
            self.assertGreater(plan.moved_from(start), 0)
        self.refused("start", stowage.plan, self.graph, start=stowage.plan(graph))
        newer = stowage.Graph.from_intervals([0, 0, 2], [3, 2, 4], [2, 8, 4], names=["new", "x", "y"])
        start = stowage.Plan.from_offsets(
            stowage.Graph.from_intervals([0, 2], [2, 4], [8, 4], names=["x", "gone"]), [4, 0])
        plan = stowage.plan(newer, start=start)
        self.assertEqual((plan.check(), plan.moved_from(start), plan.footprint), ([], 8, 10))


class CommandLine(TestCase):
    def test_same_plans(self):
        folder = self.folder()
        for sample in ("somas_figure_2.stowage.json", "somas_figure_7.stowage.json", "training_step.stowage.json"):
            graph = stowage.load(SAMPLES / sample)
            for strategy in ("auto", "mo.size.first", "greedy-by-size"):
                command_line("plan", SAMPLES / sample, "--strategy", strategy, "--align", "32", "-o", folder / "p.json")
                wanted = json.loads((folder / "p.json").read_text())
                plan = stowage.plan(graph, strategy, alignment=32)
                self.assertEqual(dict(zip(graph.tensor_names, plan.offsets.tolist())), wanted["offsets"])
                for key in ("footprint", "lower_bound", "proved_optimal", "strategy"):
                    self.assertEqual(getattr(plan, key), wanted[key], (sample, strategy, key))

    def test_same_intervals(self):
        folder, draw = self.folder(), random.Random(1)
        lower = [draw.randrange(0, 500) for _ in range(800)]
        upper = [begin + draw.randrange(0, 90) for begin in lower]
        size = [draw.randrange(0, 5000) for _ in range(800)]
        rows = "".join(f"{k},{a},{b},{c}\n" for k, (a, b, c) in enumerate(zip(lower, upper, size)))
        (folder / "i.csv").write_text("id,lower,upper,size\n" + rows)
        command_line("plan", folder / "i.csv", "-o", folder / "p.json")
        wanted = json.loads((folder / "p.json").read_text())
        plan = stowage.plan_intervals(lower, upper, size)
        self.assertEqual(plan.offsets.tolist(), [wanted["offsets"][str(k)] for k in range(800)])

    def test_its_check_agrees(self):
        folder, draw = self.folder(), random.Random(9)
        for seed in range(6):
            graph = stowage.Graph.from_arrays(**random_arrays(seed))
            graph.save(folder / "g.stowage.json")
            stowage.plan(graph).save(folder / "p.json")
            command_line("check", folder / "g.stowage.json", folder / "p.json")
            bad = stowage.Plan.from_offsets(graph, [draw.randrange(30) for _ in range(graph.tensor_count)])
            bad.save(folder / "p.json")
            if bad.check():
                with self.assertRaises(AssertionError):
                    command_line("check", folder / "g.stowage.json", folder / "p.json")


class Reference(TestCase):
    def test_samples_and_random_graphs(self):
        for sample in ("somas_figure_2.stowage.json", "somas_figure_7.stowage.json", "training_step.stowage.json"):
            graph = stowage.load(SAMPLES / sample)
            self.check_by_reference(graph, stowage.plan(graph, alignment=16))
            self.check_by_reference(graph, stowage.plan(graph, order="lescea"))
        for seed in range(20):
            graph = stowage.Graph.from_arrays(**random_arrays(seed, operators=20, tensors=30, streams=3))
            self.check_by_reference(graph, stowage.plan(graph))


if __name__ == "__main__":
    unittest.main()
