// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QFont>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPalette>
#include <QProgressBar>
#include <QScrollBar>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/graph/claims.h"
#include "core/insight/improve/savings.h"
#include "core/insight/simulate/timing.h"
#include "core/papers/tables.h"
#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/range_button.h"
#include "widgets/controls/scrolled.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/improve/front_page.h"
#include "widgets/views/improve/improve_pane.h"
#include "widgets/views/improve/improve_words.h"
#include "widgets/views/improve/sync_costs.h"

namespace stowage {
namespace {

/// Of what becomes less; at least 4.5:1 on what lists are drawn on.
QColor saved_ink() {
  return is_dark(QGuiApplication::palette()) ? QColor(0x62, 0xc9, 0x87) : QColor(0x0b, 0x78, 0x3a);
}

constexpr int kRoomForWords = 340;             // pixels of the pane, below which sentences have one line
constexpr std::size_t kMostPreviews = 32;      // that undo may come back to
constexpr int kRest = 400;                     // milliseconds without a change until all is measured of itself
constexpr std::size_t kMostOfItself = 10'000;  // tensors: more take long, and the machine is the user's

bool is_same(const std::optional<MeasuredSaving>& a, const MeasuredSaving& b) {
  return a && key_of(*a) == key_of(b);
}

/// Offers a button, or says why it is greyed out.
void offer(QToolButton* button, const QString& hint, const QString& why_not) {
  button->setEnabled(why_not.isEmpty());
  button->setToolTip(why_not.isEmpty() ? hint : why_not);
}

}  // namespace

/// What there is to do to need less memory, one change a row.
class ImproveModel final : public ColumnModel<const MeasuredSaving&> {
  Q_DECLARE_TR_FUNCTIONS(stowage::ImproveModel)

 public:
  enum Column { kWhat, kMemory, kTime };

  explicit ImproveModel(QObject* parent = nullptr) : ColumnModel(parent) {
    set_columns({
        {.title = tr("What"),
         .hint = tr("The change to make"),
         .text = [this](const MeasuredSaving& each) { return saving_name(*graph_, alignment_, each, true); }},
        number(
            tr("Memory"), tr("How much memory the change saves"),
            [this](const MeasuredSaving& each) { return (each.footprint() - now_).count; },
            [](std::int64_t bytes) { return signed_bytes({bytes}); }),
        {.title = tr("Time"),
         .hint = tr("How much longer the makespan becomes"),
         .number = true,
         .text =
             [this](const MeasuredSaving& each) {
               return graph_->has_durations() ? signed_duration(each.slower) : QString();
             },
         .exact = [](const MeasuredSaving& each) { return exact_number(each.slower); }},
    });
  }

  /// `now`: what is needed without any of them. Where the rows are the same ones, nothing that is selected changes.
  void set_savings(std::shared_ptr<const Graph> graph, Bytes alignment, Bytes now,
                   std::vector<MeasuredSaving> savings) {
    const bool same =
        graph == graph_ && alignment == alignment_ && std::ranges::equal(savings, savings_, {}, key_of, key_of);
    const auto take = [&] {
      graph_ = std::move(graph);
      alignment_ = alignment;
      now_ = now;
      savings_ = std::move(savings);
      rename_column(kTime, graph_ && has_estimates(*graph_) ? tr("Est. time") : tr("Time"));
    };
    if (!same) return reset(take);
    take();
    all_changed();
  }
  [[nodiscard]] const MeasuredSaving& at(int row) const override { return savings_[static_cast<std::size_t>(row)]; }
  /// The row of that key, or -1.
  [[nodiscard]] int row_of(const void* key) const {
    const auto at = std::ranges::find(savings_, key, key_of);
    return at == savings_.end() ? -1 : static_cast<int>(at - savings_.begin());
  }
  /// The key of what is previewed, which is written bold; null: nothing is.
  void set_previewed(const void* key) {
    if (std::exchange(previewed_, key) != key) all_changed();
  }

 private:
  [[nodiscard]] int row_count() const override { return static_cast<int>(savings_.size()); }

