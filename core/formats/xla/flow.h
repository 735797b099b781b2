// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/task.h"
#include "core/formats/xla/hlo.pb.h"

namespace stowage::xla {

/// Whether each element of a result is computed from the elements at its place.
[[nodiscard]] bool is_element_wise(std::string_view opcode);

/// In which order a module runs its instructions, and which of them read which buffers.
class Flow {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// Both must outlive this.
  Flow(const Module& module, const BufferAssignment& assignment, const Task& task);

  /// Instructions in the order in which they run; without parameters and constants.
  [[nodiscard]] const std::vector<const Instruction*>& steps() const { return steps_; }
  /// Where the instruction of that id (or, without an id, of that name) runs; none for others, and for parameters.
  [[nodiscard]] std::uint32_t step_of(std::int64_t id, const std::string& name) const;
  /// The first step of what the instruction of that step runs; the step itself where it runs nothing more.
  [[nodiscard]] std::uint32_t first_inside(std::uint32_t step) const {
    const auto at = first_inside_.find(step);
    return at == first_inside_.end() ? step : at->second;
  }
  /// What started the work that this instruction waits for; null where nothing did, or it cannot be found.
  [[nodiscard]] const Instruction* start_of(const Instruction& done) const;
  /// Whether it waits for work that was started before: "all-reduce-done".
  [[nodiscard]] static bool is_done(const Instruction& instruction) { return instruction.opcode().ends_with("-done"); }
  /// Whether that is a parameter of the entry computation.
  [[nodiscard]] bool is_parameter(const Location& location) const;
  /// Whether that is a parameter in whose memory the module may put a result.
  [[nodiscard]] bool is_given_away(const Location& location) const;
  /// The instruction that makes a buffer, or null.
  [[nodiscard]] const Instruction* maker(const Location& location) const;

  /// Whether the instruction at a step may be one that writes into what it reads (a dynamic-update-slice, say, also in
  /// a fusion): then its result has to lie there. Where it only computes each element from one of the same place, XLA
  /// chose to write it there.
  [[nodiscard]] bool updates_in_place(std::uint32_t step) const;

  /// The buffers that hold what an instruction makes, all parts together.
  [[nodiscard]] std::vector<std::uint32_t> buffers_of(std::int64_t instruction) { return all_of(known(instruction)); }

  /// Steps that read a logical buffer, by its place in the assignment; ascending.
  [[nodiscard]] const std::vector<std::uint32_t>& uses(std::size_t buffer) const { return uses_[buffer]; }
  /// Whether it is part of the result.
  [[nodiscard]] bool is_result(std::size_t buffer) const {
    return result_.contains(static_cast<std::uint32_t>(buffer));
  }
  /// Buffers between which a loop hands on what it carries.
  [[nodiscard]] const std::vector<std::pair<std::uint32_t, std::uint32_t>>& carried() const { return carried_; }
  /// False where the module hands its buffers on in too many ways to be followed: uses are not known.
  [[nodiscard]] bool is_complete() const { return left_ > 0; }

 private:
  using Buffers = std::vector<std::uint32_t>;
  /// The buffers that hold a value: of the whole, and of the elements of a tuple.
  struct Value {
    Buffers whole;
    std::vector<std::pair<std::int64_t, Buffers>> parts;  // ascending
  };

  void visit(std::int64_t computation, unsigned depth);
  void follow(const Instruction& instruction);
  [[nodiscard]] Value value_of(const Instruction& instruction);
  [[nodiscard]] Value parameter(const Instruction& instruction) const;
  [[nodiscard]] Value carried_by(const Instruction& instruction);
  void add_missing_parts(const Instruction& instruction, Value& value);
  void add_aliases(const Instruction& instruction, Value& value);
  void add_handed_over(const Instruction& start, Value& value);
  [[nodiscard]] Value result_of(const Instruction& done);
  [[nodiscard]] Buffers part_of(const Value& value, std::int64_t part);
  [[nodiscard]] const Value& known(std::int64_t id) const;
  void add_all(Buffers& into, const Value& value);
  [[nodiscard]] Buffers all_of(const Value& value);
  void spend(std::size_t entries) { left_ -= std::min(left_, entries); }
  [[nodiscard]] Buffers read_by(const Instruction& instruction);
  void merge(Value& into, const Value& from, bool carries);

  struct Definition {
    std::int64_t instruction;
    std::int64_t part;  // kWhole: the whole
    std::uint32_t buffer;
  };
  /// What an instruction makes, by its part.
  [[nodiscard]] std::span<const Definition> made_by(std::int64_t instruction) const;
  struct Place {
    const Instruction* instruction;
    std::int64_t computation;
  };
  static constexpr std::int64_t kWhole = -1;
  struct Caller {
    const Instruction* instruction;
    int position;  // among the computations that it calls
  };

  const Module& module_;
  const Task& task_;
  std::unordered_map<std::int64_t, const Computation*> computations_;
  std::unordered_map<std::int64_t, Place> instructions_;
  std::unordered_map<std::string_view, const Instruction*> by_name_;  // of the entry computation
  std::vector<Definition> definitions_;                               // by instruction, then by part
  std::unordered_map<std::int64_t, Caller> callers_;                  // by called computation
  std::unordered_set<std::int64_t> updating_;  // computations with an instruction that writes into what it reads
  std::unordered_set<std::int64_t> visited_;
  std::unordered_map<std::int64_t, Value> values_;
  std::unordered_map<std::int64_t, std::uint32_t> step_;
  std::vector<const Instruction*> steps_;
  std::unordered_map<std::size_t, std::uint32_t> first_inside_;  // by step, of what runs more than itself
  std::vector<std::vector<std::uint32_t>> uses_;
  std::unordered_set<std::uint32_t> result_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> carried_;
  std::size_t left_;  // entries that may still be made
};

}  // namespace stowage::xla
