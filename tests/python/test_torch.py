# SPDX-License-Identifier: Apache-2.0
"""Models of PyTorch: sizes counted by hand, views, permissions, both phases."""

import json
import operator
import os
import subprocess
import sys
import tempfile
import unittest
from random import Random
from unittest import mock

import stowage
import stowage.torch
from support import TestCase

try:
    import torch
except ImportError:
    torch = None

needs_torch = unittest.skipIf(torch is None, "PyTorch is not installed")


class WithoutTorch(TestCase):
    def test_it_says_so(self):
        said = subprocess.run(
            [sys.executable, "-B", "-c",
             "import sys\nsys.modules['torch'] = None\nimport stowage, stowage.torch\n"
             "try: stowage.torch.graph_of(None, ())\nexcept stowage.Error as e: print(e.kind, 'PyTorch' in e.reason)"],
            capture_output=True, text=True, check=True).stdout
        self.assertEqual(said, "external True\n")


@needs_torch
class Models(TestCase):
    def tensors(self, graph):
        return dict(zip(graph.tensor_names, graph.sizes.tolist()))

    def of_kind(self, graph, kind):
        """Bytes of what each operator of that kind makes."""
        kinds = graph.operator_kinds
        return [size for size, producer in zip(graph.sizes.tolist(), graph.producers.tolist())
                if producer >= 0 and kinds[producer] == kind]

    def check(self, graph):
        for alignment in (1, 64):
            plan = stowage.plan(graph, alignment=alignment)
            self.assertEqual(plan.check(), [])
            self.check_if_possible(graph, plan)

    def check_if_possible(self, graph, plan):
        try:
            self.check_by_reference(graph, plan)
        except unittest.SkipTest:
            pass

    def test_a_chain_of_linear_layers(self):
        model = torch.nn.Sequential(torch.nn.Linear(100, 50), torch.nn.ReLU(), torch.nn.Linear(50, 10)).eval()
        graph = stowage.torch.graph_of(model, torch.zeros(8, 100))
        self.assertEqual(self.of_kind(graph, "addmm"), [8 * 50 * 4, 8 * 10 * 4])
        self.assertEqual(self.of_kind(graph, "relu"), [8 * 50 * 4])
        self.assertEqual([size for size, kind in zip(graph.sizes, graph.tensor_kinds) if kind == "input"], [8 * 100 * 4])
        self.assertEqual(set(graph.phases), {"forward"})
        self.assertEqual([self.tensors(graph)[name] for name, out in zip(graph.tensor_names, graph.outputs) if out],
                         [8 * 10 * 4])
        # The input and the first layer's output at once; the second writes over nothing that is still needed.
        self.assertEqual(stowage.plan(graph).footprint, 8 * 100 * 4 + 8 * 50 * 4)
        self.check(graph)

    def test_weights_take_part_if_wanted(self):
        model = torch.nn.Linear(100, 50).eval()
        graph = stowage.torch.graph_of(model, torch.zeros(8, 100), parameters=True)
        weights = [size for size, kind in zip(graph.sizes.tolist(), graph.tensor_kinds) if kind == "parameter"]
        self.assertEqual(sorted(weights), [50 * 4, 100 * 50 * 4])
        self.check(graph)

    def test_views_have_no_bytes_of_their_own(self):
        class Model(torch.nn.Module):
            def forward(self, x):
                y = x + 1
                top, bottom = y.view(6, 4).split(3)
                return top.t() * 2, bottom.reshape(2, 6).sum()

        graph = stowage.torch.graph_of(Model().eval(), torch.zeros(2, 12))
        at = {name: k for k, name in enumerate(graph.tensor_names)}
        insets = sorted((inset, int(graph.sizes[tensor])) for tensor, _, inset in graph.views.tolist())
        self.assertIn((48, 48), insets)  # the second half of 24 floats
        owners = {of for _, of, _ in graph.views.tolist()}
        self.assertEqual(len(owners), 1)
        self.assertEqual(graph.sizes[owners.pop()], 96)
        self.assertEqual(len(at), graph.tensor_count)
        self.check(graph)

    def test_a_view_is_made_by_what_copies_nothing(self):
        class Model(torch.nn.Module):
            def forward(self, x):
                return (x.t() + 0).contiguous().reshape(-1)  # t() of t() is dense again

        graph = stowage.torch.graph_of(Model().eval(), torch.zeros(5, 7))
        self.assertEqual(graph.total_size % (5 * 7 * 4), 0)
        self.check(graph)

    def test_permissions_are_those_of_pytorch(self):
        class Model(torch.nn.Module):
            def forward(self, x):
                a = torch.relu(x @ x)  # relu_
                b = torch.softmax(a, 1)  # there is no softmax_
                c = a + b  # add_, over either
                return torch.nn.functional.relu(c, inplace=True).sum(0)

        graph = stowage.torch.graph_of(Model().eval(), torch.zeros(6, 6))
        kinds, producers = graph.operator_kinds, graph.producers
        pairs = sorted((kinds[producers[out]], kinds[producers[into]]) for out, into, *_ in graph.in_place.tolist())
        self.assertEqual(pairs, [("add", "_softmax"), ("add", "relu"), ("relu", "mm")])
        views = [kinds[producers[tensor]] for tensor, *_ in graph.views.tolist()]
        self.assertIn("relu_", views)  # what is written in place is where it was
        self.check(graph)
        self.assertLess(stowage.plan(graph).footprint, stowage.plan(graph, in_place=False).footprint + 1)

    def test_permissions_need_the_same_shape(self):
        class Model(torch.nn.Module):
            def forward(self, x):
                return (x[:1] + x, x.t() + x, x.double() + x)

        graph = stowage.torch.graph_of(Model().eval(), torch.zeros(4, 4))
        outs = {out for out, *_ in graph.in_place.tolist()}
        for out, into, *_ in graph.in_place.tolist():
            self.assertEqual(graph.sizes[out], graph.sizes[into])
        self.assertTrue(outs)
        self.check(graph)

    def test_a_training_step(self):
        model = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3, padding=1), torch.nn.BatchNorm2d(8), torch.nn.ReLU(),
                                    torch.nn.Flatten(), torch.nn.Linear(8 * 64, 10))
        running = model[1].running_mean.clone()
        graph = stowage.torch.graph_of(model, torch.zeros(2, 3, 8, 8))
        self.assertTrue(torch.equal(model[1].running_mean, running))  # nothing was run
        self.assertTrue(all(p.grad is None for p in model.parameters()))
        phases = graph.phases
        self.assertEqual(sorted(set(phases)), ["backward", "forward"])
        self.assertEqual(phases, sorted(phases, reverse=True))
        self.assertEqual(self.of_kind(graph, "convolution"), [2 * 8 * 64 * 4])
        # Gradients of all parameters are outputs, each as large as its parameter; so are the result and the loss.
        outputs = sorted(size for size, out in zip(graph.sizes.tolist(), graph.outputs) if out)
        self.assertEqual(outputs, sorted([2 * 10 * 4, 4] + [p.numel() * 4 for p in model.parameters()]))
        # What the backward pass needs is kept: the convolution's output is used there.
        begins, operators = graph.consumers
        conv = [t for t, p in enumerate(graph.producers.tolist()) if p >= 0 and graph.operator_kinds[p] == "convolution"]
        users = [graph.operator_kinds[o] for o in operators[begins[conv[0]]:begins[conv[0] + 1]]]
        self.assertIn("native_batch_norm_backward", users)
        self.check(graph)
        forward = stowage.torch.graph_of(model, torch.zeros(2, 3, 8, 8), backward=False)
        self.assertEqual(set(forward.phases), {"forward"})
        self.assertGreater(graph.operator_count, forward.operator_count)
        self.assertLessEqual(stowage.plan(forward).footprint, stowage.plan(graph).footprint)

    def test_a_loss_and_tied_weights(self):
        class Model(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.embedding = torch.nn.Embedding(20, 8)
                self.head = torch.nn.Linear(8, 20, bias=False)
                self.head.weight = self.embedding.weight

            def forward(self, tokens):
                return self.head(torch.tanh(self.embedding(tokens)))

        graph = stowage.torch.graph_of(Model(), torch.zeros(6, dtype=torch.long),
                                       loss=torch.nn.functional.cross_entropy,
                                       targets=torch.zeros(6, dtype=torch.long), name="tied")
        self.assertEqual((graph.name, graph.tensor_kinds.count("input")), ("tied", 2))
        outputs = sorted(size for size, out in zip(graph.sizes.tolist(), graph.outputs) if out)
        self.assertEqual(outputs, [4, 6 * 20 * 4, 20 * 8 * 4])
        self.check(graph)

    def test_a_transformer_layer(self):
        model = torch.nn.TransformerEncoderLayer(32, 4, 64, batch_first=True)
        graph = stowage.torch.graph_of(model, torch.zeros(2, 10, 32))
        self.assertIn("backward", graph.phases)
        self.check(graph)

    def test_several_inputs_and_structures(self):
        class Model(torch.nn.Module):
            def forward(self, pair, scale, factor):
                return {"sum": pair[0] + pair[1] * factor, "scaled": pair[0] * scale}

        graph = stowage.torch.graph_of(Model(), ((torch.zeros(3), torch.zeros(3)), torch.zeros(1), 2.0))
        self.assertEqual(graph.tensor_kinds.count("input"), 3)
        self.assertEqual(int(graph.outputs.sum()), 2)
        self.check(graph)

    def test_what_cannot_be_traced(self):
        class Model(torch.nn.Module):
            def forward(self, x):
                return x + 1 if x.sum() > 0 else x

        with self.assertRaises(stowage.Error) as caught:
            stowage.torch.graph_of(Model(), torch.zeros(3))
        self.assertEqual((caught.exception.kind, caught.exception.place), ("unsupported", "module"))
        self.refused("module", stowage.torch.graph_of, "model", torch.zeros(3))
        self.refused("backward", stowage.torch.graph_of, torch.nn.ReLU(), torch.zeros(3), backward=True)


def cond(pred, true_graph, false_graph, operands):
    raise AssertionError("it is read, and not run")


def while_loop(cond_graph, body_graph, carried, additional):
    raise AssertionError("it is read, and not run")


@needs_torch
class Bodies(TestCase):
    """Branches and loops as PyTorch 2 traces them. The traces are built by hand, since PyTorch may be older."""

    def trace(self, inputs, build, attributes):
        """A graph module; `build` gives what it returns, from the graph and its placeholders."""
        root, graph = torch.nn.Module(), torch.fx.Graph()
        graph.output(build(graph, *(graph.placeholder(f"arg{k}_1") for k in range(inputs))))
        for name, value in attributes.items():
            setattr(root, name, value)
        return torch.fx.GraphModule(root, graph)

    def graph_of(self, trace, *inputs, **options):
        with mock.patch("torch.fx.experimental.proxy_tensor.make_fx", lambda step, tracing_mode: lambda *flat: trace):
            graph = stowage.torch.graph_of(torch.nn.Identity().eval(), inputs, **options)
        for alignment in (1, 64):
            for in_place in (True, False):
                self.assertEqual(stowage.plan(graph, alignment=alignment, in_place=in_place).check(), [])
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "graph.stowage.json")
            graph.save(path)
            with open(path) as file:
                return graph, json.load(file)

    def call(self, graph, op, *args):
        return graph.call_function(op, args)

    def test_branches(self):
        aten = torch.ops.aten

        def then(graph, x):
            return (self.call(graph, aten.sin.default, self.call(graph, aten.cos.default, x)),)

        def otherwise(graph, x):
            return (self.call(graph, aten.sum.dim_IntList, self.call(graph, aten.cat.default, [x, x, x]), [0], True),)

        def step(graph, p, x):
            graphs = [graph.get_attr("true_graph_0"), graph.get_attr("false_graph_0")]
            chosen = self.call(graph, operator.getitem, self.call(graph, cond, p, *graphs, (x,)), 0)
            return [self.call(graph, aten.neg.default, chosen)]

        bodies = {"true_graph_0": self.trace(1, then, {}), "false_graph_0": self.trace(1, otherwise, {})}
        trace = self.trace(2, step, bodies)
        graph, file = self.graph_of(trace, torch.tensor(True), torch.zeros(1, 64))
        self.assertEqual([node["op"] for node in file["nodes"]], ["cond", "neg"])
        branches = file["nodes"][0]["branches"]
        self.assertEqual([branch["name"] for branch in branches], ["then", "else"])
        self.assertEqual([[node["op"] for node in branch["nodes"]] for branch in branches],
                         [["cos", "sin"], ["cat", "sum"]])
        # Both write the result of cond, and read its operand.
        for branch in branches:
            self.assertTrue({"arg1_1", "cond.0"} < {tensor["id"] for tensor in branch["tensors"]})
        # x, three times x, the result, and the predicate.
        self.assertEqual(stowage.plan(graph, in_place=False).footprint, 5 * 64 * 4 + 1)

    def test_a_branch_in_a_branch_that_changes_nothing(self):
        aten = torch.ops.aten

        def inner(graph, x):
            return (self.call(graph, aten.relu.default, x),)

        def unchanged(graph, x):
            return (x,)

        def then(graph, p, x):
            graphs = [graph.get_attr("true_graph_0"), graph.get_attr("false_graph_0")]
            more = self.call(graph, aten.mul.Tensor, x, graph.get_attr("weight"))
            return (self.call(graph, operator.getitem, self.call(graph, cond, p, *graphs, (more,)), 0),)

        def step(graph, p, x):
            graphs = [graph.get_attr("true_graph_0"), graph.get_attr("false_graph_0")]
            top = self.call(graph, aten.slice.Tensor, x, 0, 8, 16)
            return [self.call(graph, operator.getitem, self.call(graph, cond, p, *graphs, (p, top)), 0)]

        within = {"true_graph_0": self.trace(1, inner, {}), "false_graph_0": self.trace(1, unchanged, {})}
        trace = self.trace(2, step, {"true_graph_0": self.trace(2, then, {"weight": torch.ones(8), **within}),
                                     "false_graph_0": self.trace(2, lambda graph, p, x: unchanged(graph, x), {})})
        for parameters in (False, True):
            graph, file = self.graph_of(trace, torch.tensor(True), torch.zeros(16), parameters=parameters)
            self.assertEqual(graph.tensor_kinds.count("parameter"), int(parameters))
            branches = [node for node in file["nodes"] if node["op"] == "cond"][0]["branches"]
            self.assertEqual([[node["op"] for node in branch["nodes"]] for branch in branches], [["mul", "cond"], []])
            deeper = branches[0]["nodes"][1]["branches"]
            # The result of the innermost branch is that of all around it: it is never copied.
            self.assertIn("cond.0", {tensor["id"] for tensor in deeper[0]["tensors"]})

    def test_a_loop(self):
        aten = torch.ops.aten

        def test(graph, i, x, w):
            return self.call(graph, aten.lt.Scalar, i, 10)

        def body(graph, i, x, w):
            wide = self.call(graph, aten.cat.default, [x, w])
            return (self.call(graph, aten.add.Tensor, i, 1),
                    self.call(graph, aten.add.Tensor, self.call(graph, aten.slice.Tensor, wide, 0, 0, 64), w))

        def step(graph, i, x, w):
            graphs = [graph.get_attr("cond_graph_0"), graph.get_attr("body_graph_0")]
            loop = self.call(graph, while_loop, *graphs, (i, x), (w,))
            return [self.call(graph, operator.getitem, loop, 1)]

        trace = self.trace(3, step, {"cond_graph_0": self.trace(3, test, {}), "body_graph_0": self.trace(3, body, {})})
        graph, file = self.graph_of(trace, torch.tensor(0), torch.zeros(64), torch.zeros(64))
        loop = file["nodes"][0]["loop"]
        self.assertEqual([node["op"] for node in loop["nodes"]], ["lt", "cat", "add", "slice", "add"])
        # The first values are read where they are, and the last iteration makes the results.
        self.assertEqual(loop["carry"], [["arg0_1", "while_loop.0"], ["arg1_1", "while_loop.1"]])
        # w, twice its bytes, and x before or after; i before or after; whether it goes on.
        self.assertEqual(stowage.plan(graph, in_place=False).footprint, 4 * 64 * 4 + 8 + 1)

    def test_bodies_at_random(self):
        """Every call of every body is an operator, and the plans are safe."""
        aten, random = torch.ops.aten, Random(7)

        def random_trace(depth, inputs, results):
            """Reads some of what it is given, and gives some values, among them what it is given."""
            bodies = {}

            def build(graph, *given):
                values = list(given)

                def body(results):
                    bodies[f"graph_{len(bodies)}"] = random_trace(depth - 1, 3, results)
                    return graph.get_attr(f"graph_{len(bodies) - 1}")

                for _ in range(random.randint(1, 4)):
                    a, b, c = random.choices(values, k=3)
                    count, kind = random.randint(1, 3), random.randint(0, 3 if depth > 0 else 1)
                    if kind == 2:
                        made = self.call(graph, cond, a, body(count), body(count), (a, b, c))
                    elif kind == 3:
                        made = self.call(graph, while_loop, body(1), body(count), (a, b, c)[:count], (a, b, c)[count:])
                    else:
                        values.append(self.call(graph, aten.add.Tensor, a, b))
                        continue
                    values += [self.call(graph, operator.getitem, made, k) for k in range(count)]
                return tuple(random.choices(values, k=results))

            return self.trace(inputs, build, bodies)

        def calls_in(trace):
            nodes = list(trace.graph.nodes)
            return sum(node.op == "call_function" and node.target is not operator.getitem for node in nodes) + sum(
                calls_in(getattr(trace, node.target)) for node in nodes if node.op == "get_attr")

        def operators_in(graph):
            return sum(1 + sum(map(operators_in, node.get("branches", [node["loop"]] if "loop" in node else [])))
                       for node in graph["nodes"])

        for _ in range(25):
            trace = random_trace(2, 3, 2)
            _, file = self.graph_of(trace, *(torch.zeros(8) for _ in range(3)))
            self.assertEqual(operators_in(file), calls_in(trace))

    def test_a_loop_that_swaps_views(self):
        aten = torch.ops.aten

        def test(graph, a, b, c):
            return self.call(graph, aten.gt.Scalar, self.call(graph, aten.select.int, a, 0, 0), 0)

        def body(graph, a, b, c):
            return b, self.call(graph, aten.view.default, self.call(graph, aten.neg.default, a), [8]), c

        def step(graph, x, y):
            graphs = [graph.get_attr("cond_graph_0"), graph.get_attr("body_graph_0")]
            low, high = (self.call(graph, aten.slice.Tensor, x, 0, k, k + 8) for k in (0, 8))
            loop = self.call(graph, while_loop, *graphs, (low, high, y), ())
            return [self.call(graph, operator.getitem, loop, k) for k in range(3)]

        trace = self.trace(2, step, {"cond_graph_0": self.trace(3, test, {}), "body_graph_0": self.trace(3, body, {})})
        graph, file = self.graph_of(trace, torch.zeros(16), torch.zeros(4))
        loop = [node for node in file["nodes"] if "loop" in node][0]["loop"]
        # Views are copied: at first the halves of x, and each time what neg gives. The third value never changes.
        self.assertEqual(loop["carry"], [["slice_tensor#2", "slice_tensor_1#2"], ["arg1_1", "arg1_1"]])


if __name__ == "__main__":
    unittest.main()
