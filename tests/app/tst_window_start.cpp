// SPDX-License-Identifier: GPL-3.0-or-later
// The page that is shown while nothing is open: four tasks, each with files and samples of its own; and new graphs from
// the zoo.
#include "app/dialogs/zoo_dialog.h"
#include "app/frame/start_page.h"
#include "app/settings/file_names.h"
#include "core/formats/formats.h"
#include "core/insight/edit/same_graph.h"
#include "tests/app/window_test.h"
#include "widgets/painters/style/theme.h"

namespace {

const std::array kTaskNames{"recording", "model", "plan", "learn"};

QByteArray part_name(const char* before, const char* task) {
  return QByteArray(before) + task;
}

/// Rows that can be chosen, or headings.
QStringList titles_in(const ChoiceList* list, bool chosen = true) {
  QStringList out;
  for (int row = 0; row < list->count(); ++row)
    if (list->item(row)->flags().testFlag(Qt::ItemIsEnabled) == chosen) out += list->item(row)->text();
  return out;
}

/// What has the keyboard, by its name.
QString focused(const Shown& shown) {
  const QWidget* focus = shown.window.focusWidget();
  return focus ? focus->objectName() : QString();
}

/// A window with the dialog open, by Ctrl+N.
struct Choosing : Shown {
  explicit Choosing(Scratch& scratch) : Shown(scratch) { ask(); }
  void ask() {
    QApplication::setActiveWindow(&window);  // the offscreen platform leaves a hidden dialog active
    QTest::keySequence(window.document().is_open() ? static_cast<QWidget*>(map()) : &window, QKeySequence("Ctrl+N"));
    wait_until([&] { return dialog() && dialog()->isVisible(); }, "no dialog");
  }
  ZooDialog* dialog() { return window.findChild<ZooDialog*>(); }
  template <class T>
  T* field(const char* name) {
    return part_of<T>(*dialog(), name);
  }
  void choose(const char* box, int entry) { field<QComboBox>(box)->setCurrentIndex(entry); }
  QPushButton* make() { return field<QPushButton>("zoo_make"); }
  void type(const char* box, const QString& digits) { test::type(field<QSpinBox>(box), digits); }
};

int row_of(std::string_view id) {
  return static_cast<int>(find_zoo_network(id) - zoo_networks().data());
}

}  // namespace

class WindowStartTest : public WindowTest {
  Q_OBJECT

 private slots:
  void cleanup() { apply_appearance(Appearance::system); }

  /// Lessons stand under their papers.
  void every_sample_lesson_and_format_is_in_one_card() {
    Shown& shown = fresh();
    QStringList listed, expected, named, known;
    for (const char* task : kTaskNames) {
      const QStringList titles = titles_in(shown.part<ChoiceList>(part_name("samples_", task)));
      QVERIFY2(titles.size() >= 3, task);
      listed += titles;
      if (task != QString("learn")) named += shown.part<QLabel>(part_name("formats_", task))->text().split(" · ");
    }
    for (const Sample& sample : samples()) expected += sample.title;
    for (const Sample& lesson : lessons()) expected += QString("%1  %2").arg(lesson.number, lesson.title);
    for (const Format& format : formats())
      if (format.is_read) known += format_title(format);
    for (QStringList* each : {&listed, &expected, &named, &known}) each->sort();
    QCOMPARE(listed, expected);
    QCOMPARE(QSet<QString>(listed.begin(), listed.end()).size(), listed.size());
    QCOMPARE(named, known);
    QVERIFY(shown.part<QLabel>("formats_recording")->text().contains("PyTorch"));
    const auto* list = shown.part<ChoiceList>("samples_learn");
    for (const char* paper : {"Basics", "SOMAS", "NNC", "OLLA", "ROAM", "MemoMalloc"})
      QCOMPARE(titles_in(list, false).count(paper), 1);
    QCOMPARE(list->item(0)->text(), QString("Basics"));
    QVERIFY2(list->item(1)->text().startsWith("0  "), qPrintable(list->item(1)->text()));
    click(shown.part<QPushButton>("start_formats"));  // how to get them
    QVERIFY(shown.part<QDialog>("formats")->isVisible());
  }