  [[nodiscard]] QVariant look(const MeasuredSaving& saving, int column, int role) const override {
    if (role == Qt::ToolTipRole) return saving_sentence(*graph_, now_, saving);
    if (role == Qt::FontRole && key_of(saving) == previewed_) {
      QFont font;
      font.setBold(true);
      return font;
    }
    const bool less = column == kMemory || (column == kTime && saving.slower < 0);
    return role == Qt::ForegroundRole && less ? saved_ink() : QVariant();
  }

  std::shared_ptr<const Graph> graph_;
  Bytes alignment_{1}, now_;
  std::vector<MeasuredSaving> savings_;
  const void* previewed_ = nullptr;
};

ImprovePane::ImprovePane(ViewState& state, QWidget* parent)
    : Pane(state, parent),
      model_(new ImproveModel(this)),
      table_(new QTableView),
      status_(make_wrapped_line("savings_status")),
      sentence_(make_wrapped_line("saving_sentence")),
      pages_(new QTabWidget),
      front_(new FrontPage),
      costs_(new SyncCosts(state)),
      measuring_(this, {.text = [this] { return asked_ ? tr("Measuring savings…") : QString(); },
                        .cancel =
                            [this] {
                              stop_measuring();
                              return tr("The savings found so far are kept.");
                            }}) {
  auto* rows = new QVBoxLayout(this);
  rows->setSizeConstraint(QLayout::SetNoConstraint);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addLayout(make_buttons());  // above all that comes and goes, or has another length for each row
  rows->addWidget(make_range_note(state));
  rows->addWidget(pages_, 1);
  make_pages();
  connect(&measuring_, &Worker::running_changed, this, &ImprovePane::show_words);
  soon_.setSingleShot(true);
  soon_.setInterval(kRest);
  connect(&soon_, &QTimer::timeout, this, &ImprovePane::start);
  follow_numbers(this, [this] { show_all(); });
  show_all();
}

QHBoxLayout* ImprovePane::make_buttons() {
  preview_ = make_word_button("preview_saving", tr("Preview"), {});
  apply_ = make_word_button("apply_saving", tr("Apply"), {});
  back_ = make_word_button("back_from_saving", tr("Back"), {});
  run_ = make_word_button("run_improve", tr("Run"), {});
  stop_ = make_word_button("stop_improve", tr("Stop"), {});
  progress_ = new QProgressBar;
  progress_->setRange(0, 1000);
  progress_->setTextVisible(false);
  progress_->setMinimumWidth(16);  // the buttons beside it keep their words
  progress_->setAccessibleName(tr("Progress of the measurement"));
  QSizePolicy policy = progress_->sizePolicy();
  policy.setRetainSizeWhenHidden(true);
  progress_->setSizePolicy(policy);
  auto* line = new QHBoxLayout;
  line->setContentsMargins(8, 4, 8, 4);
  line->setSpacing(4);
  for (QToolButton* button : {preview_, apply_, back_}) line->addWidget(button);
  line->addWidget(progress_, 1);
  for (QToolButton* button : {run_, stop_}) line->addWidget(button);
  connect(preview_, &QToolButton::clicked, this, [this] {
    if (const MeasuredSaving* saving = chosen()) preview_this(*saving);
  });
  connect(apply_, &QToolButton::clicked, this, [this] {
    if (const MeasuredSaving* saving = chosen()) apply_this(*saving);
  });
  connect(back_, &QToolButton::clicked, this, &ImprovePane::go_back);
  connect(run_, &QToolButton::clicked, this, &ImprovePane::run);
  connect(stop_, &QToolButton::clicked, this, &ImprovePane::stop);
  return line;
}

QWidget* ImprovePane::make_changes() {
  table_->setModel(model_);
  set_up_rows(table_, "savings", tr("Ways to need less memory"));
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setTextElideMode(Qt::ElideRight);
  table_->setItemDelegateForColumn(ImproveModel::kWhat, new NamesDelegate(table_, QStringLiteral(": ")));
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  QHeaderView* header = table_->horizontalHeader();
  header->setSectionResizeMode(QHeaderView::ResizeToContents);
  header->setSectionResizeMode(ImproveModel::kWhat, QHeaderView::Stretch);
  connect(table_, &QTableView::activated, this, [this](const QModelIndex& at) { preview(at.row()); });
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ImprovePane::select_sync);
  auto* part = new QWidget;
  auto* rows = make_rows(part);
  rows->addWidget(table_, 1);
  rows->addWidget(sentence_);
  rows->addWidget(status_);  // below: its lines become more and fewer, and move no row
  rows->addStretch();
  return part;
}

