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
#include "core/formats/inductor/python_text.h"

namespace stowage::inductor {

/// The tensors of a module by their names, while its statements are read: which statements allocate, rename, take over,
/// write and read them. Adds the tensors to a program; Launches adds its operators.
class Buffers {
 public:
  static constexpr std::uint32_t kNone = Program::kNone;

  /// The program must outlive this.
  explicit Buffers(Program& program) : program_(program) {}

  // ---- names
  /// The tensor that a name stands for now, or did before its del.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;
  /// The known tensors of all names in a piece of code, in order.
  [[nodiscard]] std::vector<std::uint32_t> named_in(std::string_view text) const;
  /// Gives a tensor one more name.
  void name(std::string_view name, std::uint32_t t);
  void add_input(std::string_view name, std::optional<std::int64_t> element_bytes);

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
  void returned(std::string_view name, std::uint32_t by);
  /// "assert_size_stride(buf11, sizes, strides)"
  void shape(std::string_view arguments);
  void del(std::string_view names);
  /// Marks a tensor as needed until the end; false for an input.
  bool keep(std::uint32_t t);

  // ---- uses
  void read(std::uint32_t t, std::uint32_t op);
  /// `in_place`: the operator reads what it writes over, so the tensor may share bytes with the one it took over.
  void write(std::uint32_t t, std::uint32_t op, bool in_place);
  [[nodiscard]] bool is_written(std::uint32_t t) const { return more_[t].is_written; }
  /// Tensors that a loop reads or writes are needed until its last round ends. Its lines are indented further.
  void begin_loop(std::size_t indent);
  void end_loops(std::size_t indent);

  // ---- facts about tensors
  void set_element_bytes(std::uint32_t t, std::int64_t bytes) {
    if (!more_[t].element_bytes) more_[t].element_bytes = bytes;
  }
  [[nodiscard]] const std::vector<std::int64_t>& sizes(std::uint32_t t) const { return more_[t].sizes; }

  /// Settles the sizes, and writes the counts to the summary.
  void finish();

 private:
  /// Facts about a tensor that the program does not have.
  struct More {
    std::vector<std::int64_t> sizes;
    std::optional<std::int64_t> elements, element_bytes;
    std::uint32_t over = kNone;     ///< the tensor whose slot it took over
    std::uint32_t same_as = kNone;  ///< set where it turned out to be another name of this tensor
    std::uint32_t made_by = kNone;  ///< the operator that returned it, perhaps as a list
    std::uint32_t names = 0;        ///< how many names it has: given and not deleted
    bool is_written = false;
  };
  /// When a slot is allocated, as numbers of operators.
  struct Held {
    std::size_t begin = 0;
    std::optional<std::size_t> end{};
    std::uint32_t last = kNone;  ///< the tensor that took it over last
  };
  struct Loop {
    std::size_t indent;
    std::vector<std::uint32_t> named;
  };

  std::uint32_t add(std::string_view name, std::uint32_t slot);
  std::uint32_t new_slot(std::string_view space);
  void take_over(std::string_view left, std::uint32_t old);
  void set_shape(std::uint32_t t, const std::optional<std::vector<std::int64_t>>& sizes,
                 const std::optional<std::vector<std::int64_t>>& strides);
  [[nodiscard]] std::uint32_t root(std::uint32_t t) const;
  [[nodiscard]] std::uint32_t written_under(std::uint32_t t) const;
  void note_in_loops(std::uint32_t t);
  void say_peak();

  Program& program_;
  std::map<std::string, std::uint32_t, std::less<>> names_;  // to tensors
  std::vector<More> more_;                                   // by tensor
  std::vector<Held> held_;                                   // by slot
  std::vector<Loop> loops_;                                  // that are open
  std::size_t allocated_ = 0, pooled_ = 0, taken_over_ = 0, renamed_ = 0;
};

}  // namespace stowage::inductor
