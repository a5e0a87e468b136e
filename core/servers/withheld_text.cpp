#include "servers/withheld_text.hpp"

#include <utility>

#include "base/visible_text.hpp"
#include "json/escape.hpp"

namespace workbench::servers {

std::string item_in_words(CatalogItemKind kind, std::string_view name) {
  const std::string quoted = json::quoted(base::visible_text(name));
  switch (kind) {
    case CatalogItemKind::tool: return "the tool " + quoted;
    case CatalogItemKind::prompt: return "the prompt " + quoted;
    case CatalogItemKind::resource: return "the resource " + quoted;
    case CatalogItemKind::resource_template: return "the resource template " + quoted;
    case CatalogItemKind::instructions: return "the instructions of the server";
    case CatalogItemKind::start: return "the start of the server";
    case CatalogItemKind::server_info: break;
  }
  return "the server's description of itself";
}

std::vector<std::string> withheld_sentences(const std::vector<WithheldItem>& withheld) {
  std::vector<std::string> sentences;
  for (const WithheldItem& item : withheld) {
    std::string sentence = item_in_words(item.kind, item.name) + " is withheld";
    sentences.push_back(item.reason.empty() ? std::move(sentence) : sentence + ": " + item.reason);
  }
  return sentences;
}

}  // namespace workbench::servers
