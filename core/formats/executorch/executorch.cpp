// SPDX-License-Identifier: Apache-2.0
#include "core/formats/executorch/executorch.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/formats/executorch/loops.h"
#include "core/formats/executorch/program_generated.h"
#include "core/formats/file_stem.h"
#include "core/formats/flat_tables.h"
#include "core/formats/imported_program.h"
#include "core/formats/unique_names.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

using namespace executorch;
using namespace flat;

constexpr std::string_view kExtension = ".pte";
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::int8_t kUnbound = 2;  // a shape_dynamism: the sizes mean nothing
constexpr Bytes kAlignment{16};      // ExecuTorch's planner pads sizes and offsets to it

/// Bytes of an element, by scalar type; 0 for types without a known size.
constexpr std::int64_t kElementBytes[] = {1, 1, 2, 4, 8, 2, 4, 8, 4, 8, 16, 1, 1, 1, 4,
                                          2, 0, 0, 0, 0, 0, 0, 2, 1, 1, 1,  1, 2, 4, 8};

/// What the reader finds out about one tensor of the method.
struct TensorUse {
  bool is_tensor = false;
  bool known = true;  ///< whether the type and the sizes give its bytes
  bool input = false, output = false;
  bool has_data = false, planned = false;
  std::uint32_t arena = 0;
  std::int64_t offset = 0, bytes = 0;
  std::uint32_t producer = kNone;  ///< an operator
  std::uint32_t view_of = kNone;
  std::int64_t written_by = -1;  ///< the number of the instruction; -1: present from the start
  std::vector<OperatorId> consumers{};
  std::vector<OperatorId> users_of_views{};
  bool output_by_view = false;
  std::string name{};

  [[nodiscard]] bool is_constant() const { return has_data && !planned; }
  [[nodiscard]] bool is_state() const { return has_data && planned; }
};

/// One method on its way to a graph.
class Reader {
 public:
  Reader(const ExecutionPlan& method, std::string place, std::size_t bytes, const std::string& file,
         const ReadOptions& options, const Task& task)
      : method_(method),
        place_(std::move(place)),
        options_(options),
        task_(task),
        program_(
            "executorch", file, [this](const InputItem& item) { return place_of(item); }, bytes) {
    program_.set_name(stem_of(file, kExtension));
  }

  Result<Document> read(ImportSummary summary, std::vector<GraphInFile> graphs, std::size_t chosen) {
    summary_ = std::move(summary);
    program_.graphs = std::move(graphs);
    program_.graph_index = chosen;
    program_.spaces = arenas();
    program_.has_plan = !program_.spaces.empty();
    read_values();
    for_tensors(method_.inputs(), place_ + "/inputs", [&](std::uint32_t t) { uses_[t].input = true; });
    for_tensors(method_.outputs(), place_ + "/outputs", [&](std::uint32_t t) { uses_[t].output = true; });
    read_instructions();
    if (task_.should_stop()) return tl::unexpected(task_.why_stopped());
    settle_unwritten();
    fold_moves();
    keep_through_loops();
    settle_views();
    if (!program_.has_faults()) find_in_place();
    add_tensors();
    if (task_.should_stop()) return tl::unexpected(task_.why_stopped());
    program_.set_alignment(kAlignment.count);
    return document_of(std::move(program_), options_.space);
  }

 private:
  [[nodiscard]] std::string place_of(const InputItem& item) const {
    if (item.index == InputItem::kAll) return place_;
    if (item.section == InputItem::Section::nodes)
      return item.index < instruction_of_.size() ? place_of_instruction(instruction_of_[item.index]) : place_;
    return item.index < added_.size() ? place_ + "/values/" + std::to_string(added_[item.index]) : place_;
  }
  [[nodiscard]] std::string place_of_instruction(std::size_t k) const {
    return place_ + "/chains/" + std::to_string(chain_) + "/instructions/" + std::to_string(k);
  }

  // ---- values
  void read_values() {
    uses_.resize(size_of(method_.values()));
    for (std::uint32_t v = 0; v < uses_.size(); ++v) {
      const Tensor* const tensor = method_.values()->Get(v)->val_as_Tensor();
      if (tensor == nullptr || !take(size_of(tensor->sizes()))) continue;
      TensorUse& use = uses_[v];
      use.is_tensor = true;
      use.has_data = tensor->data_buffer_idx() != 0;
      if (const auto* const info = tensor->extra_tensor_info()) use.name = text_of(info->fully_qualified_name());
      measure(*tensor, v);
      if (tensor->allocation_info() != nullptr) allocate(*tensor->allocation_info(), v);
    }
  }

