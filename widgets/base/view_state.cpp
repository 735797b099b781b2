// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "widgets/base/view_state.h"
#include "widgets/painters/model/graph_subset.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/model/step_bands.h"

namespace stowage {
namespace {

template <class T>
void make_distinct(std::vector<T>& values) {
  std::ranges::sort(values);
  values.erase(std::ranges::unique(values).begin(), values.end());
}

/// With the value, or without it where it was there.
template <class T>
std::vector<T> toggled(std::vector<T> sorted, T value) {
  const auto at = std::ranges::lower_bound(sorted, value);
  if (at != sorted.end() && *at == value)
    sorted.erase(at);
  else
    sorted.insert(at, value);
  return sorted;
}

/// What a node is called in every tree that has it.
std::pair<std::string, std::string> full_name(const GraphModules& modules, std::uint32_t node) {
  return {std::string(modules.phase(node)), std::string(modules.path(node))};
}

/// The nodes of a tree that were open in the one before.
std::vector<std::uint32_t> open_as_before(const GraphModules& before, std::span<const std::uint32_t> open,
                                          const GraphModules& now) {
  std::set<std::pair<std::string, std::string>> names;
  for (const std::uint32_t node : open) names.insert(full_name(before, node));
  std::vector<std::uint32_t> out{0};
  for (std::size_t k = 0; k < out.size(); ++k) {
    const ModuleTree::Node& node = now.tree.nodes[out[k]];
    for (std::uint32_t child = node.first; child < node.first + node.children; ++child)
      if (now.tree.nodes[child].children > 0 && names.contains(full_name(now, child))) out.push_back(child);
  }
  return out;
}

}  // namespace

std::shared_ptr<const PlayedMoment> played_moment(const Graph& graph, const RunMemory& memory, std::size_t moment) {
  auto out = std::make_shared<PlayedMoment>();
  out->tensors.reserve(graph.tensor_count());
  for (TensorId t : graph.tensors()) out->tensors.push_back(memory.state(t, moment));
  for (OperatorId o : graph.operators()) {
    if (moment >= memory.finishes()[o.index()])
      out->finished.push_back(o);
    else if (moment >= memory.starts()[o.index()])
      out->running.push_back(o);
  }
  if (memory.overwrite() && moment >= memory.overwrite_moment()) {
    out->overwritten = memory.overwrite()->overwritten;
    out->overwriting = memory.overwrite()->overwriting;
    out->culprit = memory.overwrite()->culprit;
  }
  return out;
}

std::vector<Played> played_operators(const PlayedMoment* moment, std::size_t count) {
  if (moment == nullptr) return {};
  std::vector<Played> out(count, Played::waiting);
  const auto mark = [&](const std::vector<OperatorId>& operators, Played how) {
    for (OperatorId o : operators)
      if (o.index() < count) out[o.index()] = how;
  };
  mark(moment->finished, Played::finished);
  mark(moment->running, Played::running);
  return out;
}

bool ViewState::is_selected(TensorId t) const {
  return std::ranges::binary_search(tensors_, t);
}
bool ViewState::is_selected(OperatorId o) const {
  return std::ranges::binary_search(operators_, o);
}

void ViewState::select(std::vector<TensorId> tensors, std::vector<OperatorId> operators) {
  make_distinct(tensors);
  make_distinct(operators);
  if (tensors == tensors_ && operators == operators_) return;
  tensors_ = std::move(tensors);
  operators_ = std::move(operators);
  emit selection_changed();
}

void ViewState::toggle_tensor(TensorId t) {
  select_tensors(toggled(tensors_, t));
}

void ViewState::toggle_operator(OperatorId o) {
  select_operators(toggled(operators_, o));
}

void ViewState::give_up() {
  if (moment_)
    set_moment(nullptr);
  else if (!tensors_.empty() || !operators_.empty())
    clear_selection();
  else
    set_time_range(std::nullopt);
}

void ViewState::hover(TensorId t, OperatorId o) {
  if (hovered_tensor_ == t && hovered_operator_ == o) return;
  hovered_tensor_ = t;
  hovered_operator_ = o;
  emit hover_changed();
}

void ViewState::set_time_cursor(std::optional<std::size_t> step, std::optional<std::uint32_t> event) {
  if (time_cursor_ == step && event_cursor_ == event) return;
  time_cursor_ = step;
  event_cursor_ = event;
  emit time_cursor_changed();
}

void ViewState::set_found(std::vector<TensorId> tensors) {
  make_distinct(tensors);
  change(found_, std::move(tensors), &ViewState::found_changed);
}

void ViewState::set_over_time(bool wanted) {
  const bool was = over_time(), chosen = std::exchange(over_time_, wanted);
  over_time_override_.reset();
  if (was != wanted || chosen != wanted) emit over_time_changed();
}

void ViewState::override_over_time(std::optional<bool> wanted) {
  const bool was = over_time();
  over_time_override_ = wanted;
  if (over_time() != was) emit over_time_changed();
}

std::shared_ptr<const StepBands> ViewState::bands_of(const std::shared_ptr<const Graph>& graph) const {
  return bands_ && bands_->graph == graph ? bands_ : nullptr;
}

void ViewState::set_modules(std::shared_ptr<const GraphModules> modules) {
  if (modules_ == modules) return;
  const auto before = std::exchange(modules_, std::move(modules));
  if (!modules_)
    open_modules_.clear();
  else
    open_modules_ =
        before ? open_as_before(*before, open_modules_, *modules_) : open_levels(modules_->tree, kFirstSeenModules);
  std::ranges::sort(open_modules_);
  emit modules_changed();
}

void ViewState::set_open_modules(std::vector<std::uint32_t> nodes) {
  make_distinct(nodes);
  if (!modules_ || open_modules_ == nodes) return;
  open_modules_ = std::move(nodes);
  emit modules_changed();
}

void ViewState::set_module_open(std::uint32_t node, bool open) {
  if (std::ranges::binary_search(open_modules_, node) != open) set_open_modules(toggled(open_modules_, node));
}

void ViewState::set_note(TensorId t, const QString& text) {
  Notes notes = notes_;
  if (text.isEmpty())
    notes.erase(t);
  else
    notes[t] = text;
  set_notes(std::move(notes));
}

void ViewState::renumber(std::span<const OperatorId> now) {
  if (now.empty()) return;
  const auto renumbered = [&](std::vector<OperatorId> operators) {
    std::erase_if(operators, [&](OperatorId o) { return o.index() >= now.size(); });
    for (OperatorId& o : operators) o = now[o.index()];
    std::erase_if(operators, [](OperatorId o) { return !o.valid(); });
    return operators;
  };
  set_moment(nullptr);
  set_bands(nullptr);
  clear_hover();
  set_path(renumbered(path_));
  if (!operators_.empty()) select_operators(renumbered(operators_));
}

void ViewState::keep_tensors(std::size_t count) {
  const auto is_gone = [&](TensorId t) { return t.index() >= count; };
  if (hovered_tensor_.valid() && is_gone(hovered_tensor_)) clear_hover();
  const auto kept = [&](std::vector<TensorId> sorted) {
    std::erase_if(sorted, is_gone);
    return sorted;
  };
  if (!found_.empty() && is_gone(found_.back())) set_found(kept(found_));
  if (!tensors_.empty() && is_gone(tensors_.back())) select_tensors(kept(tensors_));
  Notes notes = notes_;
  std::erase_if(notes, [&](const auto& note) { return is_gone(note.first); });
  set_notes(std::move(notes));
}

void ViewState::set_color_by(ColorBy by) {
  if (color_by_ == by) return;
  color_by_ = by;
  hidden_.clear();
  emit colors_changed();
}

void ViewState::toggle_class(std::uint8_t entry) {
  hidden_ = toggled(std::move(hidden_), entry);
  emit colors_changed();
}

void ViewState::reset() {
  select_tensors({});
  clear_hover();
  set_time_cursor(std::nullopt);
  set_time_range(std::nullopt);
  set_path({});
  set_found({});
  set_bands(nullptr);
  set_modules(nullptr);
  set_moment(nullptr);
  set_notes({});
  set_why_no_edits({});
  if (hidden_.empty()) return;
  hidden_.clear();
  emit colors_changed();
}

std::vector<TensorId> LitTensors::all() const {
  std::vector<TensorId> out;
  std::ranges::merge(strong, weak, std::back_inserter(out));
  return out;
}

LitTensors lit_tensors(const Graph& graph, const ViewState& state) {
  LitTensors out{.strong = state.selected_tensors(), .weak = {}};
  std::vector<TensorId> inputs;
  // An edit may have given operators other ids; tensors keep theirs.
  const Graph& named = state.graph() ? *state.graph() : graph;
  for (OperatorId o : state.selected_operators()) {
    if (o.index() >= named.operator_count()) continue;
    out.strong.insert(out.strong.end(), named.outputs(o).begin(), named.outputs(o).end());
    inputs.insert(inputs.end(), named.inputs(o).begin(), named.inputs(o).end());
  }
  std::erase_if(out.strong, [&](TensorId t) { return t.index() >= graph.tensor_count(); });
  std::erase_if(inputs, [&](TensorId t) { return t.index() >= graph.tensor_count(); });
  make_distinct(out.strong);
  make_distinct(inputs);
  std::ranges::set_difference(inputs, out.strong, std::back_inserter(out.weak));
  return out;
}

}  // namespace stowage
