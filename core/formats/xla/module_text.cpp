// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xla/dump_text.h"

#include <algorithm>
#include <cctype>
#include <limits>

#include "core/base/faults.h"
#include "core/formats/lines.h"
#include "core/formats/utf8.h"
#include "core/formats/xla/recognition.h"

namespace stowage::xla {
namespace {

constexpr std::size_t kMaxInstructions = std::numeric_limits<int>::max() / 4;

class ModuleReader {
 public:
  ModuleReader(std::string_view text, const std::string& file, const Task& task)
      : text_(text), cursor_(text), task_(task), faults_(file) {}

  Result<ModuleText> read() {
    cursor_ = TextCursor(text_, find_module(text_) + kModuleTitle.size());
    line_at_ = 0;
    constexpr std::size_t kShortest = 24;  // bytes of a line with an instruction
    out_.ids.reserve(std::min(text_.size() / kShortest, static_cast<std::size_t>(std::ranges::count(text_, '\n'))));
    module().set_name(std::string(cursor_.take_word()));
    header();
    for (std::size_t line = 0; !cursor_.at_end() && !faults_.is_full(); ++line) {
      if (task_.poll(line)) return tl::unexpected(task_.why_stopped());
      take_line();
    }
    if (inside_ != nullptr)
      faults_.add(place(text_.size()), ends_inside());
    else if (!has_entry_)
      faults_.add(place(text_.size()), "there is no ENTRY computation");
    resolve_calls();
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    return std::move(out_);
  }

 private:
  [[nodiscard]] Module& module() { return *out_.hlo->mutable_hlo_module(); }

  /// The rest of the first line: attributes after commas.
  void header() {
    while (cursor_.take(',')) {
      const std::string_view key = cursor_.take_word();
      if (!cursor_.take('=')) break;
      const std::size_t at = cursor_.at();
      const auto value = cursor_.take_value();
      if (!value) return faults_.add_only(place(at), "a bracket or a quote is not closed");
      if (key == "is_scheduled") out_.is_scheduled = *value == "true";
      if (key == "input_output_alias")
        for_each_alias(*value, [&](const Alias& alias) {
          ParameterAlias& made = *module().mutable_input_output_alias()->add_entries();
          add_numbers(alias.output, *made.mutable_output_shape_index());
          made.set_parameter_number(alias.number);
          add_numbers(alias.index, *made.mutable_parameter_shape_index());
          made.set_kind(alias.must ? 2 : 1);
        });
      if (key == "buffer_donor")
        for_each_alias(*value, [&](const Alias& alias) {
          BufferDonor& made = *module().mutable_buffer_donor()->add_entries();
          made.set_parameter_number(alias.number);
          add_numbers(alias.index, *made.mutable_parameter_shape_index());
        });
    }
    cursor_.skip_line();
  }

  /// A part of a result, and the part of a parameter or an operand in whose bytes it lies: "{0}: (1, {2}, must-alias)".
  struct Alias {
    std::string_view output;      ///< "0", or empty for all of it
    std::int64_t number;          ///< of the parameter or the operand; -1 where it is not one
    std::string_view index = {};  ///< as `output`
    bool must = false;
  };
  /// Calls `take` for each alias of a list in braces; a donor, "(1, {2})", has no output.
  template <class Take>
  static void for_each_alias(std::string_view list, const Take& take) {
    for_each_inside(list, [&](std::string_view item) {
      TextCursor cursor(item);
      const auto output = cursor.peek() == '{' ? cursor.take_nested() : "";
      if (!output || (item.starts_with('{') && !cursor.take(':'))) return;
      cursor.skip_blanks();
      const auto target = cursor.peek() == '(' ? cursor.take_nested() : std::nullopt;
      if (!target) return;
      Alias alias{*output, leading_number(*target).value_or(-1)};
      if (const std::size_t brace = target->find('{'); brace != std::string_view::npos)
        alias.index = target->substr(brace + 1, target->find('}', brace) - brace - 1);
      alias.must = target->ends_with("must-alias");
      take(alias);
    });
  }
  /// Calls `take` for each item in braces, or for the value without braces.
  template <class Take>
  static void for_each_inside(std::string_view value, const Take& take) {
    if (!value.starts_with('{')) return take(value);
    TextCursor cursor(value);
    if (const auto inside = cursor.take_nested()) for_each_item(*inside, take);
  }
  template <class List>
  static void add_numbers(std::string_view list, List& to) {
    for_each_item(list, [&](std::string_view item) {
      if (const auto number = leading_number(item)) to.Add(*number);
    });
  }

  void take_line() {
    const std::size_t begin = cursor_.at();
    cursor_.skip_blanks();
    if (cursor_.at_line_end()) return cursor_.skip_line();
    if (inside_ != nullptr) {
      if (cursor_.peek() == '}') return close();
      return instruction();
    }
    // A line that is indented, or begins with a digit, is a row of a table.
    if (cursor_.at() == begin && !std::isdigit(static_cast<unsigned char>(cursor_.peek()))) open();
    cursor_.skip_line();
  }

