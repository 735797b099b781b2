# SPDX-License-Identifier: Apache-2.0
"""Arrays in and out: which are read, which are refused, and what a graph shows of itself."""

import json
import unittest
import warnings

import numpy as np
import stowage
from support import SAMPLES, TestCase, command_line, random_arrays

LOWER, UPPER, SIZE = [0, 1, 2], [2, 3, 4], [10, 20, 30]


class Intervals(TestCase):
    def test_every_way_to_lay_out_numbers_gives_the_same_plan(self):
        wanted = stowage.plan_intervals(LOWER, UPPER, SIZE).offsets.tolist()
        table = np.array([LOWER, UPPER, SIZE], dtype=np.int64)
        rows = np.ascontiguousarray(table.T)
        spread = np.zeros((3, 7), dtype=np.int64)
        spread[:, ::3] = table
        records = np.array(list(zip(LOWER, UPPER, SIZE)), dtype=[("l", "<i8"), ("u", "<i8"), ("s", "<i8")])
        packed = np.zeros(3, dtype=np.dtype([("flag", "i1"), ("l", "<i8"), ("u", "<i8"), ("s", "<i8")]))
        packed["l"], packed["u"], packed["s"] = LOWER, UPPER, SIZE
        reversed_table = table[:, ::-1].copy()
        frozen = table.copy()
        frozen.setflags(write=False)
        for columns in (
            table,
            rows.T,
            spread[:, ::3],
            [records["l"], records["u"], records["s"]],
            [packed["l"], packed["u"], packed["s"]],  # not aligned in memory
            [column[::-1] for column in reversed_table],  # negative strides
            frozen,
            table.astype(">i8"),
            *(table.astype(kind) for kind in ("i1", "i2", "i4", "u1", "u2", "u4", "u8")),
            [tuple(LOWER), range(2, 5), np.array(SIZE, dtype=object).astype(int)],
        ):
            self.assertEqual(stowage.plan_intervals(*columns).offsets.tolist(), wanted)

    def test_repeated_numbers_of_stride_zero(self):
        plan = stowage.plan_intervals(np.arange(5), np.arange(5) + 1, np.broadcast_to(np.int64(8), 5))
        self.assertEqual(plan.footprint, 8)

    def test_none_at_all(self):
        plan = stowage.plan_intervals([], [], [])
        self.assertEqual((plan.footprint, plan.offsets.shape), (0, (0,)))

    def test_lengths(self):
        self.refused("upper", stowage.plan_intervals, LOWER, UPPER[:2], SIZE)
        self.refused("size", stowage.plan_intervals, LOWER, UPPER, SIZE + [1])

    def test_dimensions(self):
        self.refused("lower", stowage.plan_intervals, np.zeros((3, 1), dtype=int), UPPER, SIZE)
        self.refused("size", stowage.plan_intervals, LOWER, UPPER, 7)

    def test_what_is_no_whole_number(self):
        for wrong in ([1.0, 2.0, 3.0], np.array([1, 2, 3], dtype=complex), ["1", "2", "3"], [True, False, True],
                      np.array([1, 2, 3], dtype="M8[s]"), np.array([1, 2, 3], dtype="m8[s]"), None, {}, object()):
            with self.assertRaises(stowage.Error) as caught:
                stowage.plan_intervals(LOWER, UPPER, wrong)
            self.assertRegex(caught.exception.place, r"^size")
        self.refused("size[1]", stowage.plan_intervals, LOWER, UPPER, [1.0, float("nan"), 3.0])
        self.refused("size[2]", stowage.plan_intervals, LOWER, UPPER, [1.0, 2.0, float("inf")])
        self.refused("size[1]", stowage.plan_intervals, LOWER, UPPER, np.array([1, "x", 3], dtype=object))
        self.refused("size[0]", stowage.plan_intervals, LOWER, UPPER, np.array([None, 2, 3], dtype=object))
        with self.assertRaises(stowage.Error):
            stowage.plan_intervals(LOWER, UPPER, [[1], [2, 3], 4])  # ragged

    def test_masked_arrays(self):
        """Nobody plans what is masked; where nothing is, the numbers are those of the array."""
        wanted = stowage.plan_intervals(LOWER, UPPER, SIZE).offsets.tolist()
        for mask in (False, [False] * 3):
            self.assertEqual(stowage.plan_intervals(LOWER, UPPER, np.ma.array(SIZE, mask=mask)).offsets.tolist(), wanted)
        masked = np.ma.array(SIZE, mask=[False, False, True])
        self.refused("size[2]", stowage.plan_intervals, LOWER, UPPER, masked)
        self.refused("lower[0]", stowage.plan_intervals, np.ma.masked_all(3, dtype=int), UPPER, SIZE)
        make = stowage.Graph.from_arrays
        self.refused("consumers", make, [4, 8], [0, 1], np.ma.array([[0, 1]], mask=[[False, True]]))
        self.refused("outputs[1]", make, [4, 8], [0, 1], [[0, 1]], outputs=np.ma.array([True, True], mask=[False, True]))

    def test_numbers_out_of_range(self):
        self.refused("size[1]", stowage.plan_intervals, LOWER, UPPER, [1, -2, 3])
        self.refused("size[2]", stowage.plan_intervals, LOWER, UPPER, [1, 2, 2**53 + 1])
        self.refused("size[0]", stowage.plan_intervals, LOWER, UPPER, [2**70, 2, 3])
        self.refused("size[1]", stowage.plan_intervals, LOWER, UPPER, np.array([1, 2**63, 3], dtype=np.uint64))
        self.refused("upper[2]", stowage.plan_intervals, LOWER, [2, 3, 1], SIZE)
        most = [2**53] * 200
        self.refused("size[127]", stowage.plan_intervals, [0] * 200, [1] * 200, most)  # 2^60 in all
        self.assertEqual(stowage.plan_intervals([-2**63], [2**63 - 1], [2**53]).footprint, 2**53)

    def test_all_faults_are_told(self):
        with self.assertRaises(stowage.Error) as caught:
            stowage.plan_intervals(LOWER, UPPER, [-1, 5, -7])
        self.assertEqual([fault.place for fault in caught.exception.faults], ["size[0]", "size[2]"])

    def test_an_empty_lifetime_takes_no_place(self):
        plan = stowage.plan_intervals([0, 1], [4, 1], [10, 1])
        self.assertEqual((plan.footprint, plan.check()), (10, []))

    def test_input_is_read_where_it_is_and_left_alone(self):
        arrays = [np.array(column, dtype=np.int64) for column in (LOWER, UPPER, SIZE)]
        before = [array.copy() for array in arrays]
        graph = stowage.Graph.from_intervals(*arrays)
        for array, copy in zip(arrays, before):
            np.testing.assert_array_equal(array, copy)
        arrays[2][:] = 0  # the graph keeps its own
        self.assertEqual(graph.sizes.tolist(), SIZE)
        self.assertEqual(graph.times.tolist(), [0, 1, 2, 3, 4])

    def test_names_and_alignments(self):
        graph = stowage.Graph.from_intervals(LOWER, UPPER, SIZE, names=["a", "ü", "c"], alignments=[1, 64, 8], name="g")
        self.assertEqual((graph.tensor_names, graph.name), (["a", "ü", "c"], "g"))
        plan = stowage.plan(graph)
        self.assertEqual(plan.offsets[1] % 64, 0)
        self.assertEqual(plan.check(), [])
        self.refused("names[2]", stowage.Graph.from_intervals, LOWER, UPPER, SIZE, names=["a", "b", "a"])
        self.refused("names", stowage.Graph.from_intervals, LOWER, UPPER, SIZE, names=["a", "b"])
        self.refused("names[1]", stowage.Graph.from_intervals, LOWER, UPPER, SIZE, names=["a", 1, "c"])
        self.refused("alignment[1]", stowage.Graph.from_intervals, LOWER, UPPER, SIZE, alignments=[1, 0, 1])


