// SPDX-License-Identifier: GPL-3.0-or-later
// The window without a mouse: keys that mean one thing, a way into and out of every view, and names
// and tips for everything.
#include <QPrintPreviewDialog>
#include <QPrintPreviewWidget>
#include <QPrinter>

#include "app/dialogs/dialogs.h"
#include "tests/app/window_test.h"
#include "widgets/views/graph/graph_widget.h"

namespace {

void menus_below(const QList<QAction*>& actions, QList<QMenu*>& out) {
  for (const QAction* action : actions) {
    if (!action->menu()) continue;
    out << action->menu();
    menus_below(action->menu()->actions(), out);
  }
}

/// The colours of areas, not of letters or of paper, each with its share of all coloured pixels.
std::map<QRgb, double> colours_of(const QImage& image) {
  std::map<QRgb, double> out;
  double all = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      if (const QColor colour = image.pixelColor(x, y); colour.saturation() > 60) {
        out[colour.rgb()] += 1;
        ++all;
      }
  std::erase_if(out, [all](const auto& each) { return each.second < all / 20; });
  for (auto& [colour, count] : out) count /= all;
  return out;
}

}  // namespace

class WindowKeyboardTest : public WindowTest {
  Q_OBJECT

 private slots:
  /// Keys of the whole window have one meaning; keys of a view may be another view's, but not the window's.
  void no_key_is_ambiguous() {
    Shown& shown = fresh(kFigure2);
    std::map<QString, QString> of_window;
    std::map<const QObject*, std::map<QString, QString>> of_view;
    for (const QAction* action : shown.window.findChildren<QAction*>()) {
      const Qt::ShortcutContext context = action->shortcutContext();
      const bool everywhere = context == Qt::WindowShortcut || context == Qt::ApplicationShortcut;
      for (const QKeySequence& keys : action->shortcuts()) {
        if (keys.isEmpty()) continue;
        auto& known = everywhere ? of_window : of_view[action->parent()];
        const auto [at, fresh] = known.emplace(keys.toString(), action->text());
        QVERIFY2(fresh, qPrintable(keys.toString() + ": " + at->second + " and " + action->text()));
      }
    }
    QVERIFY(of_window.size() > 25);
    for (const auto& [view, known] : of_view)
      for (const auto& [keys, text] : known)
        QVERIFY2(!of_window.contains(keys),
                 qPrintable(QStringLiteral("%1: %2 of %3").arg(keys, text, where(qobject_cast<const QWidget*>(view)))));
  }

  /// The page names every command of the menus with its key, and finds by either.
  void the_page_of_actions_is_complete() {
    Shown& shown = fresh(kFigure2);
    QTest::keySequence(&shown.window, QKeySequence("Ctrl+F1"));
    auto* page = shown.part<QDialog>("shortcuts");
    auto* list = page->findChild<QTreeWidget*>();
    std::multimap<QString, QString> lines;
    for (QTreeWidgetItemIterator it(list); *it; ++it)
      lines.emplace((*it)->text(0).section(QStringLiteral(" › "), -1), (*it)->text(1));
    QList<QMenu*> menus;
    menus_below(shown.window.menuBar()->actions(), menus);
    for (const QMenu* menu : menus) {
      for (const QAction* action : menu->actions()) {
        if (action->shortcut().isEmpty()) continue;
        const auto [from, to] = lines.equal_range(QString(action->text()).remove('&').remove(QStringLiteral("…")));
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        const auto has_keys = [&](const auto& line) { return line.second == keys; };
        QVERIFY2(std::any_of(from, to, has_keys), qPrintable(action->text() + ' ' + keys));
      }
    }
    const auto seen = [&] {
      QStringList out;
      for (QTreeWidgetItemIterator it(list, QTreeWidgetItemIterator::NotHidden); *it; ++it)
        if ((*it)->parent() && !(*it)->parent()->isHidden()) out << (*it)->text(0);
      return out;
    };
    auto* filter = page->findChild<QLineEdit*>();
    QTest::keyClicks(filter, "baseline");
    const auto title = [&](const char* name) { return shown.part<QAction>(name)->text().remove('&'); };
    QVERIFY(seen().contains(title("pin")));
    QVERIFY(!seen().contains(title("quit")));
    filter->clear();
    QTest::keyClicks(filter, "ctrl+shift+c");
    QCOMPARE(seen(), QStringList{title("copy_image")});
    const auto* nothing = shown.part<QLabel>("shortcuts_nothing");
    QVERIFY(!nothing->isVisible());
    filter->clear();
    QTest::keyClicks(filter, "xyzzy");
    QVERIFY(nothing->isVisible() && !list->isVisible());
    QVERIFY2(nothing->text().contains("xyzzy"), qPrintable(nothing->text()));
    filter->clear();
    QVERIFY(!nothing->isVisible() && list->isVisible());
    for (const Sample& sample : samples()) QVERIFY2(!lines.contains(sample.title), qPrintable(sample.title));
    page->close();
  }

