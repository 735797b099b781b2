// SPDX-License-Identifier: Apache-2.0
#include "core/formats/trace/kineto_events.h"

#include <algorithm>
#include <cmath>

#include "core/base/bytes.h"
#include "core/base/faults.h"
#include "core/formats/json_reader.h"
#include "core/formats/lines.h"
#include "core/formats/readers.h"
#include "core/formats/trace/trace_kernels.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

constexpr std::string_view kEvents = "traceEvents";
constexpr std::string_view kDocumentFields[] = {kEvents, "profile_memory"};
constexpr std::string_view kWaitRecord = "args/wait_on_cuda_event_record_corr_id";
constexpr std::string_view kFields[] = {
    "ph",   "dur",         "args/Device Id",      "cat", "args/Addr",   "args/Device Type",
    "name", "args/Bytes",  "args/correlation",    "pid", kWaitRecord,   "args/Total Allocated",
    "tid",  "args/stream", "args/Total Reserved", "ts",  "args/device", "args/wait_on_stream"};
/// Times from 2^61 ns (73 years) on are refused.
constexpr std::int64_t kMaxTime = std::int64_t{1} << 61;
constexpr std::int64_t kHost = -1;

/// The text of a number or a string, as the file has it.
std::string written(const Json& value) {
  if (value.is_number_integer()) return std::to_string(value.get<std::int64_t>());
  return value.is_string() ? value.get_ref<const std::string&>() : written_number(value);
}

std::optional<std::int64_t> whole(const Json& value) {
  return value.is_number_integer() ? std::optional(value.get<std::int64_t>()) : whole_number(written(value));
}

bool is_any_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, text) != words.end();
}

class EventReader {
 public:
  explicit EventReader(const FileToRead& in) : in_(in), faults_(in.file) {}

  Result<KinetoTrace> read() {
    const std::string_view text = in_.bytes;
    const std::size_t first = text.find_first_of("[{");
    const bool bare = first != std::string_view::npos && text[first] == '[';
    trace_.prefix = bare ? "" : "/" + std::string(kEvents);
    JsonItem event(
        trace_.prefix, kFields, report_, [this](const JsonItem& item) { take(item); }, JsonItem::Rest::skipped);
    const JsonSource source{text, in_.file, in_.task};
    STOWAGE_CHECK(bare ? read_json_list(source, event) : read_document(source, event));
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    return std::move(trace_);
  }

 private:
  Result<void> read_document(const JsonSource& source, JsonItem& event) {
    JsonItem document("", kDocumentFields, report_, {}, JsonItem::Rest::skipped);
    const JsonList lists[] = {{kEvents, &event}};
    auto read = read_json_document(source, document, lists);
    if (read && !document.at(kEvents).is_array()) document.fault(kEvents, "must be a list");
    const Json& profiled = document.at("profile_memory");
    trace_.profiled_memory = profiled.is_boolean() ? profiled.get<bool>() : whole(profiled).value_or(0) != 0;
    return read;
  }

  void take(const JsonItem& item) {
    if (!item.is_object_with({})) return;
    const std::string_view phase = text_of(item.at("ph")).value_or("");
    const std::string_view category = text_of(item.at("cat")).value_or("");
    if (phase == "i" && text_of(item.at("name")).value_or("") == "[memory]") return memory(item);
    if (phase == "X") return take_complete(item, category);
    summary_.add(Skipped::tr("events without a duration (arrows, marks, names of processes)"), {});
  }

  void take_complete(const JsonItem& item, std::string_view category) {
    const std::string name(text_of(item.at("name")).value_or("(no name)"));
    if (is_any_of(category, {"cpu_op", "Operator"})) return host_op(item, name);
    if (is_any_of(category, {"kernel", "Kernel", "gpu_memcpy", "Memcpy", "gpu_memset", "Memset"}))
      return kernel(item, name);
    if (category == "Runtime" || category.ends_with("_runtime") || category.ends_with("_driver"))
      return launch(item, name);
    if (category == "cuda_sync") return sync(item, name);
    summary_.add(Skipped::tr("events of other categories"), shown(category));
  }

  void host_op(const JsonItem& item, const std::string& name) {
    const auto span = span_of(item);
    if (!span) return lacks(item, Unknown::tr("operators without a time: skipped"), name);
    trace_.ops.push_back(
        {.thread = thread_of(item), .name = trace_.texts.add(name), .start = span->first, .end = span->second});
  }

  void kernel(const JsonItem& item, const std::string& name) {
    const auto span = span_of(item);
    const auto stream = whole(item.at("args/stream"));
    if (!span || !stream) return lacks(item, Unknown::tr("kernels without a time or a stream: skipped"), name);
    trace_.kernels.push_back({.name = trace_.texts.add(name),
                              .device = whole(item.at("args/device")).value_or(0),
                              .stream = *stream,
                              .start = span->first,
                              .end = span->second,
                              .correlation = whole(item.at("args/correlation")),
                              .item = item.index()});
  }

