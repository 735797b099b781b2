// SPDX-License-Identifier: Apache-2.0
#include "tests/support/imports.h"

#include <algorithm>
#include <random>

#include "core/check/validator.h"
#include "core/formats/file.h"
#include "core/graph/lifetimes.h"
#include "core/insight/bodies/lay_out.h"
#include "core/papers/tables.h"
#include "core/planning/plan_ground.h"
#include "core/safety/conflicts.h"
#include "tests/folders.h"
#include "tests/support/outcome.h"

namespace stowage::test {
namespace {

std::string fault_of(const Graph& graph, const Plan& plan, const std::string& whose) {
  const Validation found = must(validate(graph, plan));
  return found.valid() ? "" : whose + ": " + found.violations.front().text;
}

std::string fault_of_reading(const std::string& bytes, const std::string& file) {
  const auto document = read_document(bytes, file);
  if (document) {
    const bool fits = !document->plan || document->plan->offsets.size() == document->graph->tensor_count();
    return fits ? "" : "a plan of another graph";
  }
  const Error& error = document.error();
  const bool says_why = error.kind == Error::Kind::bad_input && !error.faults.empty() && error.faults.size() <= 101;
  return says_why ? "" : "an error that does not say why";
}

}  // namespace

Document document_in(const std::string& path, const ReadOptions& options) {
  return must(read_document(must(read_file(path)), path, options));
}

std::string sample_path(const std::string& name) {
  return std::string(STOWAGE_SOURCE_DIR) + "/samples/" + name;
}

Bytes peak_of(const Graph& graph) {
  const auto curve = memory_curve(graph, lifetimes(graph));
  return curve.empty() ? Bytes{} : *std::ranges::max_element(curve);
}

std::string fault_of_plans(const Document& document) {
  const auto laid_out = must(lay_out_bodies(document.graph));
  const Graph& graph = *laid_out;
  const Conflicts conflicts = must(Conflicts::compute(graph));
  const PlanGround ground = must(PlanGround::make(graph, conflicts, {1}));
  const Plan plan = must(ground.plan(*find_layout_strategy("so.size.best"), {}));
  if (std::string fault = fault_of(graph, plan, "ours"); !fault.empty()) return fault;
  return document.plan ? fault_of(graph, *document.plan, "the file's") : "";
}

std::vector<std::int64_t> device_numbers(const Document& document) {
  std::vector<std::int64_t> out;
  for (const RecordedDevice& device : document.devices) out.push_back(device.number);
  return out;
}

std::vector<std::string> told(const ImportSummary& summary, ImportKind kind) {
  std::vector<std::string> out;
  for (const ImportEntry& entry : summary.entries()) {
    if (entry.kind != kind) continue;
    std::string row = std::to_string(entry.count) + "x " + entry.what;
    for (const std::string& name : entry.names) row += (&name == &entry.names.front() ? ": " : ", ") + name;
    out.push_back(std::move(row));
  }
  return out;
}

std::size_t counted(const ImportSummary& summary, ImportKind kind, std::string_view what) {
  const auto entries = summary.entries();
  const auto found = std::ranges::find_if(entries, [&](const ImportEntry& entry) {
    return entry.kind == kind && entry.what.find(what) != std::string::npos;
  });
  return found == entries.end() ? 0 : std::max<std::size_t>(found->count, 1);
}

std::size_t count_of(const Document& document, ImportKind kind, std::string_view beginning) {
  for (const ImportEntry& entry : document.summary.entries())
    if (entry.kind == kind && entry.what.starts_with(beginning)) return entry.count;
  return 0;
}

std::string fault_of_damage(const std::string& bytes, const std::string& file, std::size_t rounds) {
  for (std::size_t length = 0; length < bytes.size(); ++length)
    if (std::string fault = fault_of_reading(bytes.substr(0, length), file); !fault.empty())
      return "cut at " + std::to_string(length) + ": " + fault;
  std::mt19937_64 random(7);
  static constexpr unsigned char kBytes[] = {0, 1, 2, 4, 8, 0x7f, 0x80, 0xfe, 0xff};
  for (std::size_t round = 0; round < rounds; ++round) {
    std::string damaged = bytes;
    for (std::size_t times = 1 + random() % 6; times-- > 0;) {
      const std::size_t at = random() % damaged.size(),
                        length = std::min<std::size_t>(1 + random() % 4, damaged.size() - at);
      for (std::size_t k = 0; k < length; ++k)
        damaged[at + k] = static_cast<char>(random() % 3 == 0 ? random() % 256 : kBytes[random() % std::size(kBytes)]);
    }
    if (std::string fault = fault_of_reading(damaged, file); !fault.empty())
      return "round " + std::to_string(round) + ": " + fault;
  }
  return {};
}

}  // namespace stowage::test
