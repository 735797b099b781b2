// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <QImage>
#include <QPainter>
#include <random>

#include "widgets/painters/charts/order_curves.h"

namespace {

using namespace stowage;

/// Bytes that go up and down, of that many steps.
std::shared_ptr<const StepCurve> curve(std::int64_t steps, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<Bytes> bytes;
  std::int64_t now = 1 << 30;
  for (std::int64_t k = 0; k < steps; ++k) bytes.push_back({now += static_cast<std::int64_t>(engine() % 2001) - 1000});
  return std::make_shared<const StepCurve>(std::move(bytes));
}

/// The memory of two orders over each other, as a dock shows it.
void paint_orders(benchmark::State& state) {
  OrderCurves curves;
  curves.first = {"given", curve(state.range(0), 1)};
  curves.second = {"roam", curve(state.range(0), 2)};
  QImage image(1600, 500, QImage::Format_ARGB32_Premultiplied);
  for (auto _ : state) {
    QPainter painter(&image);
    paint_order_curves(painter, QRectF(image.rect()), curves, Theme::light());
  }
}

}  // namespace

BENCHMARK(paint_orders)->Arg(20'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
