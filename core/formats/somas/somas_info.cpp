// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <iterator>

#include "core/base/bytes.h"
#include "core/formats/lines.h"
#include "core/formats/somas/somas_model.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

constexpr std::string_view kLifelongNames[] = {"LifeLongNone", "LifeLongGraphAll", "LifeLongGraphStart",
                                               "LifeLongGraphEnd"};

/// "%12CT": an id and its kind, "CT".
struct Reference {
  std::int64_t id;
  std::string_view kind;
};

/// The part of `text` between `prefix` and `suffix`; none where it lacks either.
std::optional<std::string_view> part_in(std::string_view text, std::string_view prefix, std::string_view suffix) {
  if (!text.starts_with(prefix) || !text.ends_with(suffix) || text.size() < prefix.size() + suffix.size()) return {};
  return text.substr(prefix.size(), text.size() - prefix.size() - suffix.size());
}

std::optional<std::int64_t> number_in(std::string_view text, std::string_view prefix, std::string_view suffix) {
  const auto part = part_in(text, prefix, suffix);
  return part ? whole_number(*part) : std::nullopt;
}

std::optional<Reference> reference(std::string_view text) {
  if (!text.starts_with('%')) return {};
  const std::size_t letters = std::min(text.find_first_not_of("-0123456789", 1), text.size());
  const auto id = whole_number(text.substr(1, letters - 1));
  if (!id || *id < 0) return {};
  return Reference{*id, text.substr(letters)};
}

/// Reads the sections line by line. References are settled at the end, because they may name later lines.
class InfoReader {
 public:
  InfoReader(const std::string& file, const Task& task) : task_(task), faults_(file) {}

  Result<SomasModel> read(std::string_view text) {
    const auto all = for_each_line(text, task_, [this](std::string_view line, std::size_t number) {
      line_ = number;
      take(line);
    });
    if (!all) return tl::unexpected(all.error());
    if (model_.nodes.empty()) faults_.add("", "there are no nodes");
    settle();
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    return std::move(model_);
  }

 private:
  /// Takes a line of a section.
  using Take = void (InfoReader::*)(std::string_view line);
  enum class List { inputs, outputs, workspace, control_in, control_out };
  /// A node's lists of references. Control tensors have ids of their own, and print as T in older dumps.
  using Lists = std::array<std::vector<Reference>, 5>;

  void take(std::string_view line) {
    if (is_blank(line) || begins_section(line)) return;
    if (line.starts_with("index:") || line.starts_with("start_offset:")) return;
    split(line);
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
    if (known == std::end(kSections)) model_.summary.add(ImportKind::unknown, "sections", shown(line));
    return true;
  }

  void outside(std::string_view /*line*/) { fault("stands before the first section"); }
  void unknown(std::string_view /*line*/) {}
  void block(std::string_view /*line*/) { model_.summary.add(ImportKind::skipped, "merged blocks", {}); }
  void stream_group(std::string_view line) { model_.summary.add(ImportKind::skipped, "stream groups", shown(line)); }
  void join(std::string_view line) { members(line, "union tensors: ", model_.unions); }
  void original(std::string_view line) { members(line, "contiguous tensors: ", original_groups_); }
  void processed(std::string_view line) { members(line, "contiguous tensors: ", model_.groups); }

  void parameter(std::string_view /*line*/) {
    const auto name = reference(fields_[0]);
    if (!name || name->kind != "P") return fault("must begin with a parameter, such as %0P");
    if (!parameter_ids_.add(name->id, 0)) return fault("parameter " + shown(fields_[0]) + " stands twice");
    model_.summary.add(ImportKind::skipped, "parameters: they have memory of their own",
                       shown(fields_.size() > 2 ? fields_[2] : fields_[0]));
  }

