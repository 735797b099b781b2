// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xla/dump_text.h"

#include <algorithm>
#include <unordered_set>

#include "core/base/bytes.h"
#include "core/base/faults.h"
#include "core/formats/imported_program.h"
#include "core/formats/lines.h"
#include "core/formats/utf8.h"
#include "core/formats/xla/flow.h"

namespace stowage::xla {
namespace {

constexpr std::size_t kDeepest = 32, kMaxLeaves = 1 << 20, kMaxDimensions = 64;

/// Bits of an element; 0 for types without elements, none for unknown types.
std::optional<std::int64_t> bits_of(std::string_view type) {
  if (type == "token" || type == "opaque" || type == "buffer") return 0;
  if (type == "pred") return 8;
  if (type.starts_with("f8e") || type == "f8") return 8;
  if (type.starts_with("f4e") || type == "f4") return 4;
  const bool is_brain = type.starts_with("bf");
  if (type.empty() || (!is_brain && std::string_view("csuf").find(type.front()) == std::string_view::npos)) return {};
  type.remove_prefix(is_brain ? 2 : 1);
  static constexpr std::string_view kBits[] = {"1", "2", "4", "8", "16", "32", "64", "128"};
  const auto* const known = std::ranges::find(kBits, type);
  return known == std::end(kBits) ? std::nullopt : leading_number(*known);
}

class Shapes {
 public:
  std::optional<std::vector<ShapeLeaf>> read(std::string_view text) {
    text_ = text;
    TextCursor cursor(text);
    if (!shape(cursor)) return {};
    cursor.skip_blanks();
    if (!cursor.at_end()) return {};
    return std::move(leaves_);
  }

 private:
  bool shape(TextCursor& cursor) {
    if (!cursor.take('(')) return array(cursor);
    if (path_.size() >= kDeepest) return false;
    path_.push_back(0);
    for (bool first = true; !cursor.take(')'); first = false) {
      if (!first && !cursor.take(',')) return false;
      if (!shape(cursor)) return false;
      ++path_.back();
    }
    path_.pop_back();
    return true;
  }

  bool array(TextCursor& cursor) {
    cursor.skip_blanks();
    const std::size_t begin = cursor.at();
    const auto bits = bits_of(cursor.take_word());
    if (!bits || cursor.peek() != '[' || leaves_.size() >= kMaxLeaves) return false;
    const auto list = cursor.take_nested();
    if (!list) return false;
    dimensions_.clear();
    order_.clear();
    tile_.clear();
    bool known = true, fits = true;
    for_each_item(*list, [&](std::string_view item) {
      if (item.starts_with("<=")) item.remove_prefix(2);
      if (item == "?") known = false;
      const auto size = item == "?" ? 0 : leading_number(item);
      fits &= size && *size >= 0 && dimensions_.size() < kMaxDimensions;
      if (fits) dimensions_.push_back(*size);
    });
    if (!fits) return false;
    ShapeLeaf leaf{.text = {}, .index = path_, .bytes = {}};
    if (cursor.peek() == '{') {
      const auto layout = cursor.take_nested();
      if (!layout || !read_layout(*layout, leaf)) return false;
    }
    const auto plain = array_bytes(*bits, dimensions_), padded = array_bytes(*bits, padded_dimensions());
    if (!plain || !padded) return false;
    leaf.text = text_.substr(begin, cursor.at() - begin);
    if (known) leaf.bytes = *padded;
    leaf.padded = *padded > *plain;
    leaves_.push_back(std::move(leaf));
    return true;
  }

