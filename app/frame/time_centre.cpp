// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/time_centre.h"

#include <algorithm>
#include <cmath>

#include <QLabel>
#include <QResizeEvent>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/base/view_state.h"
#include "widgets/controls/folding_part.h"
#include "widgets/controls/headline.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/lanes/lanes_pane.h"
#include "widgets/views/overview/overview_strip.h"

namespace stowage {
namespace {

constexpr double kMostForLanes = 0.4;       // of the height, unless the user wants more
constexpr std::size_t kFewLanes = 3;        // which are seen whole wherever there is room
constexpr int kLanesAlone = 156;            // pixels, of lanes above a folded map
constexpr double kMostForNames = 168;       // pixels of the margin
constexpr double kMostNamesShare = 0.25;    // of the width
constexpr int kLeastForAll = 300;           // pixels: a lower centre is the map alone
constexpr int kLeastForHighHeadline = 560;  // pixels: in less, it is one line

/// Gives what another scale shows in [begin, end) as places of `scale`.
std::optional<StepScale::Span> places_on(const StepScale& scale, const StepScale& other, double begin, double end) {
  if (!scale.same_axis(other)) return scale.same_steps(other, begin, end);
  const double factor = static_cast<double>(other.unit()) / static_cast<double>(scale.unit());
  return StepScale::Span{begin * factor, end * factor};
}

}  // namespace

TimeCentre::TimeCentre(ViewState& state, CompareView* compare, LanesPane* lanes, QWidget* parent)
    : QWidget(parent),
      compare_(compare),
      lanes_(lanes),
      headline_(new Headline),
      overview_(new OverviewStrip(state)),
      split_(new QSplitter(Qt::Vertical)),
      curve_line_(make_folded_line(tr("Memory curve"))),
      note_(new QLabel) {
  setObjectName("time_centre");
  parts_ = {new FoldingPart(tr("Overview"), overview_), new FoldingPart(tr("Lanes"), lanes_),
            new FoldingPart(tr("Heap map"), compare_)};
  const char* const names[] = {"part_overview", "part_lanes", "part_map"};
  for (std::size_t k = 0; k < parts_.size(); ++k) parts_[k]->setObjectName(names[k]);
  split_->setObjectName("centre_split");
  split_->setChildrenCollapsible(false);
  split_->addWidget(part(Part::lanes));
  split_->addWidget(part(Part::map));
  split_->setStretchFactor(0, 0);
  split_->setStretchFactor(1, 1);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->setSizeConstraint(QLayout::SetNoConstraint);  // it can be lower than its parts together
  rows->addWidget(headline_);
  rows->addWidget(part(Part::overview));
  rows->addWidget(split_, 1);
  rows->addWidget(curve_line_, 0, Qt::AlignLeft);
  note_->setObjectName("folded_map_note");
  note_->setAlignment(Qt::AlignCenter);
  note_->setWordWrap(true);
  note_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);  // it has the room that is left
  note_->setForegroundRole(QPalette::PlaceholderText);
  note_->hide();
  rows->addWidget(note_, 1);
  curve_line_->setObjectName("unfold_curve");
  curve_line_->hide();
  connect(curve_line_, &QToolButton::clicked, this, [this] { show_curve(true); });
  connect(lanes_, &LanesPane::names_changed, this, &TimeCentre::share_margin);
  connect(split_, &QSplitter::splitterMoved, this, [this] { placed_by_user_ = true; });
  for (const Part each : {Part::overview, Part::lanes, Part::map})
    connect(part(each), &FoldingPart::folded_changed, this, [this] { share_room(); });
  connect(compare_, &CompareView::mode_changed, this, &TimeCentre::follow_mode);
  connect(overview_, &OverviewStrip::places_chosen, this, [this](double begin, double end) {
    MapView view = map().geometry_of_map().view();
    view.x0 = begin;
    view.x1 = end;
    map().set_map_view(view);
  });
  connect(lanes_, &LanesPane::places_changed, this, &TimeCentre::share_axis);  // it may be another axis
  connect(lanes_, &LanesPane::places_changed, this, &TimeCentre::show_lane_places);
  follow_mode();
}

QSize TimeCentre::minimumSizeHint() const {
  return compare_->minimumSizeHint();
}

void TimeCentre::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  show_parts();
  if (event->oldSize().height() != height()) share_room();
}

/// Makes the margin as wide as the names of the lanes need, up to a limit: one axis has one margin.
void TimeCentre::share_margin() {
  const HeapMapGeometry sample(QRectF(0, 0, 800, 600), 1, 1);
  const double least = sample.plot().left(), right = 800 - sample.plot().right();
  const bool lanes = !part(Part::lanes)->isHidden() && !is_folded(Part::lanes);
  const double most = std::max(least, std::floor(std::min(kMostForNames, kMostNamesShare * width())));
  const double left = lanes ? std::clamp(std::ceil(lanes_->names_width()), least, most) : least;
  lanes_axis_ = lanes_need_axis();
  lanes_->set_margins({left, right, lanes_axis_});
  overview_->set_margins(left, right);
  compare_->set_left(left);
}

/// The axis stands once, below the map; above a map that has none, or another, the lanes have their own. A plan that is
/// on its way will have one.
bool TimeCentre::lanes_need_axis() const {
  if (is_folded(Part::map)) return true;
  const auto& scene = map().scene();
  if (!scene || !scene->sentence().isEmpty()) return !scene || !scene->plan_view().planning;
  return !scene->scale().same_axis(lanes_->geometry_of_lanes().scale());
}

