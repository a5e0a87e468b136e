#include "access/principal_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "json/scanner_json_access.hpp"
#include "temporary_folder.hpp"

namespace workbench::http {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// A list with the list `tokens` in a file.
class PrincipalListTest : public testing::Test {
 protected:
  void load(const std::string& tokens) {
    source_.file = folder_.write("tokens.json", tokens);
    list_ = PrincipalList::load(source_, json_, errors_);
  }
  void load_without_list() { list_ = PrincipalList::load({}, json_, errors_); }

  [[nodiscard]] std::string why_not(const std::string& tokens) {
    errors_.clear();
    load(tokens);
    if (errors_.empty()) return {};
    EXPECT_EQ(list_, nullptr);
    EXPECT_EQ(errors_.front().option, "tokensFile");
    return errors_.front().message;
  }

  Result<void> reload(const std::string& tokens) {
    static_cast<void>(folder_.write("tokens.json", tokens));
    return list_->reload();
  }

  using Found = std::variant<PrincipalList::PrincipalPtr, PrincipalList::Refusal>;

  [[nodiscard]] Found with_token(const std::string& token) const {
    const std::string header = "Bearer " + token;
    return list_->authenticate({&header, {}, {}});
  }
  [[nodiscard]] Found with_certificate(const std::string& subject) const {
    return list_->authenticate({nullptr, subject, {}});
  }
  [[nodiscard]] Found with_uid(uid_t uid) const { return list_->authenticate({nullptr, {}, uid}); }

  /// Null if it was refused.
  static PrincipalList::PrincipalPtr principal(const Found& found) {
    const auto* principal = std::get_if<PrincipalList::PrincipalPtr>(&found);
    return principal == nullptr ? nullptr : *principal;
  }
  static std::string name(const Found& found) {
    return principal(found) == nullptr ? "(refused)" : principal(found)->name;
  }
  static PrincipalList::Refusal refusal(const Found& found) {
    const auto* refusal = std::get_if<PrincipalList::Refusal>(&found);
    return refusal == nullptr ? PrincipalList::Refusal{} : *refusal;
  }

