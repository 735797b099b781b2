// SPDX-License-Identifier: Apache-2.0
#include "core/formats/inductor/bodies.h"

#include "core/formats/inductor/element_types.h"
#include "core/formats/inductor/python_text.h"

namespace stowage::inductor {
namespace {

constexpr std::string_view kMeasuring = "benchmark_compiled_module";

/// "call" of "def call(self, args):"; empty where the function's body is not read.
std::string_view function_in(std::string_view text) {
  const std::size_t open = text.find('(');
  if (!text.starts_with("def ") || open == std::string_view::npos) return {};
  const std::string_view name = text.substr(4, open - 4);
  return name == "call" || name.starts_with("partition_") || name == kMeasuring ? name : std::string_view();
}

}  // namespace

Bodies::Bodies(const Source& source) {
  find_lines(source);
  read_types();
}

void Bodies::find_lines(const Source& source) {
  std::vector<Statement>* body = nullptr;
  std::size_t indent = 0;
  for (const SourceLine& line : source.lines) {
    if (kernels_.take(line.text)) continue;
    const std::string_view text = trimmed(line.text);
    if (text.empty() || text.starts_with('#')) continue;
    const std::size_t here = indent_of(line.text);
    if (here <= indent) body = nullptr;
    if (body != nullptr) {
      body->push_back({text, here, line.number});
    } else if (const std::string_view name = function_in(text); !name.empty()) {
      body = &lines_[std::string(name)];
      body->clear();
      indent = here;
    }
  }
}

/// "arg0_1 = rand_strided((4, 5), (5, 1), device='cuda:0', dtype=torch.float16)"
void Bodies::read_types() {
  const std::vector<Statement>* body = find(kMeasuring);
  if (body == nullptr) return;
  for (const Statement& statement : *body) {
    const std::size_t equals = find_assignment(statement.text);
    if (equals == std::string_view::npos) continue;
    const auto call = call_in(trimmed(statement.text.substr(equals + 1)));
    if (!call || call->callee != "rand_strided") continue;
    if (const auto type = bytes_of_type(keyword(items_of(call->arguments), "dtype")))
      input_types_.emplace(trimmed(statement.text.substr(0, equals)), *type);
  }
}

}  // namespace stowage::inductor
