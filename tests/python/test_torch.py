# SPDX-License-Identifier: Apache-2.0
"""Models of PyTorch: sizes counted by hand, views, permissions, both phases."""

import subprocess
import sys
import unittest

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


if __name__ == "__main__":
    unittest.main()
