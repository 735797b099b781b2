// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "core/formats/inductor/buffers.h"
#include "core/formats/inductor/launches.h"
#include "core/formats/inductor/module.h"
#include "core/formats/inductor/program.h"
#include "core/formats/inductor/python_text.h"
#include "core/formats/lines.h"
#include "core/formats/nested_text.h"

namespace stowage::inductor {
namespace {

/// Whether a call does not concern memory.
bool is_idle(std::string_view callee) {
  static constexpr std::string_view kNames =
      " args.clear assert_alignment device_guard end_graph get_cuda_stream get_raw_stream print "
      "run_intermediate_hooks start_graph torch.cuda.set_device torch.cuda.synchronize torch.xpu.set_device ";
  return has_word(kNames, callee);
}

bool is_allocation(std::string_view callee) {
  return callee.starts_with("empty_strided") || callee == "empty" || callee == "torch.empty_strided";
}

/// "partition0(…)" or "self.partitions[0](…)"
bool is_partition(const Call& call) {
  return call.callee == "self.partitions" ||
         (call.callee.starts_with("partition") && call.callee.find('.') == std::string_view::npos);
}

class WrapperReader {
 public:
  WrapperReader(const Source& source, const std::string& file, const Task& task)
      : source_(source), file_(file), task_(task), module_(read_module(source)) {
    program_.name = source.name;
    program_.has_places = true;
  }

  Result<Program> read() {
    const auto call = module_.bodies.find("call");
    if (call == module_.bodies.end()) return source_.fault(file_, "there is no body of \"call\" in this module");
    for (const SourceLine& line : call->second)
      if (!step(line, 0)) return tl::unexpected(task_.why_stopped());
    buffers_.end_loops(0);
    if (!returned_) return source_.fault(file_, "the body of \"call\" ends without a return");
    if (program_.operators.empty() && program_.tensors.empty())
      return source_.fault(file_, "the body of \"call\" does nothing");
    launches_.finish();
    buffers_.finish();
    return std::move(program_);
  }

 private:
  /// Reads one line; false where the task was stopped. `base` is added to its indentation, for lines of a partition.
  bool step(const SourceLine& line, std::size_t base) {
    if (task_.poll(statements_++)) return false;
    launches_.set_line(line.number);
    const std::size_t indent = indent_of(line.text) + base;
    launches_.end_scopes(indent);
    buffers_.end_loops(indent);
    const std::size_t comment = std::min(find_outside(line.text, '#'), line.text.size());
    const bool reuse = line.text.find("reuse", comment) != std::string_view::npos;
    for (const std::string_view statement : statements_in(line.text.substr(0, comment))) one(statement, reuse, indent);
    return true;
  }

  void one(std::string_view text, bool reuse, std::size_t indent) {
    if (text == "pass" || text.starts_with("import ") || text.starts_with("from ")) return;
    if (text.starts_with("del ")) return buffers_.del(text.substr(4));
    if (text.starts_with("return")) return give_back(text.substr(6));
    if (text.starts_with("with ")) return launches_.begin_scope(text, indent);
    if (text.starts_with("while ") || text.starts_with("for ")) {
      buffers_.begin_loop(indent);
      return launches_.unknown(text, {});
    }
    if (const auto assignment = assignment_in(text)) return assign(*assignment, reuse, indent);
    const auto call = call_in(text);
    if (!call) return launches_.unknown(text, {});
    if (is_idle(call->callee) || launches_.take_event(*call)) return;
    if (call->callee == "assert_size_stride") return buffers_.shape(call->arguments);
    if (is_partition(*call)) return partition(*call, {}, indent);
    launches_.launch(*call, {});
  }

