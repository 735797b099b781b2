// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/conflicts/matrix_painter.h"

#include <QPainter>
#include <bit>
#include <cmath>

#include "widgets/painters/conflicts/conflicts_painter.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr std::size_t kCells = MatrixTileKey::kCells;
constexpr std::uint64_t kDraftSamples = 8, kFineSamples = 64;  // pairs a cell
constexpr double kMostCost = 1e9;                              // about nanoseconds a tile
/// What a tensor of a whole row costs beside asking one pair on its own.
constexpr double kRowCost = 0.4, kLookupCost = 1, kPairCost = 4;

std::uint8_t shade_of(PairCount count) {
  if (count.asked == 0) return 0;
  const double share = static_cast<double>(count.unsafe) / static_cast<double>(count.asked);
  return static_cast<std::uint8_t>(1 + std::ceil(254 * std::sqrt(share) - 1e-9));
}

class Runs {
 public:
  Runs(std::span<const TensorId> order, std::uint32_t tile, int level) : level_(level) {
    const std::size_t from = std::min(order.size(), std::size_t{tile} * (kCells << level));
    all_ = order.subspan(from, std::min(order.size() - from, kCells << level));
  }
  [[nodiscard]] std::span<const TensorId> all() const { return all_; }
  [[nodiscard]] std::span<const TensorId> operator[](std::size_t cell) const {
    const std::size_t from = std::min(all_.size(), cell << level_);
    return all_.subspan(from, std::min(all_.size() - from, std::size_t{1} << level_));
  }
  /// Cells with a tensor in them.
  [[nodiscard]] std::size_t count() const { return (all_.size() + (std::size_t{1} << level_) - 1) >> level_; }

 private:
  int level_;
  std::span<const TensorId> all_;
};

/// Whole rows of the relation read as bits, or pairs one by one: whichever is cheaper.
bool rows_are_cheaper(const Conflicts& conflicts, std::size_t columns) {
  const double row = kRowCost * static_cast<double>(conflicts.tensor_count());
  return row + kLookupCost * static_cast<double>(columns) < kPairCost * static_cast<double>(columns);
}

double exact_cost(const Conflicts& conflicts, const Runs& rows, const Runs& columns) {
  const auto height = static_cast<double>(rows.all().size()), width = static_cast<double>(columns.all().size());
  if (!rows_are_cheaper(conflicts, columns.all().size())) return kPairCost * height * width;
  return height * (kRowCost * static_cast<double>(conflicts.tensor_count()) + kLookupCost * width);
}

/// Adds the unsafe partners of one tensor to the counts of its row of cells, from cell `first` on.
class RowCounter {
 public:
  RowCounter(const Conflicts& conflicts, const Runs& columns)
      : conflicts_(conflicts),
        columns_(columns),
        by_rows_(rows_are_cheaper(conflicts, columns.all().size())),
        bits_((conflicts.tensor_count() + 63) / 64),
        cell_of_(conflicts.tensor_count(), kNoCell) {
    for (std::uint32_t c = 0; c < columns.count(); ++c)
      for (const TensorId t : columns[c]) cell_of_[t.index()] = c;
  }

  void add(TensorId t, std::size_t first, std::span<PairCount> counts) {
    for (std::size_t c = first; c < columns_.count(); ++c) counts[c].asked += columns_[c].size();
    if (is_cell(cell_of_[t.index()], first)) --counts[cell_of_[t.index()]].asked;  // a tensor makes no pair with itself
    if (by_rows_) return add_row(t, first, counts);
    for (std::size_t c = first; c < columns_.count(); ++c)
      for (const TensorId other : columns_[c]) counts[c].unsafe += other != t && conflicts_.unsafe(t, other) ? 1 : 0;
  }

 private:
  static constexpr std::uint32_t kNoCell = 0xffff'ffff;
  static bool is_cell(std::uint32_t cell, std::size_t first) { return cell != kNoCell && cell >= first; }

  void add_row(TensorId t, std::size_t first, std::span<PairCount> counts) {
    conflicts_.unsafe_row(t, bits_);
    for (std::size_t word = 0; word < bits_.size(); ++word)
      for (std::uint64_t left = bits_[word]; left != 0; left &= left - 1) {
        const std::uint32_t cell = cell_of_[word * 64 + static_cast<std::size_t>(std::countr_zero(left))];
        if (is_cell(cell, first)) ++counts[cell].unsafe;
      }
  }

