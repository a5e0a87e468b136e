#include <Poco/Util/Option.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/ascii.hpp"
#include "client_files/exchange.hpp"
#include "client_files/file_writing.hpp"
#include "commands/commands.hpp"
#include "consent/trusted_files.hpp"
#include "json/escape.hpp"

namespace workbench::app {
namespace {

namespace cf = client_files;

/// `token`: makes a token for one client over HTTP, with what is to be written on both sides. The token itself is only
/// printed; the file of the workbench gets its hash.
class TokenCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override {
    return {"token", "NAME", "Make a token for a client over HTTP, and the lines for both sides"};
  }
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  [[nodiscard]] std::string entry_for(const std::string& name, const std::string& token) const;
  [[nodiscard]] Result<void> add(const std::string& name, const std::string& entry) const;

  std::vector<std::string> toolboxes_;
  std::filesystem::path file_;  ///< to which the entry is added; empty: it is only shown
  std::string url_ = "https://HOST/mcp";
};

/// 256 random bits. Empty: the system has none.
std::string new_token() {
  std::array<unsigned char, 32> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) return {};
  std::string token;
  for (const unsigned char byte : bytes) {
    token += base::hex_digit(byte >> 4U);
    token += base::hex_digit(byte & 0xFU);
  }
  return token;
}

std::string entry_of_client(const std::string& url, const std::string& token) {
  return "  \"workbench\": {\n    \"type\": \"http\",\n    \"url\": " + json::quoted(url) +
         ",\n    \"headers\": { \"Authorization\": \"Bearer " + token + "\" }\n  }\n";
}

}  // namespace

void TokenCommand::define_options(Poco::Util::OptionSet& options) const {
  using Poco::Util::Option;
  options.addOption(Option("toolbox", "t", "let the client open this toolbox only; may be repeated")
                        .argument("NAME")
                        .repeatable(true));
  options.addOption(
      Option("file", "f", "add the entry to this file of tokens, which is made if it does not exist").argument("FILE"));
  options.addOption(Option("url", "u", "the URL under which the client reaches the workbench").argument("URL"));
}

void TokenCommand::handle_option(const std::string& name, const std::string& value) {
  if (name == "toolbox") toolboxes_.push_back(value);
  if (name == "file") file_ = value;
  if (name == "url") url_ = value;
}

std::string TokenCommand::entry_for(const std::string& name, const std::string& token) const {
  std::string text = json::quoted(name) + ": { \"sha256\": \"" + sha256_of(token) + "\"";
  for (std::size_t index = 0; index < toolboxes_.size(); ++index) {
    text += (index == 0 ? ", \"toolboxes\": [" : ", ") + json::quoted(toolboxes_[index]);
  }
  return text + (toolboxes_.empty() ? " }" : "] }");
}

Result<void> TokenCommand::add(const std::string& name, const std::string& entry) const {
  const auto read = cf::read_if_exists(file_);
  if (!read) {
    return Error{ErrorKind::unavailable, file_.string() + ": " + read.error().message +
                                             "; if it is of another user, run the command as that user"};
  }
  const std::optional<std::string>& before = *read;
  const cf::Document document = cf::parse(before.value_or("{}\n"), cf::Format::json);
  if (!document.root || !document.root->is_object()) {
    return Error{ErrorKind::invalid_argument, file_.string() + ": is not a file of tokens, a JSON object"};
  }
  if (document.root->find(name) != nullptr) {
    return Error{ErrorKind::invalid_argument, file_.string() + ": has a client " + json::quoted(name) +
                                                  " already; remove its entry first, or choose another name"};
  }
  const auto text = cf::exchanged(document, {{}, {}, {{name, entry}}});
  if (!text) return text.error().within(file_.string());
  cf::Writing writing{.is_new = !before};
  if (before) writing.expected = *before;
  return cf::write_file(file_, *text, writing);
}

ExitStatus TokenCommand::run(CommandContext context) {
  const auto fail = [&context](ExitStatus status, const std::string& what) {
    context.errors << "mcp-workbench token: " << what << '\n';
    return status;
  };
  if (context.arguments.size() != 1 || context.arguments.front().empty()) {
    return fail(ExitStatus::usage, "give the client one name, by which logs and limits know it; see --help");
  }
  const std::string& name = context.arguments.front();
  const std::string token = new_token();
  if (token.empty()) return fail(ExitStatus::internal, "the system has no random bytes");
  const std::string entry = entry_for(name, token);
  if (!file_.empty()) {
    if (const auto added = add(name, entry); !added) return fail(ExitStatus::bad_configuration, added.error().message);
  }
  context.out << "The token, which is shown this once:\n\n  " << token << "\n\n";
  if (file_.empty()) {
    context.out << "For the file that listener.http.tokensFile names, with the hash of the token:\n\n  " << entry
                << "\n\n";
  } else {
    context.out << file_.string() << ": has the client " << json::quoted(name)
                << " now, with the hash of the token\n\n";
  }
  context.out << "For the client's file, in \"mcpServers\" (VS Code: \"servers\"):\n\n"
              << Lines{entry_of_client(url_, token)};
  return ExitStatus::ok;
}

std::unique_ptr<Command> make_token_command() {
  return std::make_unique<TokenCommand>();
}

}  // namespace workbench::app
