// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_set>

#include "core/formats/executorch/program_generated.h"
#include "core/formats/flat_tables.h"
#include "core/formats/imported_program.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

using namespace executorch;
using namespace flat;

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::int8_t kUnbound = 2;  // a shape_dynamism: the sizes mean nothing
constexpr Bytes kAlignment{16};      // ExecuTorch's planner pads sizes and offsets to it

/// Bytes of an element, by scalar type; 0 for types without a known size.
constexpr std::int64_t kElementBytes[] = {1, 1, 2, 4, 8, 2, 4, 8, 4, 8, 16, 1, 1, 1, 4,
                                          2, 0, 0, 0, 0, 0, 0, 2, 1, 1, 1,  1, 2, 4, 8};

/// The findings of the reader about one tensor of the method.
struct TensorUse {
  bool is_tensor = false;
  bool known = true;  ///< whether the type and the sizes give its bytes
  bool input = false, output = false;
  bool has_data = false, planned = false;
  std::uint32_t arena = 0;
  std::int64_t offset = 0, bytes = 0;
  std::uint32_t producer = kNone;  ///< an operator; never of an input, of data in the file, and of a view
  std::uint32_t view_of = kNone;
  bool is_workspace = false;  ///< never written: its producer is the only operator that names it
  std::vector<OperatorId> consumers{};
  std::int64_t last_use = -1;  ///< the last operator that uses it or a view of it
  bool output_by_view = false;
  std::string name{};
  std::vector<std::pair<std::uint32_t, TensorId>> ids{};  ///< in the graphs of scopes; empty where it is in none

  [[nodiscard]] bool is_state() const { return has_data && planned; }
  /// Ascending in the order of writing: 0 where it is present from the start.
  [[nodiscard]] std::uint32_t written() const { return is_workspace ? 0 : producer + 1; }
};

/// The method, or a body in it: some operators; bodies within have some of them for themselves.
struct Scope {
  std::uint32_t first = 0, end = 0;  ///< operators
  std::uint32_t jump = kNone;        ///< of a branch: the operator that jumps over it; none: a loop, or the method
  std::uint32_t around = 0;          ///< the scope around
  std::size_t depth = 0;
  const char* branch = "";
  OperatorId op{};                      ///< whose body it is, in the scope around
  std::unique_ptr<GraphBuilder> own{};  ///< null for the method
  std::string path{};                   ///< as in plan files
  std::vector<Offset> offsets{};        ///< of its tensors
};

/// One method of a program on its way to a graph.
class Reader {
 public:
  Reader(const Program& code, const FileToRead& in)
      : code_(code),
        in_(in),
        program_(
            "executorch", in.file, [this](const InputItem& item) { return place_of(item); }, in.bytes.size()) {
    program_.set_alignment(kAlignment.count);
  }

  Result<Document> read() {
    STOWAGE_CHECK(choose());
    program_.spaces = arenas();
    program_.has_plan = !program_.spaces.empty();
    read_values();
    for (const std::uint32_t t : tensors_in(method_->inputs(), "/inputs")) uses_[t].input = true;
    for (const std::uint32_t t : tensors_in(method_->outputs(), "/outputs")) uses_[t].output = true;
    read_instructions();
    if (in_.task.should_stop()) return tl::unexpected(in_.task.why_stopped());
    if (!program_.has_faults()) {
      for (auto& [op, target] : jumps_)
        target =
            static_cast<std::uint32_t>(std::ranges::lower_bound(instruction_of_, target) - instruction_of_.begin());
      settle_unwritten();
      fold_moves();
      if (!find_bodies()) keep_through_loops();
      find_last_uses();
      find_in_place();
      add_operators();
      add_tensors();
      add_bodies();
    }
    if (in_.task.should_stop()) return tl::unexpected(in_.task.why_stopped());
    STOWAGE_TRY(Document out, document_of(std::move(program_), in_.options.space));
    for (std::size_t s = 1; s < scopes_.size(); ++s)
      out.body_offsets.emplace(scopes_[s].path, std::move(scopes_[s].offsets));
    if (out.plan) out.plan->footprint = std::max(out.plan->footprint, round_up(end_in_bodies_, out.plan->alignment));
    return out;
  }

 private:
  /// Chooses the method: the one with the most instructions, or ReadOptions::graph.
  Result<void> choose() {
    std::vector<fb::uoffset_t> numbers;
    UniqueNames names;
    for (fb::uoffset_t m = 0; m < size_of(code_.execution_plan()); ++m) {
      const ExecutionPlan& method = *code_.execution_plan()->Get(m);
      const std::string name = names.add(text_of(method.name()));
      std::size_t instructions = 0;
      for (const Chain* const chain : items_of(method.chains())) instructions += size_of(chain->instructions());
      if (program_.has_faults()) break;
      if (instructions == 0) {
        summary_.add(Skipped::tr("methods without instructions"), name);
        continue;
      }
      numbers.push_back(m);
      program_.graphs.push_back({name, instructions});
    }
    if (numbers.empty() && !program_.has_faults())
      program_.add_fault(place_, "no method of the program has instructions");
    if (program_.has_faults()) return document_of(std::move(program_)).map([](const Document&) {});
    STOWAGE_TRY(program_.graph_index, choose_graph(program_.graphs, in_.options.graph, in_.file));
    for (const GraphInFile& graph : program_.graphs)
      if (&graph != &program_.graphs[program_.graph_index]) summary_.add(Skipped::tr("other methods"), graph.name);
    method_ = code_.execution_plan()->Get(numbers[program_.graph_index]);
    place_ += '/' + std::to_string(numbers[program_.graph_index]);
    return {};
  }

