// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xla/lives.h"
#include "core/formats/utf8.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace stowage::xla {
namespace {

/// The life of a buffer in the heap simulator's trace, or in a dump of live ranges.
struct Traced {
  std::uint32_t begin = 0;
  std::uint32_t not_before = 0, not_after = Flow::kNone;  // bounds of its end
  bool freed = false;

  void end_at(std::uint32_t step) { not_before = not_after = step, freed = true; }
  void take_end_of(const Traced& other) {
    not_before = other.not_before, not_after = other.not_after, freed = other.freed;
  }
};

class Lives {
 public:
  Lives(const BufferAssignment& assignment, Flow& flow, const KnownLives& known, ImportSummary& summary)
      : assignment_(assignment), flow_(flow), known_(known), summary_(summary) {
    lives_.resize(static_cast<std::size_t>(assignment.logical_buffers_size()));
    for (std::uint32_t b = 0; b < lives_.size(); ++b) {
      lives_[b].size = buffer(b).size();
      lives_[b].one_with = b;
      if (!by_id_.emplace(buffer(b).id(), b).second)
        summary_.add(ImportKind::unknown, "buffers whose id is another's, too", name(b));
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
    for (std::uint32_t b = 0; b < lives_.size(); ++b) lives_[b].one_with = root(b);
    if (known_.has_places) find_in_place();
    for (std::uint32_t b = 0; b < lives_.size(); ++b) lives_[b].one_with = root(b);
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
    while (lives_[b].one_with != b) b = lives_[b].one_with = lives_[lives_[b].one_with].one_with;
    return b;
  }
  [[nodiscard]] bool same_place(std::uint32_t a, std::uint32_t b) const {
    return lives_[a].planned && lives_[b].planned && lives_[a].allocation == lives_[b].allocation &&
           lives_[a].offset == lives_[b].offset;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a), b = root(b);
    lives_[std::max(a, b)].one_with = std::min(a, b);
  }

  void assign() {
    for (int a = 0; a < assignment_.buffer_allocations_size(); ++a) {
      const Allocation& allocation = assignment_.buffer_allocations(a);
      for (const Assigned& assigned : allocation.assigned()) {
        const auto b = find(assigned.buffer());
        if (!b || lives_[*b].allocation >= 0) {
          summary_.count(ImportKind::unknown, "places for buffers that are not in the table, or have one already", 1);
          continue;
        }
        lives_[*b].allocation = a;
        lives_[*b].offset = assigned.offset();
        if (allocation.is_constant())
          summary_.add(ImportKind::skipped, "constants", name(*b));
        else if (allocation.is_thread_local())
          summary_.add(ImportKind::skipped, "buffers that each thread has for itself", name(*b));
        else
          lives_[*b].planned = true;
      }
    }
    for (std::uint32_t b = 0; b < lives_.size(); ++b)
      if (lives_[b].allocation < 0) summary_.add(ImportKind::skipped, "buffers that are assigned no memory", name(b));
  }

  void read_traces() {
    for (const HeapTrace& trace : assignment_.heap_simulator_traces()) read_trace(trace);
    // The trace may free each of the buffers that share, or only one of them.
    for (int pass = 0; pass < 2; ++pass)
      for (const auto& [a, b] : shared_) {
        Traced &first = traced_[a], &second = traced_[b];
        if (first.freed != second.freed) (first.freed ? second : first).take_end_of(first.freed ? first : second);
      }
    for (const auto& [a, b] : shared_)
      if (same_place(a, b)) {
        summary_.add(ImportKind::read, "buffers that the heap simulator lets share another's memory", name(a));
        auto& sharers = sharers_[b];
        if (sharers.empty()) sharers.push_back(b);
        sharers.push_back(a);
      }
    for (auto& [first, sharers] : sharers_) {
      std::ranges::stable_sort(sharers, {}, [this](std::uint32_t b) { return traced_[b].begin; });
      for (std::size_t k = 0; k + 1 < sharers.size(); ++k)
        if (hands_over(sharers[k], sharers[k + 1])) traced_[sharers[k]].end_at(traced_[sharers[k + 1]].begin);
    }
  }

