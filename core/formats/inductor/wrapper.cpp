// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/formats/inductor/buffers.h"
#include "core/formats/lines.h"
#include "core/formats/utf8.h"

namespace stowage::inductor {
namespace {

/// "mm" of "extern_kernels.mm", "aten.sort" of "torch.ops.aten.sort.default".
std::string_view short_name(std::string_view callee) {
  constexpr std::string_view kDefault = ".default";
  for (const std::string_view start : {std::string_view("extern_kernels."), std::string_view("torch.ops.")})
    if (callee.starts_with(start)) callee.remove_prefix(start.size());
  if (callee.ends_with(kDefault)) callee.remove_suffix(kDefault.size());
  return callee;
}

bool is_library(std::string_view callee) {
  static constexpr std::string_view kStarts[] = {"extern_kernels.", "torch.", "aten.",
                                                 "inductor_ops.",   "prims.", "_quantized."};
  return std::ranges::any_of(kStarts, [&](std::string_view start) { return callee.starts_with(start); });
}

/// The name of a collective's stream: the group is the last text among the arguments.
std::string group_in(const std::vector<std::string_view>& arguments) {
  std::string group;
  for (const std::string_view argument : arguments)
    if (argument.size() > 1 && kQuotes.find(argument.front()) != std::string_view::npos)
      group = argument.substr(1, argument.size() - 2);
  return "communication " + group;
}

/// The operators of a module, made from its calls in their order: on which stream each runs, what it waits for, and
/// which buffers it reads and writes.
class Launches {
 public:
  Launches(Program& program, Buffers& buffers, const Module& module)
      : program_(program), buffers_(buffers), module_(module) {}

  /// The line of the next statements, for places and names.
  void set_line(std::size_t line) { line_ = line; }

  /// A call that runs something; its results have the names on the left.
  void launch(const Call& call, std::string_view left) {
    constexpr std::string_view kRun = ".run";
    std::string_view callee = call.callee;
    const bool triton = callee.ends_with(kRun) || !call.grid.empty();
    if (callee.ends_with(kRun)) callee.remove_suffix(kRun.size());
    if (triton || module_.find_kernel(callee) != nullptr || callee.starts_with("cpp_fused"))
      return launch_kernel(callee, call);
    if (callee.find("_c10d_functional.wait_tensor") != std::string_view::npos) return wait_for(call, left);
    if (callee.find("_c10d_functional.") != std::string_view::npos) return launch_collective(call, left);
    // A method of a tensor: "workspace_0.zero_()".
    const std::size_t point = callee.find('.');
    const auto self = point == std::string_view::npos ? std::nullopt : buffers_.find(callee.substr(0, point));
    if (!self && !is_library(callee)) return unknown(callee, left, call.arguments);
    const Op op = add(short_name(callee), short_name(callee), stream());
    if (!self) return launch_extern(call, left, op);
    buffers_.write(*self, op, true);
    for (const std::uint32_t t : buffers_.named_in(call.arguments)) buffers_.read(t, op);
    ++updates_;
    return_names(left, op);
  }

  /// "buf3.item()": the host reads it.
  void read_by_host(std::string_view text) {
    const Op op = add("item", "item", stream());
    for (const std::uint32_t t : buffers_.named_in(text)) buffers_.read(t, op);
  }

  /// A line of an unknown form: it is counted and shown, and is an operator that reads every tensor that it names.
  void unknown(std::string_view text, std::string_view left, std::string_view arguments = {}) {
    program_.summary.add(Unknown::tr("lines of an unknown form"), shown(text));
    auto named = buffers_.named_in(text);
    for (const std::uint32_t t : buffers_.named_in(arguments)) named.push_back(t);
    const auto names = items_of(inside_brackets(left));
    const bool makes = std::ranges::any_of(names, [](std::string_view name) { return name.starts_with("buf"); });
    if (named.empty() && !makes) return;
    const Op op = add("line " + std::to_string(line_), "unknown", stream());
    for (const std::uint32_t t : named) buffers_.read(t, op);
    if (makes) return_names(left, op);
  }

