// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <QKeySequence>
#include <QList>
#include <QObject>

#include "app/controllers/window_parts.h"
#include "app/dialogs/figure_dialog.h"
#include "widgets/base/pane.h"
#include "widgets/painters/page/export.h"
#include "widgets/painters/steps/step_series.h"

class QAction;
class QMenu;

namespace stowage {

class TableActions;

/// What leaves the window: images of its views, tables, pages for a browser, the steps of a planner, paper. A view is
/// named as its dock is; "heap_map" is the map, or the two that are compared, and "chart" the one of the strategies.
class Exporter final : public QObject {
  Q_OBJECT

 public:
  /// The window owns it.
  explicit Exporter(const WindowParts& parts);

  /// The commands of the File menu that export; those make sense only with a graph.
  QList<QAction*> fill(QMenu& file);

  /// A view as it would be exported. There must be one of that name.
  [[nodiscard]] Drawing drawing_of(std::string_view view) const;
  /// The page for it: the one that its texts ask for, if it is of a sensible size, otherwise the view's.
  [[nodiscard]] FigureOptions page_for(std::string_view view, const Drawing& drawing) const;

  /// These write in the background; a name without an ending gets the usual one, a figure without options the view's
  /// own. FileWriter::written() says how it went.
  void export_image(std::string_view view, const QString& name, const std::optional<FigureOptions>& figure = {});
  void save_table(TableActions* table, const QString& name);
  /// The heap map as a page that pans and zooms in a browser.
  void export_page(const QString& name);
  /// One PDF, or numbered files; written() names the first.
  void export_steps(const std::shared_ptr<const StepSource>& source, const StepSeries& series, const QString& name);

  /// Exports the tables in this widget when their own commands ask for that.
  void offer_tables_of(const QWidget& parent);
  /// Asks where to, with the table in sight.
  void choose_table_target(TableActions* table);
  /// The view that has the keyboard, to the clipboard.
  void copy_image();
  /// The same, on paper.
  void print_view();

 private:
  struct Picture {
    std::string name;
    const QWidget* view;
    Pane* pane;  // null where it is none
    std::function<PictureWords()> words;
    std::function<Drawing()> drawing;
  };

  QAction* add_action(QMenu& menu, const QString& text, const QKeySequence& keys, const std::function<void()>& run);
  void add_pictures();
  void fill_images(QMenu& menu);
  QAction* add_tables(QMenu& file);
  [[nodiscard]] const Picture& picture(std::string_view view) const;
  /// The view that has the keyboard; otherwise the heap map.
  [[nodiscard]] const Picture& focused() const;
  [[nodiscard]] TableActions* focused_table() const;
  [[nodiscard]] PictureWords words_of_map() const;
  bool refuse_empty(const Drawing& drawing);
  void choose_image(const Picture& picture);
  void choose_page_target();
  void choose_steps_target();

  const WindowParts parts_;
  std::vector<Picture> pictures_;     // in the order of the menu
  std::optional<FigureChoice> last_;  // kept in the settings
};

}  // namespace stowage