  void measure(const Tensor& tensor, std::uint32_t v) {
    TensorUse& use = uses_[v];
    const int type = tensor.scalar_type();
    const std::int64_t element =
        type >= 0 && static_cast<std::size_t>(type) < std::size(kElementBytes) ? kElementBytes[type] : 0;
    use.known = element > 0 && tensor.shape_dynamism() != kUnbound;
    std::int64_t elements = 1;
    bool empty = false, too_large = false;
    for (fb::uoffset_t axis = 0; axis < size_of(tensor.sizes()); ++axis) {
      const std::int64_t length = tensor.sizes()->Get(axis);
      if (length < 0 && use.known) fault_of_value(v, "/sizes", "a dimension is negative");
      if (length <= 0) empty = true;
      if (length > 0 && !too_large) too_large = __builtin_mul_overflow(elements, length, &elements);
    }
    if (!use.known || empty) return;
    if (too_large || elements > kMaxTensorSize.count / element)
      return fault_of_value(v, "/sizes", "its size is not below 2^53 bytes");
    use.bytes = elements * element;
  }

  void allocate(const AllocationDetails& allocation, std::uint32_t v) {
    TensorUse& use = uses_[v];
    if (allocation.memory_id() == 0 || allocation.memory_id() >= size_of(method_.non_const_buffer_sizes()))
      return fault_of_value(v, "/allocation_info",
                            "there is no memory " + std::to_string(allocation.memory_id()) + " to plan");
    const std::uint64_t offset = std::uint64_t{allocation.memory_offset_high()} << 32 | allocation.memory_offset_low();
    if (offset > static_cast<std::uint64_t>(kMaxTensorSize.count))
      return fault_of_value(v, "/allocation_info", "its offset is beyond 2^53");
    use.planned = true;
    use.arena = allocation.memory_id();
    use.offset = static_cast<std::int64_t>(offset);
    if (use.offset + use.bytes > method_.non_const_buffer_sizes()->Get(use.arena))
      summary_.add(ImportKind::unknown, "tensors that end behind the end of their arena", "v" + std::to_string(v));
  }

  void fault_of_value(std::uint32_t v, const char* field, std::string reason) {
    program_.add_fault(place_ + "/values/" + std::to_string(v) + field, std::move(reason));
  }

  // ---- instructions
  void read_instructions() {
    stream_ = program_.add_stream(0);
    const Tables<Instruction>* const list = only_chain();
    constexpr std::size_t kBetweenLooks = 1 << 12;
    for (std::uint32_t k = 0; k < size_of(list); ++k) {
      if (k % kBetweenLooks == 0 && task_.should_stop()) return;
      const Instruction& instruction = *list->Get(k);
      if (instruction.instr_args_type() == InstructionArguments_NONE ||
          instruction.instr_args_type() > InstructionArguments_MAX || instruction.instr_args() == nullptr)
        program_.add_fault(place_of_instruction(k), "the instruction is of no known kind");
      else
        read_instruction(k, instruction, size_of(list));
    }
  }

  /// The only chain with instructions; a second one is a fault.
  const Tables<Instruction>* only_chain() {
    const Tables<Instruction>* found = nullptr;
    for (fb::uoffset_t c = 0; c < size_of(method_.chains()); ++c) {
      const auto* const list = method_.chains()->Get(c)->instructions();
      if (size_of(list) == 0) continue;
      if (found != nullptr)
        program_.add_fault(place_ + "/chains/" + std::to_string(c),
                           "it is a second chain, and the file does not say how chains run side by side");
      found = list;
      chain_ = c;
    }
    return found;
  }

