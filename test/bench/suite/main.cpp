// Measures the workbench beside a direct connection, the smallest relay and other gateways, and writes
// docs/measuring.md.

#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "sections.hpp"

namespace bench {
namespace {

constexpr const char* kUsage =
    R"(bench_suite: what the workbench costs, beside a direct connection, the smallest relay and other gateways.

  --quick                 a minute: fewer cases, each for a shorter time
  --smoke                 some seconds: shows only that everything is measured, and that every answer is right
  --only SECTION          calls, processors, modes, start or idle (repeatable; default: all)
  --gateway NAME=COMMAND  another gateway over stdio, whose words are separated by blanks, with an `echo` tool of
                          bench_echo_server behind it. It is called by the first name in its tools/list that has
                          "echo" in it (repeatable)
  --page FILE             also writes what was measured into this page
)";

struct Arguments {
  Effort effort;
  std::string flag;  ///< "--quick", "--smoke" or empty
  std::vector<std::string> sections;
  std::vector<Gateway> gateways;
  std::string page;
};

[[noreturn]] void exit_with_usage(int code) {
  std::fputs(kUsage, code == 0 ? stdout : stderr);
  std::exit(code);
}

Gateway read_gateway(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) exit_with_usage(2);
  Gateway gateway{text.substr(0, equals), {}};
  std::istringstream words(text.substr(equals + 1));
  for (std::string word; words >> word;) gateway.command.push_back(word);
  if (gateway.command.empty()) exit_with_usage(2);
  return gateway;
}

Arguments read_arguments(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--help") exit_with_usage(0);
    if (name == "--quick") {
      arguments.flag = name;
      arguments.effort = {1.5, 20, 10, false};
    } else if (name == "--smoke") {
      arguments.flag = name;
      arguments.effort = {0.05, 2, 1, false};
    } else if (i + 1 == argc) {
      exit_with_usage(2);
    } else if (name == "--only") {
      arguments.sections.emplace_back(argv[++i]);
    } else if (name == "--gateway") {
      arguments.gateways.push_back(read_gateway(argv[++i]));
    } else if (name == "--page") {
      arguments.page = argv[++i];
    } else {
      exit_with_usage(2);
    }
  }
  return arguments;
}

struct Section {
  const char* name;
  void (*measure)(const Contenders&, const Effort&, Page&);
};

constexpr Section kSections[] = {{"calls", measure_calls},
                                 {"processors", measure_two_processors},
                                 {"modes", measure_modes},
                                 {"start", measure_start},
                                 {"idle", measure_idle}};

bool is_asked_for(const Arguments& arguments, std::string_view section) {
  if (arguments.sections.empty()) return true;
  for (const std::string& name : arguments.sections) {
    if (name == section) return true;
  }
  return false;
}

void print(const Page& page) {
  for (const Table& table : page.tables) {
    std::printf("\n%s\n", table.title.c_str());
    for (const auto& row : table.rows) {
      for (const std::string& cell : row) std::printf("  %-12s", cell.c_str());
      std::printf("\n");
    }
  }
  std::printf("\nGoals\n");
  for (const Bar& bar : page.bars) {
    const bool is_met = bar.at_least ? bar.measured >= bar.bar : bar.measured <= bar.bar;
    std::printf("  %-40s %8s %-7s goal: %s %s: %s\n", bar.what.c_str(), rounded(bar.measured).c_str(), bar.unit.c_str(),
                bar.at_least ? "at least" : "at most", rounded(bar.bar).c_str(), is_met ? "met" : "missed");
  }
}

int run(const Arguments& arguments) {
  // Catalogs are read from the servers each time.
  ::setenv("XDG_CACHE_HOME", "/dev/null", 1);
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);

  const Contenders contenders(arguments.gateways);
  Page page;
  for (const Section& section : kSections) {
    if (!is_asked_for(arguments, section.name)) continue;
    std::printf("measuring: %s\n", section.name);
    std::fflush(stdout);
    section.measure(contenders, arguments.effort, page);
  }
  if (page.tables.empty()) exit_with_usage(2);
  print(page);
  if (arguments.page.empty()) return 0;
  write_page(page, arguments.page, "./bootstrap bench" + (arguments.flag.empty() ? "" : " " + arguments.flag));
  return 0;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  try {
    return bench::run(bench::read_arguments(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_suite: %s\n", error.what());
    return 1;
  }
}