  const json::ScannerJsonAccess json_{100};
  const test_support::TemporaryFolder folder_;
  TokenListSource source_;
  std::vector<OptionError> errors_;
  std::unique_ptr<PrincipalList> list_;
};

TEST_F(PrincipalListTest, RefusesAnInvalidListWithoutShowingTokens) {
  EXPECT_THAT(why_not("{"), HasSubstr("tokens.json"));
  EXPECT_THAT(why_not("[]"), HasSubstr("must be an object"));
  EXPECT_THAT(why_not("{}"), HasSubstr("has no tokens"));
  EXPECT_THAT(why_not(R"({"ada":7})"), HasSubstr("\"ada\" must be an object"));
  EXPECT_THAT(why_not(R"({"ada":{"toolboxes":[]}})"), HasSubstr("\"ada\" has neither"));
  EXPECT_THAT(why_not(R"({"ada":{"metrics":true}})"), HasSubstr("\"ada\" has neither"));
  EXPECT_THAT(why_not(R"({"ada":{"sha256":"xyz"}})"), HasSubstr("must be 64 hexadecimal digits"));
  EXPECT_THAT(why_not(R"({"ada":{"token":"s3cret","tolboxes":["x"]}})"),
              AllOf(HasSubstr("has an invalid member \"tolboxes\""), Not(HasSubstr("s3cret"))));
  EXPECT_THAT(why_not(R"({"ada":{"token":"s3cret","metrics":"yes"}})"), HasSubstr("invalid member \"metrics\""));
  EXPECT_THAT(why_not(R"({"ada":{"token":"a","sha256":"b"}})"), HasSubstr("invalid member \"sha256\""));
  EXPECT_THAT(why_not(R"({"ada":{"token":"two words"}})"), HasSubstr("may contain letters, digits and -._~+/"));
  EXPECT_THAT(why_not(R"({"ada":{"token":""}})"), HasSubstr("may contain"));
  EXPECT_THAT(why_not(R"({"ada":{"subject":""}})"), HasSubstr("must be the subject of a client certificate"));
  for (const char* uid : {"-1", "1.5", "4294967295", "1e3"}) {
    EXPECT_THAT(why_not(R"({"ada":{"uid":)" + std::string(uid) + "}}"), HasSubstr("must be the number of a user"));
  }
  EXPECT_EQ(why_not(R"({"ada":{"token":"s3cret"}})"), "");
}

TEST_F(PrincipalListTest, RefusesAListThatIsAmbiguous) {
  EXPECT_THAT(why_not(R"({"ada":{"token":"a"},"ada":{"token":"b"}})"), HasSubstr("\"ada\" occurs twice"));
  EXPECT_THAT(why_not(R"({"ada":{"token":"a"},"bob":{"token":"a"}})"),
              HasSubstr("\"bob\" has the same token as \"ada\""));
  EXPECT_THAT(why_not(R"({"ada":{"subject":"CN=a"},"bob":{"token":"t","subject":"CN=a"}})"),
              HasSubstr("\"bob\" has the same subject as \"ada\""));
  EXPECT_THAT(why_not(R"({"ada":{"uid":7},"bob":{"uid":7}})"), HasSubstr("\"bob\" has the same uid as \"ada\""));
}

TEST_F(PrincipalListTest, RefusesNamesThatMeanAnotherPrincipal) {
  EXPECT_THAT(why_not(R"({"uid:1000":{"token":"a"}})"), HasSubstr("choose another name"));
  EXPECT_THAT(why_not(R"({"":{"token":"a"}})"), HasSubstr("needs one"));
  source_.file = folder_.write("tokens.json", R"({"keys:ada":{"token":"a"}})");
  errors_.clear();
  EXPECT_EQ(PrincipalList::load(source_, json_, errors_, {"keys:"}), nullptr);
  EXPECT_THAT(errors_.at(0).message, HasSubstr("how an authenticator names its principals"));
}

TEST_F(PrincipalListTest, DoesNotWaitForTheWriterOfAPipe) {
  source_.file = folder_.path() / "pipe";
  ASSERT_EQ(::mkfifo(source_.file.c_str(), 0600), 0);
  EXPECT_EQ(PrincipalList::load(source_, json_, errors_), nullptr);
  EXPECT_THAT(errors_.at(0).message, HasSubstr("not a regular file"));
}

TEST_F(PrincipalListTest, FindsThePrincipalByAnyOfItsCredentials) {
  load(R"({"ada":{"token":"one","subject":"CN=ada,O=Example","uid":1000,"toolboxes":["dev"]},"bob":{"token":"two"}})");
  EXPECT_EQ(name(with_token("one")), "ada");
  EXPECT_EQ(principal(with_token("one"))->toolboxes, std::vector<std::string>{"dev"});
  EXPECT_EQ(principal(with_certificate("CN=ada,O=Example")), principal(with_token("one")));
  EXPECT_EQ(principal(with_uid(1000)), principal(with_token("one")));
  EXPECT_EQ(name(with_token("two")), "bob");
}

TEST_F(PrincipalListTest, GrantsTheScopesThatAnEntryNames) {
  load(R"({"ada":{"token":"one","scopes":["mcp:use","mcp:prod"]},"bob":{"token":"two"}})");
  EXPECT_EQ(principal(with_token("one"))->scopes, (Scopes{"mcp:use", "mcp:prod"}));
  EXPECT_EQ(principal(with_token("two"))->scopes, std::nullopt);
}

// An entry without scopes is not limited by them, so an entry with malformed scopes must not be read as one without.
TEST_F(PrincipalListTest, RefusesScopesThatNameNone) {
  for (const char* scopes : {"[]", "null", "\"mcp:use\"", "[7]", "[\"\"]", "[\"two words\"]"}) {
    EXPECT_THAT(why_not(R"({"ada":{"token":"one","scopes":)" + std::string(scopes) + "}}"),
                HasSubstr("\"ada\" \"scopes\" must be an array of at least one scope"))
        << scopes;
  }
}

TEST_F(PrincipalListTest, SaysWhyItRefusesWithoutTheToken) {
  load(R"({"ada":{"token":"one"}})");
  EXPECT_EQ(refusal(with_token("s3cret")).reason, "unknown token");
  EXPECT_EQ(refusal(with_token("s3cret")).response.status, 401U);
  EXPECT_THAT(*refusal(with_token("s3cret")).response.headers.find("WWW-Authenticate"), HasSubstr("invalid_token"));
  EXPECT_EQ(refusal(list_->authenticate({})).reason, "no token");
  EXPECT_EQ(refusal(list_->authenticate({})).response.status, 401U);
  EXPECT_EQ(refusal(with_certificate("CN=eve")).reason, "certificate not listed: CN=eve");
  EXPECT_EQ(refusal(with_uid(7)).reason, "uid not listed: 7");
}

TEST_F(PrincipalListTest, AsksForATokenOnlyIfOneCouldHelp) {
  load(R"({"ada":{"subject":"CN=ada"}})");
  EXPECT_EQ(refusal(with_certificate("CN=eve")).response.status, 403U);
  EXPECT_FALSE(refusal(with_certificate("CN=eve")).response.headers.has("WWW-Authenticate"));
}

TEST_F(PrincipalListTest, RefusesAnUnknownTokenEvenWithAListedCertificate) {
  load(R"({"ada":{"subject":"CN=ada"}})");
  const std::string header = "bearer s3cret";
  EXPECT_EQ(refusal(list_->authenticate({&header, "CN=ada", {}})).reason, "unknown token");
}

TEST_F(PrincipalListTest, NamesClientsByCertificateOrUidWithoutAList) {
  load_without_list();
  EXPECT_EQ(name(list_->authenticate({})), "");
  const auto ada = principal(with_certificate("CN=ada"));
  EXPECT_EQ(ada->name, "CN=ada");
  EXPECT_EQ(principal(with_certificate("CN=ada")), ada);
  EXPECT_EQ(name(with_uid(1000)), "uid:1000");
  EXPECT_EQ(refusal(with_certificate("")).reason, "certificate without a subject");
  EXPECT_TRUE(list_->is_current(*ada));
  EXPECT_TRUE(list_->may_read_metrics(*ada));
}

TEST_F(PrincipalListTest, LetsOnlyListedPrincipalsReadMetrics) {
  load(R"({"ada":{"token":"one","metrics":true},"bob":{"token":"two","metrics":false}})");
  EXPECT_TRUE(list_->may_read_metrics(*principal(with_token("one"))));
  EXPECT_FALSE(list_->may_read_metrics(*principal(with_token("two"))));
}

TEST_F(PrincipalListTest, KeepsUnchangedPrincipalsAtAReload) {
  load(R"({"ada":{"token":"one"},"bob":{"token":"two"}})");
  const auto ada = principal(with_token("one"));
  const auto bob = principal(with_token("two"));
  ASSERT_TRUE(reload(R"({"eve":{"token":"three"},"ada":{"token":"one","subject":"CN=ada","metrics":true}})"));
  EXPECT_EQ(principal(with_token("one")), ada);
  EXPECT_EQ(principal(with_certificate("CN=ada")), ada);
  EXPECT_TRUE(list_->is_current(*ada));
  EXPECT_TRUE(list_->may_read_metrics(*ada));
  EXPECT_EQ(name(with_token("three")), "eve");
  EXPECT_EQ(refusal(with_token("two")).reason, "unknown token");
  EXPECT_FALSE(list_->is_current(*bob));
}

TEST_F(PrincipalListTest, ReplacesAPrincipalWhoseScopesChange) {
  load(R"({"ada":{"token":"one"},"bob":{"token":"two","scopes":["mcp:use"]}})");
  const auto ada = principal(with_token("one"));
  const auto bob = principal(with_token("two"));
  ASSERT_TRUE(reload(R"({"ada":{"token":"one","scopes":["mcp:use"]},"bob":{"token":"two","scopes":["mcp:use"]}})"));
  EXPECT_FALSE(list_->is_current(*ada));
  EXPECT_TRUE(list_->is_current(*bob));
}

TEST_F(PrincipalListTest, ReplacesAPrincipalWhoseTokenOrToolboxesChange) {
  load(R"({"ada":{"token":"one"},"bob":{"token":"two"},"eve":{"subject":"CN=eve","uid":1}})");
  const auto ada = principal(with_token("one"));
  const auto bob = principal(with_token("two"));
  const auto eve = principal(with_uid(1));
  ASSERT_TRUE(reload(R"({"ada":{"token":"new"},"bob":{"token":"two","toolboxes":[]},"eve":{"uid":1}})"));
  EXPECT_FALSE(list_->is_current(*ada));
  EXPECT_FALSE(list_->is_current(*bob));
  EXPECT_FALSE(list_->is_current(*eve));
  EXPECT_EQ(name(with_token("new")), "ada");
  EXPECT_NE(principal(with_token("new")), ada);
}

TEST_F(PrincipalListTest, ChangesNothingIfTheNewListIsInvalid) {
  load(R"({"ada":{"token":"one"}})");
  const auto ada = principal(with_token("one"));
  const auto result = reload(R"({"bob":{"token":"two"},)");
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, AllOf(HasSubstr("listener.http.tokensFile"), HasSubstr("tokens.json")));
  EXPECT_EQ(principal(with_token("one")), ada);
  EXPECT_TRUE(list_->is_current(*ada));
}

