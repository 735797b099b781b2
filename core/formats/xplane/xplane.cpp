// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/formats/protobuf_wire.h"
#include "core/formats/utf8.h"
#include "core/formats/xla/module_document.h"
#include "core/formats/xplane/space.h"

namespace stowage {
namespace {

using namespace xplane;

/// The sum of the allocations of a module's assignment, without reading all of it; -1 where it has none.
std::int64_t assigned_bytes(std::string_view proto) {
  constexpr std::uint32_t kAssignment = 3, kAllocations = 3, kSize = 2;
  std::int64_t sum = -1;
  for_each_bytes(proto, kAssignment, [&](std::string_view assignment) {
    for_each_bytes(assignment, kAllocations, [&](std::string_view allocation) {
      sum = std::max<std::int64_t>(sum, 0);
      WireReader fields(allocation);
      while (const auto each = fields.next())
        if (each->number == kSize && each->value <= static_cast<std::uint64_t>(kMaxTensorSize.count))
          sum = std::min(sum + static_cast<std::int64_t>(each->value), kMaxTotalSize.count);
    });
  });
  return sum;
}

/// How many instructions of a module's entry computation run, without reading all of it.
std::size_t operators_in(std::string_view proto) {
  constexpr std::uint32_t kModule = 1, kComputations = 3, kEntry = 6, kInstructions = 2, kId = 5, kOpcode = 2;
  std::uint64_t entry = 0;
  std::unordered_map<std::uint64_t, std::size_t> counts;  // by computation
  for_each_bytes(proto, kModule, [&](std::string_view module) {
    entry = last_field(module, kEntry).value;
    for_each_bytes(module, kComputations, [&](std::string_view computation) {
      std::size_t count = 0;
      for_each_bytes(computation, kInstructions, [&](std::string_view instruction) {
        const std::string_view opcode = last_field(instruction, kOpcode).bytes;
        count += opcode != "parameter" && opcode != "constant";
      });
      counts.insert_or_assign(last_field(computation, kId).value, count);
    });
  });
  return counts[entry];
}

/// How often the module ran, or, if the device does not say, the common divisor of the operators' numbers of events.
std::uint64_t runs_of(const DeviceEvents& device) {
  if (device.runs > 0) return device.runs;
  std::uint64_t runs = 0;
  for (const auto& [name, op] : device.operators) runs = std::gcd(runs, op.events);
  return std::max<std::uint64_t>(runs, 1);
}

class ProfileReader {
 public:
  ProfileReader(Space space, const std::string& file, const ReadOptions& options, const Task& task)
      : space_(std::move(space)), file_(file), options_(options), task_(task) {}

  Result<Document> read() {
    if (space_.modules.empty())
      return tl::unexpected(Error::bad_input(
          file_, "", "there are no modules in the profile: its plane /host:metadata is missing, or empty"));
    STOWAGE_TRY(const std::size_t chosen, choose());
    const ProfiledModule& module = space_.modules[chosen];
    auto hlo = xla::parse_hlo(module.proto, file_);
    if (!hlo) {
      Error error = std::move(hlo).error();
      for (Diagnostic& fault : error.faults) fault.place = "module " + in_quotes(module.name) + ", " + fault.place;
      return tl::unexpected(std::move(error));
    }
    xla::ModuleSource source{.file = file_, .format = "xplane", .extension = kXplaneExtension};
    STOWAGE_TRY(const auto devices, measure(module, **hlo, source));
    STOWAGE_TRY(Document out, xla::document_of(**hlo, source, std::move(summary_), options_, task_));
    for (const std::int64_t device : devices) out.devices.push_back({.number = device});
    out.graphs = std::move(graphs_);
    out.graph_index = chosen;
    return out;
  }

