// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/recorded/flame_view.h"

#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <utility>

#include "widgets/base/follow_numbers.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kRow = 20, kLeast = 0.5, kLeastForText = 24;  // pixels

double bytes_of(const FrameRows& rows, std::size_t row) {
  return static_cast<double>(rows.share(row).bytes.count);
}

}  // namespace

std::vector<FlameBox> flame_boxes(const FrameRows& rows, std::size_t root, const QRectF& rect) {
  std::vector<FlameBox> out;
  if (root >= rows.rows.size() || bytes_of(rows, root) <= 0) return out;
  out.push_back({root, {rect.left(), rect.top(), rect.width(), kRow}});
  for (std::size_t k = 0; k < out.size(); ++k) {
    const FlameBox box = out[k];
    if (box.rect.bottom() + kRow > rect.bottom()) continue;
    const FrameRows::Row& at = rows.rows[box.row];
    double x = box.rect.left();
    for (std::size_t child = at.first; child < at.first + at.children; ++child) {
      const double width = box.rect.width() * bytes_of(rows, child) / bytes_of(rows, box.row);
      if (width < kLeast) break;  // those that follow are no larger
      out.push_back({child, {x, box.rect.bottom(), width, kRow}});
      x += width;
    }
  }
  return out;
}

FlameView::FlameView(QWidget* parent) : Canvas(parent) {
  setObjectName("frames_flame");
  setAccessibleName(tr("Flame graph of the stack frames"));
  follow_numbers(this, [this] { update(); });
}

void FlameView::set_rows(std::shared_ptr<const FrameRows> rows) {
  rows_ = std::move(rows);
  root_ = 0;
  picked_.reset();
  update();
}

std::vector<FlameBox> FlameView::boxes() const {
  return rows_ ? flame_boxes(*rows_, root_, QRectF(rect()).adjusted(6, 2, -6, -2)) : std::vector<FlameBox>();
}

QString FlameView::row_text(std::size_t row) const {
  const double all = bytes_of(*rows_, 0);
  const QString share = QLocale().toString(all > 0 ? 100 * bytes_of(*rows_, row) / all : 0, 'f', 1) + '%';
  const QString name = row == 0 ? tr("All") : rows_->label(row);
  return tr("%1\n%2 (%3) in %Ln block(s)", nullptr, static_cast<int>(rows_->share(row).allocations))
      .arg(name, human_bytes(rows_->share(row).bytes), share);
}

std::optional<std::size_t> FlameView::row_at(QPointF at) const {
  for (const FlameBox& box : boxes())
    if (box.rect.contains(at)) return box.row;
  return std::nullopt;
}

void FlameView::paint(QPainter& painter) {
  const Theme& theme = this->theme();
  painter.fillRect(rect(), theme.background);
  painter.setFont(paint_font(11));
  for (const FlameBox& box : boxes()) {
    const QRectF inner = box.rect.adjusted(0, 0, box.rect.width() > 3 ? -1 : 0, -1);
    painter.fillRect(inner, box.row == 0 ? theme.grid : pastel(rows_->rows[box.row].node, theme));
    if (picked_ == box.row) {
      painter.setPen(QPen(theme.selection, 2));
      painter.drawRect(inner.adjusted(1, 1, -1, -1));
    }
    if (box.rect.width() < kLeastForText) continue;
    painter.setPen(theme.text);
    const QString text = box.row == 0 ? tr("All") : rows_->label(box.row);
    painter.drawText(inner.adjusted(4, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     fitted(painter.font(), text, inner.width() - 8));
  }
}

QString FlameView::tip_at(QPointF at) const {
  const auto row = row_at(at);
  return row ? row_text(*row) : QString();
}

void FlameView::pick(std::size_t row) {
  picked_ = row;
  setAccessibleDescription(row_text(row));
  update();
  emit row_picked(row);
}

void FlameView::show_alone(std::size_t row) {
  root_ = row;
  update();
}

FlameView::Drag FlameView::press_at(QPointF at) {
  if (const auto row = row_at(at)) pick(*row);
  return Drag::none;
}

bool FlameView::double_click(QPointF at) {
  if (const auto row = row_at(at)) show_alone(*row);
  return true;
}

/// Up to the caller, down to its largest, left and right among those of one caller.
void FlameView::walk(int key) {
  const auto& all = rows_->rows;
  const std::size_t now = picked_.value_or(root_);
  const FrameRows::Row &at = all[now], &caller = all[at.parent];
  if (!picked_) return pick(root_);
  if (key == Qt::Key_Up && now != root_) return pick(at.parent);
  if (key == Qt::Key_Down && at.children > 0) return pick(at.first);
  if (now == root_) return;
  if (key == Qt::Key_Left && now > caller.first) return pick(now - 1);
  if (key == Qt::Key_Right && now + 1 < caller.first + caller.children) return pick(now + 1);
}

bool FlameView::key(QKeyEvent& event) {
  if (!rows_ || rows_->rows.empty()) return false;
  if (is_fit_key(event)) return fit(), true;
  switch (event.key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
      return walk(event.key()), true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (picked_) show_alone(*picked_);
      return true;
    default:
      return false;
  }
}

bool FlameView::give_up() {
  if (!rows_ || rows_->rows.empty()) return false;
  fit();
  return true;
}

}  // namespace stowage
