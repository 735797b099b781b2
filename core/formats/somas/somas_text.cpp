// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_set>

#include "core/base/bytes.h"
#include "core/formats/lines.h"
#include "core/formats/somas/somas_model.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

/// Reads one of the two texts, line by line. References are settled at the end, because they may name later lines.
class SomasText : protected LineReader {
 public:
  explicit SomasText(const FileToRead& in) : LineReader(in.file), in_(in) {}
  virtual ~SomasText() = default;

  Result<SomasModel> read() {
    STOWAGE_CHECK(each_line(in_.bytes, in_.task, [this](std::string_view line) {
      if (!is_blank(line)) take(line);
    }));
    settle();
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    return std::move(model_);
  }

 protected:
  virtual void take(std::string_view line) = 0;
  virtual void settle() = 0;

  /// Takes the next word off the front, without separators; empty at the end.
  static std::string_view take_word(std::string_view& text, std::string_view separators) {
    text.remove_prefix(std::min(text.find_first_not_of(separators), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(separators));
    text.remove_prefix(word.size());
    return word;
  }

  const FileToRead& in_;
  SomasModel model_;
  ImportSummary& summary_ = model_.summary;
  SomasIds tensor_ids_;
};

constexpr std::string_view kLifelongNames[] = {"LifeLongNone", "LifeLongGraphAll", "LifeLongGraphStart",
                                               "LifeLongGraphEnd"};

/// "%12CT": an id and its kind, "CT".
struct Reference {
  std::int64_t id;
  std::string_view kind;
};
using References = std::vector<Reference>;

std::optional<Reference> reference(std::string_view text) {
  if (!text.starts_with('%')) return {};
  const std::size_t letters = std::min(text.find_first_not_of("-0123456789", 1), text.size());
  const auto id = whole_number(text.substr(1, letters - 1));
  if (!id || *id < 0) return {};
  return Reference{*id, text.substr(letters)};
}

/// The part of `text` between `prefix` and `suffix`; none where it lacks either.
std::optional<std::string_view> part_in(std::string_view text, std::string_view prefix, std::string_view suffix) {
  if (!text.starts_with(prefix) || !text.ends_with(suffix) || text.size() < prefix.size() + suffix.size()) return {};
  return text.substr(prefix.size(), text.size() - prefix.size() - suffix.size());
}

std::optional<std::int64_t> number_in(std::string_view text, std::string_view prefix, std::string_view suffix) {
  const auto part = part_in(text, prefix, suffix);
  return part ? whole_number(*part) : std::nullopt;
}

std::string field_text(std::string_view field) {
  return is_utf8(field) ? std::string(field) : shown(field);
}

/// Reads the sections of a dump, *_info_*.ir.
class InfoReader final : public SomasText {
 public:
  using SomasText::SomasText;

 private:
  /// Takes a line of a section.
  using Take = void (InfoReader::*)(std::string_view line);
  /// The names in a node's lists. Control tensors have ids of their own, and print as T in older dumps.
  struct Lists {
    References inputs, outputs, workspace, control_in, control_out;
  };

  void take(std::string_view line) override {
    if (begins_section(line) || line.starts_with("index:") || line.starts_with("start_offset:")) return;
    fields_.clear();
    for (std::size_t begin = 0; begin <= line.size(); begin += fields_.back().size() + 1)
      fields_.push_back(line.substr(begin, line.find('\t', begin) - begin));
    (this->*section_)(line);
  }

  bool begins_section(std::string_view line) {
    static constexpr std::pair<std::string_view, Take> kSections[] = {
        {"All Parameters:", &InfoReader::parameter},
        {"All Tensors:", &InfoReader::tensor},
        {"All Nodes:", &InfoReader::node},
        {"All Union Tensors Info:", &InfoReader::join},
        {"All Original Contiguous Tensors Info:", &InfoReader::original},
        {"All Processed Contiguous Tensors Info:", &InfoReader::processed},
        {"All Stream Groups:", &InfoReader::stream_group},
        {"All Merged Blocks:", &InfoReader::block}};
    static constexpr std::string_view kTotal = "Total Memory Size after reused:";
    if (line.starts_with(kTotal)) {
      const std::string_view total = line.substr(kTotal.size());
      model_.reused_size = whole_number(total);
      if (!model_.reused_size) fault("the total memory size " + std::string(why_no_whole_number(total)));
      return true;
    }
    if (!line.starts_with("All ") || line.find(':') == std::string_view::npos) return false;
    const auto* const known =
        std::ranges::find_if(kSections, [&](const auto& section) { return line.starts_with(section.first); });
    section_ = known == std::end(kSections) ? &InfoReader::unknown : known->second;
    if (known == std::end(kSections)) summary_.add(Unknown::tr("sections"), shown(line));
    return true;
  }

