// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
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

/// Whether an operator computes each element of its result from the elements at the same place.
[[nodiscard]] bool is_element_wise(std::string_view opcode);
/// Whether an operator writes into its first operand.
[[nodiscard]] bool is_update(std::string_view opcode);
/// Whether the computations that an instruction calls run as steps of their own.
[[nodiscard]] bool runs_called(const Instruction& instruction);
/// Whether these computations can be bodies: those of a while, a conditional or a call.
[[nodiscard]] bool has_bodies(const Instruction& instruction);

/// The instructions and computations of a module, which must outlive this.
struct ModuleIndex {
  explicit ModuleIndex(const Module& module);

  /// Whether a loop hands element `part` of its tuple on without a change.
  [[nodiscard]] bool passes_on(const Instruction& loop, std::int64_t part) const;

  struct Place {
    const Instruction* instruction;
    std::int64_t computation;
  };
  const Module& module;
  std::unordered_map<std::int64_t, const Computation*> computations;
  std::unordered_map<std::int64_t, Place> instructions;
  std::unordered_map<std::string_view, const Instruction*> by_name;  // of the entry computation
  std::unordered_set<std::int64_t> updating;  // computations with an instruction that updates its operand
};

/// The order in which a module runs its instructions, and the buffers that each of them reads.
class Flow {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// All must outlive this. Where the task stops, the flow is incomplete: callers ask the task. `alone`: a computation,
  /// in which an instruction with bodies is one step, and makes all elements of its result that it does not pass on.
  Flow(const ModuleIndex& module, const BufferAssignment& assignment, const Task& task,
       std::optional<std::int64_t> alone = {});

  /// Instructions in the order in which they run; without parameters and constants.
  [[nodiscard]] const std::vector<const Instruction*>& steps() const { return steps_; }
  /// The step of an instruction, by id, or by name if no step has the id; kNone for others, and for parameters.
  [[nodiscard]] std::uint32_t step_of(std::int64_t id, const std::string& name) const;
  /// The first step inside the instruction of a step; the step itself where it calls nothing.
  [[nodiscard]] std::uint32_t first_inside(std::uint32_t step) const {
    const auto at = first_inside_.find(step);
    return at == first_inside_.end() ? step : at->second;
  }
  /// The instruction that started the work that `done` waits for; null where it is not found.
  [[nodiscard]] const Instruction* start_of(const Instruction& done) const;
  /// Whether an instruction waits for work that was started before: "all-reduce-done".
  [[nodiscard]] static bool is_done(const Instruction& instruction) { return instruction.opcode().ends_with("-done"); }
  /// Whether a buffer is a parameter of the entry computation.
  [[nodiscard]] bool is_parameter(const Location& location) const;
  /// Whether a buffer is a parameter in whose memory the module may put a result.
  [[nodiscard]] bool is_given_away(const Location& location) const;
  /// The instruction that makes a buffer, or null.
  [[nodiscard]] const Instruction* maker(const Location& location) const;

  /// Whether the instruction at a step may update its operand, as a dynamic-update-slice does, also in a fusion: its
  /// result has to lie in the operand then. An element-wise instruction need not: XLA chose to write it there.
  [[nodiscard]] bool updates_in_place(std::uint32_t step) const;

  /// The buffers of an instruction's result, all parts together; ascending.
  [[nodiscard]] std::vector<std::uint32_t> buffers_of(std::int64_t instruction) { return all_of(known(instruction)); }

  /// The buffer of a part of an instruction's result, or of the whole (-1); kNone where it is not one alone.
  [[nodiscard]] std::uint32_t buffer_at(std::int64_t instruction, std::int64_t part) const;

  /// Steps that read a logical buffer, by its place in the assignment; ascending.
  [[nodiscard]] const std::vector<std::uint32_t>& uses(std::size_t buffer) const { return uses_[buffer]; }
  /// Whether a buffer is part of the module's result.
  [[nodiscard]] bool is_result(std::size_t buffer) const {
    return result_.contains(static_cast<std::uint32_t>(buffer));
  }
  /// Pairs of buffers that hold the same value in turn, which a loop or a branch carries on.
  [[nodiscard]] const std::vector<std::pair<std::uint32_t, std::uint32_t>>& carried() const { return carried_; }
  /// False where the module's tuples are too large to be followed: uses are not known.
  [[nodiscard]] bool is_complete() const { return left_ > 0; }

 private:
  using Buffers = std::vector<std::uint32_t>;
  /// The buffers of a value: of the whole, and of the elements of a tuple.
  struct Value {
    Buffers whole;
    std::vector<std::pair<std::int64_t, Buffers>> parts;  // ascending
  };

  void visit(std::int64_t computation, unsigned depth);
  void follow(const Instruction& instruction);
  [[nodiscard]] Value value_of(const Instruction& instruction);
  [[nodiscard]] Value parameter(const Instruction& instruction) const;
  /// Whether the computations that an instruction calls run as steps of this flow.
  [[nodiscard]] bool runs_inside(const Instruction& instruction) const {
    return runs_called(instruction) && !(is_alone_ && has_bodies(instruction));
  }
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
    std::int64_t part;  // kWhole for the whole
    std::uint32_t buffer;
  };
  /// The buffers that an instruction makes, by part.
  [[nodiscard]] std::span<const Definition> made_by(std::int64_t instruction) const;
  static constexpr std::int64_t kWhole = -1;
  struct Caller {
    const Instruction* instruction;
    int position;  // among the computations that it calls
  };

  const ModuleIndex& index_;
  const Module& module_ = index_.module;
  const Task& task_;
  const bool is_alone_;
  const std::int64_t computation_;                    // that runs
  std::vector<Definition> definitions_;               // by instruction, then by part
  std::unordered_map<std::int64_t, Caller> callers_;  // by called computation
  std::unordered_set<std::int64_t> visited_;
  std::unordered_map<std::int64_t, Value> values_;
  std::unordered_map<std::int64_t, std::uint32_t> step_;
  std::vector<const Instruction*> steps_;
  std::unordered_map<std::size_t, std::uint32_t> first_inside_;  // by step, for instructions that call others
  std::vector<std::vector<std::uint32_t>> uses_;
  std::unordered_set<std::uint32_t> result_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> carried_;
  std::size_t left_;  // how many entries may still be made
};

}  // namespace stowage::xla
