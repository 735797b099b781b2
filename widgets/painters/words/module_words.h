// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <QString>

#include "widgets/painters/model/graph_modules.h"

namespace stowage {

/// What a node of the modules is called in the language of the window: a phase as phase_label() has it, and a module by
/// the last part of its name, at most so many letters.
[[nodiscard]] QString module_label(const GraphModules& modules, std::uint32_t node, std::size_t most);
/// The same, but a module by its whole name.
[[nodiscard]] QString module_title(const GraphModules& modules, std::uint32_t node, std::size_t most);

}  // namespace stowage
