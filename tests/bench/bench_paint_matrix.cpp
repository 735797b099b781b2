// SPDX-License-Identifier: Apache-2.0
// The matrix of conflicts at 20,000 tensors: a frame while panning (what the GUI thread does, budget 16 ms), and the
// tiles that a worker computes for it; at 1,000,000 tensors as well.
#include <benchmark/benchmark.h>

#include <QPainter>

#include "tests/bench/graphs.h"
#include "tests/support/maps.h"
#include "widgets/painters/conflicts/matrix_painter.h"

namespace stowage {
namespace {

struct Case {
  explicit Case(std::size_t count)
      : view(relation_of(count)), axis(matrix_axis(view, MatrixOrder::time, std::nullopt)) {}

  static PlanView relation_of(std::size_t count) {
    PlanView out;
    if (count > 100'000) {
      out = test::lanes_of_tensors(count);
    } else {
      out.graph = std::make_shared<const Graph>(bench::wide(count, 64));
      out.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*out.graph));
    }
    out.conflicts = std::make_shared<const Conflicts>(Conflicts::compute(*out.graph).value());
    return out;
  }

  PlanView view;
  MatrixAxis axis;
};

/// Pans by a pixel a frame with every tile there, as after a moment of waiting.
void frame(benchmark::State& state, double zoom, int ratio) {
  const Case& c = bench::case_of<Case>(state.range(0));
  MatrixGeometry geometry;
  geometry.resize(QRectF(0, 0, 1300, 900));
  geometry.set_count(c.axis.order.size());
  geometry.zoom_at(geometry.plot().center(), zoom);
  MatrixTileCache tiles;
  const int level = level_to_draw(geometry, ratio);
  for (const MatrixTileKey& key : tiles_in_sight(geometry, level))
    tiles.insert(key, matrix_tile(*c.view.conflicts, c.axis.order, key, MatrixPrecision::draft).value());
  tiles.insert(
      {top_level(c.axis.order.size())},
      matrix_tile(*c.view.conflicts, c.axis.order, {top_level(c.axis.order.size())}, MatrixPrecision::draft).value());
  QImage image(QSize(1300, 900) * ratio, QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  double step = 1;
  for (auto _ : state) {
    step = -step;
    geometry.pan({step, step});
    QPainter painter(&image);
    paint_matrix_cells(painter, geometry, tiles, level_to_draw(geometry, ratio), ratio, Theme::light());
    paint_matrix_axes(painter, geometry, *c.view.graph, c.axis, Theme::light());
  }
}

/// The tile of the top level: all pairs.
void matrix_tile_of_all(benchmark::State& state, MatrixPrecision precision) {
  const Case& c = bench::case_of<Case>(state.range(0));
  const MatrixTileKey key{top_level(c.axis.order.size())};
  for (auto _ : state) benchmark::DoNotOptimize(matrix_tile(*c.view.conflicts, c.axis.order, key, precision).value());
}
void matrix_tile_of_pairs(benchmark::State& state) {
  const Case& c = bench::case_of<Case>(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(matrix_tile(*c.view.conflicts, c.axis.order, {0, 3, 5}, MatrixPrecision::fine).value());
}
void matrix_axis_by_size(benchmark::State& state) {
  const Case& c = bench::case_of<Case>(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(matrix_axis(c.view, MatrixOrder::size, std::nullopt));
}

#define STOWAGE_SIZES Arg(20'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond)
BENCHMARK(matrix_tile_of_pairs)->STOWAGE_SIZES;
BENCHMARK(matrix_axis_by_size)->STOWAGE_SIZES;

[[maybe_unused]] const bool registered = [] {
  const auto add = [](const char* name, auto work) { benchmark::RegisterBenchmark(name, work)->STOWAGE_SIZES; };
  add("matrix_frame_all", [](auto& state) { frame(state, 1, 1); });
  add("matrix_frame_all_at_2x", [](auto& state) { frame(state, 1, 2); });
  add("matrix_frame_zoomed_6x", [](auto& state) { frame(state, 6, 1); });
  add("matrix_frame_zoomed_6x_at_2x", [](auto& state) { frame(state, 6, 2); });
  add("matrix_frame_of_pairs_at_2x", [](auto& state) { frame(state, 300, 2); });
  add("matrix_draft_of_all", [](auto& state) { matrix_tile_of_all(state, MatrixPrecision::draft); });
  add("matrix_fine_of_all", [](auto& state) { matrix_tile_of_all(state, MatrixPrecision::fine); });
  return true;
}();

}  // namespace
}  // namespace stowage
