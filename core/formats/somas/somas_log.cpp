// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "core/base/bytes.h"
#include "core/formats/lines.h"
#include "core/formats/somas/somas_model.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

/// Reads the lines of edges and groups. Nodes are numbered at the end, when all are known.
class LogReader {
 public:
  LogReader(const std::string& file, const Task& task) : task_(task), faults_(file) {}

  Result<SomasModel> read(std::string_view text) {
    const auto all = for_each_line(text, task_, [this](std::string_view line, std::size_t number) {
      line_ = number;
      take(line);
    });
    if (!all) return tl::unexpected(all.error());
    if (model_.tensors.empty()) faults_.add("", "there are no edges");
    settle();
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    return std::move(model_);
  }

 private:
  /// The uses of a tensor in its lines, as ids of nodes.
  struct Uses {
    std::int64_t source, end;
    std::vector<std::int64_t> destinations;
  };

  void take(std::string_view line) {
    static constexpr std::string_view kEdge = "Somas EDGE ", kError = "ERROR ", kContiguous = "Somas CONTIGUOUS",
                                      kGroup = "Somas GROUP";
    if (is_blank(line)) return;
    if (line.starts_with(kEdge)) {
      const bool error = line.substr(kEdge.size()).starts_with(kError);
      return edge(line.substr(kEdge.size() + (error ? kError.size() : 0)), error);
    }
    if (line.starts_with(kContiguous)) return group(line.substr(kContiguous.size()));
    if (line.starts_with(kGroup)) return model_.summary.add(ImportKind::skipped, "stream groups", shown(line));
    fault("a line must begin with Somas EDGE, Somas CONTIGUOUS or Somas GROUP");
  }

  void edge(std::string_view fields, bool without_destination) {
    const std::size_t tensor = tensor_of(fields);
    const auto stream = number(fields, "srcstm");
    if (tensor == SomasIds::kNone || !stream) return;
    Uses& uses = uses_[tensor];
    see(uses.source, *stream, true);
    if (without_destination) return;
    const auto destination = number(fields, "dst", "n"), destination_stream = number(fields, "dststm");
    if (!destination || !destination_stream) return;
    see(*destination, *destination_stream, false);
    uses.destinations.push_back(*destination);
  }

  void group(std::string_view ids) {
    std::vector<std::int64_t> members;
    while (true) {
      const std::size_t begin = ids.find_first_not_of(' ');
      if (begin == std::string_view::npos) break;
      ids.remove_prefix(begin);
      const std::string_view one = ids.substr(0, ids.find(' '));
      ids.remove_prefix(one.size());
      if (const auto id = whole_number(one))
        members.push_back(*id);
      else if (one != "INPUT" && one != "OUTPUT")  // words of older dumps
        return fault(in_quotes(one) + " is not a tensor");
    }
    if (!members.empty()) groups_.emplace_back(place(), std::move(members));
  }

  void settle() {
    SomasIds nodes;
    for (const auto& [id, stream] : stream_) {
      nodes.add(id, model_.nodes.size());
      const std::string name = 'n' + std::to_string(id);
      model_.nodes.push_back({.id = id, .name = name, .kind = {}, .stream = stream, .place = {}});
      if (!sources_.contains(id))
        model_.summary.add(ImportKind::assumed, "nodes that make nothing run on the stream that the log gives", name);
    }
    for (std::size_t t = 0; t < uses_.size(); ++t) {
      SomasTensor& tensor = model_.tensors[t];
      tensor.producer = nodes.find(uses_[t].source);
      for (const std::int64_t id : uses_[t].destinations) tensor.consumers.push_back(nodes.find(id));
      if (!tensor.consumers.empty() || uses_[t].end <= uses_[t].source) continue;
      const std::size_t last = nodes.find(uses_[t].end);  // a member of a union: the log lacks its users
      const char* const what = last != SomasIds::kNone
                                   ? "tensors without an edge live until the node where their life ends"
                                   : "tensors without an edge live until the end";
      model_.summary.add(ImportKind::assumed, what, somas_name(tensor.id));
      if (last != SomasIds::kNone)
        tensor.consumers.push_back(last);
      else if (tensor.lifelong == Lifelong::none)
        tensor.lifelong = Lifelong::graph_end;
      else if (tensor.lifelong == Lifelong::graph_start)
        tensor.lifelong = Lifelong::graph_all;
    }
    settle_groups();
    model_.summary.say(
        ImportKind::unknown,
        "the offline log lacks control edges, unions, parameters, offsets, operator names, and operators without "
        "tensors; the dump *_info_*.ir beside it has them");
    model_.summary.say(ImportKind::assumed,
                       "sizes are taken as the log has them; newer logs have them without the "
                       "padding to 512 bytes");
  }

