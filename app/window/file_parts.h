// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include "core/formats/document.h"

class QAction;
class QToolBar;

namespace stowage {

class ElidedCombo;
class OpenDocument;
class SpacesPane;
class ViewState;

/// Parts of a file of which one at a time is open: its graphs, and its memory spaces. Two boxes in the tool bar choose
/// them, and the pane of the spaces has the others beside the one that is shown. What a file has one of, has no box.
class FileParts final : public QObject {
  Q_OBJECT

 public:
  /// All must outlive it. The boxes stand in `bar`, before that action.
  FileParts(OpenDocument& document, ViewState& state, SpacesPane& pane, QToolBar& bar, QAction* before);

 signals:
  /// Another graph is to be read from the file.
  void graph_chosen(const stowage::ReadOptions& options);

 private:
  struct Box {
    ElidedCombo* combo;
    QAction *label, *field;  // in the tool bar
  };
  [[nodiscard]] Box make_box(const char* name, const QString& label, const QString& tip);
  static void fill(const Box& box, const QStringList& texts, const QStringList& tips, std::size_t shown);
  void show_graphs();
  void show_spaces();

  OpenDocument& document_;
  ViewState& state_;
  QToolBar& bar_;
  QAction* before_;
  SpacesPane& pane_;
  Box graphs_, spaces_;
};

}  // namespace stowage
