// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/zoo.h"

#include <cassert>
#include <cmath>

#include "core/graph/builder.h"
#include "core/insight/edit/edits.h"
#include "core/papers/papers.h"
#include "core/zoo/network.h"

namespace stowage::zoo {
namespace {

/// The graph, with durations estimated for the device where there is one, and if `in_place` is set, with permissions
/// to write the results of element-wise operators over their inputs; bad_input where tensors are too large to plan.
Result<Graph> to_graph(const Program& program, const Device* device, bool in_place) {
  GraphBuilder builder;
  builder.set_name(program.name);
  builder.reserve(program.operators.size(), program.tensors.size());
  for (std::size_t s = 0; s < program.streams.size(); ++s)
    builder.add_stream(static_cast<std::int64_t>(s), program.streams[s]);

  std::vector<std::vector<OperatorId>> consumers(program.tensors.size());
  for (const Program::Operator& op : program.operators) {
    Duration duration;
    if (device != nullptr) duration = {estimated_nanoseconds(op.work, *device), Duration::From::estimated};
    const OperatorId id = builder.add_operator(
        {.name = op.name, .stream = StreamId(op.stream), .kind = op.kind, .phase = op.phase, .duration = duration});
    for (TensorId read : op.reads) consumers[read.index()].push_back(id);
  }
  for (std::size_t t = 0; t < program.tensors.size(); ++t) {
    const Program::Tensor& tensor = program.tensors[t];
    builder.add_tensor({.name = tensor.name,
                        .size = tensor.size,
                        .producer = tensor.producer,
                        .consumers = consumers[t],
                        .output = tensor.output,
                        .kind = tensor.kind});
  }
  for (const ControlEdge& edge : program.control) builder.add_control(edge.before, edge.after);
  for (const auto& members : program.groups) builder.add_group(members);
  return std::move(builder).build().map([&](BuiltGraph built) {
    if (!in_place) return std::move(built.graph);
    Graph::Data data = built.graph.data();
    data.in_place = element_wise_pairs(built.graph);
    return Graph(std::move(data));
  });
}

/// Moves each operator from `from` on, all at the end, right behind the last producer of what it reads.
void move_behind_producers(Program& program, std::size_t from) {
  const std::size_t count = program.operators.size();
  std::vector<std::pair<std::size_t, std::size_t>> order;  // (operator before it, operator)
  for (std::size_t o = 0; o < count; ++o) {
    std::size_t behind = o;
    if (o >= from) {
      behind = 0;
      for (TensorId read : program.operators[o].reads)
        behind = std::max(behind, program.tensors[read.index()].producer.index());
    }
    order.emplace_back(behind, o);
  }
  std::ranges::sort(order);
  std::vector<OperatorId> now(count);
  std::vector<Program::Operator> moved;
  moved.reserve(count);
  for (const auto& [behind, o] : order) {
    now[o] = OperatorId(moved.size());
    moved.push_back(std::move(program.operators[o]));
  }
  program.operators = std::move(moved);
  for (Program::Tensor& tensor : program.tensors)
    if (tensor.producer.valid()) tensor.producer = now[tensor.producer.index()];
  for (ControlEdge& edge : program.control) edge = {now[edge.before.index()], now[edge.after.index()]};
  for (Program::Parameter& parameter : program.parameters)
    for (OperatorId& reader : parameter.backward) reader = now[reader.index()];
}

/// Reduces the gradients of those parameters.
void add_all_reduce(Program& program, std::string name, const std::vector<Program::Parameter*>& parameters) {
  std::vector<TensorId> sent, received;
  for (const Program::Parameter* parameter : parameters) sent.push_back(parameter->gradient);
  const OperatorId op = program.add_operator(std::move(name), "AllReduce", phase::kBackward, sent);
  program.operators[op.index()].category = Category::communication;
  // In a ring each device sends, and receives, nearly everything twice.
  for (Program::Parameter* parameter : parameters) {
    program.operators[op.index()].work.sent += 2 * static_cast<double>(parameter->size.count);
    parameter->gradient = program.add_tensor({.name = parameter->name + ".grad.reduced",
                                              .size = parameter->size,
                                              .kind = tensor_kind::kGradient,
                                              .producer = op});
    received.push_back(parameter->gradient);
  }
  if (parameters.size() == 1) return;
  program.groups.push_back(std::move(sent));
  program.groups.push_back(std::move(received));
}

/// An operator that makes or overwrites `size` bytes; what it reads of tensors that are left out is as large.
OperatorId add_update(Program& program, std::string name, std::string_view kind, std::vector<TensorId> reads,
                      Bytes size) {
  Bytes touched = size;
  for (TensorId read : reads) touched += read.valid() ? program.tensors[read.index()].size : size;
  std::erase_if(reads, [](TensorId read) { return !read.valid(); });
  const OperatorId op = program.add_operator(std::move(name), kind, phase::kUpdate, std::move(reads));
  program.operators.back().category = Category::other;
  program.operators.back().work.bytes = static_cast<double>(touched.count);
  return op;
}

/// An operator and its only result, of the same name.
TensorId add_temporary(Program& program, const std::string& name, std::string_view kind, std::vector<TensorId> reads,
                       Bytes size) {
  const OperatorId op = add_update(program, name, kind, std::move(reads), size);
  return program.add_tensor({.name = name, .size = size, .kind = tensor_kind::kTemporary, .producer = op});
}

class Updater {
 public:
  Updater(Program& program, const Program::Parameter& parameter) : program_(program), parameter_(parameter) {}