  /// Reads a trace. It says only between which allocations a buffer is freed: an event names the buffer's maker.
  void read_trace(const HeapTrace& trace) {
    std::uint32_t now = 0;
    std::vector<std::uint32_t> just_freed;
    for (const HeapEvent& event : trace.events()) {
      const auto b = find(event.buffer_id());
      if (!b) {
        summary_.count(ImportKind::unknown, "events of buffers that are not in the table", 1);
        continue;
      }
      if (event.kind() == HeapEvent::FREE) {
        Traced& freed = traced_[*b];
        freed.not_before = now;
        freed.freed = true;
        just_freed.push_back(*b);
        continue;
      }
      const Location& made = buffer(*b).defined_at();
      const std::uint32_t step = flow_.step_of(made.instruction_id(), event.instruction_name());
      if (step != Flow::kNone && step > now) {
        now = step;
        for (const std::uint32_t each : just_freed) traced_[each].not_after = now - 1;
        just_freed.clear();
      }
      traced_[*b].begin = now;
      if (event.kind() == HeapEvent::SHARE_WITH)
        if (const auto other = find(event.share_with_canonical_id())) shared_.emplace_back(*b, *other);
    }
  }

  void read_ranges() {
    for (const LiveRange& range : known_.ranges) {
      const auto b = find(range.buffer);
      if (!b || flow_.is_parameter(buffer(*b).defined_at())) continue;
      const std::uint32_t first = range.first == 0 ? 0 : flow_.step_of(range.first, {}),
                          last = flow_.step_of(range.last, {});
      if (first == Flow::kNone || (last == Flow::kNone && !range.to_the_end)) continue;
      Traced& traced = ranged_[*b];
      traced.begin = first;
      traced.not_before = traced.not_after = std::max(first, last);
      traced.freed = !range.to_the_end && !flow_.is_result(*b);
    }
  }

  /// Whether the instruction that makes `b` is the last to read `a`: then `b` is written over it.
  [[nodiscard]] bool hands_over(std::uint32_t a, std::uint32_t b) const {
    const auto& uses = flow_.uses(a);
    const std::uint32_t begin = traced_.at(b).begin;
    return flow_.is_complete() && !uses.empty() && uses.back() == begin && traced_.at(a).begin < begin &&
           !flow_.is_result(a);
  }

  void settle(std::uint32_t b) {
    BufferLife& life = lives_[b];
    const Location& made = buffer(b).defined_at();
    life.uses = flow_.uses(b);
    if (const auto traced = traced_.find(b); traced != traced_.end()) {
      summary_.count(ImportKind::read, "lifetimes from the heap simulator's trace", 1);
      return settle_traced(life, traced->second);
    }
    if (const auto ranged = ranged_.find(b); ranged != ranged_.end()) {
      summary_.count(ImportKind::read, "lifetimes from the dump of live ranges", 1);
      return settle_traced(life, ranged->second);
    }
    const Allocation& allocation = assignment_.buffer_allocations(life.allocation);
    if (flow_.is_parameter(made) || flow_.maker(made) == nullptr || !flow_.is_complete() ||
        (flow_.step_of(made.instruction_id(), made.instruction_name()) == Flow::kNone)) {
      const bool given_away = flow_.is_parameter(made) && flow_.is_complete() &&
                              (known_.has_places ? allocation.assigned_size() > 1 : flow_.is_given_away(made));
      life.to_the_end = !given_away || flow_.is_result(b);
      if (given_away)
        summary_.add(ImportKind::read, "parameters whose memory results may take over after their last use", name(b));
      else if (flow_.is_parameter(made))
        summary_.add(ImportKind::assumed, "parameters are the caller's and last throughout", name(b));
      else
        summary_.add(ImportKind::assumed, "buffers without a known lifetime last throughout", name(b));
      return;
    }
    life.begin = flow_.step_of(made.instruction_id(), made.instruction_name());
    std::erase_if(life.uses, [&](std::uint32_t use) { return use < life.begin; });
    life.to_the_end = flow_.is_result(b);
    if (life.to_the_end)
      summary_.add(ImportKind::read, "results, which last until the end", name(b));
    else
      summary_.add(ImportKind::assumed,
                   "buffers without a trace last from the instruction that makes them to the last that reads them",
                   name(b));
  }

