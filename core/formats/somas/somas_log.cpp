// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "core/base/bytes.h"
#include "core/formats/somas/somas_model.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

/// Reads the lines of edges and groups. Nodes are numbered at the end, when all are known.
class LogReader final : public SomasText {
 public:
  using SomasText::SomasText;

 private:
  /// The uses of a tensor in its lines, as ids of nodes.
  struct Uses {
    std::int64_t source, end;
    std::vector<std::int64_t> destinations;
  };
  struct Stream {
    std::int64_t number;
    bool is_certain;  ///< the node has lines of its own, as a source; these overrule lines that name it as destination
  };

  void take(std::string_view line) override {
    static constexpr std::string_view kEdge = "Somas EDGE ", kError = "ERROR ", kContiguous = "Somas CONTIGUOUS",
                                      kGroup = "Somas GROUP";
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
    if (tensor == kNotInSomas || !stream) return;
    see_source(uses_[tensor].source, *stream);
    if (without_destination) return;
    const auto destination = number(fields, "dst", "n"), destination_stream = number(fields, "dststm");
    if (!destination || !destination_stream) return;
    streams_.try_emplace(*destination, Stream{*destination_stream, false});
    uses_[tensor].destinations.push_back(*destination);
  }

  void see_source(std::int64_t node, std::int64_t stream) {
    Stream& known = streams_.try_emplace(node, Stream{stream, true}).first->second;
    if (!known.is_certain)
      known = {stream, true};
    else if (known.number != stream)
      fault("node n" + std::to_string(node) + " is on stream " + std::to_string(known.number) + " already");
  }

  void group(std::string_view ids) {
    std::vector<std::int64_t> members;
    for (std::string_view one = take_word(ids, " "); !one.empty(); one = take_word(ids, " ")) {
      if (const auto id = whole_number(one))
        members.push_back(*id);
      else if (one != "INPUT" && one != "OUTPUT")  // words of older dumps
        return fault(in_quotes(one) + " is not a tensor");
    }
    if (!members.empty()) groups_.emplace_back(place(), std::move(members));
  }

  void settle() override {
    if (model_.tensors.empty()) faults_.add("", "there are no edges");
    SomasIds nodes;
    for (const auto& [id, stream] : streams_) {
      nodes.emplace(id, model_.nodes.size());
      const std::string name = 'n' + std::to_string(id);
      model_.nodes.push_back({.name = name, .kind = {}, .stream = stream.number, .place = {}});
      if (!stream.is_certain)
        model_.summary.add(ImportKind::assumed, "nodes that make nothing run on the stream that the log gives", name);
    }
    for (std::size_t t = 0; t < uses_.size(); ++t) settle_tensor(model_.tensors[t], uses_[t], nodes);
    settle_groups();
    model_.summary.say(
        ImportKind::unknown,
        "the offline log lacks control edges, unions, parameters, offsets, operator names, and operators without "
        "tensors; the dump *_info_*.ir beside it has them");
    model_.summary.say(ImportKind::assumed,
                       "sizes are taken as the log has them; newer logs have them without the padding to 512 bytes");
  }

  void settle_tensor(SomasTensor& tensor, const Uses& uses, const SomasIds& nodes) {
    tensor.producer = find_somas_id(nodes, uses.source);
    for (const std::int64_t id : uses.destinations) tensor.consumers.push_back(find_somas_id(nodes, id));
    if (!tensor.consumers.empty() || uses.end <= uses.source) return;
    const std::size_t last = find_somas_id(nodes, uses.end);  // a member of a union: the log lacks its users
    const bool known = last != kNotInSomas;
    model_.summary.add(ImportKind::assumed,
                       known ? "tensors without an edge live until the node where their life ends"
                             : "tensors without an edge live until the end",
                       somas_name(tensor.id));
    if (known)
      tensor.consumers.push_back(last);
    else
      tensor.life.until_end = true;
  }

  void settle_groups() {
    for (const auto& [where, ids] : groups_) {
      std::vector<std::size_t> members;
      for (const std::int64_t id : ids) {
        members.push_back(find_somas_id(tensor_ids_, id));
        if (members.back() == kNotInSomas) faults_.add(where, "there is no tensor " + std::to_string(id));
      }
      model_.groups.push_back(std::move(members));
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
    if (!id || !source || !size || !lifelong || !end) return kNotInSomas;
    if (*size > kMaxTensorSize.count) return fault("the size is not between 0 and 2^53"), kNotInSomas;
    if (*lifelong >= std::ssize(kSomasLives))
      return fault("there is no lifelong value " + std::to_string(*lifelong)), kNotInSomas;
    const auto [at, is_new] = tensor_ids_.try_emplace(*id, model_.tensors.size());
    if (is_new) {
      model_.tensors.push_back(
          {.id = *id, .size = *size, .type = {}, .life = kSomasLives[*lifelong], .consumers = {}, .place = place()});
      uses_.push_back({*source, *end, {}});
    }
    const SomasTensor& tensor = model_.tensors[at->second];
    if (uses_[at->second].source == *source && tensor.size == *size && tensor.life == kSomasLives[*lifelong])
      return at->second;
    return fault("tensor " + std::to_string(*id) + " is another than in " + tensor.place), kNotInSomas;
  }

  std::vector<Uses> uses_;                                                 // by tensor
  std::map<std::int64_t, Stream> streams_;                                 // by node
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> groups_;  // place, ids
};

}  // namespace

Result<SomasModel> read_somas_log(std::string_view text, const std::string& file, const Task& task) {
  return LogReader(file, task).read(text);
}

}  // namespace stowage