  void launch(const JsonItem& item, const std::string& name) {
    const auto span = span_of(item);
    const auto correlation = whole(item.at("args/correlation"));
    const bool waits = is_stream_wait(name);
    if (!span || (!correlation && !waits))
      return lacks(item, Unknown::tr("calls without a time or a correlation: skipped"), name);
    const KinetoTrace::Launch call{.thread = thread_of(item), .start = span->first};
    if (waits) trace_.wait_calls.push_back({.correlation = correlation, .call = call, .item = item.index()});
    if (correlation) trace_.launches.insert_or_assign(*correlation, call);
  }

  void sync(const JsonItem& item, const std::string& name) {
    if (name != "Stream Wait Event") return summary_.add(Skipped::tr("syncs by which the host waits"), shown(name));
    const auto stream = whole(item.at("args/stream")), on_stream = whole(item.at("args/wait_on_stream")),
               record = whole(item.at(kWaitRecord)), correlation = whole(item.at("args/correlation"));
    if (correlation) trace_.named_waits.insert(*correlation);
    if (!stream || !on_stream || !record || !correlation || *on_stream < 0 || *record < 0)
      return lacks(item, Unknown::tr("waits of a stream for an unknown event: skipped"), name);
    trace_.waits.push_back({.device = whole(item.at("args/device")).value_or(0),
                            .stream = *stream,
                            .on_stream = *on_stream,
                            .record = *record,
                            .correlation = *correlation});
  }

  void memory(const JsonItem& item) {
    const auto span = span_of(item);
    const auto bytes = whole(item.at("args/Bytes"));
    const auto address = parsed<std::uint64_t>(written(item.at("args/Addr")));
    if (!span || !bytes || !address)
      return lacks(item, Unknown::tr("memory events without a time, an address or a size: skipped"), "[memory]");
    if (*bytes < -kMaxTensorSize.count || *bytes > kMaxTensorSize.count)
      return item.fault("args/Bytes", "the size is not between -2^53 and 2^53");
    const bool host = whole(item.at("args/Device Type")).value_or(0) == 0;
    trace_.memory.push_back({.thread = thread_of(item),
                             .time = span->first,
                             .bytes = *bytes,
                             .device = host ? kHost : whole(item.at("args/Device Id")).value_or(0),
                             .address = *address,
                             .allocated = whole(item.at("args/Total Allocated")),
                             .reserved = whole(item.at("args/Total Reserved")),
                             .item = item.index()});
  }

  [[nodiscard]] std::uint32_t thread_of(const JsonItem& item) {
    return trace_.texts.add(written(item.at("pid")) + ' ' + written(item.at("tid")));
  }

  /// Start and end, or none where the event has no time.
  [[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> span_of(const JsonItem& item) {
    const auto start = nanoseconds(written(item.at("ts")));
    const auto duration = item.has("dur") ? nanoseconds(written(item.at("dur"))) : 0;
    if (!start || !duration || *duration < 0) return {};
    return std::pair(*start, *start + *duration);
  }

  void lacks(const JsonItem& item, const ImportWords& what, const std::string& name) {
    summary_.add(what, shown(name) + " at " + item.place());
  }

  const FileToRead& in_;
  Faults faults_;
  JsonItem::Report report_ = report_to(faults_);
  KinetoTrace trace_;
  ImportSummary& summary_ = trace_.summary;
};

}  // namespace

std::optional<std::int64_t> nanoseconds(std::string_view microseconds) {
  const std::string_view digits = microseconds.substr(microseconds.starts_with('-') ? 1 : 0);
  if (digits.find_first_not_of("0123456789.") != std::string_view::npos) {  // an exponent: read as a double
    const auto value = parsed<double>(microseconds);
    if (!value || !(std::abs(*value) < static_cast<double>(kMaxTime) / 1000)) return {};
    return static_cast<std::int64_t>(std::llround(*value * 1000));
  }
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const auto before = whole_number(digits.substr(0, point));
  std::string after(digits.substr(std::min(point + 1, digits.size()), 3));
  after.append(3 - after.size(), '0');
  const auto fraction = whole_number(after);
  if (!before || !fraction || *before >= kMaxTime / 1000) return {};
  const std::int64_t value = *before * 1000 + *fraction;
  return digits.size() < microseconds.size() ? -value : value;
}

Result<KinetoTrace> read_kineto_events(const FileToRead& in) {
  return EventReader(in).read();
}

bool looks_like_kineto(std::string_view bytes) {
  if (is_json_object_with(bytes, "\"traceEvents\"")) return true;
  bytes = without_mark(bytes).substr(0, 1 << 12);
  const std::size_t list = bytes.find_first_not_of(" \t\r\n");
  if (list == std::string_view::npos || bytes[list] != '[') return false;
  const std::size_t first = bytes.find_first_not_of(" \t\r\n", list + 1);
  return first != std::string_view::npos && bytes[first] == '{' && bytes.find("\"ph\"") != std::string_view::npos;
}

}  // namespace stowage
