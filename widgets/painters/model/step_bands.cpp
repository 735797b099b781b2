// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/model/step_bands.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>
#include <tuple>
#include <unordered_map>

#include "core/order/order.h"
#include "core/papers/papers.h"
#include "core/papers/roam/roam.h"
#include "widgets/painters/style/numbers.h"

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
};

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
    for (StepBand& band : out_.bands) count_made(graph_, band);
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

/// The hue of a part; updates have none.
QColor hue(const StepBand& band, const Theme& theme) {
  return band.way == Way::update ? theme.neutral : pastel(band.part, theme);
}

QString part_text(Kind kind, const QString& name) {
  if (kind == Kind::modules) return name;
  return (kind == Kind::segments ? StepBandsText::tr("Segment %1") : StepBandsText::tr("Subgraph %1")).arg(name);
}

StepBand::Way way_of(std::string_view phase) {
  if (phase == phase::kForward || phase == phase::kLoss) return StepBand::Way::forward;
  return phase == phase::kBackward ? StepBand::Way::backward : StepBand::Way::any;
}

}  // namespace

const StepBand* StepBands::at(std::size_t step) const {
  const auto found = std::ranges::upper_bound(bands, step, {}, [](const StepBand& band) { return band.steps.end; });
  return found != bands.end() && found->steps.begin <= step ? &*found : nullptr;
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

void count_made(const Graph& graph, StepBand& band) {
  for (std::uint32_t k = band.steps.begin; k < band.steps.end; ++k)
    for (const TensorId t : graph.outputs(OperatorId(k))) {
      ++band.tensors;
      band.bytes += graph.size(t);
    }
}

std::shared_ptr<const StepBands> step_bands(std::shared_ptr<const Graph> graph, Kind kind) {
  if (!graph->times().empty() || graph->operator_count() == 0) return nullptr;
  if (kind == Kind::modules) {
    if (!has_modules(*graph)) return nullptr;
    const GraphModules modules{.graph = graph, .tree = module_tree(*graph)};
    return module_bands(modules, open_levels(modules.tree, kFirstSeenModules));
  }
  StepBands bands = BandsMaker(*graph, kind).make();
  if (bands.bands.size() < 2) return nullptr;
  bands.graph = std::move(graph);
  return std::make_shared<const StepBands>(std::move(bands));
}

QString band_heading(const StepBands& bands, const StepBand& band) {
  if (band.way == Way::update) return StepBandsText::tr("Weight updates at the end");
  QString out = bands.kind == Kind::modules ? band.name
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
  out.removeDuplicates();
  return out;
}

QString band_facts(const StepBand& band) {
  return StepBandsText::tr("%1, %2 made, %3")
      .arg(StepBandsText::tr("%n operator(s)", nullptr, static_cast<int>(band.operators())),
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
    count_made(*modules.graph, band);
    out.bands.push_back(std::move(band));
  }
  out.parts = static_cast<std::uint32_t>(parts.size());
  if (out.bands.size() < 2) return nullptr;
  return std::make_shared<const StepBands>(std::move(out));
}

}  // namespace stowage
