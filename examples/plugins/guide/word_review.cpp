// The catalog review `words` withholds what a server lists if its text has one of some words.
#include <algorithm>

#include <workbench/plugin.hpp>

namespace {

using namespace workbench;

class WordReview final : public CatalogReview {
 public:
  WordReview(const Options& options, Host&) : words_(options.text_list("words")) {}

  ReviewVerdict review(const ReviewedServer&, const CatalogItem& item) override {
    const std::string_view text = item.definition.text();
    const auto found = std::find_if(words_.begin(), words_.end(),
                                    [&](const std::string& word) { return text.find(word) != text.npos; });
    if (found == words_.end()) return ReviewVerdict::admit();
    return ReviewVerdict::withhold("its text has the word '" + *found + "'");
  }

 private:
  const std::vector<std::string> words_;
};

std::vector<OptionError> check(const Options& options, Host&) {
  if (!options.text_list("words").empty()) return {};
  return {{"words", "is empty; name the words to look for, separated by commas"}};
}

void register_plugin(Registrar& registrar) {
  registrar.add_catalog_review(
      "words", {.options = {{"words", OptionType::text_list, true, "The words to look for, as a server writes them."}},
                .check = check,
                .make = construct<CatalogReview, WordReview>});
}

}  // namespace

WORKBENCH_PLUGIN("word-review", "0.1.0", register_plugin);
