// SPDX-License-Identifier: Apache-2.0
#include "core/check/validator.h"

#include <array>
#include <bit>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

#include "core/base/interval.h"
#include "core/base/rank_set.h"
#include "core/base/text.h"
#include "core/check/vector_clocks.h"

namespace stowage {
namespace {

Error bad_sequence(std::string reason, std::string place = "/sequence") {
  return Error::bad_input("", std::move(place), std::move(reason));
}

/// What makes `after` wait for `before`: a tensor that leads from one to the other; without one, a control edge.
std::string reason_to_wait(const Graph& graph, OperatorId before, OperatorId after) {
  for (TensorId t : graph.outputs(before))
    if (std::ranges::binary_search(graph.consumers(t), after)) return "tensor " + quoted(graph.name(t));
  return "a control edge";
}

/// The fault of the first operator that runs too early, with the last operator that it waits for.
std::optional<Error> fault_of(const Graph& graph, const std::vector<OperatorId>& order) {
  std::vector<std::size_t> step(graph.operator_count());
  for (std::size_t k = 0; k < order.size(); ++k) step[order[k].index()] = k;
  std::size_t early = order.size(), late = 0;
  for (OperatorId o : order)
    graph.for_each_arc(o, [&](OperatorId after) {
      const std::size_t waiting = step[after.index()], awaited = step[o.index()];
      if (waiting < awaited && waiting <= early) early = waiting, late = awaited;
    });
  if (early == order.size()) return std::nullopt;
  const OperatorId waiting = order[early], awaited = order[late];
  return bad_sequence(quoted(graph.name(waiting)) + " runs before " + quoted(graph.name(awaited)) +
                          ", but waits for it: " + reason_to_wait(graph, awaited, waiting),
                      "/sequence/" + std::to_string(early));
}

/// A tensor where a plan puts it; of positive size and needed.
struct PlacedTensor {
  TensorId tensor;
  Offset begin, end;
};

/// Whether the output lies over the input at a permitted shift, and may do so in every run.
bool takes_place(const Plan& plan, const VectorClocks& history, TensorId output, TensorId input) {
  const InPlace* const pair = history.pair_of(output, input);
  if (pair == nullptr) return false;
  const Bytes shift = plan.offsets[output.index()] - plan.offsets[input.index()];
  return pair->low <= shift.count && shift.count <= pair->high && history.ends_where_begins(input, output);
}

/// Whether b may lie in bytes of a, which begins no later.
bool may_precede(const Plan& plan, const VectorClocks& history, TensorId a, TensorId b) {
  return history.over_before(a, b) || takes_place(plan, history, b, a);
}

/// The places of the intervals that are not empty, by begin; those of equal begins ascend. Sorts digit by digit, the
/// lowest first, and only by bits in which the begins differ from the least.
std::vector<std::uint32_t> by_begin(std::span<const Interval> intervals) {
  constexpr std::uint64_t kDigit = (1 << 11) - 1;
  std::vector<std::uint32_t> out;
  out.reserve(intervals.size());
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::uint32_t k = 0; k < intervals.size(); ++k) {
    if (intervals[k].empty()) continue;
    least = std::min(least, intervals[k].begin);
    out.push_back(k);
  }
  const auto key = [&](std::uint32_t k) {
    return static_cast<std::uint64_t>(intervals[k].begin) - static_cast<std::uint64_t>(least);
  };
  std::uint64_t bits = 0;
  for (const std::uint32_t k : out) bits |= key(k);
  for (std::vector<std::uint32_t> sorted(out.size()); bits != 0;) {
    const int shift = std::countr_zero(bits);
    std::array<std::uint32_t, kDigit + 2> next{};  // place of the next of each digit
    for (const std::uint32_t k : out) ++next[(key(k) >> shift & kDigit) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (const std::uint32_t k : out) sorted[next[key(k) >> shift & kDigit]++] = k;
    out.swap(sorted);
    bits &= ~(kDigit << shift);
  }
  return out;
}

// The addresses are swept upwards, and the tensors that hold the current one are kept in *chains*: each tensor of a
// chain is over before the next begins. "Over before" is transitive, and a tensor cannot be over before one that begins
// earlier. So a tensor has no conflict in a chain iff its two neighbours there, by step of their producers, are in
// order with it, and the tensors it conflicts with lie next to its place in an unbroken row. A valid plan needs one
// chain, hence two tests a tensor, however many share the address; a tensor that fits no chain starts another. A tensor
// b may also lie over a tensor a in its place. A tensor that is over before a, or that a lies over in turn, is then
// over before b, so that rows stay unbroken.
class Sharers {
 public:
  Sharers(const Graph& graph, const Plan& plan, const VectorClocks& history)
      : plan_(plan), history_(history), chain_of_(graph.tensor_count()) {}

