// SPDX-License-Identifier: Apache-2.0
#include "app/cli/cli.h"

namespace stowage::cli {

int run(int, char**) { return 2; }

}  // namespace stowage::cli