  [[nodiscard]] std::string place_of(const InputItem& item) const {
    if (item.index == InputItem::kAll) return place_;
    if (item.section == InputItem::Section::nodes)
      return item.index < instruction_of_.size() ? place_of_instruction(instruction_of_[item.index]) : place_;
    return item.index < added_.size() ? place_ + "/values/" + std::to_string(added_[item.index]) : place_;
  }
  [[nodiscard]] std::string place_of_instruction(std::size_t k) const {
    return place_ + "/chains/" + std::to_string(chain_) + "/instructions/" + std::to_string(k);
  }
  /// A fault of the instruction, or of the list of tensors, that is being read.
  void fault(std::string reason) {
    program_.add_fault(list_ != nullptr ? place_ + list_ : place_of_instruction(instruction_), std::move(reason));
  }

  // ---- values
  void read_values() {
    uses_.resize(size_of(method_->values()));
    for (std::uint32_t v = 0; v < uses_.size(); ++v) {
      const Tensor* const tensor = method_->values()->Get(v)->val_as_Tensor();
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
    const int type = tensor.scalar_type();
    const std::int64_t element =
        type >= 0 && static_cast<std::size_t>(type) < std::size(kElementBytes) ? kElementBytes[type] : 0;
    uses_[v].known = element > 0 && tensor.shape_dynamism() != kUnbound;
    if (!uses_[v].known) return;
    std::vector<std::int64_t> lengths;
    for (const std::int64_t length : items_of(tensor.sizes())) {
      if (length < 0) fault_of_value(v, "/sizes", "a dimension is negative");
      lengths.push_back(std::max<std::int64_t>(length, 0));
    }
    const auto bytes = array_bytes(8 * element, lengths);
    if (!bytes) return fault_of_value(v, "/sizes", "its size is not below 2^53 bytes");
    uses_[v].bytes = *bytes;
  }

  void allocate(const AllocationDetails& allocation, std::uint32_t v) {
    TensorUse& use = uses_[v];
    if (allocation.memory_id() == 0 || allocation.memory_id() >= size_of(method_->non_const_buffer_sizes()))
      return fault_of_value(v, "/allocation_info",
                            "there is no memory " + std::to_string(allocation.memory_id()) + " to plan");
    const std::uint64_t offset = std::uint64_t{allocation.memory_offset_high()} << 32 | allocation.memory_offset_low();
    if (offset > static_cast<std::uint64_t>(kMaxTensorSize.count))
      return fault_of_value(v, "/allocation_info", "its offset is beyond 2^53");
    use.planned = true;
    use.arena = allocation.memory_id();
    use.offset = static_cast<std::int64_t>(offset);
    if (use.offset + use.bytes > method_->non_const_buffer_sizes()->Get(use.arena))
      summary_.add(Unknown::tr("tensors that end behind the end of their arena"), "v" + std::to_string(v));
  }

  void fault_of_value(std::uint32_t v, const char* field, std::string reason) {
    program_.add_fault(place_ + "/values/" + std::to_string(v) + field, std::move(reason));
  }

  // ---- instructions
  void read_instructions() {
    list_ = nullptr;
    const auto& all = items_of(only_chain());
    constexpr std::uint32_t kBetweenLooks = 1 << 12;
    for (instruction_ = 0; instruction_ < all.size(); ++instruction_) {
      if (in_.task.poll(instruction_, kBetweenLooks)) return;
      const Instruction& each = *all[instruction_];
      if (each.instr_args_type() == InstructionArguments_NONE || each.instr_args_type() > InstructionArguments_MAX ||
          each.instr_args() == nullptr)
        fault("the instruction is of no known kind");
      else
        read_instruction(each, all.size());
    }
  }

  /// The only chain with instructions; a second one is a fault.
  const Tables<Instruction>* only_chain() {
    const Tables<Instruction>* found = nullptr;
    for (fb::uoffset_t c = 0; c < size_of(method_->chains()); ++c) {
      const auto* const list = method_->chains()->Get(c)->instructions();
      if (size_of(list) == 0) continue;
      if (found != nullptr)
        program_.add_fault(place_ + "/chains/" + std::to_string(c),
                           "it is a second chain, and the file does not say how chains run side by side");
      found = list;
      chain_ = c;
    }
    return found;
  }

  void read_instruction(const Instruction& instruction, std::size_t count) {
    switch (instruction.instr_args_type()) {
      case InstructionArguments_KernelCall:
        return kernel(*instruction.instr_args_as_KernelCall());
      case InstructionArguments_DelegateCall:
        return delegate(*instruction.instr_args_as_DelegateCall());
      case InstructionArguments_MoveCall: {
        const Pair& pair = *instruction.instr_args_as_MoveCall();
        add_operator("move");
        const auto from = tensors_of(pair.first()), to = tensors_of(pair.second());
        for (const std::uint32_t t : from) read(t);
        for (const std::uint32_t t : to) write(t);
        for (std::size_t n = 0; n < std::min(from.size(), to.size()); ++n) moves_.emplace_back(from[n], to[n]);
        return;
      }
      case InstructionArguments_JumpFalseCall: {
        const Pair& pair = *instruction.instr_args_as_JumpFalseCall();
        add_operator("jump if false");
        for (const std::uint32_t t : tensors_of(pair.first())) read(t);
        if (pair.second() < 0 || static_cast<std::size_t>(pair.second()) > count)
          fault("it jumps out of the chain");
        else
          jumps_.emplace_back(operator_, static_cast<std::uint32_t>(pair.second()));
        return;
      }
      default:
        summary_.count(Skipped::tr("frees of tensors whose size is known only at run time"), 1);
    }
  }

  void add_operator(const std::string& kind) {
    operator_ = static_cast<std::uint32_t>(kinds_.size());
    if (!take(kind.size())) return;
    kinds_.push_back(kind);
    instruction_of_.push_back(instruction_);
  }
  [[nodiscard]] std::string operator_name(std::size_t op) const {
    return kinds_[op] + ' ' + std::to_string(instruction_of_[op]);
  }

  /// The record of a call, or null with a fault. `what` is a word for such records.
  template <class Record>
  const Record* called(const Tables<Record>* records, std::int32_t index, const std::string& what) {
    if (index >= 0 && static_cast<std::size_t>(index) < size_of(records))
      return records->Get(static_cast<fb::uoffset_t>(index));
    fault("there is no " + what + ' ' + std::to_string(index));
    return nullptr;
  }

  void kernel(const Call& call) {
    std::string kind;
    if (const Operator* const record = called(method_->operators(), call.op_index(), "operator")) {
      kind = text_of(record->name());
      if (const std::string overload = text_of(record->overload()); !overload.empty()) kind += '.' + overload;
    }
    add_operator(kind.empty() ? "unknown" : kind);
    const auto& arguments = items_of(call.args());
    std::vector<std::uint32_t> inputs, results;
    for (fb::uoffset_t n = 0; n < arguments.size(); ++n)
      add_tensors_of(arguments[n], n + 1 == arguments.size() ? results : inputs);
    if (kind.starts_with("executorch_prim::et_view") && results.size() == 1 && !inputs.empty())
      return make_view(results.front(), inputs.front());
    // Each result is also an argument: the place to write to, which is not read.
    std::unordered_map<std::uint32_t, std::size_t> places;
    for (const std::uint32_t t : results) ++places[t];
    for (const std::uint32_t t : inputs)
      if (std::size_t& left = places[t]; left > 0)
        --left;
      else
        read(t);
    for (const std::uint32_t t : results) write(t);
  }

  void delegate(const Call& call) {
    const BackendDelegate* const record = called(method_->delegates(), call.op_index(), "delegate");
    const std::string id = record == nullptr ? "" : text_of(record->id());
    add_operator(id.empty() ? "delegate" : id);
    std::vector<std::uint32_t> written;
    for (const std::int32_t argument : items_of(call.args()))
      for (const std::uint32_t t : tensors_of(argument)) {
        const TensorUse& use = uses_[t];
        if (use.input || use.has_data || use.producer != kNone || use.view_of != kNone)
          read(t);
        else
          written.push_back(t);
      }
    for (const std::uint32_t t : written) write(t);
    summary_.count(Assumed::tr("tensors that a delegate writes: arguments without an earlier value"), written.size());
  }

  // ---- uses by the operator that is being read
  void read(std::uint32_t t) {
    std::vector<OperatorId>& consumers = uses_[t].consumers;
    if (consumers.empty() || consumers.back() != OperatorId(operator_)) consumers.emplace_back(operator_);
  }

  void write(std::uint32_t t) {
    TensorUse& use = uses_[t];
    if (use.producer == operator_) return;
    if (use.producer == kNone && !use.input && !use.has_data && use.view_of == kNone && use.consumers.empty()) {
      use.producer = operator_;
      return;
    }
    // It had bytes before, and needs them at least until here.
    read(t);
    summary_.add(Read::tr("tensors that an operator writes again"), name_of(t));
  }

  void make_view(std::uint32_t t, std::uint32_t of) {
    read(of);
    const std::uint32_t owner = owner_of(of);
    TensorUse& view = uses_[t];
    if (owner == t || view.view_of != kNone || view.producer != kNone || view.input || view.has_data) return read(t);
    view.view_of = owner;
    summary_.add(Read::tr("views: the same bytes as another tensor"), name_of(t));
  }
  /// The tensor that owns the bytes. An owner of views may become a view later: hence chains, which this shortens.
  std::uint32_t owner_of(std::uint32_t t) {
    while (uses_[t].view_of != kNone) {
      std::uint32_t& next = uses_[t].view_of;
      if (uses_[next].view_of != kNone) next = uses_[next].view_of;
      t = next;
    }
    return t;
  }

  // ---- tensors that share bytes
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
      std::ranges::stable_sort(tensors, {}, [&](std::uint32_t t) { return uses_[t].written(); });
    for (const std::uint32_t t : unwritten) {
      TensorUse& use = uses_[t];
      const auto same = written.find({use.arena, use.offset, use.bytes});
      if (same != written.end() && use.bytes > 0) use.view_of = viewed(t, same->second);
      if (use.view_of != kNone) {
        summary_.add(Assumed::tr("views: they are never written, and another tensor has the same place and size"),
                     name_of(t));
      } else if (use.consumers.size() == 1) {
        use.producer = static_cast<std::uint32_t>(use.consumers.front().index());
        use.is_workspace = true;
        summary_.add(Assumed::tr("workspaces: they are never written, and one operator names them"), name_of(t));
      } else {
        summary_.add(Assumed::tr("tensors that are never written are present from the start"), name_of(t));
      }
    }
  }