  void settle_groups() {
    for (const auto& [where, ids] : groups_) {
      std::vector<std::size_t> members;
      for (const std::int64_t id : ids) {
        const std::size_t tensor = tensor_ids_.find(id);
        if (tensor == SomasIds::kNone)
          faults_.add(where, "there is no tensor " + std::to_string(id));
        else
          members.push_back(tensor);
      }
      if (!members.empty()) model_.groups.push_back(std::move(members));
    }
  }

  /// The number behind "key=" and the prefix; none, with a fault, where there is none.
  [[nodiscard]] std::optional<std::int64_t> number(std::string_view fields, std::string_view key,
                                                   std::string_view prefix = {}) {
    while (!fields.empty()) {
      std::string_view field = fields.substr(0, fields.find(','));
      fields.remove_prefix(std::min(field.size() + 1, fields.size()));
      field.remove_prefix(std::min(field.find_first_not_of(' '), field.size()));
      if (!field.starts_with(key) || field.substr(key.size(), 1) != "=") continue;
      field.remove_prefix(key.size() + 1);
      if (!field.starts_with(prefix)) break;
      const std::string_view digits = field.substr(prefix.size());
      const auto value = whole_number(digits);
      if (value && *value >= 0) return value;
      fault(std::string(key) + '=' + shown(field) + ' ' +
            (value ? "is below 0" : std::string(why_no_whole_number(digits))));
      return {};
    }
    fault("there is no number " + std::string(key) + "=" + std::string(prefix) + "…");
    return {};
  }

  /// The tensor of the line; adds it where it is new.
  [[nodiscard]] std::size_t tensor_of(std::string_view fields) {
    const auto id = number(fields, "tid"), source = number(fields, "src", "n"), size = number(fields, "size");
    const auto lifelong = number(fields, "lifelong"), end = number(fields, "end");
    if (!id || !source || !size || !lifelong || !end) return SomasIds::kNone;
    if (*size > kMaxTensorSize.count) return fault("the size is not between 0 and 2^53"), SomasIds::kNone;
    if (*lifelong > kMostLifelong)
      return fault("there is no lifelong value " + std::to_string(*lifelong)), SomasIds::kNone;
    if (const std::size_t known = tensor_ids_.find(*id); known != SomasIds::kNone) {
      const SomasTensor& tensor = model_.tensors[known];
      if (uses_[known].source == *source && tensor.size == *size && tensor.lifelong == static_cast<Lifelong>(*lifelong))
        return known;
      return fault("tensor " + std::to_string(*id) + " is another than in " + tensor.place), SomasIds::kNone;
    }
    tensor_ids_.add(*id, model_.tensors.size());
    model_.tensors.push_back({.id = *id,
                              .size = *size,
                              .type = {},
                              .lifelong = static_cast<Lifelong>(*lifelong),
                              .consumers = {},
                              .place = place()});
    uses_.push_back({*source, *end, {}});
    return model_.tensors.size() - 1;
  }

  /// Notes the stream of a node. The lines of the node itself, as a source, overrule those that name it as destination.
  void see(std::int64_t node, std::int64_t stream, bool is_source) {
    const auto [at, added] = stream_.try_emplace(node, stream);
    if (added || is_source == sources_.contains(node)) {
      if (!added && at->second != stream && is_source)
        fault("node n" + std::to_string(node) + " is on stream " + std::to_string(at->second) + " already");
    } else if (is_source) {
      at->second = stream;
    }
    if (is_source) sources_.insert(node);
  }

  void fault(std::string reason) { faults_.add(place(), std::move(reason)); }
  [[nodiscard]] std::string place() const { return "line " + std::to_string(line_); }

  const Task& task_;
  Faults faults_;
  SomasModel model_;
  std::size_t line_ = 0;
  std::vector<Uses> uses_;                       // by tensor
  std::map<std::int64_t, std::int64_t> stream_;  // by node
  std::set<std::int64_t> sources_;               // nodes with lines of their own, whose stream is certain
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> groups_;  // place, ids
  SomasIds tensor_ids_;
};

}  // namespace

Result<SomasModel> read_somas_log(std::string_view text, const std::string& file, const Task& task) {
  return LogReader(file, task).read(text);
}

}  // namespace stowage
