#include "gateway/exposure/native_servers.hpp"

#include <optional>
#include <utility>

#include "base/callback_latch.hpp"
#include "base/text.hpp"
#include "gateway/requests/tool_lookup.hpp"
#include "gateway/requests/withheld_content.hpp"

namespace workbench::gateway {
namespace {

/// Long enough for the reasons of some servers; the log has them all.
constexpr std::size_t kMaxMissingBytes = 2000;

/// The server's own part of a native name SERVER__NAME or TOOLBOX__SERVER__NAME; empty: it is not a name of this
/// server.
std::string_view own_part(std::string_view name, const std::string& toolbox, const std::string& server) {
  if (name.starts_with(toolbox + "__" + server + "__")) return name.substr(toolbox.size() + server.size() + 4);
  return name.starts_with(server + "__") ? name.substr(server.size() + 2) : std::string_view();
}

/// Why the server does not show what clients know by this name; null: for no such reason.
const servers::CatalogReviewer::Withheld* find_withheld(const Toolbox& toolbox, const servers::Server& server,
                                                        protocol::ListKind kind, std::string_view name) {
  if (kind == protocol::ListKind::resources) return find_withheld_resource(server.catalog(), name);
  if (kind == protocol::ListKind::resource_templates) return find_withheld_template(server.catalog(), name);
  const auto* const withheld = server.catalog().reviewer().find_withheld(kind, name);
  if (withheld != nullptr) return withheld;
  const std::string_view own = own_part(name, toolbox.name(), server.name());
  return own.empty() ? nullptr : server.catalog().reviewer().find_withheld(kind, own);
}

}  // namespace

std::vector<Toolbox*> NativeServers::toolboxes() const {
  std::vector<Toolbox*> found;
  for (const auto& toolbox : toolboxes_) {
    const bool shows_tools = learning_ == Learning::opens_toolboxes;
    if (of_ == Of::all_toolboxes || toolbox->shows_content(shows_tools)) found.push_back(toolbox.get());
  }
  return found;
}

void NativeServers::recall() const {
  for (Toolbox* toolbox : toolboxes()) toolbox->recall();
}

void NativeServers::learn(Toolbox::Retry retry, Toolbox::Wanted wanted, MoveOnlyFunction<void()> known) const {
  const std::vector<Toolbox*> asked = toolboxes();
  const base::CallbackLatch one_known(asked.size() + 1, std::move(known));
  for (Toolbox* toolbox : asked) {
    if (learning_ == Learning::opens_toolboxes) {
      toolbox->open(
          {}, [one_known](const workbench::Toolboxes::Opened&) { one_known(); }, retry, wanted);
    } else {
      toolbox->learn([one_known] { one_known(); }, retry, wanted);
    }
  }
  one_known();
}

protocol::CacheHint NativeServers::cache_hint(protocol::ListKind kind) const {
  std::optional<protocol::CacheHint> least;
  for_each([&](const Toolbox&, const servers::Server& server) {
    const servers::Catalog& catalog = server.catalog();
    const bool has_none = catalog.is_known() && !server.status().failure() && !server.status().is_starting() &&
                          !catalog.has_capability(protocol::list_capability(kind));
    if (has_none) return;
    const auto own = server.status().cache_hint(kind).value_or(protocol::CacheHint());
    least = least ? least_of(*least, own) : own;
  });
  return least.value_or(protocol::CacheHint());
}

std::string NativeServers::missing(std::string_view separator) const {
  std::string text;
  const auto append = [&](const std::string& sentence) {
    if (!text.empty()) text.append(separator);
    text.append(sentence);
  };
  for_each([&](const Toolbox& toolbox, const servers::Server& server) {
    if (server.status().failure())
      append(connection_failure(toolbox.name(), server.name(), *server.status().failure()));
    if (server.status().is_starting()) {
      append("server '" + server.name() + "' in toolbox '" + toolbox.name() + "' is still starting");
    }
  });
  return base::shortened(text, kMaxMissingBytes);
}

std::string NativeServers::withheld(protocol::ListKind kind, std::string_view name) const {
  std::string text;
  for_each([&](const Toolbox& toolbox, const servers::Server& server) {
    const auto* const withheld = text.empty() ? find_withheld(toolbox, server, kind, name) : nullptr;
    if (withheld != nullptr) text = withheld_words(*withheld);
  });
  return text;
}

}  // namespace workbench::gateway
