// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xla/module_document.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_set>

#include "core/formats/imported_program.h"
#include "core/formats/utf8.h"
#include "core/graph/claims.h"

namespace stowage::xla {
namespace {

constexpr std::int64_t kAllocationAlignment = 256;

/// Work that runs beside the instructions that follow it, until one of them waits for it.
struct Beside {
  std::uint32_t first, start;  ///< steps of the work; the steps inside a start come before it
  std::uint32_t done;          ///< the step that waits for it
  std::string queue;           ///< a thread or a queue that the module names, or "collectives"
};

/// The number or word behind `key` in a configuration, which is JSON.
std::string_view value_of(std::string_view config, std::string_view key) {
  const std::size_t at = config.find(key);
  if (at == std::string_view::npos) return {};
  config.remove_prefix(at + key.size());
  const std::size_t begin = config.find_first_not_of("\": ");
  if (begin == std::string_view::npos) return {};
  config.remove_prefix(begin);
  return config.substr(0, config.find_first_of("\",}] "));
}

std::string queue_of(const Instruction& start) {
  constexpr std::size_t kLongest = 64;
  if (const std::string& thread = start.async_execution_thread(); !thread.empty() && thread != "main")
    return printable(thread.substr(0, kLongest), "thread");
  if (const std::string_view queue = value_of(start.backend_config(), "\"operation_queue_id\"");
      !queue.empty() && queue != "0")
    return "queue " + printable(queue.substr(0, kLongest), "");
  const std::string& opcode = start.opcode();
  if (opcode == "copy-start") return "copies";
  if (opcode == "send" || opcode == "recv") return "sends";
  return opcode == "async-start" ? "asynchronous" : "collectives";
}

bool is_synchronous(const Instruction& instruction) {
  return value_of(instruction.backend_config(), "\"is_sync\"") == "true";
}

/// All such work of a module, by its first step. Work inside other such work is part of it. O(n log n).
std::vector<Beside> work_beside(const Flow& flow) {
  std::vector<Beside> all;
  for (std::uint32_t step = 0; step < flow.steps().size(); ++step) {
    const Instruction& done = *flow.steps()[step];
    if (!Flow::is_done(done)) continue;
    const Instruction* start = flow.start_of(done);
    if (start == nullptr || is_synchronous(*start) || is_synchronous(done)) continue;
    const std::uint32_t at = flow.step_of(start->id(), start->name());
    if (at == Flow::kNone || at >= step) continue;
    all.push_back({.first = flow.first_inside(at), .start = at, .done = step, .queue = queue_of(*start)});
  }
  // Of works that begin at one step the longest comes first: a work inside another is a part of it.
  std::ranges::sort(
      all, [](const Beside& a, const Beside& b) { return a.first != b.first ? a.first < b.first : a.start > b.start; });
  std::vector<Beside> out;
  for (Beside& each : all)
    if (out.empty() || each.first > out.back().start) out.push_back(std::move(each));
  return out;
}

std::string place_of(const InputItem& item) {
  return (item.section == InputItem::Section::nodes ? "instruction " : "buffer ") + std::to_string(item.index);
}

/// A module on its way to a document: all that its graph and the bodies in it have in common.
struct Import {
  const Hlo& hlo;
  const ModuleSource& source;
  const FileToRead& in;
  const ModuleText* text = nullptr;  ///< of a module that is read with bodies
  ModuleIndex index{hlo.hlo_module()};
  ImportedProgram program{std::string(source.format), source.file, place_of};
  std::optional<ImportWords> why_not{};          ///< why it cannot be read with bodies
  std::size_t left_in_fusions = kMostOfFusions;  ///< instructions
  std::size_t left_in_bodies = 1'000'000;        ///< instructions and buffers, in all bodies together
};

/// A computation on its way to a graph: the entry, or one that is, or is a part of, a body.
class Reader {
 public:
  Reader(Import& all, const BufferAssignment& assignment, const KnownLives& lives, ImportSummary summary)
      : all_(all),
        assignment_(assignment),
        known_(lives),
        flow_(all.index, assignment, all.in.task, all.text == nullptr ? std::nullopt : std::optional(computation_)) {
    const Hlo& hlo = all.hlo;
    const ModuleSource& source = all.source;
    summary_ = std::move(summary);
    program_.set_name(printable(hlo.hlo_module().name(), graph_name(source.file, source.format)));
    if (!hlo.hlo_module().schedule().sequences().contains(hlo.hlo_module().entry_computation_id()))
      summary_.say(Assumed::tr("instructions run in the order of the file, which has no schedule"));
  }

