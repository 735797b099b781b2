// SPDX-License-Identifier: Apache-2.0
#include "core/check/vector_clocks.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/check/validator.h"

namespace stowage {
namespace {

std::uint64_t key_of(TensorId output, TensorId input) {
  return std::uint64_t{output.index()} << 32 | input.index();
}

}  // namespace

Result<VectorClocks> VectorClocks::compute(const Graph& graph, const std::vector<std::string>& sequence, bool serial,
                                           const Task& task) {
  VectorClocks out(graph);
  STOWAGE_TRY(const std::vector<OperatorId> order, running_order(graph, sequence));
  if (!sequence.empty()) out.step_.resize(order.size());
  for (std::uint32_t k = 0; k < out.step_.size(); ++k) out.step_[order[k].index()] = k;
  out.index_bytes();
  out.find_lives();
  if (serial) return out;
  STOWAGE_CHECK(out.choose_form());
  if (out.form_ == Form::one_stream) return out;
  out.position_.resize(order.size());
  std::vector<OperatorId> latest(graph.stream_count());  // by stream
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (task.poll(k)) return tl::unexpected(task.why_stopped());
    const OperatorId o = order[k], before = std::exchange(latest[graph.stream(o).index()], o);
    out.position_[o.index()] = before.valid() ? out.position_[before.index()] + 1 : 1;
    if (before.valid()) out.absorb(before, o);
    graph.for_each_arc(o, [&](OperatorId after) { out.absorb(o, after); });
  }
  return out;
}

Result<void> VectorClocks::choose_form() {
  constexpr std::size_t kMemoryLimit = std::size_t{4} << 30;
  const std::size_t operators = graph_->operator_count(), streams = graph_->stream_count();
  if (streams <= 1) return {};
  const std::size_t words = (operators + 63) / 64;
  const std::size_t as_clocks = operators * streams * sizeof(std::uint32_t);
  const std::size_t as_ancestors = operators * words * sizeof(std::uint64_t);
  if (std::min(as_clocks, as_ancestors) > kMemoryLimit)
    return tl::unexpected(
        Error::of(Error::Kind::too_large, "too many operators on too many streams to compare in 4 GiB of memory"));
  form_ = as_clocks <= as_ancestors ? Form::clocks : Form::ancestors;
  width_ = form_ == Form::clocks ? streams : words;
  if (form_ == Form::clocks)
    clocks_.resize(operators * width_);
  else
    ancestors_.resize(operators * width_);
  return {};
}

