#include "response_facts.hpp"

#include <utility>
#include <variant>

#include <workbench/json_writer.hpp>

namespace workbench::call_log {
namespace {

/// Why there is no answer of a server, in the form of a JSON-RPC error.
Json object_of(const Error& error) {
  JsonWriter writer;
  writer.object().member("message", error.message).end();
  return std::move(writer).json();
}

}  // namespace

std::size_t size_of(const Response& response) {
  if (const auto* result = std::get_if<Json>(&response)) return result->text().size();
  if (const auto* error = std::get_if<PeerError>(&response)) return error->object.text().size();
  const Error& error = std::get<Error>(response);
  return error.kind == ErrorKind::cancelled ? 0 : error.message.size();
}

void keep_response(const Response& response, Json& result, Json& error) {
  if (const auto* answered = std::get_if<Json>(&response)) {
    result = *answered;
  } else if (const auto* refused = std::get_if<PeerError>(&response)) {
    error = refused->object;
  } else {
    error = object_of(std::get<Error>(response));
  }
}

}  // namespace workbench::call_log
