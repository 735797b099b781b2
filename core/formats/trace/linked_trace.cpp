// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <algorithm>
#include <limits>
#include <set>
#include <unordered_map>

#include "core/base/bytes.h"
#include "core/base/faults.h"
#include "core/formats/json_reader.h"
#include "core/formats/trace/trace_kernels.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

constexpr std::string_view kDocumentFields[] = {"kernels", "sync", "storages"};
constexpr std::string_view kKernelFields[] = {"kernel", "stream", "ts", "dur", "corr", "op", "inputs", "outputs"};
constexpr std::string_view kSyncFields[] = {"name", "args/correlation"};
constexpr std::string_view kStorageFields[] = {"id", "bytes"};
constexpr std::uint32_t kThread = 0;         // correlations rise over all threads together
constexpr std::int64_t kNanoseconds = 1000;  // in a unit of the file, which is a microsecond

/// How many bytes of a storage a kernel touches, counted from its beginning.
struct Access {
  std::int64_t storage, bytes;
};

struct Kernel {
  std::string name, op;
  TraceKernels::Launch launch;  // its times are those of the file
  std::vector<Access> inputs{}, outputs{};
};

struct StorageLife {
  std::int64_t storage, bytes;
  std::size_t producer;  // index of a kernel
  std::vector<OperatorId> consumers;
};

struct Wait {
  std::string name;
  std::int64_t correlation = std::numeric_limits<std::int64_t>::min();  // where the file has none: before all launches
};

class LinkedReader {
 public:
  explicit LinkedReader(const FileToRead& in) : in_(in), faults_(in.file) {}

  Result<Document> read() {
    const JsonList lists[] = {{"kernels", &kernel_}, {"sync", &sync_}, {"storages", &storage_}};
    STOWAGE_CHECK(read_json_document({in_.bytes, in_.file, in_.task}, document_, lists));
    for (const std::string_view field : kDocumentFields)
      if (document_.has(field) && !document_.at(field).is_array()) document_.fault(field, "must be a list");
    if (kernels_.empty()) faults_.add("/kernels", "there are no kernels");
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    std::ranges::stable_sort(kernels_, {}, [](const Kernel& kernel) { return kernel.launch.start; });
    split_lifetimes();
    return make();
  }

 private:
  void kernel(const JsonItem& item) {
    if (!item.is_object_with({"stream", "ts"})) return;
    const auto stream = item.whole("stream"), start = item.whole("ts");
    const auto duration = item.has("dur") ? item.whole("dur") : 0;
    const auto correlation = item.at("corr").is_number_integer() ? item.whole("corr") : 0;
    const auto name = item.text("kernel"), op = item.text("op");
    if (!stream || !start || !duration || !correlation) return;
    if (*start < 0 || *duration < 0 || *start > kMaxTotalSize.count || *duration > kMaxTotalSize.count)
      return item.fault("ts", "the time is out of range");
    if (*duration > kMaxDuration / kNanoseconds) return item.fault("dur", "the duration is out of range");
    Kernel out{.name = std::string(name.value_or("")),
               .op = std::string(op.value_or(name.value_or("kernel"))),
               .launch = {.thread = kThread,
                          .at = *correlation,
                          .op = {},
                          .stream = *stream,
                          .start = *start,
                          .end = *start + *duration,
                          .item = item.index()}};
    out.inputs = accesses(item, "inputs", out.op);
    out.outputs = accesses(item, "outputs", out.op);
    kernels_.push_back(std::move(out));
  }

