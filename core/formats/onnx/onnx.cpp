// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/faults.h"
#include "core/formats/file_stem.h"
#include "core/formats/imported_program.h"
#include "core/formats/onnx/dimensions.h"
#include "core/formats/onnx/inference.h"
#include "core/formats/onnx/model.h"
#include "core/formats/onnx/sharing.h"
#include "core/formats/onnx/wiring.h"
#include "core/formats/unique_names.h"
#include "core/formats/utf8.h"
#include "core/graph/tags.h"

namespace stowage {
namespace {

using namespace onnx_file;

constexpr std::size_t kStepsBetweenPolls = 1 << 12;
constexpr std::string_view kRandom[] = {"Bernoulli",        "Dropout",       "Multinomial",      "RandomNormal",
                                        "RandomNormalLike", "RandomUniform", "RandomUniformLike"};
constexpr std::string_view kMicrosoft = "com.microsoft";

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

std::string listed(const std::vector<OpenDimension>& dimensions) {
  constexpr std::size_t kNamed = 10;
  std::string out;
  for (std::size_t k = 0; k < std::min(dimensions.size(), kNamed); ++k)
    out += (k == 0 ? "" : ", ") + in_quotes(dimensions[k].name);
  if (dimensions.size() > kNamed) out += " and " + std::to_string(dimensions.size() - kNamed) + " more";
  return out;
}

class Importer {
 public:
  Importer(Model model, const std::string& file, const ReadOptions& options, const Task& task)
      : model_(std::move(model)), file_(file), options_(options), task_(task), dimensions_(options.dimensions) {}

  Result<Document> read(std::string_view bytes) {
    settle_dimensions();
    if (auto given = check_given(); !given) return tl::unexpected(std::move(given.error()));
    faults_.emplace(file_);
    STOWAGE_TRY(wiring_, wire(model_, bytes, file_, *faults_, task_));
    if (faults_->any()) return tl::unexpected(std::move(*faults_).error());
    // A cycle has no order: the builder will name its operators.
    const TopologicalOrder order = order_of(wiring_, model_.graph.nodes.size());
    if (auto found = find_types(order.order); !found) return tl::unexpected(std::move(found.error()));
    folded_ = fold_constants(model_, order.order, types_, wiring_);
    count_dependent_tensors(order.order);
    return make();
  }

 private:
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
            ImportKind::unknown, "negative dimensions, treated as open",
            std::string(value.name) + ':' + std::to_string(axis) + " (" + std::to_string(dimension.size) + ')');
  }

