#pragma once

#include <string>
#include <string_view>

#include "approval_settings.hpp"
#include "held_request.hpp"
#include "question.hpp"

namespace workbench::approvals {

// What a client's model reads in place of a result. None of it helps a model to approve: it names neither a tool nor an
// id with which a question can be answered.

/// Why the request of `question` was not passed on; `verdict` is not a yes.
[[nodiscard]] std::string refusal_text(HeldRequest& request, const Verdict& verdict, const ApprovalSettings& settings);
/// The same for a person's no that was given before the request was repeated.
[[nodiscard]] std::string refused_text(const HeldRequest& request, std::string_view reason);
/// There is no room for another question: `why` is a clause.
[[nodiscard]] std::string no_room_text(const HeldRequest& request, std::string_view why);
/// The definition of the tool has changed while its call waited.
[[nodiscard]] std::string changed_text(const HeldRequest& request);

/// What a person reads in the client's form.
[[nodiscard]] std::string question_message(const Question& question);

}  // namespace workbench::approvals
