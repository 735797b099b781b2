// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/compare_view.h"

#include <algorithm>
#include <utility>

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/controls/strategy_toggles.h"
#include "widgets/painters/page/page.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/words/time_words.h"
#include "widgets/views/compare/difference_legend.h"
#include "widgets/views/compare/plan_header.h"
#include "widgets/views/heap_map/heap_map_widget.h"

namespace stowage {
namespace {

constexpr int kHalf = 10'000;  // more than there is of either: the splitter makes them equal

QAction* make_toggle(const QString& text, const QString& tip, QObject* parent) {
  auto* action = new QAction(text, parent);
  action->setCheckable(true);
  action->setToolTip(tip);
  action->setStatusTip(tip);
  return action;
}

QToolButton* make_button(QAction* action) {
  auto* button = new QToolButton;
  button->setDefaultAction(action);
  button->setObjectName(action->objectName() + "_button");
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

QString memory_sentence(const PlanRow& a, const PlanRow& b) {
  const Bytes more = *b.footprint - *a.footprint;
  if (more.count == 0) return CompareView::tr("A and B need the same memory.");
  return (more.count > 0 ? CompareView::tr("B needs %1 more than A.") : CompareView::tr("B needs %1 less than A."))
      .arg(human_bytes({std::abs(more.count)}));
}

/// Empty where a makespan is not known.
QString time_sentence(const PlanRow& a, const PlanRow& b) {
  if (!a.makespan || !b.makespan) return {};
  const std::int64_t more = b.makespan->nanoseconds - a.makespan->nanoseconds;
  if (more == 0) return CompareView::tr("Both take %1.").arg(makespan_text(*b.makespan));
  const QString by = makespan_text({std::abs(more), a.makespan->estimated || b.makespan->estimated});
  return (more > 0 ? CompareView::tr("B takes %1 longer.") : CompareView::tr("B takes %1 less.")).arg(by);
}

/// A column without margins.
QVBoxLayout* make_column(QWidget* widget) {
  auto* column = new QVBoxLayout(widget);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  return column;
}

}  // namespace

CompareView::CompareView(ViewState& state, HeapMapWidget* a, QWidget* parent)
    : QWidget(parent),
      state_(state),
      a_(a),
      header_a_(new PlanHeader(tr("A"), tr("Plan A, shown in every view"))),
      header_b_(new PlanHeader(tr("B"), tr("Plan B, to compare with"))),
      sides_(new QSplitter(Qt::Horizontal)) {
  a_->setObjectName("map_a");
  header_a_->setObjectName("header_a");
  header_b_->setObjectName("header_b");
  make_actions();
  strip_ = make_strip();
  sides_->setChildrenCollapsible(false);
  for (QVBoxLayout** side : {&side_a_, &side_b_}) {
    auto* widget = new QWidget;
    *side = make_column(widget);
    sides_->addWidget(widget);
  }
  side_a_->addWidget(header_a_);
  side_a_->addWidget(a_, 1);
  side_b_->addWidget(header_b_);
  QVBoxLayout* rows = make_column(this);
  rows->addWidget(strip_);
  headers_ = new QHBoxLayout;
  headers_->setSpacing(0);
  rows->addLayout(headers_);
  rows->addWidget(sides_, 1);
  connect(header_a_, &PlanHeader::chosen, this, &CompareView::a_chosen);
  connect(header_b_, &PlanHeader::chosen, this, &CompareView::b_chosen);
  connect(&state_, &ViewState::over_time_changed, this, &CompareView::share_run);
  connect(a_, &HeapMapWidget::content_changed, this, &CompareView::share_extent);
  connect(a_, &HeapMapWidget::extent_changed, this, &CompareView::share_extent);
  connect(a_, &HeapMapWidget::map_view_changed, this, [this] {
    if (b_) follow(*a_, *b_);
  });
  show_mode();
}

void CompareView::make_actions() {
  side_by_side_ = make_toggle(tr("A | &B"), tr("Two plans side by side"), this);
  side_by_side_->setObjectName("side_by_side");
  difference_ = make_toggle(tr("&Difference"), tr("What differs between plan A and plan B, in one map"), this);
  difference_->setObjectName("difference");
  link_ = make_toggle(tr("&Link A and B"), tr("Both maps zoom and move together"), this);
  link_->setIconText(tr("Linked"));
  link_->setObjectName("link_maps");
  link_->setChecked(true);
  swap_ = new QAction(tr("&Swap A and B"), this);
  swap_->setIconText(tr("⇄"));
  swap_->setObjectName("swap_plans");
  connect(swap_, &QAction::triggered, this, &CompareView::swap);
  close_ = new QAction(tr("×"), this);
  close_->setObjectName("close_compare");
  close_->setToolTip(tr("Back to one map"));
  auto* group = new QActionGroup(this);
  group->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
  group->addAction(side_by_side_);
  group->addAction(difference_);
  connect(group, &QActionGroup::triggered, this, [this] {
    set_mode(side_by_side_->isChecked() ? Mode::side_by_side
             : difference_->isChecked() ? Mode::difference
                                        : Mode::single);
  });
  connect(close_, &QAction::triggered, this, [this] { set_mode(Mode::single); });
  connect(link_, &QAction::toggled, this, [this](bool on) {
    if (on && b_) follow(*a_, *b_);
  });
}

QWidget* CompareView::make_strip() {
  auto* strip = new QWidget;
  auto* line = new QHBoxLayout(strip);
  line->setContentsMargins(8, 3, 4, 1);
  summary_ = new QLabel;
  summary_->setObjectName("compare_summary");
  summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  summary_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  summary_->setWordWrap(true);  // where it is narrow: figures are never cut
  line->addWidget(summary_, 1);
  line->addWidget(make_segments({side_by_side_, difference_}, tr("How to compare")));
  QToolButton* swap = make_button(swap_);
  swap->setAccessibleName(tr("Swap A and B"));
  line->addWidget(swap);
  line->addWidget(make_button(link_));
  QToolButton* close = make_button(close_);
  close->setAccessibleName(close_->toolTip());
  line->addWidget(close);
  return strip;
}

void CompareView::make_b() {
  if (b_) return;
  b_ = new HeapMapWidget(&state_);
  b_->setObjectName("map_b");
  side_b_->addWidget(b_, 1);
  legend_ = new DifferenceLegend;
  side_b_->addWidget(legend_);
  connect(b_, &HeapMapWidget::coloring_changed, legend_, &DifferenceLegend::set_coloring);
  connect(b_, &HeapMapWidget::coloring_changed, this, &CompareView::tell_coloring);
  connect(b_, &HeapMapWidget::content_changed, this, &CompareView::share_extent);
  connect(b_, &HeapMapWidget::extent_changed, this, &CompareView::share_extent);
  connect(b_, &HeapMapWidget::map_view_changed, this, [this] { follow(*b_, *a_); });
  connect(&state_, &ViewState::reveal_requested, this, &CompareView::reveal_both);  // after both maps did
}

bool CompareView::linked() const {
  return link_->isChecked();
}

void CompareView::set_mode(Mode mode) {
  if (mode == mode_) return;
  mode_ = mode;
  if (mode_ != Mode::single) make_b();
  const QWidget* focus = focusWidget();
  const bool focused = focus && focus->hasFocus();
  show_mode();
  if (focused && !focus->isVisible()) map_in_front()->setFocus();
  share_run();
  show_b();
  share_extent();
  tell_coloring();
  emit mode_changed();
  emit pair_changed();
}

void CompareView::tell_coloring() {
  const bool shown = mode_ == Mode::difference && b_->coloring() && b_->coloring()->by() == ColorBy::difference;
  emit difference_coloring_changed(shown ? b_->coloring() : nullptr);
}

void CompareView::show_mode() {
  side_by_side_->setChecked(mode_ == Mode::side_by_side);
  link_->setEnabled(mode_ == Mode::side_by_side);
  strip_->setVisible(mode_ != Mode::single);
  sides_->widget(0)->setVisible(mode_ != Mode::difference);
  sides_->widget(1)->setVisible(mode_ != Mode::single);
  if (legend_) legend_->setVisible(mode_ == Mode::difference);
  if (b_) b_->setAccessibleName(mode_ == Mode::difference ? tr("Map of the difference") : tr("Heap map of plan B"));
  show_headers();
  summarize();
  if (mode_ == Mode::side_by_side) sides_->setSizes({kHalf, kHalf});
}

void CompareView::set_rows(const std::vector<PlanRow>& rows) {
  std::vector<PlanRow> for_a = rows;
  std::erase_if(for_a, [](const PlanRow& row) { return row.choice == PlanChoice::baseline(); });
  header_a_->set_rows(std::move(for_a));
  header_b_->set_rows(rows);
  summarize();
}

void CompareView::set_a(std::optional<PlanChoice> choice, const PlanView& view) {
  header_a_->set_choice(choice);
  const bool same = same_results(view, view_a_) && view.stale == view_a_.stale;
  view_a_ = view;
  summarize();
  if (same || mode_ == Mode::single) return;
  share_run();
  if (mode_ == Mode::difference) show_b();
  emit pair_changed();
}

void CompareView::set_b(const PlanChoice& choice, const PlanView& view) {
  const bool same = choice_b() == choice && same_results(view, view_b_) && view.stale == view_b_.stale;
  header_b_->set_choice(choice);
  view_b_ = view;
  summarize();
  if (same) return;
  share_run();
  show_b();
  if (mode_ != Mode::single) emit pair_changed();
}

std::optional<PlanPair> CompareView::pair() const {
  if (mode_ == Mode::single) return std::nullopt;
  if (choice_b() == PlanChoice::baseline()) return PlanPair{view_b_, view_a_, tr("baseline"), tr("now")};
  return PlanPair{view_a_, view_b_, tr("A"), tr("B")};
}

const std::optional<PlanChoice>& CompareView::choice_a() const {
  return header_a_->choice();
}

const std::optional<PlanChoice>& CompareView::choice_b() const {
  return header_b_->choice();
}

void CompareView::clear() {
  set_mode(Mode::single);
  header_b_->set_choice(std::nullopt);
  view_b_ = {};
  if (b_) b_->set_view({});
}

bool CompareView::busy() const {
  return a_->busy() || (b_ && b_->busy());
}

void CompareView::fit() {
  a_->fit();
  if (b_) b_->fit();
}

void CompareView::show_b() {
  if (!b_ || mode_ == Mode::single) return;
  if (mode_ == Mode::side_by_side) return b_->set_view(view_b_);
  const PlanPair both = *pair();
  b_->set_difference(both.before, both.after);
}

/// Above its map; both in one line above the map of a difference.
void CompareView::show_headers() {
  if (mode_ == Mode::difference) {
    headers_->addWidget(header_a_, 1);
    headers_->addWidget(header_b_, 1);
  } else {
    side_a_->insertWidget(0, header_a_);
    side_b_->insertWidget(0, header_b_);
  }
  for (PlanHeader* header : {header_a_, header_b_}) header->setVisible(mode_ != Mode::single);  // a new place hides it
}

/// Both over time, in one unit, or neither.
void CompareView::share_run() {
  const bool two = mode_ == Mode::side_by_side && b_ && state_.over_time() && view_a_.graph && view_b_.graph;
  const auto run_of = [two](const PlanView& view) {
    return two ? std::optional(map_run(view).value_or(0)) : std::nullopt;
  };
  a_->set_run_beside(run_of(view_b_));
  if (b_) b_->set_run_beside(run_of(view_a_));
}

/// Lines of one map can be compared with the other's by eye only where both have one scale.
void CompareView::share_extent() {
  const bool two = mode_ == Mode::side_by_side && b_;
  const MapExtent both = two ? united(a_->extent(), b_->extent()) : MapExtent();
  following_ = true;  // one after the other: what one shows while the other's extent is of before is no wish
  a_->set_least_extent(both);
  if (b_) b_->set_least_extent(both);
  following_ = false;
  if (!two) return;
  follow(*a_, *b_);
}

void CompareView::follow(HeapMapWidget& leader, HeapMapWidget& follower) {
  if (following_ || !linked() || mode_ != Mode::side_by_side) return;
  following_ = true;
  if (leader.geometry_of_map().is_fitted())
    follower.fit();  // all is all, whatever the rounding
  else
    follower.set_map_view(leader.geometry_of_map().view());
  following_ = false;
}

/// Each map came to its own place of the tensor, and so, linked, away from the other's.
void CompareView::reveal_both(TensorId t) {
  if (!linked() || mode_ != Mode::side_by_side) return;
  const auto a = a_->scene()->place(t), b = b_->scene()->place(t);
  if (!a || !b) return;
  const MapView& seen = a_->geometry_of_map().view();
  const double x0 = std::min(a->begin, b->begin), x1 = std::max(a->end, b->end);
  const auto y0 = static_cast<double>(std::min(a->low, b->low)), y1 = static_cast<double>(std::max(a->high, b->high));
  if (x0 >= seen.x0 && x1 <= seen.x1 && y0 >= seen.y0 && y1 <= seen.y1) return;
  const double across = std::max(seen.width(), (x1 - x0) * 1.2), up = std::max(seen.height(), (y1 - y0) * 1.2);
  const double x = (x0 + x1) / 2, y = (y0 + y1) / 2;
  a_->set_map_view({x - across / 2, x + across / 2, y - up / 2, y + up / 2});
}

/// A is shown in every view, and so cannot be what is pinned.
void CompareView::swap() {
  if (!swap_->isEnabled()) return;
  const PlanChoice a = *choice_a(), b = *choice_b();
  emit b_chosen(a);
  emit a_chosen(b);
}

void CompareView::summarize() {
  const PlanRow *a = header_a_->row(), *b = header_b_->row();
  const bool both = a && b && a->footprint && b->footprint;
  const bool pinned = choice_b() == PlanChoice::baseline();
  swap_->setEnabled(both && !pinned && mode_ != Mode::single);
  swap_->setToolTip(pinned ? tr("The baseline can be plan B only") : tr("Plan A becomes B, and plan B becomes A"));
  swap_->setStatusTip(swap_->toolTip());
  const bool unsafe_a = view_a_.clashes != nullptr, unsafe_b = view_b_.clashes != nullptr;
  header_b_->set_reference(both && !unsafe_a && !unsafe_b ? std::optional(*a) : std::nullopt);
  if (!both) {
    summary_->setText(tr("Choose a plan for B."));
    return;
  }
  if (unsafe_a || unsafe_b) {  // what it needs says nothing
    summary_->setText(unsafe_a && unsafe_b ? tr("Neither A nor B is a safe plan.")
                      : unsafe_a           ? tr("A is not a safe plan, so its footprint cannot be compared.")
                                           : tr("B is not a safe plan, so its footprint cannot be compared."));
    return;
  }
  const QStringList sentences{memory_sentence(*a, *b), time_sentence(*a, *b)};
  summary_->setText(sentences.join(' ').trimmed());
}

Drawing CompareView::drawing() const {
  if (mode_ == Mode::single) return a_->drawing();
  if (mode_ == Mode::difference) return b_->drawing();
  const auto heading = [](const QString& letter, const PlanHeader& header) {
    const PlanRow* row = header.row();
    return row && row->footprint ? tr("%1: %2 – %3").arg(letter, row->name, needs_text(*row->footprint, row->makespan))
                                 : letter;
  };
  const Drawing a = a_->drawing(), b = b_->drawing();
  if (!a.paint || !b.paint) return a.paint ? b : a;
  return side_by_side({{heading(tr("A"), *header_a_), a}, {heading(tr("B"), *header_b_), b}});
}

}  // namespace stowage
