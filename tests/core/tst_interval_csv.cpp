// SPDX-License-Identifier: Apache-2.0
#include "core/formats/csv.h"
#include "core/formats/file.h"
#include "core/formats/interval_csv.h"
#include "core/graph/lifetimes.h"
#include "core/stowage.h"
#include "tests/support/checks.h"
#include "tests/support/imports.h"
#include "tests/support/says.h"
#include "tests/support/shared.h"

using namespace stowage;

namespace {

Document read(std::string_view text, const ReadOptions& options = {}) {
  auto document = read_interval_csv(text, "x.csv", options);
  if (!document) throw std::runtime_error(document.error().text());
  return std::move(*document);
}

std::string lives(const Graph& graph) {
  std::vector<std::string> out;
  const auto all = lifetimes(graph);
  for (TensorId t : graph.tensors()) {
    const Lifetime life = all[t.index()];
    const std::string name = std::string(graph.name(t));
    out.push_back(life.empty() ? name + "[)"
                               : test::text(name, "[", graph.times()[life.begin], ",", graph.times()[life.end], ")"));
  }
  return test::joined(out, " ");
}

Bytes bound_of(const Graph& graph) {
  const auto curve = memory_curve(graph, lifetimes(graph));
  return curve.empty() ? Bytes{0} : *std::ranges::max_element(curve);
}

/// Unsafe pairs by a sweep: at each beginning, everything alive.
std::uint64_t overlapping_pairs(const Graph& graph) {
  const auto all = lifetimes(graph);
  std::vector<std::uint64_t> begins(graph.operator_count() + 1), ends(graph.operator_count() + 1);
  for (const Lifetime life : all)
    if (!life.empty()) ++begins[life.begin], ++ends[life.end];
  std::uint64_t alive = 0, pairs = 0;
  for (std::size_t step = 0; step < begins.size(); ++step) {
    alive -= ends[step];
    pairs += begins[step] * alive + begins[step] * (begins[step] - std::min<std::uint64_t>(begins[step], 1)) / 2;
    alive += begins[step];
  }
  return pairs;
}

}  // namespace

TEST_CASE("columns in any order and by any name") {
  struct Row {
    std::string name, text, expected;
  };
  std::vector<Row> rows;
  const auto add = [&](const char* name, const char* text, const char* expected) {
    rows.push_back({name, std::string(text), std::string(expected)});
  };
  add("plain", "id,lower,upper,size\na,0,3,4\nb,3,9,4\n", "a[0,3) b[3,9)");
  add("synonyms", "size,upper,begin,buffer\n4,3,0,a\n4,9,3,b", "a[0,3) b[3,9)");
  add("more synonyms", "buffer_id,start,upper,size\r\na,0,3,4\r\nb,3,9,4\r\n", "a[0,3) b[3,9)");
  add("end is inclusive", "id,lower,end,size\na,0,2,4\nb,3,8,4\n", "a[0,3) b[3,9)");
  add("spaces", " id , lower,upper ,size\n a ,  0,3 ,4  \n b, 3,9,4\n", "a[0,3) b[3,9)");
  add("quotes", "\"id\",lower,\"upper\",size\n\"a\",0,\"3\",4\n\"b,\"\"c\",3,9,4\n", "a[0,3) b,\"c[3,9)");
  add("byte order mark", "\xEF\xBB\xBFid,lower,upper,size\na,0,3,4", "a[0,3)");
  add("blank line ends", "id,lower,upper,size\na,0,3,4\n\nb,3,9,4\n", "a[0,3)");
  add("negative times", "id,lower,upper,size\na,-9223372036854775808,-5,4\nb,-5,9223372036854775807,4\n",
      "a[-9223372036854775808,-5) b[-5,9223372036854775807)");
  add("empty lifetime", "id,lower,upper,size\na,5,5,4\nb,3,9,4\n", "a[) b[3,9)");
  add("extra commas", "id,lower,upper,size,\na,0,3,4,\nb,3,9,4,\n", "a[0,3) b[3,9)");
  add("gaps and hints", "id,lower,upper,size,gaps,hint\na,0,9,4,2-3 5-6@0:2,0\nb,3,9,4,,-1\n", "a[0,9) b[3,9)");
  test::each_row(rows, [&](const Row& row) { REQUIRE_EQ(lives(*read(row.text).graph), row.expected); });
}

