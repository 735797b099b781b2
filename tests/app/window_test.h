// SPDX-License-Identifier: GPL-3.0-or-later
// What a test of the window begins with: the driver, what most of them need of Qt and the standard library (their files
// do not name it again), and the names of the project.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "app/frame/time_centre.h"
#include "app/settings/preferences.h"
#include "app/settings/samples.h"
#include "core/formats/document.h"
#include "tests/app/shown.h"
#include "tests/folders.h"
#include "tests/gui/words.h"
#include "tests/support/shared.h"
#include "tests/support/training_graph.h"
#include "widgets/edit/edits.h"

using namespace stowage;
using namespace stowage::test;

namespace stowage::test {

/// Two streams: a and b take 1.5 ms, c and d 1.25 ms. `from` is where the durations are from.
inline QByteArray two_timed_streams(const char* from = "measured") {
  QByteArray json(R"({"format": "stowage-graph", "version": 1, "nodes": [
      {"id": "a", "stream": 0, "duration": 1000000, "duration_from": "FROM"},
      {"id": "b", "stream": 0, "duration": 500000, "duration_from": "FROM"},
      {"id": "c", "stream": 1, "duration": 1000000, "duration_from": "FROM"},
      {"id": "d", "stream": 1, "duration": 250000, "duration_from": "FROM"}],
      "tensors": [{"id": "x", "size": 4096, "producer": "a", "consumers": ["b"]},
                  {"id": "y", "size": 4096, "producer": "d", "output": true}]})");
  return json.replace("FROM", from);
}

/// The name of a dock as layouts have it that are kept.
inline QByteArray as_written(const QString& name) {
  QByteArray out;
  QDataStream stream(&out, QIODevice::WriteOnly);
  stream << name;
  return out;
}

/// Two modules; the first has two of its own.
inline constexpr auto kLayers = R"({"format": "stowage-graph", "version": 1, "name": "layers", "nodes": [
      {"id": "a.0.x"}, {"id": "a.0.y"}, {"id": "a.1.x"}, {"id": "a.1.y"}, {"id": "b.x"}, {"id": "b.y"}],
      "tensors": [{"id": "s", "size": 4096, "producer": "a.0.x", "consumers": ["a.1.y"]},
                  {"id": "t", "size": 8192, "producer": "a.1.x", "consumers": ["b.y"]},
                  {"id": "u", "size": 2048, "producer": "b.x", "consumers": ["b.y"]}]})";

}  // namespace stowage::test
