// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/inductor/program.h"

namespace stowage::inductor {

/// The tensors of a module or a listing by their names, while its statements are read: which statements allocate,
/// rename, take over, write and read them. Adds the tensors to a program, whose operators others add.
class Buffers {
 public:
  /// The memory of tensors without an allocation: results of operators, and buffers that take over an input.
  static constexpr std::string_view kUsualSpace = "cuda";

  /// The program must outlive this.
  explicit Buffers(Program& program) : program_(program) {}

  // ---- names
  /// The tensor that a name stands for now, or did before its del.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const {
    const auto known = names_.find(name);
    return known == names_.end() ? std::nullopt : std::optional(root(known->second));
  }
  /// The known tensors of all names in a piece of code, in order.
  [[nodiscard]] std::vector<std::uint32_t> named_in(std::string_view text) const;
  /// Gives a tensor one more name.
  void name(std::string_view name, std::uint32_t t) {
    ++at(t).names;
    names_.insert_or_assign(std::string(name), t);
  }
  void add_input(std::string_view name, Program::Shape shape);

  // ---- statements; false where they do not concern a known tensor
  /// "empty_strided_cuda(sizes, strides, type)", or with device and type by name.
  void allocate(std::string_view left, const Call& call);
  /// "alloc_from_pool(pool1, 1024, torch.float32, sizes, strides)"
  bool allocate_from_pool(std::string_view left, const Call& call);
  /// "buf4 = buf0": another name; or, marked as a reuse, a new tensor in the slot of the old one.
  void rename(std::string_view left, std::string_view right, bool reuse);
  /// "reinterpret_tensor(buf0, sizes, strides, offset)"
  bool reinterpret(std::string_view left, const Call& call, bool reuse);
  /// "buf8 = buf7[1]": one of several tensors that an operator returned.
  bool element(std::string_view left, std::string_view right);
  /// A tensor, or a list of tensors, that an operator returns.
  Program::Tensor& returned(std::string_view name, std::uint32_t by, std::string_view space = kUsualSpace);
  /// "assert_size_stride(buf11, sizes, strides)"
  void shape(std::string_view arguments);
  void del(std::string_view names);
  /// Marks a tensor as needed until the end; false for an input.
  bool keep(std::uint32_t t);
  /// "buf0, arg0_1": the results of the program.
  void give_back(std::string_view text) {
    for (const std::uint32_t t : named_in(text))
      if (!keep(t)) program_.summary.add(Read::tr("inputs that are handed back"), at(t).name);
  }

  // ---- uses
  void read(std::uint32_t t, std::uint32_t op);
  /// `in_place`: the operator reads what it writes over, so the tensor may share bytes with the one it took over.
  void write(std::uint32_t t, std::uint32_t op, bool in_place);
  /// Tensors that a loop reads or writes are needed until its last round ends. Its lines are indented further.
  void begin_loop(std::size_t indent) {
    if (loops_.size() < kDeepestLoop) loops_.push_back({indent, {}});
  }
  void end_loops(std::size_t indent);

  /// Adds the counts of a module to the summary.
  void finish();

 private:
  static constexpr std::uint32_t kNone = Program::kNone;
  static constexpr std::size_t kDeepestLoop = 16;  // loops inside of it count as part of it

  struct Loop {
    std::size_t indent;
    std::vector<std::uint32_t> named;
  };

  [[nodiscard]] Program::Tensor& at(std::uint32_t t) { return program_.tensors[t]; }
  [[nodiscard]] const Program::Tensor& at(std::uint32_t t) const { return program_.tensors[t]; }
  std::uint32_t add(std::string_view name, std::uint32_t slot);
  std::uint32_t new_slot(std::string_view space);
  std::uint32_t take_over(std::string_view left, std::uint32_t old);
  [[nodiscard]] std::uint32_t root(std::uint32_t t) const {
    while (at(t).same_as != kNone) t = at(t).same_as;
    return t;
  }
  /// The tensor that was last written in the slot of `t`, perhaps `t` itself; kNone where there is none.
  [[nodiscard]] std::uint32_t written_under(std::uint32_t t) const {
    while (t != kNone && !at(t).is_written) t = at(t).over == kNone ? kNone : root(at(t).over);
    return t;
  }
  void note_in_loops(std::uint32_t t) {
    for (Loop& loop : loops_) loop.named.push_back(t);
  }

  Program& program_;
  std::map<std::string, std::uint32_t, std::less<>> names_;  // to tensors
  std::vector<Loop> loops_;                                  // that are open
  std::size_t allocated_ = 0, pooled_ = 0, taken_over_ = 0, renamed_ = 0;
};

}  // namespace stowage::inductor
