// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/formats/formats.h"

namespace stowage::cli {
namespace {

constexpr std::string_view kJson = ".json";

/// "json" for ".stowage.json"
std::string_view name_of(const Format& format) {
  return format.extension.substr(format.extension.rfind('.') + 1);
}

/// Texts of the formats that are written, separated by commas.
std::string list_of(std::string_view (*text_of)(const Format&)) {
  std::string list;
  for (const Format& format : formats())
    if (format.write != nullptr) list.append(list.empty() ? "" : ", ").append(text_of(format));
  return list;
}

const Format* written_as(const std::string& name) {
  const auto at = std::ranges::find_if(
      formats(), [&](const Format& format) { return format.write != nullptr && name_of(format) == name; });
  return at == formats().end() ? nullptr : &*at;
}

/// A name that ends in ".json" and is not that of a plan or of another program's file, such as "x.linked.json".
bool is_name_of_graph(std::string_view path) {
  const std::string_view plain = without_gz(path);
  const bool other = plain.ends_with(".plan.json") || std::ranges::any_of(formats(), [&](const Format& format) {
                       return format.write == nullptr && plain.ends_with(format.extension);
                     });
  return plain.ends_with(kJson) && !other;
}

}  // namespace

void add_format(CLI::App& command, std::string& name) {
  const auto check = [](const std::string& given) {
    return written_as(given) ? std::string()
                             : "there is no format " + given + " to write; there are " + list_of(name_of);
  };
  command
      .add_option("--format", name,
                  "Format to write: " + list_of(name_of) + " (default: by the file's extension; json to a pipe)")
      ->check(CLI::Validator(check, ""));
}

Result<const Format*> output_format(const OutputFile& output, const std::string& name) {
  if (!name.empty()) return written_as(name);
  if (const Format* format = format_for_path(output.path())) return format;
  if (output.is_stream() || is_name_of_graph(output.path())) return written_as(std::string(kJson.substr(1)));
  const std::string known = list_of([](const Format& format) { return format.extension; });
  return bad_input(output.path(), "", "unknown extension; use " + known + ", or give --format");
}

Result<void> write_graph(const Graph& graph, const Plan* plan, const Format& format, const OutputFile& output) {
  STOWAGE_TRY(const std::string bytes, in_file(format.write(graph, plan), output.path()));
  return output.write(bytes);
}

void warn_of_losses(const Format& format, const std::string& path) {
  if (!format.carries_only.empty())
    print_warnings({{path, "", "this format carries only " + std::string(format.carries_only)}});
}

}  // namespace stowage::cli
