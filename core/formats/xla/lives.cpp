// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>

#include "core/formats/utf8.h"
#include "core/formats/xla/module_document.h"

namespace stowage::xla {
namespace {

/// "0,1"
std::string index_text(const google::protobuf::RepeatedField<std::int64_t>& index) {
  std::string out;
  for (const std::int64_t part : index) out += (out.empty() ? "" : ",") + std::to_string(part);
  return out;
}

/// The life of a buffer in the heap simulator's trace, or in a dump of live ranges.
struct Traced {
  struct End {
    std::uint32_t not_before = 0, not_after = Flow::kNone;
  };
  std::uint32_t begin = 0;
  std::optional<End> end{};  ///< none: it lasts to the end
};

class Lives {
 public:
  Lives(const BufferAssignment& assignment, Flow& flow, const KnownLives& known, bool one_stream,
        ImportSummary& summary)
      : assignment_(assignment), flow_(flow), known_(known), one_stream_(one_stream), summary_(summary) {
    lives_.resize(static_cast<std::size_t>(assignment.logical_buffers_size()));
    for (std::uint32_t b = 0; b < lives_.size(); ++b) {
      lives_[b].size = buffer(b).size();
      one_with_.push_back(b);
      if (!by_id_.emplace(buffer(b).id(), b).second)
        summary_.add(Unknown::tr("buffers whose id is another's, too"), name(b));
    }
  }

  std::vector<BufferLife> all() {
    assign();
    read_traces();
    read_ranges();
    for (std::uint32_t b = 0; b < lives_.size(); ++b)
      if (lives_[b].planned) settle(b);
    join_carried();
    join_shared();
    fold();
    if (known_.has_places) find_in_place();
    find_overwrites();
    return std::move(lives_);
  }

 private:
  [[nodiscard]] const LogicalBuffer& buffer(std::uint32_t b) const {
    return assignment_.logical_buffers(static_cast<int>(b));
  }
  [[nodiscard]] std::string name(std::uint32_t b) const { return name_of(buffer(b), flow_); }
  [[nodiscard]] std::optional<std::uint32_t> find(std::int64_t id) const {
    const auto at = by_id_.find(id);
    return at == by_id_.end() ? std::nullopt : std::optional(at->second);
  }
  [[nodiscard]] std::uint32_t root(std::uint32_t b) {
    while (one_with_[b] != b) b = one_with_[b] = one_with_[one_with_[b]];
    return b;
  }
  [[nodiscard]] bool same_place(std::uint32_t a, std::uint32_t b) const {
    return lives_[a].planned && lives_[b].planned && lives_[a].allocation == lives_[b].allocation &&
           lives_[a].offset == lives_[b].offset;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a), b = root(b);
    one_with_[std::max(a, b)] = std::min(a, b);
  }

  void assign() {
    for (int a = 0; a < assignment_.buffer_allocations_size(); ++a) {
      const Allocation& allocation = assignment_.buffer_allocations(a);
      for (const Assigned& assigned : allocation.assigned()) {
        const auto b = find(assigned.buffer());
        if (!b || lives_[*b].allocation >= 0) {
          summary_.count(Unknown::tr("places for buffers that are not in the table, or have one already"), 1);
          continue;
        }
        lives_[*b].allocation = a;
        lives_[*b].offset = assigned.offset();
        if (allocation.is_constant())
          summary_.add(Skipped::tr("constants"), name(*b));
        else if (allocation.is_thread_local())
          summary_.add(Skipped::tr("buffers that each thread has for itself"), name(*b));
        else
          lives_[*b].planned = true;
      }
    }
    for (std::uint32_t b = 0; b < lives_.size(); ++b)
      if (lives_[b].allocation < 0) summary_.add(Skipped::tr("buffers that are assigned no memory"), name(b));
  }

