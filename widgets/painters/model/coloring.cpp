// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/model/coloring.h"

#include <QCoreApplication>
#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <set>

#include "core/base/text.h"
#include "core/graph/claims.h"
#include "core/graph/laid_out.h"
#include "core/insight/analysis/difference.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

struct ColoringText {
  Q_DECLARE_TR_FUNCTIONS(stowage::Coloring)
};

constexpr std::size_t kMostClasses = 250;
constexpr std::size_t kMostRampClasses = 10;

/// Classes before they are put in order: any number of them, and one a tensor and an operator.
struct Raw {
  static constexpr std::uint32_t kNone = 0xffff'ffff;

  std::vector<Coloring::Entry> entries;
  std::vector<std::optional<std::size_t>> usual;  // fill of an entry with a usual name
  std::vector<std::uint32_t> tensors, operators;  // class or kNone

  explicit Raw(const Graph& graph) : tensors(graph.tensor_count(), kNone), operators(graph.operator_count(), kNone) {}
  std::uint32_t add(QString label, bool neutral = false) {
    entries.push_back({.label = std::move(label), .neutral = neutral});
    usual.emplace_back();
    return static_cast<std::uint32_t>(entries.size() - 1);
  }
};

void give_tensors_their_producers_class(const Graph& graph, Raw& raw) {
  std::uint32_t input = Raw::kNone;
  for (TensorId t : graph.tensors()) {
    const OperatorId producer = graph.producer(t);
    if (!producer.valid() && input == Raw::kNone) input = raw.add(ColoringText::tr("input"), true);
    raw.tensors[t.index()] = producer.valid() ? raw.operators[producer.index()] : input;
  }
}

/// The colour that a graph gives a stream; invalid where it gives none.
QColor own_color(const Graph& graph, StreamId s) {
  const std::string& color = graph.info(s).color;
  return is_color(color) ? QColor(QLatin1String(color.data(), static_cast<qsizetype>(color.size()))) : QColor();
}

bool fills_by_number(const Graph& graph) {
  std::array<bool, kPaletteFills> taken{};
  bool distinct = true;
  for (StreamId s : graph.streams()) {
    const std::int64_t number = graph.info(s).number;
    if (number < 0 || number >= static_cast<std::int64_t>(kMostClasses)) return false;
    bool& fill = taken[static_cast<std::size_t>(number) % kPaletteFills];
    distinct = distinct && !fill;
    fill = true;
  }
  return distinct || graph.stream_count() > kPaletteFills;
}

/// The fills of the streams, where there are several that leave most of the palette's colours to others.
std::vector<std::size_t> few_stream_fills(const Graph& graph) {
  constexpr std::size_t kFew = 4;
  std::vector<std::size_t> out;
  if (graph.stream_count() < 2 || graph.stream_count() > kFew) return out;
  const bool by_number = fills_by_number(graph);
  for (StreamId s : graph.streams())
    out.push_back((by_number ? static_cast<std::size_t>(graph.info(s).number) : s.index()) % kPaletteFills);
  return out;
}

Raw by_stream(const Graph& graph) {
  Raw raw(graph);
  const bool by_number = fills_by_number(graph);
  for (StreamId s : graph.streams()) {
    Coloring::Entry& entry = raw.entries[raw.add(stream_label(graph, s))];
    entry.own = own_color(graph, s);
    entry.fill = by_number ? static_cast<std::size_t>(graph.info(s).number) : s.index();
  }
  for (OperatorId o : graph.operators()) raw.operators[o.index()] = static_cast<std::uint32_t>(graph.stream(o).index());
  give_tensors_their_producers_class(graph, raw);
  return raw;
}

/// What a text is called in the language of the window.
using Words = QString (*)(std::string_view);

