// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/formats/flat_tables.h"

/// The tables of an ExecuTorch program that Stowage reads.
namespace stowage::executorch {

using namespace flat;

class Allocation : public Record {
 public:
  [[nodiscard]] std::uint32_t memory() const { return scalar<std::uint32_t>(0); }
  [[nodiscard]] std::uint64_t offset() const {
    return std::uint64_t{scalar<std::uint32_t>(2)} << 32 | scalar<std::uint32_t>(1);
  }
  bool verify(Check& c) const {
    return start(c) && has_scalar<std::uint32_t>(c, 0, "memory_id") &&
           has_scalar<std::uint32_t>(c, 1, "memory_offset_low") &&
           has_scalar<std::uint32_t>(c, 2, "memory_offset_high") && end(c);
  }
};

class TensorInfo : public Record {
 public:
  [[nodiscard]] const fb::String* name() const { return at<fb::String>(1); }
  bool verify(Check& c) const { return start(c) && has_text(c, 1, "fully_qualified_name") && end(c); }
};

class Tensor : public Record {
 public:
  static constexpr std::int8_t kUnbound = 2;  ///< a dynamism(): the sizes mean nothing

  [[nodiscard]] std::int8_t type() const { return scalar<std::int8_t>(0); }
  [[nodiscard]] const Indices* sizes() const { return at<Indices>(2); }
  /// Not 0 where the tensor has data in the file.
  [[nodiscard]] std::uint32_t data() const { return scalar<std::uint32_t>(5); }
  [[nodiscard]] const Allocation* allocation() const { return at<Allocation>(6); }
  [[nodiscard]] std::int8_t dynamism() const { return scalar<std::int8_t>(8); }
  [[nodiscard]] const TensorInfo* info() const { return at<TensorInfo>(9); }

  bool verify(Check& c) const {
    return start(c) && has_scalar<std::int8_t>(c, 0, "scalar_type") && has_vector<std::int32_t>(c, 2, "sizes") &&
           has_scalar<std::uint32_t>(c, 5, "data_buffer_idx") && has_table<Allocation>(c, 6, "allocation_info") &&
           has_scalar<std::int8_t>(c, 8, "shape_dynamism") && has_table<TensorInfo>(c, 9, "extra_tensor_info") &&
           end(c);
  }
};

class TensorList : public Record {
 public:
  /// Numbers of values; -1 where one is left out.
  [[nodiscard]] const Indices* items() const { return at<Indices>(0); }
  bool verify(Check& c) const { return start(c) && has_vector<std::int32_t>(c, 0, "items") && end(c); }
};

class Value : public Record {
 public:
  [[nodiscard]] const Tensor* tensor() const { return kind() == kTensor ? at<Tensor>(1) : nullptr; }
  [[nodiscard]] const Indices* list() const {
    const TensorList* const list = is_list() ? at<TensorList>(1) : nullptr;
    return list == nullptr ? nullptr : list->items();
  }
  bool verify(Check& c) const {
    if (!start(c) || !has_scalar<std::uint8_t>(c, 0, "val_type")) return false;
    if (kind() == kTensor && !has_table<Tensor>(c, 1, "val")) return false;
    if (is_list() && !has_table<TensorList>(c, 1, "val")) return false;
    return end(c);
  }

 private:
  static constexpr std::uint8_t kTensor = 5, kTensorList = 10, kOptionalTensorList = 11;
  [[nodiscard]] std::uint8_t kind() const { return scalar<std::uint8_t>(0); }
  [[nodiscard]] bool is_list() const { return kind() == kTensorList || kind() == kOptionalTensorList; }
};

/// A KernelCall or DelegateCall.
class Call : public Record {
 public:
  [[nodiscard]] std::int32_t callee() const { return scalar<std::int32_t>(0); }
  [[nodiscard]] const Indices* arguments() const { return at<Indices>(1); }
  bool verify(Check& c) const {
    return start(c) && has_scalar<std::int32_t>(c, 0, "op_index") && has_vector<std::int32_t>(c, 1, "args") && end(c);
  }
};

/// A MoveCall (from, to), JumpFalseCall (condition, destination) or FreeCall (value).
class Pair : public Record {
 public:
  [[nodiscard]] std::int32_t first() const { return scalar<std::int32_t>(0); }
  [[nodiscard]] std::int32_t second() const { return scalar<std::int32_t>(1); }
  bool verify(Check& c) const {
    return start(c) && has_scalar<std::int32_t>(c, 0, "0") && has_scalar<std::int32_t>(c, 1, "1") && end(c);
  }
};

class Instruction : public Record {
 public:
  enum class Kind : std::uint8_t { none, kernel, delegate, move, jump_if_false, free };

