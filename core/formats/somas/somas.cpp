// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <unordered_set>

#include "core/base/bytes.h"
#include "core/base/faults.h"
#include "core/formats/imported_program.h"
#include "core/formats/json.h"
#include "core/formats/json_reader.h"
#include "core/formats/lines.h"
#include "core/formats/somas/somas_model.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

/// Makes the graph of a model: one tensor for each union, with lives as long as the file says.
class SomasGraph {
 public:
  SomasGraph(SomasModel model, const std::string& file)
      : model_(std::move(model)),
        file_(file),
        program_("somas", file, [this](const InputItem& item) { return place(item); }) {}

  Result<Document> make(const Task& task) {
    program_.set_name(stem_of(stem_of(file_, ".ir"), ".json"));
    program_.reserve(model_.nodes.size(), model_.tensors.size());
    add_nodes();
    if (!model_.times.empty()) program_.set_times(std::move(model_.times));
    merge_unions();
    for (std::size_t t = 0; t < model_.tensors.size(); ++t) {
      if (task.poll(t, 1 << 12)) return tl::unexpected(task.why_stopped());
      if (leader_[t] == t) add_tensor(t);
    }
    for (const auto& [before, after] : model_.control) program_.add_control(OperatorId(before), OperatorId(after));
    add_groups();
    summary_.count(Read::tr("operators"), model_.nodes.size());
    summary_.count(Read::tr("tensors"), added_.size());
    summary_.count(Read::tr("control edges"), model_.control.size());
    program_.summary = std::move(model_.summary);
    program_.has_plan = model_.reused_size.value_or(0) != 0 ||
                        std::ranges::any_of(added_, [&](std::size_t t) { return model_.tensors[t].offset != 0; });
    auto out = document_of(std::move(program_), {});
    if (out) say_plan(*out);
    return out;
  }

 private:
  void add_nodes() {
    UniqueNames names;
    for (const SomasNode& node : model_.nodes) {
      StreamId stream = program_.find_stream(node.stream);
      if (!stream.valid()) stream = program_.add_stream(node.stream);
      program_.add_operator({.name = names.add(node.name), .stream = stream, .kind = node.kind});
    }
  }

  /// Joins unions that share a tensor.
  void merge_unions() {
    leader_ = numbers_below<std::size_t>(model_.tensors.size());
    id_.resize(model_.tensors.size());
    for (const auto& list : model_.unions)
      for (const std::size_t t : list) {
        const std::size_t a = leader(list[0]), b = leader(t);
        leader_[std::max(a, b)] = std::min(a, b);
      }
    std::vector<std::vector<std::size_t>> members(model_.tensors.size());
    for (std::size_t t = 0; t < leader_.size(); ++t) members[leader_[t] = leader(t)].push_back(t);
    for (const auto& list : members)
      if (list.size() > 1) merge(list);
  }

  /// Makes the leader cover the bytes and the life of every member.
  void merge(const std::vector<std::size_t>& members) {
    SomasTensor all = model_.tensors[members[0]];
    std::string names;
    for (const std::size_t t : members) {
      const SomasTensor& tensor = model_.tensors[t];
      names += (names.empty() ? "" : " = ") + somas_name(tensor.id);
      if (tensor.offset != all.offset)
        summary_.add(Unknown::tr("offsets of members of a union that differ from the first member's"),
                     somas_name(tensor.id));
      all.size = std::max(all.size, tensor.size);
      all.producer = std::min(all.producer, tensor.producer);
      all.life.from_start |= tensor.life.from_start;
      all.life.until_end |= tensor.life.until_end;
      if (t != members[0]) all.consumers.insert(all.consumers.end(), tensor.consumers.begin(), tensor.consumers.end());
    }
    summary_.add(Read::tr("unions: their tensors share bytes and are one"), names);
    if (!all.life.from_start && !runs_before_all(all.producer, members)) {
      all.life.from_start = true;
      summary_.add(Assumed::tr("unions that no node is sure to write first live from the start"), names);
    }
    // The producer becomes a consumer, too. That matters only for a tensor without other consumers: it then looks like
    // a workspace, which lives just as long.
    for (const std::size_t t : members) {
      const SomasTensor& tensor = model_.tensors[t];
      if (tensor.producer == kNotInSomas) continue;
      if (tensor.producer != all.producer) keep_order(tensor.producer, tensor.consumers);
      all.consumers.push_back(tensor.producer);
    }
    model_.tensors[members[0]] = std::move(all);
  }

