// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tflite/tflite.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "core/formats/file_stem.h"
#include "core/formats/flat_tables.h"
#include "core/formats/imported_program.h"
#include "core/formats/tflite/model_generated.h"
#include "core/formats/tflite/operators.h"
#include "core/formats/unique_names.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

using namespace flat;
using namespace tflite;

constexpr const char* kIdentifier = "TFL3";
constexpr std::string_view kExtension = ".tflite";
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t kUndecided = -1;

/// Bits of an element, by type (FLOAT32, FLOAT16, INT32, UINT8, INT64, STRING, …); 0 for types without a fixed size.
constexpr std::int64_t kBits[] = {32, 16, 32, 8, 64, 0, 8, 16, 64, 8, 64, 128, 64, 0, 0, 32, 16, 4, 16, 2, 4, 8, 8};
constexpr std::int64_t kTooLarge = -1;

/// Sizes of a model's tensors, and which of its dimensions are open.
class Sizes {
 public:
  explicit Sizes(const ReadOptions& options) : options_(options) {}

  /// The bytes of a tensor; sets `at_least` where they are a lower bound. `summary` gets the assumptions. kTooLarge
  /// above 2^53.
  [[nodiscard]] std::int64_t bytes_of(const Tensor& tensor, const std::string& name, bool& at_least,
                                      ImportSummary& summary) {
    const int type = tensor.type();
    const std::int64_t bits = type >= 0 && static_cast<std::size_t>(type) < std::size(kBits) ? kBits[type] : 0;
    const auto* shape = tensor.shape();
    const auto* signature = tensor.shape_signature();
    const bool signed_alike = shape != nullptr && signature != nullptr && signature->size() == shape->size();
    std::int64_t elements = 1;
    bool empty = false;
    for (fb::uoffset_t axis = 0; shape != nullptr && axis < shape->size(); ++axis) {
      std::int64_t length = shape->Get(axis);
      if (length < 0 || (signed_alike && signature->Get(axis) < 0))
        length = open_dimension(name, axis, length, at_least, summary);
      if (length == 0) empty = true;
      if (length > 0 && !empty && __builtin_mul_overflow(elements, length, &elements)) return kTooLarge;
    }
    if (bits == 0) {
      summary.add(ImportKind::unknown, "tensors of a type without a fixed size, which are not counted", name);
      at_least = true;
      return 0;
    }
    if (empty) return 0;
    if (elements > kMaxTensorSize.count / bits * 8) return kTooLarge;
    return (elements * bits + 7) / 8;
  }

  /// The open dimensions without a given size, each as "*:AXIS".
  [[nodiscard]] std::vector<OpenDimension> open() const {
    std::vector<OpenDimension> out;
    for (const auto& [axis, open] : open_) out.push_back({"*:" + std::to_string(axis), open.tensors, open.stored});
    return out;
  }

  /// Names of given sizes that no tensor uses.
  [[nodiscard]] std::vector<std::string> unused() const {
    std::vector<std::string> out;
    for (const auto& [name, size] : options_.dimensions)
      if (!used_.contains(name)) out.push_back(name);
    return out;
  }

 private:
  [[nodiscard]] std::int64_t open_dimension(const std::string& name, std::size_t axis, std::int64_t stored,
                                            bool& at_least, ImportSummary& summary) {
    for (const std::string& given : {name + ':' + std::to_string(axis), "*:" + std::to_string(axis)}) {
      const auto found = options_.dimensions.find(given);
      if (found == options_.dimensions.end()) continue;
      used_.insert(given);
      return std::max<std::int64_t>(found->second, 0);
    }
    OpenAxis& open = open_[axis];
    ++open.tensors;
    open.stored += stored >= 0;
    summary.add(ImportKind::assumed,
                stored >= 0 ? "open dimensions have the lengths stored in the file"
                            : "open dimensions without a stored length count as 1",
                name + ':' + std::to_string(axis));
    at_least |= stored < 0;
    return stored < 0 ? 1 : stored;
  }

  struct OpenAxis {
    std::size_t tensors = 0, stored = 0;
  };