void ImprovePane::make_pages() {
  streams_ = make_word_button("protected_streams", tr("Streams"), tr("Choose streams that get no further operators"));
  streams_->setPopupMode(QToolButton::InstantPopup);
  streams_->setAutoRaise(true);  // as flat as the tabs beside it
  auto* menu = new QMenu(streams_);
  menu->setObjectName("protected_streams_menu");
  streams_->setMenu(menu);
  connect(menu, &QMenu::aboutToShow, this, [this, menu] { fill_streams(*menu); });
  pages_->setObjectName("improve_tabs");
  pages_->setAccessibleName(tr("Improve"));
  pages_->setDocumentMode(true);
  pages_->addTab(make_changes(), tr("Changes"));
  // A tab widget is as high as the highest of its pages, and would let the list scroll.
  pages_->addTab(new Scrolled(front_), tr("Front"));
  pages_->addTab(new Scrolled(costs_), tr("Syncs"));
  pages_->setTabToolTip(kChanges, tr("Changes that save memory, each measured"));
  pages_->setTabToolTip(kFront, tr("Several edits at once: memory against time"));
  pages_->setTabToolTip(kSyncs, tr("What the streams and each sync cost in memory"));
  auto* corner = new QWidget;  // in line with the buttons above, not at the edge
  auto* line = new QHBoxLayout(corner);
  line->setContentsMargins(0, 0, 6, 0);
  line->addWidget(streams_);
  pages_->setCornerWidget(corner);
  connect(pages_, &QTabWidget::currentChanged, this, [this] {
    progress_->setValue(0);
    show_buttons();
  });
  const auto follow = [this](int of) {
    return [this, of](double fraction) {
      if (page() == of) progress_->setValue(static_cast<int>(fraction * 1000));
    };
  };
  connect(&measuring_, &Worker::progress, this, follow(kChanges));
  connect(front_, &FrontPage::progress, this, follow(kFront));
  connect(costs_, &SyncCosts::progress, this, follow(kSyncs));
  connect(front_, &FrontPage::changed, this, &ImprovePane::show_all);
  connect(front_, &FrontPage::picked, this, &ImprovePane::preview_this);
  connect(front_, &FrontPage::back_picked, this, &ImprovePane::go_back);
  connect(costs_, &SyncCosts::changed, this, &ImprovePane::show_buttons);
  connect(costs_, &SyncCosts::edit_requested, this, &Pane::edit_requested);
}

const MeasuredSaving& ImprovePane::change(int row) const {
  return model_->at(row);
}

int ImprovePane::page() const {
  return pages_->currentIndex();
}

Drawing ImprovePane::drawing() const {
  return front_->drawing();
}

std::optional<PictureWords> ImprovePane::picture() const {
  return PictureWords{"tradeoff", tr("Improv&e: front…"), tr("Export image of the front of footprint and time"),
                      "-tradeoff"};
}

bool ImprovePane::busy() const {
  return measures() || front_->busy() || costs_->busy();
}

bool ImprovePane::may_wait() const {
  return Pane::may_wait() && !busy() && !base_ && !front_->found();
}

// ---- protected streams

void ImprovePane::fill_streams(QMenu& menu) {
  menu.clear();
  const Graph& graph = base_ ? *base_ : *now_;
  for (const StreamId s : device_streams(graph)) {
    const std::int64_t number = graph.info(s).number;
    QAction* action = menu.addAction(stream_label(graph, s));
    action->setCheckable(true);
    action->setChecked(std::ranges::find(protected_, number) != protected_.end());
    connect(action, &QAction::toggled, this, [this, number](bool on) { protect(number, on); });
  }
}

/// What was measured may move operators there, or leave out what is possible now.
void ImprovePane::protect(std::int64_t stream, bool on) {
  std::erase(protected_, stream);
  if (on) protected_.push_back(stream);
  if (begun_) {
    measuring_.cancel();
    begin();
  }
  show_all();
}

// ---- what there is