  const Conflicts& conflicts_;
  const Runs& columns_;
  const bool by_rows_;
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint32_t> cell_of_;  // by TensorId; kNoCell for those of no column
};

void mirror(std::vector<std::uint8_t>& shade) {
  for (std::size_t r = 0; r < kCells; ++r)
    for (std::size_t c = 0; c < r; ++c) shade[r * kCells + c] = shade[c * kCells + r];
}

/// Place of a tensor in the order of its stream: present from the start, then stream by stream.
std::size_t stream_rank(const Graph& graph, TensorId t) {
  const OperatorId producer = graph.producer(t);
  return producer.valid() ? graph.stream(producer).index() + 1 : 0;
}

constexpr double kNameRow = 12;     // pixels a row needs for its name
constexpr double kNameColumn = 26;  // and a column
constexpr double kMark = 5;         // pixels
constexpr double kTickRoom = 70;    // pixels from tick to tick

QImage colored(const MatrixTile& tile, bool mirrored, const Theme& theme) {
  std::array<QRgb, 256> colors;
  for (std::size_t shade = 0; shade < colors.size(); ++shade)
    colors[shade] = conflict_color(share_of_shade(static_cast<std::uint8_t>(shade)), theme).rgb();
  constexpr int kSide = static_cast<int>(kCells);
  QImage image(kSide, kSide, QImage::Format_RGB32);
  for (std::size_t y = 0; y < kCells; ++y) {
    auto* const line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(y)));
    for (std::size_t x = 0; x < kCells; ++x)
      line[x] = colors[mirrored ? tile.shade[x * kCells + y] : tile.shade[y * kCells + x]];
  }
  return image;
}

/// The edges of a rectangle moved to device pixels, so that neighbours meet without a gap.
QRectF snapped(const QRectF& r, double ratio) {
  const auto snap = [ratio](double v) { return std::round(v * ratio) / ratio; };
  return {QPointF(snap(r.left()), snap(r.top())), QPointF(snap(r.right()), snap(r.bottom()))};
}

QRectF ranks_of(const MatrixTileKey& key) {
  const auto span = static_cast<double>(key.span());
  return {key.column * span, key.row * span, span, span};
}

/// The tile, or the part of a coarser one that covers it.
void paint_tile(QPainter& painter, const MatrixGeometry& geometry, MatrixTileCache& tiles, const MatrixTileKey& key,
                double ratio, const Theme& theme) {
  for (MatrixTileKey from = key; from.level <= top_level(geometry.count());
       from = {from.level + 1, from.row / 2, from.column / 2}) {
    const QImage* image = tiles.image(from, theme);
    if (!image) continue;
    // Only what is in sight is scaled.
    const QRectF all(0, 0, static_cast<double>(geometry.count()), static_cast<double>(geometry.count()));
    const double cell = std::ldexp(1.0, from.level);
    QRectF ranks = ranks_of(key) & geometry.seen_ranks() & all;
    if (ranks.isEmpty()) return;
    ranks = QRectF(QPointF(std::floor(ranks.left() / cell), std::floor(ranks.top() / cell)) * cell,
                   QPointF(std::ceil(ranks.right() / cell), std::ceil(ranks.bottom() / cell)) * cell);
    const QRectF source((ranks.topLeft() - ranks_of(from).topLeft()) / cell, ranks.size() / cell);
    const QRectF target(geometry.place_of(ranks.topLeft()), geometry.place_of(ranks.bottomRight()));
    painter.drawImage(snapped(target, ratio), *image, source);
    return;
  }
}

void paint_tiles(QPainter& painter, const MatrixGeometry& geometry, MatrixTileCache& tiles, int level, double ratio,
                 const Theme& theme) {
  painter.fillRect(geometry.seen(), theme.surface);
  // Smaller than a pixel, cells are mixed rather than left out.
  painter.setRenderHint(QPainter::SmoothPixmapTransform, geometry.scale() * ratio * std::ldexp(1.0, level) < 1);
  const QRectF sight = geometry.seen_ranks();
  for (const MatrixTileKey& upper : tiles_in_sight(geometry, level))
    for (const MatrixTileKey& key : {upper, upper.mirrored()}) {
      if (ranks_of(key).intersects(sight)) paint_tile(painter, geometry, tiles, key, ratio, theme);
      if (upper.row == upper.column) break;
    }
}