  void read_traces() {
    for (const HeapTrace& trace : assignment_.heap_simulator_traces()) read_trace(trace);
    // The trace may free each of the buffers that share, or only one of them.
    for (int pass = 0; pass < 2; ++pass)
      for (const auto& [a, b] : shared_) {
        Traced &first = traced_[a], &second = traced_[b];
        if (!first.end) first.end = second.end;
        if (!second.end) second.end = first.end;
      }
    for (const auto& [a, b] : shared_)
      if (same_place(a, b)) {
        summary_.add(Read::tr("buffers that the heap simulator lets share another's memory"), name(a));
        sharers_.try_emplace(b, std::vector{b}).first->second.push_back(a);
      }
    for (auto& [first, sharers] : sharers_) {
      std::ranges::stable_sort(sharers, {}, [this](std::uint32_t b) { return traced_[b].begin; });
      for (std::size_t k = 0; k + 1 < sharers.size(); ++k)
        if (const std::uint32_t begin = traced_[sharers[k + 1]].begin; hands_over(sharers[k], begin))
          traced_[sharers[k]].end = {begin, begin};
    }
  }

  /// Reads a trace. It says only between which allocations a buffer is freed: an event names the buffer's maker.
  void read_trace(const HeapTrace& trace) {
    std::uint32_t now = 0;
    std::vector<std::uint32_t> just_freed;
    for (const HeapEvent& event : trace.events()) {
      const auto b = find(event.buffer_id());
      if (!b) {
        summary_.count(Unknown::tr("events of buffers that are not in the table"), 1);
        continue;
      }
      if (event.kind() == HeapEvent::FREE) {
        traced_[*b].end = Traced::End{now};
        just_freed.push_back(*b);
        continue;
      }
      const Location& made = buffer(*b).defined_at();
      const std::uint32_t step = flow_.step_of(made.instruction_id(), event.instruction_name());
      if (step != Flow::kNone && step > now) {
        now = step;
        for (const std::uint32_t each : just_freed) traced_[each].end->not_after = now - 1;
        just_freed.clear();
      }
      traced_[*b].begin = now;
      if (event.kind() == HeapEvent::SHARE_WITH)
        if (const auto other = find(event.share_with_canonical_id())) shared_.emplace_back(*b, *other);
    }
  }

  void read_ranges() {
    if (known_.ranges.sequence.empty()) return;
    std::size_t strangers = 0;
    std::vector<std::uint32_t> steps;  // at each place of the sequence: the step there, or the last before it, or kNone
    for (const std::string_view name : known_.ranges.sequence) {
      const auto id = known_.ids.find(name);
      strangers += id == known_.ids.end();
      const std::uint32_t step = id == known_.ids.end() ? Flow::kNone : flow_.step_of(id->second, {});
      steps.push_back(step != Flow::kNone || steps.empty() ? step : steps.back());
    }
    std::unordered_map<std::string, std::uint32_t> buffers;
    for (std::uint32_t b = 0; b < lives_.size(); ++b) {
      const Location& made = buffer(b).defined_at();
      buffers.emplace(made.instruction_name() + '{' + index_text(made.shape_index()) + '}', b);
    }
    for (const LiveRangeText::Range& range : known_.ranges.ranges) {
      const auto b = buffers.find(std::string(range.name) + '{' + std::string(range.index) + '}');
      const auto first = static_cast<std::size_t>(range.first), last = static_cast<std::size_t>(range.last);
      if (b == buffers.end() || first >= steps.size()) {
        ++strangers;
        continue;
      }
      const std::uint32_t end = steps[std::min(last, steps.size() - 1)];
      if (flow_.is_parameter(buffer(b->second).defined_at()) || end == Flow::kNone) continue;
      Traced& traced = traced_[b->second] = {.begin = steps[first] == Flow::kNone ? 0 : steps[first]};
      if (last < steps.size() && !flow_.is_result(b->second)) traced.end = {std::max(traced.begin, end), end};
    }
    summary_.count(Unknown::tr("lines of live ranges that name nothing of the module or the assignment"), strangers);
  }

  /// Whether the instruction at a step, which makes a sharer of `b`, is the last to read `b`, and so writes over it.
  [[nodiscard]] bool hands_over(std::uint32_t b, std::uint32_t step) const {
    const auto& uses = flow_.uses(b);
    return flow_.is_complete() && !uses.empty() && uses.back() == step && traced_.at(b).begin < step &&
           !flow_.is_result(b);
  }

