// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/peak/peak_drawing.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

#include "widgets/controls/range_button.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kRow = 24, kNames = 170, kNumbers = 210, kSmallNames = 100, kSmallNumbers = 76;

void paint_bars(QPainter& painter, const QRectF& rect, const Contributors& list, ContributorBy by, const Theme& theme) {
  const bool small = on_small_page(rect.width());
  const double names = small ? kSmallNames : kNames, numbers = small ? kSmallNumbers : kNumbers;
  const double wanted = rect.height() / static_cast<double>(list.rows.size() + 1);
  const double row = std::clamp(wanted, std::min(kRow, least_letters() * 1.3), kRow);
  const double room = std::max(20.0, rect.width() - names - numbers);
  const Bytes largest = list.rows.empty() ? Bytes{0} : list.rows.front().bytes;
  const QFont font = paint_font(std::min(12.0, row * 0.7));
  double y = rect.top();
  const auto line = [&](const QString& name, Bytes bytes, bool bar) {
    painter.setFont(font);
    painter.setPen(theme.text);
    if (y + row > rect.bottom() + 0.5) return;  // a page that is too low for all of them
    painter.drawText(QRectF(rect.left(), y, names - 10, row), Qt::AlignRight | Qt::AlignVCenter,
                     fitted_name(font, name, names - 12));
    const double length =
        bar && largest.count > 0 ? room * static_cast<double>(bytes.count) / static_cast<double>(largest.count) : 0;
    if (bar) painter.fillRect(QRectF(rect.left() + names, y + 3, std::max(1.0, length), row - 6), theme.neutral);
    painter.drawText(QRectF(rect.left() + names + length + 8, y, numbers, row), Qt::AlignLeft | Qt::AlignVCenter,
                     small ? human_bytes(bytes) : full_bytes(bytes));
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
  if (content) out.list_height = 17 * static_cast<double>(content->by[static_cast<std::size_t>(by)].rows.size() + 1);
  out.paint = [content = std::move(content), by](QPainter& painter, const QRectF& rect, const Theme& theme) {
    if (content) paint_bars(painter, rect, content->by[static_cast<std::size_t>(by)], by, theme);
  };
  return out;
}

}  // namespace stowage