TEST_CASE("an empty lifetime is told of") {
  const Document one = read("id,lower,upper,size\na,5,5,4\nb,3,9,4\n");
  REQUIRE_EQ(one.warnings.size(), std::size_t{1});
  REQUIRE_EQ(one.warnings[0].place, std::string("line 2"));
  REQUIRE_EQ(one.warnings[0].reason, test::says("\"a\""));
  const Document open = read("id,lower,upper,size\na,5,5,4\nb,3,4,4\nc,3,9,4\n", {IntervalMeaning::open});
  REQUIRE_EQ(lives(*open.graph), std::string("a[) b[) c[3,8)"));
  REQUIRE_EQ(open.warnings[0].reason, test::says("\"a\" 1"));
  REQUIRE_EQ(test::counted(open.summary, ImportKind::assumed, "empty"), 2u);
  REQUIRE(read("id,lower,upper,size\na,5,5,4\n", {IntervalMeaning::closed}).warnings.empty());
}

/// As idealloc reads: by place; what a planner appends is the offset.
TEST_CASE("columns by place") {
  const Document plain = read("a,0,3,4\nb,3,9,4\n");
  REQUIRE_EQ(lives(*plain.graph), std::string("a[0,3) b[3,9)"));
  REQUIRE(!plain.plan.has_value());
  REQUIRE_EQ(test::counted(plain.summary, ImportKind::assumed, "header"), 1u);
  REQUIRE_EQ(test::counted(plain.summary, ImportKind::assumed, "half-open"), 1u);
  const Document placed = read("7,0,3,4,0\n8,3,9,4,4\n", {IntervalMeaning::closed});
  REQUIRE_EQ(lives(*placed.graph), std::string("7[0,4) 8[3,10)"));
  REQUIRE_EQ(placed.plan->offsets[1], Offset{4});
  REQUIRE_EQ(test::counted(placed.summary, ImportKind::read, "closed"), 1u);
  const Document aligned = read("7,0,3,4,64,128\n8,3,9,4,,4");
  REQUIRE_EQ(aligned.graph->alignment(TensorId(0)), 64u);
  REQUIRE_EQ(aligned.graph->alignment(TensorId(1)), 1u);
  REQUIRE_EQ(aligned.plan->footprint, Bytes{132});
  REQUIRE(looks_like_interval_csv("\xEF\xBB\xBFx, -3 ,4,5\n"));
  REQUIRE((!looks_like_interval_csv("x,1,2\n") && !looks_like_interval_csv("x,1,2,y\n")));
  REQUIRE(!read_interval_csv("x,1,2,3,4,5,6\n", "x.csv").has_value());
  REQUIRE(!read_interval_csv("x,1,2,3\nid,lower,upper,size\n", "x.csv").has_value());
}

/// Without its header, every real table is the same as with it.
TEST_CASE("real files without their header") {
  STOWAGE_NEEDS_SHARED();
  for (const std::string& path : test::shared_files("data/intervals", ".csv")) {
    const std::string text = read_file(path).value();
    const std::string header = text.substr(0, text.find('\n'));
    if (header != "id,lower,upper,size" && header != "id,lower,upper,size,offset") continue;
    const Document with = read(text), without = read(text.substr(header.size() + 1));
    REQUIRE_EQ(lives(*without.graph), lives(*with.graph));
    REQUIRE_EQ(without.plan.has_value(), with.plan.has_value());
  }
}

TEST_CASE("the three meanings") {
  const std::string text = "id,lower,upper,size\na,0,4,1\nb,4,6,1\n";
  REQUIRE_EQ(lives(*read(text, {IntervalMeaning::half_open}).graph), std::string("a[0,4) b[4,6)"));
  REQUIRE_EQ(lives(*read(text, {IntervalMeaning::closed}).graph), std::string("a[0,5) b[4,7)"));
  REQUIRE_EQ(lives(*read(text, {IntervalMeaning::open}).graph), std::string("a[0,3) b[4,5)"));
  const std::string with_end = "id,lower,end,size\na,0,4,1\n";
  REQUIRE_EQ(lives(*read(with_end).graph), std::string("a[0,5)"));
  REQUIRE_EQ(lives(*read(with_end, {IntervalMeaning::half_open}).graph), std::string("a[0,4)"));
}

