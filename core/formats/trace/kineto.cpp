// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/formats/trace/kineto_events.h"
#include "core/formats/trace/trace_kernels.h"
#include "core/formats/utf8.h"
#include "core/graph/lifetimes.h"

namespace stowage {
namespace {

constexpr std::uint32_t kNoRun = RecordedAllocation::kNoRun;

/// Finds the innermost host operator at a time of a thread.
class InnermostOps {
 public:
  explicit InnermostOps(std::vector<KinetoTrace::HostOp> ops) : ops_(std::move(ops)), parent_(ops_.size()) {
    std::ranges::stable_sort(ops_, {}, [](const auto& op) { return std::tuple(op.thread, op.start, -op.end); });
    std::vector<std::size_t> open;
    for (std::size_t k = 0; k < ops_.size(); ++k) {
      while (!open.empty() && (ops_[open.back()].thread != ops_[k].thread || ops_[open.back()].end < ops_[k].start))
        open.pop_back();
      parent_[k] = open.empty() ? k : open.back();
      open.push_back(k);
    }
  }

  /// The number of its name, or none where no operator runs. O(log n + depth).
  [[nodiscard]] std::optional<std::uint32_t> at(std::uint32_t thread, std::int64_t time) const {
    const auto after = std::ranges::upper_bound(ops_, std::pair(thread, time), {},
                                                [](const auto& op) { return std::pair(op.thread, op.start); });
    if (after == ops_.begin()) return {};
    auto k = static_cast<std::size_t>(after - ops_.begin()) - 1;
    for (std::size_t depth = 0; depth < kDeepest && ops_[k].thread == thread; ++depth) {
      if (ops_[k].end >= time) return ops_[k].name;
      if (parent_[k] == k) break;
      k = parent_[k];
    }
    return {};
  }

 private:
  /// Operators are not nested this deep, except in a malicious file.
  static constexpr std::size_t kDeepest = 1000;

  std::vector<KinetoTrace::HostOp> ops_;  // by thread, then start, then the longest first
  std::vector<std::size_t> parent_;       // by operator: the one in which it began, or itself
};

/// Raises `most` to `said`, where that is a valid size.
void raise(std::optional<Bytes>& most, std::optional<std::int64_t> said) {
  if (said && *said >= 0 && *said <= kMaxTotalSize.count) most = std::max(most.value_or(Bytes{0}), Bytes{*said});
}

/// Makes the graph of a trace.
class KinetoGraph {
 public:
  KinetoGraph(KinetoTrace trace, const FileToRead& in)
      : trace_(std::move(trace)), ops_(std::move(trace_.ops)), in_(in) {}

  Result<Document> make() {
    auto made = trace_.memory.empty() ? make_streams() : make_lifetimes();
    if (!made) return made;
    made->summary = std::move(trace_.summary);
    return made;
  }

 private:
  [[nodiscard]] std::string name_of_graph() const { return stem_of(stem_of(in_.file, ".json"), ".pt.trace"); }
  [[nodiscard]] std::string place(std::size_t item) const { return trace_.prefix + "/" + std::to_string(item); }

  struct Device {
    RecordedDevice recorded{};
    std::optional<Bytes> allocated{};  // the file's peak of allocated bytes
    std::int64_t weight = 0;           // bytes or kernels
  };

  /// Chooses ReadOptions::device, or the device with the most bytes or kernels. bad_input: the wanted one is missing.
  [[nodiscard]] Result<std::int64_t> choose(std::string_view of) const {
    if (!in_.options.device)
      return std::ranges::max_element(devices_, {}, [](const auto& d) { return d.second.weight; })->first;
    if (devices_.contains(*in_.options.device)) return *in_.options.device;
    std::string known;
    for (const auto& [number, device] : devices_) known += (known.empty() ? "" : ", ") + std::to_string(number);
    return bad_input(
        in_.file, "",
        "there are no " + std::string(of) + " of device " + std::to_string(*in_.options.device) + ", only of " + known);
  }

