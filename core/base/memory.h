// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>
#include <stdexcept>
#include <type_traits>

#include "core/base/error.h"

namespace stowage {

/// Returns the result of `work`, or no_memory where `work` asks for more memory than there is; `work` must then leave
/// nothing half done that is still used. For work that can be left out; elsewhere std::bad_alloc goes on to the caller.
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
