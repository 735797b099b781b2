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

/// Operators that run subgraphs.
constexpr std::string_view kRunning = " CALL CALL_ONCE IF WHILE ";

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
  const Tensor *record = nullptr, *twin = nullptr;  ///< the twin: of the body of a loop, beside that of the condition
  bool is_outside = false;                          ///< of a body: it is a tensor of the graph around

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

std::string place_of(const InputItem& item) {
  const bool node = item.section == InputItem::Section::nodes;
  return (node ? "operator " : "tensor ") + std::to_string(item.index);
}

/// A model on its way to a document: all that its graph and the bodies in it have in common.
struct Import {
  const Model& model;
  const FileToRead& in;
  ImportedProgram program{"tflite", in.file, place_of, in.bytes.size()};
  std::vector<std::string> codes{};
  std::map<std::size_t, OpenDimension> open{};  // without a given length, by axis
  std::set<std::string> used{};                 // given lengths
  std::set<std::size_t> bodies{};               // subgraphs that operators run
  std::size_t left_in_bodies = 1'000'000;       // operators, tensors and their uses, in all bodies together
};

/// A graph of a model: one that was chosen, or a body, which may consist of two subgraphs.
class Reader {
 public:
  explicit Reader(Import& all) : all_(all) {}

  Result<Document> read() {
    if (size_of(model_.subgraphs()) == 0) return bad_input(in_.file, "/subgraphs", "the model has no subgraph");
    STOWAGE_CHECK(choose());
    read_codes();
    enter(program_.graph_index);
    for_tensors(graph_->outputs(), "outputs", [](TensorUse& use) { use.touched = use.output = true; });
    read_operators();
    if (in_.task.should_stop()) return tl::unexpected(in_.task.why_stopped());
    read_offsets();
    measure_tensors();
    add_tensors();
    if (in_.task.should_stop()) return tl::unexpected(in_.task.why_stopped());
    say_sizes_and_offsets();
    return document_of(std::move(program_), {});
  }

 private:
  /// For a body of `around`, whose tensors `shared` it may have by the same names.
  Reader(Reader& around, std::uint32_t op, GraphBuilder& body, const std::vector<const TensorUse*>& shared)
      : all_(around.all_), out_(body), place_(around.body_place(op)), around_(around.around_), is_body_(true) {
    around_.push_back(around.parts_[around.part_].number);
    body.set_name(std::string(around.out_.name(OperatorId(op))));
    for (const TensorUse* const use : shared)
      if (use != nullptr && use->id.valid() && outside_.insert(use->name).second) names_.add(use->name);
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
    return {};
  }

  /// Begins with a subgraph. `inputs`: what its inputs are, where they are tensors of this reader already.
  void enter(std::size_t number, const std::vector<std::uint32_t>& inputs = {}) {
    graph_ = model_.subgraphs()->Get(static_cast<fb::uoffset_t>(number));
    part_ = parts_.size();
    parts_.push_back({graph_, number, out_.operator_count()});
    read_tensors(inputs);
    for_tensors(graph_->inputs(), "inputs", [](TensorUse& use) { use.touched = use.input = true; });
  }

  [[nodiscard]] std::string graph_place() const { return "/subgraphs/" + std::to_string(program_.graph_index); }
  [[nodiscard]] std::string name_of_subgraph(std::size_t number) const { return program_.graphs[number].name; }

  void read_codes() {
    for (const OperatorCode* const code : items_of(model_.operator_codes())) {
      const std::string builtin =
          name_of_builtin(std::max<std::int32_t>(code->deprecated_builtin_code(), code->builtin_code()));
      all_.codes.push_back(builtin == "CUSTOM" ? text_of(code->custom_code(), builtin) : builtin);
    }
  }

