// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <QSize>

#include "widgets/painters/model/coloring.h"
#include "widgets/painters/style/page_style.h"

namespace stowage {

class PlanSet;
struct StepBands;

/// One line of a legend.
struct LegendItem {
  Fill fill{};
  QString label{};
  QString detail{};     ///< muted, after the label: "1,042 · 14.2 MiB"; may be empty
  bool hidden = false;  ///< switched off: shown crossed out
};

/// The legend of a colouring: its entries that hold a tensor, or an operator if those count, with the tensors' number
/// and bytes. `hidden` as in ViewState, sorted.
[[nodiscard]] std::vector<LegendItem> legend_of(const Coloring& coloring, std::span<const std::uint8_t> hidden,
                                                const Theme& theme, bool operators_count = true);
/// What the colours stand for ("Stream"), to be put before the legend.
[[nodiscard]] QString legend_title(ColorBy by, bool recorded = false);
[[nodiscard]] QString legend_title(const Coloring& coloring);

/// The height of a line of a legend, in logical pixels.
inline constexpr double kLegendLine = 20;
/// Draws a legend at the foot of `rect`, in as few lines as it needs; returns its height, 0 for an empty one.
double draw_legend(QPainter& painter, const QRectF& rect, const QString& title, const std::vector<LegendItem>& items,
                   const Theme& theme);

/// The page for which a drawing lays itself out.
struct PageRoom {
  QSizeF most;               ///< logical pixels of the page
  bool free_height = false;  ///< it may be lower: the drawing's natural size says how high
  double millimetres = 0;    ///< its width
  double points = 0;         ///< of its smallest text
};

/// A view as an image: what to draw, and the words around it. All is drawn in logical pixels (96 to the inch); the
/// painter that `paint` is given may be scaled, and is a vector device for SVG and PDF. Called from any thread.
struct Drawing {
  QString title{};     ///< what is shown: the graph's name
  QString subtitle{};  ///< how: "so.size.best · 1,042 tensors"; muted, on the same line
  QString legend_title{};
  std::function<std::vector<LegendItem>(const Theme&)> legend{};        ///< may be empty
  std::function<void(QPainter&, const QRectF&, const Theme&)> paint{};  ///< the view itself, in that rectangle
  bool in_work = false;     ///< nothing to paint yet, but the view is at work on it
  QSize natural_size{};     ///< of a page on which its texts have their normal height; empty where any size will do
  double list_height = 0;   ///< logical pixels that its lines need, however wide they are; 0 where it has none
  double list_within = 0;   ///< its parts are such lines on pages narrower than this, and beside each other on others;
                            ///< 0: it has lines on every page
  double least_height = 0;  ///< logical pixels of a page on which its axis has room for a few numbers
  /// What its axes can be cut to (see PageStyle), and the part that the window shows.
  struct Crop {
    bool steps = false, addresses = false;
    PageCrop shown{};
  } crop{};
  /// The same, laid out for one page; see for_page(). Empty where `paint` fills any page well.
  std::function<Result<Drawing>(const PageRoom&, const Task&)> fit{};
  std::size_t boxes = 0;  ///< that want a name each, where it is laid out for a page
  bool unnamed = false;   ///< this page has no room for names of boxes
  QString note{};         ///< what this page has no room for, and the way out; empty where it has all
};

/// What one box of a drawn graph stands for.
enum class GraphGroup : std::uint8_t {
  fitting,  ///< an operator, or a module where a page has no room for the names of operators
  operators,
  modules,
};

/// How a view is drawn into an image, as far as it has a choice.
struct DrawingLook {
  ColorBy by = ColorBy::stream;
  std::shared_ptr<const StepBands> bands{};  ///< of the view's graph; null: none
  bool over_time = false;                    ///< where the view can, and operators have durations
  std::shared_ptr<const PlanSet> plans{};    ///< of the view's graph, for a view that compares strategies
  GraphGroup group = GraphGroup::fitting;
  Bytes alignment{1};      ///< of sizes, where the view has no plan
  QSize size{1600, 1000};  ///< of the page, about: for a view that lays itself out
};

/// A sentence on why there is nothing to draw, in place of a view.
[[nodiscard]] Drawing sentence_drawing(const QString& title, const QString& sentence);

/// Drawings on one page, each below a heading of its own; title and legend are those of the first. They lie beside each
/// other, or where that would make them too narrow, over each other.
struct HeadedDrawing {
  QString heading;
  Drawing drawing;
};
[[nodiscard]] Drawing side_by_side(const std::vector<HeadedDrawing>& drawings);

/// Draws title, view and legend into `rect` on the theme's background: the page that every exporter writes. In the
/// style of the PageScope at hand, or the usual one.
void draw_page(QPainter& painter, const QRectF& rect, const Drawing& drawing, const Theme& theme);

/// One view that can be drawn into an image.
struct DrawingInfo {
  /// What a view can do, or needs.
  enum Trait : unsigned {
    shows_plan = 1 << 0,        ///< it needs a plan and its bounds; the others need only graph and conflicts
    shows_bands = 1 << 1,       ///< it draws those of its look
    shows_time = 1 << 2,        ///< it can be drawn over time
    cuts_steps = 1 << 3,        ///< a part of its time axis can be drawn alone
    cuts_addresses = 1 << 4,    ///< the same of addresses
    shows_strategies = 1 << 5,  ///< it needs the plans of its look
    groups = 1 << 6,            ///< it draws operators or modules
    compares = 1 << 7,          ///< it draws a second plan
    counts_bytes = 1 << 8,      ///< it needs a plan where outputs may lie over inputs: the bytes alive differ
  };
  const char* id;  ///< what `--view` takes
  /// Prepares the drawing; it keeps the results alive. Blocks (Graphviz): for workers.
  Result<Drawing> (*draw)(const PlanView& view, const DrawingLook& look, const Task& task);
  unsigned traits = 0;

  [[nodiscard]] bool has(Trait trait) const { return (traits & trait) != 0; }
};

/// The table of views that can be drawn into an image.
[[nodiscard]] std::span<const DrawingInfo> drawings();

}  // namespace stowage