  /// The storages on a device that a kernel uses, each once.
  std::vector<Access> accesses(const JsonItem& item, std::string_view field, const std::string& op) {
    std::vector<Access> out;
    const auto list = item.list(field);
    for (std::size_t k = 0; k < list.size(); ++k) {
      const auto tensor = list_of(list[k]);
      const auto device = tensor && tensor->size() == 6 ? text_of((*tensor)[5]) : JsonAs<std::string_view>();
      if (!tensor || tensor->size() != 6 || !device) {
        item.fault(field, k, "must be [tensor, storage, offset, numel, itemsize, device]");
      } else if (device->empty()) {
        summary_.add(Unknown::tr("tensors without a device: not planned"), op);
      } else if (*device == "cpu") {
        summary_.add(Skipped::tr("uses of tensors of the host"), op);
      } else if (const auto touched = access(*tensor); !touched) {
        item.fault(field, k, "the tensor does not end between 0 and 2^53 bytes");
      } else if (const auto known = std::ranges::find(out, touched->storage, &Access::storage); known != out.end()) {
        known->bytes = std::max(known->bytes, touched->bytes);
      } else {
        out.push_back(*touched);
      }
    }
    return out;
  }

  /// Reads [tensor, storage, offset, numel, itemsize, device]; none where the numbers are not valid.
  [[nodiscard]] static std::optional<Access> access(std::span<const Json> tensor) {
    const auto storage = whole_of(tensor[1]), offset = whole_of(tensor[2]), count = whole_of(tensor[3]),
               size = whole_of(tensor[4]);
    std::int64_t end = 0, bytes = 0;
    if (!storage || !offset || !count || !size || *offset < 0 || *count < 0 || *size < 0 ||
        __builtin_add_overflow(*offset, *count, &end) || __builtin_mul_overflow(end, *size, &bytes) ||
        bytes > kMaxTensorSize.count)
      return {};
    return Access{*storage, bytes};
  }

  void sync(const JsonItem& item) {
    if (!item.is_object_with({})) return;
    const std::string name(item.text("name").value_or("(no name)"));
    if (!is_stream_wait(name)) return summary_.add(Skipped::tr("syncs by which the host waits"), shown(name));
    Wait& wait = waits_.emplace_back(Wait{.name = item.place()});
    if (!item.at("args/correlation").is_number_integer()) return;
    wait.correlation = *item.whole("args/correlation");
    wait.name += " (correlation " + std::to_string(wait.correlation) + ')';
  }

  void storage(const JsonItem& item) {
    if (!item.is_object_with({})) return;
    const auto id = item.whole("id"), bytes = item.whole("bytes");
    if (id && bytes && *bytes >= 0) storage_bytes_.insert_or_assign(*id, *bytes);
  }

  void split_lifetimes() {
    for (std::size_t k = 0; k < kernels_.size(); ++k) {
      const Kernel& kernel = kernels_[k];
      for (const Access& access : kernel.inputs) use(k, access);
      for (const Access& access : kernel.outputs) {
        if (std::ranges::find(kernel.inputs, access.storage, &Access::storage) != kernel.inputs.end()) {
          use(k, access);  // written in place
          continue;
        }
        current_.insert_or_assign(access.storage, lifetimes_.size());
        lifetimes_.push_back({.storage = access.storage, .bytes = access.bytes, .producer = k, .consumers = {}});
      }
    }
  }

  void use(std::size_t kernel, const Access& access) {
    const auto at = current_.find(access.storage);
    if (at == current_.end()) {
      before_.insert(access.storage);
      return;
    }
    StorageLife& lifetime = lifetimes_[at->second];
    lifetime.consumers.emplace_back(kernel);
    lifetime.bytes = std::max(lifetime.bytes, access.bytes);
  }

  void name_storages_from_before() {
    for (const std::int64_t storage : before_) {
      const auto bytes = storage_bytes_.find(storage);
      std::string name = "storage " + std::to_string(storage);
      if (bytes != storage_bytes_.end()) name += " (" + std::to_string(bytes->second) + " bytes)";
      summary_.add(Skipped::tr("storages from before the step (weights, state, inputs): not planned"), name);
    }
  }