QString name_of(const Graph& graph, const MatrixAxis& axis, std::size_t rank, double width) {
  return fitted_name(paint_font(10), text_of(graph.name(axis.order[rank])), width);
}

void paint_names(QPainter& painter, const MatrixGeometry& geometry, const Graph& graph, const MatrixAxis& axis) {
  const QRectF seen = geometry.seen(), ranks = geometry.seen_ranks();
  painter.setFont(paint_font(10));
  const auto from = [](double rank) { return static_cast<std::size_t>(std::max(0.0, std::floor(rank))); };
  const auto to = [&](double rank) { return std::min(axis.order.size(), from(std::ceil(rank))); };
  for (std::size_t r = from(ranks.top()); r < to(ranks.bottom()); ++r) {
    const double y = geometry.place_of({0, static_cast<double>(r) + 0.5}).y();
    if (y < seen.top() + 4 || y > seen.bottom() - 4) continue;
    painter.drawText(QRectF(seen.left() - MatrixGeometry::kLeftAxis, y - 8, MatrixGeometry::kLeftAxis - 8, 16),
                     Qt::AlignRight | Qt::AlignVCenter, name_of(graph, axis, r, MatrixGeometry::kLeftAxis - 10));
  }
  if (geometry.scale() < kNameColumn) return;
  for (std::size_t c = from(ranks.left()); c < to(ranks.right()); ++c) {
    const double x = geometry.place_of({static_cast<double>(c) + 0.5, 0}).x();
    if (x < seen.left() + 8 || x > seen.right() - 8) continue;
    painter.drawText(QRectF(x - geometry.scale() / 2, seen.bottom() + 5, geometry.scale(), 14), Qt::AlignCenter,
                     name_of(graph, axis, c, geometry.scale() - 2));
  }
}

/// Ranks on one axis; a tick stands before its tensor.
void paint_ranks(QPainter& painter, const MatrixGeometry& geometry, bool rows, const Theme& theme) {
  const QRectF seen = geometry.seen(), ranks = geometry.seen_ranks();
  const double length = rows ? seen.height() : seen.width();
  const double low = rows ? ranks.top() : ranks.left(), high = rows ? ranks.bottom() : ranks.right();
  painter.setFont(paint_font(10));
  for (const Tick& tick : number_ticks(low, high, std::max(1, static_cast<int>(length / (rows ? 26 : kTickRoom))))) {
    const QPointF at = geometry.place_of({tick.value, tick.value});
    painter.setPen(theme.muted_text);
    if (rows) {
      painter.drawLine(QPointF(seen.left() - 4, at.y()), QPointF(seen.left() - 1, at.y()));
      painter.drawText(QRectF(seen.left() - MatrixGeometry::kLeftAxis, at.y() - 8, MatrixGeometry::kLeftAxis - 8, 16),
                       Qt::AlignRight | Qt::AlignVCenter, tick.label);
    } else {
      painter.drawLine(QPointF(at.x(), seen.bottom() + 1), QPointF(at.x(), seen.bottom() + 4));
      draw_tick_label(painter, {at.x(), seen.bottom() + 5}, tick.label, geometry.plot().left() - 20,
                      geometry.plot().right() + MatrixGeometry::kRight);
    }
  }
}

/// Strokes on both axes at some ranks; those that fall on one pixel are one stroke.
void paint_axis_marks(QPainter& painter, const MatrixGeometry& geometry, std::span<const std::uint32_t> ranks,
                      const QColor& ink) {
  const QRectF seen = geometry.seen(), part = geometry.seen_ranks();
  const double thick = std::max(2.0, geometry.scale());
  for (const bool rows : {false, true}) {
    const double low = rows ? part.top() : part.left(), high = rows ? part.bottom() : part.right();
    const auto place = [&](double r) {
      const QPointF at = geometry.place_of({r, r});
      return rows ? at.y() : at.x();
    };
    auto at = std::ranges::lower_bound(ranks, std::floor(low), {}, [](std::uint32_t r) { return double(r); });
    while (at != ranks.end() && *at < high) {
      const double from = place(double(*at));
      painter.fillRect(
          rows ? QRectF(seen.left() - 1 - kMark, from, kMark, thick) : QRectF(from, seen.bottom() + 1, thick, kMark),
          ink);
      const double next = std::ceil((from + 1 - place(0)) / geometry.scale());  // the first rank a pixel further
      at = std::lower_bound(at + 1, ranks.end(), next, [](std::uint32_t r, double v) { return double(r) < v; });
    }
  }
}

