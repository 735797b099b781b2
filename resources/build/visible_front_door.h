// SPDX-License-Identifier: Apache-2.0
// Precompiled into every source of core, whose symbols are hidden: what the front door, the doors behind it and the
// headers that they need declare is not, for a shared library.
#pragma once

#pragma GCC visibility push(default)
#include "core/formats/document.h"
#include "core/papers/tables.h"
#include "core/planning/graph_plans.h"
#include "core/safety/conflicts.h"
#include "core/stowage.h"
#pragma GCC visibility pop