  /// For a computation that an instruction calls. `outside`: names of tensors that no tensor of its body has yet.
  Reader(const Reader& around, std::int64_t computation, GraphBuilder& out, std::unordered_set<std::string>& outside,
         const BufferAssignment& assignment, const KnownLives& lives)
      : all_(around.all_),
        computation_(computation),
        around_(&around),
        out_(out),
        outside_(&outside),
        first_(out.operator_count()),
        assignment_(assignment),
        known_(lives),
        flow_(all_.index, assignment, all_.in.task, computation) {}

  Result<Document> read(const std::optional<std::string>& wanted_space) {
    set_streams();
    add_operators();
    add_syncs();
    lives_ = lives_of(assignment_, flow_, known_, has_one_stream(), summary_);
    if (!flow_.is_complete())
      summary_.say(Unknown::tr("which instruction reads which buffer: the module's tuples are too large"));
    find_spaces();
    check_places();
    add_tensors();
    if (all_.text != nullptr) STOWAGE_CHECK(read_bodies());
    say_donated();
    // The largest power of two, up to that of allocations, that all offsets are multiples of.
    const std::int64_t alignment = offset_bits_ == 0 ? 1 : std::min(offset_bits_ & -offset_bits_, kAllocationAlignment);
    program_.set_alignment(alignment);
    if (alignment > 1)
      summary_.say(Read::tr("an alignment of %1 bytes: every offset is a multiple of it").with(alignment));
    program_.has_plan = source_.lives.has_places && program_.tensor_count() > 0;
    if (spaces_.size() > 1) program_.spaces = std::move(spaces_);
    const bool is_made_up = !source_.lives.has_places && program_.tensor_count() > 0;
    if (is_made_up) warn_of_assumptions();
    auto out = document_of(std::move(program_), wanted_space);
    if (out && is_made_up) out->graph = std::make_shared<const Graph>(as_assumed(*out->graph));
    return out;
  }

 private:
  /// Warns that the buffers or their lifetimes are made up.
  void warn_of_assumptions() {
    const auto warn = [&](const char* what) { program_.warnings.push_back({source_.file, "", what}); };
    if (flow_.steps().empty())
      warn("nothing says when a buffer is needed, so each has memory of its own, and no plan is called optimal");
    else if (has_in_place_)
      warn("there is no buffer assignment, so writes in place are assumed, and no plan is called optimal");
  }

  /// Sets the stream of each step: the measured one, that of work beside others, or the first.
  void set_streams() {
    stream_.assign(flow_.steps().size(), 0);
    beside_ = work_beside(flow_);
    if (!source_.measured.empty()) return set_measured_streams();
    if (beside_.empty()) {
      summary_.say(Assumed::tr("instructions run one after the other, on one stream"));
      add_stream(0);
      return;
    }
    add_stream(0, "main");
    std::map<std::string, std::int64_t> queues;
    for (const Beside& work : beside_) {
      const auto [at, added] = queues.try_emplace(work.queue, static_cast<std::int64_t>(queues.size()) + 1);
      if (added) add_stream(at->second, work.queue);
      for (std::uint32_t step = work.first; step <= work.start; ++step) stream_[step] = at->second;
    }
    summary_.count(Read::tr("instructions that start work beside the others, which others wait for"), beside_.size());
    summary_.say(Assumed::tr("work that is started runs on a stream of its kind, behind what was started before it"));
  }

  /// A step without a time is on the stream of the step before it, and those before all times on the first stream.
  void set_measured_streams() {
    std::optional<std::int64_t> last;
    for (std::uint32_t step = 0; step < stream_.size(); ++step) {
      const Measured* const measured = measured_of(step);
      if (measured != nullptr && !last) std::fill_n(stream_.begin(), step, measured->stream);
      if (measured != nullptr) last = measured->stream;
      stream_[step] = last.value_or(0);
    }
    if (stream_.empty()) add_stream(0);
    for (const std::int64_t number : std::set(stream_.begin(), stream_.end())) add_stream(number);
  }

  void add_stream(std::int64_t number, const std::string& name = {}) {
    if (!out_.find_stream(number).valid()) out_.add_stream(number, name);
  }
  [[nodiscard]] OperatorId id(std::uint32_t step) const { return OperatorId(first_ + step); }

  [[nodiscard]] bool has_one_stream() const {
    return std::ranges::adjacent_find(stream_, std::not_equal_to()) == stream_.end();
  }

