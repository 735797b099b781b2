// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/formats/json_reader.h"
#include "core/formats/lines.h"
#include "core/formats/trace/trace_kernels.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

constexpr std::string_view kFields[] = {"t", "op", "id", "size", "scope"};

/// An example of a line, for messages.
constexpr const char* kExample = R"({"t": 0, "op": "alloc", "id": "a", "size": 4096})";

class TraceReader : LineReader {
 public:
  explicit TraceReader(const std::string& file) : LineReader(file), file_(file) {}

  Result<Document> read(std::string_view text, const Task& task) {
    STOWAGE_CHECK(each_line(text, task, [this](std::string_view line) { read_line(line); }));
    if (events_ == 0) faults_.add("", "there are no events");
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    auto out = make_document(build(), "alloc-trace");
    if (!out) return out;
    out->summary.count(Read::tr("events"), events_);
    out->summary.count(Read::tr("operators"), out->graph->operator_count());
    out->summary.count(Read::tr("tensors"), out->graph->tensor_count());
    say_steps_of_events(events_, runs_.all().size(), out->summary);
    warn_of_escapes(out->warnings);
    if (with_other_fields_ > 0)
      out->warnings.push_back({file_, "",
                               "fields other than t, op, id, size and scope are ignored: " +
                                   std::to_string(with_other_fields_) + " events have some"});
    return out;
  }

 private:
  /// A fault of syntax does not keep the next line from being read.
  void read_line(std::string_view line) {
    if (is_blank(line) || events_ > kMaxTraceEvents) return;
    if (events_++ == kMaxTraceEvents)
      return fault("", "there are more than " + std::to_string(kMaxTraceEvents) + " events");
    if (line.size() > kMaxTraceLine)
      return fault("", "the line is longer than " + std::to_string(kMaxTraceLine) + " bytes");
    if (const auto read = read_json_document({line, file_, {}}, event_); read)
      take(event_);
    else
      for (const Diagnostic& bad : read.error().faults)
        fault(bad.place.substr(std::min(bad.place.find("column"), bad.place.size())), bad.reason);
  }

  void take(const JsonItem& event) {
    if (const auto object = check_object(event.value()); !object) return fault("", "an event " + object.error());
    for (const std::string_view field : {"t", "op", "id"})
      if (!event.has(field)) return fault("", in_quotes(field) + " is missing; an event looks like " + kExample);
    if (!event.extra().empty()) ++with_other_fields_;
    const auto time = time_of(event);
    const auto op = event.text("op");
    const auto id = id_of(event);
    const auto scope = event.text("scope");
    if (!time || !op || !id || (event.has("scope") && !scope)) return;
    if (*op == "alloc")
      allocate(event, *id, *time, scope);
    else if (*op == "free")
      release(*id, *time, scope);
    else
      fault("/op", "must be \"alloc\" or \"free\", not " + in_quotes(*op));
  }

  void allocate(const JsonItem& event, const std::string& id, std::int64_t time,
                std::optional<std::string_view> scope) {
    if (!event.has("size")) return fault("", in_quotes("size") + " is missing; an event looks like " + kExample);
    const auto size = event.whole("size");
    if (!size) return;
    if (*size < 0 || *size > kMaxTensorSize.count)
      return fault("/size", std::to_string(*size) + " is not between 0 and 2^53");
    if (total_ < kMaxTotalSize.count && (total_ += *size) >= kMaxTotalSize.count)
      return fault("/size", "the sizes up to here add up to 2^60 bytes or more");
    const auto [known, added] = live_.try_emplace(id, allocations_.size());
    if (!added)
      return fault("/id", in_quotes(id) + " is allocated already, since line " +
                              std::to_string(allocations_[known->second].place));
    allocations_.push_back({names_.add(id), *size, line_, runs_.of(scope, time, false, line_)});
  }

  void release(const std::string& id, std::int64_t time, std::optional<std::string_view> scope) {
    const auto known = live_.find(id);
    if (known == live_.end()) return fault("/id", in_quotes(id) + " is freed, but not allocated");
    allocations_[known->second].freed = runs_.of(scope, time, true, line_);
    live_.erase(known);
  }

