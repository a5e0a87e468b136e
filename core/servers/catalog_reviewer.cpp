#include "servers/catalog_reviewer.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "servers/withheld_text.hpp"

namespace workbench::servers {

CatalogItemKind CatalogReviewer::item_kind(protocol::ListKind kind) {
  switch (kind) {
    case protocol::ListKind::tools: return CatalogItemKind::tool;
    case protocol::ListKind::prompts: return CatalogItemKind::prompt;
    case protocol::ListKind::resources: return CatalogItemKind::resource;
    case protocol::ListKind::resource_templates: break;
  }
  return CatalogItemKind::resource_template;
}

std::vector<protocol::ListedItem> CatalogReviewer::admitted(protocol::ListKind kind,
                                                            const std::vector<protocol::ListedItem>& listed) {
  std::erase_if(withheld_, [&](const auto& withheld) { return withheld.first.first == item_kind(kind); });
  missing_.erase(item_kind(kind));
  std::vector<protocol::ListedItem> admitted;
  admitted.reserve(listed.size());
  for (const protocol::ListedItem& item : listed) {
    if (admits(item_kind(kind), item.name, item.definition)) admitted.push_back(item);
  }
  end_of_list(item_kind(kind), listed);
  return admitted;
}

std::vector<protocol::ListedItem> CatalogReviewer::admitted_of_all(protocol::ListKind kind,
                                                                   const std::vector<protocol::ListedItem>& listed) {
  std::vector<protocol::ListedItem> all = admitted(kind, listed);
  if (auto sentences = missing(kind, listed); !sentences.empty()) missing_[item_kind(kind)] = std::move(sentences);
  return all;
}

/// Texts about what is no longer listed are forgotten: a server could list other names again and again.
void CatalogReviewer::end_of_list(CatalogItemKind kind, const std::vector<protocol::ListedItem>& listed) {
  const std::size_t lines = std::exchange(lines_, 0);
  if (lines > kMaxLinesOfAList) {
    host_->log(LogLevel::warning, toolbox_ + "/" + server_,
               "and " + std::to_string(lines - kMaxLinesOfAList) + " more texts of reviews about the same list");
  }
  if (logged_.empty()) return;
  std::set<std::string_view> names;
  for (const protocol::ListedItem& item : listed) names.insert(item.name);
  std::erase_if(logged_, [&](const auto& logged) {
    return logged.first.first == kind && names.find(logged.first.second) == names.end();
  });
}

bool CatalogReviewer::judges_start() const {
  return has_reviews() && std::any_of(reviews_->reviews.begin(), reviews_->reviews.end(),
                                      [this](CatalogReview* review) { return review->judges_start(reviewed()); });
}

std::optional<std::string> CatalogReviewer::refuse_start(const Json& facts) {
  if (admits(CatalogItemKind::start, facts)) return std::nullopt;
  return withheld_.find(Key(CatalogItemKind::start, {}))->second.reason;
}

std::string CatalogReviewer::basis() const {
  std::string all;
  for (CatalogReview* const review : reviews_->reviews) {
    const std::string basis = review->basis(reviewed());
    if (basis.empty()) return {};
    all.append(all.empty() ? "" : "; ").append(basis);
  }
  return all;
}

ReviewOutlook CatalogReviewer::outlook(const CatalogItem& item) const {
  ReviewOutlook outlook = ReviewOutlook::silent;
  for (CatalogReview* const review : reviews_->reviews) {
    switch (review->review(reviewed(), item).action()) {
      case ReviewVerdict::Action::withhold: return ReviewOutlook::withholds;
      case ReviewVerdict::Action::note: outlook = ReviewOutlook::notes; break;
      case ReviewVerdict::Action::admit: break;
    }
  }
  return outlook;
}

ReviewOutlook CatalogReviewer::outlook(protocol::ListKind kind, const std::vector<protocol::ListedItem>& listed) const {
  ReviewOutlook gravest = missing(kind, listed).empty() ? ReviewOutlook::silent : ReviewOutlook::notes;
  for (const protocol::ListedItem& item : listed) {
    gravest = std::max(gravest, outlook(CatalogItem{item_kind(kind), item.name, item.definition}));
    if (gravest == ReviewOutlook::withholds) break;
  }
  return gravest;
}

void CatalogReviewer::admit_unasked(protocol::ListKind kind) {
  admit_unasked(item_kind(kind));
}

void CatalogReviewer::admit_unasked(CatalogItemKind kind) {
  const auto is_of_kind = [kind](const auto& entry) { return entry.first.first == kind; };
  std::erase_if(withheld_, is_of_kind);
  std::erase_if(logged_, is_of_kind);
  missing_.erase(kind);
}

std::vector<std::string> CatalogReviewer::missing(protocol::ListKind kind,
                                                  const std::vector<protocol::ListedItem>& listed) const {
  std::vector<std::string_view> names;
  names.reserve(listed.size());
  for (const protocol::ListedItem& item : listed) names.push_back(item.name);
  std::vector<std::string> sentences;
  for (CatalogReview* const review : reviews_->reviews) {
    for (std::string& sentence : review->missing(reviewed(), item_kind(kind), names)) {
      sentences.push_back(base::visible_line(sentence));
    }
  }
  return sentences;
}

const CatalogReviewer::Withheld* CatalogReviewer::find_withheld(protocol::ListKind kind, std::string_view name) const {
  if (withheld_.empty()) return nullptr;
  const auto found = withheld_.find(Key(item_kind(kind), base::visible_text(name)));
  return found == withheld_.end() ? nullptr : &found->second;
}

std::vector<WithheldItem> CatalogReviewer::withheld() const {
  std::vector<WithheldItem> items;
  for (const auto& [key, why] : withheld_) items.push_back({key.first, key.second, why.reason, why.advice});
  return items;
}

bool CatalogReviewer::admits(CatalogItemKind kind, const Json& definition) {
  withheld_.erase(Key(kind, {}));
  const bool is_admitted = admits(kind, {}, definition);
  lines_ = 0;
  return is_admitted;
}

bool CatalogReviewer::admits(CatalogItemKind kind, std::string_view name, const Json& definition) {
  if (!has_reviews()) return true;
  const CatalogItem item{kind, name, definition};
  const ReviewedServer server = reviewed();
  std::string texts;
  std::optional<std::string> advice;
  for (CatalogReview* const review : reviews_->reviews) {
    const ReviewVerdict verdict = review->review(server, item);
    if (!verdict.text().empty()) texts.append(texts.empty() ? "" : "; ").append(verdict.text());
    if (verdict.action() != ReviewVerdict::Action::withhold) continue;
    advice = verdict.advice();
    break;
  }
  log(item, texts, advice.has_value());
  if (!advice) return true;
  withheld_[Key(kind, base::visible_text(name))] = {base::visible_line(texts),
                                                    base::shortened(base::visible_line(*advice), kMaxAdvice)};
  return false;
}

/// A list arrives again and again; a text about it is logged once.
void CatalogReviewer::log(const CatalogItem& item, const std::string& texts, bool is_withheld) {
  Key key(item.kind, item.name);
  if (texts.empty() && !is_withheld) {
    logged_.erase(key);
    return;
  }
  std::string sentence = (is_withheld ? "withheld: " : "") + item_in_words(item.kind, item.name);
  if (!texts.empty()) sentence.append(": ").append(texts);
  const std::size_t definition = std::hash<std::string_view>()(item.definition.text());
  Logged& logged = logged_[std::move(key)];
  if (logged.text == sentence && logged.definition == definition) return;
  if (++lines_ <= kMaxLinesOfAList) {
    host_->log(is_withheld ? LogLevel::warning : LogLevel::information, toolbox_ + "/" + server_, sentence);
  }
  logged = {std::move(sentence), definition};
}

}  // namespace workbench::servers
