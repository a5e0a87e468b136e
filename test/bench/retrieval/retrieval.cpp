// How well search_tools finds tools, compared with simpler ways to search: see README.md in this folder.
//
//   bench_retrieval CATALOG QUESTIONS [--min-recall SHARE] [--failures]
//
// Exits with 1 if search_tools is not better than each of the others, or finds less than SHARE of the questions' tools
// among its first five.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog.hpp"
#include "json/scanner_json_access.hpp"
#include "search/tool_index.hpp"
#include "search/tool_search.hpp"

namespace {

using meta_tools::ToolIndex;
using retrieval::Question;
using workbench::KnownTool;

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr std::size_t kShown = 5;
constexpr std::size_t kTimedTools = 2'000;

/// A way to search: the tools for a question, best first, as indexes into the catalog.
using Search = std::function<std::vector<std::size_t>(const std::string& question)>;

struct Quality {
  double first = 0;            ///< the share of questions whose first answer is right
  double among_shown = 0;      ///< the share with a right one among the first kShown
  double reciprocal_rank = 0;  ///< the mean of 1 / place of the first right one
  std::vector<const Question*> failures;
};

Quality measure(const Search& search, const std::vector<KnownTool>& tools, const std::vector<Question>& questions) {
  Quality quality;
  for (const Question& question : questions) {
    const std::vector<std::size_t> found = search(question.text);
    const auto right = std::find_if(found.begin(), found.end(), [&](std::size_t tool) {
      return std::find(question.tools.begin(), question.tools.end(), retrieval::name_of(tools[tool])) !=
             question.tools.end();
    });
    const auto place = static_cast<std::size_t>(right - found.begin()) + 1;
    if (right != found.end()) quality.reciprocal_rank += 1.0 / static_cast<double>(place);
    if (place == 1 && right != found.end()) ++quality.first;
    if (place <= kShown && right != found.end()) {
      ++quality.among_shown;
    } else {
      quality.failures.push_back(&question);
    }
  }
  const auto count = static_cast<double>(questions.size());
  quality.first /= count;
  quality.among_shown /= count;
  quality.reciprocal_rank /= count;
  return quality;
}

std::vector<std::size_t> by_score(std::vector<ToolIndex::Hit> hits) {
  std::stable_sort(hits.begin(), hits.end(),
                   [](const auto& one, const auto& other) { return one.score > other.score; });
  std::vector<std::size_t> tools;
  for (const ToolIndex::Hit& hit : hits) tools.push_back(hit.tool);
  return tools;
}

Search search_in(const ToolIndex& index) {
  return [&index](const std::string& question) {
    return by_score(index.find(question, [](std::size_t) { return true; }));
  };
}

/// Plain substrings: the more words of the question occur anywhere in a tool's texts, the better it is.
Search substring_search(const std::vector<KnownTool>& tools) {
  std::vector<std::string> texts;
  const auto lower = [](std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char byte) { return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte; });
    return text;
  };
  for (const KnownTool& known : tools) {
    const workbench::Tool& tool = known.tool;
    texts.push_back(lower(known.identifier.toolbox + "\n" + tool.name + "\n" + tool.title + "\n" + tool.description +
                          "\n" + std::string(tool.definition.text())));
  }
  return [texts](const std::string& question) {
    std::vector<std::string> words;
    meta_tools::for_each_word(question, meta_tools::Splitting::none,
                              [&](std::string_view word, meta_tools::WordExtent) {
                                if (!meta_tools::is_stop_word(word)) words.emplace_back(word);
                              });
    std::vector<ToolIndex::Hit> hits;
    for (std::size_t tool = 0; tool != texts.size(); ++tool) {
      const auto has = [&](const std::string& word) { return texts[tool].find(word) != std::string::npos; };
      const auto count = std::count_if(words.begin(), words.end(), has);
      if (count > 0) hits.push_back({tool, static_cast<double>(count)});
    }
    return by_score(std::move(hits));
  };
}

ToolIndex index_with(const std::vector<KnownTool>& tools, ToolIndex::Rules rules) {
  static const workbench::json::ScannerJsonAccess kJson(100);
  return ToolIndex(meta_tools::texts_of(tools, kJson), rules);
}

