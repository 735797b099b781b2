// SPDX-License-Identifier: Apache-2.0
// The lanes' budget: a frame (pan or zoom) at 20,000 and 1,000,000 operators on 64 streams, and what a move of the
// mouse adds to the last frame.
#include <benchmark/benchmark.h>

#include <QImage>
#include <QPainter>

#include "tests/bench/graphs.h"
#include "widgets/painters/lanes/lanes_painter.h"

namespace stowage {
namespace {

struct Case {
  explicit Case(std::size_t operators) : graph(bench::wide(operators, 64)), links(graph) {
    selected.resize(graph.operator_count() / 2, OperatorId());
    for (std::size_t i = 0; i < selected.size(); ++i) selected[i] = OperatorId(2 * i);
  }
  Graph graph;
  LaneLinks links;
  std::vector<OperatorId> selected;  // every other operator
};

void frame(benchmark::State& state, double zoom, bool selected) {
  const Case& c = bench::case_of<Case>(state.range(0));
  QImage image(1400, 700, QImage::Format_ARGB32_Premultiplied);
  LanesGeometry geometry(QRectF(0, 0, 1400, 700), c.graph.operator_count(), c.graph.stream_count(),
                         lane_names_width(c.graph));
  geometry.zoom_at(geometry.plot().center().x(), zoom);
  LanesScene scene{.graph = &c.graph, .links = &c.links};
  if (selected) scene.operators = c.selected;
  double step = 3;
  for (auto _ : state) {
    geometry.pan(step = -step, 0);
    QPainter painter(&image);
    paint_lanes(painter, scene, geometry, Theme::light());
  }
}

void lanes_frame_all(benchmark::State& state) {
  frame(state, 1, false);
}
void lanes_frame_all_half_selected(benchmark::State& state) {
  frame(state, 1, true);
}
/// About a step a pixel.
void lanes_frame_boxes(benchmark::State& state) {
  frame(state, static_cast<double>(state.range(0)) / 1200, false);
}
/// A few dozen operators, with their names.
void lanes_frame_close(benchmark::State& state) {
  frame(state, static_cast<double>(state.range(0)) / 30, false);
}
void lanes_hover(benchmark::State& state) {
  const Case& c = bench::case_of<Case>(state.range(0));
  QImage image(1400, 700, QImage::Format_ARGB32_Premultiplied);
  const LanesGeometry geometry(QRectF(0, 0, 1400, 700), c.graph.operator_count(), c.graph.stream_count(),
                               lane_names_width(c.graph));
  const LanesScene scene{.graph = &c.graph, .links = &c.links, .operators = c.selected};
  const std::vector<std::size_t> drawn = syncs_drawn(scene, geometry);
  std::size_t o = 0;
  for (auto _ : state) {
    o = (o + 7919) % c.graph.operator_count();
    const LanesHover hover{.op = OperatorId(o)};
    QPainter painter(&image);
    paint_lanes_hover(painter, scene, hover, syncs_hovered(scene, hover, geometry, drawn), geometry, Theme::light());
  }
}

/// At an edit that changes syncs.
void lanes_links(benchmark::State& state) {
  const Case& c = bench::case_of<Case>(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(LaneLinks(c.graph));
}

#define STOWAGE_SIZES Arg(20'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond)
BENCHMARK(lanes_frame_all)->STOWAGE_SIZES;
BENCHMARK(lanes_frame_all_half_selected)->STOWAGE_SIZES;
BENCHMARK(lanes_frame_boxes)->STOWAGE_SIZES;
BENCHMARK(lanes_frame_close)->STOWAGE_SIZES;
BENCHMARK(lanes_hover)->STOWAGE_SIZES;
BENCHMARK(lanes_links)->STOWAGE_SIZES;

}  // namespace
}  // namespace stowage
