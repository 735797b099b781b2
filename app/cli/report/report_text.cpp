// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>

#include "app/cli/output.h"
#include "app/cli/report/report.h"
#include "core/plan/plan.h"

namespace stowage::cli {
namespace {

constexpr std::size_t kMostRows = 10;  // of a table of tensors, operators or modules

std::string change_text(Bytes before, Bytes after) {
  if (before == after) return "0 B";
  const Bytes change = after - before;
  if (before == Bytes{}) return signed_human(change);
  return signed_human(change) + " (" + percent(gap(after, before)) + ')';
}

std::string bound_text(const SideFacts& facts) {
  return facts.bound == Bytes{} ? "–" : human(facts.bound);
}
std::string footprint_text(const SideFacts& facts) {
  return (facts.uncounted.any() ? "at least " : "") + human(facts.footprint);
}
std::string gap_text(const SideFacts& facts) {
  if (facts.violations > 0) return "invalid";
  if (facts.proved) return "optimal";
  return !facts.measured || facts.bound == Bytes{} ? "–" : percent(gap(facts.footprint, facts.bound));
}

/// "a → b", or only one where both say the same.
std::string both(const Finding& finding, std::string (*text)(const SideFacts&)) {
  if (!finding.before || !finding.after) return text(finding.before ? *finding.before : *finding.after);
  const std::string before = text(*finding.before), after = text(*finding.after);
  return before == after ? before : before + " → " + after;
}

/// How a verdict is called, and its word in --json.
struct VerdictWords {
  const char *text, *id;
};
VerdictWords words_of(Verdict verdict) {
  static constexpr VerdictWords kWords[] = {{"same", "same"},
                                            {"smaller", "smaller"},
                                            {"larger, allowed", "larger"},
                                            {"grew too much", "grew"},
                                            {"cannot tell", "unknown"},
                                            {"invalid plan", "invalid"},
                                            {"new", "new"},
                                            {"gone", "gone"},
                                            {"not compared", "failed"}};
  return kWords[static_cast<std::size_t>(verdict)];
}

/// "1 plan grew by more than 2%", "1 plan is new", …: worst first.
std::vector<std::string> sentences(const Findings& findings) {
  std::vector<std::string> out;
  const auto add = [&](Verdict verdict, const std::string& one, const std::string& many) {
    if (const std::size_t count = findings.count(verdict); count > 0)
      out.push_back(counted(count, "plan") + ' ' + (count == 1 ? one : many));
  };
  const std::string allowed = findings.allowed == 0 ? "" : " by more than " + share(findings.allowed / 100);
  add(Verdict::grew, "grew" + allowed, "grew" + allowed);
  add(Verdict::unknown, "is not counted whole, so it may have grown", "are not counted whole, so they may have grown");
  add(Verdict::invalid, "is invalid", "are invalid");
  add(Verdict::failed, "could not be compared", "could not be compared");
  add(Verdict::larger, "grew, as allowed", "grew, as allowed");
  add(Verdict::smaller, "is smaller", "are smaller");
  add(Verdict::same, "takes as much as before", "take as much as before");
  add(Verdict::is_new, "is new", "are new");
  add(Verdict::gone, "is gone", "are gone");
  return out;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : "; ") + part;
  return out;
}

/// The row of a pair, in plain text: name, before, after, change, bound, gap, verdict.
std::vector<std::string> row_of(const Finding& finding) {
  const auto footprint = [](const std::optional<SideFacts>& facts) { return facts ? footprint_text(*facts) : "–"; };
  const bool two = finding.before && finding.after && finding.verdict != Verdict::unknown;
  const bool any = finding.before || finding.after;
  return {finding.name,
          footprint(finding.before),
          footprint(finding.after),
          two ? change_text(finding.before->footprint, finding.after->footprint) : "–",
          any ? both(finding, bound_text) : "–",
          any ? both(finding, gap_text) : "–",
          words_of(finding.verdict).text};
}

const std::vector<Table::Column>& columns() {
  static const std::vector<Table::Column> kColumns{{"plan"},        {"before", true}, {"after", true}, {"change", true},
                                                   {"bound", true}, {"gap", true},    {"verdict"}};
  return kColumns;
}

/// Writes one report.
class Writer {
 public:
  Writer(MarkupPage& page, const Findings& findings) : page_(page), findings_(findings) {}

