// SPDX-License-Identifier: Apache-2.0
// What is written and read again says the same.

#include <filesystem>

#include "core/check/validator.h"
#include "core/formats/document.h"
#include "core/formats/file.h"
#include "core/graph/unknown_sizes.h"
#include "core/papers/tables.h"
#include "core/planning/plan_ground.h"
#include "tests/folders.h"
#include "tests/support/checks.h"
#include "tests/support/outcome.h"
#include "tests/support/shared.h"

using namespace stowage;
namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kLargestFile = 700'000;  // bytes: the others would take too long

std::vector<std::string> small_files(const std::string& folder) {
  std::vector<std::string> out;
  if (folder.empty()) return out;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.file_size() <= kLargestFile) out.push_back(entry.path().string());
  std::ranges::sort(out);
  return out;
}

/// What a plan takes, whether it is safe, and what bounds it.
void add_figures(std::ostream& out, const char* name, const Graph& graph, const Plan& plan) {
  const auto validation = validate(graph, plan);
  const auto conflicts = Conflicts::compute(graph);
  const auto ground = PlanGround::make(graph, *conflicts, plan.alignment);
  out << name << " takes " << plan.needed().count << ", up to " << plan.footprint.count << ", aligned to "
      << plan.alignment.count << ", serial " << plan.serial_streams << ", assumed " << plan.assumed << ", violations "
      << validation->count << ", bound " << (ground ? ground->quick_bounds().best().count : -1) << '\n';
}

/// The file's own plan, after a plan file where `by_file` is set.
void add_plan(std::ostream& out, const char* name, const Graph& graph, const std::optional<Plan>& plan, bool by_file) {
  if (!plan) return;
  if (!by_file) return add_figures(out, name, graph, *plan);
  const auto again = test::must(read_plan(write_plan(graph, *plan), "again.plan.json", graph));
  add_figures(out, name, graph, again);
}

/// All that `info`, `check` and `plan` tell of a graph and the plan that came with it.
std::string figures(const Graph& graph, const std::optional<Plan>& plan, bool by_file) {
  std::ostringstream out;
  const auto conflicts = Conflicts::compute(graph);
  out << "tensors " << graph.tensor_count() << ", bytes " << graph.total_size().count << ", unsafe pairs "
      << conflicts->unsafe_pair_count() << ", alignment " << graph.alignment().count << ", unknown sizes "
      << unknown_sizes(graph) << '\n';
  add_plan(out, "the plan of the file", graph, plan, by_file);
  const auto ground = PlanGround::make(graph, *conflicts, graph.alignment());
  if (!ground) return out.str() + ground.error().text();
  const auto made = ground->plan(*find_layout_strategy("so.size.first"), {});
  add_plan(out, "our plan", graph, made ? std::optional(*made) : std::nullopt, by_file);
  return out.str();
}

std::string told_operators(const Graph& graph) {
  std::ostringstream out;
  out << graph.operator_count() << " operators on " << graph.stream_count() << " streams:";
  for (OperatorId o : graph.operators()) out << ' ' << graph.name(o);
  return out.str();
}

Result<Document> read_again(const std::string& bytes, const Format& format) {
  return read_document(bytes, "again" + std::string(format.extension));
}

/// Writes a document in a format and reads it; false where the format cannot hold it.
bool survives(const Document& document, const Format& format) {
  INFO("as ", std::string(format.title));
  const Plan* const plan = document.plan && format.carries_plan ? &*document.plan : nullptr;
  const auto bytes = format.write(*document.graph, plan);
  if (!bytes) return false;
  const auto again = test::must(read_again(*bytes, format));
  REQUIRE_EQ(figures(*again.graph, plan == nullptr ? document.plan : again.plan, true),
             figures(*document.graph, document.plan, false));
  if (format.carries_only.empty()) REQUIRE_EQ(told_operators(*again.graph), told_operators(*document.graph));
  return true;
}

/// What a format that holds less than a graph cannot say of this one.
bool says_less(const Document& document, const Format& format) {
  if (format.carries_only.empty()) return false;
  return unknown_sizes(*document.graph) > 0 || (document.plan && document.plan->reserved_peak);
}

void check_files(const std::vector<std::string>& paths, std::size_t least) {
  std::size_t written = 0;
  for (const std::string& path : paths) {
    INFO(path);
    ReadOptions options;
    options.open_beside = [](const std::string& beside) { return read_document_file(beside); };
    const auto bytes = read_document_file(path);
    const auto document =
        bytes ? read_document(*bytes, path, options) : Result<Document>(tl::unexpected(bytes.error()));
    if (!document) continue;
    for (const Format& format : formats())
      if (format.write != nullptr && format.is_read && !says_less(*document, format))
        written += survives(*document, format);
  }
  REQUIRE(written >= least);
}

}  // namespace

TEST_CASE("samples survive a round trip in every format") {
  check_files(small_files(std::string(STOWAGE_SOURCE_DIR) + "/samples"), 28);
}

TEST_CASE("real files survive a round trip in every format") {
  STOWAGE_NEEDS_SHARED();
  check_files(small_files(test::shared_path("data")), 60);
}
