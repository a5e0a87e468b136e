#include "servers/catalog_reviewer.hpp"

#include <functional>

#include "base/visible_text.hpp"
#include "json/escape.hpp"

namespace workbench::servers {
namespace {

CatalogItemKind item_kind(protocol::ListKind kind) {
  switch (kind) {
    case protocol::ListKind::tools: return CatalogItemKind::tool;
    case protocol::ListKind::prompts: return CatalogItemKind::prompt;
    case protocol::ListKind::resources: return CatalogItemKind::resource;
    case protocol::ListKind::resource_templates: break;
  }
  return CatalogItemKind::resource_template;
}

/// The beginning of a sentence about the item.
std::string described(const CatalogItem& item) {
  const std::string name = json::quoted(base::visible_text(item.name));
  switch (item.kind) {
    case CatalogItemKind::tool: return "the tool " + name;
    case CatalogItemKind::prompt: return "the prompt " + name;
    case CatalogItemKind::resource: return "the resource " + name;
    case CatalogItemKind::resource_template: return "the resource template " + name;
    case CatalogItemKind::instructions: return "the instructions of the server";
    case CatalogItemKind::start: return "the start of the server";
    case CatalogItemKind::server_info: break;
  }
  return "the server's description of itself";
}

}  // namespace

std::vector<protocol::ListedItem> CatalogReviewer::admitted(protocol::ListKind kind,
                                                            const std::vector<protocol::ListedItem>& listed) {
  std::erase_if(withheld_, [&](const Key& key) { return key.first == item_kind(kind); });
  std::vector<protocol::ListedItem> admitted;
  admitted.reserve(listed.size());
  for (const protocol::ListedItem& item : listed) {
    if (admits(item_kind(kind), item.name, item.definition)) {
      admitted.push_back(item);
    } else {
      withheld_.emplace(item_kind(kind), item.name);
    }
  }
  return admitted;
}

bool CatalogReviewer::withholds(protocol::ListKind kind, const std::string& name) const {
  return !withheld_.empty() && withheld_.count({item_kind(kind), name}) > 0;
}

bool CatalogReviewer::admits(CatalogItemKind kind, std::string_view name, const Json& definition) {
  if (!has_reviews()) return true;
  const CatalogItem item{kind, name, definition};
  std::string texts;
  bool is_withheld = false;
  for (CatalogReview* const review : *reviews_) {
    const ReviewVerdict verdict = review->review({toolbox_, server_}, item);
    if (!verdict.text().empty()) texts.append(texts.empty() ? "" : "; ").append(verdict.text());
    is_withheld = verdict.action() == ReviewVerdict::Action::withhold;
    if (is_withheld) break;
  }
  log(item, texts, is_withheld);
  return !is_withheld;
}

/// A list arrives again and again; a text about it is logged once.
void CatalogReviewer::log(const CatalogItem& item, const std::string& texts, bool is_withheld) {
  Key key(item.kind, item.name);
  if (texts.empty() && !is_withheld) {
    logged_.erase(key);
    return;
  }
  std::string sentence = (is_withheld ? "withheld: " : "") + described(item);
  if (!texts.empty()) sentence.append(": ").append(texts);
  const std::size_t definition = std::hash<std::string_view>()(item.definition.text());
  Logged& logged = logged_[std::move(key)];
  if (logged.text == sentence && logged.definition == definition) return;
  host_->log(is_withheld ? LogLevel::warning : LogLevel::information, toolbox_ + "/" + server_, sentence);
  logged = {std::move(sentence), definition};
}

}  // namespace workbench::servers