TEST_CASE("steps have names and times") {
  const Graph graph = *read("id,lower,upper,size\na,10,30,1\nb,20,30,2\n").graph;
  REQUIRE_EQ(graph.operator_count(), 2u);
  REQUIRE_EQ(graph.stream_count(), 1u);
  REQUIRE_EQ(graph.name(OperatorId(1)), std::string_view("t=20"));
  REQUIRE_EQ(std::vector<std::int64_t>(graph.times().begin(), graph.times().end()),
             (std::vector<std::int64_t>{10, 20, 30}));
  REQUIRE_EQ(graph.producer(TensorId(1)), OperatorId(1));
  REQUIRE_EQ(graph.consumers(TensorId(0)).size(), 1u);
  REQUIRE_EQ(graph.consumers(TensorId(0))[0], OperatorId(1));
  REQUIRE_EQ(graph.name(), std::string("x"));
}

TEST_CASE("an offset column is a plan") {
  const Document document = read("id,lower,upper,size,offset,alignment\na,0,3,4,16,8\nb,3,9,0,99,\n");
  REQUIRE(document.plan.has_value());
  REQUIRE_EQ(document.plan->strategy, std::string("imported"));
  REQUIRE_EQ(document.plan->footprint, Bytes{24});  // it ends at 20, and all is aligned to 8
  REQUIRE_EQ(document.plan->offsets[1], Offset{99});
  REQUIRE_EQ(document.graph->alignment(TensorId(0)), 8u);
  REQUIRE_EQ(document.graph->alignment(TensorId(1)), 1u);
}

TEST_CASE("warns of what is not used") {
  const Document document = read("id,lower,end,size,gaps,hint,colour\na,0,9,4,2-3,7,red\nb,0,9,4,,,\n\nc,1,2,3,,,\n");
  std::vector<std::string> texts;
  for (const Diagnostic& warning : document.warnings) texts.push_back(warning.text());
  REQUIRE_EQ(texts.size(), 5);
  for (const char* warning : {"x.csv:line 1: \"colour\"", "inclusive", "x.csv:line 4:", "gaps 1", "hints"})
    REQUIRE_EQ(texts, test::says(warning));
}

/// Written text is read as the same graph, and written again as the same text.
TEST_CASE("round trips") {
  for (const std::string text : {
           "id,lower,upper,size\na,0,3,4\nb,3,9,4\n\" c\",-7,9,0\n\"d,\"\" e\",1,2,9007199254740992\n",
           "id,lower,upper,size,alignment,offset\na,0,3,4,1,0\nb,3,9,4,64,1152921504606846976\n",
       }) {
    const Document document = read(text);
    const auto written = write_interval_csv(*document.graph, document.plan ? &*document.plan : nullptr);
    REQUIRE(written.has_value());
    REQUIRE_EQ(*written, text);
  }
}

/// Nothing begins between two multiples of 16, so that 100 bytes take 112 and 200 take 208: s0, s1 and s3 need 432.
TEST_CASE("a footprint is rounded to the alignment that all tensors have") {
  const Document document = read(
      "id,begin,end,size,alignment,offset\ns0,0,1,100,16,0\ns1,1,2,100,16,112\n"
      "s2,2,3,100,16,0\ns3,0,4,200,16,224\ns4,5,6,200,16,0\ns5,5,8,100,16,208\n");
  REQUIRE_EQ(document.plan->alignment, Bytes{16});
  REQUIRE_EQ(document.plan->footprint, Bytes{432});
  const Plan ours = plan_graph(*document.graph).value();
  REQUIRE_EQ(ours.footprint, Bytes{432});
  REQUIRE_EQ(ours.lower_bound, Bytes{432});
  REQUIRE(comparable(ours, *document.plan));
  REQUIRE_EQ(at_alignment(*document.graph, *document.plan, {1})->footprint, Bytes{424});
  REQUIRE(!at_alignment(*document.graph, *document.plan, {32}));  // 112 is no multiple
}

/// What sizes are rounded up to has no column: it is the alignment of all tensors.
TEST_CASE("an alignment of the graph is written") {
  GraphBuilder builder;
  builder.set_alignment(64);
  builder.add_tensor({.name = "a", .size = {100}, .output = true});
  const Graph graph = std::move(builder).build().value().graph;
  const std::string text = write_interval_csv(graph, nullptr).value();
  REQUIRE_EQ(read(text).graph->alignment(), Bytes{64});
}

