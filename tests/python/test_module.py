# SPDX-License-Identifier: Apache-2.0
"""The module as a whole: its stub, its documentation, what importing it loads, and its pictures."""

import ast
import contextlib
import copy
import copyreg
import html
import inspect
import io
import json
import os
import pathlib
import pickle
import re
import subprocess
import sys
import unittest
import warnings

import numpy as np
import stowage
from support import SAMPLES, SOURCE, TestCase, command_line
from test_waiting import hard_intervals

PACKAGE = pathlib.Path(stowage.__file__).parent


def members(node):
    return [each.name for each in node.body if isinstance(each, (ast.FunctionDef, ast.ClassDef))]


class Module(TestCase):
    def setUp(self):
        self.stub = ast.parse((PACKAGE / "__init__.pyi").read_text())

    def test_the_stub_names_what_there_is(self):
        self.assertEqual(sorted(members(self.stub)), sorted(stowage.__all__))
        for node in self.stub.body:
            if isinstance(node, ast.ClassDef) and node.name in ("Graph", "Plan"):
                public = [name for name in vars(getattr(stowage, node.name)) if not name.startswith("_")]
                self.assertEqual(sorted(name for name in members(node) if not name.startswith("_")), sorted(public))

    def test_the_stub_has_the_parameters(self):
        functions = [(node, getattr(stowage, node.name)) for node in self.stub.body if isinstance(node, ast.FunctionDef)]
        for owner in self.stub.body:
            if isinstance(owner, ast.ClassDef) and owner.name in ("Graph", "Plan"):
                functions += [(node, getattr(getattr(stowage, owner.name), node.name)) for node in owner.body
                              if isinstance(node, ast.FunctionDef) and not node.decorator_list
                              or isinstance(node, ast.FunctionDef) and node.decorator_list[0].id == "staticmethod"]
        self.assertGreater(len(functions), 10)
        for node, function in functions:
            wanted = [each.arg for each in (*node.args.args, *node.args.kwonlyargs)]
            if inspect.isfunction(function):
                actual = list(inspect.signature(function).parameters)
            else:  # pybind11 says it in the first line
                first = function.__doc__.splitlines()[0]
                actual = re.findall(r"[(,] *(\w+): ", first)
            self.assertEqual(actual, wanted, node.name)

    def test_everything_is_documented(self):
        for name in stowage.__all__:
            thing = getattr(stowage, name)
            self.assertTrue(thing.__doc__, name)
            self.assertEqual(thing.__module__, "stowage", name)
            if name in ("Graph", "Plan"):
                for member, value in vars(thing).items():
                    if not member.startswith("_"):
                        self.assertTrue(value.__doc__, f"{name}.{member}")
        for name in ("from_arrays", "from_intervals"):
            for parameter in re.findall(r"[(,] *(\w+): ", getattr(stowage.Graph, name).__doc__.splitlines()[0]):
                self.assertRegex(getattr(stowage.Graph, name).__doc__, rf"(?m)^{parameter}\b|^\w+.*, {parameter}\b")
        self.assertTrue((PACKAGE / "py.typed").exists())

    def test_importing_is_light(self):
        said = subprocess.run(
            [sys.executable, "-B", "-c",
             "import sys, stowage\n"
             "print([name for name in ('torch', 'subprocess', 'tempfile', 'stowage.torch', 'stowage._pictures') if name in sys.modules])\n"
             "print([line.split()[-1] for line in open('/proc/self/maps') if 'Qt' in line])"],
            capture_output=True, text=True, check=True).stdout
        self.assertEqual(said, "[]\n[]\n")

    def test_errors_are_values(self):
        with self.assertRaises(stowage.Error) as caught:
            stowage.Graph.from_arrays([-1, -2], [0, 0], [])
        error = caught.exception
        for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            self.assertEqual((other.kind, other.faults, str(other)), (error.kind, error.faults, str(error)))
        self.assertEqual(str(error).splitlines(), [str(fault) for fault in error.faults])
        self.assertEqual(len(error.faults), 2)