  void head() {
    page_.heading(page_.text("Memory plans: " + joined(sentences(findings_))));
    std::vector<std::vector<std::string>> rows;
    for (const Finding& finding : findings_.all) {
      std::vector<std::string> row = row_of(finding);
      row[0] = page_.name(row[0]);
      for (std::size_t k = 1; k < row.size(); ++k) row[k] = page_.text(row[k]);
      if (finding.is_refused() || finding.verdict == Verdict::failed) row.back() = page_.strong(row.back());
      rows.push_back(std::move(row));
    }
    page_.table(columns(), rows);
  }

  void details(const Finding& finding, const std::string& summary, bool open, const auto& pictures) {
    page_.begin_details(summary, open);
    if (finding.verdict == Verdict::failed) page_.paragraph(page_.name(finding.failure));
    if (finding.before && finding.after) sums(finding);
    pictures();
    if (finding.before && finding.after) {
      peak(finding);
      places(finding);
    }
    sides(finding);
    page_.end_details();
  }

  /// The parts of the change of the footprint.
  void sums(const Finding& finding) {
    const SideFacts &a = *finding.before, &b = *finding.after;
    std::vector<std::vector<std::string>> rows{
        row(page_.text("alive at the peak"), a.peak, b.peak),
        row(page_.text("beyond the peak: gaps, and bytes kept for other streams"), a.gaps(), b.gaps()),
        row(page_.text("footprint"), a.footprint, b.footprint)};
    if (finding.verdict == Verdict::unknown)
      rows.back() = {page_.text("footprint"), page_.text(footprint_text(a)), page_.text(footprint_text(b)),
                     page_.text("unknown")};
    table("", rows);
    if (!a.peak_at.empty() && !b.peak_at.empty())
      page_.paragraph(page_.text("The peak is at ") + page_.name(b.peak_at) +
                      (a.peak_at == b.peak_at
                           ? page_.text(" in both.")
                           : page_.text("; before, it was at ") + page_.name(a.peak_at) + page_.text(".")));
  }

  void peak(const Finding& finding) {
    static constexpr const char* kWhat[] = {"tensor", "operator", "module"};
    for (std::size_t by = 0; by < 3; ++by) {
      const std::vector<Growth>& all = finding.at_peak[by];
      const bool only_unnamed = std::ranges::all_of(all, [](const Growth& each) { return each.name.empty(); });
      if (all.empty() || (by > 0 && only_unnamed)) continue;
      std::vector<std::vector<std::string>> rows;
      Growth rest;
      for (const Growth& each : all) {
        if (rows.size() < kMostRows) {
          const std::string unnamed = each.is_input ? "present from the start" : std::string("no ") + kWhat[by];
          const std::string name = each.name.empty() ? page_.text(unnamed) : page_.name(each.name);
          rows.push_back(row(name, each.before, each.after));
        } else {
          rest.before += each.before;
          rest.after += each.after;
        }
      }
      if (all.size() > kMostRows)
        rows.push_back(row(page_.text("and " + grouped(all.size() - kMostRows) + " more"), rest.before, rest.after));
      table(std::string(kWhat[by]) + " at the peak", rows);
    }
  }

