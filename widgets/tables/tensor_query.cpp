// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/tensor_query.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include <QRegularExpression>

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
  if (!query.from_address && !query.to_address) return true;
  if (!view.plan) return false;
  const Offset begin = view.plan->offsets[t.index()];
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
  const bool timed = !graph.times().empty();  // its operators are but steps of the time axis
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
  else
    sort_by(found, query.descending, [&](TensorId t) { return number_of(view, *query.sort, t); });
  return found;
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
