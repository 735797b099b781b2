// SPDX-License-Identifier: GPL-3.0-or-later
// Random commands while jobs run: nothing saved is lost, every figure is of the document shown, the window closes.
//
// STOWAGE_STRESS_SEED chooses the seed, STOWAGE_STRESS_STEPS how many commands each seed gives. Jobs end when they
// like, so a seed repeats the commands, and not always what comes of them.
#include <map>
#include <numeric>
#include <random>
#include <set>

#include <QComboBox>
#include <QCryptographicHash>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

#include "app/frame/docks.h"
#include "app/frame/workspaces.h"
#include "app/session/document_step.h"
#include "core/graph/same_graph.h"
#include "core/stowage.h"
#include "core/zoo/zoo.h"
#include "tests/app/shown.h"
#include "widgets/controls/headline.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/tables/table_actions.h"
#include "widgets/tables/tensor_table.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/lanes/lanes_pane.h"
#include "widgets/views/savings/savings_model.h"
#include "widgets/views/strategies/strategy_table_model.h"
#include "widgets/views/tradeoff/trade_off_pane.h"

using namespace stowage;
using namespace stowage::test;

namespace {

using SharedGraph = std::shared_ptr<const Graph>;

constexpr int kSteps = 40;
constexpr int kIdleSoon = 1500;            // milliseconds; then what runs is cancelled
constexpr std::size_t kSmallGraph = 2000;  // tensors: all of its plans are checked
constexpr std::size_t kLastCommands = 60;  // printed where something is wrong

/// Thousands of operators on four streams, whose plans take longer than many commands.
const Graph& large_graph() {
  static const Graph graph = [] {
    auto made = make_zoo_graph(*find_zoo_network("gpt2_xl"),
                               {.batch = 2, .weights = true, .streams = 4, .device = find_device("a100")});
    if (!made) qFatal("no large graph: %s", made.error().text().c_str());
    return *std::move(made);
  }();
  return graph;
}

/// What the plan needs, by its offsets alone.
Bytes end_of(const Graph& graph, const Plan& plan, Bytes alignment) {
  std::int64_t end = 0;
  for (const TensorId t : graph.tensors())
    if (graph.size(t) > Bytes{})
      end = std::max(end, plan.offsets[t.index()].value + round_up(graph.size(t), alignment).count);
  return {end};
}

/// Why a plan that strategies made for the graph is none, or says wrong things of itself; empty where it is right.
QString wrong_with(const Graph& graph, const Plan& plan, bool planned_here) {
  if (plan.offsets.size() != graph.tensor_count()) return "the plan is of another graph";
  const Bytes rounded = end_of(graph, plan, plan.alignment);
  if (plan.footprint != rounded && (planned_here || plan.footprint != end_of(graph, plan, Bytes{1})))
    return QString("footprint %1 in place of %2").arg(plan.footprint.count).arg(rounded.count);
  if (!planned_here) return {};
  if (plan.lower_bound > plan.footprint) return "the footprint is below the bound";
  const auto checked = check_plan(graph, plan);
  if (!checked) return QString::fromStdString(checked.error().text());
  return checked->valid() ? QString() : QString::fromStdString(checked->violations.front().text);
}

/// The window, who commands it, and what must be on disk.
class Stress {
 public:
  Stress(Scratch& scratch, std::uint64_t seed, bool told)
      : random_(seed), told_(told), scratch_(scratch), shown_(scratch.fresh_settings()) {
    make_files();
    shown_.window.resize(1600, 1000);  // room for more views at once
    OpenDocument& document = shown_.window.document();
    QObject::connect(&document, &OpenDocument::replaced, &context_, [this] { take_document(); });
    QObject::connect(&document, &OpenDocument::revised, &context_, [this] {
      may_be_lost_ = false;
      take_state();
    });
    QObject::connect(&document, &OpenDocument::saved, &context_, [this] { take_state(); });
    QObject::connect(&shown_.window, &MainWindow::written, &context_,
                     [this](const QString& path, const QString& reason) { take_written(path, reason); });
    look_for_dialogs();
  }

