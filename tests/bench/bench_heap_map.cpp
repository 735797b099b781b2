// SPDX-License-Identifier: Apache-2.0
// The heap map's budgets: a frame (pan or zoom) and a hover, at 20,000, 200,000 and 1,000,000 tensors. The rectangles
// of a large plan are drawn by workers; `map_gui_frame` is what the GUI's thread does meanwhile, with everything on.
#include <benchmark/benchmark.h>

#include <QPainter>
#include <random>

#include "tests/bench/graphs.h"
#include "tests/support/maps.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/heap_map/heap_map_raster.h"
#include "widgets/painters/heap_map/heap_map_scene.h"

namespace stowage {
namespace {

PlanView with_conflicts(PlanView view) {
  view.conflicts = std::make_shared<const Conflicts>(*Conflicts::compute(*view.graph));
  return view;
}

struct Case {
  explicit Case(std::size_t count)
      : scene(with_conflicts(test::lanes_of_tensors(count))),
        coloring(scene.graph(), *scene.plan_view().lifetimes, ColorBy::stream),
        shades(count, MapShade::faint) {
    for (std::size_t t = 0; t < count; t += 7) shades[t] = MapShade::found;
  }
  HeapMapScene scene;
  Coloring coloring;
  std::vector<MapShade> shades;  ///< a seventh is found
};

void frame(benchmark::State& state, double zoom, QSize pixels, bool marks) {
  const Case& c = bench::case_of<Case>(state.range(0));
  const MapPalette palette(c.coloring, {}, Theme::light());
  MapExtras extras;
  if (marks) extras = {.holds = &c.scene.holds(), .shades = c.shades};
  HeapMapGeometry geometry = c.scene.geometry(QRectF(QPointF(0, 0), QSizeF(pixels)));
  geometry.zoom_at(geometry.plot().center(), zoom, zoom);
  double step = 1;
  for (auto _ : state) {
    geometry.pan(step = -step, 0);
    benchmark::DoNotOptimize(
        rasterize(c.scene.index(), c.coloring, palette, geometry.view(), geometry.plot().size().toSize(), 1, extras));
  }
}

/// As many outlines as there may be, pins, a clash, the cursor with its holes, the range.
HeapMapOverlay full_overlay(const Case& c) {
  HeapMapOverlay overlay;
  for (std::size_t k = 0; k < kMostOutlines; ++k) {
    const TensorId t(k * c.shades.size() / kMostOutlines);
    (k % 2 == 0 ? overlay.selected : overlay.found).push_back(t);
    if (k % 20 == 0) overlay.noted.push_back(t);
  }
  overlay.hovered = overlay.overwritten = TensorId(3);
  overlay.overwriting = TensorId(4);
  const auto steps = static_cast<std::uint32_t>(c.scene.steps());
  overlay.time_cursor = c.scene.moment(steps / 2);
  overlay.holes = std::make_shared<const ByteUsage>(c.scene.byte_usage_at(static_cast<double>(steps / 2)));
  overlay.range = Lifetime{steps / 4, steps / 4 * 3};
  return overlay;
}

/// A frame of the GUI's thread while the map moves: the last drawing moved and scaled, axes and curve, the overlay.
void gui_frame(benchmark::State& state, double ratio) {
  const Case& c = bench::case_of<Case>(state.range(0));
  const HeapMapOverlay overlay = full_overlay(c);
  HeapMapGeometry geometry = c.scene.geometry(QRectF(0, 0, 1300, 900));
  const MapView drawn = geometry.view();
  QImage tensors((geometry.plot().size() * ratio).toSize(), QImage::Format_RGB32);
  tensors.fill(Qt::gray);
  QImage screen(QSize(1300, 900) * ratio, QImage::Format_RGB32);
  screen.setDevicePixelRatio(ratio);
  geometry.zoom_at(geometry.plot().center(), 1.3, 1.3);
  double step = 1;
  for (auto _ : state) {
    geometry.pan(step = -step, 0);
    QPainter painter(&screen);
    painter.drawImage(geometry.rect_of(drawn.x0, drawn.x1, drawn.y0, drawn.y1), tensors);
    paint_map_surroundings(painter, geometry, c.scene, Theme::light());
    paint_heap_map_overlay(painter, geometry, c.scene, overlay, Theme::light());
  }
}
void map_holes(benchmark::State& state) {
  const Case& c = bench::case_of<Case>(state.range(0));
  std::size_t step = 0;
  for (auto _ : state) benchmark::DoNotOptimize(c.scene.byte_usage_at(step = (step + 7919) % c.scene.steps()));
}

void map_hover(benchmark::State& state) {
  const Case& c = bench::case_of<Case>(state.range(0));
  std::mt19937_64 engine(7);
  const auto steps = static_cast<double>(c.scene.steps()), bytes = static_cast<double>(c.scene.height().count);
  for (auto _ : state) {
    const double x = static_cast<double>(engine() % 100'000) / 1e5, y = static_cast<double>(engine() % 100'000) / 1e5;
    TensorId found = c.scene.index().at(x * steps, y * bytes);
    if (!found.valid()) found = c.scene.holds().at(x * steps, y * bytes);
    benchmark::DoNotOptimize(found);
  }
}

void map_scene(benchmark::State& state) {
  const PlanView view = bench::case_of<Case>(state.range(0)).scene.plan_view();
  for (auto _ : state) benchmark::DoNotOptimize(HeapMapScene(view));
}

#define STOWAGE_SIZES \
  Arg(20'000)->Arg(200'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime()
BENCHMARK(map_holes)->Arg(20'000)->Arg(200'000)->Arg(1'000'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(map_hover)->Arg(20'000)->Arg(200'000)->Arg(1'000'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(map_scene)->STOWAGE_SIZES;

[[maybe_unused]] const bool registered = [] {
  const auto add_frame = [](const char* name, double zoom, QSize pixels, bool marks) {
    benchmark::RegisterBenchmark(name, [=](auto& state) { frame(state, zoom, pixels, marks); })->STOWAGE_SIZES;
  };
  constexpr QSize kScreen(1300, 900);
  add_frame("map_frame_all", 1, kScreen, false);
  add_frame("map_frame_all_at_2x", 1, {2600, 1800}, false);
  add_frame("map_frame_zoomed_4x", 4, kScreen, false);
  add_frame("map_frame_zoomed_64x", 64, kScreen, false);
  add_frame("map_frame_all_marks", 1, kScreen, true);
  add_frame("map_frame_zoomed_64x_marks", 64, kScreen, true);
  benchmark::RegisterBenchmark("map_gui_frame", [](auto& state) { gui_frame(state, 1); })->STOWAGE_SIZES;
  benchmark::RegisterBenchmark("map_gui_frame_at_2x", [](auto& state) { gui_frame(state, 2); })->STOWAGE_SIZES;
  return true;
}();

}  // namespace
}  // namespace stowage