  /// The tensor written last before the first use of `t`, out of those at its place (in order of writing); kNone where
  /// another tensor is written over these bytes in between.
  std::uint32_t viewed(std::uint32_t t, const std::vector<std::uint32_t>& same) {
    constexpr std::size_t kMaxCompared = 20'000'000;
    const TensorUse& use = uses_[t];
    const std::size_t first_use = use.consumers.front().index() + 1;  // as TensorUse::written()
    const auto after =
        std::ranges::lower_bound(same, first_use, {}, [&](std::uint32_t other) { return uses_[other].written(); });
    if (after == same.begin() || compared_ > kMaxCompared) return kNone;
    const std::uint32_t found = *(after - 1);
    compared_ += uses_.size();
    const bool is_overwritten = std::ranges::any_of(uses_, [&](const TensorUse& other) {
      return other.planned && other.arena == use.arena && other.written() > uses_[found].written() &&
             other.written() < first_use && other.bytes > 0 && other.offset < use.offset + use.bytes &&
             use.offset < other.offset + other.bytes;
    });
    return is_overwritten ? kNone : found;
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

  // ---- bodies
  /// Finds the bodies that the jumps make. A jump back ends a loop; a jump forward skips a branch, and a jump from the
  /// end of that one skips another. False where they do not nest, or where several arenas would be in one body.
  bool find_bodies() {
    constexpr std::size_t kMaxDepth = 32;
    scopes_.push_back({.end = static_cast<std::uint32_t>(kinds_.size())});
    scope_of_.assign(kinds_.size(), 0);
    if (jumps_.empty()) return true;
    if (program_.spaces.size() > 1) return false;
    // A part without a name is a jump with all that it skips.
    std::vector<Scope> parts;
    std::unordered_set<std::uint32_t> at_the_end;
    for (const auto& [op, target] : jumps_) {
      if (target <= op) parts.push_back({.first = target, .end = op + 1, .branch = "loop"});
      if (target <= op + 1 || at_the_end.contains(op)) continue;
      parts.push_back({.first = op + 1, .end = target, .jump = op, .branch = "then"});
      const auto last = std::ranges::lower_bound(jumps_, target - 1, {}, [](const auto& jump) { return jump.first; });
      const bool has_other = last != jumps_.end() && last->first == target - 1 && last->second > target;
      if (has_other) parts.push_back({.first = target, .end = last->second, .jump = op, .branch = "else"});
      if (has_other) at_the_end.insert(last->first);
      parts.push_back({.first = op, .end = has_other ? last->second : target});
    }
    std::ranges::stable_sort(parts, {}, [](const Scope& part) {
      return std::tuple(part.first, ~part.end, part.jump == kNone ? (*part.branch == 0 ? 0 : 2) : 1);
    });
    std::vector<std::pair<std::uint32_t, std::uint32_t>> open;  // end, scope
    for (Scope& part : parts) {
      while (!open.empty() && open.back().first <= part.first) open.pop_back();
      if ((!open.empty() && part.end > open.back().first) || open.size() > kMaxDepth) {
        scopes_.resize(1);
        scope_of_.assign(kinds_.size(), 0);
        return false;
      }
      part.around = open.empty() ? 0 : open.back().second;
      open.emplace_back(part.end, *part.branch == 0 ? part.around : static_cast<std::uint32_t>(scopes_.size()));
      if (*part.branch == 0) continue;
      part.depth = scopes_[part.around].depth + 1;
      std::fill(scope_of_.begin() + part.first, scope_of_.begin() + part.end, open.back().second);
      scopes_.push_back(std::move(part));
    }
    for (std::uint32_t t = 0; t < uses_.size(); ++t)
      if (const std::uint32_t owner = owner_of(t); owner != t)
        uses_[owner].consumers.insert(uses_[owner].consumers.end(), uses_[t].consumers.begin(),
                                      uses_[t].consumers.end());
    if (scopes_.size() > 1) program_.spaces.clear();  // tensors of bodies are in no list of spaces
    return true;
  }
  [[nodiscard]] bool is_loop(std::uint32_t scope) const { return scope != 0 && scopes_[scope].jump == kNone; }
  [[nodiscard]] bool is_within(std::uint32_t inner, std::uint32_t outer) const {
    while (scopes_[inner].depth > scopes_[outer].depth) inner = scopes_[inner].around;
    return inner == outer;
  }

  /// The scope that has the tensor for itself: the smallest with all its uses, outside of the loops that may find a
  /// value of an earlier iteration in it.
  [[nodiscard]] std::uint32_t home_of(const TensorUse& use) const {
    const bool is_view = use.view_of != kNone;
    if (use.input || use.output || use.output_by_view || use.is_state() || (use.producer == kNone && !is_view))
      return 0;
    std::uint32_t home = kNone;
    const auto hold = [&](std::size_t op) {
      if (home == kNone) home = scope_of_[op];
      while (!is_within(scope_of_[op], home)) home = scopes_[home].around;
    };
    if (!is_view) hold(use.producer);
    for (const OperatorId op : use.consumers) hold(op.index());
    if (home == kNone || is_view) return home == kNone ? 0 : home;
    bool is_always_written = true;
    for (std::uint32_t s = scope_of_[use.producer]; s != home; s = scopes_[s].around) is_always_written &= is_loop(s);
    for (std::uint32_t s = home; s != 0 && !is_always_written; s = scopes_[s].around)
      if (is_loop(s)) home = scopes_[s].around;
    return home;
  }

  [[nodiscard]] GraphBuilder& builder_of(std::uint32_t scope) { return scope == 0 ? program_ : *scopes_[scope].own; }
  [[nodiscard]] TensorId id_in(std::uint32_t scope, std::uint32_t t) const {
    const auto found = std::ranges::find(uses_[t].ids, scope, [](const auto& id) { return id.first; });
    return found == uses_[t].ids.end() ? TensorId() : found->second;
  }

  void add_operators() {
    const StreamId stream = program_.add_stream(0);
    std::uint32_t next = 1;
    for (std::uint32_t op = 0; op < kinds_.size(); ++op) {
      for (; next < scopes_.size() && scopes_[next].first == op; ++next) {
        Scope& scope = scopes_[next];
        const Scope& around = scopes_[scope.around];
        scope.path = around.path.empty() ? "" : around.path + '/';
        if (scope.jump != kNone) {
          scope.op = ids_[scope.jump];
          scope.path += operator_name(scope.jump) + ':' + scope.branch;
        } else {
          const std::string name = "loop " + std::to_string(instruction_of_[scope.end - 1]);
          scope.op = builder_of(scope.around).add_operator({.name = name, .stream = stream, .kind = "loop"});
          scope.path += name;
        }
        scope.own = std::make_unique<GraphBuilder>(
            in_.file, [this, op](const InputItem& /*item*/) { return place_of_instruction(instruction_of_[op]); });
        scope.own->set_name(scope.path);
        scope.own->add_stream(0);
      }
      ids_.push_back(builder_of(scope_of_[op])
                         .add_operator({.name = operator_name(op),
                                        .stream = stream,
                                        .kind = kinds_[op],
                                        .extra = "{\"instruction\": " + std::to_string(instruction_of_[op]) + '}'}));
    }
  }

  /// Gives operators their bodies: inner ones come last in the list.
  void add_bodies() {
    std::map<std::uint32_t, std::vector<Branch>> branches;  // by operator
    for (std::size_t s = scopes_.size(); s-- > 1;) {
      const Scope& scope = scopes_[s];
      auto graph = program_.take_body(std::move(*scope.own));
      if (!graph) return;
      if (scope.jump == kNone)
        builder_of(scope.around).set_loop(scope.op, std::make_shared<const Loop>(Loop{*std::move(graph), {}, true}));
      else
        branches[scope.jump].insert(branches[scope.jump].begin(), {scope.branch, *std::move(graph)});
      if (scope.jump != kNone && *scope.branch == 't')
        builder_of(scope.around).set_branches(scope.op, std::move(branches[scope.jump]));
    }
    summary_.count(Read::tr("bodies of loops and branches"), scopes_.size() - 1);
  }

  /// A loop may use its tensors again in the next round. Loops that share an operator, as nested ones do, are one.
  void keep_through_loops() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> loops;  // first and last operator
    for (const auto& [op, target] : jumps_)
      if (target <= op)
        loops.emplace_back(target, op);
      else
        summary_.count(Assumed::tr("jumps over a branch: all branches count as if they run one after the other"), 1);
    if (loops.empty()) return;
    std::ranges::sort(loops);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> around(instruction_of_.size(), {kNone, kNone});  // by operator
    for (std::size_t k = 0; k < loops.size();) {
      auto [first, last] = loops[k];
      for (; k < loops.size() && loops[k].first <= last; ++k) last = std::max(last, loops[k].second);
      std::fill(around.begin() + first, around.begin() + last + 1, std::pair(first, last));
    }
    for (std::uint32_t t = 0; t < uses_.size(); ++t) {
      TensorUse& use = uses_[t];
      if (!use.is_tensor || !use.planned) continue;
      std::vector<OperatorId> ends;
      std::uint32_t begin = use.producer;
      const auto touch = [&](std::size_t op) {
        const auto& [first, last] = around[op];
        if (first == kNone) return;
        if (ends.empty() || ends.back() != OperatorId(last)) ends.emplace_back(last);
        if (begin != kNone) begin = std::min(begin, first);
      };
      if (use.producer != kNone) touch(use.producer);
      for (const OperatorId op : use.consumers) touch(op.index());
      if (ends.empty()) continue;
      if (begin != use.producer) {
        use.name = name_of(t);  // settles the name, with the operator that really makes it
        ends.emplace_back(use.producer);
        use.producer = begin;
      }
      use.consumers.insert(use.consumers.end(), ends.begin(), ends.end());
      summary_.add(Assumed::tr("tensors that a loop touches live as long as it runs"), name_of(t));
    }
  }

