// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every dock, whichever the window has: each test goes over all of them, by their object names.
#include <QSvgRenderer>

#include "app/frame/docks.h"
#include "tests/app/window_test.h"
#include "widgets/base/pane.h"

namespace {

/// The picture of a table with a row for each order, whatever is open.
constexpr std::string_view kOfOrders = "footprints";
/// The dock that is filled some time after a plan is there.
const QString kMeasured = QStringLiteral("improve");

/// The names of the pictures that a view has.
std::vector<std::string> pictures_of(const QWidget* view) {
  std::vector<std::string> out;
  const auto* pane = qobject_cast<const Pane*>(view);
  if (!pane) return out;
  if (const auto words = pane->picture()) out.push_back(words->name);
  for (const PanePicture& each : pane->more_pictures()) out.push_back(each.words.name);
  return out;
}

/// The first control that is seen and has no name for those who cannot see it; empty where all have one.
QString nameless_in(const QWidget& whole) {
  for (const QWidget* each : whole.findChildren<QWidget*>()) {
    const bool control = each->focusPolicy() != Qt::NoFocus && each->isVisible() &&
                         !each->objectName().startsWith("qt_") && !each->inherits("QScrollArea") &&
                         !each->inherits("QSplitter") && !each->parentWidget()->inherits("QComboBox");
    if (control && !has_name(each)) return where(each);
  }
  return {};
}

/// 0 to 255.
double mean_lightness(const QImage& image) {
  double sum = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) sum += image.pixelColor(x, y).lightness();
  return sum / std::max(1, image.width() * image.height());
}

bool is_blank(const QImage& image) {
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      if (image.pixel(x, y) != image.pixel(0, 0)) return false;
  return true;
}

/// Documents that fill different views.
constexpr const char* kEachKind[] = {kTraining, ":/samples/serving.pickle"};

/// Those around a whole view, and those around others of their direction; empty where there are none.
QString needless_bars(const QDockWidget& dock) {
  QStringList out;
  const auto shows = [](const QAbstractScrollArea* area, Qt::Orientation direction) {
    const QScrollBar* bar = direction == Qt::Horizontal ? area->horizontalScrollBar() : area->verticalScrollBar();
    return area->isVisible() && bar->isVisible();
  };
  for (const auto* area : dock.findChildren<QAbstractScrollArea*>())
    for (const auto direction : {Qt::Horizontal, Qt::Vertical}) {
      if (!shows(area, direction)) continue;
      const QString name = QStringLiteral("%1(%2) %3")
                               .arg(area->metaObject()->className(), area->objectName(),
                                    direction == Qt::Horizontal ? "across" : "down");
      if (area == dock.widget()) out << "around all: " + name;
      for (const auto* inner : area->findChildren<QAbstractScrollArea*>())
        if (shows(inner, direction)) out << name + " around " + inner->objectName();
    }
  return out.join("; ");
}

/// The pages that a view has, and what turns to each: tabs, or choices that stand side by side.
std::vector<std::pair<QString, std::function<void()>>> pages_of(QWidget* view) {
  std::vector<std::pair<QString, std::function<void()>>> out;
  for (auto* tabs : view->findChildren<QTabWidget*>())
    for (int k = 0; k < tabs->count(); ++k) out.emplace_back(tabs->tabText(k), [tabs, k] { tabs->setCurrentIndex(k); });
  for (const char* face : {"conflicts_matrix", "conflicts_around"})
    if (auto* action = view->findChild<QAction*>(face)) out.emplace_back(face, [action] { action->trigger(); });
  if (out.empty()) out.emplace_back(QString(), [] {});
  return out;
}

struct Docked : Shown {
  using Shown::Shown;

