// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/compare_view.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/plan/plan.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/segments.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/heap_map/map_difference.h"
#include "widgets/painters/page/export.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/views/heap_map/heap_map_widget.h"

namespace stowage {
namespace {

constexpr int kHalf = 10'000;                         // more than there is of either: the splitter makes them equal
constexpr int kLeastChoice = 110, kMostChoice = 280;  // pixels
constexpr int kAround = 60;                           // for the letter, margins and spaces of a header

QAction* make_toggle(const char* name, const QString& text, const QString& tip, QObject* parent) {
  auto* action = new QAction(text, parent);
  action->setObjectName(name);
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

/// Compares the makespans; empty where one is not known.
QString time_sentence(const PlanRow& a, const PlanRow& b) {
  if (!a.makespan || !b.makespan) return {};
  const std::int64_t more = b.makespan->nanoseconds - a.makespan->nanoseconds;
  if (more == 0) return CompareView::tr("Both take %1.").arg(makespan_text(*b.makespan));
  const QString by = makespan_text({std::abs(more), a.makespan->estimated || b.makespan->estimated});
  return (more > 0 ? CompareView::tr("B takes %1 longer.") : CompareView::tr("B takes %1 less.")).arg(by);
}

struct HeaderWords {
  Q_DECLARE_TR_FUNCTIONS(stowage::PlanHeader)
};

QString at_least_text(const PlanRow& row, const QString& bytes) {
  return row.at_least ? HeaderWords::tr("at least %1").arg(bytes) : bytes;
}

/// "+0.7 MiB (+4.9%), +312 µs", and shorter; the time where both are known, the bytes where both mean the same.
QStringList delta_texts(const PlanRow& plan, const PlanRow& reference) {
  const Bytes footprint = *plan.footprint, other = *reference.footprint;
  const bool times = plan.makespan && reference.makespan;
  const QString time = times ? makespan_change(*reference.makespan, *plan.makespan) : QString();
  if (plan.at_least || reference.at_least || plan.assumed || reference.assumed)
    return times ? QStringList{time} : QStringList{};
  const QString amount = footprint == other ? HeaderWords::tr("±0") : signed_bytes(footprint - other);
  QStringList out{amount};
  if (footprint != other && other.count != 0)
    out.prepend(HeaderWords::tr("%1 (%2)").arg(amount, signed_percent(gap(footprint, other))));
  if (!times) return out;
  QStringList with_time;
  for (const QString& each : out) with_time << HeaderWords::tr("%1, %2").arg(each, time);
  return with_time + out;
}

/// What a plan needs: "14.2 MiB", "at least 14.2 MiB", "14.2 MiB, 3.10 ms" where the makespan is known.
QString needs_text(const PlanRow& row) {
  const QString least = at_least_text(row, human_bytes(*row.footprint));
  return row.makespan ? HeaderWords::tr("%1, %2").arg(least, makespan_text(*row.makespan)) : least;
}

}  // namespace

/// The line above one of two maps: which plan it shows, to choose from all, its footprint and makespan, and how much
/// those are more or less than the other's. Where it is narrow, figures are left out rather than cut.
class PlanHeader final : public QWidget {
  Q_DECLARE_TR_FUNCTIONS(stowage::PlanHeader)

 public:
  /// `letter` names the side ("A"); `accessible_name` says what is chosen here; `choose` is what the user does.
  PlanHeader(const char* object, const QString& letter, const QString& accessible_name,
             std::function<void(const PlanChoice&)> choose) {
    setObjectName(object);
    auto* name = new QLabel(letter);
    QFont bold = name->font();
    bold.setBold(true);
    name->setFont(bold);
    name->setBuddy(box_);
    box_->setAccessibleName(accessible_name);
    box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box_->setMinimumWidth(kLeastChoice);
    box_->setMaximumWidth(kMostChoice);
    box_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    delta_->setForegroundRole(QPalette::PlaceholderText);
    setLayout(in_line({name, {box_, 100}, note_, delta_, spring(1)}, {8, 2, 8, 2}));
    follow_numbers(this, [this] { show_rows(); });
    connect(box_, &QComboBox::activated, this, [this, choose = std::move(choose)](int at) {
      const PlanChoice wanted = rows_[static_cast<std::size_t>(at)].choice;
      show_rows();  // the plan shown stays marked until another one is shown
      choose(wanted);
    });
  }

