// SPDX-License-Identifier: GPL-3.0-or-later
// What the window exports of its views, tables and steps, and what it refuses to.
#include <QPrintPreviewDialog>
#include <QPrintPreviewWidget>

#include "app/dialogs/dialogs.h"
#include "app/dialogs/figure_dialog.h"
#include "tests/app/window_test.h"
#include "tests/support/fake_program.h"
#include "widgets/views/steps/steps_pane.h"

namespace {

/// Whether a command asks how, or for a file's name; it is given no answer.
bool asks_for_a_name(QAction* command) {
  bool asked = false;
  QObject until_then;
  when_asked<QDialog>(&until_then, [&](QDialog* dialog) {
    asked = true;
    dialog->reject();
  });
  command->trigger();
  Shown::wait_for_answers();
  return asked;
}

FigureOptions figure_of(std::string_view preset, double dpi) {
  const FigurePreset& row = *std::ranges::find(figure_presets(), preset, &FigurePreset::id);
  FigureOptions out;
  out.millimetres = row.millimetres;
  out.points = row.points;
  out.dpi = dpi;
  return out;
}

/// As the exporter makes it, on a page of the window's size.
std::unique_ptr<FigureDialog> dialog_of(const Drawing& drawing, const std::optional<FigureChoice>& last = {}) {
  return std::unique_ptr<FigureDialog>(make_figure_dialog(
      "", [drawing] { return drawing; }, pixel_page({960, 600}), last));
}

/// What shows rows of results; not the choices of the start page, nor what a list box drops down, nor a legend, whose
/// entries are switches.
QList<QAbstractItemView*> tables_of(const MainWindow& window) {
  QList<QAbstractItemView*> out;
  for (auto* view : window.findChildren<QAbstractItemView*>()) {
    bool of_box = qobject_cast<QHeaderView*>(view) || view->accessibleName() == "Legend";
    for (const QObject* above = view->parent(); above; above = above->parent())
      of_box = of_box || qobject_cast<const QComboBox*>(above) || above->objectName() == "start_page";
    if (!of_box) out << view;
  }
  return out;
}

}  // namespace

class WindowExportTest : public WindowTest {
  Q_OBJECT

  static StepsPane* show_steps(Shown& shown) {
    auto* pane = shown.bring("steps")->findChild<StepsPane*>();
    wait_until([&] { return pane->scene() != nullptr; }, "no steps");
    return pane;
  }

 private slots:
  /// The column comes back, and what is drawn by then is exported.
  void a_view_in_a_folded_column_is_exported() {
    Shown shown(scratch_, kFigure2);
    shown.part<QAction>("fold_left")->trigger();
    QVERIFY(shown.dock("graph")->isHidden());
    QVERIFY(asks_for_a_name(shown.part<QAction>("export_graph")));
    QVERIFY(shown.dock("graph")->isVisible());
  }

