// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <initializer_list>
#include <set>

#include "core/formats/inductor/program.h"
#include "core/formats/lines.h"

namespace stowage::inductor {
namespace {

/// Writes the statements of a C++ wrapper as Python.
class Translator {
 public:
  explicit Translator(const Source& cpp)
      : cpp_(cpp), out_{.kind = Source::Kind::wrapper, .name = cpp.name, .compilation = cpp.compilation} {}

  Source translate() {
    for (const SourceLine& line : cpp_.lines) {
      number_ = line.number;
      take(line.text);
    }
    return std::move(out_);
  }

 private:
  enum class Part { outside, parameters, signature, body };

  void take(std::string_view line) {
    const std::string_view text = trimmed(line);
    switch (part_) {
      case Part::outside:
        return outside(line);
      case Part::parameters:
        return parameters(text);
      case Part::signature:
        if (!text.ends_with('{')) return;
        part_ = Part::body;
        depth_ = 0;
        return add("def call(args):");
      case Part::body:
        if (!line.starts_with('}')) return body(text);
        part_ = Part::outside;
        add("    return (" + results_ + ")");
    }
  }

  void outside(std::string_view line) {
    constexpr std::string_view kVoid = "void ", kCall = "call_";
    if (line.starts_with("void AOTInductorModel::run_impl(") || line.starts_with("void inductor_entry_impl(")) {
      part_ = Part::signature;
      return;
    }
    const std::size_t at = line.find(kVoid), open = at == std::string_view::npos ? at : line.find('(', at);
    if (open == std::string_view::npos) return;
    name_ = trimmed(line.substr(at + kVoid.size(), open - at - kVoid.size()));
    if (!name_.starts_with(kCall) && !name_.starts_with("cpp_fused")) return;
    if (name_.starts_with(kCall)) name_.remove_prefix(kCall.size());
    list_.clear();
    part_ = Part::parameters;
    parameters(line.substr(open + 1));
  }

  /// Parameters of a kernel, perhaps over several lines. Their names say which tensors are written.
  void parameters(std::string_view text) {
    const std::size_t close = text.find(')');
    list_ += std::string(text.substr(0, close)) + ' ';
    if (close == std::string_view::npos) return;
    part_ = Part::outside;
    std::string names;
    for (const std::string_view item : items_of(list_)) names += std::string(last_word(item)) + ", ";
    const std::string name(name_);
    add(name + " = async_compile.triton('" + name + "', '''");
    add("def " + name + "(" + names + "):");
    add("''')");
  }

  void body(std::string_view text) {
    const std::size_t comment = text.find("//");
    reuse_ = comment != std::string_view::npos && text.substr(comment).find("reuse") != std::string_view::npos;
    text = trimmed(text.substr(0, comment));
    const auto opened = std::ranges::count(text, '{') - std::ranges::count(text, '}');
    const bool conditional = text.starts_with("if (") || text.starts_with("else");
    // Lines under a condition are skipped, except a launch, whose condition is that its grid is not empty.
    if (skipped_ > 0 || (conditional && text.find(".is_non_zero()") == std::string_view::npos)) {
      if (skipped_ == 0 && !is_idle_condition(text)) write({text});
      skipped_ += opened;
      return;
    }
    const bool opens = text.ends_with('{');
    if (opens && text.starts_with("while (")) write({text});
    depth_ += opened;
    if (opens || text.starts_with('}')) return;
    for (const std::string_view each : statements_in(text)) statement(each);
  }

