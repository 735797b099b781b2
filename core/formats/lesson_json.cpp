// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lesson_json.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/faults.h"
#include "core/formats/json.h"
#include "core/formats/lesson_value.h"
#include "core/formats/readers.h"
#include "core/formats/utf8.h"
#include "core/graph/laid_out.h"
#include "core/insight/bodies/lay_out.h"
#include "core/insight/learn/lesson_facts.h"
#include "core/papers/tables.h"
#include "core/plan/block_problem.h"
#include "core/plan/bounds.h"
#include "core/safety/conflicts.h"

namespace stowage {
namespace {

constexpr std::string_view kFields[] = {"format", "version", "title",    "source", "about",
                                        "graph",  "graphs",  "strategy", "pages"};
constexpr std::string_view kPageFields[] = {"title", "graph", "text", "show", "ask"};
constexpr std::string_view kShowFields[] = {"strategy", "blocks", "select", "view", "color"};
/// The properties that may colour a page; the window and the slides paint them.
constexpr std::string_view kColors[] = {"stream", "phase", "kind", "op", "size", "lifetime", "group"};
constexpr std::string_view kHintFields[] = {"answer", "text"};

constexpr std::size_t kMaxParagraphs = 50, kMaxHints = 50, kMaxChoices = 12, kMaxSelected = 1000;

/// Whether a path is relative, so that it does not depend on where the lesson was unpacked.
bool is_relative(const std::string& path) {
  return !path.empty() && path.front() != '/' && path.find('\\') == std::string::npos &&
         path.find(':') == std::string::npos && path.find('\0') == std::string::npos;
}

Result<void> check_size(const Graph& graph, const std::string& file, const std::string& place) {
  if (std::max(graph.tensor_count(), graph.operator_count()) <= kMaxLessonTensors) return {};
  return bad_input(file, place,
                   "a lesson's graph has at most " + std::to_string(kMaxLessonTensors) + " tensors and operators");
}

/// Makes a lesson and its graphs from the checked tree of a file. Faults of a graph come alone, all others in one list.
class LessonReader {
 public:
  LessonReader(const std::string& file, const OpenLessonGraph& open, const Task& task)
      : file_(file), open_(open), task_(task), faults_(file) {}

  Result<Lesson> read(const Json& root) && {
    STOWAGE_CHECK(read_graphs(root));
    const LessonValue document(root, "", faults_);
    document.allow(kFields);
    lesson_.title = lesson_.key = document.text("title", true);
    lesson_.source = document.text("source");
    lesson_.about = document.text("about");
    lesson_.strategy = strategy(document, "strategy");
    must_be_followed(document, "strategy", lesson_.strategy);
    const auto pages = document.items("pages", kMaxLessonPages);
    if (pages.empty() && !faults_.any()) document.fault("pages", "there must be at least one page");
    for (const LessonValue& page : pages) read_page(page);
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    return std::move(lesson_);
  }

 private:
  Result<void> read_graphs(const Json& root) {
    STOWAGE_TRY(lesson_.graph, read_graph_at(root.value("graph", Json()), "/graph"));
    if (!root.contains("graphs")) return {};
    const Json& graphs = root["graphs"];
    if (auto object = check_object(graphs); !object) return bad_input(file_, "/graphs", object.error());
    if (graphs.size() > kMaxLessonGraphs)
      return bad_input(file_, "/graphs", "has more than " + std::to_string(kMaxLessonGraphs) + " graphs");
    for (const auto& [name, graph] : graphs.items()) {
      STOWAGE_TRY(named_[name], read_graph_at(graph, "/graphs" + pointer_step(name)));
    }
    return {};
  }

