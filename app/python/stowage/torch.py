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

    module          any module that torch.fx can trace: its control flow must not depend on the values of tensors
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
    return _Tables(torch, traced, parameters).graph(type(module).__name__ if name is None else name)


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

            class Recorder(torch.fx.Interpreter):
                def get_attr(self, target, args, kwargs):
                    value = super().get_attr(target, args, kwargs)
                    return mode.from_tensor(value) if isinstance(value, torch.Tensor) else value

                def run_node(self, node):
                    seen[node] = super().run_node(node)
                    return seen[node]

            seen = {}
            with mode, torch.no_grad():
                Recorder(traced, garbage_collect_values=False).run(*(mode.from_tensor(value) for value in flat))
        except Exception as fault:
            first = (str(fault).strip() or type(fault).__name__).splitlines()[0]
            raise Error("unsupported", [("", "module", f"{type(module).__name__} cannot be traced: {first}")]) from fault
        self.nodes = list(traced.graph.nodes)
        self.seen = seen

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


class _Tables:
    """The arrays of a graph, from a trace."""

    def __init__(self, torch, traced: _Trace, parameters: bool) -> None:
        self.torch = torch
        self.sizes, self.producers, self.names, self.kinds, self.outputs = [], [], [], [], []
        self.pairs, self.views, self.in_place = [], [], []
        self.operators, self.operator_kinds, self.phases = [], [], []
        self.elsewhere = set()  # storages that are not planned
        self.owner_of = {}  # storage -> tensor
        self.of_node = {}  # node -> tensors by their place in what it gives; None where that is no planned tensor
        self.traced = traced
        self.last_forward = self._find_forward() if traced.backward else None
        placeholders = 0
        for place, node in enumerate(traced.nodes):
            given = traced.seen[node]
            if node.op in ("placeholder", "get_attr"):
                weight = node.op == "get_attr" or placeholders < traced.weight_count
                placeholders += node.op == "placeholder"
                if weight and not parameters and isinstance(given, torch.Tensor):
                    self.elsewhere.add(_storage(given)._cdata)
                self.of_node[node] = self._add_all(node, given, -1, "parameter" if weight else "input")
            elif node.op == "call_function" and getattr(node.target, "__name__", "") == "getitem":
                self.of_node[node] = [self.of_node[node.args[0]][node.args[1]]]
            elif node.op == "output":
                self._mark_outputs(node)
            else:
                self._add_operator(place, node, given)

    def _find_forward(self) -> int:
        """The place of the last node that the loss needs: up to it, all is forward."""
        waiting, needed = [self.traced.nodes[-1].args[0][self.traced.loss_at]], set()
        while waiting:
            node = waiting.pop()
            if node not in needed:
                needed.add(node)
                waiting += node.all_input_nodes
        return max(k for k, node in enumerate(self.traced.nodes) if node in needed)

    def _add_all(self, node, given, producer: int, kind: str) -> list:
        """The tensors of a value, which may be one, several, or none."""
        if isinstance(given, self.torch.Tensor):
            return [self._add(node.name, given, producer, kind)]
        if isinstance(given, (tuple, list)):
            return [self._add(f"{node.name}.{k}", value, producer, kind) if isinstance(value, self.torch.Tensor)
                    else None for k, value in enumerate(given)]
        return [None]

    def _add(self, name: str, value, producer: int, kind: str) -> Optional[int]:
        storage = _storage(value)
        if storage._cdata in self.elsewhere:
            return None
        size, inset = _extent(value), value.storage_offset() * value.element_size()
        owner = self.owner_of.get(storage._cdata)
        if owner is None and size < storage.nbytes():
            owner = self._append(name + ".storage", storage.nbytes(), producer, kind)
            self.owner_of[storage._cdata] = owner
        tensor = self._append(name, size, producer, kind)
        if owner is None:
            self.owner_of[storage._cdata] = tensor
        elif size > 0:
            self.views.append((tensor, owner, inset))
        return tensor

    def _append(self, name: str, size: int, producer: int, kind: str) -> int:
        self.names.append(name)
        self.sizes.append(size)
        self.producers.append(producer)
        self.kinds.append(kind)
        return len(self.sizes) - 1

    def _add_operator(self, place: int, node, given) -> None:
        operator = len(self.operators)
        backward = self.last_forward is not None and place > self.last_forward
        schema = getattr(node.target, "_schema", None)
        kind = schema.name.split("::")[-1] if schema is not None else getattr(node.target, "__name__", str(node.target))
        self.operators.append(node.name)
        self.operator_kinds.append(kind)
        self.phases.append("backward" if backward else "forward")
        for used in node.all_input_nodes:
            self.pairs += [(tensor, operator) for tensor in self.of_node[used] if tensor is not None]
        tensors = self._add_all(node, given, operator, "gradient" if backward else "activation")
        self.of_node[node] = tensors
        if isinstance(given, self.torch.Tensor) and tensors[0] is not None:
            self._permit_in_place(node, kind, given, tensors[0])

    def _permit_in_place(self, node, kind: str, given, output: int) -> None:
        """Where PyTorch itself writes the result over an operand, as `add_` does, or could."""
        if self.owner_of[_storage(given)._cdata] != output:
            return
        operands = []
        if kind in _ELEMENTWISE_BACKWARD or self._has_in_place_variant(node.target, kind):
            operands.append(0)
        if kind in _ELEMENTWISE_IN_BOTH:
            operands.append(1)
        taken = set()
        for place in operands:
            operand = node.args[place] if place < len(node.args) else None
            if operand not in self.of_node:
                continue
            value, tensor = self.traced.seen[operand], self.of_node[operand][0]
            same = isinstance(value, self.torch.Tensor) and tensor is not None and tensor not in taken and (
                value.shape == given.shape and value.stride() == given.stride() and value.dtype == given.dtype)
            if same and given.numel() > 0:
                taken.add(tensor)
                self.in_place.append((output, tensor))

    def _has_in_place_variant(self, target, kind: str) -> bool:
        packet = getattr(self.torch.ops.aten, kind + "_", None)
        variant = getattr(packet, getattr(target, "_overloadname", "default"), None)
        arguments = getattr(getattr(variant, "_schema", None), "arguments", ())
        return len(arguments) > 0 and arguments[0].alias_info is not None and arguments[0].alias_info.is_write

    def _mark_outputs(self, node) -> None:
        for used in node.all_input_nodes:
            self.outputs += [tensor for tensor in self.of_node[used] if tensor is not None]

    def graph(self, name: str) -> Graph:
        import numpy

        def rows(table, width):
            return numpy.array(table, dtype=numpy.int64).reshape(-1, width)

        return Graph.from_arrays(
            self.sizes, self.producers, rows(self.pairs, 2), operators=len(self.operators), outputs=self.outputs,
            views=rows(self.views, 3), in_place=rows(self.in_place, 2), tensor_names=self.names,
            operator_names=self.operators, tensor_kinds=self.kinds, operator_kinds=self.operator_kinds,
            phases=self.phases, name=name)