  /// In the map N writes a note (tst_window_notes); in a table a letter finds the row that begins with it.
  void a_key_leads_to_the_heap_map_and_letters_belong_to_tables() {
    Shown& shown = fresh(kFigure2);
    auto* table = shown.part<QTableView>("tensor_view");
    table->setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
    QVERIFY(shown.map()->hasFocus());
    QTest::keyClick(shown.map(), Qt::Key_Right);
    QCOMPARE(shown.window.state().selected_tensors().size(), 1);
    table->setFocus();
    QCOMPARE(QApplication::focusWidget(), table);
    QTest::keyClick(table, Qt::Key_N);
    QVERIFY(!shown.window.findChild<QDialog*>("note_dialog"));
  }

  /// A control that was reached by Tab has a ring in the colour of what is chosen around it.
  void the_control_with_the_keyboard_is_ringed() {
    Shown shown(scratch_);
    auto* button = shown.part<QPushButton>("start_zoo");
    const QColor ring = button->palette().color(QPalette::Highlight);
    const auto around = [&] {
      const QRect place = QRect(button->mapTo(&shown.window, QPoint()), button->size()).adjusted(-1, -1, 1, 1);
      const QImage image = shown.window.grab(place).toImage();
      return image.pixelColor(image.width() / 2, 0) == ring && image.pixelColor(0, image.height() / 2) == ring;
    };
    QVERIFY(!around());
    shown.part<QPushButton>("start_open")->setFocus();
    QTest::keyClick(shown.part<QPushButton>("start_open"), Qt::Key_Tab);
    QVERIFY(button->hasFocus());
    QTRY_VERIFY(around());
    QTest::keyClick(button, Qt::Key_Tab);
    QTRY_VERIFY(!around());
  }