  void assign(const Assignment& assignment, bool reuse, std::size_t indent) {
    const auto& [left, right] = assignment;
    if (right == "args") return inputs(left);
    if (is_name(right)) return buffers_.rename(left, right, reuse);
    const auto call = call_in(right);
    if (!call) {
      if (whole_number(right) || buffers_.element(left, right)) return;
      if (!right.starts_with('[') && !right.starts_with('(')) return launches_.unknown(right, left);
      lists_.insert_or_assign(std::string(left), right);  // the arguments of a partition
      return;
    }
    const std::string_view callee = call->callee;
    if (is_idle(callee)) return;
    if (is_allocation(callee)) return buffers_.allocate(left, *call);
    if (is_partition(*call)) return partition(*call, left, indent);
    if (callee.ends_with(".item")) return launches_.read_by_host(right);
    if ((callee.ends_with("reinterpret_tensor") && buffers_.reinterpret(left, *call, reuse)) ||
        (callee == "alloc_from_pool" && buffers_.allocate_from_pool(left, *call)))
      return;
    launches_.launch(*call, left);
  }

  void inputs(std::string_view left) {
    for (const std::string_view name : items_of(inside_brackets(left))) {
      const auto bytes = module_.input_bytes.find(name);
      buffers_.add_input(
          name, {.element_bytes = bytes == module_.input_bytes.end() ? std::nullopt : std::optional(bytes->second)});
    }
  }

  void give_back(std::string_view text) {
    returned_ = true;
    buffers_.give_back(text);
  }

  /// Reads a partition's body in place of its call. Arguments are bound by place; the call may name a list of them.
  void partition(const Call& call, std::string_view left, std::size_t indent) {
    const std::string_view digits =
        call.grid.empty() ? call.callee.substr(std::string_view("partition").size()) : call.grid;
    const auto number = leading_number(digits.substr(std::min(digits.find_first_of("0123456789"), digits.size())));
    const auto body = module_.bodies.find("partition_" + std::to_string(number.value_or(-1)));
    if (in_partition_ || body == module_.bodies.end()) return launches_.unknown(call.callee, left, call.arguments);
    in_partition_ = true;
    std::vector<std::uint32_t> results;
    for (const SourceLine& line : body->second) {
      const std::string_view text = trimmed(line.text);
      const auto assignment = assignment_in(text);
      if (text.starts_with("return"))
        results = results_in(text.substr(6));
      else if (assignment && assignment->right == "args")
        bind(assignment->left, call.arguments);
      else if (!step(line, indent + 1))
        break;
    }
    in_partition_ = false;
    program_.summary.count(ImportKind::read, "partitions", 1);
    const auto names = items_of(inside_brackets(left));
    for (std::size_t k = 0; k < names.size() && k < results.size(); ++k)
      if (results[k] != Program::kNone) buffers_.name(names[k], results[k]);
  }

  /// The tensors that a partition returns, by place; kNone where an item is not a tensor.
  [[nodiscard]] std::vector<std::uint32_t> results_in(std::string_view text) const {
    std::vector<std::uint32_t> out;
    for (const std::string_view item : items_of(inside_brackets(text))) {
      const auto named = buffers_.named_in(item);
      out.push_back(named.empty() ? Program::kNone : named.front());
    }
    return out;
  }

  void bind(std::string_view left, std::string_view arguments) {
    const auto list = lists_.find(trimmed(arguments));
    const auto given = items_of(inside_brackets(list == lists_.end() ? arguments : list->second));
    const auto names = items_of(inside_brackets(left));
    for (std::size_t k = 0; k < names.size() && k < given.size(); ++k)
      if (const auto t = buffers_.find(given[k])) buffers_.name(names[k], *t);
  }

  const Source& source_;
  const std::string& file_;
  const Task& task_;
  const Module module_;
  Program program_;
  Buffers buffers_{program_};
  Launches launches_{program_, buffers_, module_};
  std::map<std::string, std::string_view, std::less<>> lists_;  // the text in brackets, by the name of the list
  std::size_t statements_ = 0;
  bool returned_ = false, in_partition_ = false;
};

}  // namespace

Result<Program> read_wrapper(const Source& source, const std::string& file, const Task& task) {
  if (source.kind == Source::Kind::wrapper) return WrapperReader(source, file, task).read();
  const Source python = python_of(source);
  return WrapperReader(python, file, task).read();
}

}  // namespace stowage::inductor
