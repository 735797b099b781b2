// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/inspector/inspector.h"

#include <algorithm>
#include <utility>

#include <QEvent>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/played_moment.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/html.h"
#include "widgets/painters/style/theme.h"
#include "widgets/views/inspector/event_player.h"

namespace stowage {
namespace {

constexpr int kPatience = 120;  // milliseconds until it is said that something takes long

/// The ids of a selection that are of this graph.
template <class AnyId>
std::vector<AnyId> known(const std::vector<AnyId>& ids, std::size_t count) {
  std::vector<AnyId> out;
  std::ranges::copy_if(ids, std::back_inserter(out), [&](AnyId id) { return id.index() < count; });
  return out;
}

Inspection inspect(const InspectorSubject& subject, const std::vector<TensorId>& tensors,
                   const std::vector<OperatorId>& operators, const Task& task) {
  if (tensors.size() == 1) return inspect_tensor(subject, tensors[0], task);
  if (tensors.size() == 2) return inspect_pair(subject, tensors[0], tensors[1], task);
  if (!tensors.empty()) return inspect_many(subject, tensors);
  if (operators.size() == 1) return inspect_operator(subject, operators[0]);
  return inspect_many(subject, operators);
}

}  // namespace

Inspector::Inspector(ViewState& state, QWidget* parent)
    : Pane(state, parent), text_(new QTextBrowser), player_(new EventPlayer), job_(this) {
  text_->setObjectName("inspector_text");
  text_->setAccessibleName(tr("Inspector"));
  text_->setOpenLinks(false);
  text_->setFrameShape(QFrame::NoFrame);
  text_->setUndoRedoEnabled(false);
  text_->setMinimumSize(120, 60);
  player_->setMinimumHeight(120);
  player_->hide();
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(text_, 3);
  rows->addWidget(player_, 2);
  slow_.setSingleShot(true);
  slow_.setInterval(kPatience);
  connect(&slow_, &QTimer::timeout, this, [this] { show_sentence(tr("Working it out…")); });
  connect(text_, &QTextBrowser::anchorClicked, this, &Inspector::follow);
  connect(player_, &EventPlayer::moment_chosen, this, &Inspector::play);
  connect(player_, &EventPlayer::ended, this, &Inspector::stop_playing);
  connect(&state, &ViewState::selection_changed, this, &Inspector::refresh);
  connect(&state, &ViewState::notes_changed, this, &Inspector::refresh);
  connect(&state, &ViewState::moment_changed, this, [this] {
    if (overwrites_selection() != says_overwritten_) refresh();
    if (this->state().moment() == moment_) return;
    moment_ = nullptr;
    player_->clear_moment();
  });
  follow_numbers(this, [this] { refresh(); });
  refresh();
}

void Inspector::take_graph(const std::shared_ptr<const Graph>& graph) {
  graph_ = graph;
  refresh();
}

void Inspector::set_history(std::shared_ptr<const RecordedHeap> history) {
  history_ = std::move(history);
  refresh();
}

void Inspector::take_view(const PlanView& view) {
  view_ = view;
  if (!view.stale) graph_ = view.graph;
  if (ground_ && (ground_->view.plan != view.plan || ground_->view.conflicts != view.conflicts)) ground_ = nullptr;
  refresh();
}

void Inspector::showEvent(QShowEvent* event) {
  Pane::showEvent(event);
  if (dirty_) refresh();
}

void Inspector::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange && text_) show_html(html_);
  Pane::changeEvent(event);
}

/// Results of the graph before an edit say nothing of the graph that the selection is of.
InspectorSubject Inspector::subject() const {
  InspectorSubject out;
  if (view_.graph == graph_) out.view = view_;
  out.view.graph = graph_;
  out.waiting = view_.planning || view_.stale || view_.graph != graph_;
  out.ground = out.view.plan ? ground_ : nullptr;
  out.overwritten = overwrites_selection();
  out.history = history_;
  out.theme = &theme_of(*this);
  out.all_frames = all_frames_;
  const auto& tensors = state().selected_tensors();
  if (tensors.size() != 1) return out;
  const auto note = state().notes().find(tensors.front());
  if (note != state().notes().end()) out.note = note->second;
  return out;
}

/// Whether the run that is played overwrites one of the two selected tensors with the other.
bool Inspector::overwrites_selection() const {
  const auto& moment = state().moment();
  const auto& tensors = state().selected_tensors();
  return moment && moment->overwritten.valid() && tensors.size() == 2 &&
         std::ranges::count(tensors, moment->overwritten) == 1 && std::ranges::count(tensors, moment->overwriting) == 1;
}

