// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/insight/learn/lesson.h"

namespace stowage::test {

/// The folder of the lessons that come with the program.
[[nodiscard]] std::string lesson_folder();
/// The files there, or in one of the folders beside them, sorted.
[[nodiscard]] std::vector<std::string> lesson_names(const std::string& folder = lesson_folder());
/// One of them; throws on a fault.
[[nodiscard]] Lesson shipped_lesson(const std::string& name);

/// A small lesson that is right, to be made wrong in one way: P [0,10), Q [15,19), and the group X (4), Y (1) of which
/// X conflicts with both; worked out by hand in the appendix of errata, the first start free is 10.
[[nodiscard]] nlohmann::ordered_json small_lesson();
/// As it is, with its graph inside.
[[nodiscard]] Result<Lesson> read_lesson_tree(const nlohmann::ordered_json& tree);
/// Sets what a pointer names to a JSON text, or takes it away where that is empty.
void change(nlohmann::ordered_json& tree, const std::string& pointer, const std::string& value);

}  // namespace stowage::test
