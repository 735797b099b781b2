// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/improve/front_page.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/time_axis.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/tables/tensor_query.h"
#include "widgets/views/improve/improve_words.h"

namespace stowage {
namespace {

constexpr double kSearchSeconds = 20;
constexpr QSize kNatural{900, 560};
constexpr int kLeastBudget = 60;    // pixels
constexpr int kRoomForWords = 230;  // pixels of a page, below which its plot has the room of words and edits

TradeOffMarks::Mark mark_of(const TradeOffPoint& point) {
  return {point.plan.footprint, point.makespan};
}

double change(std::int64_t now, std::int64_t before) {
  return before > 0 ? static_cast<double>(now - before) / static_cast<double>(before) : 0;
}

}  // namespace

FrontPage::FrontPage(QWidget* parent)
    : QWidget(parent),
      plot_(new TradeOffPlot),
      search_(this, {.text = [] { return tr("Searching for trade-offs…"); },
                     .cancel =
                         [this] {
                           stop();
                           return tr("The search for trade-offs was stopped. The points found so far are kept.");
                         }}) {
  plot_->setObjectName("trade_off_plot");
  plot_->setAccessibleName(tr("Footprint against makespan"));
  plot_->setMinimumSize(160, 56);  // in a low dock; its axes and their numbers are whole all the same
  plot_->axisRect()->setMinimumSize(50, 20);
  plot_->setPlottingHint(QCP::phImmediateRefresh, false);
  plot_->axisRect()->setMinimumMargins(QMargins(4, 4, 12, 4));
  controls_ = new QWidget;
  auto* rows = make_rows(controls_);
  rows->addWidget(make_choices());
  make_texts(*rows);
  parts_ = new QBoxLayout(QBoxLayout::TopToBottom, this);
  parts_->setSizeConstraint(QLayout::SetNoConstraint);
  parts_->setContentsMargins(0, 0, 0, 0);
  parts_->setSpacing(0);
  parts_->addWidget(controls_);
  parts_->addWidget(plot_, 3);
  parts_->addWidget(edits_, 2);
  parts_->addStretch();
  connect(plot_, &TradeOffPlot::picked, this, &FrontPage::pick);
  connect(plot_, &TradeOffPlot::hovered, this, &FrontPage::hover);
  connect(plot_, &TradeOffPlot::budget_dragged, this, [this](Bytes most) { budget_->setText(human_bytes(most)); });
  connect(&search_, &Worker::progress, this, &FrontPage::progress);
  connect(&search_, &Worker::running_changed, this, [this] {
    show_words();
    emit changed();
  });
  follow_numbers(this, [this] { show_all(); });
  plot_->set_style(theme_of(*this), font());
  show_all();
}

/// In one line: a plot needs the height.
QWidget* FrontPage::make_choices() {
  choice_ = make_word_button("front_edits", {}, tr("Choose the kinds of edits that are allowed"));
  choice_->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(choice_);
  menu->setToolTipsVisible(true);
  choice_->setMenu(menu);
  for (std::size_t k = 0; k < levers_.size(); ++k) {
    const auto lever = static_cast<Lever>(k);
    levers_[k] = menu->addAction(lever_title(lever));
    levers_[k]->setObjectName("lever_" + text_of(name_of(lever)));
    levers_[k]->setToolTip(lever_tip(lever));
    levers_[k]->setCheckable(true);
    levers_[k]->setChecked(true);
    connect(levers_[k], &QAction::toggled, this, [this] {
      show_words();
      emit changed();
    });
  }
  auto* label = new QLabel(tr("&Budget:"));
  budget_ = new QLineEdit;
  budget_->setObjectName("budget");
  budget_->setPlaceholderText(tr("such as 16 GiB"));
  budget_->setClearButtonEnabled(true);
  budget_->setMinimumWidth(kLeastBudget);
  label->setBuddy(budget_);
  auto* part = new QWidget;
  auto* line = new QHBoxLayout(part);
  line->setContentsMargins(8, 3, 8, 2);
  line->addWidget(choice_);
  line->addWidget(label);
  line->addWidget(budget_, 1);
  connect(budget_, &QLineEdit::textChanged, this, &FrontPage::show_all);
  return part;
}

void FrontPage::make_texts(QVBoxLayout& rows) {
  sentence_ = make_wrapped_line("trade_off_sentence");
  verdict_ = make_wrapped_line("budget_verdict");
  edits_ = new QPlainTextEdit;
  edits_->setReadOnly(true);
  edits_->setLineWrapMode(QPlainTextEdit::NoWrap);
  edits_->setTabChangesFocus(true);
  edits_->setObjectName("trade_off_edits");
  edits_->setAccessibleName(tr("Edits of the point"));
  edits_->setFrameShape(QFrame::NoFrame);
  edits_->setMinimumHeight(40);
  for (QLabel* each : {verdict_, sentence_}) rows.addWidget(each);
  rows.addStretch();
}

/// A dock below is low and wide: there the plot stands beside the controls, as high as the page. In a page that is low
/// and narrow sentences have a line each, and their tips all.
void FrontPage::lay_out() {
  constexpr int kControls = 290, kLeastPlot = 260;
  const bool beside = width() >= kControls + kLeastPlot && height() < width();
  const bool low = !beside && !plot_->isHidden() && height() < kRoomForWords;
  edits_->setVisible(!edits_->document()->isEmpty() && !low);
  verdict_->setVisible(!verdict_->text().isEmpty());
  for (QLabel* each : {verdict_, sentence_}) set_one_line(*each, low);
  const auto direction = beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
  if (parts_->direction() == direction) return;
  parts_->setDirection(direction);
  controls_->setMinimumWidth(beside ? kControls : 0);
  controls_->setMaximumWidth(beside ? kControls : QWIDGETSIZE_MAX);
}

void FrontPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  lay_out();
}

