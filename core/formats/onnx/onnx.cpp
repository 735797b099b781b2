// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <unordered_set>

#include "core/formats/imported_program.h"
#include "core/formats/lines.h"
#include "core/formats/onnx/model.h"
#include "core/formats/sizes.h"
#include "core/formats/utf8.h"
#include "core/graph/claims.h"
#include "core/papers/papers.h"

namespace stowage {
namespace {

using namespace onnx_file;

constexpr std::string_view kRandom[] = {"Bernoulli",        "Dropout",       "Multinomial",      "RandomNormal",
                                        "RandomNormalLike", "RandomUniform", "RandomUniformLike"};
constexpr std::string_view kMicrosoft = "com.microsoft";
// Operators whose result has the bytes of the first input. In both lists, each name is between blanks.
constexpr std::string_view kReshaping = " Dropout Flatten Identity Reshape Squeeze Unsqueeze ";
// Operators that make each element of the result from the same element of the inputs, after reading it.
constexpr std::string_view kElementWise =
    " Abs Acos Acosh Add And Asin Asinh Atan Atanh BitwiseAnd BitwiseNot BitwiseOr BitwiseXor Cast Ceil Celu Clip Cos "
    "Cosh Div Elu Erf Exp Floor Gelu HardSigmoid HardSwish LeakyRelu Log Max Mean Min Mish Mod Mul Neg Not Or PRelu "
    "Pow Reciprocal Relu Round Selu Shrink Sigmoid Sign Sin Sinh Softplus Softsign Sqrt Sub Sum Tan Tanh "
    "ThresholdedRelu Where Xor ";

/// Whether a node's results depend on its inputs alone. Operators of unknown domains are not foldable.
bool is_foldable(const Node& node) {
  if (node.domain == kMicrosoft) return node.op == "DequantizeLinear" || node.op == "QuantizeLinear";
  return node.domain.empty() && std::ranges::find(kRandom, node.op) == std::end(kRandom) && node.bodies.empty();
}

bool has_known_shape(const Type* type) {
  return type != nullptr && type->is_tensor && type->has_shape &&
         std::ranges::all_of(type->shape, [](const Dimension& dimension) { return dimension.size >= 0; });
}

std::string kind_of(const Node& node) {
  std::string kind(node.domain);
  if (!kind.empty()) kind += ':';
  return kind.append(node.op);
}

/// The name of a node, or "Conv#7" for the nameless node 7.
std::string operator_name(const Node& node, std::size_t number) {
  return node.name.empty() ? kind_of(node) + '#' + std::to_string(number) : std::string(node.name);
}

bool is_if(const Node& node) {
  return node.domain.empty() && node.op == "If";
}
bool is_loop(const Node& node) {
  return node.domain.empty() && (node.op == "Loop" || node.op == "Scan");
}

/// The bytes of a tensor.
struct Sized {
  Bytes size{};
  bool known = false;  ///< otherwise it may have more
};

/// A value that a loop carries: the first, of the graph around, or kNone; what it is in the body, and what the body
/// hands on; the last, of the graph around, or kNone.
struct State {
  std::uint32_t first, into, from, last;
};

/// The model's own graph, or a body, on its way to a graph of ours. Lists are by tensor unless they say otherwise.
struct Scope {
  Scope(const GraphOf& of, Wiring wired, Scope* outside, std::string where)
      : graph(of),
        wiring(std::move(wired)),
        around(outside),
        place(std::move(where)),
        types(wiring.tensor_count(), nullptr),
        sizes(wiring.tensor_count()),
        same(wiring.tensor_count(), Wiring::kNone),
        on(wiring.tensor_count()) {
    for (const std::uint32_t tensor : wiring.around) {
      same[tensor] = around->wiring.find(wiring.names[tensor]);
      if (same[tensor] == Wiring::kNone) continue;
      wiring.stays[tensor] = around->wiring.stays[same[tensor]];
      types[tensor] = around->types[same[tensor]];
      on[tensor] = around->on[same[tensor]];
    }
  }

  [[nodiscard]] bool is_planned(std::uint32_t tensor) const { return !wiring.stays[tensor]; }
  /// Whether a node of this graph makes it while the program runs.
  [[nodiscard]] bool is_made(std::uint32_t tensor) const {
    return is_planned(tensor) && wiring.producer[tensor] != Wiring::kNone;
  }
  /// The bytes of a tensor that may be one of the graph around.
  [[nodiscard]] Sized& size(std::uint32_t tensor) {
    return same[tensor] == Wiring::kNone ? sizes[tensor] : around->size(same[tensor]);
  }
  [[nodiscard]] SizeOf size_of_type(std::uint32_t tensor) const {
    return types[tensor] == nullptr ? SizeOf{} : size_of(*types[tensor]);
  }

