// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "app/cli/drawing/drawing.h"
#include "app/cli/number_text.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/heap_map/heap_map_scene.h"
#include "widgets/painters/page/export.h"

namespace stowage::cli {
namespace {

constexpr std::size_t kMostVector = 4'000;  // tensors in an SVG; of more, pixels are smaller
constexpr QSize kPage(1400, 560);

}  // namespace

Result<void> add_maps(Finding& finding, const Side* before, const Side* after, const Task& task) {
  std::vector<std::pair<QString, HeapMapContent>> maps;
  MapExtent shared;  // of the addresses: a byte is as high in both
  std::size_t tensors = 0;
  for (const Side* side : {before, after}) {
    if (side == nullptr) continue;
    auto view = view_of(side->graph, task);
    if (!view && view.error().is_stop()) return tl::unexpected(view.error());
    if (!view) continue;  // too large for the memory there is
    view->plan = side->plan;
    view->bounds = side->bounds;
    const bool streams = side->graph->stream_count() > 1;
    const std::string heading =
        std::string(side == before ? "A, before: " : "B, after: ") + human(side->plan->needed());
    HeapMapContent map{.scene = HeapMapScene::make(*view, false), .coloring = {}, .hidden = {}};
    map.coloring = std::make_shared<const Coloring>(*view, streams ? ColorBy::stream : ColorBy::kind);
    const MapExtent own = map.extent(QRectF(QPointF(), kPage));
    shared.bytes = std::max(shared.bytes, own.bytes);
    shared.most_alive = std::max(shared.most_alive, own.most_alive);
    maps.emplace_back(QString::fromStdString(heading), std::move(map));
    tensors += side->graph->tensor_count();
  }
  if (maps.empty()) return {};
  std::vector<HeadedDrawing> drawings;
  for (auto& [heading, map] : maps) {
    map.least_extent = shared;
    drawings.push_back({heading, heap_map_drawing(std::move(map))});
  }
  Drawing both = side_by_side(drawings);
  both.title.clear();  // the page has one, and amounts of one side are not those of both
  both.legend_title =
      legend_title(before != nullptr && before->graph->stream_count() > 1 ? ColorBy::stream : ColorBy::kind);
  both.legend = [legend = std::move(both.legend)](const Theme& theme) {
    auto items = legend ? legend(theme) : std::vector<LegendItem>();
    for (LegendItem& each : items) each.detail.clear();
    return items;
  };
  const bool vector = tensors <= kMostVector;
  for (const bool dark : {false, true}) {
    const FigureOptions page = pixel_page(kPage, vector ? 1 : 2, dark);
    STOWAGE_TRY(const QByteArray bytes, render_bytes(vector ? ImageFormat::svg : ImageFormat::png, both, page));
    (dark ? finding.dark_maps : finding.maps) = bytes.toBase64().toStdString();
  }
  finding.maps_kind = vector ? "image/svg+xml" : "image/png";
  return {};
}

}  // namespace stowage::cli
