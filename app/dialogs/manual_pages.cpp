// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/manual_pages.h"

#include <algorithm>
#include <iterator>

#include <QVariant>
#include <QWidget>

namespace stowage {
namespace {

constexpr ManualPage kPages[] = {
    {"start_page", "tour.md"},           {"part_overview", "explore.md#overview"}, {"part_lanes", "streams.md#lanes"},
    {"part_map", "explore.md#heap-map"}, {"map_a", "compare.md#a-and-b"},          {"header_a", "compare.md#a-and-b"},
    {"header_b", "compare.md#a-and-b"},  {"lesson_board", "learn.md#lessons"},     {"find_bar", "explore.md#find"},
    {"strategy_box", "strategies.md"},
};

}  // namespace

std::span<const ManualPage> manual_pages() {
  return kPages;
}

QString manual_page_of(const QWidget* widget) {
  for (; widget != nullptr; widget = widget->parentWidget()) {
    if (const QString page = widget->property(kManualPage).toString(); !page.isEmpty()) return page;
    const auto* row = std::ranges::find_if(
        kPages, [&](const ManualPage& each) { return widget->objectName() == QLatin1String(each.part); });
    if (row != std::end(kPages)) return QLatin1String(row->page);
  }
  return {};
}

QString heading_anchor(const QString& heading) {
  QString out;
  for (const QChar c : heading.trimmed().toLower())
    if (c.isLetterOrNumber() || c == '_' || c == '-')
      out += c;
    else if (c.isSpace())
      out += '-';
  return out;
}

}  // namespace stowage
