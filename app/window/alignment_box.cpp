// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdint>
#include <optional>

#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>

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

QComboBox* make_alignment_box(const WindowParts& parts, const std::function<void()>& entered) {
  return new AlignmentBox(parts.document, parts.message, entered);
}

}  // namespace stowage
