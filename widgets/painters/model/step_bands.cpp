// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/model/step_bands.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>
#include <unordered_map>

#include "core/graph/laid_out.h"
#include "core/order/order.h"
#include "core/papers/papers.h"
#include "core/papers/roam/roam.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

using Kind = StepBands::Kind;
using Way = StepBand::Way;

struct StepBandsText {
  Q_DECLARE_TR_FUNCTIONS(stowage::StepBands)
};

constexpr BandsInfo kTable[] = {
    {Kind::segments, "segments",
     QT_TRANSLATE_NOOP("stowage::StepBands", "Segments between memory-insensitive operators")},
    {Kind::subgraphs, "roam", QT_TRANSLATE_NOOP("stowage::StepBands", "ROAM's subgraphs")},
    {Kind::modules, "modules", QT_TRANSLATE_NOOP("stowage::StepBands", "Modules")},
    {Kind::bodies, "bodies", QT_TRANSLATE_NOOP("stowage::StepBands", "Loops and branches")},
};

void count_steps(const Graph& graph, StepBand& band) {
  std::vector<OperatorId> operators;
  for (std::uint32_t k = band.steps.begin; k < band.steps.end; ++k) operators.push_back(OperatorId(k));
  count_made(graph, std::move(operators), band);
}

class BandsMaker {
 public:
  BandsMaker(const Graph& graph, Kind kind)
      : graph_(graph),
        tree_(make_subgraph_tree(graph, OrderOptions{}.node_limit)),
        updates_from_(static_cast<std::uint32_t>(graph.operator_count())) {
    while (updates_from_ > 0 && graph.phase(OperatorId(updates_from_ - 1)) == phase::kUpdate) --updates_from_;
    out_.kind = kind;
  }

  StepBands make() && {
    if (out_.kind == Kind::segments)
      add_segments();
    else
      add_subgraphs();
    keep_apart();
    add_updates();
    for (StepBand& band : out_.bands) count_steps(graph_, band);
    return std::move(out_);
  }

 private:
  void add(std::uint32_t begin, std::uint32_t end, Way way, const QString& name) {
    if (begin < end) out_.bands.push_back({.steps = {begin, end}, .part = out_.parts, .way = way, .name = name});
  }

  /// Those that hold no operator are no bands and have no number.
  void add_segments() {
    std::uint32_t begin = 0;
    const auto end_at = [&](std::uint32_t end) {
      if (begin >= std::min(end, updates_from_)) return;
      add(begin, end, way_of(begin, end), QString::number(out_.parts + 1));
      ++out_.parts;
    };
    for (const OperatorId o : tree_.segments.insensitive) {
      end_at(static_cast<std::uint32_t>(o.index()));
      begin = static_cast<std::uint32_t>(o.index()) + 1;
    }
    end_at(static_cast<std::uint32_t>(graph_.operator_count()));
  }

  [[nodiscard]] Way way_of(std::uint32_t begin, std::uint32_t end) const {
    bool forward = false, backward = false;
    for (std::uint32_t k = begin; k < end; ++k) {
      const auto phase = graph_.phase(OperatorId(k));
      forward = forward || phase == phase::kForward || phase == phase::kLoss;
      backward = backward || phase == phase::kBackward;
    }
    return forward == backward ? Way::any : forward ? Way::forward : Way::backward;
  }

  void add_subgraphs() {
    for (const std::uint32_t leaf : tree_.leaves()) {
      const RoamSubgraph& node = tree_.nodes[leaf];
      const QString name = name_of(leaf);
      const std::size_t before = out_.bands.size();
      if (!node.backward.empty() && node.forward_steps.end == node.backward_steps.begin) {
        add(node.forward_steps.begin, node.backward_steps.end, Way::any, name);
      } else {
        add(node.forward_steps.begin, node.forward_steps.end, node.backward.empty() ? Way::any : Way::forward, name);
        add(node.backward_steps.begin, node.backward_steps.end, Way::backward, name);
      }
      if (out_.bands.size() > before) ++out_.parts;
    }
  }