  void outside(std::string_view /*line*/) { fault("stands before the first section"); }
  void unknown(std::string_view /*line*/) {}
  void block(std::string_view /*line*/) { summary_.add(Skipped::tr("merged blocks"), {}); }
  void stream_group(std::string_view line) { summary_.add(Skipped::tr("stream groups"), shown(line)); }
  void join(std::string_view line) { members(line, "union tensors: ", model_.unions); }
  void original(std::string_view line) { members(line, "contiguous tensors: ", original_groups_); }
  void processed(std::string_view line) { members(line, "contiguous tensors: ", model_.groups); }

  void parameter(std::string_view /*line*/) {
    const auto name = reference(fields_[0]);
    if (!name || name->kind != "P") return fault("must begin with a parameter, such as %0P");
    if (!parameter_ids_.insert(name->id).second) return fault("parameter " + shown(fields_[0]) + " stands twice");
    summary_.add(Skipped::tr("parameters: they have memory of their own"),
                 shown(fields_.size() > 2 ? fields_[2] : fields_[0]));
  }

  void tensor(std::string_view /*line*/) {
    const auto name = reference(fields_[0]);
    if (!name || (name->kind != "T" && name->kind != "CT")) return fault("must begin with a tensor, such as %0T");
    if (fields_.size() < 8) return fault("a tensor needs eight fields, not " + std::to_string(fields_.size()));
    if (name->kind == "CT" || fields_[4] == "Control") {
      if (!control_source_.try_emplace(name->id, kNotInSomas).second)
        fault("control tensor " + shown(fields_[0]) + " stands twice");
      return;
    }
    const auto padded = field_number(1, "padded size", "#", "S"), size = field_number(2, "size", "#", "S");
    const auto offset = field_number(3, "offset", "&", "");
    const auto start = field_number(6, "start", "", ""), end = field_number(7, "end", "", "");
    if (!padded || !size || !offset || !start || !end) return;
    const auto lifelong = std::ranges::find(kLifelongNames, fields_[5]) - std::begin(kLifelongNames);
    if (lifelong == std::ssize(kLifelongNames)) return fault("there is no lifelong value " + in_quotes(fields_[5]));
    if (*offset < 0 || *offset > kMaxTotalSize.count) return fault("the offset is not between 0 and 2^60");
    if (*padded < 0 || *padded > kMaxTensorSize.count) return fault("the padded size is not between 0 and 2^53");
    if (*size < 0 || *size > kMaxTensorSize.count) return fault("the size is not between 0 and 2^53");
    if (!tensor_ids_.try_emplace(name->id, model_.tensors.size()).second)
      return fault("tensor " + shown(fields_[0]) + " stands twice");
    if (*padded < *size)
      summary_.add(Unknown::tr("tensors padded to less than their size, taken as padded"), somas_name(name->id));
    else if (padding_ < kMaxTotalSize.count)
      padding_ += *padded - *size;
    model_.tensors.push_back({.id = name->id,
                              .size = *padded,
                              .offset = *offset,
                              .type = field_text(fields_[4]),
                              .life = kSomasLives[lifelong],
                              .consumers = {},
                              .place = place()});
    starts_.push_back(*start);
  }

  /// The number of a field of the line; none, with a fault that names the field, where there is none.
  [[nodiscard]] std::optional<std::int64_t> field_number(std::size_t field, std::string_view name,
                                                         std::string_view prefix, std::string_view suffix) {
    const auto part = part_in(fields_[field], prefix, suffix);
    const auto number = part ? whole_number(*part) : std::nullopt;
    if (!number)
      fault("the " + std::string(name) + " " + in_quotes(fields_[field]) + " " +
            (part ? std::string(why_no_whole_number(*part))
                  : "is not written as " + std::string(prefix) + "NUMBER" + std::string(suffix)));
    return number;
  }

