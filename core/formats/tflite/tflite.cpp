// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <algorithm>
#include <limits>
#include <set>

#include "core/formats/flat_tables.h"
#include "core/formats/imported_program.h"
#include "core/formats/lines.h"
#include "core/formats/tflite/model_generated.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

using namespace flat;
using namespace tflite;

constexpr const char* kIdentifier = "TFL3";
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t kUndecided = -1;

/// Bits of an element, by type (FLOAT32, FLOAT16, INT32, UINT8, INT64, STRING, …); 0 for types without a fixed size.
constexpr std::int64_t kBits[] = {32, 16, 32, 8, 64, 0, 8, 16, 64, 8, 64, 128, 64, 0, 0, 32, 16, 4, 16, 2, 4, 8, 8};

/// Names of operators by their code in TensorFlow Lite's schema; "-" where a code has no name. The operators of
/// StableHLO, from 163 on, are left out.
constexpr std::string_view kBuiltins =
    "ADD AVERAGE_POOL_2D CONCATENATION CONV_2D DEPTHWISE_CONV_2D DEPTH_TO_SPACE DEQUANTIZE EMBEDDING_LOOKUP "
    "FLOOR FULLY_CONNECTED HASHTABLE_LOOKUP L2_NORMALIZATION L2_POOL_2D LOCAL_RESPONSE_NORMALIZATION LOGISTIC "
    "LSH_PROJECTION LSTM MAX_POOL_2D MUL RELU RELU_N1_TO_1 RELU6 RESHAPE RESIZE_BILINEAR RNN SOFTMAX "
    "SPACE_TO_DEPTH SVDF TANH CONCAT_EMBEDDINGS SKIP_GRAM CALL CUSTOM EMBEDDING_LOOKUP_SPARSE PAD "
    "UNIDIRECTIONAL_SEQUENCE_RNN GATHER BATCH_TO_SPACE_ND SPACE_TO_BATCH_ND TRANSPOSE MEAN SUB DIV SQUEEZE "
    "UNIDIRECTIONAL_SEQUENCE_LSTM STRIDED_SLICE BIDIRECTIONAL_SEQUENCE_RNN EXP TOPK_V2 SPLIT LOG_SOFTMAX "
    "DELEGATE BIDIRECTIONAL_SEQUENCE_LSTM CAST PRELU MAXIMUM ARG_MAX MINIMUM LESS NEG PADV2 GREATER "
    "GREATER_EQUAL LESS_EQUAL SELECT SLICE SIN TRANSPOSE_CONV SPARSE_TO_DENSE TILE EXPAND_DIMS EQUAL NOT_EQUAL "
    "LOG SUM SQRT RSQRT SHAPE POW ARG_MIN FAKE_QUANT REDUCE_PROD REDUCE_MAX PACK LOGICAL_OR ONE_HOT LOGICAL_AND "
    "LOGICAL_NOT UNPACK REDUCE_MIN FLOOR_DIV REDUCE_ANY SQUARE ZEROS_LIKE FILL FLOOR_MOD RANGE "
    "RESIZE_NEAREST_NEIGHBOR LEAKY_RELU SQUARED_DIFFERENCE MIRROR_PAD ABS SPLIT_V UNIQUE CEIL REVERSE_V2 ADD_N "
    "GATHER_ND COS WHERE RANK ELU REVERSE_SEQUENCE MATRIX_DIAG QUANTIZE MATRIX_SET_DIAG ROUND HARD_SWISH IF "
    "WHILE NON_MAX_SUPPRESSION_V4 NON_MAX_SUPPRESSION_V5 SCATTER_ND SELECT_V2 DENSIFY SEGMENT_SUM BATCH_MATMUL "
    "PLACEHOLDER_FOR_GREATER_OP_CODES CUMSUM CALL_ONCE BROADCAST_TO RFFT2D CONV_3D - - - HASHTABLE "
    "HASHTABLE_FIND HASHTABLE_IMPORT HASHTABLE_SIZE REDUCE_ALL CONV_3D_TRANSPOSE VAR_HANDLE READ_VARIABLE "
    "ASSIGN_VARIABLE BROADCAST_ARGS RANDOM_STANDARD_NORMAL BUCKETIZE RANDOM_UNIFORM MULTINOMIAL GELU "
    "DYNAMIC_UPDATE_SLICE RELU_0_TO_1 UNSORTED_SEGMENT_PROD UNSORTED_SEGMENT_MAX UNSORTED_SEGMENT_SUM ATAN2 "
    "UNSORTED_SEGMENT_MIN SIGN BITCAST BITWISE_XOR RIGHT_SHIFT STABLEHLO_LOGISTIC ";

