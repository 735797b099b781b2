// SPDX-License-Identifier: Apache-2.0
#include "app/cli/drawing/report_maps.h"

#include <algorithm>

#include "app/cli/number_text.h"
#include "core/safety/conflicts.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/page/export.h"
#include "widgets/painters/page/page.h"

namespace stowage::cli {
namespace {

constexpr std::size_t kMostVector = 4'000;  // tensors in an SVG; of more, pixels are smaller
constexpr QSize kPage(1400, 560);

Result<PlanView> view_of(const Side& side, const Task& task) {
  PlanView view;
  view.graph = side.graph;
  view.lifetimes = side.lifetimes;
  view.plan = side.plan;
  view.bounds = side.bounds;
  STOWAGE_TRY(Conflicts conflicts, Conflicts::compute(*side.graph, task));
  view.conflicts = std::make_shared<const Conflicts>(std::move(conflicts));
  return view;
}

}  // namespace

Result<void> add_maps(Finding& finding, const Side* before, const Side* after, const Task& task) {
  std::vector<HeadedDrawing> drawings;
  std::int64_t top = 1;
  std::size_t tensors = 0;
  for (const Side* side : {before, after}) {
    if (side == nullptr) continue;
    auto view = view_of(*side, task);
    if (!view && view.error().is_stop()) return tl::unexpected(view.error());
    if (!view) continue;  // too large for the memory there is
    const bool streams = side->graph->stream_count() > 1;
    const std::string heading =
        std::string(side == before ? "A, before: " : "B, after: ") + human(side->plan->needed());
    drawings.push_back(
        {QString::fromStdString(heading), heap_map_drawing(*view, streams ? ColorBy::stream : ColorBy::kind)});
    top = std::max(top, side->plan->footprint.count);
    tensors += side->graph->tensor_count();
  }
  if (drawings.empty()) return {};
  FigureOptions page = pixel_page(kPage, tensors > kMostVector ? 2 : 1);
  page.crop.addresses = std::pair(std::int64_t{0}, top + top / 16);  // with room for the labels
  const bool vector = tensors <= kMostVector;
  STOWAGE_TRY(const QByteArray bytes,
              render_bytes(vector ? ImageFormat::svg : ImageFormat::png, side_by_side(drawings), page));
  finding.maps = bytes.toBase64().toStdString();
  finding.maps_kind = vector ? "image/svg+xml" : "image/png";
  return {};
}

}  // namespace stowage::cli
