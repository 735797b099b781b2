// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/base/translated.h"
#include "core/graph/graph.h"

// Real networks as graphs: built operator by operator with the shapes of their papers, and differentiated.
namespace stowage {

/// The best figures of a device, from its maker's data sheet: durations are estimated with them.
struct Device {
  std::string_view id;     ///< "a100"
  std::string_view title;  ///< "NVIDIA A100 80 GB SXM"
  double flops_32 = 0;     ///< a second, in 32 bits
  double flops_16 = 0;     ///< a second, in 16 bits on matrix units, dense
  double bandwidth = 0;    ///< of its memory, bytes a second
  double link = 0;         ///< to other devices, bytes a second in one direction
  std::string_view source;
};

/// Time that each operator takes beside its work. Assumed: kernels that follow each other closely on one stream start
/// some microseconds apart.
inline constexpr std::int64_t kLaunchNanoseconds = 5'000;

/// The table of all devices.
[[nodiscard]] std::span<const Device> devices();
/// The row with that id, or null.
[[nodiscard]] const Device* find_device(std::string_view id);

/// The work of an operator.
struct Work {
  double flops = 0;   ///< operations on numbers
  double bytes = 0;   ///< read and written
  double sent = 0;    ///< bytes to other devices
  bool half = false;  ///< whether the operations are in 16 bits
};

/// The largest of operations / peak, bytes / bandwidth and bytes sent / link, plus the launch: no operator is quicker,
/// and most are slower.
[[nodiscard]] std::int64_t estimated_nanoseconds(const Work& work, const Device& device);

enum class Optimizer : std::uint8_t {
  none,  ///< gradients are the results of the step
  sgd,   ///< w ← w − η·g: one operator a parameter, without momentum
  adam,  ///< a chain of arithmetic a parameter
};

namespace zoo {
class Network;
}

/// Marks descriptions of networks for translators.
struct ZooText {
  STOWAGE_TRANSLATED_AS(stowage::ZooDialog)
  [[nodiscard]] static constexpr const char* tr(const char* words) { return words; }
};

/// One network of the table.
struct ZooNetwork {
  std::string_view id;           ///< "resnet50"
  std::string_view title;        ///< "ResNet-50"
  std::string_view description;  ///< one line: what goes in, what is special about its memory
  std::string_view source;       ///< the paper
  /// Describes the network for a batch of `batch` samples.
  void (*build)(zoo::Network& net, std::int64_t batch) = nullptr;
  std::size_t fused = 16;  ///< gradients in one all-reduce; users of frameworks choose it by network
  bool is_large = false;   ///< whether gradients are clipped by their common norm, and weights decay

  /// Elements of all parameters.
  [[nodiscard]] std::int64_t parameter_count() const;
};

/// The table of all networks, in the order in which they are shown. The command line, the window and the tests read it.
[[nodiscard]] std::span<const ZooNetwork> zoo_networks();
/// The row with that id, or null.
[[nodiscard]] const ZooNetwork* find_zoo_network(std::string_view id);

struct ZooOptions {
  std::int64_t batch = 1;  ///< samples, 1 … kMaxZooBatch
  bool training = true;    ///< false: only run forward; then there is no optimizer
  Optimizer optimizer = Optimizer::adam;
  /// Whether weights and the optimizer's state are tensors of the graph, needed from the start to the end. If not, they
  /// are left out: they are resident in every plan.
  bool weights = false;
  /// Whether results of element-wise operators may be written over their inputs, as frameworks can do.
  bool in_place = false;
  /// More than one stream: operators are spread over at most so many, each of one category, and gradients are
  /// reduced over all devices before the updates.
  std::size_t streams = 1;
  /// Operators of a stream at most; 0: as few as `streams` allow. With one stream asked for: on as many as are needed.
  std::size_t stream_cap = 0;
  const Device* device = nullptr;  ///< durations are estimated for it; null: there are none
};
inline constexpr std::int64_t kMaxZooBatch = 65'536;
inline constexpr std::size_t kMaxZooStreams = 65'536;

/// One step of a network, in the order in which a framework without a planner runs it: forward, loss, backward, then
/// all updates. Operators are of the phases "forward", "loss", "backward" and "update"; tensors of the kinds "input",
/// "weight", "state", "activation", "statistics", "loss", "gradient" and "temporary". bad_input for options out of
/// range, and for fewer streams than there are categories, or than the cap needs.
[[nodiscard]] Result<Graph> make_zoo_graph(const ZooNetwork& network, const ZooOptions& options, const Task& task = {});

/// The number of categories of its operators, and so the fewest streams, where there is more than one.
[[nodiscard]] std::size_t zoo_categories(const ZooOptions& options);

}  // namespace stowage
