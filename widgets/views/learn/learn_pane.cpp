// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/learn/learn_pane.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <QAbstractTextDocumentLayout>
#include <QAccessible>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>

#include "core/insight/learn/recording.h"
#include "widgets/base/canvas.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/byte_boxes.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/steps/step_scene.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/views/inspector/pages.h"
#include "widgets/views/learn/answer_bar.h"
#include "widgets/views/learn/lesson_board.h"
#include "widgets/views/learn/lesson_words.h"

namespace stowage {
namespace {

constexpr double kScales[] = {0.85, 1, 1.15, 1.3, 1.5, 1.75, 2};  // of text

QPushButton* make_button(const QString& text, const char* name) {
  auto* button = new QPushButton(text);
  button->setObjectName(name);
  button->setAutoDefault(true);  // so that Return presses it
  return button;
}

QLabel* make_words(const char* name, const QString& text) {
  auto* label = named(new QLabel(text), name);
  label->setWordWrap(true);
  return label;
}

void set_up(QTextBrowser& text, const QString& name, const QString& accessible) {
  text.setObjectName(name);
  text.setAccessibleName(accessible);
  text.setOpenLinks(false);
  text.setFrameShape(QFrame::NoFrame);
  text.setUndoRedoEnabled(false);
}

/// What lesson pages and lists look like.
QString lesson_style(const QWidget& widget) {
  const Theme& theme = theme_of(widget);
  return QString(
             "h3 { margin: 0 0 8px 0; font-size: large; } h4 { margin: 12px 0 2px 0; } p { margin: 6px 0; }"
             "ul { margin: 2px 0 2px 14px; -qt-list-indent: 0; } a { color: %1; text-decoration: none; }"
             ".hint, .reason { color: %2; } .wrong { color: %3; } .right { color: %4; } code { font-weight: 600; }")
      .arg(widget.palette().color(QPalette::Link).name(), theme.muted_text.name(), theme.peak.name(),
           theme.bound.name());
}

/// Rich text that is as high as its content: what surrounds it scrolls. Gone while it is empty.
class PageText final : public QTextBrowser {
 public:
  PageText(const QString& name, const QString& accessible) {
    set_up(*this, name, accessible);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setMinimumWidth(120);
    connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this, [this] { fit(); });
  }

  /// In the colours of the theme.
  void set_html(const QString& html) {
    document()->setDefaultStyleSheet(lesson_style(*this));
    setHtml(html);
    setVisible(!html.isEmpty());
    fit();
  }

 private:
  void wheelEvent(QWheelEvent* event) override {
    event->ignore();  // for the area around it
  }

  void resizeEvent(QResizeEvent* event) override {
    QTextBrowser::resizeEvent(event);
    fit();
  }

  void fit() {
    const int high = static_cast<int>(std::ceil(document()->size().height())) + 2;
    if (high != minimumHeight()) setFixedHeight(high);
  }
};

/// The pane: see its header.
class Learn final : public LearnPane {
  Q_DECLARE_TR_FUNCTIONS(stowage::LearnPane)

 public:
  explicit Learn(ViewState& state)
      : LearnPane(state), sides_(new QStackedWidget), board_(make_lesson_board(state, this)) {
    board_->hide();
    board_->setObjectName("lesson_board");
    sides_->addWidget(make_list());
    sides_->addWidget(make_lesson());
    in_rows(this, {sides_});
    connect(&session_, &LessonSession::lesson_changed, this,
            [this] { sides_->setCurrentIndex(session_.is_open() ? 1 : 0); });
    connect(&session_, &LessonSession::page_changed, this, &Learn::show_page);
    connect(&session_, &LessonSession::answered, this, &Learn::show_answer);
    connect(board_, &LessonBoard::offset_moved, this, [this](std::int64_t offset) {
      if (bar_->offset_box()) bar_->offset_box()->set_value(offset);
    });
    connect(board_, &LessonBoard::limits_changed, this, [this] {
      OffsetBox* box = bar_->offset_box();
      if (!box) return;
      box->set_edges(board_->edges(), board_->most_offset());
      box->set_value(board_->offset());
    });
    connect(board_, &LessonBoard::offset_proposed, this, [this](std::int64_t offset) {
      announce(tr("Proposed at %1: check it, or move it on.").arg(grouped(offset)));
    });
    connect(board_, &LessonBoard::offset_chosen, this, [this](std::int64_t offset) { give(Answer{offset, {}, {}}); });
    set_lessons({});
  }