/// Lanes that get an axis, or leave it to the map, need another height.
void TimeCentre::share_axis() {
  if (lanes_need_axis() != lanes_axis_) share_room();
}

/// The overview draws the curve of a plan: without one, beside a folded map, it would be empty.
void TimeCentre::show_parts() {
  const bool beside = compare_->mode() != CompareView::Mode::side_by_side && height() >= kLeastForAll;
  headline_->setVisible(beside);
  headline_->set_low(height() < kLeastForHighHeadline);
  part(Part::overview)->setVisible(beside && (has_places() || !is_folded(Part::map)));
  part(Part::lanes)->setVisible(beside);
  share_margin();
}

HeapMapWidget& TimeCentre::map() const {
  return *compare_->map_in_front();
}

void TimeCentre::follow_mode() {
  show_parts();
  part(Part::map)->set_foldable(compare_->mode() == CompareView::Mode::single);
  HeapMapWidget* now = &map();
  if (linked_ != now) {
    if (linked_) disconnect(linked_, nullptr, this, nullptr);
    linked_ = now;
    connect(now, &HeapMapWidget::map_view_changed, this, &TimeCentre::show_map_places);
    connect(now, &HeapMapWidget::content_changed, this, &TimeCentre::take_map);
  }
  take_map();
}

void TimeCentre::take_map() {
  overview_->set_scene(map().scene());
  share_axis();
  show_parts();
  show_map_places();
}

bool TimeCentre::has_places() const {
  return map().scene() && map().scene()->plan_view().plan;
}

/// What the map shows, lanes and overview show. A map without a plan has no axis: then the lanes keep their own places.
void TimeCentre::show_map_places() {
  if (following_ || !has_places()) return;
  const QScopedValueRollback<bool> guard(following_, true);
  const MapView& view = map().geometry_of_map().view();
  overview_->set_places(view.x0, view.x1);
  const StepScale& lanes = lanes_->geometry_of_lanes().scale();
  if (const auto places = places_on(lanes, map().scene()->scale(), view.x0, view.x1))
    lanes_->show_places(places->begin, places->end);
}

void TimeCentre::show_lane_places() {
  if (following_ || !has_places() || lanes_->isHidden() || part(Part::lanes)->isHidden()) return;
  const auto& shown = lanes_->geometry_of_lanes().view();
  const auto places = places_on(map().scene()->scale(), lanes_->geometry_of_lanes().scale(), shown.begin, shown.end);
  if (!places) return;
  {
    const QScopedValueRollback<bool> guard(following_, true);
    MapView view = map().geometry_of_map().view();
    view.x0 = places->begin;
    view.x1 = places->end;
    map().set_map_view(view);
  }
  overview_->set_places(map().geometry_of_map().view().x0, map().geometry_of_map().view().x1);
}

bool TimeCentre::is_folded(Part each) const {
  return part(each)->is_folded();
}

void TimeCentre::fold(Part each, bool folded) {
  part(each)->set_folded(folded);
  share_room();
}

void TimeCentre::explain_folded_map(const QString& why) {
  note_->setText(why);
  share_room();
}

bool TimeCentre::shows_curve() const {
  return compare_->shows_curves();
}

void TimeCentre::show_curve(bool shown) {
  compare_->show_curves(shown);
  curve_line_->setVisible(!shown);
}

void TimeCentre::toggle_maximised() {
  const QWidget* focus = focusWidget();
  std::optional<Part> wanted = Part::map;  // also where nothing was clicked yet
  for (const Part each : {Part::lanes, Part::map})
    if (focus != nullptr && part(each)->isAncestorOf(focus)) wanted = each;
  if (maximised_) {
    for (std::size_t k = 0; k < parts_.size(); ++k) parts_[k]->set_folded(folded_before_[k]);
    maximised_.reset();
  } else if (wanted) {
    for (std::size_t k = 0; k < parts_.size(); ++k) folded_before_[k] = parts_[k]->is_folded();
    for (const Part each : {Part::overview, Part::lanes, Part::map}) part(each)->set_folded(each != wanted);
    maximised_ = wanted;
  }
  share_room();
}

void TimeCentre::follow_graph(std::size_t streams, bool has_operators) {
  maximised_.reset();
  part(Part::map)->set_folded(false);
  part(Part::lanes)->set_folded(!has_operators || streams < 2);
  placed_by_user_ = false;
  streams_ = streams;
  share_room();
}

void TimeCentre::fit() {
  compare_->fit();
  lanes_->fit();
  if (compare_->mode() != CompareView::Mode::side_by_side) map().fit();
}

/// Lanes get what they need to be read, the map the rest; a border that the user dragged stays.
void TimeCentre::share_room() {
  const bool lanes = part(Part::lanes)->is_folded(), map = part(Part::map)->is_folded();
  const bool explained = map && !lanes && !note_->text().isEmpty() && !maximised_;
  note_->setVisible(explained);
  show_parts();
  const int alone = std::max(lanes_->natural_height(streams_), kLanesAlone);
  split_->setMaximumHeight(explained ? alone + split_->handleWidth() + FoldingPart::kLine : QWIDGETSIZE_MAX);
  if (placed_by_user_ && !lanes && !map) return;
  layout()->activate();
  const int all = std::max(split_->height(), 1);
  const int most = static_cast<int>(kMostForLanes * all);
  const int wanted =
      lanes ? FoldingPart::kLine
      : map ? all - FoldingPart::kLine
            : std::min(lanes_->natural_height(streams_),
                       std::max({most, lanes_->minimumSizeHint().height(), lanes_->natural_height(kFewLanes)}));
  split_->setSizes({wanted, std::max(1, all - wanted)});
}

}  // namespace stowage
