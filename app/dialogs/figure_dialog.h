// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include <QDialog>
#include <QTimer>

#include "widgets/base/worker.h"
#include "widgets/painters/page/export.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFontComboBox;
class QLabel;
class QLineEdit;
class QSettings;

namespace stowage {

/// What was chosen in the figure dialog. A preset gives each view a size of its own.
struct FigureChoice {
  FigureOptions options;
  QString preset{};  ///< FigurePreset::id, or kAsInWindow; empty: another size
  static constexpr QLatin1String kAsInWindow{"window"};
};

/// What was chosen last, in this run of the program or in one before; none at first. Neither title nor crop: these are
/// of one view.
[[nodiscard]] std::optional<FigureChoice> kept_figure(const QSettings& settings);
void keep_figure(QSettings& settings, const FigureChoice& choice);

/// Asks how a figure is to look, whichever view it is of, and shows it as it will be.
class FigureDialog final : public QDialog {
  Q_OBJECT

 public:
  /// `source`: the view, asked again where it has nothing to draw yet; `usual`: what it has where nothing is chosen;
  /// `last`: what was chosen before, if anything was.
  FigureDialog(const QString& title, std::function<Drawing()> source, const FigureOptions& usual,
               const std::optional<FigureChoice>& last, QWidget* parent = nullptr);

  [[nodiscard]] FigureOptions options() const;
  [[nodiscard]] FigureChoice choice() const;
  /// What is seen of it by now; null before anything is.
  [[nodiscard]] QImage preview() const { return shown_; }

 private:
  struct Range {
    QCheckBox* wanted;
    QDoubleSpinBox *from, *to;
  };

  QWidget* make_size();
  QWidget* make_parts();
  QWidget* make_look();
  QWidget* make_crop();
  QWidget* make_preview();
  QDoubleSpinBox* add_number(const char* name, const QString& suffix, double least, double most, int decimals);
  QCheckBox* add_check(const char* name, const QString& text);
  Range make_range(const char* name, const QString& text);
  void take(const FigureOptions& options);
  void take_preset(int row);
  void take_drawing(Drawing drawing);
  void changed();
  void draw();
  void show_drawn(const QImage& image);
  void resizeEvent(QResizeEvent* event) override;

  std::function<Drawing()> source_;
  Drawing drawing_;
  FigureOptions usual_;
  bool taking_ = true;  // values are set, not typed
  QComboBox *preset_ = nullptr, *palette_ = nullptr, *ground_ = nullptr;
  QFontComboBox* family_ = nullptr;
  QDoubleSpinBox *width_ = nullptr, *height_ = nullptr, *points_ = nullptr, *line_ = nullptr, *dpi_ = nullptr;
  QCheckBox *title_ = nullptr, *legend_ = nullptr, *captions_ = nullptr, *axis_labels_ = nullptr, *hatches_ = nullptr;
  QLineEdit* title_text_ = nullptr;
  Range steps_{}, addresses_{};
  QLabel *preview_ = nullptr, *facts_ = nullptr, *note_ = nullptr;
  QImage shown_;
  QTimer soon_;
  Worker worker_{this};
};

}  // namespace stowage