void Inspector::refresh() {
  says_overwritten_ = overwrites_selection();
  dirty_ = !isVisible();
  if (dirty_) {
    job_.cancel();  // what it says may be of a graph that is gone
    slow_.stop();
    return;
  }
  const auto tensors = known(state().selected_tensors(), graph_ ? graph_->tensor_count() : 0);
  const auto operators = known(state().selected_operators(), graph_ ? graph_->operator_count() : 0);
  if (!graph_) {
    job_.cancel();
    slow_.stop();
    return show_sentence(tr("Nothing is open."));
  }
  if (tensors.empty() && operators.empty()) return show_nothing();
  slow_.start();
  job_.start([this, about = subject(), tensors, operators](const Task& task) mutable -> LatestJob::Delivery {
    if (!about.view.lifetimes)
      about.view.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*about.view.graph));
    if (!about.ground && about.view.plan && about.view.conflicts)
      about.ground = std::make_shared<const BlamedPlan>(about.view);
    Inspection inspection = inspect(about, tensors, operators, task);
    return [this, ground = about.ground, inspection = std::move(inspection)] {
      ground_ = ground;
      show_inspection(inspection);
    };
  });
}

/// What can be selected, and where to begin.
void Inspector::show_nothing() {
  slow_.stop();
  const QString hint =
      tr("Click a tensor to see why it lies where it does, an operator to see what it waits for, or two tensors (with "
         "Ctrl) to see whether they may share memory, and why.");
  job_.start([this, about = subject(), hint](const Task& /*task*/) -> LatestJob::Delivery {
    return [this, page = inspect_nothing(about, hint)] { show_inspection(page); };
  });
}

void Inspector::show_sentence(const QString& sentence) {
  show_inspection({"<p class='hint'>" + sentence.toHtmlEscaped() + "</p>", {}, {}});
}

void Inspector::show_inspection(const Inspection& inspection) {
  slow_.stop();
  stop_playing();
  unlight();
  paths_ = inspection.paths;
  events_ = inspection.events;
  player_->set_events(graph_, events_ ? events_->events : std::vector<RunEvent>());
  player_->setVisible(events_ != nullptr);
  show_html(inspection.html);
}

void Inspector::show_html(const QString& html) {
  html_ = html;
  const Theme& theme = theme_of(*this);
  text_->document()->setDefaultStyleSheet(
      QString("h3 { margin: 0 0 6px 0; font-size: large; } h4 { margin: 12px 0 2px 0; } p { margin: 4px 0; }"
              "ul { margin: 2px 0 2px 14px; -qt-list-indent: 0; } a { color: %1; text-decoration: none; }"
              ".name { color: %2; padding-right: 10px; } .hint { color: %2; }")
          .arg(palette().color(QPalette::Link).name(), theme.muted_text.name()));
  text_->setHtml(html);
}

void Inspector::follow(const QUrl& url) {
  if (url.toString() == QLatin1String(kFramesLink)) {
    all_frames_ = !all_frames_;
    return refresh();
  }
  const auto link = parse_link(url);
  if (!link || !graph_) return;
  if (const auto* t = std::get_if<TensorId>(&*link); t && t->index() < graph_->tensor_count())
    state().select_tensors({*t});
  if (const auto* o = std::get_if<OperatorId>(&*link); o && o->index() < graph_->operator_count())
    state().select_operators({*o});
  if (const auto* path = std::get_if<PathLink>(&*link); path && path->number < paths_.size())
    state().set_path(lit_ = paths_[path->number]);
}

void Inspector::play(std::size_t moment) {
  if (!events_ || moment >= events_->memory.moment_count()) return;
  moment_ = played_moment(*graph_, events_->memory, moment);
  state().set_moment(moment_);
}

/// Another selection, or Esc: the moment goes, if it is of this pane.
void Inspector::stop_playing() {
  player_->clear_moment();
  const auto mine = std::exchange(moment_, nullptr);
  if (mine && state().moment() == mine) state().set_moment(nullptr);
}

/// Another selection: its path goes dark, unless another view has lit one since.
void Inspector::unlight() {
  const auto mine = std::exchange(lit_, {});
  if (!mine.empty() && state().path() == mine) state().set_path({});
}

}  // namespace stowage