/// Names that most graphs share, with their fill in every graph.
std::optional<std::size_t> usual_fill(ColorBy by, std::string_view name) {
  struct Row {
    ColorBy by;
    std::string_view name;
    std::size_t fill;
  };
  static constexpr Row kTable[] = {
      {ColorBy::kind, "activation", 0},      {ColorBy::kind, "gradient", 1},
      {ColorBy::kind, "weight gradient", 2}, {ColorBy::kind, "temporary", 3},
      {ColorBy::kind, "parameter", 4},       {ColorBy::kind, "weight", 4},
      {ColorBy::kind, "workspace", 5},       {ColorBy::kind, "reduced gradient", 6},
      {ColorBy::kind, "statistics", 7},      {ColorBy::phase, "forward", 0},
      {ColorBy::phase, "backward", 1},       {ColorBy::phase, "update", 2},
      {ColorBy::phase, "communication", 4},  {ColorBy::phase, "loss", 5},
  };
  for (const Row& row : kTable)
    if (row.by == by && name == row.name) return row.fill;
  return std::nullopt;
}

/// Classes of interned texts; label 0 is the empty one.
struct LabelClasses {
  const Graph& graph;
  Raw& raw;
  ColorBy by;
  Words words;
  QString empty;
  std::vector<std::uint32_t> known = std::vector(graph.data().labels.size(), Raw::kNone);

  std::uint32_t operator()(Graph::Label label) {
    std::uint32_t& found = known[label];
    if (found != Raw::kNone) return found;
    const std::string_view text = graph.data().labels[label];
    found = text.empty() ? raw.add(empty, true) : raw.add(words(text));
    raw.usual[found] = usual_fill(by, text);
    return found;
  }
};

Raw by_operator_label(const Graph& graph, const std::vector<Graph::Label>& labels, ColorBy by, Words words,
                      const QString& empty) {
  Raw raw(graph);
  LabelClasses classes{graph, raw, by, words, empty};
  for (OperatorId o : graph.operators()) raw.operators[o.index()] = classes(labels[o.index()]);
  give_tensors_their_producers_class(graph, raw);
  return raw;
}

Raw by_tensor_kind(const Graph& graph) {
  Raw raw(graph);
  LabelClasses classes{graph, raw, ColorBy::kind, kind_label, ColoringText::tr("no kind")};
  for (TensorId t : graph.tensors()) raw.tensors[t.index()] = classes(graph.data().tensor_kind[t.index()]);
  return raw;
}

Raw by_group(const Graph& graph) {
  Raw raw(graph);
  for (GroupId g : graph.groups()) {
    const auto members = graph.members(g);
    raw.add(ColoringText::tr("%1 … %2").arg(text_of(graph.name(members.front())), text_of(graph.name(members.back()))));
  }
  std::uint32_t none = Raw::kNone;
  for (TensorId t : graph.tensors()) {
    const GroupId group = graph.group(t);
    if (!group.valid() && none == Raw::kNone) none = raw.add(ColoringText::tr("no group"), true);
    raw.tensors[t.index()] = group.valid() ? static_cast<std::uint32_t>(group.index()) : none;
  }
  return raw;
}

/// "1 – 4 KiB", "512 B – 2 KiB".
QString bytes_range(std::int64_t low, std::int64_t high) {
  const QString from = human_bytes({low}), to = human_bytes({high});
  const qsizetype from_unit = from.lastIndexOf(' '), to_unit = to.lastIndexOf(' ');
  const auto trimmed = [point = QLocale().decimalPoint()](QString number) {
    if (!number.contains(point)) return number;
    while (number.endsWith('0')) number.chop(1);
    return number.endsWith(point) ? number.chopped(point.size()) : number;
  };
  const QString low_text = trimmed(from.left(from_unit)), high_text = trimmed(to.left(to_unit)) + to.mid(to_unit);
  return from.mid(from_unit) == to.mid(to_unit) ? low_text + " – " + high_text
                                                : low_text + from.mid(from_unit) + " – " + high_text;
}

constexpr std::int64_t kUnknown = -1;