TEST_F(PrincipalListTest, NamesTheFilesThatItReads) {
  load(R"({"ada":{"token":"one"}})");
  EXPECT_THAT(list_->files(), ElementsAre(source_.file));
  load_without_list();
  EXPECT_TRUE(list_->files().empty());
}

TEST_F(PrincipalListTest, SaysWhatAPrincipalSeesInTheConsole) {
  load(R"({"ada":{"token":"a1","console":"all"},"bob":{"token":"b1","console":"own"},"eve":{"token":"e1"}})");
  EXPECT_EQ(list_->console_view(*principal(with_token("a1"))), OperatorView::everything);
  EXPECT_EQ(list_->console_view(*principal(with_token("b1"))), OperatorView::own);
  EXPECT_EQ(list_->console_view(*principal(with_token("e1"))), OperatorView::none);
  EXPECT_EQ(list_->console_view(Principal(*principal(with_token("a1")))), OperatorView::none) << "a copy";
  for (const char* right : {"\"some\"", "\"\"", "true", "[\"all\"]", "null"}) {
    EXPECT_THAT(why_not(R"({"ada":{"token":"a1","console":)" + std::string(right) + "}}"),
                HasSubstr("\"console\" must be"))
        << right;
  }
}

}  // namespace
}  // namespace workbench::http