  void read_instruction(std::uint32_t k, const Instruction& instruction, std::size_t count) {
    switch (instruction.instr_args_type()) {
      case InstructionArguments_KernelCall:
        return kernel(k, *instruction.instr_args_as_KernelCall());
      case InstructionArguments_DelegateCall:
        return delegate(k, *instruction.instr_args_as_DelegateCall());
      case InstructionArguments_MoveCall: {
        const Pair& pair = *instruction.instr_args_as_MoveCall();
        const std::uint32_t op = add_operator(k, "move");
        const auto from = tensors_of(pair.first(), k), to = tensors_of(pair.second(), k);
        for (const std::uint32_t t : from) read_by(t, op);
        for (const std::uint32_t t : to) write(t, op, k);
        for (std::size_t n = 0; n < std::min(from.size(), to.size()); ++n) moves_.emplace_back(from[n], to[n]);
        return;
      }
      case InstructionArguments_JumpFalseCall: {
        const Pair& pair = *instruction.instr_args_as_JumpFalseCall();
        const std::uint32_t op = add_operator(k, "jump if false");
        for (const std::uint32_t t : tensors_of(pair.first(), k)) read_by(t, op);
        if (pair.second() < 0 || static_cast<std::size_t>(pair.second()) > count)
          program_.add_fault(place_of_instruction(k), "it jumps out of the chain");
        else if (static_cast<std::uint32_t>(pair.second()) <= k)
          loops_.push_back({static_cast<std::uint32_t>(pair.second()), k});
        return;
      }
      default:
        summary_.count(ImportKind::skipped, "frees of tensors whose size is known only at run time", 1);
    }
  }

  std::uint32_t add_operator(std::uint32_t k, const std::string& kind) {
    const auto op = static_cast<std::uint32_t>(program_.operator_count());
    if (!take(kind.size())) return op;
    const std::string extra = "{\"instruction\": " + std::to_string(k) + '}';
    program_.add_operator({.name = kind + ' ' + std::to_string(k), .stream = stream_, .kind = kind, .extra = extra});
    instruction_of_.push_back(k);
    return op;
  }

  void kernel(std::uint32_t k, const Call& call) {
    std::string kind = "unknown";
    if (call.op_index() < 0 || static_cast<std::size_t>(call.op_index()) >= size_of(method_.operators()))
      program_.add_fault(place_of_instruction(k), "there is no operator " + std::to_string(call.op_index()));
    else
      kind = kind_of(*method_.operators()->Get(static_cast<fb::uoffset_t>(call.op_index())));
    const std::uint32_t op = add_operator(k, kind);
    const std::size_t count = size_of(call.args());
    if (count == 0) return;
    const auto argument = [&](std::size_t n) { return call.args()->Get(static_cast<fb::uoffset_t>(n)); };
    const std::vector<std::uint32_t> results = tensors_of(argument(count - 1), k);
    std::vector<std::uint32_t> read;
    for (std::size_t n = 0; n + 1 < count; ++n) {
      const auto tensors = tensors_of(argument(n), k);
      read.insert(read.end(), tensors.begin(), tensors.end());
    }
    if (kind.starts_with("executorch_prim::et_view") && results.size() == 1 && !read.empty())
      return make_view(results.front(), read.front(), op);
    // Each result is also an argument: the place to write to, which is not read.
    std::unordered_map<std::uint32_t, std::size_t> places;
    for (const std::uint32_t t : results) ++places[t];
    for (auto t = read.rbegin(); t != read.rend(); ++t) {
      const auto place = places.find(*t);
      if (place != places.end() && place->second > 0)
        --place->second;
      else
        read_by(*t, op);
    }
    for (const std::uint32_t t : results) write(t, op, k);
  }

  [[nodiscard]] std::string kind_of(const Operator& record) {
    std::string out = text_of(record.name());
    if (const std::string overload = text_of(record.overload()); !overload.empty()) out += '.' + overload;
    return out.empty() ? "unknown" : out;
  }

  void delegate(std::uint32_t k, const Call& call) {
    std::string kind = "delegate";
    if (call.op_index() < 0 || static_cast<std::size_t>(call.op_index()) >= size_of(method_.delegates()))
      program_.add_fault(place_of_instruction(k), "there is no delegate " + std::to_string(call.op_index()));
    else if (const std::string id =
                 text_of(method_.delegates()->Get(static_cast<fb::uoffset_t>(call.op_index()))->id());
             !id.empty())
      kind = id;
    const std::uint32_t op = add_operator(k, kind);
    std::vector<std::uint32_t> written;
    for (fb::uoffset_t n = 0; n < size_of(call.args()); ++n)
      for (const std::uint32_t t : tensors_of(call.args()->Get(n), k)) {
        const TensorUse& use = uses_[t];
        const bool given = use.input || use.has_data || use.producer != kNone || use.view_of != kNone;
        if (given)
          read_by(t, op);
        else
          written.push_back(t);
      }
    for (const std::uint32_t t : written) write(t, op, k);
    summary_.count(ImportKind::assumed, "tensors that a delegate writes: arguments without an earlier value",
                   written.size());
  }