void FrontPage::set_subject(Subject subject) {
  if (subject == subject_) return;
  const bool other = subject.protected_streams != subject_.protected_streams;
  subject_ = std::move(subject);
  if (other && found_) return take_found(*found_);
  show_all();
}

void FrontPage::set_baseline(const std::shared_ptr<const PlanView>& baseline) {
  if (baseline == baseline_of_) return;
  baseline_of_ = baseline;
  baseline_.reset();
  if (baseline_of_ && baseline_of_->plan && baseline_of_->makespan)
    baseline_ = {baseline_of_->plan->footprint, baseline_of_->makespan->nanoseconds};
  show_chart();
}

void FrontPage::forget() {
  search_.cancel();
  found_.reset();
  base_.reset();
  show_all();
}

/// Points that it dominates then are none of the front.
void FrontPage::lower(const void* key, const Plan& plan) {
  if (!found_) return;
  std::vector<TradeOffPoint>& points = found_->points;
  const auto at = std::ranges::find_if(points, [&](const auto& each) { return each.graph.get() == key; });
  if (at == points.end() || at->plan.footprint <= plan.footprint) return;
  at->plan = plan;
  std::erase_if(points, [&plan, key, time = at->makespan](const TradeOffPoint& each) {
    return each.graph.get() != key && each.plan.footprint >= plan.footprint && each.makespan >= time;
  });
  std::ranges::stable_sort(points, {}, [](const TradeOffPoint& each) { return each.plan.footprint; });
  take_found(*std::move(found_));
}

bool FrontPage::is_current() const {
  return base_ && subject_.base == base_ && subject_.alignment == base_alignment_;
}

std::vector<MeasuredSaving> FrontPage::savings() const {
  std::vector<MeasuredSaving> out;
  if (!goes_on()) return out;
  std::ranges::copy_if(savings_, std::back_inserter(out),
                       [](const MeasuredSaving& each) { return !std::get<SeveralEdits>(each.edit).edits->empty(); });
  return out;
}

