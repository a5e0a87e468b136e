#pragma once

#include <string>
#include <string_view>

/// What RapidJSON makes of a text as a JSON-RPC 2.0 message: an implementation that has nothing in common with ours.
struct ModelMessage {
  enum class Kind {
    unknown,  ///< RapidJSON cannot say: a number outside of double's range, or half of a surrogate pair
    not_json,
    refused,  ///< JSON, but not a message
    request,
    notification,
    result,
    error,
  };
  Kind kind = Kind::not_json;
  std::string method;  ///< decoded
  // The values, written as RapidJSON writes them; empty: absent.
  std::string id;
  std::string params;
  std::string result;
  std::string error;
};

[[nodiscard]] ModelMessage read_model(std::string_view text);

/// A JSON value as RapidJSON writes it. Empty: it is not valid, or RapidJSON cannot say.
[[nodiscard]] std::string normalized(std::string_view value);

/// The number of elements if the text is an array; -1 if it is not, or not valid.
[[nodiscard]] long elements_of(std::string_view text);