  /// Whether a condition only loads a kernel, or checks or aligns an input.
  [[nodiscard]] static bool is_idle_condition(std::string_view text) {
    return has_any(text, {"== nullptr", ".data_ptr()", "_check_aoti_runtime_check_inputs_env()", "throw "});
  }
  /// Whether a call does not concern memory.
  [[nodiscard]] static bool is_idle_call(std::string_view callee) {
    return has_any(callee, {"__check_inputs_outputs", "inputs.clear", "AOTI_TORCH_WARN", "assert_"});
  }
  /// Whether a value is a number, or a list from which inputs and kernels are taken.
  [[nodiscard]] static bool is_idle_value(std::string_view left, std::string_view right) {
    static constexpr std::string_view kNumbers[] = {"int", "uint", "float ", "double ", "bool "};
    if (left.starts_with("const ")) left.remove_prefix(std::string_view("const ").size());
    return right.find('(') == std::string_view::npos ||
           std::ranges::any_of(kNumbers, [&](std::string_view type) { return left.starts_with(type); }) ||
           has_any(right, {"steal_from_raw_handles", "stealing_from_handles", "this->kernels_", ".size", ".stride"}) ||
           right.starts_with("Grid(");
  }
  /// "RAIIAtenTensorHandle buf0(buf0_handle)", "AtenTensorHandle buf0_handle"
  [[nodiscard]] static bool is_declaration(std::string_view text) {
    const std::string_view before = text.substr(0, text.find('(')), type = before.substr(0, before.find(' '));
    if (type.size() == before.size()) return false;
    return before.size() == text.size() || type == "RAIIAtenTensorHandle" || type.ends_with("Guard");
  }
  [[nodiscard]] static bool has_any(std::string_view text, std::initializer_list<std::string_view> parts) {
    return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
  }

  void statement(std::string_view text) {
    constexpr std::string_view kUnused = "[[maybe_unused]] ", kCheck = "AOTI_TORCH_ERROR_CODE_CHECK", kReset = ".reset";
    if (text.starts_with(kUnused)) text.remove_prefix(kUnused.size());
    if (const auto assignment = assignment_in(text)) return assign(assignment->left, assignment->right);
    if (text.empty() || text == "return" || is_declaration(text)) return;
    auto call = call_in(text);
    if (call && call->callee == kCheck) call = call_in(text = trimmed(call->arguments));
    if (call && call->callee.ends_with(kReset))
      write({"del ", call->callee.substr(0, call->callee.size() - kReset.size())});
    else if (!call || !(is_idle_call(call->callee) || run(*call)))
      write({text});  // of an unknown form: the reader of modules says so
  }

  void assign(std::string_view left, std::string_view right) {
    constexpr std::string_view kPointer = "reinterpret_cast<CUdeviceptr>(";
    if (left.starts_with("output_handles[")) {
      results_ += std::string(right.substr(0, right.rfind(".release"))) + ", ";
      return;
    }
    if (left.ends_with("[]")) {
      lists_.insert_or_assign(last_word(left.substr(0, left.size() - 2)), right);
      return;
    }
    const std::string name(last_word(left));
    // These wrap a tensor and change nothing.
    for (const std::string_view wrapper : {"std::move", "wrap_with_raii_handle_if_needed", "RAIIAtenTensorHandle"})
      if (right.starts_with(wrapper) && right.substr(wrapper.size()).starts_with('('))
        right = inside_brackets(right.substr(wrapper.size()));
    if (right.starts_with("inputs[") || has_any(right, {"constants_->at("})) return add("    " + name + ", = args");
    if (right.starts_with(kPointer)) {
      pointers_.insert_or_assign(name, right.substr(kPointer.size()));
      return;
    }
    if (const auto part = parts_.find(right); part != parts_.end()) return rename(name, right, part->second);
    if (is_name(right) && !left.starts_with("int")) return rename(name, right, right);
    const auto call = call_in(right);
    const auto arguments = call ? items_of(call->arguments) : std::vector<std::string_view>();
    if (call && call->callee == "reinterpret_tensor_wrapper" && arguments.size() == 5)
      rename(name, arguments[0], view_of(arguments));
    else if (!is_idle_value(left, right))
      write({name, " = ", right});  // of an unknown form
  }

  void rename(std::string_view name, std::string_view old, std::string_view right) {
    write({name, " = ", right, reuse_ ? "; del " + std::string(old) + "  # reuse" : ""});
  }

