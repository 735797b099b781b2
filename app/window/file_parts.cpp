// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include <QLabel>
#include <QSignalBlocker>
#include <QString>
#include <QStringList>
#include <QToolBar>

#include "app/controllers/opening.h"
#include "app/window/followers.h"
#include "core/formats/document.h"
#include "widgets/controls/elided.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/spaces/spaces_pane.h"

namespace stowage {
namespace {

constexpr int kMostWidth = 180;  // pixels of a box

class FileParts final : public QObject {
  Q_DECLARE_TR_FUNCTIONS(stowage::FileParts)

 public:
  FileParts(const WindowParts& parts, QToolBar& bar, QAction* before)
      : QObject(&bar),
        parts_(parts),
        bar_(bar),
        before_(before),
        pane_(parts.docks.view<SpacesPane>()),
        graphs_(make_box("graph_in_file", tr("Graph"), tr("Choose which graph of the file is open"))),
        spaces_(make_box("memory_space", tr("Space"), tr("Choose a memory space; each space has its own plan"))) {
    connect(graphs_.combo, &QComboBox::activated, this, [this](int index) {
      ReadOptions options = parts_.document.read_options();
      options.graph = parts_.document.graphs_in_file()[static_cast<std::size_t>(index)].name;
      options.space.reset();  // of another graph
      show_graphs();          // until that is open
      parts_.opening->read_again(options);
    });
    const auto show_space = [this](std::size_t space) {
      parts_.document.show_space(space);
      if (parts_.document.space() != space) show_spaces();  // an edit is still being made: the box goes back
    };
    connect(spaces_.combo, &QComboBox::activated, this,
            [=](int index) { show_space(static_cast<std::size_t>(index)); });
    connect(&pane_, &SpacesPane::space_chosen, this, show_space);
    connect(&parts_.document, &OpenDocument::replaced, this, [this] {
      show_graphs();
      show_spaces();
    });
    connect(&parts_.document, &OpenDocument::saved, this, &FileParts::show_graphs);
    connect(&parts_.document, &OpenDocument::revised, this, &FileParts::show_spaces);
    show_graphs();
    show_spaces();
  }

 private:
  struct Box {
    ElidedCombo* combo;
    QAction *label, *field;  // in the tool bar
  };
  [[nodiscard]] Box make_box(const char* name, const QString& label, const QString& tip) {
    auto* text = new QLabel(label);
    text->setContentsMargins(6, 0, 4, 0);
    auto* combo = new ElidedCombo;
    combo->setObjectName(name);
    combo->setAccessibleName(tip);
    combo->setMaximumWidth(kMostWidth);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    text->setBuddy(combo);
    return {combo, bar_.insertWidget(before_, text), bar_.insertWidget(before_, combo)};
  }

  /// Lists them, and hides the box where there is one: then there is nothing to choose.
  static void fill(const Box& box, const QStringList& texts, const QStringList& tips, std::size_t shown) {
    const QSignalBlocker quiet(box.combo);
    box.combo->clear();
    box.combo->addItems(texts);
    for (qsizetype k = 0; k < tips.size(); ++k) box.combo->setItemData(static_cast<int>(k), tips[k], Qt::ToolTipRole);
    box.combo->setCurrentIndex(static_cast<int>(shown));
    for (QAction* action : {box.label, box.field}) action->setVisible(texts.size() > 1);
  }

  void show_graphs() {
    QStringList texts, tips;
    for (const GraphInFile& graph : parts_.document.graphs_in_file()) {
      texts << text_of(graph.name);
      tips << tr("%Ln operator(s)", nullptr, as_int(graph.operators));
    }
    fill(graphs_, texts, tips, parts_.document.graph_in_file());
  }

  void show_spaces() {
    QStringList texts, tips;
    SpaceNames names{.names = {}, .shown = parts_.document.space()};
    for (const MemorySpace& space : parts_.document.spaces()) {
      texts << text_of(space.name);
      tips << (space.capacity ? tr("Capacity %1").arg(full_bytes(*space.capacity)) : QString());
      names.names.push_back(text_of(space.name));
    }
    fill(spaces_, texts, tips, parts_.document.space());
    parts_.state.set_spaces(std::move(names));
    pane_.set_spaces(parts_.document.spaces().size() < 2 || !parts_.document.graph()
                         ? ShownSpaces{}
                         : ShownSpaces{.spaces = parts_.document.spaces(),
                                       .tensors = parts_.document.spaced(),
                                       .graph = parts_.document.graph(),
                                       .shown = parts_.document.space(),
                                       .chosen_alignment = parts_.document.chosen_alignment()});
  }

  const WindowParts parts_;
  QToolBar& bar_;
  QAction* before_;
  SpacesPane& pane_;
  Box graphs_, spaces_;
};

}  // namespace

void offer_file_parts(const WindowParts& parts, QToolBar& bar, QAction* before) {
  new FileParts(parts, bar, before);
}

}  // namespace stowage
