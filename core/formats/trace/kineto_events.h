// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// Numbers texts; equal texts have one number.
class KnownTexts {
 public:
  std::uint32_t add(const std::string& text) {
    const auto [at, added] = index_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
    if (added) texts_.push_back(&at->first);
    return at->second;
  }
  [[nodiscard]] const std::string& operator[](std::uint32_t k) const { return *texts_[k]; }

 private:
  std::unordered_map<std::string, std::uint32_t> index_;
  std::vector<const std::string*> texts_;  // keys of the table, which stay where they are
};

/// The events of a Chrome trace that are read. Times are nanoseconds on the file's clock, not from its first event.
struct KinetoTrace {
  struct HostOp {
    std::uint32_t thread, name;
    std::int64_t start, end;
  };
  struct Launch {
    std::uint32_t thread;
    std::int64_t start;
  };
  struct Kernel {
    std::uint32_t name;
    std::int64_t device, stream, start, end;
    std::optional<std::int64_t> correlation;
    std::size_t item;  ///< in the file
  };
  /// A stream waits for the work that another stream had when an event was recorded on it.
  struct Wait {
    std::int64_t device, stream, on_stream, record, correlation;
  };
  /// The host's call that made a stream wait; it does not name the event.
  struct WaitCall {
    std::optional<std::int64_t> correlation;
    Launch call;
    std::size_t item;
  };
  struct Memory {
    std::uint32_t thread;
    std::int64_t time, bytes, device;
    std::uint64_t address;
    std::optional<std::int64_t> allocated, reserved;  ///< totals of the device after the event
    std::size_t item;
  };

  KnownTexts texts;
  std::vector<HostOp> ops;
  std::unordered_map<std::int64_t, Launch> launches;  ///< by correlation
  std::vector<Kernel> kernels;
  std::vector<Wait> waits;
  std::vector<WaitCall> wait_calls;
  std::set<std::int64_t> named_waits;  ///< correlations of waits whose event the file names, be it before the trace
  std::vector<Memory> memory;
  bool profiled_memory = false;  ///< the file says so
  std::string prefix;            ///< of places: "/traceEvents", or "" for a bare list
  ImportSummary summary;
};

/// Nanoseconds of a decimal text of microseconds ("12.5", "1.2e3"); none where the text is not a number in range.
[[nodiscard]] std::optional<std::int64_t> nanoseconds(std::string_view microseconds);

[[nodiscard]] Result<KinetoTrace> read_kineto_events(const FileToRead& in);

}  // namespace stowage