  void enter_presses_a_button() {
    Shown& shown = fresh(kFigure2);
    auto* more = shown.part<QToolButton>("more_strategies");
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space}) {
      const bool before = more->isChecked();
      more->setFocus();
      wait_until_idle();
      QTest::keyClick(more, key);
      QCOMPARE(more->isChecked(), !before);
    }
  }

  /// Tab goes round through everything that takes keys and back to where it began; all it meets has a name.
  void tab_goes_round_and_all_have_names() {
    Shown& shown = fresh(kFigure2);
    shown.map()->setFocus();
    const QWidget* first = QApplication::focusWidget();
    std::set<const QWidget*> met;
    for (int presses = 0; presses < 200; ++presses) {
      const QWidget* now = QApplication::focusWidget();
      QVERIFY(now);
      if (now == first && !met.empty()) break;
      QVERIFY2(!now->size().isEmpty(), qPrintable("unseen: " + where(now)));
      QVERIFY2(met.insert(now).second, qPrintable("twice: " + where(now)));
      QVERIFY2(has_name(now), qPrintable("no name: " + where(now)));
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      QVERIFY2(QApplication::focusWidget() != now, qPrintable("a trap: " + where(now)));
    }
    QCOMPARE(QApplication::focusWidget(), first);
    QVERIFY2(met.size() > 10, qPrintable(QString::number(met.size())));
  }

  /// What a button does and what a column means is said where the mouse rests.
  void buttons_and_columns_teach() {
    Shown& shown = fresh(kFigure2);
    for (const auto* button : shown.part<QToolBar>("tools")->findChildren<QToolButton*>()) {
      if (button->objectName() == "qt_toolbar_ext_button") continue;
      QVERIFY2(!button->toolTip().isEmpty(), qPrintable(where(button)));
    }
    int columns = 0;
    for (const auto* view : shown.window.findChildren<QAbstractItemView*>()) {
      if (!qobject_cast<const QTableView*>(view) && !qobject_cast<const QTreeView*>(view)) continue;
      for (int column = 0; column < view->model()->columnCount(); ++column) {
        const QString title = view->model()->headerData(column, Qt::Horizontal).toString();
        const QString tip = view->model()->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
        QVERIFY2(!tip.isEmpty() && tip != title, qPrintable(view->objectName() + ": " + title));
        ++columns;
      }
    }
    QVERIFY(columns > 40);
  }

  void the_preview_shows_what_is_exported_data() {
    QTest::addColumn<bool>("graph");
    QTest::newRow("heap_map") << false;
    QTest::newRow("graph") << true;
  }
  /// The preview is a page on its side, of what is exported, not a part of it, nor its words alone.
  void the_preview_shows_what_is_exported() {
    QFETCH(const bool, graph);
    const std::string view = QTest::currentDataTag();
    Shown& shown = fresh(kFigure2);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.window.drawing(), kPatience);  // the graph is laid out
    graph ? shown.window.findChild<GraphWidget*>()->setFocus() : shown.map()->setFocus();
    QApplication::clipboard()->clear();
    QTest::keySequence(&shown.window, QKeySequence("Ctrl+Shift+C"));
    QTRY_VERIFY_WITH_TIMEOUT(!QApplication::clipboard()->image().isNull(), kPatience);
    const Drawing drawing = shown.window.exporter().drawing_of(view);
    QCOMPARE(QApplication::clipboard()->image().size(), shown.window.exporter().page_for(view, drawing).pixels());
    const std::map<QRgb, double> exported = colours_of(QApplication::clipboard()->image());
    QVERIFY(!exported.empty());
    QTest::keySequence(&shown.window, QKeySequence::Print);
    QTRY_VERIFY(shown.window.findChild<QPrintPreviewWidget*>());
    auto* preview = shown.window.findChild<QPrintPreviewWidget*>();
    QTRY_VERIFY(preview->isVisible());
    auto* dialog = shown.window.findChild<QPrintPreviewDialog*>();
    QCOMPARE(dialog->printer()->pageLayout().orientation(), QPageLayout::Landscape);
    preview->fitInView();
    for (const auto& [colour, share] : exported) {
      const auto is_there = [&, colour = colour, share = share] {
        const auto seen = colours_of(preview->grab().toImage());
        const auto at = seen.find(colour);
        return at != seen.end() && at->second > share / 3 && at->second < share * 3;
      };
      QTRY_VERIFY2_WITH_TIMEOUT(is_there(), qPrintable(QColor(colour).name()), kPatience);
    }
    dialog->close();
    const QString file = scratch_.path("page.pdf");
    {
      QPrinter printer;
      printer.setOutputFileName(file);
      print_page(printer, drawing);
    }
    const QByteArray pdf = Scratch::read(file);
    QVERIFY2(pdf.startsWith("%PDF") && pdf.size() > 4000, qPrintable(QString::number(pdf.size())));
  }
};

STOWAGE_WINDOW_TEST(WindowKeyboardTest);
#include "tst_window_keyboard.moc"
