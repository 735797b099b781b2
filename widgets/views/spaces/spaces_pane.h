// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/base/bytes.h"
#include "core/formats/document.h"
#include "widgets/base/pane.h"

namespace stowage {

/// The memory spaces of a file, whose graph is of one of them.
struct ShownSpaces {
  std::vector<MemorySpace> spaces{};
  std::shared_ptr<const SpacedTensors> tensors{};
  std::shared_ptr<const Graph> graph{};  ///< of the space that is shown
  std::size_t shown = 0;
  Bytes chosen_alignment{};  ///< instead of each space's own; 0: none
};

/// A memory space of a file, as edits made it.
struct SpaceRow {
  QString name;
  std::size_t tensors = 0;  ///< with bytes, no views
  std::optional<Bytes> capacity{};
  std::optional<Bytes> in_file{};         ///< footprint of the file's plan; none where there is none of all tensors
  std::optional<Bytes> planned{};         ///< the best footprint; none while it is not known
  std::optional<Bytes> bound{};           ///< lower bound of all plans
  QString fault{};                        ///< why it could not be planned
  [[nodiscard]] bool overflows() const {  ///< the best plan does not fit
    return capacity && planned && *planned > *capacity;
  }
};

/// The memory spaces of a file side by side: capacity, the file's plan, the best plan of each alone, and its bound. A
/// double click or Return shows a space in all views. Works in the background, only while it is seen.
class SpacesPane : public Pane {
  Q_OBJECT

 public:
  using Pane::Pane;

  virtual void set_spaces(ShownSpaces spaces) = 0;
  [[nodiscard]] virtual const std::vector<SpaceRow>& rows() const = 0;

 signals:
  void space_chosen(std::size_t space);
};

/// `state` must outlive the pane.
[[nodiscard]] SpacesPane* make_spaces(ViewState& state);

}  // namespace stowage