  /// New, gone, resized and moved tensors.
  void places(const Finding& finding) {
    const auto list = [&](const ChangedTensors& tensors, const std::string& what, const auto& detail) {
      if (tensors.count == 0) return;
      std::string line = page_.strong(page_.text(counted(tensors.count, "tensor") + ' ' + what)) +
                         page_.text(" (" + human(tensors.bytes) + "): ");
      const std::size_t shown = std::min(tensors.first.size(), kMostRows);
      for (std::size_t k = 0; k < shown; ++k)
        line += (k == 0 ? "" : page_.text(", ")) + page_.name(tensors.first[k].name) +
                page_.text(' ' + detail(tensors.first[k]));
      if (tensors.count > shown) line += page_.text(" and " + grouped(tensors.count - shown) + " more");
      page_.paragraph(line);
    };
    list(finding.added, "new", [](const ChangedTensor& each) { return human(each.is); });
    list(finding.removed, "gone", [](const ChangedTensor& each) { return human(each.was); });
    list(finding.resized, "resized in place",
         [](const ChangedTensor& each) { return human(each.was) + " → " + human(each.is); });
    list(finding.moved, "moved", [](const ChangedTensor& each) {
      return "by " + signed_human(each.moved_by) +
             (each.was == each.is ? "" : ", " + human(each.was) + " → " + human(each.is));
    });
  }

  /// How each plan was made.
  void sides(const Finding& finding) {
    std::string line;
    const auto add = [&](const char* which, const std::optional<SideFacts>& facts) {
      if (!facts) return;
      line += (line.empty() ? "" : " ") + page_.text(which) + page_.text(": ") +
              page_.text(counted(facts->tensors, "tensor") + ", " + counted(facts->operators, "operator") + ", ") +
              (facts->plan_file.empty() ? page_.text("planned by ") : page_.text("plan by ")) +
              page_.name(facts->strategy.empty() ? "?" : facts->strategy) +
              (facts->plan_file.empty() ? "" : page_.text(" in ") + page_.name(facts->plan_file));
      if (facts->violations > 0)
        line += page_.text(", ") + page_.strong(page_.text("invalid: " + counted(facts->violations, "violation")));
      if (facts->uncounted.any()) line += page_.text(", at least: " + facts->uncounted.text());
      line += page_.text(".");
    };
    add("Before", finding.before);
    add("After", finding.after);
    if (!line.empty()) page_.paragraph(line);
  }

 private:
  /// A name, in the language of the page, and two amounts with their difference.
  [[nodiscard]] std::vector<std::string> row(std::string name, Bytes before, Bytes after) const {
    return {std::move(name), page_.text(human(before)), page_.text(human(after)),
            page_.text(change_text(before, after))};
  }
  void table(const std::string& title, const std::vector<std::vector<std::string>>& rows) {
    page_.table({{title}, {"before", true}, {"after", true}, {"change", true}}, rows);
  }

