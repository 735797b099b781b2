// SPDX-License-Identifier: GPL-3.0-or-later
// Random commands while jobs run: nothing saved is lost, every figure is of the document shown, the window closes.
//
// STOWAGE_STRESS_SEED chooses the seed, STOWAGE_STRESS_STEPS how many commands each seed gives. Jobs end when they
// like, so a seed repeats the commands, and not always what comes of them.
#include "app/session/document_step.h"
#include "core/graph/laid_out.h"
#include "core/insight/edit/same_graph.h"
#include "core/stowage.h"
#include "core/zoo/zoo.h"
#include "tests/app/window_test.h"
#include "widgets/controls/headline.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/improve/front_page.h"
#include "widgets/views/improve/improve_pane.h"
#include "widgets/views/lanes/lanes_pane.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace {

using SharedGraph = std::shared_ptr<const Graph>;

constexpr int kSteps = 50;
constexpr int kIdleSoon = 1500;            // milliseconds; then what runs is cancelled
constexpr std::size_t kSmallGraph = 2000;  // tensors: all of its plans are checked
constexpr qsizetype kLastCommands = 60;    // printed where something is wrong

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

/// Whether a file has the graph. The file has the alignment that the window had when it was saved.
bool is_in_file(const Graph& graph, const Graph& file) {
  Graph::Data data = source_of(graph).data();
  data.alignment = file.alignment();
  return same_content(Graph(std::move(data)), source_of(file));
}

/// The window, who commands it, and what must hold of it.
class Stress {
 public:
  Stress(Scratch& scratch, std::uint64_t seed, bool told)
      : random_(seed), told_(told), scratch_(scratch), shown_(scratch) {
    make_files();
    shown_.window.resize(1600, 1000);  // room for more views at once
    QObject::connect(&document(), &OpenDocument::replaced, &context_, [this] { take_document(); });
    QObject::connect(&document(), &OpenDocument::revised, &context_, [this] {
      given_up_ = false;
      take_state();
    });
    QObject::connect(&document(), &OpenDocument::saved, &context_, [this] { take_state(); });
    QObject::connect(&shown_.window, &MainWindow::written, &context_,
                     [this](const QString& path, const QString& reason) { take_written(path, reason); });
    begun_.start();
    look_for_dialogs();
  }

  bool chance(int one_in) { return pick(one_in) == 0; }
  /// The first that was found to be wrong; empty for nothing.
  [[nodiscard]] const QString& fault() const { return fault_; }
  [[nodiscard]] QString last_commands() const { return trace_.join('\n'); }
  bool must(bool holds, const QString& otherwise) {
    if (!holds && fault_.isEmpty()) fault_ = otherwise;
    return holds;
  }

  /// One command, and a moment for what comes of it.
  void step() {
    int at = pick(std::accumulate(commands_.begin(), commands_.end(), 0,
                                  [](int sum, const Command& each) { return sum + each.weight; }));
    auto command = commands_.begin();
    while (command->weight <= at) at -= command++->weight;
    if (!document().is_open() && chance(2)) command = commands_.begin();
    say(command->name);
    command->run();
    if (chance(2)) QTest::qWait(pick(25));
    QCoreApplication::processEvents();
  }

  /// Looks at everything once nothing works any more.
  void look() {
    say("wait");
    settle();
    look_at_files();
    look_at_document();
    requests_.clear();
  }

  /// The window closes, whatever runs.
  void leave() {
    say("leave");
    leaving_ = true;
    for (int k = 0; k < 3 && shown_.window.isVisible(); ++k) {
      shown_.window.close();
      std::ignore = QTest::qWaitFor([&] { return !shown_.window.isVisible(); }, kPatience / 3);
    }
    must(!shown_.window.isVisible(), "the window cannot be closed");
    must(!QApplication::activeModalWidget(), "a dialog is left open");
    look_at_files();
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
    std::size_t document, from;
  };
  struct Content {
    SharedGraph graph{};
    QByteArray hash{};
    std::vector<SharedGraph> candidates{};  ///< since it was read last; empty: it was not written
  };
  struct Measured {
    std::uint64_t revision;
    int step;  // of the history
    Footprints footprints;
  };

