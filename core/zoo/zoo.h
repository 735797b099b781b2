// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "core/base/id.h"
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

}  // namespace stowage

namespace stowage::zoo {

class Network;

/// What a stream is for: it holds operators of one category only.
enum class Category : std::uint8_t { compute, communication, other };

/// All operators of a step in the order in which they run, and their tensors: what the passes of the zoo hand on to
/// each other (the derivative, updates, streams) until it is made a Graph.
struct Program {
  struct Operator {
    std::string name;
    std::string_view kind, phase;  ///< literals
    std::vector<TensorId> reads;
    Category category = Category::compute;
    std::size_t stream = 0;  ///< index into `streams`
    Work work{};
  };
  struct Tensor {
    std::string name;
    Bytes size;
    std::string_view kind;  ///< a literal
    OperatorId producer{};  ///< none: present from the start
    bool output = false;
  };
  /// A parameter and the operators that its update waits for.
  struct Parameter {
    std::string name;
    Bytes size;
    TensorId weight{};                 ///< none where weights are left out
    TensorId gradient{};               ///< none: not trained
    std::vector<OperatorId> backward;  ///< that read the weight, except the gradient's producer: they run
                                       ///< before it is overwritten
  };

  std::string name;
  std::vector<std::string> streams{"compute"};
  std::vector<Operator> operators;
  std::vector<Tensor> tensors;
  std::vector<ControlEdge> control;
  std::vector<std::vector<TensorId>> groups;
  std::vector<Parameter> parameters;

  OperatorId add_operator(std::string operator_name, std::string_view kind, std::string_view phase,
                          std::vector<TensorId> reads) {
    operators.push_back({std::move(operator_name), kind, phase, std::move(reads)});
    return OperatorId(operators.size() - 1);
  }
  TensorId add_tensor(Tensor tensor) {
    tensors.push_back(std::move(tensor));
    return TensorId(tensors.size() - 1);
  }
};

/// The network as it is run forward: operators of phase "forward" and, for a loss, "loss".
///
/// Tensors of kind "input" and, where `weights` is set, "weight" are present from the start; weights are needed until
/// the end (what is overwritten in place lives on). Without `weights` they are left out, as OLLA and ROAM do: they are
/// resident in every plan, and lie elsewhere. Results are of kind "activation", "statistics" and "loss". Where the
/// network is only run, results that no operator reads are not made.
[[nodiscard]] Program forward_program(const Network& network, bool weights);

/// The same followed by its derivative, operators of phase "backward": from the last forward operator to the first, the
/// backward operators of each; each of these makes tensors of kind "gradient". Gradients that are not wanted (of a
/// batch of images, say) are not made. Where a tensor is used more than once, one operator for each further gradient
/// adds it to the sum as soon as it is there, as PyTorch's engine does; sums pass their gradient on without an
/// operator. The network's result must be its loss. Fills in `parameters`; their gradients are not outputs yet.
///
/// Before the first backward operator of a segment (Network::begin_segment), the operators of the segment that make
/// what its backward operators read run again, as "NAME.again".
[[nodiscard]] Program training_program(const Network& network, bool weights);

enum class Optimizer : std::uint8_t {
  none,  ///< gradients are the results of the step
  sgd,   ///< w ← w − η·g: one operator a parameter, without momentum
  adam,  ///< a chain of arithmetic a parameter
};

}  // namespace stowage::zoo

namespace stowage {

using zoo::Optimizer;

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

/// The networks of the table, one file a family, each whole from its inputs to its loss: of convolutions, and of
/// attention.
namespace zoo {
[[nodiscard]] std::span<const ZooNetwork> convolutional_networks();
[[nodiscard]] std::span<const ZooNetwork> transformers();
}  // namespace zoo

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
