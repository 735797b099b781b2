// SPDX-License-Identifier: Apache-2.0
#include "core/formats/experiment_report.h"

#include <algorithm>

#include "core/formats/markup_page.h"

namespace stowage {
namespace {

// Out of functions, where lupdate finds their context.
constexpr const char* kColumnOfPaper = PaperText::tr("%1, %2 (paper: %3)");
constexpr const char* kOneCase = PaperText::tr("%1 of 1 case");
constexpr const char* kManyCases = PaperText::tr("%1 of %2 cases");
constexpr const char* kSolverUsed = PaperText::tr(", solver %1");
constexpr const char* kAllRows = PaperText::tr(", all rows with the papers' time limits");
constexpr const char* kHeading = PaperText::tr("%1, %2: %3");
constexpr const char* kTitle = PaperText::tr("Experiments");
constexpr const char* kTableNote = PaperText::tr("Our numbers; the paper's are in parentheses.");
constexpr const char* kStandsIn = PaperText::tr(
    "The solver found nothing in time: the given order stands in, or tensors beside the pyramid are placed by best "
    "fit. Claims do not count such numbers.");
constexpr const char* kNotFinished = PaperText::tr("Stopped before everything was measured.");

constexpr std::size_t kMostColumns = 6;  // of a page

std::string said(const ExperimentWords& words, std::string english, const std::vector<std::string>& values = {}) {
  std::string out = words ? words(english) : std::move(english);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::string hole = '%' + std::to_string(k + 1);
    if (const std::size_t at = out.find(hole); at != std::string::npos) out.replace(at, hole.size(), values[k]);
  }
  return out;
}

std::string with_unit(const std::string& number, ExperimentUnit unit) {
  const std::string_view text = unit_text(unit);
  const bool apart = unit != ExperimentUnit::percent && unit != ExperimentUnit::times && !text.empty();
  return number + (apart ? " " : "") + std::string(text);
}

std::string column_title(const Experiment& of, const ExperimentColumn& column, const ExperimentWords& words) {
  const std::string unit(unit_text(column.unit)), printed(of.printed_unit(column));
  std::string out = said(words, column.title);
  if (unit.empty()) return out;
  return unit == printed ? out + ", " + unit : said(words, kColumnOfPaper, {out, unit, printed});
}

std::string cases_text(const ExperimentWords& words, std::size_t some, std::size_t all) {
  return said(words, all == 1 ? kOneCase : kManyCases, {std::to_string(some), std::to_string(all)});
}

std::string about_setting(const ExperimentSetting& setting) {
  std::string out = "Stowage " + setting.version + ", " + setting.date + ", " + setting.machine;
  if (!setting.solver.empty()) out += said(setting.words, kSolverUsed, {setting.solver});
  return out + (setting.full ? said(setting.words, kAllRows) : "");
}

std::vector<MarkupColumn> claim_columns(const ExperimentWords& words) {
  return {{said(words, PaperText::tr("claim"))},
          {said(words, PaperText::tr("claimed")), true},
          {said(words, PaperText::tr("here")), true},
          {said(words, PaperText::tr("verdict"))}};
}

std::vector<std::vector<std::string>> claim_rows(const ExperimentResult& result, const ExperimentWords& words) {
  std::vector<std::vector<std::string>> out;
  for (std::size_t k = 0; k < result.claims.size(); ++k) {
    ClaimTexts texts = claim_texts(result, k, words);
    if (!texts.reason.empty()) texts.verdict += ". " + texts.reason;
    out.push_back({std::move(texts.claim), std::move(texts.claimed), std::move(texts.found), std::move(texts.verdict)});
  }
  return out;
}

std::string heading_of(const Experiment& of, const ExperimentWords& words) {
  return said(words, kHeading,
              {std::string(of.paper().title), said(words, std::string(of.place)), said(words, of.title)});
}

/// The paragraphs below the table of an experiment.
std::vector<std::string> notes_of(const ExperimentResult& result, const ExperimentTable& table,
                                  const ExperimentWords& words) {
  std::vector<std::string> out = table.remarks;
  if (*result.experiment->note != '\0') out.push_back(said(words, result.experiment->note));
  return out;
}

std::string as_markup(const std::vector<ExperimentResult>& results, const ExperimentSetting& setting, Markup markup) {
  MarkupPage page(markup);
  const auto texts = [&](std::vector<std::vector<std::string>> rows) {
    for (auto& row : rows)
      for (std::string& cell : row) cell = page.text(cell);
    return rows;
  };
  const auto say = [&](std::string_view text) { page.paragraph(page.text(text)); };
  const ExperimentWords& words = setting.words;
  page.heading(page.text(said(words, kTitle)));
  say(about_setting(setting));
  say(said(words, kTableNote));
  for (const ExperimentResult& result : results) {
    const Experiment& of = *result.experiment;
    page.heading(page.text(heading_of(of, words)), 2);
    if (!result.finished) page.paragraph(page.strong(page.text(said(words, kNotFinished))));
    const ExperimentTable table = experiment_table(result, words);
    std::vector<MarkupColumn> columns;
    for (const std::string& title : table.titles) columns.push_back({page.text(title), !columns.empty()});
    page.table(columns, texts(table.rows));
    for (const std::string& note : notes_of(result, table, words)) say(note);
    page.table(claim_columns(words), texts(claim_rows(result, words)));
  }
  return page.whole(said(words, kTitle));
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out.append(c == '"' ? 2 : 1, c);
  return out + '"';
}

std::string plain_number(const std::optional<double>& value) {
  if (!value) return {};
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), *value).ptr};
}