  int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  template <class List>
  auto& any_of(List& list) {
    return *(std::begin(list) + pick(static_cast<int>(std::size(list))));
  }
  void say(const QString& command) {
    begun_.start();
    trace_ += QString("%1 %2").arg(count_++).arg(command);
    if (trace_.size() > kLastCommands) trace_.removeFirst();
    if (told_) std::fprintf(stderr, "%s\n", qPrintable(trace_.back()));
  }
  void add(const QString& more) {
    trace_.back() += " · " + more;
    if (told_) std::fprintf(stderr, "    %s\n", qPrintable(more));
  }
  OpenDocument& document() { return shown_.window.document(); }
  const Planning& planning() { return shown_.window.planning(); }

  // ---- what must be on disk
  void make_files() {
    for (const char* name :
         {"training_step.stowage.json", "somas_figure_2.stowage.json", "sharing.stowage.json",
          "loop_convolution.stowage.json", "lifetimes.csv", "serving.pickle", "two_pools_c_info.json"})
      files_ << scratch_.write(name, Scratch::read(QString(":/samples/") + name));
    files_ << scratch_.write("large.stowage.json", large_graph());
    for (const QString& file : std::as_const(files_)) disk_[file] = content_of(file);
  }
  Content content_of(const QString& file) {
    const auto graph = load_graph(file.toStdString());
    must(graph.has_value(), graph ? QString() : QString::fromStdString(graph.error().text()));
    return {.graph = graph ? graph->graph : nullptr, .hash = hash_of(file)};
  }
  static QByteArray hash_of(const QString& file) {
    return QCryptographicHash::hash(Scratch::read(file), QCryptographicHash::Md5);
  }
  void take_document() {
    must(!modified_ || given_up_, "another document took the place of changes that nobody gave up");
    given_up_ = false;
    graphs_of_.emplace_back();
    path_ = document().path();
    take_state();
  }
  void take_state() {
    modified_ = document().is_modified();
    auto& graphs = graphs_of_.back();
    if (document().graph() && (graphs.empty() || graphs.back() != document().graph()))
      graphs.push_back(document().graph());
  }
  void ask_for(const QString& path) {
    if (document().is_open()) requests_.push_back({path, graphs_of_.size() - 1, graphs_of_.back().size() - 1});
  }
  void take_written(const QString& path, const QString& reason) {
    add(reason.isEmpty() ? "wrote " + QFileInfo(path).fileName() : reason);
    if (!reason.isEmpty() || others_.contains(path)) return;
    Content& content = disk_[path] = {};
    for (const Request& each : requests_) {
      if (each.path != path) continue;
      const auto& all = graphs_of_[each.document];
      content.candidates.insert(content.candidates.end(), all.begin() + std::ptrdiff_t(each.from), all.end());
      if (each.document == graphs_of_.size() - 1) path_ = path;
    }
    must(!content.candidates.empty(), path + " was written, and nobody asked for that");
    if (!files_.contains(path)) files_ << path;
  }
  void look_at_files() {
    for (auto& [path, content] : disk_) {
      if (content.candidates.empty()) {
        must(hash_of(path) == content.hash, path + " has changed");
        continue;
      }
      const auto candidates = std::exchange(content, content_of(path)).candidates;
      const auto is_it = [&](const SharedGraph& each) { return is_in_file(*each, *content.graph); };
      must(content.graph && std::ranges::any_of(candidates, is_it),
           path + " holds no graph that was to be saved there");
    }
    if (!document().is_open() || leaving_) return;
    must(document().path() == path_, "the document is in " + path_ + ", and says " + document().path());
    const auto content = disk_.find(path_);
    if (content == disk_.end() || document().is_modified() || document().spaces().size() > 1) return;
    must(content->second.graph && is_in_file(*document().graph(), *content->second.graph),
         "nothing is to be saved, yet the file holds another graph");
  }