  Result<std::shared_ptr<const Graph>> read_graph_at(const Json& graph, const std::string& place) const {
    const bool inside = graph.is_object();
    if (!inside && (!graph.is_string() || !is_relative(graph.get<std::string>())))
      return bad_input(file_, place, "must be a graph, or the relative path of one");
    const std::string path = inside ? file_ : graph.get<std::string>();
    STOWAGE_TRY(const std::string bytes, inside ? Result<std::string>(graph.dump()) : open_(path));
    auto read = read_graph_json(bytes, path, task_);
    if (!read && inside)
      for (Diagnostic& fault : read.error().faults) fault.place.insert(0, place);
    if (!read) return tl::unexpected(std::move(read.error()));
    auto laid_out = lay_out_bodies(read->graph, {}, task_);
    if (!laid_out && laid_out.error().is_stop()) return tl::unexpected(laid_out.error());
    if (!laid_out) return bad_input(file_, place, laid_out.error().text());
    STOWAGE_CHECK(check_size(**laid_out, file_, place));
    return laid_out;
  }

  void read_page(const LessonValue& value) {
    if (!value.is_object()) return;
    value.allow(kPageFields);
    LessonPage page;
    page.title = value.text("title", true);
    page.graph = graph_ = graph(value);
    for (const LessonValue& paragraph : value.items("text", kMaxParagraphs))
      page.paragraphs.push_back(paragraph.text());
    page.strategy = lesson_.strategy;
    if (const auto show = value.object("show")) read_show(*show, page);
    if (const auto ask = value.object("ask")) read_question(*ask, page);
    lesson_.pages.push_back(std::move(page));
  }

  void read_show(const LessonValue& value, LessonPage& page) {
    value.allow(kShowFields);
    if (value.has("strategy")) page.strategy = strategy(value, "strategy");
    if (const auto blocks = value.whole("blocks")) {
      if (static_cast<std::size_t>(*blocks) > block_count())
        value.fault("blocks", "the graph has only " + std::to_string(block_count()) + " tensors and groups to place");
      page.blocks = static_cast<std::size_t>(*blocks);
    }
    if (page.blocks) must_be_followed(value, "strategy", page.strategy);
    page.select = tensors(value, "select");
    page.color = value.text("color");
    if (!page.color.empty()) static_cast<void>(value.one_of("color", "colouring", kColors));
    if (value.has("view"))
      page.view = static_cast<LessonView>(value.one_of("view", "view", lesson_views()).value_or(0));
  }

  void read_question(const LessonValue& value, LessonPage& page) {
    std::vector<std::string_view> ids;
    for (const FactInfo& each : facts()) ids.push_back(each.id);
    const auto fact = value.one_of("fact", "fact", ids);
    if (!fact) return;
    const FactInfo& info = facts()[*fact];
    if (info.fact == Fact::offset || info.fact == Fact::next) must_be_followed(value, "fact", page.strategy);
    if (info.fact == Fact::bytes_passed && page.strategy && !has_allocation_graph(*page.strategy))
      value.fault("fact", in_quotes(page.strategy->id) + " has no allocation graph");
    Question question;
    question.fact = info.fact;
    question.text = value.text("question", true);
    question.right = value.text("right");
    question.wrong = value.text("wrong");
    read_subject(value, info, question);
    question.answer = answer(value, "answer", question);
    for (const LessonValue& hint : value.items("hints", kMaxHints)) {
      if (!hint.is_object()) continue;
      hint.allow(kHintFields);
      question.hints.push_back({answer(hint, "answer", question), hint.text("text", true)});
    }
    page.question = std::move(question);
  }

