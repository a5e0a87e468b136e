#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/checked_message.hpp>
#include <workbench/json.hpp>

namespace workbench::json {

/// The SDK's JsonAccess, implemented with the scanner, readers and writer of this room. [any thread]
class ScannerJsonAccess final : public JsonAccess {
 public:
  /// `max_depth` is the deepest nesting that checked() accepts.
  explicit ScannerJsonAccess(std::size_t max_depth) : max_depth_(max_depth) {}

  [[nodiscard]] Result<std::vector<JsonMember>> members(const Json& object) const override;
  [[nodiscard]] Result<PickedMembers> pick(const Json& object, std::span<const std::string_view> names,
                                           std::span<Json> found) const override;
  [[nodiscard]] Result<std::vector<Json>> elements(const Json& array) const override;
  [[nodiscard]] Result<std::string> characters(const Json& string) const override;
  [[nodiscard]] std::string quoted(std::string_view characters) const override;
  [[nodiscard]] Result<Json> checked(std::string text) const override;
  [[nodiscard]] Result<CheckedMessage> checked_message(std::string text) const override;
  [[nodiscard]] std::unique_ptr<MessageCheck> begin_check(std::string text) const override;

 private:
  std::size_t max_depth_;
};

}  // namespace workbench::json
