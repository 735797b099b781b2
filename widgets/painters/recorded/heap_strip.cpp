// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/recorded/heap_strip.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include "widgets/painters/heap_map/heap_map_raster.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

constexpr double kRow = 20, kBar = 15;              // pixels
constexpr double kLabel = 186, kRight = 8;          // beside the bars
constexpr double kSmallLabel = 72;                  // on a small page: without the address
constexpr double kDot = 9;                          // of a stream
constexpr double kLetter = 6.2, kMostOfMark = 200;  // of what tells segments apart
constexpr double kLeastBar = 3;                     // pixels of a strip, however small
constexpr double kLeastForEdge = 3;                 // pixels of a block with a line at its end

const Coloring kNoColoring;  // all is neutral

double label_room(double width) {
  return on_small_page(width) ? kSmallLabel : kLabel;
}

double mark_width(const HeapStrips& strips) {
  if (strips.longest_mark == 0) return 0;
  const double dot = strips.streams ? kDot + 4 : 0;
  return std::min(kMostOfMark, 16 + dot + kLetter * static_cast<double>(strips.longest_mark));
}

bool goes_on(const RecordedHeap& history, const HeapStrip& strip, const HeapSegment& segment) {
  if (strip.segment == kNoneInHeap || segment.address > strip.end()) return false;
  const HeapSegment& first = history.segments[strip.segment];
  return first.expandable && segment.expandable && first.stream == segment.stream;
}

/// Colours and shades, asked for by stretch.
struct Inks {
  const HeapStripsLook& look;
  const Theme& theme;
  const MapPalette palette{look.coloring ? *look.coloring : kNoColoring, look.hidden, theme};

  [[nodiscard]] TensorId tensor(const HeapStretch& stretch) const {
    if (stretch.allocation == kNoneInHeap) return {};
    return look.history->allocations[stretch.allocation].tensor;
  }
  [[nodiscard]] bool lit(const HeapStretch& stretch) const {
    const TensorId t = tensor(stretch);
    return t.valid() && (t == look.hovered || std::ranges::binary_search(look.lit, t));
  }
  [[nodiscard]] MapPalette::Inks operator()(const HeapStretch& stretch) const {
    const TensorId t = tensor(stretch);
    if (!look.coloring || !look.graph || !t.valid() || t.index() >= look.graph->tensor_count())
      return {{theme.neutral}, palette.background(), palette.background(), theme.neutral};
    return palette.inks(look.coloring->class_of(t));
  }
};

/// What the pixels of one strip show: bars of equal stretches, from left to right.
class Pixels {
 public:
  struct Run {
    std::size_t stretch;
    int begin, end;
  };

  Pixels(const HeapStrips& strips, const HeapStrip& strip, int width, const Inks& inks)
      : best_(static_cast<std::size_t>(width)) {
    const double scale = width / static_cast<double>(strip.size.count);
    for (std::size_t s = strip.first; s < strip.last; ++s) {
      const HeapStretch& stretch = strips.heap.stretches[s];
      const double from = static_cast<double>(stretch.address - strip.address) * scale;
      const double to = std::min<double>(from + static_cast<double>(stretch.size.count) * scale, width);
      const double bonus = inks.lit(stretch) ? 2 : stretch.use == HeapUse::free ? 0 : 1e-6;
      for (auto x = static_cast<std::size_t>(from); static_cast<double>(x) < to && x < best_.size(); ++x) {
        const double begin = std::max(from, static_cast<double>(x));
        const double share = std::min(to, static_cast<double>(x) + 1) - begin + bonus;
        if (share > best_[x].share) best_[x] = {share, s};
      }
    }
  }

  [[nodiscard]] std::vector<Run> runs() const {
    std::vector<Run> out;
    for (std::size_t x = 0; x < best_.size(); ++x) {
      if (best_[x].share < 0) continue;
      const int at = static_cast<int>(x);
      if (!out.empty() && out.back().stretch == best_[x].stretch && out.back().end == at)
        ++out.back().end;
      else
        out.push_back({best_[x].stretch, at, at + 1});
    }
    return out;
  }