std::optional<std::size_t> FrontPage::shown() const {
  if (!found_) return {};
  for (std::size_t k = 0; k < found_->points.size(); ++k)
    if (const TradeOffPoint& point = found_->points[k];
        point.edits.empty() ? subject_.open == base_ : point.graph.get() == subject_.previewed)
      return k;
  return {};
}

QString FrontPage::why_not() const {
  const Graph* graph = subject_.open.get();
  if (graph == nullptr) return tr("Open a graph to see what memory costs in time.");
  if (graph->operator_count() == 0) return tr("The graph has no operators.");
  if (!graph->has_durations()) return how_to_get_durations();
  if (!graph->times().empty()) return tr("The time axis of this graph fixes its steps.");
  if (!subject_.base) return tr("The search can begin once the graph is planned.");
  if (!levers().any()) return tr("Choose a kind of edits first.");
  return busy() ? tr("The search is running.") : QString();
}

Levers FrontPage::levers() const {
  Levers out = Levers::none();
  for (std::size_t k = 0; k < levers_.size(); ++k) out.set(static_cast<Lever>(k), levers_[k]->isChecked());
  return out;
}

std::optional<Bytes> FrontPage::budget() const {
  return budget_->text().trimmed().isEmpty() ? std::nullopt : parse_bytes(budget_->text());
}

void FrontPage::search() {
  if (!why_not().isEmpty()) return;
  if (!goes_on()) {
    base_ = subject_.base;
    base_alignment_ = subject_.alignment;
    found_.reset();
    searches_ = 0;
  }
  const TradeOffOptions options{.alignment = base_alignment_,
                                .shown = subject_.plan,
                                .levers = levers(),
                                .protected_streams = subject_.protected_streams,
                                .seed = searches_++,
                                .budget = budget()};
  search_.start([this, base = base_, options, before = found_](const Worker::Run& run) {
    const auto show = [&](const TradeOff& found) { run.post([this, found] { take_found(found); }); };
    const auto all =
        trade_off(*base, options, run.task().limited_to(kSearchSeconds), show, before ? &*before : nullptr);
    if (all) show(*all);
  });
  show_all();
}

/// Streams may have been protected since the search began: points that use them go.
void FrontPage::take_found(TradeOff found) {
  std::erase_if(found.points,
                [&](const TradeOffPoint& point) { return adds_to(subject_.protected_streams, *base_, *point.graph); });
  found_ = std::move(found);
  savings_.clear();
  for (const TradeOffPoint& point : found_->points)
    savings_.push_back({.edit = SeveralEdits{point.graph, std::make_shared<const std::vector<LeverEdit>>(point.edits)},
                        .plan = std::make_shared<const Plan>(point.plan),
                        .slower = point.makespan - found_->given.makespan});
  estimated_ = has_estimates(*base_);
  show_all();
  emit changed();
}

void FrontPage::pick(std::size_t point) {
  if (!goes_on() || point >= found_->points.size()) return;
  if (found_->points[point].edits.empty())
    emit back_picked();
  else
    emit picked(savings_[point]);
}

/// An estimate is called one.
QString FrontPage::time_text(std::int64_t nanoseconds) const {
  return makespan_text({nanoseconds, estimated_});
}

QString FrontPage::figures(const TradeOffPoint& point) const {
  const TradeOffPoint& given = found_->given;
  return tr("%1 (%2), %3 (%4)")
      .arg(human_bytes(point.plan.footprint),
           signed_percent(change(point.plan.footprint.count, given.plan.footprint.count)), time_text(point.makespan),
           signed_percent(change(point.makespan, given.makespan)));
}

QString FrontPage::budget_text() const {
  if (budget_->text().trimmed().isEmpty() || !found_) return {};
  const auto most = budget();
  if (!most) return tr("The budget is not a size. Write it as 16 GiB or 4096.");
  if (found_->points.empty()) return {};
  if (const TradeOffPoint* fastest = found_->fastest_within(*most))
    return tr("Fastest within the budget: %1").arg(figures(*fastest));
  return tr("No point found fits. The smallest takes %1.").arg(human_bytes(found_->points.front().plan.footprint));
}