  [[nodiscard]] std::optional<std::int64_t> time_of(const JsonItem& event) {
    const auto time = event.whole("t");
    if (!time) return {};
    if (*time == std::numeric_limits<std::int64_t>::max())
      return fault("/t", "the number is out of range"), std::nullopt;
    if (last_time_ && *time <= *last_time_)
      fault("/t", std::to_string(*time) + " does not come after the " + std::to_string(*last_time_) + " of line " +
                      std::to_string(last_time_line_));
    last_time_ = time;
    last_time_line_ = line_;
    return time;
  }

  [[nodiscard]] std::optional<std::string> id_of(const JsonItem& event) {
    if (event.at("id").is_number_integer()) return std::to_string(*event.whole("id"));
    const auto text = event.text("id");
    return text ? std::optional(std::string(*text)) : std::nullopt;
  }

  void fault(const std::string& field, std::string reason) {
    faults_.add(place() + (field.empty() ? "" : ", " + field), std::move(reason));
  }

  Result<BuiltGraph> build() const {
    std::vector<std::size_t> lines;  // by tensor
    GraphBuilder builder(file_, [&](const InputItem& item) {
      const bool tensor = item.section == InputItem::Section::tensors;
      return "line " + std::to_string(tensor ? lines[item.index] : runs_.all()[item.index].line);
    });
    builder.set_name(graph_name(file_, "alloc-trace"));
    builder.reserve(runs_.all().size(), allocations_.size());
    runs_.add_to(builder, *last_time_ + 1);
    for (const RecordedAllocation& allocation : allocations_) {
      if (escapes(allocation)) continue;
      lines.push_back(allocation.place);
      allocation.add_to(builder);
    }
    return std::move(builder).build();
  }

  [[nodiscard]] static bool escapes(const RecordedAllocation& allocation) {
    return allocation.freed == RecordedAllocation::kNoRun;
  }

  /// "3 allocations of 96 bytes are never freed, …: "a" (line 1), "b" (line 7) and 1 more".
  void warn_of_escapes(std::vector<Diagnostic>& warnings) const {
    constexpr std::size_t kNamed = 3;
    std::size_t count = 0, first_line = 0;
    Bytes bytes;
    std::string names;
    for (const RecordedAllocation& allocation : allocations_) {
      if (!escapes(allocation)) continue;
      if (count == 0) first_line = allocation.place;
      bytes += Bytes{allocation.bytes};
      if (++count <= kNamed)
        names +=
            (count == 1 ? "" : ", ") + in_quotes(allocation.name) + " (line " + std::to_string(allocation.place) + ')';
    }
    if (count == 0) return;
    if (count > kNamed) names += " and " + std::to_string(count - kNamed) + " more";
    warnings.push_back({file_, "line " + std::to_string(first_line),
                        std::to_string(count) + (count == 1 ? " allocation of " : " allocations of ") +
                            std::to_string(bytes.count) + " bytes " + (count == 1 ? "is" : "are") +
                            " never freed and not planned: " + names});
  }

  const std::string& file_;
  JsonItem event_{"", kFields,
                  [this](const std::string& place, std::string reason) { fault(place, std::move(reason)); }};
  std::vector<RecordedAllocation> allocations_;
  AllocationRuns runs_;
  std::int64_t total_ = 0;
  std::size_t events_ = 0, with_other_fields_ = 0;
  std::optional<std::int64_t> last_time_;
  std::size_t last_time_line_ = 0;
  UniqueNames names_;
  std::unordered_map<std::string, std::size_t> live_;  // allocations by id
};

}  // namespace

bool looks_like_alloc_trace(std::string_view bytes) {
  bytes = without_mark(bytes).substr(0, kMaxTraceLine + 1);
  std::string_view line = take_line(bytes);
  while (is_blank(line) && !bytes.empty()) line = take_line(bytes);
  if (line.size() > kMaxTraceLine || line.find('{') == std::string_view::npos) return false;
  JsonItem event("", kFields, [](const std::string&, const std::string&) {});
  return read_json_document({line, "", {}}, event) && event.value().is_object() && event.has("t") && event.has("op");
}

Result<Document> read_alloc_trace(const FileToRead& in) {
  return TraceReader(in.file).read(in.bytes, in.task);
}

}  // namespace stowage