  void settle_traced(BufferLife& life, const Traced& traced) {
    life.begin = traced.begin;
    if (!traced.freed) {
      life.to_the_end = true;
      return;
    }
    const auto last_step = static_cast<std::uint32_t>(std::max<std::size_t>(flow_.steps().size(), 1) - 1);
    const std::uint32_t latest = std::max(traced.not_before, std::min(traced.not_after, last_step));
    std::erase_if(life.uses, [&](std::uint32_t use) { return use < life.begin || use > latest; });
    const std::uint32_t least = flow_.is_complete() ? std::max(traced.not_before, life.begin) : latest;
    if (life.uses.empty() || life.uses.back() < least) life.uses.push_back(least);
  }

  void join_carried() {
    for (const auto& [a, b] : flow_.carried())
      if (root(a) != root(b) && (known_.has_places ? same_place(a, b) : lives_[a].planned && lives_[b].planned)) {
        summary_.add(ImportKind::read, "buffers that a loop or branch carries on in the same place", name(b));
        join(a, b);
      }
  }

  /// Joins buffers that share memory while both are needed.
  void join_shared() {
    const auto join_if_both = [this](std::uint32_t before, std::uint32_t after) {
      if (root(before) != root(after) && lives_[before].end() > lives_[after].begin) join(before, after);
    };
    for (const auto& [first, sharers] : sharers_)
      for (std::size_t k = 0; k + 1 < sharers.size(); ++k) {
        join_if_both(first, sharers[k + 1]);
        join_if_both(sharers[k], sharers[k + 1]);
      }
  }

  /// The life of a tensor: of all its buffers together.
  struct Joined {
    std::uint32_t first = 0;  // the buffer that names it
    bool from_start = false, to_the_end = false;
    std::uint32_t begin = Flow::kNone, last = 0;
    bool read_last = false;  // read at the last step, and not only made there
  };
  [[nodiscard]] std::vector<Joined> joined() const {
    std::vector<Joined> all(lives_.size());
    for (std::uint32_t b = 0; b < lives_.size(); ++b) {
      const BufferLife& life = lives_[b];
      if (!life.planned) continue;
      Joined& one = all[life.one_with];
      one.first = life.one_with;
      one.from_start |= life.begin == Flow::kNone;
      one.to_the_end |= life.to_the_end;
      one.begin = std::min(one.begin, life.begin);
      const bool read = !life.uses.empty();
      const std::uint32_t last = read ? life.uses.back() : life.begin == Flow::kNone ? 0 : life.begin;
      if (last > one.last) one.read_last = false;
      one.read_last |= read && last >= one.last;
      one.last = std::max(one.last, last);
    }
    std::erase_if(all, [&](const Joined& one) { return !lives_[one.first].planned || lives_[one.first].size <= 0; });
    std::erase_if(all, [](const Joined& one) { return one.begin == Flow::kNone && !one.from_start; });
    return all;
  }