  // ---- what must be shown
  void settle() {
    const auto idle = [this] {
      return !shown_.window.busy() && !shown_.window.drawing() && !QApplication::activeModalWidget();
    };
    while (!QTest::qWaitFor(idle, kIdleSoon)) {
      add("cancel");
      shown_.part<QAction>("cancel")->trigger();
    }
    wait_until_idle();
    if (!idle()) settle();
  }
  void look_at_document() {
    const auto figures = shown_.part<Headline>("headline")->figures();
    if (!document().is_open()) return static_cast<void>(must(figures.empty(), "figures of nothing"));
    look_at_memories();
    look_at_changes();
    const PlanView& view = planning().view();
    must(shown_.status().contains(grouped(document().graph()->tensor_count())), "status: " + shown_.status());
    if (!view.plan || view.stale) return static_cast<void>(must(planning().cancelled(), "no plan is shown"));
    if (!must(view.graph == document().graph(), "the plan shown is of another graph")) return;
    for (const StrategyRow& row : planning().results().rows())
      if (row.good() && row.view.plan) look_at_plan(row);
    look_at_figures(figures);
    look_at_tensors();
  }
  /// Of a large graph, only the plan that is shown is checked: that takes long.
  void look_at_plan(const StrategyRow& row) {
    const Graph& graph = *document().graph();
    const Plan& plan = *row.view.plan;
    const QString name = row.strategy ? QString::fromUtf8(row.strategy->id) : "imported";
    if (!must(row.view.graph == document().graph() && plan.offsets.size() == graph.tensor_count(),
              name + " is of another graph"))
      return;
    const Bytes needed = end_of(graph, plan, plan.alignment);
    must(plan.footprint == needed || (!row.strategy && plan.footprint == end_of(graph, plan, Bytes{1})),
         QString("%1: %2 in place of %3").arg(name, exact_bytes(plan.footprint), exact_bytes(needed)));
    if (!row.strategy) return;
    must(row.footprint == plan.footprint, name + ": another footprint in the table");
    const Bytes bound = std::max(plan.lower_bound, planning().results().bound_of(row).value_or(Bytes{}));
    must(bound <= plan.footprint, name + ": below the bound");
    if (graph.tensor_count() > kSmallGraph && planning().shown() != std::optional(row.strategy)) return;
    const auto checked = check_plan(graph, plan);
    must(checked && checked->valid(), name + ": not safe");
  }
  /// Headline, status and table of strategies, of the plan that is shown.
  void look_at_figures(const std::vector<Headline::Figure>& figures) {
    const Plan& plan = *planning().view().plan;
    const Bytes needed = plan.needed();
    const auto rows =
        shown_.part<QTableView>("strategy_view")->selectionModel()->selectedRows(StrategyTableModel::kFootprint);
    if (!must(rows.size() == 1, "no strategy is marked as shown")) return;
    // One that has not run can be chosen, to be run: then the plan shown stays.
    const QVariant said = rows.front().data(kExactRole);
    must(said.typeId() == QMetaType::QString || said.toLongLong() == needed.count,
         "the table of strategies says " + rows.front().data().toString());
    const auto tip_of = [&](const QString& name) {
      const auto found = std::ranges::find(figures, name, &Headline::Figure::name);
      return found == figures.end() ? QString() : found->tip;
    };
    const QString bound = tip_of("Lower bound");
    must(!figures.empty() && figures.front().tip.contains(full_bytes(needed)), "headline: another footprint");
    const PlanSet& results = planning().results();
    const auto known = results.bound_of(results.rows()[std::size_t(results.row_of(*planning().shown()))]);
    must(known ? bound.contains(full_bytes(*known)) : bound.isEmpty(), "headline: the bound is " + bound);
    must(shown_.status().contains(human_bytes(needed)), "status: " + shown_.status());
  }
  /// The table of tensors, and its rows as they are exported. A table that is not seen is left as it was.
  void look_at_tensors() {
    const PlanView& view = planning().view();
    const auto* table = shown_.part<QTableView>("tensor_view");
    if (table->visibleRegion().isEmpty()) return;
    QString csv;
    TableActions::of(table)->read_all([&](const QString& text) { csv = text; });
    wait_until([&] { return !csv.isEmpty(); });
    const QStringList lines = csv.split('\n', Qt::SkipEmptyParts);
    if (!must(
            lines.size() == qsizetype(view.graph->tensor_count()) + 1 && lines.size() == table->model()->rowCount() + 1,
            QString("%1 lines of tensors").arg(lines.size())))
      return;
    std::map<QString, QString> wanted;
    for (const TensorId t : view.graph->tensors())
      wanted[QString::fromUtf8(view.graph->name(t))] =
          QString(",%1,%2").arg(view.graph->size(t).count).arg(view.plan->offsets[t.index()].value);
    for (int row = 0; row + 1 < lines.size(); ++row) {
      const auto cell = [&](int column) { return table->model()->index(row, column).data(kExactRole).toString(); };
      must(wanted[cell(0)] == ',' + cell(1) + ',' + cell(2), "tensor " + cell(0) + ": " + cell(1) + " at " + cell(2));
      must(lines[row + 1].contains(',' + cell(1) + ',' + cell(2)), "exported: " + lines[row + 1]);
    }
  }
  /// Whatever remembers a graph remembers one of this document.
  void look_at_memories() {
    const auto is_ours = [this](const SharedGraph& graph) {
      return std::ranges::find(graphs_of_.back(), graph) != graphs_of_.back().end();
    };
    const auto& baseline = planning().results().baseline();
    must(!baseline || is_ours(baseline->graph), "the baseline is of another document");
    if (const auto pair = shown_.window.findChild<CompareView*>()->pair())
      for (const PlanView* side : {&pair->before, &pair->after})
        must(!side->graph || is_ours(side->graph), "A | B is of another document");
    const auto& found = shown_.window.findChild<FrontPage*>()->found();
    must(!found || found->points.empty() || found->points.front().graph->name() == document().graph()->name(),
         "the trade-offs are of another document");
    must(shown_.part<QTableView>("history_view")->model()->rowCount() == document().undo_stack().count() + 1,
         "the history is another");
  }
  /// What is said of edits, by the history and by the status bar.
  void look_at_changes() {
    std::optional<Footprints> after;
    for (int k = 0; k < document().undo_stack().count(); ++k) {
      const auto& step = dynamic_cast<const DocumentStep&>(*document().undo_stack().command(k));
      must(!after || !step.before().footprints || after == step.before().footprints,
           QString("step %1 of the history does not begin where the one before it ended").arg(k));
      after = step.after().footprints;
    }
    const auto now = planning().footprints();
    const auto last = std::exchange(last_, {});
    const int at = document().undo_stack().index();
    if (now && !planning().cancelled()) last_ = {document().revision(), at, *now};
    if (!last || !last_ || last_->revision != last->revision + 1) return;
    // Edits that were merged are one step, and shown as one.
    const auto* merged = at > 0 && last->step == at
                             ? dynamic_cast<const DocumentStep*>(document().undo_stack().command(at - 1))
                             : nullptr;
    const auto by = change_of(merged ? merged->before().footprints : last->footprints, now);
    if (!by) return;
    const QString change = signed_bytes(by->after - by->before), status = shown_.status();
    for (const char* said : {"last edit: ", "undone: "})
      must(!status.contains(said) || status.contains(said + change), status + ", in place of " + change);
  }
  /// What promises that so much is needed, and no more, keeps that.
  void edit_to(Bytes promised, const std::function<void()>& edit) {
    const std::uint64_t revision = document().revision();
    const bool watched = chance(2) && !document().is_editing();
    edit();
    if (!watched) return;
    settle();
    const PlanView& view = planning().view();
    const bool planned = view.plan && !view.stale && planning().took() && !planning().cancelled();
    if (!planned || document().revision() != revision + 1) return;
    must(view.plan->needed() <= promised,
         QString("%1 were promised, and %2 are needed").arg(exact_bytes(promised), exact_bytes(view.plan->needed())));
  }

