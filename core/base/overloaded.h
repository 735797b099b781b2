// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stowage {

/// One callable of several, for std::visit: each alternative goes to the case that takes it.
/// ```
///  std::visit(Overloaded{[](const Sync& s) { … }, [](const Move& m) { … }}, edit);
/// ```
template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

}  // namespace stowage
