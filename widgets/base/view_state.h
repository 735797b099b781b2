// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <QObject>
#include <QString>

#include "core/base/id.h"
#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"
#include "core/insight/simulate/run.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/model/plan_view.h"

namespace stowage {

struct GraphModules;
struct StepBands;

/// Two plans to compare, and how each is called in a few letters ("A").
struct PlanPair {
  PlanView before, after;
  QString before_name, after_name;

  /// Whether both have all that comparing needs.
  [[nodiscard]] bool complete() const {
    return before.graph && before.lifetimes && before.plan && after.graph && after.lifetimes && after.plan;
  }
};

/// Steps of the global order, half-open and not empty.
struct StepRange {
  std::size_t begin = 0, end = 0;

  /// Whether a tensor lives in it.
  [[nodiscard]] bool meets(Lifetime life) const { return life.begin < end && begin < life.end; }
  friend bool operator==(const StepRange&, const StepRange&) = default;
};

/// The same steps as a lifetime has them.
[[nodiscard]] inline std::optional<Lifetime> life_of(const std::optional<StepRange>& range) {
  if (!range) return std::nullopt;
  return Lifetime{static_cast<std::uint32_t>(range->begin), static_cast<std::uint32_t>(range->end)};
}

/// A moment of a played execution, for every view to show.
struct PlayedMoment {
  using State = RunMemory::State;
  std::vector<State> tensors;         ///< by TensorId
  std::vector<OperatorId> running;    ///< sorted
  std::vector<OperatorId> finished;   ///< sorted
  TensorId overwritten, overwriting;  ///< the two tensors of a clash, or none
  OperatorId culprit;                 ///< the operator that wrote over bytes still needed, or none
};

/// A moment of an execution as the shared state carries it. O(N + T).
[[nodiscard]] std::shared_ptr<const PlayedMoment> played_moment(const Graph& graph, const RunMemory& memory,
                                                                std::size_t moment);

/// How far the played moment has come, by OperatorId below `count`; empty where nothing is played.
[[nodiscard]] std::vector<Played> played_operators(const PlayedMoment* moment, std::size_t count);

/// The memory spaces of a file by name, and the one that is shown; none where all is one memory.
struct SpaceNames {
  std::vector<QString> names{};
  std::size_t shown = 0;
};

/// What every view of one window shares: selection, hover, time cursor, time range, colour scheme, and what is lit.
/// Views change it through the setters and repaint on the signals; setters do nothing (and say nothing) when the value
/// is the same. Operators are those of the newest graph.
class ViewState final : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  [[nodiscard]] const std::vector<TensorId>& selected_tensors() const { return tensors_; }
  [[nodiscard]] const std::vector<OperatorId>& selected_operators() const { return operators_; }
  [[nodiscard]] bool is_selected(TensorId t) const;
  [[nodiscard]] bool is_selected(OperatorId o) const;
  [[nodiscard]] TensorId hovered_tensor() const { return hovered_tensor_; }
  [[nodiscard]] OperatorId hovered_operator() const { return hovered_operator_; }
  /// A step of the global order, or none.
  [[nodiscard]] std::optional<std::size_t> time_cursor() const { return time_cursor_; }
  /// The event of a recorded heap, within the step of the time cursor, that was picked; none where a step was.
  [[nodiscard]] std::optional<std::uint32_t> event_cursor() const { return event_cursor_; }
  /// The steps that every view is narrowed to (the time brush), or none.
  [[nodiscard]] std::optional<StepRange> time_range() const { return time_range_; }
  /// Operators of a proof, in the order of its path; views of operators light them and the arcs between neighbours.
  [[nodiscard]] const std::vector<OperatorId>& path() const { return path_; }
  /// Tensors that a search found; views of tensors dim the others. Sorted.
  [[nodiscard]] const std::vector<TensorId>& found() const { return found_; }
  /// Whether views that can are to show time where operators have durations, rather than steps.
  [[nodiscard]] bool over_time() const { return over_time_override_.value_or(over_time_); }
  /// The same as the user chose it last, to be kept.
  [[nodiscard]] bool chosen_over_time() const { return over_time_; }
  /// Parts of the order that the graph is in; null where it has none, or they are not wanted.
  [[nodiscard]] const std::shared_ptr<const StepBands>& bands() const { return bands_; }
  /// These, where they are of that graph; otherwise null.
  [[nodiscard]] std::shared_ptr<const StepBands> bands_of(const std::shared_ptr<const Graph>& graph) const;
  /// The operators by module, of the graph that it names: perhaps of the one before an edit. Null where names of
  /// operators have no modules, and until they have been read.
  [[nodiscard]] const std::shared_ptr<const GraphModules>& modules() const { return modules_; }
  /// Nodes of these that are open in every view. Ascending.
  [[nodiscard]] const std::vector<std::uint32_t>& open_modules() const { return open_modules_; }
  /// The moment of the execution that is being played, or null.
  [[nodiscard]] const std::shared_ptr<const PlayedMoment>& moment() const { return moment_; }
  [[nodiscard]] const SpaceNames& spaces() const { return spaces_; }
  /// Emits nothing: menus ask when they open.
  void set_spaces(SpaceNames spaces) { spaces_ = std::move(spaces); }
  /// What the user wrote on tensors.
  using Notes = std::map<TensorId, QString>;
  [[nodiscard]] const Notes& notes() const { return notes_; }
  /// The two plans that are compared side by side, or in one map; null while none are.
  [[nodiscard]] const std::shared_ptr<const PlanPair>& compared() const { return compared_; }
  [[nodiscard]] ColorBy color_by() const { return color_by_; }
  /// Classes of the coloring that the legend switched off; sorted.
  [[nodiscard]] const std::vector<std::uint8_t>& hidden_classes() const { return hidden_; }

