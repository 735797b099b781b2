# SPDX-License-Identifier: Apache-2.0
"""Pictures of plans, drawn by the program stowage-cli: Python needs neither its libraries nor a display."""

import base64
import html
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from ._values import Error, file_name

# The page of a plan of more tensors would make a notebook heavy: the smallest are merged in it.
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


def render(plan, path, view="heap", *, color_by=None, theme=None, size=None, scale=None, more=()) -> None:
    path = os.fsdecode(file_name(path, "path"))
    options = ["--view", view, *more]
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
        command = [program(), "render", graph_file, plan_file, "-o", path, *options]
        try:
            ran = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        except OSError as fault:
            raise Error("external", [(command[0], "", f"cannot be run: {fault.strerror}")]) from None
    if ran.returncode != 0:
        said = [line for line in os.fsdecode(ran.stderr).splitlines() if line.startswith("error: ")]
        text = said[0][len("error: "):] if said else f"stowage-cli ended with code {ran.returncode}"
        place, reason = fault_in_python(text, (path, graph_file, plan_file))
        raise Error("bad_input" if ran.returncode in (2, 3) else "external", [(path, place, reason)])


def fault_in_python(text, files):
    """The place and reason of an error of the program, for who called a function: files that are made for the program,
    and the one that the Error names already, are not named; options are called as the parameters are."""
    for file in files:
        text = text[len(file) + 1:].lstrip() if text.startswith(file + ":") else text
    option = re.match(r"--([a-z-]+): ", text)
    place = option[1].replace("-", "_") if option else ""
    text = text[option.end():] if option else text
    choice = re.fullmatch(r"(.*) not in \{(.*)\}", text)
    if choice:
        text = f'there is no "{choice[1]}"; there are ' + choice[2].replace(",", ", ")
    return place, text


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


def page(plan, **options) -> str:
    with tempfile.TemporaryDirectory(prefix="stowage-") as folder:
        path = os.path.join(folder, "plan.html")
        render(plan, path, **options)
        text = html.escape(pathlib.Path(path).read_text(encoding="utf-8"), quote=True)
    # Scripts run, apart from the notebook's own.
    return (f'<iframe sandbox="allow-scripts" style="width:100%;height:{PAGE_HEIGHT}px;border:0" '
            f'title="Heap map" srcdoc="{text}"></iframe>')


def note(text: str) -> str:
    return f'<div style="font:12px sans-serif">{html.escape(text)}</div>'


def notebook(plan) -> str:
    """Never fails: a notebook shows what there is."""
    if plan.offsets.size == 0:
        return summary(plan)
    try:
        if plan.offsets.size <= MOST_TENSORS_OF_A_PAGE:
            return summary(plan) + page(plan)
        few, alone, merged = plan._coarse()
        # A block's kind says that it is merged, or of which stream. The bound is that of the whole plan.
        return summary(plan) + page(few, color_by="kind", more=["--merged-from", str(plan.offsets.size)]) + note(
            f"{alone:,} tensors have a block each. The {merged:,} others are smaller: they are merged into "
            f"{few.offsets.size - alone:,} blocks, so the curve of bytes is rounded. plan.render(path) draws them all.")
    except Error as fault:
        return summary(plan) + note(fault.reason)