  const ReadOptions& options_;
  std::map<std::size_t, OpenAxis> open_;
  std::set<std::string> used_;
};

/// What the reader finds out about one tensor of the file.
struct TensorUse {
  bool touched = false;  ///< by an operator, or as an input or a result of the graph
  bool input = false, output = false;
  bool at_least = false;  ///< the size is only a lower bound
  std::uint32_t producer = kNone;
  std::vector<OperatorId> consumers{};
  std::int64_t size = 0, offset = kUndecided;
  std::uint32_t arena = kNone;  ///< the tensor in which it lies: the scratch of an operator
  TensorId id{};                ///< in the graph; none where it is not planned by itself
  std::string name{};

  /// Makes this also live as long as `part`.
  void take_in(const TensorUse& part) {
    consumers.insert(consumers.end(), part.consumers.begin(), part.consumers.end());
    for (const std::uint32_t made : {producer, part.producer})
      if (made != kNone) consumers.emplace_back(made);
    producer = producer == kNone || part.producer == kNone ? kNone : std::min(producer, part.producer);
    input |= part.input;
    output |= part.output;
  }
};

/// Which inputs of an Ethos-U operator are its scratch memory and its fast scratch memory.
constexpr std::size_t kScratch = 2, kFastScratch = 3;

/// One model on its way to a graph.
class Reader {
 public:
  Reader(const Model& model, std::size_t bytes, const std::string& file, const ReadOptions& options, const Task& task)
      : model_(model),
        file_(file),
        options_(options),
        task_(task),
        program_(
            "tflite", file, [](const InputItem& item) { return place_of(item); }, bytes),
        sizes_(options) {
    program_.set_name(stem_of(file, kExtension));
  }

  Result<Document> read() {
    if (size_of(model_.subgraphs()) == 0) {
      program_.add_fault("/subgraphs", "the model has no subgraph");
    } else {
      if (auto chosen = choose(); !chosen) return tl::unexpected(std::move(chosen.error()));
      read_codes();
      read_tensors();
      read_ends();
      read_operators();
      if (task_.should_stop()) return tl::unexpected(task_.why_stopped());
      read_offsets();
      add_tensors();
    }
    if (task_.should_stop()) return tl::unexpected(task_.why_stopped());
    return finish();
  }

 private:
  static std::string place_of(const InputItem& item) {
    const bool node = item.section == InputItem::Section::nodes;
    return (node ? "operator " : "tensor ") + std::to_string(item.index);
  }

  /// Chooses the first subgraph, or the one whose name or signature is ReadOptions::graph.
  Result<void> choose() {
    UniqueNames names;
    for (std::size_t k = 0; k < size_of(model_.subgraphs()); ++k) {
      const SubGraph& graph = *model_.subgraphs()->Get(static_cast<fb::uoffset_t>(k));
      const std::string number = "subgraph " + std::to_string(k);
      program_.graphs.push_back({names.add(text_of(graph.name(), number)), size_of(graph.operators())});
    }
    std::vector<GraphInFile> named = program_.graphs;
    std::vector<std::size_t> of(program_.graphs.size());
    std::iota(of.begin(), of.end(), std::size_t{0});
    for (std::size_t k = 0; k < size_of(model_.signature_defs()); ++k) {
      const SignatureDef& signature = *model_.signature_defs()->Get(static_cast<fb::uoffset_t>(k));
      const std::string key = text_of(signature.signature_key(), "");
      if (key.empty() || signature.subgraph_index() >= program_.graphs.size()) continue;
      if (program_.graphs.size() > 1)
        summary_.add(ImportKind::read, "signatures, each a second name of its subgraph",
                     key + " (" + program_.graphs[signature.subgraph_index()].name + ')');
      named.push_back({key, program_.graphs[signature.subgraph_index()].operators});
      of.push_back(signature.subgraph_index());
    }
    if (options_.graph) {
      STOWAGE_TRY(const std::size_t found, choose_graph(named, options_.graph, file_));
      program_.graph_index = of[found];
    }
    graph_ = model_.subgraphs()->Get(static_cast<fb::uoffset_t>(program_.graph_index));
    for (std::size_t k = 0; k < program_.graphs.size(); ++k)
      if (k != program_.graph_index) summary_.add(ImportKind::skipped, "other graphs", program_.graphs[k].name);
    return {};
  }