  void sgd() { overwrite_weight(run("sgd", "SgdUpdate", {parameter_.gradient, parameter_.weight})); }

  void adam(bool decays) {
    const TensorId g = parameter_.gradient;
    const TensorId m = state("exp_avg"), v = state("exp_avg_sq");
    const TensorId d = make("sub_m", "Sub", {g, m});
    const TensorId s = make("scale_m", "Mul", {d});
    const OperatorId new_m = run("update_m", "Add", {m, s});
    const TensorId q = make("square", "Mul", {g});
    const TensorId r = make("scale_v", "Mul", {q});
    const OperatorId new_v = run("update_v", "Add", {v, r});
    const TensorId h = make("sqrt", "Sqrt", {v}, new_v);
    const TensorId c = make("correct", "Div", {h});
    const TensorId e = make("add_epsilon", "Add", {c});
    TensorId u = make("divide", "Div", {m, e}, new_m);
    if (decays) u = make("decay", "Add", {u, parameter_.weight});
    const TensorId t = make("scale", "Mul", {u});
    overwrite_weight(run("update", "Sub", {parameter_.weight, t}));
  }

 private:
  /// A resident tensor, there before and after the step; none where resident tensors are left out.
  TensorId state(const char* what) {
    if (!parameter_.weight.valid()) return {};
    return program_.add_tensor(
        {.name = parameter_.name + '.' + what, .size = parameter_.size, .kind = tensor_kind::kState, .output = true});
  }
  OperatorId run(const char* what, std::string_view kind, std::vector<TensorId> inputs) {
    return add_update(program_, parameter_.name + '.' + what, kind, std::move(inputs), parameter_.size);
  }
  /// `after`: the operator that wrote the state that this one reads.
  TensorId make(const char* what, std::string_view kind, std::vector<TensorId> inputs, OperatorId after = {}) {
    const TensorId made =
        add_temporary(program_, parameter_.name + '.' + what, kind, std::move(inputs), parameter_.size);
    if (after.valid()) program_.control.push_back({after, program_.tensors[made.index()].producer});
    return made;
  }
  void overwrite_weight(OperatorId update) {
    for (OperatorId reader : parameter_.backward) program_.control.push_back({reader, update});
  }

