#include "servers/withheld_text.hpp"

#include <map>
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

std::string counted(CatalogItemKind kind, std::size_t count) {
  const std::string number = std::to_string(count) + " ";
  const char* const plural = count == 1 ? "" : "s";
  switch (kind) {
    case CatalogItemKind::tool: return number + "tool" + plural;
    case CatalogItemKind::prompt: return number + "prompt" + plural;
    case CatalogItemKind::resource: return number + "resource" + plural;
    case CatalogItemKind::resource_template: return number + "resource template" + plural;
    default: return item_in_words(kind, {});
  }
}

std::vector<std::string> withheld_for_models(const std::vector<WithheldItem>& withheld) {
  std::map<std::string, std::map<CatalogItemKind, std::size_t>> by_advice;
  for (const WithheldItem& item : withheld) ++by_advice[item.advice][item.kind];
  std::vector<std::string> sentences;
  for (const auto& [advice, counts] : by_advice) {
    std::string sentence;
    for (const auto& [kind, count] : counts) sentence.append(sentence.empty() ? "" : ", ").append(counted(kind, count));
    const bool is_one =
        counts.size() == 1 && counts.begin()->second == 1 && counts.begin()->first != CatalogItemKind::instructions;
    sentences.push_back(sentence + (is_one ? " is" : " are") + " withheld by a review" +
                        (advice.empty() ? "" : "; " + advice));
  }
  return sentences;
}

}  // namespace workbench::servers