  bool chance(int one_in) { return pick(one_in) == 0; }

  /// One command, and a moment for what comes of it. What was found to be wrong; empty for nothing.
  QString step() {
    int at = pick(std::accumulate(commands_.begin(), commands_.end(), 0,
                                  [](int sum, const Command& each) { return sum + each.weight; }));
    auto command = commands_.begin();
    while (command->weight <= at) at -= command++->weight;
    if (!document().is_open() && chance(2)) command = commands_.begin();
    say(command->name);
    command->run();
    if (chance(2)) QTest::qWait(pick(25));
    QCoreApplication::processEvents();
    return fault_;
  }

  /// What is wrong once nothing works any more.
  QString look() {
    say("wait");
    settle();
    if (fault_.isEmpty()) fault_ = wrong_files();
    if (fault_.isEmpty()) fault_ = wrong_figures();
    if (fault_.isEmpty()) fault_ = wrong_changes();
    requests_.clear();
    return fault_;
  }

  /// The window closes, whatever runs.
  QString leave() {
    say("leave");
    leaving_ = true;
    for (int k = 0; k < 3 && shown_.window.isVisible(); ++k) {
      shown_.window.close();
      std::ignore = QTest::qWaitFor([&] { return !shown_.window.isVisible(); }, kPatience / 3);
    }
    if (shown_.window.isVisible()) return "the window cannot be closed";
    if (QApplication::activeModalWidget()) return "a dialog is left open";
    if (fault_.isEmpty()) fault_ = wrong_files();
    return fault_;
  }

  [[nodiscard]] QString last_commands() const { return trace_.join('\n'); }
  void complain(const QString& fault) {
    if (fault_.isEmpty()) fault_ = fault;
  }

 private:
  struct Command {
    QString name;
    int weight;
    std::function<void()> run;
  };
  /// A graph that a file must hold: one of those that its document had since it was asked to be saved.
  struct Request {
    QString path;
    std::size_t document;
    std::size_t from;
  };

  // ---- chance
  int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  template <class List>
  auto& any_of(List& list) {
    return list[static_cast<typename List::size_type>(pick(static_cast<int>(list.size())))];
  }

  void say(const QString& command) {
    trace_ += QString("%1 %2").arg(count_++).arg(command);
    if (trace_.size() > static_cast<qsizetype>(kLastCommands)) trace_.removeFirst();
    if (told_) std::fprintf(stderr, "%s\n", qPrintable(trace_.back()));
  }
  void add_to_last(const QString& more) {
    trace_.back() += " · " + more;
    if (told_) std::fprintf(stderr, "    %s\n", qPrintable(more));
  }

  // ---- what is on disk
  void make_files() {
    for (const char* name :
         {"training_step.stowage.json", "somas_figure_2.stowage.json", "sharing.stowage.json",
          "loop_convolution.stowage.json", "lifetimes.csv", "serving.pickle", "two_pools_c_info.json"})
      files_ << scratch_.write(name, Scratch::read(QString(":/samples/") + name));
    files_ << scratch_.write("large.stowage.json", large_graph());
    for (const QString& file : std::as_const(files_)) {
      const auto graph = load_graph(file.toStdString());
      if (!graph) qFatal("%s", graph.error().text().c_str());
      disk_[file] = {.graph = *graph, .hash = hash_of(file)};
    }
  }
  static QByteArray hash_of(const QString& file) {
    return QCryptographicHash::hash(Scratch::read(file), QCryptographicHash::Md5);
  }

  OpenDocument& document() { return shown_.window.document(); }
  std::vector<SharedGraph>& graphs() { return graphs_of_.back(); }

