// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include <QObject>
#include <QString>

#include "app/session/document_step.h"
#include "core/insight/simulate/timing.h"

namespace stowage {

class OpenDocument;
class Planning;

/// What the last edit, or the last step through the history, did to memory and to time: known once it was planned
/// before it and after it. The steps of the history are told what was planned.
class EditEffect final : public QObject {
  Q_OBJECT

 public:
  EditEffect(OpenDocument& document, const Planning& planning, QObject* parent = nullptr);

  /// "last edit: -1.20 MiB, +312 µs", "undone: +1.20 MiB"; the time only where operators have durations. Empty where it
  /// is not known.
  [[nodiscard]] QString text() const;

 signals:
  void changed();

 private:
  struct Known {
    Footprints footprints;
    std::optional<Makespan> makespan;
    std::uint64_t revision;
    std::size_t space;
    int step;  ///< of the history
  };
  void measure();

  OpenDocument& document_;
  const Planning& planning_;
  std::optional<Known> before_, now_;
};

}  // namespace stowage
