# SPDX-License-Identifier: Apache-2.0
"""Models of PyTorch as graphs: what they compute, how large it is, and which bytes it shares."""

from typing import Any, Callable, Optional

from ._core import Graph
from ._values import Error

__all__ = ["graph_of"]

# Elementwise, though they have no variant that writes over its input: what they make may take the place of the first.
_ELEMENTWISE_BACKWARD = {"threshold_backward", "sigmoid_backward", "tanh_backward", "hardtanh_backward"}
# Elementwise in their second operand, too.
_ELEMENTWISE_IN_BOTH = {"add", "sub", "mul", "div", "maximum", "minimum"}


def graph_of(module: Any, example_inputs: Any, *, backward: Optional[bool] = None,
             loss: Optional[Callable[..., Any]] = None, targets: Any = (), parameters: bool = False, name: Optional[str] = None) -> Graph:
    """Trace a torch.nn.Module into a Graph, without running it on data: shapes alone are propagated.

    Operators are those of ATen, in the order in which PyTorch calls them, on one stream. Each tensor has the bytes of
    its storage; one that shares a storage is a view; and where PyTorch can compute an operator in place, its output
    may be written over its input.

    module          any module that torch.fx can trace: its control flow must not depend on the values of tensors, other
                    than by torch.cond and while_loop, which become branches and a loop
    example_inputs  a tensor, or a tuple of what the module is called with; only shapes and types count
    backward        whether gradients are computed, too: True, False, or None for a module in training mode that has
                    parameters with gradients. Operators have the phase "forward" or "backward"
    loss            function of what the module returns and of the targets, a single value; default: the sum of all
                    that the module returns
    targets         a tensor, or a tuple of what the loss is called with further; tensors in it are inputs, too
    parameters      whether parameters, buffers and constants take part in the plan; by default they lie elsewhere
    name            of the graph; default: that of the module's class

    Raises Error where PyTorch is not installed (1.13 or newer), or the module cannot be traced.
    """
    torch = _torch()
    inputs = example_inputs if isinstance(example_inputs, tuple) else (example_inputs,)
    targets = targets if isinstance(targets, tuple) else (targets,)
    traced = _Trace(torch, module, inputs, targets, backward, loss)
    tables, last = _Tables(torch, parameters), traced.last_forward()
    results = tables.add(traced.recorded, lambda place: "forward" if place <= last else "backward", traced.weight_count)
    for result in results:
        if result is not None:
            result["output"] = True
    return Graph.from_json({"format": "stowage-graph", "version": 1,
                            "name": type(module).__name__ if name is None else name, **tables.lists()})


def _torch():
    try:
        import torch
        from torch._subclasses.fake_tensor import FakeTensorMode  # noqa: F401
        from torch.fx.experimental.proxy_tensor import make_fx  # noqa: F401
    except ImportError as fault:
        raise Error("external", [("", "", f"PyTorch 1.13 or newer is needed, and cannot be imported: {fault}")]) from None
    return torch