QString FrontPage::sentence() const {
  if (!found_ && busy()) return tr("Planning the graph as it is…");
  if (const QString refusal = why_not(); !refusal.isEmpty() && !found_) return refusal;
  if (!found_) return tr("Choose the kinds of edits, then press Run.");
  if (!is_current())
    return tr("The graph or its alignment changed after the search. Undo to preview points, or search again.");
  const auto at = shown();
  if (!at || subject_.open == base_)
    return tr("%Ln point(s); as it is, the graph takes %1 and %2. Click a point to preview it.", nullptr,
              as_int(found_->points.size()))
        .arg(human_bytes(found_->given.plan.footprint), time_text(found_->given.makespan));
  const TradeOffPoint& point = found_->points[*at];
  const QString out = tr("Preview of point %1 of %2: %3").arg(*at + 1).arg(found_->points.size()).arg(figures(point));
  const bool same = subject_.shown == Bytes{0} || human_bytes(subject_.shown) == human_bytes(point.plan.footprint);
  return same ? out : tr("%1. The plan shown takes %2.").arg(out, human_bytes(subject_.shown));
}

void FrontPage::show_all() {
  show_chart();
  show_words();
}

void FrontPage::show_chart() {
  TradeOffMarks marks;
  if (found_) {
    for (const TradeOffPoint& point : found_->points) marks.front.push_back(mark_of(point));
    marks.given = mark_of(found_->given);
    if (found_->one_stream) marks.one_stream = mark_of(*found_->one_stream);
    marks.baseline = baseline_;
    marks.budget = budget();
    marks.shown = shown();
    marks.estimated = estimated_;
    if (marks.budget)
      if (const TradeOffPoint* fastest = found_->fastest_within(*marks.budget))
        marks.fastest = static_cast<std::size_t>(fastest - found_->points.data());
  }
  plot_->setVisible(!marks.empty());
  plot_->set_marks(std::move(marks));
}

void FrontPage::show_words() {
  verdict_->setText(budget_text());
  sentence_->setText(sentence());
  QStringList lines;
  if (const auto at = shown())
    for (const LeverEdit& edit : found_->points[*at].edits) lines += words_of(edit);
  edits_->setPlainText(lines.join('\n'));
  sentence_->setToolTip(lines.join('\n'));
  const auto allowed = std::ranges::count_if(levers_, &QAction::isChecked);
  choice_->setText(allowed == std::ssize(levers_) ? tr("All edits") : tr("Edits (%L1)").arg(allowed));
  lay_out();
}

void FrontPage::hover(std::optional<std::size_t> point, QPoint global) {
  if (!point || !found_ || *point >= found_->points.size()) return QToolTip::hideText();
  const TradeOffPoint& at = found_->points[*point];
  QStringList lines{figures(at)};
  lines += at.edits.empty() ? QStringList(tr("The graph as it is")) : first_words_of(at.edits);
  for (QString& line : lines) line = line.toHtmlEscaped();
  QToolTip::showText(global, "<p style='white-space:pre'>" + lines.join("<br>") + "</p>", plot_);
}

Drawing FrontPage::drawing() const {
  if (!found_) return {};
  const std::shared_ptr<TradeOffPlot> page(new TradeOffPlot, [](TradeOffPlot* plot) { plot->deleteLater(); });
  page->set_marks(plot_->marks());
  QCoreApplication::removePostedEvents(page.get());  // it would draw itself while another thread paints it
  Drawing out;
  out.title = base_ ? text_of(base_->name()) : QString();
  out.subtitle = tr("Footprint against makespan over edits of the graph · the axes do not begin at zero");
  out.natural_size = kNatural;
  out.paint = [page](QPainter& painter, const QRectF& rect, const Theme& theme) { page->paint(painter, rect, theme); };
  return out;
}

void FrontPage::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    plot_->set_style(theme_of(*this), font());
    plot_->replot(QCustomPlot::rpQueuedReplot);
  }
  QWidget::changeEvent(event);
}

}  // namespace stowage
