// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdint>
#include <optional>

#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>

#include "app/window/actions.h"
#include "app/window/menu_parts.h"
#include "widgets/tables/tensor_query.h"

namespace stowage {
namespace {

constexpr int kUsual[] = {1, 64, 256, 512, 4096};
constexpr std::int64_t kMost = std::int64_t{1} << 30;

class AlignmentBox final : public QComboBox {
  Q_DECLARE_TR_FUNCTIONS(stowage::AlignmentBox)

 public:
  AlignmentBox(OpenDocument& document, MessageBar& message, const std::function<void()>& entered)
      : document_(document), message_(message) {
    setObjectName("alignment");
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setAccessibleName(tr("Alignment in bytes"));
    setToolTip(tr("Offsets and sizes are rounded up to multiples of this many bytes"));
    for (const int bytes : kUsual) addItem(QString::number(bytes));
    setCompleter(nullptr);  // otherwise 4 and Enter would be 4096
    connect(this, &QComboBox::textActivated, this, [this](const QString& text) {
      // Also said of the value in force, when the field goes back to it.
      if (text != QString::number(document_.alignment().count)) take_text(text);
    });
    installEventFilter(this);
    QLineEdit* edit = lineEdit();
    connect(edit, &QLineEdit::returnPressed, this, [this, edit, entered] {
      if (!edit->isModified() || take_text(edit->text())) return entered();
      edit->selectAll();  // to be typed again
    });
    connect(edit, &QLineEdit::editingFinished, this, [this, edit] {
      if (edit->isModified()) take_text(edit->text());
    });
    connect(&document_, &OpenDocument::replaced, this, &AlignmentBox::show_alignment);
    connect(&document_, &OpenDocument::revised, this, [this] {
      message_.resolve(MessageBar::Topic::alignment);
      show_alignment();
    });
    connect(&document_, &OpenDocument::saved, this, &AlignmentBox::show_alignment);
    show_alignment();
  }

  /// A menu with the same choices.
  [[nodiscard]] QMenu* make_menu(QWidget* parent) {
    auto* menu = new QMenu(tr("&Alignment"), parent);
    menu->setObjectName("alignment_menu");
    QList<MenuChoice> choices;
    for (const int bytes : kUsual) choices += {QLocale().toString(bytes), qlonglong{bytes}};
    add_choices(
        *menu, choices, [this] { return qlonglong{document_.alignment().count}; },
        [this](const QVariant& bytes) { document_.change_alignment(Bytes{bytes.toLongLong()}); });
    menu->addAction(tr("&Other…"), this, [this] {
      setFocus();
      lineEdit()->selectAll();
    });
    return menu;
  }

 private:
  void show_alignment() { setEditText(QString::number(document_.alignment().count)); }

  /// Whether it was one; otherwise a message says why not.
  bool take_text(const QString& text) {
    const std::optional<Bytes> wanted = parse_bytes(text);
    const bool good = wanted && wanted->count >= 1 && wanted->count <= kMost;
    if (good) {
      document_.change_alignment(*wanted);
      message_.resolve(MessageBar::Topic::alignment);
    } else {
      message_.show_fault(MessageBar::Topic::alignment,
                          tr("%1 is not a valid alignment. Enter a whole number from 1 to %2.")
                              .arg(text, QLocale().toString(qlonglong{kMost})));
    }
    show_alignment();
    return good;
  }

  /// The window undoes, not the text field, unless something is being typed there.
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == this && event->type() == QEvent::ShortcutOverride && !lineEdit()->isModified()) {
      const auto* key = static_cast<QKeyEvent*>(event);
      if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
        event->ignore();
        return true;
      }
    }
    return QComboBox::eventFilter(watched, event);
  }

  OpenDocument& document_;
  MessageBar& message_;
};

}  // namespace

AlignmentChoice make_alignment_choice(const WindowParts& parts, const std::function<void()>& entered) {
  auto* box = new AlignmentBox(parts.document, parts.message, entered);
  return {box, box->make_menu(&parts.window)};
}

}  // namespace stowage
