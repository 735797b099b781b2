// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/compare_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/base/canvas.h"
#include "widgets/controls/strategy_toggles.h"
#include "widgets/painters/heap_map/map_difference.h"
#include "widgets/painters/page/export.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/words/graph_words.h"
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
  if (a.at_least || b.at_least)
    return CompareView::tr("Not everything is counted, so the memory of A and B cannot be compared.");
  if (a.assumed || b.assumed)
    return CompareView::tr("Offsets were assumed, so the memory of A and B cannot be compared.");
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

/// Names the colours and hatches of a difference map, in a line below it.
class DifferenceLegend final : public QWidget {
  Q_DECLARE_TR_FUNCTIONS(stowage::DifferenceLegend)

 public:
  DifferenceLegend() { setAccessibleName(tr("Legend of the difference")); }

  /// The classes now shown. May be null.
  void set_coloring(std::shared_ptr<const Coloring> coloring) {
    coloring_ = std::move(coloring);
    adapt_height();
    update();
  }

 private:
  /// Returns the height that it needs.
  double draw(QPainter& painter) const {
    if (!coloring_) return 0;
    const Theme& theme = theme_of(*this);
    painter.fillRect(rect(), theme.background);
    const QRectF inside = QRectF(rect()).adjusted(8, 0, -8, -3);
    return draw_legend(painter, inside, {}, difference_legend(*coloring_, theme), theme);
  }
  /// Takes as many lines as its width asks for.
  void adapt_height() {
    QImage nothing(1, 1, QImage::Format_RGB32);
    QPainter painter(&nothing);
    setFixedHeight(std::max(1, static_cast<int>(std::ceil(draw(painter)))));
  }
  void resizeEvent(QResizeEvent*) override { adapt_height(); }
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    draw(painter);
  }

  std::shared_ptr<const Coloring> coloring_;
};

CompareView::CompareView(ViewState& state, HeapMapWidget* shown, QWidget* parent)
    : QWidget(parent),
      state_(state),
      b_(shown),
      header_a_(new PlanHeader(tr("A"), tr("Plan A (before), to compare with"))),
      header_b_(new PlanHeader(tr("B"), tr("Plan B (after), shown in every view"))),
      sides_(new QSplitter(Qt::Horizontal)) {
  b_->setObjectName("map_b");
  header_b_->setObjectName("header_b");
  header_a_->setObjectName("header_a");
  make_actions();
  strip_ = make_strip();
  sides_->setChildrenCollapsible(false);
  for (QVBoxLayout** side : {&side_a_, &side_b_}) {
    auto* widget = new QWidget;
    *side = make_column(widget);
    sides_->addWidget(widget);
  }
  side_b_->addWidget(header_b_);
  side_b_->addWidget(b_, 1);
  side_a_->addWidget(header_a_);
  QVBoxLayout* rows = make_column(this);
  rows->addWidget(strip_);
  headers_ = new QHBoxLayout;
  headers_->setSpacing(0);
  rows->addLayout(headers_);
  rows->addWidget(sides_, 1);
  connect(header_b_, &PlanHeader::chosen, this, &CompareView::b_chosen);
  connect(header_a_, &PlanHeader::chosen, this, &CompareView::a_chosen);
  connect(&state_, &ViewState::over_time_changed, this, &CompareView::share_run);
  connect(b_, &HeapMapWidget::content_changed, this, &CompareView::share_extent);
  connect(b_, &HeapMapWidget::extent_changed, this, &CompareView::share_extent);
  connect(b_, &HeapMapWidget::map_view_changed, this, [this] {
    if (a_) follow(*b_, *a_);
  });
  show_mode();
}

