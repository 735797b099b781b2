// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/peak/peak_drawing.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

#include "widgets/controls/range_button.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kRow = 24, kNames = 170, kNumbers = 210;

void paint_bars(QPainter& painter, const QRectF& rect, const Contributors& list, ContributorBy by, const Theme& theme) {
  const double row = std::min(kRow, rect.height() / static_cast<double>(list.rows.size() + 1));
  const double room = std::max(20.0, rect.width() - kNames - kNumbers);
  const Bytes largest = list.rows.empty() ? Bytes{0} : list.rows.front().bytes;
  const QFont font = paint_font(std::min(12.0, row * 0.7));
  double y = rect.top();
  const auto line = [&](const QString& name, Bytes bytes, bool bar) {
    painter.setFont(font);
    painter.setPen(theme.text);
    painter.drawText(QRectF(rect.left(), y, kNames - 10, row), Qt::AlignRight | Qt::AlignVCenter,
                     fitted_name(font, name, kNames - 12));
    const double length =
        bar && largest.count > 0 ? room * static_cast<double>(bytes.count) / static_cast<double>(largest.count) : 0;
    if (bar) painter.fillRect(QRectF(rect.left() + kNames, y + 3, std::max(1.0, length), row - 6), theme.neutral);
    painter.drawText(QRectF(rect.left() + kNames + length + 8, y, kNumbers, row), Qt::AlignLeft | Qt::AlignVCenter,
                     full_bytes(bytes));
    y += row;
  };
  for (const Contributor& each : list.rows) line(contributor_name(each, by), each.bytes, true);
  line(QCoreApplication::translate("stowage::Peak", "sum"), list.total, false);
}

}  // namespace

Drawing peak_drawing(const PlanView& view, std::shared_ptr<const PeakContent> content, ContributorBy by) {
  Drawing out{.title = {}, .subtitle = {}, .legend_title = {}, .legend = {}, .paint = {}};
  if (!view.graph) return out;
  out.title = text_of(view.graph->name());
  out.subtitle = peak_verdict(view);
  if (content && content->query.range)
    out.subtitle += QStringLiteral(" %1 (%2)").arg(peak_listed(*content), range_text(*content->query.range));
  out.paint = [content = std::move(content), by](QPainter& painter, const QRectF& rect, const Theme& theme) {
    if (content) paint_bars(painter, rect, content->by[static_cast<std::size_t>(by)], by, theme);
  };
  return out;
}

}  // namespace stowage
