// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"

namespace stowage::xplane {

/// A module that ran.
struct ProfiledModule {
  std::string name;                ///< "jit_step(17)"
  std::optional<std::int64_t> id;  ///< the program id of its events
  std::string_view proto;          ///< its HloProto
};

/// Events of a module on one stream of a device.
struct StreamEvents {
  std::int64_t stream = 0;
  std::string name;
  std::uint64_t picoseconds = 0, overlap = 0;  ///< the sum, and the part while another event of the stream lasts
  std::size_t events = 0;
};

struct OperatorEvents {
  std::uint64_t picoseconds = 0;
  std::uint64_t events = 0;
  std::size_t stream = 0;  ///< the first stream that it ran on, a place in DeviceEvents::streams
  bool on_several = false;
};

/// The events of one device for a module.
struct DeviceEvents {
  std::string name;  ///< "/device:GPU:0"
  std::int64_t number = 0;
  std::size_t events = 0, others = 0;  ///< of the module; of other modules or none
  std::uint64_t runs = 0;              ///< of the whole module; 0 where the device does not say
  std::vector<StreamEvents> streams{};
  std::unordered_map<std::string, OperatorEvents> operators{};  ///< by name of instruction
};

/// A profile. Texts are views of the file.
struct Space {
  struct Plane {
    std::string name;
    std::string_view message;
  };
  std::vector<Plane> planes{};
  std::vector<ProfiledModule> modules{};
  std::vector<std::string> idle{};  ///< planes of devices on which nothing ran
};

/// Finds the planes and the modules. bad_input, with the byte, where the bytes are not an XSpace.
[[nodiscard]] Result<Space> read_space(std::string_view bytes, const std::string& file);

/// The events of each device that ran the module, by number of the device. An event without a program belongs to the
/// module if it has the module's name, or no name and one of `instructions`. Reads the planes again for each module.
/// Errors: cancelled, timed_out.
[[nodiscard]] Result<std::vector<DeviceEvents>> events_of(const Space& space, const ProfiledModule& module,
                                                          const std::unordered_set<std::string>& instructions,
                                                          const Task& task);

}  // namespace stowage::xplane
