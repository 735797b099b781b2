// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

#include "widgets/painters/model/graph_subset.h"
#include "widgets/painters/page/page.h"

namespace stowage {

/// Steps of the global order that belong together.
struct StepBand {
  enum class Way : std::uint8_t { any, forward, backward, update };

  Lifetime steps;          ///< not empty
  std::uint32_t part = 0;  ///< which segment, subgraph or module; one that comes back on the way back has two bands
  Way way = Way::any;
  QString name;  ///< as short as it stands on a band: "3"; "2.1" is the first piece of the second subgraph
  std::size_t operators = 0, tensors = 0;  ///< that run in it, and that are made in it: of the file, each once
  Bytes bytes{};                           ///< of these tensors

  friend bool operator==(const StepBand&, const StepBand&) = default;
};

/// The parts that ROAM cuts a graph into, its modules, or its bodies, as bands of the order that the graph is in; of
/// operators that move to another part in ROAM's own order, such as weight updates, it is the part where they run now.
/// ```
///   segments    ─█─██─███──██──█──██─██─▶   what runs between two memory-insensitive operators
///                 1  2   3    4   5  6
///   subgraphs   ─AAABBBCCCCCCCCCBBBAAAUUU▶  the leaves of the subgraph tree, each with its way there and its way back
///                                           (U: updates after all the rest)
///   modules     what the names of operators say (module_bands())
///   bodies      iterations of loops, and branches, as they are laid out one after the other
/// ```
struct StepBands {
  enum class Kind : std::uint8_t { segments, subgraphs, modules, bodies };

  std::shared_ptr<const Graph> graph;  ///< whose order they are of
  Kind kind = Kind::segments;
  std::vector<StepBand> bands;  ///< ascending and apart
  std::uint32_t parts = 0;      ///< without the updates at the end
  /// Bodies in bodies, a row for each depth, up to two: bands within those of the row before.
  std::vector<std::vector<StepBand>> inner{};

  [[nodiscard]] const std::vector<StepBand>& row(std::size_t depth) const {
    return depth == 0 ? bands : inner[depth - 1];
  }
  /// That of a step, or null.
  [[nodiscard]] const StepBand* at(std::size_t step, std::size_t depth = 0) const;
  friend bool operator==(const StepBands&, const StepBands&) = default;
};

/// One row of the table of kinds.
struct BandsInfo {
  StepBands::Kind kind;
  const char* id;     ///< what `--bands` takes and settings keep
  const char* title;  ///< untranslated
};
[[nodiscard]] std::span<const BandsInfo> band_kinds();
/// Null for an unknown id.
[[nodiscard]] const BandsInfo* find_bands(std::string_view id);
/// "ROAM's subgraphs"
[[nodiscard]] QString bands_title(StepBands::Kind kind);

/// Longer ones are cut where they become names of bands.
inline constexpr std::size_t kLongestBandName = 256;
/// Counts what some operators make.
void count_made(const Graph& graph, std::vector<OperatorId> operators, StepBand& band);

/// Null where there are not two of them (of bodies, one): lifetimes without operators, graphs that are one part. Of
/// modules, as many as can be read at once. O(operators + arcs).
[[nodiscard]] std::shared_ptr<const StepBands> step_bands(std::shared_ptr<const Graph> graph, StepBands::Kind kind);

/// "Segment 3 of 17, backward"
[[nodiscard]] QString band_heading(const StepBands& bands, const StepBand& band);
/// That, "Segment 3 ←", "3 ←" and "3": what may stand on the band, the longest first.
[[nodiscard]] QStringList band_names(const StepBands& bands, const StepBand& band);
/// "12 operators, 14 tensors made, 1.2 GiB"
[[nodiscard]] QString band_facts(const StepBand& band);

/// Parts that differ in colour; further ones begin again.
inline constexpr std::uint32_t kBandColors = kPastels;
/// The same in every view: of what only the band has. None that a class of tensors or operators may have.
[[nodiscard]] QColor band_color(const StepBand& band, const Theme& theme);
/// What lies behind data on `ground`: pale.
[[nodiscard]] QColor band_tint(const StepBand& band, const QColor& ground, const Theme& theme);
/// One entry of a legend of bands.
struct BandLegendItem {
  const StepBand* band;  ///< one of that colour
  QString label, detail;
};
/// A part each while their colours differ; beyond that one line that says so.
[[nodiscard]] std::vector<BandLegendItem> bands_legend(const StepBands& bands);
/// The same in the fills of a page's legend.
[[nodiscard]] std::vector<LegendItem> bands_legend(const StepBands& bands, const Theme& theme);

/// The modules that are seen where these nodes are open, as bands of the order; an operator that is seen by itself is
/// one of the open module, or phase, around it. A module that runs forward and backward is one part with two bands, or
/// more where other operators run in between.
/// ```
///   forward ▾  h0 h1 h2       ─h0─h1─h2───h2─h1─h0──update──▶
///   update ▸
/// ```
/// Null where there are not two bands. O(operators + tensors).
[[nodiscard]] std::shared_ptr<const StepBands> module_bands(const GraphModules& modules,
                                                            std::span<const std::uint32_t> open);

/// Bands along an axis of steps that lies across the page: what views of time draw behind their data, and in a row of
/// their own.
class BandRow {
 public:
  /// Height of a row in which names can be read.
  static constexpr double kHeight = 15;

  struct Stretch {
    const StepBand* band;
    double left, right;  ///< pixels, cut to what is in view; whole ones, so that neighbours meet
  };

  /// Steps [begin, end) are in view from pixel `left` to pixel `right`. `bands` must outlive it.
  BandRow(const StepBands& bands, double begin, double end, double left, double right, std::size_t depth = 0);

  /// Those in view that are at least a pixel wide; empty where too_many().
  [[nodiscard]] const std::vector<Stretch>& stretches() const { return stretches_; }
  /// Whether they are so narrow that colours would only mix.
  [[nodiscard]] bool too_many() const { return too_many_; }
  /// Says what there are too many of, and what helps.
  [[nodiscard]] QString too_many_text() const;

  /// Where lines are drawn, ascending: as many of the beginnings and ends as are not too close.
  [[nodiscard]] std::vector<double> borders() const;
  /// Pale, with a line where one ends and another begins: behind the data on `panel`.
  void paint_ground(QPainter& painter, const QRectF& panel, const QColor& ground, const Theme& theme) const;
  /// The same over data that fills the panel: the lines alone.
  void paint_borders(QPainter& painter, const QRectF& panel, const Theme& theme) const;
  /// In full, with names where they fit, and their way: "3 →".
  void paint_row(QPainter& painter, const QRectF& row, const Theme& theme) const;

 private:
  const StepBands& bands_;
  double left_, right_;
  std::vector<Stretch> stretches_;
  bool too_many_ = false;
};

}  // namespace stowage