  void settle(std::uint32_t b) {
    BufferLife& life = lives_[b];
    const Location& made = buffer(b).defined_at();
    life.uses = flow_.uses(b);
    if (const auto traced = traced_.find(b); traced != traced_.end()) {
      summary_.count(known_.ranges.sequence.empty() ? Read::tr("lifetimes from the heap simulator's trace")
                                                    : Read::tr("lifetimes from the dump of live ranges"),
                     1);
      return settle_traced(life, traced->second);
    }
    const bool is_parameter = flow_.is_parameter(made);
    const std::uint32_t begin = flow_.step_of(made.instruction_id(), made.instruction_name());
    if (is_parameter || flow_.maker(made) == nullptr || !flow_.is_complete() || begin == Flow::kNone) {
      const bool shares = assignment_.buffer_allocations(life.allocation).assigned_size() > 1;
      const bool given_away =
          is_parameter && flow_.is_complete() && (known_.has_places ? shares : flow_.is_given_away(made));
      life.from_start = true;
      life.to_the_end = !given_away || flow_.is_result(b);
      if (given_away)
        summary_.add(Read::tr("parameters whose memory results may take over after their last use"), name(b));
      else if (is_parameter)
        summary_.add(Assumed::tr("parameters are the caller's and last throughout"), name(b));
      else
        summary_.add(Assumed::tr("buffers without a known lifetime last throughout"), name(b));
      return;
    }
    life.writes = {begin};
    std::erase_if(life.uses, [&](std::uint32_t use) { return use < begin; });
    life.to_the_end = flow_.is_result(b);
    if (life.to_the_end)
      summary_.add(Read::tr("results, which last until the end"), name(b));
    else
      summary_.add(
          Assumed::tr("buffers without a trace last from the instruction that makes them to the last that reads them"),
          name(b));
  }

  void settle_traced(BufferLife& life, const Traced& traced) {
    life.writes = {traced.begin};
    life.to_the_end = !traced.end;
    if (life.to_the_end) return;
    const auto [not_before, not_after] = *traced.end;
    const auto last_step = static_cast<std::uint32_t>(std::max<std::size_t>(flow_.steps().size(), 1) - 1);
    const std::uint32_t latest = std::max(not_before, std::min(not_after, last_step));
    std::erase_if(life.uses, [&](std::uint32_t use) { return use < traced.begin || use > latest; });
    const std::uint32_t least = flow_.is_complete() ? std::max(not_before, traced.begin) : latest;
    if (life.uses.empty() || life.uses.back() < least) life.uses.push_back(least);
  }

  void join_carried() {
    for (const auto& [a, b] : flow_.carried())
      if (root(a) != root(b) && (known_.has_places ? same_place(a, b) : lives_[a].planned && lives_[b].planned)) {
        summary_.add(Read::tr("buffers that a loop or branch carries on in the same place"), name(b));
        join(a, b);
      }
  }

  /// Joins buffers that share memory while both are needed.
  void join_shared() {
    const auto join_if_both = [this](std::uint32_t before, std::uint32_t after) {
      const BufferLife& life = lives_[before];  // it is traced: it has a use, or lasts to the end
      if (life.to_the_end || life.uses.back() > lives_[after].writes.front()) join(before, after);
    };
    for (const auto& [first, sharers] : sharers_)
      for (std::size_t k = 0; k + 1 < sharers.size(); ++k) {
        join_if_both(first, sharers[k + 1]);
        join_if_both(sharers[k], sharers[k + 1]);
      }
  }

  /// Adds the lives of joined buffers to that of the first.
  void fold() {
    for (std::uint32_t b = 0; b < lives_.size(); ++b) {
      BufferLife &part = lives_[b], &all = lives_[root(b)];
      if (&part == &all || part.is_part) continue;
      part.is_part = true;
      all.size = std::max(all.size, part.size);
      all.from_start |= part.from_start;
      all.to_the_end |= part.to_the_end;
      all.writes.insert(all.writes.end(), part.writes.begin(), part.writes.end());
      all.uses.insert(all.uses.end(), part.uses.begin(), part.uses.end());
    }
    for (BufferLife& life : lives_) {
      std::ranges::sort(life.writes);
      std::ranges::sort(life.uses);
    }
  }

