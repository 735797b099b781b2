# SPDX-License-Identifier: Apache-2.0
"""Static memory plans: which tensors may share memory, and an offset in one buffer for each.

    import stowage
    graph = stowage.load("model.onnx", dims={"batch": 8})
    plan = stowage.plan(graph, alignment=64)
    print(plan.footprint, plan.proved_optimal)

    plan = stowage.plan_intervals(lower, upper, size)       # lifetimes alone, as arrays of NumPy
    plan.offsets                                            # int64, in the order of the tensors

Sizes, offsets and alignments are bytes, durations nanoseconds; lifetimes are half-open. Everything that is wrong with a
file or an argument is an Error that names the place.
"""

from ._core import Graph, Plan, load, load_plan, orders, plan, plan_intervals, strategies
from ._values import Error, Fault, InputWarning, PlanFault, Strategy

__all__ = [
    "Error",
    "Fault",
    "Graph",
    "InputWarning",
    "Plan",
    "PlanFault",
    "Strategy",
    "load",
    "load_plan",
    "orders",
    "plan",
    "plan_intervals",
    "strategies",
]


def _render(self, path, view="heap", *, color_by=None, theme=None, size=None, scale=None):
    """Draw the plan into a file, in the format that its name ends with: .png, .svg, .pdf, .eps; .html is a page that
    pans and zooms.

    view        what to draw: "heap", "conflicts", "graph", "lifetimes" and others that `stowage-cli render --help` lists
    color_by    what colours mean: "stream", "phase", "kind", "size" and others
    theme       "light" or "dark"
    size        (width, height) in logical pixels
    scale       pixels of a PNG for each logical pixel

    The program stowage-cli draws, without a display. Raises Error where it is not installed, or says that it cannot.
    """
    from . import _pictures

    _pictures.render(self, path, view, color_by=color_by, theme=theme, size=size, scale=scale)


def _repr_html_(self):
    """The heap map for a notebook: a page that pans and zooms. Of many tensors, the smallest are merged in it."""
    from . import _pictures

    return _pictures.notebook(self)


# Here, so that what draws is loaded when something is drawn.
for _method, _name in ((_render, "render"), (_repr_html_, "_repr_html_")):
    _method.__name__, _method.__qualname__ = _name, "Plan." + _name
    setattr(Plan, _name, _method)
del _method, _name

for _public in (Graph, Plan, load, load_plan, orders, plan, plan_intervals, strategies):
    _public.__module__ = __name__
for _public in (Error, Fault, InputWarning, PlanFault, Strategy):
    _public.__module__ = __name__
del _public