  /// Whether `first` surely begins before other producers: they are on its stream, or consume its tensor of the union.
  [[nodiscard]] bool runs_before_all(std::size_t first, const std::vector<std::size_t>& members) const {
    return std::ranges::all_of(members, [&](std::size_t t) {
      const std::size_t producer = model_.tensors[t].producer;
      if (producer == first) return true;
      if (producer == kNotInSomas || producer < first) return false;
      if (model_.nodes[producer].stream == model_.nodes[first].stream) return true;
      return std::ranges::any_of(members, [&](std::size_t other) {
        const SomasTensor& tensor = model_.tensors[other];
        return tensor.producer == first && std::ranges::find(tensor.consumers, producer) != tensor.consumers.end();
      });
    });
  }

  void add_tensor(std::size_t t) {
    SomasTensor& tensor = model_.tensors[t];
    const auto [start, end] = tensor.life;
    if (start || end)
      summary_.add(!end     ? Read::tr("tensors of GraphStart: live from the start")
                   : !start ? Read::tr("tensors of GraphEnd: live until the end")
                            : Read::tr("tensors of GraphAll: never reused"),
                   somas_name(tensor.id));
    if (start) {
      sort_distinct(tensor.consumers);
      keep_order(tensor.producer, tensor.consumers);
      if (tensor.producer != kNotInSomas) tensor.consumers.push_back(tensor.producer);
    }
    std::vector<OperatorId> consumers;
    for (const std::size_t consumer : tensor.consumers) consumers.emplace_back(consumer);
    added_.push_back(t);
    id_[t] = program_.add_tensor({.name = somas_name(tensor.id),
                                  .size = Bytes{tensor.size},
                                  .producer = start ? OperatorId() : OperatorId(tensor.producer),
                                  .consumers = consumers,
                                  .output = end,
                                  .kind = tensor.type},
                                 {.offset = tensor.offset});
  }

  /// Keeps the order of data edges as control edges, for tensors that lose their producer.
  void keep_order(std::size_t producer, std::span<const std::size_t> consumers) {
    if (producer == kNotInSomas) return;
    for (const std::size_t consumer : consumers)
      if (consumer != producer) model_.control.emplace_back(producer, consumer);
  }

  /// Adds the groups. With unions merged, a group may repeat another, or share tensors with it and be impossible.
  void add_groups() {
    std::vector<bool> taken(model_.tensors.size());
    std::vector<std::vector<std::size_t>> known;
    for (auto& group : model_.groups) {
      std::string names;
      for (std::size_t& t : group) {
        names += (names.empty() ? "" : " ") + somas_name(model_.tensors[t].id);
        t = leader_[t];
      }
      std::vector<std::size_t> sorted = group;
      std::ranges::sort(sorted);
      const bool twice = std::ranges::adjacent_find(sorted) != sorted.end();
      const bool again = std::ranges::any_of(group, [&](std::size_t t) { return taken[t]; });
      if (again && std::ranges::find(known, group) != known.end()) continue;
      if (twice || again) {
        summary_.add(Unknown::tr("contiguous groups that share tensors with another, left out"), names);
        continue;
      }
      std::vector<TensorId> members;
      for (const std::size_t t : group) taken[t] = true, members.push_back(id_[t]);
      program_.add_group(members);
      known.push_back(group);
      summary_.add(Read::tr("contiguous groups"), names);
    }
  }

  void say_plan(Document& out) const {
    if (!out.plan) return out.summary.say(Skipped::tr("offsets: all are 0, so SOMAS had planned nothing yet"));
    out.plan->strategy = "mindspore-somas";
    const std::int64_t end = out.plan->footprint.count;
    if (model_.reused_size && *model_.reused_size != end)
      out.summary.say(Unknown::tr("the dump says that its plan needs %1 bytes; the offsets end at %2")
                          .with(*model_.reused_size)
                          .with(end));
    out.summary.count(Read::tr("offsets, as a plan"), out.plan->offsets.size());
  }

  [[nodiscard]] std::size_t leader(std::size_t t) {
    while (leader_[t] != t) t = leader_[t] = leader_[leader_[t]];
    return t;
  }