  const GraphOf& graph;
  Wiring wiring;
  Scope* around;      // null for the model's graph
  std::string place;  // before the places of faults
  const GraphOf* inferred = nullptr;
  std::deque<Value> weights{};
  std::vector<const Type*> types;                    // null: nothing is known
  std::vector<Sized> sizes;                          // of tensors that are not one of the graph around
  std::vector<std::uint32_t> same;                   // the tensor of the graph around that it is, or kNone
  std::vector<std::uint64_t> on;                     // the open dimensions, of the first 64, that its size depends on
  std::vector<bool> folded{};                        // by node
  std::map<std::size_t, std::list<Scope>> bodies{};  // by node
  std::vector<State> states{};                       // of a loop
  std::vector<std::uint32_t> renewed{};              // inputs of a loop's body that are new in each iteration

  std::string path{};  // before the names of its tensors in a report: "if:then/"
  std::vector<std::string> names{};
  std::vector<TensorId> ids{};              // none: not planned
  std::vector<OperatorId> operators{};      // by node
  std::unordered_set<std::string> taken{};  // names that no more tensors may have
  NamesAmong unique{};
};

/// Folds nodes whose results are known before a run: constants, and nodes that depend on weights and known shapes alone
/// (a runtime folds them as it loads, or keeps weights packed). Their results stay like weights (`wiring.stays`).
void fold_constants(Scope& scope, std::span<const std::uint32_t> order) {
  Wiring& wiring = scope.wiring;
  scope.folded.assign(scope.graph.nodes.size(), false);
  for (const std::uint32_t number : order) {
    const Node& node = scope.graph.nodes[number];
    if (!is_foldable(node) || (wiring.node_inputs[number].empty() && node.op != "Constant")) continue;
    const bool of_shapes = node.op == "Shape" || node.op == "Size";
    scope.folded[number] = std::ranges::all_of(wiring.node_inputs[number], [&](std::uint32_t tensor) {
      return wiring.stays[tensor] || (of_shapes && has_known_shape(scope.types[tensor]));
    });
    if (scope.folded[number])
      for (const std::uint32_t tensor : wiring.node_outputs[number]) wiring.stays[tensor] = true;
  }
}

/// Takes the types of tensors. A type with a size replaces one without, and an earlier type stays before a later one.
/// Returns how many tensors got a size.
std::size_t take_types(Scope& scope, const auto& values) {
  std::size_t sized = 0;
  for (const Value& value : values) {
    const std::uint32_t tensor = scope.wiring.find(value.name);
    if (tensor == Wiring::kNone || scope.same[tensor] != Wiring::kNone) continue;
    const Type*& known = scope.types[tensor];
    const bool had = known != nullptr && size_of(*known).kind != SizeOf::Kind::unknown;
    const bool has = size_of(value.type).kind != SizeOf::Kind::unknown;
    if (known == nullptr || (!had && (has || !known->has_shape))) known = &value.type;
    sized += !had && has && scope.is_planned(tensor);
  }
  return sized;
}

void take_own_types(Scope& scope) {
  for (const Weights& weights : scope.graph.weights) {
    Type& type = scope.weights.emplace_back(Value{.name = weights.name, .type = {}}).type;
    type = {.is_tensor = true, .has_shape = true, .element = weights.element};
    for (const std::int64_t length : weights.shape) type.shape.push_back({.size = length});
  }
  take_types(scope, scope.weights);
  for (const auto* const values : {&scope.graph.values, &scope.graph.inputs, &scope.graph.outputs})
    take_types(scope, *values);
}

class Importer {
 public:
  Importer(Model model, const FileToRead& in)
      : model_(std::move(model)),
        in_(in),
        program_("onnx", in.file, [](const InputItem& item) { return place_of("", item); }),
        dimensions_(in.options.dimensions) {
    program_.has_plan = false;
    for (const OpsetImport& opset : model_.opsets)
      if (opset.domain.empty()) opset_ = std::max(opset_, opset.version);
  }

