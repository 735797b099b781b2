// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include <QObject>
#include <QString>

#include "app/session/document_step.h"

namespace stowage {

class OpenDocument;
class Planning;

/// What an order that the user chose did to the plan that is shown: a smaller peak need not be a smaller plan, on
/// several streams least of all. Told once the graph was planned in that order as far as
/// it was before.
class OrderEffect final : public QObject {
  Q_OBJECT

 public:
  OrderEffect(const OpenDocument& document, const Planning& planning, QObject* parent = nullptr);

  /// The graph is about to be put into the order of that name.
  void begin(const QString& name);

 signals:
  /// The plan needs more than the one before.
  void larger(const QString& text);
  /// As much, or less.
  void smaller(const QString& text);

 private:
  struct Before {
    QString name;
    Footprints footprints;
    std::uint64_t revision;
  };
  void compare();

  const OpenDocument& document_;
  const Planning& planning_;
  std::optional<Before> before_;
};

}  // namespace stowage
