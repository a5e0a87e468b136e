#include "startup/service_change_check.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "startup/object_options.hpp"
#include "startup/selected_objects.hpp"

namespace workbench::app {
namespace {

/// Checks whether the objects of `changed` exist, and those of their options that differ from `running`.
class ChangeCheck {
 public:
  ChangeCheck(const config::Settings& running, const config::Settings& changed, const registry::Registry& registry,
              Host& host)
      : running_(running), changed_(changed), registry_(registry), host_(host) {}

  void run(const registry::Kind& kind) {
    const registry::RegisteredKind* const registered = registry_.find(kind);
    const std::vector<std::string> provided = provided_by(registered);
    const config::KindSettings& settings = changed_.of(kind);
    const std::vector<std::string> needed = needed_names(kind, settings, provided);
    std::set<std::string> names(needed.begin(), needed.end());
    if (may_be_unlisted(kind)) names.insert(provided.begin(), provided.end());
    for (const std::string& name : names) {
      const auto object = described_options(registered, name);
      if (!object) {
        if (may_be_missing(running_.of(kind).names, name)) continue;
        errors.push_back(not_provided(kind, name, provided));
        continue;
      }
      const auto& texts = texts_of(settings.options, name);
      if (texts == texts_of(running_.of(kind).options, name)) continue;
      ObjectOptionsReader reader(kind, name, texts, errors);
      static_cast<void>(reader.read(*object, host_));
    }
  }

  std::vector<std::string> errors;

 private:
  [[nodiscard]] bool may_be_missing(const std::vector<std::string>& running_names, const std::string& name) const {
    const bool is_new = std::find(running_names.begin(), running_names.end(), name) == running_names.end();
    return !is_new || changed_.all_plugins() != running_.all_plugins() || changed_.plugin_path != running_.plugin_path;
  }

  const config::Settings& running_;
  const config::Settings& changed_;
  const registry::Registry& registry_;
  Host& host_;
};

}  // namespace

std::vector<std::string> check_changed_services(const config::Settings& running, const config::Settings& changed,
                                                const registry::Registry& registry, Host& host) {
  ChangeCheck check(running, changed, registry, host);
  for (const registry::Kind& kind : registry::kinds()) {
    if (is_selected(kind)) check.run(kind);
  }
  return std::move(check.errors);
}

}  // namespace workbench::app
