// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/zoo/zoo.h"

namespace stowage {

/// A network's line in core's table, in the reader's language.
[[nodiscard]] QString zoo_description(const ZooNetwork& network);

/// Which network of the zoo, and how it is run. What cannot be is not offered, or said while it is chosen.
class ZooDialog : public QDialog {
  Q_OBJECT

 public:
  using QDialog::QDialog;

  [[nodiscard]] virtual const ZooNetwork& network() const = 0;
  [[nodiscard]] virtual ZooOptions options() const = 0;
};
[[nodiscard]] ZooDialog* make_zoo_dialog(QWidget* parent = nullptr);

}  // namespace stowage