  [[nodiscard]] std::string graph_place() const { return "/subgraphs/" + std::to_string(program_.graph_index); }

  void read_codes() {
    for (std::size_t k = 0; k < size_of(model_.operator_codes()); ++k) {
      const OperatorCode& code = *model_.operator_codes()->Get(static_cast<fb::uoffset_t>(k));
      const std::string builtin =
          name_of_builtin(std::max<std::int32_t>(code.deprecated_builtin_code(), code.builtin_code()));
      codes_.push_back(builtin == "CUSTOM" ? text_of(code.custom_code(), builtin) : builtin);
    }
  }

  void read_tensors() {
    uses_.resize(size_of(graph_->tensors()));
    for (std::size_t t = 0; t < uses_.size(); ++t) {
      const Tensor& tensor = *graph_->tensors()->Get(static_cast<fb::uoffset_t>(t));
      uses_[t].name = names_.add(text_of(tensor.name(), "unnamed " + std::to_string(t)));
      if (size_of(tensor.name()) == 0) summary_.count(ImportKind::assumed, "tensors without a name got one", 1);
    }
  }

  void read_operators() {
    const StreamId stream = program_.add_stream(0);
    const std::size_t count = size_of(graph_->operators());
    for (std::uint32_t op = 0; op < count; ++op) {
      const Operator& record = *graph_->operators()->Get(op);
      const bool known = record.opcode_index() < codes_.size();
      if (!known) program_.add_fault("operator " + std::to_string(op), "its code is not in the table of codes");
      const std::string kind = known ? codes_[record.opcode_index()] : "unknown";
      if (!take(kind.size())) return;
      program_.add_operator({.name = kind + ' ' + std::to_string(op), .stream = stream, .kind = kind});
      if (kind == "IF" || kind == "WHILE" || kind == "CALL_ONCE") with_bodies_.push_back(op);
      read_inputs(op, record);
      read_outputs(op, record);
      summary_.count(ImportKind::skipped, "intermediates of operators, which only describe them",
                     size_of(record.intermediates()));
    }
    summary_.count(ImportKind::read, "operators, in their order", count);
  }

  void read_ends() {
    for_indices(graph_->inputs(), "inputs", [&](std::uint32_t t) { uses_[t].touched = uses_[t].input = true; });
    for_indices(graph_->outputs(), "outputs", [&](std::uint32_t t) { uses_[t].touched = uses_[t].output = true; });
  }

  void read_inputs(std::uint32_t op, const Operator& record) {
    if (has_scratch(record)) {
      for (const std::size_t place : {kScratch, kFastScratch}) {
        const auto t = static_cast<std::uint32_t>(record.inputs()->Get(static_cast<fb::uoffset_t>(place)));
        if (t < uses_.size() && uses_[t].consumers.empty() && uses_[t].producer == kNone && !uses_[t].input)
          uses_[t].producer = op;  // no operator fills it before
      }
    }
    for_indices(record.inputs(), "operator " + std::to_string(op), [&](std::uint32_t t) {
      uses_[t].touched = true;
      if (uses_[t].consumers.empty() || uses_[t].consumers.back() != OperatorId(op))
        uses_[t].consumers.emplace_back(op);
    });
  }

  void read_outputs(std::uint32_t op, const Operator& record) {
    for_indices(record.outputs(), "operator " + std::to_string(op), [&](std::uint32_t t) {
      TensorUse& use = uses_[t];
      use.touched = true;
      const bool has_reader = !use.consumers.empty() && use.consumers.back() == OperatorId(op);
      if (has_reader) use.consumers.pop_back();  // the operator writes over what it reads
      if (use.producer != kNone || use.input || !use.consumers.empty()) {
        // Written again: it had bytes before, and needs them at least until here.
        if (use.producer != op) use.consumers.emplace_back(op);
        if (use.producer != op) summary_.add(ImportKind::read, "tensors that an operator writes again", use.name);
        return;
      }
      if (has_reader) {
        use.consumers.emplace_back(op);
        return;
      }
      use.producer = op;
    });
  }