  void node(std::string_view /*line*/) {
    const auto id = number_in(fields_[0], "$", "");
    if (!id || *id < 0) return fault("must begin with a node, such as $0");
    if (fields_.size() != 9) return fault("a node needs nine fields, not " + std::to_string(fields_.size()));
    const auto stream = number_in(fields_[8], "streamID[@", "]");
    if (!stream) return fault("there is no stream, such as streamID[@0]");
    if (!node_ids_.try_emplace(*id, model_.nodes.size()).second)
      return fault("node " + shown(fields_[0]) + " stands twice");
    lists_.push_back({.inputs = references(fields_[3], "inputs"),
                      .outputs = references(fields_[4], "outputs"),
                      .workspace = references(fields_[5], "workspace"),
                      .control_in = references(fields_[6], "ctrl_inputs"),
                      .control_out = references(fields_[7], "ctrl_outputs")});
    const std::string name = field_text(fields_[1]);
    if (fields_[2] == "1") summary_.add(Read::tr("operators that communicate"), name);
    model_.nodes.push_back(
        {.name = name, .kind = name.substr(0, name.rfind("-op")), .stream = *stream, .place = place()});
  }

  void members(std::string_view line, std::string_view heading, std::vector<std::vector<std::size_t>>& lists) {
    std::vector<std::size_t> out;
    for (const Reference& name : references(line, heading)) {
      out.push_back(name.kind == "T" ? find_somas_id(tensor_ids_, name.id) : kNotInSomas);
      if (out.back() == kNotInSomas) return fault("there is no tensor " + somas_name(name.id));
    }
    if (!out.empty()) lists.push_back(std::move(out));
  }

  /// The references of "heading[%1T, %2T, ]".
  [[nodiscard]] References references(std::string_view text, std::string_view heading) {
    References out;
    const std::size_t open = text.find('[');
    if (!text.starts_with(heading) || open == std::string_view::npos || !text.ends_with(']'))
      return fault("there is no list " + std::string(heading) + "[…]"), out;
    text = text.substr(open + 1, text.size() - open - 2);
    for (std::string_view one = take_word(text, ", "); !one.empty(); one = take_word(text, ", ")) {
      const auto name = reference(one);
      if (!name) return fault(in_quotes(one) + " is not a tensor"), out;
      out.push_back(*name);
    }
    return out;
  }

  void settle() override {
    if (model_.nodes.empty()) faults_.add("", "there are no nodes");
    for (std::size_t node = 0; node < lists_.size(); ++node) settle_data(node);
    settle_producers();
    for (std::size_t node = 0; node < lists_.size(); ++node) settle_control(node);
    if (model_.groups.empty()) model_.groups = std::move(original_groups_);
    summary_.say(
        Read::tr(
            "sizes are padded as MindSpore pads them, to multiples of 512 bytes: %1 bytes more than the tensors hold")
            .with(padding_));
  }

  /// Settles what a node makes and uses, and the control tensors that it makes.
  void settle_data(std::size_t node) {
    const Lists& lists = lists_[node];
    for (const References* made : {&lists.outputs, &lists.workspace})
      for (const Reference& name : *made) {
        SomasTensor* const tensor = data_tensor(name, node);
        if (tensor == nullptr) continue;
        if (tensor->producer != kNotInSomas && tensor->producer != node)
          faults_.add(model_.nodes[node].place, somas_name(name.id) + " is made by " +
                                                    in_quotes(model_.nodes[tensor->producer].name) + " already");
        tensor->producer = node;
        if (made == &lists.workspace) tensor->consumers.push_back(node);
      }
    for (const Reference& name : lists.inputs)
      if (SomasTensor* const tensor = data_tensor(name, node)) tensor->consumers.push_back(node);
    for (const Reference& name : lists.control_out)
      if (std::size_t* const source = control_source(name, node)) *source = node;
  }