  void take_document() {
    if (modified_ && !may_be_lost_) complain("another document took the place of changes that nobody gave up");
    may_be_lost_ = false;
    graphs_of_.emplace_back();
    path_ = document().path();
    take_state();
  }
  void take_state() {
    modified_ = document().is_modified();
    if (document().graph() && (graphs().empty() || graphs().back() != document().graph()))
      graphs().push_back(document().graph());
  }
  void ask_for(const QString& path) {
    if (document().is_open()) requests_.push_back({path, graphs_of_.size() - 1, graphs().size() - 1});
  }
  void take_written(const QString& path, const QString& reason) {
    add_to_last(reason.isEmpty() ? "wrote " + QFileInfo(path).fileName() : reason);
    if (!reason.isEmpty() || others_.contains(path)) return;
    Disk& disk = disk_[path];
    disk = {};
    for (const Request& each : requests_) {
      if (each.path != path) continue;
      const auto& all = graphs_of_[each.document];
      disk.candidates.insert(disk.candidates.end(), all.begin() + static_cast<std::ptrdiff_t>(each.from), all.end());
      if (each.document == graphs_of_.size() - 1) path_ = path;
    }
    if (disk.candidates.empty()) complain(path + " was written, and nobody asked for that");
    if (!files_.contains(path)) files_ << path;
  }

  QString wrong_files() {
    for (auto& [path, disk] : disk_) {
      if (disk.candidates.empty()) {
        if (hash_of(path) != disk.hash) return path + " has changed";
        continue;
      }
      const auto graph = load_graph(path.toStdString());
      if (!graph) return QString::fromStdString(graph.error().text());
      const bool right =
          std::ranges::any_of(disk.candidates, [&](const SharedGraph& each) { return same_content(*each, **graph); });
      if (!right) return path + " holds no graph that was to be saved there";
      disk = {.graph = *graph, .hash = hash_of(path)};
    }
    if (!document().is_open() || leaving_) return {};
    if (document().path() != path_)
      return QString("the document is said to be in %1, and is in %2").arg(document().path(), path_);
    if (const auto disk = disk_.find(path_); disk != disk_.end() && !document().is_modified())
      if (document().spaces().size() < 2 && !same_content(*disk->second.graph, *document().graph()))
        return "nothing is to be saved, yet the file holds another graph";
    return {};
  }

  // ---- figures
  struct Measured {
    std::uint64_t revision;
    Bytes bytes;
    bool best;
  };

  void settle() {
    const auto idle = [this] { return !shown_.window.busy() && !shown_.window.drawing(); };
    const bool soon = QTest::qWaitFor(idle, kIdleSoon);
    if (!soon) {
      add_to_last("cancel");
      auto* cancel = shown_.part<QAction>("cancel");
      wait_until(
          [&] {
            cancel->trigger();
            return idle();
          },
          "a job never ended");
    }
    wait_until_idle();
  }

  QString wrong_figures() {
    const auto figures = shown_.part<Headline>("headline")->figures();
    if (!document().is_open()) return figures.empty() ? QString() : "figures of nothing";
    const Planning& planning = shown_.window.planning();
    const PlanView& view = planning.view();
    const PlanSet& results = planning.results();
    const SharedGraph graph = document().graph();
    if (const QString wrong = wrong_origin(); !wrong.isEmpty()) return wrong;
    if (!shown_.status().contains(grouped(graph->tensor_count()))) return "status: " + shown_.status();
    if (!view.plan || view.stale) return planning.cancelled() ? QString() : "no plan is shown";
    if (view.graph != graph) return "the plan shown is of another graph";

    for (const StrategyRow& row : results.rows()) {
      if (!row.good() || !row.view.plan) continue;
      const bool shown = planning.shown() == std::optional(row.strategy);
      if (row.view.graph != graph) return "a plan of the table is of another graph";
      if (graph->tensor_count() > kSmallGraph && !shown) continue;
      const QString name = row.strategy ? QString::fromUtf8(row.strategy->id) : "imported";
      if (const QString wrong = wrong_with(*graph, *row.view.plan, row.strategy != nullptr); !wrong.isEmpty())
        return name + ": " + wrong;
      if (row.strategy && row.view.plan->footprint != row.footprint) return name + ": another footprint in the table";
      if (const auto bound = results.bound_of(row); row.strategy && bound && *bound > *row.footprint)
        return name + ": below the bound";
    }
    if (const QString wrong = wrong_shown(figures); !wrong.isEmpty()) return wrong;
    return wrong_tensors();
  }

