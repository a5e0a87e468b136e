// Which access tokens are accepted, and what the authorization server is asked for.

#include "access_tokens/token_verifier.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <workbench/testing/recording_host.hpp>

#include "event_loop/loop.hpp"
#include "http-shared/crypto.hpp"
#include "json/scanner_json_access.hpp"
#include "oauth_keys.hpp"
#include "run_until.hpp"
#include "scripted_fetcher.hpp"

namespace workbench::test {
namespace {

using http::TokenVerifier;
using testing::HasSubstr;

const std::string kIssuer = "https://login.example.com/realms/team";
const std::string kMetadata = "https://login.example.com/.well-known/oauth-authorization-server/realms/team";
const std::string kKeys = "https://login.example.com/keys";
const std::string kPeer = "192.0.2.1";
const std::string kAudience = "https://workbench.example.com/mcp";

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// Claims that are accepted, with `more` behind them.
std::string claims(const std::string& more = R"("scope":"mcp:use other")", std::int64_t lifetime = 300) {
  return R"({"iss":")" + kIssuer + R"(","aud":")" + kAudience + R"(","sub":"ada","exp":)" +
         std::to_string(now() + lifetime) + "," + more + "}";
}

/// How long the machine was suspended: the steady clock has stood still meanwhile.
std::chrono::seconds suspended{0};

class ATokenVerifier : public testing::Test {
 protected:
  ATokenVerifier() {
    suspended = std::chrono::seconds(0);
    settings_.issuers = {kIssuer};
    settings_.resource = settings_.audience = kAudience;
    settings_.principal_claim = "sub";
    settings_.scopes = {"mcp:use"};
    serve(kMetadata, R"({"issuer":")" + kIssuer + R"(","jwks_uri":")" + kKeys + "\"}");
  }

  void serve(const std::string& url, std::string body) {
    script_.responses.insert_or_assign(url, http::FetchResponse{200, {}, std::move(body)});
  }
  void start() {
    verifier_ = std::make_unique<TokenVerifier>(host_, std::make_unique<ScriptedFetcher>(loop_, script_), settings_,
                                                [] { return std::chrono::system_clock::now() + suspended; });
    verifier_->start();
  }
  /// The decision, after all that has to be waited for.
  TokenVerifier::Decision decide(const std::string& token) {
    if (verifier_ == nullptr) start();
    auto decision = verifier_->verify(token, kPeer, true);
    if (!std::holds_alternative<TokenVerifier::Pending>(decision)) return decision;
    bool is_done = false;
    const auto wait = verifier_->wait(token, [&] { is_done = true; });
    EXPECT_TRUE(run_until(loop_, [&] { return is_done; }));
    return verifier_->verify(token, kPeer, false);
  }
  std::string refusal(const std::string& token) {
    const auto decision = decide(token);
    const auto* refused = std::get_if<TokenVerifier::Refused>(&decision);
    return refused == nullptr ? "(accepted)" : refused->reason;
  }
  std::string principal(const std::string& token) {
    const auto decision = decide(token);
    const auto* accepted = std::get_if<TokenVerifier::Accepted>(&decision);
    return accepted == nullptr ? "(refused: " + std::get<TokenVerifier::Refused>(decision).reason + ")"
                               : accepted->principal->name;
  }

  [[nodiscard]] std::string logged() const {
    std::string text;
    for (const std::string& line : host_.logged()) text += line + "\n";
    return text;
  }