  [[nodiscard]] const Measured* measured_of(std::uint32_t step) const {
    const auto at = source_.measured.find(flow_.steps()[step]->name());
    return at == source_.measured.end() ? nullptr : &at->second;
  }

  void add_operators() {
    NamesAmong names;
    const auto is_taken = [&](const std::string& name) { return out_.find_operator(name).valid(); };
    std::size_t timed = 0;
    for (std::uint32_t k = 0; k < flow_.steps().size(); ++k) {
      const Instruction* step = flow_.steps()[k];
      const std::string kind = printable(step->opcode(), "unknown");
      const Measured* measured = measured_of(k);
      const bool has_time = measured != nullptr && measured->nanoseconds > 0;
      if (has_time) ++timed;
      out_.add_operator(
          {.name = names.add(printable(step->name(), "unnamed " + std::to_string(step->id())), is_taken),
           .stream = out_.find_stream(stream_[k]),
           .kind = kind,
           .duration = has_time ? Duration{measured->nanoseconds, Duration::From::measured} : Duration{}});
    }
    summary_.count(Read::tr("instructions, in the order in which they run"), flow_.steps().size());
    summary_.count(Read::tr("durations of instructions"), timed);
  }

  /// Work beside others waits for the step before it, and the module says which step waits for the work. Other steps
  /// run in their order, on any measured streams.
  void add_syncs() {
    std::vector<bool> beside(stream_.size());
    std::size_t waits = 0;
    for (const Beside& work : beside_) {
      for (std::uint32_t step = work.first; step <= work.start; ++step) beside[step] = true;
      out_.add_control(id(work.start), id(work.done));
    }
    std::uint32_t last = Flow::kNone;  // the last step that does not run beside others
    std::size_t next = 0, in_order = 0;
    for (std::uint32_t step = 0; step < stream_.size(); ++step) {
      waits += static_cast<std::size_t>(flow_.steps()[step]->control_predecessor_ids_size());
      const bool begins = next < beside_.size() && beside_[next].first == step;
      const bool is_elsewhere = !beside[step] && last != Flow::kNone && stream_[last] != stream_[step];
      if (last != Flow::kNone && (begins || is_elsewhere)) out_.add_control(id(last), id(step));
      next += begins;
      in_order += is_elsewhere;
      if (!beside[step]) last = step;
    }
    add_control_predecessors(beside);
    summary_.count(
        Assumed::tr("instructions that ran on another stream wait for the one before, as the schedule has it"),
        in_order);
    summary_.count(Read::tr("control predecessors"), waits);
  }

  /// Adds the control predecessors that the order of the streams does not imply.
  void add_control_predecessors(const std::vector<bool>& beside) {
    for (std::uint32_t step = 0; step < stream_.size(); ++step)
      for (const std::int64_t before : flow_.steps()[step]->control_predecessor_ids()) {
        const std::uint32_t at = flow_.step_of(before, {});
        if (at != Flow::kNone && at < step && (beside[at] || beside[step])) out_.add_control(id(at), id(step));
      }
  }

  [[nodiscard]] std::int64_t color_of(std::uint32_t b) const {
    const std::int64_t own = assignment_.logical_buffers(static_cast<int>(b)).color();
    return own != 0 || lives_[b].allocation < 0 ? own : assignment_.buffer_allocations(lives_[b].allocation).color();
  }

  /// Finds the memories that hold bytes, by their numbers.
  void find_spaces() {
    for (std::uint32_t b = 0; b < lives_.size(); ++b)
      if (lives_[b].planned && lives_[b].size > 0) numbers_.emplace(color_of(b), 0);
    for (auto& [color, number] : numbers_) {
      number = static_cast<std::uint32_t>(spaces_.size());
      spaces_.push_back({.name = "space " + std::to_string(color)});
    }
    if (spaces_.size() > 1) summary_.count(Read::tr("memory spaces"), spaces_.size());
  }
  /// The number of a tensor's space; 0 where it has no bytes and is in no space.
  [[nodiscard]] std::uint32_t space_of(std::uint32_t b) const {
    const auto at = numbers_.find(color_of(b));
    return at == numbers_.end() ? 0 : at->second;
  }