void ImprovePane::take_graph(const SharedGraph& graph) {
  if (graph == now_) return;
  const bool renamed = state().is_renamed(now_);
  if (renamed) front_->rename(now_, graph);
  if (renamed && base_ == now_) base_ = graph;
  now_ = graph;
  costs_->set_graph(graph);
  if (base_) {
    // Undo and redo lead back to graphs that were previewed.
    const auto known = std::ranges::find(previews_, state().graph_edit(), &std::pair<quint64, MeasuredSaving>::first);
    previewed_ = graph != base_ && known != previews_.end() ? std::optional(known->second) : std::nullopt;
    if (graph != base_) wanted_.reset();
    if (!is_of_base()) forget();
  }
  if (!graph) {
    front_->forget();
    protected_.clear();
  }
  show_all();
}

void ImprovePane::take_view(const PlanView& view) {
  costs_->set_view(view);
  front_->set_baseline(view.baseline);
  if (view.stale) {
    view_.planning = true;  // take_graph() has what is new
    return show_words();
  }
  if (view.graph) take_graph(view.graph);
  view_ = view;
  if (base_ && view.plan) {
    if (now_ == base_)
      take_plan(view);
    else if (view.plan->alignment != alignment_)
      forget();  // something is changed besides what is previewed
  }
  if (previewed_ && view.plan && now_ == view.graph && is_measured(view))
    front_->lower(key_of(*previewed_),
                  *view.plan);  // all strategies planned it, and longer than the search had time for
  if (isVisible() && (can_start() || can_begin())) soon_.start();  // after the last of several changes
  show_all();
}

/// Whether a change of the base that leaves its graph alone is what a plan shows.
bool ImprovePane::is_there(const MeasuredSaving& asked, const Plan& plan) const {
  if (asked.plan->alignment != plan.alignment) return false;
  const SavingWay way = way_of(asked.edit);
  return way == SavingWay::alignment || (way == SavingWay::layout && plan.offsets == asked.plan->offsets);
}

/// Of the graph that was measured.
void ImprovePane::take_plan(const PlanView& view) {
  const std::optional<MeasuredSaving>& asked = wanted_ ? wanted_ : previewed_;
  previewed_ = asked && is_there(*asked, *view.plan) ? asked : std::nullopt;
  if (previewed_) {
    wanted_.reset();
    if (keep_) keep_plan();
  } else if (view.plan->alignment != alignment_) {
    forget();
  } else if (!view.planning || !shown_) {
    if (measurable_) remember_shown();
    shown_ = view.plan;
    measurable_ = is_measured(view);
  }
}

/// The measuring starts from the plan shown. Once a larger plan is shown, that plan is a saving.
void ImprovePane::remember_shown() {
  const LayoutStrategy* const strategy = shown_ ? find_layout_strategy(shown_->strategy) : nullptr;
  if (strategy == nullptr || (shown_before_ && shown_before_->footprint() <= shown_->footprint)) return;
  shown_before_ = {OtherLayout{strategy}, shown_, strategy};
}

/// The savings found, the points of the front, and the smallest plan shown before where it is smaller than every layout
/// found.
std::vector<MeasuredSaving> ImprovePane::smaller_than(Bytes now) const {
  std::vector<MeasuredSaving> out = found_.below(now);
  const auto add = [&](const MeasuredSaving& saving) {
    if (saving.footprint() >= now) return;
    out.insert(std::ranges::upper_bound(out, saving.footprint(), {}, &MeasuredSaving::footprint), saving);
  };
  const auto is_layout = [](const MeasuredSaving& each) { return way_of(each.edit) == SavingWay::layout; };
  const auto known = std::ranges::find_if(out, is_layout);
  if (shown_before_ && (known == out.end() || known->footprint() > shown_before_->footprint())) add(*shown_before_);
  std::ranges::for_each(front_->savings(), add);
  return out;
}

/// A plan is no step of the history, and all else that was measured holds on.
void ImprovePane::keep_plan() {
  keep_ = false;
  previewed_.reset();
  shown_ = view_.plan;
  emit kept();
}

void ImprovePane::showEvent(QShowEvent* event) {
  Pane::showEvent(event);
  start();
}

void ImprovePane::resizeEvent(QResizeEvent* event) {
  Pane::resizeEvent(event);
  fit_sentences();
}