/// "CONV_2D" for 3; "builtin 900" for a code that has no name here.
std::string name_of_builtin(std::int32_t code) {
  std::string_view rest = kBuiltins;
  for (std::int32_t k = 0; !rest.empty() && code >= 0; ++k) {
    const std::string_view name = rest.substr(0, rest.find(' '));
    if (k == code && name != "-") return std::string(name);
    rest.remove_prefix(name.size() + 1);
  }
  return "builtin " + std::to_string(code);
}

/// Operators whose result lies in the bytes of the first input.
constexpr std::string_view kReshaping = " BITCAST EXPAND_DIMS RESHAPE SQUEEZE ";
/// Operators that make each element of the result from the same element of the inputs, after reading it.
constexpr std::string_view kElementWise =
    " ABS ADD ADD_N ATAN2 BITWISE_XOR CAST CEIL COS DEQUANTIZE DIV DYNAMIC_UPDATE_SLICE ELU EXP FLOOR FLOOR_DIV "
    "FLOOR_MOD GELU HARD_SWISH LEAKY_RELU LOG LOGICAL_AND LOGICAL_NOT LOGICAL_OR LOGISTIC MAXIMUM MINIMUM MUL NEG POW "
    "PRELU QUANTIZE RELU RELU6 RELU_0_TO_1 RELU_N1_TO_1 RIGHT_SHIFT ROUND RSQRT SIGN SIN SQRT SQUARE "
    "SQUARED_DIFFERENCE SUB TANH ";

/// Which inputs of an Ethos-U operator are its scratch memory and its fast scratch memory.
constexpr std::size_t kScratch = 2, kFastScratch = 3;

/// The findings of the reader about one tensor of the file.
struct TensorUse {
  bool touched = false;  ///< by an operator, or as an input or a result of the graph
  bool input = false, output = false;
  bool planned = false;
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

/// One model on its way to a graph.
class Reader {
 public:
  Reader(const Model& model, const FileToRead& in)
      : model_(model),
        in_(in),
        program_(
            "tflite", in.file, [](const InputItem& item) { return place_of(item); }, in.bytes.size()) {}

  Result<Document> read() {
    if (size_of(model_.subgraphs()) == 0) return bad_input(in_.file, "/subgraphs", "the model has no subgraph");
    STOWAGE_CHECK(choose());
    read_codes();
    read_tensors();
    for_tensors(graph_->inputs(), "inputs", [](TensorUse& use) { use.touched = use.input = true; });
    for_tensors(graph_->outputs(), "outputs", [](TensorUse& use) { use.touched = use.output = true; });
    read_operators();
    if (in_.task.should_stop()) return tl::unexpected(in_.task.why_stopped());
    read_offsets();
    add_tensors();
    if (in_.task.should_stop()) return tl::unexpected(in_.task.why_stopped());
    say_sizes_and_offsets();
    return document_of(std::move(program_), {});
  }

 private:
  static std::string place_of(const InputItem& item) {
    const bool node = item.section == InputItem::Section::nodes;
    return (node ? "operator " : "tensor ") + std::to_string(item.index);
  }