  void set_lessons(const std::vector<LessonItem>& lessons) override {
    lessons_ = lessons;
    QString html = "<h3>" + tr("Lessons").toHtmlEscaped() + "</h3>", source;
    for (std::size_t k = 0; k < lessons.size(); ++k) {
      const LessonItem& each = lessons[k];
      if (each.source != source) html += "<h4>" + (source = each.source).toHtmlEscaped() + "</h4>";
      const QString done = each.finished.isEmpty() ? QString() : QStringLiteral(" ✓ ") + tr("done");
      const QString number = each.number.isEmpty() ? QString() : each.number + QStringLiteral("&nbsp;&nbsp;");
      html += QStringLiteral("<p><a href=\"lesson:%1\"><b>%2%3</b></a>%4<br/><span class='hint'>%5 · %6</span>")
                  .arg(QString::number(k), number, each.title.toHtmlEscaped(), done.toHtmlEscaped(),
                       tr("about %n minute(s)", nullptr, each.minutes).toHtmlEscaped(), each.about.toHtmlEscaped());
      for (const QString& mark : marks_of(each)) html += "<br/>" + mark.toHtmlEscaped();
      html += "</p>";
    }
    html += "<p><a href=\"file-dialog:\">" + tr("Open a lesson file…").toHtmlEscaped() + "</a></p>";
    html += "<p><a href=\"folder-dialog:\">" + tr("Choose a folder of your lessons…").toHtmlEscaped() + "</a></p>";
    list_->document()->setDefaultStyleSheet(lesson_style(*list_));
    list_->setHtml(html);
  }

  void open(const CheckedLesson& lesson, const QString& progress, const QString& path) override {
    path_ = path;
    graph_ = lesson.lesson->pages[LessonSession::first_page(*lesson.lesson, progress)].graph;
    session_.open(lesson, progress);
  }

  void leave() override {
    unlight();
    board_->show_scene(nullptr);
    bar_->clear();
    session_.leave();
  }

  void focus_page() override {
    if (session_.asks())
      bar_->focus_input();
    else
      next_->setFocus(Qt::OtherFocusReason);
  }

  void set_text_scale(double scale) override {
    scale_ = std::clamp(scale, kScales[0], *std::prev(std::end(kScales)));
    QFont font = this->font();
    font.setPointSizeF(font.pointSizeF() * scale_);
    page_->setFont(font);
    title_->setFont(font);
    show_text();
  }

  [[nodiscard]] LessonBoard& board() const override { return *board_; }
  [[nodiscard]] bool wants_board() const override {
    if (!is_usable()) return false;
    const LessonPage& page = session_.page();
    return page.strategy->recipe && (page.blocks || (page.question && info_of(page.question->fact).plan));
  }

  [[nodiscard]] bool hides_plan() const override {
    if (!is_usable() || wants_board()) return false;
    const LessonPage& page = session_.page();
    if (session_.asks() && info_of(page.question->fact).hides_plan) return true;
    // A later page asks for what this very plan has.
    const auto& pages = session_.lesson().pages;
    for (std::size_t k = session_.page_number() + 1; k < pages.size(); ++k) {
      const auto& later = pages[k].question;
      if (pages[k].graph != page.graph || pages[k].strategy != page.strategy || !later || session_.outcome(k).over())
        continue;
      if (later->fact == Fact::offset || later->fact == Fact::footprint || later->fact == Fact::placed_at) return true;
    }
    return false;
  }

