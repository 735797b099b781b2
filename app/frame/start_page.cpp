// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/start_page.h"

#include <array>
#include <memory>
#include <utility>

#include <QBoxLayout>
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QGridLayout>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>

#include "app/settings/file_names.h"
#include "core/formats/document.h"
#include "core/formats/formats.h"
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "core/planning/plan_ground.h"
#include "widgets/base/canvas.h"
#include "widgets/base/latest_job.h"
#include "widgets/painters/heap_map/heap_map_painter.h"

namespace stowage {
namespace {

constexpr int kMargin = 16, kGap = 12;
constexpr int kLeastCard = 340;  // pixels across
constexpr int kLeastHeight = 290;

QLabel* make_text(const QString& text, qreal scale, QFont::Weight weight = QFont::Normal) {
  auto* label = new QLabel(text);
  QFont font = label->font();
  font.setPointSizeF(font.pointSizeF() * scale);
  font.setWeight(weight);
  label->setFont(font);
  label->setWordWrap(true);
  return label;
}

constexpr int kCardMargin = 12;
constexpr int kLeastPicture = 100, kMostPicture = 360;  // pixels across
constexpr double kHighAsWide = 0.6;                     // of a picture

/// The plan in the document, or a quick one; with bounds that are quick, too.
Result<PlanView> planned(const Document& document, const Task& task) {
  PlanView view;
  view.graph = document.graph;
  view.history = document.history;
  view.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*view.graph));
  STOWAGE_TRY(Conflicts conflicts, Conflicts::compute(*view.graph, task));
  view.conflicts = std::make_shared<const Conflicts>(std::move(conflicts));
  const Bytes alignment = document.plan ? document.plan->alignment : document.graph->alignment();
  STOWAGE_TRY(const PlanGround ground, PlanGround::make(*view.graph, *view.conflicts, alignment, true, task));
  view.bounds = std::make_shared<const Bounds>(ground.quick_bounds());
  STOWAGE_TRY(Plan plan, document.plan ? *document.plan : ground.plan(*find_layout_strategy("mo.size.best"), task));
  view.plan = std::make_shared<const Plan>(std::move(plan));
  return view;
}

/// Null where the sample cannot be planned: then its place stays empty.
std::shared_ptr<const HeapMapContent> content_of(const QString& path, ColorBy by, const Task& task) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return nullptr;
  const Result<Document> document = read_document(file.readAll().toStdString(), path.toStdString(), {}, task);
  if (!document) return nullptr;
  const Result<PlanView> view = planned(*document, task);
  if (!view) return nullptr;
  return std::make_shared<const HeapMapContent>(HeapMapContent{
      .scene = HeapMapScene::make(*view), .coloring = std::make_shared<const Coloring>(*view, by), .hidden = {}});
}

/// A sample's heap map as a small picture, in the colours of the theme and as sharp as the screen. It is planned and
/// drawn in the background, once it is on screen: the window waits for no picture.
class SamplePicture final : public QWidget {
 public:
  /// `path` is a sample, a Qt resource.
  SamplePicture(const QString& path, ColorBy by) : path_(path), by_(by) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  }

 private:
  /// What a picture was drawn for.
  struct Look {
    QSize pixels;
    double ratio = 1;
    bool dark = false;
    ClassLook classes{};
    friend bool operator==(const Look&, const Look&) = default;
  };
  [[nodiscard]] Look look() const {
    const double ratio = devicePixelRatioF();
    return {(QSizeF(size()) * ratio).toSize(), ratio, is_dark(palette()), class_look()};
  }

  void draw(const Look& look) {
    asked_ = look;
    painter_.start([this, look, path = path_, by = by_, known = content_](const Task& task) -> LatestJob::Delivery {
      const auto content = known ? known : content_of(path, by, task);
      if (!content) return {};
      QImage image(look.pixels, QImage::Format_ARGB32_Premultiplied);
      image.setDevicePixelRatio(look.ratio);
      QPainter painter(&image);
      paint_heap_map_thumbnail(painter, QRectF(QPointF(), QSizeF(look.pixels) / look.ratio), *content,
                               Theme::of(look.dark));
      painter.end();
      return [this, content, image] {
        content_ = content;
        image_ = image;
        update();
      };
    });
  }

  /// A picture of an earlier size or theme stays until the next is there.
  void paintEvent(QPaintEvent* /*event*/) override {
    const Theme& theme = theme_of(*this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    if (!image_.isNull()) painter.drawImage(rect(), image_);
    painter.setPen(theme.grid);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    if (const Look now = look(); now != asked_) draw(now);
  }

  QString path_;
  ColorBy by_;
  std::shared_ptr<const HeapMapContent> content_;  // null until it is planned
  QImage image_;
  Look asked_;
  LatestJob painter_{this};
};

