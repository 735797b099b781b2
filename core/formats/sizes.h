// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace stowage {

struct Document;

/// Sizes of tensors in bytes, by name. A tensor of a body has a path, as in plan files: "if:then/x", "while/if:else/x".
using TensorSizes = std::map<std::string, std::int64_t>;

/// Gives tensors these sizes in place of the file's. A tensor of a body that is a tensor of the graph around it gets
/// the size of that tensor. The offsets of a plan stay. bad_input: no tensor has the name, the tensor of a body is one
/// of the graph around, a size is not within 0 … 2^53, a view does not fit into its tensor any more.
[[nodiscard]] Result<void> give_sizes(Document& document, const TensorSizes& sizes, const std::string& file);

/// Reads a CSV of sizes: the columns `tensor` (or `name`, `id`) and `bytes` (or `size`), in any order; without such a
/// header, the first two columns. bad_input has line and reason of every fault.
[[nodiscard]] Result<TensorSizes> read_sizes(std::string_view csv, const std::string& file);

}  // namespace stowage
