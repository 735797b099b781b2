// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"
#include "core/graph/graph.h"

namespace stowage::inductor {

/// A line of a source, without the log's prefix. The text is a view of the file, or of Source::made.
struct SourceLine {
  std::string_view text;
  std::size_t number;  ///< in the file, from 1
};

/// One graph as text.
struct Source {
  enum class Kind { wrapper, cpp_wrapper, listing };
  Kind kind;
  std::string name;
  std::string compilation{};  ///< "0/1" in a trace, empty elsewhere
  std::vector<SourceLine> lines{};
  std::deque<std::string> made{};  ///< the text of the lines, where it is not in the file

  /// A fault at its last line.
  [[nodiscard]] tl::unexpected<Error> fault(const std::string& file, std::string reason) const {
    const std::string place = lines.empty() ? "" : "line " + std::to_string(lines.back().number);
    return bad_input(file, place, std::move(reason));
  }
};

/// A graph between the lines and the document: operators in their order, and the tensors that they make and read.
struct Program {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct Operator {
    std::string name, kind;
    std::int64_t stream = 0;
    Duration duration{};
    std::size_t line = 0;
  };
  /// Bytes that several tensors have, one after the other in time.
  struct Slot {
    std::string space;
    std::uint32_t pool = kNone;        ///< the slot that it is a part of
    std::int64_t offset = 0;           ///< in the pool
    std::size_t begin = 0;             ///< the number of operators before its allocation
    std::optional<std::size_t> end{};  ///< the number before the del of its last name
    std::uint32_t last = kNone;        ///< the tensor that took it over last
  };
  struct Shape {
    std::vector<std::int64_t> sizes{};
    std::optional<std::int64_t> elements{};  ///< from the first to the last
    std::optional<std::int64_t> element_bytes{};

    /// None where a factor is not known, or the product is above 2^53.
    [[nodiscard]] std::optional<std::int64_t> bytes() const;
  };
  struct Tensor {
    std::string name;
    Shape shape{};
    std::uint32_t slot = kNone;
    std::uint32_t producer = kNone;
    std::vector<std::uint32_t> uses{};
    bool given = false;  ///< an input: the caller's memory, which has no bytes here
    bool output = false;
    bool dropped = false;  ///< it turned out to be another name, a list of tensors, or a pool
    // ---- while statements are read (Buffers)
    bool is_written = false;
    std::uint32_t over = kNone;     ///< the tensor whose slot it took over
    std::uint32_t same_as = kNone;  ///< set where it turned out to be another name of this tensor
    std::uint32_t made_by = kNone;  ///< the operator that returned it, perhaps as a list
    std::uint32_t names = 0;        ///< how many names it has: given and not deleted
  };
  /// An operator that writes `output` over `input`.
  struct InPlace {
    std::uint32_t input, output;
  };

  std::string name;
  std::vector<Operator> operators{};
  std::vector<Tensor> tensors{};
  std::vector<Slot> slots{};
  std::vector<InPlace> in_place{};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> control{};
  std::vector<std::pair<std::int64_t, std::string>> streams{};  ///< number and name
  std::vector<std::pair<std::uint32_t, double>> products{};  ///< operators that multiply matrices, and their operations
  bool has_places = false;  ///< whether the places of slots are known, which makes them a plan
  ImportSummary summary{};