struct TaskText {
  Q_DECLARE_TR_FUNCTIONS(stowage::TaskCard)
};

struct TaskWords {
  const char* name;      // of parts, for tests and scripts
  const char* title;     // untranslated, like the next two
  const char* sentence;  // what the task is good for
  const char* open;
  const char* picture;  // a sample
  ColorBy by;
};

/// In the order of StartTask.
constexpr std::array<TaskWords, kStartTasks.size()> kWords{{
    {"recording", QT_TRANSLATE_NOOP("stowage::TaskCard", "Debug a recorded heap"),
     QT_TRANSLATE_NOOP("stowage::TaskCard",
                       "Find the lines of code that hold memory at the peak, and why an allocation failed."),
     QT_TRANSLATE_NOOP("stowage::TaskCard", "Open a &recording…"), ":/samples/serving.pickle", ColorBy::kind},
    {"model", QT_TRANSLATE_NOOP("stowage::TaskCard", "Open a model"),
     QT_TRANSLATE_NOOP("stowage::TaskCard",
                       "Plan the memory of a graph: see what it needs, and what streams and order change."),
     QT_TRANSLATE_NOOP("stowage::TaskCard", "Open a &model…"), ":/samples/medium.stowage.json", ColorBy::stream},
    {"plan", QT_TRANSLATE_NOOP("stowage::TaskCard", "Check a compiler's plan"),
     QT_TRANSLATE_NOOP("stowage::TaskCard",
                       "Check that no two tensors clash, and see how far the plan is from the lower bound."),
     QT_TRANSLATE_NOOP("stowage::TaskCard", "Open a &compiler's file…"), ":/samples/tiny_network.tflite", ColorBy::op},
    {"learn", QT_TRANSLATE_NOOP("stowage::TaskCard", "Learn"),
     QT_TRANSLATE_NOOP("stowage::TaskCard", "Learn how memory is planned, step by step, on the figures of the papers."),
     QT_TRANSLATE_NOOP("stowage::TaskCard", "Open a le&sson…"), ":/samples/somas_figure_2.stowage.json",
     ColorBy::stream},
}};

/// Titles of the formats that files of the task have.
QString formats_of(StartTask task) {
  const auto use = use_of(task);
  QStringList titles;
  for (const Format& format : formats())
    if (format.is_read && format.use == use) titles += format_title(format);
  return titles.join(QStringLiteral(" · "));
}

std::vector<FileChoice> choices_of(StartTask task) {
  std::vector<FileChoice> out;
  if (task == StartTask::learn) {
    QString source;
    for (const Sample& lesson : lessons()) {
      if (lesson.source != source) out.push_back({.title = source = lesson.source});
      out.push_back({.title = QStringLiteral("%1  %2").arg(lesson.number, lesson.title),
                     .about = lesson.about,
                     .path = lesson.path});
    }
    out.push_back({.title = TaskText::tr("Samples of figures, loops and branches")});
  }
  for (const Sample& sample : samples())
    if (sample.task == task) out.push_back({.title = sample.title, .about = sample.about, .path = sample.path});
  return out;
}

/// "~/models" for a folder in the user's home.
QString short_folder(const QString& path) {
  const QString folder = QFileInfo(path).path(), home = QDir::homePath();
  return folder == home || folder.startsWith(home + '/') ? '~' + folder.mid(home.size()) : folder;
}

}  // namespace

/// A task of the start page: a picture, a sentence, a button that opens files of that task, the formats of such files,
/// and samples.
class TaskCard final : public QFrame {
  Q_DECLARE_TR_FUNCTIONS(stowage::TaskCard)

