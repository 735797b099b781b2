// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tradeoff/trade_off_pane.h"

#include <unordered_map>

#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include "core/insight/simulate/timing.h"
#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/time_axis.h"
#include "widgets/controls/tool_button.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/tables/tensor_query.h"
#include "widgets/views/tradeoff/lever_words.h"

namespace stowage {
namespace {

constexpr double kSearchSeconds = 20;
constexpr std::size_t kMostPreviews = 32;  // that undo may come back to
constexpr QSize kNatural{900, 560};

TradeOffMarks::Mark mark_of(const TradeOffPoint& point) {
  return {point.plan.footprint, point.makespan};
}

double change(std::int64_t now, std::int64_t before) {
  return before > 0 ? static_cast<double>(now - before) / static_cast<double>(before) : 0;
}

/// By OperatorId of `from`: the operator of that name in `to`, or none.
std::vector<OperatorId> same_names(const Graph& from, const Graph& to) {
  std::unordered_map<std::string_view, OperatorId> ids;
  for (OperatorId o : to.operators()) ids.try_emplace(to.name(o), o);
  std::vector<OperatorId> out;
  for (OperatorId o : from.operators()) {
    const auto at = ids.find(from.name(o));
    out.push_back(at == ids.end() ? OperatorId() : at->second);
  }
  return out;
}

}  // namespace

TradeOffPane::TradeOffPane(ViewState& state, QWidget* parent)
    : Pane(state, parent),
      plot_(new TradeOffPlot),
      search_(this, {.text = [] { return tr("Searching for trade-offs…"); },
                     .cancel =
                         [this] {
                           stop();
                           return tr("The search for trade-offs was stopped. The points found so far are kept.");
                         }}) {
  plot_->setObjectName("trade_off_plot");
  plot_->setAccessibleName(tr("Footprint against makespan"));
  plot_->setMinimumSize(160, 110);
  plot_->setPlottingHint(QCP::phImmediateRefresh, false);
  plot_->axisRect()->setMinimumMargins(QMargins(4, 4, 12, 4));
  controls_ = new QWidget;
  auto* rows = new QVBoxLayout(controls_);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(make_head());
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
  connect(plot_, &TradeOffPlot::picked, this, &TradeOffPane::preview);
  connect(plot_, &TradeOffPlot::hovered, this, &TradeOffPane::hover);
  connect(plot_, &TradeOffPlot::budget_dragged, this, &TradeOffPane::set_budget);
  connect(&search_, &Worker::progress, this,
          [this](double fraction) { progress_->setValue(static_cast<int>(fraction * 1000)); });
  connect(&search_, &Worker::running_changed, this, &TradeOffPane::show_words);
  follow_numbers(this, [this] { show_all(); });
  plot_->set_style(theme_of(*this), font());
  show_all();
}

QWidget* TradeOffPane::make_head() {
  search_button_ = make_word_button("search_trade_offs", tr("Search"), tr("Find edits that trade memory for time"));
  stop_ = make_word_button("stop_trade_offs", tr("Stop"), tr("Stop, and keep the results so far"));
  apply_ = make_word_button("apply_trade_off", tr("Apply"), tr("Keep the previewed point as a step of the history"));
  back_ = make_word_button("back_from_trade_off", tr("Back"), tr("Return to the graph that was searched from"));
  progress_ = new QProgressBar;
  progress_->setRange(0, 1000);
  progress_->setTextVisible(false);
  progress_->setMinimumWidth(24);  // the buttons beside it keep their words
  progress_->setAccessibleName(tr("Progress of the search"));
  auto* part = new QWidget;
  auto* line = new QHBoxLayout(part);
  line->setContentsMargins(8, 2, 8, 2);
  line->addWidget(search_button_);
  line->addWidget(progress_, 1);
  line->addWidget(stop_);
  line->addStretch();
  line->addWidget(back_);
  line->addWidget(apply_);
  connect(search_button_, &QToolButton::clicked, this, &TradeOffPane::search);
  connect(stop_, &QToolButton::clicked, this, &TradeOffPane::stop);
  connect(apply_, &QToolButton::clicked, this, &TradeOffPane::apply);
  connect(back_, &QToolButton::clicked, this, &TradeOffPane::go_back);
  return part;
}

/// In rows, since the pane may be narrow.
QWidget* TradeOffPane::make_choices() {
  constexpr int kColumns = 3;
  auto* part = new QWidget;
  auto* grid = new QGridLayout(part);
  grid->setContentsMargins(8, 0, 8, 2);
  grid->setColumnStretch(kColumns, 1);
  for (std::size_t k = 0; k < levers_.size(); ++k) {
    const auto lever = static_cast<Lever>(k);
    levers_[k] = new QCheckBox(lever_title(lever));
    levers_[k]->setObjectName("lever_" + text_of(name_of(lever)));
    levers_[k]->setToolTip(lever_tip(lever));
    levers_[k]->setChecked(true);
    connect(levers_[k], &QCheckBox::toggled, this, &TradeOffPane::show_words);
    grid->addWidget(levers_[k], static_cast<int>(k) / kColumns, static_cast<int>(k) % kColumns);
  }
  auto* label = new QLabel(tr("&Budget:"));
  budget_ = new QLineEdit;
  budget_->setObjectName("budget");
  budget_->setPlaceholderText(tr("such as 16 GiB"));
  budget_->setClearButtonEnabled(true);
  label->setBuddy(budget_);
  auto* line = new QHBoxLayout;
  line->addWidget(label);
  line->addWidget(budget_, 1);
  grid->addLayout(line, 2, 0, 1, kColumns + 1);
  connect(budget_, &QLineEdit::textChanged, this, &TradeOffPane::show_all);
  return part;
}

void TradeOffPane::make_texts(QVBoxLayout& rows) {
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
  rows.addWidget(verdict_);
  rows.addWidget(sentence_);
  rows.addStretch();
}

/// A dock below is low and wide: there the plot stands beside the controls, as high as the pane.
void TradeOffPane::lay_out() {
  constexpr int kControls = 290, kLeastPlot = 260;
  const bool beside = width() >= kControls + kLeastPlot && height() < width();
  const auto direction = beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
  if (parts_->direction() == direction) return;
  parts_->setDirection(direction);
  controls_->setMinimumWidth(beside ? kControls : 0);
  controls_->setMaximumWidth(beside ? kControls : QWIDGETSIZE_MAX);
}

void TradeOffPane::resizeEvent(QResizeEvent* event) {
  Pane::resizeEvent(event);
  lay_out();
}

void TradeOffPane::take_graph(const SharedGraph& graph) {
  if (graph == now_) return;
  now_ = graph;
  if (!graph || !base_) {
    search_.cancel();
    found_.reset();
    base_.reset();
    previews_.clear();
  }
  // Undo and redo lead back to graphs that were previewed.
  const auto known = std::ranges::find(previews_, state().graph_edit(), &std::pair<std::uint64_t, SharedGraph>::first);
  point_ = graph && known != previews_.end() ? known->second : nullptr;
  show_all();
}

void TradeOffPane::take_view(const PlanView& view) {
  if (!view.stale && view.graph) take_graph(view.graph);
  const Bytes alignment = view.plan && !view.stale ? view.plan->alignment : alignment_;
  const bool aligned_otherwise = std::exchange(alignment_, alignment) != alignment;
  const auto planned = !view.stale && view.graph == now_ ? view.plan : nullptr;
  if (std::exchange(planned_, planned) != planned || aligned_otherwise) show_words();
  if (view.baseline == baseline_of_) return;
  baseline_of_ = view.baseline;
  baseline_.reset();
  if (baseline_of_ && baseline_of_->plan && baseline_of_->graph->has_durations())
    baseline_ = {baseline_of_->plan->footprint, timing_of(*baseline_of_->graph).makespan};
  show_chart();
}

bool TradeOffPane::is_of_search() const {
  return now_ && alignment_ == base_alignment_ && (now_ == base_ || point_);
}

std::optional<std::size_t> TradeOffPane::shown() const {
  if (!found_) return {};
  for (std::size_t k = 0; k < found_->points.size(); ++k)
    if (found_->points[k].graph == point_ || (now_ == base_ && found_->points[k].edits.empty())) return k;
  return {};
}

QString TradeOffPane::why_not() const {
  if (!now_) return tr("Open a graph to see what memory costs in time.");
  if (now_->operator_count() == 0) return tr("The graph has no operators.");
  if (!now_->has_durations()) return how_to_get_durations();
  if (!now_->times().empty()) return tr("The time axis of this graph fixes its steps.");
  return {};
}

Levers TradeOffPane::levers() const {
  Levers out = Levers::none();
  for (std::size_t k = 0; k < levers_.size(); ++k) out.set(static_cast<Lever>(k), levers_[k]->isChecked());
  return out;
}

std::optional<Bytes> TradeOffPane::budget() const {
  return budget_->text().trimmed().isEmpty() ? std::nullopt : parse_bytes(budget_->text());
}

void TradeOffPane::set_budget(Bytes budget) {
  budget_->setText(human_bytes(budget));
}

void TradeOffPane::search() {
  if (!why_not().isEmpty() || !levers().any()) return;
  const bool again = found_ && is_of_search();
  if (!again) {
    base_ = now_;
    base_alignment_ = alignment_;
    point_.reset();
    previews_.clear();
    found_.reset();
    searches_ = 0;
  }
  TradeOffOptions options{
      .alignment = alignment_, .shown = planned_, .levers = levers(), .seed = searches_++, .budget = budget()};
  progress_->setValue(0);
  search_.start([this, base = base_, options, before = found_](const Worker::Run& run) {
    const auto show = [&](const TradeOff& found) { run.post([this, found] { take_found(found); }); };
    const auto all =
        trade_off(*base, options, run.task().limited_to(kSearchSeconds), show, before ? &*before : nullptr);
    if (all) show(*all);
  });
  show_words();
}

void TradeOffPane::stop() {
  search_.finish();
}

void TradeOffPane::take_found(const TradeOff& found) {
  found_ = found;
  estimated_ = has_estimates(*base_);
  show_all();
}

void TradeOffPane::ask_for(const SharedGraph& graph, const Plan& plan, const QString& text) {
  if (!is_of_search() || graph == point_) return;
  state().keep_tensors(base_->tensor_count());  // those that a point added are other tensors in the next
  const std::uint64_t id = next_edit_id();
  previews_.emplace_back(id, graph);
  if (previews_.size() > kMostPreviews) previews_.erase(previews_.begin());
  kept_.reset();
  emit edit_requested({.text = text,
                       .merge_key = QStringLiteral("trade-off %1").arg(applied_),
                       .apply = [graph](const Graph& now) -> Result<EditedGraph> {
                         return EditedGraph{*graph, same_names(now, *graph)};
                       },
                       .plan = std::make_shared<const Plan>(plan),
                       .id = id});
}

void TradeOffPane::preview(std::size_t point) {
  if (!found_ || point >= found_->points.size()) return;
  const TradeOffPoint& chosen = found_->points[point];
  if (chosen.edits.empty()) return go_back();
  ask_for(chosen.graph, chosen.plan, tr("Trade-off of %Ln edit(s)", nullptr, as_int(chosen.edits.size())));
  show_words();
}

void TradeOffPane::apply() {
  ++applied_;
  kept_ = point_;
  show_words();
}

void TradeOffPane::go_back() {
  if (now_ != base_ && base_ && found_)
    ask_for(base_, found_->given.plan, tr("Back to the graph before the trade-off"));
}

/// An estimate is called one.
QString TradeOffPane::time_text(std::int64_t nanoseconds) const {
  return makespan_text({nanoseconds, estimated_});
}

QString TradeOffPane::figures(const TradeOffPoint& point) const {
  const TradeOffPoint& given = found_->given;
  return tr("%1 (%2), %3 (%4)")
      .arg(human_bytes(point.plan.footprint),
           signed_percent(change(point.plan.footprint.count, given.plan.footprint.count)), time_text(point.makespan),
           signed_percent(change(point.makespan, given.makespan)));
}

QString TradeOffPane::budget_text() const {
  if (budget_->text().trimmed().isEmpty() || !found_) return {};
  const auto most = budget();
  if (!most) return tr("The budget is not a size. Write it as 16 GiB or 4096.");
  if (const TradeOffPoint* fastest = found_->fastest_within(*most))
    return tr("Fastest within the budget: %1").arg(figures(*fastest));
  return tr("No point found fits. The smallest takes %1.").arg(human_bytes(found_->points.front().plan.footprint));
}

QString TradeOffPane::sentence() const {
  if (const QString refusal = why_not(); !refusal.isEmpty() && !found_) return refusal;
  if (!found_ && busy()) return tr("Planning the graph as it is…");
  if (!found_) return tr("Choose the kinds of edits, then search.");
  if (!is_of_search())
    return tr("The graph or its alignment changed after the search. Undo to preview points, or search again.");
  const auto at = shown();
  if (!at || now_ == base_)
    return tr("%Ln point(s); as it is, the graph takes %1 and %2. Click a point to preview it.", nullptr,
              as_int(found_->points.size()))
        .arg(human_bytes(found_->given.plan.footprint), time_text(found_->given.makespan));
  const TradeOffPoint& point = found_->points[*at];
  QString out = (kept_ && kept_ == point_ ? tr("Applied point %1 of %2: %3") : tr("Preview of point %1 of %2: %3"))
                    .arg(*at + 1)
                    .arg(found_->points.size())
                    .arg(figures(point));
  if (planned_ && human_bytes(planned_->footprint) != human_bytes(point.plan.footprint))
    out = tr("%1. The plan shown takes %2.").arg(out, human_bytes(planned_->footprint));
  return out;
}

void TradeOffPane::show_all() {
  show_chart();
  show_words();
}

void TradeOffPane::show_chart() {
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

void TradeOffPane::show_words() {
  const QString refusal = why_not();
  const bool again = found_ && is_of_search();
  search_button_->setText(again ? tr("Continue") : tr("Search"));
  search_button_->setEnabled(refusal.isEmpty() && levers().any() && !busy());
  stop_->setVisible(busy());
  progress_->setVisible(busy());
  const auto at = shown();
  const bool kept = kept_ && kept_ == point_;
  apply_->setEnabled(again && point_ && now_ != base_ && !kept);
  back_->setEnabled(again && now_ != base_);
  verdict_->setText(budget_text());
  verdict_->setVisible(!verdict_->text().isEmpty());
  sentence_->setText(sentence());
  show_point(at);
}

void TradeOffPane::show_point(std::optional<std::size_t> point) {
  QStringList lines;
  if (point)
    for (const LeverEdit& edit : found_->points[*point].edits) lines += words_of(edit);
  edits_->setPlainText(lines.join('\n'));
  edits_->setVisible(!lines.isEmpty());
}

void TradeOffPane::hover(std::optional<std::size_t> point, QPoint global) {
  if (!point || !found_ || *point >= found_->points.size()) return QToolTip::hideText();
  constexpr std::size_t kMostLines = 8;
  const TradeOffPoint& at = found_->points[*point];
  QStringList lines{figures(at)};
  for (std::size_t k = 0; k < at.edits.size() && k < kMostLines; ++k) lines += words_of(at.edits[k]);
  if (at.edits.empty()) lines += tr("The graph as it is");
  if (at.edits.size() > kMostLines) lines += tr("and %Ln more", nullptr, as_int(at.edits.size() - kMostLines));
  for (QString& line : lines) line = line.toHtmlEscaped();
  QToolTip::showText(global, "<p style='white-space:pre'>" + lines.join("<br>") + "</p>", plot_);
}

Drawing TradeOffPane::drawing() const {
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

std::optional<PictureWords> TradeOffPane::picture() const {
  return PictureWords{"tradeoff", tr("Trad&e-off…"), tr("Export image of the trade-off"), "-tradeoff"};
}

void TradeOffPane::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    plot_->set_style(theme_of(*this), font());
    plot_->replot(QCustomPlot::rpQueuedReplot);
  }
  Pane::changeEvent(event);
}

}  // namespace stowage
