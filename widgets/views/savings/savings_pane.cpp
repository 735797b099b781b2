// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/savings/savings_pane.h"

#include <algorithm>
#include <utility>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/graph/claims.h"
#include "core/papers/tables.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/style/facts.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/savings/saving_words.h"
#include "widgets/views/savings/savings_model.h"

namespace stowage {
namespace {

constexpr std::size_t kMostPreviews = 32;      // that undo may come back to
constexpr int kRest = 400;                     // milliseconds without a change until all is measured of itself
constexpr std::size_t kMostOfItself = 10'000;  // tensors: more take long, and the machine is the user's

}  // namespace

SavingsPane::SavingsPane(ViewState& state, QWidget* parent)
    : Pane(state, parent),
      model_(new SavingsModel(this)),
      table_(new QTableView),
      status_(make_wrapped_line("savings_status")),
      sentence_(make_wrapped_line("saving_sentence")),
      search_(this, {.text = [this] { return asked_ ? tr("Measuring savings…") : QString(); },
                     .cancel =
                         [this] {
                           stop();
                           return tr("The savings found so far are kept.");
                         }}) {
  table_->setModel(model_);
  set_up_rows(table_, "savings", tr("Ways to need less memory"));
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setTextElideMode(Qt::ElideRight);
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  QHeaderView* header = table_->horizontalHeader();
  header->setSectionResizeMode(QHeaderView::ResizeToContents);
  header->setSectionResizeMode(SavingsModel::kWhat, QHeaderView::Stretch);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(make_buttons());  // above all that comes and goes, or has another length for each row
  rows->addWidget(make_head());
  rows->addWidget(status_);
  rows->addWidget(table_, 1);
  rows->addWidget(sentence_);
  rows->addStretch();
  connect(table_, &QTableView::activated, this, [this](const QModelIndex& at) { preview(at.row()); });
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    show_words();
    const MeasuredSaving* saving = selected();
    const auto* added = saving ? std::get_if<AddedSync>(&saving->edit) : nullptr;
    if (added && now_ == base_) this->state().select_operators({added->sync.before, added->sync.after});
  });
  connect(&search_, &Worker::progress, this,
          [this](double fraction) { progress_->setValue(static_cast<int>(fraction * 1000)); });
  connect(&search_, &Worker::running_changed, this, &SavingsPane::show_words);
  soon_.setSingleShot(true);
  soon_.setInterval(kRest);
  connect(&soon_, &QTimer::timeout, this, &SavingsPane::start);
  follow_numbers(this, [this] { show_rows(); });
  show_rows();
}

QWidget* SavingsPane::make_head() {
  measure_ = make_word_button("measure_savings", tr("Measure"), tr("Plan each change, and show what it saves"));
  stop_ = make_word_button("stop_savings", tr("Stop"), tr("Stop, and keep the results so far"));
  progress_ = new QProgressBar;
  progress_->setRange(0, 1000);
  progress_->setTextVisible(false);
  progress_->setAccessibleName(tr("Progress of the measurement"));
  auto* part = new QWidget;
  auto* line = new QHBoxLayout(part);
  line->setContentsMargins(8, 4, 8, 0);
  line->addWidget(measure_);
  line->addWidget(progress_, 1);
  line->addWidget(stop_);
  line->addStretch();
  connect(measure_, &QToolButton::clicked, this, &SavingsPane::measure);
  connect(stop_, &QToolButton::clicked, this, &SavingsPane::stop);
  return part;
}