  // ---- streams of the user

  /// "with torch.cuda.stream(stream1):"; the lines of the scope are indented further.
  void begin_scope(std::string_view text, std::size_t indent) {
    constexpr std::string_view kStream = ".stream(";
    const std::size_t at = text.find(kStream), close = text.find(')', at == std::string_view::npos ? 0 : at);
    if (at == std::string_view::npos || close == std::string_view::npos) return;
    const std::size_t begin = at + kStream.size();
    scopes_.emplace_back(indent, stream_of(trimmed(text.substr(begin, close - begin))));
  }
  void end_scopes(std::size_t indent) {
    while (!scopes_.empty() && indent <= scopes_.back().first) scopes_.pop_back();
  }

  /// "torch.ops.streams.record_event.default(event, stream)", "…wait_event…"; false for other calls.
  bool take_event(const Call& call) {
    const bool record = call.callee.find("streams.record_event") != std::string_view::npos;
    if (!record && call.callee.find("streams.wait_event") == std::string_view::npos) return false;
    const auto arguments = items_of(call.arguments);
    if (arguments.size() < 2) return false;
    const std::int64_t on = stream_of(arguments[1]);
    if (record) {
      if (const auto last = last_on_.find(on); last != last_on_.end())
        events_.insert_or_assign(std::string(arguments[0]), last->second);
    } else if (const auto event = events_.find(arguments[0]); event != events_.end()) {
      waits_[on].push_back(event->second);
    }
    ++syncs_;
    return true;
  }

  /// Names the streams, and writes the counts to the summary.
  void finish() {
    ImportSummary& summary = program_.summary;
    for (const auto& [op, given] : given_) {
      summary.add(Unknown::tr("collectives without a wait: their tensors last until the end"),
                  program_.operators[op].name);
      for (const std::uint32_t t : given) buffers_.keep(t);
    }
    program_.streams.emplace(program_.streams.begin(), kMain, program_.streams.empty() ? "" : "main");
    summary.count(Read::tr("kernels whose text is in the module"), module_.kernels.size());
    summary.count(Read::tr("Triton and C++ kernels"), kernels_run_);
    summary.count(Read::tr("operators with a place to write to"), outs_);
    summary.count(Read::tr("operators that return their results"), returns_);
    summary.count(Read::tr("operators without a result, which change their arguments"), updates_);
    summary.count(Read::tr("events between streams"), syncs_);
    summary.count(
        Assumed::tr(
            "collectives run on a stream of their group, and use their arguments until an operator waits for them"),
        collectives_);
    summary.say(Assumed::tr("operators of one stream run in the order of the lines"));
  }

 private:
  using Op = std::uint32_t;
  static constexpr std::int64_t kMain = 0;

  Op add(std::string_view name, std::string_view kind, std::int64_t on) {
    const auto op = static_cast<Op>(program_.operators.size());
    program_.operators.push_back(
        {.name = printable(name, "operator"), .kind = printable(kind, ""), .stream = on, .line = line_});
    if (const auto waits = waits_.find(on); waits != waits_.end()) {
      for (const Op before : waits->second) program_.control.emplace_back(before, op);
      waits_.erase(waits);
    }
    last_on_.insert_or_assign(on, op);
    return op;
  }

  [[nodiscard]] std::int64_t stream() const { return scopes_.empty() ? kMain : scopes_.back().second; }
  std::int64_t stream_named(const std::string& name) {
    const auto [at, added] = streams_.try_emplace(name, static_cast<std::int64_t>(streams_.size()) + 1);
    if (added) program_.streams.emplace_back(at->second, printable(name, "stream"));
    return at->second;
  }

  /// The stream of a name, as scopes have it, or of a number.
  std::int64_t stream_of(std::string_view text) {
    if (text == "0" || text == "stream0") return kMain;
    const auto number = whole_number(text);
    return stream_named(number ? "stream" + std::to_string(*number) : std::string(text));
  }