/// Classes [2^(k·i), 2^(k·(i+1))) with the least k that gives few enough of them; 0 is the class `zero`, and kUnknown
/// has a class of its own.
template <class Label>
Raw by_powers(const Graph& graph, const std::vector<std::int64_t>& values, const QString& zero, const Label& label) {
  Raw raw(graph);
  int low = 63, high = 0;
  const auto exponent = [](std::int64_t v) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(v))) - 1;
  };
  bool any_zero = false, any_unknown = false;
  for (std::int64_t v : values) {
    any_zero = any_zero || v == 0;
    any_unknown = any_unknown || v == kUnknown;
    if (v <= 0) continue;
    low = std::min(low, exponent(v));
    high = std::max(high, exponent(v));
  }
  int width = 1;
  while (low <= high && static_cast<std::size_t>(high / width - low / width) >= kMostRampClasses) ++width;
  const std::uint32_t none = any_zero ? raw.add(zero, true) : Raw::kNone;
  const std::uint32_t unknown = any_unknown ? raw.add(ColoringText::tr("unknown"), true) : Raw::kNone;
  const auto first = static_cast<std::uint32_t>(raw.entries.size());
  for (int i = low / width; low <= high && i <= high / width; ++i)
    raw.add(label(std::int64_t{1} << (i * width), std::int64_t{1} << std::min((i + 1) * width, 62)));
  for (std::size_t t = 0; t < values.size(); ++t)
    raw.tensors[t] = values[t] == kUnknown ? unknown
                     : values[t] <= 0      ? none
                                      : first + static_cast<std::uint32_t>(exponent(values[t]) / width - low / width);
  return raw;
}

Raw by_size(const Graph& graph) {
  std::vector<std::int64_t> sizes;
  for (const TensorId t : graph.tensors()) sizes.push_back(has_unknown_size(graph, t) ? kUnknown : graph.size(t).count);
  return by_powers(graph, sizes, ColoringText::tr("0 B"), bytes_range);
}

Raw by_lifetime(const Graph& graph, std::span<const Lifetime> lifetimes) {
  const auto times = graph.times();
  std::vector<std::int64_t> lengths;
  for (Lifetime life : lifetimes) {
    if (life.empty())
      lengths.push_back(0);
    else
      lengths.push_back(times.empty() ? life.end - life.begin : times[life.end] - times[life.begin]);
  }
  return by_powers(graph, lengths, ColoringText::tr("never needed"), [&](std::int64_t low, std::int64_t high) {
    const QString range = high - 1 == low ? grouped(low) : grouped(low) + " – " + grouped(high - 1);
    if (!times.empty()) return ColoringText::tr("%1 time units").arg(range);
    return high == 2 ? ColoringText::tr("%1 step").arg(range) : ColoringText::tr("%1 steps").arg(range);
  });
}

const PlanView* comparable(const PlanView* view) {
  if (view == nullptr || !view->plan || !view->baseline) return nullptr;
  const PlanView& baseline = *view->baseline;
  return baseline.graph && baseline.lifetimes && baseline.plan ? &baseline : nullptr;
}

Raw by_difference(const Graph& graph, const PlanView* view) {
  Raw raw(graph);
  const PlanView* baseline = comparable(view);
  const std::uint32_t up = raw.add(ColoringText::tr("moved up")), down = raw.add(ColoringText::tr("moved down")),
                      added = raw.add(ColoringText::tr("new")), same = raw.add(ColoringText::tr("same offset"), true),
                      other = raw.add(baseline ? ColoringText::tr("without memory")
                                               : ColoringText::tr("no baseline is pinned to compare with"),
                                      true);
  std::ranges::fill(raw.tensors, other);
  if (baseline == nullptr) return raw;
  const PlacedPlan was{*baseline->graph, *baseline->lifetimes, *baseline->plan};
  const PlacedPlan is{*view->graph, *view->lifetimes, *view->plan};
  const PlanDifference difference = plan_difference(was, is);
  for (TensorId t : graph.tensors())
    if (place_of(is, t).size.count > 0) raw.tensors[t.index()] = same;
  for (const TensorDifference& one : difference.changed) {
    if (!one.after.valid() || one.is.size.count == 0) continue;
    std::uint32_t& now = raw.tensors[one.after.index()];
    if (one.change == PlaceChange::added) now = added;
    if (one.change == PlaceChange::moved) now = one.moved_by().count > 0 ? up : down;
  }
  return raw;
}

Raw classify(const Graph& graph, std::span<const Lifetime> lifetimes, ColorBy by, const PlanView* view) {
  switch (by) {
    case ColorBy::stream:
      return by_stream(graph);
    case ColorBy::phase:
      return by_operator_label(graph, graph.data().operator_phase, by, phase_label, ColoringText::tr("no phase"));
    case ColorBy::op:
      return by_operator_label(graph, graph.data().operator_kind, by, text_of, ColoringText::tr("no operator kind"));
    case ColorBy::kind:
      return by_tensor_kind(graph);
    case ColorBy::size:
      return by_size(graph);
    case ColorBy::lifetime:
      return by_lifetime(graph, lifetimes);
    case ColorBy::group:
      return by_group(graph);
    case ColorBy::difference:
      return by_difference(graph, view);
  }
  return by_stream(graph);
}

