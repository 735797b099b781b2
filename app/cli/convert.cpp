// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <iostream>
#include <memory>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/numbers.h"
#include "app/cli/output.h"
#include "core/io/file.h"

namespace stowage::cli {
namespace {

struct Options {
  InputOptions input;
  std::string output, plan_output;
};

/// What of the input the output does not hold.
void tell_losses(const Options& options, const Document& document, const Format& format) {
  if (document.plan && !format.carries_plan && options.plan_output.empty())
    print_warnings({{options.input.path, "",
                     "its offsets are not in the output; --plan-output FILE.plan.json writes them beside it"}});
  if (document.format != format.id) warn_of_losses(format, options.output);
}

bool are_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return a == b || std::filesystem::equivalent(a, b, ignored);
}

/// Before anything is written.
Result<void> check_plan_output(const Options& options, const Document& document) {
  const std::string& path = options.plan_output;
  if (path.empty()) return {};
  if (!document.plan)
    return tl::unexpected(Error::bad_input(options.input.path, "", "it has no offsets, so there is no plan to write"));
  if (are_same_file(path, options.output) || are_same_file(path, options.input.path))
    return tl::unexpected(Error::bad_input(path, "", "the plan needs a file of its own"));
  return {};
}

Result<ExitCode> convert(const Options& options, const Task& task) {
  const auto chosen = output_format(options.output);
  if (!chosen) return tl::unexpected(chosen.error());
  const Format& format = **chosen;
  const auto document = load(options.input, task);
  if (!document) return tl::unexpected(document.error());
  if (const auto fine = check_plan_output(options, *document); !fine) return tl::unexpected(fine.error());
  const auto written =
      write_graph(*document->graph, document->plan ? &*document->plan : nullptr, format, options.output);
  if (!written) return tl::unexpected(written.error());
  tell_losses(options, *document, format);
  std::cout << "wrote " << options.output << " (" << format.title << ")\n";
  if (options.plan_output.empty()) return kFine;
  const auto kept = write_file_atomically(options.plan_output, write_plan(*document->graph, *document->plan));
  if (!kept) return tl::unexpected(kept.error());
  std::cout << "wrote " << options.plan_output << " (plan)\n";
  return kFine;
}

}  // namespace

Action add_convert(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  options->input.add_to(command);
  add_file_name(command, "-o,--output", options->output,
                "File to write; its extension chooses the format, and .gz after it packs")
      ->required();
  add_file_name(command, "--plan-output", options->plan_output,
                "Write the plan that the input carries to this plan file");
  return [=](const Task& task) { return convert(*options, task); };
}

}  // namespace stowage::cli
