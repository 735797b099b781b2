// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stowage::test {

/// A value of a hand-made ExecuTorch program: a tensor, a list of tensors, or something that is neither.
struct PteValue {
  enum class Kind { other, tensor, list };
  Kind kind = Kind::tensor;
  std::vector<std::int32_t> sizes{};  ///< of a list: its values
  std::uint32_t data = 0;             ///< not 0: it has a value in the file
  std::uint32_t memory = 0;           ///< 0: it is not planned
  std::uint64_t offset = 0;
  std::int8_t type = 0;  ///< 0: bytes; 6: floats
  std::int8_t dynamism = 0;
  std::string name{};
};

struct PteInstruction {
  enum class Kind : std::uint8_t { kernel = 1, delegate, move, jump_if_false, free };
  Kind kind = Kind::kernel;
  std::string op{};                       ///< of a kernel its name, of a delegate its id
  std::vector<std::int32_t> arguments{};  ///< of the others the two numbers
};

struct PteMethod {
  std::string name = "forward";
  std::vector<PteValue> values{};
  std::vector<std::int32_t> inputs{}, outputs{};
  std::vector<PteInstruction> instructions{};
  std::vector<std::int64_t> arenas{0, 0};
  std::size_t chains = 1;  ///< each with the same instructions
};

/// The bytes of a program (".pte").
[[nodiscard]] std::string pte_of(const std::vector<PteMethod>& methods);

struct EtEvent {
  std::string name = "OPERATOR_CALL";
  std::int32_t instruction = 0;
  std::uint64_t begin = 0, end = 0;
  std::int32_t chain = 0;
};
/// The bytes of an ETDump (".etdp") with one block of events for each run; with its size before it, or without.
[[nodiscard]] std::string etdp_of(const std::vector<std::vector<EtEvent>>& runs, bool with_size = true);

}  // namespace stowage::test
