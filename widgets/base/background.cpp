// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/background.h"

#include <exception>
#include <new>
#include <system_error>

#include "widgets/base/jobs.h"

namespace stowage {
std::optional<Error> attempt(const std::function<void()>& work) {
  try {
    work();
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    return Error::bad_input("", "", Jobs::tr("there is not enough memory").toStdString());
  } catch (const std::exception& fault) {
    return Error::bad_input("", "", fault.what());
  }
}

std::jthread try_thread(const std::function<void(std::stop_token)>& work) {
  try {
    return std::jthread(work);
  } catch (const std::system_error&) {
    return {};
  }
}

}  // namespace stowage
