// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include <QCheckBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QStandardItemModel>
#include <QTableView>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "app/dialogs/dialogs.h"
#include "core/experiments/experiment.h"
#include "core/formats/document.h"
#include "core/formats/experiment_json.h"
#include "core/formats/file.h"
#include "core/process/solver.h"
#include "core/stowage.h"
#include "widgets/base/worker.h"
#include "widgets/painters/page/experiment_file.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/told_words.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/table_actions.h"

namespace stowage {
namespace {

constexpr auto kExperimentsName = "experiments";
constexpr QSize kExperimentsSize{1180, 640};
constexpr int kListWidth = 370, kTitleWidth = 260, kColumnWidth = 120, kLeastForClaims = 150;  // pixels

/// Words of experiments in the reader's language.
QString paper_words(std::string_view words) {
  return told_words(whole_text_of(words));
}

QString verdict_mark(ClaimVerdict verdict) {
  static constexpr const char16_t* kMarks[] = {u"✓", u"◐", u"✗", u"–"};
  return QString::fromUtf16(kMarks[static_cast<std::size_t>(verdict)]);
}

/// About how long it takes.
double minutes_of(const Experiment& experiment, bool full) {
  return full ? experiment.full_minutes : experiment.minutes;
}

/// The list of experiments, and the table and the claims of the one that is chosen. Runs one or several in the
/// background. What is measured is kept in a file, so that a run that was stopped goes on where it ended, also in the
/// next session.
class ExperimentsDialog final : public QDialog {
  Q_DECLARE_TR_FUNCTIONS(stowage::ExperimentsDialog)

 public:
  ExperimentsDialog(QWidget* parent, ExperimentFiles files) : QDialog(parent), files_(std::move(files)) {
    setObjectName(kExperimentsName);
    setWindowTitle(tr("Experiments of the papers"));
    setProperty(kManualPage, "experiments.md");
    resize(kExperimentsSize);
    make_list();
    auto* parts = new QSplitter;
    parts->addWidget(list_);
    parts->addWidget(make_table());
    parts->setSizes({kListWidth, kExperimentsSize.width() - kListWidth});
    parts->setStretchFactor(1, 1);
    progress_->setObjectName("experiments_progress");
    progress_->setAccessibleName(tr("Progress of the experiments"));
    progress_->setRange(0, 1000);
    progress_->hide();
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(parts, 1);
    rows->addWidget(progress_);
    rows->addWidget(make_buttons());
    connect(&worker_, &Worker::running_changed, this, &ExperimentsDialog::show_running);
    connect(&worker_, &Worker::progress, this,
            [this](double fraction) { progress_->setValue(static_cast<int>(1000 * fraction)); });
    connect(list_, &QTreeWidget::currentItemChanged, this, &ExperimentsDialog::show_chosen);
    take_up();
    list_->setCurrentItem(list_->topLevelItem(0)->child(0));
    show_running();
  }

 private:
  void make_list() {
    list_->setObjectName("experiments_list");
    list_->setAccessibleName(tr("Experiments"));
    list_->setColumnCount(2);
    list_->setIndentation(12);
    list_->setHeaderLabels({tr("Table or figure"), tr("Claims")});
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    for (const ExperimentPaper& paper : experiment_papers()) {
      auto* top = new QTreeWidgetItem(list_, {text_of(paper.title)});
      top->setToolTip(0, text_of(paper.source));
      for (const Experiment* each : find_experiments(paper.id)) {
        const QString place = paper_words(each->place.substr(0, each->place.find(", ")));
        const QString title = tr("%1: %2", "Table 1: its title").arg(place, paper_words(each->title));
        items_[each] = new QTreeWidgetItem(top, {wrapped(list_->font(), title, kTitleWidth).join('\n')});
      }
      top->setExpanded(true);
    }
  }

