// SPDX-License-Identifier: Apache-2.0
#include "tests/support/core_test.h"

/// The rules of the house that a compiler does not enforce: which way includes may point, and under which licence
/// each file stands.
struct HouseFixture {
  struct Source {
    std::string path;  // from the top of the project
    std::string text;
  };
  std::vector<Source> sources_ = all_sources();
  static std::vector<Source> all_sources() {
    namespace fs = std::filesystem;
    const fs::path top(STOWAGE_SOURCE_DIR);
    std::vector<Source> out;
    for (const char* folder : {"core", "widgets", "app", "tests"})
      for (const fs::directory_entry& entry : fs::recursive_directory_iterator(top / folder)) {
        const fs::path& path = entry.path();
        if (path.extension() == ".h" || path.extension() == ".cpp")
          out.push_back({fs::relative(path, top).string(), bytes_of(path)});
      }
    return out;
  }
  [[nodiscard]] std::vector<Source> below(const std::string& folder) const {
    std::vector<Source> out;
    for (const Source& source : sources_)
      if (source.path.starts_with(folder)) out.push_back(source);
    return out;
  }
  static std::vector<std::string> includes(const Source& source) {
    static const std::regex include("^ *# *include *[<\"]([^>\"]+)");
    std::vector<std::string> out;
    std::istringstream lines(source.text);
    for (std::string line; std::getline(lines, line);)
      if (std::smatch match; line.find('#') != std::string::npos && std::regex_search(line, match, include))
        out.push_back(match[1]);
    return out;
  }
  /// The folder below `above` that a path or an include names; empty where it names none.
  static std::string folder_of(const std::string& path, const std::string& above) {
    const std::size_t end = path.find('/', above.size());
    const bool below = path.starts_with(above) && end != std::string::npos;
    return below ? path.substr(above.size(), end - above.size()) : std::string();
  }
  /// Fails naming the first file below `folder` that includes something matching `pattern`.
  void verify_free_of(const std::string& folder, const char* pattern,
                      const std::vector<std::string>& except = {}) const {
    const std::regex forbidden(pattern);
    REQUIRE_MESSAGE(!below(folder).empty(), folder);
    for (const Source& source : below(folder)) {
      const auto excepted = [&](const std::string& part) { return source.path.starts_with(part); };
      if (std::ranges::any_of(except, excepted)) continue;
      for (const std::string& include : includes(source))
        REQUIRE_MESSAGE(!std::regex_search(include, forbidden), (source.path + " includes " + include));
    }
  }
  /// Each folder includes those before it, and no other: so there is no circle.
  void verify_order(const std::string& above, const std::vector<std::string>& order,
                    const std::vector<std::string>& exempt) {
    std::set<std::string> seen;
    const auto index = [&](const std::string& folder) { return std::ranges::find(order, folder) - order.begin(); };
    const auto count = std::ssize(order);
    for (const Source& source : below(above)) {
      const std::string own = folder_of(source.path, above);
      if (std::ranges::any_of(exempt, [&](const std::string& path) { return source.path.starts_with(path); })) continue;
      const auto place = index(own);
      REQUIRE_MESSAGE(place < count, source.path);
      seen.insert(own);
      for (const std::string& include : includes(source)) {
        const std::string other = folder_of(include, above);
        if (other.empty()) continue;
        REQUIRE_MESSAGE(index(other) <= place, (source.path + " includes " + include));
      }
    }
    REQUIRE_EQ(seen.size(), order.size());
  }
};

TEST_CASE_FIXTURE(HouseFixture, "what a folder may not include") {
  verify_free_of("core/", "^(Q[A-Z]|Qt|qcustomplot|widgets/|app/|tests/)");
  verify_free_of("app/python/", "^(Q[A-Z]|Qt|qcustomplot|widgets/|app/(?!python/)|tests/)");
  verify_free_of("widgets/", "^(app/|tests/)");
  verify_free_of("widgets/painters/", "^(qcustomplot|QWidget|QtWidgets|QApplication|widgets/(?!painters/))");
  verify_free_of("app/cli/", "^(qcustomplot|QWidget|QtWidgets|QApplication|app/(?!cli/)|widgets/(?!painters/))");
  // Qt's libraries take longer to load than most commands take to run: only those that draw need it.
  verify_free_of("app/cli/", "^(Q[A-Za-z]+$|widgets/|app/cli/drawing/)", {"app/cli/drawing/"});
  verify_free_of("app/session/", "^(QWidget|QtWidgets|QApplication|QDialog|app/(?!session/|settings/))");
  // Algorithms read no files.
  verify_free_of("core/", "^(fstream|filesystem|unistd.h|fcntl.h|spawn.h|sys/)", {"core/formats/", "core/process/"});
  verify_free_of("core/", "^core/formats/", {"core/formats/", "core/stowage."});
  // Other programs are run by what talks to solvers, and by nothing else.
  verify_free_of("core/", "^core/process/(?!solver\\.h)", {"core/formats/", "core/process/"});
  // The validator is to find the faults of all planners: it shares no code with them.
  verify_free_of("core/check/", "^core/(?!base/|graph/|check/|plan/plan\\.h$)");
}

TEST_CASE_FIXTURE(HouseFixture, "the folders of core are in order") {
  verify_order("core/",
               {"base", "graph", "safety", "plan", "sharing", "check", "order", "layout", "planning",  // kernel
                "process", "papers", "insight", "zoo", "experiments", "formats"},
               {"core/stowage."});  // the front door is before all of them
  verify_order("core/insight/", {"simulate", "edit", "bodies", "analysis", "improve", "learn", "recorded"}, {});
}

