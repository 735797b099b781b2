// SPDX-License-Identifier: Apache-2.0
#include "core/loops/tables.h"

#include <utility>

namespace stowage {
namespace {

class Tables {
 public:
  explicit Tables(const Plan& plan) : plan_(plan) {}

  void add(const Graph& around, const LoopPlan& loop, std::vector<std::int64_t> buffers) {
    path_.emplace_back(around.name(loop.node));
    LoopTable table{&loop, &around, path_, copies_, std::move(buffers), {}};
    for (TensorId t : loop.loop->body.tensors()) table.rows.push_back(row(table, t));
    const std::vector<std::int64_t> starts = table.buffers;
    out_.push_back(std::move(table));
    copies_.push_back(0);
    for (const LoopPlan& inner : loop.inner)
      for (std::size_t copy = 0; copy < loop.rings.repeat; ++copy) {
        copies_.back() = copy;
        std::vector<std::int64_t> inside;
        for (TensorId workspace : inner.workspaces) {
          const LoopPlace& place = loop.views[workspace.index()].repeat[copy];
          inside.push_back(starts[place.buffer] + place.offset);
        }
        add(loop.loop->body, inner, std::move(inside));
      }
    copies_.pop_back();
    path_.pop_back();
  }
  [[nodiscard]] std::vector<LoopTable> result() && { return std::move(out_); }

 private:
  [[nodiscard]] LoopCell cell(const LoopTable& table, const LoopPlace& place) const {
    if (!place.outside.valid()) {
      const std::int64_t start = table.buffers.empty() ? 0 : table.buffers[place.buffer];
      return {start + place.offset, {}};
    }
    if (path_.size() > 1) return {{}, place.outside};
    return {plan_.offsets[place.outside.index()].value, place.outside};
  }

  [[nodiscard]] LoopTable::Row row(const LoopTable& table, TensorId t) const {
    LoopTable::Row out{t, {}, {}};
    const LoopView& view = table.loop->views[t.index()];
    if (view.empty()) return out;
    for (const LoopPlace& place : view.first) out.first.push_back(cell(table, place));
    for (std::size_t copy = 0; copy < view.repeat.size(); ++copy) out.repeat.push_back(cell(table, view.settled(copy)));
    return out;
  }

  const Plan& plan_;
  std::vector<std::string> path_;
  std::vector<std::size_t> copies_;
  std::vector<LoopTable> out_;
};

}  // namespace

std::vector<LoopTable> loop_tables(const Graph& graph, const LoopsPlan& loops, const Plan& plan) {
  Tables tables(plan);
  for (const LoopPlan& loop : loops.loops) {
    std::vector<std::int64_t> buffers;
    for (TensorId workspace : loop.workspaces) buffers.push_back(plan.offsets[workspace.index()].value);
    tables.add(graph, loop, std::move(buffers));
  }
  return std::move(tables).result();
}

}  // namespace stowage
