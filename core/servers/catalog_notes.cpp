#include "servers/catalog_notes.hpp"

#include <cstddef>
#include <utility>

#include "servers/withheld_text.hpp"

namespace workbench::servers {
namespace {

/// Notes of reviews; further ones are counted.
constexpr std::size_t kMaxReviewNotes = 30;

std::vector<std::string> with_reviews(const Catalog& catalog, std::vector<std::string> of_reviews) {
  if (of_reviews.size() > kMaxReviewNotes) {
    const std::size_t others = of_reviews.size() - kMaxReviewNotes;
    of_reviews.resize(kMaxReviewNotes);
    of_reviews.push_back("and " + std::to_string(others) + " more notes of reviews; the log has them");
  }
  std::vector<std::string> notes = catalog.notes();
  notes.insert(notes.end(), of_reviews.begin(), of_reviews.end());
  return notes;
}

}  // namespace

std::vector<std::string> notes_for_people(const Catalog& catalog) {
  std::vector<std::string> notes = withheld_sentences(catalog.reviewer().withheld());
  for (const auto& [kind, sentences] : catalog.reviewer().all_missing()) {
    notes.insert(notes.end(), sentences.begin(), sentences.end());
  }
  return with_reviews(catalog, std::move(notes));
}

std::vector<std::string> notes_for_models(const Catalog& catalog) {
  std::vector<std::string> notes = withheld_for_models(catalog.reviewer().withheld());
  for (const auto& [kind, sentences] : catalog.reviewer().all_missing()) {
    notes.push_back(counted(kind, sentences.size()) + (sentences.size() == 1 ? " is" : " are") +
                    " missed by a review; a person can see more: mcp-workbench doctor");
  }
  return with_reviews(catalog, std::move(notes));
}

}  // namespace workbench::servers