  /// By a click on a sample, and by dialog. The endings are those of the first filter, others are not.
  void each_card_opens_files_of_its_task() {
    Shown& first = fresh();
    click_row(first.part<ChoiceList>("samples_recording"), 0);
    QTRY_VERIFY_WITH_TIMEOUT(first.window.document().is_open(), kPatience);
    first.settle();
    QCOMPARE(first.window.document().path(), QString(":/samples/serving.pickle"));
    QVERIFY(first.window.planning().view().plan);
    for (const auto& [task, sample, ending, other] :
         {std::tuple("recording", "serving.pickle", "*.pickle", "*.onnx"),
          {"model", "small_classifier.onnx", "*.onnx", "*.pickle"},
          {"plan", "two_layers.hlo.pb", "*.hlo.pb", "*.onnx"},
          {"learn", "lessons/9_the_order_matters.json", "*.json", "*.pickle"}}) {
      Shown& shown = fresh();
      const QString path = QString(STOWAGE_SOURCE_DIR "/samples/") + sample;
      QStringList filters;
      when_asked<QFileDialog>(&shown.window, [&](QFileDialog* dialog) {
        filters = dialog->nameFilters();
        name_file(dialog, path);
      });
      click(shown.part<QPushButton>(part_name("start_open_", task)));
      QTRY_VERIFY2_WITH_TIMEOUT(shown.window.document().is_open(), task, kPatience);
      shown.settle();
      QVERIFY2(filters.first().contains(ending) && !filters.first().contains(other), qPrintable(filters.first()));
      QVERIFY2(filters.last().contains("(*)"), qPrintable(filters.last()));
      if (task != QString("learn")) QCOMPARE(shown.window.recent_files().paths(), QStringList{path});
    }
  }

  void files_opened_last_are_offered_while_they_are_there() {
    const QString settings = scratch_.fresh_settings();
    const QString path = scratch_.write("kept.csv", "id,lower,upper,size\na,0,2,4\nb,1,3,8\n");
    const QString gone = scratch_.write("gone.csv", "id,lower,upper,size\na,0,2,4\n");
    Shown shown(settings);
    auto* list = shown.part<ChoiceList>("recent_files");
    QVERIFY(!list->isVisible());
    shown.open(path);
    shown.open(gone);
    shown.window.close_document();
    QVERIFY(list->isVisible());
    QCOMPARE(titles_in(list), (QStringList{"gone.csv", "kept.csv"}));
    QVERIFY(list->item(1)->toolTip().length() > 1);  // its folder
    shown.open(path);
    QFile::remove(gone);
    shown.window.close_document();
    QTRY_COMPARE(titles_in(list), QStringList{"kept.csv"});
    click_row(list, 0);
    QTRY_COMPARE(shown.window.document().path(), path);
    shown.settle();
  }