  /// Whether a step is the last to need a tensor, reads it, and finds it there.
  [[nodiscard]] static bool is_last_reader(std::uint32_t step, const BufferLife& life) {
    if (life.to_the_end || life.uses.empty() || life.uses.back() != step) return false;
    return life.writes.empty() || (life.writes.back() <= step && (life.from_start || life.writes.front() != step));
  }

  /// Finds results that lie where their instruction reads for the last time: they are written in place.
  void find_in_place() {
    std::vector<std::uint32_t> all;
    for (std::uint32_t b = 0; b < lives_.size(); ++b)
      if (lives_[b].is_tensor() && lives_[b].size > 0) all.push_back(b);
    std::ranges::sort(all, {}, [&](std::uint32_t b) {
      const BufferLife& life = lives_[b];
      return std::tuple(life.allocation, life.offset, life.from_start ? 0 : std::uint64_t{life.writes.front()} + 1, b);
    });
    for (std::size_t k = 0; k + 1 < all.size(); ++k) {
      const BufferLife& input = lives_[all[k]];
      BufferLife& output = lives_[all[k + 1]];
      if (!same_place(all[k], all[k + 1]) || output.from_start || !is_last_reader(output.writes.front(), input))
        continue;
      if (!one_stream_) {
        summary_.add(Assumed::tr("results that lie where their instruction last reads are written in place"),
                     name(all[k + 1]));
        join(all[k], all[k + 1]);
        continue;
      }
      output.over = all[k];
      output.must_be_over = flow_.updates_in_place(output.writes.front()) || input.from_start;
      summary_.add(
          output.must_be_over
              ? Assumed::tr("results that lie in what their instruction updates, or in a parameter, stay there")
              : Assumed::tr("results that lie where their instruction last reads may be written in place"),
          name(all[k + 1]));
    }
    fold();
  }

  /// Finds results that may be written over an operand that nothing needs later.
  void find_overwrites() {
    if (!flow_.is_complete()) return;
    for (const MayOverwrite& may : known_.overwrites) {
      BufferLife& output = lives_[may.buffer];
      if (!output.is_tensor() || output.from_start) continue;
      std::unordered_set<std::uint32_t> refused{may.buffer};
      for (const std::int64_t operand : may.read_whole)
        for (const std::uint32_t b : flow_.buffers_of(operand)) refused.insert(root(b));
      if (!flow_.is_complete()) return;
      for (const std::int64_t operand : may.operands) {
        const auto buffers = flow_.buffers_of(operand);
        const std::uint32_t input = buffers.size() == 1 ? root(buffers.front()) : may.buffer;
        if (!lives_[input].is_tensor() || !is_last_reader(output.writes.front(), lives_[input]) ||
            !refused.insert(input).second)
          continue;
        if (output.may_be_over.empty())
          summary_.add(
              Assumed::tr(
                  "results may be written over an operand of their shape that nothing needs later, as XLA does"),
              name(may.buffer));
        output.may_be_over.push_back(input);
      }
    }
  }

  const BufferAssignment& assignment_;
  Flow& flow_;
  const KnownLives& known_;
  const bool one_stream_;
  ImportSummary& summary_;
  std::vector<BufferLife> lives_;
  std::vector<std::uint32_t> one_with_;  // an earlier buffer of its tensor, or itself
  std::unordered_map<std::int64_t, std::uint32_t> by_id_;
  std::unordered_map<std::uint32_t, Traced> traced_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> shared_;  // pairs of buffers
  std::map<std::uint32_t, std::vector<std::uint32_t>> sharers_;  // at one place, ascending in their begin; by the first
};

}  // namespace

std::vector<BufferLife> lives_of(const BufferAssignment& assignment, Flow& flow, const KnownLives& known,
                                 bool one_stream, ImportSummary& summary) {
  return Lives(assignment, flow, known, one_stream, summary).all();
}

std::string name_of(const LogicalBuffer& buffer, const Flow& flow) {
  const Location& made = buffer.defined_at();
  const Instruction* const maker = flow.maker(made);
  const std::string name = printable(maker != nullptr ? maker->name() : made.instruction_name(), "");
  if (name.empty()) return "unnamed " + std::to_string(buffer.id());
  return made.shape_index().empty() ? name : name + '{' + index_text(made.shape_index()) + '}';
}

}  // namespace stowage::xla