  /// A view in Python; arguments: the tensor, how many dimensions, sizes, strides, and the first element.
  [[nodiscard]] std::string view_of(const std::vector<std::string_view>& arguments) const {
    return "reinterpret_tensor(" + std::string(arguments[0]) + ", " + numbers(arguments[2]) + ", " +
           numbers(arguments[3]) + ", " + number(arguments[4]) + ")";
  }

  /// False where the call is of an unknown form.
  bool run(const Call& call) {
    constexpr std::string_view kTorch = "aoti_torch_", kCall = "call_", kOut = "_out", kHandle = "_handle";
    std::vector<std::string_view> arguments = items_of(call.arguments);
    std::string_view callee = call.callee;
    if (arguments.empty()) return false;
    if (callee == "launchKernel") return launch(arguments);
    if (callee.starts_with(kCall)) return write({callee.substr(kCall.size()), ".run(", call.arguments, ")"});
    if (callee.starts_with("cpp_fused")) return write({callee, "(", call.arguments, ")"});
    if (!callee.starts_with(kTorch)) return false;
    callee.remove_prefix(kTorch.size());
    if (callee == "proxy_executor_call_function") return run_by_proxy(arguments);
    if (callee == "get_data_ptr")
      if (const auto names = names_in(arguments.back()); !names.empty())
        pointers_.insert_or_assign(std::string(names.back()), arguments.front());
    for (const std::string_view idle : {"get_", "create_", "delete_"})
      if (callee.starts_with(idle)) return true;
    // Results go to a handle, "buf0_handle" of "buf0", or to another variable.
    std::vector<std::string_view> results;
    for (std::string_view argument : arguments)
      if (argument.starts_with('&')) {
        argument.remove_prefix(1);
        if (argument.ends_with(kHandle)) argument.remove_suffix(kHandle.size());
        results.push_back(argument);
      }
    std::erase_if(arguments, [](std::string_view a) { return a.starts_with('&'); });
    if (callee == "new_uninitialized_tensor") {
      fresh_.insert(results.begin(), results.end());
      return true;
    }
    const std::string first = results.empty() ? "" : std::string(results.front());
    if (callee.starts_with("item_") && !arguments.empty()) return write({first, " = ", arguments[0], ".item()"});
    if (callee == "_reinterpret_tensor" && arguments.size() == 5) return write({first, " = ", view_of(arguments)});
    if (callee == "_alloc_from_pool" && arguments.size() == 6) {
      parts_.insert_or_assign(first, "alloc_from_pool(" + std::string(arguments[0]) + ", " + number(arguments[1]) +
                                         ", torch." + std::string(behind(arguments[2], "dtype_")) + ", " +
                                         numbers(arguments[4]) + ", " + numbers(arguments[5]) + ")");
      return true;
    }
    if (callee.starts_with("empty_strided"))
      return arguments.size() >= 5 &&
             write({first, " = empty_strided_", behind(arguments[4], "device_type_"), "(", numbers(arguments[1]), ", ",
                    numbers(arguments[2]), ", torch.", behind(arguments[3], "dtype_"), ")"});
    for (const std::string_view device : {"cuda_", "cpu_", "xpu_", "mps_"})
      if (callee.starts_with(device)) callee.remove_prefix(device.size());
    const bool out = callee.ends_with(kOut) && !arguments.empty();
    const std::string rest = listed({arguments.begin() + (out ? 1 : 0), arguments.end()});
    if (!out) return write({made(results), "torch.ops.aten.", callee, "(", rest, ")"});
    callee.remove_suffix(kOut.size());
    return write({"extern_kernels.", callee, "(", rest, "out=", arguments.front(), ")"});
  }