  /// Finds results that lie where their instruction reads for the last time: they are written in place.
  void find_in_place() {
    std::vector<Joined> all = joined();
    std::ranges::sort(all, {}, [&](const Joined& one) {
      const BufferLife& life = lives_[one.first];
      return std::tuple(life.allocation, life.offset, one.from_start ? 0 : std::uint64_t{one.begin} + 1, one.first);
    });
    for (std::size_t k = 0; k + 1 < all.size(); ++k) {
      const Joined &input = all[k], &output = all[k + 1];
      if (!same_place(input.first, output.first) || input.to_the_end || output.from_start) continue;
      if (input.last != output.begin || !input.read_last || (!input.from_start && input.begin == output.begin))
        continue;
      if (!known_.one_stream) {
        summary_.add(ImportKind::assumed, "results that lie where their instruction last reads are written in place",
                     name(output.first));
        join(input.first, output.first);
        continue;
      }
      BufferLife& life = lives_[output.first];
      life.over = input.first;
      life.must_be_over = flow_.updates_in_place(output.begin) || input.from_start;
      summary_.add(ImportKind::assumed,
                   life.must_be_over
                       ? "results that lie in what their instruction updates, or in a parameter, stay there"
                       : "results that lie where their instruction last reads may be written in place",
                   name(output.first));
    }
  }

  /// Finds results that may be written over an operand that nothing needs later.
  void find_overwrites() {
    if (known_.overwrites.empty() || !flow_.is_complete()) return;
    std::unordered_map<std::uint32_t, Joined> lives;
    for (const Joined& one : joined()) lives.emplace(one.first, one);
    for (const MayOverwrite& may : known_.overwrites) {
      const auto output = lives.find(lives_[may.buffer].one_with);
      if (output == lives.end() || output->first != may.buffer || output->second.from_start) continue;
      std::unordered_set<std::uint32_t> kept;
      for (const std::int64_t operand : may.read_whole)
        for (const std::uint32_t b : flow_.buffers_of(operand)) kept.insert(lives_[b].one_with);
      if (!flow_.is_complete()) return;
      for (const std::int64_t operand : may.operands) {
        const auto buffers = flow_.buffers_of(operand);
        if (buffers.size() != 1) continue;
        const auto input = lives.find(lives_[buffers.front()].one_with);
        if (input == lives.end() || input->first == output->first || kept.contains(input->first)) continue;
        const Joined& life = input->second;
        auto& over = lives_[may.buffer].may_be_over;
        if (life.to_the_end || !life.read_last || life.last != output->second.begin ||
            (!life.from_start && life.begin == output->second.begin) ||
            std::ranges::find(over, input->first) != over.end())
          continue;
        if (over.empty())
          summary_.add(ImportKind::assumed,
                       "results may be written over an operand of their shape that nothing needs later, as XLA does",
                       name(may.buffer));
        over.push_back(input->first);
      }
    }
  }

  const BufferAssignment& assignment_;
  Flow& flow_;
  const KnownLives& known_;
  ImportSummary& summary_;
  std::vector<BufferLife> lives_;
  std::unordered_map<std::int64_t, std::uint32_t> by_id_;
  std::unordered_map<std::uint32_t, Traced> traced_;
  std::unordered_map<std::uint32_t, Traced> ranged_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> shared_;  // pairs of buffers
  std::map<std::uint32_t, std::vector<std::uint32_t>> sharers_;  // at one place, ascending in their begin; by the first
};

}  // namespace

std::vector<BufferLife> lives_of(const BufferAssignment& assignment, Flow& flow, const KnownLives& known,
                                 ImportSummary& summary) {
  return Lives(assignment, flow, known, summary).all();
}

std::string name_of(const LogicalBuffer& buffer, const Flow& flow) {
  const Instruction* made_by = flow.maker(buffer.defined_at());
  std::string out = printable(made_by != nullptr ? made_by->name() : buffer.defined_at().instruction_name(), "");
  if (out.empty()) return "unnamed " + std::to_string(buffer.id());
  const auto& index = buffer.defined_at().shape_index();
  if (index.empty()) return out;
  out += '{';
  for (int k = 0; k < index.size(); ++k) out += (k == 0 ? "" : ",") + std::to_string(index[k]);
  return out + '}';
}

}  // namespace stowage::xla