  /// Headline, status and table of strategies, of the plan that is shown.
  QString wrong_shown(const std::vector<Headline::Figure>& figures) {
    const Planning& planning = shown_.window.planning();
    const PlanView& view = planning.view();
    const Bytes needed = view.plan->needed();
    const auto* table = shown_.part<QTableView>("strategy_view");
    const QModelIndexList rows = table->selectionModel()->selectedRows(StrategyTableModel::kFootprint);
    if (rows.size() != 1) return "no strategy is marked as shown";
    if (rows.front().data(kExactRole).toLongLong() != needed.count)
      return "the table of strategies says " + rows.front().data().toString();
    const auto tip_of = [&](const QString& name) {
      for (const Headline::Figure& each : figures)
        if (each.name == name) return each.tip;
      return QString();
    };
    const QString footprint = tip_of(view.plan->reserved_peak ? "Reserved" : "Footprint");
    if (!footprint.contains(full_bytes(needed))) return "headline: " + footprint;
    const PlanSet& results = planning.results();
    const StrategyRow& row = results.rows()[static_cast<std::size_t>(results.row_of(*planning.shown()))];
    const QString bound = tip_of("Lower bound");
    if (const auto known = results.bound_of(row); known ? !bound.contains(full_bytes(*known)) : !bound.isEmpty())
      return "headline: the bound is " + bound;
    if (!shown_.status().contains(human_bytes(needed))) return "status: " + shown_.status();
    return {};
  }

  /// The table of tensors, and its rows as they are exported.
  QString wrong_tensors() {
    const PlanView& view = shown_.window.planning().view();
    const auto* table = shown_.window.findChild<TensorTable*>();
    if (table->visibleRegion().isEmpty()) return {};  // it is left as it was
    QString csv;
    TableActions::of(table->table())->read_all([&](const QString& text) { csv = text; });
    wait_until([&] { return !csv.isEmpty(); });
    const QStringList lines = csv.split('\n', Qt::SkipEmptyParts);
    if (lines.size() != static_cast<qsizetype>(view.graph->tensor_count()) + 1)
      return QString("%1 lines of tensors").arg(lines.size());
    std::map<QString, TensorId> tensors;
    for (const TensorId t : view.graph->tensors()) tensors[QString::fromUtf8(view.graph->name(t))] = t;
    for (int row = 0; row < table->table()->model()->rowCount(); ++row) {
      const auto cell = [&](int column) { return table->table()->model()->index(row, column).data(kExactRole); };
      const auto at = tensors.find(cell(0).toString());
      if (at == tensors.end()) return "a row of another graph: " + cell(0).toString();
      if (cell(1).toLongLong() != view.graph->size(at->second).count ||
          cell(2).toLongLong() != view.plan->offsets[at->second.index()].value)
        return "tensor " + at->first + ": " + cell(1).toString() + " at " + cell(2).toString();
      const QString line = cell(0).toString() + ',' + cell(1).toString() + ',' + cell(2).toString();
      if (!at->first.contains('"') && !at->first.contains(',') && !lines[row + 1].startsWith(line))
        return "exported: " + lines[row + 1] + ", shown: " + line;
    }
    return {};
  }

  /// What is said of edits: by the history, by the status bar, and by what promised to save memory.
  QString wrong_changes() {
    const Planning& planning = shown_.window.planning();
    const std::uint64_t revision = document().revision();
    const auto now = planning.planned_footprint();
    std::optional<Bytes> after;
    for (int k = 0; k < document().undo_stack().count(); ++k) {
      const auto* step = dynamic_cast<const DocumentStep*>(document().undo_stack().command(k));
      if (!step) return "a step of the history knows nothing of memory";
      const auto before = step->before().footprint;
      if (before && after && before != after)
        return QString("step %1 of the history begins with %2, and the one before it ended with %3")
            .arg(k)
            .arg(before->count)
            .arg(after->count);
      after = step->after().footprint;
    }
    const auto last = std::exchange(last_, {});
    if (now && !planning.cancelled()) last_ = {revision, *now, planning.follows_best()};
    if (!last || !last_ || revision != last->revision + 1 || last->best != last_->best) return {};
    for (const char* said : {"last edit: ", "undone: "})
      if (const auto at = shown_.status().indexOf(said); at >= 0)
        if (!shown_.status().mid(at).startsWith(said + signed_bytes(*now - last->bytes)))
          return "status: " + shown_.status() + ", in place of " + signed_bytes(*now - last->bytes);
    return {};
  }

