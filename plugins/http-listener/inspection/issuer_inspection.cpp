#include "inspection/issuer_inspection.hpp"

#include <utility>

namespace workbench::http {

IssuerInspection::IssuerInspection(Host& host, Fetcher& fetcher, const std::vector<std::string>& issuers,
                                   ListenerReport report, ListenerInspection::Done done)
    : report_(std::move(report)), done_(std::move(done)), open_(issuers.size()) {
  for (const std::string& issuer : issuers) {
    auto& keys = *keys_.emplace_back(std::make_unique<IssuerKeys>(host, fetcher, issuer, [] {}));
    keys.start();
    waiting_.push_back(keys.wait([this, &keys] { add(keys); }));
  }
}

void IssuerInspection::add(const IssuerKeys& keys) {
  if (keys.problem().empty()) {
    reached_ += (reached_.empty() ? "" : ", ") + keys.issuer();
  } else {
    report_.findings.push_back(
        {"listener.http.oauth.issuer: the keys of the authorization server " + keys.issuer() +
             " cannot be fetched: " + keys.problem(),
         "check the URL, and whether this machine can reach it; until then its tokens are refused", true});
  }
  if (--open_ != 0) return;
  if (!reached_.empty()) report_.facts.emplace_back("issuer", reached_);
  done_(std::move(report_));
}

}  // namespace workbench::http
