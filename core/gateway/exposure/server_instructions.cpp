#include "gateway/exposure/server_instructions.hpp"

#include <algorithm>
#include <utility>

#include <Poco/URI.h>

#include <workbench/json_writer.hpp>

#include "base/text.hpp"

namespace workbench::gateway {
namespace {

constexpr std::string_view kUris = "workbench://instructions/";

constexpr std::string_view kHeading = "\nWhat each of these servers says about its own use:\n";

constexpr std::string_view kHowToReadOn =
    "\nTexts that end in \"...\" are cut: the resource workbench://instructions/TOOLBOX/SERVER has the whole of one.\n";

constexpr std::string_view kHowToRead =
    "\nThe resource workbench://instructions/TOOLBOX/SERVER has what a server says about its own use: ";

/// With less than this of each text, the servers are named alone.
constexpr std::size_t kMinText = 60;

/// The lines of the text, each with a mark before it.
std::string quoted_lines(std::string_view text) {
  std::string quoted;
  while (true) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    quoted.append(line.empty() ? ">" : "> ").append(line).append("\n");
    if (end == std::string_view::npos) return quoted;
    text.remove_prefix(end + 1);
  }
}

std::string texts(const std::vector<KnownInstructions>& all, std::size_t max_text) {
  std::string text;
  for (const KnownInstructions& one : all) {
    text.append("\n").append(one.toolbox).append("/").append(one.server).append(":\n");
    text.append(quoted_lines(base::shortened(one.text, max_text)));
  }
  return text;
}

/// The greatest length of texts with which all of them fit into `max_bytes`; 0: there is none.
std::size_t max_fitting_text(const std::vector<KnownInstructions>& all, std::size_t max_bytes) {
  std::size_t fits = 0;
  std::size_t too_long = max_bytes + 1;
  while (fits + 1 < too_long) {
    const std::size_t length = fits + (too_long - fits) / 2;
    (texts(all, length).size() <= max_bytes ? fits : too_long) = length;
  }
  return fits;
}

std::string names(const std::vector<KnownInstructions>& all, std::size_t max_bytes) {
  constexpr std::size_t kRoomForCount = 64;  // "..., NAME and 999 more", whose last name is as long as any
  std::vector<std::string> names;
  std::size_t longest = 0;
  for (const KnownInstructions& one : all) {
    names.push_back(one.toolbox + "/" + one.server);
    longest = std::max(longest, names.back().size());
  }
  const std::size_t reserved = kHowToRead.size() + kRoomForCount + longest;
  return std::string(kHowToRead) + base::listed(names, max_bytes - std::min(max_bytes, reserved)) + "\n";
}

std::string encoded(std::string_view name) {
  std::string text;
  Poco::URI::encode(std::string(name), "/?#[]@:", text);
  return text;
}

}  // namespace

std::vector<KnownInstructions> known_instructions(const std::vector<std::unique_ptr<Toolbox>>& toolboxes) {
  for (const auto& toolbox : toolboxes) toolbox->recall();
  std::vector<KnownInstructions> known;
  for (const auto& toolbox : toolboxes) {
    for (const auto& server : toolbox->servers()) {
      const std::string& text = server->catalog().instructions();
      if (!text.empty()) known.push_back({toolbox->name(), server->name(), text});
    }
  }
  return known;
}

std::string gathered_instructions(std::string beginning, const std::vector<KnownInstructions>& all,
                                  std::size_t max_bytes) {
  if (all.empty()) return beginning;
  const std::size_t room = max_bytes - std::min(max_bytes, beginning.size() + kHeading.size());
  const std::size_t whole = max_fitting_text(all, room);
  const bool all_fit = std::all_of(all.begin(), all.end(), [&](const auto& one) { return one.text.size() <= whole; });
  if (all_fit) return beginning.append(kHeading).append(texts(all, whole));
  const std::size_t fitting = max_fitting_text(all, room - std::min(room, kHowToReadOn.size()));
  if (fitting >= kMinText) return beginning.append(kHeading).append(texts(all, fitting)).append(kHowToReadOn);
  const std::size_t left = max_bytes - std::min(max_bytes, beginning.size());
  return beginning.append(names(all, left));
}

std::string instructions_uri(std::string_view toolbox, std::string_view server) {
  return std::string(kUris) + encoded(toolbox) + "/" + encoded(server);
}

bool is_instructions_uri(std::string_view uri) {
  return uri.starts_with(kUris);
}

Result<Json> read_instructions(std::string_view uri, const std::vector<std::unique_ptr<Toolbox>>& toolboxes) {
  std::vector<std::string> uris;
  for (const KnownInstructions& one : known_instructions(toolboxes)) {
    uris.push_back(instructions_uri(one.toolbox, one.server));
    const std::string plain = std::string(kUris) + one.toolbox + "/" + one.server;
    if (uri != uris.back() && uri != plain) continue;
    JsonWriter writer(one.text.size() + 256);
    writer.object().key("contents").array().object();
    writer.member("uri", uri).member("mimeType", "text/plain").member("text", one.text);
    return std::move(writer.end().end().end()).json();
  }
  return Error{ErrorKind::not_found, "resources/read: there are no instructions under '" + base::shortened(uri, 200) +
                                         "'; the servers that are known have these: " + base::listed(uris)};
}

}  // namespace workbench::gateway