class Arrays(TestCase):
    def test_what_goes_in_comes_out(self):
        given = {
            "sizes": [4, 8, 2, 16, 16], "producers": [-1, 0, 1, 1, 2],
            "consumers": [[0, 0], [1, 1], [1, 2], [3, 2]], "streams": [7, 3, 7], "control": [[0, 2]],
            "durations": [5, 0, 9], "outputs": [4], "views": [[2, 1, 6]], "in_place": [[4, 3]],
            "tensor_names": list("abcde"), "operator_names": list("xyz"), "tensor_kinds": ["in", "", "v", "", ""],
            "operator_kinds": ["Conv", "Relu", "Add"], "phases": ["forward", "forward", "backward"],
            "stream_names": {7: "compute"}, "name": "small",
        }
        graph = stowage.Graph.from_arrays(**given)
        self.assertEqual((graph.tensor_count, graph.operator_count, graph.stream_count, graph.name), (5, 3, 2, "small"))
        self.assertEqual(graph.total_size, 4 + 8 + 16 + 16)
        for key in ("sizes", "producers", "streams", "durations"):
            self.assertEqual(getattr(graph, key).tolist(), given[key])
        for key in ("control", "views"):
            self.assertEqual(getattr(graph, key).tolist(), given[key])
        for key in ("tensor_names", "operator_names", "tensor_kinds", "operator_kinds", "phases"):
            self.assertEqual(getattr(graph, key), given[key])
        self.assertEqual(graph.in_place.tolist(), [[4, 3, 0, 0, 0]])
        self.assertEqual(graph.outputs.tolist(), [False] * 4 + [True])
        begins, operators = graph.consumers
        self.assertEqual((begins.tolist(), operators.tolist()), ([0, 1, 3, 3, 4, 4], [0, 1, 2, 2]))
        self.assertEqual(graph.alignments.tolist(), [1] * 5)
        self.assertEqual((graph.warnings, graph.plan, graph.times, graph.alignment), ([], None, None, 1))
        again = stowage.Graph.from_arrays(**{**given, "consumers": graph.consumers, "outputs": graph.outputs,
                                             "in_place": graph.in_place})
        folder = self.folder()
        for name, each in (("a", graph), ("b", again)):
            each.save(folder / f"{name}.stowage.json")
        self.assertEqual((folder / "a.stowage.json").read_bytes(), (folder / "b.stowage.json").read_bytes())

    def test_pairs_and_compressed_rows_are_the_same(self):
        for seed in range(30):
            given = random_arrays(seed, operators=12, tensors=20)
            graph = stowage.Graph.from_arrays(**given)
            again = stowage.Graph.from_arrays(**{**given, "consumers": graph.consumers})
            for a, b in zip(graph.consumers, again.consumers):
                np.testing.assert_array_equal(a, b)

    def test_arrays_cannot_be_written_and_outlive_the_graph(self):
        graph = stowage.Graph.from_arrays([4, 8], [0, 1], [[0, 1]], durations=[1, 2])
        arrays = [graph.sizes, graph.producers, graph.consumers[0], graph.consumers[1], graph.streams, graph.durations,
                  graph.outputs, graph.alignments, graph.control, graph.views, graph.in_place, *graph.lifetimes,
                  stowage.plan(graph).offsets]
        for array in arrays:
            self.assertFalse(array.flags.writeable)
            with self.assertRaises(ValueError):
                array[...] = 0
            if not array.flags.owndata:  # it shows memory of the graph
                with self.assertRaises(ValueError):
                    array.setflags(write=True)
        sizes, offsets = graph.sizes, stowage.plan(graph).offsets
        self.assertTrue(np.shares_memory(sizes, graph.sizes))
        self.assertTrue(np.shares_memory(graph.durations, graph.durations))
        del graph
        self.assertEqual(sizes.tolist(), [4, 8])
        self.assertEqual(len(offsets), 2)

    def test_another_order_is_derived_with_a_warning(self):
        with self.assertWarns(stowage.InputWarning):
            graph = stowage.Graph.from_arrays([4], [1], [[0, 0]], operator_names=["late", "early"])
        self.assertEqual(graph.operator_names, ["early", "late"])
        self.assertEqual(len(graph.warnings), 1)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaises(stowage.InputWarning):
                stowage.Graph.from_arrays([4], [1], [[0, 0]])

    def test_operators_are_counted(self):
        make = stowage.Graph.from_arrays
        self.assertEqual(make([4], [1], [[0, 3]]).operator_count, 4)
        self.assertEqual(make([4], [1], [[0, 3]], control=[[0, 5]]).operator_count, 6)
        self.assertEqual(make([4], [1], [[0, 3]], operators=9).operator_count, 9)
        self.assertEqual(make([4], [1], [[0, 3]], streams=[0] * 7).operator_count, 7)
        self.assertEqual(make([], [], []).operator_count, 0)

    def test_faults(self):
        make = stowage.Graph.from_arrays
        good = {"sizes": [4, 8], "producers": [0, 1], "consumers": [[0, 1]], "operators": 3}

        def refused(place, **changed):
            self.refused(place, make, **{**good, **changed})

        refused("producers", producers=[0])
        refused("producers[1]", producers=[0, 3])
        refused("producers[0]", producers=[-2, 0])
        refused("sizes[0]", sizes=[-4, 8])
        refused("consumers", consumers=[[0, 1, 2]])
        refused("consumers[0,0]", consumers=[[2, 1]])
        refused("consumers[0,1]", consumers=[[0, 3]])
        refused("consumers[0]", consumers=([0, 1], [1]))
        refused("consumers[0][0]", consumers=([1, 1, 1], [1]))
        refused("consumers[0][2]", consumers=([0, 2, 1], [1]))
        refused("consumers[1]", consumers=([0, 1, 2], [1]))
        refused("consumers[1][1]", consumers=([0, 1, 2], [1, -1]))
        refused("streams", streams=[0, 0])
        refused("durations", durations=[0, 0])
        refused("durations[1]", durations=[0, -1, 0])
        refused("control", control=[0, 1])
        refused("control[0,1]", control=[[0, 3]])
        refused("control[0]", control=[[1, 1]])
        refused("outputs", outputs=[True])
        refused("outputs[0]", outputs=[2])
        refused("outputs", outputs=[0.5])
        refused("alignments[0]", alignments=[3 << 40, 1])
        refused("groups[0][1]", groups=[[0, 7]])
        refused("groups[1]", groups=[[0], [0]])
        refused("views[0]", views=[[1, 0, 0]])  # larger than what it is to lie in
        refused("views[0,1]", views=[[0, 9, 0]])
        refused("in_place[0]", in_place=[[0, 1]])
        refused("in_place", in_place=[[0, 1, 2]])
        refused("tensor_names[1]", tensor_names=["a", "a"])
        refused("operator_names", operator_names=["a"])
        refused("stream_names", stream_names=["a"])
        refused("operators", operators=-1)
        refused("operators", operators=1.5)
        refused("", producers=[0, 1], consumers=[[0, 1], [1, 0]])  # a circle


