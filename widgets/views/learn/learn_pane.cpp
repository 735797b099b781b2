// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/learn/learn_pane.h"

#include <utility>

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "core/learn/steps.h"
#include "widgets/base/canvas.h"
#include "widgets/controls/links.h"
#include "widgets/controls/offset_box.h"
#include "widgets/painters/steps/step_scene.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/views/learn/answer_bar.h"
#include "widgets/views/learn/lesson_board.h"

namespace stowage {
namespace {

QTextBrowser* make_browser(const QString& name, const QString& accessible) {
  auto* text = new QTextBrowser;
  text->setObjectName(name);
  text->setAccessibleName(accessible);
  text->setOpenLinks(false);
  text->setFrameShape(QFrame::NoFrame);
  text->setUndoRedoEnabled(false);
  text->setMinimumSize(120, 60);
  return text;
}

QPushButton* make_button(const QString& text, const char* name) {
  auto* button = new QPushButton(text);
  button->setObjectName(name);
  return button;
}

void set_html(QTextBrowser* text, const QString& html) {
  const Theme& theme = theme_of(*text);
  text->document()->setDefaultStyleSheet(
      QString("h3 { margin: 0 0 8px 0; font-size: large; } h4 { margin: 12px 0 2px 0; } p { margin: 6px 0; }"
              "ul { margin: 2px 0 2px 14px; -qt-list-indent: 0; } a { color: %1; text-decoration: none; }"
              ".hint, .reason { color: %2; } .wrong { color: %3; } .right { color: %4; }")
          .arg(text->palette().color(QPalette::Link).name(), theme.muted_text.name(), theme.peak.name(),
               theme.bound.name()));
  text->setHtml(html);
}

}  // namespace

LearnPane::LearnPane(ViewState& state, QWidget* parent)
    : Pane(state, parent), sides_(new QStackedWidget), board_(new LessonBoard(state, this)) {
  board_->hide();
  board_->setObjectName("lesson_board");
  sides_->addWidget(make_list());
  sides_->addWidget(make_lesson());
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->addWidget(sides_);
  connect(&session_, &LessonSession::lesson_changed, this,
          [this] { sides_->setCurrentIndex(session_.is_open() ? 1 : 0); });
  connect(&session_, &LessonSession::page_changed, this, &LearnPane::show_page);
  connect(&session_, &LessonSession::answered, this, &LearnPane::show_answer);
  connect(board_, &LessonBoard::offset_moved, this, [this](std::int64_t offset) {
    if (bar_->offset_box()) bar_->offset_box()->set_value(offset);
  });
  connect(board_, &LessonBoard::offset_chosen, this, [this](std::int64_t offset) { give(Answer{offset, {}, {}}); });
  set_lessons({});
}

LearnPane::~LearnPane() = default;

QWidget* LearnPane::make_list() {
  list_ = make_browser("lesson_list", tr("Lessons"));
  connect(list_, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
    const auto number = static_cast<std::size_t>(url.path().toUInt());
    if (url.scheme() == "file-dialog") return emit file_requested();
    if (number < lessons_.size()) emit lesson_chosen(lessons_[number].path);
  });
  return list_;
}

QWidget* LearnPane::make_lesson() {
  auto* side = new QWidget;
  auto* rows = new QVBoxLayout(side);
  rows->setContentsMargins(8, 6, 8, 8);
  title_ = new QLabel;
  title_->setWordWrap(true);
  title_->setObjectName("lesson_title");
  rows->addWidget(title_);
  progress_ = new QProgressBar;
  progress_->setTextVisible(false);
  progress_->setFixedHeight(4);
  progress_->setAccessibleName(tr("Progress of the lesson"));
  rows->addWidget(progress_);
  changed_ =
      new QLabel(tr("The graph was changed, so it is no longer that of the lesson. Undo the changes, or open the "
                    "lesson afresh."));
  changed_->setWordWrap(true);
  changed_->setObjectName("lesson_changed");
  rows->addWidget(changed_);
  afresh_ = make_button(tr("&Open it afresh"), "lesson_afresh");
  rows->addWidget(afresh_);
  text_ = make_browser("lesson_text", tr("Page of the lesson"));
  rows->addWidget(text_, 1);
  bar_ = new AnswerBar(state());
  rows->addWidget(bar_);
  show_me_ = make_button(tr("Show &me"), "lesson_show_me");
  rows->addWidget(show_me_);
  rows->addLayout(make_buttons());
  connect(afresh_, &QPushButton::clicked, this, &LearnPane::afresh_requested);
  connect(bar_, &AnswerBar::answered, this, &LearnPane::give);
  connect(bar_, &AnswerBar::refused, this, &LearnPane::say);
  connect(show_me_, &QPushButton::clicked, &session_, &LessonSession::show_answer);
  connect(text_, &QTextBrowser::anchorClicked, this, &LearnPane::follow);
  return side;
}