/// In a low pane, sentences leave room for the changes, where there are any: the tip has the rest.
void ImprovePane::fit_sentences() {
  const bool one_line = height() < kRoomForWords && model_->rowCount() > 0;
  for (QLabel* each : {sentence_, status_}) set_one_line(*each, one_line);
}

/// Of what is open now nothing is known.
void ImprovePane::forget() {
  if (base_) emit kept();
  measuring_.cancel();
  soon_.stop();
  base_.reset();
  shown_.reset();
  previews_.clear();
  wanted_.reset();
  previewed_.reset();
  found_ = {};
  shown_before_.reset();
  measurable_ = begun_ = ended_ = all_syncs_ = stopped_ = asked_ = keep_ = false;
}

// ---- measuring

/// Once per graph and alignment: a plan must be there, since it is to be bettered.
void ImprovePane::start() {
  soon_.stop();
  if (!isVisible()) return;
  if (can_start()) {
    base_ = now_;
    shown_ = view_.plan;
    alignment_ = shown_->alignment;
    measurable_ = is_measured(view_);
  }
  if (can_begin()) begin();
  show_all();
}

bool ImprovePane::can_start() const {
  return !base_ && now_ && view_.graph == now_ && !view_.planning && view_.plan;
}

SavingsOptions ImprovePane::options() const {
  return {.alignment = alignment_,
          .shown = shown_,
          .recorded = view_.recorded(),
          .protected_streams = protected_,
          .all_syncs = all_syncs_};
}

void ImprovePane::begin() {
  begun_ = true;
  ended_ = all_syncs_ = false;
  stopped_ = base_->tensor_count() > kMostOfItself;
  // The search finds out which ways there are: to look at a large graph takes time.
  found_ = {.found = {}, .left = stopped_ ? std::vector{SavingWay::layout} : saving_ways(*base_, options())};
  if (!stopped_) search(false);
}

void ImprovePane::measure() {
  if (!base_) start();
  asked_ = true;
  if (begun_) search(true);
}

/// Goes on with what is left over.
void ImprovePane::search(bool all_syncs) {
  if (ended_ && all_syncs_ && found_.left.empty()) return;
  all_syncs_ = all_syncs;
  stopped_ = ended_ = false;
  if (page() == kChanges) progress_->setValue(0);
  measuring_.start([this, base = base_, options = options(), before = found_](const Worker::Run& run) {
    const auto show = [&](const Savings& found) { run.post([this, found] { take_found(found); }); };
    const Savings* known = before.found.empty() ? nullptr : &before;
    const Result<Savings> all = find_savings(*base, options, run.task(), show, known);
    run.end_with([this, ok = all.has_value()] { ended_ = ok; });
  });
  show_all();
}

/// The row that is selected stays so, wherever it stands now.
void ImprovePane::take_found(const Savings& found) {
  found_ = found;
  show_all();
}

void ImprovePane::run() {
  if (!why_not_run().isEmpty()) return;
  if (page() == kChanges) return measure();
  progress_->setValue(0);
  page() == kFront ? front_->search() : costs_->compute();
}

void ImprovePane::stop() {
  if (page() == kFront) return front_->stop();
  page() == kSyncs ? costs_->stop() : stop_measuring();
}

void ImprovePane::stop_measuring() {
  asked_ = true;  // who stops it knows of it
  stopped_ = measuring_.cancel();
  show_words();
}

// ---- what is done with a change

const MeasuredSaving* ImprovePane::selected() const {
  const QModelIndexList at = table_->selectionModel()->selectedRows();
  return at.isEmpty() ? nullptr : &model_->at(at.first().row());
}

/// On the page of changes the row, on the others what is previewed.
const MeasuredSaving* ImprovePane::chosen() const {
  if (page() == kChanges) return selected();
  return previewed_ ? &*previewed_ : nullptr;
}

void ImprovePane::hold(bool held) {
  held_ = held;
  show_words();
}

void ImprovePane::preview(int row) {
  if (row >= 0 && row < model_->rowCount()) preview_this(model_->at(row));
}