 private:
  /// Chooses the wanted module, or the one with the largest assignment.
  Result<std::size_t> choose() {
    std::size_t largest = 0;
    std::int64_t most = -2;
    for (std::size_t k = 0; k < space_.modules.size(); ++k) {
      const ProfiledModule& module = space_.modules[k];
      graphs_.push_back({.name = module.name, .operators = operators_in(module.proto)});
      if (const std::int64_t bytes = assigned_bytes(module.proto); bytes > most) largest = k, most = bytes;
    }
    summary_.count(ImportKind::read, "planes of the profile", space_.planes.size());
    summary_.count(ImportKind::read, "modules of the profile", space_.modules.size());
    for (const std::string& name : space_.idle) summary_.add(ImportKind::skipped, "devices on which nothing ran", name);
    if (options_.graph) return choose_graph(graphs_, options_.graph, file_);
    for (const GraphInFile& graph : graphs_)
      if (&graph == &graphs_[largest])
        summary_.add(ImportKind::assumed, "module whose memory is the largest is the one to show", graph.name);
      else
        summary_.add(ImportKind::skipped, "other modules of the profile", graph.name);
    return largest;
  }

  /// Adds the times of the module on one device. Returns the numbers of all devices that ran it.
  Result<std::vector<std::int64_t>> measure(const ProfiledModule& module, const xla::Hlo& hlo,
                                            xla::ModuleSource& source) {
    std::unordered_set<std::string> instructions;
    for (const xla::Computation& computation : hlo.hlo_module().computations())
      for (const xla::Instruction& instruction : computation.instructions()) instructions.insert(instruction.name());
    STOWAGE_TRY(const auto devices, events_of(space_, module, instructions, task_));
    std::vector<std::int64_t> numbers;
    for (const DeviceEvents& device : devices) numbers.push_back(device.number);
    if (devices.empty()) {
      summary_.say(ImportKind::unknown, "durations: no device of the profile ran the module");
      return numbers;
    }
    const auto chosen = options_.device ? std::ranges::find(devices, *options_.device, &DeviceEvents::number)
                                        : std::ranges::max_element(devices, {}, &DeviceEvents::events);
    if (chosen == devices.end()) {
      std::string list;
      for (const std::int64_t number : numbers) list += (list.empty() ? "" : ", ") + std::to_string(number);
      return tl::unexpected(Error::bad_input(
          file_, "", "device " + std::to_string(*options_.device) + " did not run the module; these did: " + list));
    }
    for (const DeviceEvents& device : devices)
      if (&device != &*chosen) summary_.add(ImportKind::skipped, "other devices that ran the module", device.name);
    take(*chosen, instructions, source);
    return numbers;
  }

  void take(const DeviceEvents& device, const std::unordered_set<std::string>& instructions,
            xla::ModuleSource& source) {
    constexpr std::uint64_t kPicoseconds = 1000;
    const std::uint64_t runs = runs_of(device);
    std::uint64_t sum = 0;
    for (const auto& [name, op] : device.operators) {
      sum += op.picoseconds;
      if (!instructions.contains(name)) {
        summary_.add(ImportKind::unknown, "operators of events that the module does not have", name);
        continue;
      }
      if (op.on_several)
        summary_.add(ImportKind::assumed, "operators that ran on several streams are on the first of them", name);
      source.measured.emplace(
          name, xla::Measured{static_cast<std::int64_t>((op.picoseconds / runs + kPicoseconds / 2) / kPicoseconds),
                              device.streams[op.stream].stream});
    }
    summary_.count(ImportKind::read, "events of the module on " + device.name, device.events);
    summary_.count(ImportKind::read, "operators with events", device.operators.size());
    summary_.count(ImportKind::skipped, "events of other modules, or of none", device.others);
    summary_.count(ImportKind::assumed,
                   device.runs > 0 ? "runs of the module: a duration is the mean of them"
                                   : "runs of the module, by the kernels that all operators have in common: a "
                                     "duration is the mean of them",
                   runs);
    summary_.say(ImportKind::read, "the events of all runs take " + grouped_digits(sum) + " ps");
    for (const StreamEvents& stream : device.streams)
      if (stream.overlap > stream.picoseconds / 100)
        summary_.add(ImportKind::unknown, "streams whose events overlap by more than a hundredth", stream.name);
  }

  Space space_;
  const std::string& file_;
  const ReadOptions& options_;
  const Task& task_;
  ImportSummary summary_;
  std::vector<GraphInFile> graphs_;
};

}  // namespace

Result<Document> read_xplane(std::string_view bytes, const std::string& file, const ReadOptions& options,
                             const Task& task) {
  STOWAGE_TRY(Space space, read_space(bytes, file));
  return ProfileReader(std::move(space), file, options, task).read();
}

}  // namespace stowage