  /// Reads the offsets decided ahead of time, which the first subgraph alone has.
  void read_offsets() {
    if (program_.graph_index != 0) return;
    for (std::size_t k = 0; k < size_of(model_.metadata()); ++k) {
      const Metadata& entry = *model_.metadata()->Get(static_cast<fb::uoffset_t>(k));
      const Buffer* found = buffer(entry.buffer());
      if (size_of(entry.name()) == 0 || entry.name()->string_view() != "OfflineMemoryAllocation" || found == nullptr)
        continue;
      // version, subgraphs, number of tensors, and the offset of each
      const auto* data = found->data();
      const std::size_t words = size_of(data) / 4;
      const auto word = [&](std::size_t at) { return fb::ReadScalar<std::int32_t>(data->data() + 4 * at); };
      if (words < 3 || word(2) < 0 || static_cast<std::size_t>(word(2)) != words - 3 || words - 3 < uses_.size()) {
        summary_.say(ImportKind::unknown, "OfflineMemoryAllocation does not have an offset a tensor");
        continue;
      }
      has_offsets_ = true;
      for (std::size_t t = 0; t < uses_.size(); ++t) uses_[t].offset = std::max(word(3 + t), -1);
    }
  }

  /// Whether an operator runs on an Ethos-U. Its inputs are commands, weights, two scratch memories, and the others.
  [[nodiscard]] bool has_scratch(const Operator& record) const {
    return record.opcode_index() < codes_.size() && codes_[record.opcode_index()] == "ethos-u" &&
           size_of(record.inputs()) > kFastScratch;
  }

  /// Joins tensors that lie within the scratch memory of an Ethos-U operator, often its inputs and results, with it.
  void join_scratch(const Operator& record) {
    if (!has_scratch(record)) return;
    const auto* inputs = record.inputs();
    const auto scratch = static_cast<std::uint32_t>(inputs->Get(kScratch));
    if (scratch >= uses_.size() || uses_[scratch].arena != kNone || uses_[scratch].offset < 0) return;
    const auto join = [&](std::uint32_t t) {
      TensorUse& use = uses_[t];
      if (t == scratch || use.arena != kNone || use.offset < uses_[scratch].offset ||
          use.offset + use.size > uses_[scratch].offset + uses_[scratch].size)
        return;
      use.arena = scratch;
      uses_[scratch].take_in(use);
      summary_.add(ImportKind::assumed, "tensors within the scratch memory of an Ethos-U operator are planned with it",
                   use.name);
    };
    for_indices(inputs, "", join);
    for_indices(record.outputs(), "", join);
  }

  /// Whether a tensor of the file is in the graph; the summary says why not.
  [[nodiscard]] bool is_planned(std::size_t t) {
    const Tensor& tensor = *graph_->tensors()->Get(static_cast<fb::uoffset_t>(t));
    const TensorUse& use = uses_[t];
    if (is_constant(tensor)) {
      summary_.add(ImportKind::skipped, "constants, which lie in the model", use.name);
    } else if (tensor.is_variable() != 0) {
      summary_.add(ImportKind::skipped, "variables, which keep their values between runs in memory of their own",
                   use.name);
    } else if (!use.touched) {
      summary_.add(ImportKind::skipped, "tensors that no operator uses", use.name);
    } else {
      if (use.producer == kNone && !use.input)
        summary_.add(ImportKind::assumed, "tensors that no operator makes are present from the start", use.name);
      return true;
    }
    return false;
  }

