// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/formats/json.h"
#include "core/formats/unique_names.h"
#include "core/graph/builder.h"

namespace stowage {

/// Adds kernels of a trace as operators. Each has the name of the host operator that launched it, the stream that it
/// ran on, and its measured duration in nanoseconds. It keeps its own name as "kernel".
class KernelOperators {
 public:
  explicit KernelOperators(GraphBuilder& builder) : builder_(builder) {}

  void add(const std::string& op, const std::string& kernel, std::int64_t stream_number, std::int64_t nanoseconds) {
    StreamId stream = builder_.find_stream(stream_number);
    if (!stream.valid()) stream = builder_.add_stream(stream_number);
    std::string extra = "{\"kernel\": ";
    append_json_string(extra, kernel);
    extra += '}';
    builder_.add_operator({.name = names_.add(op),
                           .stream = stream,
                           .kind = op,
                           .extra = extra,
                           .duration = {nanoseconds, Duration::From::measured}});
  }

 private:
  GraphBuilder& builder_;
  UniqueNames names_;
};

}  // namespace stowage