/// Counts those of the tensors that `counts` takes into what `class_of` gives; a tensor of a body once in each class.
template <class Counts, class ClassOf>
void count_tensors(const Graph& graph, const Counts& counts, const ClassOf& class_of) {
  std::set<std::pair<const void*, TensorId>> seen;
  for (TensorId t : graph.tensors()) {
    if (!counts(t)) continue;
    auto& in = class_of(t);
    if (graph.laid_out() != nullptr && !seen.emplace(&in, graph.laid_out()->first_tensors[t.index()]).second) continue;
    ++in.tensors;
    if (!graph.is_view(t)) in.bytes += graph.size(t);  // the owner's are counted
  }
}

void count(const Graph& graph, Raw& raw) {
  count_tensors(
      graph, [](TensorId) { return true; }, [&](TensorId t) -> auto& { return raw.entries[raw.tensors[t.index()]]; });
  for (std::uint32_t c : raw.operators)
    if (c != Raw::kNone) ++raw.entries[c].operators;
}

bool is_ramp(ColorBy by) {
  return by == ColorBy::size || by == ColorBy::lifetime;
}

/// The order of the legend: as found, or by bytes where the classes are names; neutral ones last (first on a ramp,
/// where they are its zero).
std::vector<std::uint32_t> legend_order(const Raw& raw, ColorBy by) {
  std::vector<std::uint32_t> order(raw.entries.size());
  std::iota(order.begin(), order.end(), 0u);
  if (is_ramp(by)) return order;
  const bool named = by == ColorBy::phase || by == ColorBy::kind || by == ColorBy::op;
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
    const Coloring::Entry &x = raw.entries[a], &y = raw.entries[b];
    if (x.neutral != y.neutral) return y.neutral;
    return named && x.bytes > y.bytes;
  });
  return order;
}

/// Which classes keep an entry of their own: of too many, those with a given colour, then those with the most tensors
/// and operators.
std::vector<bool> kept_classes(const Raw& raw) {
  std::vector<bool> kept(raw.entries.size(), true);
  if (raw.entries.size() <= kMostClasses) return kept;
  std::vector<std::uint32_t> order(raw.entries.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
    const Coloring::Entry &x = raw.entries[a], &y = raw.entries[b];
    if (x.neutral != y.neutral) return x.neutral;
    if (x.own.isValid() != y.own.isValid()) return x.own.isValid();
    return std::uint64_t{x.tensors} + x.operators > std::uint64_t{y.tensors} + y.operators;
  });
  for (std::size_t i = kMostClasses; i < order.size(); ++i) kept[order[i]] = false;
  return kept;
}

}  // namespace

std::span<const ColoringInfo> colorings() {
  static constexpr std::array<ColoringInfo, 8> kTable{
      {{ColorBy::stream, "stream", QT_TRANSLATE_NOOP("stowage::Coloring", "Stream")},
       {ColorBy::phase, "phase", QT_TRANSLATE_NOOP("stowage::Coloring", "Phase")},
       {ColorBy::kind, "kind", QT_TRANSLATE_NOOP("stowage::Coloring", "Tensor kind")},
       {ColorBy::op, "op", QT_TRANSLATE_NOOP("stowage::Coloring", "Operator kind")},
       {ColorBy::size, "size", QT_TRANSLATE_NOOP("stowage::Coloring", "Size")},
       {ColorBy::lifetime, "lifetime", QT_TRANSLATE_NOOP("stowage::Coloring", "Lifetime")},
       {ColorBy::group, "group", QT_TRANSLATE_NOOP("stowage::Coloring", "Contiguous group")},
       {ColorBy::difference, "difference", QT_TRANSLATE_NOOP("stowage::Coloring", "Difference from the baseline")}}};
  return kTable;
}

