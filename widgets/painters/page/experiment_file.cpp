// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/page/experiment_file.h"

#include <QBuffer>
#include <QDate>
#include <QFile>
#include <QPdfWriter>
#include <QTextDocument>
#include <QThread>

#include "core/process/solver.h"

namespace stowage {
namespace {

/// "2 cores, NAME OF THE PROCESSOR"
std::string machine_text() {
  const int cores = std::max(1, QThread::idealThreadCount());
  std::string out = std::to_string(cores) + (cores == 1 ? " core" : " cores");
  QFile info("/proc/cpuinfo");
  if (!info.open(QIODevice::ReadOnly)) return out;
  for (const QByteArray& line : info.readAll().split('\n'))
    if (line.startsWith("model name")) return out + ", " + line.mid(line.indexOf(':') + 1).trimmed().toStdString();
  return out;
}

std::string pdf_of(const std::string& html) {
  QTextDocument document;
  // Qt knows no padding of cells in style sheets.
  document.setHtml(QString::fromStdString(html).replace("<table>", "<table cellpadding=\"4\">"));
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setResolution(120);  // the page's 13 pixels become 7.8 points
  writer.setTitle("Experiments");
  writer.setCreator("Stowage");
  writer.setPageSize(QPageSize(QPageSize::A4));
  writer.setPageOrientation(QPageLayout::Landscape);
  document.print(&writer);
  return bytes.toStdString();
}

}  // namespace

ExperimentSetting setting_here(const std::string& version, const std::string& solver, bool full) {
  const auto choice = choose_solver(solver);
  return {QDate::currentDate().toString(Qt::ISODate).toStdString(), version, machine_text(),
          choice ? std::string(choice->solver->id) : "", full};
}

std::string experiment_file(const std::vector<ExperimentResult>& results, const ExperimentSetting& setting,
                            std::string_view ending) {
  const ReportKind kind = ending == "csv"   ? ReportKind::csv
                          : ending == "tex" ? ReportKind::latex
                          : ending == "md"  ? ReportKind::markdown
                                            : ReportKind::html;
  std::string text = experiment_report(results, setting, kind);
  return ending == "pdf" ? pdf_of(text) : text;
}

}  // namespace stowage