  /// Puts the allocations of each space one after the other.
  void check_places() {
    std::vector<std::optional<std::uint32_t>> space_by_allocation(
        static_cast<std::size_t>(assignment_.buffer_allocations_size()));
    for (std::uint32_t b = 0; b < lives_.size(); ++b) {
      if (!lives_[b].planned) continue;
      space_by_allocation[static_cast<std::size_t>(lives_[b].allocation)] = space_of(b);
      if (lives_[b].size < 0 || lives_[b].size > kMaxTensorSize.count || lives_[b].offset < 0 ||
          lives_[b].offset > kMaxTensorSize.count)
        program_.add_fault("buffer " + std::to_string(b), "its size or its offset is not between 0 and 2^53");
    }
    std::vector<std::int64_t> ends(spaces_.size() + 1);
    std::size_t count = 0;
    for (int a = 0; a < assignment_.buffer_allocations_size(); ++a) {
      const auto& space = space_by_allocation[static_cast<std::size_t>(a)];
      bases_.push_back(space ? ends[*space] : 0);
      if (!space) continue;
      const std::int64_t size = assignment_.buffer_allocations(a).size();
      if (size < 0 || size > kMaxTensorSize.count || ends[*space] > kMaxTotalSize.count / 2) {
        program_.add_fault("allocation " + std::to_string(a), "its size, or the sum so far, is out of range");
        continue;
      }
      ends[*space] = round_up(ends[*space] + size, kAllocationAlignment);
      ++count;
    }
    if (source_.lives.has_places)
      summary_.count(Assumed::tr("allocations lie one after the other in one memory, each at a multiple of 256"),
                     count);
  }

  void add_tensors() {
    tensor_of_.resize(lives_.size());
    if (all_.text != nullptr) tensor_names_.resize(lives_.size());
    if (around_ == nullptr) program_.reserve(program_.operator_count(), lives_.size());
    for (std::uint32_t b = 0; b < lives_.size(); ++b)
      if (lives_[b].is_tensor() && !tensor_of_[b].valid()) add_tensor(b);
    for (std::uint32_t b = 0; b < lives_.size(); ++b) {
      const BufferLife& life = lives_[b];
      if (!tensor_of_[b].valid()) continue;
      has_in_place_ |= life.over != Flow::kNone || !life.may_be_over.empty();
      if (life.over != Flow::kNone)
        out_.add_in_place({.output = tensor_of_[b], .input = tensor_of_[life.over], .must = life.must_be_over});
      for (const std::uint32_t over : life.may_be_over)
        if (lives_[over].is_tensor()) out_.add_in_place({.output = tensor_of_[b], .input = tensor_of_[over]});
    }
    if (around_ != nullptr) return;
    if (program_.tensor_count() == 0 && program_.operator_count() == 0)
      program_.add_fault("/hlo_module", "the module has no instructions and no buffers to plan");
    summary_.count(source_.lives.has_places ? Read::tr("tensors, with the place that XLA assigned them")
                                            : Read::tr("tensors, without a place"),
                   program_.tensor_count());
  }

  void add_tensor(std::uint32_t b) {
    const BufferLife& life = lives_[b];
    consumers_.clear();
    if (const auto also = more_users_.find(b); also != more_users_.end()) consumers_ = also->second;
    for (const auto* const steps : {&life.uses, &life.writes})
      for (const std::uint32_t step : *steps) consumers_.push_back(id(step));
    const OperatorId producer = life.from_start ? OperatorId() : id(life.writes.front());
    const bool others = std::ranges::any_of(consumers_, [&](OperatorId o) { return o != producer; });
    if (others || life.to_the_end) std::erase(consumers_, producer);
    const LogicalBuffer& buffer = assignment_.logical_buffers(static_cast<int>(b));
    const auto given = given_names_.find(b);
    const std::string name =
        given != given_names_.end()
            ? given->second
            : names_.add(printable(name_of(buffer, flow_), "unnamed " + std::to_string(buffer.id())),
                         [&](const std::string& wanted) {
                           return out_.find_tensor(wanted).valid() ||
                                  (outside_ != nullptr && outside_->contains(wanted));
                         });
    if (all_.text != nullptr) tensor_names_[b] = name;
    if (around_ != nullptr) {
      tensor_of_[b] = out_.add_tensor({.name = name,
                                       .size = {life.size},
                                       .producer = producer,
                                       .consumers = consumers_,
                                       .output = life.to_the_end});
      return;
    }
    const std::int64_t offset = bases_[static_cast<std::size_t>(life.allocation)] + life.offset;
    if (life.size > 0 && source_.lives.has_places) offset_bits_ |= offset;
    tensor_of_[b] = program_.add_tensor(
        {.name = name, .size = {life.size}, .producer = producer, .consumers = consumers_, .output = life.to_the_end},
        {.space = space_of(b), .offset = offset});
  }

