// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/io/file.h"

namespace stowage::cli {
namespace {

struct Options {
  InputOptions input;
  std::string output;
};

std::string writable_extensions() {
  std::string list;
  for (const Format& format : formats())
    if (format.write != nullptr) list += (list.empty() ? "" : ", ") + std::string(format.extension);
  return list;
}

Result<ExitCode> convert(const Options& options, const Task& task) {
  const Format* format = format_for_path(options.output);
  if (format == nullptr)
    return tl::unexpected(Error::bad_input(
        options.output, "", "no format is written with this extension; there are " + writable_extensions()));
  const auto document = load(options.input, task);
  if (!document) return tl::unexpected(document.error());
  const auto bytes = format->write(*document->graph, document->plan ? &*document->plan : nullptr);
  if (!bytes) {
    Error error = bytes.error();
    for (Diagnostic& fault : error.faults)
      if (fault.file.empty()) fault.file = options.output;
    return tl::unexpected(error);
  }
  if (document->plan && !format->carries_plan)
    print_warnings({{options.input.path, "", "its offsets are not in the output; 'plan' files carry them"}});
  if (!format->carries_only.empty() && document->format != format->id)
    print_warnings({{options.output, "", "this format carries only " + std::string(format->carries_only)}});
  return write_file_atomically(options.output, *bytes).map([&] {
    std::cout << "wrote " << options.output << " (" << format->title << ")\n";
    return kFine;
  });
}

}  // namespace

Action add_convert(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  options->input.add_to(command);
  command.add_option("-o,--output", options->output, "File to write; its extension chooses the format")->required();
  return [=](const Task& task) { return convert(*options, task); };
}

}  // namespace stowage::cli