  Result<Document> read() {
    settle_dimensions();
    STOWAGE_CHECK(check_given());
    STOWAGE_TRY(Wiring wiring, wire(model_, in_, program_));
    if (program_.has_faults()) return document_of(std::move(program_));
    Scope top(model_.graph, std::move(wiring), nullptr, "");
    // A cycle has no order: the builder will name its operators.
    const std::vector<std::uint32_t> order = order_of(top.wiring, model_.graph.nodes.size()).order;
    take_own_types(top);
    if (!order.empty() && lacks_sizes(model_.graph)) {
      STOWAGE_TRY(inferred_, infer_types(model_, order, in_.task));
      top.inferred = &inferred_.types;
    }
    open_ = dimensions_.open();
    settle(top, order);
    // A dimension that no input has is not needed once the sizes are known.
    std::erase_if(open_, [&](const OpenDimension& d) { return d.tensors == 0 && !dimensions_.is_of_inputs(d.name); });
    if (program_.has_faults()) return document_of(std::move(program_));
    if (in_.task.should_stop()) return tl::unexpected(in_.task.why_stopped());
    program_.reserve(model_.graph.nodes.size(), top.wiring.tensor_count());
    build(top, program_);
    if (in_.task.should_stop()) return tl::unexpected(in_.task.why_stopped());
    summarize();
    program_.open_dimensions = open_;
    STOWAGE_TRY(Document out, document_of(std::move(program_)));
    STOWAGE_CHECK(give_sizes(out, in_.options.sizes, in_.file));
    warn_of_unknown_sizes(out);
    return out;
  }

 private:
  void settle_dimensions() {
    for (const auto* const values : {&model_.graph.inputs, &model_.graph.outputs, &model_.graph.values})
      for (const Value& value : *values) note_below_zero(value);
    for (Value& input : model_.graph.inputs) dimensions_.settle_input(input);
    for (Value& output : model_.graph.outputs) dimensions_.settle_output(output);
    for (Value& value : model_.graph.values) dimensions_.settle(value.type);
    dimensions_.settle_bodies(model_.graph);
  }

  void note_below_zero(const Value& value) {
    for (std::size_t axis = 0; axis < value.type.shape.size(); ++axis)
      if (const Dimension& dimension = value.type.shape[axis]; dimension.below_zero)
        summary_.add(
            Unknown::tr("negative dimensions, treated as open"),
            std::string(value.name) + ':' + std::to_string(axis) + " (" + std::to_string(dimension.size) + ')');
  }

  Result<void> check_given() {
    for (const auto& [name, size] : in_.options.dimensions)
      if (size < 1 || size > kMaxTensorSize.count)
        return bad_input(in_.file, "",
                         "dimension " + in_quotes(name) + " cannot be " + std::to_string(size) + ": it is 1 or more");
    const std::vector<std::string> unused = dimensions_.unused();
    if (unused.empty()) return {};
    const auto open = dimensions_.open();
    return bad_input(
        in_.file, "",
        "the model leaves no dimension " + in_quotes(unused[0]) + " open" +
            (open.empty() ? std::string(in_.options.dimensions.size() == unused.size() ? "; it leaves none open" : "")
                          : "; it leaves open: " + some_names(open)));
  }

  /// Whether the file does not tell the size of each result, also of those in bodies.
  [[nodiscard]] static bool lacks_sizes(const GraphOf& graph) {
    std::unordered_set<std::string_view> sized;
    for (const auto* const values : {&graph.values, &graph.inputs, &graph.outputs})
      for (const Value& value : *values)
        if (size_of(value.type).kind != SizeOf::Kind::unknown) sized.insert(value.name);
    return std::ranges::any_of(graph.nodes, [&](const Node& node) {
      return !std::ranges::all_of(node.outputs, [&](auto name) { return name.empty() || sized.contains(name); }) ||
             std::ranges::any_of(node.bodies, [](const Body& body) { return lacks_sizes(body.graph); });
    });
  }

  // ---- sizes

  /// Finds which tensors are constants, the bytes of the others, and which of a body are tensors of the graph around.
  /// `order` is of the nodes.
  void settle(Scope& scope, std::span<const std::uint32_t> order) {
    if (scope.inferred != nullptr) by_inference_ += take_types(scope, scope.inferred->values);
    fold_constants(scope, order);
    for (std::uint32_t tensor = 0; tensor < scope.wiring.tensor_count(); ++tensor) {
      if (scope.same[tensor] != Wiring::kNone || !scope.is_planned(tensor)) continue;
      const SizeOf size = scope.size_of_type(tensor);
      if (size.kind == SizeOf::Kind::too_large)
        program_.add_fault(scope.place + "tensor " + in_quotes(scope.wiring.names[tensor]),
                           "its size is above 2^53 bytes");
      if (size.kind == SizeOf::Kind::known) scope.sizes[tensor] = {size.bytes, true};
    }
    count_dependent_tensors(scope, order);
    if (scope.wiring.bodies.empty()) return;
    for (std::size_t k = 0; k < order.size(); ++k) {
      const auto* const types = scope.inferred == nullptr || scope.inferred->nodes.size() <= order[k] ? nullptr
                                : scope.around == nullptr ? &scope.inferred->nodes[k]
                                                          : &scope.inferred->nodes[order[k]];
      if (scope.wiring.bodies.contains(order[k])) settle_bodies(scope, order[k], types);
    }
  }

