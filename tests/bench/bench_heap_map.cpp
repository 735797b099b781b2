// SPDX-License-Identifier: Apache-2.0
// The heap map's budgets: a frame (pan or zoom) and a hover, at 20,000, 200,000 and 1,000,000 tensors.
#include <benchmark/benchmark.h>

#include <map>
#include <random>

#include "tests/support/maps.h"
#include "widgets/painters/heap_map_raster.h"
#include "widgets/painters/heap_map_scene.h"

namespace stowage {
namespace {

struct Case {
  explicit Case(std::size_t count)
      : scene(test::lanes_of_tensors(count)), coloring(scene.graph(), *scene.plan_view().lifetimes, ColorBy::stream) {}
  HeapMapScene scene;
  Coloring coloring;
};

const Case& case_of(std::int64_t count) {
  static std::map<std::int64_t, Case> cases;
  return cases.try_emplace(count, static_cast<std::size_t>(count)).first->second;
}

void frame(benchmark::State& state, double zoom, QSize pixels) {
  const Case& c = case_of(state.range(0));
  const MapPalette palette(c.coloring, {}, Theme::light());
  HeapMapGeometry geometry = c.scene.geometry(QRectF(QPointF(0, 0), QSizeF(pixels)));
  geometry.zoom_at(geometry.plot().center(), zoom, zoom);
  double step = 1;
  for (auto _ : state) {
    geometry.pan(step = -step, 0);
    benchmark::DoNotOptimize(
        rasterize(c.scene.index(), c.coloring, palette, geometry.view(), geometry.plot().size().toSize(), 1));
  }
}

void map_frame_all(benchmark::State& state) {
  frame(state, 1, QSize(1300, 900));
}
void map_frame_all_at_2x(benchmark::State& state) {
  frame(state, 1, QSize(2600, 1800));
}
void map_frame_zoomed_4x(benchmark::State& state) {
  frame(state, 4, QSize(1300, 900));
}
void map_frame_zoomed_64x(benchmark::State& state) {
  frame(state, 64, QSize(1300, 900));
}

void map_hover(benchmark::State& state) {
  const Case& c = case_of(state.range(0));
  std::mt19937_64 engine(7);
  const auto steps = static_cast<double>(c.scene.steps()), bytes = static_cast<double>(c.scene.height().count);
  for (auto _ : state) {
    const double x = static_cast<double>(engine() % 100'000) / 1e5, y = static_cast<double>(engine() % 100'000) / 1e5;
    benchmark::DoNotOptimize(c.scene.index().at(x * steps, y * bytes));
  }
}

void map_scene(benchmark::State& state) {
  const PlanView view = case_of(state.range(0)).scene.plan_view();
  for (auto _ : state) benchmark::DoNotOptimize(HeapMapScene(view));
}

#define STOWAGE_SIZES \
  Arg(20'000)->Arg(200'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime()
BENCHMARK(map_frame_all)->STOWAGE_SIZES;
BENCHMARK(map_frame_all_at_2x)->STOWAGE_SIZES;
BENCHMARK(map_frame_zoomed_4x)->STOWAGE_SIZES;
BENCHMARK(map_frame_zoomed_64x)->STOWAGE_SIZES;
BENCHMARK(map_hover)->Arg(20'000)->Arg(200'000)->Arg(1'000'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(map_scene)->STOWAGE_SIZES;

}  // namespace
}  // namespace stowage