void CompareView::make_actions() {
  side_by_side_ = make_toggle(tr("A | &B"), tr("Two plans side by side"), this);
  side_by_side_->setObjectName("side_by_side");
  difference_ = make_toggle(tr("&Difference"), tr("The changes from plan A to plan B, in one map"), this);
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
    if (on && a_) follow(*b_, *a_);
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

void CompareView::make_a() {
  if (a_) return;
  a_ = new HeapMapWidget(&state_);
  a_->setObjectName("map_a");
  a_->show_curve(b_->shows_curve());
  side_a_->addWidget(a_, 1);
  legend_ = new DifferenceLegend;
  side_a_->addWidget(legend_);
  connect(a_, &HeapMapWidget::coloring_changed, legend_, &DifferenceLegend::set_coloring);
  connect(a_, &HeapMapWidget::coloring_changed, this, &CompareView::tell_coloring);
  connect(a_, &HeapMapWidget::content_changed, this, &CompareView::share_extent);
  connect(a_, &HeapMapWidget::extent_changed, this, &CompareView::share_extent);
  connect(a_, &HeapMapWidget::map_view_changed, this, [this] { follow(*a_, *b_); });
  connect(&state_, &ViewState::reveal_requested, this, &CompareView::reveal_both);  // after both maps did
}

bool CompareView::linked() const {
  return link_->isChecked();
}

void CompareView::set_mode(Mode mode) {
  if (mode == mode_) return;
  mode_ = mode;
  if (mode_ != Mode::single) make_a();
  const QWidget* focus = focusWidget();
  const bool focused = focus && focus->hasFocus();
  show_mode();
  if (focused && !focus->isVisible()) map_in_front()->setFocus();
  share_run();
  show_a();
  share_extent();
  tell_coloring();
  emit mode_changed();
  emit pair_changed();
}

void CompareView::tell_coloring() {
  const bool shown = mode_ == Mode::difference && a_->coloring() && a_->coloring()->by() == ColorBy::difference;
  emit difference_coloring_changed(shown ? a_->coloring() : nullptr);
}

void CompareView::show_mode() {
  side_by_side_->setChecked(mode_ == Mode::side_by_side);
  link_->setEnabled(mode_ == Mode::side_by_side);
  strip_->setVisible(mode_ != Mode::single);
  sides_->widget(0)->setVisible(mode_ != Mode::single);  // A, or the difference
  sides_->widget(1)->setVisible(mode_ != Mode::difference);
  if (legend_) legend_->setVisible(mode_ == Mode::difference);
  if (a_) a_->setAccessibleName(mode_ == Mode::difference ? tr("Map of the difference") : tr("Heap map of plan A"));
  show_headers();
  summarize();
  if (mode_ == Mode::side_by_side) sides_->setSizes({kHalf, kHalf});
}

void CompareView::set_rows(const std::vector<PlanRow>& rows) {
  std::vector<PlanRow> for_b = rows;
  std::erase_if(for_b, [](const PlanRow& row) { return row.choice == PlanChoice::baseline(); });
  header_b_->set_rows(std::move(for_b));
  header_a_->set_rows(rows);
  summarize();
}

void CompareView::set_b(std::optional<PlanChoice> choice, const PlanView& view) {
  header_b_->set_choice(choice);
  const bool same = same_results(view, view_b_) && view.stale == view_b_.stale;
  view_b_ = view;
  summarize();
  if (same || mode_ == Mode::single) return;
  share_run();
  if (mode_ == Mode::difference) show_a();
  emit pair_changed();
}

void CompareView::set_a(const PlanChoice& choice, const PlanView& view) {
  const bool same = choice_a() == choice && same_results(view, view_a_) && view.stale == view_a_.stale;
  header_a_->set_choice(choice);
  view_a_ = view;
  summarize();
  if (same) return;
  share_run();
  show_a();
  if (mode_ != Mode::single) emit pair_changed();
}

std::optional<PlanPair> CompareView::pair() const {
  if (mode_ == Mode::single) return std::nullopt;
  if (choice_a() == PlanChoice::baseline()) return PlanPair{view_a_, view_b_, tr("baseline"), tr("now")};
  return PlanPair{view_a_, view_b_, tr("A"), tr("B")};
}

const std::optional<PlanChoice>& CompareView::choice_b() const {
  return header_b_->choice();
}

const std::optional<PlanChoice>& CompareView::choice_a() const {
  return header_a_->choice();
}

void CompareView::clear() {
  set_mode(Mode::single);
  header_a_->set_choice(std::nullopt);
  view_a_ = {};
  if (a_) a_->set_view({});
}

bool CompareView::busy() const {
  return b_->busy() || (a_ && a_->busy());
}

bool CompareView::shows_curves() const {
  return b_->shows_curve();
}

void CompareView::show_curves(bool shown) {
  b_->show_curve(shown);
  if (a_) a_->show_curve(shown);
}

void CompareView::fit() {
  b_->fit();
  if (a_) a_->fit();
}

void CompareView::show_a() {
  if (!a_ || mode_ == Mode::single) return;
  if (mode_ == Mode::side_by_side) return a_->set_view(view_a_);
  const PlanPair both = *pair();
  a_->set_difference(both.before, both.after);
}

/// Above its map; both in one line above the map of a difference.
void CompareView::show_headers() {
  if (mode_ == Mode::difference) {
    headers_->addWidget(header_a_, 1);
    headers_->addWidget(header_b_, 1);
  } else {
    side_b_->insertWidget(0, header_b_);
    side_a_->insertWidget(0, header_a_);
  }
  for (PlanHeader* header : {header_b_, header_a_}) header->setVisible(mode_ != Mode::single);  // a new place hides it
}

/// Both over time, in one unit, or neither.
void CompareView::share_run() {
  const bool two = mode_ == Mode::side_by_side && a_ && state_.over_time() && view_b_.graph && view_a_.graph;
  const auto run_of = [two](const PlanView& view) {
    return two ? std::optional(map_run(view).value_or(0)) : std::nullopt;
  };
  b_->set_run_beside(run_of(view_a_));
  if (a_) a_->set_run_beside(run_of(view_b_));
}

void CompareView::set_left(double left) {
  if (std::exchange(left_, left) != left) share_extent();
}

/// Lines of one map can be compared with the other's by eye only where both have one scale.
void CompareView::share_extent() {
  const bool two = mode_ == Mode::side_by_side && a_;
  MapExtent both = two ? united(b_->extent(), a_->extent()) : MapExtent();
  if (!two) both.left = left_;
  following_ = true;  // what one map shows until the other has the extent, too, is not the user's wish
  b_->set_least_extent(both);
  if (a_) a_->set_least_extent(both);
  following_ = false;
  if (!two) return;
  follow(*b_, *a_);
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
  const MapView& seen = b_->geometry_of_map().view();
  const double x0 = std::min(a->begin, b->begin), x1 = std::max(a->end, b->end);
  const auto y0 = static_cast<double>(std::min(a->low, b->low)), y1 = static_cast<double>(std::max(a->high, b->high));
  if (x0 >= seen.x0 && x1 <= seen.x1 && y0 >= seen.y0 && y1 <= seen.y1) return;
  const double across = std::max(seen.width(), (x1 - x0) * 1.2), up = std::max(seen.height(), (y1 - y0) * 1.2);
  const double x = (x0 + x1) / 2, y = (y0 + y1) / 2;
  b_->set_map_view({x - across / 2, x + across / 2, y - up / 2, y + up / 2});
}

/// B is shown in every view, and so cannot be what is pinned.
void CompareView::swap() {
  if (!swap_->isEnabled()) return;
  const PlanChoice a = *choice_a(), b = *choice_b();
  emit a_chosen(b);
  emit b_chosen(a);
}

void CompareView::summarize() {
  const PlanRow *a = header_a_->row(), *b = header_b_->row();
  const bool both = a && b && a->footprint && b->footprint;
  const bool pinned = choice_a() == PlanChoice::baseline();
  swap_->setEnabled(both && !pinned && mode_ != Mode::single);
  swap_->setToolTip(pinned ? tr("The baseline can be plan A only") : tr("Plan A becomes B, and plan B becomes A"));
  swap_->setStatusTip(swap_->toolTip());
  const bool unsafe_a = view_a_.clashes != nullptr, unsafe_b = view_b_.clashes != nullptr;
  header_b_->set_reference(both && !unsafe_a && !unsafe_b ? std::optional(*a) : std::nullopt);
  if (!both) {
    summary_->setText(tr("Choose a plan for A."));
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
  if (mode_ == Mode::single) return b_->drawing();
  if (mode_ == Mode::difference) return a_->drawing();
  const auto heading = [](const QString& letter, const PlanHeader& header) {
    const PlanRow* row = header.row();
    return row && row->footprint ? tr("%1: %2 – %3").arg(letter, row->name, needs_text(*row)) : letter;
  };
  const Drawing a = a_->drawing(), b = b_->drawing();
  if (!a.paint || !b.paint) return a.paint ? b : a;
  return side_by_side({{heading(tr("A"), *header_a_), a}, {heading(tr("B"), *header_b_), b}});
}

}  // namespace stowage
