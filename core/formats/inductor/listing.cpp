// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/formats/inductor/element_types.h"
#include "core/formats/inductor/program.h"
#include "core/formats/inductor/python_text.h"
#include "core/formats/lines.h"
#include "core/formats/nested_text.h"
#include "core/formats/utf8.h"

namespace stowage::inductor {
namespace {

/// Whether an operator's result lies in the bytes of its first argument (PyTorch's schemas: Tensor(a) → Tensor(a)).
bool looks_at_another(std::string_view op) {
  static constexpr std::string_view kNames =
      " view permute t transpose expand unsqueeze squeeze slice select as_strided alias detach split unbind chunk "
      "diagonal narrow unfold movedim _unsafe_view split_with_sizes real imag view_as lift_fresh _conj _neg_view "
      "view_as_real view_as_complex expand_as mT numpy_T ";
  return has_word(kNames, op);
}

/// A type in quotes: "f32[4, 64][64, 1]cuda:0".
struct TypeText {
  bool is_tensor = false;
  std::optional<std::int64_t> bytes{};
  std::string_view space{};
};

TypeText type_of(std::string_view text) {
  TypeText out;
  const std::size_t open = text.find('[');
  if (open == std::string_view::npos) return out;
  const auto element = bytes_of_type(trimmed(text.substr(0, open)));
  TextCursor cursor(text, open, kQuotes);
  const auto sizes_text = cursor.take_nested();
  if (!element || !sizes_text) return out;
  out.is_tensor = true;
  const auto sizes = numbers_of(*sizes_text);
  std::optional<std::vector<std::int64_t>> strides;
  bool has_strides = false;
  if (cursor.peek() == '[') {
    has_strides = true;
    if (const auto strides_text = cursor.take_nested()) strides = numbers_of(*strides_text);
  }
  const std::string_view device = trimmed(text.substr(cursor.at()));
  out.space = device.substr(0, device.find(':'));
  if (sizes && (strides || !has_strides))
    out.bytes = bytes_in(extent_of(*sizes, strides ? *strides : packed_strides(*sizes)), element);
  return out;
}

class ListingReader {
 public:
  ListingReader(const Source& source, const std::string& file, const Task& task)
      : source_(source), file_(file), task_(task) {
    program_.name = source.name;
  }

  Result<Program> read() {
    std::size_t count = 0;
    for (const SourceLine& line : source_.lines) {
      if (task_.poll(count++)) return tl::unexpected(task_.why_stopped());
      line_ = line.number;
      take(trimmed(line.text));
      if (part_ == Part::after) break;
    }
    const std::string end = source_.lines.empty() ? "" : "line " + std::to_string(source_.lines.back().number);
    if (part_ == Part::before)
      return tl::unexpected(Error::bad_input(file_, end, "there is no \"def forward(\" in this listing"));
    if (part_ != Part::after) return tl::unexpected(Error::bad_input(file_, end, "the listing ends without a return"));
    if (program_.operators.empty() && program_.tensors.empty())
      return tl::unexpected(Error::bad_input(file_, end, "the listing has no operators"));
    finish();
    return std::move(program_);
  }

 private:
  enum class Part { before, signature, body, after };

  void take(std::string_view text) {
    if (text.empty()) return;
    if (part_ == Part::before) {
      const std::size_t at = text.find("def forward(");
      if (at == std::string_view::npos) return;
      part_ = Part::signature;
      text.remove_prefix(at + 12);
    }
    if (part_ == Part::signature) return signature(text);
    if (text.starts_with('#')) return comment(text);
    if (text.starts_with("return")) return give_back(text.substr(6));
    statement(text);
  }

  /// "self, x: "f32[4]", y: "f32[4]"):", perhaps over several lines.
  void signature(std::string_view text) {
    text = trimmed(text.substr(0, find_outside(text, '#')));
    std::size_t end = find_outside(text, ')');
    for (const std::string_view item : items_of(text.substr(0, end)))
      if (item != "self") input(item);
    if (end != std::string_view::npos) part_ = Part::body;
  }

  /// A name and its type in quotes; false for other text.
  bool input(std::string_view item) {
    const std::size_t colon = find_outside(item, ':');
    const std::string_view name = trimmed(item.substr(0, colon));
    if (!is_name(name) || colon == std::string_view::npos) return false;
    const TypeText type = type_of(quoted_in(item.substr(colon + 1)));
    if (!type.is_tensor) return true;
    Program::Tensor tensor{.name = printable(name, "input")};
    tensor.given = true;
    tensor.bytes = type.bytes;
    add(name, std::move(tensor));
    return true;
  }