  void read_by(std::uint32_t t, std::uint32_t op) {
    std::vector<OperatorId>& consumers = uses_[t].consumers;
    if (consumers.empty() || consumers.back() != OperatorId(op)) consumers.emplace_back(op);
  }

  void write(std::uint32_t t, std::uint32_t op, std::uint32_t k) {
    TensorUse& use = uses_[t];
    if (use.producer == op) return;
    if (use.producer != kNone || use.input || use.has_data || use.view_of != kNone || !use.consumers.empty()) {
      // It had bytes before, and needs them at least until here.
      read_by(t, op);
      summary_.add(ImportKind::read, "tensors that an operator writes again", name_of(t));
      return;
    }
    use.producer = op;
    use.written_by = k;
  }

  // ---- tensors that share bytes
  void make_view(std::uint32_t view, std::uint32_t of, std::uint32_t op) {
    read_by(of, op);
    const std::uint32_t root = root_of(of);
    if (root == view || uses_[view].view_of != kNone || uses_[view].producer != kNone || uses_[view].input ||
        uses_[view].has_data)
      return read_by(view, op);
    uses_[view].view_of = root;
    summary_.add(ImportKind::read, "views: the same bytes as another tensor", name_of(view));
  }
  /// The tensor that owns the bytes. A tensor with views may become a view later: hence chains, cut at kLongestChain.
  [[nodiscard]] std::uint32_t root_of(std::uint32_t t) const {
    std::uint32_t root = t;
    for (std::size_t steps = 0; uses_[root].view_of != kNone && steps < kLongestChain; ++steps)
      root = uses_[root].view_of;
    return root;
  }

  /// Takes planned tensors that are used but never written as views, workspaces, or present from the start.
  void settle_unwritten() {
    using Key = std::tuple<std::uint32_t, std::int64_t, std::int64_t>;  // arena, offset, bytes
    std::map<Key, std::vector<std::uint32_t>> written;
    std::vector<std::uint32_t> unwritten;
    for (std::uint32_t t = 0; t < uses_.size(); ++t) {
      const TensorUse& use = uses_[t];
      if (!use.planned || use.view_of != kNone) continue;
      if (use.producer != kNone || use.input || use.has_data)
        written[{use.arena, use.offset, use.bytes}].push_back(t);
      else if (!use.consumers.empty())
        unwritten.push_back(t);
    }
    for (auto& [key, tensors] : written)
      std::ranges::stable_sort(tensors, {}, [&](std::uint32_t t) { return uses_[t].written_by; });
    for (const std::uint32_t t : unwritten) {
      TensorUse& use = uses_[t];
      const auto same = written.find({use.arena, use.offset, use.bytes});
      const std::uint32_t of = same == written.end() || use.bytes == 0 ? kNone : viewed(t, same->second);
      if (of != kNone) {
        use.view_of = of;
        summary_.add(ImportKind::assumed,
                     "views: they are never written, and another tensor has the same place and size", name_of(t));
      } else if (use.consumers.size() == 1) {
        use.producer = static_cast<std::uint32_t>(use.consumers.front().index());
        summary_.add(ImportKind::assumed, "workspaces: they are never written, and one operator names them",
                     name_of(t));
      } else {
        summary_.add(ImportKind::assumed, "tensors that are never written are present from the start", name_of(t));
      }
    }
  }

  /// The tensor written last before the first use of `t`, out of those at its place (in order of writing); kNone where
  /// another tensor is written over these bytes in between.
  std::uint32_t viewed(std::uint32_t t, const std::vector<std::uint32_t>& same) {
    const TensorUse& use = uses_[t];
    const std::int64_t first_use = instruction_of_[use.consumers.front().index()];
    const auto after =
        std::ranges::lower_bound(same, first_use, {}, [&](std::uint32_t other) { return uses_[other].written_by; });
    if (after == same.begin()) return kNone;
    const std::uint32_t found = *(after - 1);
    if (compared_ > kMostCompared) return kNone;
    compared_ += uses_.size();
    for (const TensorUse& other : uses_)
      if (other.planned && other.producer != kNone && other.arena == use.arena &&
          other.written_by > uses_[found].written_by && other.written_by < first_use && other.bytes > 0 &&
          other.offset < use.offset + use.bytes && use.offset < other.offset + other.bytes)
        return kNone;
    return found;
  }