  /// Chooses the first subgraph, or the one whose name or signature is ReadOptions::graph.
  Result<void> choose() {
    std::vector<GraphInFile>& graphs = program_.graphs;
    UniqueNames names;
    for (const SubGraph* const graph : items_of(model_.subgraphs())) {
      const std::string number = "subgraph " + std::to_string(graphs.size());
      graphs.push_back({names.add(text_of(graph->name(), number)), size_of(graph->operators())});
    }
    std::vector<GraphInFile> named = graphs;
    auto of = numbers_below<std::size_t>(graphs.size());
    for (const SignatureDef* const signature : items_of(model_.signature_defs())) {
      const std::string key = text_of(signature->signature_key(), "");
      if (key.empty() || signature->subgraph_index() >= graphs.size()) continue;
      const GraphInFile& graph = graphs[signature->subgraph_index()];
      if (graphs.size() > 1)
        summary_.add(Read::tr("signatures, each a second name of its subgraph"), key + " (" + graph.name + ')');
      named.push_back({key, graph.operators});
      of.push_back(signature->subgraph_index());
    }
    if (in_.options.graph) {
      STOWAGE_TRY(const std::size_t found, choose_graph(named, in_.options.graph, in_.file));
      program_.graph_index = of[found];
    }
    graph_ = model_.subgraphs()->Get(static_cast<fb::uoffset_t>(program_.graph_index));
    for (std::size_t k = 0; k < graphs.size(); ++k)
      if (k != program_.graph_index) summary_.add(Skipped::tr("other graphs"), graphs[k].name);
    return {};
  }

  [[nodiscard]] std::string graph_place() const { return "/subgraphs/" + std::to_string(program_.graph_index); }

  void read_codes() {
    for (const OperatorCode* const code : items_of(model_.operator_codes())) {
      const std::string builtin =
          name_of_builtin(std::max<std::int32_t>(code->deprecated_builtin_code(), code->builtin_code()));
      codes_.push_back(builtin == "CUSTOM" ? text_of(code->custom_code(), builtin) : builtin);
    }
  }

  void read_tensors() {
    for (const Tensor* const tensor : items_of(graph_->tensors())) {
      const std::string name = text_of(tensor->name(), "unnamed " + std::to_string(uses_.size()));
      uses_.push_back({.name = names_.add(name)});
      if (size_of(tensor->name()) == 0) summary_.count(Assumed::tr("tensors without a name got one"), 1);
    }
  }

  void read_operators() {
    const StreamId stream = program_.add_stream(0);
    const auto& operators = items_of(graph_->operators());
    for (std::uint32_t op = 0; op < operators.size(); ++op) {
      const Operator& record = *operators[op];
      if (record.opcode_index() >= codes_.size())
        program_.add_fault("operator " + std::to_string(op), "its code is not in the table of codes");
      const std::string kind = kind_of(record);
      if (!take(kind.size())) return;
      program_.add_operator({.name = kind + ' ' + std::to_string(op), .stream = stream, .kind = kind});
      if (kind == "IF" || kind == "WHILE" || kind == "CALL_ONCE") with_bodies_.push_back(op);
      read_inputs(op, record);
      read_outputs(op, record);
      summary_.count(Skipped::tr("intermediates of operators, which only describe them"),
                     size_of(record.intermediates()));
    }
    summary_.count(Read::tr("operators, in their order"), operators.size());
  }

  void read_inputs(std::uint32_t op, const Operator& record) {
    if (has_scratch(record))
      for (const std::size_t place : {kScratch, kFastScratch}) {
        const auto t = static_cast<std::uint32_t>(record.inputs()->Get(static_cast<fb::uoffset_t>(place)));
        if (t < uses_.size() && uses_[t].consumers.empty() && uses_[t].producer == kNone && !uses_[t].input)
          uses_[t].producer = op;  // no operator fills it before
      }
    for_tensors(record.inputs(), "operator " + std::to_string(op), [&](TensorUse& use) {
      use.touched = true;
      if (use.consumers.empty() || use.consumers.back() != OperatorId(op)) use.consumers.emplace_back(op);
    });
  }

  void read_outputs(std::uint32_t op, const Operator& record) {
    for_tensors(record.outputs(), "operator " + std::to_string(op), [&](TensorUse& use) {
      use.touched = true;
      const bool is_read = !use.consumers.empty() && use.consumers.back() == OperatorId(op);
      if (is_read) use.consumers.pop_back();  // the operator writes over what it reads
      if (use.producer == op) return;
      // Written again, it had bytes before, and needs them at least until here.
      const bool again = use.producer != kNone || use.input || !use.consumers.empty();
      if (again || is_read)
        use.consumers.emplace_back(op);
      else
        use.producer = op;
      if (again) summary_.add(Read::tr("tensors that an operator writes again"), use.name);
    });
  }

