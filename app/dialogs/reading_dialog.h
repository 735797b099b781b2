// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QDialog>

#include "core/formats/document.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QSpinBox;

namespace stowage {

class OpenDocument;

/// Whether the file that is open can be read otherwise: it has open dimensions, several devices, or
/// a recorded heap of several streams.
[[nodiscard]] bool can_be_read_otherwise(const OpenDocument& document);

/// Asks for what a file leaves open: the size of each open dimension, the device, and whether the streams of a recorded
/// heap run in the host's order. Accepted by *Read again*.
class ReadingDialog final : public QDialog {
  Q_OBJECT

 public:
  explicit ReadingDialog(const OpenDocument& document, QWidget* parent = nullptr);
  /// As the document was read, with what was chosen here.
  [[nodiscard]] ReadOptions options() const;

 private:
  void add_dimension(QFormLayout* form, const std::string& name, std::size_t tensors);
  void add_devices(QFormLayout* form, const std::vector<RecordedDevice>& devices);
  void add_streams(QFormLayout* form);

  struct Dimension {
    std::string name;
    QSpinBox* size;
  };
  ReadOptions before_;
  std::vector<Dimension> dimensions_;
  QComboBox* device_ = nullptr;
  QCheckBox* serial_ = nullptr;
};

}  // namespace stowage