  /// A move hands the bytes on: users of its result also use its source.
  void fold_moves() {
    for (auto move = moves_.rbegin(); move != moves_.rend(); ++move) {
      const auto& [from, to] = *move;
      if (from == to) continue;
      if (!take(uses_[to].consumers.size())) return;
      const std::vector<OperatorId> users = uses_[to].consumers;
      uses_[from].consumers.insert(uses_[from].consumers.end(), users.begin(), users.end());
      uses_[from].output |= uses_[to].output;
    }
  }

  /// A loop may use its tensors again in the next round.
  void keep_through_loops() {
    const std::vector<InstructionLoop> loops = merged_loops(std::move(loops_));
    if (loops.empty()) return;
    const auto operator_at = [&](std::uint32_t k) {  // the first at or after the instruction
      return static_cast<std::uint32_t>(std::ranges::lower_bound(instruction_of_, k) - instruction_of_.begin());
    };
    for (std::uint32_t t = 0; t < uses_.size(); ++t) {
      TensorUse& use = uses_[t];
      if (!use.is_tensor || !use.planned) continue;
      std::vector<OperatorId> added;
      std::uint32_t first = use.producer;
      const auto touch = [&](std::uint32_t op) {
        const InstructionLoop* const loop = loop_around(loops, instruction_of_[op]);
        if (loop == nullptr) return;
        const std::uint32_t begin = operator_at(loop->first), last = operator_at(loop->last);
        if (added.empty() || added.back() != OperatorId(last)) added.emplace_back(last);
        if (first != kNone) first = std::min(first, begin);
      };
      if (use.producer != kNone) touch(use.producer);
      for (const OperatorId op : use.consumers) touch(static_cast<std::uint32_t>(op.index()));
      if (added.empty()) continue;
      if (first != use.producer) {
        use.name = name_of(t);  // settles the name, with the operator that really makes it
        added.emplace_back(use.producer);
        use.producer = first;
      }
      use.consumers.insert(use.consumers.end(), added.begin(), added.end());
      summary_.add(ImportKind::assumed, "tensors that a loop touches live as long as it runs", name_of(t));
    }
  }

  /// Users of a view also use the tensor that owns its bytes.
  void settle_views() {
    for (std::uint32_t t = 0; t < uses_.size(); ++t) {
      if (uses_[t].view_of == kNone) continue;
      const TensorUse& view = uses_[t];
      TensorUse& owner = uses_[root_of(t)];
      owner.users_of_views.insert(owner.users_of_views.end(), view.consumers.begin(), view.consumers.end());
      if (view.producer != kNone) owner.users_of_views.emplace_back(view.producer);
      owner.output_by_view |= view.output;
    }
  }

  /// A result that lies at the place of an input read for the last time is written over it.
  void find_in_place() {
    const auto has_bytes = [](const TensorUse& use) {
      return use.is_tensor && use.planned && use.bytes > 0 && use.view_of == kNone;
    };
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::int64_t>, std::uint32_t> results;
    for (std::uint32_t t = 0; t < uses_.size(); ++t)
      if (const TensorUse& use = uses_[t]; has_bytes(use) && use.producer != kNone && !use.input && !use.is_state())
        results.try_emplace({use.producer, use.arena, use.offset}, t);
    for (std::uint32_t t = 0; t < uses_.size(); ++t) {
      TensorUse& use = uses_[t];
      if (!has_bytes(use) || use.output || use.output_by_view || use.is_state()) continue;
      OperatorId last;
      for (const auto& users : {use.consumers, use.users_of_views})
        for (const OperatorId user : users) last = last.valid() ? std::max(last, user) : user;
      if (!last.valid() || OperatorId(use.producer) == last) continue;
      const auto found = results.find({static_cast<std::uint32_t>(last.index()), use.arena, use.offset});
      if (found == results.end()) continue;
      use.consumers.push_back(last);  // the last use may be by a view
      in_place_.emplace_back(found->second, t);
      summary_.add(ImportKind::read, "results that lie where their operator last reads: written in place",
                   name_of(found->second) + " over " + name_of(t));
    }
  }