  QWidget* make_table() {
    heading_->setObjectName("experiment_title");
    heading_->setWordWrap(true);
    heading_->setTextFormat(Qt::RichText);
    heading_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    claims_->setObjectName("experiment_claims");
    claims_->setAccessibleName(tr("Claims and notes"));
    claims_->setMinimumHeight(kLeastForClaims);
    table_->setModel(new QStandardItemModel(table_));
    set_up_rows(table_, "experiment_table", tr("Ours and the paper's numbers"));
    table_->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    table_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    auto* side = new QWidget;
    auto* rows = new QVBoxLayout(side);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(heading_);
    rows->addWidget(table_);
    rows->addWidget(claims_, 1);
    return side;
  }

  QWidget* make_buttons() {
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    const auto add = [&](QPushButton* button, const char* name, const QString& tip, auto clicked) {
      button->setObjectName(name);
      button->setToolTip(tip);
      buttons->addButton(button, QDialogButtonBox::ActionRole);
      connect(button, &QPushButton::clicked, this, clicked);
    };
    add(run_, "experiments_run",
        tr("Measure what the selected table or paper still lacks; where it lacks nothing, measure it again"),
        [this] { run_chosen(); });
    add(stop_, "experiments_stop", tr("Stop; measured cells are kept"), [this] { worker_.finish(); });
    add(export_, "experiments_export", tr("Save the measured tables as a report"), [this] { export_report(); });
    add(folder_, "experiments_folder", tr("Choose the folder with lifetimes of MindSpore and others"), [this] {
      files_.choose_folder([this](const QString& folder) {
        data_ = folder;
        folder_->setToolTip(tr("Lifetimes are read from %1").arg(folder));
      });
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    for (QAbstractButton* button : buttons->buttons())
      static_cast<QPushButton*>(button)->setAutoDefault(button == run_);
    run_->setDefault(true);
    full_->setObjectName("experiments_full");
    full_->setToolTip(tr("Every network and the papers' time limits: takes hours"));
    connect(full_, &QCheckBox::toggled, this, &ExperimentsDialog::show_chosen);
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(full_);
    row->addStretch();
    row->addWidget(buttons);
    return line;
  }

  /// Those that the chosen row stands for.
  [[nodiscard]] std::vector<const Experiment*> chosen() const {
    std::vector<const Experiment*> out;
    for (const Experiment* each : experiments())
      if (QTreeWidgetItem* item = items_.at(each);
          item == list_->currentItem() || item->parent() == list_->currentItem())
        out.push_back(each);
    return out;
  }

  /// What is known of it, for the rows that are wanted.
  [[nodiscard]] ExperimentResult result_of(const Experiment& experiment) const {
    const auto found = kept_.find({&experiment, full_->isChecked()});
    return found != kept_.end() ? found->second : known_result(experiment, full_->isChecked());
  }

  /// Shows what sessions before this one measured.
  void take_up() {
    const auto bytes = read_file(files_.kept);
    auto known = bytes ? read_measurements(*bytes, setting_) : tl::unexpected(bytes.error());
    if (!known) return;
    known_ = *std::move(known);
    for (const Experiment* each : experiments())
      for (const bool full : {false, true}) {
        ExperimentResult result = known_result(*each, full, known_);
        if (result.any_measured()) kept_.emplace(std::pair(each, full), std::move(result));
      }
  }

  void show_chosen() {
    for (const Experiment* each : experiments()) show_marks(*each);
    if (const auto shown = chosen(); !shown.empty()) show_experiment(*shown.front());
    show_running();
  }

  /// The verdicts of its claims, in the list.
  void show_marks(const Experiment& experiment) {
    QString marks;
    if (const auto found = kept_.find({&experiment, full_->isChecked()}); found != kept_.end())
      for (const ClaimResult& claim : found->second.claims) marks += verdict_mark(claim.verdict);
    items_[&experiment]->setText(1, marks);
  }

  void show_experiment(const Experiment& experiment) {
    shown_ = &experiment;
    double minutes = 0;
    const auto all = chosen();
    for (const Experiment* each : all) minutes += minutes_of(*each, full_->isChecked());
    QString heading =
        QStringLiteral("<b>%1</b><br>%2, %3")
            .arg(paper_words(experiment.title).toHtmlEscaped(), text_of(experiment.paper().title).toHtmlEscaped(),
                 paper_words(experiment.place).toHtmlEscaped());
    if (all.size() > 1) heading += tr("; one of %Ln experiment(s) to run", nullptr, static_cast<int>(all.size()));
    heading += minutes == 0 ? tr("; takes a moment")
                            : tr("; takes about %Ln minute(s)", nullptr, static_cast<int>(std::ceil(minutes)));
    if (!experiment.published.empty()) heading += "<br>" + tr("In parentheses: the paper's numbers.");
    if (*experiment.note != '\0') heading += "<br>" + paper_words(experiment.note).toHtmlEscaped();
    heading_->setText(heading);
    show_result(result_of(experiment));
    claims_->verticalScrollBar()->setValue(0);
  }

  void show_result(const ExperimentResult& result) {
    const ExperimentTable shown = experiment_table(result, told_text);
    auto* model = static_cast<QStandardItemModel*>(table_->model());
    model->clear();
    QStringList titles;
    for (const std::string& title : shown.titles)
      titles += wrapped(table_->font(), whole_text_of(title), kColumnWidth).join('\n');
    model->setHorizontalHeaderLabels(titles);
    for (const auto& cells : shown.rows) {
      QList<QStandardItem*> row;
      for (const std::string& cell : cells) {
        row += new QStandardItem(text_of(cell));
        row.last()->setEditable(false);
        if (row.size() > 1) row.last()->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      }
      model->appendRow(row);
    }
    table_->resizeColumnsToContents();
    QString claims;
    for (std::size_t k = 0; k < result.claims.size(); ++k) claims += claim_text(result, k);
    for (const std::string& remark : shown.remarks)
      claims += QStringLiteral("<p>%1</p>").arg(whole_text_of(remark).toHtmlEscaped());
    const int at = claims_->verticalScrollBar()->value();
    claims_->setHtml(claims);
    claims_->verticalScrollBar()->setValue(at);
  }

  static QString claim_text(const ExperimentResult& result, std::size_t claim) {
    const ClaimTexts texts = claim_texts(result, claim, told_text);
    const auto escaped = [](const std::string& text) { return whole_text_of(text).toHtmlEscaped(); };
    return QStringLiteral("<p>%1 %2 ").arg(verdict_mark(result.claims[claim].verdict), escaped(texts.claim)) +
           tr("Claimed: %1. Here: %2.").arg(escaped(texts.claimed), escaped(texts.found)) +
           QStringLiteral("<br><b>%1</b> %2</p>").arg(escaped(texts.verdict), escaped(texts.reason));
  }

  void take(const ExperimentResult& result, bool full) {
    kept_[{result.experiment, full}] = result;
    const QTreeWidgetItem* chosen = list_->currentItem();
    if (chosen == items_[result.experiment]->parent() && result.experiment != shown_)
      show_experiment(*result.experiment);  // the one that runs
    show_marks(*result.experiment);
    if (result.experiment == shown_ && full == full_->isChecked()) show_result(result);
    show_running();
  }

  void run_chosen() {
    const auto wanted = chosen();
    if (wanted.empty()) return;
    const bool full = full_->isChecked();
    const bool again = std::ranges::all_of(wanted, [&](const Experiment* each) { return result_of(*each).finished; });
    worker_.start([this, wanted, full, again, folder = data_, known = known_, setting = setting_,
                   file = files_.kept](const Worker::Run& run) mutable {
      Measurements measured = again ? Measurements() : known;
      constexpr double kLeast = 0.05;  // minutes
      double all = 0, before = 0;
      for (const Experiment* each : wanted) all += std::max(minutes_of(*each, full), kLeast);
      for (std::size_t k = 0; k < wanted.size() && !run.task().should_stop(); ++k) {
        ExperimentOptions options{.full = full, .solver = solver_of_environment()};
        options.measured = [&](const ExperimentResult& so_far, std::size_t, std::size_t) {
          run.post([this, so_far, full] { take(so_far, full); });
        };
        if (!folder.isEmpty())
          options.load = [&](std::string_view path) -> Result<Graph> {
            ReadOptions reading;
            reading.intervals = IntervalMeaning::half_open;
            return load_graph(folder.toStdString() + '/' + std::string(path), reading)
                .map([](const LoadedGraph& loaded) { return *loaded.graph; });
          };
        const Task part = run.task();
        Task task = part;
        const double share = std::max(minutes_of(*wanted[k], full), kLeast) / all;
        task.progress = [&part, before, share](double fraction) { part.report(before + share * fraction); };
        const auto result = run_experiment(*wanted[k], options, measured, task);
        before += share;
        for (const auto& [key, value] : measured) known[key] = value;
        // Where it cannot be kept, the next session measures it again.
        static_cast<void>(write_file_atomically(file, write_measurements(known, setting)));
        run.post([this, result, full] { take(result, full); });
      }
      run.end_with([this, wanted, full, known = std::move(known)]() mutable {
        known_ = std::move(known);
        // What was measured before a run that was stopped is still there.
        for (const Experiment* each : wanted) {
          ExperimentResult result = known_result(*each, full, known_);
          if (!result.any_measured()) continue;
          if (each == shown_) show_result(result);
          kept_[{each, full}] = std::move(result);
          show_marks(*each);
        }
        show_running();
      });
    });
  }

  void export_report() {
    std::vector<ExperimentResult> finished;
    for (const Experiment* each : experiments())
      if (const auto found = kept_.find({each, full_->isChecked()}); found != kept_.end())
        finished.push_back(found->second);
    files_.save(finished, full_->isChecked());
  }

  void show_running() {
    run_->setEnabled(!worker_.running());
    full_->setEnabled(!worker_.running());
    stop_->setEnabled(worker_.running());
    export_->setEnabled(!kept_.empty());
    progress_->setVisible(worker_.running());
    if (!worker_.running()) progress_->setValue(0);
  }

  ExperimentFiles files_;
  const ExperimentSetting setting_ =
      setting_here(QCoreApplication::applicationVersion().toStdString(), solver_of_environment(), false);
  QString data_;  // the folder of others' files
  const Experiment* shown_ = nullptr;
  std::map<const Experiment*, QTreeWidgetItem*> items_;
  /// By experiment, and whether it ran as long as in the paper.
  std::map<std::pair<const Experiment*, bool>, ExperimentResult> kept_;
  Measurements known_;  // of all runs
  QTreeWidget* list_ = new QTreeWidget;
  QLabel* heading_ = new QLabel;
  QTextBrowser* claims_ = new QTextBrowser;
  QTableView* table_ = new QTableView;
  QProgressBar* progress_ = new QProgressBar;
  QCheckBox* full_ = new QCheckBox(tr("As &long as in the papers"));
  QPushButton *run_ = new QPushButton(tr("&Run")), *stop_ = new QPushButton(tr("&Stop")),
              *export_ = new QPushButton(tr("&Export…")), *folder_ = new QPushButton(tr("&Data folder…"));
  Worker worker_{this,
                 {.text = [] { return tr("Running experiments"); },
                  .cancel =
                      [this] {
                        worker_.finish();
                        return tr("Experiments stopped: measured cells are kept");
                      }},
                 Worker::Pace::in_turn};  // last: it waits for what uses the rest
};

}  // namespace

void show_experiments(QWidget* parent, const ExperimentFiles& files) {
  auto* dialog = parent->findChild<QDialog*>(kExperimentsName);
  if (!dialog) dialog = new ExperimentsDialog(parent, files);
  bring_up(*dialog);
}

}  // namespace stowage