 private:
  struct Best {
    double share = -1;
    std::size_t stretch = 0;
  };
  std::vector<Best> best_;
};

struct Painting {
  QPainter& painter;
  const HeapStrips& strips;
  const HeapStripsLayout& layout;
  const HeapStripsLook& look;
  const Theme& theme;
  const Inks inks{look, theme};
  const double scale = is_vector(painter) ? cells_a_pixel(painter, {}) : painter.device()->devicePixelRatioF();

  void paint(std::size_t row) {  // of a strip
    const HeapStrip& strip = strips.strips[row];
    paint_label(row, strip);
    const QRectF bar = layout.bar(row);
    painter.fillRect(bar, theme.surface);
    const int width = std::max(1, static_cast<int>(std::lround(bar.width() * scale)));
    bool empty = strip.pieces > 0;
    for (const Pixels::Run& run : Pixels(strips, strip, width, inks).runs()) {
      const HeapStretch& stretch = strips.heap.stretches[run.stretch];
      if (stretch.use == HeapUse::free) continue;
      empty = false;
      paint_block(QRectF(bar.left() + run.begin / scale, bar.top(), (run.end - run.begin) / scale, bar.height()),
                  stretch);
    }
    set_ink(painter, QPen(theme.grid, page_line(1)), Qt::NoBrush);
    painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5));
    paint_largest(row, strip);
    if (empty) paint_free(bar, strip);
  }

  void paint_label(std::size_t row, const HeapStrip& strip) {
    const QRectF at = layout.row(row);
    painter.setPen(theme.muted_text);
    const double room = label_room(at.width()), address = room < kLabel ? 0 : 108;
    if (address > 0)
      painter.drawText(QRectF(at.left() + 6, at.top(), 104, at.height()), Qt::AlignLeft | Qt::AlignVCenter,
                       "0x" + QString::number(strip.address, 16));
    painter.drawText(QRectF(at.left() + address, at.top(), room - address - 6, at.height()),
                     Qt::AlignRight | Qt::AlignVCenter,
                     strip.pieces == 0 ? RecordedText::tr("no segment") : human_bytes(strip.size));
    if (strips.longest_mark == 0) return;
    QRectF place(at.left() + room + 4, at.top(), mark_width(strips) - 8, at.height());
    if (strips.streams && strip.pieces > 0 && look.graph) {
      paint_stream(QRectF(place.left(), place.center().y() - kDot / 2, kDot, kDot),
                   look.history->segments[strip.segment].stream);
      place.setLeft(place.left() + kDot + 4);
    }
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, fitted(painter.font(), strips.marks[row], place.width()));
  }

  /// Round, as elsewhere: blocks have the square boxes of the legend.
  void paint_stream(const QRectF& place, std::uint32_t stream) {
    const Fill fill = heap_stream_fill(*look.history, stream, *look.graph, theme);
    const QPen pen = painter.pen();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(fill.hatched() ? QPen(theme.text, page_line(1)) : Qt::NoPen);
    painter.setBrush(fill.color);
    painter.drawEllipse(place);
    if (fill.hatched()) {
      painter.setBrush(QBrush(hatch_ink(fill.color), fill.hatch));
      painter.drawEllipse(place);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(pen);
  }

  void paint_block(const QRectF& place, const HeapStretch& stretch) {
    const MapPalette::Inks ink = inks(stretch);  // what is pending is drawn as a hold
    if (stretch.use == HeapUse::pending) {
      painter.fillRect(place, ink.hold);
      painter.setPen(QPen(ink.hold_line, page_line(1), Qt::SolidLine, Qt::FlatCap));
      painter.drawLines(hatch_lines(place, kHoldPattern, hatch_period(1)));
    } else {
      fill_rect(painter, place, ink.fill);
    }
    if (place.width() >= kLeastForEdge)
      painter.fillRect(QRectF(place.right() - 1 / scale, place.top(), 1 / scale, place.height()), ink.edge);
    if (inks.lit(stretch)) {
      const double thick = place.width() >= 6 ? 2 : place.width() / 3;
      const QRectF inner = place.adjusted(thick, 2, -thick, -2);
      for (const QRectF& side : {QRectF(place.topLeft(), QPointF(place.right(), inner.top())),
                                 QRectF(QPointF(place.left(), inner.bottom()), place.bottomRight()),
                                 QRectF(place.topLeft(), QPointF(inner.left(), place.bottom())),
                                 QRectF(QPointF(inner.right(), place.top()), place.bottomRight())})
        painter.fillRect(side, theme.selection);
    }
  }

  void paint_largest(std::size_t row, const HeapStrip& strip) {
    const HeapStretch& hole = strips.heap.largest;
    if (hole.size == Bytes{} || hole.address < strip.address || hole.address >= strip.end()) return;
    const QRectF place = layout.place(row, hole);
    painter.setPen(QPen(theme.peak, page_line(1), Qt::DashLine));
    painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
    const QString size = human_bytes(hole.size);
    const QString text =
        fitting(painter.font(), {RecordedText::tr("largest hole: %1").arg(size), size}, place.width() - 8);
    painter.setPen(theme.text);
    painter.drawText(place, Qt::AlignCenter, text);
  }

  /// Nothing was drawn: what is used is less than a pixel, or there is none. An empty bar would say nothing.
  void paint_free(const QRectF& bar, const HeapStrip& strip) {
    for (std::size_t k = strip.first; k < strip.last; ++k) {
      const HeapStretch& stretch = strips.heap.stretches[k];
      if (stretch.use == HeapUse::free) continue;
      const double share = static_cast<double>(stretch.address - strip.address) / static_cast<double>(strip.size.count);
      paint_block(QRectF(bar.left() + std::floor(share * (bar.width() - 1)), bar.top(), 1, bar.height()), stretch);
    }
    const HeapStretch& hole = strips.heap.largest;
    if (hole.size != Bytes{} && hole.address >= strip.address && hole.address < strip.end()) return;  // it says so
    painter.setPen(theme.muted_text);
    painter.drawText(bar, Qt::AlignCenter, fitting(painter.font(), {RecordedText::tr("free")}, bar.width() - 4));
  }
};

