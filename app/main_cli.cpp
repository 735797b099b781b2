// SPDX-License-Identifier: Apache-2.0
#include "app/cli/cli.h"

int main(int argc, char** argv) {
  return stowage::cli::run(argc, argv);
}