std::string as_csv(const std::vector<ExperimentResult>& results, const ExperimentSetting& setting) {
  std::string out;
  const auto line = [&](const std::vector<std::string>& cells) {
    for (std::size_t k = 0; k < cells.size(); ++k) out += (k == 0 ? "" : ",") + csv_cell(cells[k]);
    out += '\n';
  };
  const ExperimentWords& words = setting.words;
  line({"experiment", "row", "quantity", "unit", "ours", "paper", "paper_unit", "remark"});
  line({"", "", "", "", "", "", "", about_setting(setting)});
  for (const ExperimentResult& result : results) {
    const Experiment& of = *result.experiment;
    const std::string id(of.id);
    for (std::size_t r = 0; r < result.rows.size(); ++r)
      for (std::size_t c = 0; c < of.columns.size(); ++c) {
        const Measurement& cell = result.cell(r, c);
        const ExperimentColumn& column = of.columns[c];
        const auto published = of.published_at(result.rows[r], c);
        line({id, said(words, std::string(of.rows[result.rows[r]].title)), said(words, column.title),
              std::string(unit_text(column.unit)), plain_number(cell.value), plain_number(published),
              published ? std::string(of.printed_unit(column)) : "",
              said(words, cell.stands_in ? kStandsIn : cell.missing)});
      }
    for (const auto& claim : claim_rows(result, words))
      line({id, "claim", claim[0], "", claim[2], claim[1], "", claim[3]});
    if (!result.finished) line({id, "", "", "", "", "", "", said(words, kNotFinished)});
  }
  return out;
}

std::string in_latex(std::string_view text) {
  static const std::vector<std::pair<std::string_view, std::string_view>> kWords{
      {"α", "$\\alpha$"}, {"≥", "$\\ge$"}, {"½", "$\\frac12$"}, {"×", "$\\times$"},
      {"–", "--"},        {"ï", "\\\"i"},  {"µ", "$\\mu$"}};
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto at =
        std::ranges::find_if(kWords, [&](const auto& each) { return text.substr(k).starts_with(each.first); });
    if (at != kWords.end()) {
      out += at->second;
      k += at->first.size() - 1;
    } else if (text[k] == '\\') {
      out += "\\textbackslash{}";
    } else {
      if (std::string_view("&%$#_{}").find(text[k]) != std::string_view::npos) out += '\\';
      out += text[k];
    }
  }
  return out;
}

