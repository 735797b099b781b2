# SPDX-License-Identifier: Apache-2.0
"""Pictures of plans, drawn by the program stowage-cli: Python needs neither its libraries nor a display."""

import base64
import html
import os
import pathlib
import shutil
import subprocess
import tempfile

from ._values import Error

# The page of a plan of more tensors would make a notebook heavy; it gets a picture.
MOST_TENSORS_OF_A_PAGE = 5000
PAGE_HEIGHT = 480


def program() -> str:
    """The program: what STOWAGE_CLI names, the one installed with this module or built beside it, or one in PATH."""
    named = os.environ.get("STOWAGE_CLI")
    if named:
        return named
    here = pathlib.Path(__file__).resolve().parent
    # PREFIX/lib/python3/dist-packages/stowage, and BUILD/python/stowage
    for candidate in (*(parent / "bin" / "stowage-cli" for parent in here.parents[3:4]),
                      here.parents[1] / "app" / "stowage-cli"):
        if os.access(candidate, os.X_OK):
            return str(candidate)
    found = shutil.which("stowage-cli")
    if found is None:
        raise Error("external", [("", "", "stowage-cli draws plans, and is not installed: it is neither beside this "
                                          "module nor in PATH, and STOWAGE_CLI does not name it")])
    return found


def render(plan, path, view="heap", *, color_by=None, theme=None, size=None, scale=None) -> None:
    options = ["--view", view]
    if color_by is not None:
        options += ["--color-by", color_by]
    if theme is not None:
        options += ["--theme", theme]
    if size is not None:
        width, height = size
        options += ["--size", f"{int(width)}x{int(height)}"]
    if scale is not None:
        options += ["--scale", str(float(scale))]
    with tempfile.TemporaryDirectory(prefix="stowage-") as folder:
        graph_file, plan_file = os.path.join(folder, "graph.stowage.json"), os.path.join(folder, "graph.plan.json")
        plan.graph.save(graph_file)
        plan.save(plan_file)
        command = [program(), "render", graph_file, plan_file, "-o", os.fspath(path), *options]
        try:
            ran = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        except OSError as fault:
            raise Error("external", [(command[0], "", f"cannot be run: {fault.strerror}")]) from None
    if ran.returncode != 0:
        said = [line for line in ran.stderr.splitlines() if line.strip()]
        reason = said[0] if said else f"stowage-cli ended with code {ran.returncode}"
        kind = "bad_input" if ran.returncode in (2, 3) else "external"
        raise Error(kind, [(os.fspath(path), "", reason[len("error: "):] if reason.startswith("error: ") else reason)])


def summary(plan) -> str:
    rows = [("Footprint", f"{plan.footprint:,} bytes"),
            ("Lower bound", f"{plan.lower_bound:,} bytes" + (", reached" if plan.proved_optimal else "")),
            ("Strategy", plan.strategy),
            ("Tensors", f"{plan.offsets.size:,}")]
    name = plan.graph.name
    if name:
        rows.insert(0, ("Graph", name))
    return ('<div style="font:13px sans-serif">' +
            " · ".join(f"{html.escape(key)}: <b>{html.escape(value)}</b>" for key, value in rows) + "</div>")


def notebook(plan) -> str:
    """Never fails: a notebook shows what there is."""
    with tempfile.TemporaryDirectory(prefix="stowage-") as folder:
        try:
            if plan.offsets.size <= MOST_TENSORS_OF_A_PAGE:
                path = os.path.join(folder, "plan.html")
                render(plan, path)
                page = html.escape(pathlib.Path(path).read_text(encoding="utf-8"), quote=True)
                # Scripts run, apart from the notebook's own.
                picture = (f'<iframe sandbox="allow-scripts" style="width:100%;height:{PAGE_HEIGHT}px;border:0" '
                           f'title="Heap map" srcdoc="{page}"></iframe>')
            else:
                path = os.path.join(folder, "plan.png")
                render(plan, path, size=(1200, 640), theme="light")
                data = base64.b64encode(pathlib.Path(path).read_bytes()).decode("ascii")
                picture = f'<img alt="Heap map" style="max-width:100%" src="data:image/png;base64,{data}">'
        except Error as fault:
            picture = f'<div style="font:12px sans-serif">{html.escape(str(fault))}</div>'
    return summary(plan) + picture