  /// `reference`: the plan to measure against, with a footprint; none: no difference is shown.
  void show(std::vector<PlanRow> rows, const PlanRow* chosen, std::optional<PlanRow> reference) {
    reference_ = std::move(reference);
    chosen_ = chosen ? std::optional(*chosen) : std::nullopt;
    rows_ = std::move(rows);
    show_rows();
  }

 private:
  void resizeEvent(QResizeEvent*) override { show_figures(); }

  /// Changes items where they are, so that an open list stays open.
  void show_rows() {
    const int count = static_cast<int>(rows_.size());
    while (box_->count() > count) box_->removeItem(box_->count() - 1);
    while (box_->count() < count) box_->addItem(QString());
    auto* items = qobject_cast<QStandardItemModel*>(box_->model());
    int chosen = -1;
    for (int at = 0; at < count; ++at) {
      const PlanRow& row = rows_[static_cast<std::size_t>(at)];
      const QString text = row.footprint ? tr("%1 – %2").arg(row.name, needs_text(row)) : row.name;
      if (box_->itemText(at) != text) {
        box_->setItemText(at, text);
        box_->setItemData(at, row.name, ElidedCombo::kShortRole);
      }
      items->item(at)->setEnabled(row.footprint.has_value());
      if (chosen_ && row.choice == chosen_->choice) chosen = at;
    }
    box_->setCurrentIndex(chosen);
    show_figures();
  }

  void show_figures() {
    const bool known = chosen_ && chosen_->footprint;
    note_->setText(known && chosen_->stale ? tr("being planned again") : QString());
    delta_->clear();
    delta_->setToolTip({});
    if (!known || !reference_) return;
    // What the choice leaves at its least, so that neither is cut.
    const int room = width() - kLeastChoice - (note_->text().isEmpty() ? 0 : note_->sizeHint().width()) - kAround;
    const QStringList texts = delta_texts(*chosen_, *reference_);
    delta_->setText(texts.isEmpty() ? QString() : fitting(delta_->font(), texts, room));
    const auto full_text = [](const PlanRow& row) { return at_least_text(row, full_bytes(*row.footprint)); };
    QString tip = tr("Footprint %1; the other side needs %2").arg(full_text(*chosen_), full_text(*reference_));
    if (chosen_->makespan && reference_->makespan)
      tip += '\n' + tr("Makespan %1; the other side takes %2")
                        .arg(makespan_text(*chosen_->makespan), makespan_text(*reference_->makespan));
    delta_->setToolTip(tip);
  }

