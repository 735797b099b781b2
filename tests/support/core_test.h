// SPDX-License-Identifier: Apache-2.0
// What a test of core begins with: its checks, graphs from text, plans by hand, files, and the names of the project.
#pragma once

#include "core/formats/document.h"
#include "core/formats/file.h"
#include "core/graph/builder.h"
#include "core/graph/lifetimes.h"
#include "core/papers/tables.h"
#include "core/plan/bounds.h"
#include "core/planning/graph_plans.h"
#include "tests/folders.h"
#include "tests/support/checks.h"
#include "tests/support/exhaustive.h"
#include "tests/support/files.h"
#include "tests/support/graphs.h"
#include "tests/support/imports.h"
#include "tests/support/outcome.h"
#include "tests/support/planning.h"
#include "tests/support/rounds.h"
#include "tests/support/shared.h"
#include "tests/support/sharing.h"

using namespace stowage;
using namespace stowage::test;
