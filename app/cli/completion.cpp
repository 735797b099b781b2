// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/completion_scripts.h"

namespace stowage::cli {

Action add_completion(CLI::App& command) {
  const auto shell = std::make_shared<std::string>();
  command.add_option("SHELL", *shell, "Shell to print the script for")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  return [=](const Task&) -> Result<ExitCode> {
    std::cout << (*shell == "bash" ? kBashCompletion : *shell == "zsh" ? kZshCompletion : kFishCompletion);
    return kFine;
  };
}

}  // namespace stowage::cli