  QWidget* view(const QString& name) { return Docks::content_of(dock(qPrintable(name))); }
  /// In front, with all that it shows.
  void look_at(const QString& name) {
    bring(qPrintable(name));
    rest();
  }
  /// Until no view is at work.
  void rest() {
    settle();
    wait_until([&] { return !window.drawing(); }, "a view never came to rest");
    wait_until_idle();
  }
  /// What a view says in words: labels, and the first cells of lists. How long a strategy took is left out.
  QStringList said(const QString& name) {
    static const QRegularExpression time("^[\\d.,]+ (ns|µs|ms|s)$");
    QStringList out;
    for (const auto* label : view(name)->findChildren<QLabel*>())
      if (label->isVisible()) out << label->text();
    auto lists = view(name)->findChildren<QAbstractItemView*>();
    if (auto* itself = qobject_cast<QAbstractItemView*>(view(name))) lists << itself;
    for (const QAbstractItemView* list : lists) {
      if (!list->isVisible() || !list->model() || qobject_cast<const QHeaderView*>(list)) continue;
      const QAbstractItemModel& model = *list->model();
      for (int row = 0; row < std::min(50, model.rowCount()); ++row)
        for (int column = 0; column < model.columnCount(); ++column) out << model.index(row, column).data().toString();
    }
    out.removeIf([](const QString& text) { return text.contains(time); });
    return out;
  }
  /// The same once it stays: some is made a little later.
  QStringList said_at_rest(const QString& name) {
    QStringList before, now = said(name);
    do {
      before = now;
      QTest::qWait(50);
      rest();
      now = said(name);
    } while (now != before);
    return now;
  }
  /// Of each of these docks, in front.
  std::map<QString, QStringList> all_said(const QStringList& docks) {
    std::map<QString, QStringList> out;
    for (const QString& name : docks) {
      look_at(name);
      out[name] = said_at_rest(name);
    }
    return out;
  }
};

}  // namespace

class WindowViewsTest : public TestOfWindow<Docked> {
  Q_OBJECT