  // ---- the graph
  [[nodiscard]] std::string name_of(std::uint32_t t) {
    std::string& name = uses_[t].name;
    if (!name.empty()) return name;
    const std::string number = "v" + std::to_string(t);
    const std::uint32_t op = uses_[t].producer;
    return op == kNone ? number : number + ' ' + std::string(program_.name(OperatorId(op)));
  }

  /// Whether a value is a tensor of the graph; the summary says why not.
  [[nodiscard]] bool is_in_graph(std::uint32_t t) {
    const TensorUse& use = uses_[t];
    if (!use.is_tensor || use.view_of != kNone) return false;
    if (use.is_constant()) {
      summary_.add(ImportKind::skipped, "constants, which lie in the program", name_of(t));
      return false;
    }
    const bool used = use.input || use.output || use.output_by_view || use.producer != kNone ||
                      !use.consumers.empty() || !use.users_of_views.empty();
    if (!used && !use.planned) {
      summary_.add(ImportKind::skipped, "tensors that nothing uses", name_of(t));
      return false;
    }
    return true;
  }

  void add_tensors() {
    UniqueNames names;
    graph_tensor_.assign(uses_.size(), TensorId());
    for (std::uint32_t t = 0; t < uses_.size(); ++t) {
      if (!is_in_graph(t)) continue;
      TensorUse& use = uses_[t];
      if (!take(1)) return;
      const std::string name = names.add(name_of(t));
      if (use.is_state()) {
        use.producer = kNone;
        use.output = true;
        summary_.add(ImportKind::read, "state with a value in the file: needed from start to end", name);
      }
      if (!use.planned)
        summary_.add(
            ImportKind::skipped,
            "tensors without an offset: the caller or the run allocates them, and they have 0 bytes here (unplanned)",
            name);
      else if (!use.known)
        summary_.add(ImportKind::unknown,
                     "tensors of an unknown type, or whose size is known only at run time, which are not counted",
                     name);
      added_.push_back(t);
      // An input lives from the start: an operator cannot make it.
      const bool made = use.producer != kNone && !use.input;
      if (use.producer != kNone && !made) use.consumers.emplace_back(use.producer);
      graph_tensor_[t] = program_.add_tensor({.name = name,
                                              .size = {use.planned ? use.bytes : 0},
                                              .at_least = use.planned && !use.known,
                                              .producer = made ? OperatorId(use.producer) : OperatorId(),
                                              .consumers = use.consumers,
                                              .output = use.output},
                                             place_in_memory(use));
    }
    add_views(names);
    for (const auto& [output, input] : in_place_)
      if (graph_tensor_[output].valid() && graph_tensor_[input].valid())
        program_.add_in_place({.output = graph_tensor_[output], .input = graph_tensor_[input]});
    if (added_.empty() && program_.operator_count() == 0)
      program_.add_fault(place_, "the method has no instructions and no tensors to plan");
    summary_.count(ImportKind::read, "instructions, as operators in their order", program_.operator_count());
    const auto planned =
        std::ranges::count_if(added_, [&](std::uint32_t t) { return uses_[t].planned && uses_[t].view_of == kNone; });
    summary_.count(ImportKind::read, "tensors, with their offsets", static_cast<std::size_t>(planned));
    summary_.say(ImportKind::assumed, "instructions run one after the other, on one stream");
    summary_.say(ImportKind::assumed, "offsets and sizes are planned at multiples of " +
                                          std::to_string(kAlignment.count) + " bytes, as ExecuTorch's planner does");
  }

  /// Adds the views of tensors of the graph, each at the start of its tensor. A view that no operator writes has the
  /// producer of its tensor. Views of constants are left out, as constants are.
  void add_views(UniqueNames& names) {
    for (std::uint32_t t = 0; t < uses_.size(); ++t) {
      if (uses_[t].view_of == kNone || !uses_[t].is_tensor) continue;
      const std::uint32_t root = root_of(t);
      const TensorId owner = graph_tensor_[root];
      if (!owner.valid() || uses_[root].view_of != kNone) continue;
      TensorUse& view = uses_[t];
      if (!take(1)) return;
      view.bytes = std::min(view.bytes, uses_[root].bytes);
      view.planned = uses_[root].planned;
      view.arena = uses_[root].arena;
      view.offset = uses_[root].offset;
      const OperatorId maker = view.producer == kNone ? program_.producer(owner) : OperatorId(view.producer);
      added_.push_back(t);
      graph_tensor_[t] = program_.add_tensor({.name = names.add(name_of(t)),
                                              .size = {view.planned ? view.bytes : 0},
                                              .producer = maker,
                                              .consumers = view.consumers,
                                              .output = view.output},
                                             place_in_memory(view));
      program_.add_view({.tensor = graph_tensor_[t], .of = owner});
    }
  }