  Result<Document> make_lifetimes() {
    for (const KinetoTrace::Memory& event : trace_.memory) {
      Device& device = devices_[event.device];
      if (event.bytes > 0) device.weight = std::min(device.weight, kMaxTotalSize.count) + event.bytes;
      ++device.recorded.events;
      raise(device.allocated, event.allocated);
      raise(device.recorded.reserved_peak, event.reserved);
    }
    STOWAGE_TRY(const auto device, choose("memory events"));
    if (in_.task.should_stop()) return tl::unexpected(in_.task.why_stopped());
    read_memory(device);
    if (runs_.all().empty()) return bad_input(in_.file, "", "no memory event of the device has a size");

    GraphBuilder builder(in_.file, [&](const InputItem& item) -> std::string {
      return item.section == InputItem::Section::tensors && item.index != InputItem::kAll
                 ? place(allocations_[item.index].place)
                 : std::string();
    });
    builder.set_name(name_of_graph());
    builder.reserve(runs_.all().size(), allocations_.size());
    runs_.add_to(builder, last_time_ + 1);
    for (const RecordedAllocation& allocation : allocations_) allocation.add_to(builder);
    summary_.count(Read::tr("allocations, as tensors"), allocations_.size());
    say_steps_of_events(trace_.memory.size(), runs_.all().size(), summary_);
    summary_.count(Skipped::tr("kernels and copies: memory events do not say what uses them"), trace_.kernels.size());
    summary_.count(Skipped::tr("waits of streams: memory events have none"),
                   std::max(trace_.waits.size(), trace_.wait_calls.size()));
    auto out = document_of(std::move(builder));
    if (out) say_peaks(devices_[device], *out->graph);
    summary_.say(Unknown::tr("memory events have no streams: all are read as events of one stream, in their order"));
    return out;
  }

  void read_memory(std::int64_t device) {
    std::ranges::stable_sort(trace_.memory, {}, &KinetoTrace::Memory::time);
    std::erase_if(trace_.memory, [&](const KinetoTrace::Memory& event) {
      if (event.device != device)
        summary_.add(Skipped::tr("memory events of other devices (-1 is the host)"),
                     "device " + std::to_string(event.device));
      return event.device != device;
    });
    const std::int64_t begin = trace_.memory.front().time;
    std::size_t moved = 0;
    last_time_ = -1;
    for (const KinetoTrace::Memory& event : trace_.memory) {
      if (event.time - begin <= last_time_) ++moved;
      last_time_ = std::max(last_time_ + 1, event.time - begin);
      take(event, last_time_);
    }
    for (RecordedAllocation& allocation : allocations_) {
      allocation.name = "allocation " + std::to_string(&allocation - allocations_.data());
      if (allocation.freed == kNoRun)
        summary_.add(Assumed::tr("allocations that are never freed live until the end"), allocation.name);
      if (allocation.made == kNoRun)
        summary_.add(Assumed::tr("allocations from before the first event live from the start"), allocation.name);
    }
    summary_.count(Read::tr("memory events"), trace_.memory.size());
    summary_.count(Assumed::tr("events with the time of the event before are put 1 ns after it"), moved);
    summary_.say(Read::tr("times are nanoseconds from the first memory event"));
    summary_.say(device == -1 ? Read::tr("memory belongs to the host (device -1)")
                              : Read::tr("memory belongs to device %1").with(device));
  }

  void take(const KinetoTrace::Memory& event, std::int64_t time) {
    const std::string where = "event at " + place(event.item);
    if (event.bytes == 0) return summary_.add(Skipped::tr("memory events of no bytes"), where);
    const auto op = ops_.at(event.thread, event.time);
    const std::string scope = op ? shown(trace_.texts[*op]) : std::string();
    const std::uint32_t run = runs_.of(scope, time, event.bytes < 0, event.item);
    const auto known = live_.find(event.address);
    if (event.bytes > 0) {
      if (known != live_.end()) {
        allocations_[known->second].freed = run;
        summary_.add(Assumed::tr("allocations end when their address is used again: a free is missing"), where);
      }
      live_.insert_or_assign(event.address, allocations_.size());
      allocations_.push_back({.name = {}, .bytes = event.bytes, .place = event.item, .made = run});
      return;
    }
    if (known == live_.end()) {
      allocations_.push_back({.name = {}, .bytes = -event.bytes, .place = event.item, .freed = run});
      return;
    }
    if (allocations_[known->second].bytes != -event.bytes)
      summary_.add(Unknown::tr("frees of another size than was allocated"), where);
    allocations_[known->second].freed = run;
    live_.erase(known);
  }

