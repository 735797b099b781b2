// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xla/module_document.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/base/csr.h"
#include "core/formats/file_stem.h"
#include "core/formats/imported_program.h"
#include "core/formats/unique_names.h"
#include "core/formats/utf8.h"
#include "core/formats/xla/beside.h"
#include "core/formats/xla/flow.h"
#include "core/formats/xla/lives.h"
#include "core/graph/bound_scope.h"

namespace stowage::xla {
namespace {

constexpr std::int64_t kAllocationAlignment = 256;

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
    program_.set_name(printable(hlo.hlo_module().name(), stem_of(source.file, source.extension)));
    if (!hlo.hlo_module().schedule().sequences().contains(hlo.hlo_module().entry_computation_id()))
      summary_.say(ImportKind::assumed, "instructions run in the order of the file, which has no schedule");
  }

  Result<Document> read(const std::optional<std::string>& wanted_space) {
    set_streams();
    add_operators();
    add_syncs();
    lives_ = lives_of(assignment_, flow_, {source_.has_places, source_.overwrites, source_.ranges, has_one_stream()},
                      summary_);
    if (!flow_.is_complete())
      summary_.say(ImportKind::unknown, "which instruction reads which buffer: the module's tuples are too large");
    find_spaces();
    check_places();
    add_tensors();
    say_donated();
    // The largest power of two, up to that of allocations, that all offsets are multiples of.
    const std::int64_t alignment = offset_bits_ == 0 ? 1 : std::min(offset_bits_ & -offset_bits_, kAllocationAlignment);
    program_.set_alignment(alignment);
    if (alignment > 1)
      summary_.say(ImportKind::read,
                   "an alignment of " + std::to_string(alignment) + " bytes: every offset is a multiple of it");
    program_.has_plan = source_.has_places && program_.tensor_count() > 0;
    if (spaces_.size() > 1) program_.spaces = std::move(spaces_);
    const bool is_made_up = !source_.has_places && program_.tensor_count() > 0;
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
      summary_.say(ImportKind::assumed, "instructions run one after the other, on one stream");
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
    summary_.count(ImportKind::read, "instructions that start work beside the others, which others wait for",
                   beside_.size());
    summary_.say(ImportKind::assumed,
                 "work that is started runs on a stream of its kind, behind what was started before it");
  }