  /// Inputs of an exported program, parted by semicolons: its signature does not have them. Also takes the line that
  /// gives them their values.
  bool inputs(std::string_view text) {
    if (const std::size_t equals = find_assignment(text); equals != std::string_view::npos)
      return trimmed(text.substr(equals + 1)).starts_with("fx_pytree.");
    while (!text.empty()) {
      const std::size_t end = find_outside(text, ';');
      if (!input(trimmed(text.substr(0, end)))) return false;
      text = end == std::string_view::npos ? std::string_view() : trimmed(text.substr(end + 1));
    }
    return true;
  }

  [[nodiscard]] static std::string_view quoted_in(std::string_view text) {
    const std::size_t begin = text.find('"');
    if (begin == std::string_view::npos) return trimmed(text);
    return text.substr(begin + 1, text.find('"', begin + 1) - begin - 1);
  }

  /// "# Annotation: {'stream': 1}"
  void comment(std::string_view text) {
    const std::size_t at = text.find("'stream': ");
    if (!text.starts_with("# Annotation:") || at == std::string_view::npos) return;
    next_stream_ = leading_number(text.substr(at + 10)).value_or(0);
  }

  std::uint32_t add(std::string_view name, Program::Tensor tensor) {
    const auto t = static_cast<std::uint32_t>(program_.tensors.size());
    program_.tensors.push_back(std::move(tensor));
    names_.insert_or_assign(std::string(name), t);
    return t;
  }
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const {
    const auto at = names_.find(name);
    return at == names_.end() ? std::nullopt : std::optional(at->second);
  }

  /// "x: "f32[4]" = torch.ops.aten.relu.default(y);  y = None"
  void statement(std::string_view text) {
    if (inputs(text)) return;
    const std::size_t end = find_outside(text, ';');
    const std::string_view gone = end == std::string_view::npos ? std::string_view() : trimmed(text.substr(end + 1));
    text = trimmed(text.substr(0, end));
    const std::size_t equals = find_assignment(text);
    if (equals == std::string_view::npos) {
      if (const auto call = call_in(text)) return run({}, {}, *call), forget(gone);
      return unknown(text);
    }
    const std::string_view left = trimmed(text.substr(0, equals)), right = trimmed(text.substr(equals + 1));
    const std::size_t colon = find_outside(left, ':');
    const std::string_view name = trimmed(left.substr(0, colon));
    const TypeText type = colon == std::string_view::npos ? TypeText{} : type_of(quoted_in(left.substr(colon + 1)));
    if (right == "None" || (gone.empty() && right.ends_with("= None"))) return forget(text);
    if (const auto call = call_in(right))
      run(name, type, *call);
    else
      name_another(name, type, right);
    forget(gone);
  }

  /// "y = x", "y = x[0]", "w = self._tensor_constant0"
  void name_another(std::string_view name, const TypeText& type, std::string_view right) {
    const std::size_t open = right.find('[');
    const std::string_view from = right.substr(0, open);
    if (right.starts_with("self.")) {
      Program::Tensor tensor{.name = printable(name, "constant")};
      tensor.given = true;
      tensor.bytes = type.bytes;
      add(name, std::move(tensor));
      return;
    }
    const auto old = find(from);
    if (!old) return unknown(right);
    use_after_none(from);
    if (open == std::string_view::npos || !lists_.contains(*old))
      return void(names_.insert_or_assign(std::string(name), *old));
    // One of several results of an operator.
    Program::Tensor& list = program_.tensors[*old];
    list.dropped = true;
    if (type.is_tensor) make(name, type, list.producer);
  }

  void make(std::string_view name, const TypeText& type, std::uint32_t by) {
    Program::Tensor tensor{.name = printable(name, "tensor")};
    tensor.bytes = type.bytes;
    tensor.slot = slot_in(type.space);
    tensor.producer = by;
    add(name, std::move(tensor));
  }

  std::uint32_t slot_in(std::string_view space) {
    const auto [at, added] = spaces_.try_emplace(std::string(space), static_cast<std::uint32_t>(program_.slots.size()));
    if (added) program_.slots.push_back({.space = printable(space, "memory")});
    return at->second;
  }

