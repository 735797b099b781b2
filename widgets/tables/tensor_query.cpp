// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/tensor_query.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include <QRegularExpression>

#include "widgets/painters/model/graph_subset.h"

namespace stowage {
namespace {

constexpr std::size_t kStride = 4096;  // tensors between two looks at the stop token

/// Whether a name passes; ASCII letters of either case are the same unless it is a regular expression.
class NameFilter {
 public:
  explicit NameFilter(const TensorQuery& query) : needle_(query.name.toLower().toStdString()) {
    if (!query.regex) return;
    pattern_.emplace(query.name);
    pattern_->optimize();
  }

  [[nodiscard]] bool accepts(std::string_view name) const {
    if (needle_.empty()) return true;
    if (pattern_)
      return pattern_->isValid() &&
             pattern_->match(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))).hasMatch();
    const auto same = [](char a, char b) { return lower(a) == b; };
    return std::search(name.begin(), name.end(), needle_.begin(), needle_.end(), same) != name.end();
  }

 private:
  static char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

  std::string needle_;
  std::optional<QRegularExpression> pattern_;
};

bool accepts_numbers(const PlanView& view, const TensorQuery& query, TensorId t) {
  const Bytes size = view.graph->size(t);
  if (query.least_size && size < *query.least_size) return false;
  if (query.most_size && size > *query.most_size) return false;
  if (query.steps && !(view.lifetimes && query.steps->meets((*view.lifetimes)[t.index()]))) return false;
  if (!query.from_address && !query.to_address) return true;
  if (!view.plan) return false;
  const Offset begin = view.plan->offsets[t.index()];
  if (begin.value < 0) return false;
  if (query.to_address && begin > *query.to_address) return false;
  return !query.from_address || begin + size > *query.from_address;
}

std::vector<TensorId> filtered(const PlanView& view, const TensorQuery& query, const std::stop_token& stop) {
  const NameFilter names(query);
  std::vector<TensorId> found;
  for (const TensorId t : view.graph->tensors()) {
    if (t.index() % kStride == 0 && stop.stop_requested()) break;
    if (accepts_numbers(view, query, t) && names.accepts(view.graph->name(t))) found.push_back(t);
  }
  return found;
}

/// What a column sorts by, for the columns that are numbers.
std::int64_t number_of(const PlanView& view, TensorColumn column, TensorId t) {
  const Graph& graph = *view.graph;
  const bool timed = has_only_lifetimes(graph);  // its operators are but steps of the time axis
  const auto place = [](auto id) { return id.valid() ? static_cast<std::int64_t>(id.index()) : -1; };
  switch (column) {
    case TensorColumn::size:
      return graph.size(t).count;
    case TensorColumn::offset:
      return view.plan ? view.plan->offsets[t.index()].value : 0;
    case TensorColumn::end:
      return view.plan ? (view.plan->offsets[t.index()] + graph.size(t)).value : 0;
    case TensorColumn::life_from:
      return view.lifetimes ? (*view.lifetimes)[t.index()].begin : 0;
    case TensorColumn::life_to:
      return view.lifetimes ? (*view.lifetimes)[t.index()].end : 0;
    case TensorColumn::stream:
      return graph.producer(t).valid() ? place(graph.stream(graph.producer(t))) : -1;
    case TensorColumn::producer:
      return timed ? -1 : place(graph.producer(t));
    case TensorColumn::consumers:
      return timed ? -1 : static_cast<std::int64_t>(graph.consumers(t).size());
    case TensorColumn::group:
      return place(graph.group(t));
    case TensorColumn::name:
    case TensorColumn::kind:
    case TensorColumn::note:
      break;
  }
  return 0;
}

/// Sorts by a key computed once a tensor, then by index.
template <class KeyOf>
void sort_by(std::vector<TensorId>& tensors, bool descending, const KeyOf& key_of) {
  using Key = decltype(key_of(TensorId()));
  std::vector<std::pair<Key, TensorId>> keyed;
  keyed.reserve(tensors.size());
  for (const TensorId t : tensors) keyed.emplace_back(key_of(t), t);
  if (descending)
    std::ranges::sort(keyed, [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
  else
    std::ranges::sort(keyed);
  for (std::size_t k = 0; k < keyed.size(); ++k) tensors[k] = keyed[k].second;
}

/// What a word of a size means; 0 for an unknown word. Binary units, as everywhere in the window.
double unit_factor(QString unit) {
  unit = unit.toLower();
  if (unit.isEmpty() || unit == "b" || unit == "byte" || unit == "bytes") return 1;
  const qsizetype power = QStringLiteral("kmgtp").indexOf(unit[0]);
  const QString rest = unit.mid(1);
  if (power < 0 || !(rest.isEmpty() || rest == "b" || rest == "i" || rest == "ib")) return 0;
  return std::pow(1024.0, static_cast<double>(power + 1));
}

/// Takes all that matches out of `text`, and hands over the captured parts of each.
template <class Take>
void take_terms(QString& text, const QRegularExpression& form, const Take& take) {
  QRegularExpressionMatch match = form.match(text);
  while (match.hasMatch()) {
    take(match);
    text.replace(match.capturedStart(), match.capturedLength(), ' ');
    match = form.match(text, match.capturedStart());
  }
}

/// An amount, after which the next word begins.
constexpr const char* kAmount = "(0x[0-9a-f]+|\\d[\\d.,']*(?:\\s*(?:[kmgtp]i?b?|b|bytes?)(?![\\w]))?)";

QRegularExpression term(const QString& form) {
  return QRegularExpression("(?:^|\\s)" + form.arg(kAmount) + "(?=\\s|$)", QRegularExpression::CaseInsensitiveOption);
}

void misread(TensorQuery& query, const QString& words) {
  query.unreadable = true;
  if (query.misread.isEmpty()) query.misread = words.simplified();
}

void limit_size(TensorQuery& query, const QString& sign, const QString& amount) {
  const std::optional<Bytes> size = parse_bytes(amount);
  if (!size) return misread(query, sign + amount);
  if (sign.startsWith('>') || sign == "=") query.least_size = sign == ">" ? *size + Bytes{1} : *size;
  if (sign.startsWith('<') || sign == "=") query.most_size = sign == "<" ? *size - Bytes{1} : *size;
}

void limit_addresses(TensorQuery& query, const QString& low, const QString& high) {
  const std::optional<Bytes> from = parse_bytes(low), to = high.isEmpty() ? from : parse_bytes(high);
  if (!from || !to) misread(query, '@' + low + (high.isEmpty() ? QString() : '-' + high));
  if (from && to) query.from_address = Offset{from->count}, query.to_address = Offset{to->count};
}

/// How well a name that has `wanted` in it, in small letters, matches: 0 the best.
int rank_of(std::string_view name, std::string_view wanted) {
  enum Rank { exact, prefix, word, part };
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  const auto in_word = [&](char c) { return (c >= '0' && c <= '9') || (small(c) >= 'a' && small(c) <= 'z'); };
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), small);
  if (lower == wanted) return exact;
  if (lower.starts_with(wanted)) return prefix;
  for (std::size_t at = lower.find(wanted, 1); at != std::string::npos; at = lower.find(wanted, at + 1))
    if (!in_word(lower[at - 1])) return word;
  return part;
}

}  // namespace