  /// Counts the tensors that depend on each open dimension: those of its shape, or, where the shape does not say, those
  /// of its node's inputs. Only the first 64 open dimensions are followed from tensor to tensor.
  void count_dependent_tensors(Scope& scope, std::span<const std::uint32_t> order) {
    if (open_.empty()) return;
    const Wiring& wiring = scope.wiring;
    const auto look_at = [&](std::uint32_t tensor) {
      if (scope.same[tensor] != Wiring::kNone || scope.size_of_type(tensor).kind != SizeOf::Kind::unknown) return;
      const Type* const type = scope.types[tensor];
      bool tells = type != nullptr && type->is_tensor && type->has_shape;
      if (type != nullptr)
        for (const Dimension& dimension : type->shape) {
          if (dimension.size >= 0) continue;
          const std::size_t place = dimensions_.find(dimension.name);
          tells &= place != Dimensions::npos;
          if (place < 64) scope.on[tensor] |= std::uint64_t{1} << place;
          if (place != Dimensions::npos && place >= 64 && scope.is_planned(tensor)) ++open_[place].tensors;
        }
      if (const std::uint32_t node = wiring.producer[tensor]; !tells && node != Wiring::kNone)
        for (const auto* const uses : {&wiring.node_inputs, &wiring.node_captures})
          for (const std::uint32_t read : (*uses)[node]) scope.on[tensor] |= scope.on[read];
      for (std::size_t place = 0; place < std::min<std::size_t>(64, open_.size()); ++place)
        open_[place].tensors += scope.is_planned(tensor) && (scope.on[tensor] >> place & 1) != 0;
    };
    for (std::uint32_t tensor = 0; tensor < wiring.tensor_count(); ++tensor)
      if (wiring.producer[tensor] == Wiring::kNone) look_at(tensor);
    for (const std::uint32_t node : order)
      for (const std::uint32_t tensor : wiring.node_outputs[node]) look_at(tensor);
  }

  /// `types` has the same bodies with inferred types, or is null.
  void settle_bodies(Scope& scope, std::size_t number, const Node* types) {
    const Node& node = scope.graph.nodes[number];
    if (!is_if(node) && !is_loop(node)) return;
    auto& wirings = scope.wiring.bodies.at(number);
    auto& bodies = scope.bodies[number];
    for (std::size_t k = 0; k < wirings.size(); ++k) {
      Scope& body =
          bodies.emplace_back(node.bodies[k].graph, std::move(wirings[k]), &scope,
                              place_of_node(scope, number) + ", " + std::string(node.bodies[k].attribute) + ", ");
      take_own_types(body);
      if (types != nullptr && k < types->bodies.size()) body.inferred = &types->bodies[k].graph;
      const std::string fault = is_if(node) ? fault_of_branch(node, node.bodies[k]) : find_states(scope, node, body);
      if (!fault.empty() || (is_loop(node) && k > 0)) {
        program_.add_fault(place_of_node(scope, number), fault.empty() ? "a loop has one body" : fault);
        return;
      }
      settle(body, order_of(body.wiring, body.graph.nodes.size()).order);
    }
    if (program_.has_faults()) return;
    if (is_if(node)) return join_branches(scope, node, bodies);
    join_states(scope, bodies.front());
  }
  [[nodiscard]] static std::string place_of_node(const Scope& scope, std::size_t number) {
    const std::string_view name = scope.graph.nodes[number].name;
    return scope.place + "node " + std::to_string(number) + (name.empty() ? "" : " " + in_quotes(name));
  }

  static std::uint32_t tensor_at(const Scope& scope, const std::vector<std::string_view>& names, std::size_t place) {
    return place < names.size() && !names[place].empty() ? scope.wiring.find(names[place]) : Wiring::kNone;
  }
  static std::string reads_and_takes(std::size_t reads, std::size_t takes) {
    return "reads " + std::to_string(reads) + " tensors, and its body takes " + std::to_string(takes);
  }
  static std::string makes_and_gives(std::size_t makes, std::size_t gives) {
    return "makes " + std::to_string(makes) + " tensors, and its body gives " + std::to_string(gives);
  }

  /// The fault of a branch of an If, or empty.
  static std::string fault_of_branch(const Node& node, const Body& body) {
    if (body.attribute != "then_branch" && body.attribute != "else_branch")
      return "If has no branch " + in_quotes(body.attribute);
    if (std::ranges::count(node.bodies, body.attribute, &Body::attribute) > 1)
      return "two of its branches are " + in_quotes(body.attribute);
    if (!body.graph.inputs.empty()) return reads_and_takes(0, body.graph.inputs.size());
    if (body.graph.outputs.size() < node.outputs.size())
      return makes_and_gives(node.outputs.size(), body.graph.outputs.size());
    return {};
  }

