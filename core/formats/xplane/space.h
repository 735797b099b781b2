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

/// A module that ran. Texts are views of the file.
struct ProfiledModule {
  std::string name;                ///< "jit_step(17)"
  std::optional<std::int64_t> id;  ///< the program id of its events
  std::string_view proto;          ///< its HloProto
  std::size_t place = 0;           ///< byte of the file at which the proto begins
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

/// A profile. events_of() reads its planes again for each module.
class Space {
 public:
  /// Finds the planes and the modules. bad_input, with the byte, where the bytes are not an XSpace.
  [[nodiscard]] static Result<Space> read(std::string_view bytes, const std::string& file);

  [[nodiscard]] const std::vector<ProfiledModule>& modules() const { return modules_; }
  [[nodiscard]] std::size_t plane_count() const { return planes_.size(); }
  /// Names of the planes of devices on which nothing ran.
  [[nodiscard]] const std::vector<std::string>& idle() const { return idle_; }

  /// The events of each device that ran the module, by number of the device. An event without a program belongs to the
  /// module if it has the module's name, or no name and one of `instructions`. Errors: cancelled, timed_out.
  [[nodiscard]] Result<std::vector<DeviceEvents>> events_of(const ProfiledModule& module,
                                                            const std::unordered_set<std::string>& instructions,
                                                            const Task& task) const;

 private:
  struct Plane {
    std::string name;
    std::string_view message;
  };

  std::vector<Plane> planes_;
  std::vector<ProfiledModule> modules_;
  std::vector<std::string> idle_;
};

}  // namespace stowage::xplane