class Objects(TestCase):
    def test_none_is_made_without_what_it_holds(self):
        for kind in (stowage.Graph, stowage.Plan):
            class Derived(kind):
                pass
            for owner in (kind, Derived):
                for make in (owner, lambda: owner.__new__(owner), lambda: object.__new__(owner),
                             lambda: kind.__mro__[1].__new__(owner), lambda: copyreg.__newobj__(owner)):
                    self.assertRaises(TypeError, make)
        for method in (stowage.Plan.check, stowage.Plan.graph.fget, stowage.Graph.sizes.fget, stowage.Graph.save):
            for wrong in ((None, "x"), (3,), ()):
                self.assertRaises((TypeError, RuntimeError), method, *wrong)
        for row in (stowage.PlanFault, stowage.Strategy, stowage.Fault):
            self.assertRaises(TypeError, row.__new__, row)

    def facts(self, thing):
        """All that can be asked of a graph or a plan, arrays as bytes."""
        if isinstance(thing, np.ndarray):
            return thing.dtype.str, thing.shape, thing.tobytes()
        if isinstance(thing, (tuple, list)):
            return [self.facts(each) for each in thing]
        if isinstance(thing, (stowage.Graph, stowage.Plan)):
            return {name: self.facts(value.fget(thing)) for name, value in vars(type(thing)).items()
                    if isinstance(value, property)}
        return thing

    def things(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for file in sorted(SAMPLES.iterdir()):
                if file.is_file() and file.suffix not in (".md", ".txt") and file.name != "index.json":
                    yield stowage.load(file)
            yield stowage.load(SAMPLES / "serving.pickle", serial_streams=True)
        graph = stowage.load(SAMPLES / "training_step.stowage.json")
        yield from (stowage.plan(graph, alignment=64), stowage.plan(graph, order="lescea"),
                    stowage.Plan.from_offsets(graph, range(graph.tensor_count), strategy="by hand"),
                    stowage.plan_intervals(*hard_intervals(2000), strategy="search", time_limit=0.01))

    def test_pickles_have_all_facts(self):
        count = 0
        for thing in self.things():
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
                again = pickle.loads(pickle.dumps(thing, protocol))
            self.assertIs(type(again), type(thing))
            self.assertEqual(self.facts(again), self.facts(thing))
            plans = [each if isinstance(each, stowage.Plan) else each.plan for each in (thing, again)]
            if plans[0] is not None:
                self.assertEqual(plans[1].check(), plans[0].check())
                folder = self.folder()
                for k, plan in enumerate(plans):
                    plan.save(folder / str(k))
                self.assertEqual((folder / "0").read_bytes(), (folder / "1").read_bytes())
            count += 1
        self.assertGreater(count, 10)

    def test_copies(self):
        graph = stowage.load(SAMPLES / "training_step.stowage.json")
        for thing in (graph, stowage.plan(graph)):
            for copied in (copy.copy(thing), copy.deepcopy([thing])[0]):
                self.assertEqual(self.facts(copied), self.facts(thing))

    def test_a_broken_pickle(self):
        data = pickle.dumps(stowage.load(SAMPLES / "somas_figure_2.stowage.json"), 2)
        with self.assertRaises(stowage.Error):
            pickle.loads(data.replace(b"stowage-graph", b"stowage-other"))


class FileNames(TestCase):
    def test_what_is_no_name(self):
        graph = stowage.load(SAMPLES / "somas_figure_2.stowage.json")
        plan = stowage.plan(graph)
        for wrong in (None, 3, b"a\0b", "a\0b", "\ud800"):
            self.refused("path", stowage.load, wrong)
            self.refused("path", stowage.load_plan, wrong, graph)
            self.refused("path", graph.save, wrong)
            self.refused("path", plan.save, wrong)
            self.refused("path", plan.render, wrong)
            if wrong is not None:
                self.refused("durations", stowage.load, SAMPLES / "training_step.stowage.json", durations=wrong)

    def test_names_that_are_not_utf8(self):
        folder = self.folder()
        name = os.fsdecode(os.fsencode(folder) + b"/caf\xe9.csv")
        with self.assertRaises(stowage.Error) as caught:
            stowage.load(name)
        self.assertEqual(caught.exception.file, name)
        self.assertIn(name, str(caught.exception))
        pathlib.Path(name).write_text("id,lower,upper,size\na,5,3,8\n")
        for given in (name, os.fsencode(name), pathlib.Path(name)):
            with self.assertRaises(stowage.Error) as caught:
                stowage.load(given)
            self.assertEqual((caught.exception.file, caught.exception.place), (name, "line 2"))
        model = os.fsdecode(os.fsencode(folder) + b"/caf\xe9.stowage.json")
        text = (SAMPLES / "somas_figure_2.stowage.json").read_text()
        # An order that does not fit the tensors is warned of.
        document = json.loads(text)
        document["nodes"].reverse()
        pathlib.Path(model).write_text(json.dumps(document))
        with self.assertWarns(stowage.InputWarning) as caught:
            graph = stowage.load(model)
        self.assertIn(model, str(caught.warning))
        self.assertIn(model, graph.warnings[0])
        self.assertEqual(pickle.loads(pickle.dumps(graph)).warnings, graph.warnings)
        command_line("strategies")  # skips where there is none
        for wrong in (os.path.join(os.path.dirname(model), "no", os.path.basename(model)) + ".png", name + ".txt"):
            with self.assertRaises(stowage.Error) as caught:
                stowage.plan(graph).render(wrong)
            self.assertEqual(caught.exception.file, wrong)
        stowage.plan(graph).render(name + ".png")
        self.assertTrue(os.path.exists(name + ".png"))


class Manual(TestCase):
    def test_its_examples_work(self):
        command_line("strategies")  # examples draw
        text = (SOURCE / "resources" / "manual" / "python.md").read_text()
        blocks = re.findall(r"(?ms)^```python\n(.*?)^```$", text)
        self.assertGreater(len(blocks), 7)
        folder, names, before = self.folder(), {}, os.getcwd()
        (folder / "samples").symlink_to(SAMPLES)
        os.chdir(folder)
        try:
            with contextlib.redirect_stdout(io.StringIO()) as said:
                for block in blocks:
                    exec(compile(block, "python.md", "exec"), names)
        finally:
            os.chdir(before)
        self.assertIn("upper[1]", said.getvalue())
        self.assertIn("overlap", said.getvalue())
        for name in ("training_step.plan.json", "plan.png", "plan.html", "lifetimes.svg"):
            self.assertTrue((folder / name).exists(), name)


class Pictures(TestCase):
    def setUp(self):
        command_line("strategies")  # skips where there is none
        self.plan = stowage.plan(stowage.load(SAMPLES / "training_step.stowage.json"))

    def test_formats(self):
        folder = self.folder()
        for name, magic in (("p.png", b"\x89PNG"), ("p.svg", b"<?xml"), ("p.pdf", b"%PDF"), ("p.html", b"<!")):
            self.plan.render(folder / name)
            self.assertTrue((folder / name).read_bytes().startswith(magic), name)
        self.plan.render(str(folder / "s.png"), size=(400, 300), scale=2, theme="dark", color_by="phase")
        header = (folder / "s.png").read_bytes()[16:24]
        self.assertEqual((int.from_bytes(header[:4], "big"), int.from_bytes(header[4:], "big")), (800, 600))
        for view in ("lifetimes", "conflicts"):
            self.plan.render(folder / "v.svg", view)
        other = stowage.plan(self.plan.graph, order="lescea")
        other.render(folder / "o.png")

    def test_faults(self):
        folder = self.folder()
        for wrong in ({"path": folder / "p.txt"}, {"path": folder / "p.png", "view": "none"},
                      {"path": folder / "no" / "p.png"}):
            with self.assertRaises(stowage.Error) as caught:
                self.plan.render(**wrong)
            self.assertEqual(caught.exception.file, str(wrong["path"]))
            self.assertEqual(str(caught.exception).count(str(folder)), 1)
            self.assertNotIn("--", str(caught.exception))
        for place, wrong in (("view", {"view": "none"}), ("color_by", {"color_by": "none"}), ("size", {"size": (1, 1)})):
            with self.assertRaises(stowage.Error) as caught:
                self.plan.render(folder / "p.png", **wrong)
            self.assertEqual((caught.exception.place, caught.exception.kind), (place, "bad_input"))

    def test_in_a_notebook(self):
        page = self.plan._repr_html_()
        self.assertIn("<iframe", page)
        self.assertIn(f"{self.plan.footprint:,} bytes", page)
        self.assertLess(len(page), 400_000)

    def test_a_large_plan_in_a_notebook(self):
        """The largest tensors as they are, the others merged; the whole footprint and bound."""
        count = 20000
        draw = np.random.default_rng(1)
        lower = draw.integers(0, count, count)
        upper, size = lower + draw.integers(1, 400, count), draw.integers(1, 5000, count)
        lower[7], upper[7], size[7] = 0, count, 10**7
        plan = stowage.plan_intervals(lower, upper, size, strategy="greedy-by-size")
        page = plan._repr_html_()
        self.assertLess(len(page), 3_000_000)
        data = json.loads(re.search(r'id="plan"[^>]*>(.*?)</script>', html.unescape(page))[1])
        self.assertEqual((data["footprint"], data["bound"]), (plan.footprint, plan.lower_bound))
        self.assertIn("20,000", data["subtitle"])
        tensors = data["tensors"]
        named = [k for k, name in enumerate(tensors["names"]) if not name.startswith("merged")]
        self.assertEqual(len(named), 5000)
        self.assertLess(len(tensors["names"]), 40_000)
        self.assertIn("15,000", page)
        for k in named:
            tensor = int(tensors["names"][k])
            self.assertEqual((tensors["sizes"][k], tensors["offsets"][k]), (size[tensor], plan.offsets[tensor]))
        self.assertIn("7", tensors["names"])

    def test_an_empty_plan_in_a_notebook(self):
        page = stowage.plan_intervals([], [], [])._repr_html_()
        self.assertIn("0 bytes", page)
        self.assertNotIn("/", re.sub("<[^>]*>", "", page))

    def test_without_the_program(self):
        before = os.environ.get("STOWAGE_CLI")
        os.environ["STOWAGE_CLI"] = str(self.folder() / "missing")
        try:
            with self.assertRaises(stowage.Error) as caught:
                self.plan.render(self.folder() / "p.png")
            self.assertEqual(caught.exception.kind, "external")
            self.assertIn("bytes", self.plan._repr_html_())
        finally:
            os.environ["STOWAGE_CLI"] = before

    def test_names_are_no_markup(self):
        graph = stowage.Graph.from_arrays([8], [0], [], tensor_names=["<script>"], name="<b>&\"'")
        page = stowage.plan(graph)._repr_html_()
        self.assertNotIn("<script", page)
        self.assertNotIn("<b>&\"", page)


if __name__ == "__main__":
    unittest.main()