  /// The dialog waits for a view that is at work.
  void a_graph_that_is_being_laid_out_is_exported() {
    Shown shown(scratch_);
    FakePrograms programs;
    const QString begun = scratch_.path("begun"), go = scratch_.path("go");
    const auto text = [](const QString& path) { return "'" + path.toStdString() + "'"; };
    const std::string before = std::getenv("PATH");
    const QFileInfo dot(QString::fromStdString(programs.make("dot", "touch " + text(begun) + "; until [ -e " +
                                                                        text(go) + " ]; do sleep 0.02; done; PATH='" +
                                                                        before + "'; exec dot \"$@\"")));
    const WithVariable path("PATH", dot.path().toStdString() + ":" + before);
    shown.open(kFigure2);
    shown.bring("graph");
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(begun), kPatience);
    QVERIFY(!shown.window.exporter().drawing_of("graph").paint);
    bool seen = false;
    QObject until_then;
    when_asked<FigureDialog>(&until_then, [&](FigureDialog* dialog) {
      QVERIFY(dialog->preview().isNull());
      QVERIFY(QFileInfo::exists(scratch_.write("go", "now")));
      QTRY_VERIFY_WITH_TIMEOUT(!dialog->preview().isNull(), kPatience);
      seen = true;
      dialog->reject();
    });
    shown.part<QAction>("export_graph")->trigger();
    shown.wait_for_answers();
    QVERIFY(seen);
  }

  void an_empty_view_is_refused_before_a_name_is_asked_for() {
    Shown& shown = fresh(kFigure2);
    QAction* image = shown.part<QAction>("export_conflicts");
    for (int i = 0; i < 2; ++i) {  // first it comes forward, then it is there already
      QVERIFY(!asks_for_a_name(image));
      QTRY_VERIFY(shown.message()->isVisible());
      shown.message()->dismiss();
    }
    shown.window.state().select_tensors({TensorId(0)});
    QTRY_VERIFY(shown.window.exporter().drawing_of("conflicts").paint);
    QVERIFY(asks_for_a_name(image));
    QVERIFY(!shown.message()->isVisible());
    QVERIFY(asks_for_a_name(shown.part<QAction>("export_web_page")));
  }

  /// The dialog shows the figure as it will be, and what is chosen there is written; the next begins with it.
  void a_figure_is_chosen_and_seen() {
    Shown& shown = fresh(kTraining);
    shown.map()->setFocus();
    const QString file = scratch_.path("figure.svg");
    QObject until_then;
    QSize pixels, narrow;
    when_asked<FigureDialog>(&until_then, [&](FigureDialog* dialog) {
      const auto number = [&](const char* name) { return dialog->findChild<QDoubleSpinBox*>(name); };
      auto* preset = dialog->findChild<QComboBox*>("figure_preset");
      QTRY_VERIFY(!dialog->preview().isNull());
      pixels = dialog->preview().size();
      preset->setFocus();
      QTest::keyClick(preset, Qt::Key_Down);  // one column
      QCOMPARE(number("figure_width")->value(), 84.0);
      QCOMPARE(number("figure_height")->value(), 60.0);
      QCOMPARE(number("figure_points")->value(), 8.0);
      QTRY_VERIFY(dialog->preview().size() != pixels);
      narrow = dialog->preview().size();
      QTest::mouseClick(dialog->findChild<QCheckBox*>("figure_title"), Qt::LeftButton, {}, QPoint(8, 8));
      QCOMPARE(dialog->options().title, QString());
      number("figure_height")->setFocus();
      QTest::keyClick(number("figure_height"), Qt::Key_Up);
      QCOMPARE(preset->currentIndex(), preset->count() - 1);
      QVERIFY(dialog->findChild<QLabel*>("figure_facts")->text().contains("61"));
      when_asked<QFileDialog>(&until_then, [&](QFileDialog* names) { name_file(names, file); });
      for (QAbstractButton* button : dialog->findChild<QDialogButtonBox*>()->buttons())
        if (button->text().contains("file")) return QTest::mouseClick(button, Qt::LeftButton);
    });
    shown.write([&] { QTest::keyClick(&shown.window, Qt::Key_E, Qt::ControlModifier); });
    QVERIFY(std::abs(narrow.width() * 60.0 / narrow.height() - 84) < 1);
    const QByteArray svg = Scratch::read(file);
    QVERIFY(svg.contains("width=\"84mm\" height=\"61mm\""));
    QVERIFY(!svg.contains(">training step<"));
    const auto kept = kept_figure(shown.settings);  // for the next run of the program
    QVERIFY(kept && kept->options.millimetres == QSizeF(84, 61) && kept->options.points == 8 && !kept->options.title);
    QCOMPARE(kept->preset, QString());
    double again = 0;
    when_asked<FigureDialog>(&until_then, [&](FigureDialog* dialog) {
      again = dialog->options().millimetres.height();
      dialog->reject();
    });
    shown.activate();
    shown.map()->setFocus();
    QTest::keyClick(&shown.window, Qt::Key_E, Qt::ControlModifier);
    QTRY_COMPARE(again, 61.0);
  }

  /// A preset is kept as what it is: the next view has the height that suits it.
  void the_dialog_opens_with_the_preset_of_before() {
    Shown& shown = fresh(kTraining);
    keep_figure(shown.settings, {figure_of("two-columns", 600), "two-columns"});
    const auto kept = kept_figure(shown.settings);
    QVERIFY(kept && kept->preset == "two-columns");
    const auto opened = [&](const Drawing& drawing, const std::optional<FigureChoice>& last) {
      const auto dialog = dialog_of(drawing, last);
      return std::pair(dialog->findChild<QComboBox*>("figure_preset")->currentIndex(), dialog->options());
    };
    Drawing list = shown.window.exporter().drawing_of("heap_map");
    const auto [row, map] = opened(list, kept);
    QCOMPARE(row, 2);
    QCOMPARE(map.millimetres, QSizeF(178, 100));
    QCOMPARE(map.dpi, 600.0);
    list.list_height = 2000;
    QVERIFY(opened(list, kept).second.millimetres.height() > 150);
    QCOMPARE(opened(list, {}).first, 0);
    QCOMPARE(opened(list, FigureChoice{figure_of("two-columns", 300)}).first, 4);  // another size
    const auto [window_row, window] = opened(list, FigureChoice{figure_of("slide", 300), FigureChoice::kAsInWindow});
    QCOMPARE(window_row, 0);
    QCOMPARE(window.millimetres, pixel_page({960, 600}).millimetres);
  }

  /// Shades of one scale have neither palette nor hatches.
  void hatches_are_offered_where_they_are_seen() {
    Shown& shown = fresh(kTraining);
    for (const ColorBy by : {ColorBy::stream, ColorBy::size, ColorBy::kind, ColorBy::lifetime}) {
      shown.window.state().set_color_by(by);
      QTRY_VERIFY(shown.map()->coloring() && shown.map()->coloring()->by() == by);
      const Drawing drawing = shown.window.exporter().drawing_of("heap_map");
      const auto dialog = dialog_of(drawing);
      const auto* hatches = dialog->findChild<QCheckBox*>("figure_hatches");
      const bool seen = by == ColorBy::stream || by == ColorBy::kind;
      FigureOptions plain = pixel_page({960, 600}), hatched = plain;
      plain.classes = ClassLook{};
      hatched.classes = ClassLook{.hatches = true};
      QCOMPARE(render_image(drawing, plain) != render_image(drawing, hatched), seen);
      QCOMPARE(hatches->isEnabled(), seen);
      QCOMPARE(hatches->toolTip().isEmpty(), seen);
      QCOMPARE(dialog->findChild<QComboBox*>("figure_palette")->isEnabled(), seen);
    }
  }

  /// Whatever is exported, and whichever way the file is named.
  void the_open_file_is_never_overwritten() {
    Shown& shown = fresh();
    const QByteArray graph = Scratch::read(kFigure2);
    const QString file = scratch_.write("mine.json", graph), link = scratch_.path("link.json");
    QVERIFY(QFile::link(file, link));
    shown.open(file);
    QVERIFY(shown.window.document().is_open());
    QSignalSpy written(&shown.window, &MainWindow::written);
    for (const QString& name : {file, link, scratch_.path("./mine.json")}) {
      shown.window.saving().save_plan(name);
      shown.window.exporter().export_page(name);
      shown.window.exporter().export_image("heap_map", name);
    }
    QTRY_COMPARE_WITH_TIMEOUT(written.count(), 9, kPatience);
    for (const auto& each : written) QVERIFY2(!each[1].toString().isEmpty(), qPrintable(each[0].toString()));
    QCOMPARE(Scratch::read(file), graph);
    shown.window.saving().save_plan(scratch_.path("other.plan.json"));
    QTRY_COMPARE_WITH_TIMEOUT(written.count(), 10, kPatience);
    QVERIFY2(written.last()[1].toString().isEmpty(), qPrintable(written.last()[1].toString()));
  }

  /// However long it takes, the window stays alive; then the page is there.
  void the_preview_is_drawn_in_the_background() {
    Shown shown(scratch_);
    std::atomic<int> here = 0, elsewhere = 0;
    Drawing drawing;
    drawing.paint = [&, gui = QThread::currentThread()](QPainter& painter, const QRectF& rect, const Theme&) {
      ++(QThread::currentThread() == gui ? here : elsewhere);
      painter.fillRect(rect, Qt::red);
    };
    show_print_preview(drawing, "page", &shown.window);
    auto* dialog = shown.window.findChild<QPrintPreviewDialog*>();
    auto* pages = dialog->findChild<QPrintPreviewWidget*>();
    const auto red = [&] {
      const QImage image = pages->grab().toImage();
      return image.pixelColor(image.rect().center()) == QColor(Qt::red);
    };
    QTRY_VERIFY(red());
    QCOMPARE(here.load(), 0);
    const int before = elsewhere;
    QVERIFY(before >= 1);
    pages->setPortraitOrientation();  // other paper, another page
    QTRY_VERIFY(elsewhere > before && red());
    QCOMPARE(here.load(), 0);
    dialog->close();
  }

  void every_table_can_be_copied_and_exported() {
    Shown& shown = fresh(kFigure2);
    std::set<QString> names;
    const auto tables = tables_of(shown.window);
    QVERIFY(tables.size() >= 10);
    for (const QAbstractItemView* view : tables) {
      const TableActions* actions = TableActions::of(view);
      QVERIFY2(actions, qPrintable(view->objectName() + view->metaObject()->className()));
      QVERIFY2(!actions->name().isEmpty(), qPrintable(view->objectName()));
      QVERIFY2(names.insert(actions->name()).second, qPrintable(actions->name()));
      int copies = 0;
      for (const QAction* action : view->actions()) copies += action->shortcut() == QKeySequence(QKeySequence::Copy);
      QCOMPARE(copies, 1);
    }
  }

  /// Bytes in the file, not "1.2 MiB"; times and shares as numbers.
  void strategies_are_exported_exactly() {
    Shown& shown = fresh(kTraining);
    const QString path = scratch_.path("strategies.csv");
    shown.save_table("strategy_view", path);
    const QStringList lines = QString::fromUtf8(Scratch::read(path)).split("\r\n", Qt::SkipEmptyParts);
    int checked = 0;
    for (const QString& line : lines.mid(1)) {
      const QStringList fields = line.split(',');
      QCOMPARE(fields.size(), 4);
      for (const LayoutStrategy& strategy : live_strategies()) {
        const PlanView view = shown.window.planning().view_of(&strategy);
        if (fields[0].toStdString() != strategy.id || !view.plan) continue;
        QCOMPARE(fields[1].toLongLong(), view.plan->footprint.count);
        const double bound = static_cast<double>(view.bounds->best().count);
        QCOMPARE(fields[2].toDouble(), (static_cast<double>(view.plan->footprint.count) - bound) / bound);
        QVERIFY(fields[3].toDouble() > 0);
        ++checked;
      }
    }
    QVERIFY(checked > 5);
  }

  void exports_a_series_as_the_dialog_asks() {
    Shown& shown = fresh(kFigure2);
    StepsPane* pane = show_steps(shown);
    shown.part<QAction>("export_step_series")->trigger();
    auto* dialog = shown.part<QDialog>("steps_export");
    QTRY_VERIFY(dialog->isVisible());
    // Each key that a label names leads to a field.
    for (const QLabel* label : dialog->findChildren<QLabel*>())
      QVERIFY2(!label->text().contains('&') || label->buddy(), qPrintable(label->text()));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(shown.window.findChild<QDialog*>("steps_export") == nullptr);

    const auto write = [&](const QString& name, const StepSeries& series) {
      return shown.write([&] { shown.window.exporter().export_steps(pane->source(), series, scratch_.path(name)); });
    };
    const Ended pdf = write("steps", {});
    QCOMPARE(pdf.path, scratch_.path("steps.pdf"));
    QCOMPARE(pdf.reason, QString());
    QVERIFY(Scratch::read(pdf.path).startsWith("%PDF-"));
    QCOMPARE(write("s.svg", {.every_step = true, .block_count = 2}).path, scratch_.path("s-001.svg"));
    QVERIFY(Scratch::read(scratch_.path("s-005.svg")).contains("<svg"));
    QVERIFY(!write("s.gif", {}).reason.isEmpty());
  }
};

STOWAGE_WINDOW_TEST(WindowExportTest);
#include "tst_window_export.moc"