  [[nodiscard]] std::shared_ptr<const Plan> plan_so_far() const override {
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

  [[nodiscard]] bool is_usable() const override { return session_.is_open() && graph_ == session_.facts().graph(); }

  /// The page: what the board shows.
  [[nodiscard]] Drawing drawing() const override { return wants_board() ? board_->drawing() : Drawing(); }

 private:
  void changeEvent(QEvent* event) override {
    if (event->type() == QEvent::PaletteChange && text_) {
      set_lessons(std::vector<LessonItem>(lessons_));
      show_text();
    }
    Pane::changeEvent(event);
  }

  void take_graph(const std::shared_ptr<const Graph>& graph) override {
    const bool was = is_usable();
    graph_ = graph;
    // Later, since the graph is another through a step of undo, which is still under way.
    if (shows_other_page())
      QMetaObject::invokeMethod(
          this, [this] { turn_graph(); }, Qt::QueuedConnection);
    if (!session_.is_open() || is_usable() == was) return;
    show_page();
  }

  void take_view(const PlanView& /*view*/) override {}

  /// Its board, in another place, must go with the graph of the lesson.
  [[nodiscard]] bool may_wait() const override { return false; }
  /// What came of a lesson, and how far the reader is in it now.
  [[nodiscard]] static QStringList marks_of(const LessonItem& lesson) {
    QStringList out;
    if (!lesson.finished.isEmpty()) out << score_text(LessonSession::score_of(lesson.finished));
    const LessonSession::Place place = LessonSession::place_in(lesson.progress);
    if (place.begun) out << tr("begun: page %1 of %2").arg(place.page + 1).arg(place.pages);
    return out;
  }

  QWidget* make_list() {
    list_ = new QTextBrowser;
    set_up(*list_, "lesson_list", tr("Lessons"));
    list_->setMinimumSize(120, 60);
    connect(list_, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
      const auto number = static_cast<std::size_t>(url.path().toUInt());
      if (url.scheme() == "file-dialog") return emit file_requested();
      if (url.scheme() == "folder-dialog") return emit folder_requested();
      if (number < lessons_.size()) emit lesson_chosen(lessons_[number].path);
    });
    return list_;
  }

  QWidget* make_lesson() {
    auto* side = new QWidget;
    title_ = make_words("lesson_title", {});
    changed_ = make_words("lesson_changed",
                          tr("The graph is no longer the lesson's graph. Undo the changes, or open the lesson again."));
    afresh_ = make_button(tr("&Open it again"), "lesson_afresh");
    // Away from where answers are given: a second click in one place gives nothing away.
    show_me_ = make_button(tr("Show &solution"), "lesson_show_me");
    QSizePolicy kept = show_me_->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    show_me_->setSizePolicy(kept);
    auto* rows = in_rows(side, {title_, make_head(), changed_, afresh_, {make_page(), 1}});
    rows->setContentsMargins(8, 6, 8, 8);
    rows->setSpacing(-1);
    rows->addWidget(show_me_, 0, Qt::AlignLeft);
    rows->addLayout(make_buttons());
    for (const auto& [keys, by] : {std::pair("Ctrl++", 1), std::pair("Ctrl+=", 1), std::pair("Ctrl+-", -1)})
      connect(new QShortcut(QKeySequence(keys), side, nullptr, nullptr, Qt::WidgetWithChildrenShortcut),
              &QShortcut::activated, this, [this, by = by] { change_text_size(by); });
    connect(afresh_, &QPushButton::clicked, this, &LearnPane::afresh_requested);
    connect(bar_, &AnswerBar::answered, this, &Learn::give);
    connect(bar_, &AnswerBar::refused, this, &Learn::say);
    connect(show_me_, &QPushButton::clicked, &session_, &LessonSession::show_answer);
    for (const PageText* text : {text_, outcome_}) connect(text, &QTextBrowser::anchorClicked, this, &Learn::follow);
    return side;
  }