  /// Finds the values that the body of a Loop or Scan carries, and the inputs that are new in each iteration. Returns
  /// the fault, or empty.
  ///
  ///         reads                      its body takes                its body gives              makes
  ///   Loop  trip count, test, firsts   iteration, test, states       test, states, slices        lasts, stacks
  ///   Scan  firsts, stacks             states, slices                states, slices              lasts, stacks
  ///
  /// Before version 9, Scan reads lengths first, and has one more axis outside, of a batch: it runs once for each of
  /// the batch, so that no state of the body is a tensor around it.
  std::string find_states(const Scope& scope, const Node& node, Scope& body) const {
    const bool scan = node.op == "Scan", batched = scan && opset_ < 9;
    const auto &inputs = body.graph.inputs, &outputs = body.graph.outputs;
    const auto slices = scan ? static_cast<std::size_t>(number_in(node, "num_scan_inputs")) : 0;
    const std::size_t before = scan ? 0 : 2, tests = scan ? 0 : 1;
    if (slices > inputs.size() || before + slices > inputs.size())
      return "its body takes " + std::to_string(inputs.size()) + " tensors, which are too few";
    const std::size_t states = inputs.size() - before - slices, skipped = scan ? (batched ? 1 : 0) : 2;
    if (tests + states > outputs.size())
      return "its body gives " + std::to_string(outputs.size()) + " tensors, and takes " + std::to_string(states) +
             " to carry";
    if (node.inputs.size() > skipped + states + slices ||
        (node.inputs.size() < skipped + states + slices && states + slices > 0))
      return reads_and_takes(node.inputs.size(), inputs.size() + (batched ? 1 : 0));
    if (node.outputs.size() > outputs.size() - tests) return makes_and_gives(node.outputs.size(), outputs.size());
    const auto around = [&](const std::vector<std::string_view>& names, std::size_t place) {
      return batched ? Wiring::kNone : tensor_at(scope, names, place);
    };
    const auto take = [&](std::size_t place) { return body.wiring.find(inputs[place].name); };
    const auto give = [&](std::size_t place) { return body.wiring.find(outputs[place].name); };
    if (!scan) {
      body.renewed.push_back(take(0));
      body.states.push_back({around(node.inputs, 1), take(1), give(0), Wiring::kNone});
    }
    for (std::size_t k = 0; k < states; ++k)
      body.states.push_back(
          {around(node.inputs, skipped + k), take(before + k), give(tests + k), around(node.outputs, k)});
    for (std::size_t k = 0; k < slices; ++k) body.renewed.push_back(take(before + states + k));
    std::unordered_set<std::uint32_t> taken(body.renewed.begin(), body.renewed.end());
    for (const State& state : body.states) taken.insert(state.into);
    return taken.size() == inputs.size() ? "" : "two inputs of its body have the same name";
  }

  /// The bytes of a tensor that may be a constant; none where it is missing.
  static Sized bytes_of(Scope& scope, std::uint32_t tensor) {
    if (tensor == Wiring::kNone) return {.size = {}, .known = true};
    if (scope.is_planned(tensor)) return scope.size(tensor);
    const SizeOf size = scope.size_of_type(tensor);
    return {size.bytes, size.kind == SizeOf::Kind::known};
  }
  static Sized larger(const Sized& a, const Sized& b) { return {std::max(a.size, b.size), a.known && b.known}; }
  /// Makes `size` as large as what comes into the tensor, which tells it where the file does not.
  static void hold(Sized& size, const Sized& comes) {
    size = {std::max(size.size, comes.size), size.known || comes.known};
  }
  /// Makes a result of a body the tensor of the graph around that takes it. What stays, or comes from around, is
  /// copied.
  static void join(Scope& body, std::uint32_t result, std::uint32_t tensor) {
    if (body.is_made(result) && body.same[result] == Wiring::kNone) body.same[result] = tensor;
  }

  static void join_branches(Scope& scope, const Node& node, std::list<Scope>& bodies) {
    for (std::size_t k = 0; k < node.outputs.size(); ++k) {
      const std::uint32_t out = tensor_at(scope, node.outputs, k);
      if (out == Wiring::kNone) continue;
      Sized comes{.size = {}, .known = true};
      for (Scope& body : bodies) comes = larger(comes, bytes_of(body, body.wiring.find(body.graph.outputs[k].name)));
      hold(scope.size(out), comes);
      for (Scope& body : bodies) join(body, body.wiring.find(body.graph.outputs[k].name), out);
    }
  }

  /// Whether what a body gives back is a tensor of its own. Otherwise it is copied to where the next iteration reads
  /// it.
  static bool is_handed_on(const Scope& body, std::uint32_t from) {
    return body.is_made(from) || (body.is_planned(from) && body.wiring.input[from]);
  }