  /// Whatever remembers a graph remembers one of this document.
  QString wrong_origin() {
    const auto is_ours = [&](const SharedGraph& graph) { return std::ranges::find(graphs(), graph) != graphs().end(); };
    const auto& baseline = shown_.window.planning().results().baseline();
    if (baseline && !is_ours(baseline->graph)) return "the baseline is of another document";
    if (const auto pair = shown_.window.findChild<CompareView*>()->pair())
      for (const PlanView* side : {&pair->before, &pair->after})
        if (side->graph && !is_ours(side->graph)) return "A | B is of another document";
    const auto* trade_off = shown_.window.findChild<TradeOffPane*>();
    if (const auto& found = trade_off->found(); found && !found->points.empty())
      if (found->points.front().graph->name() != document().graph()->name())
        return "the trade-offs are of another document";
    const auto* history = shown_.part<QTableView>("history_view");
    if (history->model()->rowCount() != document().undo_stack().count() + 1) return "the history is another";
    return {};
  }

  // ---- dialogs
  void look_for_dialogs() {
    QTimer::singleShot(3, &context_, [this] {
      look_for_dialogs();  // a dialog may open another one
      if (auto* modal = QApplication::activeModalWidget())
        answer(modal);
      else if (QWidget* popup = QApplication::activePopupWidget())
        popup->close();
    });
  }

  void answer(QWidget* modal) {
    if (auto* box = qobject_cast<QMessageBox*>(modal)) return answer_box(*box);
    if (auto* dialog = qobject_cast<QFileDialog*>(modal)) return answer_files(*dialog);
    auto* dialog = qobject_cast<QDialog*>(modal);
    if (!dialog) return static_cast<void>(modal->close());
    add_to_last(dialog->objectName() + (dialog->objectName().isEmpty() ? dialog->metaObject()->className() : ""));
    if (leaving_ || chance(3) || dialog->objectName() == "zoo") return dialog->reject();
    for (auto* field : dialog->findChildren<QSpinBox*>()) field->setValue(field->minimum() + pick(1000));
    for (auto* field : dialog->findChildren<QLineEdit*>())
      if (field->isEnabled() && !field->isReadOnly() && !qobject_cast<QSpinBox*>(field->parent()))
        field->setText(QString::number(pick(5000)));
    dialog->accept();
  }

  void answer_box(QMessageBox& box) {
    const auto buttons = box.buttons();
    if (buttons.isEmpty()) return static_cast<void>(box.close());
    QAbstractButton* button = buttons[pick(static_cast<int>(buttons.size()))];
    if (box.objectName() == "save_changes") {
      button = box.button(leaving_    ? QMessageBox::Discard
                          : chance(5) ? QMessageBox::Cancel
                          : chance(2) ? QMessageBox::Save
                                      : QMessageBox::Discard);
      if (button == box.button(QMessageBox::Save)) ask_for(path_);
      may_be_lost_ = button == box.button(QMessageBox::Discard);
    }
    may_be_lost_ = may_be_lost_ || button->objectName() == "reload";
    add_to_last(box.objectName() + ": " + button->text());
    click(button);
  }

  void answer_files(QFileDialog& dialog) {
    if (leaving_ || chance(5)) {
      add_to_last("no file");
      return static_cast<QDialog&>(dialog).reject();
    }
    auto* name = dialog.findChild<QLineEdit*>("fileNameEdit");
    QString path = any_of(files_);
    if (dialog.acceptMode() == QFileDialog::AcceptSave) {
      const bool graph = name->text().endsWith(".stowage.json");
      const QString file = QString("saved%1").arg(pick(3)) + "." + name->text().section('.', 1);
      path = scratch_.path(file);
      if (graph && chance(4)) path = any_of(files_);
      if (graph && !path.endsWith(".stowage.json")) path = scratch_.path("saved.stowage.json");
      graph ? ask_for(path) : static_cast<void>(others_.insert(path));
    }
    add_to_last(QFileInfo(path).fileName());
    name->setText(path);
    static_cast<QDialog&>(dialog).accept();
    if (dialog.isVisible()) static_cast<QDialog&>(dialog).reject();  // no file of that kind
  }

