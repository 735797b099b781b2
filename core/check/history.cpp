// SPDX-License-Identifier: Apache-2.0
#include "core/check/history.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace stowage {
namespace {

constexpr std::size_t kMemoryLimit = std::size_t{4} << 30;

Error bad_sequence(std::string reason) {
  return Error::bad_input("", "/sequence", std::move(reason));
}

/// Calls `each(after)` for every operator that an arc other than the stream's order leads to from `o`.
template <class Each>
void for_each_successor(const Graph& graph, OperatorId o, const Each& each) {
  for (TensorId t : graph.outputs(o))
    for (OperatorId use : graph.consumers(t))
      if (use != o) each(use);
  for (OperatorId after : graph.control_successors(o)) each(after);
}

}  // namespace

Result<History> History::compute(const Graph& graph, const std::vector<std::string>& sequence, const Task& task) {
  constexpr std::size_t kStopInterval = 1024;
  History out(graph);
  if (auto ordered = out.set_order(sequence); !ordered) return tl::unexpected(std::move(ordered.error()));
  if (auto chosen = out.choose_form(); !chosen) return tl::unexpected(std::move(chosen.error()));
  if (out.form_ == Form::one_stream) return out;
  for (std::size_t k = 0; k < out.order_.size(); ++k) {
    if (k % kStopInterval == 0 && task.should_stop()) return tl::unexpected(task.why_stopped());
    const OperatorId o = out.order_[k];
    for_each_successor(graph, o, [&](OperatorId after) { out.absorb(o, after); });
    if (const OperatorId next = out.next_[o.index()]; next.valid()) out.absorb(o, next);
  }
  return out;
}

Result<void> History::set_order(const std::vector<std::string>& sequence) {
  const std::size_t count = graph_->operator_count();
  if (sequence.empty()) {
    for (OperatorId o : graph_->operators()) order_.push_back(o);
  } else {
    std::unordered_map<std::string_view, OperatorId> by_name;
    for (OperatorId o : graph_->operators()) by_name.emplace(graph_->name(o), o);
    for (const std::string& name : sequence) {
      const auto it = by_name.find(name);
      if (it == by_name.end())
        return tl::unexpected(bad_sequence("\"" + name + "\" is no operator of the graph, or stands twice"));
      order_.push_back(it->second);
      by_name.erase(it);
    }
    if (order_.size() != count)
      return tl::unexpected(bad_sequence("operator \"" + std::string(by_name.begin()->first) + "\" is missing"));
  }
  step_.resize(count);
  position_.resize(count);
  next_.resize(count);
  std::vector<OperatorId> last(graph_->stream_count());
  for (std::size_t k = 0; k < count; ++k) {
    const OperatorId o = order_[k];
    step_[o.index()] = static_cast<std::uint32_t>(k);
    OperatorId& before = last[graph_->stream(o).index()];
    position_[o.index()] = before.valid() ? position_[before.index()] + 1 : 1;
    if (before.valid()) next_[before.index()] = o;
    before = o;
  }
  if (!is_topological()) return tl::unexpected(bad_sequence("the sequence runs an operator before what it waits for"));
  return {};
}

bool History::is_topological() const {
  bool fine = true;
  for (OperatorId o : graph_->operators())
    for_each_successor(*graph_, o, [&](OperatorId after) { fine &= step(o) < step(after); });
  return fine;
}

Result<void> History::choose_form() {
  const std::size_t operators = graph_->operator_count(), streams = graph_->stream_count();
  if (streams <= 1) return {};
  const std::size_t words = (operators + 63) / 64;
  const std::size_t as_clocks = operators * streams * sizeof(std::uint32_t);
  const std::size_t as_ancestors = operators * words * sizeof(std::uint64_t);
  if (std::min(as_clocks, as_ancestors) > kMemoryLimit)
    return tl::unexpected(
        Error::bad_input("", "", "too many operators on too many streams to compare in 4 GiB of memory"));
  form_ = as_clocks <= as_ancestors ? Form::clocks : Form::ancestors;
  width_ = form_ == Form::clocks ? streams : words;
  if (form_ == Form::clocks)
    clocks_.resize(operators * width_);
  else
    ancestors_.resize(operators * width_);
  return {};
}

/// `from`, and all before it, is before `into`.
void History::absorb(OperatorId from, OperatorId into) {
  const std::size_t source = from.index() * width_, target = into.index() * width_;
  if (form_ == Form::clocks) {
    for (std::size_t s = 0; s < width_; ++s) clocks_[target + s] = std::max(clocks_[target + s], clocks_[source + s]);
    std::uint32_t& own = clocks_[target + graph_->stream(from).index()];
    own = std::max(own, position_[from.index()]);
  } else {
    for (std::size_t w = 0; w < width_; ++w) ancestors_[target + w] |= ancestors_[source + w];
    ancestors_[target + from.index() / 64] |= std::uint64_t{1} << (from.index() % 64);
  }
}

bool History::leads_to(OperatorId before, OperatorId after) const {
  switch (form_) {
    case Form::clocks:
      return clocks_[after.index() * width_ + graph_->stream(before).index()] >= position_[before.index()];
    case Form::ancestors:
      return (ancestors_[after.index() * width_ + before.index() / 64] >> (before.index() % 64) & 1) != 0;
    case Form::one_stream:
      break;
  }
  return step(before) < step(after);
}

}  // namespace stowage
