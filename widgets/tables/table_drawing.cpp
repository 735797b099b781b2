// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/row_table.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include "widgets/painters/page/export.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(TableDrawing)
};

constexpr int kMostTableRows = 400;  // on a page; the others are counted
constexpr double kRow = 17, kGap = 14, kIndent = 12, kLeastColumn = 34, kLetters = 12;

struct Cell {
  QString text;
  Qt::Alignment align = Qt::AlignLeft;
  bool bold = false;
};

/// What a table says, apart from the model that goes on changing.
struct Content {
  std::vector<Cell> head;
  std::vector<std::vector<Cell>> rows;
  std::vector<int> depths;  // of rows
  int left_out = 0;
};

Qt::Alignment side_of(const QVariant& alignment) {
  const auto given = Qt::Alignment::fromInt(alignment.toInt());
  return given & Qt::AlignRight ? Qt::AlignRight : given & Qt::AlignHCenter ? Qt::AlignHCenter : Qt::AlignLeft;
}

void read_rows(const QAbstractItemModel& model, const QModelIndex& parent, int depth, Content& out) {
  for (int row = 0; row < model.rowCount(parent); ++row) {
    if (static_cast<int>(out.rows.size()) >= kMostTableRows) {
      out.left_out += model.rowCount(parent) - row;
      return;
    }
    std::vector<Cell> cells;
    for (int column = 0; column < model.columnCount(parent); ++column) {
      const QModelIndex at = model.index(row, column, parent);
      cells.push_back({one_line(at.data().toString()), side_of(at.data(Qt::TextAlignmentRole)),
                       at.data(Qt::FontRole).value<QFont>().bold()});
    }
    out.rows.push_back(std::move(cells));
    out.depths.push_back(depth);
    read_rows(model, model.index(row, 0, parent), depth + 1, out);
  }
}

Content read(const QAbstractItemModel& model) {
  Content out;
  for (int column = 0; column < model.columnCount(); ++column)
    out.head.push_back({one_line(model.headerData(column, Qt::Horizontal).toString()),
                        side_of(model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole)), true});
  read_rows(model, {}, 0, out);
  return out;
}

/// As wide as what they hold; where that is too much, the widest give way first.
std::vector<double> widths_of(const Content& content, double room) {
  std::vector<double> widths(content.head.size(), kLeastColumn);
  const QFont font = paint_font(kLetters), bold = paint_font(kLetters, true);
  const auto widen = [&](std::size_t column, const Cell& cell, int depth) {
    if (column >= widths.size()) return;
    const double indent = column == 0 ? kIndent * depth : 0;
    widths[column] = std::max(widths[column], indent + text_width(cell.bold ? bold : font, cell.text) + 1);
  };
  for (std::size_t k = 0; k < content.head.size(); ++k) widen(k, content.head[k], 0);
  for (std::size_t row = 0; row < content.rows.size(); ++row)
    for (std::size_t k = 0; k < content.rows[row].size(); ++k) widen(k, content.rows[row][k], content.depths[row]);
  const auto all = [&] {
    double sum = kGap * static_cast<double>(widths.size() - 1);
    for (const double width : widths) sum += width;
    return sum;
  };
  while (all() > room) {
    const auto widest = std::ranges::max_element(widths);
    if (*widest <= kLeastColumn) break;
    *widest = std::max(kLeastColumn, *widest - std::max(1.0, (all() - room) / 2));
  }
  return widths;
}

void paint_table(QPainter& painter, const QRectF& rect, const Content& content, const Theme& theme) {
  const std::vector<double> widths = widths_of(content, rect.width());
  const double high = std::max(kRow, QFontMetricsF(paint_font(kLetters)).height() + 2);
  double y = rect.top();
  const auto line = [&](const std::vector<Cell>& cells, int depth, const QColor& ink) {
    double x = rect.left();
    for (std::size_t k = 0; k < std::min(cells.size(), widths.size()); ++k) {
      const double indent = k == 0 ? kIndent * depth : 0;
      const QFont font = paint_font(kLetters, cells[k].bold);
      if (x + widths[k] > rect.right() + 1) return;  // more columns than the page has room for
      painter.setFont(font);
      painter.setPen(ink);
      painter.drawText(QRectF(x + indent, y, widths[k] - indent, high),
                       cells[k].align | Qt::AlignVCenter | Qt::TextSingleLine,
                       fitted(font, cells[k].text, widths[k] - indent));
      x += widths[k] + kGap;
    }
  };
  line(content.head, 0, theme.text);
  y += high;
  painter.setPen(QPen(theme.muted_text, page_line(1)));
  painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y));
  y += 2;
  std::size_t row = 0;
  const auto has_room = [&](std::size_t more) { return y + high * static_cast<double>(more) <= rect.bottom() + 0.5; };
  for (; row < content.rows.size(); ++row) {
    const bool last = row + 1 == content.rows.size() && content.left_out == 0;
    if (!has_room(last ? 1 : 2)) break;
    line(content.rows[row], content.depths[row], theme.text);
    y += high;
  }
  const int more = static_cast<int>(content.rows.size() - row) + content.left_out;
  if (more > 0) line({{Text::tr("and %Ln more", nullptr, more)}}, 0, theme.muted_text);
}

}  // namespace

Drawing table_drawing(const QAbstractItemModel& model, const QString& title, const QString& subtitle) {
  Drawing out;
  out.title = title;
  out.subtitle = subtitle;
  const auto content = std::make_shared<const Content>(read(model));
  if (content->rows.empty()) return out;
  out.list_height = kRow * static_cast<double>(content->rows.size() + 2);
  out.paint = [content](QPainter& painter, const QRectF& rect, const Theme& theme) {
    paint_table(painter, rect, *content, theme);
  };
  return out;
}

}  // namespace stowage
