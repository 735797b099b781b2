// SPDX-License-Identifier: Apache-2.0
#include "core/formats/inductor/program.h"

#include <algorithm>

#include "core/formats/lines.h"

namespace stowage::inductor {
namespace {

constexpr std::string_view kTriple = "'''", kMeasuring = "benchmark_compiled_module";

std::string_view unquoted(std::string_view text) {
  text = trimmed(text);
  return text.size() >= 2 && kQuotes.find(text.front()) != std::string_view::npos ? text.substr(1, text.size() - 2)
                                                                                  : text;
}

/// The items of the brackets behind `key`.
std::vector<std::string_view> items_behind(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  const std::size_t open = at == std::string_view::npos ? at : text.find_first_of("{[", at);
  if (open == std::string_view::npos) return {};
  return items_of(TextCursor(text, open, kQuotes).take_nested().value_or(""));
}

/// The role of a parameter of a Triton kernel, by its name.
Role role_of(std::string_view name) {
  static constexpr std::pair<std::string_view, Role> kBeginnings[] = {
      {"in_out_ptr", Role::both}, {"ws_ptr", Role::both}, {"in_ptr", Role::read}, {"out_ptr", Role::write}};
  for (const auto& [beginning, role] : kBeginnings)
    if (name.starts_with(beginning)) return role;
  return Role::none;
}

/// The role of a parameter in C++, by its type: "const float* in_ptr0".
Role role_of_cpp(std::string_view parameter) {
  if (parameter.find('*') == std::string_view::npos) return Role::none;
  if (parameter.starts_with("const ")) return Role::read;
  return parameter.substr(parameter.find_last_of(" *&") + 1).starts_with("in_out") ? Role::both : Role::write;
}

/// "a, b" of "…def name(a, b)…": the text between the first brackets behind `key`.
std::string_view list_behind(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key), open = at == std::string_view::npos ? at : text.find('(', at);
  if (open == std::string_view::npos) return {};
  return text.substr(open + 1, text.find(')', open) - open - 1);
}

/// The parameters of a kernel. `name` is that of its function; `text` begins with the end of a line.
std::vector<KernelParameter> parameters_of(std::string_view name, bool is_cpp, std::string_view text) {
  std::vector<KernelParameter> out;
  if (is_cpp) {
    for (const std::string_view item : items_of(list_behind(text, "extern \"C\"")))
      out.push_back({.role = role_of_cpp(item)});
    return out;
  }
  std::vector<std::string_view> names;
  for (const std::string_view item : items_of(list_behind(text, "\ndef " + std::string(name) + '('))) {
    names.push_back(trimmed(item.substr(0, item.find_first_of(":="))));
    out.push_back({.role = role_of(names.back())});
  }
  for (const std::string_view item : items_behind(text, "'signature':")) {
    // {'in_ptr0': '*fp32', …}, or by number
    const std::size_t colon = item.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view key = unquoted(item.substr(0, colon)), type = unquoted(item.substr(colon + 1));
    auto at = static_cast<std::size_t>(std::ranges::find(names, key) - names.begin());
    if (at == names.size()) at = static_cast<std::size_t>(leading_number(key).value_or(-1));
    if (at >= names.size() || !type.starts_with('*')) continue;
    out[at].bytes = bytes_of_type(type);
    // A kernel that the user wrote names its parameters differently.
    if (out[at].role == Role::none) out[at].role = Role::read;
  }
  for (const std::string_view item : items_behind(text, "'mutated_arg_names':"))
    if (const auto at = std::ranges::find(names, unquoted(item)); at != names.end())
      if (Role& role = out[static_cast<std::size_t>(at - names.begin())].role; role != Role::write) role = Role::both;
  return out;
}

class ModuleReader {
 public:
  explicit ModuleReader(const Source& source) : lines_(source.lines) {}

  Module read() {
    std::vector<SourceLine>* body = nullptr;
    std::size_t indent = 0;
    for (; at_ < lines_.size(); ++at_) {
      const SourceLine& line = lines_[at_];
      if (const std::size_t triple = line.text.find(kTriple); triple != std::string_view::npos) {
        kernel(triple);
        continue;
      }
      const std::string_view text = trimmed(line.text);
      if (text.empty() || text.starts_with('#')) continue;
      const std::size_t here = indent_of(line.text);
      if (here <= indent) body = nullptr;
      if (body != nullptr) {
        body->push_back(line);
      } else if (const std::string_view name = function_in(text); !name.empty()) {
        body = &out_.bodies[std::string(name)];
        body->clear();
        indent = here;
      }
    }
    read_types();
    return std::move(out_);
  }

 private:
  /// "call" of "def call(self, args):"; empty where the function's body is not read.
  [[nodiscard]] static std::string_view function_in(std::string_view text) {
    const std::size_t open = text.find('(');
    if (!text.starts_with("def ") || open == std::string_view::npos) return {};
    const std::string_view name = text.substr(4, open - 4);
    return name == "call" || name.starts_with("partition_") || name == kMeasuring ? name : std::string_view();
  }

  /// "triton_x = async_compile.triton('triton_x', '''", or the same of a kernel in C++, and the text up to the next
  /// three quotes, where it ends.
  void kernel(std::size_t triple) {
    const std::string_view head = lines_[at_].text.substr(0, triple);
    std::string text = '\n' + std::string(lines_[at_].text.substr(triple + kTriple.size()));
    std::size_t end = text.find(kTriple);
    while (end == std::string::npos && ++at_ < lines_.size()) {
      const std::size_t begin = text.size();
      text.append("\n").append(lines_[at_].text);
      end = text.find(kTriple, begin);
    }
    const std::size_t equals = head.find(" = async_compile.");
    const std::string_view name = trimmed(head.substr(0, equals));
    if (end == std::string::npos || equals == std::string_view::npos || name.empty()) return;
    const bool is_cpp = head.find("async_compile.cpp") != std::string_view::npos;
    std::string_view function = name;
    if (const std::size_t quote = head.find('\'', equals); quote != std::string_view::npos)
      function = head.substr(quote + 1, head.find('\'', quote + 1) - quote - 1);
    out_.kernels.insert_or_assign(name, parameters_of(function, is_cpp, std::string_view(text).substr(0, end)));
  }

  /// "arg0_1 = rand_strided((4, 5), (5, 1), device='cuda:0', dtype=torch.float16)"
  void read_types() {
    for (const SourceLine& line : out_.bodies[std::string(kMeasuring)]) {
      const auto assignment = assignment_in(line.text);
      const auto call = assignment ? call_in(assignment->right) : std::nullopt;
      if (!call || call->callee != "rand_strided") continue;
      if (const auto bytes = bytes_of_type(keyword(items_of(call->arguments), "dtype")))
        out_.input_bytes.emplace(assignment->left, *bytes);
    }
  }

  const std::vector<SourceLine>& lines_;
  std::size_t at_ = 0;
  Module out_;
};

}  // namespace

Module read_module(const Source& source) {
  return ModuleReader(source).read();
}

}  // namespace stowage::inductor