  void add_tensors() {
    std::vector<bool> planned(uses_.size());
    for (std::size_t t = 0; t < uses_.size(); ++t) {
      planned[t] = is_planned(t);
      if (!planned[t]) continue;
      const Tensor& tensor = *graph_->tensors()->Get(static_cast<fb::uoffset_t>(t));
      if (!take(size_of(tensor.shape()))) return;
      uses_[t].size = sizes_.bytes_of(tensor, uses_[t].name, uses_[t].at_least, summary_);
      if (uses_[t].size < 0) program_.add_fault("tensor " + std::to_string(t), "its size is not below 2^53 bytes");
    }
    if (has_offsets_)
      for (std::size_t k = 0; k < size_of(graph_->operators()); ++k)
        join_scratch(*graph_->operators()->Get(static_cast<fb::uoffset_t>(k)));
    for (std::uint32_t t = 0; t < uses_.size(); ++t) {
      const TensorUse& use = uses_[t];
      if (!planned[t] || use.arena != kNone) continue;
      planned_.push_back(t);
      uses_[t].id = program_.add_tensor({.name = use.name,
                                         .size = {std::max<std::int64_t>(use.size, 0)},
                                         .at_least = use.at_least,
                                         .producer = OperatorId(use.producer),
                                         .consumers = use.consumers,
                                         .output = use.output},
                                        {.offset = use.offset < 0 ? std::nullopt : std::optional(use.offset)});
    }
    // The subgraphs that an operator runs need memory of an unknown size: their tensors are not planned.
    for (const std::uint32_t op : with_bodies_) {
      const std::string name = names_.add("bodies of operator " + std::to_string(op));
      program_.add_tensor({.name = name, .size = {}, .at_least = true, .producer = OperatorId(op)}, {});
      summary_.add(ImportKind::unknown, "tensors without a size, which count as 0 bytes", name);
    }
    add_sharing();
    summary_.count(ImportKind::read, "tensors to plan", planned_.size());
    if (planned_.empty() && program_.operator_count() == 0)
      program_.add_fault(graph_place(), "the subgraph has no operators and no tensors to plan");
  }

  /// Adds results that lie in the bytes of an input, and results that may be written over one. The file does not name
  /// them: the kernels' registration does. Inputs and outputs of the graph keep their own bytes.
  void add_sharing() {
    for (std::size_t op = 0; op < size_of(graph_->operators()); ++op) {
      const Operator& record = *graph_->operators()->Get(static_cast<fb::uoffset_t>(op));
      if (record.opcode_index() >= codes_.size() || size_of(record.outputs()) != 1) continue;
      const ResultBytes sharing = result_bytes_of(codes_[record.opcode_index()]);
      if (sharing == ResultBytes::none) continue;
      const TensorUse* const result = shared(record.outputs()->Get(0));
      if (result == nullptr || result->producer != op) continue;
      for (std::size_t k = 0; k < size_of(record.inputs()); ++k) {
        const TensorUse* const input = shared(record.inputs()->Get(static_cast<fb::uoffset_t>(k)));
        if (input == nullptr || input->size != result->size || input->producer == kNone) continue;
        if (sharing == ResultBytes::may_write_over)
          add_in_place(*result, *input);
        else if (k == 0)
          add_view(*result, *input);
      }
    }
  }
  /// The tensor, or null where it cannot share bytes.
  [[nodiscard]] const TensorUse* shared(std::int32_t tensor) const {
    if (tensor < 0 || static_cast<std::size_t>(tensor) >= uses_.size()) return nullptr;
    const TensorUse& use = uses_[static_cast<std::size_t>(tensor)];
    return use.id.valid() && use.size > 0 && !use.input && !use.output ? &use : nullptr;
  }
  void add_view(const TensorUse& result, const TensorUse& input) {
    // Where the file has a plan, its offsets say whether the runtime makes this a view.
    if (has_offsets_ && result.offset != input.offset) return;
    program_.add_view({.tensor = result.id, .of = input.id});
    summary_.add(ImportKind::assumed, "results of RESHAPE and the like lie in the bytes of their input", result.name);
  }
  void add_in_place(const TensorUse& result, const TensorUse& input) {
    if (!pairs_.emplace(result.id, input.id).second) return;
    program_.add_in_place({.output = result.id, .input = input.id});
    summary_.add(ImportKind::assumed,
                 "results of ADD, RELU and the like may be written over an input of their size, after its last use",
                 result.name);
  }

