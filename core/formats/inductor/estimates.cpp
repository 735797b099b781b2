// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "core/base/faults.h"
#include "core/formats/inductor/program.h"
#include "core/formats/json_reader.h"

namespace stowage::inductor {
namespace {

constexpr std::string_view kDocumentFields[] = {"ops"};
constexpr std::string_view kFields[] = {"name", "estimated_runtime_ns"};
constexpr double kSlowest = 1e12;     // operations a second: each device that Triton knows is faster
constexpr double kLargeEnough = 1e8;  // operations, beside which a launch does not matter

}  // namespace

void add_estimates(Program& program, const std::vector<SourceLine>& json, const std::string& file, const Task& task) {
  std::string text;
  for (const SourceLine& line : json) text.append(line.text).append("\n");
  Faults faults(file);
  std::vector<std::optional<double>> times;
  JsonItem document("", kDocumentFields, report_to(faults), {}, JsonItem::Rest::skipped);
  JsonItem op(
      "/ops", kFields, report_to(faults),
      [&](const JsonItem& item) {
        auto time = item.is_object_with({}) ? real_of(item.at("estimated_runtime_ns")) : std::nullopt;
        if (time && !(*time >= 0 && *time <= static_cast<double>(kMaxDuration))) time.reset();
        times.push_back(time);
      },
      JsonItem::Rest::skipped);
  const JsonList lists[] = {{"ops", &op}};
  const auto read = read_json_document({text, file, task}, document, lists);
  if (!read || times.size() != program.operators.size()) {
    program.summary.say(ImportKind::unknown, read
                                                 ? "estimated times: there are " + std::to_string(times.size()) +
                                                       " for " + std::to_string(program.operators.size()) + " operators"
                                                 : "estimated times: their record is damaged");
    return;
  }
  std::size_t products = 0;
  const bool thousandfold = std::ranges::all_of(program.products, [&](const auto& product) {
    const auto& [op_index, count] = product;
    if (count < kLargeEnough || !times[op_index] || *times[op_index] <= 0) return true;
    ++products;
    return count / (*times[op_index] * 1e-9) < kSlowest;
  });
  if (thousandfold && products > 0) {
    for (const auto& [op_index, count] : program.products)
      if (times[op_index]) *times[op_index] /= 1000;
    program.summary.count(ImportKind::assumed,
                          "estimated times of matrix products are divided by 1,000: as written, no product is faster "
                          "than 1 TFLOP/s",
                          program.products.size());
  }
  std::size_t count = 0;
  for (std::size_t o = 0; o < times.size(); ++o)
    if (times[o] && std::llround(*times[o]) > 0) {
      program.operators[o].duration = {std::llround(*times[o]), Duration::From::estimated};
      ++count;
    }
  program.summary.count(ImportKind::read, "times that Inductor estimated", count);
}

}  // namespace stowage::inductor