  // ---- instructions with bodies
  using Leaves = std::vector<ShapeLeaf>;
  /// What a computation is called with: its buffers in the computation around, by parameter and part (-1: the whole).
  struct Given {
    std::int64_t parameter, part;
    std::uint32_t buffer;
  };

  /// The module is read without bodies.
  Result<void> give_up(const ImportWords& why) {
    if (!all_.why_not) all_.why_not = why;
    return {};
  }
  /// The arrays of an instruction's result that have bytes; none where tuples hold tuples.
  [[nodiscard]] std::optional<Leaves> leaves_of(std::int64_t instruction) const {
    auto out = read_shape(all_.text->shapes[static_cast<std::size_t>(instruction) - 1]);
    if (!out) return Leaves{};  // its maker has the fault
    std::erase_if(*out, [](const ShapeLeaf& leaf) { return leaf.bytes == 0; });
    const bool is_flat = std::ranges::all_of(*out, [](const ShapeLeaf& leaf) { return leaf.index.size() < 2; });
    return is_flat ? std::optional(*std::move(out)) : std::nullopt;
  }
  [[nodiscard]] static std::int64_t part_of(const ShapeLeaf& leaf) {
    return leaf.index.empty() ? -1 : leaf.index.front();
  }
  /// The buffers of an operand, for a parameter; false where these cannot be told.
  bool give(const Instruction& op, int operand, std::int64_t parameter, std::vector<Given>& out) const {
    const auto leaves = leaves_of(op.operand_ids(operand));
    if (!leaves) return false;
    for (const ShapeLeaf& leaf : *leaves) {
      const std::uint32_t buffer = flow_.buffer_at(op.operand_ids(operand), part_of(leaf));
      if (buffer == Flow::kNone) return false;
      out.push_back({parameter, part_of(leaf), buffer});
    }
    return true;
  }
  [[nodiscard]] TensorId tensor_at(std::uint32_t buffer) const {
    return buffer == Flow::kNone ? TensorId() : tensor_of_[buffer];
  }

  Result<void> add_bodies(std::uint32_t step) {
    const Instruction& op = *flow_.steps()[step];
    if (!has_bodies(op) || all_.why_not || program_.has_faults()) return {};
    const bool is_loop = op.opcode() == "while", is_call = op.opcode() == "call";
    const int called = op.called_computation_ids_size(), operands = op.operand_ids_size();
    const auto results = leaves_of(op.id());
    std::vector<std::vector<Given>> given(static_cast<std::size_t>(called));
    bool is_plain = results && called > 0 &&
                    (is_loop   ? called == 2 && operands == 1
                     : is_call ? called == 1
                               : operands == called + 1);
    for (int k = 0; k < called && is_plain; ++k)
      for (int n = 0; n < operands && is_plain; ++n)
        if (is_loop || is_call || n == k + 1)
          is_plain = give(op, n, is_call ? n : 0, given[static_cast<std::size_t>(k)]);
    if (!is_plain) return give_up(Unknown::tr("buffers of loops and branches: tuples lie in tuples"));
    for (const std::int64_t each : op.called_computation_ids())
      if (!may_run(step, each)) return {};
    return is_loop ? add_loop(step, op, given[0], *results) : add_branches(step, op, given, *results);
  }

  /// Whether a computation can run here; a fault if not.
  bool may_run(std::uint32_t step, std::int64_t computation) {
    constexpr std::size_t kDeepest = 20;  // so that the graph can be written to a graph file
    const auto fault = [&](const std::string& reason) {
      const std::size_t line = all_.text->lines[static_cast<std::size_t>(flow_.steps()[step]->id()) - 1];
      program_.add_fault("line " + std::to_string(line), reason);
      return false;
    };
    std::size_t depth = 0;
    for (const Reader* each = this; each != nullptr; each = each->around_, ++depth)
      if (each->computation_ == computation)
        return fault("the computation " + in_quotes(all_.index.computations.at(computation)->name()) + " runs itself");
    return depth <= kDeepest || fault("computations call each other too deeply");
  }