/// Marks `from`, and all before it, as before `into`.
void VectorClocks::absorb(OperatorId from, OperatorId into) {
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

/// Whether a path of arcs leads from `before` to `after`.
bool VectorClocks::leads_to(OperatorId before, OperatorId after) const {
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

/// On one stream, what holds of the last operator that uses bytes holds of those before it, and what holds of the first
/// operator that writes them holds of those after it; so only these are kept.
void VectorClocks::index_bytes() {
  for (std::size_t k = 0; k < graph_->in_place().size(); ++k)
    pairs_.emplace(key_of(graph_->in_place()[k].output, graph_->in_place()[k].input), k);
  needed_.resize(graph_->tensor_count());
  output_.resize(graph_->tensor_count());
  for (TensorId t : graph_->tensors()) {
    const std::size_t owner = graph_->owner(t).index();
    needed_[owner] = needed_[owner] || graph_->is_needed(t);
    output_[owner] = output_[owner] || graph_->is_output(t);
  }
  if (!graph_->has_views()) return;
  const auto lying_in = Csr<TensorId>::from_each(graph_->tensor_count(), [&](const auto& add) {
    for (TensorId t : graph_->tensors()) add(graph_->owner(t).index(), t);
  });
  std::vector<std::pair<std::size_t, OperatorId>> firsts, lasts;
  std::vector<OperatorId> first(graph_->stream_count()), last(graph_->stream_count());
  std::vector<StreamId> met;
  for (TensorId owner : graph_->tensors()) {
    met.clear();
    const auto meet = [&](OperatorId o, bool writes) {
      const StreamId stream = graph_->stream(o);
      OperatorId &early = first[stream.index()], &late = last[stream.index()];
      if (!late.valid()) met.push_back(stream);
      if (!late.valid() || step(o) > step(late)) late = o;
      if (writes && (!early.valid() || step(o) < step(early))) early = o;
    };
    for (TensorId t : lying_in[owner.index()]) {
      if (graph_->producer(t).valid()) meet(graph_->producer(t), true);
      for (OperatorId use : graph_->consumers(t)) meet(use, false);
    }
    for (StreamId stream : met) {
      lasts.emplace_back(owner.index(), last[stream.index()]);
      if (first[stream.index()].valid()) firsts.emplace_back(owner.index(), first[stream.index()]);
      first[stream.index()] = last[stream.index()] = OperatorId();
    }
  }
  first_writers_ = Csr<OperatorId>::from_pairs(graph_->tensor_count(), firsts);
  last_users_ = Csr<OperatorId>::from_pairs(graph_->tensor_count(), lasts);
}

/// Operators that make a tensor in the owner's bytes: what holds of these holds of all.
std::span<const OperatorId> VectorClocks::writers(TensorId owner) const {
  if (graph_->has_views()) return first_writers_[owner.index()];
  const OperatorId& producer = graph_->data().tensor_producer[owner.index()];
  return {&producer, producer.valid() ? std::size_t{1} : 0};
}

/// Operators that make or use a tensor in the owner's bytes: what is over after these is over after all. Consumers wait
/// for the producer.
std::span<const OperatorId> VectorClocks::users(TensorId owner) const {
  if (graph_->has_views()) return last_users_[owner.index()];
  return graph_->consumers(owner).empty() ? writers(owner) : graph_->consumers(owner);
}

void VectorClocks::find_lives() {
  lives_.reserve(graph_->tensor_count());
  for (TensorId t : graph_->tensors()) {
    const TensorId owner = graph_->owner(t);
    constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t birth = 0, last = 0;
    if (graph_->producer(owner).valid()) {
      birth = kNever;
      for (OperatorId writer : writers(owner)) birth = std::min(birth, step(writer) + 1);
    }
    for (OperatorId use : users(owner)) last = std::max(last, step(use) + 1);
    if (output_[owner.index()]) last = kNever;
    lives_.push_back({birth, std::max(birth, last)});
  }
}

bool VectorClocks::over_before(TensorId a, TensorId b) const {
  if (form_ == Form::one_stream) return last_use(a) < birth(b);
  const TensorId over = graph_->owner(a), owner = graph_->owner(b);
  if (!graph_->producer(owner).valid() || output_[over.index()]) return false;
  return std::ranges::all_of(writers(owner), [&](OperatorId start) {
    return std::ranges::all_of(users(over), [&](OperatorId use) { return leads_to(use, start); });
  });
}

bool VectorClocks::ends_where_begins(TensorId input, TensorId output) const {
  const OperatorId start = graph_->producer(output);
  const TensorId under = graph_->owner(input), over = graph_->owner(output);
  if (!start.valid() || !graph_->producer(over).valid() || under == over || output_[under.index()]) return false;
  if (!std::ranges::binary_search(graph_->consumers(input), start)) return false;
  const auto begins = [&](OperatorId writer) { return writer == start || leads_to(start, writer); };
  const auto is_over = [&](OperatorId use) { return use == start || leads_to(use, start); };
  return std::ranges::all_of(writers(over), begins) && std::ranges::all_of(users(under), is_over);
}

const InPlace* VectorClocks::pair_of(TensorId output, TensorId input) const {
  const auto it = pairs_.find(key_of(output, input));
  return it == pairs_.end() ? nullptr : &graph_->in_place()[it->second];
}

}  // namespace stowage
