// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/learn/lesson_words.h"

#include <algorithm>

#include <QCoreApplication>
#include <QRegularExpression>

#include "core/insight/learn/recording.h"
#include "widgets/edit/typed_duration.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/inspector/pages.h"

namespace stowage {
namespace {

constexpr std::int64_t kFewBytes = 10'000;  // so many need no KiB beside them

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::Learn)
};

QString name(const Graph& graph, TensorId t) {
  return text_of(graph.name(t));
}

QString bytes(std::int64_t count) {
  return exact_bytes(Bytes{count});
}

QString range(Interval run) {
  return QStringLiteral("[%1, %2)").arg(grouped(run.begin), grouped(run.end));
}

/// **Words** stand out, `names` are set apart; the rest is plain.
QString html_of(const std::string& text) {
  static const QRegularExpression strong(QStringLiteral(R"(\*\*(.+?)\*\*)")), name(QStringLiteral("`([^`]+)`"));
  return QString::fromStdString(text)
      .toHtmlEscaped()
      .replace(strong, QStringLiteral("<b>\\1</b>"))
      .replace(name, QStringLiteral("<code>\\1</code>"))
      .replace('\n', ' ');
}

QString listed(const QStringList& items) {
  return items.join(Text::tr(", ", "between items of a list"));
}

QString listed(const Graph& graph, const std::vector<TensorId>& tensors) {
  QStringList names;
  for (const TensorId t : tensors) names << name(graph, t);
  return listed(names);
}

QString sentence(const QString& words) {
  return Text::tr("%1.", "a sentence").arg(words);
}

Bytes sum_of(const Graph& graph, const std::vector<TensorId>& tensors) {
  Bytes sum;
  for (const TensorId t : tensors) sum += graph.size(t);
  return sum;
}

/// What the planner, the relation and the bounds say of an answer; empty where they add nothing.
class Reasons {
 public:
  explicit Reasons(const LessonSession& session)
      : session_(session), question_(*session.page().question), graph_(*session.page().graph) {}

  [[nodiscard]] QString of(const Answer& answer) const {
    switch (question_.fact) {
      case Fact::offset:
        return of_offset(answer.number);
      case Fact::next:
        return of_next();
      case Fact::safe_partner:
        return of_partner(answer.tensors);
      case Fact::clique:
        return of_clique(answer.tensors);
      case Fact::footprint:
        return of_footprint();
      case Fact::lifetime_bound:
        return of_lifetimes();
      case Fact::proved_bound:
        return of_proof();
      case Fact::least_footprint:
        return of_least();
      case Fact::makespan:
        return of_makespan();
      default:
        return {};
    }
  }

 private:
  [[nodiscard]] QString of_offset(std::int64_t offset) const {
    const Recording& r = session_.facts().recording(*session_.page().strategy);
    const std::size_t k = r.place(question_.tensor);
    const std::int64_t head = r.run(question_.tensor).begin - r.block(k).start;
    if (offset < head) return Text::tr("Its group would begin below 0.");
    const OffsetVerdict verdict = judge_offset(r, k, offset - head);
    switch (verdict.why) {
      case OffsetVerdict::Why::right:
        return of_choice(r, k, verdict);
      case OffsetVerdict::Why::overlaps:
        return of_overlap(r, *verdict.clash, r.block(k).start, offset - head);
      case OffsetVerdict::Why::not_at_start:
        return Text::tr("It would fit there, but the planner puts it at the beginning of the gap, at %1.")
            .arg(grouped(verdict.chosen->start + head));
      case OffsetVerdict::Why::higher_gap:
        return Text::tr("It would fit there, but there is room lower down, and first-fit takes the lowest.");
      case OffsetVerdict::Why::longer_gap:
        return of_longer(verdict);
      case OffsetVerdict::Why::later_object:
        return Text::tr("It would fit there, but an older object also has room.");
      case OffsetVerdict::Why::no_object:
        return of_border(r.block(k));
    }
    return {};
  }

  [[nodiscard]] QString of_choice(const Recording& r, std::size_t k, const OffsetVerdict& verdict) const {
    if (!verdict.chosen) return Text::tr("No object has room for it, so a new object is opened on top.");
    const Look& chosen = *verdict.chosen;
    if (chosen.is_open())
      return Text::tr("No gap below holds it; everything from %1 up is free.").arg(grouped(chosen.start));
    if (r.block(k).group) {  // what is free are starts; several may be right for the group
      const std::int64_t last = chosen.room.end - r.block(k).size;
      return last == chosen.start
                 ? Text::tr("The group can start at %1 there.").arg(grouped(chosen.start))
                 : Text::tr("The group can start from %1 to %2 there.").arg(grouped(chosen.start), grouped(last));
    }
    if (r.strategy().recipe->fit == Fit::first)
      return Text::tr("The lowest gap that holds it is %1.").arg(range(chosen.room));
    const auto others = std::ranges::count_if(looks_of(r, k), [](const Look& look) { return look.slack >= 0; });
    if (others < 2) return Text::tr("The only gap that holds it is %1.").arg(range(chosen.room));
    return Text::tr("Of the gaps that hold it, %1 leaves the least: %2.").arg(range(chosen.room), bytes(chosen.slack));
  }