TEST_CASE("real files round trip") {
  STOWAGE_NEEDS_SHARED();
  for (const std::string& path : test::shared_files("data/intervals", ".csv")) {
    const Document first = read(read_file(path).value());
    const auto text = write_interval_csv(*first.graph, first.plan ? &*first.plan : nullptr);
    REQUIRE(text.has_value());
    const Document second = read(*text);
    REQUIRE_EQ(lives(*second.graph), lives(*first.graph));
    REQUIRE(std::ranges::equal(second.graph->data().tensor_size, first.graph->data().tensor_size));
    REQUIRE_EQ(second.plan.has_value(), first.plan.has_value());
    if (first.plan) REQUIRE_EQ(second.plan->offsets, first.plan->offsets);
  }
}

/// Published facts of the real files: rows, lifetime bound, unsafe pairs.
TEST_CASE("real files") {
  struct Row {
    std::string name;
    int tensors;
    std::int64_t bound, pairs;
  };
  std::vector<Row> rows;
  rows.push_back({"minimalloc_A", 154, std::int64_t{1048576}, std::int64_t{4642}});
  rows.push_back({"minimalloc_B", 170, std::int64_t{1048576}, std::int64_t{4919}});
  rows.push_back({"minimalloc_D", 213, std::int64_t{986112}, std::int64_t{12543}});
  rows.push_back({"minimalloc_E", 215, std::int64_t{1048576}, std::int64_t{3255}});
  rows.push_back({"minimalloc_F", 296, std::int64_t{1048576}, std::int64_t{2894}});
  rows.push_back({"minimalloc_H", 316, std::int64_t{1048576}, std::int64_t{3158}});
  rows.push_back({"minimalloc_I", 374, std::int64_t{1048576}, std::int64_t{12330}});
  rows.push_back({"minimalloc_K", 454, std::int64_t{1048576}, std::int64_t{7607}});
  rows.push_back({"resnet50", 1042, std::int64_t{1515472556}, std::int64_t{218395}});
  rows.push_back({"pangu_2.6B", 18692, std::int64_t{5530099775}, std::int64_t{12181428}});
  rows.push_back({"G_1", 816, std::int64_t{3030937746}, std::int64_t{99505}});
  rows.push_back({"S_1", 28526, std::int64_t{1498635932}, std::int64_t{43218991}});
  test::each_row(rows, [&](const Row& row) {
    STOWAGE_NEEDS_SHARED();
    const std::string path = test::shared_path("data/intervals/" + std::string(row.name) + ".csv");
    const Graph graph = *read(read_file(path).value(), {IntervalMeaning::half_open}).graph;
    REQUIRE_EQ(graph.tensor_count(), std::size_t(row.tensors));
    REQUIRE_EQ(bound_of(graph).count, std::int64_t(row.bound));
    REQUIRE_EQ(overlapping_pairs(graph), std::uint64_t(row.pairs));
  });
}

TEST_CASE("pangu read as open") {
  STOWAGE_NEEDS_SHARED();
  const auto bytes = read_file(test::shared_path("data/intervals/pangu_2.6B.csv"));
  REQUIRE_EQ(bound_of(*read(*bytes, {IntervalMeaning::open}).graph).count, std::int64_t{5467452479});
  REQUIRE_EQ(bound_of(*read(*bytes).graph).count, std::int64_t{5530099775});
}

/// A spreadsheet runs a cell that begins so, in quotes too; an apostrophe before it makes it a text.
TEST_CASE("names that a spreadsheet would run come back as they are") {
  for (const std::string name :
       {"=1+1", "+cmd|' /C calc'!A0", "-a", "@SUM(A1)", "'=x", "''-y", "-12", "a=b", "'quoted"}) {
    const bool runs = name != "-12" && name != "a=b" && name != "'quoted";
    std::string field;
    append_csv_field(field, name);
    REQUIRE_EQ(field.starts_with("\"'"), runs);
    const auto document = read_document("id,lower,upper,size\n" + field + ",0,1,8\n", "x.csv");
    REQUIRE(document.has_value());
    REQUIRE_EQ(document->graph->name(TensorId(0)), std::string_view(name));
    REQUIRE(test::contains(write_interval_csv(*document->graph, nullptr).value(), '\n' + field + ','));
  }
  for (const std::string text : {"\tx", "\rx"}) {
    std::string field;
    append_csv_field(field, text);
    REQUIRE_EQ(field, "\"'" + text + '"');
    CsvSplitter splitter(field);
    std::vector<std::string_view> fields;
    REQUIRE((splitter.next(fields) && fields.size() == 1));
    REQUIRE_EQ(fields[0], std::string_view(text));
  }
}
