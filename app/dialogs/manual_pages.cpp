// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/manual_pages.h"

#include <algorithm>
#include <iterator>

#include <QWidget>

namespace stowage {
namespace {

constexpr ManualPage kPages[] = {
    // The centre, the start page and the bars.
    {"start_page", "tour.md"},
    {"part_overview", "explore.md#overview"},
    {"part_lanes", "streams.md#lanes"},
    {"part_map", "explore.md#heap-map"},
    {"map_a", "compare.md#a-and-b"},
    {"header_a", "compare.md#a-and-b"},
    {"header_b", "compare.md#a-and-b"},
    {"lesson_board", "learn.md#lessons"},
    {"find_bar", "explore.md#find"},
    {"strategy_box", "strategies.md"},
    // The docks.
    {"graph", "explore.md#graph"},
    {"modules", "explore.md#modules"},
    {"structure", "explore.md#structure"},
    {"history", "explore.md#history"},
    {"legend", "explore.md#legend"},
    {"tensors", "explore.md#tensors"},
    {"peak", "explore.md#peak"},
    {"conflicts", "explore.md#conflicts"},
    {"sizes", "explore.md#sizes"},
    {"strategies", "explore.md#strategies"},
    {"inspector", "explore.md#inspector"},
    {"savings", "explore.md#savings"},
    {"spaces", "explore.md#spaces"},
    {"concurrency", "streams.md#concurrency"},
    {"runs", "streams.md#runs"},
    {"tradeoff", "streams.md#trade-off"},
    {"heap", "recorded_heap.md#heap"},
    {"frames", "recorded_heap.md#frames"},
    {"orders", "orders.md#search-for-an-order"},
    {"steps", "orders.md#steps"},
    {"loops", "orders.md#loops"},
    {"moved", "compare.md#moved"},
    {"learn", "learn.md#lessons"},
};

}  // namespace

std::span<const ManualPage> manual_pages() {
  return kPages;
}

QString manual_page_of(const QWidget* widget) {
  for (; widget != nullptr; widget = widget->parentWidget()) {
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
