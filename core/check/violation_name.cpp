// SPDX-License-Identifier: Apache-2.0
#include "core/check/violation_name.h"

namespace stowage {

const char* name_of(Violation::Kind kind) {
  switch (kind) {
    case Violation::Kind::overlap:
      return "overlap";
    case Violation::Kind::broken_group:
      return "broken_group";
    case Violation::Kind::misplaced_view:
      return "misplaced_view";
    case Violation::Kind::not_in_place:
      return "not_in_place";
    case Violation::Kind::misaligned:
      return "misaligned";
    case Violation::Kind::out_of_range:
      return "out_of_range";
    case Violation::Kind::wrong_footprint:
      return "wrong_footprint";
  }
  return "";
}

}  // namespace stowage
