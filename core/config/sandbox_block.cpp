#include "config/sandbox_block.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include <workbench/json_writer.hpp>

namespace workbench::config {
namespace {

/// As many as a message has.
constexpr std::size_t kMaxInText = 6;

std::string with_tilde(std::string_view path, std::string_view home) {
  if (home.size() < 2 || !path.starts_with(home)) return std::string(path);
  const std::string_view rest = path.substr(home.size());
  return rest.empty() || rest.front() == '/' ? "~" + std::string(rest) : std::string(path);
}

void add_once(std::vector<std::string>& list, std::string text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(std::move(text));
}

/// Without the port, where it is that of the web.
std::string domain_of(std::string_view destination) {
  for (const std::string_view port : {":443", ":80"}) {
    const bool has_it = destination.ends_with(port) && destination.find(':') == destination.size() - port.size();
    if (has_it) destination.remove_suffix(port.size());
  }
  return std::string(destination);
}

/// Folders in which each thing is another program's: what is allowed is never the folder itself.
bool is_common_folder(std::string_view folder) {
  constexpr std::array<std::string_view, 17> kCommon = {
      "",     "/",     "~",    "~/.cache", "~/.config", "~/.local", "/tmp",           "/var",          "/etc",
      "/usr", "/home", "/opt", "/run",     "/var/tmp",  "/srv",     "~/.local/share", "~/.local/state"};
  return std::find(kCommon.begin(), kCommon.end(), folder) != kCommon.end();
}

/// A slash at the end says that the path is a folder.
std::string_view without_slash(std::string_view path) {
  return path.substr(0, path.find_last_not_of('/') + 1);
}

std::string parent_of(std::string_view path) {
  path = without_slash(path);
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash));
}

bool is_below(std::string_view path, std::string_view folder) {
  path = without_slash(path);
  folder = without_slash(folder);
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

void remove_covered(std::vector<std::string>& paths) {
  const std::vector<std::string> all = paths;
  std::erase_if(paths, [&](const std::string& path) {
    return std::any_of(all.begin(), all.end(), [&](const std::string& other) { return is_below(path, other); });
  });
}

/// Folders with two paths or more, from the innermost to the outermost, unless several programs use them.
void fold(std::vector<std::string>& paths) {
  for (bool is_changed = true; std::exchange(is_changed, false);) {
    remove_covered(paths);
    std::map<std::string, std::size_t> in_folder;
    for (const std::string& path : paths) ++in_folder[parent_of(path)];
    for (const auto& [folder, count] : in_folder) {
      if (count < 2 || is_common_folder(folder)) continue;
      add_once(paths, folder);
      is_changed = true;
    }
  }
}

void add_connection(SandboxBlock& block, const std::string& denied, std::string_view destination,
                    std::string_view home) {
  if (!destination.starts_with("unix:")) return add_once(block.allowed_domains, domain_of(destination));
  const std::string_view socket = destination.substr(5);
  socket.starts_with('/') ? add_once(block.unix_sockets, with_tilde(socket, home))
                          : add_once(block.never_allowed, denied);
}

void add_denied(SandboxBlock& block, const std::string& denied, std::string_view home) {
  const std::size_t blank = std::min(denied.find(' '), denied.size());
  const std::string what = denied.substr(0, blank);
  const std::string value = blank < denied.size() ? denied.substr(blank + 1) : std::string();
  if (what == "read") return add_once(block.allow_read, with_tilde(value, home));
  if (what == "write") return add_once(block.allow_write, with_tilde(value, home));
  if (what == "connect") return add_connection(block, denied, value, home);
  if (what == "bind") {
    block.allows_local_binding = true;
  } else {
    add_once(block.never_allowed, denied);
  }
}

void write_list(JsonWriter& writer, const char* name, const std::vector<std::string>& list) {
  if (list.empty()) return;
  writer.key(name).array();
  for (const std::string& text : list) writer.string(text);
  writer.end();
}

}  // namespace

bool SandboxBlock::is_empty() const {
  return allow_read.empty() && allow_write.empty() && allowed_domains.empty() && unix_sockets.empty() &&
         !allows_local_binding;
}

std::string SandboxBlock::json() const {
  JsonWriter writer;
  writer.object();
  if (!allow_read.empty() || !allow_write.empty()) {
    writer.key("filesystem").object();
    write_list(writer, "allowRead", allow_read);
    write_list(writer, "allowWrite", allow_write);
    writer.end();
  }
  if (!allowed_domains.empty() || !unix_sockets.empty() || allows_local_binding) {
    writer.key("network").object();
    write_list(writer, "allowedDomains", allowed_domains);
    write_list(writer, "allowUnixSockets", unix_sockets);
    if (allows_local_binding) writer.member("allowLocalBinding", true);
    writer.end();
  }
  return std::move(writer.end()).take();
}

SandboxBlock sandbox_block(const std::vector<std::string>& denied, std::string_view home, PathFolding folding) {
  SandboxBlock block;
  for (const std::string& one : denied) add_denied(block, one, home);
  if (folding == PathFolding::folders) {
    fold(block.allow_read);
    fold(block.allow_write);
    for (auto* list : {&block.allow_read, &block.allow_write, &block.allowed_domains, &block.unix_sockets}) {
      std::sort(list->begin(), list->end());
    }
  }
  return block;
}

std::string describe_denied(const std::vector<std::string>& denied, std::string_view home) {
  if (denied.empty()) return {};
  const std::vector<std::string> first(
      denied.begin(), denied.begin() + static_cast<std::ptrdiff_t>(std::min(denied.size(), kMaxInText)));
  std::string text = "denied: ";
  for (const std::string& one : first) {
    const std::size_t blank = std::min(one.find(' '), one.size() - 1);
    text.append(&one == &first.front() ? "" : "; ")
        .append(one.substr(0, blank + 1))
        .append(with_tilde(one.substr(blank + 1), home));
  }
  if (denied.size() > first.size()) text += "; and " + std::to_string(denied.size() - first.size()) + " more";
  const SandboxBlock block = sandbox_block(first, home, PathFolding::none);
  if (!block.is_empty()) text += "; to allow it, add to the entry of the server: \"sandbox\": " + block.json();
  return text;
}

}  // namespace workbench::config
