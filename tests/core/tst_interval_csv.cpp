// SPDX-License-Identifier: Apache-2.0
#include "core/formats/csv.h"
#include "core/formats/interval_csv.h"
#include "core/insight/edit/same_graph.h"
#include "core/stowage.h"
#include "tests/support/core_test.h"

namespace {

Document read(std::string_view text, const ReadOptions& options = {}) {
  return must(read_interval_csv({text, "x.csv", options, {}}));
}

std::string lives(const Graph& graph) {
  std::vector<std::string> out;
  const auto all = lifetimes(graph);
  for (TensorId t : graph.tensors()) {
    const Lifetime life = all[t.index()];
    const std::string name = std::string(graph.name(t));
    out.push_back(life.empty() ? name + "[)"
                               : text(name, "[", graph.times()[life.begin], ",", graph.times()[life.end], ")"));
  }
  return joined(out, " ");
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
  const Rows<std::string, std::string> rows = {
      {"plain", "id,lower,upper,size\na,0,3,4\nb,3,9,4\n", "a[0,3) b[3,9)"},
      {"synonyms", "size,upper,begin,buffer\n4,3,0,a\n4,9,3,b", "a[0,3) b[3,9)"},
      {"more synonyms", "buffer_id,start,upper,size\r\na,0,3,4\r\nb,3,9,4\r\n", "a[0,3) b[3,9)"},
      {"end is inclusive", "id,lower,end,size\na,0,2,4\nb,3,8,4\n", "a[0,3) b[3,9)"},
      {"spaces", " id , lower,upper ,size\n a ,  0,3 ,4  \n b, 3,9,4\n", "a[0,3) b[3,9)"},
      {"quotes", "\"id\",lower,\"upper\",size\n\"a\",0,\"3\",4\n\"b,\"\"c\",3,9,4\n", "a[0,3) b,\"c[3,9)"},
      {"byte order mark", "\xEF\xBB\xBFid,lower,upper,size\na,0,3,4", "a[0,3)"},
      {"blank line ends", "id,lower,upper,size\na,0,3,4\n\nb,3,9,4\n", "a[0,3)"},
      {"negative times", "id,lower,upper,size\na,-9223372036854775808,-5,4\nb,-5,9223372036854775807,4\n",
       "a[-9223372036854775808,-5) b[-5,9223372036854775807)"},
      {"empty lifetime", "id,lower,upper,size\na,5,5,4\nb,3,9,4\n", "a[) b[3,9)"},
      {"extra commas", "id,lower,upper,size,\na,0,3,4,\nb,3,9,4,\n", "a[0,3) b[3,9)"},
      {"gaps and hints", "id,lower,upper,size,gaps,hint\na,0,9,4,2-3 5-6@0:2,0\nb,3,9,4,,-1\n", "a[0,9) b[3,9)"}};
  each_row(rows, [&](const std::string& text, const std::string& expected) {
    REQUIRE_EQ(lives(*read(text).graph), expected);
  });
}

TEST_CASE("an empty lifetime is told of") {
  const Document one = read("id,lower,upper,size\na,5,5,4\nb,3,9,4\n");
  REQUIRE_EQ(one.warnings.size(), std::size_t{1});
  REQUIRE_EQ(one.warnings[0].place, "line 2");
  REQUIRE_EQ(one.warnings[0].reason, says("\"a\""));
  const Document open = read("id,lower,upper,size\na,5,5,4\nb,3,4,4\nc,3,9,4\n", {IntervalMeaning::open});
  REQUIRE_EQ(lives(*open.graph), "a[) b[) c[3,8)");
  REQUIRE_EQ(open.warnings[0].reason, says("\"a\" 1"));
  REQUIRE_EQ(counted(open.summary, ImportKind::assumed, "empty"), 2u);
  REQUIRE(read("id,lower,upper,size\na,5,5,4\n", {IntervalMeaning::closed}).warnings.empty());
}

/// As idealloc reads: by place; what a planner appends is the offset.
TEST_CASE("columns by place") {
  const Document plain = read("a,0,3,4\nb,3,9,4\n");
  REQUIRE_EQ(lives(*plain.graph), "a[0,3) b[3,9)");
  REQUIRE(!plain.plan.has_value());
  REQUIRE_EQ(counted(plain.summary, ImportKind::assumed, "header"), 1u);
  REQUIRE_EQ(counted(plain.summary, ImportKind::assumed, "half-open"), 1u);
  const Document placed = read("7,0,3,4,0\n8,3,9,4,4\n", {IntervalMeaning::closed});
  REQUIRE_EQ(lives(*placed.graph), "7[0,4) 8[3,10)");
  REQUIRE_EQ(placed.plan->offsets[1], Offset{4});
  REQUIRE_EQ(counted(placed.summary, ImportKind::read, "closed"), 1u);
  const Document aligned = read("7,0,3,4,64,128\n8,3,9,4,,4");
  REQUIRE_EQ(aligned.graph->alignment(TensorId(0)), 64u);
  REQUIRE_EQ(aligned.graph->alignment(TensorId(1)), 1u);
  REQUIRE_EQ(aligned.plan->footprint, Bytes{132});
  REQUIRE(looks_like_interval_csv("\xEF\xBB\xBFx, -3 ,4,5\n"));
  REQUIRE((!looks_like_interval_csv("x,1,2\n") && !looks_like_interval_csv("x,1,2,y\n")));
  REQUIRE(!read_interval_csv({"x,1,2,3,4,5,6\n", "x.csv", {}, {}}).has_value());
  REQUIRE(!read_interval_csv({"x,1,2,3\nid,lower,upper,size\n", "x.csv", {}, {}}).has_value());
}

/// Without its header, every real table is the same as with it.
TEST_CASE("real files without their header") {
  STOWAGE_NEEDS_SHARED();
  for (const std::string& path : shared_files("data/intervals", ".csv")) {
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
  REQUIRE_EQ(lives(*read(text, {IntervalMeaning::half_open}).graph), "a[0,4) b[4,6)");
  REQUIRE_EQ(lives(*read(text, {IntervalMeaning::closed}).graph), "a[0,5) b[4,7)");
  REQUIRE_EQ(lives(*read(text, {IntervalMeaning::open}).graph), "a[0,3) b[4,5)");
  const std::string with_end = "id,lower,end,size\na,0,4,1\n";
  REQUIRE_EQ(lives(*read(with_end).graph), "a[0,5)");
  REQUIRE_EQ(lives(*read(with_end, {IntervalMeaning::half_open}).graph), "a[0,4)");
}

TEST_CASE("steps have names and times") {
  const Graph graph = *read("id,lower,upper,size\na,10,30,1\nb,20,30,2\n").graph;
  REQUIRE_EQ(graph.operator_count(), 2u);
  REQUIRE_EQ(graph.stream_count(), 1u);
  REQUIRE_EQ(graph.name(OperatorId(1)), "t=20");
  REQUIRE_EQ(std::vector<std::int64_t>(graph.times().begin(), graph.times().end()),
             (std::vector<std::int64_t>{10, 20, 30}));
  REQUIRE_EQ(graph.producer(TensorId(1)), OperatorId(1));
  REQUIRE_EQ(graph.consumers(TensorId(0)).size(), 1u);
  REQUIRE_EQ(graph.consumers(TensorId(0))[0], OperatorId(1));
  REQUIRE_EQ(graph.name(), "x");
}

TEST_CASE("an offset column is a plan") {
  const Document document = read("id,lower,upper,size,offset,alignment\na,0,3,4,16,8\nb,3,9,0,99,\nunused,4,4,8,3,8\n");
  REQUIRE(document.plan.has_value());
  REQUIRE_EQ(document.plan->strategy, "imported");
  REQUIRE_EQ(document.plan->footprint, Bytes{24});  // it ends at 20, and all that is needed is aligned to 8
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
    REQUIRE_EQ(texts, says(warning));
}

/// Written text is read as the same graph, and written again as the same text.
TEST_CASE("round trips") {
  for (const std::string text :
       {"id,lower,upper,size\na,0,3,4\nb,3,9,4\n\" c\",-7,9,0\n\"d,\"\" e\",1,2,9007199254740992\n",
        "id,lower,upper,size,alignment,offset\na,0,3,4,1,0\nb,3,9,4,64,1152921504606846976\n"}) {
    const Document document = read(text);
    const auto written = must(write_interval_csv(*document.graph, document.plan ? &*document.plan : nullptr));
    REQUIRE_EQ(written, text);
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
  REQUIRE_EQ(at_alignment(*document.graph, ours, {1})->lower_bound, Bytes{});  // without rounding less is enough
  REQUIRE(!at_alignment(*document.graph, *document.plan, {32}));               // 112 is no multiple
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

/// What SOURCES.md beside the files of the field states of them: rows, lifetime bound, unsafe pairs; counted from
/// lifetimes alone, and by what planners use.
TEST_CASE("real files") {
  STOWAGE_NEEDS_SHARED();
  const Rows<std::uint64_t, std::int64_t, std::uint64_t> rows = {
      {"minimalloc_A", 154, 1048576, 4642},   {"minimalloc_B", 170, 1048576, 4919},
      {"minimalloc_D", 213, 986112, 12543},   {"minimalloc_E", 215, 1048576, 3255},
      {"minimalloc_F", 296, 1048576, 2894},   {"minimalloc_H", 316, 1048576, 3158},
      {"minimalloc_I", 374, 1048576, 12330},  {"minimalloc_K", 454, 1048576, 7607},
      {"resnet50", 1042, 1515472556, 218395}, {"pangu_2.6B", 18692, 5530099775, 12181428},
      {"G_1", 816, 3030937746, 99505},        {"S_1", 28526, 1498635932, 43218991}};
  each_row(rows, [&](const std::string& name, std::uint64_t tensors, std::int64_t bound, std::uint64_t pairs) {
    const std::string path = shared_path("data/intervals/" + name + ".csv");
    const PlanningCase c(*read(read_file(path).value(), {IntervalMeaning::half_open}).graph);
    REQUIRE_EQ(c.graph.tensor_count(), tensors);
    REQUIRE_EQ(peak_of(c.graph).count, bound);
    REQUIRE_EQ(overlapping_pairs(c.graph), pairs);
    REQUIRE_EQ(quick_bounds(c.problem).lifetime.bytes.count, bound);
    REQUIRE_EQ(c.conflicts.unsafe_pair_count(), pairs);
  });
}

TEST_CASE("pangu read as open") {
  STOWAGE_NEEDS_SHARED();
  const auto bytes = read_file(shared_path("data/intervals/pangu_2.6B.csv"));
  REQUIRE_EQ(peak_of(*read(*bytes, {IntervalMeaning::open}).graph).count, std::int64_t{5467452479});
  REQUIRE_EQ(peak_of(*read(*bytes).graph).count, std::int64_t{5530099775});
}

/// A spreadsheet runs a cell that begins so, in quotes too; an apostrophe before it makes it a text.
TEST_CASE("names that a spreadsheet would run come back as they are") {
  for (const std::string name :
       {"=1+1", "+cmd|' /C calc'!A0", "-a", "@SUM(A1)", "'=x", "''-y", "-12", "a=b", "'quoted"}) {
    const bool runs = name != "-12" && name != "a=b" && name != "'quoted";
    std::string field;
    append_csv_field(field, name);
    REQUIRE_EQ(field.starts_with("\"'"), runs);
    const auto document = must(read_document("id,lower,upper,size\n" + field + ",0,1,8\n", "x.csv"));
    REQUIRE_EQ(document.graph->name(TensorId(0)), std::string_view(name));
    REQUIRE(contains(write_interval_csv(*document.graph, nullptr).value(), '\n' + field + ','));
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

/// Rows as columns, and as the CSV that says the same.
struct IntervalColumnsFixture {
  struct Row {
    std::int64_t lower, upper, size;
  };
  static std::vector<std::string> faults(const IntervalColumns& columns) {
    std::vector<std::string> out;
    if (const auto made = graph_of_intervals(columns); !made)
      for (const Diagnostic& fault : made.error().faults) out.push_back(fault.place);
    return out;
  }
  /// The columns lie in the rows, three numbers apart.
  static IntervalColumns columns_of(const std::vector<Row>& rows) {
    const auto column = [&](const std::int64_t Row::*number) {
      return NumberColumn(rows.empty() ? nullptr : &(rows.front().*number), sizeof(Row), rows.size());
    };
    return {.lower = column(&Row::lower), .upper = column(&Row::upper), .size = column(&Row::size), .graph = "rows"};
  }
  static void verify_as_csv(const std::vector<Row>& rows) {
    std::string csv = "id,lower,upper,size\n";
    for (std::size_t k = 0; k < rows.size(); ++k)
      csv += std::to_string(k) + ',' + std::to_string(rows[k].lower) + ',' + std::to_string(rows[k].upper) + ',' +
             std::to_string(rows[k].size) + '\n';
    const Document read = must(read_interval_csv({csv, "rows.csv", {}, {}}));
    REQUIRE(same_graph(*read.graph, must(graph_of_intervals(columns_of(rows))).graph));
  }
};

TEST_CASE_FIXTURE(IntervalColumnsFixture, "columns make the graph of the CSV") {
  verify_as_csv({{0, 4, 10}, {4, 9, 20}, {2, 2, 5}, {-3, 4, 0}});
  constexpr std::int64_t kFar = std::int64_t{1} << 62;
  verify_as_csv({{-kFar, kFar, 1}, {0, 1, 2}, {kFar - 1, kFar, 3}});  // times too far apart for a table
  verify_as_csv({{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(), 1}});
  std::uint64_t state = 7;
  const auto draw = [&](std::uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::int64_t>((state >> 33) % below);
  };
  for (const std::uint64_t span : {5u, 50u, 4000u, 2'000'000'000u})
    for (int round = 0; round < 20; ++round) {
      std::vector<Row> rows;
      for (int k = 0; k < 60; ++k) {
        const std::int64_t lower = draw(span) - 3;
        rows.push_back({lower, lower + draw(span), draw(1000)});
      }
      verify_as_csv(rows);
    }
}

TEST_CASE_FIXTURE(IntervalColumnsFixture, "faults name column and index") {
  REQUIRE_EQ(must(graph_of_intervals({})).graph.tensor_count(), std::size_t{0});
  const std::vector<std::int64_t> two{1, 2}, three{1, 2, 3}, signs{4, -1, 6};
  const std::vector<std::string> names{"a", "b", "a"};
  const auto fault = [&](const auto& upper, const auto& size, NumberColumn alignment = {},
                         std::span<const std::string> ids = {}) {
    return joined(faults({.lower = NumberColumn(three),
                          .upper = NumberColumn(upper),
                          .size = NumberColumn(size),
                          .alignment = alignment,
                          .names = ids}),
                  " ");
  };
  REQUIRE_EQ(fault(two, three), "upper");
  REQUIRE_EQ(fault(three, two), "size");
  REQUIRE_EQ(fault(signs, three), "upper[1]");
  REQUIRE_EQ(fault(three, signs), "size[1]");
  REQUIRE_EQ(fault(three, three, NumberColumn(signs)), "alignment[1]");
  REQUIRE_EQ(fault(three, three, {}, names), "names[2]");
}