  void launch_kernel(std::string_view name, const Call& call) {
    const Op op = add(name, name.starts_with("cpp_fused") ? "cpp" : "triton", stream());
    const std::vector<KernelParameter>* kernel = module_.find_kernel(name);
    if (kernel == nullptr)
      program_.summary.add(
          Assumed::tr(
              "kernels without their text: they write the buffers that were not written before, and read the others"),
          printable(name, ""));
    std::vector<std::pair<std::uint32_t, Role>> touched;
    const auto arguments = items_of(call.arguments);
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      if (is_keyword(arguments[k])) continue;
      const KernelParameter* parameter = kernel != nullptr && k < kernel->size() ? &(*kernel)[k] : nullptr;
      for (const std::uint32_t t : buffers_.named_in(arguments[k])) {
        Role role = parameter != nullptr ? parameter->role : Role::none;
        Program::Tensor& tensor = program_.tensors[t];
        if (role == Role::none) role = tensor.is_written ? Role::read : Role::write;
        touched.emplace_back(t, role);
        if (parameter != nullptr && !tensor.shape.element_bytes) tensor.shape.element_bytes = parameter->bytes;
      }
    }
    // Reads come first, so that a write over a tensor comes after its last read.
    for (const auto& [t, role] : touched)
      if (role == Role::read) buffers_.read(t, op);
    for (const auto& [t, role] : touched)
      if (role != Role::read) buffers_.write(t, op, role == Role::both);
    ++kernels_run_;
  }

  void launch_extern(const Call& call, std::string_view left, Op op) {
    const auto arguments = items_of(call.arguments);
    const std::string_view out = keyword(arguments, "out");
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      if (arguments[k].starts_with("out=")) continue;
      const bool updates = out.empty() && left.empty() && k == 0;
      for (const std::uint32_t t : buffers_.named_in(arguments[k]))
        updates ? buffers_.write(t, op, true) : buffers_.read(t, op);
    }
    for (const std::uint32_t t : buffers_.named_in(out)) buffers_.write(t, op, false);
    note_product(call.callee, arguments, out, op);
    ++(!out.empty() ? outs_ : left.empty() ? updates_ : returns_);
    return_names(left, op);
  }

  /// Notes how many operations a product of matrices has: 2 m n k.
  void note_product(std::string_view callee, const std::vector<std::string_view>& arguments, std::string_view out,
                    Op op) {
    const bool plus = callee.ends_with(".addmm") || callee.ends_with(".baddbmm");
    if (!plus && !callee.ends_with(".mm") && !callee.ends_with(".bmm")) return;
    const std::size_t first = plus ? 1 : 0;
    const auto result = buffers_.find(out);
    if (!result || arguments.size() <= first) return;
    std::vector<std::int64_t> sizes;
    if (const auto t = buffers_.find(arguments[first])) {
      sizes = program_.tensors[*t].shape.sizes;
    } else if (const auto view = call_in(arguments[first]); view && view->callee == "reinterpret_tensor") {
      const auto parts = items_of(view->arguments);
      if (parts.size() > 1) sizes = numbers_of(parts[1]).value_or(sizes);
    }
    const std::vector<std::int64_t>& made = program_.tensors[*result].shape.sizes;
    if (sizes.empty() || made.empty()) return;
    double count = 2 * static_cast<double>(sizes.back());
    for (const std::int64_t size : made) count *= static_cast<double>(size);
    program_.products.emplace_back(op, count);
  }

  void launch_collective(const Call& call, std::string_view left) {
    const auto last = last_on_.find(stream());
    const Op before = last == last_on_.end() ? Program::kNone : last->second;
    const std::string_view name = short_name(call.callee);
    const Op op = add(name, name, stream_named(group_in(items_of(call.arguments))));
    if (before != Program::kNone) program_.control.emplace_back(before, op);
    ++collectives_;
    launch_extern(call, left, op);
    // It uses its arguments and results until an operator waits for one of them.
    auto& given = given_[op];
    given = buffers_.named_in(call.arguments);
    for (const std::string_view each : items_of(inside_brackets(left)))
      if (const auto t = buffers_.find(each)) given.push_back(*t);
    for (const std::uint32_t t : left.empty() ? given : buffers_.named_in(left)) pending_.insert_or_assign(t, op);
  }

