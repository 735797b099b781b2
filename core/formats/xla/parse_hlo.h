// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/formats/xla/hlo.pb.h"

namespace stowage::xla {

/// Reads a module with its buffer assignment. bad_input: it is damaged (with byte and field), has 2 GiB, or lacks one.
[[nodiscard]] Result<std::unique_ptr<Hlo>> parse_hlo(std::string_view bytes, const std::string& file);

}  // namespace stowage::xla
