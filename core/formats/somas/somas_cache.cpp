// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <limits>
#include <unordered_set>

#include "core/base/bytes.h"
#include "core/formats/json_reader.h"
#include "core/formats/somas/somas_model.h"

namespace stowage {
namespace {

constexpr std::string_view kDocumentFields[] = {"reused_memory_size", "contiguous_size", "ref_node_size", "stream_size",
                                                "tensors"};
constexpr std::string_view kTensorFields[] = {"tensor_id",  "size",     "ori_size", "lifelong_value",
                                              "life_start", "life_end", "offset"};

class CacheReader {
 public:
  CacheReader(const std::string& file, const Task& task) : file_(file), task_(task), faults_(file) {}

  Result<SomasModel> read(std::string_view text) {
    const JsonSource source{text, file_, task_};
    const JsonList lists[] = {{.field = "tensors", .items = &tensor_, .required = true}};
    if (auto read = read_json_document(source, document_, lists); !read) return tl::unexpected(read.error());
    if (!faults_.any() && model_.tensors.empty()) faults_.add("/tensors", "there are no tensors");
    model_.reused_size = document_.whole("reused_memory_size");
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    settle();
    return std::move(model_);
  }

 private:
  void tensor(const JsonItem& item) {
    if (!item.is_object_with({"tensor_id", "size", "life_start", "life_end"})) return;
    const auto id = item.whole("tensor_id"), size = item.whole("size"), start = item.whole("life_start"),
               end = item.whole("life_end");
    const auto original = item.has("ori_size") ? item.whole("ori_size") : size;
    const auto lifelong = item.has("lifelong_value") ? item.whole("lifelong_value") : 0;
    const auto offset = item.has("offset") ? item.whole("offset") : 0;
    if (!id || !size || !start || !end || !original || !lifelong || !offset) return;
    if (*size < 0 || *size > kMaxTensorSize.count) return item.fault("size", "must be between 0 and 2^53");
    if (*lifelong < 0 || *lifelong >= std::ssize(kSomasLives))
      return item.fault("lifelong_value", "must be between 0 and 3");
    if (*offset < 0 || *offset > kMaxTotalSize.count) return item.fault("offset", "must be between 0 and 2^60");
    if (*start < 0 || *end < *start || *end == std::numeric_limits<std::int64_t>::max())
      return item.fault("life_end", "the life must start at 0 or later, and not end before");
    if (!ids_.insert(*id).second) return item.fault("tensor_id", "tensor " + std::to_string(*id) + " stands twice");
    if (*original >= 0 && *original < *size && padding_ < kMaxTotalSize.count) padding_ += *size - *original;
    model_.tensors.push_back({.id = *id,
                              .size = *size,
                              .offset = *offset,
                              .type = {},
                              .life = kSomasLives[*lifelong],
                              .consumers = {},
                              .place = item.place()});
    lives_.emplace_back(*start, *end);
  }

  /// Makes a step of each node at which a tensor begins or ends. Ids of nodes are the times.
  void settle() {
    std::vector<std::int64_t> ids;
    for (const auto& [start, end] : lives_) ids.insert(ids.end(), {start, end});
    std::ranges::sort(ids);
    ids.erase(std::ranges::unique(ids).begin(), ids.end());
    for (const std::int64_t id : ids)
      model_.nodes.push_back({.name = 'n' + std::to_string(id), .kind = {}, .place = "/tensors"});
    for (std::size_t t = 0; t < lives_.size(); ++t) {
      const auto index = [&](std::int64_t id) {
        return static_cast<std::size_t>(std::ranges::lower_bound(ids, id) - ids.begin());
      };
      model_.tensors[t].producer = index(lives_[t].first);
      model_.tensors[t].consumers = {index(lives_[t].second)};
    }
    model_.times = std::move(ids);
    model_.times.push_back(model_.times.back() + 1);
    say_what_is_missing();
  }

  void say_what_is_missing() {
    ImportSummary& summary = model_.summary;
    summary.say(ImportKind::assumed,
                "all operators run one after another in the order of their numbers: the cache has only lifetimes");
    summary.say(ImportKind::unknown,
                "the cache has no streams, edges, groups, unions and names of operators: beside it lies the dump with "
                "all of them, *_info_*.ir");
    const auto count = [&](std::string_view field, std::string_view what) {
      if (const auto n = document_.whole(field); n && *n > 0)
        summary.count(ImportKind::unknown, what, static_cast<std::size_t>(*n));
    };
    count("contiguous_size", "contiguous groups, which the cache only counts");
    count("ref_node_size", "unions, which the cache only counts");
    count("stream_size", "streams, which the cache only counts");
    summary.say(ImportKind::read, "sizes are padded as MindSpore pads them, to multiples of 512 bytes: " +
                                      std::to_string(padding_) + " bytes more than the tensors hold");
  }

  const std::string& file_;
  const Task& task_;
  Faults faults_;
  JsonItem::Report report_ = report_to(faults_);
  JsonItem document_{"", kDocumentFields, report_, {}, JsonItem::Rest::skipped};
  JsonItem tensor_{"/tensors", kTensorFields, report_, [this](const JsonItem& item) { tensor(item); },
                   JsonItem::Rest::skipped};
  SomasModel model_;
  std::unordered_set<std::int64_t> ids_;
  std::vector<std::pair<std::int64_t, std::int64_t>> lives_;  // by tensor: ids of nodes, both included
  std::int64_t padding_ = 0;
};

}  // namespace

Result<SomasModel> read_somas_cache(std::string_view text, const std::string& file, const Task& task) {
  return CacheReader(file, task).read(text);
}

}  // namespace stowage
