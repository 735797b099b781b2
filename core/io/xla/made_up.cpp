// SPDX-License-Identifier: Apache-2.0
#include "core/io/xla/made_up.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/faults.h"
#include "core/io/utf8.h"
#include "core/io/xla/shape_text.h"

namespace stowage::xla {
namespace {

bool owns_nothing(const std::string& opcode) {
  static constexpr std::string_view kNames[] = {
      "bitcast",      "tuple",          "get-tuple-element", "opt-barrier", "while",        "call",      "conditional",
      "async-update", "add-dependency", "after-all",         "domain",      "partition-id", "replica-id"};
  return std::ranges::find(kNames, opcode) != std::end(kNames) || opcode.ends_with("-done");
}

/// Whether a part of what starts work is one of its operands, or what a called computation makes.
bool is_another(const Instruction& start, const ShapeLeaf& leaf) {
  const std::string& opcode = start.opcode();
  const std::int64_t part = leaf.index.empty() ? 0 : leaf.index.front();
  if (leaf.index.empty() || opcode == "all-reduce-start" || opcode == "recv") return false;
  if (opcode == "copy-start") return part == 1;
  if (opcode == "async-start") return part == 0 || (part == 1 && start.called_computation_ids_size() > 0);
  return (opcode.ends_with("-start") || opcode == "send") && part == 0;
}

bool is_operands(const Instruction& instruction, const ShapeLeaf& leaf) {
  return std::ranges::any_of(instruction.output_operand_aliasing(), [&](const Aliasing& alias) {
    return std::ranges::equal(alias.output_shape_index(), leaf.index);
  });
}

class MadeUp {
 public:
  MadeUp(const ModuleText& module, const std::string& file, ImportSummary& summary, BufferAssignment& out)
      : module_(module), summary_(summary), faults_(file), out_(out) {
    for (const Computation& computation : module.hlo->hlo_module().computations())
      computations_.emplace(computation.id(), &computation);
  }

  Result<void> make() {
    const std::int64_t entry = module_.hlo->hlo_module().entry_computation_id();
    std::vector<std::int64_t> left{entry};
    std::unordered_set<std::int64_t> seen{entry};
    for (std::size_t k = 0; k < left.size(); ++k)
      for (const Instruction& instruction : computations_.at(left[k])->instructions()) {
        static constexpr std::string_view kRun[] = {"while", "call", "conditional", "async-start"};
        if (std::ranges::find(kRun, instruction.opcode()) != std::end(kRun))
          for (const std::int64_t called : instruction.called_computation_ids())
            if (computations_.contains(called) && seen.insert(called).second) left.push_back(called);
        if (!owns_nothing(instruction.opcode()) && (instruction.opcode() != "parameter" || left[k] == entry))
          add(instruction);
      }
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    summary_.say(ImportKind::assumed,
                 "without a buffer assignment each array that an instruction makes is a tensor, as large as its shape "
                 "padded to the first tile");
    return {};
  }

 private:
  void add(const Instruction& instruction) {
    const auto k = static_cast<std::size_t>(instruction.id()) - 1;
    const auto leaves = read_shape(module_.shapes[k]);
    const auto fault = [&](std::string reason) {
      if (!faults_.is_full()) faults_.add("line " + std::to_string(module_.lines[k]), std::move(reason));
    };
    if (!leaves)
      return fault("the shape of " + in_quotes(instruction.name()) + ", " + in_quotes(module_.shapes[k]) +
                   ", cannot be read");
    for (const ShapeLeaf& leaf : *leaves) {
      if (is_another(instruction, leaf) || is_operands(instruction, leaf)) continue;
      if (!leaf.bytes)
        return fault("the shape of " + in_quotes(instruction.name()) +
                     " has a dimension that is not known: put the buffer assignment beside the module");
      if (*leaf.bytes == 0) continue;
      if (leaf.padded) summary_.add(ImportKind::assumed, "tensors that tiles make longer", instruction.name());
      LogicalBuffer& buffer = *out_.add_logical_buffers();
      buffer.set_id(out_.logical_buffers_size());
      buffer.set_size(*leaf.bytes);
      buffer.set_color(leaf.space);
      buffer.mutable_defined_at()->set_instruction_id(instruction.id());
      buffer.mutable_defined_at()->set_instruction_name(instruction.name());
      for (const std::int64_t part : leaf.index) buffer.mutable_defined_at()->add_shape_index(part);
      Allocation& allocation = *out_.add_buffer_allocations();
      allocation.set_size(*leaf.bytes);
      allocation.set_is_constant(instruction.opcode() == "constant");
      allocation.add_assigned()->set_buffer(buffer.id());
    }
  }

  const ModuleText& module_;
  ImportSummary& summary_;
  Faults faults_;
  BufferAssignment& out_;
  std::unordered_map<std::int64_t, const Computation*> computations_;
};

}  // namespace

Result<void> make_up_assignment(const ModuleText& module, const std::string& file, ImportSummary& summary,
                                BufferAssignment& out) {
  return MadeUp(module, file, summary, out).make();
}

}  // namespace stowage::xla
