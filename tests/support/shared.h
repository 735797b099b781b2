// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace stowage::test {

/// The folder of real inputs and independent checkers, which is no part of the repository: $STOWAGE_SHARED, else
/// `../shared` or `../../shared` beside the sources. Empty where there is none: see STOWAGE_NEEDS_SHARED.
[[nodiscard]] std::string shared_dir();

/// `shared_dir()/relative` where that exists, else empty.
[[nodiscard]] std::string shared_path(const std::string& relative);

/// The files of `shared_dir()/relative` whose name ends with `suffix`, sorted.
[[nodiscard]] std::vector<std::string> shared_files(const std::string& relative, const std::string& suffix);

/// A Python program: CHECKER INPUT PLAN… runs check_plan.py for one input and many plans; the input is read once.
inline constexpr const char* kManyPlans = R"(
import copy, functools, os, runpy, sys
checker, given, plans = sys.argv[1], sys.argv[2], sys.argv[3:]
sys.path.insert(0, os.path.dirname(checker))
import stowage_ref
read_once = functools.cache(stowage_ref.read_graph)
stowage_ref.read_graph = lambda path: copy.copy(read_once(path))  # a plan may bring an order of its own
stowage_ref.read_intervals = functools.cache(stowage_ref.read_intervals)
bad = 0
for plan in plans:
    sys.argv = [checker, given, plan]
    try:
        runpy.run_path(checker, run_name="__main__")
    except SystemExit as end:
        if end.code:
            print("above: the faults of", plan)
            bad = 1
sys.exit(bad)
)";

}  // namespace stowage::test

/// First line of a test (or of its _data function) that reads real inputs: skips it, saying so, where they are absent.
#define STOWAGE_NEEDS_SHARED()                                                                   \
  do {                                                                                           \
    if (stowage::test::shared_dir().empty())                                                     \
      STOWAGE_SKIP("the folder of real inputs is not here (set STOWAGE_SHARED to where it is)"); \
  } while (false)
