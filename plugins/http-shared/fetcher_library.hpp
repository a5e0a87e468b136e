#pragma once

#include <memory>

#include <workbench/host.hpp>

#include "http-shared/fetcher.hpp"
#include "http-shared/library_loader.hpp"

namespace workbench::http {

/// The library that needs libcurl. The transport is in it, and the fetcher of documents that the listener needs, too.
inline constexpr const char* kHttpClientFile = "http-client.so";
inline constexpr const char* kHttpClientSubject = "the library that reaches servers behind a URL";

/// What the library offers to the plugin of the listener. Built together with it, so both agree about everything.
struct FetcherLibrary {
  static constexpr LibraryFile kFile{kHttpClientFile, "workbench_http_fetcher", kHttpClientSubject};

  /// Fetches small documents; `host` must outlive the fetcher. [startup, loop thread]
  std::unique_ptr<Fetcher> (*make)(Host& host);
};

}  // namespace workbench::http