const ColoringInfo* find_coloring(std::string_view id) {
  const auto table = colorings();
  const auto found = std::ranges::find_if(table, [id](const ColoringInfo& row) { return id == row.id; });
  return found == table.end() ? nullptr : &*found;
}

Coloring::Coloring(const Graph& graph, std::span<const Lifetime> lifetimes, ColorBy by, const PlanView* view)
    : by_(by), recorded_(view != nullptr && view->recorded()) {
  Raw raw = classify(graph, lifetimes, by, view);
  count(graph, raw);
  const std::vector<bool> kept = kept_classes(raw);
  std::vector<std::uint8_t> final_class(raw.entries.size(), kNoClass);
  std::vector<std::size_t> apart =
      recorded_ && by == ColorBy::kind ? few_stream_fills(graph) : std::vector<std::size_t>();
  if (!recorded_)
    for (const auto& usual : raw.usual)
      if (usual) apart.push_back(*usual);
  const auto next_fill = [&apart](std::size_t& next) {
    while (std::ranges::find(apart, next % kPaletteFills) != apart.end()) ++next;
    return next++;
  };
  std::size_t fill = 0;
  for (std::uint32_t c : legend_order(raw, by)) {
    if (!kept[c]) continue;
    final_class[c] = static_cast<std::uint8_t>(entries_.size());
    entries_.push_back(raw.entries[c]);
    if (by == ColorBy::stream || entries_.back().neutral) continue;
    const auto usual = recorded_ ? std::nullopt : raw.usual[c];
    entries_.back().fill = usual ? *usual : next_fill(fill);
  }
  if (entries_.size() < raw.entries.size()) {
    Entry other{.label = ColoringText::tr("other"), .neutral = true};
    for (std::size_t c = 0; c < kept.size(); ++c) {
      if (kept[c]) continue;
      final_class[c] = static_cast<std::uint8_t>(entries_.size());
      other.tensors += raw.entries[c].tensors;
      other.operators += raw.entries[c].operators;
      other.bytes += raw.entries[c].bytes;
    }
    entries_.push_back(std::move(other));
  }
  const auto to_final = [&](std::uint32_t c) { return c == Raw::kNone ? kNoClass : final_class[c]; };
  tensor_class_.resize(raw.tensors.size());
  std::ranges::transform(raw.tensors, tensor_class_.begin(), to_final);
  operator_class_.resize(raw.operators.size());
  std::ranges::transform(raw.operators, operator_class_.begin(), to_final);
}

Coloring Coloring::of_operators(const Graph& graph, ColorBy by) {
  if (colors_operators(by)) return Coloring(graph, {}, by);
  Coloring out;
  out.by_ = by;
  out.tensor_class_.assign(graph.tensor_count(), kNoClass);
  out.operator_class_.assign(graph.operator_count(), kNoClass);
  return out;
}

Fill stream_fill(const Graph& graph, StreamId stream, const Theme& theme) {
  const std::size_t index =
      fills_by_number(graph) ? static_cast<std::size_t>(graph.info(stream).number) : stream.index();
  const QColor own = own_color(graph, stream);
  return own.isValid() ? own_fill(own, index) : palette_fill(index, theme);
}

std::vector<ClassCount> count_alive(const Coloring& coloring, const Graph& graph, std::span<const Lifetime> lifetimes,
                                    Lifetime steps) {
  std::vector<ClassCount> out(coloring.entries().size());
  count_tensors(
      graph, [&](TensorId t) { return lifetimes[t.index()].overlaps(steps); },
      [&](TensorId t) -> auto& { return out[coloring.class_of(t)]; });
  return out;
}

Fill Coloring::fill(std::uint8_t entry, const Theme& theme) const {
  if (entry >= entries_.size() || entries_[entry].neutral) return {theme.neutral};
  if (entries_[entry].own.isValid()) return own_fill(entries_[entry].own, entries_[entry].fill);
  if (!is_ramp(by_)) return palette_fill(entries_[entry].fill, theme);
  // Neutral entries stand before the ramp's first.
  const std::size_t first = entries_.front().neutral ? 1 : 0, steps = entries_.size() - first;
  return {ramp_color(steps < 2 ? 0.5 : static_cast<double>(entry - first) / static_cast<double>(steps - 1), theme)};
}

}  // namespace stowage
