// The authenticator `api-keys` knows clients over HTTP by a key in the header X-Api-Key. The keys are in a file with a
// line `NAME KEY` for each client, as in `ci 4dd1...`, and scopes after that if it is limited to some.
#include <chrono>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <workbench/plugin.hpp>

namespace {

using namespace workbench;

constexpr const char* kFile = "file";
constexpr const char* kHeader = "X-Api-Key";

std::map<std::string, Principal> read_keys(const std::string& file) {
  std::map<std::string, Principal> keys;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Principal principal;
    std::string key;
    if (!(words >> principal.name >> key)) continue;
    for (std::string scope; words >> scope;) {
      if (!principal.scopes) principal.scopes.emplace();
      principal.scopes->push_back(scope);
    }
    keys.emplace(key, std::move(principal));
  }
  return keys;
}

class ApiKeys final : public Authenticator {
 public:
  ApiKeys(const Options& options, Host& host) : host_(host), keys_(read_keys(options.text(kFile))) {}

  static std::vector<OptionError> check(const Options& options, Host&) {
    if (!read_keys(options.text(kFile)).empty()) return {};
    return {{kFile, "has no line with a name and a key; write one for each client"}};
  }

  // A wrong key is answered a moment later, so that keys cannot be tried out fast. No other request waits for that.
  std::unique_ptr<EventLoop::Subscription> authenticate(const RequestHead& head,
                                                        MoveOnlyFunction<void(Authentication)> done) override {
    const auto key = head.header(kHeader);
    if (!key) {
      done(NotRecognized{});
      return nullptr;
    }
    if (const auto known = keys_.find(std::string(*key)); known != keys_.end()) {
      done(Authenticated{known->second});
      return nullptr;
    }
    return host_.loop().after(std::chrono::milliseconds(200), [done = std::move(done)]() mutable {
      done(AuthenticationRefused{"unknown key", {}});
    });
  }

  std::string challenge() const override { return "ApiKey header=\"X-Api-Key\""; }

 private:
  Host& host_;
  const std::map<std::string, Principal> keys_;
};

void register_plugin(Registrar& registrar) {
  registrar.add_authenticator("api-keys",
                              {.options = {{.name = kFile,
                                            .type = OptionType::path,
                                            .required = true,
                                            .description = "The file with a line NAME KEY for each client."}},
                               .check = &ApiKeys::check,
                               .make = construct<Authenticator, ApiKeys>});
}

}  // namespace

WORKBENCH_PLUGIN("api-keys", "0.1.0", register_plugin);
