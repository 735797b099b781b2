// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/validator.h"

namespace stowage {

/// "overlap", "broken_group", …: the names that the command line and the Python module give to programs.
[[nodiscard]] const char* name_of(Violation::Kind kind);

}  // namespace stowage
