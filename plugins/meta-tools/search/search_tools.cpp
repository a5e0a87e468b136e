#include "search_tools.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "../input.hpp"
#include "search_answer.hpp"

namespace meta_tools {

using workbench::Caller;
using workbench::ClientProfile;
using workbench::Json;
using workbench::KnownTool;
using workbench::Toolboxes;
using workbench::ToolboxSummary;
using workbench::ToolCall;
using workbench::ToolIdentifier;
using workbench::ToolResult;

namespace {

constexpr const char* kSearchTools = R"json({
"name":"search_tools",
"title":"Search the tools",
"description":"Finds tools in all toolboxes by what they do, open or not. Search first if you do not know which toolbox has the tool. toolbox, server and tool of a result identify it for use_tool; describe_tools returns its arguments; _notes says which toolboxes must be opened before.",
"inputSchema":{
"type":"object",
"required":["query"],
"properties":{
"query":{"type":"string","minLength":1,"maxLength":10000,"description":"What the tool should do, in a few words"},
"limit":{"type":"integer","minimum":1,"maximum":50,"default":5},
"toolbox":{"type":"string","description":"Search this toolbox alone"}
},
"additionalProperties":false
},
"annotations":{"title":"Search the tools","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}
})json";

constexpr std::size_t kDefaultLimit = 5;
constexpr std::size_t kMaxLimit = 50;

/// Only the first bytes of a query are searched for, which are more than a question has. A query as long as a document
/// is refused.
constexpr std::size_t kMaxQuery = 1'000;
constexpr std::size_t kMaxCharactersOfQuery = 10'000;

constexpr std::size_t kNearestWords = 5;

/// A tool that was found, with the values that decide its rank.
struct Ranked {
  ToolIndex::Hit hit;
  double shown_score = 0;
  std::uint64_t calls = 0;
};

double score_as_shown(double score) {
  return std::round(score * 10) / 10;
}

std::string names_of(const std::vector<ToolboxSummary>& toolboxes) {
  std::string text;
  for (const ToolboxSummary& toolbox : toolboxes) text.append(text.empty() ? "" : ", ").append(toolbox.name);
  return text.empty() ? "none" : text;
}

/// Whether the caller must open a toolbox before use_tool calls its tools, as far as can be said without trying.
bool must_open(const Toolboxes& toolboxes, const Caller& caller) {
  return !caller.identity().is_modern && !toolboxes.profile_of(caller.identity().client_info).is_one_shot;
}

/// "toolbox/server" of all servers in these toolboxes that are not running, and whose tools are not known.
std::vector<std::string> servers_without_tools(const std::vector<const ToolboxSummary*>& toolboxes,
                                               const std::vector<KnownTool>& known) {
  std::set<std::pair<std::string_view, std::string_view>> with_tools;
  for (const KnownTool& tool : known) with_tools.emplace(tool.identifier.toolbox, tool.identifier.server);
  std::vector<std::string> without;
  for (const ToolboxSummary* const toolbox : toolboxes) {
    for (std::size_t index = 0; index != toolbox->servers.size(); ++index) {
      const std::string& server = toolbox->servers[index];
      const bool is_running = index < toolbox->health.size() && toolbox->health[index].state == "ready";
      if (!is_running && !with_tools.contains({toolbox->name, server})) without.push_back(toolbox->name + "/" + server);
    }
  }
  return without;
}

}  // namespace

Json SearchTools::definition(const Toolboxes&, const ClientProfile&) const {
  return definition_from(kSearchTools);
}

bool SearchTools::is_available_by_default(const Toolboxes& toolboxes) const {
  const std::vector<ToolboxSummary> summaries = toolboxes.summaries();
  std::string names;
  std::vector<const ToolboxSummary*> all;
  for (const ToolboxSummary& toolbox : summaries) {
    names.append(toolbox.name).append("\n");
    for (const std::string& server : toolbox.servers) names.append("\t").append(server).append("\n");
    all.push_back(&toolbox);
  }
  if (const auto decided = decisions_.find(names); decided != decisions_.end()) return decided->second;
  const std::vector<KnownTool> known = toolboxes.known_tools();
  const bool is_available = known.size() > kMaxToolsOfAPage;
  if (is_available || servers_without_tools(all, known).empty()) {
    if (decisions_.size() == kMaxDecisions) decisions_.clear();
    decisions_.emplace(std::move(names), is_available);
  }
  return is_available;
}

