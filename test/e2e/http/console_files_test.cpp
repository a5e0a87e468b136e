// The files of the console, as a browser gets them.

#include "console_page.hpp"
#include "operator.hpp"

namespace {

using namespace http_fixture;
using testing::AllOf;

class AFileOfTheConsole : public testing::Test {
 protected:
  [[nodiscard]] HttpResponse get(const std::string& path, const HttpHeaders& headers = {}) const {
    return HttpClient(workbench_.port()).ask("GET", path, headers);
  }

  const HttpWorkbench workbench_{dev_toolbox(), listener_options({"console=true"})};
};

TEST_F(AFileOfTheConsole, NeedsNoCredentials) {
  const HttpResponse page = get("/console/");
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.body, AllOf(StartsWith("<!doctype html>"), HasSubstr("</html>")));
  EXPECT_EQ(get("/console/index.html").body, page.body);
}

TEST_F(AFileOfTheConsole, RunsNothingButWhatItsOriginServes) {
  HttpResponse page = get("/console/");
  EXPECT_EQ(page.headers["content-security-policy"],
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'");
  EXPECT_EQ(page.headers["x-content-type-options"], "nosniff");
  EXPECT_EQ(page.headers["referrer-policy"], "no-referrer");
  EXPECT_EQ(page.headers["cross-origin-opener-policy"], "same-origin");
  EXPECT_EQ(page.headers["cross-origin-resource-policy"], "same-origin");
  EXPECT_EQ(page.headers["content-type"], "text/html; charset=utf-8");
}

TEST_F(AFileOfTheConsole, IsNotSentAgainToABrowserThatHasIt) {
  HttpResponse page = get("/console/");
  EXPECT_EQ(page.headers["cache-control"], "no-cache");
  const std::string tag = page.headers["etag"];
  HttpClient client(workbench_.port());
  for (const std::string& known : {tag, "W/" + tag, "\"other\", " + tag, std::string("*")}) {
    HttpResponse again = client.ask("GET", "/console/", {{"If-None-Match", known}});
    EXPECT_EQ(again.status, 304) << known;
    EXPECT_EQ(again.headers["etag"], tag);
    EXPECT_EQ(again.headers.count("content-length"), 0U) << "the connection continues";
  }
  EXPECT_EQ(client.ask("GET", "/console/", {{"If-None-Match", "\"other\""}}).status, 200);
}

TEST_F(AFileOfTheConsole, IsCompressedForABrowserThatAcceptsIt) {
  HttpResponse plain = get("/console/");
  EXPECT_EQ(plain.headers.count("content-encoding"), 0U);
  EXPECT_EQ(plain.headers["vary"], "Accept-Encoding");
  for (const char* accepted : {"gzip", "br, gzip;q=0.5", "deflate, GZIP"}) {
    HttpResponse compressed = get("/console/", {{"Accept-Encoding", accepted}});
    EXPECT_EQ(compressed.headers["content-encoding"], "gzip") << accepted;
    EXPECT_THAT(compressed.body, StartsWith("\x1f\x8b"));
    EXPECT_NE(compressed.headers["etag"], plain.headers["etag"]) << "another representation";
  }
  for (const char* refused : {"br", "gzip;q=0", "identity, gzip;q=0.000"}) {
    EXPECT_EQ(get("/console/", {{"Accept-Encoding", refused}}).body, plain.body) << refused;
  }
}

TEST_F(AFileOfTheConsole, AnswersHeadWithTheSameHeaders) {
  const HttpResponse page = get("/console/");
  HttpClient client(workbench_.port());
  client.send("HEAD", "/console/", {});
  const HttpResponse head = client.read_head();
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.headers, page.headers);
  client.send("GET", "/healthz", {});
  EXPECT_EQ(client.read_answer().status, 200) << "no body is in between";
}

TEST_F(AFileOfTheConsole, IsInTheFolderOfThePage) {
  HttpResponse redirect = get("/console");
  EXPECT_EQ(redirect.status, 308);
  EXPECT_EQ(redirect.headers["location"], "/console/");
}

TEST_F(AFileOfTheConsole, IsOneOfTheFolderAndNothingElse) {
  for (const char* path :
       {"/console/missing.js", "/console/../console/index.html", "/console/%2e%2e/index.html", "/console//index.html",
        "/console/index.html/", "/console/./index.html", "/console/..%2f..%2fetc/passwd", "/console/INDEX.HTML",
        "/consoles/", "/console/README.md", "/console/\\..\\index.html"}) {
    EXPECT_EQ(get(path).status, 404) << path;
  }
  EXPECT_EQ(HttpClient(workbench_.port()).ask("POST", "/console/", {}).status, 405);
}

}  // namespace
