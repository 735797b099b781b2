// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/io/file.h"

namespace stowage::cli {
namespace {

std::string writable_extensions() {
  std::string list;
  for (const Format& format : formats())
    if (format.write != nullptr) list += (list.empty() ? "" : ", ") + std::string(format.extension);
  return list;
}

/// ".json" may be a graph's, a plan's or a trace's.
std::string suggestion_for(const std::string& path) {
  constexpr std::string_view kJson = ".json";
  if (!path.ends_with(kJson)) return {};
  return "; a graph as JSON is written to " + path.substr(0, path.size() - kJson.size()) + ".stowage.json";
}

}  // namespace

Result<const Format*> output_format(const std::string& path) {
  const Format* format = format_for_path(path);
  if (format == nullptr)
    return tl::unexpected(Error::bad_input(
        path, "",
        "no format is written with this extension; there are " + writable_extensions() + suggestion_for(path)));
  return format;
}

Result<void> write_graph(const Graph& graph, const Plan* plan, const Format& format, const std::string& path) {
  return format.write(graph, plan)
      .map_error([&](Error error) {
        for (Diagnostic& fault : error.faults)
          if (fault.file.empty()) fault.file = path;
        return error;
      })
      .and_then([&](const std::string& bytes) { return write_file_atomically(path, bytes); });
}

void warn_of_losses(const Format& format, const std::string& path) {
  if (!format.carries_only.empty())
    print_warnings({{path, "", "this format carries only " + std::string(format.carries_only)}});
}

}  // namespace stowage::cli
