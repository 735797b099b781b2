// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/zoo/zoo.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace stowage {

/// A network's line in core's table, in the reader's language.
[[nodiscard]] QString zoo_description(const ZooNetwork& network);

/// Which network of the zoo, and how it is run. What cannot be is not offered, or said while it is chosen.
class ZooDialog final : public QDialog {
  Q_OBJECT

 public:
  explicit ZooDialog(QWidget* parent = nullptr);

  [[nodiscard]] const ZooNetwork& network() const;
  [[nodiscard]] ZooOptions options() const;

 private:
  void make_network(QFormLayout* form);
  void make_step(QFormLayout* form);
  void make_streams(QFormLayout* form);
  void make_times(QFormLayout* form);
  void show_network();
  void show_choice();

  QComboBox *network_, *run_, *optimizer_, *spread_, *device_;
  QSpinBox *batch_, *streams_, *cap_;
  QCheckBox *weights_, *in_place_;
  QLabel *about_, *estimate_, *note_;
  QPushButton* make_ = nullptr;
};

}  // namespace stowage