  void wait_for(const Call& call, std::string_view left) {
    const std::string_view name = short_name(call.callee);
    const Op op = add(name, name, stream());
    ++updates_;
    const auto waited = buffers_.named_in(call.arguments);
    for (const std::uint32_t t : waited) {
      buffers_.read(t, op);
      const auto work = pending_.find(t);
      if (work == pending_.end()) continue;
      program_.control.emplace_back(work->second, op);
      if (const auto given = given_.find(work->second); given != given_.end()) {
        for (const std::uint32_t each : given->second) buffers_.read(each, op);
        given_.erase(given);
      }
      pending_.erase(work);
    }
    // Its result is the tensor that it waited for.
    const auto names = items_of(inside_brackets(left));
    if (names.size() == 1 && !waited.empty()) buffers_.name(names[0], waited.front());
  }

  void return_names(std::string_view left, Op op) {
    for (const std::string_view name : items_of(inside_brackets(left)))
      if (is_name(name)) buffers_.returned(name, op);
  }

  Program& program_;
  Buffers& buffers_;
  const Module& module_;
  std::size_t line_ = 0;
  std::vector<std::pair<std::size_t, std::int64_t>> scopes_;  // indentation and stream
  std::map<std::string, std::int64_t> streams_;               // by name
  std::unordered_map<std::int64_t, Op> last_on_;              // by stream
  std::unordered_map<std::int64_t, std::vector<Op>> waits_;   // of the next operator of a stream
  std::map<std::string, Op, std::less<>> events_;             // the last operator before a record
  std::unordered_map<std::uint32_t, Op> pending_;             // the collective that works on a tensor
  std::unordered_map<Op, std::vector<std::uint32_t>> given_;  // what an open collective reads and makes
  std::size_t kernels_run_ = 0, outs_ = 0, returns_ = 0, updates_ = 0, collectives_ = 0, syncs_ = 0;
};

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
  WrapperReader(const Source& source, const FileToRead& in) : source_(source), in_(in), module_(read_module(source)) {
    program_.name = source.name;
    program_.has_places = true;
  }

  Result<Program> read() {
    const auto call = module_.bodies.find("call");
    if (call == module_.bodies.end()) return source_.fault(in_.file, "there is no body of \"call\" in this module");
    for (const SourceLine& line : call->second)
      if (!step(line, 0)) return tl::unexpected(in_.task.why_stopped());
    buffers_.end_loops(0);
    if (!returned_) return source_.fault(in_.file, "the body of \"call\" ends without a return");
    if (program_.operators.empty() && program_.tensors.empty())
      return source_.fault(in_.file, "the body of \"call\" does nothing");
    launches_.finish();
    buffers_.finish();
    return std::move(program_);
  }

 private:
  /// Reads one line; false where the task was stopped. `base` is added to its indentation, for lines of a partition.
  bool step(const SourceLine& line, std::size_t base) {
    if (in_.task.poll(statements_++)) return false;
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
    if (text.starts_with("return")) return returned_ = true, buffers_.give_back(text.substr(6));
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
    program_.summary.count(Read::tr("partitions"), 1);
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
  const FileToRead& in_;
  const Module module_;
  Program program_;
  Buffers buffers_{program_};
  Launches launches_{program_, buffers_, module_};
  std::map<std::string, std::string_view, std::less<>> lists_;  // the text in brackets, by the name of the list
  std::size_t statements_ = 0;
  bool returned_ = false, in_partition_ = false;
};

}  // namespace

Result<Program> read_wrapper(const Source& source, const FileToRead& in) {
  if (source.kind == Source::Kind::wrapper) return WrapperReader(source, in).read();
  const Source python = python_of(source);
  return WrapperReader(python, in).read();
}

}  // namespace stowage::inductor
