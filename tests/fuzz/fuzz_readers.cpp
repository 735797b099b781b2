// SPDX-License-Identifier: Apache-2.0
// One libFuzzer program for every reader. STOWAGE_FUZZ names the one to try: the id of a format, or one of kOthers.
//   stowage-fuzz --list             prints their names
//   stowage-fuzz --seeds IN OUT     copies the files of folder IN to OUT/NAME/, each to the reader that knows it
// A reader may refuse its input, with a reason; it may not crash, hang or take more memory than the limits given.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>

#include "core/check/validator.h"
#include "core/formats/document.h"
#include "core/formats/durations.h"
#include "core/formats/file.h"
#include "core/formats/json.h"
#include "core/formats/lesson_json.h"
#include "core/formats/readers.h"
#include "core/graph/builder.h"
#include "tests/support/unpack_gzip.h"

namespace {

using namespace stowage;
namespace fs = std::filesystem;

constexpr std::size_t kMostUnpacked = std::size_t{64} << 20;

[[noreturn]] void broken(std::string_view why) {
  std::cerr << "broken promise: " << why << '\n';
  std::abort();
}

template <class T>
void check_refusal(const Result<T>& result) {
  if (result) return;
  if (result.error().faults.empty()) broken("a refusal without a fault");
  if (result.error().faults.front().reason.empty()) broken("a fault without a reason");
}

/// What a reader gives is whole: as many offsets as tensors, and whatever is written of it can be written.
void check_document(const Result<Document>& document) {
  check_refusal(document);
  if (!document) return;
  if (!document->graph) broken("a document without a graph");
  if (!document->plan) return;
  if (document->plan->offsets.size() != document->graph->tensor_count()) broken("a plan of other tensors");
  check_refusal(validate(*document->graph, *document->plan, 10, Task::with_time_limit(1)));
  for (std::size_t space = 0; space < document->spaces.size(); ++space) {
    const Document other = in_space(*document, space);
    if (other.plan) check_refusal(validate(*other.graph, *other.plan, 10, Task::with_time_limit(1)));
  }
}

const Graph& small_graph() {
  static const Graph graph = [] {
    GraphBuilder builder;
    const StreamId stream = builder.add_stream(0);
    const OperatorId first = builder.add_operator({.name = "first", .stream = stream});
    const OperatorId last = builder.add_operator({.name = "last", .stream = stream});
    builder.add_tensor({.name = "a", .size = Bytes{8}, .producer = first, .consumers = {{last}}});
    builder.add_tensor({.name = "b", .size = Bytes{8}, .producer = last});
    return std::move(builder).build().value().graph;
  }();
  return graph;
}

void fuzz_plan(std::string_view bytes) {
  check_refusal(read_plan(bytes, "fuzzed", small_graph()));
}
void fuzz_durations(std::string_view bytes) {
  check_refusal(with_durations(small_graph(), bytes, "fuzzed"));
}
void fuzz_lesson(std::string_view bytes) {
  const auto nothing = [](const std::string& path) -> Result<std::string> {
    return tl::unexpected(Error::bad_input(path, "", "there are no files here"));
  };
  check_refusal(read_lesson(bytes, "fuzzed", nothing));
}
void fuzz_notes(std::string_view bytes) {
  check_refusal(read_notes(bytes, "fuzzed"));
}
void fuzz_gzip(std::string_view bytes) {
  check_refusal(test::unpack_gzip(bytes, "fuzzed", kMostUnpacked));
}

struct Other {
  std::string_view name;
  bool (*knows)(std::string_view bytes);
  void (*fuzz)(std::string_view bytes);
};
constexpr Other kOthers[] = {
    {"plan", [](std::string_view bytes) { return is_json_object_with(bytes, "\"stowage-plan\""); }, fuzz_plan},
    {"lesson", looks_like_lesson, fuzz_lesson},
    {"notes", [](std::string_view bytes) { return is_json_object_with(bytes, "\"stowage-notes\""); }, fuzz_notes},
    {"durations", looks_like_runtime_profile, fuzz_durations},
    {"gzip", is_gzip, fuzz_gzip}};

const Other* find_other(std::string_view name) {
  const auto* const found = std::ranges::find(kOthers, name, &Other::name);
  return found == std::end(kOthers) ? nullptr : found;
}

void list() {
  for (const Format& format : formats())
    if (format.read) std::cout << format.id << '\n';
  for (const Other& other : kOthers) std::cout << other.name << '\n';
}

std::string_view reader_of(const std::string& bytes, const std::string& file) {
  for (const Other& other : kOthers)
    if (other.knows(bytes)) return other.name;
  for (const std::string_view name : {std::string_view(), std::string_view(file)})
    for (const Format& format : formats())
      if (format.read && format.detect(bytes, name)) return format.id;
  return {};
}

void sort_seeds(const fs::path& from, const fs::path& to) {
  for (const auto& entry : fs::directory_iterator(from)) {
    if (!entry.is_regular_file()) continue;
    const auto bytes = read_file(entry.path().string());
    if (!bytes) continue;
    const std::string_view reader = reader_of(*bytes, entry.path().filename().string());
    if (reader.empty()) continue;
    fs::create_directories(to / reader);
    if (const auto done = write_file_atomically((to / reader / entry.path().filename()).string(), *bytes); !done)
      std::cerr << done.error().text() << '\n';
  }
}

std::string_view chosen() {
  const char* const name = std::getenv("STOWAGE_FUZZ");
  return name == nullptr ? "" : name;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  const std::string_view first = *count > 1 ? (*arguments)[1] : "";
  if (first == "--list") {
    list();
    std::exit(0);
  }
  if (first == "--seeds" && *count == 4) {
    sort_seeds((*arguments)[2], (*arguments)[3]);
    std::exit(0);
  }
  if (find_format(chosen()) == nullptr && find_other(chosen()) == nullptr) {
    std::cerr << "STOWAGE_FUZZ names the reader to try; --list prints them\n";
    std::exit(2);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Format* const format = find_format(chosen());
  static const Other* const other = find_other(chosen());
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (format != nullptr)
    check_document(format->read({bytes, "fuzzed", {}, {}}));
  else
    other->fuzz(bytes);
  return 0;
}