/// `layout` has the column types of LaTeX.
std::string latex_table(const std::vector<std::string>& titles, const std::vector<std::vector<std::string>>& rows,
                        const std::vector<std::string>& layout) {
  std::string out = "\\begin{longtable}{";
  for (const std::string& each : layout) out += each;
  out += "}\n\\toprule\n";
  const auto line = [&](const std::vector<std::string>& cells) {
    for (std::size_t k = 0; k < cells.size(); ++k) out += (k == 0 ? "" : " & ") + in_latex(cells[k]);
    out += " \\\\\n";
  };
  line(titles);
  out += "\\midrule\n\\endhead\n";
  for (const auto& row : rows) line(row);
  return out + "\\bottomrule\n\\end{longtable}\n\n";
}

std::string as_latex(const std::vector<ExperimentResult>& results, const ExperimentSetting& setting) {
  const ExperimentWords& words = setting.words;
  std::string out =
      "\\documentclass[a4paper,landscape]{article}\n\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n"
      "\\usepackage[margin=15mm]{geometry}\n\\usepackage{booktabs,longtable,array}\n\\begin{document}\n\\small\n"
      "\\section*{" +
      in_latex(said(words, kTitle)) + "}\n";
  const auto say = [&](std::string_view text) { out += in_latex(text) + "\n\n"; };
  say(about_setting(setting));
  say(said(words, kTableNote));
  for (const ExperimentResult& result : results) {
    const Experiment& of = *result.experiment;
    out += "\\subsection*{" + in_latex(heading_of(of, words)) + "}\n";
    if (!result.finished) say(said(words, kNotFinished));
    const ExperimentTable table = experiment_table(result, words);
    std::vector<std::string> layout(
        table.titles.size(),
        ">{\\raggedleft\\arraybackslash}p{" + std::to_string(16.0 / static_cast<double>(table.titles.size())) + "cm}");
    layout.front() = "p{5cm}";
    out += latex_table(table.titles, table.rows, layout);
    for (const std::string& note : notes_of(result, table, words)) say(note);
    std::vector<std::string> titles;
    for (const MarkupColumn& column : claim_columns(words)) titles.push_back(column.title);
    out += latex_table(titles, claim_rows(result, words), {"p{8cm}", "r", "r", "p{10cm}"});
  }
  return out + "\\end{document}\n";
}

}  // namespace

ExperimentTable experiment_table(const ExperimentResult& result, const ExperimentWords& words) {
  const Experiment& of = *result.experiment;
  ExperimentTable out;
  std::vector<std::string> missing;
  bool any_stands_in = false;
  const auto text_of_cell = [&](const Measurement& cell, ExperimentUnit unit) -> std::string {
    any_stands_in = any_stands_in || cell.stands_in;
    if (cell.value) return number_text(*cell.value, unit) + (cell.stands_in ? "*" : "");
    if (cell.missing.empty()) return "–";
    auto at = std::ranges::find(missing, cell.missing);
    if (at == missing.end()) at = missing.insert(missing.end(), cell.missing);
    return "– [" + std::to_string(at - missing.begin() + 1) + ']';
  };
  std::vector<std::vector<std::string>> cells(of.columns.size());
  for (std::size_t c = 0; c < of.columns.size(); ++c)
    for (std::size_t r = 0; r < result.rows.size(); ++r) {
      std::string text = text_of_cell(result.cell(r, c), of.columns[c].unit);
      if (const auto published = of.published_at(result.rows[r], c)) text += " (" + published_text(*published) + ')';
      cells[c].push_back(std::move(text));
    }
  for (std::size_t k = 0; k < missing.size(); ++k)
    out.remarks.push_back('[' + std::to_string(k + 1) + "] " + said(words, missing[k]));
  if (any_stands_in) out.remarks.push_back("* " + said(words, kStandsIn));
  const bool turned = of.columns.size() > kMostColumns;
  out.titles.push_back("");
  if (turned) {
    for (const std::size_t row : result.rows) out.titles.push_back(said(words, std::string(of.rows[row].title)));
    for (std::size_t c = 0; c < of.columns.size(); ++c) {
      out.rows.push_back({column_title(of, of.columns[c], words)});
      std::ranges::move(cells[c], std::back_inserter(out.rows.back()));
    }
    return out;
  }
  for (const ExperimentColumn& column : of.columns) out.titles.push_back(column_title(of, column, words));
  for (std::size_t r = 0; r < result.rows.size(); ++r) {
    out.rows.push_back({said(words, std::string(of.rows[result.rows[r]].title))});
    for (auto& column : cells) out.rows.back().push_back(std::move(column[r]));
  }
  return out;
}

