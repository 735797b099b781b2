// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/start_page.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTextLayout>

#include "widgets/base/canvas.h"

namespace stowage {
namespace {

constexpr int kPathRole = Qt::UserRole, kAboutRole = Qt::UserRole + 1;
constexpr int kAcross = 8, kAbove = 4;  // pixels around the words of a row

/// A title, and below it in small what it is.
class ChoiceDelegate final : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  /// How high a row is in a list so many pixels wide.
  static int height_of(const QModelIndex& index, const QFont& font, int list_width) {
    const int width = std::max(80, list_width - 2 * kAcross);
    const QString about = index.data(kAboutRole).toString();
    const int title = QFontMetrics(title_font(font, is_heading(index))).height() + 2 * kAbove;
    return about.isEmpty() ? title : title + words(about_font(font), width, about).height();
  }

 private:
  static bool is_heading(const QModelIndex& index) { return index.data(kPathRole).toString().isEmpty(); }
  static QFont title_font(const QFont& font, bool heading) {
    QFont title = font;
    if (heading) title.setPointSizeF(font.pointSizeF() * 0.9);
    title.setWeight(QFont::DemiBold);
    return title;
  }
  static QFont about_font(const QFont& font) {
    QFont about = font;
    about.setPointSizeF(font.pointSizeF() * 0.9);
    return about;
  }
  static QRect words(const QFont& font, int width, const QString& text) {
    return QFontMetrics(font).boundingRect(QRect(0, 0, width, 1000), Qt::TextWordWrap, text);
  }

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const auto* list = static_cast<const QAbstractScrollArea*>(option.widget);
    const int width = list->viewport()->width();
    return {std::max(80, width - 2 * kAcross), height_of(index, option.font, width)};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Theme& theme = theme_of(*option.widget);
    const bool heading = is_heading(index);
    painter->save();
    if (!heading && option.state.testFlag(QStyle::State_MouseOver))
      painter->fillRect(option.rect, mix(theme.surface, theme.text, 0.07));
    if (option.state.testFlag(QStyle::State_HasFocus)) {
      const QColor highlight = option.palette.color(QPalette::Highlight);
      painter->fillRect(option.rect, mix(theme.surface, highlight, 0.15));
      painter->setPen(QPen(highlight, 2));
      painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
    }
    QRect place = option.rect.adjusted(kAcross, kAbove, -kAcross, -kAbove);
    const QFont title = title_font(option.font, heading);
    const QFontMetrics metrics(title);
    painter->setFont(title);
    painter->setPen(heading ? theme.muted_text : theme.text);
    painter->drawText(place, Qt::AlignLeft | Qt::AlignTop,
                      metrics.elidedText(index.data().toString(), Qt::ElideMiddle, place.width()));
    place.setTop(place.top() + metrics.height());
    painter->setFont(about_font(option.font));
    painter->setPen(theme.muted_text);
    painter->drawText(place, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, index.data(kAboutRole).toString());
    painter->restore();
  }
};

}  // namespace

ChoiceList::ChoiceList(const QString& name, QWidget* parent) : QListWidget(parent) {
  setAccessibleName(name);
  setItemDelegate(new ChoiceDelegate(this));
  setFrameShape(QFrame::NoFrame);
  setVerticalScrollMode(ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);  // it scrolls
  setMouseTracking(true);
  setTabKeyNavigation(false);
  viewport()->setAutoFillBackground(false);
  viewport()->setCursor(Qt::PointingHandCursor);
  connect(this, &QListWidget::itemClicked, this, &ChoiceList::choose);
}

void ChoiceList::set_choices(const std::vector<FileChoice>& choices) {
  clear();
  for (const FileChoice& choice : choices) {
    auto* item = new QListWidgetItem(choice.title, this);
    item->setData(kPathRole, choice.path);
    item->setData(kAboutRole, choice.about);
    item->setData(Qt::AccessibleDescriptionRole, choice.about);
    item->setToolTip(choice.about);
    if (choice.path.isEmpty()) item->setFlags(Qt::NoItemFlags);
  }
}

int ChoiceList::height_for(int width) const {
  int height = 2;  // otherwise rounding brings a scroll bar
  for (int row = 0; row < count(); ++row) height += ChoiceDelegate::height_of(model()->index(row, 0), font(), width);
  return height;
}

void ChoiceList::choose(const QListWidgetItem* item) {
  if (const QString path = item->data(kPathRole).toString(); !path.isEmpty()) emit chosen(path);
}

void ChoiceList::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (currentItem()) choose(currentItem());
      return;
    default:
      QListWidget::keyPressEvent(event);
  }
}

/// Shows at once which row has the keyboard.
void ChoiceList::focusInEvent(QFocusEvent* event) {
  QListWidget::focusInEvent(event);
  for (int row = 0; row < count() && currentRow() < 0; ++row)
    if (item(row)->flags().testFlag(Qt::ItemIsEnabled)) setCurrentRow(row);
  viewport()->update();
}

void ChoiceList::focusOutEvent(QFocusEvent* event) {
  QListWidget::focusOutEvent(event);
  viewport()->update();
}

/// Lays the rows out again: their lines break at other places.
void ChoiceList::resizeEvent(QResizeEvent* event) {
  QListWidget::resizeEvent(event);
  scheduleDelayedItemsLayout();
}

}  // namespace stowage