  /// "1,0:T(8,128)(2,1)S(1)": the order of the dimensions from the innermost, the first tile, and the space.
  bool read_layout(std::string_view layout, ShapeLeaf& leaf) {
    const std::string_view order = layout.substr(0, layout.find(':'));
    for_each_item(order, [&](std::string_view item) {
      if (const auto k = leading_number(item); k && *k >= 0 && order_.size() < kMaxDimensions)
        order_.push_back(static_cast<std::size_t>(*k));
    });
    if (order.size() == layout.size()) return true;
    TextCursor cursor(layout, order.size() + 1);
    while (!cursor.at_end()) {
      const std::string_view letter = cursor.take_word();
      if (cursor.peek() != '(') return cursor.at_end();
      bool first = true;
      while (cursor.peek() == '(') {
        const auto inside = cursor.take_nested();
        if (!inside) return false;
        if (letter == "T" && first)
          for_each_item(*inside, [&](std::string_view item) { tile_.push_back(leading_number(item).value_or(1)); });
        if (letter == "S") leaf.space = leading_number(*inside).value_or(0);
        first = false;
      }
    }
    return tile_.size() <= kMaxDimensions;
  }

  /// The dimensions in the order of memory, the innermost last, rounded up to the tile.
  [[nodiscard]] std::vector<std::int64_t> padded_dimensions() const {
    std::vector<std::int64_t> out;
    if (order_.size() == dimensions_.size())
      for (const std::size_t k : order_) out.insert(out.begin(), k < dimensions_.size() ? dimensions_[k] : 1);
    else
      out = dimensions_;
    while (out.size() < tile_.size()) out.insert(out.begin(), 1);
    for (std::size_t k = 0; k < tile_.size(); ++k) {
      std::int64_t& size = out[out.size() - tile_.size() + k];
      if (tile_[k] > 1 && tile_[k] <= kMaxTensorSize.count && size <= kMaxTensorSize.count)
        size = round_up(size, tile_[k]);
    }
    return out;
  }

  std::string_view text_;
  std::vector<std::int64_t> path_;
  std::vector<ShapeLeaf> leaves_;
  std::vector<std::int64_t> dimensions_, tile_;
  std::vector<std::size_t> order_;
};

bool owns_nothing(const std::string& opcode) {
  static constexpr std::string_view kNames =
      " bitcast tuple get-tuple-element opt-barrier while call conditional async-update add-dependency after-all "
      "domain partition-id replica-id ";
  return has_word(kNames, opcode) || opcode.ends_with("-done");
}

/// Whether a part of a start's result is one of its operands, or the result of a called computation.
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
  MadeUp(const ModuleText& module, const ModuleIndex& index, const std::string& file, ImportSummary& summary,
         std::size_t& left, BufferAssignment& out)
      : module_(module), index_(index), summary_(summary), faults_(file), out_(out), left_(left) {}

  Result<std::vector<MayOverwrite>> make(std::optional<std::int64_t> alone) {
    const std::int64_t entry = alone.value_or(index_.module.entry_computation_id());
    std::vector<std::int64_t> left{entry};
    std::unordered_set<std::int64_t> seen{entry};
    for (std::size_t k = 0; k < left.size(); ++k)
      for (const Instruction& instruction : index_.computations.at(left[k])->instructions()) {
        const bool is_one_step = alone && has_bodies(instruction);
        if (runs_called(instruction) && !is_one_step)
          for (const std::int64_t called : instruction.called_computation_ids())
            if (index_.computations.contains(called) && seen.insert(called).second) left.push_back(called);
        if (is_one_step ||
            (!owns_nothing(instruction.opcode()) && (instruction.opcode() != "parameter" || left[k] == entry)))
          add(instruction);
      }
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    summary_.say(
        Assumed::tr("without a buffer assignment each array that an instruction makes is a tensor, as large as its "
                    "shape padded to the first tile"));
    return std::move(overwrites_);
  }