  Result<void> check_given() {
    for (const auto& [name, size] : options_.dimensions)
      if (size < 1 || size > kMaxTensorSize.count)
        return tl::unexpected(Error::bad_input(
            file_, "", "dimension " + in_quotes(name) + " cannot be " + std::to_string(size) + ": it is 1 or more"));
    const std::vector<std::string> unused = dimensions_.unused();
    if (unused.empty()) return {};
    const auto open = dimensions_.open();
    return tl::unexpected(Error::bad_input(
        file_, "",
        "the model leaves no dimension " + in_quotes(unused[0]) + " open" +
            (open.empty() ? std::string(options_.dimensions.size() == unused.size() ? "; it leaves none open" : "")
                          : "; it leaves open: " + listed(open))));
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
    take_types(model_.graph.values);
    take_types(model_.graph.inputs);
    take_types(model_.graph.outputs);
    if (order.empty() || !needs_inference()) return {};
    own_types_ = types_;
    STOWAGE_TRY(inferred_, infer_types(model_, order, task_));
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
      if (types_[tensor] != nullptr && size_of(*types_[tensor]).kind != SizeOf::Kind::unknown) return;
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

  Result<Document> make() {
    ImportedProgram builder("onnx", file_, [this](const InputItem& item) {
      if (item.index == InputItem::kAll) return std::string("nodes");
      return (item.section == InputItem::Section::tensors ? "tensor " : "node ") + std::to_string(item.index);
    });
    builder.set_name(stem_of(file_, ".onnx"));
    builder.reserve(model_.graph.nodes.size(), wiring_.tensor_count());
    add_operators(builder);
    if (task_.should_stop()) return tl::unexpected(task_.why_stopped());
    const std::vector<PlannedTensor> planned = add_tensors(builder);
    add_sharing(model_, wiring_, planned, operator_of_, builder, summary_);
    if (task_.should_stop()) return tl::unexpected(task_.why_stopped());
    summarize(builder);
    builder.summary = std::move(summary_);
    builder.warnings = warnings();
    builder.open_dimensions = std::move(open_);
    builder.has_plan = false;
    return document_of(std::move(builder), {});
  }

  void add_operators(GraphBuilder& builder) {
    const StreamId stream = builder.add_stream(0);
    operator_of_.assign(model_.graph.nodes.size(), OperatorId());
    UniqueNames names;
    for (std::size_t number = 0; number < model_.graph.nodes.size(); ++number) {
      const Node& node = model_.graph.nodes[number];
      const std::string kind = kind_of(node);
      if (!is_utf8(node.name) || !is_utf8(kind))
        builder.add_fault("node " + std::to_string(number), "its name or its kind is not valid UTF-8");
      if (folded_[number]) {
        summary_.add(ImportKind::skipped, "nodes known before a run, folded into constants that are not planned",
                     node.outputs.empty() ? node.name : node.outputs[0]);
        continue;
      }
      const std::string name =
          names.add(node.name.empty() ? kind + '#' + std::to_string(number) : std::string(node.name));
      operator_of_[number] = builder.add_operator({.name = name, .stream = stream, .kind = kind});
    }
  }

  std::vector<PlannedTensor> add_tensors(GraphBuilder& builder) {
    for (const Weights& weights : model_.graph.weights) {
      Type& type = weights_[weights.name];
      type = {.is_tensor = true, .has_shape = true, .element = weights.element};
      for (const std::int64_t length : weights.shape) type.shape.push_back({.size = length});
    }
    std::vector<PlannedTensor> out(wiring_.tensor_count());
    std::vector<std::vector<OperatorId>> consumers(wiring_.tensor_count());
    for (std::size_t node = 0; node < model_.graph.nodes.size(); ++node)
      for (const auto* const uses : {&wiring_.node_inputs, &wiring_.node_captures})
        for (const std::uint32_t tensor : (*uses)[node])
          if (is_planned(tensor)) consumers[tensor].push_back(operator_of_[node]);
    for (std::uint32_t tensor = 0; tensor < wiring_.tensor_count(); ++tensor) {
      const std::string_view name = wiring_.names[tensor];
      if (!is_planned(tensor)) {
        if (wiring_.producer[tensor] == Wiring::kNone)
          summary_.add(ImportKind::skipped, "weights (initializers), which stay and are not planned", name);
        else
          summary_.add(ImportKind::skipped, "tensors that depend on weights alone, constants that are not planned",
                       name);
        count_constant(tensor);
        if (wiring_.output[tensor])
          summary_.add(ImportKind::skipped, "outputs of the model that are constants, and not planned", name);
        continue;
      }
      const SizeOf size = types_[tensor] == nullptr ? SizeOf{} : size_of(*types_[tensor]);
      if (size.kind == SizeOf::Kind::too_large)
        builder.add_fault("tensor " + in_quotes(name), "its size is above 2^53 bytes");
      if (size.kind == SizeOf::Kind::unknown) {
        ++unknown_;
        summary_.add(ImportKind::unknown, "tensors without a size, which count as 0 bytes", name);
      } else if (!own_types_.empty() && own_types_[tensor] != types_[tensor])
        ++by_inference_;
      const bool input = wiring_.producer[tensor] == Wiring::kNone;
      const TensorId id = builder.add_tensor({.name = name,
                                              .size = size.bytes,
                                              .at_least = size.kind == SizeOf::Kind::unknown,
                                              .producer = input ? OperatorId() : operator_of_[wiring_.producer[tensor]],
                                              .consumers = consumers[tensor],
                                              .output = wiring_.output[tensor],
                                              .kind = input ? tensor_kind::kInput : tensor_kind::kActivation});
      out[tensor] = {id, size.bytes};
    }
    add_bodies(builder);
    return out;
  }

  /// Adds a tensor of an unknown size for the bodies of each If, Loop and the like: their tensors are not planned.
  void add_bodies(GraphBuilder& builder) {
    std::set<std::string, std::less<>> taken;
    NamesAmong names;
    for (std::size_t number = 0; number < model_.graph.nodes.size(); ++number) {
      const Node& node = model_.graph.nodes[number];
      if (bodies_of(node).empty()) continue;
      if (taken.empty()) taken.insert(wiring_.names.begin(), wiring_.names.end());
      const std::string wish =
          "bodies of " + (node.name.empty() ? kind_of(node) + '#' + std::to_string(number) : std::string(node.name));
      const std::string name = names.add(wish, [&](const std::string& each) { return taken.contains(each); });
      taken.insert(name);
      builder.add_tensor({.name = name,
                          .size = {},
                          .at_least = true,
                          .producer = operator_of_[number],
                          .kind = tensor_kind::kTemporary});
      ++unknown_;
      summary_.add(ImportKind::unknown, "tensors without a size, which count as 0 bytes", name);
    }
  }

  /// Adds the bytes of a constant; those of an initializer come from its weights.
  void count_constant(std::uint32_t tensor) {
    const auto weights = weights_.find(wiring_.names[tensor]);
    const SizeOf size = weights != weights_.end()   ? size_of(weights->second)
                        : types_[tensor] != nullptr ? size_of(*types_[tensor])
                                                    : SizeOf{};
    if (size.kind != SizeOf::Kind::known)
      ++unsized_constants_;
    else
      constant_bytes_ += static_cast<std::size_t>(size.bytes.count);
  }

  void summarize(const GraphBuilder& graph) {
    summary_.count(ImportKind::read, "operators", graph.operator_count());
    summary_.count(ImportKind::read, "tensors to plan", graph.tensor_count());
    summary_.count(ImportKind::skipped, "bytes of weights and other constants, which are not planned", constant_bytes_);
    summary_.count(ImportKind::unknown, "constants without a size, of which no bytes are counted", unsized_constants_);
    summary_.count(ImportKind::assumed, "sizes by inference of shapes, where the file has none", by_inference_);
    summary_.say(ImportKind::assumed, "operators run one after another, in the file's order");
    summary_.count(ImportKind::skipped, "tensors within bodies of If, Loop and the like, which are not planned",
                   wiring_.body_tensors);
    summary_.count(ImportKind::unknown, "names read within bodies that nothing makes", wiring_.body_names_lost);
    summary_.count(ImportKind::skipped, "bodies of the model's own functions", model_.functions.size());
    summary_.count(ImportKind::skipped, "training graphs", model_.trainings);
    for (const OpenDimension& dimension : open_)
      summary_.add(ImportKind::unknown, "dimensions left open", dimension.name);
    if (!inferred_.failure.empty()) summary_.say(ImportKind::unknown, inferred_.failure);
  }

  [[nodiscard]] std::vector<Diagnostic> warnings() const {
    if (unknown_ == 0) return {};
    std::string reason = std::to_string(unknown_) + (unknown_ == 1 ? " tensor has" : " tensors have") +
                         " no known size and " + (unknown_ == 1 ? "counts" : "count") +
                         " as 0 bytes: footprints, bounds and proofs count only known sizes";
    if (!open_.empty()) reason += "; sizes can be given to the open dimensions: " + listed(open_);
    if (!inferred_.failure.empty()) reason += "; " + inferred_.failure;
    return {{file_, "", std::move(reason)}};
  }

  [[nodiscard]] bool needs_inference() const {
    for (std::uint32_t tensor = 0; tensor < wiring_.tensor_count(); ++tensor)
      if (wiring_.producer[tensor] != Wiring::kNone &&
          (types_[tensor] == nullptr || size_of(*types_[tensor]).kind == SizeOf::Kind::unknown))
        return true;
    return false;
  }

  [[nodiscard]] bool is_planned(std::uint32_t tensor) const { return !wiring_.stays[tensor]; }

  Model model_;
  const std::string& file_;
  const ReadOptions& options_;
  const Task& task_;
  Dimensions dimensions_;
  std::optional<Faults> faults_;
  Wiring wiring_;
  InferredTypes inferred_;
  std::vector<const Type*> types_;      // by tensor; null: nothing is known
  std::vector<const Type*> own_types_;  // the file's types, where more were inferred
  std::vector<bool> folded_;            // by node
  std::vector<OperatorId> operator_of_;
  std::vector<OpenDimension> open_;
  std::unordered_map<std::string_view, Type> weights_;
  std::size_t unknown_ = 0, by_inference_ = 0, constant_bytes_ = 0, unsized_constants_ = 0;
  ImportSummary summary_;
};

}  // namespace

bool looks_like_onnx(std::string_view bytes) {
  return looks_like_model(bytes);
}

Result<Document> read_onnx(std::string_view bytes, const std::string& file, const ReadOptions& options,
                           const Task& task) {
  STOWAGE_TRY(auto model, read_model(bytes, file, task));
  return Importer(std::move(model), file, options, task).read(bytes);
}

}  // namespace stowage