  /// All docks are looked at with a training step, but those that are there only for other documents.
  QString document_for(const QString& dock) {
    static const std::map<QString, QString> kOthers{{"heap", ":/samples/serving.pickle"},
                                                    {"frames", ":/samples/serving.pickle"},
                                                    {"spaces", ":/samples/two_pools_c_info.json"}};
    if (dock == "modules") return scratch_.write("modules.json", kLayers);
    const auto other = kOthers.find(dock);
    return other == kOthers.end() ? QString(kTraining) : other->second;
  }
  /// A row for each document, with the docks that are looked at with it.
  void add_documents() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("docks");
    std::map<QString, QStringList> docks;
    for (const QDockWidget* each : fresh().docks()) docks[document_for(each->objectName())] << each->objectName();
    for (const auto& [path, names] : docks) QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path << names;
  }

 private slots:
  void cleanup() {
    apply({});
    apply_appearance(Appearance::system);
  }

  void none_is_ever_blank_data() { add_documents(); }
  /// Where nothing is open, a view says so, and nothing is exported of it. Each view follows the theme.
  void none_is_ever_blank() {
    QFETCH(const QString, path);
    QFETCH(const QStringList, docks);
    Docked& shown = fresh();
    for (const QString& name : docks) {
      QDockWidget* dock = shown.bring(qPrintable(name));
      shown.rest();
      QVERIFY2(!is_blank(shown.view(name)->grab().toImage()), qPrintable(name));
      for (const std::string& each : pictures_of(shown.view(name))) {
        if (each == kOfOrders) continue;
        const QString file = scratch_.path(QString::fromStdString(each) + "_of_nothing.svg");
        QVERIFY2(!shown.export_image(each, file).reason.isEmpty(), each.c_str());
        QVERIFY2(!QFile::exists(file) && shown.message()->isVisible(), each.c_str());
      }
      dock->hide();
    }
    shown.open(path);
    std::map<QString, double> lightness;
    for (const Appearance look : {Appearance::light, Appearance::dark}) {
      apply_appearance(look);
      for (const QString& name : docks) {
        shown.look_at(name);
        const QImage image = shown.view(name)->grab().toImage();
        QVERIFY2(!is_blank(image), qPrintable(name));
        if (look == Appearance::dark) QVERIFY2(lightness[name] - mean_lightness(image) > 30, qPrintable(name));
        lightness[name] = mean_lightness(image);
      }
    }
  }

  void keys_lead_in_and_out_and_all_have_names_data() { add_documents(); }
  /// Behind another or hidden: its key leads there, to something that takes keys. In front: there, too. There already:
  /// hidden, and back to the map. Tab leads on.
  void keys_lead_in_and_out_and_all_have_names() {
    QFETCH(const QString, path);
    QFETCH(const QStringList, docks);
    Docked& shown = fresh(path);
    for (const QString& name : docks) {
      QDockWidget* dock = shown.dock(qPrintable(name));
      const QAction* action = shown.shows(dock);
      QVERIFY2(action->isVisible(), qPrintable(name + " needs a document that has what it shows"));
      const auto inside = [&] { return dock->isAncestorOf(QApplication::focusWidget()); };
      const auto press = [&] { QTest::keySequence(&shown.window, action->shortcut()); };
      shown.map()->setFocus();
      press();
      QTRY_VERIFY2(inside() && shown.in_front(qPrintable(name)), qPrintable(name));
      if (name == "graph") QVERIFY(QApplication::focusWidget()->focusPolicy() & Qt::TabFocus);
      for (int presses = 0; presses < 60 && inside(); ++presses) {
        QVERIFY2(has_name(QApplication::focusWidget()), qPrintable(where(QApplication::focusWidget())));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      }
      QVERIFY2(!inside(), qPrintable("Tab does not leave " + name));
      QVERIFY2(nameless_in(*shown.view(name)).isEmpty(), qPrintable(nameless_in(*shown.view(name))));
      press();
      QTRY_VERIFY2(inside(), qPrintable(name));
      press();
      QTRY_VERIFY2(dock->isHidden() && shown.map()->hasFocus(), qPrintable(name));
      press();
      QTRY_VERIFY2(inside() && shown.in_front(qPrintable(name)), qPrintable(name));
    }
  }

  /// What is shown never forces the window wider than a small screen.
  void no_view_asks_for_more_than_a_small_screen() {
    Docked shown(scratch_, scratch_.write("training.stowage.json", make_training_graph(training_graph_of(150, 8))));
    shown.window.resize(1280, 800);
    const auto least = [&] {
      wait_until_idle();  // layouts answer in the event loop
      return shown.window.minimumSizeHint().width();
    };
    const int before = least();
    QVERIFY2(before <= 1280, qPrintable(QString::number(before)));
    shown.window.state().set_time_range(StepRange{100, 104});
    QVERIFY2(least() <= before, qPrintable(QString::number(least())));
    QCOMPARE(shown.window.width(), 1280);
    shown.window.state().select_tensors({TensorId(5), TensorId(17)});
    for (QDockWidget* dock : shown.docks()) {
      dock->raise();
      QVERIFY2(least() <= 1280, qPrintable(QString("%1: %2").arg(dock->windowTitle()).arg(least())));
      QCOMPARE(shown.window.width(), 1280);
    }
  }

  /// In every workspace, and no dock lies over another.
  void the_window_goes_down_to_900_pixels() {
    Docked& shown = fresh();
    for (const char* file : {kTraining, ":/samples/serving.pickle", ":/samples/loop_nested.stowage.json"}) {
      shown.open(file);
      for (const Workspace each : kWorkspaces) {
        if (!shown.window.workspaces().action(each)->isVisible()) continue;
        shown.window.workspaces().choose(each);
        shown.window.resize(900, 700);
        wait_until_idle();
        const auto where = [&] { return QStringLiteral("%1 %2").arg(file).arg(static_cast<int>(each)).toUtf8(); };
        QVERIFY2(shown.window.width() == 900, where());
        std::vector<const QDockWidget*> seen;
        for (const auto* dock : shown.window.findChildren<QDockWidget*>())
          if (!dock->visibleRegion().isEmpty()) seen.push_back(dock);
        for (const QDockWidget* a : seen)
          for (const QDockWidget* b : seen) QVERIFY2(a == b || !a->geometry().intersects(b->geometry()), where());
      }
    }
  }

  void no_view_scrolls_as_a_whole_data() {
    QTest::addColumn<QString>("path");
    for (const char* path : kEachKind) QTest::addRow("%s", qPrintable(QFileInfo(path).fileName())) << QString(path);
  }
  /// In every workspace as it is at first, and on every page of every view: none scrolls as a whole, and no scroll bar
  /// stands beside another of its direction. With STOWAGE_GALLERY=DIR in the environment the pictures are written
  /// there.
  void no_view_scrolls_as_a_whole() {
    QFETCH(const QString, path);
    const QString folder = qEnvironmentVariable("STOWAGE_GALLERY");
    QStringList faults;
    Docked& shown = fresh();
    shown.window.resize(1280, 800);
    shown.open(path);
    for (const Workspace workspace : kWorkspaces) {
      if (!shown.window.workspaces().action(workspace)->isVisible()) continue;
      shown.window.workspaces().choose(workspace);
      shown.rest();
      for (const QDockWidget* dock : shown.docks()) {
        if (dock->isHidden()) continue;
        shown.look_at(dock->objectName());
        for (const auto& [page, turn] : pages_of(shown.view(dock->objectName()))) {
          turn();
          shown.rest();
          const QString where = QStringLiteral("%1 %2 %3").arg(workspace_row(workspace).name, dock->objectName(), page);
          if (const QString bars = needless_bars(*dock); !bars.isEmpty()) faults << where + ": " + bars;
          if (folder.isEmpty()) continue;
          const QString name = QStringLiteral("%1/%2 %3.png").arg(folder, QTest::currentDataTag(), where);
          QVERIFY(shown.window.grab().save(QString(name).replace(' ', '_')));
        }
      }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
  }

  /// Around the docks, too.
  void every_control_has_a_name() {
    Docked& shown = fresh(kTraining);
    QVERIFY2(nameless_in(shown.window).isEmpty(), qPrintable(nameless_in(shown.window)));
  }
  void pictures_are_written_data() { add_documents(); }
  /// A command for each; those that nobody asked for yet may say so instead.
  void pictures_are_written() {
    QFETCH(const QString, path);
    QFETCH(const QStringList, docks);
    static const std::set<std::string> kOnRequest{"moved", "footprints", "tradeoff"};
    Docked& shown = fresh(path);
    for (const QString& name : docks) {
      shown.look_at(name);
      shown.window.state().select_tensors({TensorId(0)});
      shown.rest();
      for (const std::string& each : pictures_of(shown.view(name))) {
        const QString picture = QString::fromStdString(each);
        QVERIFY2(shown.window.findChild<QAction*>("export_" + picture), each.c_str());
        if (!kOnRequest.contains(each))
          QTRY_VERIFY2_WITH_TIMEOUT(shown.window.exporter().drawing_of(each).paint, each.c_str(), kPatience);
        const QString svg = scratch_.path(picture + ".svg"), png = scratch_.path(picture + ".png");
        for (const QString& file : {svg, png}) {
          const QString reason = shown.export_image(each, file).reason;
          QVERIFY2(reason.isEmpty() == QFile::exists(file), qPrintable(reason));
          QVERIFY2(reason.isEmpty() || kOnRequest.contains(each), qPrintable(reason));
        }
        if (!QFile::exists(svg)) continue;
        const QByteArray text = Scratch::read(svg);
        QVERIFY(QSvgRenderer(text).isValid());
        QVERIFY2(text.count("<path") + text.count("<rect") + text.count("<poly") + text.count("<text") > 8,
                 each.c_str());
        QVERIFY2(!is_blank(QImage(png)), each.c_str());
      }
    }
  }

  void another_document_leaves_no_trace_data() { add_documents(); }
  /// Nor do preferences or edits that are taken back. Amounts are written as chosen. After an undo the history has the
  /// step still, and the strategies a plan more.
  void another_document_leaves_no_trace() {
    QFETCH(const QString, path);
    QFETCH(const QStringList, docks);
    Docked& shown = fresh(path);
    const auto alone = shown.all_said(docks);
    const auto says_as = [&](const std::map<QString, QStringList>& before, const QSet<QString>& but) {
      for (const QString& name : docks) {
        if (but.contains(name)) continue;
        shown.look_at(name);
        QTRY_COMPARE_WITH_TIMEOUT(shown.said(name), before.at(name), kPatience);
      }
    };
    shown.open(kFigure2);
    shown.rest();
    shown.window.state().select_tensors({TensorId(0)});
    shown.open(path);
    says_as(alone, {kMeasured});

    shown.choose("so.size.best");
    shown.window.state().select_tensors({TensorId(0)});
    const auto graph = shown.window.document().graph();
    const auto before = shown.all_said(docks);
    apply({.numbers = {.units = NumberFormat::Units::exact}});
    static const QRegularExpression rounded("\\d [KMGT]i?B\\b");
    for (const QString& name : docks) {
      shown.look_at(name);
      const auto left = [&] { return shown.said(name).filter(rounded); };
      QTRY_VERIFY2(left().isEmpty(), qPrintable(name + ": " + left().join('\n')));
    }
    apply({});
    says_as(before, {kMeasured});
    shown.edit(edits::scale_all_sizes({2, 1}));
    shown.rest();
    shown.undo();
    QCOMPARE(shown.window.document().graph(), graph);
    says_as(before, {"history", "strategies", kMeasured});
    shown.window.close_document();
    for (const QString& name : docks)
      for (const std::string& each : pictures_of(shown.view(name)))
        QVERIFY2(each == kOfOrders || !shown.window.exporter().drawing_of(each).paint, each.c_str());
  }

  void a_stale_view_bears_everything_data() { add_documents(); }
  /// While all is planned again a view has the plan of the graph before, or none: it is painted, hovered, clicked and
  /// walked through by keys all the same.
  void a_stale_view_bears_everything() {
    QFETCH(const QString, path);
    QFETCH(const QStringList, docks);
    const auto takes_all = [](const QWidget* part) {
      for (const char* control :
           {"QAbstractButton", "QComboBox", "QAbstractSpinBox", "QLineEdit", "QScrollBar", "QTextBrowser"})
        if (part->inherits(control) || part->parentWidget()->inherits(control)) return false;
      return part->isVisible() && part->isEnabled();
    };
    Docked& shown = fresh(path);
    for (const QString& name : docks) {
      shown.look_at(name);
      for (const EditRequest& request :
           {edits::scale_all_sizes({2, 1}), edits::all_on_one_stream(), edits::one_stream_each()}) {
        shown.window.document().edit(request);
        std::ignore = shown.view(name)->grab();
        const auto found = shown.view(name)->findChildren<QWidget*>();
        const QList<QPointer<QWidget>> parts(found.begin(), found.end());  // a click may take away others
        for (const QPointer<QWidget>& part : parts) {
          if (!part || !takes_all(part)) continue;
          for (const double share : {0.2, 0.5, 0.8}) move_mouse(*part, QPointF(part->width(), part->height()) * share);
          if (part->focusPolicy() == Qt::NoFocus && !part->parentWidget()->inherits("QAbstractScrollArea")) continue;
          click(part);
          for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Right, Qt::Key_End})
            if (part) QTest::keyClick(part, key);
        }
      }
      shown.rest();
      QCOMPARE(shown.window.planning().view().graph, shown.window.document().graph());
      for (const TensorId t : shown.window.state().selected_tensors())
        QVERIFY(t.index() < shown.graph().tensor_count());
      while (shown.history().canUndo()) shown.history().undo();
      shown.rest();
    }
  }
};

STOWAGE_WINDOW_TEST(WindowViewsTest);
#include "tst_window_views.moc"