  Program& program_;
  const Program::Parameter& parameter_;
};

// Parallel training as the SOMAS paper describes its graphs (section 5): gradients are reduced over all devices in
// bulk, and operators are put on streams by category.

/// Adds an operator of category communication for every `fused` gradients, in the order in which they are made, right
/// after the last of them: it reads them and makes as many reduced ones, which `parameters` have from then on. Lists of
/// more than one gradient are contiguous groups: they lie end to end, to be sent and received in one piece.
void add_all_reduces(Program& program, std::size_t fused) {
  assert(fused > 0);
  std::vector<Program::Parameter*> trained;
  for (Program::Parameter& parameter : program.parameters)
    if (parameter.gradient.valid()) trained.push_back(&parameter);
  std::ranges::sort(trained, {}, [&](const Program::Parameter* parameter) {
    return std::pair(program.tensors[parameter->gradient.index()].producer, parameter->gradient);
  });
  const std::size_t before = program.operators.size();
  for (std::size_t first = 0, number = 0; first < trained.size(); first += fused) {
    const auto begin = trained.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = trained.begin() + static_cast<std::ptrdiff_t>(std::min(first + fused, trained.size()));
    add_all_reduce(program, "all_reduce" + std::to_string(number++), {begin, end});
  }
  move_behind_producers(program, before);
}

/// Puts every operator on a stream: goes through the program once for each category, and begins a new stream when the
/// current one has `cap` operators (0: as few as `streams` allow). Updates are of category other. bad_input where that
/// makes more than `streams` streams, unless `streams` is 1.
Result<void> assign_streams(Program& program, std::size_t streams, std::size_t cap) {
  constexpr std::array<std::string_view, 3> kNames{"compute", "communication", "update"};  // by category
  std::array<std::size_t, kNames.size()> counts{};
  for (const Program::Operator& op : program.operators) ++counts[static_cast<std::size_t>(op.category)];
  const auto needed = [&](std::size_t most) {
    return std::accumulate(counts.begin(), counts.end(), std::size_t{0},
                           [&](std::size_t sum, std::size_t count) { return sum + (count + most - 1) / most; });
  };
  const auto too_few = [&](const std::string& why) {
    return bad_input("", "streams", why + ", more than " + std::to_string(streams));
  };
  if (cap == 0) {
    const std::size_t count = std::max<std::size_t>(1, program.operators.size());
    if (streams < needed(count))
      return too_few("a stream holds operators of one category only, and this graph has " +
                     std::to_string(needed(count)) + " categories");
    cap = std::max<std::size_t>(1, count / streams);
    while (needed(cap) > streams) ++cap;
  } else if (streams > 1 && needed(cap) > streams) {
    return too_few(std::to_string(needed(cap)) + " streams are needed where one holds at most " + std::to_string(cap) +
                   " operators");
  }
  program.streams.clear();
  for (std::size_t category = 0; category < kNames.size(); ++category) {
    std::size_t number = 0, free = 0;
    for (Program::Operator& op : program.operators) {
      if (op.category != static_cast<Category>(category)) continue;
      if (free == 0) {
        std::string name(kNames[category]);
        if (++number > 1) name += ' ' + std::to_string(number);
        program.streams.push_back(std::move(name));
        free = cap;
      }
      op.stream = program.streams.size() - 1;
      --free;
    }
  }
  return {};
}

/// Adds what large models do to all gradients before the updates, in phase "update" too: division by the scale of the
/// loss, and shortening where the norm of all gradients together is too large. Every update then waits for every
/// gradient.
void add_clipping(Program& program) {
  constexpr Bytes kNumber{4};
  std::vector<TensorId> sums;
  for (Program::Parameter& parameter : program.parameters) {
    if (!parameter.gradient.valid()) continue;
    const std::string at = parameter.name + '.';
    parameter.gradient = add_temporary(program, at + "unscale", "Mul", {parameter.gradient}, parameter.size);
    const TensorId square = add_temporary(program, at + "norm_square", "Square", {parameter.gradient}, parameter.size);
    sums.push_back(add_temporary(program, at + "norm", "ReduceSum", {square}, kNumber));
  }
  const TensorId norm = add_temporary(program, "global_norm", "AddN", sums, kNumber);
  const TensorId factor = add_temporary(program, "clip_factor", "Div", {norm}, kNumber);
  for (Program::Parameter& parameter : program.parameters)
    if (parameter.gradient.valid())
      parameter.gradient =
          add_temporary(program, parameter.name + ".clip", "Mul", {parameter.gradient, factor}, parameter.size);
}

/// Adds the update of every parameter, in their order, after all other operators: operators of phase "update", as
/// frameworks without fusion run them. Weights and the optimizer's state are overwritten in place. Where weights are
/// tensors of the program, so is the state (kind "state"); otherwise both lie elsewhere. Readers of an overwritten
/// value wait for it by a control edge.
///
/// Adam (Kingma and Ba 2015, algorithm 1; as PyTorch steps one tensor after the other), with bias corrections as
/// numbers:
/// ```
/// d  = g − m      s  = d·(1−β₁)    m ← m + s
/// q  = g·g        r  = q·(1−β₂)    v ← v·β₂ + r
/// h  = √v         c  = h / √(1−β₂ᵗ)   e = c + ε
/// u  = m / e      t  = u·η/(1−β₁ᵗ)    w ← w − t
/// ```
/// Twelve operators and nine temporaries of the parameter's size: alone, with its gradient, the chain needs three times
/// that size (ROAM, figure 6).
///
/// Control edges order updates too: no weight is overwritten before the backward operators that read it have run.
///
/// Where `decays` is set, Adam adds a part of the weight to u first (one operator and one temporary more), as
/// AdamWeightDecay does.
void add_updates(Program& program, Optimizer optimizer, bool decays) {
  for (const Program::Parameter& parameter : program.parameters) {
    if (!parameter.gradient.valid()) continue;
    if (optimizer == Optimizer::none) program.tensors[parameter.gradient.index()].output = true;
    if (optimizer == Optimizer::sgd) Updater(program, parameter).sgd();
    if (optimizer == Optimizer::adam) Updater(program, parameter).adam(decays);
  }
}

}  // namespace
}  // namespace stowage::zoo