QWidget* SavingsPane::make_buttons() {
  apply_ = make_word_button("apply_saving", tr("Apply"), tr("Make the selected change; Undo reverts it"));
  preview_ = make_word_button("preview_saving", tr("Preview"), tr("Show the selected change in every view (Return)"));
  back_ = make_word_button("back_from_saving", tr("Back"), tr("Remove the previewed change"));
  auto* part = new QWidget;
  auto* line = new QHBoxLayout(part);
  line->setContentsMargins(8, 4, 8, 4);
  line->addWidget(apply_);
  line->addWidget(preview_);
  line->addWidget(back_);
  line->addStretch();
  const auto row = [this] { return table_->currentIndex().row(); };
  connect(apply_, &QToolButton::clicked, this, [this, row] { apply(row()); });
  connect(preview_, &QToolButton::clicked, this, [this, row] { preview(row()); });
  connect(back_, &QToolButton::clicked, this, &SavingsPane::go_back);
  return part;
}

// ---- what there is

void SavingsPane::take_graph(const SharedGraph& graph) {
  if (graph == now_) return;
  now_ = graph;
  if (base_) {
    // Undo and redo lead back to graphs that were previewed.
    const auto known = std::ranges::find(previews_, state().graph_edit(), &std::pair<quint64, SharedPlan>::first);
    previewed_ = graph != base_ && known != previews_.end() ? known->second : nullptr;
    if (graph != base_) wanted_.reset();
    if (!is_of_base()) forget();
  }
  show_rows();
}

void SavingsPane::take_view(const PlanView& view) {
  if (view.stale) {
    view_.planning = true;  // take_graph() was told what is new
    return show_words();
  }
  if (view.graph) take_graph(view.graph);
  view_ = view;
  if (base_ && view.plan) now_ == base_ ? take_plan(view) : take_preview(view);
  if (isVisible() && can_start()) soon_.start();  // after the last of several changes
  show_rows();
}

/// The plan of the row that was asked for, or is open, if it is the one of that view.
SavingsPane::SharedPlan SavingsPane::plan_there(const PlanView& view) const {
  const SharedPlan& asked = wanted_ ? wanted_ : previewed_;
  const int row = asked ? model_->row_of(asked.get()) : -1;
  if (row < 0 || asked->alignment != view.plan->alignment) return nullptr;
  const SavingWay way = way_of(model_->at(row).edit);
  const bool is_there =
      way == SavingWay::alignment || (way == SavingWay::layout && view.plan->offsets == asked->offsets);
  return is_there ? asked : nullptr;
}

/// Of the graph that was measured.
void SavingsPane::take_plan(const PlanView& view) {
  previewed_ = plan_there(view);
  if (previewed_) {
    wanted_.reset();
    if (keep_) keep_plan();
  } else if (view.plan->alignment != alignment_) {
    forget();
  } else if (!view.planning || !shown_) {
    remember_shown();
    shown_ = view.plan;
  }
}

/// The measuring starts from the plan shown. Once a larger plan is shown, that plan is a saving.
void SavingsPane::remember_shown() {
  const LayoutStrategy* const strategy = shown_ ? find_layout_strategy(shown_->strategy) : nullptr;
  if (strategy == nullptr || (shown_before_ && shown_before_->footprint() <= shown_->footprint)) return;
  shown_before_ = {OtherLayout{strategy}, shown_, strategy, 0, 0};
}

/// The savings found, and the smallest plan shown before where it is smaller than every layout found.
std::vector<MeasuredSaving> SavingsPane::smaller_than(Bytes now) const {
  std::vector<MeasuredSaving> out = found_.below(now);
  if (!shown_before_ || shown_before_->footprint() >= now) return out;
  const auto is_layout = [](const MeasuredSaving& each) { return way_of(each.edit) == SavingWay::layout; };
  const auto known = std::ranges::find_if(out, is_layout);
  if (known != out.end() && known->footprint() <= shown_before_->footprint()) return out;
  const auto place = std::ranges::upper_bound(out, shown_before_->footprint(), {}, &MeasuredSaving::footprint);
  out.insert(place, *shown_before_);
  return out;
}

/// Of a graph that is previewed: it is no longer that where something is changed besides.
void SavingsPane::take_preview(const PlanView& view) {
  if (view.plan->alignment != alignment_) forget();
}

