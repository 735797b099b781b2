// SPDX-License-Identifier: Apache-2.0
#include "core/io/trace/kineto.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <tuple>

#include "core/base/bytes.h"
#include "core/graph/builder.h"
#include "core/io/allocation_runs.h"
#include "core/io/file_stem.h"
#include "core/io/steps_of_events.h"
#include "core/io/trace/kernel_operators.h"
#include "core/io/trace/kineto_events.h"
#include "core/io/utf8.h"

namespace stowage {
namespace {

constexpr std::uint32_t kNoRun = std::numeric_limits<std::uint32_t>::max();

struct Allocation {
  std::int64_t bytes;
  std::uint32_t made = kNoRun, freed = kNoRun;  // runs
  std::size_t item;
};

std::vector<std::int64_t> keys_of(const std::map<std::int64_t, std::int64_t>& weights) {
  std::vector<std::int64_t> out;
  for (const auto& [key, weight] : weights) out.push_back(key);
  return out;
}

/// Makes the graph of a trace of events.
class KinetoGraph {
 public:
  KinetoGraph(KinetoTrace trace, const std::string& file, const ReadOptions& options)
      : trace_(std::move(trace)), ops_(std::move(trace_.ops)), file_(file), options_(options) {}

  Result<Document> make(const Task& task) {
    auto made = trace_.memory.empty() ? make_streams(task) : make_lifetimes(task);
    if (!made) return made;
    made->format = "kineto";
    made->summary = std::move(trace_.summary);
    return made;
  }

 private:
  [[nodiscard]] std::string name_of_graph() const { return stem_of(stem_of(file_, ".json"), ".pt.trace"); }
  [[nodiscard]] std::string place(std::size_t item) const { return trace_.prefix + "/" + std::to_string(item); }

  /// The one that was asked for, else that of the most bytes or kernels; false (a fault) where there is none of it.
  [[nodiscard]] Result<std::int64_t> choose(const std::map<std::int64_t, std::int64_t>& weights,
                                            std::string_view of) const {
    if (!options_.device) return std::ranges::max_element(weights, {}, [](const auto& w) { return w.second; })->first;
    if (weights.contains(*options_.device)) return *options_.device;
    std::string known;
    for (const std::int64_t device : keys_of(weights)) known += (known.empty() ? "" : ", ") + std::to_string(device);
    return tl::unexpected(Error::bad_input(
        file_, "",
        "there are no " + std::string(of) + " of device " + std::to_string(*options_.device) + ", only of " + known));
  }

  Result<Document> make_lifetimes(const Task& task) {
    std::map<std::int64_t, std::int64_t> bytes;
    for (const KinetoTrace::Memory& event : trace_.memory) {
      std::int64_t& sum = bytes[event.device];
      if (event.bytes > 0) sum = std::min(sum, kMaxTotalSize.count) + event.bytes;
    }
    STOWAGE_TRY(const auto device, choose(bytes, "memory events"));
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    read_memory(device);
    if (runs_.all().empty())
      return tl::unexpected(Error::bad_input(file_, "", "no memory event of the device has a size"));

    GraphBuilder builder(file_, [&](const InputItem& item) -> std::string {
      return item.section == InputItem::Section::tensors && item.index != InputItem::kAll
                 ? place(allocations_[item.index].item)
                 : std::string();
    });
    builder.set_name(name_of_graph());
    builder.reserve(runs_.all().size(), allocations_.size());
    runs_.add_to(builder, last_time_ + 1);
    for (std::size_t k = 0; k < allocations_.size(); ++k) {
      const Allocation& allocation = allocations_[k];
      const OperatorId last(allocation.freed);
      builder.add_tensor({.name = "allocation " + std::to_string(k),
                          .size = Bytes{allocation.bytes},
                          .producer = allocation.made == kNoRun ? OperatorId() : OperatorId(allocation.made),
                          .consumers = {&last, allocation.freed == kNoRun ? std::size_t{0} : std::size_t{1}},
                          .output = allocation.freed == kNoRun});
    }
    trace_.summary.count(ImportKind::read, "allocations, as tensors", allocations_.size());
    say_steps_of_events(trace_.memory.size(), runs_.all().size(), trace_.summary);
    trace_.summary.count(ImportKind::skipped, "kernels and copies: memory events do not say what uses them",
                         trace_.kernels.size());
    trace_.summary.count(ImportKind::skipped, "waits of streams: memory events have none",
                         std::max(trace_.waits.size(), trace_.wait_calls.size()));
    return document_of(std::move(builder), keys_of(bytes));
  }

