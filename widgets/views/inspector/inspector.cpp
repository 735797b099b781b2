// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <QAbstractListModel>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QLocale>
#include <QSignalBlocker>
#include <QTextBrowser>
#include <QTimer>
#include <QWidget>

#include "core/graph/graph.h"
#include "core/insight/simulate/explain.h"
#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/pane.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/media_controls.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/tables/table_actions.h"
#include "widgets/views/inspector/pages.h"
#include "widgets/views/views.h"

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

/// The moments of an execution, one a row: before it, and after each event.
class EventModel final : public QAbstractListModel {
  Q_DECLARE_TR_FUNCTIONS(stowage::EventModel)

 public:
  using QAbstractListModel::QAbstractListModel;

  /// Without events there are no rows.
  void set_events(std::shared_ptr<const Graph> graph, std::vector<RunEvent> events) {
    beginResetModel();
    graph_ = std::move(graph);
    events_ = std::move(events);
    endResetModel();
  }
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() || events_.empty() ? 0 : static_cast<int>(events_.size()) + 1;
  }
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::DisplayRole) return {};
    if (index.row() == 0) return tr("Before the first event");
    const RunEvent& event = events_[static_cast<std::size_t>(index.row()) - 1];
    const QString text = event.kind == RunEvent::Kind::start ? tr("%1.  %2 starts (%3)") : tr("%1.  %2 finishes (%3)");
    return text.arg(QLocale().toString(index.row()), text_of(graph_->name(event.op)),
                    stream_label(*graph_, graph_->stream(event.op)));
  }

 private:
  std::shared_ptr<const Graph> graph_;
  std::vector<RunEvent> events_;
};

/// Steps through an execution: a list of its events, and buttons. Left, Right, Home and End step; Esc ends.
class EventPlayer final : public QWidget {
  Q_DECLARE_TR_FUNCTIONS(stowage::EventPlayer)

 public:
  /// `chosen`: the user chose another moment; `ended`: wants no moment shown any more.
  EventPlayer(std::function<void(std::size_t moment)> chosen, std::function<void()> ended)
      : chosen_(std::move(chosen)),
        ended_(std::move(ended)),
        model_(new EventModel(this)),
        list_(new QListView),
        player_({.prefix = "event",
                 .first = tr("To the beginning"),
                 .back = tr("One event back"),
                 .forward = tr("One event on"),
                 .last = tr("To the end")},
                this),
        place_(new QLabel) {
    named(list_, "event_list", tr("Events of the execution"));
    list_->setModel(model_);
    list_->setUniformItemSizes(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setAlternatingRowColors(true);
    list_->installEventFilter(this);
    new TableActions(list_);
    named(place_, "event_place", tr("Event of the execution"));
    QHBoxLayout* buttons = in_line({}, {6, 2, 6, 2}, 2);
    player_.add_buttons(buttons);
    buttons->addSpacing(6);
    buttons->addWidget(place_, 1);
    in_rows(this, {buttons, {list_, 1}});
    connect(&player_, &Player::wanted, this, [this](std::size_t moment) {
      const QModelIndex index = model_->index(static_cast<int>(moment));
      list_->setCurrentIndex(index);
      list_->scrollTo(index);
    });
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
      show_place();
      if (now.isValid()) chosen_(static_cast<std::size_t>(now.row()));
    });
    show_place();
  }

  void set_events(std::shared_ptr<const Graph> graph, std::vector<RunEvent> events) {
    model_->set_events(std::move(graph), std::move(events));
    show_place();
  }
  /// The moment chosen, or none.
  [[nodiscard]] std::optional<std::size_t> moment() const {
    const QModelIndex now = list_->currentIndex();
    return now.isValid() ? std::optional(static_cast<std::size_t>(now.row())) : std::nullopt;
  }
  /// Chooses none, silently.
  void clear_moment() {
    const QSignalBlocker quiet(list_->selectionModel());
    list_->selectionModel()->clear();
    list_->viewport()->update();
    show_place();
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const auto& key = *static_cast<QKeyEvent*>(event);
    if (player_.key(key)) return true;
    if (key.key() != Qt::Key_Escape || !moment()) return QWidget::eventFilter(watched, event);
    ended_();
    return true;
  }

 private:
  void show_place() {
    const int last = std::max(0, model_->rowCount() - 1);
    const auto now = moment();
    const QLocale locale;
    place_->setText(now ? tr("event %1 of %2").arg(locale.toString(static_cast<int>(*now)), locale.toString(last))
                        : tr("%n event(s)", nullptr, last));
    player_.set_place(now, static_cast<std::size_t>(last));
  }

  std::function<void(std::size_t)> chosen_;
  std::function<void()> ended_;
  EventModel* model_;
  QListView* list_;
  Player player_;
  QLabel* place_;
};

/// What there is to say of the selection: a tensor and why it lies where it does, an operator, or two tensors and why
/// they may or may not share memory. Names select what they name; everything is worked out in the background.
class Inspector final : public Pane {
  Q_DECLARE_TR_FUNCTIONS(stowage::Inspector)

