// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xla/module_document.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

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

/// A module on its way to a graph.
class Reader {
 public:
  Reader(const Hlo& hlo, const ModuleSource& source, ImportSummary summary, const Task& task)
      : hlo_(hlo),
        source_(source),
        assignment_(hlo.buffer_assignment()),
        flow_(hlo.hlo_module(), assignment_, task),
        program_(std::string(source.format), source.file, [](const InputItem& item) {
          return (item.section == InputItem::Section::nodes ? "instruction " : "buffer ") + std::to_string(item.index);
        }) {
    summary_ = std::move(summary);
    program_.set_name(printable(hlo.hlo_module().name(), graph_name(source.file, source.format)));
    if (!hlo.hlo_module().schedule().sequences().contains(hlo.hlo_module().entry_computation_id()))
      summary_.say(Assumed::tr("instructions run in the order of the file, which has no schedule"));
  }

  Result<Document> read(const std::optional<std::string>& wanted_space) {
    set_streams();
    add_operators();
    add_syncs();
    lives_ = lives_of(assignment_, flow_, source_.lives, has_one_stream(), summary_);
    if (!flow_.is_complete())
      summary_.say(Unknown::tr("which instruction reads which buffer: the module's tuples are too large"));
    find_spaces();
    check_places();
    add_tensors();
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
      program_.add_stream(0);
      return;
    }
    program_.add_stream(0, "main");
    std::map<std::string, std::int64_t> queues;
    for (const Beside& work : beside_) {
      const auto [at, added] = queues.try_emplace(work.queue, static_cast<std::int64_t>(queues.size()) + 1);
      if (added) program_.add_stream(at->second, work.queue);
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
    if (stream_.empty()) program_.add_stream(0);
    for (const std::int64_t number : std::set(stream_.begin(), stream_.end())) program_.add_stream(number);
  }

  [[nodiscard]] bool has_one_stream() const {
    return std::ranges::adjacent_find(stream_, std::not_equal_to()) == stream_.end();
  }

  [[nodiscard]] const Measured* measured_of(std::uint32_t step) const {
    const auto at = source_.measured.find(flow_.steps()[step]->name());
    return at == source_.measured.end() ? nullptr : &at->second;
  }

