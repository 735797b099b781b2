// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include "core/process/descriptor.h"

namespace stowage {

/// A process group that ends with us, however we end: its leader is a process that does nothing but wait, and kills the
/// whole group once this program is gone, by SIGKILL too. (The signal that Linux sends a child on its parent's death
/// reaches neither grandchildren nor a child of posix_spawn in time.)
class ProcessGroup {
 public:
  ProcessGroup() = default;
  ProcessGroup(const ProcessGroup&) = delete;
  ProcessGroup& operator=(const ProcessGroup&) = delete;
  ~ProcessGroup() { kill_all(); }

  /// 0, or the error for which there is no group.
  [[nodiscard]] int start();
  /// To be joined by setpgid() and the like, until kill_all().
  [[nodiscard]] pid_t id() const { return leader_; }
  /// Kills every member; those that are our children have still to be waited for.
  void kill_all();

 private:
  pid_t leader_ = -1;
  Descriptor life_;  // the leader sees it closed
};

}  // namespace stowage