/// A plan is no step of the history, and all else that was measured holds on.
void SavingsPane::keep_plan() {
  keep_ = false;
  previewed_.reset();
  shown_ = view_.plan;
  emit kept();
}

void SavingsPane::showEvent(QShowEvent* event) {
  Pane::showEvent(event);
  start();
}

/// Of what is open now nothing is known.
void SavingsPane::forget() {
  if (base_) emit kept();
  search_.cancel();
  soon_.stop();
  base_.reset();
  shown_.reset();
  previews_.clear();
  wanted_.reset();
  previewed_.reset();
  found_ = {};
  shown_before_.reset();
  ended_ = stopped_ = asked_ = keep_ = false;
}

// ---- measuring

/// Once per graph and alignment: a plan must be there, since it is to be bettered.
void SavingsPane::start() {
  soon_.stop();
  if (!isVisible() || !can_start()) return;
  base_ = now_;
  shown_ = view_.plan;
  alignment_ = shown_->alignment;
  if (base_->tensor_count() <= kMostOfItself) return search();
  stopped_ = true;
  found_ = {.found = {}, .left = saving_ways(*base_, options())};
  show_rows();
}

bool SavingsPane::can_start() const {
  return !base_ && now_ && view_.graph == now_ && !view_.planning && is_measured(view_);
}

SavingsOptions SavingsPane::options() const {
  return {.alignment = alignment_, .shown = shown_, .recorded = view_.recorded()};
}

void SavingsPane::measure() {
  if (!base_) start();
  asked_ = true;
  search();
}

void SavingsPane::search() {
  if (!base_ || search_.running() || ended_) return;
  stopped_ = false;
  progress_->setValue(0);
  found_ = {.found = {}, .left = saving_ways(*base_, options())};
  search_.start([this, base = base_, options = options()](const Worker::Run& run) {
    const auto show = [&](const Savings& found) { run.post([this, found] { take_found(found); }); };
    const Result<Savings> all = find_savings(*base, options, run.task(), show);
    run.end_with([this, ok = all.has_value()] { ended_ = ok; });
  });
  show_rows();
}

void SavingsPane::stop() {
  asked_ = true;  // whoever stops it knows of it
  stopped_ = search_.cancel();
  show_words();
}

/// The row that is selected stays so, wherever it stands now.
void SavingsPane::take_found(const Savings& found) {
  found_ = found;
  show_rows();
}

// ---- what is done with a row

const MeasuredSaving* SavingsPane::selected() const {
  const QModelIndexList at = table_->selectionModel()->selectedRows();
  return at.isEmpty() ? nullptr : &model_->at(at.first().row());
}

void SavingsPane::hold(bool held) {
  held_ = held;
  show_words();
}

void SavingsPane::preview(int row) {
  if (row < 0 || row >= model_->rowCount() || !is_of_base() || held_) return;
  const MeasuredSaving saving = model_->at(row);  // rows may change meanwhile
  if (saving.plan == previewed_) return;
  wanted_ = saving.plan;
  const quint64 id = next_edit_id();
  previews_.emplace_back(id, wanted_);
  if (previews_.size() > kMostPreviews) previews_.erase(previews_.begin());
  emit preview_requested(saving, id);
}

void SavingsPane::apply(int row) {
  if (row < 0 || row >= model_->rowCount() || !is_of_base() || held_) return;
  if (way_of(model_->at(row).edit) == SavingWay::layout) {
    const bool is_there = model_->at(row).plan == previewed_;
    keep_ = !is_there;
    is_there ? keep_plan() : preview(row);
  } else {
    preview(row);
    forget();  // what there is to do next is that of the graph as it is then
  }
  show_rows();
  start();
}

void SavingsPane::apply_previewed() {
  if (previewed_) apply(model_->row_of(previewed_.get()));
}

void SavingsPane::go_back() {
  if (!previewed_ || held_) return;
  wanted_.reset();
  emit back_requested();
}

