// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/builder.h"

namespace stowage::test {

/// A graph of one stream from operators with phases, told apart by their names.
class PhasedGraph {
 public:
  void op(std::string_view name, std::string_view phase, std::string_view kind = "");
  /// Of all names in a text, parted by blanks.
  void ops(const std::string& names, std::string_view phase);
  void tensor(std::string_view name, std::int64_t size, std::string_view producer,
              const std::vector<std::string_view>& consumers);
  /// A tensor "from>to" of one byte.
  void arc(std::string_view from, std::string_view to);
  /// "a>b c>d": each of these.
  void arcs(const std::string& all);
  void control(std::string_view before, std::string_view after);
  [[nodiscard]] Graph take();

 private:
  GraphBuilder builder_;
  StreamId stream_ = builder_.add_stream(0);
};

/// Three layers with a weight each: activations of 16, 8 and 4 bytes, their gradients of 1, gradients of weights of
/// `weight`. Two weights are updated as Adam does it, with temporaries as large, the third at once; all updates come
/// last.
/// ```
///   f1 ─16─▶ f2 ─8─▶ f3 ─4─▶ loss ─▶ b4 ─▶ b3 ─▶ b2       each b and each g reads what its f (or the loss) read
///                                     └▶ g3 └▶ g2 └▶ g1
/// ```
[[nodiscard]] Graph small_training_step(std::int64_t weight = 4);

}  // namespace stowage::test