class _Trace:
    """The calls of a module, and what each gives: tensors without data that are alive all at once, so that two share a
    storage only where PyTorch has them share it."""

    def __init__(self, torch, module, inputs, targets, backward, loss) -> None:
        from torch._subclasses.fake_tensor import FakeTensorMode
        from torch.fx.experimental.proxy_tensor import make_fx
        from torch.utils._pytree import tree_flatten, tree_unflatten

        if not isinstance(module, torch.nn.Module):
            raise Error("bad_input", [("", "module", f"must be a torch.nn.Module, not {type(module).__name__}")])
        self.torch = torch
        weights, names = self._weights(module)
        given, structure = tree_flatten((inputs, targets))
        at = [k for k, value in enumerate(given) if isinstance(value, torch.Tensor)]
        trainable = [k for k, weight in enumerate(weights) if weight.requires_grad]
        self.backward = bool(module.training and trainable) if backward is None else backward
        if self.backward and not trainable:
            raise Error("bad_input", [("", "backward", "no parameter of the module has a gradient")])

        def step(*flat):
            own, values = flat[:len(weights)], list(given)
            for k, value in zip(at, flat[len(weights):]):
                values[k] = value
            called_with, wanted = tree_unflatten(values, structure)
            out = self._call(module, {name: own[k] for name, k in names.items()}, called_with)
            results = [value for value in tree_flatten(out)[0] if isinstance(value, torch.Tensor)]
            if not self.backward:
                return results
            if loss is not None:
                total = loss(out, *wanted)
            else:
                total = None
                for value in results:
                    if value.requires_grad:
                        total = value.sum() if total is None else total + value.sum()
            if not isinstance(total, torch.Tensor) or not total.requires_grad:
                raise ValueError("what it returns has no gradient")
            self.loss_at = len(results)
            grads = torch.autograd.grad(total, [own[k] for k in trainable], allow_unused=True)
            return [*results, total, *(grad for grad in grads if grad is not None)]

        flat = [*weights, *(given[k] for k in at)]
        self.weight_count = len(weights)
        self.loss_at = 0  # among the results, of a trace with gradients
        try:
            with torch.enable_grad() if self.backward else torch.no_grad():
                traced = make_fx(step, tracing_mode="fake")(*flat)
            mode = FakeTensorMode()
            with mode, torch.no_grad():
                self.recorded = _recorder(torch, mode)(traced)
                self.recorded.run(*(mode.from_tensor(value) for value in flat))
        except Exception as fault:
            first = (str(fault).strip() or type(fault).__name__).splitlines()[0]
            raise Error("unsupported", [("", "module", f"{type(module).__name__} cannot be traced: {first}")]) from fault

    def last_forward(self) -> int:
        """The place of the last node that the loss needs: up to it, all is forward."""
        if not self.backward:
            return len(self.recorded.nodes)
        waiting, needed = [self.recorded.nodes[-1].args[0][self.loss_at]], set()
        while waiting:
            node = waiting.pop()
            if node not in needed:
                needed.add(node)
                waiting += node.all_input_nodes
        return max(k for k, node in enumerate(self.recorded.nodes) if node in needed)

    @staticmethod
    def _weights(module):
        """Parameters and buffers, each once, and where each stands: those that are tied stand in several places."""
        weights, names, index = [], {}, {}
        for prefix, part in module.named_modules():
            for table in (part._parameters, part._buffers):
                for key, weight in table.items():
                    if weight is None:
                        continue
                    if id(weight) not in index:
                        index[id(weight)] = len(weights)
                        weights.append(weight)
                    names[f"{prefix}.{key}" if prefix else key] = index[id(weight)]
        return weights, names

    @staticmethod
    def _call(module, weights, inputs):
        try:
            from torch.func import functional_call
        except ImportError:
            from torch.nn.utils.stateless import functional_call
        return functional_call(module, weights, tuple(inputs))


def _storage(tensor):
    try:
        return tensor.untyped_storage()
    except AttributeError:  # before PyTorch 2
        storage = tensor.storage()
        return getattr(storage, "_storage", storage)


def _extent(tensor) -> int:
    """Bytes from its first element to the end of its last."""
    if tensor.numel() == 0:
        return 0
    return (1 + sum((n - 1) * s for n, s in zip(tensor.shape, tensor.stride()))) * tensor.element_size()


def _recorder(torch, mode):
    """A class whose objects run a trace, and keep the value of each node and the runs of the bodies of each."""
    from torch.utils._pytree import tree_map

    class Recorder(torch.fx.Interpreter):
        def __init__(self, module) -> None:
            super().__init__(module, garbage_collect_values=False)
            self.nodes, self.seen, self.bodies = list(module.graph.nodes), {}, {}

        def get_attr(self, target, args, kwargs):
            value = super().get_attr(target, args, kwargs)
            return mode.from_tensor(value) if isinstance(value, torch.Tensor) else value

        def run_node(self, node):
            self.seen[node] = self.run_bodies(node) if _has_bodies(node) else super().run_node(node)
            return self.seen[node]

        def run_bodies(self, node):
            """Runs each body once. Results are copies: no branch and no loop gives a tensor that it was given."""
            args, _ = self.fetch_args_kwargs_from_env(node)
            if _name_of(node) == "cond":
                runs, operands = args[1:3], args[3]
            else:
                runs, operands = args[:2], (*copied(args[2]), *args[3])  # each tensor that it carries, by itself
            self.bodies[node] = [Recorder(module) for module in runs]
            results = [run.run(*operands) for run in self.bodies[node]]
            return copied(results[0] if _name_of(node) == "cond" else tuple(args[2]))

    def copied(values):
        return tree_map(lambda value: value.clone() if isinstance(value, torch.Tensor) else value, values)

    return Recorder


def _name_of(node) -> str:
    return getattr(node.target, "__name__", str(node.target))


def _has_bodies(node) -> bool:
    """Whether it is torch.cond or while_loop, as PyTorch 2 traces them: calls of graphs that are attributes."""
    graphs = {"cond": node.args[1:3], "while_loop": node.args[:2]}.get(_name_of(node), ())
    return node.op == "call_function" and len(graphs) == 2 and all(
        getattr(graph, "op", "") == "get_attr" for graph in graphs)


def _unused(name: str, taken: set) -> str:
    """The name, or with a number where it is taken; it is taken from now on."""
    unique, number = name, 1
    while unique in taken:
        number += 1
        unique = f"{name}#{number}"
    taken.add(unique)
    return unique


def _same(tensor: dict) -> dict:
    """The tensor of the graph around that it is, or itself."""
    while isinstance(tensor["id"], dict):
        tensor = tensor["id"]
    return tensor


