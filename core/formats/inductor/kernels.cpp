// SPDX-License-Identifier: Apache-2.0
#include "core/formats/inductor/kernels.h"

#include <algorithm>
#include <utility>

#include "core/formats/inductor/element_types.h"
#include "core/formats/inductor/python_text.h"
#include "core/formats/nested_text.h"

namespace stowage::inductor {
namespace {

constexpr std::string_view kTriple = "'''";

std::string_view unquoted(std::string_view text) {
  return text.size() >= 2 && kQuotes.find(text.front()) != std::string_view::npos ? text.substr(1, text.size() - 2)
                                                                                  : text;
}

/// The text in brackets behind `key`.
std::optional<std::string_view> nested_behind(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  if (at == std::string_view::npos) return {};
  const std::size_t open = line.find_first_of("{[", at + key.size());
  if (open == std::string_view::npos) return {};
  return TextCursor(line, open, kQuotes).take_nested();
}

}  // namespace

bool Kernels::take(std::string_view line) {
  if (!is_inside_) {
    // The line begins the kernel's text, which may end on the same line.
    const std::size_t triple = line.find(kTriple);
    if (triple == std::string_view::npos) return false;
    begin(line.substr(0, triple));
    const std::string_view rest = line.substr(triple + kTriple.size());
    if (rest.find(kTriple) != std::string_view::npos) {
      end();
      return true;
    }
    is_inside_ = true;
    inside(rest);
    return true;
  }
  const std::size_t triple = line.find(kTriple);
  inside(line.substr(0, triple));
  if (triple != std::string_view::npos) {
    is_inside_ = false;
    end();
  }
  return true;
}

/// "triton_x = async_compile.triton('triton_x', '''", or the same of a kernel in C++.
void Kernels::begin(std::string_view line) {
  const std::size_t equals = line.find(" = async_compile.");
  name_ = equals == std::string_view::npos ? std::string_view() : trimmed(line.substr(0, equals));
  is_cpp_ = line.find("async_compile.cpp") != std::string_view::npos;
  definition_ = name_;
  if (!is_cpp_ && equals != std::string_view::npos)
    if (const std::size_t quote = line.find('\'', equals); quote != std::string_view::npos)
      definition_ = line.substr(quote + 1, line.find('\'', quote + 1) - quote - 1);
  in_parameters_ = false;
  parameters_.clear();
  types_.clear();
  mutated_.clear();
}

void Kernels::inside(std::string_view line) {
  if (name_.empty()) return;
  if (is_cpp_) {
    if (!in_parameters_ && parameters_.empty()) {
      const std::size_t at = line.find("extern \"C\"");
      const std::size_t open = at == std::string_view::npos ? at : line.find('(', at);
      if (at == std::string_view::npos) return;
      in_parameters_ = true;
      line = open == std::string_view::npos ? std::string_view() : line.substr(open + 1);
    }
    if (!in_parameters_) return;
  } else {
    add_types(line);
    if (!in_parameters_) {
      if (!line.starts_with("def ") || !parameters_.empty()) return;
      const std::size_t open = line.find('(');
      if (open == std::string_view::npos || trimmed(line.substr(4, open - 4)) != definition_) return;
      in_parameters_ = true;
      line = line.substr(open + 1);
    }
  }
  const std::size_t close = line.find(')');
  add_parameters(line.substr(0, close));
  if (close != std::string_view::npos) in_parameters_ = false;
}

void Kernels::add_parameters(std::string_view list) {
  for_each_item(
      list,
      [this](std::string_view item) {
        item = trimmed(item);
        const bool constant = item.starts_with("const ");
        if (is_cpp_) {
          const std::size_t last = item.find_last_of(" *&");
          const bool pointer = item.find('*') != std::string_view::npos;
          const std::string_view name = last == std::string_view::npos ? item : item.substr(last + 1);
          Role role = Role::none;
          if (pointer) role = constant ? Role::read : name.starts_with("in_out") ? Role::both : Role::write;
          parameters_.push_back({.name = name, .role = role});
          return;
        }
        const std::string_view name = trimmed(item.substr(0, item.find_first_of(":=")));
        Role role = Role::none;
        if (name.starts_with("in_out_ptr") || name.starts_with("ws_ptr"))
          role = Role::both;
        else if (name.starts_with("in_ptr"))
          role = Role::read;
        else if (name.starts_with("out_ptr"))
          role = Role::write;
        parameters_.push_back({.name = name, .role = role});
      },
      kQuotes);
}

void Kernels::add_types(std::string_view line) {
  if (const auto signature = nested_behind(line, "'signature':"))
    for_each_item(
        *signature,
        [this](std::string_view item) {
          const std::size_t colon = item.find(':');
          if (colon == std::string_view::npos) return;
          types_.emplace_back(unquoted(trimmed(item.substr(0, colon))), unquoted(trimmed(item.substr(colon + 1))));
        },
        kQuotes);
  if (const auto mutated = nested_behind(line, "'mutated_arg_names':"))
    for_each_item(
        *mutated, [this](std::string_view item) { mutated_.push_back(unquoted(trimmed(item))); }, kQuotes);
}

void Kernels::end() {
  if (name_.empty()) return;
  for (const auto& [key, type] : types_) {
    auto at = std::ranges::find(parameters_, key, &KernelParameter::name);
    if (at == parameters_.end())
      if (const auto number = leading_number(key);
          number && *number >= 0 && *number < static_cast<std::int64_t>(parameters_.size()))
        at = parameters_.begin() + *number;
    if (at == parameters_.end() || !type.starts_with('*')) continue;
    at->bytes = bytes_of_type(type);
    // A kernel that the user wrote names its parameters differently.
    if (at->role == Role::none) at->role = Role::read;
  }
  for (const std::string_view name : mutated_)
    if (const auto at = std::ranges::find(parameters_, name, &KernelParameter::name);
        at != parameters_.end() && at->role != Role::write)
      at->role = Role::both;
  kernels_.insert_or_assign(name_, std::move(parameters_));
  parameters_ = {};
  name_ = {};
}

}  // namespace stowage::inductor
