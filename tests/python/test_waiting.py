# SPDX-License-Identifier: Apache-2.0
"""While the planner works: other threads run, Ctrl-C and time limits are obeyed, plans at once are plans alone."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy as np
import stowage
from support import SAMPLES, TestCase, random_arrays


def hard_intervals(count, seed=1):
    """Lifetimes that the search does not finish with soon."""
    draw = np.random.default_rng(seed)
    lower = draw.integers(0, 40 * count, count)
    return lower, lower + draw.integers(1, 30000, count), draw.integers(1, 1 << 30, count) | 1


def interrupt(after, times=1):
    """Ctrl-C for this process, so many seconds from now, and again."""
    def press():
        for _ in range(times):
            time.sleep(after)
            os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    return thread


class Waiting(TestCase):
    def test_other_threads_run_meanwhile(self):
        ticks, stop = [], threading.Event()

        def tick():
            while not stop.is_set():
                ticks.append(time.monotonic())
                time.sleep(0.005)

        ticking = threading.Thread(target=tick)
        ticking.start()
        begin = time.monotonic()
        stowage.plan_intervals(*hard_intervals(3000), strategy="search", time_limit=0.8)
        end = time.monotonic()
        stop.set()
        ticking.join()
        self.assertGreater(end - begin, 0.5)
        during = [moment for moment in ticks if begin < moment < end]
        self.assertGreater(len(during), 10)

    def test_ctrl_c_gives_the_best_so_far(self):
        pressing = interrupt(after=0.6)
        begin = time.monotonic()
        plan = stowage.plan_intervals(*hard_intervals(3000), strategy="search", time_limit=60)
        pressing.join()
        self.assertLess(time.monotonic() - begin, 30)
        self.assertTrue(plan.interrupted)
        self.assertIn("interrupted", repr(plan))
        self.assertEqual(plan.check(), [])
        self.assertGreaterEqual(plan.footprint, plan.lower_bound)

    def test_ctrl_c_without_a_plan(self):
        # Before Python looks for signals there is none to obey: the handler itself asks.
        count = 100000
        graph = stowage.Graph.from_intervals(*hard_intervals(count))
        pressing = interrupt(after=0.05)
        try:
            with self.assertRaises(KeyboardInterrupt):
                stowage.plan(graph, "so.size.best")
                pressing.join()  # it was faster: the interrupt comes here
        finally:
            pressing.join()

    def test_a_handler_that_raises_something_else(self):
        class Enough(Exception):
            pass

        def handle(number, frame):
            raise Enough

        before = signal.signal(signal.SIGALRM, handle)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.5)
            with self.assertRaises(Enough):
                stowage.plan_intervals(*hard_intervals(3000), strategy="search", time_limit=60)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def test_time_limits(self):
        begin = time.monotonic()
        plan = stowage.plan_intervals(*hard_intervals(3000), strategy="search", time_limit=0.5)
        self.assertLess(time.monotonic() - begin, 20)
        self.assertEqual((plan.check(), plan.interrupted), ([], not plan.proved_optimal))
        with self.assertRaises(stowage.Error) as caught:
            stowage.plan_intervals(*hard_intervals(20000), strategy="so.size.best", time_limit=1e-6)
        self.assertEqual(caught.exception.kind, "timed_out")

    def test_a_time_limit_that_is_too_short(self):
        """Those that improve a plan give one, whatever the limit; it says that it was cut short."""
        count = 255000  # so many are not given to all planners of auto
        pairs = np.stack([np.arange(count), np.arange(count) + 1], 1)
        graphs = [stowage.Graph.from_intervals(*hard_intervals(count)),
                  stowage.Graph.from_arrays(np.arange(count) % 999 + 1, np.arange(count), pairs,
                                            in_place=np.stack([np.arange(1, count), np.arange(count - 1)], 1))]
        for graph in graphs:
            for strategy in ("auto", "search", ["so.size.best", "auto"]):
                begin = time.monotonic()
                plan = stowage.plan(graph, strategy, time_limit=0.01)
                self.assertLess(time.monotonic() - begin, 20)
                self.assertEqual(plan.check(), [])
                self.assertEqual(plan.interrupted, not plan.proved_optimal)
        graph = stowage.load(SAMPLES / "training_step.stowage.json")
        for limit in (None, 60):
            self.assertFalse(stowage.plan(graph, time_limit=limit).interrupted)

    def test_plans_made_at_once_are_those_made_alone(self):
        graphs = [stowage.Graph.from_arrays(**random_arrays(seed, operators=60, tensors=200, streams=3))
                  for seed in range(4)] + [stowage.load(SAMPLES / "training_step.stowage.json")]

        def all_plans():
            return [stowage.plan(graph, ["search", "auto", "greedy-by-size"], iterations=200).offsets.tolist()
                    for graph in graphs]

        alone, made = all_plans(), [None] * 4

        def work(k):
            made[k] = all_plans()

        threads = [threading.Thread(target=work, args=(k,)) for k in range(len(made))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for plans in made:
            self.assertEqual(plans, alone)

    def test_a_graph_outlives_its_thread_and_owner(self):
        kept = []

        def work():
            graph = stowage.Graph.from_arrays(**random_arrays(1))
            kept.append(stowage.plan(graph))

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        self.assertEqual(kept[0].check(), [])
        self.assertEqual(kept[0].graph.tensor_count, len(kept[0].offsets))

    def test_a_program_ends_while_daemon_threads_plan(self):
        """Also one that begins to plan, and one that plans on, while the interpreter ends; a forked one has none."""
        program = ("import atexit, os, sys, threading, time\n"
                   "atexit.register(lambda: print(stowage.plan_intervals([0], [1], [8]).footprint, flush=True))\n"
                   "import stowage\n"
                   "sys.path.insert(0, sys.argv[1])\n"
                   "from test_waiting import hard_intervals\n"
                   "def plan():\n"
                   "    while True:\n"
                   "        stowage.plan_intervals(*hard_intervals(3000), strategy='search', time_limit=100)\n"
                   "def small():\n"
                   "    while True:\n"
                   "        stowage.plan_intervals([0], [1], [8])\n"
                   "for work in (plan, plan, small, small):\n"
                   "    threading.Thread(target=work, daemon=True).start()\n"
                   "time.sleep(0.5)\n"
                   "if sys.argv[2] == 'fork' and os.fork() == 0:\n"
                   "    sys.exit(0)\n"
                   "if sys.argv[2] == 'fork':\n"
                   "    print(os.wait()[1], flush=True)\n")
        for way, said in (("plain", "8\n"), ("fork", "8\n0\n8\n")):
            ran = subprocess.run([sys.executable, "-B", "-c", program, str(pathlib.Path(__file__).parent), way],
                                 capture_output=True, text=True, timeout=60)
            self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, said, ""))

    def test_a_program_ends_after_ctrl_c(self):
        program = ("import stowage, sys\n"
                   "sys.path.insert(0, sys.argv[1])\n"
                   "from test_waiting import hard_intervals\n"
                   "print('ready', flush=True)\n"
                   "plan = stowage.plan_intervals(*hard_intervals(3000), strategy='search', time_limit=100)\n"
                   "print(plan.interrupted, len(plan.check()))\n")
        child = subprocess.Popen([sys.executable, "-B", "-c", program, str(pathlib.Path(__file__).parent)],
                                 stdout=subprocess.PIPE, text=True)
        self.addCleanup(child.stdout.close)
        self.assertEqual(child.stdout.readline(), "ready\n")
        time.sleep(1)
        child.send_signal(signal.SIGINT)
        self.assertEqual(child.communicate(timeout=60)[0], "True 0\n")
        self.assertEqual(child.returncode, 0)


if __name__ == "__main__":
    unittest.main()