  /// Reads the subject of a question, which decides the fields that it may have.
  void read_subject(const LessonValue& value, const FactInfo& info, Question& question) {
    std::vector<std::string_view> fields{"fact", "question", "answer", "right", "wrong", "hints"};
    const auto asks = [&](bool wanted, std::initializer_list<std::string_view> names) {
      if (wanted) fields.insert(fields.end(), names);
      return wanted;
    };
    if (asks(info.tensor, {"tensor"})) question.tensor = tensor(value, "tensor");
    if (asks(info.op, {"operator"})) question.op = op(value, "operator");
    if (asks(info.stream, {"stream"})) question.stream = stream(value);
    if (asks(info.choices, {"choices"})) {
      for (const LessonValue& choice : value.items("choices", kMaxChoices)) question.choices.push_back(choice.text());
      if (question.choices.size() < 2) value.fault("choices", "there must be two or more");
    }
    if (asks(info.strategies, {"strategies"})) {
      for (const LessonValue& each : value.items("strategies", kMaxChoices))
        question.strategies.push_back(strategy(each, ""));
      if (question.strategies.size() != question.choices.size())
        value.fault("strategies", "there must be one for each of the choices");
    }
    if (asks(info.limit, {"limit"})) {
      question.limit = value.whole("limit").value_or(0);
      if (question.limit < 1) value.fault("limit", "must be a whole number from 1 up");
    }
    if (asks(info.loop, {"loop"})) read_loop(value, info, question);
    asks(info.value, {"value", "iterations"});
    if (asks(info.pair, {"tensors"})) read_pair(value, question);
    value.allow(fields);
  }

  void read_pair(const LessonValue& value, Question& question) {
    const auto pair = value.items("tensors", 2);
    if (pair.size() != 2) return value.fault("tensors", "must name two tensors");
    question.tensor = tensor(pair[0], "");
    question.other = tensor(pair[1], "");
    if (question.tensor.valid() && question.tensor == question.other)
      value.fault("tensors", "names " + in_quotes(pair[0].text()) + " twice");
  }

  /// Reads the path of a loop, the value in its body, and an iteration of each loop of the path.
  void read_loop(const LessonValue& value, const FactInfo& info, Question& question) {
    const Graph* around = &source_of(*graph_);
    std::string path = value.text("loop", true);
    for (std::size_t end = 0; end != std::string::npos && !path.empty();) {
      end = path.find('/');
      const std::string name = path.substr(0, end);
      if (end != std::string::npos) path.erase(0, end + 1);
      const OperatorId o = around->find_operator(name);
      const Loop* loop = o.valid() ? around->loop(o) : nullptr;
      if (!loop) return value.fault("loop", "there is no loop " + in_quotes(name));
      question.loop.push_back(name);
      around = &loop->body;
    }
    if (!info.value) return;
    question.value = value.find("value", "the body of the loop has no tensor",
                                [&](const std::string& name) { return around->find_tensor(name); });
    for (const LessonValue& each : value.items("iterations", kMaxChoices))
      question.iterations.push_back(each.whole("").value_or(0));
    if (question.iterations.size() != question.loop.size())
      value.fault("iterations", "there must be one for each loop of the path");
  }

  Answer answer(const LessonValue& value, std::string_view field, const Question& question) {
    Answer out;
    if (!value.has(field)) return value.fault(field, "is missing"), out;
    switch (question.kind()) {
      case AnswerKind::offset:
      case AnswerKind::number:
        out.number = value.whole(field).value_or(0);
        break;
      case AnswerKind::tensor:
        out.tensors = {tensor(value, field)};
        break;
      case AnswerKind::tensors:
        out.tensors = tensors(value, field);
        break;
      case AnswerKind::op:
        out.op = op(value, field);
        break;
      case AnswerKind::safety: {
        const std::string word = value.text(field);
        if (!word.empty() && word != "safe" && word != "unsafe")
          value.fault(field, "must be \"safe\" or \"unsafe\", not " + in_quotes(word));
        out.number = word == "safe";
        break;
      }
      case AnswerKind::choice: {
        const std::string text = value.text(field);
        const auto found = std::ranges::find(question.choices, text);
        if (found == question.choices.end())
          value.fault(field, "must be one of the choices, not " + in_quotes(text));
        else
          out.number = found - question.choices.begin();
        break;
      }
    }
    return out;
  }

  // ---- names; those of tensors, operators and streams are of the page's graph

