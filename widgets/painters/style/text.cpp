// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/style/text.h"

#include <QChar>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <QSet>
#include <QTextBoundaryFinder>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/formats/utf8.h"
#include "widgets/painters/style/page_style.h"

namespace stowage {
namespace {

constexpr double kLabelPixels = 11;
constexpr double kLabelPadding = 4;
constexpr qsizetype kFewestLetters = 5;    // of what was cut, with its dots
constexpr std::size_t kLongestText = 200;  // bytes

QFont label_font() {
  return paint_font(kLabelPixels, true);
}

QString cut_to(const QFont& font, const QString& text, Qt::TextElideMode where, double width) {
  const QFontMetricsF metrics(font);
  if (metrics.horizontalAdvance(text) <= width) return text;
  const QString cut = metrics.elidedText(text, where, width);
  return cut.size() < kFewestLetters ? QString() : cut;
}

}  // namespace

QString text_of(std::string_view utf8) {
  if (utf8.size() <= kLongestText) return whole_text_of(utf8);
  const auto begins = [&](std::size_t at) { return (static_cast<unsigned char>(utf8[at]) & 0xC0) != 0x80; };
  std::size_t first = kLongestText / 2, last = utf8.size() - kLongestText / 2;
  while (first > 0 && !begins(first)) --first;
  while (last < utf8.size() && !begins(last)) ++last;
  return whole_text_of(utf8.substr(0, first)) + QStringLiteral("…") + whole_text_of(utf8.substr(last));
}

QString whole_text_of(std::string_view utf8) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::ranges::all_of(utf8, is_ascii))
    return one_line(QString::fromLatin1(utf8.data(), static_cast<qsizetype>(utf8.size())));
  return one_line(QString::fromStdString(with_marks_written_out(utf8)));
}

QString one_line(QString text) {
  for (QChar& c : text) {
    if (c.isSpace())
      c = ' ';
    else if (c.category() == QChar::Other_Control || c.unicode() >= 0xFFFE)
      c = QChar::ReplacementCharacter;
  }
  return text;
}

QFont paint_font(double pixels, bool bold) {
  QFont font;
  if (const PageStyle* page = page_style()) {
    if (!page->family.isEmpty()) font.setFamily(page->family);
    pixels = std::max(pixels, least_letters());
  }
  font.setFamily(QFontInfo(font).family());  // the family itself, not an alias, for SVG readers
  font.setPixelSize(static_cast<int>(std::lround(pixels)));
  font.setWeight(bold ? QFont::DemiBold : QFont::Normal);
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

void set_letters(QPainter& painter, const QFont& font, const QColor& ink) {
  painter.setFont(font);
  painter.setPen(ink);
}

double text_width(const QFont& font, const QString& text) {
  return QFontMetricsF(font).horizontalAdvance(text);
}

QString fitted(const QFont& font, const QString& text, double width) {
  return cut_to(font, text, Qt::ElideRight, width);
}

QString fitted_name(const QFont& font, const QString& name, double width) {
  return cut_to(font, name, Qt::ElideLeft, width);
}

double fair_share(std::vector<double> wanted, double room) {
  std::ranges::sort(wanted);
  double share = room;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    share = room / static_cast<double>(wanted.size() - k);
    room -= std::min(share, wanted[k]);
  }
  return share;
}

QString fitted_path(const QFont& font, const QStringList& names, double width) {
  const QString arrow = QStringLiteral(" → ");
  const QFontMetricsF metrics(font);
  std::vector<double> wanted;
  for (const QString& name : names) wanted.push_back(metrics.horizontalAdvance(name));
  const double share =
      fair_share(std::move(wanted), width - static_cast<double>(names.size() - 1) * metrics.horizontalAdvance(arrow));
  QStringList cut;
  for (const QString& name : names)
    cut += metrics.horizontalAdvance(name) <= share ? name : metrics.elidedText(name, Qt::ElideLeft, share);
  return cut.join(arrow);
}

QStringList fitted_apart(const QFont& font, const QStringList& names, double width) {
  const auto all = [&](QString (*cut)(const QFont&, const QString&, double)) {
    QStringList out;
    for (const QString& name : names) out += cut(font, name, width);
    return out;
  };
  QStringList at_ends = all(fitted);
  const bool differ =
      QSet<QString>(at_ends.begin(), at_ends.end()).size() == QSet<QString>(names.begin(), names.end()).size();
  return differ ? at_ends : all(fitted_name);
}

QString fitting(const QFont& font, const QStringList& wordings, double width) {
  const QFontMetricsF metrics(font);
  for (const QString& text : wordings)
    if (metrics.horizontalAdvance(text) <= width) return text;
  return {};
}

QString fitting_label(const QStringList& wordings, double width) {
  return fitting(label_font(), wordings, width - 2 * kLabelPadding);
}

QStringList wrapped(const QFont& font, const QString& text, double width) {
  const QFontMetricsF metrics(font);
  if (metrics.horizontalAdvance(text) <= width) return {text};
  QStringList lines;
  QTextBoundaryFinder places(QTextBoundaryFinder::Line, text);
  qsizetype from = 0;  // of the piece at hand: a word with the space after it, a character of Chinese
  for (qsizetype to = places.toNextBoundary(); to > from; from = std::exchange(to, places.toNextBoundary())) {
    const QString piece = text.mid(from, to - from);
    if (!lines.isEmpty() && metrics.horizontalAdvance((lines.back() + piece).trimmed()) <= width)
      lines.back() += piece;
    else
      lines << piece;
  }
  for (QString& line : lines) line = line.trimmed();
  return lines;
}