  /// By its place below the root: "2", and "2.1" for its first piece.
  [[nodiscard]] QString name_of(std::uint32_t node) const {
    const std::uint32_t parent = tree_.nodes[node].parent;
    if (parent == node) return QStringLiteral("1");
    const auto& siblings = tree_.nodes[parent].children;
    const QString own = QString::number(std::ranges::find(siblings, node) - siblings.begin() + 1);
    return parent == 0 ? own : name_of(parent) + '.' + own;
  }

  /// Subgraphs are cut at the trunk: other operators there may reach into the neighbour.
  void keep_apart() {
    std::ranges::sort(out_.bands, {},
                      [](const StepBand& band) { return std::tuple(band.steps.begin, band.steps.end); });
    std::uint32_t end = 0;
    for (StepBand& band : out_.bands) {
      band.steps.begin = std::max(band.steps.begin, end);
      band.steps.end = std::min(band.steps.end, updates_from_);
      end = std::max(end, band.steps.end);
    }
    std::erase_if(out_.bands, [](const StepBand& band) { return band.steps.empty(); });
  }

  void add_updates() {
    const auto end = static_cast<std::uint32_t>(graph_.operator_count());
    add(updates_from_, end, Way::update, StepBandsText::tr("updates"));
  }

  const Graph& graph_;
  SubgraphTree tree_;
  std::uint32_t updates_from_;  // all steps from there on update weights
  StepBands out_;
};

/// Each turn is a part.
StepBands body_bands(const Graph& graph) {
  constexpr std::size_t kMostRows = 3;
  const LaidOut& laid_out = *graph.laid_out();
  StepBands out{.graph = nullptr, .kind = Kind::bodies, .bands = {}};
  std::vector<std::size_t> depth;  // by turn; those around come first
  for (const Turn& turn : laid_out.turns) depth.push_back(turn.around == kNoTurn ? 0 : depth[turn.around] + 1);
  const std::size_t deepest = depth.empty() ? 0 : *std::ranges::max_element(depth);
  out.inner.resize(std::min(deepest, kMostRows - 1));
  for (std::size_t row = 0; row <= out.inner.size(); ++row) {
    const auto turn_of = [&](std::uint32_t step) {
      std::uint32_t turn = laid_out.turn[step];
      while (turn != kNoTurn && depth[turn] > row) turn = laid_out.turns[turn].around;
      return turn != kNoTurn && depth[turn] == row ? turn : kNoTurn;
    };
    auto& bands = row == 0 ? out.bands : out.inner[row - 1];
    const auto count = static_cast<std::uint32_t>(graph.operator_count());
    for (std::uint32_t begin = 0, end = 0; begin < count; begin = end) {
      const std::uint32_t turn = turn_of(begin);
      while (end < count && turn_of(end) == turn) ++end;
      if (turn == kNoTurn) continue;
      const Turn& of = laid_out.turns[turn];
      const QString path = text_of(of.path.substr(0, kLongestBandName));
      StepBand band{.steps = {begin, end},
                    .part = static_cast<std::uint32_t>(bands.size() + row),
                    .name = of.is_branch ? path : StepBandsText::tr("%1: iteration %L2").arg(path).arg(of.iteration)};
      count_steps(graph, band);
      bands.push_back(std::move(band));
    }
  }
  out.parts = static_cast<std::uint32_t>(out.bands.size());
  return out;
}

/// The hue of a part; updates have none.
QColor hue(const StepBand& band, const Theme& theme) {
  return band.way == Way::update ? theme.neutral : pastel(band.part, theme);
}

QString part_text(Kind kind, const QString& name) {
  if (kind == Kind::modules || kind == Kind::bodies) return name;
  return (kind == Kind::segments ? StepBandsText::tr("Segment %1") : StepBandsText::tr("Subgraph %1")).arg(name);
}

StepBand::Way way_of(std::string_view phase) {
  if (phase == phase::kForward || phase == phase::kLoss) return StepBand::Way::forward;
  return phase == phase::kBackward ? StepBand::Way::backward : StepBand::Way::any;
}

