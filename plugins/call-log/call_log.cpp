#include "call_log.hpp"

#include <chrono>
#include <utility>
#include <variant>

#include <workbench/json_writer.hpp>
#include <workbench/outcome_word.hpp>
namespace workbench::call_log {
namespace {

std::size_t size_of(const Response& response) {
  if (const auto* result = std::get_if<Json>(&response)) return result->text().size();
  if (const auto* error = std::get_if<PeerError>(&response)) return error->object.text().size();
  const Error& error = std::get<Error>(response);
  return error.kind == ErrorKind::cancelled ? 0 : error.message.size();  // no answer is sent to a cancelled call
}

/// Why there is no answer of a server, in the form of a JSON-RPC error.
Json object_of(const Error& error) {
  JsonWriter writer;
  writer.object().member("message", error.message).end();
  return std::move(writer).json();
}

}  // namespace

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
    if (log_.settings_.logs_results) keep(outcome.response);
    log_.writer_.write(std::move(record_));
  }

 private:
  void keep(const Response& response) {
    if (const auto* result = std::get_if<Json>(&response)) {
      record_.result = *result;
    } else if (const auto* error = std::get_if<PeerError>(&response)) {
      record_.error = error->object;
    } else {
      record_.error = object_of(std::get<Error>(response));
    }
  }

  CallLog& log_;
  bool is_modern_;
  CallRecord record_;
};

CallLog::CallLog(const Options& options, Host& host, std::shared_ptr<DecisionLines> decisions)
    : host_(host),
      settings_(CallLogSettings::from(options)),
      writer_(make_destination(settings_), host),
      decisions_(std::move(decisions)) {
  if (decisions_ != nullptr) decisions_->set_writer(&writer_);
}

CallLog::~CallLog() {
  if (decisions_ != nullptr) decisions_->set_writer(nullptr);
}

void CallLog::on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) {
  call.on_answer(OpenCall(*this, tool, call));
  next(std::move(call));
}

}  // namespace workbench::call_log