/// Says which stretches each strip has; those in none are strips of their own.
void share_out(HeapStrips& out) {
  std::vector<HeapStrip> strips;
  auto next = out.strips.begin();
  const auto& stretches = out.heap.stretches;
  for (std::size_t s = 0; s < stretches.size(); ++s) {
    const HeapStretch& stretch = stretches[s];
    while (next != out.strips.end() && next->address <= stretch.address) strips.push_back(*next++);
    const bool within = !strips.empty() && stretch.address < strips.back().end();
    const bool beside = !strips.empty() && strips.back().pieces == 0 && stretch.address == strips.back().end();
    if (!within && !beside) strips.push_back({.address = stretch.address});
    HeapStrip& strip = strips.back();
    if (strip.pieces == 0) strip.size += stretch.size;
    if (strip.first == strip.last) strip.first = s;
    strip.last = s + 1;
    if (stretch.use != HeapUse::free)
      strip.used += stretch.size;
    else
      strip.largest_hole = std::max(strip.largest_hole, stretch.size);
  }
  strips.insert(strips.end(), next, out.strips.end());
  out.strips = std::move(strips);
}

std::vector<std::uint32_t> rows_by(StripOrder order, const RecordedHeap& history, const HeapStrips& strips) {
  std::vector<std::uint32_t> out(strips.strips.size());
  std::iota(out.begin(), out.end(), 0U);
  const auto key = [&](std::uint32_t s) -> std::int64_t {
    const HeapStrip& strip = strips.strips[s];
    if (order == StripOrder::hole) return -strip.largest_hole.count;
    if (order == StripOrder::idle) return -strip.idle().count;
    if (order == StripOrder::size) return -strip.size.count;
    if (order == StripOrder::address) return 0;
    return strip.segment == kNoneInHeap ? std::numeric_limits<std::int64_t>::max()
                                        : history.streams[history.segments[strip.segment].stream];
  };
  std::ranges::stable_sort(out, {}, key);
  return out;
}