class Files(TestCase):
    def test_graphs_are_kept_by_files(self):
        folder = self.folder()
        for sample in sorted(SAMPLES.glob("*.stowage.json")):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", stowage.InputWarning)
                graph = stowage.load(sample)
                graph.save(folder / "again.stowage.json")
                again = stowage.load(str(folder / "again.stowage.json"))
            self.assertEqual(again.sizes.tolist(), graph.sizes.tolist(), sample)
            self.assertEqual(again.tensor_names, graph.tensor_names, sample)

    def test_shapes_of_a_model_are_inferred(self):
        """By a program of its own, which is found from the module on: as the command line reads the model."""
        folder, model = self.folder(), SAMPLES / "small_classifier.onnx"
        command_line("convert", model, "-o", folder / "m.stowage.json")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", stowage.InputWarning)
            graph, wanted = stowage.load(model), stowage.load(folder / "m.stowage.json")
        self.assertEqual(graph.sizes.tolist(), wanted.sizes.tolist())
        self.assertGreater(graph.total_size, 0)

    def test_faults_name_file_and_place(self):
        folder = self.folder()
        path = folder / "bad.csv"
        path.write_text("id,lower,upper,size\na,0,4,10\nb,0,x,10\n")
        with self.assertRaises(stowage.Error) as caught:
            stowage.load(path)
        self.assertEqual((caught.exception.file, caught.exception.place), (str(path), "line 3"))
        with self.assertRaises(stowage.Error) as caught:
            stowage.load(folder / "missing.json")
        self.assertEqual(caught.exception.file, str(folder / "missing.json"))
        with self.assertRaises(stowage.Error) as caught:
            stowage.Graph.from_arrays([1], [0], [[0, 1]], streams=[0, 1]).save(folder / "g.csv")
        self.assertEqual(caught.exception.kind, "unsupported")
        with self.assertRaises(stowage.Error):
            stowage.Graph.from_arrays([1], [0], []).save(folder / "g.unknown")

    def test_content_of_a_file(self):
        path = SAMPLES / "loop_convolution.stowage.json"
        text = path.read_text()
        loaded = stowage.load(path)
        for content in (text, json.loads(text)):
            graph = stowage.Graph.from_json(content)
            self.assertEqual((graph.tensor_names, graph.operator_names), (loaded.tensor_names, loaded.operator_names))
            self.assertEqual(stowage.plan(graph).footprint, stowage.plan(loaded).footprint)
        broken = json.loads(text)
        broken["tensors"][1]["size"] = -1
        self.refused("/tensors/1/size", stowage.Graph.from_json, broken)
        self.assertRaises(TypeError, stowage.Graph.from_json, {"format": object()})

    def test_reading_options(self):
        path = self.folder() / "i.csv"
        path.write_text("id,lower,upper,size\na,0,4,10\nb,4,8,10\n")
        self.assertEqual(stowage.plan(stowage.load(path)).footprint, 10)
        self.assertEqual(stowage.plan(stowage.load(path, intervals="closed")).footprint, 20)
        self.refused("intervals", stowage.load, path, intervals="wide")
        self.refused('dims["n"]', stowage.load, path, dims={"n": 0})
        with self.assertRaises(TypeError):
            stowage.load(path, "closed")

    def test_a_plan_in_the_file(self):
        path = self.folder() / "p.csv"
        path.write_text("id,lower,upper,size,offset\na,0,4,10,0\nb,2,8,10,5\n")
        plan = stowage.load(path).plan
        self.assertEqual(plan.offsets.tolist(), [0, 5])
        self.assertEqual([(f.kind, f.first, f.second) for f in plan.check()], [("overlap", 0, 1)])


if __name__ == "__main__":
    unittest.main()
