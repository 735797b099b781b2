// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

#include "core/formats/inductor/buffers.h"
#include "core/formats/lines.h"
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
  Program::Shape shape{};
  std::string_view space{};
};

TypeText type_of(std::string_view text) {
  const std::size_t open = std::min(text.find('['), text.size());
  const auto element = bytes_of_type(trimmed(text.substr(0, open)));
  TextCursor cursor(text, open, kQuotes);
  const auto sizes_text = cursor.take_nested();
  if (!element || !sizes_text) return {};
  const auto sizes = numbers_of(*sizes_text);
  auto strides = sizes ? std::optional(packed_strides(*sizes)) : std::nullopt;
  if (cursor.peek() == '[') {
    const auto strides_text = cursor.take_nested();
    strides = strides_text ? numbers_of(*strides_text) : std::nullopt;
  }
  const std::string_view device = trimmed(text.substr(cursor.at()));
  TypeText out{.is_tensor = true, .space = device.substr(0, device.find(':'))};
  out.shape.element_bytes = element;
  if (sizes && strides) out.shape.elements = extent_of(*sizes, *strides);
  return out;
}

/// "x: "f32[4]"": a name, and its type where there is one.
std::pair<std::string_view, std::optional<TypeText>> typed_name_in(std::string_view text) {
  const std::size_t colon = find_outside(text, ':');
  const std::string_view name = trimmed(text.substr(0, colon));
  if (colon == std::string_view::npos) return {name, {}};
  text.remove_prefix(colon + 1);
  const std::size_t begin = text.find('"');
  if (begin == std::string_view::npos) return {name, type_of(trimmed(text))};
  return {name, type_of(text.substr(begin + 1, text.find('"', begin + 1) - begin - 1))};
}

class ListingReader {
 public:
  ListingReader(const Source& source, const FileToRead& in) : source_(source), in_(in) { program_.name = source.name; }

  Result<Program> read() {
    std::size_t count = 0;
    for (const SourceLine& line : source_.lines) {
      if (in_.task.poll(count++)) return tl::unexpected(in_.task.why_stopped());
      line_ = line.number;
      take(trimmed(line.text));
      if (part_ == Part::after) break;
    }
    if (part_ == Part::before) return source_.fault(in_.file, "there is no \"def forward(\" in this listing");
    if (part_ != Part::after) return source_.fault(in_.file, "the listing ends without a return");
    if (program_.operators.empty() && program_.tensors.empty())
      return source_.fault(in_.file, "the listing has no operators");
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
    if (text.starts_with("return")) {
      buffers_.give_back(text.substr(6));
      part_ = Part::after;
    } else if (!inputs(text)) {
      for (const std::string_view piece : statements_in(text)) statement(piece);
    }
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
    const auto [name, type] = typed_name_in(item);
    if (!is_name(name) || !type) return false;
    if (type->is_tensor) buffers_.add_input(name, type->shape);
    return true;
  }

  /// Inputs of an exported program, parted by semicolons: its signature does not have them. Also takes the line that
  /// gives them their values.
  bool inputs(std::string_view text) {
    if (const auto assignment = assignment_in(text)) return assignment->right.starts_with("fx_pytree.");
    return std::ranges::all_of(statements_in(text), [this](std::string_view item) { return input(item); });
  }

  /// "# Annotation: {'stream': 1}"
  void comment(std::string_view text) {
    const std::size_t at = text.find("'stream': ");
    if (!text.starts_with("# Annotation:") || at == std::string_view::npos) return;
    next_stream_ = leading_number(text.substr(at + 10)).value_or(0);
  }

  /// The tensor of a name that is used.
  [[nodiscard]] std::optional<std::uint32_t> used(std::string_view name) {
    const auto t = buffers_.find(name);
    if (t && gone_.contains(std::string(name)))
      program_.summary.add(Unknown::tr("names that are used after the text says that they are gone"),
                           printable(name, ""));
    return t;
  }