/// What all segments have in common is not worth a word.
void mark_strips(const RecordedHeap& history, HeapStrips& out) {
  const auto first = [&](const HeapStrip& strip) { return history.segments[strip.segment]; };
  const auto differ = std::ranges::adjacent_find(history.segments, std::ranges::not_equal_to{}, &HeapSegment::stream);
  out.streams = differ != history.segments.end();
  for (const HeapStrip& strip : out.strips) {
    QStringList parts;
    if (strip.pieces > 0) {
      if (out.streams) parts += stream_name(history, first(strip).stream);
      if (const QString pool = pool_name(history, first(strip)); !pool.isEmpty()) parts += pool;
      if (first(strip).expandable) parts += RecordedText::tr("expandable");
    }
    out.marks.push_back(parts.join(QStringLiteral(" · ")));
    out.longest_mark = std::max(out.longest_mark, out.marks.back().size());
  }
}

}  // namespace

QString pool_name(const RecordedHeap& history, const HeapSegment& segment) {
  if (segment.pool == kNoneInHeap || history.pools[segment.pool] == HeapPool{}) return {};
  const HeapPool& pool = history.pools[segment.pool];
  return RecordedText::tr("graph pool (%1, %2)").arg(pool.first).arg(pool.second);
}

HeapStrips heap_strips(const RecordedHeap& history, HeapStep step, StripOrder order) {
  HeapStrips out{.step = step, .heap = heap_at(history, step)};
  for (const std::uint32_t s : out.heap.segments) {
    const HeapSegment& segment = history.segments[s];
    if (out.strips.empty() || !goes_on(history, out.strips.back(), segment)) {
      out.strips.push_back({.address = segment.address, .size = segment.size, .segment = s, .pieces = 1});
    } else {
      HeapStrip& strip = out.strips.back();
      ++strip.pieces;
      strip.size = {static_cast<std::int64_t>(std::max(strip.end(), segment.end()) - strip.address)};
    }
  }
  share_out(out);
  for (const HeapStrip& strip : out.strips) out.longest = std::max(out.longest, strip.size);
  mark_strips(history, out);
  out.rows = rows_by(order, history, out);
  return out;
}

double fragmentation_of(const HeapAt& heap) {
  if (heap.free == Bytes{}) return 0;
  return 1 - static_cast<double>(heap.largest.size.count) / static_cast<double>(heap.free.count);
}

HeapStripsLayout::HeapStripsLayout(const HeapStrips& strips, double top, double width)
    : strips_(strips),
      row_of_(strips.rows.size()),
      top_(top),
      left_(label_room(width) + mark_width(strips)),
      width_(std::max(1.0, width - left_ - kRight)) {
  for (std::uint32_t row = 0; row < strips.rows.size(); ++row) row_of_[strips.rows[row]] = row;
}

double HeapStripsLayout::height_of(std::size_t strips) {
  return kRow * static_cast<double>(strips);
}

QRectF HeapStripsLayout::row(std::size_t strip) const {
  return {0, top_ + kRow * static_cast<double>(row_of_[strip]), left_ + width_ + kRight, kRow};
}

QRectF HeapStripsLayout::bar(std::size_t strip) const {
  const auto longest = static_cast<double>(std::max<std::int64_t>(1, strips_.longest.count));
  const double width = std::max(kLeastBar, static_cast<double>(strips_.strips[strip].size.count) / longest * width_);
  return {left_, row(strip).top() + (kRow - kBar) / 2 - 0.5, width, kBar};
}

