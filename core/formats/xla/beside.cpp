// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xla/beside.h"

#include <algorithm>
#include <string_view>

#include "core/formats/utf8.h"

namespace stowage::xla {
namespace {

/// The number or word behind `key` in a configuration, which is JSON.
std::string_view value_of(std::string_view config, std::string_view key) {
  const std::size_t at = config.find(key);
  if (at == std::string_view::npos) return {};
  config.remove_prefix(at + key.size());
  const std::size_t begin = config.find_first_not_of("\": ");
  if (begin == std::string_view::npos) return {};
  config.remove_prefix(begin);
  return config.substr(0, config.find_first_of("\",}] "));
}

std::string queue_of(const Instruction& start) {
  constexpr std::size_t kLongest = 64;
  if (const std::string& thread = start.async_execution_thread(); !thread.empty() && thread != "main")
    return printable(thread.substr(0, kLongest), "thread");
  if (const std::string_view queue = value_of(start.backend_config(), "\"operation_queue_id\"");
      !queue.empty() && queue != "0")
    return "queue " + printable(queue.substr(0, kLongest), "");
  const std::string& opcode = start.opcode();
  if (opcode == "copy-start") return "copies";
  if (opcode == "send" || opcode == "recv") return "sends";
  return opcode == "async-start" ? "asynchronous" : "collectives";
}

bool is_synchronous(const Instruction& instruction) {
  return value_of(instruction.backend_config(), "\"is_sync\"") == "true";
}

}  // namespace

std::vector<Beside> work_beside(const Flow& flow) {
  std::vector<Beside> all;
  for (std::uint32_t step = 0; step < flow.steps().size(); ++step) {
    const Instruction& done = *flow.steps()[step];
    if (!Flow::is_done(done)) continue;
    const Instruction* start = flow.start_of(done);
    if (start == nullptr || is_synchronous(*start) || is_synchronous(done)) continue;
    const std::uint32_t at = flow.step_of(start->id(), start->name());
    if (at == Flow::kNone || at >= step) continue;
    all.push_back({.first = flow.first_inside(at), .start = at, .done = step, .queue = queue_of(*start)});
  }
  // Of works that begin at one step the longest comes first: a work inside another is a part of it.
  std::ranges::sort(
      all, [](const Beside& a, const Beside& b) { return a.first != b.first ? a.first < b.first : a.start > b.start; });
  std::vector<Beside> out;
  for (Beside& each : all)
    if (out.empty() || each.first > out.back().start) out.push_back(std::move(each));
  return out;
}

}  // namespace stowage::xla
