// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/edit/edit_entries.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <QColorDialog>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QInputDialog>
#include <QMenu>
#include <QPushButton>

#include "core/graph/graph.h"
#include "widgets/base/canvas.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::EditEntries)
};

constexpr int kPaletteColors = 8;
constexpr int kStreamsWidth = 360;  // pixels: the title is seen whole

struct EditDialogs {
  Q_DECLARE_TR_FUNCTIONS(stowage::EditDialogs)
};

QInputDialog* make_dialog(QWidget* parent, const ValueQuestion& question) {
  auto* dialog = new QInputDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(question.name);
  dialog->setWindowTitle(question.title);
  dialog->setLabelText(question.text);
  return dialog;
}

}  // namespace

QAction* add_edit_entry(QMenu& menu, const QString& text, const AskForEdit& ask, std::function<EditRequest()> request) {
  QAction* action = menu.addAction(text);
  action->setEnabled(request != nullptr);
  if (request)
    QObject::connect(action, &QAction::triggered, &menu, [ask, request = std::move(request)] { ask(request()); });
  return action;
}

void add_grouping(QMenu& menu, const QString& text, const AskForEdit& ask, const std::shared_ptr<const Graph>& graph,
                  const std::vector<TensorId>& tensors) {
  const bool grouped = std::ranges::any_of(tensors, [&](TensorId t) { return graph->group(t).valid(); });
  if (tensors.size() >= 2 && !grouped) {
    add_edit_entry(menu, text, ask, [graph, tensors] {
      return edits::make_group(*graph, tensors);
    })->setObjectName("make_group");
    return;
  }
  QAction* entry = add_edit_entry(menu, text, ask, nullptr);
  entry->setObjectName("make_group");
  entry->setToolTip(grouped ? Text::tr("One of the tensors is in a group already")
                            : Text::tr("Select at least two tensors"));
}

void hold_entries(QMenu& menu, const QString& why) {
  if (why.isEmpty()) return;
  menu.setToolTipsVisible(true);
  for (QAction* entry : menu.actions()) {
    entry->setEnabled(false);
    entry->setToolTip(why);
  }
}

QString entry_text(const QString& name) {
  constexpr qsizetype kLongest = 48;
  QString out = name.size() > kLongest ? name.left(kLongest - 1) + QStringLiteral("…") : name;
  return out.replace('&', QLatin1String("&&"));
}

QWidget* dialog_parent(const QMenu& menu) {
  QWidget* parent = menu.parentWidget();
  while (qobject_cast<QMenu*>(parent)) parent = parent->parentWidget();
  return parent ? parent->window() : nullptr;
}

QAction* add_scaling_entry(QMenu& menu, const QString& text, const char* name, const QString& title,
                           const AskForEdit& ask, const std::function<EditRequest(Factor)>& scale) {
  return menu.addAction(text, &menu, [&menu, name, title, ask, scale] {
    constexpr std::int64_t kDenominator = 1000;
    QInputDialog* dialog =
        make_dialog(dialog_parent(menu),
                    {.name = name, .title = title, .text = EditDialogs::tr("&Factor, to three decimal places:")});
    dialog->setInputMode(QInputDialog::DoubleInput);
    dialog->setDoubleDecimals(3);
    dialog->setDoubleRange(1.0 / kDenominator, 1'000'000);
    dialog->setDoubleValue(1.5);
    QObject::connect(dialog, &QInputDialog::doubleValueSelected, dialog, [ask, scale](double value) {
      ask(scale({std::llround(value * kDenominator), kDenominator}));
    });
    dialog->open();
  });
}

void ask_text(const QMenu& menu, const ValueQuestion& question, const QString& before,
              const std::function<bool(const QString&)>& fits, const std::function<void(const QString&)>& chosen) {
  QInputDialog* dialog = make_dialog(dialog_parent(menu), question);
  dialog->setTextValue(before);
  const auto check = [dialog, fits](const QString& text) {
    dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->setEnabled(fits(text));
  };
  QObject::connect(dialog, &QInputDialog::textValueChanged, dialog, check);
  QObject::connect(dialog, &QInputDialog::textValueSelected, dialog, [fits, chosen](const QString& text) {
    if (fits(text)) chosen(text);
  });
  dialog->open();
  check(before);
}

void ask_stream(QWidget* parent, const Graph& graph, StreamId excluded, const QString& title, const QString& text,
                const std::function<void(StreamId)>& chosen) {
  QStringList names;
  std::vector<StreamId> streams;
  for (StreamId s : graph.streams()) {
    if (s == excluded) continue;
    streams.push_back(s);
    const Graph::Stream& info = graph.info(s);  // two streams may have one name, but not one number
    names << (info.name.empty() ? stream_label(graph, s)
                                : EditDialogs::tr("%1 (stream %2)").arg(text_of(info.name)).arg(info.number));
  }
  QInputDialog* dialog = make_dialog(parent, {.name = "ask_stream", .title = title, .text = text});
  dialog->setComboBoxItems(names);
  dialog->setOption(QInputDialog::UseListViewForComboBoxItems);
  dialog->resize(dialog->sizeHint().expandedTo({kStreamsWidth, 0}));
  QObject::connect(dialog, &QInputDialog::textValueSelected, dialog, [names, streams, chosen](const QString& name) {
    if (const auto at = names.indexOf(name); at >= 0) chosen(streams[static_cast<std::size_t>(at)]);
  });
  dialog->open();
}

void ask_color(QWidget* parent, const Graph& graph, StreamId stream, const std::function<void(const QColor&)>& chosen) {
  const Theme theme = Theme::of(is_dark(parent->palette()));
  for (int k = 0; k < kPaletteColors; ++k)
    QColorDialog::setCustomColor(k, palette_fill(static_cast<std::size_t>(k), theme).color);
  auto* dialog = new QColorDialog(stream_fill(graph, stream, theme).color, parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setOption(QColorDialog::DontUseNativeDialog);  // which has no room for those of the palette
  dialog->setWindowTitle(EditDialogs::tr("Colour of %1").arg(stream_label(graph, stream)));
  QObject::connect(dialog, &QColorDialog::colorSelected, dialog, chosen);
  dialog->open();
}

}  // namespace stowage