  /// "x: "f32[4]" = torch.ops.aten.relu.default(y)", "y = None", "y = z = None"
  void statement(std::string_view text) {
    const auto assignment = assignment_in(text);
    if (assignment && (assignment->right == "None" || assignment->right.ends_with("= None"))) {
      for (const std::string_view each : names_in(text)) gone_.emplace(each);
      return;
    }
    const auto call = call_in(assignment ? assignment->right : text);
    const auto [name, type] = typed_name_in(assignment ? assignment->left : std::string_view());
    if (call)
      run(name, type.value_or(TypeText{}), *call);
    else if (assignment)
      name_another(name, type.value_or(TypeText{}), assignment->right);
    else
      unknown(text);
  }

  /// "y = x", "y = x[0]", "w = self._tensor_constant0"
  void name_another(std::string_view name, const TypeText& type, std::string_view right) {
    if (right.starts_with("self.")) return buffers_.add_input(name, type.shape);
    const std::size_t open = right.find('[');
    const auto old = used(right.substr(0, open));
    if (!old) return unknown(right);
    Program::Tensor& list = program_.tensors[*old];
    if (open == std::string_view::npos || list.made_by == Program::kNone) return buffers_.name(name, *old);
    // One of several results of an operator.
    list.dropped = true;
    if (type.is_tensor) make(name, type, list.producer);
  }

  void make(std::string_view name, const TypeText& type, std::uint32_t by) {
    Program::Tensor& tensor = buffers_.returned(name, by, type.space);
    tensor.shape = type.shape;
    if (type.is_tensor) tensor.made_by = Program::kNone;  // it is not a list
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
      if (const auto t = used(each)) read.push_back(*t);
    if (aten && looks_at_another(op) && !read.empty()) {
      ++views_;
      return buffers_.name(name, read.front());
    }
    const auto o = static_cast<std::uint32_t>(program_.operators.size());
    program_.operators.push_back({.name = printable(full, "operator"),
                                  .kind = printable(aten ? op : full, ""),
                                  .stream = next_stream_.value_or(0),
                                  .line = line_});
    if (const std::int64_t on = program_.operators.back().stream; on != 0) streams_.insert(on);
    next_stream_.reset();
    for (const std::uint32_t t : read) buffers_.read(t, o);
    if (name.empty()) return;
    // "add_" and "copy_" write their result over the first argument.
    if (op.ends_with('_') && !op.ends_with("__") && !read.empty()) {
      ++updates_;
      return buffers_.name(name, read.front());
    }
    make(name, type, o);
  }

  void unknown(std::string_view text) {
    program_.summary.add(Unknown::tr("lines that are not operators"), shown(text));
    const auto named = buffers_.named_in(text);
    if (named.empty()) return;
    const auto o = static_cast<std::uint32_t>(program_.operators.size());
    program_.operators.push_back({.name = "line " + std::to_string(line_), .kind = "unknown", .line = line_});
    for (const std::uint32_t t : named) buffers_.read(t, o);
  }

  void finish() {
    for (Program::Tensor& tensor : program_.tensors)  // lists of tensors that nothing uses as a whole
      tensor.dropped |= tensor.made_by != Program::kNone && tensor.uses.empty() && !tensor.output;
    program_.streams.emplace_back(0, streams_.empty() ? "" : "main");
    for (const std::int64_t number : streams_) program_.streams.emplace_back(number, "");
    ImportSummary& summary = program_.summary;
    summary.count(Read::tr("views and parts of others, which own no bytes"), views_);
    summary.count(Read::tr("operators that overwrite their arguments"), updates_);
    summary.say(
        Assumed::tr("operators run one after the other, and nothing is fused: Inductor's program for the listing needs "
                    "a different amount of memory"));
  }

  const Source& source_;
  const FileToRead& in_;
  Program program_;
  Buffers buffers_{program_};
  Part part_ = Part::before;
  std::size_t line_ = 0;
  std::optional<std::int64_t> next_stream_;
  std::set<std::int64_t> streams_;
  std::unordered_set<std::string> gone_;
  std::size_t views_ = 0, updates_ = 0;
};

}  // namespace

Result<Program> read_listing(const Source& source, const FileToRead& in) {
  return ListingReader(source, in).read();
}

}  // namespace stowage::inductor