QHBoxLayout* LearnPane::make_buttons() {
  auto* line = new QHBoxLayout;
  back_ = make_button(tr("&Back"), "lesson_back");
  next_ = make_button(tr("&Next"), "lesson_next");
  leave_ = make_button(tr("Lessons"), "lesson_leave");
  leave_->setToolTip(tr("Leaves this lesson, for the list of lessons; what was answered is kept"));
  place_ = new QLabel;
  place_->setObjectName("lesson_place");
  line->addWidget(leave_);
  line->addStretch(1);
  line->addWidget(place_);
  line->addWidget(back_);
  line->addWidget(next_);
  connect(back_, &QPushButton::clicked, this, [this] { session_.go_to(session_.page_number() - 1); });
  connect(next_, &QPushButton::clicked, this, &LearnPane::go_on);
  connect(leave_, &QPushButton::clicked, this, &LearnPane::left);
  return line;
}

/// What came of a lesson, and how far the reader is in it now.
QStringList LearnPane::marks_of(const LessonItem& lesson) {
  QStringList out;
  if (!lesson.finished.isEmpty()) out << score_text(LessonSession::score_of(lesson.finished));
  const LessonSession::Place place = LessonSession::place_in(lesson.progress);
  if (place.begun) out << tr("begun: page %1 of %2").arg(place.page + 1).arg(place.pages);
  return out;
}

void LearnPane::set_lessons(const std::vector<LessonItem>& lessons) {
  lessons_ = lessons;
  QString html = "<h3>" + tr("Lessons").toHtmlEscaped() + "</h3>";
  for (std::size_t k = 0; k < lessons.size(); ++k) {
    const QString done = lessons[k].finished.isEmpty() ? QString() : QStringLiteral(" ✓ ") + tr("done");
    html += QStringLiteral("<p><a href=\"lesson:%1\"><b>%2</b></a>%3<br/><span class='hint'>%4</span>")
                .arg(QString::number(k), lessons[k].title.toHtmlEscaped(), done.toHtmlEscaped(),
                     lessons[k].about.toHtmlEscaped());
    for (const QString& mark : marks_of(lessons[k])) html += "<br/>" + mark.toHtmlEscaped();
    html += "</p>";
  }
  html += "<p><a href=\"file-dialog:\">" + tr("Open a lesson file…").toHtmlEscaped() + "</a></p>";
  set_html(list_, html);
}

void LearnPane::open(const CheckedLesson& lesson, const QString& progress) {
  graph_ = lesson.lesson->pages[LessonSession::first_page(*lesson.lesson, progress)].graph;
  session_.open(lesson, progress);
}

void LearnPane::leave() {
  unlight();
  board_->show_scene(nullptr);
  bar_->clear();
  session_.leave();
}

bool LearnPane::wants_board() const {
  if (!is_usable()) return false;
  const LessonPage& page = session_.page();
  return page.blocks || (page.question && info_of(page.question->fact).plan);
}

std::shared_ptr<const Plan> LearnPane::plan_so_far() const {
  if (!wants_board()) return nullptr;
  const LessonPage& page = session_.page();
  const Recording& r = session_.facts().recording(*page.strategy);
  const bool placed = stage_of(session_) == BoardStage::placed;
  const std::size_t blocks = session_.facts().blocks_before(page) + (placed ? 1 : 0);
  auto plan = std::make_shared<Plan>();
  plan->strategy = page.strategy->id;
  for (const TensorId t : graph_->tensors())
    plan->offsets.push_back(r.place(t) < blocks ? r.offsets()[t.index()] : Offset{-1});
  return plan;
}

void LearnPane::take_graph(const std::shared_ptr<const Graph>& graph) {
  const bool was = is_usable();
  graph_ = graph;
  // Later, since the graph is another through a step of undo, which is still under way.
  if (shows_other_page())
    QMetaObject::invokeMethod(
        this, [this] { turn_graph(); }, Qt::QueuedConnection);
  if (!session_.is_open() || is_usable() == was) return;
  show_page();
}

void LearnPane::take_view(const PlanView& /*view*/) {}

Drawing LearnPane::drawing() const {
  return wants_board() ? board_->drawing() : Drawing();
}

/// Changes of the reader's are never dropped: a graph that the lesson does not have stays.
void LearnPane::turn_graph() {
  if (!shows_other_page()) return;
  graph_ = session_.page().graph;
  emit graph_wanted();
  show_page();
}

void LearnPane::show_page() {
  if (shows_other_page()) return turn_graph();
  remark_.clear();
  unlight();
  if (is_usable()) {
    state().set_time_range(std::nullopt);
    state().select_tensors(session_.page().select);
  }
  show_text();
  show_question();
  show_board();
  show_place();
  emit page_shown();
  text_->verticalScrollBar()->setValue(0);
}

