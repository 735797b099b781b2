// SPDX-License-Identifier: Apache-2.0
#include "core/check/validator.h"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "core/base/text.h"
#include "core/check/overlap_finder.h"

namespace stowage {
namespace {

/// Offsets beyond are out of range, so that ends can be computed.
constexpr Offset kMaxOffset{std::int64_t{1} << 61};

class Validator {
 public:
  Validator(const Graph& graph, const Plan& plan) : graph_(graph), plan_(plan) {}

  Result<Validation> run(std::size_t limit, const Task& task) {
    STOWAGE_TRY(auto history, VectorClocks::compute(graph_, plan_.sequence, plan_.serial_streams, task));
    std::vector<PlacedTensor> placed;
    for (TensorId t : graph_.tensors())
      if (graph_.size(t) > Bytes{0}) check_offset(t, placed);
    check_groups();
    check_footprint();
    STOWAGE_TRY(auto overlaps, find_overlaps(graph_, history, std::move(placed), kMaxOverlaps, task));
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

  void check_offset(TensorId t, std::vector<PlacedTensor>& placed) {
    if (!in_range(t) || (offset(t) < Offset{} && graph_.is_needed(t)))
      found_.push_back({Kind::out_of_range, t, {}, {}});
    if (!in_range(t)) return;
    largest_end_ = std::max(largest_end_, offset(t) + rounded(t));
    if (!graph_.is_needed(t)) return;
    placed.push_back({t, offset(t), offset(t) + graph_.size(t)});
    if (follows_in_group(t)) return;
    if (offset(t).value % plan_.alignment.count != 0 || offset(t).value % graph_.alignment(t) != 0)
      found_.push_back({Kind::misaligned, t, {}, {}});
  }

  void check_groups() {
    for (GroupId g : graph_.groups()) {
      const auto members = graph_.members(g);
      for (std::size_t k = 1; k < members.size(); ++k)
        if (!in_range(members[k - 1]) || offset(members[k]) != offset(members[k - 1]) + rounded(members[k - 1]))
          found_.push_back({Kind::broken_group, members[k - 1], members[k], {}});
    }
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
        return quoted(v.second) + " at " + at(v.second) + " must follow " + place(v.first) + " in their group" +
               (in_range(v.first) ? ", at " + std::to_string((offset(v.first) + rounded(v.first)).value) : "");
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
  Offset largest_end_;
  std::vector<Violation> found_;
};

}  // namespace

Result<Validation> validate(const Graph& graph, const Plan& plan, std::size_t limit, const Task& task) {
  assert(plan.offsets.size() == graph.tensor_count());
  if (plan.alignment < Bytes{1} || plan.alignment > kMaxTotalSize)
    return tl::unexpected(Error::bad_input(
        "", "/alignment", "the alignment " + std::to_string(plan.alignment.count) + " is not between 1 and 2^60"));
  return Validator(graph, plan).run(limit, task);
}

}  // namespace stowage