  // ---- commands
  void trigger(const char* action) {
    auto* found = shown_.part<QAction>(action);
    found->isEnabled() ? found->trigger() : add_to_last("off");
  }
  void press(const char* button) {
    auto* found = shown_.part<QAbstractButton>(button);
    found->isVisible() && found->isEnabled() ? click(found) : add_to_last("off");
  }
  void press_any(const QWidget* part) {
    QList<QAbstractButton*> buttons = part->findChildren<QAbstractButton*>();
    buttons.removeIf([](const QAbstractButton* each) { return !each->isVisible() || !each->isEnabled(); });
    if (buttons.isEmpty()) return add_to_last("off");
    auto* button = any_of(buttons);
    add_to_last(button->objectName());
    click(button);
  }
  /// Any entry of the menu or of those below it.
  void choose_in(QMenu* menu, const QSet<QString>& never = {}) {
    if (!menu->menuAction()->isEnabled()) return add_to_last("off");
    emit menu->aboutToShow();
    QList<QAction*> entries;
    for (QAction* each : menu->actions())
      if (each->isEnabled() && each->isVisible() && !each->isSeparator() && !never.contains(each->objectName()) &&
          !each->text().remove('&').startsWith("Language"))
        entries << each;
    if (entries.isEmpty()) return add_to_last("empty");
    QAction* entry = any_of(entries);
    add_to_last(entry->text().remove('&'));
    entry->menu() ? choose_in(entry->menu(), never) : entry->trigger();
  }
  static QMenu* menu(const QWidget* in, const QString& title) {
    for (QAction* each : in->actions())
      if (each->text().remove('&') == title) return each->menu();
    qFatal("no menu %s", qPrintable(title));
  }
  QMenu* menu(const char* title) { return menu(shown_.window.menuBar(), title); }
  /// The part of a dock that comes in front; null where it has no room, or nothing is open.
  template <class T>
  T* bring(const char* dock, const char* part) {
    auto* found = part_of<T>(shown_.window, part);
    Docks::show(shown_.part<QDockWidget>(dock));
    if (document().is_open() && QTest::qWaitFor([&] { return !found->visibleRegion().isEmpty(); }, 100)) return found;
    add_to_last("hidden");
    return nullptr;
  }
  void click_any_row(QTableView* table) {
    if (!table) return;
    if (table->model()->rowCount() == 0) return add_to_last("no rows");
    const int row = pick(table->model()->rowCount());
    add_to_last(QString("row %1").arg(row));
    click_row(table, row, chance(3) ? Qt::ControlModifier : Qt::NoModifier);
  }
  QPoint anywhere(const QWidget& widget) {
    return {pick(std::max(1, widget.width())), pick(std::max(1, widget.height()))};
  }
  void click_or_drag(QWidget* widget, bool drags) {
    if (widget->visibleRegion().isEmpty()) return add_to_last("hidden");
    const QPoint from = anywhere(*widget), to = drags ? anywhere(*widget) : from;
    drag(*widget, from, to, chance(3) ? Qt::ControlModifier : Qt::NoModifier);
  }
  void open(const QString& path) {
    add_to_last(QFileInfo(path).fileName());
    shown_.window.open_file(path);
  }
  void choose_in_box(const char* name) {
    auto* box = shown_.part<QComboBox>(name);
    if (!box->isVisible() || !box->isEnabled() || box->count() < 2) return add_to_last("off");
    box->setFocus();
    QTest::keyClick(box, chance(2) ? Qt::Key_Down : Qt::Key_Up);
  }
  void change_units() {
    trigger("preferences_action");
    auto* dialog = shown_.window.findChild<QDialog*>("preferences");
    part_of<QComboBox>(*dialog, "units")->setCurrentIndex(pick(3));
    part_of<QComboBox>(*dialog, "offsets")->setCurrentIndex(pick(2));
    dialog->close();
  }
  void trade_off() {
    const auto* pane = shown_.window.findChild<TradeOffPane*>();
    auto* plot = bring<TradeOffPlot>("tradeoff", "trade_off_plot");
    if (!plot) return;
    if (plot->marks().front.empty() || chance(4)) return press(pane->busy() ? "stop_trade_offs" : "search_trade_offs");
    if (chance(4)) return press(chance(2) ? "apply_trade_off" : "back_from_trade_off");
    const auto& mark =
        plot->marks().front[static_cast<std::size_t>(pick(static_cast<int>(plot->marks().front.size())))];
    edit_to(mark.footprint, [&] { QTest::mouseClick(plot, Qt::LeftButton, {}, plot->place_of(mark).toPoint()); });
  }
  /// What promises that so much is needed, and no more, keeps that.
  void edit_to(Bytes promised, const std::function<void()>& edit) {
    const std::uint64_t revision = document().revision();
    const bool watched = chance(2) && !document().is_editing();
    edit();
    if (!watched) return;
    settle();
    const Planning& planning = shown_.window.planning();
    if (document().revision() != revision + 1 || !planning.planned_footprint() || planning.cancelled()) return;
    if (const Bytes needed = *planning.planned_footprint(); needed > promised)
      complain(QString("%1 were promised, and %2 are needed").arg(exact_bytes(promised), exact_bytes(needed)));
  }
  void savings() {
    auto* table = bring<QTableView>("savings", "savings");
    if (!table || chance(4)) return press(chance(2) ? "measure_savings" : "back_from_saving");
    click_any_row(table);
    const QModelIndexList rows = table->selectionModel()->selectedRows(SavingsModel::kMemory);
    const PlanView& view = shown_.window.planning().view();
    if (rows.isEmpty() || !view.plan || view.stale) return;
    edit_to(view.plan->needed() + Bytes{rows.front().data(SavingsModel::kSortRole).toLongLong()},
            [&] { press(chance(2) ? "preview_saving" : "apply_saving"); });
  }
  void orders() {
    click_any_row(bring<QTableView>("orders", "orders_table"));
    press(chance(2) ? "run_order" : "use_order");
  }

