// SPDX-License-Identifier: GPL-3.0-or-later
#include <QBoxLayout>
#include <QCoreApplication>
#include <QDialog>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <QScrollBar>
#include <QShortcut>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>
#include <QToolButton>

#include "app/dialogs/dialogs.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::Manual)
};

constexpr auto kName = "manual";
constexpr QSize kSize{860, 720};
constexpr int kMargin = 20, kCellPadding = 4, kPictureWidth = 780;  // pixels
constexpr auto kFolder = "qrc:/manual/";
constexpr auto kContents = "index.md";

constexpr ManualPage kPages[] = {
    {"start_page", "tour.md"},           {"part_overview", "explore.md#overview"}, {"part_lanes", "streams.md#lanes"},
    {"part_map", "explore.md#heap-map"}, {"map_a", "compare.md#a-and-b"},          {"header_a", "compare.md#a-and-b"},
    {"header_b", "compare.md#a-and-b"},  {"lesson_board", "learn.md#lessons"},     {"find_bar", "explore.md#find"},
    {"strategy_box", "strategies.md"},
};

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

/// A page of the manual. Links may name a heading; pictures are as wide as the page at most.
class ManualBrowser final : public QTextBrowser {
 public:
  using QTextBrowser::QTextBrowser;

  [[nodiscard]] QString page() const { return source().fileName(); }

 protected:
  void doSetSource(const QUrl& name, QTextDocument::ResourceType type) override {
    const QString before = page();
    QTextBrowser::doSetSource(name, type);
    if (page() != before) set_up_page();
    scroll_to_heading(name.fragment());
  }

  QVariant loadResource(int type, const QUrl& name) override {
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

 private:
  /// Tables get lines, as they have on the repository's page.
  void set_up_page() {
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
  void leave_room_below(int top) {
    const int missing = top - verticalScrollBar()->maximum();
    if (missing <= 0) return;
    QTextFrame* root = document()->rootFrame();
    QTextFrameFormat format = root->frameFormat();
    format.setBottomMargin(format.bottomMargin() + missing);
    root->setFrameFormat(format);
  }

  void scroll_to_heading(const QString& anchor) {
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
};

class ManualWindow final : public QDialog {
 public:
  explicit ManualWindow(QWidget* parent)
      : QDialog(parent, Qt::Window), browser_(new ManualBrowser), text_(new QLineEdit), nothing_(new QLabel) {
    setObjectName(kName);
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

  void show_page(const QString& page) { browser_->setSource(QUrl(QLatin1String(kFolder) + page)); }

 private:
  /// The next place of the text, from the top again behind the last one.
  void find(bool backward) {
    const QString text = text_->text();
    const QTextDocument::FindFlags flags = backward ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    bool found = text.isEmpty() || browser_->find(text, flags);
    if (!found) {
      browser_->moveCursor(backward ? QTextCursor::End : QTextCursor::Start);
      found = browser_->find(text, flags);
    }
    nothing_->setText(found ? QString() : Text::tr("Not found"));
  }

  ManualBrowser* browser_;
  QLineEdit* text_;
  QLabel* nothing_;
};

}  // namespace

std::span<const ManualPage> manual_pages() {
  return kPages;
}

QString manual_page_of(const QWidget* widget) {
  for (; widget != nullptr; widget = widget->parentWidget()) {
    if (const QString page = widget->property(kManualPage).toString(); !page.isEmpty()) return page;
    const auto* row = std::ranges::find_if(
        kPages, [&](const ManualPage& each) { return widget->objectName() == QLatin1String(each.part); });
    if (row != std::end(kPages)) return QLatin1String(row->page);
  }
  return {};
}

QString heading_anchor(const QString& heading) {
  QString out;
  for (const QChar c : heading.trimmed().toLower())
    if (c.isLetterOrNumber() || c == '_' || c == '-')
      out += c;
    else if (c.isSpace())
      out += '-';
  return out;
}

void show_manual(QWidget* window, const QString& page) {
  auto* manual = static_cast<ManualWindow*>(window->findChild<QDialog*>(kName));
  if (!manual) manual = new ManualWindow(window);
  manual->show();  // first: a page is laid out for the width that it has
  manual->show_page(page.isEmpty() ? QString::fromLatin1(kContents) : page);
  bring_up(*manual);
}

}  // namespace stowage