constexpr double kLeastMean = 3;       // pixels that bands are wide on average, to be seen apart
constexpr double kLeastForPiece = 24;  // pixels beside the line between two pieces of one part
constexpr double kLeastForLine = 16;   // pixels from one line to the next: closer, they would be all there is to see
constexpr double kFarApart = 40;       // pixels: lines so far apart may be strong
constexpr double kPadding = 3;

}  // namespace

const StepBand* StepBands::at(std::size_t step, std::size_t depth) const {
  const auto& all = row(depth);
  const auto found = std::ranges::upper_bound(all, step, {}, [](const StepBand& band) { return band.steps.end; });
  return found != all.end() && found->steps.begin <= step ? &*found : nullptr;
}

std::span<const BandsInfo> band_kinds() {
  return kTable;
}

const BandsInfo* find_bands(std::string_view id) {
  const auto found = std::ranges::find(kTable, id, [](const BandsInfo& info) { return std::string_view(info.id); });
  return found == std::end(kTable) ? nullptr : &*found;
}

QString bands_title(Kind kind) {
  return StepBandsText::tr(std::ranges::find(kTable, kind, &BandsInfo::kind)->title);
}

void count_made(const Graph& graph, std::vector<OperatorId> operators, StepBand& band) {
  std::vector<TensorId> made;
  for (const OperatorId o : operators) made.insert(made.end(), graph.outputs(o).begin(), graph.outputs(o).end());
  made = each_once(graph, std::move(made));
  band.operators = each_once(graph, std::move(operators)).size();
  band.tensors = made.size();
  for (const TensorId t : made) band.bytes += graph.size(t);
}

std::shared_ptr<const StepBands> step_bands(std::shared_ptr<const Graph> graph, Kind kind) {
  if (!graph->times().empty() || graph->operator_count() == 0) return nullptr;
  if (kind == Kind::modules) {
    if (!has_modules(*graph)) return nullptr;
    const GraphModules modules{.graph = graph, .tree = module_tree(*graph)};
    return module_bands(modules, open_levels(modules.tree, kFirstSeenModules));
  }
  if (kind == Kind::bodies && graph->laid_out() == nullptr) return nullptr;
  StepBands bands = kind == Kind::bodies ? body_bands(*graph) : BandsMaker(*graph, kind).make();
  if (bands.bands.size() < (kind == Kind::bodies ? 1 : 2)) return nullptr;
  bands.graph = std::move(graph);
  return std::make_shared<const StepBands>(std::move(bands));
}

QString band_heading(const StepBands& bands, const StepBand& band) {
  if (band.way == Way::update) return StepBandsText::tr("Weight updates at the end");
  QString out = bands.kind == Kind::modules || bands.kind == Kind::bodies ? band.name
                : bands.kind == Kind::segments
                    ? StepBandsText::tr("Segment %1 of %L2").arg(band.name).arg(bands.parts)
                    : StepBandsText::tr("ROAM's subgraph %1 (%L2 in all)").arg(band.name).arg(bands.parts);
  if (band.way == Way::forward) out = StepBandsText::tr("%1, forward").arg(out);
  if (band.way == Way::backward) out = StepBandsText::tr("%1, backward").arg(out);
  return out;
}

QStringList band_names(const StepBands& bands, const StepBand& band) {
  if (band.way == Way::update) return {band_heading(bands, band), StepBandsText::tr("Weight updates"), band.name};
  const QString way = band.way == Way::forward    ? QStringLiteral(" →")
                      : band.way == Way::backward ? QStringLiteral(" ←")
                                                  : QString();
  QStringList out{band_heading(bands, band), part_text(bands.kind, band.name) + way, band.name + way, band.name};
  if (bands.kind == Kind::modules) {  // the last part of a name tells neighbours apart
    const QString last = band.name.mid(band.name.lastIndexOf(band.name.contains('/') ? '/' : '.') + 1);
    out << last + way << last;
  }
  if (bands.kind == Kind::bodies) {  // "iteration 1", "1"; "then"
    const QString turn = band.name.section(':', -1).trimmed();
    out << turn << turn.section(' ', -1);
  }
  out.removeDuplicates();
  return out;
}