  MarkupPage& page_;
  const Findings& findings_;
};

/// Those with anything to unfold, worst and largest first.
std::vector<const Finding*> in_detail(const Findings& findings) {
  std::vector<const Finding*> out;
  for (const Finding& finding : findings.all)
    if (finding.differs()) out.push_back(&finding);
  std::ranges::stable_sort(out, std::greater{}, [](const Finding* finding) {
    const bool two = finding->before && finding->after;
    return std::pair(finding->is_refused(), two ? std::abs(finding->change().count) : 0);
  });
  return out;
}

/// The first that needs more than before, allowed or not, or cannot be used; or null.
const Finding* first_regression(const std::vector<const Finding*>& detailed) {
  const auto found = std::ranges::find_if(
      detailed, [](const Finding* finding) { return finding->is_refused() || finding->verdict == Verdict::larger; });
  return found == detailed.end() ? nullptr : *found;
}

/// In HTML also for Markdown.
std::string summary_of(const Finding& finding) {
  const MarkupPage html(Markup::html);
  const std::vector<std::string> row = row_of(finding);
  const bool two = finding.before && finding.after && finding.verdict != Verdict::unknown;
  return html.name(finding.name) + html.text(": " + (two ? row[3] + ", " : std::string()) + row.back());
}

Json facts_json(const std::optional<SideFacts>& facts) {
  if (!facts) return nullptr;
  Json out{{"strategy", facts->strategy},
           {"planned", facts->plan_file.empty()},
           {"footprint", facts->footprint.count},
           {"lower_bound", facts->bound == Bytes{} ? Json() : Json(facts->bound.count)},
           {"proved_optimal", facts->proved},
           {"violations", facts->violations},
           {"tensors", facts->tensors},
           {"operators", facts->operators},
           {"unknown_sizes", facts->uncounted.unknown_sizes},
           {"loops", facts->uncounted.loops},
           {"branches", facts->uncounted.branches},
           {"peak", facts->peak.count},
           {"peak_operator", facts->peak_at},
           {"in_place", facts->in_place.count},
           {"gaps", facts->gaps().count}};
  if (!facts->plan_file.empty()) out["plan"] = facts->plan_file;
  return out;
}

Json growth_json(const std::vector<Growth>& rows) {
  return json_list(rows, [](const Growth& row) {
    Json one{
        {"name", row.name.empty() ? Json() : Json(row.name)}, {"before", row.before.count}, {"after", row.after.count}};
    if (row.is_input) one["input"] = true;
    return one;
  });
}

Json changed_json(const ChangedTensors& tensors) {
  return {{"count", tensors.count}, {"bytes", tensors.bytes.count}};
}

/// At most so many bytes, as servers refuse longer comments: the details of the last pairs are left out first, which it
/// says.
std::string markdown_of(const Findings& findings) {
  constexpr std::size_t kMostBytes = 60'000;
  MarkupPage page(Markup::markdown);
  Writer(page, findings).head();
  std::string out = page.written();
  std::size_t left_out = 0;
  const std::vector<const Finding*> detailed = in_detail(findings);
  const Finding* const first = first_regression(detailed);
  for (const Finding* finding : detailed) {
    MarkupPage part(Markup::markdown);
    Writer(part, findings).details(*finding, summary_of(*finding), finding == first, [] {});
    if (left_out > 0 || out.size() + part.written().size() > kMostBytes)
      ++left_out;
    else
      out += part.written();
  }
  if (left_out > 0) out += "The details of " + counted(left_out, "plan") + " are left out here.\n";
  return out;
}

std::string html_of(const Findings& findings) {
  MarkupPage page(Markup::html);
  Writer writer(page, findings);
  writer.head();
  const std::vector<const Finding*> detailed = in_detail(findings);
  const Finding* const first = first_regression(detailed);
  for (const Finding* finding : detailed)
    writer.details(*finding, summary_of(*finding), finding->is_refused() || finding == first, [&] {
      if (!finding->maps.empty())
        page.image(finding->maps_kind, finding->maps, finding->dark_maps,
                   "Heap maps of " + finding->name + ", before and after");
    });
  return page.whole("Memory plans");
}

}  // namespace

std::string report_page(const Findings& findings, Markup markup) {
  return markup == Markup::html ? html_of(findings) : markdown_of(findings);
}

void print_report(const Findings& findings) {
  Table table(columns());
  for (const Finding& finding : findings.all) table.add(row_of(finding));
  table.print();
  std::cout << joined(sentences(findings)) << '\n';
}

Json report_json(const Findings& findings) {
  Json pairs = json_list(findings.all, [](const Finding& finding) {
    Json one{{"name", finding.name},
             {"verdict", words_of(finding.verdict).id},
             {"before", facts_json(finding.before)},
             {"after", facts_json(finding.after)}};
    if (!finding.failure.empty()) one["error"] = finding.failure;
    if (finding.before && finding.after) {
      one["change"] = finding.verdict == Verdict::unknown ? Json() : Json(finding.change().count);
      one["at_peak"] = {{"tensors", growth_json(finding.at_peak[0])},
                        {"operators", growth_json(finding.at_peak[1])},
                        {"modules", growth_json(finding.at_peak[2])}};
      one["new"] = changed_json(finding.added);
      one["gone"] = changed_json(finding.removed);
      one["resized"] = changed_json(finding.resized);
      one["moved"] = changed_json(finding.moved);
    }
    return one;
  });
  return {{"allowed_percent", findings.allowed},
          {"grew", findings.count(Verdict::grew)},
          {"invalid", findings.count(Verdict::invalid)},
          {"pairs", std::move(pairs)}};
}

}  // namespace stowage::cli
