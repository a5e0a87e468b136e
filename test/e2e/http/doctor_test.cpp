// What `mcp-workbench doctor` says of the HTTP listener, which it does not open.

#include <sys/stat.h>

#include "fixture.hpp"
#include "process.hpp"
#include "temporary_folder.hpp"
#include "test_certificates.hpp"

namespace {

using namespace http_fixture;
using test_support::TemporaryFolder;
using testing::AllOf;
using workbench::test::TestCertificate;

struct Diagnosis {
  int code;
  std::string out;
};

/// A service that is not started: the doctor looks at what it would be started with.
class DoctorOfAListener : public testing::Test {
 protected:
  Diagnosis diagnose(const std::vector<std::string>& settings, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> command{WORKBENCH_PROGRAM,   "doctor", "--config",
                                     toolboxes_.string(), "-D",     "listeners=http"};
    const std::string port = "port=0";
    command.insert(command.end(), {"-D", "listener.http." + port});
    for (const std::string& setting : settings) command.insert(command.end(), {"-D", "listener.http." + setting});
    command.insert(command.end(), more.begin(), more.end());
    test_support::Process process(command);
    process.close_input();
    std::string out = process.read_all();
    return {process.wait().code_or_signal, out + process.errors()};
  }

  std::vector<std::string> with_certificate(int begins_in_days, int ends_in_days) const {
    const TestCertificate made({"localhost", nullptr, false, begins_in_days, ends_in_days});
    return {"certificate=" + folder_.write("server.pem", made.certificate_pem()).string(),
            "key=" + folder_.write("server.key", made.key_pem()).string()};
  }

  std::string tokens(const std::string& text, ::mode_t mode = 0600) const {
    const auto file = folder_.write("tokens.json", text);
    ::chmod(file.c_str(), mode);
    return "tokensFile=" + file.string();
  }

  const TemporaryFolder folder_;
  const std::filesystem::path toolboxes_ = folder_.write("toolboxes.json", dev_toolbox());
};

TEST_F(DoctorOfAListener, SaysWhatIsWell) {
  std::vector<std::string> settings = with_certificate(-1, 100);
  settings.push_back(tokens(R"({"ada":{"token":"of-ada","toolboxes":["dev"]}})"));
  const Diagnosis well = diagnose(settings);
  EXPECT_EQ(well.code, 0) << well.out;
  EXPECT_THAT(well.out, AllOf(HasSubstr("listener http: well\n"), HasSubstr("127.0.0.1, with TLS"),
                              HasSubstr("valid until 20"), HasSubstr("1 client\n"), HasSubstr("dev/s: well")));
  const Diagnosis json = diagnose(settings, {"--json"});
  EXPECT_THAT(json.out, AllOf(HasSubstr(R"("listeners":[{"name":"http","isWell":true,"facts":{"address":)"),
                              HasSubstr(R"("tokens":"1 client")")));
}

TEST_F(DoctorOfAListener, SaysThatNobodyMayUseTheConsole) {
  const Diagnosis nobody = diagnose({"console=true", tokens(R"({"ada":{"token":"of-ada"}})")});
  EXPECT_THAT(nobody.out, AllOf(HasSubstr("listener.http.console: no entry of the list has the right"),
                                HasSubstr("add \"console\": \"all\" or \"own\"")));
  const Diagnosis somebody = diagnose({"console=true", tokens(R"({"ada":{"token":"of-ada","console":"own"}})")});
  EXPECT_THAT(somebody.out, Not(HasSubstr("listener.http.console")));
}

TEST_F(DoctorOfAListener, SaysThatACertificateHasExpiredOrWillSoon) {
  const Diagnosis expired = diagnose(with_certificate(-10, -1));
  EXPECT_EQ(expired.code, 4);
  EXPECT_THAT(expired.out,
              AllOf(HasSubstr("listener http: NOT WELL"), HasSubstr("has expired at 20"), HasSubstr("renew it")));
  EXPECT_EQ(diagnose(with_certificate(1, 9)).code, 4) << "not valid yet";
  const Diagnosis soon = diagnose(with_certificate(-10, 9));
  EXPECT_EQ(soon.code, 0);
  EXPECT_THAT(soon.out, AllOf(HasSubstr("listener http: well"), HasSubstr("expires in ")));
}

TEST_F(DoctorOfAListener, SaysThatItsPortIsTaken) {
  const HttpWorkbench running(dev_toolbox());
  const Diagnosis taken = diagnose({"address=127.0.0.1:" + std::to_string(running.port())});
  EXPECT_EQ(taken.code, 0) << "it may be this very workbench";
  EXPECT_THAT(taken.out, AllOf(HasSubstr("in use"), HasSubstr("if it is not this workbench that runs already")));
  const Diagnosis of_another_machine = diagnose({"address=192.0.2.1", "allowAnonymous=true"});
  EXPECT_EQ(of_another_machine.code, 4);
  EXPECT_THAT(of_another_machine.out, HasSubstr("cannot listen on 192.0.2.1"));
}

TEST_F(DoctorOfAListener, LeavesTheSocketOfARunningWorkbenchAlone) {
  const std::string path = (folder_.path() / "w.sock").string();
  const HttpWorkbench running(dev_toolbox(), {"-D", "listener.http.address=127.0.0.1,unix:" + path});
  EXPECT_EQ(diagnose({"address=unix:" + path}).code, 0);
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST_F(DoctorOfAListener, SaysWhoCanReadTheTokensAndWhichToolboxesDoNotExist) {
  const Diagnosis open = diagnose({tokens(R"({"ada":{"token":"of-ada","toolboxes":["dew"]}})", 0644)});
  EXPECT_EQ(open.code, 0);
  EXPECT_THAT(open.out, AllOf(HasSubstr("other users may read or change"), HasSubstr("chmod 600 '"),
                              HasSubstr("\"ada\" may open the toolbox \"dew\", which the configuration does not have"),
                              Not(HasSubstr("of-ada"))));
}

TEST_F(DoctorOfAListener, SaysThatAnAuthorizationServerCannotBeReached) {
  const Diagnosis unreachable = diagnose({"oauth.issuer=http://127.0.0.1:9"});
  EXPECT_EQ(unreachable.code, 4);
  EXPECT_THAT(unreachable.out, AllOf(HasSubstr("http://127.0.0.1:9 cannot be fetched"), HasSubstr("check the URL")));
}

class ATokenOfASample : public DoctorOfAListener, public testing::WithParamInterface<const char*> {};

TEST_P(ATokenOfASample, IsRefused) {
  const std::string setting = tokens(std::string("{\"ada\":{") + GetParam() + "}}");
  const Diagnosis refused = diagnose({setting});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.out, AllOf(HasSubstr("\"ada\" has the token of a sample, which is public"),
                                 HasSubstr("(mcp-workbench token)")));
}

INSTANTIATE_TEST_SUITE_P(
    Of, ATokenOfASample,
    testing::Values(R"("token":"replace-this-by-a-long-random-text")", R"("token":"changeme")", R"("token":"TOKEN")",
                    R"("sha256":"a1f896a54eb5c2e45f816b007524a1739aea5286ad8a0fa6617dd2e6d5132bac")"));

}  // namespace