QRectF cell_of(const MatrixGeometry& geometry, std::uint32_t row, std::uint32_t column) {
  return {geometry.place_of({double(column), double(row)}), QSizeF(geometry.scale(), geometry.scale())};
}

}  // namespace

MatrixAxis matrix_axis(const PlanView& view, MatrixOrder by, std::optional<Lifetime> within) {
  const Graph& graph = *view.graph;
  MatrixAxis axis{order_of_birth(graph, *view.lifetimes), {}};
  if (within) std::erase_if(axis.order, [&](TensorId t) { return !(*view.lifetimes)[t.index()].overlaps(*within); });
  if (by == MatrixOrder::stream)
    std::ranges::stable_sort(axis.order, {}, [&](TensorId t) { return stream_rank(graph, t); });
  if (by == MatrixOrder::offset && view.plan)
    std::ranges::stable_sort(axis.order, {}, [&](TensorId t) { return view.plan->offsets[t.index()]; });
  if (by == MatrixOrder::size)
    std::ranges::stable_sort(axis.order, std::ranges::greater{}, [&](TensorId t) { return graph.size(t); });
  axis.rank.assign(graph.tensor_count(), MatrixAxis::kNowhere);
  for (std::size_t r = 0; r < axis.order.size(); ++r) axis.rank[axis.order[r].index()] = static_cast<std::uint32_t>(r);
  return axis;
}

int top_level(std::size_t tensors) {
  int level = 0;
  while ((kCells << level) < tensors) ++level;
  return level;
}

float share_of_shade(std::uint8_t shade) {
  if (shade == 0) return -1;
  const float root = static_cast<float>(shade - 1) / 254;
  return root * root;
}

