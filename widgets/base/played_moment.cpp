// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/played_moment.h"

#include <utility>

namespace stowage {
namespace {

PlayedMoment::State shown(RunMemory::State state) {
  switch (state) {
    case RunMemory::State::unborn:
      return PlayedMoment::State::unborn;
    case RunMemory::State::alive:
      return PlayedMoment::State::alive;
    case RunMemory::State::dead:
      break;
  }
  return PlayedMoment::State::dead;
}

}  // namespace

std::shared_ptr<const PlayedMoment> played_moment(const Graph& graph, const RunMemory& memory, std::size_t moment) {
  auto out = std::make_shared<PlayedMoment>();
  out->tensors.reserve(graph.tensor_count());
  for (TensorId t : graph.tensors()) out->tensors.push_back(shown(memory.state(t, moment)));
  for (OperatorId o : graph.operators()) {
    if (moment >= memory.finishes()[o.index()])
      out->finished.push_back(o);
    else if (moment >= memory.starts()[o.index()])
      out->running.push_back(o);
  }
  if (memory.overwrite() && moment >= memory.overwrite_moment()) {
    out->overwritten = memory.overwrite()->overwritten;
    out->overwriting = memory.overwrite()->overwriting;
    out->culprit = memory.overwrite()->culprit;
  }
  return out;
}

}  // namespace stowage
