// SPDX-License-Identifier: Apache-2.0
// `core_tests tst_search [ARGUMENT OF DOCTEST…]` runs the tests in tst_search.cpp, and without a name all of them.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <string>

namespace {

unsigned chosen = 0;

/// Counts the tests that a filter leaves: a name that fits none must not pass.
struct Counter : doctest::IReporter {
  explicit Counter(const doctest::ContextOptions& /*options*/) {}
  void test_run_end(const doctest::TestRunStats& run) override { chosen = run.numTestCasesPassingFilters; }
  void report_query(const doctest::QueryData& /*query*/) override { chosen = 1; }
  void test_run_start() override {}
  void test_case_start(const doctest::TestCaseData& /*test*/) override {}
  void test_case_reenter(const doctest::TestCaseData& /*test*/) override {}
  void test_case_end(const doctest::CurrentTestCaseStats& /*test*/) override {}
  void test_case_exception(const doctest::TestCaseException& /*thrown*/) override {}
  void subcase_start(const doctest::SubcaseSignature& /*part*/) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData& /*data*/) override {}
  void log_message(const doctest::MessageData& /*data*/) override {}
  void test_case_skipped(const doctest::TestCaseData& /*test*/) override {}
};
DOCTEST_REGISTER_LISTENER("counter", 1, Counter);

}  // namespace

int main(int argc, char** argv) {
  doctest::Context context;
  const bool named = argc > 1 && argv[1][0] != '-';
  if (named) context.addFilter("source-file", ("*/" + std::string(argv[1]) + ".cpp").c_str());
  context.applyCommandLine(argc, argv);
  const int result = context.run();
  if (context.shouldExit() || chosen > 0) return result;
  std::fprintf(stderr, "error: there are no such tests%s%s\n", named ? " in " : "", named ? argv[1] : "");
  return 2;
}