QString band_facts(const StepBand& band) {
  return StepBandsText::tr("%1, %2 made, %3")
      .arg(StepBandsText::tr("%n operator(s)", nullptr, static_cast<int>(band.operators)),
           StepBandsText::tr("%n tensor(s)", nullptr, static_cast<int>(band.tensors)), human_bytes(band.bytes));
}

QColor band_color(const StepBand& band, const Theme& theme) {
  return hue(band, theme);
}

QColor band_tint(const StepBand& band, const QColor& ground, const Theme& theme) {
  return mix(ground, hue(band, theme), theme.dark ? 0.40 : 0.45);
}

std::vector<BandLegendItem> bands_legend(const StepBands& bands) {
  std::vector<BandLegendItem> out;
  if (bands.parts > kBandColors) {
    out.push_back({&bands.bands.front(), bands_title(bands.kind),
                   StepBandsText::tr("%L1, in %L2 colours by turns").arg(bands.parts).arg(kBandColors)});
  } else {
    std::vector<const StepBand*> firsts(bands.parts, nullptr);
    for (const StepBand& band : bands.bands)
      if (band.part < bands.parts && firsts[band.part] == nullptr) firsts[band.part] = &band;
    for (const StepBand* band : firsts)
      if (band != nullptr) out.push_back({band, part_text(bands.kind, band->name), {}});
  }
  if (const StepBand& last = bands.bands.back(); last.way == Way::update)
    out.push_back({&last, StepBandsText::tr("Weight updates"), {}});
  return out;
}

std::vector<LegendItem> bands_legend(const StepBands& bands, const Theme& theme) {
  std::vector<LegendItem> out;
  for (const BandLegendItem& item : bands_legend(bands))
    out.push_back({.fill = {band_color(*item.band, theme)}, .label = item.label, .detail = item.detail});
  return out;
}

std::shared_ptr<const StepBands> module_bands(const GraphModules& modules, std::span<const std::uint32_t> open) {
  using Kind = ModuleTree::Kind;
  const ModuleTree& tree = modules.tree;
  StepBands out{.graph = modules.graph, .kind = StepBands::Kind::modules, .bands = {}, .parts = 0};
  const std::vector<std::uint32_t> seen = seen_nodes(tree, open);
  const auto band_of = [&](std::uint32_t step) {
    return tree.nodes[seen[step]].kind == Kind::op ? tree.nodes[seen[step]].parent : seen[step];
  };
  std::unordered_map<std::string_view, std::uint32_t> parts;
  const auto count = static_cast<std::uint32_t>(seen.size());
  for (std::uint32_t begin = 0, end = 0; begin < count; begin = end) {
    const std::uint32_t node = band_of(begin);
    while (end < count && band_of(end) == node) ++end;
    if (node == 0) continue;
    const bool is_phase = tree.nodes[node].kind == Kind::phase;
    const std::string_view name = is_phase ? modules.label(node) : modules.path(node);
    const std::uint32_t part = parts.try_emplace(name, static_cast<std::uint32_t>(parts.size())).first->second;
    StepBand band{.steps = {begin, end},
                  .part = part,
                  .way = is_phase ? StepBand::Way::any : way_of(modules.phase(node)),
                  .name = module_title(modules, node, kLongestBandName)};
    count_steps(*modules.graph, band);
    out.bands.push_back(std::move(band));
  }
  out.parts = static_cast<std::uint32_t>(parts.size());
  if (out.bands.size() < 2) return nullptr;
  return std::make_shared<const StepBands>(std::move(out));
}