  /// Says the file's own peaks. They also count blocks older than the first event; most of these have no event.
  void say_peaks(const Device& device, const Graph& graph) {
    const auto digits = [](Bytes bytes) { return grouped_digits(bytes.count); };
    if (const auto reserved = device.recorded.reserved_peak)
      summary_.say(Read::tr("the device had %1 bytes reserved at its peak").with(digits(*reserved)));
    if (!device.allocated) return;
    summary_.say(Read::tr("the device had %1 bytes allocated at its peak").with(digits(*device.allocated)));
    if (const Bytes planned = std::ranges::max(memory_curve(graph, lifetimes(graph))); planned < *device.allocated)
      summary_.say(Unknown::tr("of the %1 bytes allocated at the peak, blocks with events need %2 at once; blocks "
                               "without an event are not planned")
                       .with(digits(*device.allocated))
                       .with(digits(planned)));
  }

  Result<Document> make_streams() {
    for (const KinetoTrace::Kernel& kernel : trace_.kernels) ++devices_[kernel.device].weight;
    if (devices_.empty())
      return bad_input(in_.file, "", "there are no memory events, and no kernels on a device: " + why_no_memory());
    STOWAGE_TRY(const auto device, choose("kernels"));
    if (in_.task.should_stop()) return tl::unexpected(in_.task.why_stopped());
    const auto other = [&](const auto& of) { return of.device != device; };
    std::ranges::stable_sort(trace_.kernels, {},
                             [&](const KinetoTrace::Kernel& k) { return std::pair(other(k), k.start); });
    own_ = {trace_.kernels.begin(), std::ranges::find_if(trace_.kernels, other)};
    for (std::size_t k = own_.size(); k < trace_.kernels.size(); ++k)
      summary_.add(Skipped::tr("kernels of other devices"), "device " + std::to_string(trace_.kernels[k].device));
    GraphBuilder builder(in_.file, [&](const InputItem& item) -> std::string {
      return item.section == InputItem::Section::nodes && item.index != InputItem::kAll ? place(own_[item.index].item)
                                                                                        : std::string();
    });
    builder.set_name(name_of_graph());
    TraceKernels kernels(builder, trace_.prefix);
    for (const KinetoTrace::Kernel& kernel : own_)
      kernels.add(name_of(kernel), trace_.texts[kernel.name], kernel.stream, kernel.end - kernel.start);
    add_named_waits(device, kernels);
    add_other_waits(kernels);
    summary_.count(Read::tr("kernels, copies and fills, as operators"), own_.size());
    auto out = document_of(std::move(builder));
    summary_.say(Read::tr("durations were measured on the kernels"));
    const std::int64_t end = std::ranges::max(own_, {}, &KinetoTrace::Kernel::end).end;
    if (out) out->measured_makespan = end - own_.front().start;
    if (out)
      out->warnings.push_back(
          {in_.file, "",
           "there are no memory events, so there are operators and their syncs but no tensors: " + why_no_memory()});
    return out;
  }

  [[nodiscard]] std::string why_no_memory() const {
    return trace_.profiled_memory ? "the file says that memory was profiled, but has no event \"[memory]\""
                                  : "record with profile_memory=True";
  }

  /// The name of the host operator that launched a kernel, or the kernel's own name.
  [[nodiscard]] std::string name_of(const KinetoTrace::Kernel& kernel) {
    const std::string own = shown(trace_.texts[kernel.name]);
    if (const KinetoTrace::Launch* const launch = launch_of(kernel)) {
      if (const auto op = ops_.at(launch->thread, launch->start)) return shown(trace_.texts[*op]);
      summary_.add(stowage::Read::tr("kernels launched outside of host operators go by their own names"), own);
    } else {
      summary_.add(stowage::Unknown::tr("kernels whose launch is not in the file go by their own names"), own);
    }
    return own;
  }

