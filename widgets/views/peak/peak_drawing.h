// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "widgets/painters/page/export.h"
#include "widgets/views/peak/peak_content.h"

namespace stowage {

/// The contributors of one kind as bars that add up to the total, for a file. `content` may be null.
[[nodiscard]] Drawing peak_drawing(const PlanView& view, std::shared_ptr<const PeakContent> content, ContributorBy by);

}  // namespace stowage