ClaimTexts claim_texts(const ExperimentResult& result, std::size_t k, const ExperimentWords& words) {
  using Is = PaperClaim::Is;
  const PaperClaim& claim = result.experiment->claims[k];
  const ClaimResult& found = result.claims[k];
  const ExperimentColumn& column = result.experiment->columns[claim.column];
  const ExperimentUnit unit = column.unit;
  const bool waits = found.verdict == ClaimVerdict::not_decided && found.to_come > 0;
  const char* const verdict = waits ? PaperText::tr("not decided yet") : verdict_text(found.verdict);
  ClaimTexts out{said(words, claim.text), "", "–", said(words, verdict), ""};
  const char* const pattern = claim.is == Is::as_published ? PaperText::tr("as printed")
                              : claim.is == Is::at_most    ? PaperText::tr("at most %1")
                              : claim.tolerance < 0        ? PaperText::tr("more than %1")
                              : claim.is == Is::at_least   ? PaperText::tr("at least %1")
                              : claim.tolerance > 0        ? PaperText::tr("about %1")
                                                           : "%1";
  out.claimed = said(words, pattern, {with_unit(published_text(claim.number), unit)});
  if (claim.of_ten < 10)
    out.claimed = said(words, PaperText::tr("%1 in %2 of 10 cases"), {out.claimed, std::to_string(claim.of_ten)});
  if (claim.ours) out.claimed = said(words, PaperText::tr("%1 (ours)"), {out.claimed});
  out.claimed = said(words, PaperText::tr("%1: %2"), {said(words, column.title), out.claimed});
  if (found.verdict != ClaimVerdict::not_decided)
    out.found = found.ours ? with_unit(number_text(*found.ours, unit), unit)
                           : said(words, PaperText::tr("in %1"), {cases_text(words, found.fulfilled_by, found.rows)});
  if (found.rows < found.of && !(waits && found.rows == 0))
    out.verdict =
        said(words, PaperText::tr("%1 (%2 measured)"), {out.verdict, cases_text(words, found.rows, found.of)});
  // A claim that only lacks numbers needs no other reason.
  const bool falls_short =
      (found.verdict == ClaimVerdict::in_part && (found.ours || found.fulfilled_by < found.rows)) ||
      found.verdict == ClaimVerdict::does_not_hold;
  if (falls_short) out.reason = said(words, claim.reason);
  return out;
}

std::string experiment_report(const std::vector<ExperimentResult>& results, const ExperimentSetting& setting,
                              ReportKind kind) {
  switch (kind) {
    case ReportKind::csv:
      return as_csv(results, setting);
    case ReportKind::latex:
      return as_latex(results, setting);
    case ReportKind::html:
      return as_markup(results, setting, Markup::html);
    case ReportKind::markdown:
      break;
  }
  return as_markup(results, setting, Markup::markdown);
}

}  // namespace stowage
