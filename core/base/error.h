// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace stowage {

/// One thing wrong (or, as a warning, one thing assumed) and where.
struct Diagnostic {
  std::string file;    ///< as the user named it; empty where no file is involved
  std::string place;   ///< "line 17", "/tensors/3/size", "byte 512"; empty: the whole file
  std::string reason;  ///< one sentence without a final stop

  /// `FILE:PLACE: reason`, without the empty parts.
  [[nodiscard]] std::string text() const {
    std::string out = file;
    for (const auto& [separator, part] : {std::pair(":", &place), std::pair(": ", &reason)}) {
      if (part->empty()) continue;
      if (!out.empty()) out += separator;
      out += *part;
    }
    return out;
  }
  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// Why there is no answer. The kinds are different answers to the user.
struct Error {
  enum class Kind {
    bad_input,    ///< a file, an argument or a graph is at fault
    cancelled,    ///< the caller stopped the work
    timed_out,    ///< the deadline passed first
    infeasible,   ///< it was proved that there is no answer
    unsupported,  ///< the input is fine, but not for this algorithm
    too_large,    ///< more than the algorithm, or the format, can take
    external,     ///< another program (a solver) is missing, failed, or answered wrongly
    no_memory,    ///< the machine has too little
  };
  Kind kind = Kind::bad_input;
  std::vector<Diagnostic> faults;  ///< every fault found, in order of place; never empty

  [[nodiscard]] static Error bad_input(std::string file, std::string place, std::string reason) {
    return {Kind::bad_input, {{std::move(file), std::move(place), std::move(reason)}}};
  }
  /// An error that concerns no file, or no known one.
  [[nodiscard]] static Error of(Kind kind, std::string reason) { return {kind, {{"", "", std::move(reason)}}}; }
  [[nodiscard]] static Error cancelled() { return {Kind::cancelled, {{"", "", "cancelled"}}}; }
  [[nodiscard]] static Error timed_out() { return {Kind::timed_out, {{"", "", "the time limit passed"}}}; }
  [[nodiscard]] static Error no_memory() { return {Kind::no_memory, {{"", "", "not enough memory"}}}; }

  /// Whether the caller or the deadline stopped the work.
  [[nodiscard]] bool is_stop() const { return kind == Kind::cancelled || kind == Kind::timed_out; }
  /// Whether the same question gets the same answer again, however much time and memory there is.
  [[nodiscard]] bool is_final() const { return !is_stop() && kind != Kind::no_memory; }
  /// All faults, one a line.
  [[nodiscard]] std::string text() const {
    std::string out;
    for (const Diagnostic& fault : faults) {
      if (!out.empty()) out += '\n';
      out += fault.text();
    }
    return out;
  }
};

template <class T>
using Result = tl::expected<T, Error>;

/// Error::bad_input(), to return as a Result.
[[nodiscard]] inline tl::unexpected<Error> bad_input(std::string file, std::string place, std::string reason) {
  return tl::unexpected(Error::bad_input(std::move(file), std::move(place), std::move(reason)));
}

/// Returns the result of `work`, or no_memory where `work` asks for more memory than there is; `work` must then leave
/// nothing half done that is still used. For work that can be left out; elsewhere std::bad_alloc goes on to the caller.
template <class Work>
[[nodiscard]] std::invoke_result_t<const Work&> unless_memory_runs_out(const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return tl::unexpected(Error::no_memory());
  } catch (const std::length_error&) {  // a container that could not grow so far on any machine
    return tl::unexpected(Error::no_memory());
  }
}

}  // namespace stowage

#define STOWAGE_JOIN_(a, b) a##b
#define STOWAGE_JOIN(a, b) STOWAGE_JOIN_(a, b)
/// Declares a value, or returns the error of the Result: `STOWAGE_TRY(const auto graph, read(bytes));`.
#define STOWAGE_TRY(declaration, ...) STOWAGE_TRY_(STOWAGE_JOIN(result_, __LINE__), declaration, __VA_ARGS__)
#define STOWAGE_TRY_(result, declaration, ...)                   \
  auto result = __VA_ARGS__;                                     \
  if (!result) return tl::unexpected(std::move(result).error()); \
  declaration = *std::move(result)
/// Returns the error of a Result that has no value to declare: `STOWAGE_CHECK(write(bytes));`.
#define STOWAGE_CHECK(...) \
  if (auto result_of_check = __VA_ARGS__; !result_of_check) return tl::unexpected(std::move(result_of_check).error())