  using Pair = std::pair<TensorId, TensorId>;

  /// The pairs that share an address though neither is over when the other begins; each once, lower index first, in no
  /// particular order. `placed` ascends. Stops after kMaxOverlaps pairs. Errors: cancelled, timed_out.
  Result<std::vector<Pair>> find_overlaps(const std::vector<PlacedTensor>& placed, const Task& task) && {
    std::vector<PlacedTensor> ends = placed;
    std::ranges::sort(ends, {}, [](const PlacedTensor& p) { return std::pair(p.end, p.tensor); });
    auto left = ends.begin();
    for (std::size_t k = 0; k < placed.size() && !full(); ++k) {
      if (task.poll(k)) return tl::unexpected(task.why_stopped());
      for (; left->end <= placed[k].begin; ++left) leave(left->tensor);
      enter(placed[k].tensor);
    }
    return std::move(pairs_);
  }

 private:
  using Key = std::pair<std::int64_t, TensorId>;
  using Chain = std::set<Key>;

  [[nodiscard]] bool full() const { return pairs_.size() >= kMaxOverlaps; }
  void enter(TensorId t) {
    const Key key{history_.birth(t), t};
    std::size_t home = chains_.size();
    for (std::size_t c = 0; c < chains_.size() && !full(); ++c)
      if (!report_conflicts(chains_[c], key) && home == chains_.size()) home = c;
    if (home == chains_.size()) chains_.emplace_back();
    chains_[home].insert(key);
    chain_of_[t.index()] = home;
  }
  void leave(TensorId t) {
    chains_[chain_of_[t.index()]].erase({history_.birth(t), t});
    while (!chains_.empty() && chains_.back().empty()) chains_.pop_back();
  }
  bool report_conflicts(const Chain& chain, const Key& key) {
    const std::size_t known = pairs_.size();
    const auto above = chain.lower_bound(key);
    for (auto it = above; it != chain.begin() && !full(); --it) {
      if (may_precede(plan_, history_, std::prev(it)->second, key.second)) break;
      report(std::prev(it)->second, key.second);
    }
    for (auto it = above; it != chain.end() && !full(); ++it) {
      if (may_precede(plan_, history_, key.second, it->second)) break;
      report(key.second, it->second);
    }
    return pairs_.size() > known;
  }
  void report(TensorId a, TensorId b) { pairs_.emplace_back(std::min(a, b), std::max(a, b)); }

  const Plan& plan_;
  const VectorClocks& history_;
  std::vector<Chain> chains_;
  std::vector<std::size_t> chain_of_;  // by tensor
  std::vector<Pair> pairs_;
};

/// As Sharers, for a plan that is expected to be valid: one chain, whose members are dropped when a look for a
/// neighbour finds that they end below the address. `bytes`: what each of `by_birth` keeps from others, or empty.
Result<bool> have_no_overlap(const Plan& plan, const VectorClocks& history, std::span<const TensorId> by_birth,
                             std::span<const Interval> bytes, const Task& task) {
  RankSet sharing(std::max<std::size_t>(1, bytes.size()));
  const auto neighbour = [&](const auto& find, std::int64_t address) -> const TensorId* {
    for (auto rank = find(); rank; rank = find()) {
      if (bytes[*rank].end > address) return &by_birth[*rank];
      sharing.erase(*rank);
    }
    return nullptr;
  };
  std::size_t count = 0;
  for (const std::uint32_t rank : by_begin(bytes)) {
    if (task.poll(count++)) return tl::unexpected(task.why_stopped());
    const TensorId t = by_birth[rank];
    const std::int64_t begin = bytes[rank].begin;
    const TensorId* const earlier = neighbour([&] { return sharing.below(rank); }, begin);
    if (earlier != nullptr && !may_precede(plan, history, *earlier, t)) return false;
    const TensorId* const later = neighbour([&] { return sharing.above(rank); }, begin);
    if (later != nullptr && !may_precede(plan, history, t, *later)) return false;
    sharing.insert(rank);
  }
  return true;
}

/// Offsets beyond are out of range, so that ends can be computed.
constexpr Offset kMaxOffset{std::int64_t{1} << 61};

/// Inspects one plan.
class Inspection {
 public:
  Inspection(const Graph& graph, const Plan& plan, const VectorClocks& history)
      : graph_(graph), plan_(plan), history_(history) {}