  void add_operators() {
    NamesAmong names;
    const auto is_taken = [&](const std::string& name) { return program_.find_operator(name).valid(); };
    std::size_t timed = 0;
    for (std::uint32_t k = 0; k < flow_.steps().size(); ++k) {
      const Instruction* step = flow_.steps()[k];
      const std::string kind = printable(step->opcode(), "unknown");
      const Measured* measured = measured_of(k);
      const bool has_time = measured != nullptr && measured->nanoseconds > 0;
      if (has_time) ++timed;
      program_.add_operator(
          {.name = names.add(printable(step->name(), "unnamed " + std::to_string(step->id())), is_taken),
           .stream = program_.find_stream(stream_[k]),
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
      program_.add_control(OperatorId(work.start), OperatorId(work.done));
    }
    std::uint32_t last = Flow::kNone;  // the last step that does not run beside others
    std::size_t next = 0, in_order = 0;
    for (std::uint32_t step = 0; step < stream_.size(); ++step) {
      waits += static_cast<std::size_t>(flow_.steps()[step]->control_predecessor_ids_size());
      const bool begins = next < beside_.size() && beside_[next].first == step;
      const bool is_elsewhere = !beside[step] && last != Flow::kNone && stream_[last] != stream_[step];
      if (last != Flow::kNone && (begins || is_elsewhere)) program_.add_control(OperatorId(last), OperatorId(step));
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
        if (at != Flow::kNone && at < step && (beside[at] || beside[step]))
          program_.add_control(OperatorId(at), OperatorId(step));
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
    program_.reserve(program_.operator_count(), lives_.size());
    tensor_of_.resize(lives_.size());
    for (std::uint32_t b = 0; b < lives_.size(); ++b)
      if (lives_[b].is_tensor()) add_tensor(b);
    for (std::uint32_t b = 0; b < lives_.size(); ++b) {
      const BufferLife& life = lives_[b];
      if (!tensor_of_[b].valid()) continue;
      has_in_place_ |= life.over != Flow::kNone || !life.may_be_over.empty();
      if (life.over != Flow::kNone)
        program_.add_in_place({.output = tensor_of_[b], .input = tensor_of_[life.over], .must = life.must_be_over});
      for (const std::uint32_t over : life.may_be_over)
        program_.add_in_place({.output = tensor_of_[b], .input = tensor_of_[over]});
    }
    if (program_.tensor_count() == 0 && program_.operator_count() == 0)
      program_.add_fault("/hlo_module", "the module has no instructions and no buffers to plan");
    summary_.count(source_.lives.has_places ? Read::tr("tensors, with the place that XLA assigned them")
                                            : Read::tr("tensors, without a place"),
                   program_.tensor_count());
  }

  void add_tensor(std::uint32_t b) {
    const BufferLife& life = lives_[b];
    consumers_.clear();
    for (const auto* const steps : {&life.uses, &life.writes})
      for (const std::uint32_t step : *steps) consumers_.emplace_back(step);
    const OperatorId producer = life.from_start ? OperatorId() : OperatorId(life.writes.front());
    const bool others = std::ranges::any_of(consumers_, [&](OperatorId o) { return o != producer; });
    if (others || life.to_the_end) std::erase(consumers_, producer);
    const LogicalBuffer& buffer = assignment_.logical_buffers(static_cast<int>(b));
    const std::string name =
        names_.add(printable(name_of(buffer, flow_), "unnamed " + std::to_string(buffer.id())),
                   [&](const std::string& wanted) { return program_.find_tensor(wanted).valid(); });
    const std::int64_t offset = bases_[static_cast<std::size_t>(life.allocation)] + life.offset;
    if (life.size > 0 && source_.lives.has_places) offset_bits_ |= offset;
    tensor_of_[b] = program_.add_tensor(
        {.name = name, .size = {life.size}, .producer = producer, .consumers = consumers_, .output = life.to_the_end},
        {.space = space_of(b), .offset = offset});
  }

  void say_donated() {
    std::size_t may = 0, must = 0;
    for (const ParameterAlias& alias : hlo_.hlo_module().input_output_alias().entries())
      ++(alias.kind() == 2 ? must : may);
    summary_.count(Read::tr("results that may take over a parameter's memory"), may);
    summary_.count(Read::tr("results that must lie where a parameter lies"), must);
    summary_.count(Read::tr("parameters that are given away"),
                   static_cast<std::size_t>(hlo_.hlo_module().buffer_donor().entries_size()));
  }

  const Hlo& hlo_;
  const ModuleSource& source_;
  const BufferAssignment& assignment_;
  Flow flow_;
  ImportedProgram program_;
  ImportSummary& summary_ = program_.summary;
  std::vector<Beside> beside_;
  std::vector<std::int64_t> stream_;  // its number, by step
  std::vector<BufferLife> lives_;
  std::vector<MemorySpace> spaces_;                // that hold bytes
  std::map<std::int64_t, std::uint32_t> numbers_;  // of spaces, by color
  std::vector<std::int64_t> bases_;                // by allocation, in its space
  std::int64_t offset_bits_ = 0;                   // of all offsets
  bool has_in_place_ = false;
  std::vector<TensorId> tensor_of_;    // by the buffer that names it
  NamesAmong names_;                   // of tensors
  std::vector<OperatorId> consumers_;  // of the tensor being added; a member to spare allocations
};

}  // namespace

Result<Document> document_of(const Hlo& hlo, const ModuleSource& source, ImportSummary summary, const FileToRead& in) {
  Reader reader(hlo, source, std::move(summary), in.task);
  if (in.task.should_stop()) return tl::unexpected(in.task.why_stopped());
  return reader.read(in.options.space);
}

}  // namespace stowage::xla