  /// "ENTRY %name (p: f32[2]) -> f32[2] {"; other lines are titles of tables.
  void open() {
    const std::size_t begin = cursor_.at();
    std::string_view name = cursor_.take_word();
    const bool entry = name == "ENTRY";
    if (entry) name = cursor_.take_word();
    cursor_.skip_blanks();
    if (cursor_.peek() == '(') {
      if (!cursor_.take_nested()) return faults_.add_only(place(begin), "a bracket or a quote is not closed");
      cursor_.skip_blanks();
      const std::string_view rest = text_.substr(cursor_.at());
      if (!rest.starts_with("->")) return;
      cursor_ = TextCursor(text_, cursor_.at() + 2);
      take_shape();
    }
    if (!cursor_.take('{') || name.empty()) return;
    inside_ = module().add_computations();
    inside_->set_name(std::string(bare_name(name)));
    inside_->set_id(module().computations_size());
    computations_.try_emplace(bare_name(name), inside_->id());
    root_ = 0;
    if (!entry) return;
    if (has_entry_) faults_.add(place(begin), "there is an ENTRY computation before this one");
    has_entry_ = true;
    module().set_entry_computation_id(inside_->id());
  }

  void close() {
    if (inside_->instructions().empty()) {
      faults_.add(place(cursor_.at()), "the computation " + in_quotes(inside_->name()) + " has no instructions");
    } else {
      inside_->set_root_id(root_ != 0 ? root_ : inside_->instructions().rbegin()->id());
      if (out_.is_scheduled) {
        Sequence& sequence = (*module().mutable_schedule()->mutable_sequences())[inside_->id()];
        for (const Instruction& each : inside_->instructions()) sequence.add_instruction_ids(each.id());
      }
    }
    inside_ = nullptr;
    cursor_.skip_line();
  }

  /// Takes a shape and returns its text; empty where it is not one.
  std::string_view take_shape() {
    cursor_.skip_blanks();
    const std::size_t begin = cursor_.at();
    if (cursor_.peek() == '(') {
      if (!cursor_.take_nested()) return {};
    } else {
      cursor_.take_word();
      if (cursor_.peek() != '[' || !cursor_.take_nested()) return {};
      if (cursor_.peek() == '{' && !cursor_.take_nested()) return {};
    }
    return text_.substr(begin, cursor_.at() - begin);
  }

  void instruction() {
    const std::size_t begin = cursor_.at();
    std::string_view name = cursor_.take_word();
    const bool root = name == "ROOT";
    if (root) name = cursor_.take_word();
    name = bare_name(name);
    if (name.empty() || !cursor_.take('=')) return skip(begin, "an instruction begins with its name and \"=\"");
    const std::string_view shape = take_shape();
    if (shape.empty()) return skip(begin, "the instruction " + in_quotes(name) + " has no shape");
    const std::string_view opcode = cursor_.take_word();
    if (opcode.empty() || cursor_.peek() != '(')
      return skip(begin, "the instruction " + in_quotes(name) + " has no operation");
    const auto operands = cursor_.take_nested();
    if (!operands)
      return faults_.add_only(place(begin), "a bracket or a quote of the instruction " + in_quotes(name) +
                                                " is not closed; " + ends_inside());
    if (out_.shapes.size() >= kMaxInstructions)
      return faults_.add_only(place(begin), "there are too many instructions");
    Instruction& made = *inside_->add_instructions();
    out_.shapes.push_back(shape);
    out_.lines.push_back(line_of(begin));
    made.set_id(static_cast<std::int64_t>(out_.shapes.size()));
    made.set_name(std::string(name));
    made.set_opcode(std::string(opcode));
    if (shape.starts_with('('))
      for_each_item(shape.substr(1, shape.size() - 2),
                    [&](std::string_view) { made.mutable_shape()->add_tuple_shapes(); });
    take_operands(made, *operands, begin);
    take_attributes(made, begin);
    if (!out_.ids.try_emplace(name, made.id()).second)
      faults_.add(place(begin), "there is an instruction " + in_quotes(name) + " before this one");
    if (root) root_ = made.id();
    cursor_.skip_line();
  }

  void take_operands(Instruction& made, std::string_view operands, std::size_t begin) {
    if (made.opcode() == "constant") return;
    if (made.opcode() == "parameter") {
      const auto number = leading_number(operands);
      if (!number || *number < 0) return faults_.add(place(begin), "a parameter needs its number");
      return made.set_parameter_number(*number);
    }
    for_each_item(operands, [&](std::string_view item) {
      // Older texts have the shape before the name.
      while (!item.empty() && (item.back() == ' ' || item.back() == '\r')) item.remove_suffix(1);
      const std::size_t blank = item.find_last_of(" /");
      const std::string_view operand = bare_name(blank == std::string_view::npos ? item : item.substr(blank + 1));
      if (const auto at = out_.ids.find(operand); at != out_.ids.end())
        made.add_operand_ids(at->second);
      else
        faults_.add(place(begin), "there is no instruction " + in_quotes(operand) + " before this line");
    });
  }

