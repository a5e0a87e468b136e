#include "protocol/compat/content.hpp"

#include <optional>
#include <string>

#include "json/lookup.hpp"

namespace workbench::protocol {
namespace {

/// What replaces a block that the client does not know; absent: it may stay.
std::optional<std::string> replacement_for(const Json& block, Revision revision) {
  const std::string type = json::characters(json::member(block, "type"));
  std::string text;
  if (type == "audio" && revision < Revision::v2025_03_26) {
    text = "[audio of type " + json::characters(json::member(block, "mimeType"));
  } else if (type == "resource_link" && revision < Revision::v2025_06_18) {
    text = "[link to the resource " + json::characters(json::member(block, "uri"));
  } else {
    return std::nullopt;
  }
  text.append(", which clients of ").append(name_of(revision)).append(" cannot be given]");
  return R"({"type":"text","text":)" + json::quoted(text) + "}";
}

/// The text of `object` with another value of one member; absent: the value stays.
std::optional<std::string> with_other(const Json& object, std::string_view member,
                                      const std::optional<std::string>& other) {
  if (!other) return std::nullopt;
  const Json value = json::member(object, member);
  std::string text(object.text());
  const auto at = static_cast<std::size_t>(value.text().data() - object.text().data());
  return text.replace(at, value.text().size(), *other);
}

/// An array with each element replaced for which there is something else; absent: there was none.
template <typename Replace>
std::optional<std::string> with_others(const Json& array, Replace replace) {
  if (array.kind() != JsonKind::array) return std::nullopt;
  std::string text = "[";
  bool is_changed = false;
  for (const Json& element : json::elements(array)) {
    const std::optional<std::string> other = replace(element);
    is_changed = is_changed || other.has_value();
    text.append(text.size() > 1 ? "," : "").append(other ? *other : std::string(element.text()));
  }
  if (!is_changed) return std::nullopt;
  return text + "]";
}

}  // namespace

Json for_older_revision(const Json& result, Revision revision) {
  const auto content =
      with_others(json::member(result, "content"), [&](const Json& block) { return replacement_for(block, revision); });
  if (const auto other = with_other(result, "content", content)) return Json(*other);
  const auto messages = with_others(json::member(result, "messages"), [&](const Json& message) {
    return with_other(message, "content", replacement_for(json::member(message, "content"), revision));
  });
  if (const auto other = with_other(result, "messages", messages)) return Json(*other);
  return result;
}

}  // namespace workbench::protocol
