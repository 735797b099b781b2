// SPDX-License-Identifier: Apache-2.0
#include "core/papers/nnc/allocation_graph.h"

#include <bit>

#include "core/papers/nnc/edges.h"
#include "core/papers/papers.h"

namespace stowage {
namespace {

/// Inserts all units in the order of a rule. Both rules rest on this: a unit that fits no edge fits none after others
/// were inserted on edges either, since edges only become shorter and narrower; only a new buffer can hold it. So a
/// unit that was tried is tried again only on the buffer opened since.
class Inserter {
 public:
  Inserter(const LayoutProblem& problem, const Task& task, std::span<const Companions> companions)
      : units_(nnc_units(problem, companions)), order_(problem), task_(task), edges_(problem, order_, task) {
    for (Index u = 0; u < units_.size(); ++u) left_.push_back(u);
    std::ranges::stable_sort(left_, std::greater(), [&](Index u) { return std::pair(size(u), units_[u].degree); });
  }

  /// False where the task was stopped.
  bool run(NncRule rule) { return rule == NncRule::size ? by_size() : by_degree(); }
  [[nodiscard]] AllocationGraph result() && { return std::move(edges_).result(); }

 private:
  using Index = std::uint32_t;
  /// Units of one degree, and for each unit left which of them are smaller and joinable with it.
  struct Class {
    std::vector<Index> members;                        // ascending
    std::vector<std::uint64_t> here;                   // bits by place in members: not inserted yet
    std::vector<std::vector<std::uint64_t>> partners;  // by place in left_
  };
  /// A unit of the class, and perhaps a larger one.
  struct Candidate {
    std::size_t member;  // place in the class
    std::optional<Index> partner{};
  };

  [[nodiscard]] std::int64_t size(Index u) const { return units_[u].size; }
  bool by_size();
  bool by_degree();
  [[nodiscard]] Class class_of(std::vector<Index> members);
  bool insert_class(Class group);
  template <class Try>
  bool for_each_candidate(const Class& group, const Try& attempt) const;
  bool insert(Index u, std::size_t first_buffer);
  bool insert(Class& group, const Candidate& candidate, std::size_t first_buffer);
  void open(Class& group, const Candidate& candidate);
  void took(Class& group, const Candidate& candidate);

  const std::vector<NncUnit> units_;
  const BlockOrder order_;
  const Task& task_;
  AllocationEdges edges_;
  std::size_t rows_ = 0;
  bool stopped_ = false;
  std::vector<Index> left_;  // largest first, then of most unsafe partners
  std::vector<bool> inserted_ = std::vector<bool>(units_.size());
};

bool Inserter::insert(Index u, std::size_t first_buffer) {
  const auto place = edges_.find(request_of(units_[u]), first_buffer);
  if (place) edges_.insert(units_[u], *place);
  return place.has_value();
}

/// Of the units of one size, inserts each that fits an edge; where none does, the first opens a buffer.
bool Inserter::by_size() {
  for (auto from = left_.begin(); from != left_.end();) {
    const auto to = std::find_if(from, left_.end(), [&](Index u) { return size(u) != size(*from); });
    std::vector<Index> members(from, to);
    for (std::size_t first_buffer = 0;; first_buffer = edges_.buffer_count() - 1) {
      std::erase_if(members, [&](Index u) { return insert(u, first_buffer); });
      if (edges_.stopped()) return false;
      if (members.empty()) break;
      edges_.open(units_[members.front()]);
      members.erase(members.begin());
    }
    from = to;
  }
  return true;
}

bool Inserter::by_degree() {
  std::vector<Index> all(left_);
  std::ranges::sort(all, {}, [&](Index u) { return std::pair(~units_[u].degree, u); });
  for (auto from = all.begin(); from != all.end();) {
    const auto to = std::find_if(from, all.end(), [&](Index u) { return units_[u].degree != units_[*from].degree; });
    std::vector<Index> members;
    std::copy_if(from, to, std::back_inserter(members), [&](Index u) { return !inserted_[u]; });
    std::erase_if(left_, [&](Index u) { return inserted_[u]; });
    if (!members.empty() && !insert_class(class_of(std::move(members)))) return false;
    from = to;
  }
  return true;
}

Inserter::Class Inserter::class_of(std::vector<Index> members) {
  const std::size_t words = (members.size() + 63) / 64;
  Class out{std::move(members), std::vector<std::uint64_t>(words), {}};
  for (std::size_t k = 0; k < out.members.size(); ++k) out.here[k / 64] |= std::uint64_t{1} << (k % 64);
  for (const Index u : left_) {
    auto& row = out.partners.emplace_back(words);
    if (++rows_ % 64 == 0 && task_.should_stop()) stopped_ = true;
    if (stopped_) continue;
    for (std::size_t k = 0; k < out.members.size(); ++k)
      if (const Index t = out.members[k]; size(t) < size(u) && order_.joinable(units_[t], units_[u]))
        row[k / 64] |= std::uint64_t{1} << (k % 64);
  }
  return out;
}

/// Tries the candidates by the larger size, then by both degrees, then by number. A unit alone comes after the pairs of
/// that size, which have more unsafe partners. Ends when `attempt` returns true; returns whether it did.
template <class Try>
bool Inserter::for_each_candidate(const Class& group, const Try& attempt) const {
  const auto members_in = [&](std::span<const std::uint64_t> bits, const auto& visit) {
    for (std::size_t w = 0; w < bits.size(); ++w)
      for (std::uint64_t rest = bits[w] & group.here[w]; rest != 0; rest &= rest - 1)
        if (visit(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)))) return true;
    return false;
  };
  for (std::size_t from = 0; from < left_.size();) {
    std::size_t to = from;
    for (; to < left_.size() && size(left_[to]) == size(left_[from]); ++to) {
      const Index u = left_[to];
      // An insertion takes the partner away, and with it all its other pairs.
      const auto pair = [&](std::size_t k) { return !inserted_[u] && attempt(Candidate{k, u}); };
      if (members_in(group.partners[to], pair)) return true;
    }
    const auto alone = [&](std::size_t k) {
      return size(group.members[k]) == size(left_[from]) && attempt(Candidate{k});
    };
    if (members_in(group.here, alone)) return true;
    from = to;
  }
  return false;
}

