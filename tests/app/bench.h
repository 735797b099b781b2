// SPDX-License-Identifier: GPL-3.0-or-later
// What the benchmarks of the window share.
#pragma once

#include <time.h>

#include <memory>
#include <utility>

#include "app/window/main_window.h"

namespace stowage::test {

/// As if it came from a file.
inline void open_graph(MainWindow& window, std::shared_ptr<const Graph> graph) {
  Document document;
  document.graph = std::move(graph);
  document.format = "stowage-graph";
  window.document().open("benchmark", document, {});
}

/// By this thread, or all of them, so far, in milliseconds: says the same on a machine that is busy with other things.
inline double computed(clockid_t by = CLOCK_THREAD_CPUTIME_ID) {
  timespec time{};
  clock_gettime(by, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

}  // namespace stowage::test