  [[nodiscard]] QString of_overlap(const Recording& r, const Avoided& clash, std::int64_t block,
                                   std::int64_t start) const {
    const std::int64_t at = r.run(clash.member).begin - block + start;
    const Interval there{at, at + r.run(clash.member).end - r.run(clash.member).begin};
    return Text::tr("%1 would lie on %2 and overlap %3, which is on %4; the two are unsafe.")
        .arg(name(graph_, clash.member), range(there), name(graph_, clash.placed), range(r.run(clash.placed)));
  }

  [[nodiscard]] static QString of_longer(const OffsetVerdict& verdict) {
    if (verdict.here->is_open())
      return Text::tr("Everything is free up there, but a gap below holds it: best-fit takes a gap that leaves less.");
    return Text::tr(
               "It would fit there and leave %1, but another gap leaves %2, and best-fit takes the one that leaves "
               "least.")
        .arg(bytes(verdict.here->slack), bytes(verdict.chosen->slack));
  }

  [[nodiscard]] static QString of_border(const RecordedBlock& block) {
    QStringList objects;
    for (const Interval& object : block.objects) objects << range(object);
    return Text::tr("No block lies outside an object or across its border. The objects are %1.").arg(listed(objects));
  }

  [[nodiscard]] QString of_next() const {
    const Recording& r = session_.facts().recording(*session_.page().strategy);
    const std::size_t next = session_.facts().blocks_before(session_.page());
    if (session_.outcome().state == PageOutcome::State::wrong) return {};
    const auto block = r.problem().block(r.block(next).block);
    return Text::tr("Next is %1.").arg(listed(graph_, {block.begin(), block.end()}));
  }

  [[nodiscard]] QString of_partner(const std::vector<TensorId>& answer) const {
    if (answer.front() == question_.tensor) return Text::tr("That is the tensor itself.");
    const bool safe = !session_.facts().conflicts()->unsafe(answer.front(), question_.tensor);
    return (safe ? Text::tr("%1 and %2 are safe.") : Text::tr("%1 and %2 are unsafe."))
        .arg(name(graph_, question_.tensor), name(graph_, answer.front()));
  }

  [[nodiscard]] QString of_clique(const std::vector<TensorId>& answer) const {
    for (std::size_t i = 0; i < answer.size(); ++i)
      for (std::size_t j = i + 1; j < answer.size(); ++j)
        if (!session_.facts().conflicts()->unsafe(answer[i], answer[j]))
          return Text::tr("%1 and %2 are safe, so this is not a clique.")
              .arg(name(graph_, answer[i]), name(graph_, answer[j]));
    const Bytes sum = sum_of(graph_, answer);
    const Bytes most = session_.facts().bounds().clique->bytes;
    if (sum == most) return Text::tr("They add up to %1, and no clique is heavier.").arg(full_bytes(sum));
    return Text::tr("They are pairwise unsafe and add up to %1, but there is a heavier set.").arg(full_bytes(sum));
  }

  [[nodiscard]] QString of_footprint() const {
    if (session_.outcome().state == PageOutcome::State::wrong) return {};
    const auto offsets = session_.facts().offsets(*session_.page().strategy);
    const auto end = [&](TensorId t) { return offsets[t.index()].value + graph_.size(t).count; };
    const auto tensors = graph_.tensors();
    const TensorId top = *std::ranges::max_element(tensors, {}, end);
    return Text::tr("%1 ends highest, at %2.").arg(name(graph_, top), grouped(end(top)));
  }

  [[nodiscard]] QString of_lifetimes() const {
    if (session_.outcome().state == PageOutcome::State::wrong) return {};
    const std::size_t step = session_.facts().bounds().peak_step;
    std::vector<TensorId> alive;
    for (const TensorId t : graph_.tensors())
      if (const Lifetime life = (*session_.facts().lifetimes())[t.index()]; life.begin <= step && step < life.end)
        alive.push_back(t);
    return Text::tr("While %1 runs, these are alive: %2.")
        .arg(text_of(graph_.name(OperatorId(step))), listed(graph_, alive));
  }

  [[nodiscard]] QString of_proof() const {
    if (session_.outcome().state == PageOutcome::State::wrong) return {};
    const ProvedBound& clique = *session_.facts().bounds().clique;
    return Text::tr("Pairwise unsafe, with %1 in all: %2.")
        .arg(full_bytes(clique.bytes), listed(graph_, clique.tensors));
  }

  [[nodiscard]] QString of_makespan() const {
    if (session_.outcome().state == PageOutcome::State::wrong) return {};
    QStringList names;
    for (const OperatorId o : session_.facts().timing().critical_path()) names << text_of(graph_.name(o));
    return Text::tr("Critical path: %1.").arg(listed(names));
  }

  [[nodiscard]] QString of_least() const {
    QStringList lines;
    for (std::size_t k = 0; k < question_.strategies.size(); ++k)
      lines << Text::tr("%1: %2").arg(text_of(question_.choices[k]),
                                      exact_bytes(session_.facts().footprint(*question_.strategies[k])));
    return sentence(lines.join(Text::tr("; ", "between clauses")));
  }