  Result<Validation> run(const std::vector<TensorId>& by_birth, std::size_t limit, const Task& task) {
    std::vector<Interval> bytes;  // that each of them keeps from others
    bytes.reserve(by_birth.size());
    for (TensorId t : by_birth) bytes.push_back(graph_.size(t) > Bytes{0} ? check_offset(t) : Interval());
    check_groups();
    check_views();
    check_in_place();
    check_footprint();
    STOWAGE_TRY(const bool safe, have_no_overlap(plan_, history_, by_birth, bytes, task));
    if (safe) return report(limit);
    std::vector<PlacedTensor> placed;
    for (std::size_t k = 0; k < bytes.size(); ++k)
      if (!bytes[k].empty()) placed.push_back({by_birth[k], {bytes[k].begin}, {bytes[k].end}});
    std::ranges::sort(placed, {}, [](const PlacedTensor& p) { return std::pair(p.begin, p.tensor); });
    STOWAGE_TRY(auto overlaps, Sharers(graph_, plan_, history_).find_overlaps(placed, task));
    for (auto [a, b] : overlaps) found_.push_back({Violation::Kind::overlap, a, b, {}});
    return report(limit);
  }

 private:
  using Kind = Violation::Kind;

  [[nodiscard]] Offset offset(TensorId t) const { return plan_.offsets[t.index()]; }
  [[nodiscard]] bool in_range(TensorId t) const { return offset(t) <= kMaxOffset; }
  [[nodiscard]] Bytes rounded(TensorId t) const { return round_up(graph_.size(t), plan_.alignment); }
  [[nodiscard]] bool follows_in_group(TensorId t) const {
    return graph_.group(t).valid() && graph_.members(graph_.group(t))[0] != t;
  }

  /// The bytes that the tensor keeps from others.
  Interval check_offset(TensorId t) {
    const bool needed = history_.is_needed(t);
    if (!in_range(t) || (offset(t) < Offset{} && needed)) found_.push_back({Kind::out_of_range, t, {}, {}});
    if (!in_range(t)) return {};
    largest_end_ = std::max(largest_end_, offset(t) + rounded(t));
    if (!needed || graph_.is_view(t)) return {};
    const bool aligned = offset(t).value % plan_.alignment.count == 0 && offset(t).value % graph_.alignment(t) == 0;
    if (!aligned && !follows_in_group(t)) found_.push_back({Kind::misaligned, t, {}, {}});
    return {offset(t).value, (offset(t) + graph_.size(t)).value};
  }

  void check_groups() {
    for (GroupId g : graph_.groups()) {
      const auto members = graph_.members(g);
      for (std::size_t k = 1; k < members.size(); ++k)
        if (!in_range(members[k - 1]) || offset(members[k]) != offset(members[k - 1]) + rounded(members[k - 1]))
          found_.push_back({Kind::broken_group, members[k - 1], members[k], {}});
    }
    for (const auto& [first, second, shift, by_choice] : graph_.companions())
      if (!in_range(first) || offset(second) != offset(first) + Bytes{shift})
        found_.push_back({Kind::broken_group, first, second, {}});
  }

  void check_views() {
    if (!graph_.has_views()) return;
    for (TensorId t : graph_.tensors())
      if (const TensorId owner = graph_.owner(t); owner != t)
        if (!in_range(owner) || offset(owner) < Offset{-kMaxOffset.value} ||
            offset(t) != offset(owner) + Bytes{graph_.inset(t)})
          found_.push_back({Kind::misplaced_view, t, owner, {}});
  }

  void check_in_place() {
    for (const InPlace& pair : graph_.in_place()) {
      if (!pair.must) continue;
      const bool both = std::max(distance(pair.output), distance(pair.input)) <= kMaxOffset.value;
      if (!both || !takes_place(plan_, history_, pair.output, pair.input))
        found_.push_back({Kind::not_in_place, pair.output, pair.input, {}});
    }
  }
  /// The distance from 0; kMaxOffset + 1 for all offsets below -kMaxOffset, as std::abs() may overflow there.
  [[nodiscard]] std::int64_t distance(TensorId t) const {
    const std::int64_t at = offset(t).value;
    return at < -kMaxOffset.value ? kMaxOffset.value + 1 : std::abs(at);
  }

  void check_footprint() {
    if (plan_.footprint != largest_end_ - Offset{}) found_.push_back({Kind::wrong_footprint, {}, {}, {}});
  }

  Validation report(std::size_t limit) {
    Validation out;
    out.count = found_.size();
    std::ranges::sort(found_, {}, [](const Violation& v) { return std::tuple(v.kind, v.first, v.second); });
    if (found_.size() > limit) found_.resize(limit);
    for (Violation& violation : found_) violation.text = describe(violation);
    out.violations = std::move(found_);
    return out;
  }

