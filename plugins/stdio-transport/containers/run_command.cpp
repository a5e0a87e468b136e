#include "containers/run_command.hpp"

#include <algorithm>
#include <array>

namespace workbench::stdio {
namespace {

constexpr std::string_view kPodmanProgram = "podman";

/// Options of `run` that take no value, of both engines. All others take one, so that an option which a later engine
/// adds is read rightly in most cases.
constexpr std::array<std::string_view, 26> kFlags{"detach",
                                                  "disable-content-trust",
                                                  "env-host",
                                                  "help",
                                                  "http-proxy",
                                                  "init",
                                                  "interactive",
                                                  "no-healthcheck",
                                                  "no-hosts",
                                                  "no-hostname",
                                                  "oom-kill-disable",
                                                  "passwd",
                                                  "privileged",
                                                  "publish-all",
                                                  "quiet",
                                                  "read-only",
                                                  "read-only-tmpfs",
                                                  "replace",
                                                  "rm",
                                                  "rmi",
                                                  "rootfs",
                                                  "sig-proxy",
                                                  "tls-verify",
                                                  "tty",
                                                  "unsetenv-all",
                                                  "use-api-socket"};

/// The same before `run`.
constexpr std::array<std::string_view, 8> kFlagsOfEngine{"debug", "help",      "remote",  "syslog",
                                                         "tls",   "tlsverify", "version", "transient-store"};

struct ShortName {
  char letter;
  std::string_view name;
};

/// Letters of flags, which may be written together, and of the values that matter here.
constexpr std::array<ShortName, 5> kShortFlags{
    {{'d', "detach"}, {'i', "interactive"}, {'t', "tty"}, {'P', "publish-all"}, {'q', "quiet"}}};
constexpr std::array<ShortName, 2> kShortOptions{{{'m', "memory"}, {'u', "user"}}};

template <std::size_t kSize>
std::string_view name_of(char letter, const std::array<ShortName, kSize>& names) {
  const auto* const found =
      std::find_if(names.begin(), names.end(), [&](const ShortName& one) { return one.letter == letter; });
  return found == names.end() ? std::string_view() : found->name;
}

template <std::size_t kSize>
bool has(const std::array<std::string_view, kSize>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string_view file_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

/// Reads the words of one command from left to right.
class RunReader {
 public:
  explicit RunReader(const ProcessCommand& command) : command_(command), count_(command.args.size() + 1) {}

  std::optional<RunCommand> read() {
    const std::string_view program = file_name(command_.command);
    if (program != "docker" && program != kPodmanProgram) return std::nullopt;
    read_.is_podman = program == kPodmanProgram;
    skip_options_of_engine();
    read_.engine_words = at_;
    if (is_word("container")) ++at_;
    if (!is_word("run")) return std::nullopt;
    read_.first_option = ++at_;
    while (at_ < count_ && is_option()) read_option();
    if (at_ < count_ && word() == "--") ++at_;
    if (at_ >= count_) return std::nullopt;
    read_.image = at_;
    return std::move(read_);
  }

 private:
  [[nodiscard]] const std::string& word() const { return word_of(command_, at_); }
  [[nodiscard]] bool is_word(std::string_view text) const { return at_ < count_ && word() == text; }
  [[nodiscard]] bool is_option() const { return word().size() > 1 && word()[0] == '-' && word() != "--"; }

  void skip_options_of_engine() {
    for (at_ = 1; at_ < count_ && is_option(); ++at_) {
      const std::string_view text = word();
      const bool is_long = text.starts_with("--");
      const bool is_flag = is_long ? has(kFlagsOfEngine, text.substr(2)) : text == "-D" || text == "-v" || text == "-r";
      const bool has_value = text.find('=') != std::string_view::npos || (!is_long && text.size() > 2);
      if (!is_flag && !has_value) ++at_;
    }
  }

  void read_option() {
    word().starts_with("--") ? read_long(std::string_view(word()).substr(2)) : read_letters(word());
  }

  void read_long(std::string_view text) {
    ++at_;
    const std::size_t equals = text.find('=');
    const std::string name(text.substr(0, equals));
    if (equals != std::string_view::npos) {
      set(name, std::string(text.substr(equals + 1)));
    } else {
      set(name, has(kFlags, name) ? "true" : next_word());
    }
  }

  /// `-it`, `-e NAME`, `-eNAME`, `-ie NAME`.
  void read_letters(std::string_view text) {
    ++at_;
    for (std::size_t i = 1; i < text.size(); ++i) {
      const std::string_view flag = name_of(text[i], kShortFlags);
      if (!flag.empty()) {
        set(std::string(flag), "true");
        continue;
      }
      const std::string_view rest = text.substr(i + 1);
      const std::string name(name_of(text[i], kShortOptions));
      const std::string value = rest.empty() ? next_word() : std::string(rest.substr(rest[0] == '=' ? 1 : 0));
      return set(name.empty() ? std::string(1, text[i]) : name, value);
    }
  }

  [[nodiscard]] std::string next_word() { return at_ < count_ ? word_of(command_, at_++) : std::string(); }
  void set(const std::string& name, std::string value) { read_.options.insert_or_assign(name, std::move(value)); }

  const ProcessCommand& command_;
  const std::size_t count_;
  std::size_t at_ = 0;
  RunCommand read_;
};

}  // namespace

bool RunCommand::is_set(std::string_view flag) const {
  const auto found = options.find(flag);
  return found != options.end() && (found->second == "true" || found->second == "1" || found->second == "t");
}

std::optional<RunCommand> read_run_command(const ProcessCommand& command) {
  return RunReader(command).read();
}

const std::string& word_of(const ProcessCommand& command, std::size_t index) {
  return index == 0 ? command.command : command.args[index - 1];
}

}  // namespace workbench::stdio