  /// The row that has the keyboard is framed in the colour of what is chosen.
  void space_opens_and_tab_reaches_every_part() {
    Shown shown(scratch_);
    QSet<QString> reached;
    for (int k = 0; k < 40; ++k) {
      reached += focused(shown);
      QTest::keyClick(shown.window.focusWidget(), Qt::Key_Tab);
    }
    for (const char* part : {"start_open", "start_zoo", "start_formats"}) QVERIFY2(reached.contains(part), part);
    for (const char* task : kTaskNames)
      for (const char* part : {"start_open_", "samples_"})
        QVERIFY2(reached.contains(part_name(part, task)), part_name(part, task).constData());
    auto* list = shown.part<ChoiceList>("samples_model");
    const QColor frame = list->palette().color(QPalette::Highlight);
    shown.part<QPushButton>("start_open")->setFocus();
    QVERIFY(!has_colour(list->grab().toImage(), frame));
    list->setFocus();
    QVERIFY(has_colour(list->grab().toImage(), frame));
    QCOMPARE(list->currentRow(), 0);
    QTest::keyClick(list, Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(shown.window.document().is_open(), kPatience);
    shown.settle();
  }

  void cards_fit_without_scrolling() {
    Shown& shown = fresh();
    const auto* page = shown.window.findChild<StartPage*>();
    const auto* scroll = page->findChild<QScrollArea*>();
    for (const QSize size : {QSize(1280, 800), QSize(1600, 1000), QSize(2560, 1440)}) {
      shown.window.resize(size);
      wait_until_idle();
      QCOMPARE(scroll->verticalScrollBar()->maximum(), 0);
      QCOMPARE(scroll->horizontalScrollBar()->maximum(), 0);
      QSet<int> tops;
      int area = 0;
      for (const QFrame* card : page->findChildren<QFrame*>(QRegularExpression("^task_"))) {
        const auto* button = card->findChild<QPushButton*>();
        const auto* list = card->findChild<ChoiceList*>();
        tops += card->mapTo(page, QPoint()).y();
        area += card->width() * card->height();
        for (const QLabel* label : card->findChildren<QLabel*>())
          QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
        // No part lies on another or beyond the card.
        QList<QRect> parts;
        for (const QWidget* part : card->findChildren<QWidget*>()) {
          const bool counts = qobject_cast<const QLabel*>(part) || part == button || part == list ||
                              part->objectName().startsWith("picture_");
          if (!counts) continue;
          const QRect place(part->mapTo(card, QPoint()), part->size());
          QVERIFY2(card->rect().contains(place), qPrintable(where(part)));
          for (const QRect& other : parts) QVERIFY2(!other.intersects(place), qPrintable(where(part)));
          parts += place;
        }
        QVERIFY2(list->height() >= 60, qPrintable(card->objectName()));
      }
      QCOMPARE(tops.size(), 2);
      QVERIFY(area > page->width() * page->height() * 0.7);
    }
  }

  /// Drawn by the program itself, as sharp as the screen and in the colours of the theme.
  void pictures_come_in_the_background_and_follow_the_theme() {
    Shown& shown = fresh();
    for (const auto& [appearance, theme] :
         {std::pair(Appearance::light, Theme::light()), std::pair(Appearance::dark, Theme::dark_theme())}) {
      apply_appearance(appearance);
      for (const char* task : kTaskNames) {
        auto* picture = shown.part<QWidget>(part_name("picture_", task));
        const auto colors = [&] {
          const QImage image = picture->grab().toImage();
          QSet<QRgb> out;
          for (int y = 2; y < image.height() - 2; y += 2)
            for (int x = 2; x < image.width() - 2; x += 2) out += image.pixel(x, y);
          return out;
        };
        QTRY_VERIFY2_WITH_TIMEOUT(colors().size() > 5, task, kPatience);
        QTRY_VERIFY2_WITH_TIMEOUT(colors().contains(theme.surface.rgb()), task, kPatience);
      }
    }
  }

  /// Chosen with the keyboard, made with a click: an untitled document, that of core. Its durations are estimated for
  /// any device of core's table, and for none at first.
  void a_network_becomes_a_document() {
    Choosing shown(scratch_);
    choose_by_keys(shown.field<QComboBox>("zoo_network"), row_of("resnet50"));
    QCOMPARE(shown.field<QComboBox>("zoo_network")->currentText(), QString("ResNet-50"));
    QVERIFY(says(shown.field<QLabel>("zoo_about")->text(), {"25,557,032"}));
    shown.type("zoo_batch", "32");
    shown.choose("zoo_optimizer", 1);
    auto* device = shown.field<QComboBox>("zoo_device");
    const auto* estimate = shown.field<QLabel>("zoo_estimate");
    QCOMPARE(device->count(), static_cast<int>(devices().size()) + 1);
    QVERIFY(!shown.dialog()->options().device && !estimate->text().contains("Estimate"));
    for (std::size_t k = 0; k < devices().size(); ++k) {
      QTest::keyClick(device, Qt::Key_Down);
      QCOMPARE(shown.dialog()->options().device, &devices()[k]);
      QVERIFY(device->currentText().contains(QString::fromStdString(std::string(devices()[k].title))));
    }
    shown.choose("zoo_device", 2);
    QVERIFY(says(estimate->text(), {"Estimates"}));
    click(shown.make());
    shown.settle();
    QVERIFY(!shown.dialog()->isVisible());
    const OpenDocument& document = shown.window.document();
    QCOMPARE(document.path(), QString());
    QCOMPARE(document.title(), QString("ResNet-50, batch 32, SGD"));
    QVERIFY(says(shown.window.windowTitle(), {"ResNet-50, batch 32, SGD"}));
    QVERIFY(!shown.window.isWindowModified());
    QVERIFY(!shown.message()->isVisible());
    QVERIFY(shown.window.recent_files().paths().isEmpty());
    const auto made = make_zoo_graph(*find_zoo_network("resnet50"),
                                     {.batch = 32, .optimizer = Optimizer::sgd, .device = &devices()[1]});
    QVERIFY(same_graph(*made, *document.graph()));
    for (OperatorId o : made->operators()) QVERIFY(document.graph()->duration(o).from == Duration::From::estimated);
    QVERIFY2(shown.status().contains("(estimated)"), qPrintable(shown.status()));
    QVERIFY(shown.window.planning().view().plan != nullptr);

    // What was chosen is still there, for the next one.
    shown.ask();
    QCOMPARE(shown.field<QSpinBox>("zoo_batch")->value(), 32);
    QCOMPARE(shown.field<QComboBox>("zoo_device")->currentIndex(), 2);
    shown.choose("zoo_run", 1);
    QTest::keyClick(shown.dialog(), Qt::Key_Return);
    shown.settle();
    QCOMPARE(document.title(), QString("ResNet-50, batch 32, forward"));
  }

  /// What cannot be is not offered, or says why.
  void choices_are_options() {
    Choosing shown(scratch_);
    const auto chosen = [&] { return shown.dialog()->options(); };
    const auto enabled = [&](const char* name) { return shown.field<QWidget>(name)->isEnabled(); };
    auto* note = shown.field<QLabel>("zoo_note");
    QCOMPARE(shown.dialog()->network().id, zoo_networks()[0].id);
    QVERIFY(chosen().batch == 1 && chosen().training && chosen().optimizer == Optimizer::adam && !chosen().weights);
    QVERIFY(chosen().streams == 1 && chosen().stream_cap == 0);
    QVERIFY(enabled("zoo_optimizer") && !enabled("zoo_streams") && !enabled("zoo_cap"));
    QTest::mouseClick(shown.field<QCheckBox>("zoo_weights"), Qt::LeftButton, {}, QPoint(8, 8));
    QVERIFY(chosen().weights);
    shown.choose("zoo_spread", 1);
    QVERIFY(enabled("zoo_streams") && !enabled("zoo_cap"));
    QVERIFY(note->text().isEmpty() && shown.make()->isEnabled());
    shown.type("zoo_streams", "2");  // compute, communication and updates are three
    QVERIFY2(note->text().contains("3 categories"), qPrintable(note->text()));
    QVERIFY(!shown.make()->isEnabled());
    QTest::keyClick(shown.dialog(), Qt::Key_Return);
    QVERIFY(shown.dialog()->isVisible());
    shown.choose("zoo_optimizer", 0);
    QVERIFY(chosen().optimizer == Optimizer::none);
    QVERIFY(note->text().isEmpty() && shown.make()->isEnabled());
    shown.type("zoo_streams", "12");
    QCOMPARE(chosen().streams, 12u);
    QCOMPARE(chosen().stream_cap, 0u);
    shown.choose("zoo_spread", 2);
    QVERIFY(!enabled("zoo_streams") && enabled("zoo_cap"));
    shown.type("zoo_cap", "30");
    QCOMPARE(chosen().streams, 1u);
    QCOMPARE(chosen().stream_cap, 30u);
    shown.choose("zoo_run", 1);
    QVERIFY(!chosen().training && !enabled("zoo_optimizer"));
    QTest::keyClick(shown.dialog(), Qt::Key_Escape);
    QVERIFY(!shown.dialog()->isVisible());
    QVERIFY(!shown.window.document().is_open());
    click(shown.part<QPushButton>("start_zoo"));
    QTRY_VERIFY(shown.dialog()->isVisible());
  }

  /// Cancelled while it is made: what is open stays.
  void a_cancelled_one_changes_nothing() {
    Choosing shown(scratch_);
    QTest::keyClick(shown.dialog(), Qt::Key_Escape);
    shown.open(kFigure2);
    const auto graph = shown.window.document().graph();
    shown.ask();
    shown.choose("zoo_network", row_of("pangu_13b"));
    click(shown.make());
    QVERIFY(shown.window.busy());
    QVERIFY(says(shown.part<QLabel>("activity")->text(), {"Making PanGu-α 13B"}));
    QTest::keyClick(&shown.window, Qt::Key_Escape);
    shown.settle();
    QCOMPARE(shown.window.document().graph(), graph);
    QVERIFY(says(shown.window.statusBar()->currentMessage(), {"PanGu-α 13B"}));
  }
};

STOWAGE_WINDOW_TEST(WindowStartTest);
#include "tst_window_start.moc"
