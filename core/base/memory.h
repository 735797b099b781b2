// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>
#include <stdexcept>
#include <type_traits>

#include "core/base/error.h"

namespace stowage {

/// The Result of `work`, or no_memory where it asked for more than there is; `work` must leave nothing half done that
/// is still used then. For work that others can do without; elsewhere std::bad_alloc goes on to whoever asked.
template <class Work>
[[nodiscard]] std::invoke_result_t<const Work&> unless_memory_runs_out(const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return tl::unexpected(Error::no_memory());
  } catch (const std::length_error&) {  // a container that could not grow so far on any machine
    return tl::unexpected(Error::no_memory());
  }
}

}  // namespace stowage