  /// Users of a view also use the tensor that owns its bytes.
  void find_last_uses() {
    for (std::uint32_t t = 0; t < uses_.size(); ++t) {
      TensorUse& owner = uses_[owner_of(t)];
      for (const OperatorId op : uses_[t].consumers)
        owner.last_use = std::max(owner.last_use, static_cast<std::int64_t>(op.index()));
      if (uses_[t].view_of != kNone) owner.output_by_view |= uses_[t].output;
    }
  }

  /// A result that lies at the place of an input read for the last time is written over it.
  void find_in_place() {
    const auto has_bytes = [](const TensorUse& use) {
      return use.is_tensor && use.planned && use.bytes > 0 && use.view_of == kNone;
    };
    std::map<std::tuple<std::int64_t, std::uint32_t, std::int64_t>, std::uint32_t> results;
    for (std::uint32_t t = 0; t < uses_.size(); ++t)
      if (const TensorUse& use = uses_[t]; has_bytes(use) && use.producer != kNone)
        results.try_emplace({use.producer, use.arena, use.offset}, t);
    for (std::uint32_t t = 0; t < uses_.size(); ++t) {
      TensorUse& use = uses_[t];
      if (!has_bytes(use) || use.output || use.output_by_view || use.is_state() || use.producer == use.last_use)
        continue;
      const auto found = results.find({use.last_use, use.arena, use.offset});
      if (found == results.end()) continue;
      use.consumers.emplace_back(use.last_use);  // the last use may be by a view
      in_place_.emplace_back(found->second, t);
      summary_.add(Read::tr("results that lie where their operator last reads: written in place"),
                   name_of(found->second) + " over " + name_of(t));
    }
  }

