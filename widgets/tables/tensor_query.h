// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include <QString>

#include "core/base/bytes.h"
#include "core/base/id.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/model/plan_view.h"

namespace stowage {

/// What a tensor table shows of each tensor, from left to right. Its life is [first step, last step], or [from, until)
/// where the graph has a time axis.
enum class TensorColumn { name, size, offset, end, life_from, life_to, stream, producer, consumers, kind, group, note };

/// Which tensors a table shows, and in which order. Ranges are inclusive; an absent limit does not limit.
struct TensorQuery {
  QString name;        ///< part of the name, any case; empty: all
  bool regex = false;  ///< `name` is a regular expression instead, case-sensitive
  std::optional<Bytes> least_size, most_size;
  /// Tensors that touch [from, to] in the plan shown; none do without a plan.
  std::optional<Offset> from_address, to_address;
  std::optional<StepRange> steps;    ///< alive in it
  bool unreadable = false;           ///< a limit was given that is none: like a wrong expression, it matches nothing
  QString misread{};                 ///< then what was given, to be quoted
  std::optional<TensorColumn> sort;  ///< none: in the order of the input
  bool descending = false;
  std::vector<TensorId> noted;  ///< for sorting by note: those with one, sorted
  friend bool operator==(const TensorQuery&, const TensorQuery&) = default;
};

/// The tensors of a view that a query asks for; ties end at the lowest index, in either direction. A regular expression
/// that is none matches nothing. Pure, so that it can run in any thread: some 0.1 s for a million tensors, a regular
/// expression about 1 s. Stopped, it returns what it has.
[[nodiscard]] std::vector<TensorId> find_tensors(const PlanView& view, const TensorQuery& query,
                                                 const std::stop_token& stop = {});

/// The same tensors by how well their names match: those that are the name, then those that begin with it, then those
/// with a word that does, then the rest; among equals the lowest index first. Where the query has no plain name, as
/// they are.
[[nodiscard]] std::vector<TensorId> by_match(const Graph& graph, const TensorQuery& query, std::vector<TensorId> found);

/// Reads what is typed in one line: `>1MiB` `>=4k` `<64K` `=512` limit the size, `@0x1000-0x2000` (or `@4096`) the
/// address; anything that begins with such a sign otherwise, or is a range of sizes without one, is unreadable; the
/// rest is the name, or the expression. What stands in quotation marks is the name as it is.
[[nodiscard]] TensorQuery parse_query(const QString& text, bool regex);

/// Reads "4096", "4 KiB", "1.5M", "0x1f00"; digits grouped by commas, spaces or apostrophes are fine. None where it is
/// no amount of bytes.
[[nodiscard]] std::optional<Bytes> parse_bytes(const QString& text);

}  // namespace stowage
