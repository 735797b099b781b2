// SPDX-License-Identifier: Apache-2.0
#include "tests/support/training_graph.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/graphs.h"

namespace stowage::test {
namespace {

enum class Role { compute, communication, update, copy };
constexpr std::size_t kRoles = 4;
constexpr std::size_t kLayersBetweenOffloads = 3;
constexpr std::string_view kWeights[] = {"qkv", "proj", "up", "down"};

/// An operator and the tensors it makes are described before either is added, as the builder wants operators first.
class Maker {
 public:
  explicit Maker(const TrainingGraph& options) : options_(options) {
    builder_.set_name("training graph of " + std::to_string(options.layers) + " layers");
    for (std::size_t s = 0; s < options.streams; ++s) {
      static constexpr std::string_view kNames[] = {"compute", "communication", "update", "copy"};
      const std::string branch = "branch " + std::to_string(s);
      builder_.add_stream(static_cast<std::int64_t>(s), s < kRoles ? kNames[s] : std::string_view(branch));
    }
  }

  Graph run() {
    std::size_t x = tensor("batch", "input", op("load", "MemcpyH2D", Role::copy, "forward"), width(0));
    for (std::size_t layer = 0; layer < options_.layers; ++layer) x = forward(layer, x);
    const std::size_t loss = op("loss", "SoftmaxLoss", Role::compute, "forward", {x});
    tensor("loss", "output", loss, 4);
    tensors_.back().output = true;
    std::size_t gradient = tensor("loss.grad", "gradient", loss, width(options_.layers));
    for (std::size_t layer = options_.layers; layer-- > 0;) gradient = backward(layer, gradient);
    return build();
  }

 private:
  struct Tensor {
    std::string name, kind;
    std::size_t producer;
    std::int64_t size;
    std::vector<OperatorId> consumers{};
    bool output = false;
  };
  /// What a layer's backward half needs of its forward half; by tensor.
  struct Saved {
    std::size_t input, norm1, qkv, proj, add, norm2, up, gelu;
    std::vector<std::size_t> heads;
  };

  /// Layers narrow and widen again, so that not all tensors are alike.
  [[nodiscard]] static std::int64_t width(std::size_t layer) {
    static constexpr std::int64_t kKibibytes[] = {512, 448, 384, 320, 256, 320, 384, 480};
    return kKibibytes[layer % std::size(kKibibytes)] * 1024;
  }
  [[nodiscard]] StreamId stream_of(Role role, std::size_t branch) const {
    const std::size_t more = options_.streams > kRoles ? options_.streams - kRoles : 0;
    if (role == Role::compute && branch > 0 && more > 0) return StreamId(kRoles + (branch - 1) % more);
    return StreamId(static_cast<std::size_t>(role) % options_.streams);
  }

  std::size_t op(const std::string& name, std::string_view kind, Role role, std::string_view phase,
                 const std::vector<std::size_t>& inputs = {}, std::size_t branch = 0) {
    const OperatorId id =
        builder_.add_operator({.name = name, .stream = stream_of(role, branch), .kind = kind, .phase = phase});
    for (std::size_t input : inputs) tensors_[input].consumers.push_back(id);
    return id.index();
  }
  std::size_t tensor(std::string name, std::string kind, std::size_t producer, std::int64_t size) {
    tensors_.push_back({std::move(name), std::move(kind), producer, size});
    return tensors_.size() - 1;
  }
  /// An operator of one result, which takes its name.
  std::size_t step(const std::string& name, std::string_view kind, std::string_view phase, std::int64_t size,
                   const std::vector<std::size_t>& inputs, std::size_t branch = 0) {
    const std::size_t made = op(name, kind, Role::compute, phase, inputs, branch);
    return tensor(name, phase == "forward" ? "activation" : "gradient", made, size);
  }
  void workspace(const std::string& name, std::size_t of, std::int64_t size) {
    tensors_[tensor(name + ".workspace", "workspace", of, size)].consumers.emplace_back(of);
  }

  std::size_t forward(std::size_t layer, std::size_t x) {
    const std::string at = "L" + std::to_string(layer) + ".";
    const std::int64_t size = width(layer);
    Saved s{};
    s.input = x;
    s.norm1 = step(at + "norm1", "LayerNorm", "forward", size, {x});
    s.qkv = step(at + "qkv", "MatMul", "forward", 3 * size, {s.norm1});
    for (std::size_t b = 0; b < options_.branches; ++b) {
      const std::string name = at + "attention" + std::to_string(b);
      s.heads.push_back(step(name, "Attention", "forward", size / 2, {s.qkv}, branch_of(layer, b)));
      workspace(name, tensors_[s.heads.back()].producer, size);
    }
    s.proj = step(at + "proj", "MatMul", "forward", size, s.heads);
    s.add = step(at + "add", "Add", "forward", size, {x, s.proj});
    s.norm2 = step(at + "norm2", "LayerNorm", "forward", size, {s.add});
    s.up = step(at + "up", "MatMul", "forward", 4 * size, {s.norm2});
    s.gelu = step(at + "gelu", "Gelu", "forward", 4 * size, {s.up});
    const std::size_t down = step(at + "down", "MatMul", "forward", width(layer + 1), {s.gelu});
    if (layer % kLayersBetweenOffloads == 0) op(at + "offload", "MemcpyD2H", Role::copy, "forward", {s.up});
    saved_.push_back(s);
    return step(at + "out", "Add", "forward", width(layer + 1), {s.add, down});
  }

