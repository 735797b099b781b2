// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/report/finding.h"

namespace stowage::cli {

/// Adds the heap maps of both plans to a finding, on one scale of addresses: before at the left, after at the right.
/// One that cannot be drawn is left out. Needs an Offscreen.
[[nodiscard]] Result<void> add_maps(Finding& finding, const Side* before, const Side* after, const Task& task);

}  // namespace stowage::cli
