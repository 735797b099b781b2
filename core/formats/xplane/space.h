// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"

namespace stowage::xplane {

/// A module that ran. Texts are views of the file.
struct ProfiledModule {
  std::string name;                ///< "jit_step(17)"
  std::optional<std::int64_t> id;  ///< by which events name it
  std::string_view proto;          ///< its HloProto
  std::size_t place = 0;           ///< of the proto, in bytes of the file
};

/// Events of a module on one stream of a device.
struct StreamEvents {
  std::int64_t stream = 0;
  std::string name;
  std::uint64_t picoseconds = 0, overlap = 0;  ///< in all, and while another event of it lasts
  std::size_t events = 0;
};

struct OperatorEvents {
  std::uint64_t picoseconds = 0;
  std::uint64_t events = 0;
  std::size_t stream = 0;  ///< the first that it ran on, a place in DeviceEvents::streams
  bool on_several = false;
};

/// What one device says of a module.
struct DeviceEvents {
  std::string name;  ///< "/device:GPU:0"
  std::int64_t number = 0;
  std::size_t events = 0, others = 0;  ///< of the module, and of other modules or of none
  std::uint64_t runs = 0;              ///< of the whole module, where the device tells
  std::vector<StreamEvents> streams{};
  std::unordered_map<std::string, OperatorEvents> operators{};  ///< by name of instruction
};

/// A profile: its planes are looked at again for each module.
class Space {
 public:
  /// Finds the planes and the modules. bad_input with the byte where this is no XSpace.
  [[nodiscard]] static Result<Space> read(std::string_view bytes, const std::string& file);

  [[nodiscard]] const std::vector<ProfiledModule>& modules() const { return modules_; }
  [[nodiscard]] std::size_t plane_count() const { return planes_.size(); }
  /// Planes of devices on which nothing ran.
  [[nodiscard]] const std::vector<std::string>& idle() const { return idle_; }
  [[nodiscard]] const std::vector<std::string>& hosts() const { return hosts_; }

  /// Of each device that ran the module, by number. An event without a program is the module's where it has the
  /// module's name, or none and an operator that is one of `instructions`.
  [[nodiscard]] Result<std::vector<DeviceEvents>> events_of(const ProfiledModule& module,
                                                            const std::unordered_set<std::string>& instructions,
                                                            const Task& task) const;

 private:
  struct Plane {
    std::string name;
    std::string_view message;
  };

  std::string_view bytes_;
  std::string file_;
  std::vector<Plane> planes_;
  std::vector<ProfiledModule> modules_;
  std::vector<std::string> idle_, hosts_;
};

}  // namespace stowage::xplane
