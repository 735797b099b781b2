// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <thread>

#include "core/base/error.h"

namespace stowage {

/// Does the work, and gives what kept it from its end: memory that ran out, threads that could not be started. None: it
/// came to its end.
[[nodiscard]] std::optional<Error> attempt(const std::function<void()>& work);

/// A thread of its own for the work; one that is not joinable, and has done nothing, where the system has none left.
[[nodiscard]] std::jthread try_thread(const std::function<void(std::stop_token)>& work);

}  // namespace stowage
