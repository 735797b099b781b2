// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/manual.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <QScrollBar>
#include <QShortcut>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>
#include <QToolButton>

#include "app/dialogs/manual_pages.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::Manual)
};

constexpr QSize kSize{860, 720};
constexpr int kMargin = 20, kCellPadding = 4, kPictureWidth = 780;  // pixels
constexpr auto kFolder = "qrc:/manual/";
constexpr auto kContents = "index.md";

bool is_heading(const QTextBlock& block) {
  return block.blockFormat().headingLevel() > 0;
}

QToolButton* make_button(const QString& text, const QString& tip, const char* name) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setToolTip(tip);
  button->setObjectName(name);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace

QVariant ManualBrowser::loadResource(int type, const QUrl& name) {
  const QVariant loaded = QTextBrowser::loadResource(type, name);
  if (type != QTextDocument::ImageResource) return loaded;
  QImage image =
      loaded.userType() == QMetaType::QByteArray ? QImage::fromData(loaded.toByteArray()) : loaded.value<QImage>();
  const double ratio = devicePixelRatioF();
  const int most = static_cast<int>(kPictureWidth * ratio);
  if (image.width() > most) image = image.scaledToWidth(most, Qt::SmoothTransformation);
  image.setDevicePixelRatio(ratio);
  return image;
}

void ManualBrowser::doSetSource(const QUrl& name, QTextDocument::ResourceType type) {
  const QString before = page();
  QTextBrowser::doSetSource(name, type);
  if (page() != before) set_up_page();
  scroll_to_heading(name.fragment());
}

/// Tables get lines, as they have on the repository's page.
void ManualBrowser::set_up_page() {
  document()->setDocumentMargin(kMargin);
  for (QTextFrame* frame : document()->rootFrame()->childFrames()) {
    auto* table = qobject_cast<QTextTable*>(frame);
    if (!table) continue;
    QTextTableFormat format = table->format();
    format.setBorderCollapse(true);
    format.setBorder(1);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorderBrush(palette().mid());
    format.setCellPadding(kCellPadding);
    format.setCellSpacing(0);
    table->setFormat(format);
  }
}

/// A section at the end of a page can be scrolled to the top, too.
void ManualBrowser::leave_room_below(int top) {
  const int missing = top - verticalScrollBar()->maximum();
  if (missing <= 0) return;
  QTextFrame* root = document()->rootFrame();
  QTextFrameFormat format = root->frameFormat();
  format.setBottomMargin(format.bottomMargin() + missing);
  root->setFrameFormat(format);
}

void ManualBrowser::scroll_to_heading(const QString& anchor) {
  if (anchor.isEmpty()) return;
  for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
    if (!is_heading(block) || heading_anchor(block.text()) != anchor) continue;
    setTextCursor(QTextCursor(block));
    const int top = static_cast<int>(document()->documentLayout()->blockBoundingRect(block).top());
    leave_room_below(top);
    verticalScrollBar()->setValue(top);
    return;
  }
}

ManualWindow::ManualWindow(QWidget* parent)
    : QDialog(parent, Qt::Window), browser_(new ManualBrowser), text_(new QLineEdit), nothing_(new QLabel) {
  setObjectName("manual");
  setWindowTitle(Text::tr("Stowage manual"));
  browser_->setObjectName("manual_page");
  browser_->setAccessibleName(Text::tr("Page of the manual"));
  browser_->setOpenExternalLinks(true);
  browser_->setFrameShape(QFrame::NoFrame);
  auto* contents = make_button(Text::tr("Contents"), Text::tr("List all pages"), "manual_contents");
  auto* back = make_button(Text::tr("Back"), Text::tr("Go back to the page before"), "manual_back");
  auto* forward = make_button(Text::tr("Forward"), Text::tr("Go forward again"), "manual_forward");
  text_->setObjectName("manual_find");
  text_->setPlaceholderText(Text::tr("Find on this page"));
  text_->setAccessibleName(text_->placeholderText());
  text_->setClearButtonEnabled(true);
  nothing_->setObjectName("manual_nothing");
  auto* bar = new QHBoxLayout;
  for (QWidget* button : {contents, back, forward}) bar->addWidget(button);
  bar->addStretch(1);
  bar->addWidget(nothing_);
  bar->addWidget(text_);
  auto* rows = new QVBoxLayout(this);
  rows->addLayout(bar);
  rows->addWidget(browser_, 1);

  connect(contents, &QToolButton::clicked, this, [this] { show_page(kContents); });
  connect(back, &QToolButton::clicked, browser_, &QTextBrowser::backward);
  connect(forward, &QToolButton::clicked, browser_, &QTextBrowser::forward);
  connect(browser_, &QTextBrowser::backwardAvailable, back, &QToolButton::setEnabled);
  connect(browser_, &QTextBrowser::forwardAvailable, forward, &QToolButton::setEnabled);
  back->setEnabled(false);
  forward->setEnabled(false);
  connect(text_, &QLineEdit::textEdited, this, [this] {
    browser_->moveCursor(QTextCursor::Start);
    find(false);
  });
  connect(text_, &QLineEdit::returnPressed, this, [this] { find(false); });
  connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, text_, [this] {
    text_->setFocus(Qt::ShortcutFocusReason);
    text_->selectAll();
  });
  connect(new QShortcut(QKeySequence::FindNext, this), &QShortcut::activated, this, [this] { find(false); });
  connect(new QShortcut(QKeySequence::FindPrevious, this), &QShortcut::activated, this, [this] { find(true); });
  resize(kSize.boundedTo(screen()->availableSize() * 0.9));
}

void ManualWindow::show_page(const QString& page) {
  browser_->setSource(QUrl(QLatin1String(kFolder) + page));
}

/// The next place of the text, from the top again behind the last one.
void ManualWindow::find(bool backward) {
  const QString text = text_->text();
  const QTextDocument::FindFlags flags = backward ? QTextDocument::FindBackward : QTextDocument::FindFlags();
  bool found = text.isEmpty() || browser_->find(text, flags);
  if (!found) {
    browser_->moveCursor(backward ? QTextCursor::End : QTextCursor::Start);
    found = browser_->find(text, flags);
  }
  nothing_->setText(found ? QString() : Text::tr("Not found"));
}

void show_manual(QWidget* window, const QString& page) {
  auto* manual = window->findChild<ManualWindow*>();
  if (!manual) manual = new ManualWindow(window);
  manual->show();  // first: a page is laid out for the width that it has
  manual->show_page(page.isEmpty() ? QString::fromLatin1(kContents) : page);
  manual->raise();
  manual->activateWindow();
}

}  // namespace stowage
