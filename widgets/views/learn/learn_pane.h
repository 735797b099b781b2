// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "widgets/base/pane.h"
#include "widgets/views/learn/lesson_session.h"
#include "widgets/views/learn/lesson_words.h"

class QHBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QScrollArea;
class QTextBrowser;
class QUrl;

namespace stowage {

class AnswerBar;
class LessonBoard;
class PageText;

/// A lesson to choose from.
struct LessonItem {
  QString path, title, about;
  QString source;              ///< what it is taken from: items of one stand together
  QString number;              ///< of those that come with the program
  int minutes = 0;             ///< that it takes, about
  QString progress, finished;  ///< as the session told it last, and when every question was over; or empty
};

/// Lessons: the list of them, or a page of the one that is taken, with its question. The answer is given here, by a
/// selection anywhere, or on the board, the map of the plan in the making, which whoever owns the pane shows where the
/// heap map is.
class LearnPane final : public Pane {
  Q_OBJECT

 public:
  /// `state` must outlive the pane.
  explicit LearnPane(ViewState& state, QWidget* parent = nullptr);
  ~LearnPane() override;

  void set_lessons(const std::vector<LessonItem>& lessons);
  /// Its graph is to be shown by then. `progress` as the session told it, or empty. `path` is the lesson's in the list,
  /// if it is there.
  void open(const CheckedLesson& lesson, const QString& progress, const QString& path = {});
  void leave();
  /// The keyboard goes to where the page is answered, or left for the next.
  void focus_page();
  [[nodiscard]] LessonSession& session() { return session_; }
  [[nodiscard]] const LessonSession& session() const { return session_; }
  /// Of all words of a lesson; 1 is that of the window.
  void set_text_scale(double scale);
  /// To be put where the heap map is; belongs to whom it is given.
  [[nodiscard]] LessonBoard& board() const { return *board_; }
  /// Whether the page is about a plan in the making: then the board is to be seen, and no other view shows the plan.
  [[nodiscard]] bool wants_board() const;
  /// Whether the offsets of the plan would tell what the page asks for, or hint at it.
  [[nodiscard]] bool hides_plan() const;
  /// The plan in the making, as the board shows it: what has no place yet has an offset below 0. Null without a board.
  [[nodiscard]] std::shared_ptr<const Plan> plan_so_far() const;
  /// Whether the graph shown is that of the page.
  [[nodiscard]] bool is_usable() const { return session_.is_open() && graph_ == session_.facts().graph(); }

  /// The page: what the board shows.
  [[nodiscard]] Drawing drawing() const override;

 signals:
  void lesson_chosen(const QString& path);
  void file_requested();
  /// A folder of one's own lessons is to be chosen.
  void folder_requested();
  /// The user chose another size of text.
  void text_scaled(double scale);
  /// The graph of the session's page is to be shown, in place of that of another page.
  void graph_wanted();
  /// The graph was changed: the lesson is to be opened once more.
  void afresh_requested();
  /// Another page, or another answer: wants_board(), the strategy and the view are those of the session's page.
  void page_shown();
  /// The user is done with the lesson.
  void left();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override;
  void take_view(const PlanView& view) override;
  /// Its board, in another place, must go with the graph of the lesson.
  [[nodiscard]] bool may_wait() const override { return false; }
  [[nodiscard]] static QStringList marks_of(const LessonItem& lesson);
  QWidget* make_list();
  QWidget* make_lesson();
  QHBoxLayout* make_head();
  QWidget* make_page();
  QHBoxLayout* make_buttons();
  void change_text_size(int by);
  void announce(const QString& words);
  void show_end();
  /// Whether the graph shown is that of another page, as the lesson has it.
  [[nodiscard]] bool shows_other_page() const {
    return session_.is_open() && !is_usable() && session_.lesson().shows(graph_.get());
  }
  void turn_graph();
  void show_page();
  void show_answer();
  void show_text();
  void show_question();
  void show_board();
  void show_place();
  void say(const QString& sentence);
  void give(const Answer& answer);
  void go_on();
  [[nodiscard]] const LessonItem* next_lesson() const;
  void follow(const QUrl& url);
  void unlight();

  LessonSession session_;
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
  QPushButton *show_me_ = nullptr, *afresh_ = nullptr, *back_ = nullptr, *next_ = nullptr, *leave_ = nullptr;
  QProgressBar* progress_ = nullptr;
  LessonBoard* board_;
};

}  // namespace stowage
