// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <QLabel>
#include <QWidget>

#include "widgets/edit/edit_request.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/page/export.h"

namespace stowage {

class ViewState;

/// How the picture of a view is called where it can be exported.
struct PictureWords {
  std::string name;  ///< of the view, as its dock's: "lanes"
  QString command;   ///< in a menu: "&Lanes…"
  QString title;     ///< of the dialog that asks where to
  QString ending;    ///< of the file's name, before the extension: "-lanes"
};

/// One picture of a pane that has several.
struct PanePicture {
  PictureWords words;
  std::function<Drawing()> drawing;
  const QWidget* part = nullptr;  ///< the part of the pane that shows it; null: all of it
};

/// A view in a dock of its own. It knows only the results it is given and the shared state.
///
/// While it is not seen it is spared all work: of what it is given it keeps the last, and takes that when it is shown.
class Pane : public QWidget {
  Q_OBJECT

 public:
  /// `state` must outlive the pane.
  explicit Pane(ViewState& state, QWidget* parent = nullptr) : QWidget(parent), state_(state) {}

  /// The graph as it is from now on, at once after an edit; the results for it come later with set_view(). Null where
  /// nothing is open. The operators of the shared state are those of this graph.
  void set_graph(const std::shared_ptr<const Graph>& graph);
  /// Other results, perhaps of the graph before (`view.stale`), perhaps incomplete.
  void set_view(const PlanView& view);
  /// Whether something is still worked out in the background.
  [[nodiscard]] virtual bool busy() const { return false; }
  /// What to export; empty `paint` where the pane has no picture.
  [[nodiscard]] virtual Drawing drawing() const { return {}; }
  /// What drawing() is called where it can be exported alone; none where it cannot.
  [[nodiscard]] virtual std::optional<PictureWords> picture() const { return picture_; }
  /// The pictures of its other parts, which are exported alone, too.
  [[nodiscard]] virtual std::vector<PanePicture> more_pictures() const { return {}; }

 signals:
  void edit_requested(const stowage::EditRequest& request);
  /// The user picked two tensors as a pair, and they are selected now: what is between them is what was asked. Not
  /// where two are selected for another reason.
  void pair_picked();
  /// The user wants the pane as an image in a file.
  void image_requested();

 protected:
  [[nodiscard]] ViewState& state() const { return state_; }
  /// How drawing() is called; once.
  void set_picture(PictureWords words) { picture_ = std::move(words); }
  /// In the context menu of one of its parts: to export drawing().
  void offer_image(QWidget* part);
  /// What set_graph() and set_view() were given, the graph first.
  virtual void take_graph(const std::shared_ptr<const Graph>& /*graph*/) {}
  virtual void take_view(const PlanView& view) = 0;
  /// Whether what is given may wait until the pane is shown. Not where the pane still does something unseen that
  /// another graph or plan must end.
  [[nodiscard]] virtual bool may_wait() const { return !isVisible(); }
  /// Takes what has waited; those that override it call it first.
  void showEvent(QShowEvent* event) override;

 private:
  ViewState& state_;
  std::optional<PictureWords> picture_;
  std::optional<std::shared_ptr<const Graph>> waiting_graph_;
  std::optional<PlanView> waiting_view_;
};

/// Hides a whole widget, its parent, which takes no keys meanwhile, behind a sentence that says why.
class Overlay final : public QLabel {
  Q_OBJECT

 public:
  /// Covers `widget`; with an empty sentence it is to be seen again.
  static void set(QWidget& widget, const QString& sentence);
  [[nodiscard]] static bool is_on(const QWidget& widget);

 private:
  explicit Overlay(QWidget& widget);
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace stowage
