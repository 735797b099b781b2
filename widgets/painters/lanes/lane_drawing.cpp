// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/lanes/lane_drawing.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <tuple>

#include "widgets/painters/graph/graph_painter.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct LanesText {
  Q_DECLARE_TR_FUNCTIONS(stowage::Lanes)
};

constexpr double kPageWidth = 1400, kLane = 30, kAround = 60, kMostHeight = 16'000;

/// A scene with all that it refers to.
struct Kept {
  std::shared_ptr<const Graph> graph;
  LaneLinks links;
  std::shared_ptr<const Coloring> coloring;
  std::vector<std::uint8_t> hidden, redundant;
  std::vector<OperatorId> operators, path;
  std::vector<TensorId> tensors;
  std::vector<Played> played;
  std::shared_ptr<const StepBands> bands;
  LanesScene given;
  StepScale scale;
  LanesGeometry::View view;
  bool all_steps = true;  // are in view, however wide the page is

  [[nodiscard]] LanesScene scene() const {
    LanesScene out = given;
    out.graph = graph.get();
    out.links = &links;
    out.coloring = coloring.get();
    out.hidden_classes = hidden;
    out.redundant = redundant;
    out.operators = operators;
    out.tensors = tensors;
    out.path = path;
    out.played = played;
    out.bands = bands.get();
    return out;
  }
};

template <class T>
std::vector<T> copy_of(std::span<const T> span) {
  return {span.begin(), span.end()};
}

std::shared_ptr<const Kept> kept_of(const std::shared_ptr<const Graph>& graph, const LanesScene& scene,
                                    const LanesGeometry& geometry) {
  Kept out{.graph = graph,
           .links = *scene.links,
           .coloring = scene.coloring != nullptr ? std::make_shared<const Coloring>(*scene.coloring) : nullptr,
           .hidden = copy_of(scene.hidden_classes),
           .redundant = copy_of(scene.redundant),
           .operators = copy_of(scene.operators),
           .path = copy_of(scene.path),
           .tensors = copy_of(scene.tensors),
           .played = copy_of(scene.played),
           .bands = scene.bands != nullptr ? std::make_shared<const StepBands>(*scene.bands) : nullptr,
           .given = scene,
           .scale = geometry.scale(),
           .view = geometry.view(),
           .all_steps = geometry.shows_all_steps()};
  out.given.hovered_operator = {};
  out.given.hovered_tensor = {};
  out.given.hovered_sync.reset();
  return std::make_shared<const Kept>(std::move(out));
}

QString subtitle_of(const LanesGeometry& geometry) {
  const auto time = [](double nanoseconds) { return human_duration(nanoseconds / 1e6); };
  const auto& view = geometry.view();
  const double end = geometry.scale().length();
  if (geometry.over_time())
    return geometry.shows_all_steps()
               ? LanesText::tr("streams over time, %1 in all").arg(time(end))
               : LanesText::tr("streams over time, %1 to %2 of %3")
                     .arg(view.begin < 1 ? grouped(0) : time(view.begin), time(std::min(view.end, end)), time(end));
  const auto steps = geometry.steps_in_view();
  return geometry.shows_all_steps() ? LanesText::tr("streams over the order")
                                    : LanesText::tr("streams over steps %1 to %2 of %3")
                                          .arg(grouped(steps.begin), grouped(steps.end), grouped(geometry.steps()));
}

}  // namespace

Drawing lanes_drawing(const std::shared_ptr<const Graph>& graph, const LanesScene& scene,
                      const LanesGeometry& geometry) {
  const auto kept = kept_of(graph, scene, geometry);
  Drawing out{.title = text_of(graph->name()), .subtitle = {}, .legend_title = {}, .legend = {}, .paint = {}};
  out.subtitle = subtitle_of(geometry);
  if (kept->coloring) {
    out.legend_title = legend_title(*kept->coloring);
    out.legend = [kept](const Theme& theme) { return legend_of(*kept->coloring, kept->hidden, theme); };
  }
  if (kept->bands && !kept->scale.over_time()) {
    if (!kept->coloring) out.legend_title = bands_title(kept->bands->kind);
    out.legend = [kept, colors = out.legend](const Theme& theme) {
      auto items = colors ? colors(theme) : std::vector<LegendItem>();
      std::ranges::move(bands_legend(*kept->bands, theme), std::back_inserter(items));
      return items;
    };
  }
  const double height = std::min(kAround + kLane * static_cast<double>(graph->stream_count()), kMostHeight);
  out.natural_size = QSizeF(kPageWidth, std::max(height + 60, 200.0)).toSize();
  out.crop.steps = true;
  out.crop.shown.steps = {geometry.view().begin, std::min(geometry.view().end, geometry.scale().length())};
  out.paint = [kept](QPainter& painter, const QRectF& rect, const Theme& theme) {
    LanesGeometry page(rect, kept->scale, kept->graph->stream_count(),
                       lane_names_width(*kept->graph, !on_small_page(rect.width())),
                       kept->bands != nullptr && !kept->scale.over_time());
    LanesGeometry::View view = kept->all_steps ? page.view() : kept->view;
    const auto crop = page_style() != nullptr ? page_style()->crop.steps : std::nullopt;
    if (crop) std::tie(view.begin, view.end) = *crop;
    if (crop || !kept->all_steps) page.show(view);
    page.fill_page();
    if (lanes_note(kept->scene(), page).isEmpty() && !page.over_time()) page.fill_page(false);
    paint_lanes(painter, kept->scene(), page, theme);
  };
  return out;
}

Drawing lanes_drawing(const PlanView& view, ColorBy by, std::shared_ptr<const StepBands> bands, bool over_time) {
  const Graph& graph = *view.graph;
  if (graph.operator_count() == 0) {
    Drawing out{.title = text_of(graph.name()), .subtitle = {}, .legend_title = {}, .legend = {}, .paint = {}};
    out.paint = [](QPainter& painter, const QRectF& rect, const Theme& theme) {
      draw_sentence(painter, rect, LanesText::tr("This graph has no operators, so there are no lanes."), theme);
    };
    return out;
  }
  const LaneLinks links(graph);
  const std::optional<Coloring> coloring =
      colors_operators(by) && by != ColorBy::stream ? std::optional(Coloring(view, by)) : std::nullopt;
  LanesScene scene{.graph = &graph, .links = &links, .coloring = coloring ? &*coloring : nullptr};
  scene.bands = bands.get();
  const LanesGeometry all(QRectF(0, 0, kPageWidth, 100), step_scale(graph, over_time), graph.stream_count(), 0);
  return lanes_drawing(view.graph, scene, all);
}

}  // namespace stowage