  /// A computation of a body, with its made-up buffers.
  struct Called {
    BufferAssignment assignment{};
    KnownLives lives{};
    std::unique_ptr<Reader> reader{};
  };
  /// Reads the steps of a computation, behind those that its body has already.
  Result<std::unique_ptr<Called>> call(std::int64_t computation, GraphBuilder& body,
                                       std::unordered_set<std::string>& outside) {
    auto made = std::make_unique<Called>();
    made->lives.has_places = false;
    const auto fits = [&](int count) {
      const bool fit = static_cast<std::size_t>(count) < all_.left_in_bodies;
      all_.left_in_bodies = fit ? all_.left_in_bodies - static_cast<std::size_t>(count) - 1 : 0;
      return fit;
    };
    ImportSummary nothing;
    bool is_small = fits(all_.index.computations.at(computation)->instructions_size());
    if (is_small) {
      STOWAGE_TRY(made->lives.overwrites, make_up_assignment(*all_.text, all_.index, source_.file, nothing,
                                                             all_.left_in_fusions, made->assignment, computation));
      is_small = fits(made->assignment.logical_buffers_size());
    }
    if (!is_small)
      return bad_input(source_.file, "",
                       "the computations that instructions call are too many or too large all together");
    made->reader = std::make_unique<Reader>(*this, computation, body, outside, made->assignment, made->lives);
    if (all_.in.task.should_stop()) return tl::unexpected(all_.in.task.why_stopped());
    made->reader->read_steps();
    return made;
  }
  void read_steps() {
    set_streams();
    add_operators();
    add_syncs();
    lives_ = lives_of(assignment_, flow_, known_, has_one_stream(), summary_);
    tensor_of_.resize(lives_.size());
    if (all_.text != nullptr) tensor_names_.resize(lives_.size());
    program_.summary.count(Read::tr("operators in bodies of loops and branches"), flow_.steps().size());
    if (!flow_.is_complete())
      static_cast<void>(give_up(Unknown::tr("buffers that each instruction of a body reads: tuples are too large")));
  }
  Result<void> read_tensors() {
    add_tensors();
    return read_bodies();
  }
  Result<void> read_bodies() {
    for (std::uint32_t step = 0; step < flow_.steps().size(); ++step) STOWAGE_CHECK(add_bodies(step));
    return {};
  }

  [[nodiscard]] std::int64_t root() const { return all_.index.computations.at(computation_)->root_id(); }
  /// The buffer of a parameter of the computation, or of a part of it.
  [[nodiscard]] std::uint32_t parameter(std::int64_t number, std::int64_t part) const {
    for (const Instruction& each : all_.index.computations.at(computation_)->instructions())
      if (each.opcode() == "parameter" && each.parameter_number() == number) return flow_.buffer_at(each.id(), part);
    return Flow::kNone;
  }
  /// Gives a tensor of a body the name of the one outside that it is. Other tensors are copied from, or to, outside.
  void share(std::uint32_t mine, std::uint32_t theirs) {
    if (mine == Flow::kNone || !around_->tensor_at(theirs).valid() || !lives_[mine].is_tensor() ||
        lives_[mine].size != around_->lives_[theirs].size || given_names_.contains(mine))
      return;
    const std::string& name = around_->tensor_names_[theirs];
    if (outside_->erase(name) > 0) given_names_.emplace(mine, name);
  }
  void share_results(const Instruction& op, const Leaves& results) {
    for (const ShapeLeaf& leaf : results) {
      const std::uint32_t mine = flow_.buffer_at(root(), part_of(leaf));
      if (mine != Flow::kNone && !lives_[mine].from_start && !all_.index.passes_on(op, part_of(leaf)))
        share(mine, around_->flow_.buffer_at(op.id(), part_of(leaf)));
    }
  }
  /// The names of all tensors that an instruction is given or makes.
  std::unordered_set<std::string> names_of(const Instruction& op) {
    std::unordered_set<std::string> out;
    const auto add = [&](std::int64_t instruction) {
      for (const std::uint32_t b : flow_.buffers_of(instruction))
        if (tensor_of_[b].valid()) out.insert(tensor_names_[b]);
    };
    for (const std::int64_t operand : op.operand_ids()) add(operand);
    add(op.id());
    return out;
  }
  [[nodiscard]] GraphBuilder body_of(const Instruction& op) const {
    const std::string name = printable(op.name(), "");
    GraphBuilder body(source_.file,
                      [name](const InputItem& item) { return "body of " + name + ", " + place_of(item); });
    body.set_name(name);
    return body;
  }

