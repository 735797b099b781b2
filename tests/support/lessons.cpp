// SPDX-License-Identifier: Apache-2.0
#include "tests/support/lessons.h"
#include "tests/folders.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/formats/file.h"
#include "core/formats/lesson_json.h"
#include "tests/support/outcome.h"

namespace stowage::test {

std::string lesson_folder() {
  return STOWAGE_SOURCE_DIR "/samples/lessons";
}

std::vector<std::string> lesson_names(const std::string& folder) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.is_regular_file()) out.push_back(entry.path().filename().string());
  std::ranges::sort(out, {}, [](const std::string& name) { return std::atoi(name.c_str()); });
  return out;
}

Lesson shipped_lesson(const std::string& name) {
  const auto open = [](const std::string& path) { return read_file(lesson_folder() + "/" + path); };
  return must(read_lesson(must(open(name)), name, open));
}

nlohmann::ordered_json small_lesson() {
  return nlohmann::ordered_json::parse(R"({"format": "stowage-lesson", "version": 1, "title": "T", "about": "A.",
    "graph": {"format": "stowage-graph", "version": 1, "name": "g",
      "streams": [{"id": 7}],
      "nodes": [{"id": "1", "stream": 7}, {"id": "2", "stream": 7}, {"id": "3", "stream": 7}, {"id": "4", "stream": 7}],
      "tensors": [{"id": "P", "size": 10, "producer": "1", "consumers": ["3"]},
                  {"id": "R", "size": 5, "producer": "1", "consumers": ["2"]},
                  {"id": "Q", "size": 4, "producer": "1", "consumers": ["3"]},
                  {"id": "X", "size": 4, "producer": "3", "consumers": ["4"]},
                  {"id": "Y", "size": 1, "producer": "4", "consumers": ["4"]}],
      "contiguous": [["X", "Y"]]},
    "strategy": "so.source.first",
    "pages": [{"title": "One", "text": ["Words."], "show": {"blocks": 2, "select": ["P"], "view": "lanes"}},
              {"title": "Two", "ask": {"fact": "offset", "question": "Where?", "tensor": "X", "answer": 10,
                                       "right": "So.", "wrong": "No.", "hints": [{"answer": 0, "text": "P."}]}}]})");
}

Result<Lesson> read_lesson_tree(const nlohmann::ordered_json& tree) {
  return read_lesson(tree.dump(), "l.json", [](const std::string& path) -> Result<std::string> {
    return tl::unexpected(Error::bad_input(path, "", "was not to be opened"));
  });
}

void change(nlohmann::ordered_json& tree, const std::string& pointer, const std::string& value) {
  const nlohmann::ordered_json::json_pointer at(pointer);
  nlohmann::ordered_json& parent = tree[at.parent_pointer()];
  if (!value.empty())
    tree[at] = nlohmann::ordered_json::parse(value);
  else if (parent.is_array())
    parent.erase(std::stoul(at.back()));
  else
    parent.erase(at.back());
}

}  // namespace stowage::test