  std::vector<Command> all() {
    MainWindow& window = shown_.window;
    static const QSet<QString> never{"preferences_action", "find", "copy_image",
                                     "filter_table",       "note", "recolor_stream"};
    return {
        {"open", 5, [&] { open(any_of(files_)); }},
        {"open by dialog", 2, [&] { trigger("open"); }},
        {"open recent", 2, [&] { choose_in(menu(menu("File"), "Open recent"), {"clear"}); }},
        {"save", 8, [&] { ask_for(path_), trigger("save"); }},
        {"save graph as", 3, [&] { trigger("save_graph_as"); }},
        {"save plan as", 1, [&] { trigger("save_plan_as"); }},
        {"close", 2, [&] { trigger("close"); }},
        {"undo", 8, [&] { trigger("undo"); }},
        {"redo", 4, [&] { trigger("redo"); }},
        {"history", 3, [&] { click_any_row(bring<QTableView>("history", "history_view")); }},
        {"select tensors", 4, [&] { click_any_row(bring<QTableView>("tensors", "tensor_view")); }},
        {"click the map", 3, [&] { click_or_drag(shown_.map(), false); }},
        {"click the lanes", 4, [&] { click_or_drag(window.findChild<LanesPane*>(), false); }},
        {"drag in the lanes", 4, [&] { click_or_drag(window.findChild<LanesPane*>(), true); }},
        {"edit", 14, [&] { choose_in(menu("Edit"), never); }},
        {"edit tensors", 5, [&] { choose_in(window.findChild<QMenu*>("edit_tensors")); }},
        {"edit streams", 3, [&] { choose_in(window.findChild<QMenu*>("edit_streams")); }},
        {"edit sizes", 3, [&] { choose_in(window.findChild<QMenu*>("edit_sizes")); }},
        {"align", 4, [&] { choose_in(window.findChild<QMenu*>("alignment_menu")); }},
        {"strategy", 5, [&] { click_any_row(bring<QTableView>("strategies", "strategy_view")); }},
        {"plan again", 2, [&] { trigger("plan_again"); }},
        {"improve", 1, [&] { trigger("search_for_better"); }},
        {"cancel", 3, [&] { trigger("cancel"); }},
        {"pin", 2, [&] { trigger("pin"); }},
        {"unpin", 1, [&] { trigger("unpin"); }},
        {"view", 6, [&] { choose_in(menu("View")); }},
        {"workspace", 4, [&] { choose_in(menu(menu("View"), "Workspace")); }},
        {"message", 3, [&] { press_any(shown_.message()); }},
        {"space", 3, [&] { choose_in_box("memory_space"); }},
        {"units", 1, [&] { change_units(); }},
        {"trade-off", 4, [&] { trade_off(); }},
        {"savings", 4, [&] { savings(); }},
        {"orders", 4, [&] { orders(); }},
        {"look away", 2, [&] { QTest::qWait(pick(200)); }},
    };
  }
  struct Disk {
    SharedGraph graph{};
    QByteArray hash{};
    std::vector<SharedGraph> candidates{};  ///< what it was given since it was read last; empty: nothing
  };