  /// An operator that the wrapper knows only by a number. Tensors that were made empty for it are its results. It
  /// reads the other tensors, or changes them where it has no result.
  bool run_by_proxy(const std::vector<std::string_view>& arguments) {
    const auto list = lists_.find(arguments.back());
    std::vector<std::string_view> given, results;
    for (const std::string_view name : names_in(list == lists_.end() ? arguments.back() : list->second))
      (fresh_.erase(std::string(name)) > 0 ? results : given).push_back(name);
    return arguments.size() > 1 &&
           write({made(results), "torch.ops.proxy_executor.call_", arguments[1], "([", listed(given), "])"});
  }

  /// "launchKernel(kernels.triton_x, …, kernel_args_var_0, stream)": the list has the addresses of pointers.
  bool launch(const std::vector<std::string_view>& arguments) {
    std::string given;
    for (const std::string_view argument : arguments)
      if (const auto list = lists_.find(argument); list != lists_.end())
        for (const std::string_view item : items_of(inside_braces(list->second)))
          if (const auto at = pointers_.find(std::string(item.substr(item.starts_with('&') ? 1 : 0)));
              at != pointers_.end())
            given += std::string(at->second) + ", ";
    return write({behind(arguments.front(), "kernels."), ".run(", given, ")"});
  }

  /// "a, b, "
  [[nodiscard]] static std::string listed(const std::vector<std::string_view>& names) {
    std::string out;
    for (const std::string_view name : names) out += std::string(name) + ", ";
    return out;
  }
  /// "a, b, = "; nothing without a name.
  [[nodiscard]] static std::string made(const std::vector<std::string_view>& names) {
    return names.empty() ? "" : listed(names) + "= ";
  }
  [[nodiscard]] static std::string_view last_word(std::string_view text) {
    return text.substr(text.find_last_of(" *&") + 1);
  }
  [[nodiscard]] static std::string_view behind(std::string_view text, std::string_view key) {
    const std::size_t at = text.find(key);
    return at == std::string_view::npos ? text : text.substr(at + key.size());
  }
  [[nodiscard]] static std::string_view inside_braces(std::string_view text) {
    return text.size() < 2 || text.front() != '{' ? std::string_view() : text.substr(1, text.size() - 2);
  }
  /// "(10, 20, )", from "{10L, 20L}" or from the name of this list.
  [[nodiscard]] std::string numbers(std::string_view name) const {
    const auto list = lists_.find(name);
    std::string out = "(";
    for (const std::string_view item : items_of(inside_braces(list == lists_.end() ? name : list->second)))
      out += number(item) + ", ";
    return out + ")";
  }
  [[nodiscard]] static std::string number(std::string_view text) {
    return std::string(text.substr(0, text.find_last_not_of("Lu") + 1));
  }

  /// Adds a statement of the body, in parts, indented as it was. Always returns true, for callers that return it.
  bool write(std::initializer_list<std::string_view> parts) {
    std::string line(4 * static_cast<std::size_t>(std::max<std::ptrdiff_t>(1 + depth_, 1)), ' ');
    for (const std::string_view part : parts) line += part;
    add(std::move(line));
    return true;
  }
  void add(std::string line) { out_.lines.push_back({out_.made.emplace_back(std::move(line)), number_}); }

  const Source& cpp_;
  Source out_;
  Part part_ = Part::outside;
  std::size_t number_ = 0;
  std::ptrdiff_t skipped_ = 0;  // braces that are open under a condition
  std::ptrdiff_t depth_ = 0;    // braces that are open in lines that are not skipped
  bool reuse_ = false;
  std::string_view name_;  // of the kernel whose parameters are read
  std::string list_, results_;
  std::unordered_map<std::string_view, std::string_view> lists_;
  std::unordered_map<std::string, std::string_view> pointers_;
  std::map<std::string, std::string, std::less<>> parts_;  // of pools, by variable
  std::set<std::string, std::less<>> fresh_;               // tensors made empty, for an operator to fill
};

}  // namespace

Source python_of(const Source& cpp) {
  return Translator(cpp).translate();
}

}  // namespace stowage::inductor