  [[nodiscard]] static ImportedProgram::Place place_in_memory(const TensorUse& use) {
    if (!use.planned) return {.unplanned = {use.bytes}};
    return {.space = use.arena - 1, .offset = use.offset};
  }

  /// All arenas; number 0 is not one.
  [[nodiscard]] std::vector<MemorySpace> arenas() const {
    std::vector<MemorySpace> out;
    for (fb::uoffset_t m = 1; m < size_of(method_.non_const_buffer_sizes()); ++m) {
      const std::int64_t bytes = method_.non_const_buffer_sizes()->Get(m);
      out.push_back(
          {.name = "arena " + std::to_string(m), .capacity = bytes < 0 ? std::nullopt : std::optional(Bytes{bytes})});
    }
    for (fb::uoffset_t d = 0; d < size_of(method_.non_const_buffer_device()); ++d) {
      const ArenaDevice& device = *method_.non_const_buffer_device()->Get(d);
      if (device.device_type() != 0 && device.buffer_idx() > 0 &&
          static_cast<std::size_t>(device.buffer_idx()) <= out.size())
        out[static_cast<std::size_t>(device.buffer_idx()) - 1].name =
            "arena " + std::to_string(device.buffer_idx()) + " (" +
            (device.device_type() == 1 ? "CUDA" : "device " + std::to_string(device.device_type())) + ' ' +
            std::to_string(device.device_index()) + ')';
    }
    return out;
  }

  // ---- untrusted lists
  [[nodiscard]] std::string text_of(const fb::String* text) {
    if (size_of(text) == 0 || !take(size_of(text))) return {};
    return printable(text->string_view(), "");
  }

  bool take(std::size_t entries) { return program_.take(entries, place_); }

  /// The list of tensors that a value is, or null.
  [[nodiscard]] static const Indices* list_in(const EValue& value) {
    const TensorList* const list =
        value.val_type() == KernelTypes_TensorList ? value.val_as_TensorList() : value.val_as_OptionalTensorList();
    return list == nullptr ? nullptr : list->items();
  }
  /// The tensors that a value is or lists.
  [[nodiscard]] std::vector<std::uint32_t> tensors_of(std::int32_t value, std::uint32_t k) {
    std::vector<std::uint32_t> out;
    add_tensors_of(
        value, [&] { return place_of_instruction(k); }, out);
    return out;
  }
  template <class Place>
  void add_tensors_of(std::int32_t value, const Place& place, std::vector<std::uint32_t>& out) {
    if (!take(1)) return;
    if (value < 0 || static_cast<std::size_t>(value) >= uses_.size())
      return program_.add_fault(place(), "there is no value " + std::to_string(value));
    if (uses_[static_cast<std::size_t>(value)].is_tensor) return out.push_back(static_cast<std::uint32_t>(value));
    const Indices* const list = list_in(*method_.values()->Get(static_cast<fb::uoffset_t>(value)));
    if (!take(size_of(list))) return;
    for (std::size_t n = 0; n < size_of(list); ++n) {
      const std::int32_t item = list->Get(static_cast<fb::uoffset_t>(n));
      if (item == -1) continue;  // left out
      if (item < 0 || static_cast<std::size_t>(item) >= uses_.size() ||
          !uses_[static_cast<std::size_t>(item)].is_tensor)
        program_.add_fault(place(),
                           "the list " + std::to_string(value) + " names no tensor at " + std::to_string(item));
      else
        out.push_back(static_cast<std::uint32_t>(item));
    }
  }
  template <class Each>
  void for_tensors(const Indices* values, const std::string& place, const Each& each) {
    std::vector<std::uint32_t> tensors;
    for (fb::uoffset_t n = 0; n < size_of(values); ++n)
      add_tensors_of(
          values->Get(n), [&] { return place; }, tensors);
    for (const std::uint32_t t : tensors) each(t);
  }

  static constexpr std::size_t kLongestChain = 64;
  static constexpr std::size_t kMostCompared = 20'000'000;