QRectF label_box(const QString& text, QPointF anchor, Qt::Alignment align, const QRectF& within) {
  const QFontMetricsF metrics(label_font());
  QRectF box(0, 0, metrics.horizontalAdvance(text) + 2 * kLabelPadding, metrics.height() + 2);
  const double x = align & Qt::AlignRight ? 1 : align & Qt::AlignHCenter ? 0.5 : 0;
  const double y = align & Qt::AlignBottom ? 1 : align & Qt::AlignVCenter ? 0.5 : 0;
  box.moveTopLeft(anchor - QPointF(x * box.width(), y * box.height()));
  box.moveLeft(std::max(within.left(), std::min(box.left(), within.right() - box.width())));
  box.moveTop(std::max(within.top(), std::min(box.top(), within.bottom() - box.height())));
  return box;
}

void draw_label(QPainter& painter, const QString& text, QPointF anchor, Qt::Alignment align, const QRectF& within,
                const QColor& ink, const Theme& theme) {
  draw_label(painter, {text, label_box(text, anchor, align, within)}, ink, theme);
}

void draw_label(QPainter& painter, const PlacedLabel& label, const QColor& ink, const Theme& theme) {
  if (label.text.isEmpty() || label.box.isNull()) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  set_ink(painter, Qt::NoPen, see_through(theme.background, 0.94, theme.background));
  painter.drawRoundedRect(label.box, 3, 3);
  set_letters(painter, label_font(), ink);
  painter.drawText(label.box, Qt::AlignCenter | Qt::TextSingleLine, label.text);
  painter.restore();
}

void LabelRoom::take(const QRectF& box) {
  if (!box.isNull()) taken_.push_back(box);
}

void LabelRoom::take(std::span<const QRectF> boxes) {
  for (const QRectF& box : boxes) take(box);
}

double LabelRoom::hidden_by(const QRectF& box) const {
  double hidden = 0;
  for (const QRectF& other : taken_) {
    const QRectF both = box & other;
    hidden += both.width() * both.height();
  }
  return hidden;
}

QRectF LabelRoom::place(std::span<const QRectF> places, const std::function<double(const QRectF&)>& cost) {
  QRectF best;
  std::pair<double, double> least;
  for (const QRectF& box : places) {
    if (box.isNull()) continue;
    const std::pair<double, double> now(hidden_by(box), cost ? cost(box) : 0);
    if (!best.isNull() && now >= least) continue;
    best = box;
    least = now;
    if (least == std::pair(0.0, 0.0)) break;
  }
  take(best);
  return best;
}

void draw_tick_label(QPainter& painter, QPointF top_center, const QString& label, double left, double right) {
  const QFontMetricsF metrics(painter.font());
  const double width = metrics.horizontalAdvance(label) + 2;
  const double x = std::max(left, std::min(top_center.x() - width / 2, right - width));
  painter.drawText(QRectF(x, top_center.y(), width, metrics.height()), Qt::AlignCenter | Qt::TextDontClip, label);
}

void draw_left_label(QPainter& painter, QPointF right_middle, const QString& label) {
  constexpr double kWide = 90, kHigh = 16;
  painter.drawText(QRectF(right_middle.x() - kWide, right_middle.y() - kHigh / 2, kWide, kHigh),
                   Qt::AlignRight | Qt::AlignVCenter, label);
}

void draw_upright(QPainter& painter, const QRectF& rect, const QString& text) {
  painter.save();
  painter.translate(rect.center());
  painter.rotate(-90);
  painter.drawText(QRectF(-rect.height() / 2, -rect.width() / 2, rect.height(), rect.width()), Qt::AlignCenter, text);
  painter.restore();
}

void draw_sentence(QPainter& painter, const QRectF& rect, const QString& sentence, const Theme& theme) {
  set_letters(painter, paint_font(14), theme.muted_text);
  painter.drawText(rect.adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap, sentence);
}

QString fitted_among(const QFont& font, const QString& name, const QStringList& others, double width) {
  constexpr QChar kDots(0x2026);
  const QString tail = fitted_name(font, name, width);
  if (tail == name) return tail;
  const QString head = fitted(font, name, width);
  if (head.isEmpty() || tail.isEmpty()) return tail.isEmpty() ? head : tail;
  const QString start = head.chopped(head.endsWith(kDots)), end = tail.sliced(tail.startsWith(kDots));
  const auto alike = [&](const auto& matches) {
    return std::ranges::count_if(others, [&](const QString& other) { return other != name && matches(other); });
  };
  const auto same_start = alike([&](const QString& other) { return other.startsWith(start); });
  const auto same_end = alike([&](const QString& other) { return other.endsWith(end); });
  const bool alone = alike([](const QString&) { return true; }) == 0;
  const bool keeps_start = alone ? name.contains(QLatin1Char(' ')) : same_start < same_end;
  return keeps_start ? head : tail;
}

}  // namespace stowage