  void read_tensors(const std::vector<std::uint32_t>& inputs) {
    const auto& tensors = items_of(graph_->tensors());
    std::vector<std::uint32_t>& at = parts_.back().at;
    if (!take_in_body(1 + tensors.size())) return;
    at.assign(tensors.size(), kNone);
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      const auto input = static_cast<std::size_t>(graph_->inputs()->Get(static_cast<fb::uoffset_t>(k)));
      if (input >= at.size() || at[input] != kNone || inputs[k] == kNone) continue;
      at[input] = inputs[k];
      uses_[inputs[k]].twin = tensors[static_cast<fb::uoffset_t>(input)];
    }
    for (std::uint32_t t = 0; t < tensors.size(); ++t) {
      if (at[t] != kNone) continue;
      at[t] = static_cast<std::uint32_t>(uses_.size());
      const std::string name = text_of(tensors[t]->name(), "unnamed " + std::to_string(t));
      uses_.push_back({.name = names_.add(name), .record = tensors[t]});
      if (size_of(tensors[t]->name()) == 0) summary_.count(Assumed::tr("tensors without a name got one"), 1);
    }
  }

  void read_operators() {
    const StreamId stream = out_.find_stream(0).valid() ? out_.find_stream(0) : out_.add_stream(0);
    const auto& operators = items_of(graph_->operators());
    for (std::uint32_t k = 0; k < operators.size(); ++k) {
      const auto op = static_cast<std::uint32_t>(out_.operator_count());
      const Operator& record = *operators[k];
      if (record.opcode_index() >= all_.codes.size())
        program_.add_fault(place_ + "operator " + std::to_string(op), "its code is not in the table of codes");
      const std::string kind = kind_of(record);
      if (!take(kind.size()) || !take_in_body(1 + size_of(record.inputs()) + size_of(record.outputs()))) return;
      out_.add_operator({.name = kind + ' ' + std::to_string(op), .stream = stream, .kind = kind});
      if (has_word(kRunning, kind)) with_bodies_.emplace_back(op, &record);
      read_inputs(op, record);
      read_outputs(op, record);
      summary_.count(Skipped::tr("intermediates of operators, which only describe them"),
                     size_of(record.intermediates()));
    }
    summary_.count(
        is_body_ ? Read::tr("operators in bodies of loops and branches") : Read::tr("operators, in their order"),
        operators.size());
  }

  void read_inputs(std::uint32_t op, const Operator& record) {
    if (has_scratch(record))
      for (const std::size_t place : {kScratch, kFastScratch}) {
        TensorUse* const use = use_at(record.inputs()->Get(static_cast<fb::uoffset_t>(place)));
        if (use != nullptr && use->consumers.empty() && use->producer == kNone && !use->input)
          use->producer = op;  // no operator fills it before
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
    if (!bytes) return program_.add_fault(place_ + "tensor " + std::to_string(t), "its size is not below 2^53 bytes");
    use.size = *bytes;
  }

  [[nodiscard]] std::int64_t open_dimension(TensorUse& use, std::size_t axis, std::int64_t stored) {
    const std::string of_all = "*:" + std::to_string(axis), own = use.name + of_all.substr(1);
    for (const std::string& name : {own, of_all})
      if (const auto given = in_.options.dimensions.find(name); given != in_.options.dimensions.end()) {
        all_.used.insert(name);
        return std::max<std::int64_t>(given->second, 0);
      }
    OpenDimension& open = all_.open[axis];
    open.name = of_all;
    ++open.tensors;
    open.stored += stored >= 0;
    summary_.add(stored >= 0 ? stowage::Assumed::tr("open dimensions have the lengths stored in the file")
                             : stowage::Assumed::tr("open dimensions without a stored length count as 1"),
                 own);
    use.at_least |= stored < 0;
    return stored < 0 ? 1 : stored;
  }

  void measure_tensors() {
    for (std::size_t t = 0; t < uses_.size(); ++t) {
      uses_[t].planned = is_planned(*uses_[t].record, uses_[t]);
      if (!uses_[t].planned) continue;
      if (!take(size_of(uses_[t].record->shape()))) return;
      measure(t, *uses_[t].record);
      const std::int64_t size = uses_[t].size;
      if (uses_[t].twin != nullptr) measure(t, *uses_[t].twin);
      uses_[t].size = std::max(uses_[t].size, size);
    }
  }

  void add_tensors() {
    if (has_offsets_)
      for (const Operator* const record : items_of(graph_->operators())) join_scratch(*record);
    std::size_t count = 0;
    for (TensorUse& use : uses_) {
      if (!use.planned || use.arena != kNone) continue;
      ++count;
      const GraphBuilder::Tensor spec{.name = use.name,
                                      .size = {use.size},
                                      .at_least = use.at_least,
                                      .producer = OperatorId(use.producer),
                                      .consumers = use.consumers,
                                      .output = use.output};
      use.id = add(spec, use.offset < 0 ? std::nullopt : std::optional(use.offset));
    }
    for (const auto& [op, record] : with_bodies_)
      if (!add_bodies(op, *record)) {
        // What the operator runs needs memory of an unknown size: its tensors are not planned.
        const std::string name = names_.add("bodies of operator " + std::to_string(op));
        add({.name = name, .size = {}, .at_least = true, .producer = OperatorId(op)}, 0);
        summary_.add(Unknown::tr("tensors without a size, which count as 0 bytes"), name);
      }
    for (part_ = 0; part_ < parts_.size(); ++part_) add_sharing();
    summary_.count(is_body_ ? Read::tr("tensors in bodies of loops and branches") : Read::tr("tensors to plan"), count);
    if (count == 0 && out_.operator_count() == 0 && !is_body_)
      program_.add_fault(graph_place(), "the subgraph has no operators and no tensors to plan");
  }
  TensorId add(const GraphBuilder::Tensor& spec, std::optional<std::int64_t> offset) {
    return is_body_ ? out_.add_tensor(spec) : program_.add_tensor(spec, {.offset = offset});
  }

  // ---- subgraphs that operators run
  /// The tensors of a list of the operators, or of a subgraph; null for one that is left out or not there.
  [[nodiscard]] std::vector<const TensorUse*> uses_of(const Indices* list) const {
    std::vector<const TensorUse*> out;
    for (const std::int32_t index : items_of(list)) out.push_back(use_at(index));
    return out;
  }

  /// Gives an operator its bodies. False where the file does not say which subgraphs it runs, or a loop runs nothing.
  bool add_bodies(std::uint32_t op, const Operator& record) {
    const auto* const runs = static_cast<const Subgraphs*>(record.options());
    const std::string kind = kind_of(record);
    const Options type = record.options_type();
    const bool is_loop = kind == "WHILE", is_choice = kind == "IF";
    if (runs == nullptr || type != (is_loop               ? Options_While
                                    : is_choice           ? Options_If
                                    : kind == "CALL_ONCE" ? Options_CallOnce
                                                          : Options_Call))
      return false;
    part_ = 0;
    while (part_ + 1 < parts_.size() && parts_[part_ + 1].first <= op) ++part_;
    std::vector<const TensorUse*> given = uses_of(record.inputs());
    const std::vector<const TensorUse*> made = uses_of(record.outputs());
    std::vector<const TensorUse*> shared = given;
    shared.insert(shared.end(), made.begin(), made.end());
    if (is_choice && !given.empty()) given.erase(given.begin());  // the condition
    std::vector<std::size_t> numbers{static_cast<std::size_t>(runs->first())};
    if (is_loop || is_choice) numbers.push_back(static_cast<std::size_t>(runs->second()));
    for (std::size_t k = 0; k < numbers.size(); ++k)
      if (!may_run(op, numbers[k], given.size(), is_loop && k == 0 ? 1 : made.size())) return true;
    bool has_body = true;
    if (is_loop) {
      has_body = add_loop(op, numbers, given, made, shared);
    } else {
      std::vector<Branch> branches;
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        GraphBuilder body(in_.file, [this, op](const InputItem& item) { return body_place(op) + place_of(item); });
        Reader(*this, op, body, shared).read_branch(numbers[k], given, made);
        if (auto graph = program_.take_body(std::move(body)))
          branches.push_back({!is_choice ? name_of_subgraph(numbers[k]) : k == 0 ? "then" : "else", *std::move(graph)});
      }
      if (branches.size() == numbers.size()) out_.set_branches(OperatorId(op), std::move(branches));
    }
    all_.bodies.insert(numbers.begin(), numbers.end());
    if (has_body)
      summary_.add(is_loop     ? Read::tr("loops, with their condition and body")
                   : is_choice ? Read::tr("choices, with their branches")
                               : Read::tr("calls of a subgraph, read as a branch that always runs"),
                   place_ + std::string(out_.name(OperatorId(op))));
    return has_body;
  }
  [[nodiscard]] std::string body_place(std::uint32_t op) const {
    return place_ + "operator " + std::to_string(op) + ", ";
  }

  /// Whether an operator can run a subgraph; a fault if not.
  bool may_run(std::uint32_t op, std::size_t number, std::size_t inputs, std::size_t outputs) {
    constexpr std::size_t kDeepest = 20;  // so that the graph can be written to a graph file
    const auto fault = [&](const std::string& reason) {
      program_.add_fault(place_ + "operator " + std::to_string(op), reason);
      return false;
    };
    if (number >= size_of(model_.subgraphs())) return fault("there is no subgraph that it could run");
    const std::string name = "the subgraph " + in_quotes(name_of_subgraph(number));
    if (number == parts_[part_].number || std::ranges::count(around_, number) > 0) return fault(name + " runs itself");
    if (around_.size() >= kDeepest) return fault("subgraphs run each other too deeply");
    const SubGraph& graph = *model_.subgraphs()->Get(static_cast<fb::uoffset_t>(number));
    if (size_of(graph.inputs()) != inputs || size_of(graph.outputs()) != outputs)
      return fault(name + " has not as many inputs and outputs as it is run with");
    return !program_.has_faults();
  }

  /// Makes the body of a loop: the condition, then the body. What the loop carries is an input of both.
  bool add_loop(std::uint32_t op, const std::vector<std::size_t>& numbers, const std::vector<const TensorUse*>& given,
                const std::vector<const TensorUse*>& made, const std::vector<const TensorUse*>& shared) {
    GraphBuilder builder(in_.file, [this, op](const InputItem& item) { return body_place(op) + place_of(item); });
    Reader body(*this, op, builder, shared);
    const auto into = body.read_loop(numbers);
    const auto from = body.read_results();
    std::vector<bool> passed_on(given.size());
    for (std::size_t k = 0; k < given.size() && k < into.size() && k < from.size(); ++k) {
      passed_on[k] = into[k] != kNone && into[k] == from[k];
      if (passed_on[k]) body.leave_constant(into[k], given[k]);
    }
    // What never changes but is carried into another tensor is a copy: in a loop around, its place may change each
    // time.
    std::vector<const TensorUse*> may_be = given;
    std::unordered_set<std::uint32_t> carried_on;
    const auto is_carried = [&](std::size_t k) {
      return !passed_on[k] && k < from.size() && from[k] != kNone && body.uses_[from[k]].planned;
    };
    for (std::size_t k = 0; k < passed_on.size(); ++k)
      if (is_carried(k)) carried_on.insert(from[k]);
    for (std::size_t k = 0; k < passed_on.size() && k < into.size(); ++k)
      if (!is_carried(k) && carried_on.contains(into[k])) may_be[k] = nullptr;
    body.share(into, may_be, false);
    body.share(from, made, true);
    body.add_tensors();
    auto graph = program_.take_body(std::move(builder));
    if (!graph) return true;
    if (graph->operator_count() == 0) return false;
    Loop loop{*std::move(graph), {}};
    std::set<TensorId> taken;
    for (std::size_t k = 0; k < into.size() && k < from.size(); ++k) {
      const TensorId a = body.id_of(into[k]), b = body.id_of(from[k]);
      if (!passed_on[k] && a.valid() && b.valid() && taken.insert(a).second) loop.carry.push_back({a, b});
      if (passed_on[k] && given[k] != nullptr && made[k] != nullptr) pass_on(*given[k], *made[k], op);
    }
    out_.set_loop(OperatorId(op), std::make_shared<const Loop>(std::move(loop)));
    return true;
  }
  [[nodiscard]] TensorId id_of(std::uint32_t use) const { return use == kNone ? TensorId() : uses_[use].id; }
  /// What a loop hands on without a change lies where it lay.
  void pass_on(const TensorUse& given, const TensorUse& made, std::uint32_t op) {
    if (!given.id.valid() || !made.id.valid() || given.size != made.size || made.producer != op || made.size == 0 ||
        made.output || given.input || given.output || given.producer == kNone || !passed_.insert(made.id).second)
      return;
    out_.add_view({.tensor = made.id, .of = given.id});
    summary_.add(Assumed::tr("results that a loop never changes lie in the bytes of its inputs"), made.name);
  }

  /// Reads the condition and the body; returns what is carried, by input.
  std::vector<std::uint32_t> read_loop(const std::vector<std::size_t>& numbers) {
    enter(numbers[0]);
    for_tensors(graph_->outputs(), "outputs", [](TensorUse& use) { use.touched = true; });
    read_operators();
    const std::vector<std::uint32_t> into = numbers_of(graph_->inputs());
    // The loop may end here: the values that it carries must still be there.
    if (out_.operator_count() > 0)
      for (const std::uint32_t use : into)
        if (use != kNone) uses_[use].consumers.emplace_back(out_.operator_count() - 1);
    enter(numbers[1], into);
    return into;
  }
  /// Reads the operators that make the results of a body; returns these.
  std::vector<std::uint32_t> read_results() {
    for_tensors(graph_->outputs(), "outputs", [](TensorUse& use) { use.touched = use.output = true; });
    read_operators();
    measure_tensors();
    return numbers_of(graph_->outputs());
  }
  void read_branch(std::size_t number, const std::vector<const TensorUse*>& given,
                   const std::vector<const TensorUse*>& made) {
    enter(number);
    const auto inputs = numbers_of(graph_->inputs());
    const auto results = read_results();
    for (std::size_t k = 0; k < inputs.size() && k < given.size(); ++k) leave_constant(inputs[k], given[k]);
    share(inputs, given, false);
    share(results, made, true);
    add_tensors();
  }
  /// Numbers of tensors in `uses_`; kNone for one that is not there.
  [[nodiscard]] std::vector<std::uint32_t> numbers_of(const Indices* list) const {
    std::vector<std::uint32_t> out;
    for (const TensorUse* const use : uses_of(list))
      out.push_back(use == nullptr ? kNone : static_cast<std::uint32_t>(use - uses_.data()));
    return out;
  }
  /// What lies outside of the plan and is only read in a body stays where it is.
  void leave_constant(std::uint32_t use, const TensorUse* given) {
    if (use == kNone || !uses_[use].planned || (given != nullptr && given->id.valid())) return;
    uses_[use].planned = false;
    summary_.add(Skipped::tr("inputs of bodies that are constants outside"), place_ + uses_[use].name);
  }
  /// Gives tensors of a body the names of those outside that they are. Others are copied from, or to, outside.
  void share(const std::vector<std::uint32_t>& mine, const std::vector<const TensorUse*>& theirs, bool are_made) {
    for (std::size_t k = 0; k < mine.size() && k < theirs.size(); ++k) {
      if (mine[k] == kNone || theirs[k] == nullptr || !theirs[k]->id.valid() || !uses_[mine[k]].planned) continue;
      TensorUse& use = uses_[mine[k]];
      if (use.is_outside || (use.producer != kNone) != are_made || use.size != theirs[k]->size ||
          use.at_least != theirs[k]->at_least || outside_.erase(theirs[k]->name) == 0)
        continue;
      use.is_outside = true;
      use.name = theirs[k]->name;
    }
  }

  /// Adds results that lie in the bytes of an input, and results that may be written over one. The file does not name
  /// them: the kernels' registration does. Inputs and outputs of the graph keep their own bytes.
  void add_sharing() {
    const auto& operators = items_of(parts_[part_].graph->operators());
    for (std::uint32_t k = 0; k < operators.size(); ++k) {
      const auto op = static_cast<std::uint32_t>(parts_[part_].first + k);
      const Operator& record = *operators[k];
      const bool is_view = has_word(kReshaping, kind_of(record));
      if ((!is_view && !has_word(kElementWise, kind_of(record))) || size_of(record.outputs()) != 1) continue;
      const TensorUse* const result = shared(record.outputs()->Get(0));
      if (result == nullptr || result->producer != op) continue;
      std::set<TensorId> seen;
      for (fb::uoffset_t n = 0; n < size_of(record.inputs()); ++n) {
        const TensorUse* const input = shared(record.inputs()->Get(n));
        if (input == nullptr || input->size != result->size || input->producer == kNone) continue;
        if (is_view && n == 0)
          add_view(*result, *input);
        else if (!is_view && seen.insert(input->id).second)
          add_in_place(*result, *input);
      }
    }
  }
  /// The tensor, or null where it cannot share bytes.
  [[nodiscard]] const TensorUse* shared(std::int32_t tensor) const {
    const TensorUse* const use = use_at(tensor);
    return use != nullptr && use->id.valid() && use->size > 0 && !use->input && !use->output ? use : nullptr;
  }
  void add_view(const TensorUse& result, const TensorUse& input) {
    // Where the file has a plan, its offsets say whether the runtime makes this a view.
    if (has_offsets_ && result.offset != input.offset) return;
    out_.add_view({.tensor = result.id, .of = input.id});
    summary_.add(Assumed::tr("results of RESHAPE and the like lie in the bytes of their input"), result.name);
  }
  void add_in_place(const TensorUse& result, const TensorUse& input) {
    out_.add_in_place({.output = result.id, .input = input.id});
    summary_.add(
        Assumed::tr("results of ADD, RELU and the like may be written over an input of their size, after its last use"),
        result.name);
  }

  void say_sizes_and_offsets() {
    // Offsets decided ahead of time are for the arena of TFLite Micro.
    const std::int64_t alignment = has_offsets_ ? 16 : 64;
    program_.set_alignment(alignment);
    program_.has_plan &= has_offsets_;
    for (std::size_t k = 0; k < program_.graphs.size(); ++k)
      if (k != program_.graph_index && !all_.bodies.contains(k))
        summary_.add(Skipped::tr("other graphs"), program_.graphs[k].name);
    if (program_.has_plan && !all_.bodies.empty()) {
      program_.has_plan = false;
      summary_.say(Unknown::tr("offsets of tensors in bodies: the other offsets are not a whole plan"));
    }
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
    for (auto& [axis, open] : all_.open) program_.open_dimensions.push_back(std::move(open));
    for (const auto& [name, length] : in_.options.dimensions)
      if (!all_.used.contains(name))
        program_.warnings.push_back({in_.file, "", "no tensor has an open dimension " + in_quotes(name)});
  }

  [[nodiscard]] const Buffer* buffer(std::uint32_t index) const {
    return index < size_of(model_.buffers()) ? model_.buffers()->Get(index) : nullptr;
  }
  [[nodiscard]] std::string kind_of(const Operator& record) const {
    return record.opcode_index() < all_.codes.size() ? all_.codes[record.opcode_index()] : "unknown";
  }

  [[nodiscard]] std::string text_of(const fb::String* text, const std::string& otherwise) {
    if (size_of(text) == 0 || !take(size_of(text))) return otherwise;
    std::string out = printable(text->string_view(), "");
    if (!out.empty()) return out;
    summary_.add(stowage::Unknown::tr("names that are not UTF-8, replaced"), otherwise);
    return otherwise;
  }

  /// Bodies may share a subgraph of the file: they have a limit of their own.
  bool take(std::size_t entries) { return is_body_ || program_.take(entries, graph_place()); }
  bool take_in_body(std::size_t entries) {
    if (!is_body_) return true;
    const bool fits = entries <= all_.left_in_bodies && !program_.has_faults();
    if (!fits && !program_.has_faults())
      program_.add_fault(graph_place(), "the subgraphs that its operators run are too many or too large all together");
    all_.left_in_bodies = fits ? all_.left_in_bodies - entries : 0;
    return fits;
  }

  /// A tensor of the subgraph that is read, by its number there; null where there is none.
  [[nodiscard]] const TensorUse* use_at(std::int32_t index) const {
    const std::vector<std::uint32_t>& at = parts_[part_].at;
    return index < 0 || static_cast<std::size_t>(index) >= at.size() ? nullptr
                                                                     : &uses_[at[static_cast<std::size_t>(index)]];
  }
  [[nodiscard]] TensorUse* use_at(std::int32_t index) {
    return const_cast<TensorUse*>(std::as_const(*this).use_at(index));
  }

  /// Calls `each` for every tensor of a list; -1 means that one is left out.
  template <class Each>
  void for_tensors(const Indices* list, const std::string& place, const Each& each) {
    if (!take(size_of(list))) return;
    for (const std::int32_t index : items_of(list))
      if (index == -1)
        summary_.count(Skipped::tr("optional inputs that are left out"), 1);
      else if (TensorUse* const use = use_at(index))
        each(*use);
      else if (!program_.has_faults() || !is_body_)
        program_.add_fault(place_ + place, "there is no tensor " + std::to_string(index));
  }

  struct Part {
    const SubGraph* graph;
    std::size_t number, first;        // of the subgraph, and of its first operator
    std::vector<std::uint32_t> at{};  // by tensor of the subgraph: its place in `uses_`
  };

  Import& all_;
  const Model& model_ = all_.model;
  const FileToRead& in_ = all_.in;
  ImportedProgram& program_ = all_.program;
  ImportSummary& summary_ = program_.summary;
  GraphBuilder& out_ = program_;
  const SubGraph* graph_ = nullptr;  // that is read
  std::vector<Part> parts_;
  std::size_t part_ = 0;
  std::string place_;                // of a body, for faults
  std::vector<std::size_t> around_;  // subgraphs that run a body
  bool is_body_ = false;
  std::set<std::string> outside_;  // names of tensors outside that no tensor of the body has yet
  UniqueNames names_;
  std::vector<TensorUse> uses_;
  std::vector<std::pair<std::uint32_t, const Operator*>> with_bodies_;  // operators that run other subgraphs
  std::set<TensorId> passed_;                                           // views of the inputs of loops
  bool has_offsets_ = false;
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
  Import import{*fb::GetRoot<Model>(tables.data()), in};
  return Reader(import).read();
}

}  // namespace stowage