  static void join_states(Scope& scope, Scope& body) {
    std::unordered_set<std::uint32_t> held(body.same.begin(), body.same.end());
    for (const auto& [first, into, from, last] : body.states) {
      const Sized comes = larger(bytes_of(scope, first), bytes_of(body, from));
      if (last != Wiring::kNone) {
        hold(scope.size(last), comes);
        join(body, from, last);
      }
      if (!body.is_planned(into)) continue;
      hold(body.size(into), comes);
      // The first value is read where it is, unless the body has another tensor there.
      const bool fits = is_handed_on(body, from) && first != Wiring::kNone && scope.is_planned(first) &&
                        body.size(into).known && scope.size(first).known &&
                        scope.size(first).size == body.size(into).size;
      if (fits && held.insert(first).second) body.same[into] = first;
    }
  }

  // ---- graphs

  /// `node` is the one whose body this is.
  void name_tensors(Scope& scope, std::size_t node) {
    const Scope* const around = scope.around;
    scope.names.assign(scope.wiring.names.begin(), scope.wiring.names.end());
    if (around == nullptr) {
      if (!scope.wiring.bodies.empty()) scope.taken.insert(scope.names.begin(), scope.names.end());
      return;
    }
    // A tensor that is not one of the graph around may not have the name of one.
    const Wiring& outside = around->wiring;
    for (const auto* const tensors : {&outside.node_inputs, &outside.node_captures, &outside.node_outputs})
      for (const std::uint32_t tensor : (*tensors)[node]) scope.taken.insert(around->names[tensor]);
    for (std::uint32_t tensor = 0; tensor < scope.names.size(); ++tensor)
      scope.names[tensor] = scope.same[tensor] != Wiring::kNone ? around->names[scope.same[tensor]]
                                                                : unused_name(scope, scope.names[tensor]);
  }
  static std::string unused_name(Scope& scope, std::string wish) {
    return *scope.taken
                .insert(scope.unique.add(std::move(wish),
                                         [&](const std::string& name) { return scope.taken.contains(name); }))
                .first;
  }

  /// Builds the graph; `node` is the one whose body it is.
  void build(Scope& scope, GraphBuilder& to, std::size_t node = 0) {
    name_tensors(scope, node);
    const OperatorId next = add_operators(scope, to);
    add_tensors(scope, to, next);
    add_sharing(scope, to);
    add_unread_bodies(scope, to);
    for (auto& [number, bodies] : scope.bodies) {
      const OperatorId op = scope.operators[number];
      std::vector<Branch> branches;
      for (Scope& body : bodies) {
        const std::string_view attribute = scope.graph.nodes[number].bodies[branches.size()].attribute;
        const auto branch = is_if(scope.graph.nodes[number]) ? attribute.substr(0, attribute.find('_')) : "";
        body.path = scope.path + std::string(to.name(op)) + (branch.empty() ? "" : ":") + std::string(branch) + '/';
        GraphBuilder builder(in_.file, [&](const InputItem& item) { return place_of(body.place, item); });
        builder.set_name(std::string(to.name(op)));
        build(body, builder, number);
        auto built = std::move(builder).build();
        if (!built) {
          for (Diagnostic& fault : built.error().faults)
            program_.add_fault(std::move(fault.place), std::move(fault.reason));
          continue;
        }
        for (Diagnostic& warning : built->warnings)
          program_.add_warning(std::move(warning.place), std::move(warning.reason));
        if (!branch.empty()) {
          branches.push_back({std::string(branch), std::move(built->graph)});
          continue;
        }
        std::vector<Carry> carry;
        for (const State& state : body.states)
          if (body.ids[state.into].valid() && is_handed_on(body, state.from))
            carry.push_back({body.ids[state.into], body.ids[state.from]});
        to.set_loop(op, std::make_shared<const Loop>(Loop{std::move(built->graph), std::move(carry), false}));
      }
      if (!branches.empty()) to.set_branches(op, std::move(branches));
    }
  }
  static std::string place_of(const std::string& place, const InputItem& item) {
    if (item.index == InputItem::kAll) return place + "nodes";
    const bool is_tensor = item.section == InputItem::Section::tensors;
    return place + (is_tensor ? "tensor " : "node ") + std::to_string(item.index);
  }