  [[nodiscard]] Result<Document> finish() {
    // Offsets decided ahead of time are for the arena of TFLite Micro.
    const std::int64_t alignment = has_offsets_ ? 16 : 64;
    program_.set_alignment(alignment);
    program_.has_plan &= has_offsets_;
    for (const std::uint32_t t : planned_)
      if (has_offsets_ && uses_[t].offset < 0)
        summary_.add(ImportKind::unknown,
                     "tensors whose offset is decided at run time: the other offsets are not a whole plan",
                     uses_[t].name);
    if (program_.has_plan)
      summary_.count(ImportKind::read, "offsets that were decided ahead of time, as a plan", planned_.size());
    summary_.say(ImportKind::assumed, "offsets are multiples of " + std::to_string(alignment) +
                                          " bytes, as in the arena of " + (has_offsets_ ? "TFLite Micro" : "TFLite"));
    program_.open_dimensions = sizes_.open();
    for (const std::string& name : sizes_.unused())
      program_.warnings.push_back({file_, "", "no tensor has an open dimension " + in_quotes(name)});
    return document_of(std::move(program_), {});
  }

  [[nodiscard]] const Buffer* buffer(std::uint32_t index) const {
    return index < size_of(model_.buffers()) ? model_.buffers()->Get(index) : nullptr;
  }
  [[nodiscard]] bool is_constant(const Tensor& tensor) const {
    const Buffer* data = buffer(tensor.buffer());
    return tensor.external_buffer() != 0 || (data != nullptr && (size_of(data->data()) > 0 || data->offset() > 1));
  }

  [[nodiscard]] std::string text_of(const fb::String* text, const std::string& otherwise) {
    if (size_of(text) == 0 || !take(size_of(text))) return otherwise;
    std::string out = printable(text->string_view(), "");
    if (!out.empty()) return out;
    summary_.add(ImportKind::unknown, "names that are not UTF-8, replaced", otherwise);
    return otherwise;
  }

  bool take(std::size_t entries) { return program_.take(entries, graph_place()); }

  /// Calls `each` for every tensor of a list; -1 means that one is left out.
  template <class Each>
  void for_indices(const Indices* list, const std::string& place, const Each& each) {
    if (!take(size_of(list))) return;
    for (std::size_t k = 0; k < size_of(list); ++k) {
      const std::int32_t index = list->Get(static_cast<fb::uoffset_t>(k));
      if (index == -1)
        summary_.count(ImportKind::skipped, "optional inputs that are left out", 1);
      else if (index < 0 || static_cast<std::size_t>(index) >= uses_.size())
        program_.add_fault(place, "there is no tensor " + std::to_string(index));
      else
        each(static_cast<std::uint32_t>(index));
    }
  }

  const Model& model_;
  const std::string& file_;
  const ReadOptions& options_;
  const SubGraph* graph_ = nullptr;
  const Task& task_;
  ImportedProgram program_;
  ImportSummary& summary_ = program_.summary;
  Sizes sizes_;
  UniqueNames names_;
  std::vector<std::string> codes_;
  std::vector<TensorUse> uses_;
  std::vector<std::uint32_t> planned_;      // tensors of the file, by tensor of the graph
  std::vector<std::uint32_t> with_bodies_;  // operators that run other subgraphs
  bool has_offsets_ = false;
  std::set<std::pair<TensorId, TensorId>> pairs_;  // result and input that may share bytes
};

}  // namespace

bool looks_like_tflite(std::string_view bytes) {
  return bytes.size() >= 8 && bytes.substr(4, 4) == kIdentifier;
}

Result<Document> read_tflite(std::string_view bytes, const std::string& file, const ReadOptions& options,
                             const Task& task) {
  // Bytes beyond 2 GiB are data behind the tables.
  const std::string_view tables = bytes.substr(0, FLATBUFFERS_MAX_BUFFER_SIZE - 1);
  Check check(tables);
  if (!check.is_fine(*ModelTypeTable(), kIdentifier))
    return tl::unexpected(Error::bad_input(file, check.place(),
                                           "this is not a TensorFlow Lite model, or it is damaged or cut short here"));
  return Reader(*fb::GetRoot<Model>(tables.data()), bytes.size(), file, options, task).read();
}

}  // namespace stowage