  const LessonSession& session_;
  const Question& question_;
  const Graph& graph_;
};

/// Why the two of the question may share memory or not, as the inspector says it.
void add_explanation(const LessonSession& session, LessonText& out) {
  PlanView view;
  view.graph = session.facts().graph();
  view.lifetimes = session.facts().lifetimes();
  view.conflicts = session.facts().conflicts();
  const Question& question = *session.page().question;
  const Inspection why = inspect_pair({.view = view, .ground = {}, .note = {}}, question.tensor, question.other, {});
  out.outcome += "<hr/>" + why.html;
  if (why.events) {
    QStringList events;
    for (const RunEvent& event : why.events->events)
      events << (event.kind == RunEvent::Kind::start ? Text::tr("%1 starts") : Text::tr("%1 ends"))
                    .arg(text_of(view.graph->name(event.op)));
    out.outcome += "<p class='reason'>" + Text::tr("The events: %1.").arg(listed(events)).toHtmlEscaped() + "</p>";
  }
  out.paths = why.paths;
}

void add_outcome(const LessonSession& session, LessonText& out) {
  const PageOutcome& outcome = session.outcome();
  if (!outcome.answer) return;
  const Question& question = *session.page().question;
  const bool wrong = outcome.state == PageOutcome::State::wrong;
  const QString given = answer_text(question, *outcome.answer, *session.page().graph).toHtmlEscaped();
  QString verdict = Text::tr("Right: %1.");
  if (wrong) verdict = Text::tr("Not %1.");
  if (outcome.state == PageOutcome::State::shown) verdict = Text::tr("The answer is %1.");
  out.outcome += QStringLiteral("<h4 class='%1'>%2</h4>").arg(wrong ? "wrong" : "right", verdict.arg(given));
  out.verdict = verdict.arg(answer_text(question, *outcome.answer, *session.page().graph));
  const auto hint = std::ranges::find(question.hints, *outcome.answer, &LessonHint::answer);
  const std::string& said = !wrong ? question.right : hint != question.hints.end() ? hint->text : question.wrong;
  if (!said.empty()) {
    out.outcome += "<p>" + html_of(said) + "</p>";
    out.verdict += ' ' + plain_words(said);
  }
  const QString reason = Reasons(session).of(*outcome.answer);
  if (!reason.isEmpty()) out.outcome += "<p class='reason'>" + reason.toHtmlEscaped() + "</p>";
  if (question.fact == Fact::safe) add_explanation(session, out);
}

}  // namespace

LessonText lesson_text(const LessonSession& session) {
  LessonText out;
  const LessonPage& page = session.page();
  out.html = "<h3>" + html_of(page.title) + "</h3>";
  for (const std::string& paragraph : page.paragraphs) out.html += "<p>" + html_of(paragraph) + "</p>";
  if (page.question) {
    out.html += "<p class='question'><b>" + html_of(page.question->text) + "</b></p>";
    add_outcome(session, out);
  }
  const LessonScore score = session.score();
  if (session.is_last() && score.questions > 0) out.score = score_text(score);
  return out;
}

QString plain_words(const std::string& text) {
  return whole_text_of(text).remove('`').remove("**");
}

QString answer_text(const Question& question, const Answer& answer, const Graph& graph) {
  switch (question.kind()) {
    case AnswerKind::offset:
      return Text::tr("at %1").arg(grouped(answer.number));
    case AnswerKind::number:
      if (info_of(question.fact).time) return exact_duration(answer.number).replace(" us", QStringLiteral(" µs"));
      if (info_of(question.fact).place) return Text::tr("at %1").arg(grouped(answer.number));
      if (!info_of(question.fact).bytes) return grouped(answer.number);
      return answer.number < kFewBytes ? bytes(answer.number) : full_bytes(Bytes{answer.number});
    case AnswerKind::tensor:
    case AnswerKind::tensors:
      return listed(graph, answer.tensors);
    case AnswerKind::op:
      return text_of(graph.name(answer.op));
    case AnswerKind::safety:
      return answer.number == 1 ? Text::tr("safe") : Text::tr("unsafe");
    case AnswerKind::choice:
      return plain_words(question.choices[static_cast<std::size_t>(answer.number)]);
  }
  return {};
}

QString score_text(const LessonScore& score) {
  QString out = Text::tr("%1 of %n question(s) right at the first try", nullptr, static_cast<int>(score.questions))
                    .arg(grouped(static_cast<std::int64_t>(score.first_try)));
  if (score.later > 0) out += Text::tr(", %1 later").arg(grouped(static_cast<std::int64_t>(score.later)));
  if (score.shown > 0) out += Text::tr(", %1 shown").arg(grouped(static_cast<std::int64_t>(score.shown)));
  out = sentence(out);
  if (const auto open = score.questions - score.over(); open > 0)
    out = Text::tr("%1 %2", "two sentences")
              .arg(out, Text::tr("%n question(s) still open.", nullptr, static_cast<int>(open)));
  return out;
}

}  // namespace stowage
