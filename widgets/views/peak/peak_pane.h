// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QString>

#include "core/insight/analysis/report.h"
#include "widgets/base/pane.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/model/plan_view.h"

namespace stowage {

/// Whose bytes are listed.
enum class PeakOf {
  bound,  ///< the clique that proves the bound; while there is none, what is alive at the peak step
  moment  ///< what is alive at a step of the global order
};

enum class PeakColumn { name, size, share, stream, phase, op, kind };
inline constexpr int kPeakColumns = 7;

/// What the peak pane is asked to show.
struct PeakQuery {
  PeakOf of = PeakOf::bound;
  std::optional<std::uint32_t> step{};  ///< for moment; none: the one with the most alive
  /// Narrows it: of the clique, the members that live in these steps; without a step, the one of these with the most.
  std::optional<StepRange> range{};
  PeakColumn sort = PeakColumn::size;
  bool descending = true;
  /// Only the tensors of one contributor are listed: the one that holds this tensor. None: all.
  std::optional<std::pair<ContributorBy, TensorId>> only{};
};

/// The answer: a value nobody changes any more, made in the background.
struct PeakContent {
  std::shared_ptr<const Graph> graph;
  PeakQuery query;
  Bytes alignment{1};
  bool clique = false;             ///< the members are the clique
  std::uint32_t step = 0;          ///< where they are alive at a step
  std::vector<TensorId> members;   ///< ascending
  Bytes total;                     ///< of the members, rounded
  Bytes twice;                     ///< in the total, but lying over other members in the plan: outputs over inputs
  std::array<Contributors, 4> by;  ///< by ContributorBy
  std::vector<TensorId> rows;      ///< the members listed, sorted as asked
  std::vector<std::pair<TensorId, int>> row_of;  ///< by TensorId

  /// A member's size, rounded to the alignment of the bounds.
  [[nodiscard]] Bytes size(TensorId t) const { return {round_up(graph->size(t).count, alignment.count)}; }
};

/// Needs graph, lifetimes and bounds. O(T) and the sorting of the members.
[[nodiscard]] PeakContent peak_content(const PlanView& view, const PeakQuery& query);

/// Name of a contributor, also of those without a label.
[[nodiscard]] QString contributor_name(const Contributor& row, ContributorBy by);

/// "Proved optimal: …", or the gap in bytes and percent; and which bound is the best, and why.
[[nodiscard]] QString peak_verdict(const PlanView& view);
[[nodiscard]] QString peak_reason(const PlanView& view);
/// What is listed and how much it is: "The clique: …", "Alive at step 7: …"; a time range is named beside it.
[[nodiscard]] QString peak_listed(const PeakContent& content);

/// Why the peak is what it is: the tensors that prove the bound, or that are alive at a moment, and what their bytes
/// are put down to. A click on a contributor lists and selects its tensors; another click, another grouping and an
/// empty selection list all again.
class PeakPane : public Pane {
  Q_OBJECT

 public:
  using Pane::Pane;

  /// What is listed; null while there is nothing.
  [[nodiscard]] virtual const std::shared_ptr<const PeakContent>& content() const = 0;
};

/// `state` must outlive the pane.
[[nodiscard]] PeakPane* make_peak(ViewState& state);

}  // namespace stowage
