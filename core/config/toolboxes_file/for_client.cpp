#include "config/toolboxes_file/for_client.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "base/ascii.hpp"
#include "config/toolboxes_file/script_text.hpp"
#include "config/variables.hpp"
#include "json/escape.hpp"

namespace workbench::config {
namespace {

constexpr std::string_view kArguments = "args";
constexpr std::string_view kAddress = "url";

/// Calls `function` for every text of a value that is a text, or a list or map of texts, with its index in a list.
template <typename Value, typename Function>
void for_each_text(Value& value, Function function) {
  std::size_t index = 0;
  if (auto* const text = std::get_if<std::string>(&value)) function(*text, index);
  if (auto* const list = std::get_if<Options::TextList>(&value)) {
    for (auto& text : *list) function(text, index++);
  }
  if (auto* const map = std::get_if<Options::TextMap>(&value)) {
    for (auto& member : *map) function(member.second, index++);
  }
}

bool has_mark(std::string_view text, std::string_view mark) {
  return text.find(mark) != std::string_view::npos;
}

bool has_mark(const std::string& text) {
  return has_mark(text, kFolderMark) || has_mark(text, kRootMark);
}

/// `text` with its marks replaced, in one pass.
std::string filled(std::string_view text, std::string_view folder, std::string_view root) {
  std::string result;
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('\0'), text.size());
    result += text.substr(0, plain);
    text.remove_prefix(plain);
    const bool is_folder = text.starts_with(kFolderMark);
    if (text.empty()) break;
    result += is_folder ? folder : root;
    text.remove_prefix(is_folder ? kFolderMark.size() : kRootMark.size());
  }
  return result;
}

std::string as_written(std::string_view text) {
  return filled(text, kClientFolder, kClientRoot);
}

std::string in_json(const std::string& text) {
  const std::string quoted = json::quoted(text);
  return quoted.substr(1, quoted.size() - 2);
}

/// A path as a part of an address: with all escaped that has a meaning there.
std::string in_address(const std::string& path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string escaped;
  for (const char byte : path) {
    if (base::is_ascii_letter_or_digit(byte) || std::string_view("/-._~").find(byte) != std::string_view::npos) {
      escaped += byte;
      continue;
    }
    const auto code = static_cast<unsigned char>(byte);
    escaped.append("%").append(1, kDigits[code >> 4U]).append(1, kDigits[code & 15U]);
  }
  return escaped;
}

bool has_mark(const ServerEntry& entry, std::string_view mark) {
  bool is_there = false;
  for (const auto& [name, value] : entry.client_templates) {
    for_each_text(value, [&](const std::string& text, std::size_t) { is_there = is_there || has_mark(text, mark); });
  }
  for (const ToolEntry& tool : entry.tools) {
    for (const ArgumentEntry& argument : tool.arguments) {
      is_there = is_there || has_mark(argument.client_template, mark);
    }
  }
  return is_there;
}

bool is_our_own(const std::string& folder) {
  std::error_code gone;
  return std::filesystem::current_path(gone) == folder;
}

/// Replaces the references of one entry.
class Filling {
 public:
  Filling(ServerEntry& entry, const std::string& folder, const std::string& root)
      : entry_(entry), folder_(folder), root_(root) {}

  void fill() {
    const Options::TextList arguments = entry_.options.text_list(kArguments);
    for (const auto& [name, marked] : entry_.client_templates) {
      const bool is_address = name == kAddress;
      const bool is_arguments = name == kArguments;
      Options::Value value = marked;
      for_each_text(value, [&](std::string& text, std::size_t index) {
        if (is_arguments && has_mark(text)) check_argument(text, arguments, index);
        text = is_address ? filled(text, in_address(folder_), in_address(root_)) : filled(text, folder_, root_);
      });
      entry_.options.set(name, std::move(value));
    }
    for (ToolEntry& tool : entry_.tools) {
      for (ArgumentEntry& argument : tool.arguments) {
        if (argument.client_template.empty()) continue;
        argument.value = filled(argument.client_template, in_json(folder_), in_json(root_));
      }
    }
  }

