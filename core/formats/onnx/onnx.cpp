// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <algorithm>
#include <set>

#include "core/formats/imported_program.h"
#include "core/formats/lines.h"
#include "core/formats/onnx/model.h"
#include "core/formats/utf8.h"
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
  return node.domain.empty() && std::ranges::find(kRandom, node.op) == std::end(kRandom) && bodies_of(node).empty();
}

bool has_known_shape(const Type* type) {
  return type != nullptr && type->is_tensor && type->has_shape &&
         std::ranges::all_of(type->shape, [](const Dimension& dimension) { return dimension.size >= 0; });
}

/// Folds nodes whose results are known before a run: constants, and nodes that depend on weights and known shapes alone
/// (a runtime folds them as it loads, or keeps weights packed). Their results stay like weights (`wiring.stays`).
/// Returns which nodes are folded, by number. `types` is by tensor, null where there is none: the shape of a tensor
/// with known dimensions is a constant, too.
std::vector<bool> fold_constants(const Model& model, std::span<const std::uint32_t> order,
                                 std::span<const Type* const> types, Wiring& wiring) {
  std::vector<bool> folded(model.graph.nodes.size(), false);
  for (const std::uint32_t number : order) {
    const Node& node = model.graph.nodes[number];
    if (!is_foldable(node) || (wiring.node_inputs[number].empty() && node.op != "Constant")) continue;
    const bool of_shapes = node.op == "Shape" || node.op == "Size";
    folded[number] = std::ranges::all_of(wiring.node_inputs[number], [&](std::uint32_t tensor) {
      return wiring.stays[tensor] || (of_shapes && has_known_shape(types[tensor]));
    });
    if (folded[number])
      for (const std::uint32_t tensor : wiring.node_outputs[number]) wiring.stays[tensor] = true;
  }
  return folded;
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

class Importer {
 public:
  Importer(Model model, const FileToRead& in)
      : model_(std::move(model)),
        in_(in),
        program_("onnx", in.file,
                 [](const InputItem& item) {
                   if (item.index == InputItem::kAll) return std::string("nodes");
                   const bool is_tensor = item.section == InputItem::Section::tensors;
                   return (is_tensor ? "tensor " : "node ") + std::to_string(item.index);
                 }),
        dimensions_(in.options.dimensions) {
    program_.has_plan = false;
  }

  Result<Document> read() {
    settle_dimensions();
    STOWAGE_CHECK(check_given());
    STOWAGE_TRY(wiring_, wire(model_, in_, program_));
    if (program_.has_faults()) return document_of(std::move(program_));
    // A cycle has no order: the builder will name its operators.
    const TopologicalOrder order = order_of(wiring_, model_.graph.nodes.size());
    STOWAGE_CHECK(find_types(order.order));
    folded_ = fold_constants(model_, order.order, types_, wiring_);
    count_dependent_tensors(order.order);
    program_.reserve(model_.graph.nodes.size(), wiring_.tensor_count());
    add_operators();
    if (in_.task.should_stop()) return tl::unexpected(in_.task.why_stopped());
    add_tensors();
    add_sharing();
    if (in_.task.should_stop()) return tl::unexpected(in_.task.why_stopped());
    summarize();
    program_.open_dimensions = std::move(open_);
    return document_of(std::move(program_));
  }

 private:
  /// A tensor of the model in the graph.
  struct PlannedTensor {
    TensorId id{};  ///< none where it is not planned
    Bytes size{};   ///< 0 where it is unknown
  };

  void settle_dimensions() {
    for (const auto* const values : {&model_.graph.inputs, &model_.graph.outputs, &model_.graph.values})
      for (const Value& value : *values) note_below_zero(value);
    for (Value& input : model_.graph.inputs) dimensions_.settle_input(input);
    for (Value& output : model_.graph.outputs) dimensions_.settle_output(output);
    for (Value& value : model_.graph.values) dimensions_.settle(value.type);
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

  /// Takes the types of tensors. A type with a size replaces one without, and an earlier type stays before a later one.
  void take_types(const std::vector<Value>& values) {
    for (const Value& value : values) {
      const std::uint32_t tensor = wiring_.find(value.name);
      if (tensor == Wiring::kNone) continue;
      const Type*& known = types_[tensor];
      if (known == nullptr || (size_of(*known).kind == SizeOf::Kind::unknown &&
                               (size_of(value.type).kind != SizeOf::Kind::unknown || !known->has_shape)))
        known = &value.type;
    }
  }

  Result<void> find_types(std::span<const std::uint32_t> order) {
    types_.assign(wiring_.tensor_count(), nullptr);
    for (const Weights& weights : model_.graph.weights) {
      Type& type = weights_.emplace_back(Value{.name = weights.name, .type = {}}).type;
      type = {.is_tensor = true, .has_shape = true, .element = weights.element};
      for (const std::int64_t length : weights.shape) type.shape.push_back({.size = length});
    }
    take_types(weights_);
    take_types(model_.graph.values);
    take_types(model_.graph.inputs);
    take_types(model_.graph.outputs);
    if (order.empty() || !needs_inference()) return {};
    own_types_ = types_;
    STOWAGE_TRY(inferred_, infer_types(model_, order, in_.task));
    take_types(inferred_.types.values);
    return {};
  }

  /// Counts the tensors that depend on each open dimension: those of its shape, or, where the shape does not say, those
  /// of its node's inputs. Only the first 64 open dimensions are followed from tensor to tensor.
  void count_dependent_tensors(std::span<const std::uint32_t> order) {
    open_ = dimensions_.open();
    if (open_.empty()) return;
    std::vector<std::uint64_t> on(wiring_.tensor_count(), 0);
    const auto look_at = [&](std::uint32_t tensor) {
      if (size_of_type(tensor).kind != SizeOf::Kind::unknown) return;
      bool tells = types_[tensor] != nullptr && types_[tensor]->is_tensor && types_[tensor]->has_shape;
      if (types_[tensor] != nullptr)
        for (const Dimension& dimension : types_[tensor]->shape) {
          if (dimension.size >= 0) continue;
          const std::size_t place = dimensions_.find(dimension.name);
          tells &= place != Dimensions::npos;
          if (place < 64) on[tensor] |= std::uint64_t{1} << place;
          if (place != Dimensions::npos && place >= 64 && is_planned(tensor)) ++open_[place].tensors;
        }
      if (const std::uint32_t node = wiring_.producer[tensor]; !tells && node != Wiring::kNone)
        for (const std::uint32_t read : wiring_.node_inputs[node]) on[tensor] |= on[read];
      for (std::size_t place = 0; place < std::min<std::size_t>(64, open_.size()); ++place)
        open_[place].tensors += is_planned(tensor) && (on[tensor] >> place & 1) != 0;
    };
    for (std::uint32_t tensor = 0; tensor < wiring_.tensor_count(); ++tensor)
      if (wiring_.producer[tensor] == Wiring::kNone) look_at(tensor);
    for (const std::uint32_t node : order)
      for (const std::uint32_t tensor : wiring_.node_outputs[node]) look_at(tensor);
    // An output whose size was inferred needs no dimension any more.
    std::erase_if(open_, [&](const OpenDimension& d) { return d.tensors == 0 && dimensions_.is_of_output(d.name); });
  }

  void add_operators() {
    const StreamId stream = program_.add_stream(0);
    operator_of_.assign(model_.graph.nodes.size(), OperatorId());
    UniqueNames names;
    for (std::size_t number = 0; number < model_.graph.nodes.size(); ++number) {
      const Node& node = model_.graph.nodes[number];
      const std::string kind = kind_of(node);
      if (!is_utf8(node.name) || !is_utf8(kind))
        program_.add_fault("node " + std::to_string(number), "its name or its kind is not valid UTF-8");
      if (folded_[number]) {
        summary_.add(Skipped::tr("nodes known before a run, folded into constants that are not planned"),
                     node.outputs.empty() ? node.name : node.outputs[0]);
        continue;
      }
      operator_of_[number] =
          program_.add_operator({.name = names.add(operator_name(node, number)), .stream = stream, .kind = kind});
    }
  }

  void add_tensors() {
    planned_.resize(wiring_.tensor_count());
    std::vector<std::vector<OperatorId>> consumers(wiring_.tensor_count());
    for (std::size_t node = 0; node < model_.graph.nodes.size(); ++node)
      for (const auto* const uses : {&wiring_.node_inputs, &wiring_.node_captures})
        for (const std::uint32_t tensor : (*uses)[node])
          if (is_planned(tensor)) consumers[tensor].push_back(operator_of_[node]);
    for (std::uint32_t tensor = 0; tensor < wiring_.tensor_count(); ++tensor) {
      const std::string_view name = wiring_.names[tensor];
      if (!is_planned(tensor)) {
        summary_.add(wiring_.producer[tensor] == Wiring::kNone
                         ? Skipped::tr("weights (initializers), which stay and are not planned")
                         : Skipped::tr("tensors that depend on weights alone, constants that are not planned"),
                     name);
        if (const SizeOf size = size_of_type(tensor); size.kind == SizeOf::Kind::known)
          constant_bytes_ += static_cast<std::size_t>(size.bytes.count);
        else
          ++unsized_constants_;
        if (wiring_.output[tensor])
          summary_.add(Skipped::tr("outputs of the model that are constants, and not planned"), name);
        continue;
      }
      const SizeOf size = size_of_type(tensor);
      if (size.kind == SizeOf::Kind::too_large)
        program_.add_fault("tensor " + in_quotes(name), "its size is above 2^53 bytes");
      if (size.kind == SizeOf::Kind::unknown)
        count_unknown(name);
      else if (!own_types_.empty() && own_types_[tensor] != types_[tensor])
        ++by_inference_;
      const bool input = wiring_.producer[tensor] == Wiring::kNone;
      const TensorId id =
          program_.add_tensor({.name = name,
                               .size = size.bytes,
                               .at_least = size.kind == SizeOf::Kind::unknown,
                               .producer = input ? OperatorId() : operator_of_[wiring_.producer[tensor]],
                               .consumers = consumers[tensor],
                               .output = wiring_.output[tensor],
                               .kind = input ? tensor_kind::kInput : tensor_kind::kActivation},
                              {});
      planned_[tensor] = {id, size.bytes};
    }
    add_bodies();
  }

  void count_unknown(std::string_view name) {
    ++unknown_;
    summary_.add(Unknown::tr("tensors without a size, which count as 0 bytes"), name);
  }

  /// Adds a tensor of an unknown size for the bodies of each If, Loop and the like: their tensors are not planned.
  void add_bodies() {
    std::set<std::string, std::less<>> taken;
    NamesAmong names;
    for (std::size_t number = 0; number < model_.graph.nodes.size(); ++number) {
      const Node& node = model_.graph.nodes[number];
      if (bodies_of(node).empty()) continue;
      if (taken.empty()) taken.insert(wiring_.names.begin(), wiring_.names.end());
      const std::string name = names.add("bodies of " + operator_name(node, number),
                                         [&](const std::string& each) { return taken.contains(each); });
      taken.insert(name);
      program_.add_tensor({.name = name,
                           .size = {},
                           .at_least = true,
                           .producer = operator_of_[number],
                           .kind = tensor_kind::kTemporary},
                          {});
      count_unknown(name);
    }
  }

  /// Adds views, for results that lie in the bytes of an input, and in-place pairs, for results that may be written
  /// over one. The file does not name them: they are what runtimes do (ONNX Runtime's Alias and MayInplace), and the
  /// summary calls them assumed. Outputs of the model keep their own bytes, and nothing is written over its inputs.
  void add_sharing() {
    for (std::size_t number = 0; number < model_.graph.nodes.size(); ++number) {
      const Node& node = model_.graph.nodes[number];
      const auto inputs = wiring_.node_inputs[number];
      if (!operator_of_[number].valid() || !node.domain.empty() || node.outputs.empty() || inputs.empty()) continue;
      const std::uint32_t result = wiring_.find(node.outputs.front());
      if (result == Wiring::kNone || wiring_.output[result]) continue;
      if (has_word(kReshaping, node.op) && !node.inputs.front().empty()) add_view(result, inputs.front());
      if (has_word(kElementWise, node.op)) add_in_place(result, inputs);
    }
  }

  /// Whether both are planned, and have the same known size.
  [[nodiscard]] bool match(std::uint32_t result, std::uint32_t input) const {
    return planned_[result].id.valid() && planned_[input].id.valid() && planned_[result].size > Bytes{0} &&
           planned_[input].size == planned_[result].size;
  }

  void add_view(std::uint32_t result, std::uint32_t input) {
    if (!match(result, input)) return;
    program_.add_view({.tensor = planned_[result].id, .of = planned_[input].id});
    summary_.add(Assumed::tr("results of Reshape, Identity and the like lie in the bytes of their input"),
                 wiring_.names[result]);
  }

  void add_in_place(std::uint32_t result, std::span<const std::uint32_t> inputs) {
    bool any = false;
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      const std::uint32_t input = inputs[k];
      const auto before = inputs.first(k);
      if (!match(result, input) || std::ranges::find(before, input) != before.end()) continue;
      if (wiring_.producer[input] == Wiring::kNone || wiring_.output[input]) continue;
      program_.add_in_place({.output = planned_[result].id, .input = planned_[input].id});
      any = true;
    }
    if (any)
      summary_.add(
          Assumed::tr(
              "results of Relu, Add and the like may be written over an input of their size, after its last use"),
          wiring_.names[result]);
  }

  void summarize() {
    summary_.count(Read::tr("operators"), program_.operator_count());
    summary_.count(Read::tr("tensors to plan"), program_.tensor_count());
    summary_.count(Skipped::tr("bytes of weights and other constants, which are not planned"), constant_bytes_);
    summary_.count(Unknown::tr("constants without a size, of which no bytes are counted"), unsized_constants_);
    summary_.count(Assumed::tr("sizes by inference of shapes, where the file has none"), by_inference_);
    summary_.say(Assumed::tr("operators run one after another, in the file's order"));
    summary_.count(Skipped::tr("tensors within bodies of If, Loop and the like, which are not planned"),
                   wiring_.body_tensors);
    summary_.count(Unknown::tr("names read within bodies that nothing makes"), wiring_.body_names_lost);
    summary_.count(Skipped::tr("bodies of the model's own functions"), model_.functions.size());
    summary_.count(Skipped::tr("training graphs"), model_.trainings);
    for (const OpenDimension& dimension : open_) summary_.add(Unknown::tr("dimensions left open"), dimension.name);
    if (inferred_.failure) summary_.say(*inferred_.failure);
    if (unknown_ == 0) return;
    std::string reason = std::to_string(unknown_) + (unknown_ == 1 ? " tensor has" : " tensors have") +
                         " no known size and " + (unknown_ == 1 ? "counts" : "count") +
                         " as 0 bytes: footprints, bounds and proofs count only known sizes";
    if (!open_.empty()) reason += "; sizes can be given to the open dimensions: " + some_names(open_);
    if (inferred_.failure) reason += "; " + inferred_.failure->text();
    program_.warnings.push_back({in_.file, "", std::move(reason)});
  }

  [[nodiscard]] bool needs_inference() const {
    for (std::uint32_t tensor = 0; tensor < wiring_.tensor_count(); ++tensor)
      if (wiring_.producer[tensor] != Wiring::kNone && size_of_type(tensor).kind == SizeOf::Kind::unknown) return true;
    return false;
  }

  [[nodiscard]] bool is_planned(std::uint32_t tensor) const { return !wiring_.stays[tensor]; }
  [[nodiscard]] SizeOf size_of_type(std::uint32_t tensor) const {
    return types_[tensor] == nullptr ? SizeOf{} : size_of(*types_[tensor]);
  }

  Model model_;
  const FileToRead& in_;
  ImportedProgram program_;
  ImportSummary& summary_ = program_.summary;
  Dimensions dimensions_;
  Wiring wiring_;
  InferredTypes inferred_;
  std::vector<Value> weights_;
  std::vector<const Type*> types_;      // by tensor; null: nothing is known
  std::vector<const Type*> own_types_;  // the file's types, where more were inferred
  std::vector<bool> folded_;            // by node
  std::vector<OperatorId> operator_of_;
  std::vector<PlannedTensor> planned_;  // by tensor
  std::vector<OpenDimension> open_;
  std::size_t unknown_ = 0, by_inference_ = 0, constant_bytes_ = 0, unsized_constants_ = 0;
};

}  // namespace

Result<Document> read_onnx(const FileToRead& in) {
  STOWAGE_TRY(auto model, read_model(in.bytes, in.file, in.task));
  return Importer(std::move(model), in).read();
}

}  // namespace stowage
