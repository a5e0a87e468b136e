#pragma once

#include <optional>
#include <string>

#include <workbench/approval_inbox.hpp>
#include <workbench/json.hpp>

namespace workbench::approvals {

// The form in which a client asks its person (`elicitation/create` in form mode, 2025-06-18 and later): a choice and an
// optional reason. "Schemas are restricted to flat objects with primitive properties".

/// The params of the input request.
[[nodiscard]] Json form_params(const std::string& message);

/// What a person has entered.
struct FormAnswer {
  ApprovalAnswer::Decision decision = ApprovalAnswer::Decision::no;
  std::string reason;
};

/// Absent: the person has dismissed the form ("cancel": without an explicit choice), or the result has no choice of
/// ours. Declining is a no.
[[nodiscard]] std::optional<FormAnswer> read_form(const Json& result, const JsonAccess& json);

}  // namespace workbench::approvals