  /// Returns the operator that makes the new inputs of each iteration of a loop, or none.
  OperatorId add_operators(Scope& scope, GraphBuilder& to) {
    const StreamId stream = to.add_stream(0);
    scope.operators.assign(scope.graph.nodes.size(), OperatorId());
    UniqueNames names;
    OperatorId next;
    if (!scope.renewed.empty())
      next = to.add_operator({.name = names.add("next iteration"), .stream = stream, .kind = "next iteration"});
    for (std::size_t number = 0; number < scope.graph.nodes.size(); ++number) {
      const Node& node = scope.graph.nodes[number];
      const std::string kind = kind_of(node);
      if (!is_utf8(node.name) || !is_utf8(kind))
        program_.add_fault(scope.place + "node " + std::to_string(number), "its name or its kind is not valid UTF-8");
      if (scope.folded[number]) {
        summary_.add(Skipped::tr("nodes known before a run, folded into constants that are not planned"),
                     node.outputs.empty() ? node.name : node.outputs[0]);
        continue;
      }
      scope.operators[number] =
          to.add_operator({.name = names.add(operator_name(node, number)), .stream = stream, .kind = kind});
    }
    return next;
  }

  void add_tensors(Scope& scope, GraphBuilder& to, OperatorId next) {
    const Wiring& wiring = scope.wiring;
    const bool is_body = scope.around != nullptr;
    scope.ids.resize(wiring.tensor_count());
    std::vector<std::vector<OperatorId>> consumers(wiring.tensor_count());
    for (std::size_t node = 0; node < scope.graph.nodes.size(); ++node)
      for (const auto* const uses : {&wiring.node_inputs, &wiring.node_captures})
        for (const std::uint32_t tensor : (*uses)[node]) consumers[tensor].push_back(scope.operators[node]);
    const std::unordered_set<std::uint32_t> renewed(scope.renewed.begin(), scope.renewed.end());
    const std::unordered_set<std::uint32_t> around(wiring.around.begin(), wiring.around.end());
    for (std::uint32_t tensor = 0; tensor < wiring.tensor_count(); ++tensor) {
      if (!scope.is_planned(tensor)) {
        if (!around.contains(tensor)) add_constant(scope, tensor);
        continue;
      }
      const Sized size = scope.size(tensor);
      if (!size.known && scope.same[tensor] == Wiring::kNone)
        summary_.add(Unknown::tr("tensors without a size, which count as 0 bytes"), scope.path + scope.names[tensor]);
      const bool made = wiring.producer[tensor] != Wiring::kNone;
      scope.ids[tensor] = to.add_tensor({.name = scope.names[tensor],
                                         .size = size.size,
                                         .at_least = !size.known,
                                         .producer = made ? scope.operators[wiring.producer[tensor]]
                                                     : renewed.contains(tensor) ? next
                                                                                : OperatorId(),
                                         .consumers = consumers[tensor],
                                         .output = wiring.output[tensor] && !around.contains(tensor),
                                         .kind = made || is_body ? tensor_kind::kActivation : tensor_kind::kInput});
      if (is_body) body_tensors_ += scope.same[tensor] == Wiring::kNone;
    }
    bodies_ += is_body;
    if (is_body) body_operators_ += to.operator_count();
  }

  void add_constant(const Scope& scope, std::uint32_t tensor) {
    const std::string name = scope.path + scope.names[tensor];
    summary_.add(scope.wiring.producer[tensor] == Wiring::kNone
                     ? Skipped::tr("weights (initializers), which stay and are not planned")
                     : Skipped::tr("tensors that depend on weights alone, constants that are not planned"),
                 name);
    if (const SizeOf size = scope.size_of_type(tensor); size.kind == SizeOf::Kind::known)
      constant_bytes_ += static_cast<std::size_t>(size.bytes.count);
    else
      ++unsized_constants_;
    if (scope.wiring.output[tensor] && scope.around == nullptr)
      summary_.add(Skipped::tr("outputs of the model that are constants and are not planned"), name);
  }

  /// Adds a tensor of an unknown size for the bodies of each operator that is neither If, Loop nor Scan: nobody knows
  /// how it runs them.
  void add_unread_bodies(Scope& scope, GraphBuilder& to) {
    for (const auto& [number, wirings] : scope.wiring.bodies) {
      if (scope.bodies.contains(number)) continue;
      const std::string name = unused_name(scope, "bodies of " + std::string(to.name(scope.operators[number])));
      to.add_tensor({.name = name,
                     .size = {},
                     .at_least = true,
                     .producer = scope.operators[number],
                     .kind = tensor_kind::kTemporary});
      summary_.add(Unknown::tr("tensors without a size, which count as 0 bytes"), scope.path + name);
      unread_bodies_ += wirings.size();
    }
  }