bool Inserter::insert(Class& group, const Candidate& candidate, std::size_t first_buffer) {
  const NncUnit& member = units_[group.members[candidate.member]];
  const auto place =
      edges_.find(candidate.partner ? order_.request_of_both(member, units_[*candidate.partner]) : request_of(member),
                  first_buffer);
  if (!place) return false;
  edges_.insert(candidate.partner ? order_.joined(member, units_[*candidate.partner]) : member, *place);
  took(group, candidate);
  return true;
}

void Inserter::open(Class& group, const Candidate& candidate) {
  const NncUnit& member = units_[group.members[candidate.member]];
  edges_.open(candidate.partner ? order_.joined(member, units_[*candidate.partner]) : member);
  took(group, candidate);
}

void Inserter::took(Class& group, const Candidate& candidate) {
  const auto take = [&](Index u) {
    inserted_[u] = true;
    const auto at = std::ranges::lower_bound(group.members, u);
    if (at == group.members.end() || *at != u) return;
    const auto k = static_cast<std::size_t>(at - group.members.begin());
    group.here[k / 64] &= ~(std::uint64_t{1} << (k % 64));
  };
  take(group.members[candidate.member]);
  if (candidate.partner) take(*candidate.partner);
}

bool Inserter::insert_class(Class group) {
  const auto any = [&] { return std::ranges::any_of(group.here, [](std::uint64_t word) { return word != 0; }); };
  for (std::size_t first_buffer = 0;; first_buffer = edges_.buffer_count() - 1) {
    for_each_candidate(group, [&](const Candidate& c) { return insert(group, c, first_buffer), edges_.stopped(); });
    if (stopped_ || edges_.stopped()) return false;
    if (!any()) return true;
    for_each_candidate(group, [&](const Candidate& c) { return open(group, c), true; });
  }
}

template <NncRule rule>
Result<Layout> run(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  return allocation_graph(problem, rule, task).map([&](const AllocationGraph& allocation) {
    return Layout{.offsets = offsets_of(problem, allocation)};
  });
}

constexpr const char* kPaper = "Liu, The NNC tensor allocation algorithm";

}  // namespace

Result<AllocationGraph> allocation_graph(const LayoutProblem& problem, NncRule rule, const Task& task,
                                         std::span<const Companions> companions) {
  Inserter inserter(problem, task, companions);
  if (task.should_stop() || !inserter.run(rule)) return tl::unexpected(task.why_stopped());
  return std::move(inserter).result();
}

std::vector<Offset> offsets_of(const LayoutProblem& problem, const AllocationGraph& allocation) {
  std::vector<Offset> out(problem.sizes().size());
  for (std::size_t b = 0; b < problem.block_count(); ++b) problem.write(b, allocation.starts[b], out);
  return out;
}

constexpr LayoutStrategy kNncDegree{
    .id = "nnc",
    .title = "NNC, unsafe",
    .description = "Tensors reuse parts of the memory that others leave; most unsafe pairs first, two by two",
    .source = kPaper,
    .run = run<NncRule::degree>,
    .limits = {.most_tensors = 5'000}};

constexpr LayoutStrategy kNncSize{
    .id = "nnc.size",
    .title = "NNC, size",
    .description = "Tensors reuse parts of the memory that others leave; largest first, as its authors do now",
    .source = kPaper,
    .run = run<NncRule::size>,
    .limits = {.most_tensors = 50'000}};

}  // namespace stowage
