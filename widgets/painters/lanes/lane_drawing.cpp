// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/lanes/lanes_painter.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "widgets/painters/graph/graph_painter.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kPageWidth = 1400, kLane = 30, kAround = 60, kMostHeight = 16'000;

/// A scene with copies of all that it refers to, but for the graph.
class KeptScene {
 public:
  KeptScene(std::shared_ptr<const Graph> graph, const LanesScene& scene) : scene_(scene) {
    scene_.graph = graph.get();
    kept_.push_back(std::move(graph));
    keep(scene_.links);
    keep(scene_.coloring);
    keep(scene_.bands);
    keep(scene_.hidden_classes);
    keep(scene_.redundant);
    keep(scene_.operators);
    keep(scene_.tensors);
    keep(scene_.path);
    keep(scene_.played);
  }
  [[nodiscard]] const LanesScene& operator*() const { return scene_; }
  [[nodiscard]] const LanesScene* operator->() const { return &scene_; }

 private:
  template <class T>
  void keep(const T*& object) {
    if (object == nullptr) return;
    auto copy = std::make_shared<const T>(*object);
    object = copy.get();
    kept_.push_back(std::move(copy));
  }
  template <class T>
  void keep(std::span<const T>& span) {
    auto copy = std::make_shared<const std::vector<T>>(span.begin(), span.end());
    span = *copy;
    kept_.push_back(std::move(copy));
  }

  LanesScene scene_;
  std::vector<std::shared_ptr<const void>> kept_;
};

QString subtitle_of(const LanesGeometry& geometry) {
  const auto& view = geometry.view();
  const double end = geometry.scale().length();
  if (geometry.over_time())
    return geometry.shows_all_steps()
               ? LanesText::tr("streams over time, %1 in all").arg(human_duration(end / 1e6))
               : LanesText::tr("streams over time, %1 to %2 of %3")
                     .arg(run_time(static_cast<std::int64_t>(view.begin)),
                          human_duration(std::min(view.end, end) / 1e6), human_duration(end / 1e6));
  const auto steps = geometry.steps_in_view();
  return geometry.shows_all_steps() ? LanesText::tr("streams over the order")
                                    : LanesText::tr("streams over steps %1 to %2 of %3")
                                          .arg(grouped(steps.begin), grouped(steps.end), grouped(geometry.steps()));
}

}  // namespace

Drawing lanes_drawing(const std::shared_ptr<const Graph>& graph, const LanesScene& scene,
                      const LanesGeometry& geometry) {
  const KeptScene kept(graph, scene);
  Drawing out{.title = text_of(graph->name()), .subtitle = subtitle_of(geometry)};
  const bool with_bands = kept->bands != nullptr && !geometry.over_time();
  if (kept->coloring != nullptr || with_bands) {
    out.legend_title = kept->coloring != nullptr ? legend_title(*kept->coloring) : bands_title(kept->bands->kind);
    out.legend = [kept, with_bands](const Theme& theme) {
      std::vector<LegendItem> items;
      if (kept->coloring != nullptr) items = legend_of(*kept->coloring, kept->hidden_classes, theme);
      if (with_bands) std::ranges::move(bands_legend(*kept->bands, theme), std::back_inserter(items));
      return items;
    };
  }
  const double height = std::min(kAround + kLane * static_cast<double>(graph->stream_count()), kMostHeight);
  out.natural_size = QSizeF(kPageWidth, std::max(height + 60, 200.0)).toSize();
  out.crop.steps = true;
  out.crop.shown.steps = {geometry.view().begin, std::min(geometry.view().end, geometry.scale().length())};
  out.paint = [kept, with_bands, folds = geometry.folds(), scale = geometry.scale(), shown = geometry.view(),
               all_steps = geometry.shows_all_steps()](QPainter& painter, const QRectF& rect, const Theme& theme) {
    LanesGeometry page(rect, scale, kept->graph->stream_count(),
                       lane_names_width(*kept->graph, !on_small_page(rect.width())), with_bands);
    page.set_folds(folds);
    LanesGeometry::View view = all_steps ? page.view() : shown;  // all of them, however wide the page is
    const auto crop = page_crop().steps;
    if (crop) std::tie(view.begin, view.end) = *crop;
    if (crop || !all_steps) page.show(view);
    page.fill_page();
    if (lanes_note(*kept, page).isEmpty() && !page.over_time()) page.fill_page(false);
    paint_lanes(painter, *kept, page, theme);
  };
  return out;
}

Result<Drawing> lanes_drawing(const PlanView& view, const DrawingLook& look, const Task&) {
  const Graph& graph = *view.graph;
  if (graph.operator_count() == 0)
    return sentence_drawing(text_of(graph.name()),
                            LanesText::tr("This graph has no operators, so there are no lanes."));
  const LaneLinks links(graph);
  std::optional<Coloring> coloring;
  if (colors_operators(look.by) && look.by != ColorBy::stream) coloring.emplace(view, look.by);
  const LanesScene scene{
      .graph = &graph, .links = &links, .coloring = coloring ? &*coloring : nullptr, .bands = look.bands.get()};
  const LanesGeometry all(QRectF(0, 0, kPageWidth, 100), step_scale(graph, look.over_time), graph.stream_count(), 0);
  return lanes_drawing(view.graph, scene, all);
}

}  // namespace stowage
