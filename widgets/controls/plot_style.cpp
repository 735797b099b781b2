// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/plot_style.h"

#include <QVBoxLayout>

namespace stowage {

void set_up_plot(QWidget& chart, QCustomPlot* plot, QLabel* note, int least_height) {
  plot->setMinimumSize(120, least_height);
  plot->setPlottingHint(QCP::phImmediateRefresh, false);
  plot->axisRect()->setMinimumMargins(QMargins(4, 4, 12, 4));
  note->setWordWrap(true);
  note->setMargin(4);
  auto* rows = new QVBoxLayout(&chart);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(plot, 1);
  rows->addWidget(note);
}

void set_plot_style(QCustomPlot& plot, const Theme& theme, const QFont& font) {
  plot.setBackground(theme.surface);
  for (QCPAxis* axis : plot.axisRect()->axes()) {
    axis->setBasePen(QPen(theme.grid));
    axis->setTickPen(QPen(theme.grid));
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLabelColor(theme.muted_text);
    axis->setTickLabelFont(font);
    axis->setLabelColor(theme.muted_text);
    axis->setLabelFont(font);
    axis->grid()->setPen(QPen(theme.grid, 0.6));
    axis->grid()->setZeroLinePen(Qt::NoPen);
  }
}

bool set_ticks(QCPAxis& axis, const QMap<double, QString>& labels) {
  const auto old = axis.ticker().dynamicCast<QCPAxisTickerText>();
  if (old && old->ticks() == labels) return false;
  const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
  ticker->setTicks(labels);
  ticker->setSubTickCount(0);
  axis.setTicker(ticker);
  return true;
}

}  // namespace stowage
