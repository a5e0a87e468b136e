#include "gateway/requests/kept_results.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "base/ascii.hpp"
#include "base/secure_random.hpp"
#include "base/text.hpp"
#include "json/lookup.hpp"

namespace workbench::gateway {
namespace {

constexpr std::string_view kTextType = "text/plain";

/// An id that cannot be guessed: modern clients of a principal share a workspace.
std::string new_uri() {
  return "workbench://results/" + base::hex(base::random_bytes(16));
}

/// The text that a model reads of a block. Absent: it is of another kind.
std::optional<std::string> text_of(const Json& block) {
  const std::string type = json::characters(json::member(block, "type"));
  const Json holder = type == "resource" ? json::member(block, "resource") : block;
  if (type != "text" && type != "resource") return std::nullopt;
  const Json text = json::member(holder, "text");
  if (text.kind() != JsonKind::string) return std::nullopt;
  return json::characters(text);
}

std::size_t pages_of(std::size_t bytes, std::size_t page_bytes) {
  return (bytes + page_bytes - 1) / page_bytes;
}

/// Pages are `page_bytes` long, but for a character that would be cut: it belongs to the page in which it ends.
std::string_view page_of(std::string_view text, std::size_t page, std::size_t page_bytes) {
  const auto border = [&](std::size_t at) { return base::up_to_character(text, std::min(at, text.size())).size(); };
  const std::size_t begin = border((page - 1) * page_bytes);
  return text.substr(begin, border(page * page_bytes) - begin);
}

/// What a host counts besides a page: the remark below it, the link, and the JSON around both.
constexpr std::size_t kBesidePage = 800;

/// What a page may take in the host.
ResultBudget room_for_page(const ResultBudget& host) {
  return {std::max(host.left_after(kBesidePage), host.size / 2), host.measure};
}

std::size_t longest_page(std::string_view text, std::size_t page_bytes, const ResultBudget& room) {
  std::size_t longest = 0;
  for (std::size_t page = 1; page <= pages_of(text.size(), page_bytes); ++page) {
    longest = std::max(longest, room.length_of(page_of(text, page, page_bytes)));
  }
  return longest;
}

/// The size of pages, at most `page_bytes`, of which each is within what the host shows.
std::size_t page_size_for(std::string_view text, std::size_t page_bytes, const ResultBudget& host) {
  if (host.size == ResultBudget::kUnlimited) return page_bytes;
  const ResultBudget room = room_for_page(host);
  if (room.measure == ResultMeasure::bytes) return std::min(page_bytes, room.size);
  // A byte takes six at most, as \u001b does: then the text need not be looked at.
  constexpr std::size_t kLongestOfByte = 6;
  if (page_bytes <= room.size / kLongestOfByte) return page_bytes;
  constexpr int kExactTries = 4;  // each reads the whole text
  for (int tries = 0;; ++tries) {
    const std::size_t longest = longest_page(text, page_bytes, room);
    if (longest <= room.size) return page_bytes;
    const std::size_t most = tries < kExactTries ? page_bytes - 1 : page_bytes / 2;
    page_bytes = std::max<std::size_t>(1, std::min(most, page_bytes * room.size / longest));
  }
}

void write_text_block(JsonWriter& writer, std::string_view text) {
  writer.object().member("type", "text").member("text", text).end();
}

void write_link(JsonWriter& writer, std::string_view uri, const ToolIdentifier& tool, std::size_t bytes) {
  writer.object()
      .member("type", "resource_link")
      .member("uri", uri)
      .member("name", "result of " + tool.toolbox + "/" + tool.server + "/" + tool.tool)
      .member("description", "The whole text of this result.")
      .member("mimeType", kTextType)
      .member("size", bytes)
      .end();
}

}  // namespace

/// The text below the first page.
std::string KeptResults::remark(const Kept& kept, std::size_t bytes, bool has_reader) {
  const std::string pages = std::to_string(pages_of(kept.text.size(), kept.page_bytes));
  std::string text = "\n[Page 1 of " + pages + " of this result, which has " + std::to_string(bytes) + " bytes";
  if (kept.text.size() < bytes) text += ", of which the first " + std::to_string(kept.text.size()) + " are kept";
  if (has_reader) {
    text.append(R"(. To read on, call read_result with {"uri":")").append(kept.uri).append(R"(","page":2}.])");
  } else {
    text.append(". The whole is the resource ").append(kept.uri).append(".]");
  }
  return text;
}

// A text is never longer than its notation in JSON, however it is counted, so that most results are not looked into.
void KeptResults::shorten(Json& result, const ToolIdentifier& tool, std::size_t page_bytes, const ResultBudget& host,
                          bool has_reader) {
  if (result.text().size() <= std::min(page_bytes, host.size)) return;
  const Json content = json::member(result, "content");
  std::string text;
  std::vector<Json> others;
  for (const Json& block : json::elements(content)) {
    if (const auto part = text_of(block)) {
      if (!text.empty()) text += '\n';
      text += *part;
    } else {
      others.push_back(block);
    }
  }
  if (text.size() <= page_bytes && host.fits(text)) return;

  const std::size_t bytes = text.size();
  if (bytes > kMaxBytes) text.resize(base::up_to_character(text, kMaxBytes).size());
  page_bytes = page_size_for(text, page_bytes, host);
  const Kept& kept = keep(tool, std::move(text), page_bytes);
  JsonWriter blocks(page_bytes + 1024);
  blocks.array();
  write_text_block(blocks, std::string(page_of(kept.text, 1, page_bytes)) + remark(kept, bytes, has_reader));
  write_link(blocks, kept.uri, tool, kept.text.size());
  for (const Json& block : others) blocks.value(block);
  blocks.end();

  std::string whole(result.text());
  const auto at = static_cast<std::size_t>(content.text().data() - result.text().data());
  result = Json(whole.replace(at, content.text().size(), blocks.text()));
}

const KeptResults::Kept& KeptResults::keep(const ToolIdentifier& tool, std::string text, std::size_t page_bytes) {
  if (text.size() > kMaxBytes) text.resize(base::up_to_character(text, kMaxBytes).size());
  text.shrink_to_fit();
  bytes_ += text.size();
  results_.push_back({new_uri(), tool, std::move(text), page_bytes});
  while (results_.size() > kMaxResults || bytes_ > kMaxBytes) {
    bytes_ -= results_.front().text.size();
    results_.pop_front();
  }
  return results_.back();
}

const KeptResults::Kept* KeptResults::find(std::string_view uri) const {
  const auto found = std::find_if(results_.begin(), results_.end(), [&](const Kept& kept) { return kept.uri == uri; });
  return found == results_.end() ? nullptr : &*found;
}

Result<ResultPage> KeptResults::read(std::string_view uri, std::size_t page) const {
  const Kept* const kept = find(uri);
  if (kept == nullptr) {
    return Error{ErrorKind::not_found, "No result is kept under '" + base::shortened(uri, 100) +
                                           "' (any more). Call the tool again; ask it for less, if it can do that."};
  }
  const std::size_t pages = pages_of(kept->text.size(), kept->page_bytes);
  if (page == 0 || page > pages) {
    return Error{ErrorKind::not_found, "The result has the pages 1 to " + std::to_string(pages) + "."};
  }
  return ResultPage{std::string(page_of(kept->text, page, kept->page_bytes)), page, pages};
}

const ToolIdentifier* KeptResults::tool_of(std::string_view uri) const {
  const Kept* const kept = find(uri);
  return kept == nullptr ? nullptr : &kept->tool;
}

Json KeptResults::contents(std::string_view uri) const {
  const Kept* const kept = find(uri);
  if (kept == nullptr) return {};
  JsonWriter writer(kept->text.size() + 256);
  writer.object().key("contents").array().object();
  writer.member("uri", kept->uri).member("mimeType", kTextType).member("text", kept->text);
  return std::move(writer.end().end().end()).json();
}

}  // namespace workbench::gateway
