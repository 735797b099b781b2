// SPDX-License-Identifier: Apache-2.0
#include "core/formats/experiment_report.h"

#include <algorithm>

#include "core/formats/markup_page.h"

namespace stowage {
namespace {

constexpr std::size_t kMostColumns = 6;  // of a page

std::string with_unit(double value, ExperimentUnit unit) {
  const std::string_view text = unit_text(unit);
  const bool apart = unit != ExperimentUnit::percent && unit != ExperimentUnit::times && !text.empty();
  return number_text(value) + (apart ? " " : "") + std::string(text);
}

std::string column_title(const ExperimentColumn& column) {
  const std::string_view unit = unit_text(column.unit);
  return column.title + (unit.empty() ? "" : ", " + std::string(unit));
}

std::string rows_text(std::size_t some, std::size_t all) {
  return std::to_string(some) + " of " + std::to_string(all) + (all == 1 ? " row" : " rows");
}

std::string about_setting(const ExperimentSetting& setting) {
  std::string out = "Stowage " + setting.version + ", " + setting.date + ", " + setting.machine;
  if (!setting.solver.empty()) out += ", solver " + setting.solver;
  return out + (setting.full ? ", all rows with the papers' time limits" : "");
}

constexpr const char* kTableNote = "Our numbers; the paper's are in parentheses.";
constexpr const char* kNotFinished = "Stopped before everything was measured.";
const std::vector<MarkupColumn>& claim_columns() {
  static const std::vector<MarkupColumn> kColumns{{"claim of the paper"}, {"paper", true}, {"here", true}, {"verdict"}};
  return kColumns;
}

std::vector<std::vector<std::string>> claim_rows(const ExperimentResult& result) {
  std::vector<std::vector<std::string>> out;
  const Experiment& of = *result.experiment;
  for (std::size_t k = 0; k < of.claims.size(); ++k)
    out.push_back({of.claims[k].text, claimed_text(of, of.claims[k]), found_text(of, of.claims[k], result.claims[k]),
                   judged_text(of.claims[k], result.claims[k])});
  return out;
}

std::string heading_of(const Experiment& of) {
  return std::string(of.paper().title) + ", " + std::string(of.place) + ": " + of.title;
}

std::string as_markup(const std::vector<ExperimentResult>& results, const ExperimentSetting& setting, Markup markup) {
  MarkupPage page(markup);
  const auto texts = [&](std::vector<std::vector<std::string>> rows) {
    for (auto& row : rows)
      for (std::string& cell : row) cell = page.text(cell);
    return rows;
  };
  const auto say = [&](std::string_view text) { page.paragraph(page.text(text)); };
  page.heading("Experiments");
  say(about_setting(setting));
  for (const ExperimentResult& result : results) {
    const Experiment& of = *result.experiment;
    page.heading(page.text(heading_of(of)), 2);
    if (!result.finished) page.paragraph(page.strong(page.text(kNotFinished)));
    const ExperimentTable table = experiment_table(result);
    std::vector<MarkupColumn> columns;
    for (const std::string& title : table.titles) columns.push_back({page.text(title), !columns.empty()});
    page.table(columns, texts(table.rows));
    for (const std::string& remark : table.remarks) say(remark);
    if (!of.published.empty()) say(kTableNote);
    if (*of.note != '\0') say(of.note);
    page.table(claim_columns(), texts(claim_rows(result)));
  }
  return page.whole("Experiments");
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
  line({"experiment", "row", "quantity", "unit", "ours", "paper", "remark"});
  line({"", "", "", "", "", "", about_setting(setting)});
  for (const ExperimentResult& result : results) {
    const Experiment& of = *result.experiment;
    const std::string id(of.id);
    for (std::size_t r = 0; r < result.rows.size(); ++r)
      for (std::size_t c = 0; c < of.columns.size(); ++c) {
        const Measurement& cell = result.cell(r, c);
        line({id, std::string(of.rows[result.rows[r]].title), of.columns[c].title,
              std::string(unit_text(of.columns[c].unit)), plain_number(cell.value),
              plain_number(of.published_at(result.rows[r], c)), cell.missing});
      }
    for (std::size_t k = 0; k < of.claims.size(); ++k)
      line({id, "claim", of.claims[k].text, "", found_text(of, of.claims[k], result.claims[k]),
            claimed_text(of, of.claims[k]), judged_text(of.claims[k], result.claims[k])});
    if (!result.finished) line({id, "", "", "", "", "", kNotFinished});
  }
  return out;
}

std::string in_latex(std::string_view text) {
  static const std::vector<std::pair<std::string_view, std::string_view>> kWords{
      {"α", "$\\alpha$"}, {"×", "$\\times$"}, {"–", "--"}, {"ï", "\\\"i"}, {"µ", "$\\mu$"}};
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
  std::string out =
      "\\documentclass[a4paper,landscape]{article}\n\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n"
      "\\usepackage[margin=15mm]{geometry}\n\\usepackage{booktabs,longtable,array}\n\\begin{document}\n\\small\n"
      "\\section*{Experiments}\n";
  const auto say = [&](std::string_view text) { out += in_latex(text) + "\n\n"; };
  say(about_setting(setting));
  for (const ExperimentResult& result : results) {
    const Experiment& of = *result.experiment;
    out += "\\subsection*{" + in_latex(heading_of(of)) + "}\n";
    if (!result.finished) say(kNotFinished);
    const ExperimentTable table = experiment_table(result);
    std::vector<std::string> layout(
        table.titles.size(),
        ">{\\raggedleft\\arraybackslash}p{" + std::to_string(16.0 / static_cast<double>(table.titles.size())) + "cm}");
    layout.front() = "p{5cm}";
    out += latex_table(table.titles, table.rows, layout);
    for (const std::string& remark : table.remarks) say(remark);
    if (!of.published.empty()) say(kTableNote);
    if (*of.note != '\0') say(of.note);
    std::vector<std::string> titles;
    for (const MarkupColumn& column : claim_columns()) titles.push_back(column.title);
    out += latex_table(titles, claim_rows(result), {"p{8cm}", "r", "r", "p{10cm}"});
  }
  return out + "\\end{document}\n";
}

}  // namespace

ExperimentTable experiment_table(const ExperimentResult& result) {
  const Experiment& of = *result.experiment;
  std::vector<std::vector<std::string>> cells(of.columns.size());
  ExperimentTable out;
  std::vector<std::string> missing;
  for (std::size_t c = 0; c < of.columns.size(); ++c)
    for (std::size_t r = 0; r < result.rows.size(); ++r) {
      const Measurement& cell = result.cell(r, c);
      std::string text = cell.value ? number_text(*cell.value) : "–";
      if (!cell.value && !cell.missing.empty()) {
        auto at = std::ranges::find(missing, cell.missing);
        if (at == missing.end()) at = missing.insert(missing.end(), cell.missing);
        text += " [" + std::to_string(at - missing.begin() + 1) + ']';
      }
      if (const auto published = of.published_at(result.rows[r], c)) text += " (" + number_text(*published) + ')';
      cells[c].push_back(std::move(text));
    }
  for (std::size_t k = 0; k < missing.size(); ++k)
    out.remarks.push_back('[' + std::to_string(k + 1) + "] " + missing[k]);
  const bool turned = of.columns.size() > kMostColumns;
  out.titles.push_back("");
  if (turned) {
    for (const std::size_t row : result.rows) out.titles.emplace_back(of.rows[row].title);
    for (std::size_t c = 0; c < of.columns.size(); ++c) {
      out.rows.push_back({column_title(of.columns[c])});
      std::ranges::move(cells[c], std::back_inserter(out.rows.back()));
    }
    return out;
  }
  for (const ExperimentColumn& column : of.columns) out.titles.push_back(column_title(column));
  for (std::size_t r = 0; r < result.rows.size(); ++r) {
    out.rows.push_back({std::string(of.rows[result.rows[r]].title)});
    for (auto& column : cells) out.rows.back().push_back(std::move(column[r]));
  }
  return out;
}

std::string claimed_text(const Experiment& experiment, const PaperClaim& claim) {
  if (claim.is == PaperClaim::Is::as_published) return "as printed";
  return (claim.is == PaperClaim::Is::at_least  ? "at least "
          : claim.is == PaperClaim::Is::at_most ? "at most "
                                                : "") +
         with_unit(claim.number, experiment.columns[claim.column].unit);
}

std::string found_text(const Experiment& experiment, const PaperClaim& claim, const ClaimResult& result) {
  if (result.verdict == ClaimVerdict::not_decided) return "–";
  return result.ours ? with_unit(*result.ours, experiment.columns[claim.column].unit)
                     : "on " + rows_text(result.fulfilled_by, result.rows);
}

std::string judged_text(const PaperClaim& claim, const ClaimResult& result) {
  std::string out = verdict_text(result.verdict);
  if (result.rows < result.of) out += " (" + rows_text(result.rows, result.of) + " measured)";
  const bool falls_short = result.verdict == ClaimVerdict::in_part || result.verdict == ClaimVerdict::does_not_hold;
  if (falls_short && *claim.reason != '\0') out += ". " + std::string(claim.reason);
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
