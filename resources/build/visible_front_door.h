// SPDX-License-Identifier: Apache-2.0
// Precompiled into every source of a shared library, whose symbols are hidden: what the front door and the headers that
// it needs declare is not.
#pragma once

#pragma GCC visibility push(default)
#include "core/stowage.h"
#pragma GCC visibility pop