  /// Reads the offsets decided ahead of time, which the first subgraph alone has.
  void read_offsets() {
    if (program_.graph_index != 0) return;
    for (const Metadata* const entry : items_of(model_.metadata())) {
      const Buffer* found = buffer(entry->buffer());
      if (size_of(entry->name()) == 0 || entry->name()->string_view() != "OfflineMemoryAllocation" || found == nullptr)
        continue;
      // version, subgraphs, number of tensors, and the offset of each
      const auto* data = found->data();
      const std::size_t words = size_of(data) / 4;
      const auto word = [&](std::size_t at) { return fb::ReadScalar<std::int32_t>(data->data() + 4 * at); };
      if (words < 3 || word(2) < 0 || static_cast<std::size_t>(word(2)) != words - 3 || words - 3 < uses_.size()) {
        summary_.say(Unknown::tr("OfflineMemoryAllocation does not have an offset a tensor"));
        continue;
      }
      has_offsets_ = true;
      for (std::size_t t = 0; t < uses_.size(); ++t) uses_[t].offset = std::max(word(3 + t), -1);
    }
  }

  /// Whether an operator runs on an Ethos-U. Its inputs are commands, weights, two scratch memories, and the others.
  [[nodiscard]] bool has_scratch(const Operator& record) const {
    return kind_of(record) == "ethos-u" && size_of(record.inputs()) > kFastScratch;
  }

  /// Joins tensors that lie within the scratch memory of an Ethos-U operator, often its inputs and results, with it.
  void join_scratch(const Operator& record) {
    if (!has_scratch(record)) return;
    const auto number = static_cast<std::uint32_t>(record.inputs()->Get(kScratch));
    if (number >= uses_.size() || uses_[number].arena != kNone || uses_[number].offset < 0) return;
    TensorUse& scratch = uses_[number];
    const auto join = [&](TensorUse& use) {
      if (&use == &scratch || use.arena != kNone || use.offset < scratch.offset ||
          use.offset + use.size > scratch.offset + scratch.size)
        return;
      use.arena = number;
      scratch.take_in(use);
      summary_.add(Assumed::tr("tensors within the scratch memory of an Ethos-U operator are planned with it"),
                   use.name);
    };
    for_tensors(record.inputs(), "", join);
    for_tensors(record.outputs(), "", join);
  }

  /// Whether a tensor of the file is in the graph; the summary says why not.
  [[nodiscard]] bool is_planned(const Tensor& tensor, const TensorUse& use) {
    const auto skip = [&](const ImportWords& what) { return summary_.add(what, use.name), false; };
    if (is_constant(tensor)) return skip(Skipped::tr("constants, which lie in the model"));
    if (tensor.is_variable() != 0)
      return skip(Skipped::tr("variables, which keep their values between runs in memory of their own"));
    if (!use.touched) return skip(Skipped::tr("tensors that no operator uses"));
    if (use.producer == kNone && !use.input)
      summary_.add(Assumed::tr("tensors that no operator makes are present from the start"), use.name);
    return true;
  }
  [[nodiscard]] bool is_constant(const Tensor& tensor) const {
    const Buffer* data = buffer(tensor.buffer());
    return tensor.external_buffer() != 0 || (data != nullptr && (size_of(data->data()) > 0 || data->offset() > 1));
  }