  [[nodiscard]] std::string quoted(TensorId t) const { return stowage::quoted(graph_.name(t)); }
  [[nodiscard]] std::string at(TensorId t) const { return std::to_string(offset(t).value); }
  [[nodiscard]] std::string place(TensorId t) const {
    return quoted(t) + " at " + at(t) + " (" + std::to_string(graph_.size(t).count) + " bytes)";
  }
  [[nodiscard]] std::string describe(const Violation& v) const {
    switch (v.kind) {
      case Kind::overlap:
        return place(v.first) + " and " + place(v.second) + " overlap and may be needed at once";
      case Kind::broken_group:
        if (graph_.group(v.first) != graph_.group(v.second) || !graph_.group(v.first).valid())
          return quoted(v.second) + " at " + at(v.second) + " must lie in the place of " + place(v.first);
        return quoted(v.second) + " at " + at(v.second) + " must follow " + place(v.first) + " in their group" +
               (in_range(v.first) ? ", at " + std::to_string((offset(v.first) + rounded(v.first)).value) : "");
      case Kind::misplaced_view:
        return quoted(v.first) + " at " + at(v.first) + " is a view in " + place(v.second) +
               (in_range(v.second) ? ", at byte " + std::to_string(graph_.inset(v.first)) + " of it" : "");
      case Kind::not_in_place:
        return place(v.first) + " must take the place of " + place(v.second) + ", and does not, or may not";
      case Kind::misaligned:
        return place(v.first) + " does not start at a multiple of " +
               std::to_string(offset(v.first).value % plan_.alignment.count != 0 ? plan_.alignment.count
                                                                                 : graph_.alignment(v.first));
      case Kind::out_of_range:
        return place(v.first) + " does not start between 0 and 2^61";
      case Kind::wrong_footprint:
        break;
    }
    return "the footprint is said to be " + std::to_string(plan_.footprint.count) + ", but the largest end is " +
           std::to_string(largest_end_.value);
  }

  const Graph& graph_;
  const Plan& plan_;
  const VectorClocks& history_;
  Offset largest_end_;
  std::vector<Violation> found_;
};

}  // namespace

Result<std::vector<OperatorId>> running_order(const Graph& graph, const std::vector<std::string>& sequence) {
  if (sequence.empty()) return std::vector<OperatorId>(graph.operators().begin(), graph.operators().end());
  std::unordered_map<std::string_view, OperatorId> by_name;
  for (OperatorId o : graph.operators()) by_name.emplace(graph.name(o), o);
  std::vector<OperatorId> order;
  order.reserve(by_name.size());
  for (const std::string& name : sequence) {
    const auto it = by_name.find(name);
    if (it == by_name.end())
      return tl::unexpected(
          bad_sequence(stowage::quoted(name) + " is not an operator of the graph, or is listed twice"));
    order.push_back(it->second);
    by_name.erase(it);
  }
  if (order.size() != graph.operator_count())
    return tl::unexpected(bad_sequence("operator " + quoted(by_name.begin()->first) + " is missing"));
  if (auto fault = fault_of(graph, order)) return tl::unexpected(*std::move(fault));
  return order;
}

Result<PlanValidator> PlanValidator::make(const Graph& graph, const std::vector<std::string>& sequence, bool serial,
                                          const Task& task) {
  PlanValidator out;
  out.graph_ = &graph;
  STOWAGE_TRY(auto history, VectorClocks::compute(graph, sequence, serial, task));
  std::vector<std::uint32_t> next(graph.operator_count() + 2);  // place of the next that is born at each step, from -1
  const auto step = [&](TensorId t) { return static_cast<std::size_t>(history.birth(t) + 1); };
  for (TensorId t : graph.tensors()) ++next[step(t) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  out.by_birth_.resize(graph.tensor_count());
  for (TensorId t : graph.tensors()) out.by_birth_[next[step(t)]++] = t;
  out.history_ = std::make_shared<const VectorClocks>(std::move(history));
  return out;
}

Result<Validation> PlanValidator::validate(const Plan& plan, std::size_t limit, const Task& task) const {
  assert(plan.offsets.size() == graph_->tensor_count());
  if (plan.alignment < Bytes{1} || plan.alignment > kMaxTotalSize)
    return tl::unexpected(Error::bad_input(
        "", "/alignment", "the alignment " + std::to_string(plan.alignment.count) + " is not between 1 and 2^60"));
  return Inspection(*graph_, plan, *history_).run(by_birth_, limit, task);
}

Result<Validation> validate(const Graph& graph, const Plan& plan, std::size_t limit, const Task& task) {
  return PlanValidator::make(graph, plan.sequence, plan.serial_streams, task)
      .and_then([&](const PlanValidator& validator) { return validator.validate(plan, limit, task); });
}

}  // namespace stowage