  void tensor(std::string_view /*line*/) {
    const auto name = reference(fields_[0]);
    if (!name || (name->kind != "T" && name->kind != "CT")) return fault("must begin with a tensor, such as %0T");
    if (fields_.size() < 8) return fault("a tensor needs eight fields, not " + std::to_string(fields_.size()));
    if (name->kind == "CT" || fields_[4] == "Control") return add_control_tensor(*name);
    const auto padded = field_number(1, "padded size", "#", "S"), size = field_number(2, "size", "#", "S");
    const auto offset = field_number(3, "offset", "&", "");
    const auto start = field_number(6, "start", "", ""), end = field_number(7, "end", "", "");
    if (!padded || !size || !offset || !start || !end) return;
    const auto* const lifelong = std::ranges::find(kLifelongNames, fields_[5]);
    if (lifelong == std::end(kLifelongNames)) return fault("there is no lifelong value " + in_quotes(fields_[5]));
    if (*offset < 0 || *offset > kMaxTotalSize.count) return fault("the offset is not between 0 and 2^60");
    if (*padded < 0 || *padded > kMaxTensorSize.count) return fault("the padded size is not between 0 and 2^53");
    if (*size < 0 || *size > kMaxTensorSize.count) return fault("the size is not between 0 and 2^53");
    if (!tensor_ids_.add(name->id, model_.tensors.size()))
      return fault("tensor " + shown(fields_[0]) + " stands twice");
    if (*padded < *size)
      model_.summary.add(ImportKind::unknown, "tensors padded to less than their size, taken as padded",
                         somas_name(name->id));
    else if (padding_ < kMaxTotalSize.count)
      padding_ += *padded - *size;
    model_.tensors.push_back({.id = name->id,
                              .size = *padded,
                              .offset = *offset,
                              .type = is_utf8(fields_[4]) ? std::string(fields_[4]) : shown(fields_[4]),
                              .lifelong = static_cast<Lifelong>(std::distance(std::begin(kLifelongNames), lifelong)),
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
    static constexpr std::string_view kLists[] = {"inputs", "outputs", "workspace", "ctrl_inputs", "ctrl_outputs"};
    const auto id = number_in(fields_[0], "$", "");
    if (!id || *id < 0) return fault("must begin with a node, such as $0");
    if (fields_.size() != 9) return fault("a node needs nine fields, not " + std::to_string(fields_.size()));
    const auto stream = number_in(fields_[8], "streamID[@", "]");
    if (!stream) return fault("there is no stream, such as streamID[@0]");
    if (!node_ids_.add(*id, model_.nodes.size())) return fault("node " + shown(fields_[0]) + " stands twice");
    Lists lists;
    for (std::size_t k = 0; k < std::size(kLists); ++k) lists[k] = references(fields_[3 + k], kLists[k]);
    const std::string name = is_utf8(fields_[1]) ? std::string(fields_[1]) : shown(fields_[1]);
    if (fields_[2] == "1") model_.summary.add(ImportKind::read, "operators that communicate", name);
    model_.nodes.push_back(
        {.id = *id, .name = name, .kind = name.substr(0, name.rfind("-op")), .stream = *stream, .place = place()});
    lists_.push_back(std::move(lists));
  }

  void add_control_tensor(const Reference& name) {
    if (!control_ids_.add(name.id, control_source_.size()))
      return fault("control tensor " + shown(fields_[0]) + " stands twice");
    control_source_.push_back(SomasTensor::kNobody);
  }

  void members(std::string_view line, std::string_view heading, std::vector<std::vector<std::size_t>>& lists) {
    std::vector<std::size_t> out;
    for (const Reference& name : references(line, heading)) {
      const std::size_t tensor = name.kind == "T" ? tensor_ids_.find(name.id) : SomasIds::kNone;
      if (tensor == SomasIds::kNone) return fault("there is no tensor " + somas_name(name.id));
      out.push_back(tensor);
    }
    if (!out.empty()) lists.push_back(std::move(out));
  }

  void split(std::string_view line) {
    fields_.clear();
    for (;;) {
      const std::size_t tab = line.find('\t');
      fields_.push_back(line.substr(0, tab));
      if (tab == std::string_view::npos) return;
      line.remove_prefix(tab + 1);
    }
  }

  /// The references of "heading[%1T, %2T, ]".
  [[nodiscard]] std::vector<Reference> references(std::string_view text, std::string_view heading) {
    std::vector<Reference> out;
    const std::size_t open = text.find('[');
    if (!text.starts_with(heading) || open == std::string_view::npos || !text.ends_with(']'))
      return fault("there is no list " + std::string(heading) + "[…]"), out;
    text = text.substr(open + 1, text.size() - open - 2);
    while (true) {
      const std::size_t begin = text.find_first_not_of(", ");
      if (begin == std::string_view::npos) return out;
      text.remove_prefix(begin);
      const std::string_view one = text.substr(0, text.find_first_of(", "));
      text.remove_prefix(one.size());
      const auto name = reference(one);
      if (!name) return fault(in_quotes(one) + " is not a tensor"), out;
      out.push_back(*name);
    }
  }

  void settle() {
    for (std::size_t node = 0; node < lists_.size(); ++node) settle_node(node);
    settle_producers();
    settle_control();
    if (model_.groups.empty()) model_.groups = std::move(original_groups_);
    model_.summary.say(ImportKind::read, "sizes are padded as MindSpore pads them, to multiples of 512 bytes: " +
                                             std::to_string(padding_) + " bytes more than the tensors hold");
  }

  void settle_node(std::size_t node) {
    const auto list = [&](List which) -> const std::vector<Reference>& {
      return lists_[node][static_cast<std::size_t>(which)];
    };
    const auto make = [&](const Reference& name) {
      const std::size_t tensor = data_tensor(name, node);
      if (tensor == SomasIds::kNone) return tensor;
      std::size_t& producer = model_.tensors[tensor].producer;
      if (producer != SomasTensor::kNobody && producer != node)
        faults_.add(model_.nodes[node].place,
                    somas_name(name.id) + " is made by " + in_quotes(model_.nodes[producer].name) + " already");
      producer = node;
      return tensor;
    };
    for (const Reference& name : list(List::outputs)) static_cast<void>(make(name));
    for (const Reference& name : list(List::workspace))
      if (const std::size_t tensor = make(name); tensor != SomasIds::kNone) uses(node, tensor);
    for (const Reference& name : list(List::inputs))
      if (const std::size_t tensor = data_tensor(name, node); tensor != SomasIds::kNone) uses(node, tensor);
    for (const Reference& name : list(List::control_out))
      if (const std::size_t control = control_ids_.find(name.id); control != SomasIds::kNone)
        control_source_[control] = node;
  }

  /// Takes the node at which a tensor's life starts as its producer, where no node lists the tensor as an output.
  void settle_producers() {
    for (std::size_t t = 0; t < model_.tensors.size(); ++t) {
      SomasTensor& tensor = model_.tensors[t];
      if (tensor.producer != SomasTensor::kNobody) continue;
      tensor.producer = node_ids_.find(starts_[t]);
      const std::string name = somas_name(tensor.id);
      if (tensor.producer == SomasIds::kNone)
        model_.summary.add(ImportKind::assumed, "tensors that no node makes are present from the start", name);
      else
        model_.summary.add(ImportKind::assumed, "tensors that no node makes: the one at which their life starts does",
                           name);
    }
  }

  void settle_control() {
    const auto fault_at = [&](std::size_t node, const Reference& name) {
      faults_.add(model_.nodes[node].place, "there is no control tensor %" + std::to_string(name.id) + "CT");
    };
    for (std::size_t node = 0; node < lists_.size(); ++node) {
      for (const Reference& name : lists_[node][static_cast<std::size_t>(List::control_out)])
        if (control_ids_.find(name.id) == SomasIds::kNone) fault_at(node, name);
      for (const Reference& name : lists_[node][static_cast<std::size_t>(List::control_in)]) {
        const std::size_t control = control_ids_.find(name.id);
        if (control == SomasIds::kNone)
          fault_at(node, name);
        else if (const std::size_t source = control_source_[control]; source == SomasTensor::kNobody)
          model_.summary.add(ImportKind::unknown, "control tensors that no node makes",
                             '%' + std::to_string(name.id) + "CT");
        else
          model_.control.emplace_back(source, node);
      }
    }
  }

  /// The index of a data tensor; kNone, without a fault, for parameters and control tensors (as the oldest dumps list).
  [[nodiscard]] std::size_t data_tensor(const Reference& name, std::size_t node) {
    const std::size_t tensor = name.kind == "T" ? tensor_ids_.find(name.id) : SomasIds::kNone;
    if (tensor == SomasIds::kNone && !(name.kind == "P" && parameter_ids_.find(name.id) != SomasIds::kNone) &&
        (name.kind == "P" || control_ids_.find(name.id) == SomasIds::kNone))
      faults_.add(model_.nodes[node].place,
                  "there is no tensor %" + std::to_string(name.id) + std::string(shown(name.kind)));
    return tensor;
  }

  void uses(std::size_t node, std::size_t tensor) { model_.tensors[tensor].consumers.push_back(node); }
  void fault(std::string reason) { faults_.add(place(), std::move(reason)); }
  [[nodiscard]] std::string place() const { return "line " + std::to_string(line_); }

  const Task& task_;
  Faults faults_;
  SomasModel model_;
  Take section_ = &InfoReader::outside;
  std::size_t line_ = 0;
  std::vector<std::string_view> fields_;  // of the line
  std::vector<Lists> lists_;              // by node
  std::vector<std::int64_t> starts_;      // by tensor: the node that should make it
  std::vector<std::vector<std::size_t>> original_groups_;
  SomasIds tensor_ids_, control_ids_, node_ids_, parameter_ids_;
  std::vector<std::size_t> control_source_;  // by control tensor
  std::int64_t padding_ = 0;
};

}  // namespace

Result<SomasModel> read_somas_info(std::string_view text, const std::string& file, const Task& task) {
  return InfoReader(file, task).read(text);
}

}  // namespace stowage