void LearnPane::show_answer() {
  remark_.clear();
  const PageOutcome& outcome = session_.outcome();
  show_text();
  if (outcome.over()) {
    show_question();
    show_board();
    next_->setFocus(Qt::OtherFocusReason);
  } else if (board_->asking()) {
    const Recording& r = session_.facts().recording(*session_.page().strategy);
    const std::size_t k = session_.facts().blocks_before(session_.page());
    const std::int64_t head = r.run(session_.page().question->tensor).begin - r.block(k).start;
    const OffsetVerdict verdict = judge_offset(r, k, std::max<std::int64_t>(0, outcome.answer->number - head));
    board_->show_scene(board_scene(board_source(session_), k, BoardStage::forbidden));
    board_->ask(session_.page().question->tensor, outcome.answer->number);
    board_->mark_wrong(verdict.clash ? verdict.clash->placed : TensorId());
  }
  show_me_->setVisible(is_usable() && session_.asks() && outcome.tries > 0);
  show_place();
  emit page_shown();
  text_->verticalScrollBar()->setValue(text_->verticalScrollBar()->maximum());
}

void LearnPane::show_text() {
  if (!session_.is_open()) return;
  title_->setText("<b>" + text_of(session_.lesson().title).toHtmlEscaped() + "</b> · " +
                  text_of(session_.lesson().source).toHtmlEscaped());
  words_ = lesson_text(session_);
  QString html = words_.html;
  if (!remark_.isEmpty()) html += "<p class='wrong'>" + remark_.toHtmlEscaped() + "</p>";
  set_html(text_, html);
  changed_->setVisible(!is_usable());
  afresh_->setVisible(!is_usable());
}

void LearnPane::show_question() {
  const bool asks = is_usable() && session_.asks();
  show_me_->setVisible(asks && session_.outcome().tries > 0);
  if (asks)
    bar_->ask(*session_.page().question, graph_);
  else
    bar_->clear();
}

void LearnPane::show_board() {
  if (!wants_board()) return board_->show_scene(nullptr);
  const GraphFacts& facts = session_.facts();
  const LessonPage& page = session_.page();
  board_->show_scene(board_scene(board_source(session_), facts.blocks_before(page), stage_of(session_)));
  OffsetBox* box = bar_->offset_box();
  if (!box) return;
  // From the top, where it disturbs nothing.
  board_->ask(page.question->tensor, std::int64_t{1} << 62);
  box->set_edges(board_->edges(), board_->most_offset());
  box->set_value(board_->offset());
  connect(box, &OffsetBox::value_edited, board_, &LessonBoard::set_offset);
}

void LearnPane::show_place() {
  const int page = static_cast<int>(session_.page_number()), pages = static_cast<int>(session_.lesson().pages.size());
  place_->setText(tr("page %1 of %2").arg(page + 1).arg(pages));
  progress_->setRange(0, pages);
  progress_->setValue(page + 1);
  back_->setEnabled(page > 0);
  next_->setText(session_.is_last() ? tr("F&inish") : tr("&Next"));
}

void LearnPane::say(const QString& sentence) {
  remark_ = sentence;
  show_text();
  text_->verticalScrollBar()->setValue(text_->verticalScrollBar()->maximum());
  bar_->focus_input();
}

void LearnPane::give(const Answer& answer) {
  if (is_usable()) session_.give(answer);
}

void LearnPane::go_on() {
  if (session_.is_last()) return emit left();
  session_.go_to(session_.page_number() + 1);
  if (session_.asks())
    bar_->focus_input();
  else
    next_->setFocus(Qt::OtherFocusReason);
}

void LearnPane::follow(const QUrl& url) {
  const auto link = parse_link(url);
  if (!link || !is_usable()) return;
  if (const auto* t = std::get_if<TensorId>(&*link); t && t->index() < graph_->tensor_count())
    state().select_tensors({*t});
  if (const auto* o = std::get_if<OperatorId>(&*link); o && o->index() < graph_->operator_count())
    state().select_operators({*o});
  if (const auto* path = std::get_if<PathLink>(&*link); path && path->number < words_.paths.size())
    state().set_path(lit_ = words_.paths[path->number]);
}

/// Another page: its path goes dark, unless another view has lit one since.
void LearnPane::unlight() {
  const auto mine = std::exchange(lit_, {});
  if (!mine.empty() && state().path() == mine) state().set_path({});
}

void LearnPane::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange && text_) {
    set_lessons(std::vector<LessonItem>(lessons_));
    show_text();
  }
  Pane::changeEvent(event);
}

}  // namespace stowage