QRectF HeapStripsLayout::place(std::size_t strip, const HeapStretch& stretch) const {
  const QRectF all = bar(strip);
  const HeapStrip& in = strips_.strips[strip];
  const double scale = all.width() / static_cast<double>(std::max<std::int64_t>(1, in.size.count));
  const double left = all.left() + static_cast<double>(stretch.address - in.address) * scale;
  return {left, all.top(), std::min(static_cast<double>(stretch.size.count) * scale, all.right() - left), all.height()};
}

std::pair<std::size_t, std::size_t> HeapStripsLayout::rows_in(double top, double bottom) const {
  const auto count = static_cast<double>(strips_.strips.size());
  const double from = std::clamp(std::floor((top - top_) / kRow), 0.0, count);
  const double to = std::clamp(std::ceil((bottom - top_) / kRow), from, count);
  return {static_cast<std::size_t>(from), static_cast<std::size_t>(to)};
}

std::optional<std::size_t> HeapStripsLayout::strip_at(QPointF at) const {
  const auto [from, to] = rows_in(at.y(), at.y() + 0.01);
  if (from >= to || at.y() < top_) return std::nullopt;
  return strips_.rows[from];
}

std::optional<std::size_t> HeapStripsLayout::stretch_at(QPointF at) const {
  const auto there = strip_at(at);
  if (!there) return std::nullopt;
  const QRectF all = bar(*there);
  if (at.x() < all.left() || at.x() > all.right()) return std::nullopt;
  const HeapStrip& strip = strips_.strips[*there];
  const double share = (at.x() - all.left()) / all.width();
  const auto address = strip.address + static_cast<std::uint64_t>(share * static_cast<double>(strip.size.count));
  const auto begin = strips_.heap.stretches.begin() + static_cast<std::ptrdiff_t>(strip.first);
  const auto end = strips_.heap.stretches.begin() + static_cast<std::ptrdiff_t>(strip.last);
  const auto after = std::upper_bound(begin, end, address,
                                      [](std::uint64_t a, const HeapStretch& stretch) { return a < stretch.address; });
  if (after == begin) return std::nullopt;
  const HeapStretch& found = *std::prev(after);
  if (address > found.address + static_cast<std::uint64_t>(found.size.count)) return std::nullopt;
  return static_cast<std::size_t>(std::prev(after) - strips_.heap.stretches.begin());
}

std::size_t HeapStripsLayout::strip_of(std::size_t stretch) const {
  const auto after =
      std::ranges::upper_bound(strips_.strips, strips_.heap.stretches[stretch].address, {}, &HeapStrip::address);
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - strips_.strips.begin() - 1, 0));
}

void paint_heap_strips(QPainter& painter, const HeapStrips& strips, const HeapStripsLayout& layout, double top,
                       double bottom, const HeapStripsLook& look, const Theme& theme) {
  const auto [from, to] = layout.rows_in(top, bottom);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setFont(paint_font(11));
  Painting painting{painter, strips, layout, look, theme};
  for (std::size_t row = from; row < to; ++row) painting.paint(strips.rows[row]);
  painter.restore();
}

QString stream_name(const RecordedHeap& history, std::uint32_t stream) {
  return numbered_stream(stream < history.streams.size() ? history.streams[stream] : 0);
}

Fill heap_stream_fill(const RecordedHeap& history, std::uint32_t stream, const Graph& graph, const Theme& theme) {
  if (stream < history.streams.size())
    for (StreamId s : graph.streams())
      if (graph.info(s).number == history.streams[stream]) return stream_fill(graph, s, theme);
  return {theme.neutral};
}

QString stream_html(const RecordedHeap& history, std::uint32_t stream, const Graph& graph, const Theme& theme) {
  const Fill fill = heap_stream_fill(history, stream, graph, theme);
  return QStringLiteral("<span style='color:%1'>%2</span> %3")
      .arg(fill.color.name(), fill.hatched() ? QStringLiteral("◍") : QStringLiteral("●"),
           stream_name(history, stream).toHtmlEscaped());
}

}  // namespace stowage