  /// The launch of a kernel; null where the file does not have it.
  [[nodiscard]] const KinetoTrace::Launch* launch_of(const KinetoTrace::Kernel& kernel) const {
    const auto launch = kernel.correlation ? trace_.launches.find(*kernel.correlation) : trace_.launches.end();
    return launch == trace_.launches.end() ? nullptr : &launch->second;
  }

  /// Kernels launched on the other stream before the record of the event come before kernels launched after the wait.
  void add_named_waits(std::int64_t device, TraceKernels& kernels) {
    // Kernels by stream, in the order of their launches: correlations rise with the launches.
    std::map<std::int64_t, std::vector<std::pair<std::int64_t, std::size_t>>> launched;
    for (std::size_t k = 0; k < own_.size(); ++k)
      if (own_[k].correlation) launched[own_[k].stream].emplace_back(*own_[k].correlation, k);
    for (auto& [stream, list] : launched) std::ranges::sort(list);
    for (const KinetoTrace::Wait& wait : trace_.waits) {
      const std::string name = "stream " + std::to_string(wait.stream) + " for stream " +
                               std::to_string(wait.on_stream) + ", correlation " + std::to_string(wait.correlation);
      if (wait.device != device) {
        summary_.add(Skipped::tr("waits on other devices"), name);
        continue;
      }
      const auto &other = launched[wait.on_stream], &own = launched[wait.stream];
      const auto before = std::ranges::lower_bound(other, std::pair(wait.record, std::size_t{0}));
      const auto after = std::ranges::lower_bound(own, std::pair(wait.correlation, std::size_t{0}));
      if (before == other.begin() || after == own.end()) {
        summary_.add(Skipped::tr("waits with nothing before or after them"), name);
      } else if (std::prev(before)->second >= after->second) {
        summary_.add(Unknown::tr("waits that contradict the recorded times: no control edge"), name);
      } else {
        summary_.add(Read::tr("waits of one stream for another, as control edges"), name);
        kernels.add_edge(OperatorId(std::prev(before)->second), OperatorId(after->second));
      }
    }
  }

  /// Adds edges for calls that make a stream wait, where no sync of the same correlation names the event.
  void add_other_waits(TraceKernels& kernels) {
    std::vector<TraceKernels::Launch> launches;
    for (std::size_t k = 0; k < trace_.kernels.size(); ++k) {
      const KinetoTrace::Kernel& kernel = trace_.kernels[k];
      if (const KinetoTrace::Launch* const launch = launch_of(kernel))
        launches.push_back({.thread = launch->thread,
                            .at = launch->start,
                            .op = k < own_.size() ? OperatorId(k) : OperatorId(),
                            .stream = kernel.stream,
                            .start = kernel.start,
                            .end = kernel.end,
                            .item = kernel.item});
    }
    kernels.set_launches(std::move(launches));
    for (const KinetoTrace::WaitCall& wait : trace_.wait_calls)
      if (!wait.correlation || !trace_.named_waits.contains(*wait.correlation))
        kernels.add_wait(wait.call.thread, wait.call.start, place(wait.item), summary_);
  }

  [[nodiscard]] Result<Document> document_of(GraphBuilder builder) {
    auto out = make_document(std::move(builder).build(), "kineto");
    if (!out) return out;
    for (const auto& [number, device] : devices_) {
      out->devices.push_back(device.recorded);
      out->devices.back().number = number;
    }
    return out;
  }

  KinetoTrace trace_;
  ImportSummary& summary_ = trace_.summary;
  InnermostOps ops_;
  const FileToRead& in_;
  std::map<std::int64_t, Device> devices_;    // by number
  std::span<const KinetoTrace::Kernel> own_;  // kernels of the chosen device, which come first
  AllocationRuns runs_;
  std::vector<RecordedAllocation> allocations_;
  std::unordered_map<std::uint64_t, std::size_t> live_;  // allocations by address
  std::int64_t last_time_ = 0;
};

}  // namespace

Result<Document> read_kineto(const FileToRead& in) {
  STOWAGE_TRY(auto trace, read_kineto_events(in));
  return KinetoGraph(std::move(trace), in).make();
}

}  // namespace stowage
