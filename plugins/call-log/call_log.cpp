#include "call_log.hpp"

#include <chrono>
#include <utility>

#include <workbench/outcome_word.hpp>

#include "response_facts.hpp"

namespace workbench::call_log {
/// A call that is not answered yet.
class CallLog::OpenCall {
 public:
  OpenCall(CallLog& log, const ToolIdentifier& tool, const ToolCall& call)
      : log_(log), is_modern_(call.caller().identity().is_modern) {
    const CallerIdentity& caller = call.caller().identity();
    record_.time = std::chrono::system_clock::now();
    record_.principal = caller.principal;
    record_.client = caller.client_info;
    record_.tool = tool;
    record_.bytes_in = call.arguments().text().size();
    if (log.settings_.logs_arguments) record_.arguments = call.arguments();
  }

  void operator()(const ToolOutcome& outcome) {
    record_.outcome = outcome_word(outcome, is_modern_, log_.host_.json());
    record_.duration = outcome.duration;
    record_.bytes_out = size_of(outcome.response);
    if (log_.settings_.logs_results) keep_response(outcome.response, record_.result, record_.error);
    log_.writer_.write(std::move(record_));
  }

 private:
  CallLog& log_;
  bool is_modern_;
  CallRecord record_;
};

CallLog::CallLog(const Options& options, Host& host, std::shared_ptr<DecisionLines> decisions,
                 std::shared_ptr<ValueRights> rights)
    : host_(host),
      settings_(CallLogSettings::from(options)),
      writer_(make_destination(settings_), host),
      decisions_(std::move(decisions)),
      rights_(std::move(rights)) {
  if (decisions_ != nullptr) decisions_->set_writer(&writer_);
  if (rights_ != nullptr) *rights_ = {settings_.logs_arguments, settings_.logs_results};
}

CallLog::~CallLog() {
  if (decisions_ != nullptr) decisions_->set_writer(nullptr);
  if (rights_ != nullptr) *rights_ = {};
}

void CallLog::on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) {
  call.on_answer(OpenCall(*this, tool, call));
  next(std::move(call));
}

}  // namespace workbench::call_log