  /// Sets the size of a tensor. Open dimensions have given lengths, or those that the file stores.
  void measure(std::size_t t, const Tensor& tensor) {
    TensorUse& use = uses_[t];
    const auto& shape = items_of(tensor.shape());
    const auto& signature = items_of(tensor.shape_signature());
    std::vector<std::int64_t> lengths;
    for (fb::uoffset_t axis = 0; axis < shape.size(); ++axis) {
      const bool open = shape[axis] < 0 || (signature.size() == shape.size() && signature[axis] < 0);
      lengths.push_back(open ? open_dimension(use, axis, shape[axis]) : shape[axis]);
    }
    const int type = tensor.type();
    const std::int64_t bits = type >= 0 && static_cast<std::size_t>(type) < std::size(kBits) ? kBits[type] : 0;
    if (bits == 0) {
      summary_.add(Unknown::tr("tensors of a type without a fixed size, which are not counted"), use.name);
      use.at_least = true;
      return;
    }
    const auto bytes = array_bytes(bits, lengths);
    if (!bytes) return program_.add_fault("tensor " + std::to_string(t), "its size is not below 2^53 bytes");
    use.size = *bytes;
  }

  [[nodiscard]] std::int64_t open_dimension(TensorUse& use, std::size_t axis, std::int64_t stored) {
    const std::string of_all = "*:" + std::to_string(axis), own = use.name + of_all.substr(1);
    for (const std::string& name : {own, of_all})
      if (const auto given = in_.options.dimensions.find(name); given != in_.options.dimensions.end()) {
        used_.insert(name);
        return std::max<std::int64_t>(given->second, 0);
      }
    OpenDimension& open = open_[axis];
    open.name = of_all;
    ++open.tensors;
    open.stored += stored >= 0;
    summary_.add(stored >= 0 ? stowage::Assumed::tr("open dimensions have the lengths stored in the file")
                             : stowage::Assumed::tr("open dimensions without a stored length count as 1"),
                 own);
    use.at_least |= stored < 0;
    return stored < 0 ? 1 : stored;
  }