  /// Adds views, for results that lie in the bytes of an input, and in-place pairs, for results that may be written
  /// over one. The file does not name them: they are what runtimes do (ONNX Runtime's Alias and MayInplace), and the
  /// summary calls them assumed. Outputs of a graph keep their own bytes, and nothing is written over its inputs.
  void add_sharing(Scope& scope, GraphBuilder& to) {
    for (std::size_t number = 0; number < scope.graph.nodes.size(); ++number) {
      const Node& node = scope.graph.nodes[number];
      const auto inputs = scope.wiring.node_inputs[number];
      if (!scope.operators[number].valid() || !node.domain.empty() || node.outputs.empty() || inputs.empty()) continue;
      const std::uint32_t result = scope.wiring.find(node.outputs.front());
      if (result == Wiring::kNone || scope.wiring.output[result]) continue;
      if (has_word(kReshaping, node.op) && !node.inputs.front().empty()) add_view(scope, to, result, inputs.front());
      if (has_word(kElementWise, node.op)) add_in_place(scope, to, result, inputs);
    }
  }

  /// Whether both are planned, and have the same known size.
  static bool match(Scope& scope, std::uint32_t result, std::uint32_t input) {
    if (!scope.ids[result].valid() || !scope.ids[input].valid()) return false;
    const Sized &a = scope.size(result), &b = scope.size(input);
    return a.known && b.known && a.size > Bytes{0} && a.size == b.size;
  }

  void add_view(Scope& scope, GraphBuilder& to, std::uint32_t result, std::uint32_t input) {
    if (!match(scope, result, input)) return;
    to.add_view({.tensor = scope.ids[result], .of = scope.ids[input]});
    summary_.add(Assumed::tr("results of Reshape, Identity and the like lie in the bytes of their input"),
                 scope.path + scope.names[result]);
  }

  void add_in_place(Scope& scope, GraphBuilder& to, std::uint32_t result, std::span<const std::uint32_t> inputs) {
    bool any = false;
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      const std::uint32_t input = inputs[k];
      const auto before = inputs.first(k);
      if (!match(scope, result, input) || std::ranges::find(before, input) != before.end()) continue;
      if (scope.wiring.producer[input] == Wiring::kNone || scope.wiring.output[input]) continue;
      to.add_in_place({.output = scope.ids[result], .input = scope.ids[input]});
      any = true;
    }
    if (any)
      summary_.add(
          Assumed::tr(
              "results of Relu, Add and the like may be written over an input of their size, after its last use"),
          scope.path + scope.names[result]);
  }

  void summarize() {
    summary_.count(Read::tr("operators"), program_.operator_count());
    summary_.count(Read::tr("tensors to plan"), program_.tensor_count());
    summary_.count(Read::tr("bodies of If, Loop and Scan"), bodies_);
    summary_.count(Read::tr("operators in bodies"), body_operators_);
    summary_.count(Read::tr("tensors that only bodies have"), body_tensors_);
    summary_.count(Skipped::tr("bytes of weights and other constants, which are not planned"), constant_bytes_);
    summary_.count(Unknown::tr("constants without a size, of which no bytes are counted"), unsized_constants_);
    summary_.count(Assumed::tr("sizes by inference of shapes, where the file has none"), by_inference_);
    summary_.say(Assumed::tr("operators run one after another, in the file's order"));
    summary_.count(Skipped::tr("bodies of other operators, which are not planned"), unread_bodies_);
    summary_.count(Skipped::tr("bodies of the model's own functions"), model_.functions.size());
    summary_.count(Skipped::tr("training graphs"), model_.trainings);
    for (const OpenDimension& dimension : open_) summary_.add(Unknown::tr("dimensions left open"), dimension.name);
    if (inferred_.failure) summary_.say(*inferred_.failure);
  }

  void warn_of_unknown_sizes(Document& document) const {
    const Uncounted left_out{unknown_sizes(*document.graph)};
    if (!left_out.any()) return;
    std::string reason =
        left_out.text() + " and count as 0 bytes or a least size: footprints, bounds and proofs count only known sizes";
    if (!open_.empty()) reason += "; sizes can be given to the open dimensions: " + some_names(open_);
    if (inferred_.failure) reason += "; " + inferred_.failure->text();
    document.warnings.push_back({in_.file, "", std::move(reason)});
  }

  Model model_;
  const FileToRead& in_;
  ImportedProgram program_;
  ImportSummary& summary_ = program_.summary;
  Dimensions dimensions_;
  std::int64_t opset_ = 1;  // of the standard operators
  InferredTypes inferred_;
  std::vector<OpenDimension> open_;
  std::size_t by_inference_ = 0, constant_bytes_ = 0, unsized_constants_ = 0;
  std::size_t bodies_ = 0, body_operators_ = 0, body_tensors_ = 0, unread_bodies_ = 0;
};

}  // namespace

Result<Document> read_onnx(const FileToRead& in) {
  STOWAGE_TRY(auto model, read_model(in.bytes, in.file, in.task));
  return Importer(std::move(model), in).read();
}

}  // namespace stowage
