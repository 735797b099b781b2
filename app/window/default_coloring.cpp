// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <utility>

#include <QMainWindow>
#include <QObject>
#include <QScopedValueRollback>

#include "app/controllers/lessons.h"
#include "app/controllers/window_parts.h"
#include "app/session/document.h"
#include "app/window/followers.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/model/coloring.h"

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

class DefaultColoring final : public QObject {
 public:
  explicit DefaultColoring(const WindowParts& parts)
      : QObject(&parts.window), document_(parts.document), state_(parts.state), lessons_(*parts.lessons) {
    connect(&state_, &ViewState::colors_changed, this, [this] {
      if (!suggesting_ && document_.is_open()) chosen_[suggested_] = state_.color_by();
    });
    connect(&lessons_, &Lessons::color_wanted, this, &DefaultColoring::override_with);
    connect(&document_, &OpenDocument::replaced, this, &DefaultColoring::suggest);
    connect(&lessons_, &Lessons::changed, this, [this] {
      const bool in_lesson = lessons_.is_open();
      if (std::exchange(in_lesson_, in_lesson) != in_lesson) suggest();
    });
  }

 private:
  /// Another document: its colours. Those of a lesson are streams.
  void suggest() {
    if (!document_.is_open()) return;
    const QScopedValueRollback<bool> guard(suggesting_, true);
    const bool lesson = lessons_.is_open();
    suggested_ = lesson ? ColorBy::stream : usual();
    const auto instead = chosen_.find(suggested_);
    state_.set_color_by(instead == chosen_.end() || lesson ? suggested_ : instead->second);
  }

  /// For a page of a lesson: not a choice of the user's.
  void override_with(ColorBy by) {
    const QScopedValueRollback<bool> guard(suggesting_, true);
    state_.set_color_by(by);
  }

  [[nodiscard]] ColorBy usual() const {
    const Graph& graph = *document_.graph();
    if (document_.history() != nullptr && has_source_lines(graph)) return ColorBy::kind;
    if (graph.stream_count() > 1) return ColorBy::stream;
    return document_.history() == nullptr && has_kinds(graph) ? ColorBy::kind : ColorBy::size;
  }

  const OpenDocument& document_;
  ViewState& state_;
  const Lessons& lessons_;
  std::map<ColorBy, ColorBy> chosen_;  // by what was suggested
  ColorBy suggested_ = ColorBy::stream;
  bool suggesting_ = false, in_lesson_ = false;
};

}  // namespace

void choose_default_colors(const WindowParts& parts) {
  new DefaultColoring(parts);
}

}  // namespace stowage