  /// Selecting tensors deselects operators, and the other way round. Sorted and made distinct.
  void select_tensors(std::vector<TensorId> tensors) { select(std::move(tensors), {}); }
  void select_operators(std::vector<OperatorId> operators) { select({}, std::move(operators)); }
  void toggle_tensor(TensorId t);
  void toggle_operator(OperatorId o);
  void clear_selection() { select_tensors({}); }
  /// What Esc does in every view: ends the moment that is played; without one, the selection; without one, the time
  /// range.
  void give_up();
  void hover(TensorId t) { hover(t, {}); }
  void hover(OperatorId o) { hover({}, o); }
  void clear_hover() { hover(TensorId()); }
  /// `event`: of a recorded heap, the one picked within that step.
  void set_time_cursor(std::optional<std::size_t> step, std::optional<std::uint32_t> event = std::nullopt);
  void set_time_range(std::optional<StepRange> range) { change(time_range_, range, &ViewState::time_range_changed); }
  void set_path(std::vector<OperatorId> path) { change(path_, std::move(path), &ViewState::path_changed); }
  void set_found(std::vector<TensorId> tensors);
  /// The user's choice: ends an override.
  void set_over_time(bool wanted);
  /// In place of the user's choice, as a page of a lesson needs it; none gives the choice back.
  void override_over_time(std::optional<bool> wanted);
  void set_bands(std::shared_ptr<const StepBands> bands) {
    change(bands_, std::move(bands), &ViewState::bands_changed);
  }
  /// The graph that the operators are of, and the id of the request that led to it (EditRequest::id); 0: of none.
  /// `renamed`: only its streams look otherwise than those of the graph before. Nothing is emitted: views are given the
  /// graph after this.
  void set_graph(std::shared_ptr<const Graph> graph, std::uint64_t edit = 0, bool renamed = false) {
    renamed_.reset();
    if (renamed) renamed_ = graph_;
    graph_ = std::move(graph);
    edit_ = edit;
  }
  [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
  [[nodiscard]] std::uint64_t graph_edit() const { return edit_; }
  /// Whether graph() and `before` differ only in the looks of streams: facts of one hold for the other.
  [[nodiscard]] bool is_renamed(const std::shared_ptr<const Graph>& before) const {
    return before && before == renamed_.lock();
  }
  /// Why no edit can be made now, for commands to be greyed out with; empty: one can.
  [[nodiscard]] const QString& why_no_edits() const { return why_no_edits_; }
  void set_why_no_edits(QString why) { change(why_no_edits_, std::move(why), &ViewState::why_no_edits_changed); }
  /// Opens the modules that were open before, by their names.
  void set_modules(std::shared_ptr<const GraphModules> modules);
  void set_open_modules(std::vector<std::uint32_t> nodes);
  void set_module_open(std::uint32_t node, bool open);
  void set_moment(std::shared_ptr<const PlayedMoment> moment) {
    change(moment_, std::move(moment), &ViewState::moment_changed);
  }
  void set_notes(Notes notes) { change(notes_, std::move(notes), &ViewState::notes_changed); }
  /// Without a text the tensor's note goes.
  void set_note(TensorId t, const QString& text);
  /// The operators and tensors of the plan after are those of this state.
  void set_compared(std::shared_ptr<const PlanPair> pair) {
    change(compared_, std::move(pair), &ViewState::compared_changed);
  }
  void set_color_by(ColorBy by);
  void toggle_class(std::uint8_t entry);
  /// An edit gave the operators other ids, none for those that are gone: the selection and the path follow; what is
  /// played ends, and there are no bands any more.
  void renumber(std::span<const OperatorId> now);
  /// The graph has so many tensors now: forgets the others, which an edit had added and its undoing took away.
  void keep_tensors(std::size_t count);
  /// Forgets all that refers to a graph, because another one is shown now.
  void reset();

 signals:
  void selection_changed();
  void hover_changed();
  void time_cursor_changed();
  void time_range_changed();
  void path_changed();
  void found_changed();
  void over_time_changed();
  void bands_changed();
  /// The modules, or which of them are open.
  void modules_changed();
  void moment_changed();
  void notes_changed();
  void compared_changed();
  void colors_changed();
  void why_no_edits_changed();
  /// A double click or Return: bring this tensor into view wherever it is drawn.
  void reveal_requested(TensorId t);

 private:
  void select(std::vector<TensorId> tensors, std::vector<OperatorId> operators);
  void hover(TensorId t, OperatorId o);
  template <class T>
  void change(T& now, T value, void (ViewState::*changed)()) {
    if (now == value) return;
    now = std::move(value);
    (this->*changed)();
  }

  std::shared_ptr<const Graph> graph_;
  std::weak_ptr<const Graph> renamed_;  // graph_ with other streams; or null
  std::uint64_t edit_ = 0;
  QString why_no_edits_;
  std::vector<TensorId> tensors_;
  std::vector<OperatorId> operators_;
  TensorId hovered_tensor_;
  OperatorId hovered_operator_;
  std::optional<std::size_t> time_cursor_;
  std::optional<std::uint32_t> event_cursor_;
  SpaceNames spaces_;
  std::optional<StepRange> time_range_;
  std::vector<OperatorId> path_;
  std::vector<TensorId> found_;
  bool over_time_ = false;
  std::optional<bool> over_time_override_;
  std::shared_ptr<const StepBands> bands_;
  std::shared_ptr<const GraphModules> modules_;
  std::vector<std::uint32_t> open_modules_;
  std::shared_ptr<const PlayedMoment> moment_;
  Notes notes_;
  std::shared_ptr<const PlanPair> compared_;
  ColorBy color_by_ = ColorBy::stream;
  std::vector<std::uint8_t> hidden_;
};

/// The tensors that the selection marks in views of tensors; both sorted, of `graph` only, which may be another than
/// the one that the selected operators are of.
struct LitTensors {
  std::vector<TensorId> strong;  ///< the selected tensors, or the outputs of the selected operators
  std::vector<TensorId> weak;    ///< the inputs of the selected operators, if they are not strong

  /// Both, sorted.
  [[nodiscard]] std::vector<TensorId> all() const;
};
[[nodiscard]] LitTensors lit_tensors(const Graph& graph, const ViewState& state);

}  // namespace stowage