void print_row(const char* name, const Quality& quality) {
  std::printf("| %-42s | %11.1f %% | %10.1f %% | %5.3f |\n", name, 100 * quality.among_shown, 100 * quality.first,
              quality.reciprocal_rank);
}

void print_times(const std::vector<KnownTool>& tools, const std::vector<Question>& questions) {
  static const workbench::json::ScannerJsonAccess kJson(100);
  std::vector<KnownTool> many;
  for (std::size_t index = 0; index != kTimedTools; ++index) {
    many.push_back(tools[index % tools.size()]);
    if (index >= tools.size()) many.back().identifier.toolbox += "-again";
  }
  meta_tools::ToolSearch search(kJson);
  const auto begun = Clock::now();
  const ToolIndex& index = search.index_of(many);
  const Milliseconds indexed = Clock::now() - begun;
  const auto asked = Clock::now();
  std::size_t hits = 0;
  for (const Question& question : questions) {
    static_cast<void>(search.index_of(many));
    hits += index.find(question.text, [](std::size_t) { return true; }).size();
  }
  const Milliseconds answered = (Clock::now() - asked) / static_cast<double>(questions.size());
  std::printf("\n%zu tools: indexed in %.1f ms; a question in %.2f ms (%zu matches on average).\n", many.size(),
              indexed.count(), answered.count(), hits / questions.size());
}

struct Options {
  std::string catalog;
  std::string questions;
  double min_recall = 0;
  bool shows_failures = false;
};

std::optional<Options> read_options(int count, char** arguments) {
  Options options;
  std::vector<std::string> files;
  for (int index = 1; index < count; ++index) {
    const std::string_view argument = arguments[index];
    if (argument == "--failures") {
      options.shows_failures = true;
    } else if (argument == "--min-recall" && index + 1 < count) {
      options.min_recall = std::atof(arguments[++index]);
    } else {
      files.emplace_back(argument);
    }
  }
  if (files.size() != 2) return std::nullopt;
  options.catalog = files[0];
  options.questions = files[1];
  return options;
}

int run(const Options& options) {
  using meta_tools::Splitting;
  using meta_tools::Stemming;
  const std::vector<KnownTool> tools = retrieval::read_catalog(options.catalog);
  const std::vector<Question> questions = retrieval::read_questions(options.questions);

  const ToolIndex plain = index_with(tools, {Splitting::none, Stemming::none, false});
  const ToolIndex divided = index_with(tools, {Splitting::identifiers, Stemming::none, false});
  const ToolIndex stemmed = index_with(tools, {Splitting::identifiers, Stemming::english, false});
  const ToolIndex ours = index_with(tools, {});
  const Quality by_substring = measure(substring_search(tools), tools, questions);
  const Quality by_plain = measure(search_in(plain), tools, questions);
  const Quality by_ours = measure(search_in(ours), tools, questions);

  std::printf("%zu questions, %zu tools.\n\n", questions.size(), tools.size());
  std::printf("| %-42s | recall at %zu | recall at 1 | MRR   |\n|---|---|---|---|\n", "search", kShown);
  print_row("substrings", by_substring);
  print_row("BM25, identifiers whole, no stemming", by_plain);
  print_row("BM25, identifiers divided", measure(search_in(divided), tools, questions));
  print_row("the same, with stemming", measure(search_in(stemmed), tools, questions));
  print_row("search_tools: the same, with related words", by_ours);
  print_times(tools, questions);
  if (options.shows_failures) {
    for (const Question* const question : by_ours.failures) std::printf("not found: %s\n", question->text.c_str());
  }

  if (by_ours.among_shown < options.min_recall) {
    std::fprintf(stderr, "FAULT: search_tools finds less than %.1f %%\n", 100 * options.min_recall);
    return EXIT_FAILURE;
  }
  if (by_ours.among_shown <= std::max(by_substring.among_shown, by_plain.among_shown)) {
    std::fprintf(stderr, "FAULT: a simpler search finds as much as search_tools\n");
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

}  // namespace

int main(int count, char** arguments) {
  const auto options = read_options(count, arguments);
  if (!options) {
    std::fprintf(stderr, "usage: bench_retrieval CATALOG QUESTIONS [--min-recall SHARE] [--failures]\n");
    return 2;
  }
  try {
    return run(*options);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return EXIT_FAILURE;
  }
}