  [[nodiscard]] std::shared_ptr<const Graph> graph(const LessonValue& page) const {
    if (!page.has("graph")) return lesson_.graph;
    const std::string name = page.text("graph", true);
    if (const auto found = named_.find(name); found != named_.end()) return found->second;
    if (!name.empty()) page.fault("graph", "there is no " + in_quotes(name) + " in \"graphs\"");
    return lesson_.graph;
  }
  TensorId tensor(const LessonValue& value, std::string_view field) {
    return value.find(field, "the graph has no tensor",
                      [&](const std::string& name) { return graph_->find_tensor(name); });
  }
  std::vector<TensorId> tensors(const LessonValue& value, std::string_view field) {
    std::vector<TensorId> out;
    for (const LessonValue& each : value.items(field, kMaxSelected)) out.push_back(tensor(each, ""));
    std::ranges::sort(out);
    if (std::ranges::adjacent_find(out) != out.end() && out.back().valid()) value.fault(field, "names a tensor twice");
    return out;
  }
  OperatorId op(const LessonValue& value, std::string_view field) {
    return value.find(field, "the graph has no operator",
                      [&](const std::string& name) { return graph_->find_operator(name); });
  }
  StreamId stream(const LessonValue& value) {
    if (!value.has("stream")) return value.fault("stream", "is missing"), StreamId();
    const auto number = value.whole("stream");
    for (const StreamId s : graph_->streams())
      if (number && graph_->info(s).number == *number) return s;
    if (number) value.fault("stream", "the graph has no stream " + std::to_string(*number));
    return {};
  }
  static const LayoutStrategy* strategy(const LessonValue& value, std::string_view field) {
    return value.find(field, "there is no strategy", [](const std::string& id) { return find_layout_strategy(id); });
  }
  /// A page that shows the steps of a plan needs a strategy with a recipe.
  static void must_be_followed(const LessonValue& value, std::string_view field, const LayoutStrategy* found) {
    if (found && !found->recipe) value.fault(field, "the decisions of " + in_quotes(found->id) + " cannot be followed");
  }
  [[nodiscard]] std::size_t block_count() const {
    std::size_t out = graph_->tensor_count() + graph_->group_count();
    for (const GroupId g : graph_->groups()) out -= graph_->members(g).size();
    return out;
  }