void SearchTools::call(ToolCall call) {
  const workbench::JsonAccess& json = call.host().json();
  Input input(json, call.arguments(), "", {"query", "limit", "toolbox"});
  Request request;
  request.query = input.name("query", kMaxCharactersOfQuery).substr(0, kMaxQuery);
  request.limit = input.number("limit", 1, kMaxLimit, kDefaultLimit);
  request.toolbox = input.characters("toolbox");
  input.check_keys();
  if (input.error()) return call.result(ToolResult::error(*input.error()));

  const Toolboxes& toolboxes = call.toolboxes();
  const std::vector<ToolboxSummary> summaries = toolboxes.summaries();
  std::vector<const ToolboxSummary*> searched;
  for (const ToolboxSummary& toolbox : summaries) {
    if (request.toolbox.empty() || toolbox.name == request.toolbox) searched.push_back(&toolbox);
  }
  if (searched.empty() && !request.toolbox.empty()) {
    return call.result(ToolResult::error("Toolbox '" + request.toolbox +
                                         "' not found in configuration; the toolboxes are: " + names_of(summaries)));
  }

  const std::vector<KnownTool> known = toolboxes.known_tools(call.caller());
  const ToolIndex& index = search_.index_of(known);
  SearchResult result;
  for (const ToolIndex::Hit& hit : best_of(index, known, request, call.host())) {
    result.tools.push_back({&known[hit.tool], hit.score});
  }
  if (result.tools.empty()) {
    result.nearest_words = index.nearest_words(request.query, kNearestWords);
    for (const ToolboxSummary* const toolbox : searched) result.toolboxes.push_back(toolbox->name);
  }
  if (must_open(toolboxes, call.caller())) {
    for (const SearchResult::Found& found : result.tools) {
      const std::string& name = found.tool->identifier.toolbox;
      const bool is_listed = std::find(result.toolboxes_to_open.begin(), result.toolboxes_to_open.end(), name) !=
                             result.toolboxes_to_open.end();
      if (!found.tool->is_open && !is_listed) result.toolboxes_to_open.push_back(name);
    }
  }
  result.unknown_servers = servers_without_tools(searched, known);
  const ClientProfile& client = toolboxes.profile_of(call.caller().identity().client_info);
  call.result(ToolResult::text(write_search_answer(result, client.result_budget())));
}

/// The best tools for a request. If tools have the same score, as the answer shows it, the tools that are called more
/// often precede the others.
std::vector<ToolIndex::Hit> SearchTools::best_of(const ToolIndex& index, const std::vector<KnownTool>& known,
                                                 const Request& request, workbench::Host& host) const {
  std::vector<ToolIndex::Hit> hits = index.find(request.query, [&](std::size_t tool) {
    return request.toolbox.empty() || known[tool].identifier.toolbox == request.toolbox;
  });
  std::stable_sort(hits.begin(), hits.end(),
                   [](const auto& one, const auto& other) { return one.score > other.score; });
  if (hits.size() > request.limit) {
    const double last = score_as_shown(hits[request.limit - 1].score);
    const auto is_worse = [last](const ToolIndex::Hit& hit) { return score_as_shown(hit.score) < last; };
    hits.erase(std::find_if(hits.begin(), hits.end(), is_worse), hits.end());
  }
  std::vector<Ranked> ranked;
  for (const ToolIndex::Hit& hit : hits) {
    ranked.push_back({hit, score_as_shown(hit.score), usage_->calls_of(known[hit.tool].identifier, host)});
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& one, const Ranked& other) {
    return std::pair(one.shown_score, one.calls) > std::pair(other.shown_score, other.calls);
  });
  hits.clear();
  for (const Ranked& one : ranked) hits.push_back(one.hit);
  hits.resize(std::min(hits.size(), request.limit));
  return hits;
}

}  // namespace meta_tools
