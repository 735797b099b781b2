// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <memory>

#include "app/cli/output.h"
#include "core/formats/file.h"
#include "core/formats/utf8.h"
#include "core/graph/claims.h"

namespace stowage::cli {
namespace {

struct ConvertArguments {
  InputOptions input;
  OutputFile output, plan_output;
  std::string format;
};

/// Warns of parts of the input that the output does not hold.
void warn_of_omissions(const ConvertArguments& options, const Document& document, const Format& format) {
  if (document.plan && !format.carries_plan && !options.plan_output.is_given())
    warn(options.input.path, "its offsets are not in the output; --plan-output FILE.plan.json writes them beside it");
  if (document.spaces.size() > 1)
    warn(options.input.path, "the output holds the memory space " + in_quotes(document.spaces[document.space].name) +
                                 " alone: tensors of the other spaces have size 0 in it; --space NAME writes another");
  if (format.carries_only.empty()) return;
  if (const std::size_t unknown = unknown_sizes(*document.graph); unknown > 0)
    warn(options.input.path,
         "the output has no place for unknown sizes: " + counted(unknown, "tensor") +
             (unknown == 1 ? " has the least that its size can be" : " have the least that their sizes can be"));
  if (document.plan && document.plan->reserved_peak && format.carries_plan)
    warn(options.input.path, "the output has no place for the " + full(*document.plan->reserved_peak) +
                                 " that were reserved; --plan-output FILE.plan.json keeps it");
  if (document.format != format.id) warn_of_losses(format, options.output.path());
}

/// Before anything is read.
Result<void> prepare_outputs(const ConvertArguments& options) {
  const std::string &path = options.plan_output.path(), &output = options.output.path();
  const bool both = options.output.is_standard_output() && options.plan_output.is_standard_output();
  if (options.plan_output.is_given() && (both || path == output || is_same_file(path, output)))
    return bad_input(path, "", "the plan needs a file of its own");
  const std::vector<std::string> inputs{options.input.path};
  return options.output.prepare(inputs).and_then([&] { return options.plan_output.prepare(inputs); });
}

Result<ExitCode> run_convert(const ConvertArguments& options, const Task& task) {
  STOWAGE_TRY(const Format* const format, output_format(options.output, options.format));
  if (const auto fine = prepare_outputs(options); !fine) return tl::unexpected(fine.error());
  STOWAGE_TRY(const Document document, load(options.input, task));
  if (options.plan_output.is_given() && !document.plan)
    return bad_input(options.input.path, "", why_no_plan(document) + ", so there is none to write");
  const Plan* const plan = document.plan ? &*document.plan : nullptr;
  if (const auto written = write_graph(*document.graph, plan, *format, options.output); !written)
    return tl::unexpected(written.error());
  warn_of_omissions(options, document, *format);
  std::cout << options.output.wrote() << " (" << format->title << ")\n";
  if (!options.plan_output.is_given()) return kFine;
  return options.plan_output.write(write_plan(*document.graph, *plan)).map([&] {
    std::cout << options.plan_output.wrote() << " (plan)\n";
    return kFine;
  });
}

}  // namespace

Action add_convert(CLI::App& command) {
  const auto options = std::make_shared<ConvertArguments>();
  options->input.add_to(command);
  options->output
      .add_to(command, "-o,--output",
              "File to write; its extension sets the format, and .gz at the end compresses the file")
      ->required();
  add_format(command, options->format);
  options->plan_output.add_to(command, "--plan-output", "Write the plan that the input carries to this plan file");
  return [=](const Task& task) { return run_convert(*options, task); };
}

}  // namespace stowage::cli