  const std::string& file_;
  const OpenLessonGraph& open_;
  const Task& task_;
  Faults faults_;
  Lesson lesson_;
  std::map<std::string, std::shared_ptr<const Graph>, std::less<>> named_;
  std::shared_ptr<const Graph> graph_;  // of the page that is read
};

constexpr std::string_view kWordsFields[] = {"format", "version", "title", "source", "about", "pages"};
constexpr std::string_view kWordsPageFields[] = {"title", "text", "ask"};
constexpr std::string_view kWordsAskFields[] = {"question", "choices", "right", "wrong", "hints"};
constexpr std::size_t kMaxWords = 1000;

/// Replaces a text. The file must have it if and only if the lesson has it.
void put(const LessonValue& value, std::string_view field, std::string& text) {
  if (!text.empty())
    text = value.text(field, true);
  else if (value.has(field))
    value.fault(field, "the lesson has no such text");
}

/// The values, as many as the lesson has; empty, with a fault, where the number differs.
std::vector<LessonValue> words_of(const LessonValue& value, std::string_view field, std::size_t count) {
  auto out = value.items(field, kMaxWords);
  if (out.size() == count) return out;
  value.fault(field, "has " + std::to_string(out.size()) + " items, the lesson has " + std::to_string(count));
  return {};
}

void put_all(const LessonValue& value, std::string_view field, std::vector<std::string>& texts) {
  const auto words = words_of(value, field, texts.size());
  for (std::size_t k = 0; k < words.size(); ++k) texts[k] = words[k].text({}, !texts[k].empty());
}

void put_question(const LessonValue& value, Question& question) {
  value.allow(kWordsAskFields);
  put(value, "question", question.text);
  put(value, "right", question.right);
  put(value, "wrong", question.wrong);
  put_all(value, "choices", question.choices);
  const auto hints = words_of(value, "hints", question.hints.size());
  for (std::size_t k = 0; k < hints.size(); ++k) question.hints[k].text = hints[k].text({}, true);
}

void put_page(const LessonValue& value, LessonPage& page) {
  if (!value.is_object()) return;
  value.allow(kWordsPageFields);
  put(value, "title", page.title);
  put_all(value, "text", page.paragraphs);
  const auto ask = value.object("ask");
  if (ask && page.question)
    put_question(*ask, *page.question);
  else if (ask)
    value.fault("ask", "this page of the lesson asks nothing");
  else if (page.question && !value.has("ask"))
    value.fault("ask", "is missing");
}

}  // namespace

bool looks_like_lesson(std::string_view bytes) {
  constexpr std::string_view kKey = "\"format\"", kSpace = " \t\r\n", kValue = "\"stowage-lesson\"";
  if (bytes.size() > kMaxLessonBytes) return false;
  for (std::size_t at = bytes.find(kKey); at != std::string_view::npos; at = bytes.find(kKey, at + 1)) {
    const std::size_t colon = bytes.find_first_not_of(kSpace, at + kKey.size());
    if (colon == std::string_view::npos || bytes[colon] != ':') continue;
    const std::size_t value = bytes.find_first_not_of(kSpace, colon + 1);
    if (value != std::string_view::npos && bytes.substr(value).starts_with(kValue)) return true;
  }
  return false;
}

Result<Lesson> read_lesson(std::string_view bytes, const std::string& file, const OpenLessonGraph& open,
                           const Task& task) {
  STOWAGE_TRY(const auto root, read_lesson_tree(bytes, "stowage-lesson", kFields, file, task));
  return LessonReader(file, open, task).read(root);
}

Result<Lesson> read_lesson_words(Lesson lesson, std::string_view bytes, const std::string& file, const Task& task) {
  STOWAGE_TRY(const auto root, read_lesson_tree(bytes, "stowage-lesson-words", kWordsFields, file, task));
  Faults faults(file);
  const LessonValue document(root, "", faults);
  document.allow(kWordsFields);
  put(document, "title", lesson.title);
  put(document, "source", lesson.source);
  put(document, "about", lesson.about);
  const auto pages = words_of(document, "pages", lesson.pages.size());
  for (std::size_t k = 0; k < pages.size(); ++k) put_page(pages[k], lesson.pages[k]);
  if (faults.any()) return tl::unexpected(std::move(faults).error());
  return lesson;
}

Result<std::string> new_lesson(const Graph& given, const LayoutStrategy& strategy, const NewLessonWords& words,
                               const Task& task) {
  STOWAGE_TRY(const auto laid_out, lay_out_bodies(std::make_shared<const Graph>(given), {}, task));
  const Graph& graph = *laid_out;
  STOWAGE_CHECK(check_size(graph, "", ""));
  STOWAGE_TRY(const auto conflicts, Conflicts::compute(graph, task));
  STOWAGE_TRY(const auto problem, BlockProblem::make(graph, conflicts));
  STOWAGE_TRY(const Bounds bounds, all_bounds(problem, task));
  Json out = {{"format", "stowage-lesson"},
              {"version", 1},
              {"title", words.title},
              {"source", words.source},
              {"about", words.about}};
  out["graph"] = Json::parse(write_graph_json(graph));
  out["strategy"] = strategy.recipe ? strategy.id : "so.size.best";
  out["pages"] = Json::array();
  out["pages"].push_back(
      {{"title", words.first_title}, {"text", Json::array({words.first_text})}, {"show", {{"view", "graph"}}}});
  out["pages"].push_back({{"title", words.ask_title},
                          {"text", Json::array({words.ask_text})},
                          {"show", {{"view", "lanes"}}},
                          {"ask",
                           {{"fact", "lifetime-bound"},
                            {"question", words.question},
                            {"answer", bounds.lifetime.bytes.count},
                            {"right", words.right},
                            {"wrong", words.wrong}}}});
  return out.dump(1) + '\n';
}

}  // namespace stowage
