// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/formats/inductor/buffers.h"
#include "core/formats/inductor/module.h"
#include "core/formats/inductor/program.h"
#include "core/formats/inductor/python_text.h"

namespace stowage::inductor {

/// The operators of a module, made from its calls in their order: on which stream each runs, what it waits for, and
/// which buffers it reads and writes.
class Launches {
 public:
  /// All three must outlive this.
  Launches(Program& program, Buffers& buffers, const Module& module)
      : program_(program), buffers_(buffers), module_(module) {}

  /// The line of the next statements, for places and names.
  void set_line(std::size_t line) { line_ = line; }

  /// A call that runs something; its results have the names on the left.
  void launch(const Call& call, std::string_view left);
  /// "buf3.item()": the host reads it.
  void read_by_host(std::string_view text);
  /// A line of an unknown form: it is counted and shown, and is an operator that reads every tensor that it names.
  void unknown(std::string_view text, std::string_view left, std::string_view arguments = {});

  // ---- streams of the user
  /// "with torch.cuda.stream(stream1):"; the lines of the scope are indented further.
  void begin_scope(std::string_view text, std::size_t indent);
  void end_scopes(std::size_t indent) {
    while (!scopes_.empty() && indent <= scopes_.back().first) scopes_.pop_back();
  }
  /// "torch.ops.streams.record_event.default(event, stream)", "…wait_event…"; false for other calls.
  bool take_event(const Call& call);

  /// Names the streams, and writes the counts to the summary.
  void finish();

 private:
  using Op = std::uint32_t;
  static constexpr std::int64_t kMain = 0;

  Op add(std::string_view name, std::string_view kind, std::int64_t stream);
  [[nodiscard]] std::int64_t stream() const { return scopes_.empty() ? kMain : scopes_.back().second; }
  std::int64_t stream_named(const std::string& name);
  std::int64_t stream_of(std::string_view text);
  void launch_kernel(std::string_view name, const Call& call);
  void launch_extern(const Call& call, std::string_view left, Op op);
  void launch_collective(const Call& call, std::string_view left);
  void wait_for(const Call& call, std::string_view left);
  void return_names(std::string_view left, Op op);
  void note_product(std::string_view callee, const std::vector<std::string_view>& arguments, std::string_view out,
                    Op op);

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

}  // namespace stowage::inductor