  std::mt19937_64 random_;
  bool told_, leaving_ = false;
  Scratch& scratch_;
  QStringList trace_, files_;
  int count_ = 0;
  QString fault_;
  std::map<QString, Disk> disk_;
  std::set<QString> others_;                             // exports
  std::vector<std::vector<SharedGraph>> graphs_of_{{}};  // by document, as they came
  QString path_;                                         // of the document, as it was chosen
  std::vector<Request> requests_;
  bool modified_ = false, may_be_lost_ = false;
  std::optional<Measured> last_;
  const std::vector<Command> commands_ = all();
  Shown shown_;
  QObject context_;  // last: destroyed first
};

Stress* running = nullptr;
QtMessageHandler before = nullptr;

/// Qt warns of what it was given wrongly.
void take_message(QtMsgType type, const QMessageLogContext& context, const QString& text) {
  if (running && type == QtFatalMsg) std::fprintf(stderr, "%s\n", qPrintable(running->last_commands()));
  const bool of_platform = text.startsWith("This plugin does not support");
  if (of_platform) return;
  if (running && (type == QtWarningMsg || type == QtCriticalMsg)) running->complain("Qt warns: " + text);
  before(type, context, text);
}

}  // namespace

class WindowStressTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { before = qInstallMessageHandler(take_message); }
  void cleanupTestCase() { qInstallMessageHandler(before); }

  void random_commands_data() {
    QTest::addColumn<quint64>("seed");
    const QByteArray given = qgetenv("STOWAGE_STRESS_SEED");
    if (!given.isEmpty()) QTest::newRow(given.constData()) << given.toULongLong();
    for (quint64 seed = 1; seed <= 3 && given.isEmpty(); ++seed)
      QTest::newRow(QByteArray::number(seed).constData()) << seed;
  }

  void random_commands() {
    QFETCH(quint64, seed);
    const int steps = qEnvironmentVariableIntValue("STOWAGE_STRESS_STEPS");
    Scratch scratch;
    Stress stress(scratch, seed, qEnvironmentVariableIsSet("STOWAGE_STRESS_SEED"));
    running = &stress;
    QString fault;
    for (int k = 0; k < (steps > 0 ? steps : kSteps) && fault.isEmpty(); ++k) {
      fault = stress.step();
      if (fault.isEmpty() && stress.chance(8)) fault = stress.look();
    }
    if (fault.isEmpty()) fault = stress.leave();
    running = nullptr;
    set_number_format({});
    if (!fault.isEmpty()) std::fprintf(stderr, "seed %llu ended with\n%s\n", seed, qPrintable(stress.last_commands()));
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
  }
};

STOWAGE_WINDOW_TEST(WindowStressTest);
#include "tst_window_stress.moc"
