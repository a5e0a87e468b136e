#include "servers/package_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "base/ascii.hpp"

namespace workbench::servers {
namespace {

using Words = std::span<const std::string>;
using Registry = PackageWords::Registry;

/// A program that runs packages. Its options with a value in the next word have to be known, because the package is the
/// first word that is neither.
struct PackageRunner {
  std::string_view program;
  std::array<std::string_view, 2> verbs;  ///< that are before the package; empty: none
  Registry registry;
  std::string_view package_option;  ///< an option that names the package, and the word is then a program of it
  std::string_view valued;          ///< options with a value, a blank around each
};

constexpr std::string_view kNpmValued =
    " -p --package -c --call -w --workspace --registry --cache --userconfig --prefix ";
constexpr std::string_view kUvValued =
    " -p --python -w --with --with-editable --with-requirements --index --default-index -i --index-url "
    "--extra-index-url -f --find-links -P --upgrade-package -c --constraints --overrides -C --config-setting "
    "--link-mode "
    "--cache-dir --directory --project --config-file --env-file --index-strategy --keyring-provider --resolution "
    "--prerelease --exclude-newer --refresh-package --reinstall-package --python-platform --torch-backend --color "
    "--allow-insecure-host --no-build-package --no-binary-package ";

// Further runners go here.
constexpr std::array kPackageRunners{
    PackageRunner{"npx", {}, Registry::npm, "--package", kNpmValued},
    PackageRunner{"npm", {"exec", {}}, Registry::npm, "--package", kNpmValued},
    PackageRunner{"npm", {"x", {}}, Registry::npm, "--package", kNpmValued},
    PackageRunner{"pnpm", {"dlx", {}}, Registry::npm, "--package", " --package --allow-build --registry "},
    PackageRunner{"pnpx", {}, Registry::npm, "--package", " --package --allow-build --registry "},
    PackageRunner{"yarn", {"dlx", {}}, Registry::npm, "--package", " -p --package "},
    PackageRunner{"bunx", {}, Registry::npm, "--package", " -p --package "},
    PackageRunner{"bun", {"x", {}}, Registry::npm, "--package", " -p --package "},
    PackageRunner{"uvx", {}, Registry::python, "--from", kUvValued},
    PackageRunner{"uv", {"tool", "run"}, Registry::python, "--from", kUvValued},
    PackageRunner{"pipx", {"run", {}}, Registry::python, "--spec", " --python --pip-args --index-url -i "},
};

/// Options of `docker run` and `podman run` without a value.
constexpr std::string_view kImageFlags =
    " --detach --disable-content-trust --help --init --interactive --no-healthcheck --no-hosts --oom-kill-disable "
    "--privileged --publish-all --quiet --read-only --read-only-tmpfs --replace --rm --rmi --sig-proxy --tls-verify "
    "--tty --use-api-socket --env-host --http-proxy --passwd ";
constexpr std::string_view kImageLetters = "dhiPqt";

bool has_word(std::string_view list, std::string_view word) {
  return list.find(" " + std::string(word) + " ") != std::string_view::npos;
}

/// The value of `option` in one or two words from `index` on. Absent: it is another word.
std::optional<std::string> value_of(Words words, std::size_t index, std::string_view option) {
  const std::string_view word = words[index];
  if (word == option) return index + 1 < words.size() ? words[index + 1] : std::string();
  if (word.starts_with(option) && word.substr(option.size()).starts_with('=')) {
    return std::string(word.substr(option.size() + 1));
  }
  return std::nullopt;
}

/// The word that names the package; empty: none does.
std::string package_word(const PackageRunner& runner, Words words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") return i + 1 < words.size() ? words[i + 1] : std::string();
    if (!word.starts_with('-')) return word;
    const bool is_short = runner.registry == Registry::npm && has_word(runner.valued, "-p");
    if (auto named = value_of(words, i, runner.package_option)) return *std::move(named);
    if (auto named = is_short ? value_of(words, i, "-p") : std::nullopt) return *std::move(named);
    if (has_word(runner.valued, word)) ++i;
  }
  return {};
}

/// Whether the text is one version and not a range or a tag.
bool is_exact_version(std::string_view version) {
  const auto is_part = [](char byte) {
    return base::is_ascii_letter_or_digit(byte) || std::string_view(".-+_!").find(byte) != std::string_view::npos;
  };
  if (version.empty() || !base::is_ascii_digit(version.front())) return false;
  if (!std::all_of(version.begin(), version.end(), is_part)) return false;
  const std::string_view release = version.substr(0, version.find_first_of("-+"));
  return std::count(release.begin(), release.end(), '.') >= 1 && release.find("x") == std::string_view::npos;
}

/// "1" and "1.2" name any release below them for npm, and one release for Python.
bool pins(Registry registry, std::string_view version) {
  const std::string_view release = version.substr(0, version.find_first_of("-+"));
  return is_exact_version(version) &&
         (registry == Registry::python || std::count(release.begin(), release.end(), '.') == 2);
}

PackageWords split_at(std::string_view spec, std::size_t at, std::size_t length, Registry registry) {
  PackageWords words{registry, std::string(spec), std::string(spec.substr(0, at)), {}};
  if (at == std::string_view::npos) return words;
  std::string_view version = spec.substr(at + length);
  if (version.starts_with('=') || version.starts_with('v')) version.remove_prefix(1);
  if (pins(registry, version)) words.version = version;
  return words;
}

PackageWords split_spec(std::string_view spec, Registry registry) {
  const bool is_address = spec.find("://") != std::string_view::npos;
  if (is_address) return {registry, std::string(spec), std::string(spec), {}};
  if (registry == Registry::python) {
    if (const std::size_t at = spec.find("=="); at != std::string_view::npos) return split_at(spec, at, 2, registry);
    const std::size_t range = spec.find_first_of("<>~!;@ ");
    if (range != std::string_view::npos && spec[range] != '@') {
      return {registry, std::string(spec), std::string(spec.substr(0, range)), {}};
    }
  }
  return split_at(spec, spec.find('@', 1), 1, registry);  // behind the scope
}

/// `deno run npm:NAME@VERSION`, also with `jsr:`.
std::optional<PackageWords> package_of_deno(Words words) {
  for (const std::string_view word : words) {
    for (const std::string_view registry : {"npm:", "jsr:"}) {
      if (!word.starts_with(registry)) continue;
      PackageWords package = split_spec(word.substr(registry.size()), Registry::npm);
      return PackageWords{Registry::other, std::string(word), std::string(registry) + package.name, package.version};
    }
  }
  return std::nullopt;
}

/// Whether `words` begin with the runner's verbs, of which `rest` is what follows.
bool has_verbs(const PackageRunner& runner, Words words, Words& rest) {
  rest = words;
  for (const std::string_view verb : runner.verbs) {
    if (verb.empty()) break;
    if (rest.empty() || rest.front() != verb) return false;
    rest = rest.subspan(1);
  }
  return true;
}

/// How many words an option of `docker run` takes.
std::size_t words_of_image_option(std::string_view option) {
  if (option.starts_with("--")) {
    return option.find('=') != std::string_view::npos || has_word(kImageFlags, option) ? 1 : 2;
  }
  for (std::size_t i = 1; i < option.size(); ++i) {
    if (kImageLetters.find(option[i]) == std::string_view::npos) return i + 1 == option.size() ? 2 : 1;
  }
  return 1;
}

}  // namespace

