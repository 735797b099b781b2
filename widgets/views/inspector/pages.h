// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include <QString>
#include <QUrl>

#include "core/base/id.h"
#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/insight/analysis/blame.h"
#include "core/insight/recorded/recorded_heap.h"
#include "core/insight/simulate/explain.h"
#include "core/insight/simulate/run.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/style/theme.h"

namespace stowage {

/// What a link of the inspector leads to.
struct PathLink {
  std::size_t number;  ///< of the proofs of the pair shown
};
using InspectorLink = std::variant<TensorId, OperatorId, PathLink>;

/// The name, as a link that selects it.
[[nodiscard]] QString html_link(const Graph& graph, OperatorId o);
/// None for an address that is none of these.
[[nodiscard]] std::optional<InspectorLink> parse_link(const QUrl& url);

/// Results with a plan, and who lies where in it: made once a plan, in the background.
struct BlamedPlan {
  /// Needs graph, conflicts and plan.
  explicit BlamedPlan(PlanView of) : view(std::move(of)), blamer(*view.graph, *view.conflicts, *view.plan) {}

  PlanView view;
  Blamer blamer;
};

/// An execution to be stepped through.
struct PlayedEvents {
  std::vector<RunEvent> events;
  RunMemory memory;
};

/// What the inspector says of a selection, worked out in the background.
struct Inspection {
  QString html;
  std::vector<std::vector<OperatorId>> paths;    ///< operators, by PathLink::number
  std::shared_ptr<const PlayedEvents> events{};  ///< of an unsafe pair; null for all others
};

/// What the pages are about. Graph and lifetimes of `view` are there; conflicts and plan may be null.
struct InspectorSubject {
  PlanView view;
  std::shared_ptr<const BlamedPlan> ground;  ///< null without a plan
  const Theme* theme = &Theme::light();      ///< of the page
  bool all_frames = false;                   ///< of stacks: those of C++ and of the interpreter, too
  QString note;                              ///< what the user wrote on the only tensor
  bool waiting = false;                      ///< further results are on their way
  bool overwritten = false;                  ///< one of the two overwrites the other in the run that is played
};

// Each page is a document of rich text. These take a while on large graphs; they are to be called in the background.

[[nodiscard]] Inspection inspect_tensor(const InspectorSubject& subject, TensorId t, const Task& task);
/// Address of the link by which the frames that are hidden are shown, or hidden again.
inline constexpr const char* kFramesLink = "frames:";
[[nodiscard]] Inspection inspect_operator(const InspectorSubject& subject, OperatorId o);
/// The two must differ.
[[nodiscard]] Inspection inspect_pair(const InspectorSubject& subject, TensorId a, TensorId b, const Task& task);
/// Nothing is selected: `hint` says what can be, then follow the largest tensors at the peak, to begin with.
[[nodiscard]] Inspection inspect_nothing(const InspectorSubject& subject, const QString& hint);
[[nodiscard]] Inspection inspect_many(const InspectorSubject& subject, std::span<const TensorId> tensors);
[[nodiscard]] Inspection inspect_many(const InspectorSubject& subject, std::span<const OperatorId> operators);

}  // namespace stowage