  std::vector<PlanRow> rows_;
  std::optional<PlanRow> chosen_, reference_;
  QComboBox* box_ = new ElidedCombo;
  QLabel* note_ = named(new QLabel, "note");
  QLabel* delta_ = named(new QLabel, "delta");
};

CompareView::CompareView(ViewState& state, HeapMapWidget* shown)
    : state_(state),
      b_(named(shown, "map_b")),
      header_a_(new PlanHeader("header_a", tr("A"), tr("Plan A (before), to compare with"),
                               [this](const PlanChoice& choice) { emit a_chosen(choice); })),
      header_b_(new PlanHeader("header_b", tr("B"), tr("Plan B (after), shown in every view"),
                               [this](const PlanChoice& choice) { emit b_chosen(choice); })),
      sides_(new QSplitter(Qt::Horizontal)),
      headers_(in_line({}, {}, 0)) {
  make_actions();
  strip_ = make_strip();
  sides_->setChildrenCollapsible(false);
  for (QVBoxLayout** side : {&side_a_, &side_b_}) {
    auto* widget = new QWidget;
    *side = make_rows(widget);
    sides_->addWidget(widget);
  }
  side_b_->addWidget(header_b_);
  side_b_->addWidget(b_, 1);
  side_a_->addWidget(header_a_);
  in_rows(this, {strip_, headers_, {sides_, 1}});
  connect(&state_, &ViewState::over_time_changed, this, &CompareView::share_run);
  connect(b_, &HeapMapWidget::content_changed, this, &CompareView::share_extent);
  connect(b_, &HeapMapWidget::extent_changed, this, &CompareView::share_extent);
  connect(b_, &HeapMapWidget::map_view_changed, this, [this] {
    if (a_) follow(*b_, *a_);
  });
  show_mode();
}

void CompareView::make_actions() {
  side_by_side_ = make_toggle("side_by_side", tr("A | &B"), tr("Two plans side by side"), this);
  difference_ = make_toggle("difference", tr("&Difference"), tr("The changes from plan A to plan B, in one map"), this);
  link_ = make_toggle("link_maps", tr("&Link A and B"), tr("Both maps zoom and move together"), this);
  link_->setIconText(tr("Linked"));
  link_->setChecked(true);
  swap_ = new QAction(tr("&Swap A and B"), this);
  swap_->setIconText(tr("⇄"));
  swap_->setObjectName("swap_plans");
  connect(swap_, &QAction::triggered, this, &CompareView::swap);
  auto* group = new QActionGroup(this);
  group->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
  group->addAction(side_by_side_);
  group->addAction(difference_);
  connect(group, &QActionGroup::triggered, this, [this] {
    set_mode(side_by_side_->isChecked() ? Mode::side_by_side
             : difference_->isChecked() ? Mode::difference
                                        : Mode::single);
  });
  connect(link_, &QAction::toggled, this, [this](bool on) {
    if (on && a_) follow(*b_, *a_);
  });
}

QWidget* CompareView::make_strip() {
  summary_ = make_wrapped_line("compare_summary");  // figures are never cut
  summary_->setContentsMargins(0, 0, 0, 0);
  QToolButton* swap = make_button(swap_);
  swap->setAccessibleName(tr("Swap A and B"));
  QToolButton* close = make_sign_button("close_compare_button", tr("×"), tr("Back to one map"));
  connect(close, &QToolButton::clicked, this, [this] { set_mode(Mode::single); });
  QWidget* how = make_segments({side_by_side_, difference_}, tr("How to compare"));
  return in_bar({{summary_, 1}, how, swap, make_button(link_), close}, {8, 3, 4, 1});
}

void CompareView::make_a() {
  if (a_) return;
  a_ = new HeapMapWidget(&state_);
  a_->setObjectName("map_a");
  a_->show_curve(b_->shows_curve());
  side_a_->addWidget(a_, 1);
  connect(a_, &HeapMapWidget::coloring_changed, this, &CompareView::tell_coloring);
  connect(a_, &HeapMapWidget::content_changed, this, &CompareView::share_extent);
  connect(a_, &HeapMapWidget::extent_changed, this, &CompareView::share_extent);
  connect(a_, &HeapMapWidget::map_view_changed, this, [this] { follow(*a_, *b_); });
  connect(&state_, &ViewState::reveal_requested, this, &CompareView::reveal_both);  // after both maps did
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
  share_pair();
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
  if (a_) a_->setAccessibleName(mode_ == Mode::difference ? tr("Map of the difference") : tr("Heap map of plan A"));
  show_headers();
  summarize();
  if (mode_ == Mode::side_by_side) sides_->setSizes({kHalf, kHalf});
}

const PlanRow* CompareView::row_of(const std::optional<PlanChoice>& choice) const {
  const auto found = std::ranges::find_if(rows_, [&](const PlanRow& row) { return row.choice == choice; });
  return found == rows_.end() ? nullptr : &*found;
}

void CompareView::set_rows(std::vector<PlanRow> rows) {
  rows_ = std::move(rows);
  summarize();
}

void CompareView::set_b(std::optional<PlanChoice> choice, const PlanView& view) {
  choice_b_ = choice;
  const bool same = same_results(view, view_b_) && view.stale == view_b_.stale;
  view_b_ = view;
  summarize();
  if (same || mode_ == Mode::single) return;
  share_run();
  if (mode_ == Mode::difference) show_a();
  share_pair();
}

void CompareView::set_a(const PlanChoice& choice, const PlanView& view) {
  const bool same = choice_a_ == choice && same_results(view, view_a_) && view.stale == view_a_.stale;
  choice_a_ = choice;
  view_a_ = view;
  summarize();
  if (same) return;
  share_run();
  show_a();
  share_pair();
}

std::optional<PlanPair> CompareView::pair() const {
  if (mode_ == Mode::single) return std::nullopt;
  if (choice_a_ == PlanChoice::baseline()) return PlanPair{view_a_, view_b_, tr("baseline"), tr("now")};
  return PlanPair{view_a_, view_b_, tr("A"), tr("B")};
}

void CompareView::share_pair() {
  std::optional<PlanPair> both = pair();
  state_.set_compared(both ? std::make_shared<const PlanPair>(*std::move(both)) : nullptr);
}

void CompareView::clear() {
  set_mode(Mode::single);
  choice_a_.reset();
  view_a_ = {};
  if (a_) a_->set_view({});
  summarize();
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

/// Puts each above its map, and both in one line above the map of a difference.
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

/// Draws both over time, in one unit, or neither.
void CompareView::share_run() {
  const bool two = mode_ == Mode::side_by_side && a_ && state_.over_time() && view_b_.graph && view_a_.graph;
  const auto run_of = [two](const PlanView& view) {
    return two ? std::optional(map_run(view).value_or(0)) : std::nullopt;
  };
  b_->set_run_beside(run_of(view_a_));
  if (a_) a_->set_run_beside(run_of(view_b_));
}

/// Lines of one map can be compared with the other's by eye only where both have one scale.
void CompareView::share_extent() {
  const bool two = mode_ == Mode::side_by_side && a_;
  MapExtent both = two ? united(b_->extent(), a_->extent()) : MapExtent();
  if (!two) both.left = left_;
  following_ = true;  // until both have the extent, what one map shows is not the user's wish
  b_->set_least_extent(both);
  if (a_) a_->set_least_extent(both);
  following_ = false;
  if (!two) return;
  follow(*b_, *a_);
}

void CompareView::follow(HeapMapWidget& leader, HeapMapWidget& follower) {
  if (following_ || !are_linked()) return;
  following_ = true;
  if (leader.geometry_of_map().is_fitted())
    follower.fit();  // exactly all, whatever the rounding
  else
    follower.set_map_view(leader.geometry_of_map().view());
  following_ = false;
}

/// Each map came to its own place of the tensor, and so, linked, away from the other's.
void CompareView::reveal_both(TensorId t) {
  if (!are_linked()) return;
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
  const PlanChoice a = *choice_a_, b = *choice_b_;
  emit a_chosen(b);
  emit b_chosen(a);
}

void CompareView::summarize() {
  const PlanRow *a = row_of(choice_a_), *b = row_of(choice_b_);
  const bool both = a && b && a->footprint && b->footprint;
  const bool pinned = choice_a_ == PlanChoice::baseline();
  swap_->setEnabled(both && !pinned && mode_ != Mode::single);
  swap_->setToolTip(pinned ? tr("The baseline can be plan A only") : tr("Plan A becomes B, and plan B becomes A"));
  swap_->setStatusTip(swap_->toolTip());
  const bool unsafe_a = view_a_.clashes != nullptr, unsafe_b = view_b_.clashes != nullptr;
  std::vector<PlanRow> for_b = rows_;
  std::erase_if(for_b, [](const PlanRow& row) { return row.choice == PlanChoice::baseline(); });
  header_a_->show(rows_, a, std::nullopt);
  header_b_->show(std::move(for_b), b, both && !unsafe_a && !unsafe_b ? std::optional(*a) : std::nullopt);
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
  const auto heading = [](const QString& letter, const PlanRow* row) {
    return row && row->footprint ? tr("%1: %2 – %3").arg(letter, row->name, needs_text(*row)) : letter;
  };
  const Drawing a = a_->drawing(), b = b_->drawing();
  if (!a.paint || !b.paint) return a.paint ? b : a;
  return side_by_side({{heading(tr("A"), row_of(choice_a_)), a}, {heading(tr("B"), row_of(choice_b_)), b}});
}

}  // namespace stowage