PairCount count_unsafe(const Conflicts& conflicts, std::span<const TensorId> rows, std::span<const TensorId> columns,
                       std::uint64_t most) {
  PairCount out;
  const auto ask = [&](TensorId a, TensorId b) {
    if (a == b) return;
    ++out.asked;
    out.unsafe += conflicts.unsafe(a, b) ? 1 : 0;
  };
  if (rows.size() * columns.size() <= most) {
    for (TensorId a : rows)
      for (TensorId b : columns) ask(a, b);
    return out;
  }
  // Rows evenly spread, columns by the golden ratio: no two samples alike, and none of the cell left out for long.
  constexpr std::uint64_t kGolden = 0x9e37'79b9;
  for (std::uint64_t s = 0; s < most; ++s)
    ask(rows[s * rows.size() / most], columns[(((s + 1) * kGolden & 0xffff'ffff) * columns.size()) >> 32]);
  return out;
}

Result<MatrixTile> matrix_tile(const Conflicts& conflicts, std::span<const TensorId> order, const MatrixTileKey& key,
                               MatrixPrecision precision, const Task& task) {
  const Runs rows(order, key.row, key.level), columns(order, key.column, key.level);
  const std::uint64_t samples = precision == MatrixPrecision::draft ? kDraftSamples : kFineSamples;
  MatrixTile out;
  out.shade.assign(kCells * kCells, 0);
  out.exact = (std::uint64_t{1} << (2 * key.level)) <= samples ||
              (precision == MatrixPrecision::fine && exact_cost(conflicts, rows, columns) <= kMostCost);
  out.final = out.exact || precision == MatrixPrecision::fine;
  RowCounter counter(conflicts, columns);
  std::vector<PairCount> counts(kCells);
  for (std::size_t r = 0; r < rows.count(); ++r) {
    const std::size_t first = key.row == key.column ? r : 0;
    std::ranges::fill(counts, PairCount{});
    if (out.exact) {
      for (TensorId t : rows[r]) {
        if (task.should_stop()) return tl::unexpected(task.why_stopped());
        counter.add(t, first, counts);
      }
    } else {
      if (task.should_stop()) return tl::unexpected(task.why_stopped());
      for (std::size_t c = first; c < columns.count(); ++c)
        counts[c] = count_unsafe(conflicts, rows[r], columns[c], samples);
    }
    for (std::size_t c = first; c < columns.count(); ++c) out.shade[r * kCells + c] = shade_of(counts[c]);
  }
  if (key.row == key.column) mirror(out.shade);
  return out;
}

std::vector<TensorId> order_of_birth(const Graph& graph, std::span<const Lifetime> lifetimes) {
  std::vector<TensorId> order;
  order.reserve(graph.tensor_count());
  for (TensorId t : graph.tensors()) order.push_back(t);
  std::ranges::stable_sort(order, {}, [&](TensorId t) {
    const Lifetime life = lifetimes[t.index()];
    return std::pair(life.empty(), life.begin);
  });
  return order;
}

void MatrixTileCache::insert(const MatrixTileKey& upper, MatrixTile tile) {
  entries_[upper] = {std::make_shared<const MatrixTile>(std::move(tile)), {}, {}};
}

const MatrixTile* MatrixTileCache::find(const MatrixTileKey& key) const {
  const auto at = entries_.find(key.upper());
  return at == entries_.end() ? nullptr : at->second.tile.get();
}

const QImage* MatrixTileCache::image(const MatrixTileKey& key, const Theme& theme) {
  const auto at = entries_.find(key.upper());
  if (at == entries_.end()) return nullptr;
  Entry& entry = at->second;
  if (entry.dark != theme.dark) entry.straight = entry.mirrored = {};
  entry.dark = theme.dark;
  const bool mirrored = key != key.upper();
  QImage& image = mirrored ? entry.mirrored : entry.straight;
  if (image.isNull()) image = colored(*entry.tile, mirrored, theme);
  return &image;
}

void MatrixTileCache::trim(std::size_t most, std::span<const MatrixTileKey> wanted, int top) {
  const int level = wanted.empty() ? top : wanted.front().level;
  const auto forget = [&](const auto& dispensable) {
    for (auto at = entries_.begin(); at != entries_.end() && entries_.size() > most;)
      at = at->first.level != top && dispensable(at->first) ? entries_.erase(at) : std::next(at);
  };
  forget([&](const MatrixTileKey& key) { return key.level != level; });
  forget([&](const MatrixTileKey& key) { return std::ranges::find(wanted, key) == wanted.end(); });
}

int level_to_draw(const MatrixGeometry& geometry, double ratio) {
  int level = 0;
  while (geometry.scale() * ratio * std::ldexp(1.0, level) < 1) ++level;
  return std::min(level, top_level(geometry.count()));
}

std::vector<MatrixTileKey> tiles_in_sight(const MatrixGeometry& geometry, int level) {
  std::vector<MatrixTileKey> out;
  const QRectF ranks = geometry.seen_ranks();
  if (geometry.count() == 0 || ranks.isEmpty()) return out;
  const auto span = static_cast<double>(MatrixTileKey{level}.span());
  const auto tile = [&](double rank) { return static_cast<std::uint32_t>(std::max(0.0, std::floor(rank / span))); };
  const auto last = [&](double rank) {
    return std::min(tile(std::nextafter(rank, 0)), tile(static_cast<double>(geometry.count() - 1)));
  };
  for (std::uint32_t r = tile(ranks.top()); r <= last(ranks.bottom()); ++r)
    for (std::uint32_t c = tile(ranks.left()); c <= last(ranks.right()); ++c) out.push_back({level, r, c});
  std::ranges::stable_sort(
      out, {}, [&](const MatrixTileKey& key) { return (ranks_of(key).center() - ranks.center()).manhattanLength(); });
  std::vector<MatrixTileKey> upper;
  for (const MatrixTileKey& key : out)
    if (std::ranges::find(upper, key.upper()) == upper.end()) upper.push_back(key.upper());
  return upper;
}

void paint_matrix_cells(QPainter& painter, const MatrixGeometry& geometry, MatrixTileCache& tiles, int level,
                        double ratio, const Theme& theme) {
  const QRectF& seen = geometry.seen();
  if (seen.isEmpty()) return;
  painter.save();
  if (is_vector(painter)) {
    const double scale = cells_a_pixel(painter, seen.size());
    QImage cells((seen.size() * scale).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
    QPainter into(&cells);
    into.scale(cells.width() / seen.width(), cells.height() / seen.height());
    into.translate(-seen.topLeft());
    paint_tiles(into, geometry, tiles, level, scale, theme);
    into.end();
    draw_cells(painter, seen, cells);
  } else {
    painter.setClipRect(seen);
    paint_tiles(painter, geometry, tiles, level, ratio, theme);
  }
  painter.restore();
  set_ink(painter, QPen(theme.grid, page_line(1)), Qt::NoBrush);
  painter.drawRect(geometry.seen().adjusted(-0.5, -0.5, 0.5, 0.5));
}

std::vector<LegendItem> matrix_legend(int level, const Theme& theme) {
  const auto item = [&](float share, const QString& label) {
    return LegendItem{.fill = {conflict_color(share, theme)}, .label = label, .detail = {}};
  };
  if (level == 0)
    return {item(1, ConflictsText::tr("unsafe pair")), item(0, ConflictsText::tr("safe pair")),
            item(-1, ConflictsText::tr("no pair"))};
  return {item(1, ConflictsText::tr("all unsafe")), item(0.5F, ConflictsText::tr("half unsafe")),
          item(0, ConflictsText::tr("all safe"))};
}

void paint_matrix_axes(QPainter& painter, const MatrixGeometry& geometry, const Graph& graph, const MatrixAxis& axis,
                       const Theme& theme) {
  if (axis.order.empty() || !page_has_axis_labels()) return;
  painter.setPen(theme.muted_text);
  if (geometry.scale() < kNameRow) paint_ranks(painter, geometry, true, theme);
  if (geometry.scale() < kNameColumn) paint_ranks(painter, geometry, false, theme);
  painter.setPen(theme.muted_text);
  if (geometry.scale() >= kNameRow) paint_names(painter, geometry, graph, axis);
}

void paint_matrix_marks(QPainter& painter, const MatrixGeometry& geometry, const MatrixMarks& marks,
                        const Theme& theme) {
  painter.save();
  painter.setClipRect(geometry.plot().adjusted(-MatrixGeometry::kLeftAxis, -2, MatrixGeometry::kRight, 20));
  paint_axis_marks(painter, geometry, marks.found, theme.bound);
  paint_axis_marks(painter, geometry, marks.selected, theme.selection);
  if (marks.hovered) paint_axis_marks(painter, geometry, {&*marks.hovered, 1}, theme.text);
  painter.setClipRect(geometry.seen().adjusted(-1, -1, 1, 1));
  painter.setBrush(Qt::NoBrush);
  if (marks.selected.size() == 2) {
    painter.setPen(QPen(theme.selection, page_line(2)));
    for (const bool swap : {false, true}) {
      QRectF cell = cell_of(geometry, marks.selected[swap ? 1 : 0], marks.selected[swap ? 0 : 1]);
      const double grow = std::max(1.5, (9 - cell.width()) / 2);
      painter.drawRect(cell.adjusted(-grow, -grow, grow, grow));
    }
  }
  if (marks.crosshair) {
    const QPointF middle = cell_of(geometry, marks.crosshair->first, marks.crosshair->second).center();
    painter.setPen(QPen(see_through(theme.text, 0.6, theme.surface), page_line(1)));
    painter.drawLine(QPointF(geometry.seen().left(), middle.y()), QPointF(geometry.seen().right(), middle.y()));
    painter.drawLine(QPointF(middle.x(), geometry.seen().top()), QPointF(middle.x(), geometry.seen().bottom()));
  }
  painter.restore();
}

void paint_matrix_page(QPainter& painter, const QRectF& rect, const MatrixPage& page, const Theme& theme) {
  MatrixGeometry geometry;
  geometry.resize(rect);
  geometry.set_count(page.axis->order.size());
  if (page.part) geometry.show(*page.part);
  MatrixTileCache tiles = page.tiles;  // colours what it is asked for
  paint_matrix_cells(painter, geometry, tiles, page.level, 1, theme);
  paint_matrix_axes(painter, geometry, *page.graph, *page.axis, theme);
  paint_matrix_marks(painter, geometry, page.marks, theme);
}

}  // namespace stowage
