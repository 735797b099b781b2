// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/io/import_summary.h"
#include "core/io/xla/hlo.pb.h"
#include "core/io/xla/module_text.h"

namespace stowage::xla {

/// The buffers of a module that comes without an assignment: one for each array that an instruction makes, as large as
/// its shape, each in an allocation of its own. What owns no bytes (bitcasts, tuples and their elements, results of
/// calls, loops and waits, what an instruction says to be an operand's) has none. bad_input where a shape is not known.
[[nodiscard]] Result<void> make_up_assignment(const ModuleText& module, const std::string& file, ImportSummary& summary,
                                              BufferAssignment& out);

}  // namespace stowage::xla
