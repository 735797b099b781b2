# SPDX-License-Identifier: Apache-2.0
"""What the tests share: random graphs, oracles, and where things are."""

import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

import numpy as np
import stowage

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = SOURCE / "samples"


def command_line(*arguments):
    """Standard output of stowage-cli; skips the test where that is not built."""
    program = os.environ.get("STOWAGE_CLI", "")
    if not program:
        raise unittest.SkipTest("the command line is not built")
    ran = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if ran.returncode != 0:
        raise AssertionError(ran.stderr)
    return ran.stdout


def reference():
    """The independent checker, in a folder that STOWAGE_REFERENCE names; skips the test where it is not there."""
    folder = os.environ.get("STOWAGE_REFERENCE", "")
    if not os.path.isfile(os.path.join(folder, "stowage_ref.py")):
        raise unittest.SkipTest("the independent checker is not there: STOWAGE_REFERENCE names its folder")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    import stowage_ref

    return stowage_ref


def random_arrays(seed, operators=8, tensors=8, streams=2):
    """Keyword arguments of Graph.from_arrays(): arcs lead from earlier to later operators."""
    draw = random.Random(seed)
    pairs, producers = [], []
    for tensor in range(tensors):
        producer = draw.randrange(-1, operators)
        producers.append(producer)
        for _ in range(draw.randrange(0, 3)):
            if producer + 1 < operators:
                pairs.append((tensor, draw.randrange(producer + 1, operators)))
    control = []
    for _ in range(draw.randrange(0, 4)):
        before = draw.randrange(0, operators - 1)
        control.append((before, draw.randrange(before + 1, operators)))
    return {
        "sizes": [draw.randrange(0, 40) for _ in range(tensors)],
        "producers": producers,
        "consumers": np.array(pairs, dtype=np.int64).reshape(-1, 2),
        "streams": [draw.randrange(streams) for _ in range(operators)],
        "control": np.array(control, dtype=np.int64).reshape(-1, 2),
        "outputs": [tensor for tensor in range(tensors) if draw.random() < 0.2],
    }


def unsafe_pairs(given):
    """Pairs of tensors that may be needed at once in some run, by the definition: over all orders in which the
    operators can run that keep arcs, control edges and the order of each stream."""
    operators, tensors = len(given["streams"]), len(given["sizes"])
    consumers = [[int(o) for t, o in given["consumers"] if t == tensor] for tensor in range(tensors)]
    arcs = {(given["producers"][t], o) for t in range(tensors) for o in consumers[t] if given["producers"][t] >= 0}
    arcs |= {(int(a), int(b)) for a, b in given["control"]}
    for a, b in itertools.combinations(range(operators), 2):
        if given["streams"][a] == given["streams"][b]:
            arcs.add((a, b))
    after = [[a == b or (a, b) in arcs for b in range(operators)] for a in range(operators)]
    for k, a, b in itertools.product(range(operators), repeat=3):
        after[a][b] = after[a][b] or (after[a][k] and after[k][b])

    def before(a, b):
        if given["producers"][b] < 0 or a in given["outputs"]:
            return False
        users = consumers[a] + ([given["producers"][a]] if given["producers"][a] >= 0 else [])
        return all(user != given["producers"][b] and after[user][given["producers"][b]] for user in users)

    def needed(t):
        return given["producers"][t] >= 0 or consumers[t] or t in given["outputs"]

    return {(a, b) for a, b in itertools.combinations(range(tensors), 2)
            if needed(a) and needed(b) and not before(a, b) and not before(b, a)}


def least_footprint(sizes, unsafe, never=()):
    """Over all orders of placing tensors as low as the unsafe ones placed before allow: one of them is the best."""
    used = [t for t in range(len(sizes)) if sizes[t] > 0]
    best = sum(sizes)
    for order in itertools.permutations(used):
        offsets, footprint = {}, 0
        for t in order:
            offset = 0
            for o, end in sorted((offsets[u], offsets[u] + sizes[u]) for u in offsets if (min(t, u), max(t, u)) in unsafe):
                if offset + sizes[t] <= o:
                    break
                offset = max(offset, end)
            offsets[t] = offset
            footprint = max(footprint, offset + sizes[t])
            if footprint >= best:
                break
        else:
            best = min(best, footprint)
    return best


def clashes(offsets, sizes, unsafe):
    """The unsafe pairs that share bytes."""
    return {(a, b) for a, b in unsafe
            if sizes[a] > 0 and sizes[b] > 0 and offsets[a] < offsets[b] + sizes[b] and offsets[b] < offsets[a] + sizes[a]}


class TestCase(unittest.TestCase):
    maxDiff = None

    def folder(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        return pathlib.Path(made.name)

    def refused(self, place, call, *arguments, **named):
        """The call raises an Error of that argument; gives it."""
        with self.assertRaises(stowage.Error) as caught:
            call(*arguments, **named)
        self.assertEqual(caught.exception.place, place, str(caught.exception))
        self.assertEqual(caught.exception.kind, "bad_input")
        self.assertTrue(caught.exception.reason)
        return caught.exception

    def check_by_reference(self, graph, plan):
        """The independent checker finds nothing wrong with the plan."""
        checker = reference()
        folder = self.folder()
        graph.save(folder / "g.stowage.json")
        document = json.loads((folder / "g.stowage.json").read_text())
        checked = checker.Graph(document)
        if plan.sequence is not None:
            checked.resequence(plan.sequence)
        offsets = dict(zip(graph.tensor_names, plan.offsets.tolist()))
        self.assertEqual(checker.check_graph(checked, offsets, plan.alignment), [])