  void run(std::string_view name, const TypeText& type, const Call& call) {
    std::string_view op = call.callee;
    if (op.starts_with("torch.ops.")) op.remove_prefix(10);
    const std::string_view full = op;
    const bool aten = op.starts_with("aten.") || op.starts_with("prims.");
    if (aten) op.remove_prefix(op.find('.') + 1);
    op = op.substr(0, op.find('.'));
    std::vector<std::uint32_t> read;
    for (const std::string_view each : names_in(call.arguments))
      if (const auto t = find(each)) {
        use_after_none(each);
        read.push_back(*t);
      }
    if (aten && looks_at_another(op) && !read.empty()) {
      ++views_;
      names_.insert_or_assign(std::string(name), read.front());
      return;
    }
    const auto o = static_cast<std::uint32_t>(program_.operators.size());
    program_.operators.push_back({.name = printable(full, "operator"),
                                  .kind = printable(aten ? op : full, ""),
                                  .stream = next_stream_.value_or(0),
                                  .line = line_});
    if (const std::int64_t on = program_.operators.back().stream; on != 0) streams_.insert(on);
    next_stream_.reset();
    for (const std::uint32_t t : read)
      if (auto& uses = program_.tensors[t].uses; uses.empty() || uses.back() != o) uses.push_back(o);
    if (name.empty()) return;
    // "add_" and "copy_" write their result over the first argument.
    if (op.ends_with('_') && !op.ends_with("__") && !read.empty()) {
      names_.insert_or_assign(std::string(name), read.front());
      ++updates_;
      return;
    }
    make(name, type, o);
    if (!type.is_tensor) lists_.insert(static_cast<std::uint32_t>(program_.tensors.size() - 1));
  }

  void forget(std::string_view text) {
    for (const std::string_view each : names_in(text))
      if (each != "None") gone_.emplace(each);
  }
  void use_after_none(std::string_view name) {
    if (gone_.contains(std::string(name)))
      program_.summary.add(ImportKind::unknown, "names that are used after the text says that they are gone",
                           printable(name, ""));
  }

  void give_back(std::string_view text) {
    for (const std::string_view name : names_in(text)) {
      const auto t = find(name);
      if (!t) continue;
      if (program_.tensors[*t].given)
        program_.summary.add(ImportKind::read, "inputs that are handed back", program_.tensors[*t].name);
      else
        program_.tensors[*t].output = true;
    }
    part_ = Part::after;
  }

  void unknown(std::string_view text) {
    program_.summary.add(ImportKind::unknown, "lines that are not operators", shown(text));
    const auto o = static_cast<std::uint32_t>(program_.operators.size());
    bool made = false;
    for (const std::string_view name : names_in(text))
      if (const auto t = find(name)) {
        if (!std::exchange(made, true))
          program_.operators.push_back({.name = "line " + std::to_string(line_), .kind = "unknown", .line = line_});
        program_.tensors[*t].uses.push_back(o);
      }
  }

  void finish() {
    for (const std::uint32_t t : lists_)
      if (!program_.tensors[t].dropped && program_.tensors[t].uses.empty() && !program_.tensors[t].output)
        program_.tensors[t].dropped = true;
    program_.streams.emplace_back(0, streams_.empty() ? "" : "main");
    for (const std::int64_t number : streams_) program_.streams.emplace_back(number, "");
    ImportSummary& summary = program_.summary;
    summary.count(ImportKind::read, "views and parts of others, which own no bytes", views_);
    summary.count(ImportKind::read, "operators that overwrite their arguments", updates_);
    summary.say(ImportKind::assumed,
                "operators run one after the other, and nothing is fused: Inductor's program for the listing needs a "
                "different amount of memory");
  }

  const Source& source_;
  const std::string& file_;
  const Task& task_;
  Program program_;
  Part part_ = Part::before;
  std::size_t line_ = 0;
  std::optional<std::int64_t> next_stream_;
  std::set<std::int64_t> streams_;
  std::map<std::string, std::uint32_t, std::less<>> names_;
  std::map<std::string, std::uint32_t, std::less<>> spaces_;
  std::unordered_set<std::uint32_t> lists_;  // results without a type, which may be several tensors
  std::unordered_set<std::string> gone_;
  std::size_t views_ = 0, updates_ = 0;
};

}  // namespace

Result<Program> read_listing(const Source& source, const std::string& file, const Task& task) {
  return ListingReader(source, file, task).read();
}

}  // namespace stowage::inductor
