# SPDX-License-Identifier: Apache-2.0
import os
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

_Path = Union[str, os.PathLike[str]]

class Fault(NamedTuple):
    file: str
    place: str
    reason: str

class Error(Exception):
    kind: str
    faults: List[Fault]
    def __init__(self, kind: str, faults: Any) -> None: ...
    @property
    def file(self) -> str: ...
    @property
    def place(self) -> str: ...
    @property
    def reason(self) -> str: ...

class InputWarning(UserWarning): ...

class PlanFault(NamedTuple):
    kind: str
    first: Optional[int]
    second: Optional[int]
    reason: str

class Strategy(NamedTuple):
    id: str
    title: str
    description: str
    source: str
    standard: bool
    improves: bool
    limits: str

class Graph:
    @staticmethod
    def from_arrays(
        sizes: ArrayLike,
        producers: ArrayLike,
        consumers: Union[ArrayLike, Tuple[ArrayLike, ArrayLike]],
        *,
        streams: Optional[ArrayLike] = None,
        operators: Optional[int] = None,
        control: Optional[ArrayLike] = None,
        durations: Optional[ArrayLike] = None,
        outputs: Optional[ArrayLike] = None,
        alignments: Optional[ArrayLike] = None,
        groups: Optional[Sequence[ArrayLike]] = None,
        views: Optional[ArrayLike] = None,
        in_place: Optional[ArrayLike] = None,
        tensor_names: Optional[Sequence[str]] = None,
        operator_names: Optional[Sequence[str]] = None,
        tensor_kinds: Optional[Sequence[str]] = None,
        operator_kinds: Optional[Sequence[str]] = None,
        phases: Optional[Sequence[str]] = None,
        stream_names: Optional[Mapping[int, str]] = None,
        name: str = "",
    ) -> Graph: ...
    @staticmethod
    def from_json(content: Union[str, Mapping[str, Any]]) -> Graph: ...
    @staticmethod
    def from_intervals(
        lower: ArrayLike,
        upper: ArrayLike,
        size: ArrayLike,
        *,
        alignments: Optional[ArrayLike] = None,
        names: Optional[Sequence[str]] = None,
        name: str = "",
    ) -> Graph: ...
    def save(self, path: _Path) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def tensor_count(self) -> int: ...
    @property
    def operator_count(self) -> int: ...
    @property
    def stream_count(self) -> int: ...
    @property
    def total_size(self) -> int: ...
    @property
    def sizes(self) -> NDArray[np.int64]: ...
    @property
    def producers(self) -> NDArray[np.int32]: ...
    @property
    def consumers(self) -> Tuple[NDArray[np.int64], NDArray[np.int32]]: ...
    @property
    def streams(self) -> NDArray[np.int64]: ...
    @property
    def durations(self) -> NDArray[np.int64]: ...
    @property
    def outputs(self) -> NDArray[np.bool_]: ...
    @property
    def alignments(self) -> NDArray[np.int64]: ...
    @property
    def control(self) -> NDArray[np.int64]: ...
    @property
    def views(self) -> NDArray[np.int64]: ...
    @property
    def in_place(self) -> NDArray[np.int64]: ...
    @property
    def groups(self) -> List[NDArray[np.int64]]: ...
    @property
    def times(self) -> Optional[NDArray[np.int64]]: ...
    @property
    def lifetimes(self) -> Tuple[NDArray[np.int64], NDArray[np.int64]]: ...
    @property
    def tensor_names(self) -> List[str]: ...
    @property
    def operator_names(self) -> List[str]: ...
    @property
    def tensor_kinds(self) -> List[str]: ...
    @property
    def operator_kinds(self) -> List[str]: ...
    @property
    def phases(self) -> List[str]: ...
    @property
    def warnings(self) -> List[str]: ...
    @property
    def plan(self) -> Optional[Plan]: ...
    @property
    def alignment(self) -> int: ...

class Plan:
    @staticmethod
    def from_offsets(graph: Graph, offsets: ArrayLike, *, alignment: Optional[int] = None, strategy: str = "given") -> Plan: ...
    def check(self) -> List[PlanFault]: ...
    def moved_from(self, other: Plan) -> int: ...
    def save(self, path: _Path) -> None: ...
    def render(
        self,
        path: _Path,
        view: str = "heap",
        *,
        color_by: Optional[str] = None,
        theme: Optional[str] = None,
        size: Optional[Tuple[int, int]] = None,
        scale: Optional[float] = None,
    ) -> None: ...
    def _repr_html_(self) -> str: ...
    @property
    def graph(self) -> Graph: ...
    @property
    def offsets(self) -> NDArray[np.int64]: ...
    @property
    def footprint(self) -> int: ...
    @property
    def lower_bound(self) -> int: ...
    @property
    def proved_optimal(self) -> bool: ...
    @property
    def strategy(self) -> str: ...
    @property
    def order(self) -> str: ...
    @property
    def sequence(self) -> Optional[List[str]]: ...
    @property
    def alignment(self) -> int: ...
    @property
    def remark(self) -> str: ...
    @property
    def interrupted(self) -> bool: ...

def load(
    path: _Path,
    *,
    intervals: Optional[str] = None,
    dims: Dict[str, int] = {},
    device: Optional[int] = None,
    serial_streams: bool = False,
    durations: Optional[_Path] = None,
    graph: Optional[str] = None,
    space: Optional[str] = None,
    sizes: Dict[str, int] = {},
) -> Graph: ...
def load_plan(path: _Path, graph: Graph) -> Plan: ...
def plan(
    graph: Graph,
    strategy: Union[str, Sequence[str]] = "auto",
    alignment: Optional[int] = None,
    time_limit: Optional[float] = None,
    seed: int = 0,
    iterations: int = 0,
    *,
    order: str = "given",
    in_place: bool = True,
    start: Optional[Plan] = None,
) -> Plan: ...
def plan_intervals(
    lower: ArrayLike,
    upper: ArrayLike,
    size: ArrayLike,
    alignment: int = 1,
    strategy: Union[str, Sequence[str]] = "auto",
    time_limit: Optional[float] = None,
    seed: int = 0,
    iterations: int = 0,
) -> Plan: ...
def strategies() -> List[Strategy]: ...
def orders() -> List[Strategy]: ...