  http::AccessTokenSettings settings_;
  ScriptedFetcher::Script script_;
  event_loop::Loop loop_;
  json::ScannerJsonAccess json_{100};
  RecordingHost host_{loop_, &json_};
  std::unique_ptr<TokenVerifier> verifier_;
};

class EachAlgorithm : public ATokenVerifier, public testing::WithParamInterface<const char*> {};

TEST_P(EachAlgorithm, IsVerified) {
  const SigningKey key(GetParam());
  serve(kKeys, key.jwks());
  const std::string token = key.sign(claims());
  EXPECT_EQ(principal(token), "oauth:ada");
  // One bit of the signature, of its middle, where every bit counts.
  std::string forged = token;
  const std::size_t at = (forged.rfind('.') + forged.size()) / 2;
  forged[at] = forged[at] == 'A' ? 'B' : 'A';
  EXPECT_EQ(refusal(forged), "its signature is wrong");
  const SigningKey other(GetParam());
  EXPECT_EQ(refusal(other.sign(claims())), "its signature is wrong");
}

INSTANTIATE_TEST_SUITE_P(Algorithms, EachAlgorithm,
                         testing::Values("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384",
                                         "EdDSA"),
                         [](const auto& algorithm) { return std::string(algorithm.param); });

TEST_F(ATokenVerifier, RefusesTokensWithoutAProperSignature) {
  const SigningKey key("RS256");
  serve(kKeys, key.jwks());
  EXPECT_EQ(refusal(compact_token(R"({"alg":"none"})", claims(), "")), "its algorithm is not accepted: none");
  // HMAC with the public key as the secret.
  const std::string header = R"({"alg":"HS256","kid":"key-1"})";
  const std::string text = http::encode_base64url(header) + "." + http::encode_base64url(claims());
  const std::string secret = key.public_pem();
  std::string mac(EVP_MAX_MD_SIZE, '\0');
  unsigned size = 0;
  ::HMAC(::EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
         reinterpret_cast<const unsigned char*>(text.data()), text.size(), reinterpret_cast<unsigned char*>(mac.data()),
         &size);
  mac.resize(size);
  EXPECT_EQ(refusal(text + "." + http::encode_base64url(mac)), "its algorithm is not accepted: HS256");
  // The key is for RS256 only, and of no curve.
  EXPECT_EQ(refusal(key.sign(R"({"alg":"PS256","kid":"key-1"})", claims())),
            "its issuer has no such key for its algorithm");
  EXPECT_EQ(refusal(key.sign(R"({"alg":"ES256","kid":"key-1"})", claims())),
            "its issuer has no such key for its algorithm");
  EXPECT_THAT(refusal(key.sign(R"({"alg":"RS256","kid":"key-1","crit":["x"],"x":1})", claims())), HasSubstr("crit"));
  EXPECT_THAT(refusal(key.sign(R"({"alg":"RS256","alg":"RS256"})", claims())), HasSubstr("twice"));
  EXPECT_THAT(refusal(key.sign(R"({"alg":"RS256","kid":"key-1","typ":"logout+jwt"})", claims())),
              HasSubstr("its type is logout+jwt"));
}

TEST_F(ATokenVerifier, RefusesTokensThatAreNotForUs) {
  const SigningKey key("ES256");
  serve(kKeys, key.jwks());
  const auto signed_with = [&](const std::string& from, const std::string& to) {
    std::string changed = claims();
    changed.replace(changed.find(from), from.size(), to);
    return refusal(key.sign(changed));
  };
  EXPECT_EQ(signed_with(kIssuer, "https://evil.example.com"), "it is of another issuer");
  EXPECT_EQ(signed_with(kIssuer, kIssuer + "/"), "it is of another issuer");
  EXPECT_EQ(signed_with(kAudience, "https://other.example.com/mcp"), "it is for another audience");
  EXPECT_EQ(signed_with("\"aud\"", "\"x\""), "it is for another audience");
  EXPECT_EQ(signed_with("\"exp\"", "\"x\""), "it has no time at which it expires");
  EXPECT_EQ(signed_with("\"sub\"", "\"x\""), "it has no claim sub that could name a principal");
  EXPECT_EQ(signed_with("\"ada\"", "\"a\\nb\""), "it has no claim sub that could name a principal");
  EXPECT_EQ(refusal(key.sign(claims(R"("aud":"x")"))), "its claim aud occurs twice");
  EXPECT_EQ(refusal(key.sign(claims(R"("x":1)", -61))), "it has expired");
  EXPECT_EQ(refusal(key.sign(claims(R"("nbf":)" + std::to_string(now() + 120)))), "it is not valid yet");
  EXPECT_EQ(refusal(key.sign(claims(R"("nbf":)" + std::to_string(now() + 30)))), "(accepted)") << "within the skew";
}

TEST_F(ATokenVerifier, ReadsTheScopesOfKeycloakAndOfEntraId) {
  const SigningKey key("RS256");
  serve(kKeys, key.jwks());
  const auto has_scopes = [&](const std::string& more) {
    return std::get<TokenVerifier::Accepted>(decide(key.sign(claims(more)))).has_scopes;
  };
  EXPECT_TRUE(has_scopes(R"("scope":"openid mcp:use")"));
  EXPECT_TRUE(has_scopes(R"("scp":"other mcp:use")"));
  EXPECT_TRUE(has_scopes(R"("scp":["other","mcp:use"])"));
  EXPECT_FALSE(has_scopes(R"("scope":"mcp:user")"));
  EXPECT_FALSE(has_scopes(R"("roles":["mcp:use"])"));
}

TEST_F(ATokenVerifier, KeepsThePrincipalOfARefreshedToken) {
  const SigningKey key("ES256");
  serve(kKeys, key.jwks());
  const auto one = std::get<TokenVerifier::Accepted>(decide(key.sign(claims(R"("scope":"a")"))));
  const auto other = std::get<TokenVerifier::Accepted>(decide(key.sign(claims(R"("scope":"b")", 600))));
  EXPECT_EQ(one.principal, other.principal);
}

TEST_F(ATokenVerifier, FindsTheMetadataAtEachPlaceAndOfItsIssuerOnly) {
  const SigningKey key("ES256");
  serve(kKeys, key.jwks());
  const std::string metadata = script_.responses.at(kMetadata)->body;
  script_.responses.erase(kMetadata);
  serve(kIssuer + "/.well-known/openid-configuration", metadata);
  EXPECT_EQ(principal(key.sign(claims())), "oauth:ada");

  serve(kIssuer + "/.well-known/openid-configuration", R"({"issuer":"https://x","jwks_uri":")" + kKeys + "\"}");
  verifier_ = nullptr;
  EXPECT_EQ(refusal(key.sign(claims())), "the keys of its issuer could not be fetched");
  EXPECT_THAT(logged(), HasSubstr("its metadata is of another issuer"));
}

TEST_F(ATokenVerifier, FetchesAKeyThatIsNotKnownAtABoundedRate) {
  const SigningKey old_key("ES256", "old");
  const SigningKey new_key("ES256", "new");
  serve(kKeys, old_key.jwks());
  EXPECT_EQ(principal(old_key.sign(claims())), "oauth:ada");
  serve(kKeys, new_key.jwks());  // rotated
  EXPECT_EQ(principal(new_key.sign(claims())), "oauth:ada");
  EXPECT_EQ(script_.count(kKeys), 2U);
  EXPECT_EQ(refusal(old_key.sign(claims())), "its issuer has no such key for its algorithm");
  for (int i = 0; i != 100; ++i) {
    EXPECT_EQ(refusal(SigningKey("ES256", "flood" + std::to_string(i)).sign(claims())),
              "its issuer has no such key for its algorithm");
  }
  EXPECT_EQ(script_.count(kKeys), 2U) << "a flood of unknown keys reaches the authorization server";
}

TEST_F(ATokenVerifier, KeepsItsKeysWhenNewOnesCannotBeRead) {
  const SigningKey key("ES256");
  serve(kKeys, key.jwks());
  const std::string token = key.sign(claims());
  EXPECT_EQ(principal(token), "oauth:ada");
  script_.responses.insert_or_assign(kKeys, Error{ErrorKind::protocol, "the response is larger than 262144 bytes"});
  EXPECT_EQ(refusal(SigningKey("ES256", "unknown").sign(claims())), "the keys of its issuer could not be fetched");
  EXPECT_THAT(logged(), HasSubstr("larger than 262144 bytes; the keys fetched before remain in use"));
  EXPECT_EQ(principal(key.sign(claims(R"("x":2)"))), "oauth:ada");
  for (const auto& request : script_.requests) EXPECT_LE(request.max_bytes, 256U * 1024);
}

// A server may continue to serve the old keys at the old place.
TEST_F(ATokenVerifier, FollowsTheKeysToWhereTheMetadataSaysThatTheyAre) {
  const SigningKey old_key("ES256", "old");
  const SigningKey new_key("ES256", "new");
  serve(kKeys, old_key.jwks());
  EXPECT_EQ(principal(old_key.sign(claims())), "oauth:ada");
  serve(kMetadata, R"({"issuer":")" + kIssuer + R"(","jwks_uri":"https://login.example.com/moved"})");
  serve("https://login.example.com/moved", new_key.jwks());
  EXPECT_EQ(principal(new_key.sign(claims())), "oauth:ada");
  EXPECT_EQ(refusal(old_key.sign(claims())), "its issuer has no such key for its algorithm");
}

TEST_F(ATokenVerifier, FetchesTheKeysFromWhereTheyWereWithoutMetadata) {
  const SigningKey old_key("ES256", "old");
  const SigningKey new_key("ES256", "new");
  serve(kKeys, old_key.jwks());
  EXPECT_EQ(principal(old_key.sign(claims())), "oauth:ada");
  script_.responses.insert_or_assign(kMetadata, http::FetchResponse{500, {}, {}});
  serve(kKeys, new_key.jwks());
  EXPECT_EQ(principal(new_key.sign(claims())), "oauth:ada");
  EXPECT_THAT(logged(), HasSubstr("no metadata: HTTP 404; the last known address is used"));
}

TEST_F(ATokenVerifier, TrustsNoKeyThatIsWithdrawnWithoutASuccessor) {
  const SigningKey key("ES256");
  const SigningKey unknown("ES256", "unknown");
  for (const char* const keys : {R"({"keys":[]})", R"({"keys":[{"kty":"oct","k":"c2VjcmV0"}]})"}) {
    serve(kKeys, key.jwks());
    start();
    const std::string token = key.sign(claims());
    EXPECT_EQ(principal(token), "oauth:ada");
    serve(kKeys, keys);
    EXPECT_EQ(refusal(unknown.sign(claims())), "its issuer has no such key for its algorithm") << "fetches the keys";
    EXPECT_EQ(refusal(token), "its issuer has no such key for its algorithm") << keys;
    EXPECT_EQ(refusal(key.sign(claims(R"("x":1)"))), "its issuer has no such key for its algorithm") << keys;
    EXPECT_THAT(logged(), HasSubstr("has no key that can verify the signature of a token; its tokens are refused"));
  }
}

TEST_F(ATokenVerifier, FetchesTheKeysOfAnIssuerThatHadNone) {
  const SigningKey key("ES256");
  serve(kKeys, R"({"keys":[]})");
  start();
  EXPECT_TRUE(run_until(loop_, [&] { return logged().find("has no key") != std::string::npos; }));
  serve(kKeys, key.jwks());
  EXPECT_EQ(principal(key.sign(claims())), "oauth:ada");
}

// A token must not bring its own key (RFC 7515, sections 4.1.2 and 4.1.3).
TEST_F(ATokenVerifier, TakesNoKeyFromTheToken) {
  const SigningKey key("ES256");
  const SigningKey own("ES256");
  serve(kKeys, key.jwks());
  EXPECT_EQ(refusal(own.sign(R"({"alg":"ES256","kid":"key-1","jwk":)" + own.jwk() + "}", claims())),
            "its signature is wrong");
  EXPECT_EQ(refusal(own.sign(R"({"alg":"ES256","jku":"https://evil.example.com/keys"})", claims())),
            "its signature is wrong");
  EXPECT_EQ(script_.count("https://evil.example.com/keys"), 0U);
}

TEST_F(ATokenVerifier, AcceptsTheTokensOfKeycloak) {
  const SigningKey key("RS256");
  serve(kKeys, key.jwks());
  settings_.principal_claim = "preferred_username";
  EXPECT_EQ(principal(key.sign(
                R"({"exp":)" + std::to_string(now() + 300) + R"(,"iat":1,"jti":"x","iss":")" + kIssuer +
                R"(","aud":["account",")" + kAudience + R"("],"sub":"f3c1","typ":"Bearer","azp":"cli","sid":"s",)" +
                R"("realm_access":{"roles":["user"]},"scope":"openid mcp:use","preferred_username":"ada"})")),
            "oauth:ada");
}

TEST_F(ATokenVerifier, AcceptsTheTokensOfEntraId) {
  const SigningKey key("RS256");
  const std::string issuer = "https://login.microsoftonline.com/11111111-2222/v2.0";
  settings_.issuers = {issuer};
  settings_.audience = "33333333-4444";
  settings_.principal_claim = "oid";
  serve(issuer + "/.well-known/openid-configuration", R"({"issuer":")" + issuer + R"(","jwks_uri":")" + kKeys + "\"}");
  // Its keys have no "alg".
  std::string jwk = key.jwk();
  jwk.erase(jwk.find(R"("alg":"RS256",)"), std::string_view(R"("alg":"RS256",)").size());
  serve(kKeys, R"({"keys":[)" + jwk + "]}");
  EXPECT_EQ(principal(key.sign(R"({"aud":"33333333-4444","iss":")" + issuer + R"(","iat":1,"nbf":1,"exp":)" +
                               std::to_string(now() + 300) +
                               R"(,"azp":"client","oid":"5555","scp":"mcp:use","sub":"pairwise","ver":"2.0"})")),
            "oauth:5555");
}

// --- other tokens of the same issuer ---------------------------------------------------------------------------------

/// A token that an authorization server issues for our audience, as its clients get it.
struct IssuedToken {
  const char* name;
  const char* type;    // of the header; empty: none
  const char* claims;  // besides the claims of every token
};

void PrintTo(const IssuedToken& token, std::ostream* out) {
  *out << token.name;
}

class OfAnAuthorizationServer : public ATokenVerifier, public testing::WithParamInterface<IssuedToken> {
 protected:
  std::string token() {
    const SigningKey key("RS256");
    serve(kKeys, key.jwks());
    const std::string type = *GetParam().type == '\0' ? "" : std::string(R"(,"typ":")") + GetParam().type + '"';
    return key.sign(R"({"alg":"RS256","kid":"key-1")" + type + "}", claims(GetParam().claims));
  }
};

class AnAccessToken : public OfAnAuthorizationServer {};

TEST_P(AnAccessToken, IsAccepted) {
  EXPECT_EQ(principal(token()), "oauth:ada");
}

INSTANTIATE_TEST_SUITE_P(
    Servers, AnAccessToken,
    testing::Values(
        IssuedToken{"Rfc9068", "at+jwt", R"("client_id":"c","jti":"j","iat":1,"auth_time":1,"acr":"1")"},
        IssuedToken{"Rfc9068WithANonce", "application/at+jwt", R"("client_id":"c","nonce":"n")"},
        IssuedToken{"Keycloak", "JWT", R"("typ":"Bearer","azp":"c","sid":"s","scope":"openid","acr":"1")"},
        IssuedToken{"KeycloakWithANonce", "JWT", R"("typ":"Bearer","azp":"c","nonce":"n","session_state":"s")"},
        IssuedToken{"KeycloakWithDpop", "JWT", R"("typ":"DPoP","azp":"c","cnf":{"jkt":"x"})"},
        IssuedToken{"Auth0", "JWT", R"("azp":"c","scope":"mcp:use","permissions":["x"],"iat":1)"},
        IssuedToken{"Auth0OfAMachine", "JWT", R"("azp":"c","gty":"client-credentials","iat":1)"},
        IssuedToken{"EntraVersion1", "JWT",
                    R"("appid":"c","appidacr":"1","scp":"mcp.use","oid":"o","tid":"t","ver":"1.0","uti":"u","rh":"r")"},
        IssuedToken{"EntraVersion2", "JWT",
                    R"("azp":"c","azpacr":"1","scp":"mcp.use","oid":"o","tid":"t","ver":"2.0")"},
        IssuedToken{"EntraOfAMachine", "JWT", R"("azp":"c","roles":["mcp.use"],"oid":"o","idtyp":"app","ver":"2.0")"},
        IssuedToken{"Okta", "", R"("ver":1,"jti":"AT.x","cid":"c","uid":"u","scp":["mcp:use"],"auth_time":1)"},
        IssuedToken{"Cognito", "", R"("token_use":"access","client_id":"c","scope":"mcp/use","username":"ada")"},
        IssuedToken{"Authentik", "JWT", R"("azp":"c","uid":"u","scope":"openid mcp:use","nonce":"n","at_hash":"h")"},
        IssuedToken{"Hydra", "JWT", R"("token_use":"access_token","client_id":"c","nonce":"n")"},
        IssuedToken{"OfItsOwnKind", "", R"("x":1)"}),
    [](const auto& tested) { return std::string(tested.param.name); });

constexpr const char* kNotForRequests =
    "it is an ID token or another token that is not for requests (listener.http.oauth.acceptIdTokens)";

class ATokenThatIsNotForRequests : public OfAnAuthorizationServer {};

TEST_P(ATokenThatIsNotForRequests, IsRefusedAlthoughItIsOfOurAudience) {
  EXPECT_EQ(refusal(token()), kNotForRequests);
}

INSTANTIATE_TEST_SUITE_P(
    Servers, ATokenThatIsNotForRequests,
    testing::Values(
        IssuedToken{"OfOpenIdConnect", "JWT", R"("nonce":"n","auth_time":1,"azp":"c")"},
        IssuedToken{"WithTheHashOfItsAccessToken", "", R"("at_hash":"h","iat":1)"},
        IssuedToken{"WithTheHashOfItsCode", "JWT", R"("c_hash":"h","iat":1)"},
        IssuedToken{"Keycloak", "JWT", R"("typ":"ID","azp":"c","at_hash":"h","sid":"s","email":"ada@example.com")"},
        IssuedToken{"KeycloakWithoutAHash", "JWT", R"("typ":"ID","azp":"c")"},
        IssuedToken{"KeycloakRefresh", "JWT", R"("typ":"Refresh","azp":"c","scope":"openid mcp:use")"},
        IssuedToken{"KeycloakOffline", "JWT", R"("typ":"Offline","azp":"c","scope":"openid mcp:use")"},
        IssuedToken{"Entra", "JWT", R"("nonce":"n","name":"Ada","oid":"o","tid":"t","ver":"2.0","roles":["mcp.use"])"},
        IssuedToken{"Okta", "", R"("ver":1,"jti":"ID.x","amr":["pwd"],"idp":"i","nonce":"n","at_hash":"h")"},
        IssuedToken{"Cognito", "", R"("token_use":"id","cognito:username":"ada","scope":"mcp:use")"},
        IssuedToken{"Google", "JWT", R"("azp":"c","at_hash":"h","email":"ada@example.com","email_verified":true)"}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST_F(ATokenVerifier, RefusesARefreshTokenThatAnAuthorizationServerSaysToBeActive) {
  settings_.introspection = {"https://login.example.com/introspect", "workbench", "NO_SUCH_VARIABLE_HERE"};
  serve(settings_.introspection.url, R"({"active":true,"typ":"Refresh",)" + claims().substr(1));
  EXPECT_EQ(refusal("opaque"), kNotForRequests);
}

TEST_F(ATokenVerifier, AcceptsTheIntrospectedTokensOfHydra) {
  settings_.introspection = {"https://login.example.com/introspect", "workbench", "NO_SUCH_VARIABLE_HERE"};
  serve(settings_.introspection.url, R"({"active":true,"token_use":"access_token",)" + claims().substr(1));
  EXPECT_EQ(principal("opaque"), "oauth:ada");
}

// The access tokens of Dex are what its ID tokens are.
TEST_F(ATokenVerifier, AcceptsTokensThatLookLikeIdTokensIfThatIsConfigured) {
  const SigningKey key("RS256");
  serve(kKeys, key.jwks());
  settings_.accepts_id_tokens = true;
  EXPECT_EQ(principal(key.sign(R"({"alg":"RS256","kid":"key-1"})", claims(R"("at_hash":"h","nonce":"n")"))),
            "oauth:ada");
  EXPECT_EQ(refusal(key.sign(R"({"alg":"RS256","kid":"key-1"})", claims(R"("typ":"ID")"))), kNotForRequests);
}

// --- what refused tokens cost ----------------------------------------------------------------------------------------

class AFloodOfRefusedTokens : public ATokenVerifier {
 protected:
  /// What becomes of a token without waiting for anything.
  std::string outcome(const std::string& token, const std::string& peer) {
    const auto decision = verifier_->verify(token, peer, true);
    if (std::holds_alternative<TokenVerifier::Accepted>(decision)) return "accepted";
    if (std::holds_alternative<TokenVerifier::Pending>(decision)) return "pending";
    const auto& refused = std::get<TokenVerifier::Refused>(decision);
    return refused.is_unavailable ? "unavailable" : "refused";
  }
  /// Sends wrong tokens, each another one, until they are not checked any more. Returns how many were.
  std::size_t flood(const SigningKey& forger, const std::string& peer) {
    std::size_t checked = 0;
    while (checked != 1'000 && outcome(forger.sign(claims("\"x\":" + std::to_string(checked))), peer) == "refused") {
      ++checked;
    }
    return checked;
  }
};

TEST_F(AFloodOfRefusedTokens, TakesNoMoreThanAShareOfTheChecksOfSignatures) {
  const SigningKey key("ES256");
  const SigningKey forger("ES256");
  serve(kKeys, key.jwks());
  const std::string known = key.sign(claims());
  EXPECT_EQ(principal(known), "oauth:ada");
  EXPECT_LT(flood(forger, kPeer), 200U);
  EXPECT_EQ(outcome(key.sign(claims("\"x\":1")), kPeer), "unavailable") << "it may be tried again";
  EXPECT_EQ(outcome(known, kPeer), "accepted") << "a token that is known";
  EXPECT_EQ(outcome(key.sign(claims("\"x\":2")), "192.0.2.2"), "accepted") << "another address";
  EXPECT_LT(flood(forger, "2001:db8::1"), 200U);
  EXPECT_EQ(outcome(forger.sign(claims()), "2001:db8::2"), "unavailable") << "of the same household";
  EXPECT_EQ(flood(forger, "127.0.0.1"), 1'000U) << "a proxy of this machine may have many clients";
}

TEST_F(AFloodOfRefusedTokens, IsCheckedOnceIfItIsTheSameToken) {
  const SigningKey key("ES256");
  serve(kKeys, key.jwks());
  EXPECT_EQ(principal(key.sign(claims())), "oauth:ada");
  const std::string forged = SigningKey("ES256").sign(claims());
  for (int count = 0; count != 1'000; ++count) EXPECT_EQ(refusal(forged), "its signature is wrong");
  EXPECT_EQ(outcome(key.sign(claims("\"x\":1")), kPeer), "accepted");
}

TEST_F(AFloodOfRefusedTokens, ForgetsThemWhenTheKeysChange) {
  const SigningKey key("ES256");
  const SigningKey next("ES256");  // with the same id
  serve(kKeys, key.jwks());
  const std::string early = next.sign(claims());
  EXPECT_EQ(refusal(early), "its signature is wrong");
  serve(kKeys, next.jwks());
  EXPECT_EQ(refusal(SigningKey("ES256", "unknown").sign(claims())), "its issuer has no such key for its algorithm");
  EXPECT_EQ(principal(early), "oauth:ada");
}

TEST_F(AFloodOfRefusedTokens, AsksTheAuthorizationServerForNoMoreThanAShare) {
  settings_.introspection = {"https://login.example.com/introspect", "workbench", "NO_SUCH_VARIABLE_HERE"};
  serve(settings_.introspection.url, R"({"active":false})");
  start();
  for (int count = 0; count != 1'000; ++count) {
    static_cast<void>(verifier_->verify("flood" + std::to_string(count), kPeer, true));
    loop_.post([&] { loop_.stop(); });
    loop_.run();
  }
  EXPECT_LT(script_.count(settings_.introspection.url), 200U);
  EXPECT_EQ(outcome("another", "192.0.2.2"), "pending") << "another address";
  EXPECT_EQ(outcome("flood0", kPeer), "refused") << "a token that is known to be refused";
}

TEST_F(ATokenVerifier, SaysThatAnEndpointWhichHangsIsNotTheFaultOfTheToken) {
  script_.hangs[kKeys] = true;
  const auto decision = decide(SigningKey("ES256").sign(claims()));
  EXPECT_TRUE(std::get<TokenVerifier::Refused>(decision).is_unavailable);
}

// The key may be a new one: a client whose token is called invalid would discard it.
TEST_F(ATokenVerifier, DoesNotRefuseATokenForGoodWhileItsKeysCannotBeFetched) {
  const SigningKey known("ES256", "known");
  const std::string token = SigningKey("ES256", "new").sign(claims());
  const auto is_unavailable = [](const TokenVerifier::Decision& decision) {
    const auto* const refused = std::get_if<TokenVerifier::Refused>(&decision);
    return refused != nullptr && refused->is_unavailable;
  };
  serve(kKeys, known.jwks());
  EXPECT_EQ(principal(known.sign(claims())), "oauth:ada");
  script_.responses.insert_or_assign(kKeys, http::FetchResponse{500, {}, {}});
  EXPECT_TRUE(is_unavailable(decide(token))) << "after a fetch that has failed";
  EXPECT_TRUE(is_unavailable(decide(token))) << "while it is not fetched again";
  EXPECT_EQ(principal(known.sign(claims(R"("x":1)"))), "oauth:ada");

  verifier_ = nullptr;
  serve(kKeys, known.jwks());
  EXPECT_EQ(principal(known.sign(claims())), "oauth:ada");
  script_.hangs[kKeys] = true;
  EXPECT_TRUE(std::holds_alternative<TokenVerifier::Pending>(verifier_->verify(token, kPeer, true)));
  EXPECT_TRUE(is_unavailable(verifier_->verify(token, kPeer, false))) << "while it is being fetched";

  verifier_ = nullptr;
  script_.hangs.clear();
  EXPECT_EQ(principal(known.sign(claims())), "oauth:ada");
  EXPECT_FALSE(is_unavailable(decide(token))) << "after a fetch that has succeeded";
}

TEST_F(ATokenVerifier, AsksForAnOpaqueTokenOnce) {
  serve(kKeys, SigningKey("ES256").jwks());
  settings_.introspection = {"https://login.example.com/introspect", "workbench", "NO_SUCH_VARIABLE_HERE"};
  std::string active = claims();
  active.replace(0, 1, R"({"active":true,)");
  serve(settings_.introspection.url, active);
  EXPECT_EQ(principal("opaque+1"), "oauth:ada");
  EXPECT_EQ(principal("opaque+1"), "oauth:ada");
  EXPECT_EQ(script_.count(settings_.introspection.url), 1U);
  EXPECT_THAT(script_.requests,
              testing::Contains(testing::Field(&http::FetchRequest::body, HasSubstr("token=opaque%2B1"))));
  serve(settings_.introspection.url, R"({"active":false})");
  EXPECT_EQ(refusal("opaque+2"), "the authorization server says that it is not active");
}

TEST_F(ATokenVerifier, LeavesQuestionsAboutOpaqueTokensToOtherPeers) {
  settings_.introspection = {"https://login.example.com/introspect", "workbench", "NO_SUCH_VARIABLE_HERE"};
  script_.hangs[settings_.introspection.url] = true;
  start();
  const auto is_asked_for = [&](const std::string& token, const std::string& peer) {
    const auto decision = verifier_->verify(token, peer, true);
    if (std::holds_alternative<TokenVerifier::Pending>(decision)) return true;
    EXPECT_TRUE(std::get<TokenVerifier::Refused>(decision).is_unavailable);
    return false;
  };
  // Those of one household.
  for (int i = 0; i != 8; ++i) EXPECT_TRUE(is_asked_for("flood" + std::to_string(i), "2001:db8::" + std::to_string(i)));
  EXPECT_FALSE(is_asked_for("flood8", "2001:db8::9"));
  EXPECT_TRUE(is_asked_for("flood0", "2001:db8::9")) << "with whoever asks for it already";
  for (int i = 0; i != 56; ++i) {
    EXPECT_TRUE(is_asked_for("other" + std::to_string(i), "192.0.2." + std::to_string(i % 7))) << i;
  }
  EXPECT_FALSE(is_asked_for("flood9", "198.51.100.1")) << "64 in all";
  EXPECT_EQ(script_.count(settings_.introspection.url), 64U);
}

TEST_F(ATokenVerifier, ForgetsRefusedOpaqueTokensBeforeAcceptedOnes) {
  settings_.introspection = {"https://login.example.com/introspect", "workbench", "NO_SUCH_VARIABLE_HERE"};
  serve(settings_.introspection.url, R"({"active":true,)" + claims().substr(1));
  // The one whose answer is the first in the order of the digests.
  std::string good = "good";
  for (int i = 0; i != 1000; ++i) {
    if (const std::string next = "good" + std::to_string(i); http::sha256(next) < http::sha256(good)) good = next;
  }
  EXPECT_EQ(principal(good), "oauth:ada");
  serve(settings_.introspection.url, R"({"active":false})");
  for (int i = 0; i != 10'064; ++i) {
    static_cast<void>(verifier_->verify("flood" + std::to_string(i), "192.0." + std::to_string(i % 250) + ".1", true));
    if (i % 64 != 63) continue;
    loop_.post([&] { loop_.stop(); });
    loop_.run();
  }
  const std::size_t asked = script_.count(settings_.introspection.url);
  EXPECT_GT(asked, 10'000U);
  EXPECT_EQ(principal(good), "oauth:ada");
  EXPECT_EQ(script_.count(settings_.introspection.url), asked) << "the answer was forgotten";
}

TEST_F(ATokenVerifier, RefusesATokenThatHasExpiredWhileTheMachineWasSuspended) {
  const SigningKey key("ES256");
  serve(kKeys, key.jwks());
  const std::string token = key.sign(claims());
  EXPECT_EQ(principal(token), "oauth:ada");
  suspended = std::chrono::seconds(100);
  EXPECT_EQ(principal(token), "oauth:ada");
  const auto accepted = std::get<TokenVerifier::Accepted>(decide(token));
  EXPECT_LT(accepted.end.left(std::chrono::system_clock::now() + suspended), std::chrono::seconds(300 + 60 - 99));
  suspended = std::chrono::seconds(300 + 61);
  EXPECT_EQ(refusal(token), "it has expired");
}

TEST_F(ATokenVerifier, AsksForAnOpaqueTokenAgainAfterTheMachineWasSuspended) {
  settings_.introspection = {"https://login.example.com/introspect", "workbench", "NO_SUCH_VARIABLE_HERE"};
  serve(settings_.introspection.url, R"({"active":true,)" + claims().substr(1));
  EXPECT_EQ(principal("opaque"), "oauth:ada");
  serve(settings_.introspection.url, R"({"active":false})");
  EXPECT_EQ(principal("opaque"), "oauth:ada") << "the answer is kept for a short time";
  suspended = std::chrono::seconds(31);
  EXPECT_EQ(refusal("opaque"), "the authorization server says that it is not active");
}

TEST_F(ATokenVerifier, RefusesOpaqueTokensWithoutIntrospection) {
  EXPECT_EQ(refusal("opaque"), "not a signed JSON Web Token");
  EXPECT_EQ(refusal("eyJ.."), "a part of the token is not base64url");
}

// A client sends the same token with each of its calls. The best of several rounds counts: other tests run meanwhile.
TEST_F(ATokenVerifier, RecognisesATokenThatItHasSeenInTenMicroseconds) {
  const SigningKey key("RS256");
  serve(kKeys, key.jwks());
  const std::string token = key.sign(claims(R"("padding":")" + std::string(1000, 'x') + "\""));
  EXPECT_EQ(principal(token), "oauth:ada");
  constexpr int kTimes = 500;
  auto each = std::chrono::nanoseconds::max();
  for (int round = 0; round != 20; ++round) {
    const auto begun = std::chrono::steady_clock::now();
    for (int i = 0; i != kTimes; ++i) {
      ASSERT_TRUE(std::holds_alternative<TokenVerifier::Accepted>(verifier_->verify(token, kPeer, true)));
    }
    each = std::min<std::chrono::nanoseconds>(each, (std::chrono::steady_clock::now() - begun) / kTimes);
  }
  RecordProperty("nanoseconds", static_cast<int>(each.count()));
  EXPECT_LT(each, std::chrono::microseconds(10)) << each.count() << " ns";
}

}  // namespace
}  // namespace workbench::test