  void read_memory(std::int64_t device) {
    ImportSummary& summary = trace_.summary;
    std::ranges::stable_sort(trace_.memory, {}, &KinetoTrace::Memory::time);
    std::erase_if(trace_.memory, [&](const KinetoTrace::Memory& event) {
      if (event.device != device)
        summary.add(ImportKind::skipped, "memory events of other devices (-1 is the host)",
                    "device " + std::to_string(event.device));
      return event.device != device;
    });
    say_what_was_there_before();
    const std::int64_t begin = trace_.memory.front().time;
    std::size_t moved = 0;
    last_time_ = -1;
    for (const KinetoTrace::Memory& event : trace_.memory) {
      if (event.time - begin <= last_time_) ++moved;
      last_time_ = std::max(last_time_ + 1, event.time - begin);
      take(event, last_time_);
    }
    const auto name = [](std::size_t k) { return "allocation " + std::to_string(k); };
    for (std::size_t k = 0; k < allocations_.size(); ++k) {
      if (allocations_[k].freed == kNoRun)
        summary.add(ImportKind::assumed, "allocations that are never freed live until the end", name(k));
      if (allocations_[k].made == kNoRun)
        summary.add(ImportKind::assumed, "allocations from before the first event live from the start", name(k));
    }
    summary.count(ImportKind::read, "memory events", trace_.memory.size());
    summary.count(ImportKind::assumed, "events with the time of the event before are put 1 ns after it", moved);
    summary.say(ImportKind::read, "times are nanoseconds from the first memory event");
    summary.say(ImportKind::read, device == -1 ? "memory belongs to the host (device -1)"
                                               : "memory belongs to device " + std::to_string(device));
    summary.say(ImportKind::unknown,
                "memory events have no streams: all are read as events of one stream, in their order");
  }

  void take(const KinetoTrace::Memory& event, std::int64_t time) {
    ImportSummary& summary = trace_.summary;
    const std::string where = "event at " + place(event.item);
    if (event.bytes == 0) return summary.add(ImportKind::skipped, "memory events of no bytes", where);
    const auto op = ops_.at(event.thread, event.time);
    const std::string scope = op ? shown(trace_.texts[*op]) : std::string();
    const std::uint32_t run = runs_.of(scope, time, event.bytes < 0, event.item);
    const auto known = live_.find(event.address);
    if (event.bytes > 0) {
      if (known != live_.end()) {
        allocations_[known->second].freed = run;
        summary.add(ImportKind::assumed, "allocations end when their address is used again: a free is missing", where);
      }
      live_.insert_or_assign(event.address, allocations_.size());
      allocations_.push_back({.bytes = event.bytes, .made = run, .item = event.item});
      return;
    }
    if (known == live_.end()) {
      allocations_.push_back({.bytes = -event.bytes, .freed = run, .item = event.item});
      return;
    }
    if (allocations_[known->second].bytes != -event.bytes)
      summary.add(ImportKind::unknown, "frees of another size than was allocated", where);
    allocations_[known->second].freed = run;
    live_.erase(known);
  }

  /// What was allocated before the first event, which may never come.
  void say_what_was_there_before() {
    const KinetoTrace::Memory& first = trace_.memory.front();
    if (!first.total || *first.total > kMaxTotalSize.count || *first.total <= first.bytes) return;
    trace_.summary.say(ImportKind::unknown,
                       std::to_string(*first.total - first.bytes) +
                           " bytes were allocated before the first event; blocks without an event are not planned");
  }

  Result<Document> make_streams(const Task& task) {
    std::map<std::int64_t, std::int64_t> kernels;
    for (const KinetoTrace::Kernel& kernel : trace_.kernels) ++kernels[kernel.device];
    if (kernels.empty())
      return tl::unexpected(Error::bad_input(file_, "",
                                             "there are no memory events, and no kernels on a device: " +
                                                 lacks_memory()));
    STOWAGE_TRY(const auto device, choose(kernels, "kernels"));
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    std::erase_if(trace_.kernels, [&](const KinetoTrace::Kernel& kernel) {
      if (kernel.device != device)
        trace_.summary.add(ImportKind::skipped, "kernels of other devices", "device " + std::to_string(kernel.device));
      return kernel.device != device;
    });
    name_wait_calls();
    std::erase_if(trace_.waits, [&](const KinetoTrace::Wait& wait) { return wait.device != device; });
    std::ranges::stable_sort(trace_.kernels, {}, &KinetoTrace::Kernel::start);
    GraphBuilder builder(file_, [&](const InputItem& item) -> std::string {
      return item.section == InputItem::Section::nodes && item.index != InputItem::kAll
                 ? place(trace_.kernels[item.index].item)
                 : std::string();
    });
    builder.set_name(name_of_graph());
    add_kernels(builder);
    add_waits(builder);
    trace_.summary.count(ImportKind::read, "kernels, copies and fills, as operators", trace_.kernels.size());
    auto out = document_of(std::move(builder), keys_of(kernels));
    trace_.summary.say(ImportKind::read, "durations were measured on the kernels");
    const std::int64_t end = std::ranges::max(trace_.kernels, {}, &KinetoTrace::Kernel::end).end;
    if (out) out->measured_makespan = end - trace_.kernels.front().start;
    if (out)
      out->warnings.push_back({file_, "",
                               "there are no memory events, so there are operators and their syncs but no tensors: " +
                                   lacks_memory()});
    return out;
  }