void ImprovePane::preview_this(const MeasuredSaving& saving) {
  if (!is_of_base() || held_ || is_same(previewed_, saving)) return;
  const MeasuredSaving wanted = saving;  // rows may change meanwhile
  wanted_ = wanted;
  const quint64 id = next_edit_id();
  previews_.emplace_back(id, wanted);
  if (previews_.size() > kMostPreviews) previews_.erase(previews_.begin());
  emit preview_requested(wanted, id);
}

void ImprovePane::apply_this(const MeasuredSaving& saving) {
  if (!is_of_base() || held_) return;
  if (way_of(saving.edit) == SavingWay::layout) {
    keep_ = !is_same(previewed_, saving);
    keep_ ? preview_this(saving) : keep_plan();
  } else {
    preview_this(saving);
    forget();  // what there is to do next is that of the graph as it is then
  }
  show_all();
  start();
}

void ImprovePane::apply_previewed() {
  if (previewed_) apply_this(*previewed_);
}

void ImprovePane::go_back() {
  if (!previewed_ || held_) return;
  wanted_.reset();
  emit back_requested();
}

/// Rows that are found again, wherever they stand now, are nobody's choice.
void ImprovePane::select_sync() {
  if (marking_) return;
  const MeasuredSaving* saving = selected();
  const auto* added = saving ? std::get_if<AddedSync>(&saving->edit) : nullptr;
  if (added && now_ == base_) state().select_operators({added->sync.before, added->sync.after});
  show_words();
}

// ---- what is seen

void ImprovePane::show_all() {
  front_->set_subject({.open = now_,
                       .base = is_of_base() ? base_ : nullptr,
                       .alignment = alignment_,
                       .plan = measurable_ ? shown_ : nullptr,
                       .shown = view_.plan && view_.graph == now_ ? view_.plan->footprint : Bytes{0},
                       .previewed = previewed_ ? key_of(*previewed_) : nullptr,
                       .protected_streams = protected_});
  show_rows();
  const QString change = previewed_ && base_ ? saving_name(*base_, alignment_, *previewed_) : QString();
  if (std::exchange(told_, change) != change) emit preview_changed(change);
}

/// The row that is marked stays so, and where it is on screen.
void ImprovePane::show_rows() {
  QScrollBar* bar = table_->verticalScrollBar();
  const int row = table_->currentIndex().row(), top = bar->value();
  const void* marked = selected() ? key_of(*selected()) : nullptr;
  const Bytes now = shown_ ? shown_->needed() : Bytes{0};
  marking_ = true;
  table_->setAutoScroll(false);
  model_->set_savings(base_, alignment_, now, measurable_ ? smaller_than(now) : std::vector<MeasuredSaving>{});
  model_->set_previewed(previewed_ ? key_of(*previewed_) : nullptr);
  table_->setVisible(model_->rowCount() > 0);
  table_->setMaximumHeight(table_->horizontalHeader()->sizeHint().height() +
                           table_->verticalHeader()->defaultSectionSize() * std::max(1, model_->rowCount()));
  table_->setColumnHidden(ImproveModel::kTime, !base_ || !base_->has_durations());
  if (const int at = model_->row_of(marked); at >= 0 && (at != row || !table_->currentIndex().isValid())) {
    table_->setCurrentIndex(model_->index(at, 0));
    table_->doItemsLayout();
    bar->setValue(top + at - row);
  }
  table_->setAutoScroll(true);
  marking_ = false;
  show_words();
}

/// Why nothing is measured; empty where something is.
QString ImprovePane::why_unmeasured() const {
  if (!now_) return tr("Open a graph to see how it could need less memory.");
  if (const std::size_t unknown = unknown_sizes(*now_); unknown > 0)
    return tr("Savings are unknown: %Ln tensor(s) of unknown size.", nullptr, static_cast<int>(unknown));
  if (now_->has_bodies()) return tr("Savings are unknown: the memory of loops and branches is not counted.");
  if (const Plan* plan = base_ ? shown_.get() : view_.plan.get(); plan && plan->assumed)
    return tr("Savings are unknown: the offsets of the plan shown were assumed.");
  if (!begun_ && view_.clashes) return tr("Savings are unknown: the plan shown is not safe.");
  if (!base_ && soon_.isActive()) return tr("Measuring…");
  return begun_ ? QString() : tr("Savings are measured once the graph is planned.");
}