 private:
  void add(const Instruction& instruction) {
    const std::string_view shape = shape_of(instruction.id());
    const auto leaves = read_shape(shape);
    const auto fault = [&](std::string reason) {
      const std::size_t line = module_.lines[static_cast<std::size_t>(instruction.id()) - 1];
      faults_.add("line " + std::to_string(line), std::move(reason));
    };
    if (!leaves)
      return fault("the shape of " + in_quotes(instruction.name()) + ", " + in_quotes(shape) + ", cannot be read");
    const MayOverwrite in_place = in_place_of(instruction);
    for (const ShapeLeaf& leaf : *leaves) {
      if (is_another(instruction, leaf) || is_operands(instruction, leaf)) continue;
      if (leaf.index.size() == 1 && index_.passes_on(instruction, leaf.index.front())) continue;
      if (!leaf.bytes)
        return fault("the shape of " + in_quotes(instruction.name()) +
                     " has a dimension that is not known: put the buffer assignment beside the module");
      if (*leaf.bytes == 0) continue;
      if (leaf.padded) summary_.add(Assumed::tr("tensors that tiles make longer"), instruction.name());
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
      if (in_place.operands.empty() || leaf.index.size() > 1) continue;
      MayOverwrite& may = overwrites_.emplace_back(in_place);
      may.buffer = static_cast<std::uint32_t>(out_.logical_buffers_size()) - 1;
      std::erase_if(may.operands, [&](std::int64_t operand) { return shape_of(operand) != leaf.text; });
      if (may.operands.empty()) overwrites_.pop_back();
    }
  }

  /// The operands that an instruction reads element by element, and the others.
  [[nodiscard]] MayOverwrite in_place_of(const Instruction& instruction) {
    MayOverwrite out;
    for (int k = 0; k < instruction.operand_ids_size(); ++k)
      (reads_in_place(instruction, k) ? out.operands : out.read_whole).push_back(instruction.operand_ids(k));
    return out;
  }

  [[nodiscard]] std::string_view shape_of(std::int64_t instruction) const {
    return module_.shapes[static_cast<std::size_t>(instruction) - 1];
  }
  /// Whether each element of an operand is read before the element at its place is written.
  [[nodiscard]] bool reads_in_place(const Instruction& instruction, int operand) {
    const std::string& opcode = instruction.opcode();
    if (opcode == "fusion") return fused_in_place(instruction, operand);
    return opcode == "copy" ? false : is_update(opcode) ? operand == 0 : is_element_wise(opcode);
  }
  /// Whether a fusion computes only from elements at the same place of the operand; or its result updates the operand,
  /// and no other instruction reads it.
  [[nodiscard]] bool fused_in_place(const Instruction& fusion, int operand) {
    if (fusion.called_computation_ids_size() != 1) return false;
    const auto at = index_.computations.find(fusion.called_computation_ids(0));
    if (at == index_.computations.end()) return false;
    const Computation& fused = *at->second;
    const auto steps = static_cast<std::size_t>(fused.instructions_size());
    if (steps > left_) return false;
    left_ -= steps;
    std::unordered_set<std::int64_t> from;  // computed from the operand, element by element
    bool updated = false;
    for (const Instruction& each : fused.instructions()) {
      if (each.opcode() == "parameter") {
        if (each.parameter_number() == operand) from.insert(each.id());
        continue;
      }
      const auto reads = [&](std::int64_t id) { return from.contains(id); };
      const auto count = std::ranges::count_if(each.operand_ids(), reads);
      if (count == 0) continue;
      if (updated) return false;
      if (is_update(each.opcode()) && each.id() == fused.root_id() && from.size() == 1 && count == 1 &&
          reads(each.operand_ids(0)))
        updated = true;
      else if (is_element_wise(each.opcode()))
        from.insert(each.id());
      else if (each.opcode() != "tuple" || each.id() != fused.root_id())
        return false;
    }
    return true;
  }

  const ModuleText& module_;
  const ModuleIndex& index_;
  ImportSummary& summary_;
  Faults faults_;
  BufferAssignment& out_;
  std::vector<MayOverwrite> overwrites_;
  std::size_t& left_;
};

}  // namespace

std::optional<std::vector<ShapeLeaf>> read_shape(std::string_view text) {
  return Shapes().read(text);
}

Result<std::vector<MayOverwrite>> make_up_assignment(const ModuleText& module, const ModuleIndex& index,
                                                     const std::string& file, ImportSummary& summary, std::size_t& left,
                                                     BufferAssignment& out, std::optional<std::int64_t> alone) {
  return MadeUp(module, index, file, summary, left, out).make(alone);
}

}  // namespace stowage::xla
