// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/graph/builder.h"

namespace stowage::test {

/// Aborts on a fault.
[[nodiscard]] Graph built(GraphBuilder builder);

/// A graph from a few lines of text (or parts of a line, with ";" between), so that a test shows what it is about;
/// aborts on a fault.
/// ```
/// streams: 0 1                      (optional; else streams appear as operators name them)
/// op a b @0 c @1                    operators "a" and "b" on stream 0 (which need not be said), "c" on stream 1
/// t x 16 : a -> b c                 tensor of 16 bytes; no producer: "-"; output: a trailing "!"; none after "->":
/// dead sync a b                          control edge group x y z
/// view q qkv 16                     q lies in qkv, from byte 16 on
/// over y x -4 0                     y may be written over x, 4 bytes before it to none (no shift: at its place)
/// must y x                          y must be
/// ```
[[nodiscard]] Graph graph_of(const std::string& text);

/// Names of the operators that read a tensor, and that make it; both must be there.
[[nodiscard]] std::vector<std::string> consumers_of(const Graph& graph, std::string_view tensor);
[[nodiscard]] std::string producer_of(const Graph& graph, std::string_view tensor);

/// x of 8 bytes, and y of unknown size.
[[nodiscard]] Graph unknown_size();
/// x of 8 bytes, made by a loop, whose body makes y of 4 bytes.
[[nodiscard]] Graph graph_with_loop();

/// Two streams, where c waits for b; in the plan of so.size.best z takes the bytes of x.
[[nodiscard]] Graph one_sync();

/// Figure 6 of the SOMAS paper: with A at 0, B at 10 and C at 15, the group D (8), E (6), F (6) comes, of which E is
/// unsafe to B alone.
[[nodiscard]] Graph figure_6();
/// Figures 7 to 9: A (1,024), B (768), C (640), D (512) and E (256), of which AC, BD, BE, CE and DE are unsafe.
[[nodiscard]] Graph figure_7();

/// Figure 2 of ROAM, A to D: its orders ABCD and ACBD have peaks of 120 and 90 bytes.
[[nodiscard]] Graph roam_figure_2();

/// Single-stream graph of lifetimes [begin, end) in steps: name, size, begin, end.
struct IntervalRow {
  std::string name;
  std::int64_t size;
  std::uint32_t begin, end;
};
[[nodiscard]] Graph intervals(const std::vector<IntervalRow>& rows);
using Intervals = std::vector<IntervalRow>;
/// So many rows of 1 to `most_size` bytes, which begin before `steps` and last 1 to `most_life` steps.
[[nodiscard]] Intervals drawn_intervals(std::mt19937_64& engine, std::size_t count, std::uint32_t steps,
                                        std::uint32_t most_life, std::int64_t most_size);
/// Rows of sizes and lifetimes at random, some alike.
[[nodiscard]] Intervals random_intervals(std::uint64_t seed, std::size_t most_rows = 24, bool equal_sizes = false);

struct RandomGraph {
  std::uint64_t seed = 1;
  std::size_t operators = 20;
  std::size_t streams = 3;
  std::size_t fan = 2;      ///< most consumers of a tensor
  std::size_t window = 12;  ///< how far ahead a consumer may be
  std::size_t groups = 0;
  std::size_t syncs = 3;
  bool plain = false;  ///< no dead tensors, size 0, outputs, inputs or workspaces
};
[[nodiscard]] Graph random_graph(const RandomGraph& options);
/// Likewise; consumers, window, syncs and whether it is plain go by the seed.
[[nodiscard]] Graph varied_graph(std::uint64_t seed, std::size_t operators, std::size_t streams = 3,
                                 std::size_t groups = 0);

/// A row of a table of random graphs to plan.
struct GraphKind {
  std::string name;
  std::size_t streams, groups;
  std::int64_t alignment = 1;   ///< of the plan
  bool own_alignments = false;  ///< of tensors
};

}  // namespace stowage::test