  // ---- the graph
  [[nodiscard]] std::string name_of(std::uint32_t t) {
    const TensorUse& use = uses_[t];
    if (!use.name.empty()) return use.name;
    const std::string number = "v" + std::to_string(t);
    return use.producer == kNone ? number : number + ' ' + operator_name(use.producer);
  }

  void add_tensors() {
    UniqueNames names;
    std::size_t planned = 0;
    for (const bool views : {false, true})
      for (std::uint32_t t = 0; t < uses_.size(); ++t) {
        if ((uses_[t].view_of != kNone) != views || !is_in_graph(t)) continue;
        if (!take(1)) return;
        const std::string name = names.add(name_of(t));
        if (!views) say_what(uses_[t], name);
        planned += !views && uses_[t].planned;
        add_tensor(t, name);
      }
    for (const auto& [output, input] : in_place_) {
      const std::uint32_t scope = scope_of_[uses_[output].producer];
      const TensorId over = id_in(scope, input), id = id_in(scope, output);
      if (over.valid() && id.valid()) builder_of(scope).add_in_place({.output = id, .input = over});
    }
    if (added_.empty() && kinds_.empty())
      program_.add_fault(place_, "the method has no instructions and no tensors to plan");
    summary_.count(Read::tr("instructions, as operators in their order"), kinds_.size());
    summary_.count(Read::tr("tensors, with their offsets"), planned);
    summary_.say(Assumed::tr("instructions run one after the other, on one stream"));
    summary_.say(Assumed::tr("offsets and sizes are planned at multiples of %1 bytes, as ExecuTorch's planner does")
                     .with(kAlignment.count));
  }