 public:
  TaskCard(StartTask task, StartPage* page) {
    const TaskWords& words = kWords[static_cast<std::size_t>(task)];
    const QString title = task_title(task), name = QString::fromLatin1(words.name);
    setObjectName("task_" + name);
    setAccessibleName(title);
    picture_ = new SamplePicture(QString::fromLatin1(words.picture), words.by);
    picture_->setObjectName("picture_" + name);
    open_ = new QPushButton(tr(words.open));
    open_->setObjectName("start_open_" + name);
    open_->setAccessibleDescription(tr(words.sentence));
    open_->setAutoDefault(true);  // so that Return presses it
    connect(open_, &QPushButton::clicked, page, [page, task] { emit page->task_chosen(task); });
    list_ = new ChoiceList(task == StartTask::learn ? tr("Lessons") : tr("Samples: %1").arg(title));
    list_->setObjectName("samples_" + name);
    list_->set_choices(choices_of(task));
    connect(list_, &ChoiceList::chosen, page, &StartPage::file_chosen);

    auto* text = new QVBoxLayout;
    text->setSpacing(4);
    text->addWidget(make_text(title, 1.25, QFont::DemiBold));
    text->addWidget(make_text(tr(words.sentence), 1));
    text->addSpacing(4);
    text->addWidget(open_, 0, Qt::AlignLeft);
    text->addStretch();
    auto* head = new QHBoxLayout;
    head->setSpacing(kCardMargin);
    head->addWidget(picture_, 0, Qt::AlignTop);
    head->addLayout(text, 1);
    about_ = new QVBoxLayout;
    about_->setSpacing(8);
    about_->addLayout(head);
    if (const QString formats = formats_of(task); !formats.isEmpty()) {
      QLabel* opens = make_text(formats, 0.9);
      opens->setForegroundRole(QPalette::PlaceholderText);
      opens->setObjectName("formats_" + name);
      about_->addWidget(opens);
    }
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(kCardMargin, kCardMargin, kCardMargin, 4);
    rows->setSpacing(8);
    rows->addLayout(about_);
    rows->addWidget(list_, 1);
  }

  /// For a card of that width.
  void arrange(int width) {
    const int across = std::clamp((width - 2 * kCardMargin) * 2 / 5, kLeastPicture, kMostPicture);
    picture_->setFixedSize(across, static_cast<int>(across * kHighAsWide));
  }

  /// In which all of it is seen at that width, once it is arranged for it.
  [[nodiscard]] int whole_height(int width) const {
    const int inside = width - 2 * kCardMargin;
    for (QLayoutItem* each : {about_->itemAt(0), static_cast<QLayoutItem*>(about_)})
      each->invalidate();  // not known yet
    const QMargins around = layout()->contentsMargins();
    return around.top() + around.bottom() + about_->totalHeightForWidth(inside) + layout()->spacing() +
           list_->height_for(inside);
  }

 private:
  /// A sheet with a hairline around it.
  void paintEvent(QPaintEvent* /*event*/) override {
    const Theme& theme = theme_of(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.grid);
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
  }

  QWidget* picture_;
  QVBoxLayout* about_;
  QPushButton* open_;
  ChoiceList* list_;
};

QString task_title(StartTask task) {
  return TaskText::tr(kWords[static_cast<std::size_t>(task)].title);
}

StartPage::StartPage(QWidget* parent) : QWidget(parent) {
  setObjectName("start_page");
  setAccessibleName(tr("Start page"));
  side_ = make_side();
  auto* page = new QWidget;
  auto* columns = new QHBoxLayout(page);
  columns->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  columns->setSpacing(kMargin);
  columns->addWidget(side_);
  grid_ = new QGridLayout;
  grid_->setSpacing(kGap);
  columns->addLayout(grid_, 1);
  for (const StartTask task : kStartTasks) {
    auto* card = new TaskCard(task, this);
    card->setMinimumHeight(kLeastHeight);
    cards_.push_back(card);
  }
  scroll_ = new QScrollArea;
  scroll_->setWidget(page);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setFocusPolicy(Qt::NoFocus);
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->addWidget(scroll_);
  arrange();
  QEvent shown(QEvent::PaletteChange);
  changeEvent(&shown);
}