  Result<void> add_branches(std::uint32_t step, const Instruction& op, const std::vector<std::vector<Given>>& given,
                            const Leaves& results) {
    const bool is_call = op.opcode() == "call";
    const bool is_yes_or_no =
        !is_call && all_.text->shapes[static_cast<std::size_t>(op.operand_ids(0)) - 1].starts_with("pred");
    std::vector<Branch> branches;
    for (int k = 0; k < op.called_computation_ids_size(); ++k) {
      const std::int64_t computation = op.called_computation_ids(k);
      GraphBuilder body = body_of(op);
      auto outside = names_of(op);
      STOWAGE_TRY(const auto called, call(computation, body, outside));
      Reader& inner = *called->reader;
      for (const auto& [parameter, part, buffer] : given[static_cast<std::size_t>(k)]) {
        const std::uint32_t mine = inner.parameter(parameter, part);
        if (mine == Flow::kNone) continue;
        if (tensor_at(buffer).valid())
          inner.share(mine, buffer);
        else
          inner.lives_[mine].planned = false;  // a constant, which is read where it lies
      }
      inner.share_results(op, results);
      STOWAGE_CHECK(inner.read_tensors());
      has_in_place_ |= inner.has_in_place_;
      auto graph = program_.take_body(std::move(body));
      if (!graph || all_.why_not) return {};
      const std::string& name = all_.index.computations.at(computation)->name();
      branches.push_back({is_call        ? printable(name, "called")
                          : is_yes_or_no ? (k == 0 ? "true" : "false")
                                         : std::to_string(k),
                          *std::move(graph)});
    }
    out_.set_branches(id(step), std::move(branches));
    program_.summary.add(is_call ? Read::tr("calls of a computation, read as a branch that always runs")
                                 : Read::tr("choices, with their branches"),
                         op.name());
    return {};
  }

  /// Makes the body of a loop: the condition, then the body. What the loop carries is a parameter of both.
  Result<void> add_loop(std::uint32_t step, const Instruction& op, const std::vector<Given>& given,
                        const Leaves& results) {
    GraphBuilder builder = body_of(op);
    auto outside = names_of(op);
    STOWAGE_TRY(const auto test, call(op.called_computation_ids(1), builder, outside));
    const std::size_t tested = builder.operator_count();
    STOWAGE_TRY(const auto called, call(op.called_computation_ids(0), builder, outside));
    Reader &condition = *test->reader, &body = *called->reader;
    struct Part {
      std::uint32_t into, tested, from;
      bool passes_on, is_carried = false;
    };
    std::vector<Part> parts;
    for (const auto& [number, part, buffer] : given) {
      parts.push_back({body.parameter(0, part), condition.parameter(0, part), body.flow_.buffer_at(body.root(), part),
                       all_.index.passes_on(op, part)});
      const auto& [into, tested_too, from, passes_on, is_carried] = parts.back();
      if (into == Flow::kNone || tested_too == Flow::kNone || from == Flow::kNone)
        return give_up(Unknown::tr("buffers that a loop carries"));
      auto& users = body.more_users_[into];
      for (const std::uint32_t use : condition.lives_[tested_too].uses) users.push_back(condition.id(use));
      if (tested > 0) users.emplace_back(tested - 1);  // the loop may end here, with these values
      condition.lives_[tested_too].planned = false;
      if (passes_on && !tensor_at(buffer).valid()) body.lives_[into].planned = false;  // read where it lies
    }
    std::unordered_set<std::uint32_t> carried_on;
    for (Part& part : parts) {
      // A constant that becomes the next value is read where it lies.
      part.is_carried = !part.passes_on && part.from != part.into && body.lives_[part.from].planned;
      if (part.is_carried) carried_on.insert(part.from);
    }
    // What never changes but is carried into another is a copy: its place outside may change in a loop around.
    for (std::size_t k = 0; k < parts.size(); ++k)
      if (parts[k].is_carried || !carried_on.contains(parts[k].into)) body.share(parts[k].into, given[k].buffer);
    body.share_results(op, results);
    body.add_tensors();
    for (const Part& part : parts) {
      condition.tensor_of_[part.tested] = body.tensor_of_[part.into];
      condition.tensor_names_[part.tested] = body.tensor_names_[part.into];
    }
    STOWAGE_CHECK(condition.read_tensors());
    STOWAGE_CHECK(body.read_bodies());
    has_in_place_ |= condition.has_in_place_ || body.has_in_place_;
    auto graph = program_.take_body(std::move(builder));
    if (!graph || all_.why_not) return {};
    Loop loop{*std::move(graph), {}};
    for (const Part& part : parts) {
      const TensorId into = body.tensor_at(part.into), from = body.tensor_at(part.from);
      if (part.is_carried && into.valid() && from.valid()) loop.carry.push_back({into, from});
    }
    out_.set_loop(id(step), std::make_shared<const Loop>(std::move(loop)));
    program_.summary.add(Read::tr("loops, with their condition and body"), op.name());
    return {};
  }