std::string_view file_name_of(std::string_view command) {
  return command.substr(command.rfind('/') + 1);
}

std::optional<PackageWords> package_in(std::string_view command, const std::vector<std::string>& args) {
  const std::string_view program = file_name_of(command);
  if (program == "deno") return package_of_deno(args);
  for (const PackageRunner& runner : kPackageRunners) {
    Words rest;
    if (runner.program != program || !has_verbs(runner, args, rest)) continue;
    const std::string word = package_word(runner, rest);
    if (!word.empty()) return split_spec(word, runner.registry);
  }
  return std::nullopt;
}

std::optional<std::string> image_in(std::string_view command, const std::vector<std::string>& args) {
  const std::string_view program = file_name_of(command);
  if (program != "docker" && program != "podman") return std::nullopt;
  auto run = std::find(args.begin(), args.end(), "run");
  if (run == args.end()) return std::nullopt;
  for (auto i = static_cast<std::size_t>(run - args.begin()) + 1; i < args.size();) {
    if (args[i] == "--") return i + 1 < args.size() ? std::optional(args[i + 1]) : std::nullopt;
    if (!args[i].starts_with('-') || args[i] == "-") return args[i];
    i += words_of_image_option(args[i]);
  }
  return std::nullopt;
}

}  // namespace workbench::servers