QString ImprovePane::status() const {
  if (!unmeasured_.isEmpty()) return unmeasured_;
  if (stopped_ && !asked_) return tr("Large graph: press Run to see how it could need less memory.");
  const bool syncs = all_syncs_ && found_.syncs;
  const auto best =
      std::ranges::find(found_.found, SavingWay::sync, [](const auto& each) { return way_of(each.edit); });
  const Bytes saved = best == found_.found.end() ? Bytes{0} : shown_->needed() - best->footprint();
  const QString far = syncs ? syncs_text(*found_.syncs, saved) : QString();
  if (measuring_.running()) {
    if (found_.left.empty()) return tr("Measuring…");
    const QString way = tr("Measuring: %1…").arg(names_of({found_.left.front()}));
    return far.isEmpty() ? way : way + ' ' + far;
  }
  QStringList out;
  if (model_->rowCount() == 0) {
    const bool met = view_.plan && view_.plan == shown_ && shown_->footprint == bound_of_plan(view_);
    out += met ? tr("Nothing found: the footprint equals the bound.") : tr("Nothing found.");
  }
  if (!found_.left.empty())
    out += (stopped_ ? tr("Stopped before these were measured: %1.") : tr("Incomplete at the time limit: %1."))
               .arg(names_of(found_.left));
  if (!far.isEmpty()) out += far;
  return out.join(' ');
}

QString ImprovePane::why_not_changed() const {
  if (held_) return tr("An edit is being made.");
  if (!is_of_base()) return tr("Changes are known once the graph is planned.");
  return {};
}

QString ImprovePane::why_not_run() const {
  if (page() == kFront) return front_->why_not();
  if (page() == kSyncs) return costs_->why_not();
  if (!unmeasured_.isEmpty()) return unmeasured_;
  if (measuring_.running() && all_syncs_) return tr("The changes are being measured.");
  return ended_ && all_syncs_ && found_.left.empty() ? tr("All changes were measured.") : QString();
}

void ImprovePane::show_words() {
  unmeasured_ = why_unmeasured();
  const QString text = status();
  status_->setText(text);
  status_->setVisible(!text.isEmpty());
  const MeasuredSaving* saving = selected();
  const bool any = model_->rowCount() > 0;
  sentence_->setText(saving && base_ ? saving_sentence(*base_, shown_->needed(), *saving)
                     : any           ? tr("Select a change to see what it assumes and costs.")
                                     : QString());
  sentence_->setVisible(any);
  fit_sentences();
  show_buttons();
}

void ImprovePane::show_buttons() {
  streams_->setText(protected_.empty() ? tr("Streams") : tr("Streams (%L1)").arg(protected_.size()));
  const MeasuredSaving* saving = chosen();
  QString why = why_not_changed();
  if (why.isEmpty() && !saving)
    why = page() == kChanges ? tr("Select a change first.")
          : page() == kFront ? tr("Click a point first.")
                             : tr("Choose a change or a point first, on the pages before this.");
  offer(apply_, tr("Make the selected change; Undo reverts it"), why);
  const QString shown = saving && is_same(previewed_, *saving) ? tr("It is previewed now.") : why;
  offer(preview_, tr("Show the selected change in every view (Return)"), shown);
  offer(back_, tr("Remove the previewed change"),
        held_        ? tr("An edit is being made.")
        : previewed_ ? QString()
                     : tr("Nothing is previewed."));
  static constexpr const char* kHints[] = {QT_TR_NOOP("Plan each change, and look for more syncs for up to a minute"),
                                           QT_TR_NOOP("Find edits that trade memory for time; again, to go on"),
                                           QT_TR_NOOP("Compute what each sync costs")};
  offer(run_, tr(kHints[page()]), why_not_run());
  const bool running = page() == kFront ? front_->busy() : page() == kSyncs ? costs_->busy() : measuring_.running();
  offer(stop_, tr("Stop, and keep the results so far"), running ? QString() : tr("Nothing runs on this page."));
  progress_->setVisible(running);
  const bool several = now_ && device_streams(base_ ? *base_ : *now_).size() > 1;
  offer(streams_, tr("Choose streams that get no further operators"),
        several ? QString() : tr("There is only one stream."));
}

}  // namespace stowage