namespace stowage {
namespace {

std::string network_graph_name(const ZooNetwork& network, const ZooOptions& options) {
  std::string name = std::string(network.title) + ", batch " + std::to_string(options.batch);
  if (!options.training) return name + ", forward";
  static constexpr const char* kEndings[] = {", gradients", ", SGD", ", Adam"};  // by optimizer
  return name + kEndings[static_cast<std::size_t>(options.optimizer)];
}

/// Forward, and in training what follows up to the updates.
zoo::Program program_of(const ZooNetwork& network, const ZooOptions& options, bool parallel) {
  zoo::Network net(options.training);
  network.build(net, options.batch);
  if (!options.training) return zoo::forward_program(net, options.weights);
  zoo::Program program = zoo::training_program(net, options.weights);
  if (parallel) zoo::add_all_reduces(program, network.fused);
  if (network.is_large && options.optimizer != Optimizer::none) zoo::add_clipping(program);
  zoo::add_updates(program, options.optimizer, network.is_large);
  return program;
}

}  // namespace

std::span<const Device> devices() {
  static constexpr Device kTable[] = {
      {"v100", "NVIDIA V100 SXM2", 15.7e12, 125e12, 900e9, 150e9, "NVIDIA V100 data sheet, 2020"},
      {"a100", "NVIDIA A100 80 GB SXM", 19.5e12, 312e12, 2039e9, 300e9, "NVIDIA A100 data sheet, 2021"},
      {"h100", "NVIDIA H100 SXM", 67e12, 989.4e12, 3350e9, 450e9, "NVIDIA H100 data sheet, 2024"},
      {"mi250x", "AMD Instinct MI250X", 47.9e12, 383e12, 3276.8e9, 400e9, "AMD Instinct MI250X data sheet, 2022"},
      {"rtx4090", "NVIDIA GeForce RTX 4090", 82.6e12, 165.2e12, 1008e9, 32e9,
       "NVIDIA Ada GPU architecture white paper, 2023; link: PCI Express 4.0 x16"},
  };
  return kTable;
}

const Device* find_device(std::string_view id) {
  const auto at = std::ranges::find(devices(), id, &Device::id);
  return at == devices().end() ? nullptr : &*at;
}

std::int64_t estimated_nanoseconds(const Work& work, const Device& device) {
  const double seconds = std::max({work.flops / (work.half ? device.flops_16 : device.flops_32),
                                   work.bytes / device.bandwidth, work.sent / device.link});
  return kLaunchNanoseconds + std::llround(seconds * 1e9);
}

std::span<const ZooNetwork> zoo_networks() {
  static const std::vector<ZooNetwork> kTable = [] {
    std::vector<ZooNetwork> rows;
    for (const auto family : {zoo::convolutional_networks(), zoo::residual_networks(), zoo::face_networks(),
                              zoo::adversarial_networks(), zoo::transformers()})
      rows.insert(rows.end(), family.begin(), family.end());
    return rows;
  }();
  return kTable;
}

const ZooNetwork* find_zoo_network(std::string_view id) {
  const auto at = std::ranges::find(zoo_networks(), id, &ZooNetwork::id);
  return at == zoo_networks().end() ? nullptr : &*at;
}

std::int64_t ZooNetwork::parameter_count() const {
  zoo::Network net(true);
  build(net, 1);
  std::int64_t sum = 0;
  for (const zoo::Network::Tensor& tensor : net.tensors())
    if (tensor.role == zoo::Network::Role::parameter) sum += tensor.shape.elements();
  return sum;
}

std::size_t zoo_categories(const ZooOptions& options) {
  if (!options.training) return 1;
  return options.optimizer == Optimizer::none ? 2 : 3;
}

Result<Graph> make_zoo_graph(const ZooNetwork& network, const ZooOptions& options, const Task& task) {
  if (options.batch < 1 || options.batch > kMaxZooBatch)
    return bad_input("", "batch",
                     "a batch of " + std::to_string(options.batch) + " samples is not between 1 and " +
                         std::to_string(kMaxZooBatch));
  const bool parallel = options.streams > 1 || options.stream_cap > 0;
  zoo::Program program = program_of(network, options, parallel);
  program.name = network_graph_name(network, options);
  if (parallel) STOWAGE_CHECK(zoo::assign_streams(program, options.streams, options.stream_cap));
  if (task.should_stop()) return tl::unexpected(task.why_stopped());
  task.report(0.5);
  return zoo::to_graph(program, options.device, options.in_place);
}

}  // namespace stowage