  /// How far the reader is, and how large the text.
  QHBoxLayout* make_head() {
    progress_ = new QProgressBar;
    progress_->setTextVisible(false);
    progress_->setFixedHeight(4);
    progress_->setAccessibleName(tr("Progress of the lesson"));
    place_ = named(new QLabel, "lesson_place");
    auto* smaller = make_sign_button("lesson_smaller", tr("A−"), tr("Smaller text (Ctrl+−)"));
    auto* larger = make_sign_button("lesson_larger", tr("A+"), tr("Larger text (Ctrl++)"));
    connect(smaller, &QToolButton::clicked, this, [this] { change_text_size(-1); });
    connect(larger, &QToolButton::clicked, this, [this] { change_text_size(1); });
    return in_line({{progress_, 1}, place_, smaller, larger});
  }

  /// The words, where the answer is given, and what came of it, one below the other.
  QWidget* make_page() {
    text_ = new PageText("lesson_text", tr("Page of the lesson"));
    bar_ = make_answer_bar(state());
    outcome_ = new PageText("lesson_outcome", tr("Result of the answer"));
    page_ = new QWidget;
    auto* rows = in_rows(page_, {text_, bar_, outcome_});
    rows->setSpacing(4);
    rows->addStretch(1);
    page_->setBackgroundRole(QPalette::Base);
    page_->setAutoFillBackground(true);
    scroll_ = named(new QScrollArea, "lesson_page");
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setWidget(page_);
    return scroll_;
  }

  QHBoxLayout* make_buttons() {
    back_ = make_button(tr("&Back"), "lesson_back");
    next_ = make_button(tr("&Next"), "lesson_next");
    QPushButton* leave = make_button(tr("Lessons"), "lesson_leave");
    leave->setToolTip(tr("Go back to the list of lessons; your answers are kept"));
    connect(back_, &QPushButton::clicked, this, [this] { session_.go_to(session_.page_number() - 1); });
    connect(next_, &QPushButton::clicked, this, &Learn::go_on);
    connect(leave, &QPushButton::clicked, this, &LearnPane::left);
    return in_line({leave, spring(), back_, next_});
  }

  void change_text_size(int by) {
    const auto* at = std::ranges::lower_bound(kScales, scale_ - 0.01);
    if (by > 0 && std::next(at) != std::end(kScales)) ++at;
    if (by < 0 && at != std::begin(kScales)) --at;
    set_text_scale(*at);
    emit text_scaled(scale_);
  }