  // ---- dialogs
  void look_for_dialogs() {
    QTimer::singleShot(3, &context_, [this] {
      look_for_dialogs();  // a dialog may open another one
      if (begun_.hasExpired(3 * kPatience)) qFatal("a command never ended");
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
    add("dialog " + dialog->objectName());
    if (leaving_ || chance(3) || dialog->objectName() == "zoo") return dialog->reject();
    for (auto* field : dialog->findChildren<QSpinBox*>()) field->setValue(field->minimum() + pick(1000));
    for (auto* field : dialog->findChildren<QLineEdit*>())
      if (field->isEnabled() && !field->isReadOnly() && !qobject_cast<QSpinBox*>(field->parent()))
        field->setText(QString::number(pick(5000)));
    dialog->accept();
  }
  void answer_box(QMessageBox& box) {
    auto buttons = box.buttons();
    if (buttons.isEmpty()) return static_cast<void>(box.close());
    QAbstractButton* button = any_of(buttons);
    if (leaving_ && box.button(QMessageBox::Discard)) button = box.button(QMessageBox::Discard);
    if (button == box.button(QMessageBox::Save)) ask_for(path_);
    given_up_ = given_up_ || button == box.button(QMessageBox::Discard) || button->objectName() == "reload";
    add(box.objectName() + ": " + button->text());
    click(button);
  }
  void answer_files(QFileDialog& dialog) {
    auto& open = static_cast<QDialog&>(dialog);
    if (leaving_ || chance(5)) return add("no file"), open.reject();
    auto* field = dialog.findChild<QLineEdit*>("fileNameEdit");
    const QString name = field->text();
    QString path = any_of(files_);
    if (dialog.acceptMode() == QFileDialog::AcceptSave) {
      const bool graph = name.endsWith(".stowage.json");
      const bool over = graph && chance(4) && path.endsWith(".stowage.json");
      if (!over) path = scratch_.path(QString("saved%1.%2").arg(pick(3)).arg(name.section('.', 1)));
      graph ? ask_for(path) : static_cast<void>(others_.insert(path));
    }
    add(QFileInfo(path).fileName());
    // The file that was suggested may be selected, and would count before the text.
    for (auto* view : dialog.findChildren<QAbstractItemView*>()) view->clearSelection();
    field->setText(path);
    open.accept();
    if (dialog.isVisible()) open.reject();  // no file of that kind
  }

  // ---- commands
  void trigger(const char* name) {
    auto* action = shown_.part<QAction>(name);
    action->isEnabled() ? action->trigger() : add("off");
  }
  void press(const char* name) {
    auto* button = shown_.part<QAbstractButton>(name);
    button->isVisible() && button->isEnabled() ? click(button) : add("off");
  }
  void press_any(const QWidget* part) {
    auto buttons = part->findChildren<QAbstractButton*>();
    buttons.removeIf([](const QAbstractButton* each) { return !each->isVisible() || !each->isEnabled(); });
    if (buttons.isEmpty()) return add("off");
    auto* button = any_of(buttons);
    add(button->objectName());
    click(button);
  }
  /// Any entry of the menu, or of those below it.
  void choose_in(QMenu* menu) {
    static const QSet<QString> never{"preferences_action", "copy_image", "note"};
    emit menu->aboutToShow();
    auto entries = menu->actions();
    entries.removeIf([](const QAction* each) {
      return !each->isEnabled() || !each->isVisible() || each->isSeparator() || never.contains(each->objectName());
    });
    if (entries.isEmpty() || !menu->menuAction()->isEnabled()) return add("off");
    QAction* entry = any_of(entries);
    add(entry->text().remove('&'));
    entry->menu() ? choose_in(entry->menu()) : entry->trigger();
  }
  /// By titles: "View", "Workspace".
  QMenu* menu(const QStringList& titles) {
    QWidget* menu = shown_.window.menuBar();
    for (const QString& title : titles) {
      const auto all = menu->actions();
      const auto has_it = [&](const QAction* each) { return each->menu() && each->text().remove('&') == title; };
      menu = (*std::ranges::find_if(all, has_it))->menu();
    }
    return static_cast<QMenu*>(menu);
  }
  /// The part of a dock that comes in front; null where it has no room, or nothing is open.
  template <class T>
  T* bring(const char* dock, const char* name) {
    auto* part = shown_.part<T>(name);
    auto* around = shown_.part<QDockWidget>(dock);
    around->show();
    around->raise();
    if (document().is_open() && QTest::qWaitFor([&] { return !part->visibleRegion().isEmpty(); }, 100)) return part;
    add("hidden");
    return nullptr;
  }
  void click_row_of(QTableView* table) {
    if (!table || table->model()->rowCount() == 0) return add("no rows");
    const int row = pick(table->model()->rowCount());
    add(QString("row %1").arg(row));
    click_row(table, row, chance(3) ? Qt::ControlModifier : Qt::NoModifier);
  }
  void click_or_drag(QWidget* widget, bool drags) {
    if (widget->visibleRegion().isEmpty()) return add("hidden");
    const auto anywhere = [&] { return QPoint(pick(widget->width()), pick(widget->height())); };
    const QPoint from = anywhere(), to = drags ? anywhere() : from;
    drag(*widget, from, to, chance(3) ? Qt::ControlModifier : Qt::NoModifier);
  }
  void open() {
    const QString path = any_of(files_);
    add(QFileInfo(path).fileName());
    shown_.window.open_file(path);
  }
  void align() { document().is_open() ? shown_.type_alignment(QString::number(1 << pick(12))) : add("off"); }
  void change_space() {
    auto* box = shown_.part<QComboBox>("memory_space");
    if (!box->isVisible() || !box->isEnabled()) return add("off");
    box->setFocus();
    QTest::keyClick(box, chance(2) ? Qt::Key_Down : Qt::Key_Up);
  }
  void change_units() {
    trigger("preferences_action");
    auto* dialog = shown_.part<QDialog>("preferences");
    part_of<QComboBox>(*dialog, "units")->setCurrentIndex(pick(3));
    part_of<QComboBox>(*dialog, "offsets")->setCurrentIndex(pick(2));
    dialog->close();
  }
  bool bring_page(ImprovePane::Page page) {
    auto* pages = bring<QTabWidget>("improve", "improve_tabs");
    if (pages) click_tab(pages->tabBar(), page);
    return pages != nullptr;
  }
  void trade_off() {
    if (!bring_page(ImprovePane::kFront)) return;
    auto* plot = shown_.part<TradeOffPlot>("trade_off_plot");
    auto front = plot->marks().front;
    if (front.empty() || !plot->isVisible() || chance(4)) return press(chance(2) ? "stop_improve" : "run_improve");
    if (chance(4)) return press(chance(2) ? "apply_saving" : "back_from_saving");
    const auto mark = any_of(front);
    edit_to(mark.footprint, [&] { QTest::mouseClick(plot, Qt::LeftButton, {}, plot->place_of(mark).toPoint()); });
  }
  void savings() {
    auto* table = bring_page(ImprovePane::kChanges) ? shown_.part<QTableView>("savings") : nullptr;
    if (!table || !table->isVisible() || chance(4)) return press(chance(2) ? "run_improve" : "back_from_saving");
    click_row_of(table);
    const QModelIndexList rows = table->selectionModel()->selectedRows(1);
    const PlanView& view = planning().view();
    if (rows.isEmpty() || !view.plan || view.stale) return;
    const Bytes change{rows.front().data(Qt::UserRole).toLongLong()};
    edit_to(view.plan->needed() + change, [&] { press(chance(2) ? "preview_saving" : "apply_saving"); });
  }
  void orders() {
    click_row_of(bring<QTableView>("orders", "orders_table"));
    press(chance(2) ? "run_order" : "use_order");
  }
  /// Any dock, whatever it shows: a button of it, or a click, a drag, the wheel or a key somewhere in it.
  void any_dock() {
    auto docks = shown_.docks();
    docks.removeIf([this](const QDockWidget* each) { return !shown_.shows(each)->isVisible(); });
    if (!document().is_open() || docks.isEmpty()) return add("off");
    QDockWidget* dock = any_of(docks);
    add(dock->objectName());
    dock->show();
    dock->raise();
    if (!QTest::qWaitFor([&] { return !dock->visibleRegion().isEmpty(); }, 100)) return add("hidden");
    QWidget* view = Docks::content_of(dock);
    if (dock->objectName() != "tensors" && chance(3)) return press_any(view);  // those would filter its rows
    auto parts = view->findChildren<QWidget*>() << view;
    parts.removeIf(
        [](const QWidget* each) { return !each->isVisible() || !each->isEnabled() || !may_be_touched(each); });
    if (parts.isEmpty()) return add("off");
    QWidget* part = any_of(parts);
    add(QString("%1 %2").arg(part->metaObject()->className(), part->objectName()));
    const int what = pick(4);
    if (what == 0) return wheel(*part, part->rect().center(), pick(5) - 2);
    click_or_drag(part, what == 1);
    static constexpr Qt::Key kKeys[] = {Qt::Key_Up,     Qt::Key_Down,   Qt::Key_Left,    Qt::Key_Right, Qt::Key_Home,
                                        Qt::Key_End,    Qt::Key_Plus,   Qt::Key_Minus,   Qt::Key_Space, Qt::Key_0,
                                        Qt::Key_Return, Qt::Key_Escape, Qt::Key_PageDown};
    QWidget* focus = QApplication::focusWidget();
    if (what == 3 && view->isAncestorOf(focus) && may_be_touched(focus)) QTest::keyClick(focus, any_of(kKeys));
  }
  /// Buttons are pressed by name; fields would filter rows that are counted, and links lead to lessons, which are other
  /// documents.
  static bool may_be_touched(const QWidget* part) {
    for (const QWidget* each : {part, static_cast<const QWidget*>(part->parentWidget())})
      for (const char* kind : {"QAbstractButton", "QLineEdit", "QComboBox", "QAbstractSpinBox", "QTextBrowser"})
        if (each->inherits(kind)) return false;
    return true;
  }

  std::vector<Command> all() {
    const auto act = [this](const char* name) { return [this, name] { trigger(name); }; };
    const auto entry = [this](const char* name) { return [this, name] { choose_in(shown_.part<QMenu>(name)); }; };
    const auto below = [this](const QStringList& titles) { return [this, titles] { choose_in(menu(titles)); }; };
    const auto row = [this](const char* dock, const char* table) {
      return [this, dock, table] { click_row_of(bring<QTableView>(dock, table)); };
    };
    auto* lanes = shown_.window.findChild<LanesPane*>();
    return {{"open", 5, [this] { open(); }},
            {"open by dialog", 2, act("open")},
            {"open recent", 2, below({"File", "Open recent"})},
            {"save", 8, [this] { ask_for(path_), trigger("save"); }},
            {"save graph as", 3, act("save_graph_as")},
            {"save plan as", 1, act("save_plan_as")},
            {"close", 2, act("close")},
            {"undo", 8, act("undo")},
            {"redo", 4, act("redo")},
            {"history", 3, row("history", "history_view")},
            {"select tensors", 4, row("tensors", "tensor_view")},
            {"click the map", 3, [this] { click_or_drag(shown_.map(), false); }},
            {"click the lanes", 4, [=, this] { click_or_drag(lanes, false); }},
            {"drag in the lanes", 4, [=, this] { click_or_drag(lanes, true); }},
            {"edit", 14, below({"Edit"})},
            {"edit tensors", 5, entry("edit_tensors")},
            {"edit streams", 3, entry("edit_streams")},
            {"edit sizes", 3, entry("edit_sizes")},
            {"align", 4, [this] { align(); }},
            {"strategy", 5, row("strategies", "strategy_view")},
            {"plan again", 2, act("plan_again")},
            {"improve", 1, act("search_for_better")},
            {"cancel", 3, act("cancel")},
            {"pin", 2, act("pin")},
            {"unpin", 1, act("unpin")},
            {"view", 6, below({"View"})},
            {"workspace", 4, below({"View", "Workspace"})},
            {"message", 3, [this] { press_any(shown_.message()); }},
            {"space", 3, [this] { change_space(); }},
            {"units", 1, [this] { change_units(); }},
            {"trade-off", 4, [this] { trade_off(); }},
            {"savings", 4, [this] { savings(); }},
            {"orders", 4, [this] { orders(); }},
            {"any dock", 12, [this] { any_dock(); }},
            {"look away", 2, [this] { QTest::qWait(pick(200)); }}};
  }

  std::mt19937_64 random_;
  bool told_, leaving_ = false;
  Scratch& scratch_;
  QElapsedTimer begun_;  // the last command
  QStringList trace_, files_;
  int count_ = 0;
  QString fault_;
  std::map<QString, Content> disk_;
  std::set<QString> others_;                             // exports
  std::vector<std::vector<SharedGraph>> graphs_of_{{}};  // by document, as they came
  std::vector<Request> requests_;
  QString path_;                              // of the document, as it was chosen
  bool modified_ = false, given_up_ = false;  // the changes
  std::optional<Measured> last_;
  Shown shown_;
  const std::vector<Command> commands_ = all();
  QObject context_;  // last: destroyed first
};

Stress* running = nullptr;
QtMessageHandler before = nullptr;

/// Qt warns of what it was given wrongly.
void take_message(QtMsgType type, const QMessageLogContext& context, const QString& text) {
  if (running && type == QtFatalMsg) std::fprintf(stderr, "%s\n", qPrintable(running->last_commands()));
  const bool of_platform = text.startsWith("This plugin does not support");
  if (of_platform) return;
  if (running && (type == QtWarningMsg || type == QtCriticalMsg)) running->must(false, "Qt warns: " + text);
  before(type, context, text);
}

}  // namespace

class WindowStressTest : public WindowTest {
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
    for (int k = 0; k < (steps > 0 ? steps : kSteps) && stress.fault().isEmpty(); ++k) {
      stress.step();
      if (stress.chance(8)) stress.look();
    }
    if (stress.fault().isEmpty()) stress.leave();
    running = nullptr;
    set_number_format({});
    if (!stress.fault().isEmpty())
      std::fprintf(stderr, "seed %llu ended with\n%s\n", seed, qPrintable(stress.last_commands()));
    QVERIFY2(stress.fault().isEmpty(), qPrintable(stress.fault()));
  }
};

STOWAGE_WINDOW_TEST(WindowStressTest);
#include "tst_window_stress.moc"
