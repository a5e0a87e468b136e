#include "ledger.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "proof.hpp"

namespace soak {
namespace {

constexpr std::size_t kPoolBytes = 400'000;
constexpr std::size_t kMinText = 10;
constexpr std::size_t kMaxText = 100'000;
constexpr std::size_t kMaxSamples = 10;
constexpr std::chrono::milliseconds kLeftAlone{100};
/// A server that was killed again and again is started at most 30 s later.
constexpr std::chrono::seconds kBlamedOnDeath{40};

/// JSON between quotation marks: plain, escaped, of several bytes, and what a careless scanner takes for structure.
constexpr std::array<std::string_view, 12> kTokens{"workbench",       "x",     "0123456789", R"(\")",
                                                   R"(\\)",           R"(\n)", R"(\u00e9)",  "é",
                                                   R"(\ud83d\ude00)", "{",     "}]",         R"(\",\"id\":7,)"};

/// The error without names and numbers, so that alike ones are counted together.
std::string shape_of(std::string_view error) {
  std::string shape;
  for (const char character : error.substr(0, error.find("; its last words"))) {
    const bool is_digit = character >= '0' && character <= '9';
    if (!is_digit) {
      shape += character;
    } else if (shape.empty() || shape.back() != 'N') {
      shape += 'N';
    }
  }
  return shape;
}

}  // namespace

Tally& Tally::operator+=(const Tally& more) {
  calls += more.calls;
  answered += more.answered;
  named_death += more.named_death;
  other += more.other;
  return *this;
}

Ledger::Ledger(std::uint64_t seed, std::vector<std::string> servers)
    : random_(seed), servers_(std::move(servers)), deaths_(servers_.size()), left_alone_until_(servers_.size()) {
  while (pool_.size() < kPoolBytes) {
    boundaries_.push_back(pool_.size());
    pool_.append(kTokens[random_() % kTokens.size()]);
  }
}

std::optional<std::size_t> Ledger::choose_server() {
  const auto now = Clock::now();
  const std::size_t first = random_() % servers_.size();
  for (std::size_t step = 0; step != servers_.size(); ++step) {
    const std::size_t server = (first + step) % servers_.size();
    if (left_alone_until_[server] <= now) return server;
  }
  return std::nullopt;
}

/// As many of each order of magnitude.
std::size_t Ledger::random_size(std::size_t least, std::size_t most) {
  std::uniform_real_distribution<double> exponent(std::log(static_cast<double>(least)),
                                                  std::log(static_cast<double>(most)));
  return static_cast<std::size_t>(std::exp(exponent(random_)));
}

std::string_view Ledger::random_text(std::size_t size) {
  const std::size_t begin = boundaries_[random_() % (boundaries_.size() / 2)];
  const auto end = std::lower_bound(boundaries_.begin(), boundaries_.end(), begin + size);
  return std::string_view(pool_).substr(begin, *end - begin);
}

void Ledger::send_call(Channel& channel, std::size_t server) {
  Call call{&channel, server, random_(), 0, 0, Clock::now()};
  if (random_() % 4 == 0) call.answer_bytes = random_size(kMinText, kMaxText);
  std::string arguments = R"({"nonce":")" + in_hexadecimal(call.nonce) + "\"";
  if (call.answer_bytes != 0) arguments.append(",\"answerBytes\":" + std::to_string(call.answer_bytes));
  // Some take their time, so that answers do not come in the order of their calls.
  if (random_() % 50 == 0) arguments.append(",\"waitMs\":" + std::to_string(1 + random_() % 20));
  arguments.append(",\"text\":\"").append(random_text(random_size(kMinText, kMaxText))).append("\"}");
  call.digest = digest_of(arguments);

  const std::uint64_t id = ++last_id_;
  calls_.emplace(id, call);
  ++tallies_[channel.name()].calls;
  channel.request(id, "tools/call",
                  R"("name":"use_tool","arguments":{"tool":{"toolbox":"soak","server":")" + servers_[server] +
                      R"(","tool":"prove"},"arguments":)" + arguments + "}");
}

void Ledger::receive(const Channel& channel, std::string_view message) {
  simdjson::dom::element parsed;
  std::uint64_t id = 0;
  if (parser_.parse(message.data(), message.size()).get(parsed) != simdjson::SUCCESS ||
      parsed["id"].get(id) != simdjson::SUCCESS) {
    ++unexpected_;
    return keep_sample("no response", message);
  }
  const auto found = calls_.find(id);
  if (found == calls_.end() || found->second.channel != &channel) {
    ++unexpected_;
    return keep_sample("answered twice, or not asked by this client", message);
  }
  const Call call = found->second;
  calls_.erase(found);
  judge(call, parsed, message);
}

void Ledger::judge(const Call& call, simdjson::dom::element message, std::string_view text) {
  Tally& tally = tallies_[call.channel->name()];
  std::string_view answer;
  bool is_error = false;
  if (message["result"]["content"].at(0)["text"].get(answer) != simdjson::SUCCESS) {
    ++tally.other;
    return keep_sample("no tool result, for " + servers_[call.server], text);
  }
  if (message["result"]["isError"].get(is_error) != simdjson::SUCCESS) is_error = false;
  if (!is_error && answer == proof(servers_[call.server], in_hexadecimal(call.nonce), call.digest, call.answer_bytes)) {
    ++tally.answered;
  } else if (is_error && names_death(call, answer)) {
    left_alone_until_[call.server] = Clock::now() + kLeftAlone;
    ++tally.named_death;
  } else {
    ++tally.other;
    keep_sample("not the answer of " + servers_[call.server] + " to " + in_hexadecimal(call.nonce), text);
  }
}

bool Ledger::names_death(const Call& call, std::string_view error) {
  const std::string name = "[soak/" + servers_[call.server] + "/prove] Error: ";
  if (!error.starts_with(name)) return false;
  const auto death = deaths_[call.server];
  if (!death || call.sent - *death > kBlamedOnDeath) return false;
  ++reasons_[shape_of(error.substr(name.size()))];
  return true;
}

void Ledger::keep_sample(std::string_view what, std::string_view message) {
  if (samples_.size() < kMaxSamples) samples_.push_back(std::string(what) + ": " + std::string(message.substr(0, 400)));
}

Tally Ledger::sum() const {
  Tally all;
  for (const auto& [name, tally] : tallies_) all += tally;
  return all;
}

std::vector<std::string> Ledger::open_calls() const {
  std::vector<std::string> open;
  const auto now = Clock::now();
  for (const auto& [id, call] : calls_) {
    const auto age = std::chrono::duration_cast<std::chrono::milliseconds>(now - call.sent).count();
    open.push_back("id " + std::to_string(id) + ", server " + servers_[call.server] + ", sent " + std::to_string(age) +
                   " ms ago, " + call.channel->name());
  }
  return open;
}

}  // namespace soak