TEST_CASE_FIXTURE(HouseFixture, "the front door brings in few headers") {
  std::set<std::string> headers{"core/stowage.h"};
  for (std::size_t before = 0; before != headers.size();) {
    before = headers.size();
    for (const Source& source : sources_)
      if (headers.contains(source.path))
        for (const std::string& include : includes(source))
          if (include.starts_with("core/")) headers.insert(include);
  }
  REQUIRE(headers.size() > 5);
  REQUIRE(headers.size() <= 15);
}

TEST_CASE_FIXTURE(HouseFixture, "the folders of the window are in order") {
  verify_order("app/", {"settings", "session", "dialogs", "frame", "controllers", "window"},
               {"app/cli/", "app/python/", "app/main_"});
}

/// Of the task that it is given, so that tests can say what time it is.
TEST_CASE_FIXTURE(HouseFixture, "core asks the time in one place") {
  const std::regex clock("\\bclock_gettime\\b|\\b(Clock|[a-z]+_clock)::now\\b");
  for (const char* call : {"std::chrono::steady_clock::now()", "Task::Clock::now()"})
    REQUIRE(std::regex_search(call, clock));
  for (const Source& source : below("core/"))
    REQUIRE_MESSAGE(std::regex_search(source.text, clock) == (source.path == "core/base/task.h"), source.path);
}

/// Only of those that it embeds or opens.
TEST_CASE_FIXTURE(HouseFixture, "no view knows another") {
  static const std::set<std::string> kEmbedded{"compare heap_map", "loops heap_map", "learn inspector"};
  for (const Source& source : below("widgets/")) {
    const std::string own = folder_of(source.path, "widgets/views/");
    for (const std::string& include : includes(source)) {
      const std::string other = folder_of(include, "widgets/views/");
      REQUIRE_MESSAGE((other.empty() || other == own || kEmbedded.contains(own + ' ' + other)),
                      (source.path + " includes " + include));
    }
  }
}

/// While a dialog waits in a loop of its own, a signal, a save or another file would find the window half way.
TEST_CASE_FIXTURE(HouseFixture, "only the program waits for events") {
  const std::regex waits(
      "\\bQEventLoop\\b|\\bprocessEvents\\b|[.>]exec\\(|Dialog::get[A-Z]\\w*\\(|"
      "QMessageBox::(about|critical|information|question|warning)\\(");
  for (const char* call : {"dialog.exec()", "box->exec()", "QFileDialog::getOpenFileName(", "QMessageBox::question("})
    REQUIRE(std::regex_search(call, waits));
  for (const char* folder : {"app/", "widgets/"})
    for (const Source& source : below(folder)) REQUIRE_MESSAGE(!std::regex_search(source.text, waits), source.path);
}

TEST_CASE_FIXTURE(HouseFixture, "every file names its licence") {
  for (const Source& source : sources_) {
    const std::string first = source.text.substr(0, source.text.find('\n'));
    const bool gui = (source.path.starts_with("widgets/") && !source.path.starts_with("widgets/painters/")) ||
                     source.path.starts_with("tests/app/") ||
                     (source.path.starts_with("app/") && !source.path.starts_with("app/cli/") &&
                      !source.path.starts_with("app/python/") && source.path != "app/main_cli.cpp" &&
                      source.path != "app/main_draw.cpp");
    const bool either = source.path.starts_with("tests/widgets/");  // tests of painters and of widgets
    const std::string apache = "// SPDX-License-Identifier: Apache-2.0";
    const std::string gpl = "// SPDX-License-Identifier: GPL-3.0-or-later";
    REQUIRE_MESSAGE(((first == gpl && (gui || either)) || (first == apache && (!gui || either))),
                    (source.path + ": " + first));
  }
}

/// The test itself would notice a forbidden include.
TEST_CASE_FIXTURE(HouseFixture, "the pattern finds what it must") {
  const Source bad{"core/x.cpp", "#include <vector>\n  #  include \"app/cli/cli.h\"\n#include <string>\n"};
  REQUIRE_EQ(includes(bad), (std::vector<std::string>{"vector", "app/cli/cli.h", "string"}));
}

// The linker keeps one of two inline functions of the same name: a search over orders once ran the destructor of
// another class, and no compiler said so.
TEST_CASE_FIXTURE(HouseFixture, "no two headers define one name") {
  static const std::regex kNamespace("^namespace ([a-z_:]+) \\{");
  static const std::regex kDefinition("^(?:class|struct|enum class|union) ([A-Za-z_0-9]+)(?!.*;\\s*$).*");
  std::map<std::string, std::string> files;  // by what they define outside other classes, with its namespace
  for (const Source& source : sources_) {
    if (!source.path.ends_with(".h") || source.path.starts_with("tests/")) continue;
    std::istringstream lines(source.text);
    std::string space;
    std::smatch match;
    for (std::string line; std::getline(lines, line);) {
      if (std::regex_search(line, match, kNamespace)) space = match[1];
      if (!std::regex_search(line, match, kDefinition)) continue;
      const auto [known, fresh] = files.try_emplace(space + "::" + match[1].str(), source.path);
      REQUIRE_MESSAGE(fresh, (known->first + ": " + known->second + ", " + source.path));
    }
  }
  REQUIRE_MESSAGE(files.contains("stowage::Graph"), "the headers were not read");
}