  /// Whether a value is a tensor of the graph; the summary says why not. Views of constants are left out, as constants.
  [[nodiscard]] bool is_in_graph(std::uint32_t t) {
    const TensorUse& use = uses_[t];
    if (!use.is_tensor) return false;
    if (use.view_of != kNone) return !uses_[owner_of(t)].ids.empty();
    if (use.has_data && !use.planned) {
      summary_.add(Skipped::tr("constants, which lie in the program"), name_of(t));
      return false;
    }
    const bool used =
        use.input || use.output || use.output_by_view || use.producer != kNone || use.last_use >= 0 || use.planned;
    if (!used) summary_.add(Skipped::tr("tensors that nothing uses"), name_of(t));
    return used;
  }

  void say_what(const TensorUse& use, const std::string& name) {
    if (use.is_state()) summary_.add(Read::tr("state with a value in the file: needed from start to end"), name);
    if (!use.planned)
      summary_.add(Skipped::tr("tensors without an offset: the caller or the run allocates them, and they have 0 bytes "
                               "here (unplanned)"),
                   name);
    else if (!use.known)
      summary_.add(
          Unknown::tr("tensors of an unknown type, or whose size is known only at run time, which are not counted"),
          name);
  }

  /// Adds a tensor to the graph of its home, and to those of the bodies within that use it. A loop that makes it, and
  /// does not have it for itself, writes it all the while: its body does not name it. A view lies at the start of the
  /// tensor that owns its bytes, and has the producer of that tensor.
  void add_tensor(std::uint32_t t, const std::string& name) {
    TensorUse& use = uses_[t];
    const bool is_view = use.view_of != kNone;
    const std::uint32_t owned_by = owner_of(t), home = home_of(use);
    const TensorUse& owner = uses_[owned_by];
    const std::int64_t bytes = std::min(use.bytes, owner.bytes);
    ImportedProgram::Place place{.unplanned = {bytes}};
    if (owner.planned) place = {.space = owner.arena - 1, .offset = owner.offset};
    struct Named {
      OperatorId producer{};
      std::vector<OperatorId> consumers{};
    };
    std::map<std::uint32_t, Named> named{{home, {}}};
    const auto visit = [&](std::size_t op, const auto& take) {
      OperatorId id = ids_[op];
      for (std::uint32_t s = scope_of_[op];; id = scopes_[s].op, s = scopes_[s].around) {
        take(s, id);
        if (s == home) return;
      }
    };
    std::uint32_t written_all_the_while = kNone;
    if (use.producer != kNone)
      visit(use.producer, [&](std::uint32_t s, OperatorId id) {
        named[s].producer = id;
        if (s != home && is_loop(s)) written_all_the_while = s;
      });
    for (const OperatorId op : use.consumers)
      visit(op.index(), [&](std::uint32_t s, OperatorId id) {
        if (id != named[s].producer || s == scope_of_[op.index()]) named[s].consumers.push_back(id);
      });
    for (const auto& [s, uses] : named) {
      const TensorId of = is_view ? id_in(s, owned_by) : TensorId();
      if ((is_view && !of.valid()) || (written_all_the_while != kNone && is_within(s, written_all_the_while))) continue;
      const GraphBuilder::Tensor spec{.name = name,
                                      .size = {owner.planned ? bytes : 0},
                                      .at_least = owner.planned && !use.known && !is_view,
                                      .producer = is_view ? builder_of(s).producer(of) : uses.producer,
                                      .consumers = uses.consumers,
                                      .output = s == home && (use.output || (use.is_state() && !is_view))};
      const TensorId id = s == 0 ? program_.add_tensor(spec, place) : builder_of(s).add_tensor(spec);
      use.ids.emplace_back(s, id);
      if (s == 0)
        added_.push_back(t);
      else
        scopes_[s].offsets.push_back({*place.offset});
      if (s != 0 && spec.size > Bytes{}) end_in_bodies_ = std::max(end_in_bodies_, spec.size + Bytes{*place.offset});
      if (is_view) builder_of(s).add_view({.tensor = id, .of = of});
    }
  }