// ---- what is seen

void SavingsPane::show_rows() {
  const MeasuredSaving* saving = selected();
  const Plan* plan = saving ? saving->plan.get() : nullptr;
  const Bytes now = shown_ ? shown_->needed() : Bytes{0};
  const bool known = base_ && shown_ && !shown_->assumed;  // else nothing can be saved against it
  model_->set_savings(base_, alignment_, now, known ? smaller_than(now) : std::vector<MeasuredSaving>{});
  model_->set_previewed(previewed_.get());
  table_->setVisible(model_->rowCount() > 0);
  table_->setMaximumHeight(table_->horizontalHeader()->sizeHint().height() +
                           table_->verticalHeader()->defaultSectionSize() * std::max(1, model_->rowCount()));
  table_->setColumnHidden(SavingsModel::kTime, !base_ || !base_->has_durations());
  if (const int row = model_->row_of(plan); row >= 0) table_->setCurrentIndex(model_->index(row, 0));
  show_words();
  const int row = previewed_ ? model_->row_of(previewed_.get()) : -1;
  const QString change = row < 0 ? QString() : model_->index(row, SavingsModel::kWhat).data().toString();
  if (std::exchange(told_, change) != change) emit preview_changed(change);
}

QString SavingsPane::status() const {
  if (!now_) return tr("Open a graph to see how it could need less memory.");
  const Uncounted left_out = uncounted(*now_);
  if (left_out.unknown_sizes > 0)
    return tr("Savings are unknown: %Ln tensor(s) of unknown size.", nullptr, static_cast<int>(left_out.unknown_sizes));
  if (left_out.loops > 0)
    return tr("Savings are unknown: the memory of %Ln loop(s) is not counted.", nullptr,
              static_cast<int>(left_out.loops));
  if (const Plan* plan = base_ ? shown_.get() : view_.plan.get(); plan && plan->assumed)
    return tr("Savings are unknown: the offsets of the plan shown were assumed.");
  if (!base_ && view_.clashes) return tr("Savings are unknown: the plan shown is not safe.");
  if (!base_ && soon_.isActive()) return tr("Measuring…");
  if (!base_) return tr("Savings are measured once the graph is planned.");
  if (stopped_ && !asked_) return tr("Large graph: measure to see how it could need less memory.");
  const QString left = names_of(found_.left);
  if (search_.running())
    return found_.left.empty() ? tr("Measuring…") : tr("Measuring: %1…").arg(names_of({found_.left.front()}));
  QString out;
  if (model_->rowCount() == 0) {
    const bool met = view_.plan && view_.plan == shown_ && shown_->footprint == bound_of_plan(view_);
    out = met ? tr("Nothing found: the footprint equals the bound.") : tr("Nothing found.");
  }
  if (!left.isEmpty()) {
    if (!out.isEmpty()) out += ' ';
    out +=
        (stopped_ ? tr("Stopped before these were measured: %1.") : tr("Incomplete at the time limit: %1.")).arg(left);
  }
  return out;
}

void SavingsPane::show_words() {
  const bool running = search_.running();
  measure_->setVisible(base_ && stopped_ && !running);
  stop_->setVisible(running);
  progress_->setVisible(running);
  const QString text = status();
  status_->setText(text);
  status_->setVisible(!text.isEmpty());
  const MeasuredSaving* saving = selected();
  const bool any = model_->rowCount() > 0;
  sentence_->setText(saving && base_ ? saving_sentence(*base_, *saving)
                     : any           ? tr("Select a change to see what it assumes and costs.")
                                     : QString());
  sentence_->setVisible(any);
  for (QToolButton* button : {apply_, preview_, back_}) button->setVisible(any || previews());
  apply_->setEnabled(saving && is_of_base() && !held_);
  preview_->setEnabled(saving && is_of_base() && saving->plan != previewed_ && !held_);
  back_->setEnabled(previews() && !held_);
}

}  // namespace stowage
