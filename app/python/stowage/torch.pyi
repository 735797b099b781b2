# SPDX-License-Identifier: Apache-2.0
from typing import Any, Callable, Optional

from stowage import Graph

def graph_of(
    module: Any,
    example_inputs: Any,
    *,
    backward: Optional[bool] = None,
    loss: Optional[Callable[..., Any]] = None,
    targets: Any = (),
    parameters: bool = False,
    name: Optional[str] = None,
) -> Graph: ...
