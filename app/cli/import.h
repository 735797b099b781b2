// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"

namespace stowage::cli {

/// What became of everything in a file that another program wrote: the summary, the dimensions that are open, the
/// devices to choose from, and whether there is a plan. Prints nothing of what the document does not have.
void print_import(const Document& document);

/// Adds "summary": [{"kind", "what", "count", "names", "times"}], "open_dimensions": [{"name", "tensors", "stored"}],
/// "devices": [number], "unknown_sizes": number of tensors, and "plan": {"footprint"} where the file carries one.
void add_import(Json& json, const Document& document);

/// Why there is no plan in a document, as far as the file's reader says it.
[[nodiscard]] std::string why_no_plan(const Document& document);

/// Each allocation for which a recorded heap had no memory left, with what was free then: text, and
/// "out_of_memory": [{"event", "requested", "stream", "device_free", "reserved", "free", "largest_free_block",
/// "pending_frees"}]. Nothing where there was none.
void print_failures(const Document& document);
void add_failures(Json& json, const Document& document);

}  // namespace stowage::cli
