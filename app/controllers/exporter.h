// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "app/controllers/window_parts.h"
#include "app/dialogs/figure_dialog.h"
#include "widgets/base/pane.h"
#include "widgets/painters/page/export.h"
#include "widgets/painters/steps/step_painter.h"

class QAction;
class QMenu;

namespace stowage {

class TableActions;

/// Exports images of the window's views, tables, pages for a browser and the steps of a planner, and prints. A view is
/// named as its dock is; "heap_map" is the map, or the two that are compared, and "chart" the one of the strategies.
class Exporter final : public QObject {
  Q_OBJECT

 public:
  explicit Exporter(const WindowParts& parts);

  /// Adds a menu of all images.
  QAction* list_images(QMenu& file);

  /// Draws a view as it would be exported. There must be one of that name.
  [[nodiscard]] Drawing drawing_of(std::string_view view) const;
  /// The page for a drawing: of the size that it asks for, if that is sensible, otherwise of the view's.
  [[nodiscard]] FigureOptions page_for(std::string_view view, const Drawing& drawing) const;

  /// These write in the background; a name without an ending gets the usual one, a figure without options the view's
  /// own. FileWriter::written() says how it went.
  void export_image(std::string_view view, const QString& name, const std::optional<FigureOptions>& figure = {});
  void save_table(TableActions* table, const QString& name);
  /// Writes the heap map as a page that pans and zooms in a browser.
  void export_page(const QString& name);
  /// Writes one PDF, or numbered files; written() names the first.
  void export_steps(const std::shared_ptr<const StepSource>& source, const StepSeries& series, const QString& name);

  /// Exports the tables in this widget when their own commands ask for that.
  void offer_tables_of(const QWidget& parent);
  /// These ask for a file, then write it: an image of the view that has the keyboard, or of the heap map; its table, or
  /// the table of the tensors; a web page; steps of a planner, once they are on screen.
  void choose_image();
  void choose_table_target();
  void choose_page_target();
  void choose_steps_target();
  /// Copies the view that has the keyboard to the clipboard, as it would be exported.
  void copy_image();
  /// Prints the view that has the keyboard.
  void print_view();

 private:
  struct Picture : PanePicture {
    Pane* pane;  // that has it; null where none has
  };

  void add_pictures();
  [[nodiscard]] const Picture& picture(std::string_view view) const;
  /// The view that has the keyboard; otherwise the heap map.
  [[nodiscard]] const Picture& focused() const;
  [[nodiscard]] TableActions* focused_table() const;
  [[nodiscard]] PictureWords words_of_map() const;
  bool refuse_empty(const Drawing& drawing);
  void choose_image(const Picture& picture);
  void choose_table_target(TableActions* table);

  const WindowParts parts_;
  std::vector<Picture> pictures_;     // in the order of the menu
  std::optional<FigureChoice> last_;  // kept in the settings
};

}  // namespace stowage