  /// Takes the node at which a tensor's life starts as its producer, where no node lists the tensor as an output.
  void settle_producers() {
    for (std::size_t t = 0; t < model_.tensors.size(); ++t) {
      SomasTensor& tensor = model_.tensors[t];
      if (tensor.producer != kNotInSomas) continue;
      tensor.producer = find_somas_id(node_ids_, starts_[t]);
      summary_.add(tensor.producer == kNotInSomas
                       ? Assumed::tr("tensors that no node makes are present from the start")
                       : Assumed::tr("tensors that no node makes: the one at which their life starts does"),
                   somas_name(tensor.id));
    }
  }

  void settle_control(std::size_t node) {
    for (const Reference& name : lists_[node].control_in) {
      const std::size_t* const source = control_source(name, node);
      if (source == nullptr) continue;
      if (*source == kNotInSomas)
        summary_.add(Unknown::tr("control tensors that no node makes"), '%' + std::to_string(name.id) + "CT");
      else
        model_.control.emplace_back(*source, node);
    }
  }

  /// The data tensor that a node names; null, without a fault, for parameters and control tensors (as the oldest dumps
  /// list).
  [[nodiscard]] SomasTensor* data_tensor(const Reference& name, std::size_t node) {
    if (const auto at = name.kind == "T" ? tensor_ids_.find(name.id) : tensor_ids_.end(); at != tensor_ids_.end())
      return &model_.tensors[at->second];
    if (!(name.kind == "P" ? parameter_ids_.contains(name.id) : control_source_.contains(name.id)))
      faults_.add(model_.nodes[node].place,
                  "there is no tensor %" + std::to_string(name.id) + std::string(shown(name.kind)));
    return nullptr;
  }

  /// The node that makes the control tensor that `node` names, to be read or set; null, with a fault, where there is no
  /// such tensor.
  [[nodiscard]] std::size_t* control_source(const Reference& name, std::size_t node) {
    if (const auto at = control_source_.find(name.id); at != control_source_.end()) return &at->second;
    faults_.add(model_.nodes[node].place, "there is no control tensor %" + std::to_string(name.id) + "CT");
    return nullptr;
  }

  Take section_ = &InfoReader::outside;
  std::vector<std::string_view> fields_;  // of the line
  std::vector<Lists> lists_;              // by node
  std::vector<std::int64_t> starts_;      // by tensor: the node that should make it
  std::vector<std::vector<std::size_t>> original_groups_;
  SomasIds node_ids_, control_source_;  // nodes: their place; control tensors: the node that makes them
  std::unordered_set<std::int64_t> parameter_ids_;
  std::int64_t padding_ = 0;
};

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
    if (line.starts_with(kGroup)) return summary_.add(Skipped::tr("stream groups"), shown(line));
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
        summary_.add(Assumed::tr("nodes that make nothing run on the stream that the log gives"), name);
    }
    for (std::size_t t = 0; t < uses_.size(); ++t) settle_tensor(model_.tensors[t], uses_[t], nodes);
    settle_groups();
    summary_.say(
        Unknown::tr("the offline log lacks control edges, unions, parameters, offsets, operator names, and operators "
                    "without tensors; the dump *_info_*.ir beside it has them"));
    summary_.say(
        Assumed::tr("sizes are taken as the log has them; newer logs have them without the padding to 512 bytes"));
  }

  void settle_tensor(SomasTensor& tensor, const Uses& uses, const SomasIds& nodes) {
    tensor.producer = find_somas_id(nodes, uses.source);
    for (const std::int64_t id : uses.destinations) tensor.consumers.push_back(find_somas_id(nodes, id));
    if (!tensor.consumers.empty() || uses.end <= uses.source) return;
    const std::size_t last = find_somas_id(nodes, uses.end);  // a member of a union: the log lacks its users
    const bool known = last != kNotInSomas;
    summary_.add(known ? Assumed::tr("tensors without an edge live until the node where their life ends")
                       : Assumed::tr("tensors without an edge live until the end"),
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

Result<SomasModel> read_somas_info(const FileToRead& in) {
  return InfoReader(in).read();
}

Result<SomasModel> read_somas_log(const FileToRead& in) {
  return LogReader(in).read();
}

}  // namespace stowage