  void set_measured_streams() {
    std::vector<std::int64_t> numbers;
    std::optional<std::int64_t> last;
    std::vector<bool> known(stream_.size());
    for (std::uint32_t step = 0; step < stream_.size(); ++step)
      if (const Measured* measured = measured_of(step)) {
        stream_[step] = measured->stream;
        known[step] = true;
        numbers.push_back(measured->stream);
      }
    // A step without a time is on the stream of the step before it.
    const std::int64_t first = numbers.empty() ? 0 : numbers.front();
    for (std::uint32_t step = 0; step < stream_.size(); ++step) {
      if (!known[step]) stream_[step] = last.value_or(first);
      last = stream_[step];
    }
    numbers.push_back(first);
    std::ranges::sort(numbers);
    numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
    for (const std::int64_t number : numbers) program_.add_stream(number);
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
    summary_.count(ImportKind::read, "instructions, in the order in which they run", flow_.steps().size());
    summary_.count(ImportKind::read, "durations of instructions", timed);
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
      if (next < beside_.size() && beside_[next].first == step) {
        if (last != Flow::kNone) program_.add_control(OperatorId(last), OperatorId(step));
        ++next;
      }
      if (beside[step]) continue;
      if (last != Flow::kNone && stream_[last] != stream_[step]) {
        program_.add_control(OperatorId(last), OperatorId(step));
        ++in_order;
      }
      last = step;
    }
    add_control_predecessors(beside);
    summary_.count(ImportKind::assumed,
                   "instructions that ran on another stream wait for the one before, as the schedule has it", in_order);
    summary_.count(ImportKind::read, "control predecessors", waits);
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
    std::set<std::int64_t> colors;
    for (std::uint32_t b = 0; b < lives_.size(); ++b)
      if (lives_[b].planned && lives_[b].size > 0) colors.insert(color_of(b));
    for (const std::int64_t color : colors) {
      numbers_.emplace(color, static_cast<std::uint32_t>(spaces_.size()));
      spaces_.push_back({.name = "space " + std::to_string(color)});
    }
    if (spaces_.size() > 1) summary_.count(ImportKind::read, "memory spaces", spaces_.size());
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
    if (source_.has_places)
      summary_.count(ImportKind::assumed,
                     "allocations lie one after the other in one memory, each at a multiple of 256", count);
  }

  void add_tensors() {
    std::vector<std::pair<std::size_t, std::uint32_t>> pairs;
    for (std::uint32_t b = 0; b < lives_.size(); ++b)
      if (lives_[b].planned) pairs.emplace_back(lives_[b].one_with, b);
    const auto parts = Csr<std::uint32_t>::from_pairs(lives_.size(), pairs);
    program_.reserve(program_.operator_count(), pairs.size());
    tensor_of_.resize(lives_.size());
    for (std::uint32_t b = 0; b < lives_.size(); ++b)
      if (!parts[b].empty()) add_tensor(b, parts[b]);
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
    summary_.count(ImportKind::read,
                   source_.has_places ? "tensors, with the place that XLA assigned them" : "tensors, without a place",
                   program_.tensor_count());
  }

  void add_tensor(std::uint32_t b, std::span<const std::uint32_t> parts) {
    std::int64_t size = 0;
    bool from_start = false, to_the_end = false;
    std::uint32_t begin = Flow::kNone;
    std::vector<OperatorId>& consumers = consumers_;
    consumers.clear();
    for (const std::uint32_t part : parts) {
      const BufferLife& life = lives_[part];
      size = std::max(size, life.size);
      from_start |= life.begin == Flow::kNone;
      to_the_end |= life.to_the_end;
      begin = std::min(begin, life.begin);
      for (const std::uint32_t use : life.uses) consumers.emplace_back(use);
      if (life.begin != Flow::kNone) consumers.emplace_back(life.begin);
    }
    const OperatorId producer = from_start ? OperatorId() : OperatorId(begin);
    const bool others = std::ranges::any_of(consumers, [&](OperatorId o) { return o != producer; });
    if (others || to_the_end) std::erase(consumers, producer);
    const LogicalBuffer& buffer = assignment_.logical_buffers(static_cast<int>(b));
    const std::string name =
        names_.add(printable(name_of(buffer, flow_), "unnamed " + std::to_string(buffer.id())),
                   [&](const std::string& wanted) { return program_.find_tensor(wanted).valid(); });
    const std::int64_t offset = bases_[static_cast<std::size_t>(lives_[b].allocation)] + lives_[b].offset;
    if (size > 0 && source_.has_places) offset_bits_ |= offset;
    tensor_of_[b] = program_.add_tensor(
        {.name = name, .size = {size}, .producer = producer, .consumers = consumers, .output = to_the_end},
        {.space = space_of(b), .offset = offset});
  }

  void say_donated() {
    std::size_t may = 0, must = 0;
    for (const ParameterAlias& alias : hlo_.hlo_module().input_output_alias().entries())
      ++(alias.kind() == 2 ? must : may);
    summary_.count(ImportKind::read, "results that may take over a parameter's memory", may);
    summary_.count(ImportKind::read, "results that must lie where a parameter lies", must);
    summary_.count(ImportKind::read, "parameters that are given away",
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

Result<Document> document_of(const Hlo& hlo, const ModuleSource& source, ImportSummary summary,
                             const ReadOptions& options, const Task& task) {
  Reader reader(hlo, source, std::move(summary), task);
  if (task.should_stop()) return tl::unexpected(task.why_stopped());
  return reader.read(options.space);
}

}  // namespace stowage::xla
