// SPDX-License-Identifier: Apache-2.0
// stowage-draw: what stowage-cli becomes for the commands that draw.
#include "app/cli/cli.h"

int main(int argc, char** argv) {
  return stowage::cli::run_drawing(argc, argv);
}