QWidget* StartPage::make_side() {
  auto* side = new QWidget;
  auto* rows = new QVBoxLayout(side);
  rows->setContentsMargins(3, 0, 3, 0);  // room for the ring around a button
  rows->setSpacing(8);
  rows->addWidget(make_text(tr("Stowage"), 2, QFont::DemiBold));
  rows->addWidget(make_text(
      tr("Plans where every tensor of a deep-learning graph lives in one buffer, and shows you why it is safe "
         "and how good it is."),
      1));
  rows->addSpacing(8);
  const auto add_button = [&](const QString& text, const char* name, auto signal) {
    auto* button = new QPushButton(text);
    button->setObjectName(name);
    button->setAutoDefault(true);  // so that Return presses it
    connect(button, &QPushButton::clicked, this, signal);
    rows->addWidget(button);
    return button;
  };
  QPushButton* open = add_button(tr("&Open any file…"), "start_open", &StartPage::open_requested);
  open->setDefault(true);
  setFocusProxy(open);
  add_button(tr("New from &zoo…"), "start_zoo", &StartPage::zoo_requested)
      ->setToolTip(tr("A training step of a real network, from AlexNet to GPT-2"));
  add_button(tr("How to &get such files…"), "start_formats", &StartPage::formats_requested);
  QLabel* drop = make_text(tr("Or drop a file here. Stowage recognizes its format."), 0.9);
  drop->setForegroundRole(QPalette::PlaceholderText);
  rows->addWidget(drop);
  rows->addSpacing(8);
  rows->addWidget(make_text(tr("Recent files"), 1.1, QFont::DemiBold));
  no_recent_ = make_text(tr("None yet."), 1);
  no_recent_->setForegroundRole(QPalette::PlaceholderText);
  no_recent_->setAlignment(Qt::AlignTop);
  rows->addWidget(no_recent_, 1);
  recent_ = new ChoiceList(tr("Recent files"));
  recent_->setObjectName("recent_files");
  recent_->hide();
  connect(recent_, &ChoiceList::chosen, this, &StartPage::file_chosen);
  rows->addWidget(recent_, 1);
  return side;
}

void StartPage::set_recent(const QStringList& paths) {
  std::vector<FileChoice> choices;
  for (const QString& path : paths)
    choices.push_back({.title = QFileInfo(path).fileName(), .about = short_folder(path), .path = path});
  recent_->set_choices(choices);
  recent_->setVisible(!paths.isEmpty());
  no_recent_->setVisible(paths.isEmpty());
}

/// Two cards beside each other where there is room. The upper ones are no higher than what is in them: the list of
/// lessons below is long.
void StartPage::arrange() {
  const int side = std::clamp(width() / 5, 200, 320);
  const int room = width() - 3 * kMargin - side;
  const int columns = room >= 2 * kLeastCard + kGap ? 2 : 1;
  side_->setFixedWidth(side);
  const int across = (room - (columns - 1) * kGap) / columns;
  int upper = kLeastHeight;
  for (std::size_t k = 0; k < cards_.size(); ++k) {
    cards_[k]->arrange(across);
    if (columns == 2 && k < 2) upper = std::max(upper, cards_[k]->whole_height(across));
  }
  for (std::size_t k = 0; k < cards_.size(); ++k)
    cards_[k]->setMaximumHeight(columns == 2 && k < 2 ? upper : QWIDGETSIZE_MAX);
  if (columns == columns_) return;
  columns_ = columns;
  for (int k = 0; k < static_cast<int>(cards_.size()); ++k) {
    grid_->addWidget(cards_[static_cast<std::size_t>(k)], k / columns, k % columns);
    grid_->setColumnStretch(k, k < columns ? 1 : 0);
    grid_->setRowStretch(k, k * columns < 4 ? 1 : 0);
  }
}

void StartPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

/// Quiet words are muted as in the views: a desktop's own placeholders may be too pale to be read.
void StartPage::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  const QColor muted = theme_of(*this).muted_text;
  if (event->type() != QEvent::PaletteChange || palette().color(QPalette::PlaceholderText) == muted) return;
  QPalette quiet;
  quiet.setColor(QPalette::PlaceholderText, muted);
  setPalette(quiet);
}

}  // namespace stowage
