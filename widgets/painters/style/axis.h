// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <QString>

namespace stowage {

/// One labelled place on an axis, in the axis' own unit.
struct Tick {
  double value;
  QString label;
};

/// At most `most` (≥ 1) ticks in [low, high] at 1, 2 or 5 times a power of ten, never below 1: steps, or times.
[[nodiscard]] std::vector<Tick> number_ticks(double low, double high, int most);

/// Ticks in [low, high] bytes at powers of two, labelled in the largest of B, KiB, MiB, … that keeps the labels short
/// and different: "12 MiB", "12.5 MiB". Where amounts are written in decimal units, at 1, 2 or 5 times a power of ten:
/// "20 kB"; where exactly, without a unit.
[[nodiscard]] std::vector<Tick> byte_ticks(double low, double high, int most);
/// The same for places in memory: "0x1000" where offsets are written so.
[[nodiscard]] std::vector<Tick> offset_ticks(double low, double high, int most);

/// Ticks at round values of `times` (ascending; boundary k is at step k) within steps [low, high]; `value` is a step,
/// fractional inside one. Never closer than (high - low) / most apart.
[[nodiscard]] std::vector<Tick> time_ticks(std::span<const std::int64_t> times, double low, double high, int most);

/// Ticks in [low, high] at 1, 2 or 5 times a power of ten nanoseconds: "20 µs", "1.5 ms". The axis is in units of so
/// many of them.
[[nodiscard]] std::vector<Tick> duration_ticks(double low, double high, int most, std::int64_t unit = 1);

}  // namespace stowage