  /// All arenas; number 0 is not one.
  [[nodiscard]] std::vector<MemorySpace> arenas() const {
    std::vector<MemorySpace> out;
    for (fb::uoffset_t m = 1; m < size_of(method_->non_const_buffer_sizes()); ++m) {
      const std::int64_t bytes = method_->non_const_buffer_sizes()->Get(m);
      out.push_back(
          {.name = "arena " + std::to_string(m), .capacity = bytes < 0 ? std::nullopt : std::optional(Bytes{bytes})});
    }
    for (const ArenaDevice* const device : items_of(method_->non_const_buffer_device())) {
      const std::int32_t arena = device->buffer_idx(), type = device->device_type();
      if (type == 0 || arena <= 0 || static_cast<std::size_t>(arena) > out.size()) continue;
      out[static_cast<std::size_t>(arena) - 1].name = "arena " + std::to_string(arena) + " (" +
                                                      (type == 1 ? "CUDA" : "device " + std::to_string(type)) + ' ' +
                                                      std::to_string(device->device_index()) + ')';
    }
    return out;
  }

  // ---- untrusted lists
  [[nodiscard]] std::string text_of(const fb::String* text) {
    if (size_of(text) == 0 || !take(size_of(text))) return {};
    return printable(text->string_view(), "");
  }

