#include "http/blocking_poster.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "http/system_certificates.hpp"
#include "http/transfer_options.hpp"

namespace workbench::http::transport {
namespace {

constexpr std::size_t kMaxBody = 16U * 1024;  // of a response; the rest is read and dropped
constexpr int kPollMilliseconds = 50;         // between two looks whether the post is cancelled

void initialize_libcurl() {
  static const CURLcode initialized = ::curl_global_init(CURL_GLOBAL_DEFAULT);
  static_cast<void>(initialized);
}

}  // namespace

BlockingPoster::BlockingPoster(PostTarget target)
    : target_(std::move(target)),
      headers_(nullptr, &::curl_slist_free_all),
      transfer_((initialize_libcurl(), ::curl_easy_init()), &::curl_easy_cleanup),
      multi_(::curl_multi_init(), &::curl_multi_cleanup) {
  if (transfer_ == nullptr || multi_ == nullptr) throw std::bad_alloc();
  set_headers();
  set_options();
}

// Without "Expect", which some collectors do not answer.
void BlockingPoster::set_headers() {
  const auto append = [this](const std::string& line) {
    curl_slist* const longer = ::curl_slist_append(headers_.get(), line.c_str());
    if (longer == nullptr) throw std::bad_alloc();
    static_cast<void>(headers_.release());
    headers_.reset(longer);
  };
  for (const auto& [name, value] : target_.headers) append(name + ": " + value);
  append("Expect:");
}

void BlockingPoster::set_options() {
  CURL* const transfer = transfer_.get();
  set_option(transfer, CURLOPT_URL, target_.url.c_str());
  set_option(transfer, CURLOPT_PROTOCOLS_STR, "http,https");
  set_option(transfer, CURLOPT_POST, 1L);
  set_option(transfer, CURLOPT_HTTPHEADER, headers_.get());
  set_option(transfer, CURLOPT_USERAGENT, HTTP_USER_AGENT);
  set_option(transfer, CURLOPT_NOSIGNAL, 1L);
  set_option(transfer, CURLOPT_QUICK_EXIT, 1L);  // otherwise the end may wait for a thread that resolves a name
  set_option(transfer, CURLOPT_TIMEOUT_MS, long{target_.time_limit.count()});
  set_option(transfer, CURLOPT_WRITEFUNCTION, &BlockingPoster::receive);
  const SystemCertificates system = find_system_certificates();
  const std::string& file = target_.ca_file.empty() ? system.file : target_.ca_file;
  set_option(transfer, CURLOPT_CAINFO, file.empty() ? nullptr : file.c_str());
  set_option(transfer, CURLOPT_CAPATH,
             !target_.ca_file.empty() || system.folder.empty() ? nullptr : system.folder.c_str());
}

std::size_t BlockingPoster::receive(char* bytes, std::size_t size, std::size_t count, void* body) {
  auto& text = *static_cast<std::string*>(body);
  text.append(bytes, std::min(size * count, kMaxBody - text.size()));
  return size * count;
}

PostOutcome BlockingPoster::post(const std::string& body, const std::atomic<bool>& is_cancelled) {
  Response response;
  set_option(transfer_.get(), CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
  set_option(transfer_.get(), CURLOPT_POSTFIELDS, body.data());
  set_option(transfer_.get(), CURLOPT_WRITEDATA, static_cast<void*>(&response.body));
  if (::curl_multi_add_handle(multi_.get(), transfer_.get()) != CURLM_OK) return {.failure = "not enough memory"};
  run(response, is_cancelled);
  ::curl_multi_remove_handle(multi_.get(), transfer_.get());
  return outcome_of(std::move(response));
}

void BlockingPoster::run(Response& response, const std::atomic<bool>& is_cancelled) {
  int running = 1;
  while (running > 0 && !is_cancelled) {
    ::curl_multi_perform(multi_.get(), &running);
    if (running > 0) ::curl_multi_poll(multi_.get(), nullptr, 0, kPollMilliseconds, nullptr);
  }
  int left = 0;
  const CURLMsg* const message = ::curl_multi_info_read(multi_.get(), &left);
  if (message == nullptr || message->msg != CURLMSG_DONE) return;
  response.is_complete = true;
  response.result = message->data.result;
}

PostOutcome BlockingPoster::outcome_of(Response response) const {
  if (!response.is_complete) return {.failure = "the workbench is ending"};
  if (response.result != CURLE_OK) return {.failure = ::curl_easy_strerror(response.result)};
  PostOutcome outcome{.body = std::move(response.body)};
  long status = 0;
  curl_off_t wait = 0;
  ::curl_easy_getinfo(transfer_.get(), CURLINFO_RESPONSE_CODE, &status);
  ::curl_easy_getinfo(transfer_.get(), CURLINFO_RETRY_AFTER, &wait);
  outcome.status = static_cast<unsigned>(status);
  if (wait > 0) outcome.retry_after = std::chrono::seconds(wait);
  return outcome;
}

}  // namespace workbench::http::transport