  [[nodiscard]] Kind kind() const { return static_cast<Kind>(scalar<std::uint8_t>(0)); }
  /// The call of a kernel or delegate, or null.
  [[nodiscard]] const Call* call() const { return is_call() ? at<Call>(1) : nullptr; }
  /// The pair of a move, jump or free, or null.
  [[nodiscard]] const Pair* pair() const { return is_pair() ? at<Pair>(1) : nullptr; }

  bool verify(Check& c) const {
    if (!start(c) || !has_scalar<std::uint8_t>(c, 0, "instr_args_type")) return false;
    if (is_call() && !has_table<Call>(c, 1, "instr_args")) return false;
    if (is_pair() && !has_table<Pair>(c, 1, "instr_args")) return false;
    return end(c);
  }

 private:
  [[nodiscard]] bool is_call() const { return kind() == Kind::kernel || kind() == Kind::delegate; }
  [[nodiscard]] bool is_pair() const { return kind() >= Kind::move && kind() <= Kind::free; }
};

class Chain : public Record {
 public:
  [[nodiscard]] const Tables<Instruction>* instructions() const { return at<Tables<Instruction>>(2); }
  bool verify(Check& c) const { return start(c) && has_tables<Instruction>(c, 2, "instructions") && end(c); }
};

class Operator : public Record {
 public:
  [[nodiscard]] const fb::String* name() const { return at<fb::String>(0); }
  [[nodiscard]] const fb::String* overload() const { return at<fb::String>(1); }
  bool verify(Check& c) const { return start(c) && has_text(c, 0, "name") && has_text(c, 1, "overload") && end(c); }
};

class Delegate : public Record {
 public:
  [[nodiscard]] const fb::String* id() const { return at<fb::String>(0); }
  bool verify(Check& c) const { return start(c) && has_text(c, 0, "id") && end(c); }
};

/// The device of an arena; listed where some arena is not on the CPU.
class ArenaDevice : public Record {
 public:
  [[nodiscard]] std::int32_t arena() const { return scalar<std::int32_t>(0); }
  [[nodiscard]] std::int8_t type() const { return scalar<std::int8_t>(1); }
  [[nodiscard]] std::int8_t index() const { return scalar<std::int8_t>(2); }
  bool verify(Check& c) const {
    return start(c) && has_scalar<std::int32_t>(c, 0, "buffer_idx") && has_scalar<std::int8_t>(c, 1, "device_type") &&
           has_scalar<std::int8_t>(c, 2, "device_index") && end(c);
  }
};

/// A method: "forward".
class ExecutionPlan : public Record {
 public:
  [[nodiscard]] const fb::String* name() const { return at<fb::String>(0); }
  [[nodiscard]] const Tables<Value>* values() const { return at<Tables<Value>>(2); }
  [[nodiscard]] const Indices* inputs() const { return at<Indices>(3); }
  [[nodiscard]] const Indices* outputs() const { return at<Indices>(4); }
  [[nodiscard]] const Tables<Chain>* chains() const { return at<Tables<Chain>>(5); }
  [[nodiscard]] const Tables<Operator>* operators() const { return at<Tables<Operator>>(6); }
  [[nodiscard]] const Tables<Delegate>* delegates() const { return at<Tables<Delegate>>(7); }
  /// Bytes of each arena; number 0 is not an arena.
  [[nodiscard]] const fb::Vector<std::int64_t>* arenas() const { return at<fb::Vector<std::int64_t>>(8); }
  [[nodiscard]] const Tables<ArenaDevice>* devices() const { return at<Tables<ArenaDevice>>(9); }

  bool verify(Check& c) const {
    return start(c) && has_text(c, 0, "name") && has_tables<Value>(c, 2, "values") &&
           has_vector<std::int32_t>(c, 3, "inputs") && has_vector<std::int32_t>(c, 4, "outputs") &&
           has_tables<Chain>(c, 5, "chains") && has_tables<Operator>(c, 6, "operators") &&
           has_tables<Delegate>(c, 7, "delegates") && has_vector<std::int64_t>(c, 8, "non_const_buffer_sizes") &&
           has_tables<ArenaDevice>(c, 9, "non_const_buffer_device") && end(c);
  }
};

class Program : public Record {
 public:
  [[nodiscard]] const Tables<ExecutionPlan>* methods() const { return at<Tables<ExecutionPlan>>(1); }
  bool verify(Check& c) const { return start(c) && has_tables<ExecutionPlan>(c, 1, "execution_plan") && end(c); }
};

}  // namespace stowage::executorch