BandRow::BandRow(const StepBands& bands, double begin, double end, double left, double right, std::size_t depth)
    : bands_(bands), left_(left), right_(right) {
  const auto x_of = [&](double step) {
    return std::clamp(std::round(left + (step - begin) / (end - begin) * (right - left)), left, right);
  };
  auto band = std::ranges::partition_point(
      bands.row(depth), [&](const StepBand& each) { return static_cast<double>(each.steps.end) <= begin; });
  std::size_t count = 0;
  double covered = 0;
  for (; band != bands.row(depth).end() && band->steps.begin < end; ++band) {
    const double from = x_of(band->steps.begin), to = x_of(band->steps.end);
    ++count;
    covered += to - from;
    if (to - from >= 1) stretches_.push_back({&*band, from, to});
  }
  too_many_ = count > 1 && covered < kLeastMean * static_cast<double>(count);
  if (too_many_) stretches_.clear();
}

QString BandRow::too_many_text() const {
  return fitting(paint_font(11),
                 {StepBandsText::tr("%1: %L2 are too many to tell apart here; zoom in")
                      .arg(bands_title(bands_.kind))
                      .arg(bands_.bands.size()),
                  StepBandsText::tr("%L1 parts: too many; zoom in").arg(bands_.bands.size())},
                 right_ - left_ - 2 * kPadding);
}

void BandRow::paint_ground(QPainter& painter, const QRectF& panel, const QColor& ground, const Theme& theme) const {
  for (const Stretch& at : stretches_)
    painter.fillRect(QRectF(at.left, panel.top(), at.right - at.left, panel.height()),
                     band_tint(*at.band, ground, theme));
}

/// Where a band begins or ends, from left to right. Bands in pieces ("2.1", "2.2") are crowded: between two pieces of
/// one part there is a line only where both are wide.
std::vector<double> BandRow::borders() const {
  const auto part_of = [](const StepBand& band) { return band.name.section('.', 0, 0); };
  std::vector<double> out;
  const auto add = [&](double x) {
    if (x > left_ && x < right_ && (out.empty() || x - out.back() >= kLeastForLine)) out.push_back(x);
  };
  for (std::size_t k = 0; k < stretches_.size(); ++k) {
    const Stretch& at = stretches_[k];
    const Stretch* before = k > 0 && stretches_[k - 1].right == at.left ? &stretches_[k - 1] : nullptr;
    const bool pieces = before != nullptr && part_of(*before->band) == part_of(*at.band);
    if (!pieces || std::min(before->right - before->left, at.right - at.left) >= kLeastForPiece) add(at.left);
    if (k + 1 == stretches_.size() || stretches_[k + 1].left > at.right) add(at.right);
  }
  return out;
}

void BandRow::paint_borders(QPainter& painter, const QRectF& panel, const Theme& theme) const {
  const std::vector<double> lines = borders();
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const double before = k > 0 ? lines[k] - lines[k - 1] : kFarApart;
    const double after = k + 1 < lines.size() ? lines[k + 1] - lines[k] : kFarApart;
    const double share = 0.12 + 0.28 * std::min({1.0, before / kFarApart, after / kFarApart});
    painter.fillRect(QRectF(lines[k], panel.top(), 1, panel.height()), see_through(theme.text, share, theme.surface));
  }
}

void BandRow::paint_row(QPainter& painter, const QRectF& row, const Theme& theme) const {
  const QFont font = paint_font(11);
  painter.setFont(font);
  if (too_many_) {
    painter.setPen(theme.muted_text);
    painter.drawText(row.adjusted(kPadding, 0, -kPadding, 0), Qt::AlignLeft | Qt::AlignVCenter, too_many_text());
    return;
  }
  for (const Stretch& at : stretches_) {
    // A gap of a pixel where neighbours would look alike.
    const QRectF box(at.left, row.top(), std::max(1.0, at.right - at.left - (at.right - at.left >= 3 ? 1 : 0)),
                     row.height());
    const QColor color = band_color(*at.band, theme);
    painter.fillRect(box, color);
    painter.setPen(ink_on(color));
    painter.drawText(box, Qt::AlignCenter, fitting(font, band_names(bands_, *at.band), box.width() - 2 * kPadding));
  }
}

}  // namespace stowage
