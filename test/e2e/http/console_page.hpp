#pragma once

// The page of the console, played over raw HTTP.

#include <cstdint>
#include <string>
#include <utility>

#include "fixture.hpp"

namespace http_fixture {

/// A page that a browser shows, with the cookies of the browser and the key in its storage.
class ConsolePage {
 public:
  /// `host`: as the browser's address bar has it.
  explicit ConsolePage(std::uint16_t port, std::string host = "127.0.0.1")
      : port_(port), host_(std::move(host) + ":" + std::to_string(port)) {}

  /// Asks for a session, and keeps its cookie and its key.
  HttpResponse log_in(const std::string& body = "{}", const HttpHeaders& headers = {}) {
    HttpResponse response = fetch("POST", "/console/session", body, headers);
    key_ = characters(member(response.body, "key"));
    const std::string& cookie = response.headers["set-cookie"];
    cookie_ = cookie.substr(0, cookie.find(';'));
    return response;
  }
  HttpResponse log_in_with_code(const std::string& code) { return log_in(R"({"code":")" + code + "\"}"); }
  HttpResponse log_in_with_token(const std::string& token) {
    return log_in("{}", {{"Authorization", "Bearer " + token}});
  }

  [[nodiscard]] HttpResponse operate(const std::string& method, const std::string& params = "{}",
                                     const HttpHeaders& more_headers = {}) const {
    return fetch("POST", "/console/operate",
                 R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":)" + params + "}", more_headers);
  }

  [[nodiscard]] HttpResponse fetch(const std::string& method, const std::string& path, const std::string& body = {},
                                   const HttpHeaders& more_headers = {}) const {
    return HttpClient(port_).ask(method, path, headers(method, more_headers), body);
  }

  /// Of a request to the own origin, as a browser has them. Headers of `more` with the same name replace these; an
  /// empty value removes one.
  [[nodiscard]] HttpHeaders headers(const std::string& method, const HttpHeaders& more = {}) const {
    HttpHeaders all{{"Host", host_},
                    {"Origin", method == "GET" ? "" : origin()},
                    {"Sec-Fetch-Site", "same-origin"},
                    {"Content-Type", "application/json"},
                    {"Accept", "application/json, text/event-stream"},
                    {"Cookie", cookie_},
                    {"Workbench-Console", key_}};
    for (const auto& [name, value] : more) {
      std::erase_if(all, [&, replaced = name](const auto& one) { return one.first == replaced; });
      all.emplace_back(name, value);
    }
    std::erase_if(all, [](const auto& one) { return one.second.empty(); });
    return all;
  }

  [[nodiscard]] std::string origin() const { return "http://" + host_; }
  [[nodiscard]] const std::string& cookie() const { return cookie_; }
  [[nodiscard]] const std::string& key() const { return key_; }

 private:
  const std::uint16_t port_;
  const std::string host_;
  std::string cookie_;
  std::string key_;
};

}  // namespace http_fixture
