// SPDX-License-Identifier: Apache-2.0
// Modules of XLA with their buffer assignments, as protobuf.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/protobuf_wire.h"
#include "core/formats/readers.h"
#include "tests/support/outcome.h"

namespace stowage::test {

/// An instruction named after its number, which calls a computation where that is not 0.
[[nodiscard]] inline WireWriter hlo_instruction(std::uint64_t id, const std::string& opcode,
                                                const std::vector<std::uint64_t>& operands, std::uint64_t called = 0) {
  WireWriter out = WireWriter().bytes(1, "i" + std::to_string(id)).bytes(2, opcode).number(35, id);
  for (const std::uint64_t operand : operands) out.number(36, operand);
  return called == 0 ? out : out.number(38, called);
}

/// Of instructions 1, 2, …, of which the last is the root, and buffers 1, 2, … of 64 bytes: that instruction makes
/// them, as that part of its result (-1: the whole). Buffers of one list of `places` lie at one place.
[[nodiscard]] inline Document hlo_document(const std::vector<WireWriter>& entry,
                                           const std::vector<std::pair<std::uint64_t, int>>& made,
                                           const std::vector<std::vector<std::uint64_t>>& places,
                                           const WireWriter& trace, WireWriter module = {}) {
  WireWriter main, assignment;
  for (const WireWriter& each : entry) main.message(2, each);
  for (std::size_t k = 0; k < made.size(); ++k) {
    WireWriter location = WireWriter().number(4, made[k].first);
    if (made[k].second >= 0) location.number(3, static_cast<std::uint64_t>(made[k].second));
    assignment.message(1, WireWriter().number(1, k + 1).number(2, 64).message(3, location));
  }
  for (const std::vector<std::uint64_t>& place : places) {
    WireWriter allocation = WireWriter().number(2, 64);
    for (const std::uint64_t id : place) allocation.message(9, WireWriter().number(1, id).number(3, 64));
    assignment.message(3, allocation);
  }
  module.bytes(1, "m").bytes(2, "main").message(3, main.number(5, 8).number(6, entry.size())).number(6, 8);
  assignment.message(4, trace);
  return must(read_xla({WireWriter().message(1, module).message(3, assignment).text(), "x.hlo.pb", {}, {}}));
}

/// Allocates (0), frees (1) or shares (2) a buffer, with another where it shares.
[[nodiscard]] inline WireWriter heap_event(std::uint64_t kind, std::uint64_t buffer, std::uint64_t with = 0) {
  return WireWriter().number(1, kind).number(2, buffer).number(5, with);
}

}  // namespace stowage::test