  void say_donated() {
    std::size_t may = 0, must = 0;
    for (const ParameterAlias& alias : all_.hlo.hlo_module().input_output_alias().entries())
      ++(alias.kind() == 2 ? must : may);
    summary_.count(Read::tr("results that may take over a parameter's memory"), may);
    summary_.count(Read::tr("results that must lie where a parameter lies"), must);
    summary_.count(Read::tr("parameters that are given away"),
                   static_cast<std::size_t>(all_.hlo.hlo_module().buffer_donor().entries_size()));
  }

  Import& all_;
  const ModuleSource& source_ = all_.source;
  ImportedProgram& program_ = all_.program;
  const std::int64_t computation_ = all_.hlo.hlo_module().entry_computation_id();
  const Reader* around_ = nullptr;  // of a body
  GraphBuilder& out_ = program_;
  std::unordered_set<std::string>* outside_ = nullptr;
  const std::size_t first_ = 0;  // the operator of its first step
  const BufferAssignment& assignment_;
  const KnownLives& known_;
  Flow flow_;
  ImportSummary of_body_;  // which says nothing of the file
  ImportSummary& summary_ = around_ == nullptr ? program_.summary : of_body_;
  std::vector<Beside> beside_;
  std::vector<std::int64_t> stream_;  // its number, by step
  std::vector<BufferLife> lives_;
  std::vector<MemorySpace> spaces_;                // that hold bytes
  std::map<std::int64_t, std::uint32_t> numbers_;  // of spaces, by color
  std::vector<std::int64_t> bases_;                // by allocation, in its space
  std::int64_t offset_bits_ = 0;                   // of all offsets
  bool has_in_place_ = false;
  std::vector<TensorId> tensor_of_;                                        // by the buffer that names it
  std::vector<std::string> tensor_names_;                                  // likewise, of a module with bodies
  NamesAmong names_;                                                       // of tensors
  std::unordered_map<std::uint32_t, std::string> given_names_;             // of tensors that lie outside, by buffer
  std::unordered_map<std::uint32_t, std::vector<OperatorId>> more_users_;  // by buffer
  std::vector<OperatorId> consumers_;  // of the tensor being added; a member to spare allocations
};

}  // namespace

Result<std::optional<Document>> document_with_bodies(const ModuleText& module, const ModuleSource& source,
                                                     ImportSummary& summary, const FileToRead& in) {
  const auto has_some = [](const Computation& each) { return std::ranges::any_of(each.instructions(), has_bodies); };
  if (std::ranges::none_of(module.hlo->hlo_module().computations(), has_some)) return std::nullopt;
  const auto lies_elsewhere = [](std::string_view shape) { return shape.find("S(") != std::string_view::npos; };
  if (std::ranges::any_of(module.shapes, lies_elsewhere)) {
    summary.say(Unknown::tr("bodies of loops and branches: their buffers lie in several memory spaces"));
    return std::nullopt;
  }
  Import all{.hlo = *module.hlo, .source = source, .in = in, .text = &module};
  BufferAssignment assignment;
  KnownLives lives;
  lives.has_places = false;
  ImportSummary here = summary;
  STOWAGE_TRY(lives.overwrites, make_up_assignment(module, all.index, source.file, here, all.left_in_fusions,
                                                   assignment, module.hlo->hlo_module().entry_computation_id()));
  if (assignment.logical_buffers().empty()) return std::nullopt;
  Reader reader(all, assignment, lives, std::move(here));
  if (in.task.should_stop()) return tl::unexpected(in.task.why_stopped());
  auto out = reader.read(in.options.space);
  if (all.why_not && (out || !out.error().is_stop())) {
    summary.say(*all.why_not);
    return std::nullopt;
  }
  if (!out) return tl::unexpected(std::move(out.error()));
  return std::optional(*std::move(out));
}

Result<Document> document_of(const Hlo& hlo, const ModuleSource& source, ImportSummary summary, const FileToRead& in) {
  Import all{.hlo = hlo, .source = source, .in = in};
  Reader reader(all, hlo.buffer_assignment(), source.lives, std::move(summary));
  if (in.task.should_stop()) return tl::unexpected(in.task.why_stopped());
  return reader.read(in.options.space);
}

}  // namespace stowage::xla