  /// Branches of neighbouring layers are on different streams.
  [[nodiscard]] std::size_t branch_of(std::size_t layer, std::size_t b) const {
    return b == 0 ? 0 : layer * (options_.branches - 1) + b;
  }

  /// The gradient of a weight, made by the step that made `beside`.
  std::size_t weight_gradient(const std::string& name, std::size_t beside, std::int64_t size) {
    return tensor(name + ".weight.grad", "weight gradient", tensors_[beside].producer, size);
  }

  std::size_t backward(std::size_t layer, std::size_t dy) {
    const std::string at = "L" + std::to_string(layer) + ".";
    const std::int64_t size = width(layer);
    const Saved& s = saved_[layer];
    std::size_t up = s.up;
    if (layer % kLayersBetweenOffloads == 0)
      up = tensor(at + "up.back", "activation", op(at + "fetch", "MemcpyH2D", Role::copy, "backward"), 4 * size);
    std::vector<std::size_t> weights;
    const auto grad = [&](const std::string& name, std::string_view kind, std::int64_t bytes,
                          const std::vector<std::size_t>& inputs, std::size_t branch = 0) {
      return step(at + name + ".grad", kind, "backward", bytes, inputs, branch);
    };
    const std::size_t dgelu = grad("down", "MatMulGrad", 4 * size, {dy, s.gelu});
    weights.push_back(weight_gradient(at + "down", dgelu, 8 * size));
    const std::size_t dup = grad("gelu", "GeluGrad", 4 * size, {dgelu, up});
    const std::size_t dnorm2 = grad("up", "MatMulGrad", size, {dup, s.norm2});
    weights.push_back(weight_gradient(at + "up", dnorm2, 8 * size));
    const std::size_t dadd = grad("norm2", "LayerNormGrad", size, {dnorm2, s.add, dy});
    const std::size_t dproj = grad("proj", "MatMulGrad", size, append(s.heads, {dadd}));
    weights.push_back(weight_gradient(at + "proj", dproj, 2 * size));
    std::vector<std::size_t> dheads;
    for (std::size_t b = 0; b < options_.branches; ++b)
      dheads.push_back(grad("attention" + std::to_string(b), "AttentionGrad", size, {dproj, s.qkv, s.heads[b]},
                            branch_of(layer, b)));
    const std::size_t dnorm1 = grad("qkv", "MatMulGrad", size, append(dheads, {s.norm1}));
    weights.push_back(weight_gradient(at + "qkv", dnorm1, 6 * size));
    const std::size_t dx = grad("norm1", "LayerNormGrad", size, {dnorm1, s.input, dadd});
    reduce_and_update(at, {weights.rbegin(), weights.rend()});
    return dx;
  }

  [[nodiscard]] static std::vector<std::size_t> append(std::vector<std::size_t> list,
                                                       std::initializer_list<std::size_t> more) {
    list.insert(list.end(), more);
    return list;
  }

  /// `weights` in the order of kWeights.
  void reduce_and_update(const std::string& at, const std::vector<std::size_t>& weights) {
    const std::size_t reduce = op(at + "allreduce", "AllReduce", Role::communication, "backward", weights);
    groups_.push_back(weights);
    std::vector<std::size_t> reduced;
    for (std::size_t w = 0; w < weights.size(); ++w)
      reduced.push_back(
          tensor(at + std::string(kWeights[w]) + ".reduced", "weight gradient", reduce, tensors_[weights[w]].size));
    groups_.push_back(reduced);
    for (std::size_t w = 0; w < weights.size(); ++w) {
      const std::string name = at + std::string(kWeights[w]) + ".update";
      workspace(name, op(name, "Adam", Role::update, "update", {reduced[w]}), tensors_[weights[w]].size / 2);
    }
  }

  Graph build() {
    for (const Tensor& t : tensors_)
      builder_.add_tensor({.name = t.name,
                           .size = {t.size},
                           .producer = OperatorId(t.producer),
                           .consumers = t.consumers,
                           .output = t.output,
                           .kind = t.kind});
    // The host's copy of an activation is fetched only when the backward half begins: a sync, without data.
    for (std::size_t layer = 0; layer < options_.layers; layer += kLayersBetweenOffloads)
      builder_.add_control(builder_.find_operator("loss"),
                           builder_.find_operator("L" + std::to_string(layer) + ".fetch"));
    for (const auto& members : groups_) {
      std::vector<TensorId> ids;
      for (std::size_t member : members) ids.emplace_back(member);
      builder_.add_group(ids);
    }
    return built(std::move(builder_));
  }

  TrainingGraph options_;
  GraphBuilder builder_;
  std::vector<Tensor> tensors_;
  std::vector<Saved> saved_;
  std::vector<std::vector<std::size_t>> groups_;
};

}  // namespace

Graph make_training_graph(const TrainingGraph& options) {
  return Maker(options).run();
}

TrainingGraph training_graph_of(std::size_t tensors, std::size_t streams) {
  const std::size_t one = make_training_graph({.layers = 1}).tensor_count();
  const std::size_t four = make_training_graph({.layers = 4}).tensor_count();
  const std::size_t three_layers = four - one;
  return {.layers = std::max<std::size_t>(1, (3 * tensors + three_layers - 1) / three_layers), .streams = streams};
}

}  // namespace stowage::test