  /// For screen readers.
  void announce(const QString& words) {
    outcome_->setAccessibleDescription(words);
    QAccessibleEvent event(outcome_, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
  }

  /// What came of the answer, as far as there is room.
  void show_end() {
    QMetaObject::invokeMethod(
        this, [this] { scroll_->ensureWidgetVisible(outcome_, 0, 8); }, Qt::QueuedConnection);
  }

  /// Whether the graph shown is that of another page, as the lesson has it.
  [[nodiscard]] bool shows_other_page() const {
    return session_.is_open() && !is_usable() && session_.lesson().shows(graph_.get());
  }
  /// Changes of the reader's are never dropped: a graph that the lesson does not have stays.
  void turn_graph() {
    if (!shows_other_page()) return;
    graph_ = session_.page().graph;
    emit graph_wanted();
    show_page();
  }

  void show_page() {
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
    scroll_->verticalScrollBar()->setValue(0);
    if (session_.is_open()) announce(plain_words(session_.page().title));
  }

  void show_answer() {
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
    if (!outcome.over()) bar_->select_input();
    show_me_->setVisible(is_usable() && session_.asks() && outcome.tries > 0);
    show_place();
    emit page_shown();
    announce(words_.verdict);
    show_end();
  }

  void show_text() {
    if (!session_.is_open()) return;
    title_->setText("<b>" + text_of(session_.lesson().title).toHtmlEscaped() + "</b> · " +
                    text_of(session_.lesson().source).toHtmlEscaped());
    words_ = lesson_text(session_);
    text_->set_html(words_.html);
    QString end = words_.outcome;
    if (!remark_.isEmpty()) end += "<p class='wrong'>" + remark_.toHtmlEscaped() + "</p>";
    if (!words_.score.isEmpty()) end += "<hr/><p><b>" + words_.score.toHtmlEscaped() + "</b></p>";
    outcome_->set_html(end);
    changed_->setVisible(!is_usable());
    afresh_->setVisible(!is_usable());
  }

  void show_question() {
    const bool asks = is_usable() && session_.asks();
    show_me_->setVisible(asks && session_.outcome().tries > 0);
    if (asks)
      bar_->ask(*session_.page().question, graph_);
    else
      bar_->clear();
  }

  void show_board() {
    if (!wants_board()) return board_->show_scene(nullptr);
    const GraphFacts& facts = session_.facts();
    const LessonPage& page = session_.page();
    board_->show_scene(board_scene(board_source(session_), facts.blocks_before(page), stage_of(session_)));
    OffsetBox* box = bar_->offset_box();
    if (!box) return;
    board_->ask(page.question->tensor);
    box->set_edges(board_->edges(), board_->most_offset());
    box->set_value(board_->offset());
    connect(box, &OffsetBox::value_edited, board_, &LessonBoard::set_offset);
  }

  void show_place() {
    const int page = static_cast<int>(session_.page_number()), pages = static_cast<int>(session_.lesson().pages.size());
    place_->setText(tr("page %1 of %2").arg(page + 1).arg(pages));
    progress_->setRange(0, pages);
    progress_->setValue(page + 1);
    back_->setEnabled(page > 0);
    const LessonItem* following = session_.is_last() ? next_lesson() : nullptr;
    next_->setText(following ? tr("Ne&xt lesson") : session_.is_last() ? tr("F&inish") : tr("&Next"));
    next_->setToolTip(following ? following->title : QString());
  }

  void say(const QString& sentence) {
    remark_ = sentence;
    show_text();
    announce(sentence);
    show_end();
    bar_->focus_input();
  }

  void give(const Answer& answer) {
    if (is_usable()) session_.give(answer);
  }

  void go_on() {
    if (session_.is_last()) {
      const LessonItem* following = next_lesson();
      return following ? emit lesson_chosen(QString(following->path)) : emit left();
    }
    session_.go_to(session_.page_number() + 1);
    focus_page();
  }

  /// The one below in the list, of the same source or of the next; null where the lesson is the last, or not listed.
  [[nodiscard]] const LessonItem* next_lesson() const {
    const auto at = std::ranges::find(lessons_, path_, &LessonItem::path);
    return at == lessons_.end() || std::next(at) == lessons_.end() ? nullptr : &*std::next(at);
  }

  void follow(const QUrl& url) {
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
  void unlight() {
    const auto mine = std::exchange(lit_, {});
    if (!mine.empty() && state().path() == mine) state().set_path({});
  }

  std::shared_ptr<const Graph> graph_;  // the newest
  std::vector<LessonItem> lessons_;
  QString path_;  // of the lesson that is taken
  LessonText words_;
  QString remark_;               // on what was typed
  std::vector<OperatorId> lit_;  // the path lit by this pane, or none

  QStackedWidget* sides_;
  QTextBrowser* list_ = nullptr;
  QScrollArea* scroll_ = nullptr;
  QWidget* page_ = nullptr;
  PageText *text_ = nullptr, *outcome_ = nullptr;
  double scale_ = 1;
  QLabel *title_ = nullptr, *place_ = nullptr, *changed_ = nullptr;
  AnswerBar* bar_ = nullptr;
  QPushButton *show_me_ = nullptr, *afresh_ = nullptr, *back_ = nullptr, *next_ = nullptr;
  QProgressBar* progress_ = nullptr;
  LessonBoard* board_;
};

}  // namespace

LearnPane* make_learn(ViewState& state) {
  return new Learn(state);
}

}  // namespace stowage