std::vector<TensorId> find_tensors(const PlanView& view, const TensorQuery& query, const std::stop_token& stop) {
  if (!view.graph || query.unreadable) return {};
  std::vector<TensorId> found = filtered(view, query, stop);
  if (!query.sort || stop.stop_requested()) return found;
  const Graph& graph = *view.graph;
  if (*query.sort == TensorColumn::name)
    sort_by(found, query.descending, [&](TensorId t) { return graph.name(t); });
  else if (*query.sort == TensorColumn::kind)
    sort_by(found, query.descending, [&](TensorId t) { return graph.kind(t); });
  else if (*query.sort == TensorColumn::note)
    sort_by(found, query.descending, [&](TensorId t) { return !std::ranges::binary_search(query.noted, t); });
  else
    sort_by(found, query.descending, [&](TensorId t) { return number_of(view, *query.sort, t); });
  return found;
}

std::vector<TensorId> by_match(const Graph& graph, const TensorQuery& query, std::vector<TensorId> found) {
  if (query.name.isEmpty() || query.regex) return found;
  const std::string wanted = query.name.toLower().toStdString();
  std::vector<std::pair<int, TensorId>> ranked;
  ranked.reserve(found.size());
  for (const TensorId t : found) ranked.emplace_back(rank_of(graph.name(t), wanted), t);
  std::ranges::sort(ranked);
  std::ranges::transform(ranked, found.begin(), &std::pair<int, TensorId>::second);
  return found;
}

TensorQuery parse_query(const QString& text, bool regex) {
  static const QRegularExpression kSize = term("([<>]=?|=)\\s*%1"), kRange = term("@\\s*%1\\s*-\\s*%1"),
                                  kPlace = term("@\\s*%1"), kQuoted(QStringLiteral("(?:^|\\s)\"([^\"]*)\"(?=\\s|$)")),
                                  kHalf(QStringLiteral("(?:^|\\s)((?:[<>]=?|=|@)\\s*\\S*)")),
                                  kBare(QStringLiteral(
                                            "(?:^|\\s)(\\d[\\d.,']*\\s*(?:[kmgtp]i?b|bytes?)\\s*-\\s*\\d\\S*)"),
                                        QRegularExpression::CaseInsensitiveOption);
  TensorQuery query;
  query.regex = regex;
  QString rest = text;
  QStringList names;
  take_terms(rest, kQuoted, [&](const auto& match) { names += match.captured(1); });
  take_terms(rest, kSize, [&](const auto& match) { limit_size(query, match.captured(1), match.captured(2)); });
  take_terms(rest, kRange, [&](const auto& match) { limit_addresses(query, match.captured(1), match.captured(2)); });
  take_terms(rest, kPlace, [&](const auto& match) { limit_addresses(query, match.captured(1), {}); });
  for (const QRegularExpression& form : {kHalf, kBare})
    take_terms(rest, form, [&](const auto& match) { misread(query, match.captured(1)); });
  if (const QString plain = rest.simplified(); !plain.isEmpty()) names += plain;
  query.name = names.join(' ');
  return query;
}

std::optional<Bytes> parse_bytes(const QString& text) {
  QString plain = text.trimmed();
  plain.remove(QRegularExpression(QStringLiteral("(?<=\\d)[,'\\s](?=\\d{3})")));
  if (plain.startsWith("0x", Qt::CaseInsensitive)) {
    bool fine = false;
    const qlonglong value = plain.toLongLong(&fine, 16);
    return fine && value >= 0 ? std::optional(Bytes{value}) : std::nullopt;
  }
  static const QRegularExpression form(QStringLiteral("^(\\d+(?:\\.\\d+)?)\\s*([a-zA-Z]*)$"));
  const QRegularExpressionMatch match = form.match(plain);
  if (!match.hasMatch()) return std::nullopt;
  const double factor = unit_factor(match.captured(2));
  const double value = match.captured(1).toDouble() * factor;
  if (factor == 0 || value > static_cast<double>(kMaxTotalSize.count)) return std::nullopt;
  return Bytes{std::llround(value)};
}

}  // namespace stowage
