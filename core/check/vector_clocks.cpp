// SPDX-License-Identifier: Apache-2.0
#include "core/check/vector_clocks.h"

#include <algorithm>
#include <limits>

#include "core/check/running_order.h"

namespace stowage {
namespace {

constexpr std::size_t kMemoryLimit = std::size_t{4} << 30;

}  // namespace

Result<VectorClocks> VectorClocks::compute(const Graph& graph, const std::vector<std::string>& sequence, bool serial,
                                           const Task& task) {
  VectorClocks out(graph);
  STOWAGE_TRY(out.order_, running_order(graph, sequence));
  out.number_streams();
  out.index_views();
  out.find_lives();
  if (serial) return out;
  if (auto chosen = out.choose_form(); !chosen) return tl::unexpected(std::move(chosen.error()));
  if (out.form_ == Form::one_stream) return out;
  for (std::size_t k = 0; k < out.order_.size(); ++k) {
    if (task.poll(k)) return tl::unexpected(task.why_stopped());
    const OperatorId o = out.order_[k];
    graph.for_each_arc(o, [&](OperatorId after) { out.absorb(o, after); });
    if (const OperatorId next = out.next_[o.index()]; next.valid()) out.absorb(o, next);
  }
  return out;
}

void VectorClocks::number_streams() {
  const std::size_t count = graph_->operator_count();
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
}

Result<void> VectorClocks::choose_form() {
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
void VectorClocks::index_views() {
  if (!graph_->has_views()) return;
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
    for (TensorId t : bytes_.in_bytes_of(owner)) {
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

/// Whether `holds` is true of each operator that makes or uses a tensor in the owner's bytes.
template <class Use>
bool VectorClocks::all_users(TensorId owner, const Use& holds) const {
  if (graph_->has_views()) return std::ranges::all_of(last_users_[owner.index()], holds);
  const OperatorId producer = graph_->producer(owner);
  return (!producer.valid() || holds(producer)) && std::ranges::all_of(graph_->consumers(owner), holds);
}

/// Whether `holds` is true of each operator that makes a tensor in the owner's bytes.
template <class Write>
bool VectorClocks::all_writers(TensorId owner, const Write& holds) const {
  if (graph_->has_views()) return std::ranges::all_of(first_writers_[owner.index()], holds);
  return !graph_->producer(owner).valid() || holds(graph_->producer(owner));
}

void VectorClocks::find_lives() {
  births_.resize(graph_->tensor_count());
  last_uses_.resize(graph_->tensor_count());
  for (TensorId t : graph_->tensors()) {
    births_[t.index()] = find_birth(graph_->owner(t));
    last_uses_[t.index()] = std::max(births_[t.index()], find_last_use(graph_->owner(t)));
  }
}

std::int64_t VectorClocks::find_birth(TensorId owner) const {
  if (!graph_->producer(owner).valid()) return -1;
  std::int64_t out = step(graph_->producer(owner));
  static_cast<void>(all_writers(owner, [&](OperatorId writer) {
    out = std::min(out, std::int64_t{step(writer)});
    return true;
  }));
  return out;
}

std::int64_t VectorClocks::find_last_use(TensorId owner) const {
  if (bytes_.is_output(owner)) return std::numeric_limits<std::int64_t>::max();
  std::int64_t out = -1;
  static_cast<void>(all_users(owner, [&](OperatorId use) {
    out = std::max(out, std::int64_t{step(use)});
    return true;
  }));
  return out;
}

bool VectorClocks::over_before(TensorId a, TensorId b) const {
  const TensorId over = graph_->owner(a), owner = graph_->owner(b);
  if (!graph_->producer(owner).valid() || bytes_.is_output(over)) return false;
  if (form_ == Form::one_stream) return last_use(a) < birth(b);
  return all_writers(
      owner, [&](OperatorId start) { return all_users(over, [&](OperatorId use) { return leads_to(use, start); }); });
}

bool VectorClocks::ends_where_begins(TensorId input, TensorId output) const {
  const OperatorId start = graph_->producer(output);
  const TensorId under = graph_->owner(input), over = graph_->owner(output);
  if (!start.valid() || !graph_->producer(over).valid() || under == over || bytes_.is_output(under)) return false;
  if (!std::ranges::binary_search(graph_->consumers(input), start)) return false;
  return all_writers(over, [&](OperatorId writer) { return writer == start || leads_to(start, writer); }) &&
         all_users(under, [&](OperatorId use) { return use == start || leads_to(use, start); });
}

}  // namespace stowage