 private:
  /// In the text of a program, quoted or not, nothing but plain characters is harmless in every place.
  void check_argument(const std::string& text, const Options::TextList& arguments, std::size_t index) {
    const bool is_plain = (!has_mark(text, kFolderMark) || is_plain_in_scripts(folder_)) &&
                          (!has_mark(text, kRootMark) || is_plain_in_scripts(root_));
    if (is_plain || !is_script_text(entry_.options.text("command"), arguments, index)) return;
    const std::string reference = has_mark(text, kRootMark) ? kClientRoot : kClientFolder;
    entry_.unusable = "its entry has " + reference +
                      " within the text of a program, and the folder of this client contains characters that have a "
                      "meaning there; pass it as an argument of its own (\"sh\", \"-c\", \"... \\\"$1\\\"\", "
                      "\"sh\", \"" +
                      reference + "\") or as a variable in \"env\"";
  }

  ServerEntry& entry_;
  const std::string& folder_;
  const std::string& root_;
};

/// Why the entry cannot take the root of this client. Empty: it can.
std::string refusal_of(const ClientRoot& root, const ServerEntry& entry) {
  const std::string needs = std::string("its entry contains ") + kClientRoot + ", and ";
  if (root.is_from_network && !entry.takes_root_from_network) {
    return needs +
           "this client is connected over the network, so that it could name any folder; write a path, or "
           "\"clientRoot\": \"any\" in the toolbox if clients over the network may choose it";
  }
  if (!root.path.empty()) return {};
  if (!root.refusal.empty()) return needs + root.refusal;
  return needs + "this client has not said which roots it has; write a path, or use a client that does";
}

/// The first reason stays: what is wrong for every client comes before what is missing for this one.
void refuse(ServerEntry& entry, std::string reason) {
  if (!entry.unusable) entry.unusable = std::move(reason);
}

}  // namespace

void separate_client_references(ServerEntry& entry) {
  entry.options.for_each([&](const std::string& name, Options::Value& value) {
    bool is_marked = false;
    for_each_text(value, [&](const std::string& text, std::size_t) { is_marked = is_marked || has_mark(text); });
    if (!is_marked) return;
    entry.client_templates.insert_or_assign(name, value);
    for_each_text(value, [](std::string& text, std::size_t) { text = as_written(text); });
  });
  for (ToolEntry& tool : entry.tools) {
    for (ArgumentEntry& argument : tool.arguments) {
      if (!has_mark(argument.value)) continue;
      argument.client_template = std::exchange(argument.value, as_written(argument.value));
    }
  }
}

bool needs_client_folder(const ServerEntry& entry) {
  return has_mark(entry, kFolderMark);
}

bool needs_client_root(const ServerEntry& entry) {
  return has_mark(entry, kRootMark);
}

ServerEntry for_client(ServerEntry entry, const std::string& folder, const ClientRoot& root) {
  if (entry.share == Share::process) return entry;
  const bool needs_root = needs_client_root(entry);
  if (needs_root) {
    if (std::string refusal = refusal_of(root, entry); !refusal.empty()) refuse(entry, std::move(refusal));
  }
  if (folder.empty()) {
    entry.share = Share::client;
    if (needs_client_folder(entry)) {
      refuse(entry, std::string("its entry contains ") + kClientFolder +
                        ", and the folder that this client works in is not known; write a path, or connect over stdio "
                        "or with --join");
    }
  } else {
    if (entry.share == Share::project) entry.project = folder;
    if (entry.takes_client_folder && !is_our_own(folder)) entry.options.set("cwd", folder);
  }
  if (!entry.unusable) Filling(entry, folder, root.path).fill();
  return entry;
}

}  // namespace workbench::config