 public:
  /// `state` must outlive the pane.
  explicit Inspector(ViewState& state)
      : Pane(state),
        text_(new QTextBrowser),
        player_(new EventPlayer([this](std::size_t moment) { play(moment); }, [this] { stop_playing(); })),
        job_(this) {
    setObjectName("inspector_pane");
    named(text_, "inspector_text", tr("Inspector"));
    text_->setOpenLinks(false);
    text_->setFrameShape(QFrame::NoFrame);
    text_->setUndoRedoEnabled(false);
    text_->setMinimumSize(120, 60);
    player_->setMinimumHeight(120);
    player_->hide();
    in_rows(this, {{text_, 3}, {player_, 2}});
    slow_.setSingleShot(true);
    slow_.setInterval(kPatience);
    connect(&slow_, &QTimer::timeout, this, [this] { show_sentence(tr("Working it out…")); });
    connect(text_, &QTextBrowser::anchorClicked, this, &Inspector::follow);
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

  [[nodiscard]] bool busy() const override { return job_.busy(); }

 protected:
  void showEvent(QShowEvent* event) override {
    Pane::showEvent(event);
    if (dirty_) refresh();
  }
  void changeEvent(QEvent* event) override {
    if (event->type() == QEvent::PaletteChange && text_) show_html(html_);
    Pane::changeEvent(event);
  }

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override {
    graph_ = graph;
    if (!graph) view_ = {};
    refresh();
  }
  void take_view(const PlanView& view) override {
    view_ = view;
    if (!view.stale) graph_ = view.graph;
    if (ground_ && (ground_->view.plan != view.plan || ground_->view.conflicts != view.conflicts)) ground_ = nullptr;
    refresh();
  }

  void refresh() {
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
  /// Whether the run that is played overwrites one of the two selected tensors with the other.
  [[nodiscard]] bool overwrites_selection() const {
    const auto& moment = state().moment();
    const auto& tensors = state().selected_tensors();
    return moment && moment->overwritten.valid() && tensors.size() == 2 &&
           std::ranges::count(tensors, moment->overwritten) == 1 &&
           std::ranges::count(tensors, moment->overwriting) == 1;
  }

  /// Results of the graph before an edit say nothing of the graph that the selection is of.
  [[nodiscard]] InspectorSubject subject() const {
    InspectorSubject out;
    if (view_.graph == graph_) out.view = view_;
    out.view.graph = graph_;
    out.waiting = view_.planning || view_.stale || view_.graph != graph_;
    out.ground = out.view.plan ? ground_ : nullptr;
    out.overwritten = overwrites_selection();
    out.view.history = view_.history;
    out.theme = &theme_of(*this);
    out.all_frames = all_frames_;
    const auto& tensors = state().selected_tensors();
    if (tensors.size() != 1) return out;
    const auto note = state().notes().find(tensors.front());
    if (note != state().notes().end()) out.note = note->second;
    return out;
  }

  /// What can be selected, and where to begin.
  void show_nothing() {
    slow_.stop();
    const QString hint = tr(
        "Click a tensor to see why it lies where it does, an operator to see what it waits for, or two tensors (with "
        "Ctrl) to see whether they may share memory, and why.");
    job_.start([this, about = subject(), hint](const Task& /*task*/) -> LatestJob::Delivery {
      return [this, page = inspect_nothing(about, hint)] { show_inspection(page); };
    });
  }
  void show_sentence(const QString& sentence) {
    show_inspection({"<p class='hint'>" + sentence.toHtmlEscaped() + "</p>", {}, {}});
  }

  void show_inspection(const Inspection& inspection) {
    slow_.stop();
    stop_playing();
    unlight();
    paths_ = inspection.paths;
    events_ = inspection.events;
    player_->set_events(graph_, events_ ? events_->events : std::vector<RunEvent>());
    player_->setVisible(events_ != nullptr);
    show_html(inspection.html);
  }

  void show_html(const QString& html) {
    html_ = html;
    const Theme& theme = theme_of(*this);
    text_->document()->setDefaultStyleSheet(
        QString("h3 { margin: 0 0 6px 0; font-size: large; } h4 { margin: 12px 0 2px 0; } p { margin: 4px 0; }"
                "ul { margin: 2px 0 2px 14px; -qt-list-indent: 0; } a { color: %1; text-decoration: none; }"
                ".name { color: %2; padding-right: 10px; } .hint { color: %2; }")
            .arg(palette().color(QPalette::Link).name(), theme.muted_text.name()));
    text_->setHtml(html);
  }

  void follow(const QUrl& url) {
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
  void play(std::size_t moment) {
    if (!events_ || moment >= events_->memory.moment_count()) return;
    moment_ = played_moment(*graph_, events_->memory, moment);
    state().set_moment(moment_);
  }
  /// Another selection, or Esc: the moment goes, if it is of this pane.
  void stop_playing() {
    player_->clear_moment();
    const auto mine = std::exchange(moment_, nullptr);
    if (mine && state().moment() == mine) state().set_moment(nullptr);
  }
  /// Another selection: its path goes dark, unless another view has lit one since.
  void unlight() {
    const auto mine = std::exchange(lit_, {});
    if (!mine.empty() && state().path() == mine) state().set_path({});
  }

  std::shared_ptr<const Graph> graph_;  // the newest
  bool all_frames_ = false;
  PlanView view_;  // perhaps of the one before
  std::shared_ptr<const BlamedPlan> ground_;
  std::vector<std::vector<OperatorId>> paths_;
  std::vector<OperatorId> lit_;  // the path lit by this pane, or none
  std::shared_ptr<const PlayedEvents> events_;
  std::shared_ptr<const PlayedMoment> moment_;  // the one set by this pane
  QString html_;
  QTextBrowser* text_;
  EventPlayer* player_;
  QTimer slow_;  // says that something is being worked out, if it takes long
  bool says_overwritten_ = false;
  bool dirty_ = false;  // something changed while the pane was hidden
  LatestJob job_;
};

}  // namespace

Pane* make_inspector(ViewState& state) {
  return new Inspector(state);
}

}  // namespace stowage