  void add_tensors() {
    for (std::size_t t = 0; t < uses_.size(); ++t) {
      const Tensor& tensor = *graph_->tensors()->Get(static_cast<fb::uoffset_t>(t));
      uses_[t].planned = is_planned(tensor, uses_[t]);
      if (!uses_[t].planned) continue;
      if (!take(size_of(tensor.shape()))) return;
      measure(t, tensor);
    }
    if (has_offsets_)
      for (const Operator* const record : items_of(graph_->operators())) join_scratch(*record);
    std::size_t count = 0;
    for (TensorUse& use : uses_) {
      if (!use.planned || use.arena != kNone) continue;
      ++count;
      use.id = program_.add_tensor({.name = use.name,
                                    .size = {use.size},
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
      summary_.add(Unknown::tr("tensors without a size, which count as 0 bytes"), name);
    }
    add_sharing();
    summary_.count(Read::tr("tensors to plan"), count);
    if (count == 0 && program_.operator_count() == 0)
      program_.add_fault(graph_place(), "the subgraph has no operators and no tensors to plan");
  }

  /// Adds results that lie in the bytes of an input, and results that may be written over one. The file does not name
  /// them: the kernels' registration does. Inputs and outputs of the graph keep their own bytes.
  void add_sharing() {
    const auto& operators = items_of(graph_->operators());
    for (std::uint32_t op = 0; op < operators.size(); ++op) {
      const Operator& record = *operators[op];
      const bool is_view = has_word(kReshaping, kind_of(record));
      if ((!is_view && !has_word(kElementWise, kind_of(record))) || size_of(record.outputs()) != 1) continue;
      const TensorUse* const result = shared(record.outputs()->Get(0));
      if (result == nullptr || result->producer != op) continue;
      std::set<TensorId> seen;
      for (fb::uoffset_t k = 0; k < size_of(record.inputs()); ++k) {
        const TensorUse* const input = shared(record.inputs()->Get(k));
        if (input == nullptr || input->size != result->size || input->producer == kNone) continue;
        if (is_view && k == 0)
          add_view(*result, *input);
        else if (!is_view && seen.insert(input->id).second)
          add_in_place(*result, *input);
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
    summary_.add(Assumed::tr("results of RESHAPE and the like lie in the bytes of their input"), result.name);
  }
  void add_in_place(const TensorUse& result, const TensorUse& input) {
    program_.add_in_place({.output = result.id, .input = input.id});
    summary_.add(
        Assumed::tr("results of ADD, RELU and the like may be written over an input of their size, after its last use"),
        result.name);
  }

  void say_sizes_and_offsets() {
    // Offsets decided ahead of time are for the arena of TFLite Micro.
    const std::int64_t alignment = has_offsets_ ? 16 : 64;
    program_.set_alignment(alignment);
    program_.has_plan &= has_offsets_;
    std::size_t decided = 0;
    for (const TensorUse& use : uses_) {
      if (!has_offsets_ || !use.id.valid()) continue;
      ++decided;
      if (use.offset < 0)
        summary_.add(Unknown::tr("tensors whose offset is decided at run time: the other offsets are not a whole plan"),
                     use.name);
    }
    if (program_.has_plan) summary_.count(Read::tr("offsets that were decided ahead of time, as a plan"), decided);
    summary_.say((has_offsets_ ? Assumed::tr("offsets are multiples of %1 bytes, as in the arena of TFLite Micro")
                               : Assumed::tr("offsets are multiples of %1 bytes, as in the arena of TFLite"))
                     .with(alignment));
    for (auto& [axis, open] : open_) program_.open_dimensions.push_back(std::move(open));
    for (const auto& [name, length] : in_.options.dimensions)
      if (!used_.contains(name))
        program_.warnings.push_back({in_.file, "", "no tensor has an open dimension " + in_quotes(name)});
  }

  [[nodiscard]] const Buffer* buffer(std::uint32_t index) const {
    return index < size_of(model_.buffers()) ? model_.buffers()->Get(index) : nullptr;
  }
  [[nodiscard]] std::string kind_of(const Operator& record) const {
    return record.opcode_index() < codes_.size() ? codes_[record.opcode_index()] : "unknown";
  }

  [[nodiscard]] std::string text_of(const fb::String* text, const std::string& otherwise) {
    if (size_of(text) == 0 || !take(size_of(text))) return otherwise;
    std::string out = printable(text->string_view(), "");
    if (!out.empty()) return out;
    summary_.add(stowage::Unknown::tr("names that are not UTF-8, replaced"), otherwise);
    return otherwise;
  }

  bool take(std::size_t entries) { return program_.take(entries, graph_place()); }

  /// Calls `each` for every tensor of a list; -1 means that one is left out.
  template <class Each>
  void for_tensors(const Indices* list, const std::string& place, const Each& each) {
    if (!take(size_of(list))) return;
    for (const std::int32_t index : items_of(list))
      if (index == -1)
        summary_.count(Skipped::tr("optional inputs that are left out"), 1);
      else if (index < 0 || static_cast<std::size_t>(index) >= uses_.size())
        program_.add_fault(place, "there is no tensor " + std::to_string(index));
      else
        each(uses_[static_cast<std::size_t>(index)]);
  }

  const Model& model_;
  const SubGraph* graph_ = nullptr;
  const FileToRead& in_;
  ImportedProgram program_;
  ImportSummary& summary_ = program_.summary;
  UniqueNames names_;
  std::vector<std::string> codes_;
  std::vector<TensorUse> uses_;             // by tensor of the file
  std::vector<std::uint32_t> with_bodies_;  // operators that run other subgraphs
  bool has_offsets_ = false;
  std::map<std::size_t, OpenDimension> open_;  // without a given length, by axis
  std::set<std::string> used_;                 // given lengths
};

}  // namespace

bool looks_like_tflite(std::string_view bytes) {
  return bytes.size() >= 8 && bytes.substr(4, 4) == kIdentifier;
}

Result<Document> read_tflite(const FileToRead& in) {
  // Bytes beyond 2 GiB are data behind the tables.
  const std::string_view tables = in.bytes.substr(0, FLATBUFFERS_MAX_BUFFER_SIZE - 1);
  Check check(tables);
  if (!check.is_fine(*ModelTypeTable(), kIdentifier))
    return bad_input(in.file, check.place(), "this is not a TensorFlow Lite model, or it is damaged or cut short here");
  return Reader(*fb::GetRoot<Model>(tables.data()), in).read();
}

}  // namespace stowage