  [[nodiscard]] std::string lacks_memory() const {
    return trace_.profiles_memory ? "the file says that it was recorded with profile_memory=True, but whatever wrote it "
                                    "left out the \"[memory]\" events"
                                  : "record with profile_memory=True";
  }

  void add_kernels(GraphBuilder& builder) {
    KernelOperators operators(builder);
    for (const KinetoTrace::Kernel& kernel : trace_.kernels)
      operators.add(name_of(kernel), trace_.texts[kernel.name], kernel.stream, kernel.end - kernel.start);
  }

  /// The host operator that launched it, else its own name.
  [[nodiscard]] std::string name_of(const KinetoTrace::Kernel& kernel) {
    const auto launch = kernel.correlation ? trace_.launches.find(*kernel.correlation) : trace_.launches.end();
    if (launch != trace_.launches.end())
      if (const auto op = ops_.at(launch->second.thread, launch->second.start)) return shown(trace_.texts[*op]);
    trace_.summary.add(ImportKind::unknown, "kernels whose launch is not in the file go by their own names",
                       shown(trace_.texts[kernel.name]));
    return shown(trace_.texts[kernel.name]);
  }

  /// What was launched on the other stream before the event was recorded comes before what is launched after the wait.
  void add_waits(GraphBuilder& builder) {
    // Numbers of launches rise: by stream, and in the order of launching.
    std::map<std::int64_t, std::vector<std::pair<std::int64_t, std::size_t>>> launched;
    for (std::size_t k = 0; k < trace_.kernels.size(); ++k)
      if (trace_.kernels[k].correlation)
        launched[trace_.kernels[k].stream].emplace_back(*trace_.kernels[k].correlation, k);
    for (auto& [stream, list] : launched) std::ranges::sort(list);
    std::set<std::pair<std::size_t, std::size_t>> edges;
    for (const KinetoTrace::Wait& wait : trace_.waits) {
      const auto &other = launched[wait.on_stream], &own = launched[wait.stream];
      const auto before = std::ranges::lower_bound(other, std::pair(wait.record, std::size_t{0}));
      const auto after = std::ranges::lower_bound(own, std::pair(wait.correlation, std::size_t{0}));
      const std::string name = "stream " + std::to_string(wait.stream) + " for stream " +
                               std::to_string(wait.on_stream) + ", correlation " + std::to_string(wait.correlation);
      if (before == other.begin() || after == own.end())
        trace_.summary.add(ImportKind::skipped, "waits with nothing before or after them", name);
      else if (const std::pair edge(std::prev(before)->second, after->second); edge.first >= edge.second)
        trace_.summary.add(ImportKind::unknown, "waits that contradict the recorded times: no control edge", name);
      else if (trace_.summary.add(ImportKind::read, "waits of one stream for another, as control edges", name);
               edges.insert(edge).second)
        builder.add_control(OperatorId(edge.first), OperatorId(edge.second));
    }
  }

  /// Calls of cudaStreamWaitEvent are of use only where a sync of the same correlation tells what they wait for.
  void name_wait_calls() {
    std::set<std::int64_t> told;
    for (const KinetoTrace::Wait& wait : trace_.waits) told.insert(wait.correlation);
    for (const KinetoTrace::WaitCall& call : trace_.wait_calls)
      if (!call.correlation || !told.contains(*call.correlation))
        trace_.summary.add(ImportKind::unknown, "calls of cudaStreamWaitEvent for an unknown event: no control edge",
                           place(call.item));
  }

  [[nodiscard]] Result<Document> document_of(GraphBuilder builder, const std::vector<std::int64_t>& devices) {
    auto out = make_document(std::move(builder).build(), "");
    if (out && devices.size() > 1)
      for (const std::int64_t device : devices) out->devices.push_back({.number = device});
    return out;
  }

  KinetoTrace trace_;
  InnermostOps ops_;
  const std::string& file_;
  const ReadOptions& options_;
  AllocationRuns runs_;
  std::vector<Allocation> allocations_;
  std::unordered_map<std::uint64_t, std::size_t> live_;  // allocations by address
  std::int64_t last_time_ = 0;
};

}  // namespace

Result<Document> read_kineto(std::string_view bytes, const std::string& file, const ReadOptions& options,
                             const Task& task) {
  STOWAGE_TRY(auto trace, read_kineto_events(bytes, file, task));
  return KinetoGraph(std::move(trace), file, options).make(task);
}

}  // namespace stowage
