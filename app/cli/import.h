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

}  // namespace stowage::cli
