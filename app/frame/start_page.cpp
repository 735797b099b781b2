// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/start_page.h"

#include <QCommandLinkButton>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace stowage {
namespace {

constexpr int kColumnWidth = 640;

QLabel* make_text(const QString& text, qreal scale = 1, bool bold = false) {
  auto* label = new QLabel(text);
  QFont font = label->font();
  font.setPointSizeF(font.pointSizeF() * scale);
  font.setBold(bold);
  label->setFont(font);
  label->setWordWrap(true);
  return label;
}

QCommandLinkButton* make_link(const QString& title, const QString& about) {
  auto* link = new QCommandLinkButton(title, about);
  link->setAccessibleName(title);
  link->setAccessibleDescription(about);
  link->setIcon(QIcon());
  return link;
}

}  // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Start page"));
  auto* column = new QWidget;
  column->setMaximumWidth(kColumnWidth);
  auto* rows = new QVBoxLayout(column);
  rows->setSpacing(6);
  rows->addWidget(make_intro());
  recent_ = new QWidget;
  recent_rows_ = new QVBoxLayout(recent_);
  recent_rows_->setContentsMargins(0, 12, 0, 0);
  rows->addWidget(recent_);
  recent_->hide();
  rows->addWidget(make_links(tr("Samples"), samples()));
  rows->addWidget(make_links(tr("Lessons"), lessons()));
  rows->addStretch();

  auto* middle = new QWidget;
  auto* centred = new QHBoxLayout(middle);
  centred->addStretch(1);
  centred->addWidget(column, 8);
  centred->addStretch(1);
  auto* scroll = new QScrollArea;
  scroll->setWidget(middle);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->addWidget(scroll);
}

QWidget* StartPage::make_intro() {
  auto* intro = new QWidget;
  auto* rows = new QVBoxLayout(intro);
  rows->setContentsMargins(0, 24, 0, 0);
  rows->addWidget(make_text(tr("Stowage"), 2.2, true));
  rows->addWidget(make_text(
      tr("Plans where every tensor of a deep-learning graph lives in one buffer, and shows you why it is safe "
         "and how good it is."),
      1.1));
  auto* line = new QHBoxLayout;
  auto* open = new QPushButton(tr("&Open a graph…"));
  open->setObjectName("start_open");
  open->setDefault(true);
  connect(open, &QPushButton::clicked, this, &StartPage::open_requested);
  line->addWidget(open);
  auto* zoo = new QPushButton(tr("New from &zoo…"));
  zoo->setObjectName("start_zoo");
  zoo->setToolTip(tr("A training step of a real network, from AlexNet to GPT-2, operator by operator"));
  connect(zoo, &QPushButton::clicked, this, &StartPage::zoo_requested);
  line->addWidget(zoo);
  line->addWidget(make_text(tr("or drop a graph file, an interval CSV or an allocation trace here")), 1);
  line->setContentsMargins(0, 12, 0, 0);
  rows->addLayout(line);
  return intro;
}

/// Files that come with the program, each with what it shows.
QWidget* StartPage::make_links(const QString& title, const std::vector<Sample>& files) {
  auto* box = new QWidget;
  auto* rows = new QVBoxLayout(box);
  rows->setContentsMargins(0, 12, 0, 24);
  rows->setSpacing(0);
  if (!files.empty()) rows->addWidget(make_text(title, 1.15, true));
  for (const Sample& file : files) {
    QCommandLinkButton* link = make_link(file.title, file.about);
    connect(link, &QCommandLinkButton::clicked, this, [this, path = file.path] { emit file_chosen(path); });
    rows->addWidget(link);
  }
  return box;
}

void StartPage::set_recent(const QStringList& paths) {
  while (QLayoutItem* item = recent_rows_->takeAt(0)) {
    item->widget()->deleteLater();
    delete item;
  }
  recent_->setVisible(!paths.isEmpty());
  if (paths.isEmpty()) return;
  recent_rows_->setSpacing(0);
  recent_rows_->addWidget(make_text(tr("Recent files"), 1.15, true));
  for (const QString& path : paths) {
    QCommandLinkButton* link = make_link(QFileInfo(path).fileName(), QFileInfo(path).path());
    connect(link, &QCommandLinkButton::clicked, this, [this, path] { emit file_chosen(path); });
    recent_rows_->addWidget(link);
  }
}

}  // namespace stowage