  const ExecutionPlan& method_;
  const std::string place_;
  const ReadOptions& options_;
  const Task& task_;
  ImportedProgram program_;
  ImportSummary& summary_ = program_.summary;
  std::size_t compared_ = 0;
  StreamId stream_;
  std::size_t chain_ = 0;
  std::vector<TensorUse> uses_;                // by value
  std::vector<std::uint32_t> instruction_of_;  // by operator; ascending
  std::vector<InstructionLoop> loops_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> moves_, in_place_;  // from, to; output, input
  std::vector<std::uint32_t> added_;                                       // values, by tensor of the graph
  std::vector<TensorId> graph_tensor_;                                     // by value
};

/// The bytes of the program's tables. The segments behind them are never read.
Result<std::string_view> tables_of(std::string_view bytes, const std::string& file) {
  constexpr std::size_t kLeast = 8;
  constexpr std::size_t kHeader = 8, kSize = 16, kEnd = 24;  // "eh00", the size of the tables
  std::uint64_t size = bytes.size();
  if (bytes.size() >= kEnd && bytes.substr(kHeader, 2) == "eh") {
    size = fb::ReadScalar<std::uint64_t>(bytes.data() + kSize);
    if (size < kEnd || size > bytes.size())
      return tl::unexpected(Error::bad_input(file, "byte " + std::to_string(kSize),
                                             "its header says that the tables have " + std::to_string(size) +
                                                 " bytes, but the file has " + std::to_string(bytes.size())));
  }
  if (size < kLeast)
    return tl::unexpected(
        Error::bad_input(file, "byte " + std::to_string(size), "this is not an ExecuTorch program: it ends here"));
  return bytes.substr(0, std::min<std::uint64_t>(size, FLATBUFFERS_MAX_BUFFER_SIZE - 1));
}

std::size_t instructions_of(const ExecutionPlan& method) {
  std::size_t count = 0;
  for (fb::uoffset_t c = 0; c < size_of(method.chains()); ++c)
    count += size_of(method.chains()->Get(c)->instructions());
  return count;
}

}  // namespace

bool looks_like_executorch(std::string_view bytes) {
  return is_kind(bytes, "ET") || is_kind(bytes, "BP");
}

Result<Document> read_executorch(std::string_view bytes, const std::string& file, const ReadOptions& options,
                                 const Task& task) {
  if (is_kind(bytes, "BP"))
    return tl::unexpected(Error::bad_input(
        file, "byte 4", "this is a bundled program, a program inside of test data: open the .pte that it was made of"));
  STOWAGE_TRY(const std::string_view tables, tables_of(bytes, file));
  Check check(tables);
  const std::string identifier(tables.substr(4, 4));
  if (!check.is_fine(*ProgramTypeTable(), identifier.c_str()) || !looks_like_executorch(bytes))
    return tl::unexpected(
        Error::bad_input(file, check.place(), "this is not an ExecuTorch program, or it is damaged or cut short here"));
  const auto* const methods = fb::GetRoot<Program>(tables.data())->execution_plan();
  std::vector<GraphInFile> graphs;
  std::vector<fb::uoffset_t> numbers;
  UniqueNames names;
  ImportSummary summary;
  std::size_t text = 0;
  for (fb::uoffset_t m = 0; m < size_of(methods); ++m) {
    const ExecutionPlan& method = *methods->Get(m);
    text += size_of(method.name());
    if (text > bytes.size()) return tl::unexpected(Error::bad_input(file, "/execution_plan", "its lists overlap"));
    const std::string name =
        names.add(method.name() == nullptr ? "" : printable(method.name()->string_view(), "unnamed"));
    const std::size_t instructions = instructions_of(method);
    if (instructions == 0) {
      summary.add(ImportKind::skipped, "methods without instructions", name);
      continue;
    }
    numbers.push_back(m);
    graphs.push_back({name, instructions});
  }
  if (graphs.empty())
    return tl::unexpected(Error::bad_input(file, "/execution_plan", "no method of the program has instructions"));
  STOWAGE_TRY(const std::size_t chosen, choose_graph(graphs, options.graph, file));
  for (std::size_t k = 0; k < graphs.size(); ++k)
    if (k != chosen) summary.add(ImportKind::skipped, "other methods", graphs[k].name);
  return Reader(*methods->Get(numbers[chosen]), "/execution_plan/" + std::to_string(numbers[chosen]), bytes.size(),
                file, options, task)
      .read(std::move(summary), std::move(graphs), chosen);
}

}  // namespace stowage
