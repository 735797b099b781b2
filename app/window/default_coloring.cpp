// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/default_coloring.h"

#include <QScopedValueRollback>

#include "app/session/document.h"
#include "widgets/base/view_state.h"

namespace stowage {
namespace {

/// Whether the file gives tensors at least two kinds.
bool has_kinds(const Graph& graph) {
  const auto& kinds = graph.data().tensor_kind;
  Graph::Label first = 0;
  for (const Graph::Label kind : kinds) {
    if (graph.data().labels[kind].empty()) continue;
    if (first != 0 && kind != first) return true;
    first = kind;
  }
  return false;
}

/// Whether source lines name much of a recorded heap: without its history there are hardly any.
bool has_source_lines(const Graph& graph) {
  constexpr std::int64_t kLeastShare = 10;  // one byte in so many
  std::int64_t named = 0, all = 0;
  for (const TensorId t : graph.tensors()) {
    all += graph.size(t).count;
    if (!graph.kind(t).empty()) named += graph.size(t).count;
  }
  return named >= all / kLeastShare;
}

}  // namespace

DefaultColoring::DefaultColoring(const OpenDocument& document, ViewState& state, QObject* parent)
    : QObject(parent), document_(document), state_(state) {
  connect(&state_, &ViewState::colors_changed, this, [this] {
    if (!suggesting_ && document_.is_open()) chosen_[suggested_] = state_.color_by();
  });
}

ColorBy DefaultColoring::usual() const {
  const Graph& graph = *document_.graph();
  if (document_.history() != nullptr && has_source_lines(graph)) return ColorBy::kind;
  if (graph.stream_count() > 1) return ColorBy::stream;
  return document_.history() == nullptr && has_kinds(graph) ? ColorBy::kind : ColorBy::size;
}

void DefaultColoring::override_with(ColorBy by) {
  const QScopedValueRollback<bool> guard(suggesting_, true);
  state_.set_color_by(by);
}

void DefaultColoring::suggest(bool lesson) {
  if (!document_.is_open()) return;
  const QScopedValueRollback<bool> guard(suggesting_, true);
  suggested_ = lesson ? ColorBy::stream : usual();
  const auto instead = chosen_.find(suggested_);
  state_.set_color_by(instead == chosen_.end() || lesson ? suggested_ : instead->second);
}

}  // namespace stowage
