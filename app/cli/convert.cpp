// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/output.h"

namespace stowage::cli {
namespace {

struct Options {
  InputOptions input;
  std::string output;
};

Result<ExitCode> convert(const Options& options, const Task& task) {
  const auto chosen = output_format(options.output);
  if (!chosen) return tl::unexpected(chosen.error());
  const Format& format = **chosen;
  const auto document = load(options.input, task);
  if (!document) return tl::unexpected(document.error());
  const auto written =
      write_graph(*document->graph, document->plan ? &*document->plan : nullptr, format, options.output);
  if (!written) return tl::unexpected(written.error());
  if (document->plan && !format.carries_plan)
    print_warnings({{options.input.path, "", "its offsets are not in the output; 'plan' files carry them"}});
  if (!format.carries_only.empty() && document->format != format.id)
    print_warnings({{options.output, "", "this format carries only " + std::string(format.carries_only)}});
  std::cout << "wrote " << options.output << " (" << format.title << ")\n";
  return kFine;
}

}  // namespace

Action add_convert(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  options->input.add_to(command);
  command.add_option("-o,--output", options->output, "File to write; its extension chooses the format")->required();
  return [=](const Task& task) { return convert(*options, task); };
}

}  // namespace stowage::cli
