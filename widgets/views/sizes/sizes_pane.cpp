// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/sizes/sizes_pane.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "core/graph/claims.h"
#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kSummaryHeight = 18;
constexpr QSize kNatural{1000, 420};

}  // namespace

SizesPane::SizesPane(ViewState& state, QWidget* parent) : Pane(state, parent) {
  setObjectName("sizes_pane");
  setAccessibleName(tr("Sizes of tensors"));
  setFocusPolicy(Qt::StrongFocus);
  follow_numbers(this, [this] {
    describe();
    update();
  });
}

void SizesPane::take_graph(const std::shared_ptr<const Graph>& graph) {
  if (graph == graph_) return;
  graph_ = graph;
  bins_ = graph ? size_distribution(*graph) : std::vector<SizeBin>();
  unknown_ = graph ? unknown_sizes(*graph) : 0;
  mark({});
}

/// Sizes are the graph's: plans change nothing here.
void SizesPane::take_view(const PlanView& view) {
  if (!view.stale) take_graph(view.graph);
}

SizeChart SizesPane::chart() const {
  return {QRectF(rect()).adjusted(0, kSummaryHeight, 0, 0), bins_};
}

Drawing SizesPane::drawing() const {
  if (!graph_) return {};
  Drawing out = *sizes_drawing({.graph = graph_});
  out.natural_size = kNatural;
  return out;
}

const Theme& SizesPane::theme() const {
  return theme_of(*this);
}

void SizesPane::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (bins_.empty())
    return draw_sentence(painter, rect(), graph_ ? size_chart_sentence(*graph_) : tr("No graph is open."), theme());
  painter.setFont(paint_font(12));
  painter.setPen(theme().text);
  const QRectF line(8, 0, width() - 16, kSummaryHeight);
  const QString text = marked_ ? size_bin_text(bins_[*marked_]) : size_chart_summary(bins_, unknown_);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, fitted(painter.font(), text, line.width()));
  painter.setRenderHint(QPainter::Antialiasing);
  paint_size_chart(painter, QRectF(rect()).adjusted(0, kSummaryHeight, 0, 0), bins_, marked_, theme());
  paint_focus_frame(painter, *this);
}

bool SizesPane::event(QEvent* event) {
  const auto tip = [this](QPointF at) {
    const auto bin = chart().bin_at(at);
    return bin ? size_bin_text(bins_[*bin]) : QString();
  };
  return answer_tip(event, *this, tip) || Pane::event(event);
}

void SizesPane::mark(std::optional<std::size_t> bin) {
  marked_ = bin;
  describe();
  update();
}

/// What a screen reader says.
void SizesPane::describe() {
  setAccessibleDescription(bins_.empty() ? QString()
                           : marked_     ? size_bin_text(bins_[*marked_])
                                         : size_chart_summary(bins_, unknown_));
}

void SizesPane::select(std::size_t bin) {
  mark(bin);
  state().select_tensors(tensors_in(bins_[bin], *graph_));
}

void SizesPane::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  if (const auto bin = chart().bin_at(event->position()))
    select(*bin);
  else
    mark({});
}

void SizesPane::keyPressEvent(QKeyEvent* event) {
  if (bins_.empty()) return Pane::keyPressEvent(event);
  const std::size_t last = bins_.size() - 1;
  switch (event->key()) {
    case Qt::Key_Left:
      return mark(marked_ ? (*marked_ == 0 ? 0 : *marked_ - 1) : last);
    case Qt::Key_Right:
      return mark(marked_ ? std::min(*marked_ + 1, last) : 0);
    case Qt::Key_Home:
      return mark(0);
    case Qt::Key_End:
      return mark(last);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (marked_) return select(*marked_);
      break;
    case Qt::Key_Escape:
      if (marked_) return mark({});
      break;
    default:
      break;
  }
  Pane::keyPressEvent(event);
}

std::optional<PictureWords> SizesPane::picture() const {
  return PictureWords{"sizes", tr("Si&zes…"), tr("Export image of the sizes"), "-sizes"};
}

}  // namespace stowage