  bool take(std::size_t entries) { return program_.take(entries, place_); }

  [[nodiscard]] bool is_tensor(std::int32_t value) const {
    return value >= 0 && static_cast<std::size_t>(value) < uses_.size() &&
           uses_[static_cast<std::size_t>(value)].is_tensor;
  }
  /// Adds the tensors that a value is or lists.
  void add_tensors_of(std::int32_t value, std::vector<std::uint32_t>& out) {
    if (!take(1)) return;
    if (is_tensor(value)) return out.push_back(static_cast<std::uint32_t>(value));
    if (value < 0 || static_cast<std::size_t>(value) >= uses_.size())
      return fault("there is no value " + std::to_string(value));
    const EValue& list = *method_->values()->Get(static_cast<fb::uoffset_t>(value));
    const TensorList* const tensors =
        list.val_type() == KernelTypes_TensorList ? list.val_as_TensorList() : list.val_as_OptionalTensorList();
    if (tensors == nullptr || !take(size_of(tensors->items()))) return;
    for (const std::int32_t item : items_of(tensors->items()))
      if (is_tensor(item))
        out.push_back(static_cast<std::uint32_t>(item));
      else if (item != -1)  // left out
        fault("the list " + std::to_string(value) + " names no tensor at " + std::to_string(item));
  }
  [[nodiscard]] std::vector<std::uint32_t> tensors_of(std::int32_t value) {
    std::vector<std::uint32_t> out;
    add_tensors_of(value, out);
    return out;
  }
  /// The tensors of a list of the method, whose field is `list`.
  [[nodiscard]] std::vector<std::uint32_t> tensors_in(const Indices* values, const char* list) {
    list_ = list;
    std::vector<std::uint32_t> out;
    for (const std::int32_t value : items_of(values)) add_tensors_of(value, out);
    return out;
  }

  const Program& code_;
  const ExecutionPlan* method_ = nullptr;
  std::string place_ = "/execution_plan";
  const FileToRead& in_;
  ImportedProgram program_;
  ImportSummary& summary_ = program_.summary;
  std::size_t compared_ = 0;  // pairs of tensors
  std::size_t chain_ = 0;
  const char* list_ = nullptr;                                             // the field that is being read, or
  std::uint32_t instruction_ = 0, operator_ = 0;                           // the instruction and its operator
  std::vector<TensorUse> uses_;                                            // by value
  std::vector<std::string> kinds_;                                         // by operator
  std::vector<std::uint32_t> instruction_of_;                              // by operator; ascending
  std::vector<std::pair<std::uint32_t, std::uint32_t>> jumps_;             // operator, and the one it jumps to
  std::vector<Scope> scopes_;                                              // of the method, and of its bodies
  std::vector<std::uint32_t> scope_of_;                                    // by operator
  Bytes end_in_bodies_{};                                                  // of their tensors
  std::vector<OperatorId> ids_;                                            // by operator, in its scope
  std::vector<std::pair<std::uint32_t, std::uint32_t>> moves_, in_place_;  // from, to; output, input
  std::vector<std::uint32_t> added_;                                       // values, by tensor of the graph
};

/// The bytes of the program's tables. The segments behind them are never read.
Result<std::string_view> tables_of(std::string_view bytes, const std::string& file) {
  constexpr std::size_t kLeast = 8;
  constexpr std::size_t kHeader = 8, kSize = 16, kEnd = 24;  // "eh00", the size of the tables
  std::uint64_t size = bytes.size();
  if (bytes.size() >= kEnd && bytes.substr(kHeader, 2) == "eh") {
    size = fb::ReadScalar<std::uint64_t>(bytes.data() + kSize);
    if (size < kEnd || size > bytes.size())
      return bad_input(file, "byte " + std::to_string(kSize),
                       "its header says that the tables have " + std::to_string(size) + " bytes, but the file has " +
                           std::to_string(bytes.size()));
  }
  if (size < kLeast)
    return bad_input(file, "byte " + std::to_string(size), "this is not an ExecuTorch program: it ends here");
  return bytes.substr(0, std::min<std::uint64_t>(size, FLATBUFFERS_MAX_BUFFER_SIZE - 1));
}

}  // namespace

bool looks_like_executorch(std::string_view bytes) {
  return is_kind(bytes, "ET") || is_kind(bytes, "BP");
}

Result<Document> read_executorch(const FileToRead& in) {
  if (is_kind(in.bytes, "BP"))
    return bad_input(in.file, "byte 4",
                     "this is a bundled program, a program inside of test data: open the .pte that it was made of");
  STOWAGE_TRY(const std::string_view tables, tables_of(in.bytes, in.file));
  Check check(tables);
  const std::string identifier(tables.substr(4, 4));
  if (!check.is_fine(*ProgramTypeTable(), identifier.c_str()) || !looks_like_executorch(in.bytes))
    return bad_input(in.file, check.place(), "this is not an ExecuTorch program, or it is damaged or cut short here");
  return Reader(*fb::GetRoot<Program>(tables.data()), in).read();
}

}  // namespace stowage