  /// The longest tensor of each slot.
  [[nodiscard]] std::vector<std::int64_t> slot_lengths() const;
};

/// Translates the C++ wrapper of AOTInductor into a module in Python with the same uses of memory, statement by
/// statement. Inputs and weights are arguments of the caller. Lines keep their numbers.
[[nodiscard]] Source python_of(const Source& cpp);

/// Reads the body of `call` in a module that Inductor wrote, statement by statement. A line of an unknown form is
/// counted; it is an operator that reads every tensor that it names, so that no lifetime ends too soon.
/// bad_input: there is no body, or it does not end.
[[nodiscard]] Result<Program> read_wrapper(const Source& source, const FileToRead& in);

/// Reads an FX listing, which PyTorch prints of a graph before Inductor fuses it. Each line is an operator that makes a
/// tensor of the type in quotes; views are other names of their argument. bad_input: there is no "forward", it does not
/// end in a return, or it is empty.
[[nodiscard]] Result<Program> read_listing(const Source& source, const FileToRead& in);

/// Gives the operators of a wrapper the times that Inductor estimated ("inductor_runtime_and_tensor_meta" of a trace),
/// where there is one for each operator. Some versions write 1,000 times the estimate for matrix products. Where no
/// large product would run faster than 1 TFLOP/s, products are divided by 1,000, and the summary says so.
void add_estimates(Program& program, const std::vector<SourceLine>& json, const std::string& file, const Task& task);

/// Returns the graph, and the plan where has_places: slots lie one behind the other in their memory.
[[nodiscard]] Result<Document> document_of(Program program, const FileToRead& in);

/// The use of an argument by an operator.
enum class Role { none, read, write, both };

struct KernelParameter {
  Role role = Role::none;               ///< none: a number
  std::optional<std::int64_t> bytes{};  ///< of an element
};

/// The parts of a module's text that are read.
struct Module {
  /// The lines of `call` and of partitions, without blank lines and lines of comments, by function.
  std::map<std::string, std::vector<SourceLine>, std::less<>> bodies;
  /// The parameters of the kernels whose text stands in the module, by name.
  std::unordered_map<std::string_view, std::vector<KernelParameter>> kernels;
  /// Bytes of an element of inputs, by name, as the function that measures the module makes them.
  std::unordered_map<std::string_view, std::int64_t> input_bytes;

  /// Null where the kernel's text is not there.
  [[nodiscard]] const std::vector<KernelParameter>* find_kernel(std::string_view name) const {
    const auto at = kernels.find(name);
    return at == kernels.end() ? nullptr : &at->second;
  }
};

/// Reads a module. Its views are of the source.
[[nodiscard]] Module read_module(const Source& source);

/// The characters that begin and end a text in Python.
inline constexpr std::string_view kQuotes = "'\"";

/// How many blanks a line begins with.
[[nodiscard]] std::size_t indent_of(std::string_view line);
[[nodiscard]] bool is_name(std::string_view text);

/// Where a character first stands outside of brackets and quotes; npos where it does not.
[[nodiscard]] std::size_t find_outside(std::string_view text, char wanted);
/// The pieces between semicolons (outside of brackets and quotes), without empty ones and blanks around them.
[[nodiscard]] std::vector<std::string_view> statements_in(std::string_view text);

/// "a = b", without blanks around either.
struct Assignment {
  std::string_view left, right;
};
/// None where there is no "=" outside of brackets, or the first one is a "==".
[[nodiscard]] std::optional<Assignment> assignment_in(std::string_view text);

/// Names in a piece of code, in order; without attributes, keywords and quoted text.
[[nodiscard]] std::vector<std::string_view> names_in(std::string_view text);
/// The items between commas (outside of brackets and quotes), without blanks around them.
[[nodiscard]] std::vector<std::string_view> items_of(std::string_view list);
/// "a, b" of "(a, b)", "[a, b]" or "a, b".
[[nodiscard]] std::string_view inside_brackets(std::string_view text);
/// Whole numbers in brackets; none where an item is not a whole number.
[[nodiscard]] std::optional<std::vector<std::int64_t>> numbers_of(std::string_view text);

/// A call: "extern_kernels.mm" and the text in its brackets.
struct Call {
  std::string_view callee, arguments;
  std::string_view grid{};  ///< of "kernel[grid](arguments)"
};
/// The call, where `text` as a whole is one.
[[nodiscard]] std::optional<Call> call_in(std::string_view text);
/// The value of a keyword among arguments; empty where it is missing.
[[nodiscard]] std::string_view keyword(const std::vector<std::string_view>& arguments, std::string_view name);
[[nodiscard]] bool is_keyword(std::string_view argument);

/// Bytes of an element of a type as PyTorch ("torch.float16"), an FX listing ("f16") or Triton ("*fp16") writes it.
[[nodiscard]] std::optional<std::int64_t> bytes_of_type(std::string_view type);

/// Elements from the first of a tensor to the last; none where a number is negative, or the sum is above 2^53.
[[nodiscard]] std::optional<std::int64_t> extent_of(const std::vector<std::int64_t>& sizes,
                                                    const std::vector<std::int64_t>& strides);
/// Strides of a tensor without gaps, the last dimension innermost.
[[nodiscard]] std::vector<std::int64_t> packed_strides(const std::vector<std::int64_t>& sizes);

}  // namespace stowage::inductor