class _Tables:
    """The lists of a graph file, from a trace, or from the traces of a body. A tensor of a body whose "id" is a tensor
    of the graph around is that tensor."""

    def __init__(self, torch, parameters: bool, around: "Optional[_Tables]" = None) -> None:
        self.torch, self.parameters = torch, parameters
        self.nodes, self.tensors, self.views, self.in_place, self.carry = [], [], [], [], []
        self.elsewhere = set() if around is None else around.elsewhere  # storages that are not planned
        self.names = set() if around is None else around.names  # of tensors in all graphs
        self.operators = set()  # names
        self.owner_of = {}  # storage -> tensor
        self.of_node = {}  # node -> tensors by their place in what it gives; None where that is no planned tensor
        self.seen = {}  # node -> value

    def add(self, run, phase_of: Callable[[int], str], weights: int = 0, given: Optional[list] = None) -> list:
        """Adds the nodes of a run. Its first placeholders are weights, or all are `given`. Returns what it gives."""
        self.seen.update(run.seen)
        placeholders = 0
        for place, node in enumerate(run.nodes):
            value = run.seen[node]
            if node.op == "placeholder" and given is not None:
                self.of_node[node] = [given[placeholders]]
                placeholders += 1
            elif node.op in ("placeholder", "get_attr"):
                weight = node.op == "get_attr" or placeholders < weights
                placeholders += node.op == "placeholder"
                if weight and not self.parameters and isinstance(value, self.torch.Tensor):
                    self.elsewhere.add(_storage(value)._cdata)
                self.of_node[node] = self._add_all(node, value, None, "parameter" if weight else "input")
            elif node.op == "call_function" and _name_of(node) == "getitem":
                self.of_node[node] = [self.of_node[node.args[0]][node.args[1]]]
            elif node.op != "output":
                self._add_operator(node, value, phase_of(place), run.bodies.get(node))
        from torch.utils._pytree import tree_flatten

        return [self._tensor_of(each) for each in tree_flatten(run.nodes[-1].args[0])[0]]

    def _tensor_of(self, argument) -> Optional[dict]:
        return self.of_node[argument][0] if isinstance(argument, self.torch.fx.Node) else None

    def _add_all(self, node, given, producer: Optional[str], kind: str) -> list:
        """The tensors of a value, which may be one, several, or none."""
        if isinstance(given, self.torch.Tensor):
            return [self._add(node.name, given, producer, kind)]
        if isinstance(given, (tuple, list)):
            return [self._add(f"{node.name}.{k}", value, producer, kind) if isinstance(value, self.torch.Tensor)
                    else None for k, value in enumerate(given)]
        return [None]

    def _add(self, name: str, value, producer: Optional[str], kind: str) -> Optional[dict]:
        storage = _storage(value)
        if storage._cdata in self.elsewhere:
            return None
        size, inset = _extent(value), value.storage_offset() * value.element_size()
        owner = self.owner_of.get(storage._cdata)
        if owner is None and size < storage.nbytes():
            owner = self.owner_of[storage._cdata] = self._append(name + ".storage", storage.nbytes(), producer, kind)
        tensor = self._append(name, size, producer, kind)
        if owner is None:
            self.owner_of[storage._cdata] = tensor
        elif size > 0:
            self.views.append({"tensor": tensor, "of": owner, "offset": inset})
        return tensor

    def _append(self, name: str, size: int, producer: Optional[str], kind: str) -> dict:
        self.tensors.append({"id": _unused(name, self.names), "size": size, "producer": producer, "consumers": [],
                             "kind": kind})
        return self.tensors[-1]

    def _add_operator(self, node, given, phase: str, bodies) -> None:
        schema = getattr(node.target, "_schema", None)
        kind = schema.name.split("::")[-1] if schema is not None else _name_of(node)
        name = _unused(node.name, self.operators)
        operator = {"id": name, "op": kind, "phase": phase}
        self.nodes.append(operator)
        for used in node.all_input_nodes:
            for tensor in self.of_node[used]:
                self._use(tensor, operator)
        tensors = self._add_all(node, given, name, "gradient" if phase == "backward" else "activation")
        self.of_node[node] = tensors
        if bodies is not None:
            self._add_bodies(node, operator, bodies, tensors)
        elif isinstance(given, self.torch.Tensor) and tensors[0] is not None:
            self._permit_in_place(node, kind, given, tensors[0])

    @staticmethod
    def _use(tensor: Optional[dict], operator: dict) -> None:
        if tensor is not None and operator["id"] not in tensor["consumers"]:
            tensor["consumers"].append(operator["id"])

    def _add_bodies(self, node, operator: dict, runs: list, results: list) -> None:
        if _name_of(node) == "cond":
            operator["branches"] = [self._body(operator, [run], node.args[3], results) for run in runs]
        else:
            operator["loop"] = self._body(operator, runs, (*node.args[2], *node.args[3]), results, len(node.args[2]))

    def _body(self, operator: dict, runs: list, operands, results: list, carried: int = 0) -> "_Tables":
        """A body, which the last of the runs gives the results of; a loop has a run of its condition first."""
        body = _Tables(self.torch, self.parameters, self)
        values = [runs[-1].seen[node] for node in runs[-1].nodes if node.op == "placeholder"]
        given = [body._take(operand, value, self, operator, k < carried)
                 for k, (operand, value) in enumerate(zip(operands, values))]
        for run in runs:
            made = body.add(run, lambda place: operator["phase"], given=given)
            for tensor in made:
                if tensor is not None and tensor["producer"] is not None:
                    tensor["output"] = True
        own = {id(owner) for owner in body.owner_of.values()}  # others lie in the bytes of these, and are copied
        held = {id(_same(tensor)) for tensor in body.tensors}
        for into, result, operand in zip(given[:carried], made, operands):
            if into is None or result is None or id(result) not in own or into["size"] != result["size"] or (
                    result["producer"] is None and not any(result is each for each in given[:carried])):
                continue
            body.carry.append((into, result))
            # The first value is read where it lies, unless the body has it as another tensor, too.
            first = self._tensor_of(operand)
            if first is not None and first["size"] == into["size"] and id(_same(first)) not in held and any(
                    first is owner for owner in self.owner_of.values()):
                held.add(id(_same(first)))
                into["id"] = first
        for tensor, result in zip(made, results):
            if tensor is not None and result is not None and tensor["producer"] is not None and (
                    tensor["size"] == result["size"] and id(tensor) in own):
                own.remove(id(tensor))  # as a second result it is copied
                tensor["id"] = result
        return body

    def _take(self, operand, value, around: "_Tables", operator: dict, carried: bool) -> Optional[dict]:
        """The tensor of an operand in this body: one of its own where it is carried, or the tensor around."""
        if carried and isinstance(value, self.torch.Tensor):
            return self._add(operand.name, value, None, "activation")
        outer = around._tensor_of(operand)
        if outer is None:
            return None
        storage = _storage(value)._cdata
        owner = around.owner_of[storage]
        around._use(owner, operator)
        if storage not in self.owner_of:
            self.owner_of[storage] = {**owner, "id": owner, "producer": None, "consumers": [], "output": False}
            self.tensors.append(self.owner_of[storage])
        return self.owner_of[storage] if outer is owner else self._add(operand.name, value, None, "activation")

    def _permit_in_place(self, node, kind: str, given, output: dict) -> None:
        """Where PyTorch itself writes the result over an operand, as `add_` does, or could."""
        if self.owner_of[_storage(given)._cdata] is not output:
            return
        operands = []
        if kind in _ELEMENTWISE_BACKWARD or self._has_in_place_variant(node.target, kind):
            operands.append(0)
        if kind in _ELEMENTWISE_IN_BOTH:
            operands.append(1)
        taken = set()
        for place in operands:
            operand = node.args[place] if place < len(node.args) else None
            if not isinstance(operand, self.torch.fx.Node):
                continue
            value, tensor = self.seen[operand], self.of_node[operand][0]
            same = isinstance(value, self.torch.Tensor) and tensor is not None and id(tensor) not in taken and (
                value.shape == given.shape and value.stride() == given.stride() and value.dtype == given.dtype)
            if same and given.numel() > 0:
                taken.add(id(tensor))
                self.in_place.append({"output": output, "input": tensor})

    def _has_in_place_variant(self, target, kind: str) -> bool:
        packet = getattr(self.torch.ops.aten, kind + "_", None)
        variant = getattr(packet, getattr(target, "_overloadname", "default"), None)
        arguments = getattr(getattr(variant, "_schema", None), "arguments", ())
        return len(arguments) > 0 and arguments[0].alias_info is not None and arguments[0].alias_info.is_write

    def lists(self) -> dict:
        """As graph files have them."""
        def named(rows):
            return [{key: _same(value)["id"] if isinstance(value, dict) else value for key, value in row.items()}
                    for row in rows]

        nodes = [dict(node) for node in self.nodes]
        for node in nodes:
            if "loop" in node:
                node["loop"] = node["loop"].lists()
            if "branches" in node:
                node["branches"] = [{"name": name, **body.lists()}
                                    for name, body in zip(("then", "else"), node["branches"])]
        return {"nodes": nodes, "tensors": [{**tensor, "id": _same(tensor)["id"]} for tensor in self.tensors],
                "views": named(self.views), "in_place": named(self.in_place),
                **({"carry": [[_same(each)["id"] for each in pair] for pair in self.carry]} if self.carry else {})}
