// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/bits.h"
#include "core/base/task.h"
#include "core/graph/graph.h"

namespace stowage {

/// Words that are zero at first. The system provides them as they are touched: even a table of gigabytes takes no time
/// to make, and the code that fills it can be stopped.
class ZeroWords {
 public:
  explicit ZeroWords(std::size_t count)
      : words_(static_cast<std::uint64_t*>(std::calloc(std::max<std::size_t>(count, 1), sizeof(std::uint64_t)))) {
    if (!words_) throw std::bad_alloc();
  }
  [[nodiscard]] std::uint64_t* data() const { return words_.get(); }

 private:
  struct Free {
    void operator()(std::uint64_t* words) const { std::free(words); }
  };
  std::unique_ptr<std::uint64_t[], Free> words_;
};

/// The unsafe pairs as bits, one a pair: row i holds the tensors j > i at bit j.
class PairBits {
 public:
  explicit PairBits(std::size_t tensors) : tensors_(tensors), words_((tensors + 63) / 64), bits_(tensors * words_) {}
  /// Sets all pairs of i with the later tensors in `others`, which is one bit a tensor.
  void set_later(std::size_t i, std::span<const std::uint64_t> others);
  void clear(std::size_t i, std::size_t j) { *cell(i, j) &= ~bit(i, j); }
  [[nodiscard]] bool get(std::size_t i, std::size_t j) const { return (*cell(i, j) & bit(i, j)) != 0; }
  [[nodiscard]] std::size_t tensor_count() const { return tensors_; }
  [[nodiscard]] std::uint64_t count() const { return count_bits({bits_.data(), tensors_ * words_}); }

 private:
  [[nodiscard]] std::uint64_t* cell(std::size_t i, std::size_t j) const {
    return bits_.data() + std::min(i, j) * words_ + std::max(i, j) / 64;
  }
  static std::uint64_t bit(std::size_t i, std::size_t j) { return std::uint64_t{1} << (std::max(i, j) % 64); }

  std::size_t tensors_, words_;
  ZeroWords bits_;
};

/// One of the published ways to decide all pairs (Lamprou et al., appendix), kept faithful, errata repaired, for
/// teaching, cross-checks and the benchmark. core/safety/conflicts.h is the one to use.
struct SafetyMethod {
  std::string_view id;  ///< "ancestor", "ancestor-opt", "stream-graph"
  std::string_view title;
  std::string_view source;  ///< algorithm number
  /// Returns the *unsafe* pairs. Needs T²/8 bytes, and N²/8 for ancestors or 4·N·S for the stream graph; above 4 GiB
  /// too_large.
  Result<PairBits> (*run)(const Graph& graph, const Task& task);
};
[[nodiscard]] std::span<const SafetyMethod> published_safety_methods();

/// What Algorithm 1 finds of a pair, in its order: whether the one is in AncTensors of the other. By TensorId;
/// `missing`: the first of DestNodes that is no ancestor of the other's producer.
struct AncestorTest {
  TensorId first, second;
  struct Way {
    bool safe = false;
    OperatorId missing{};  ///< also invalid: the end of the run, where outputs are used
  } first_before, second_before;
};
/// Algorithm 1; `tests`, if given, gets what it finds.
[[nodiscard]] Result<PairBits> run_algorithm_1(const Graph& graph, std::vector<AncestorTest>* tests,
                                               const Task& task = {});

/// What Algorithm 2 looks up, and what it finds of the pairs that it looks at, in its order.
struct StreamGraphTold {
  /// Streams are those of the graph, then that of what is present from the start, then that of the end.
  using Stream = std::uint32_t;
  struct End {
    Stream stream;
    std::uint32_t time;
  };
  struct Row {
    TensorId tensor;
    Stream stream;                             ///< in which it is made
    std::uint32_t start;                       ///< StartTime
    std::vector<End> ends;                     ///< DestStreams with EndTime
    std::vector<std::uint32_t> max_ancestors;  ///< MaxAncId, by stream; 0: none
  };
  enum class Line : std::uint8_t {
    end_time,        ///< Algorithm 3: EndTime of the second against MaxAncId of the first
    valid_ancestor,  ///< Algorithm 3: ValidAncestor of the second, for the first
    same_stream,     ///< Algorithm 5
  };
  struct Test {
    Line line;
    std::size_t first, second;  ///< into rows
    bool safe;
    std::optional<End> blocks;  ///< valid_ancestor: the use of the second that is no ancestor of the first
  };
  std::vector<Row> rows;
  std::vector<std::vector<Stream>> ancestor_streams;  ///< AncStreams, by stream
  std::vector<Test> tests;
};
/// Algorithms 2 to 5; `told`, if given, gets what they find.
[[nodiscard]] Result<PairBits> run_algorithm_2(const Graph& graph, StreamGraphTold* told, const Task& task = {});

}  // namespace stowage
