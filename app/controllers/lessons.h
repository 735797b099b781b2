// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <initializer_list>

#include <QList>
#include <QObject>
#include <QString>

#include "app/session/planning.h"
#include "core/insight/learn/lesson_facts.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/model/plan_view.h"

class QAction;
class QMainWindow;
class QMenu;
class QSettings;
class QStackedWidget;

namespace stowage {

class CompareView;
class Docks;
class FileWriter;
class LearnPane;
class LessonFiles;
class LessonList;
class MessageBar;
class OpenDocument;
class OrdersPane;
class RecentFiles;
class TimeCentre;

/// The lesson that the window has taken: the graph of its page is the document, and the page decides what is shown, and
/// what is covered until the question is answered.
class Lessons final : public QObject {
  Q_OBJECT

 public:
  /// What it works on; all must outlive it.
  struct Parts {
    QMainWindow& window;
    QSettings& settings;
    OpenDocument& document;
    ViewState& state;
    Planning& planning;
    FileWriter& files;
    RecentFiles& recent;
    MessageBar& message;
    Docks& docks;
    QStackedWidget& pages;
    CompareView& compare;
    TimeCentre& centre;
    OrdersPane& orders;
    LearnPane& learn;
    /// Calls what it is given once what is open may be replaced: asks the user where changes would be lost.
    std::function<void(const std::function<void()>&)> let_go;
    std::function<void(ColorBy)> lend_color;  ///< what the page is coloured by
  };
  /// The window owns it.
  explicit Lessons(const Parts& parts);
  ~Lessons() override;

  /// Ends with its document from now on: where that is replaced, after all that was connected before.
  void follow_document();
  /// The commands of the Learn menu; those that it gives make sense only with a graph.
  QList<QAction*> fill(QMenu& menu);

  [[nodiscard]] bool is_open() const;
  /// Whether the lesson that is taken is yet to ask for one of these.
  [[nodiscard]] bool will_ask(std::initializer_list<Fact> facts) const;
  /// Whether it is yet to ask for what follows from the footprints of plans.
  [[nodiscard]] bool footprint_asked() const;
  /// While a lesson asks where something will go, no view tells.
  [[nodiscard]] PlanView without_answers(PlanView view) const;
  /// The plan as far as the page has come, where it places block by block; otherwise null.
  [[nodiscard]] std::shared_ptr<const Plan> plan_so_far() const;

  /// The graph of its first page is opened. It gets no file: saving it asks for one, so that neither the lesson nor the
  /// file that it refers to is written over. What the user had open is set aside until the lesson is left; the graph of
  /// another lesson is not.
  void take(const QString& path, const CheckedLesson& lesson);
  /// What was open before is back, as it was; where nothing was, the graph of the lesson stays, to be looked at.
  /// Asks where changes would be lost; calls `left` once that is done.
  void leave(const std::function<void()>& left = [] {});
  /// The same, without a question.
  void end();
  void come_back();
  [[nodiscard]] LessonList& list() { return list_; }
  [[nodiscard]] LessonFiles& files() { return files_; }
  /// Asks for a file, and has it opened.
  void choose_lesson();

 signals:
  void file_wanted(const QString& path);
  /// The lesson is left, and another is to be chosen.
  void list_wanted();
  /// What the views may show is other than before.
  void changed();

 private:
  [[nodiscard]] bool is_users() const;
  void show_lesson(const QString& path, const CheckedLesson& lesson);
  void open_graph(const std::shared_ptr<const Graph>& graph);
  void show_page();
  void hide_what_tells();
  void plan_wanted();
  void cover_answers();
  [[nodiscard]] bool peak_asked() const;
  [[nodiscard]] bool bounds_asked() const;
  [[nodiscard]] const LayoutStrategy* strategy_to_show() const;

  Parts parts_;
  LessonList& list_;
  LessonFiles& files_;
  ViewState::Notes notes_aside_;            // on what was set aside
  Planning::Wishes wishes_aside_;           // the same
  QString path_;                            // of the lesson that is open
  const LayoutStrategy* wanted_ = nullptr;  // by the page; null once it was asked for
  bool hides_map_ = false;                  // it would answer the question
};

}  // namespace stowage