  [[nodiscard]] std::string place(const InputItem& item) const {
    const bool tensor = item.section == InputItem::Section::tensors;
    if (item.index == InputItem::kAll || (!tensor && item.section != InputItem::Section::nodes)) return {};
    return tensor ? model_.tensors[added_[item.index]].place : model_.nodes[item.index].place;
  }

  SomasModel model_;
  ImportSummary& summary_ = model_.summary;
  const std::string& file_;
  ImportedProgram program_;
  std::vector<std::size_t> leader_;  // by tensor: the first of its union, which stands for all
  std::vector<std::size_t> added_;   // by tensor of the graph
  std::vector<TensorId> id_;         // by tensor
};

constexpr std::string_view kDocumentFields[] = {"reused_memory_size", "contiguous_size", "ref_node_size", "stream_size",
                                                "tensors"};
constexpr std::string_view kTensorFields[] = {"tensor_id",  "size",     "ori_size", "lifelong_value",
                                              "life_start", "life_end", "offset"};

/// Reads the JSON cache.
class CacheReader {
 public:
  explicit CacheReader(const FileToRead& in) : in_(in), faults_(in.file) {}

  Result<SomasModel> read() {
    const JsonSource source{in_.bytes, in_.file, in_.task};
    const JsonList lists[] = {{.field = "tensors", .items = &tensor_, .required = true}};
    STOWAGE_CHECK(read_json_document(source, document_, lists));
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
    sort_distinct(ids);
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
    summary_.say(
        Assumed::tr("all operators run one after another in the order of their numbers: the cache has only lifetimes"));
    summary_.say(
        Unknown::tr("the cache has no streams, edges, groups, unions and names of operators: beside it lies the dump "
                    "with all of them, *_info_*.ir"));
    const auto count = [&](std::string_view field, const ImportWords& what) {
      if (const auto n = document_.whole(field); n && *n > 0) summary_.count(what, static_cast<std::size_t>(*n));
    };
    count("contiguous_size", Unknown::tr("contiguous groups, which the cache only counts"));
    count("ref_node_size", Unknown::tr("unions, which the cache only counts"));
    count("stream_size", Unknown::tr("streams, which the cache only counts"));
    summary_.say(
        Read::tr(
            "sizes are padded as MindSpore pads them, to multiples of 512 bytes: %1 bytes more than the tensors hold")
            .with(padding_));
  }

  const FileToRead& in_;
  Faults faults_;
  JsonItem::Report report_ = report_to(faults_);
  JsonItem document_{"", kDocumentFields, report_, {}, JsonItem::Rest::skipped};
  JsonItem tensor_{"/tensors", kTensorFields, report_, [this](const JsonItem& item) { tensor(item); },
                   JsonItem::Rest::skipped};
  SomasModel model_;
  ImportSummary& summary_ = model_.summary;
  std::unordered_set<std::int64_t> ids_;
  std::vector<std::pair<std::int64_t, std::int64_t>> lives_;  // by tensor: ids of nodes, both included
  std::int64_t padding_ = 0;
};

Result<SomasModel> read_somas_cache(const FileToRead& in) {
  return CacheReader(in).read();
}

/// The reader of the one of the three files that this is, or null.
auto reader_of(std::string_view bytes) -> decltype(&read_somas_info) {
  if (is_json_object_with(bytes.substr(0, 1 << 16), "\"tensor_id\"") &&
      is_json_object_with(bytes.substr(0, 1 << 16), "\"life_start\""))
    return read_somas_cache;
  bytes = without_mark(bytes).substr(0, 1 << 12);
  std::string_view line;
  while (is_blank(line) && !bytes.empty()) line = take_line(bytes);
  if (line.starts_with("All Parameters:") || line.starts_with("All Tensors:")) return read_somas_info;
  return line.starts_with("Somas ") ? read_somas_log : nullptr;
}

}  // namespace

bool looks_like_somas(std::string_view bytes) {
  return reader_of(bytes) != nullptr;
}

Result<Document> read_somas(const FileToRead& in) {
  const auto known = reader_of(in.bytes);
  STOWAGE_TRY(auto model, (known != nullptr ? known : read_somas_info)(in));
  return SomasGraph(std::move(model), in.file).make(in.task);
}

}  // namespace stowage
