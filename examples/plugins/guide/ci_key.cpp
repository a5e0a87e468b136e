// The authenticator `ci-key` knows one client over HTTP, by the key in its header X-CI-Key. A variable of the
// environment has the key.
#include <cstdlib>

#include <workbench/plugin.hpp>

namespace {

using namespace workbench;

std::string key_in(const Options& options) {
  const char* const key = std::getenv(options.text("variable").c_str());
  return key == nullptr ? std::string() : key;
}

std::vector<OptionError> check(const Options& options, Host&) {
  if (!key_in(options).empty()) return {};
  return {{"variable", "names a variable that is not set; set it to the key"}};
}

/// Takes as long for a wrong key as for the right one.
bool are_equal(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i) difference |= static_cast<unsigned char>(one[i] ^ other[i]);
  return difference == 0;
}

class CiKey final : public Authenticator {
 public:
  CiKey(const Options& options, Host&) : key_(key_in(options)) {}

  std::unique_ptr<EventLoop::Subscription> authenticate(const RequestHead& head,
                                                        MoveOnlyFunction<void(Authentication)> done) override {
    const auto key = head.header("X-CI-Key");
    if (!key) {
      done(NotRecognized{});
    } else if (are_equal(*key, key_)) {
      done(Authenticated{{.name = "ci", .toolboxes = std::nullopt, .scopes = std::nullopt}});
    } else {
      done(AuthenticationRefused{"wrong X-CI-Key", {}});
    }
    return nullptr;
  }

 private:
  const std::string key_;
};

void register_plugin(Registrar& registrar) {
  registrar.add_authenticator("ci-key", {.options = {{.name = "variable",
                                                      .required = true,
                                                      .description = "The variable with the key.",
                                                      .names_variables = true}},
                                         .check = check,
                                         .make = construct<Authenticator, CiKey>});
}

}  // namespace

WORKBENCH_PLUGIN("ci-key", "0.1.0", register_plugin);