  void take_attributes(Instruction& made, std::size_t begin) {
    while (cursor_.take(',')) {
      const std::string_view key = cursor_.take_word();
      if (!cursor_.take('=')) continue;
      const auto value = cursor_.take_value();
      if (!value) return faults_.add(place(begin), "a bracket or a quote is not closed");
      attribute(made, key, *value);
    }
  }

  void attribute(Instruction& made, std::string_view key, std::string_view value) {
    constexpr std::string_view kCalls =
        " calls to_apply true_computation false_computation branch_computations called_computations condition ";
    if (key == "index") {
      made.set_tuple_index(leading_number(value).value_or(0));
    } else if (key == "body") {
      bodies_.emplace_back(&made, bare_name(value));
    } else if (has_word(kCalls, key)) {
      for_each_inside(value, [&](std::string_view name) { calls_.emplace_back(&made, bare_name(name)); });
    } else if (key == "control-predecessors") {
      for_each_inside(value, [&](std::string_view name) {
        if (const auto at = out_.ids.find(bare_name(name)); at != out_.ids.end())
          made.add_control_predecessor_ids(at->second);
      });
    } else if (key == "async_execution_thread") {
      if (value.size() > 2) made.set_async_execution_thread(std::string(value.substr(1, value.size() - 2)));
    } else if (key == "backend_config") {
      // work_beside() reads only these fields of it (core/formats/xla/module_document.cpp).
      if (value.find("\"operation_queue_id\"") != std::string_view::npos ||
          value.find("\"is_sync\"") != std::string_view::npos)
        made.set_backend_config(std::string(value));
    } else if (key == "output_to_operand_aliasing") {
      for_each_alias(value, [&](const Alias& alias) {
        Aliasing& aliasing = *made.add_output_operand_aliasing();
        add_numbers(alias.output, *aliasing.mutable_output_shape_index());
        aliasing.set_operand_index(alias.number);
        add_numbers(alias.index, *aliasing.mutable_operand_shape_index());
      });
    }
  }

  /// Fills in the called computations of instructions. The body of a loop comes before its condition.
  void resolve_calls() {
    for (const auto* const calls : {&bodies_, &calls_})
      for (const auto& [by, name] : *calls)
        if (const auto at = computations_.find(name); at != computations_.end())
          by->add_called_computation_ids(at->second);
        else
          faults_.add("line " + std::to_string(out_.lines[static_cast<std::size_t>(by->id()) - 1]),
                      "there is no computation " + in_quotes(name));
  }

  [[nodiscard]] std::string ends_inside() const {
    return "the file ends inside the computation " + in_quotes(inside_->name()) +
           (has_entry_ ? "" : ", and there is no ENTRY computation");
  }

  void skip(std::size_t begin, std::string reason) {
    faults_.add(place(begin), std::move(reason));
    cursor_.skip_line();
  }

  /// The line of a byte. Callers ask in ascending order, so that each end of a line is counted once.
  [[nodiscard]] std::size_t line_of(std::size_t byte) {
    if (byte < line_at_) line_at_ = 0, line_ = 1;
    line_ += static_cast<std::size_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(line_at_),
                                                 text_.begin() + static_cast<std::ptrdiff_t>(byte), '\n'));
    line_at_ = byte;
    return line_;
  }
  [[nodiscard]] std::string place(std::size_t byte) { return "line " + std::to_string(line_of(byte)); }

  std::string_view text_;
  TextCursor cursor_;
  const Task& task_;
  Faults faults_;
  ModuleText out_;
  Computation* inside_ = nullptr;
  std::int64_t root_ = 0;
  bool has_entry_ = false;
  std::unordered_map<std::string_view, std::int64_t> computations_;
  std::vector<std::pair<Instruction*, std::string_view>> bodies_, calls_;  // what an instruction calls, by name
  std::size_t line_at_ = 0, line_ = 1;
};

}  // namespace

ModuleText::ModuleText() {
  google::protobuf::ArenaOptions options;
  options.max_block_size = std::size_t{1} << 16;
  arena = std::make_unique<google::protobuf::Arena>(options);
#if GOOGLE_PROTOBUF_VERSION >= 5026000  // newer versions drop CreateMessage
  hlo = google::protobuf::Arena::Create<Hlo>(arena.get());
#else
  hlo = google::protobuf::Arena::CreateMessage<Hlo>(arena.get());
#endif
}

Result<ModuleText> read_module_text(std::string_view text, const std::string& file, const Task& task) {
  return ModuleReader(text, file, task).read();
}

}  // namespace stowage::xla