  void add_kernels(TraceKernels& kernels) {
    std::vector<TraceKernels::Launch> launches;
    for (const Kernel& kernel : kernels_) {
      launches.push_back(kernel.launch);
      launches.back().op = OperatorId(launches.size() - 1);
      kernels.add(kernel.op, kernel.name, kernel.launch.stream,
                  (kernel.launch.end - kernel.launch.start) * kNanoseconds);
    }
    kernels.set_launches(std::move(launches));
    for (const Wait& wait : waits_) kernels.add_wait(kThread, wait.correlation, wait.name, summary_);
  }

  /// In nanoseconds; none where it is above kMaxTotalDuration, as a simulated one cannot be.
  [[nodiscard]] std::optional<std::int64_t> measured_makespan() const {
    std::int64_t end = 0;
    for (const Kernel& kernel : kernels_) end = std::max(end, kernel.launch.end);
    const std::int64_t took = end - kernels_.front().launch.start;
    return took <= kMaxTotalDuration / kNanoseconds ? std::optional(took * kNanoseconds) : std::nullopt;
  }

  Result<Document> make() {
    GraphBuilder builder(in_.file, [this](const InputItem& item) -> std::string {
      const bool tensor = item.section == InputItem::Section::tensors;
      if (item.index == InputItem::kAll || (!tensor && item.section != InputItem::Section::nodes)) return {};
      return "/kernels/" + std::to_string(kernels_[tensor ? lifetimes_[item.index].producer : item.index].launch.item);
    });
    builder.set_name(graph_name(in_.file, "linked-trace"));
    builder.reserve(kernels_.size(), lifetimes_.size());
    TraceKernels kernels(builder, "/kernels");
    add_kernels(kernels);
    UniqueNames names;
    for (const StorageLife& lifetime : lifetimes_)
      builder.add_tensor({.name = names.add("storage " + std::to_string(lifetime.storage)),
                          .size = Bytes{lifetime.bytes},
                          .producer = OperatorId(lifetime.producer),
                          .consumers = lifetime.consumers});
    name_storages_from_before();
    summary_.count(Read::tr("kernels, as operators"), kernels_.size());
    summary_.count(Read::tr("tensors"), lifetimes_.size());
    summary_.count(Assumed::tr("control edges, each of one or more of these waits"), kernels.edge_count());
    summary_.say(Assumed::tr("a kernel that writes a storage without reading it begins a new tensor there"));
    summary_.say(Read::tr("durations were measured on the kernels"));
    auto out = make_document(std::move(builder).build(), "linked-trace", std::move(summary_));
    if (out) out->measured_makespan = measured_makespan();
    return out;
  }

  const FileToRead& in_;
  Faults faults_;
  JsonItem::Report report_ = report_to(faults_);
  JsonItem document_{"", kDocumentFields, report_, {}, JsonItem::Rest::skipped};
  JsonItem kernel_{"/kernels", kKernelFields, report_, [this](const JsonItem& item) { kernel(item); },
                   JsonItem::Rest::skipped};
  JsonItem sync_{"/sync", kSyncFields, report_, [this](const JsonItem& item) { sync(item); }, JsonItem::Rest::skipped};
  JsonItem storage_{"/storages", kStorageFields, report_, [this](const JsonItem& item) { storage(item); },
                    JsonItem::Rest::skipped};
  std::vector<Kernel> kernels_;
  std::vector<Wait> waits_;
  std::unordered_map<std::int64_t, std::int64_t> storage_bytes_;
  std::vector<StorageLife> lifetimes_;
  std::unordered_map<std::int64_t, std::size_t> current_;  // lifetime, by storage
  std::set<std::int64_t> before_;                          // storages that were there before the step
  ImportSummary summary_;
};

}  // namespace

bool looks_like_linked_trace(std::string_view bytes) {
  return is_json_object_with(bytes, "\"kernels\"") && is_json_object_with(bytes, "\"storages\"") &&
         is_json_object_with(bytes, "\"et_id\"");
}

Result<Document> read_linked_trace(const FileToRead& in) {
  return LinkedReader(in).read();
}

}  // namespace stowage
