#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include "network/tls_channel.hpp"
#include "network/tls_context.hpp"
#include "temporary_folder.hpp"
#include "test_certificates.hpp"

namespace workbench::http {
namespace {

using test::TestCertificate;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Status = TlsChannel::Status;

/// Everything is read at once where a test does not say otherwise.
constexpr std::size_t kPlenty = 64UL * 1024 * 1024;

/// The certificates of all tests, made once.
struct Certificates {
  TestCertificate ca{{"Test CA", nullptr, true}};
  TestCertificate server{{"localhost", &ca}};
  TestCertificate ada{{"J\xC3\xBCrgen, Ada", &ca}};
  TestCertificate unnamed{{"", &ca}};
  TestCertificate expired{{"late", &ca, false, -10, -1}};
  TestCertificate foreign_ca{{"Test CA", nullptr, true}};
  TestCertificate eve{{"eve", &foreign_ca}};
};

const Certificates& certificates() {
  static const Certificates made;
  return made;
}

/// Files for TlsContext::load().
class TlsFilesTest : public testing::Test {
 protected:
  TlsFilesTest() {
    use(certificates().server);
    EXPECT_EQ(::ERR_peek_error(), 0U);
  }
  // The queue belongs to the thread, so that what is left there would appear as the failure of others.
  ~TlsFilesTest() override { EXPECT_EQ(::ERR_peek_error(), 0U); }

  void use(const TestCertificate& certificate) {
    files_.certificate = write("server.pem", certificate.certificate_pem());
    files_.key = write("server.key", certificate.key_pem());
    ::ERR_clear_error();
  }
  void ask_for_client_certificates(bool required) {
    files_.client_ca = write("ca.pem", certificates().ca.certificate_pem());
    files_.requires_client_certificate = required;
  }
  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const {
    return folder_.write(name, text);
  }

  [[nodiscard]] std::shared_ptr<const TlsContext> load() {
    errors_.clear();
    return TlsContext::load(files_, errors_);
  }
  /// "option: message" of the one error.
  [[nodiscard]] std::string why_not() {
    EXPECT_EQ(load(), nullptr);
    if (errors_.size() != 1) return "(" + std::to_string(errors_.size()) + " errors)";
    return errors_.front().option + ": " + errors_.front().message;
  }

  const test_support::TemporaryFolder folder_;
  TlsFiles files_;
  std::vector<OptionError> errors_;
};

// --- the context ---------------------------------------------------------------------------------------------------

TEST_F(TlsFilesTest, LoadWithoutWarnings) {
  ask_for_client_certificates(true);
  const auto context = load();
  ASSERT_NE(context, nullptr);
  EXPECT_TRUE(context->warnings().empty());
}

TEST_F(TlsFilesTest, AreReportedIfTheyDoNotExist) {
  files_.certificate = "/nowhere.pem";
  EXPECT_THAT(why_not(), AllOf(HasSubstr("certificate: cannot read '/nowhere.pem'"), HasSubstr("No such file")));
  use(certificates().server);
  files_.key = "/nowhere.key";
  EXPECT_THAT(why_not(), HasSubstr("key: cannot read '/nowhere.key'"));
  use(certificates().server);
  files_.client_ca = "/nowhere.ca";
  EXPECT_THAT(why_not(), HasSubstr("clientCa: cannot read '/nowhere.ca'"));
}

TEST_F(TlsFilesTest, AreReportedTogether) {
  files_ = {"/nowhere.pem", "/nowhere.key", "/nowhere.ca"};
  EXPECT_EQ(load(), nullptr);
  EXPECT_EQ(errors_.size(), 3U);
}

TEST_F(TlsFilesTest, AreReportedIfTheyHoldSomethingElse) {
  files_.certificate = write("server.pem", "text");
  EXPECT_THAT(why_not(), AllOf(HasSubstr("certificate: cannot use '"), HasSubstr("it has no certificate; name a PEM")));
  use(certificates().server);
  std::string cut = certificates().server.certificate_pem();
  cut.erase(cut.size() / 2, 40);
  files_.certificate = write("server.pem", cut);
  EXPECT_THAT(why_not(), HasSubstr("certificate: cannot use '"));
  use(certificates().server);
  files_.key = write("server.key", certificates().server.certificate_pem());
  EXPECT_THAT(why_not(), HasSubstr("it has no readable private key ("));
  use(certificates().server);
  files_.client_ca = write("ca.pem", certificates().ca.key_pem());
  EXPECT_THAT(why_not(), HasSubstr("clientCa: cannot use '"));
}

TEST_F(TlsFilesTest, DoNotAskForThePasswordOfAKey) {
  files_.key = write("server.key", certificates().server.key_pem("s3cret"));
  EXPECT_THAT(why_not(), AllOf(HasSubstr("key: cannot use '"), HasSubstr("the key is encrypted; decrypt it")));
  files_.key = write("server.key", certificates().server.traditional_key_pem("s3cret"));
  EXPECT_THAT(why_not(), HasSubstr("the key is encrypted; decrypt it"));
}

TEST_F(TlsFilesTest, MustBelongTogether) {
  files_.key = write("server.key", certificates().ada.key_pem());
  EXPECT_THAT(why_not(), AllOf(HasSubstr("key: "), HasSubstr("it is not the key of the certificate in '")));
  files_.key = write("server.key", TestCertificate({"rsa", nullptr, false, -1, 10, 2048}).key_pem());
  EXPECT_THAT(why_not(), HasSubstr("it is not the key of the certificate in '"));
}

TEST_F(TlsFilesTest, MustHaveAKeyThatIsLongEnough) {
  use(TestCertificate({"localhost", nullptr, false, -1, 10, 1024}));
  EXPECT_THAT(why_not(), AllOf(HasSubstr("certificate: "), HasSubstr("ee key too small"), HasSubstr("2048 bits")));
}

TEST_F(TlsFilesTest, MayHaveExpiredWithAWarning) {
  use(certificates().expired);
  auto context = load();
  ASSERT_NE(context, nullptr);
  ASSERT_EQ(context->warnings().size(), 1U);
  EXPECT_EQ(context->warnings().front().option, "certificate");
  EXPECT_THAT(context->warnings().front().message, AllOf(HasSubstr("has expired at 20"), HasSubstr("UTC; renew it")));
  use(TestCertificate({"early", nullptr, false, 1, 2}));
  context = load();
  ASSERT_NE(context, nullptr);
  ASSERT_EQ(context->warnings().size(), 1U);
  EXPECT_THAT(context->warnings().front().message, HasSubstr("is not valid before 20"));
}

// --- connections ---------------------------------------------------------------------------------------------------

/// A client by OpenSSL alone, over memory.
class Client {
 public:
  Client() : context_(::SSL_CTX_new(::TLS_client_method()), ::SSL_CTX_free) {}
  ~Client() { ::ERR_clear_error(); }

  [[nodiscard]] SSL_CTX* context() const { return context_.get(); }
  [[nodiscard]] SSL* ssl() const { return ssl_.get(); }

  void present(const TestCertificate& certificate) const {
    ::SSL_CTX_use_certificate(context(), certificate.certificate());
    ::SSL_CTX_use_PrivateKey(context(), certificate.key());
  }

  /// `session`: the one to resume.
  void start(SSL_SESSION* session = nullptr) {
    ssl_.reset(::SSL_new(context()), ::SSL_free);
    ::SSL_set_bio(ssl(), ::BIO_new(::BIO_s_mem()), ::BIO_new(::BIO_s_mem()));
    ::SSL_set_connect_state(ssl());
    if (session != nullptr) ::SSL_set_session(ssl(), session);
    read();
  }

  [[nodiscard]] std::string take_output() const {
    std::string bytes(::BIO_ctrl_pending(::SSL_get_wbio(ssl())), '\0');
    if (!bytes.empty()) ::BIO_read(::SSL_get_wbio(ssl()), bytes.data(), static_cast<int>(bytes.size()));
    return bytes;
  }
  void receive(std::string_view bytes) {
    if (!bytes.empty()) ::BIO_write(::SSL_get_rbio(ssl()), bytes.data(), static_cast<int>(bytes.size()));
    read();
  }
  void write(std::string_view plain) const { ::SSL_write(ssl(), plain.data(), static_cast<int>(plain.size())); }

  [[nodiscard]] const std::string& plain() const { return plain_; }
  /// Of SSL_read(), when it had read everything.
  [[nodiscard]] int error() const { return error_; }
  [[nodiscard]] std::string protocol() const {
    const unsigned char* name = nullptr;
    unsigned size = 0;
    ::SSL_get0_alpn_selected(ssl(), &name, &size);
    return {reinterpret_cast<const char*>(name), size};
  }

 private:
  void read() {
    std::string chunk(16 * 1024, '\0');
    for (;;) {
      ::ERR_clear_error();
      const int count = ::SSL_read(ssl(), chunk.data(), static_cast<int>(chunk.size()));
      error_ = ::SSL_get_error(ssl(), count);
      if (count <= 0) break;
      plain_.append(chunk, 0, static_cast<std::size_t>(count));
    }
    ::ERR_clear_error();
  }

  std::shared_ptr<SSL_CTX> context_;
  std::shared_ptr<SSL> ssl_;
  std::string plain_;
  int error_ = 0;
};

class TlsChannelTest : public TlsFilesTest {
 protected:
  /// A client and a channel that have exchanged everything that they send on their own.
  void connect() {
    channel_ = std::make_unique<TlsChannel>(load());
    client_.start();
    exchange();
  }

  /// Passes bytes on until both sides are silent.
  void exchange(std::size_t piece = kPlenty) {
    for (;;) {
      const std::string from_client = client_.take_output();
      for (std::size_t at = 0; at < from_client.size(); at += piece) {
        channel_->receive(std::string_view(from_client).substr(at, piece));
        status_ = channel_->read(plain_, kPlenty);
      }
      const std::string from_channel = channel_->take_output();
      for (std::size_t at = 0; at < from_channel.size(); at += piece) {
        client_.receive(std::string_view(from_channel).substr(at, piece));
      }
      if (from_client.empty() && from_channel.empty()) return;
    }
  }

  Client client_;
  std::unique_ptr<TlsChannel> channel_;
  std::string plain_;
  Status status_ = Status::needs_input;
};

TEST_F(TlsChannelTest, CarriesDataBothWaysInTls13) {
  connect();
  EXPECT_TRUE(channel_->is_established());
  EXPECT_EQ(::SSL_version(client_.ssl()), TLS1_3_VERSION);
  client_.write("request");
  exchange();
  EXPECT_EQ(plain_, "request");
  EXPECT_EQ(status_, Status::needs_input);
  channel_->write("response");
  exchange();
  EXPECT_EQ(client_.plain(), "response");
  EXPECT_EQ(channel_->peer_subject(), std::nullopt);
}

TEST_F(TlsChannelTest, CarriesDataBothWaysInTls12) {
  ::SSL_CTX_set_max_proto_version(client_.context(), TLS1_2_VERSION);
  connect();
  EXPECT_EQ(::SSL_version(client_.ssl()), TLS1_2_VERSION);
  client_.write("request");
  channel_->write("response");
  exchange();
  EXPECT_EQ(plain_, "request");
  EXPECT_EQ(client_.plain(), "response");
}

TEST_F(TlsChannelTest, RefusesEarlierVersionsWithTheReason) {
  ::SSL_CTX_set_security_level(client_.context(), 0);
  ::SSL_CTX_set_min_proto_version(client_.context(), TLS1_VERSION);
  ::SSL_CTX_set_max_proto_version(client_.context(), TLS1_1_VERSION);
  connect();
  EXPECT_EQ(status_, Status::failed);
  EXPECT_EQ(channel_->reason(), "the client offers neither TLS 1.2 nor TLS 1.3");
}

TEST_F(TlsChannelTest, IsIndifferentToHowTheBytesAreCut) {
  channel_ = std::make_unique<TlsChannel>(load());
  client_.start();
  exchange(1);
  ASSERT_TRUE(channel_->is_established());
  client_.write("request");
  channel_->write("response");
  exchange(7);
  EXPECT_EQ(plain_, "request");
  EXPECT_EQ(client_.plain(), "response");
}

TEST_F(TlsChannelTest, CarriesAMebibyteBothWays) {
  connect();
  std::string text(1024UL * 1024, '\0');
  for (std::size_t i = 0; i != text.size(); ++i) text[i] = static_cast<char>(i * 31 + i / 256);
  client_.write(text);
  channel_->write(text);
  exchange(4093);
  EXPECT_TRUE(plain_ == text);
  EXPECT_TRUE(client_.plain() == text);
}

TEST_F(TlsChannelTest, ReadsNoMoreThanItIsAskedFor) {
  connect();
  client_.write(std::string(40'000, 'x'));
  channel_->receive(client_.take_output());
  EXPECT_EQ(channel_->read(plain_, 100), Status::more);
  EXPECT_EQ(plain_.size(), 100U);
  EXPECT_EQ(channel_->read(plain_, 30'000), Status::more);
  EXPECT_EQ(plain_.size(), 30'100U);
  EXPECT_EQ(channel_->read(plain_, kPlenty), Status::needs_input);
  EXPECT_EQ(plain_.size(), 40'000U);
}

TEST_F(TlsChannelTest, SelectsHttp11) {
  const std::string offered("\x02h2\x08http/1.1");
  ::SSL_CTX_set_alpn_protos(client_.context(), reinterpret_cast<const unsigned char*>(offered.data()),
                            static_cast<unsigned>(offered.size()));
  connect();
  EXPECT_EQ(client_.protocol(), "http/1.1");
}

TEST_F(TlsChannelTest, RefusesAClientThatOffersOtherProtocolsOnly) {
  const std::string offered("\x02h2");
  ::SSL_CTX_set_alpn_protos(client_.context(), reinterpret_cast<const unsigned char*>(offered.data()),
                            static_cast<unsigned>(offered.size()));
  connect();
  EXPECT_EQ(status_, Status::failed);
  EXPECT_THAT(channel_->reason(), HasSubstr("ALPN"));
}

TEST_F(TlsChannelTest, RecognisesHttpWithoutTls) {
  for (const char* request : {"GET / HTTP/1.1\r\n\r\n", "POST /mcp HTTP/1.1\r\n\r\n", "OPTIONS * HTTP/1.1\r\n\r\n"}) {
    TlsChannel channel(load());
    channel.receive(request);
    EXPECT_EQ(channel.read(plain_, kPlenty), Status::failed);
    EXPECT_TRUE(channel.is_plain_http()) << request;
    EXPECT_FALSE(channel.has_output());
    EXPECT_THAT(channel.reason(), HasSubstr("without TLS"));
  }
}

TEST_F(TlsChannelTest, FailsWithAReasonForEverythingElse) {
  for (const std::string& garbage : {std::string("SSH-2.0-OpenSSH_9.2\r\n"), std::string(100, '\0'),
                                     std::string("\x16\x03\x01\xFF\xFF") + std::string(100, 'x')}) {
    TlsChannel channel(load());
    channel.receive(garbage);
    EXPECT_EQ(channel.read(plain_, kPlenty), Status::failed);
    EXPECT_FALSE(channel.is_plain_http());
    EXPECT_NE(channel.reason(), "");
    EXPECT_NE(channel.reason(), "unknown error");
    EXPECT_EQ(channel.read(plain_, kPlenty), Status::failed);
  }
}

TEST_F(TlsChannelTest, FailsIfTheCiphertextWasChanged) {
  connect();
  client_.write("request");
  std::string bytes = client_.take_output();
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  channel_->receive(bytes);
  EXPECT_EQ(channel_->read(plain_, kPlenty), Status::failed);
  EXPECT_THAT(channel_->reason(), HasSubstr("bad record mac"));
  EXPECT_TRUE(plain_.empty());
  EXPECT_TRUE(channel_->has_output()) << "the alert";
  channel_->write("response");
  channel_->shut_down();
  EXPECT_TRUE(channel_->is_established());
}

TEST_F(TlsChannelTest, NeedsInputForWhatIsTruncated) {
  connect();
  client_.write("request");
  std::string bytes = client_.take_output();
  bytes.pop_back();
  channel_->receive(bytes);
  EXPECT_EQ(channel_->read(plain_, kPlenty), Status::needs_input);
  EXPECT_TRUE(plain_.empty());
}

TEST_F(TlsChannelTest, ReportsTheEndOfThePeerAndCanStillWrite) {
  connect();
  client_.write("request");
  ::SSL_shutdown(client_.ssl());
  channel_->receive(client_.take_output());
  EXPECT_EQ(channel_->read(plain_, kPlenty), Status::closed);
  EXPECT_EQ(plain_, "request");
  EXPECT_EQ(channel_->read(plain_, kPlenty), Status::closed);
  channel_->write("response");
  exchange();
  EXPECT_EQ(client_.plain(), "response");
}

TEST_F(TlsChannelTest, ShutsDownOnce) {
  connect();
  channel_->shut_down();
  const std::string alert = channel_->take_output();
  EXPECT_FALSE(alert.empty());
  channel_->shut_down();
  channel_->write("late");
  EXPECT_FALSE(channel_->has_output());
  EXPECT_EQ(channel_->reason(), "");
  client_.receive(alert);
  EXPECT_EQ(client_.error(), SSL_ERROR_ZERO_RETURN);
}

TEST_F(TlsChannelTest, SendsNothingBeforeTheHandshake) {
  TlsChannel channel(load());
  channel.write("early");
  channel.shut_down();
  EXPECT_FALSE(channel.has_output());
  EXPECT_EQ(channel.read(plain_, kPlenty), Status::needs_input);
}

TEST_F(TlsChannelTest, NamesAClientByItsCertificate) {
  ask_for_client_certificates(true);
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    client_ = Client();
    client_.present(certificates().ada);
    ::SSL_CTX_set_max_proto_version(client_.context(), version);
    connect();
    ASSERT_TRUE(channel_->is_established()) << channel_->reason();
    EXPECT_EQ(channel_->peer_subject(), "CN=J\xC3\xBCrgen\\, Ada,O=Example\\, Inc.");
  }
}

TEST_F(TlsChannelTest, TrustsAnIntermediateCaWithoutItsRoot) {
  ask_for_client_certificates(true);
  const TestCertificate intermediate({"Intermediate CA", &certificates().ca, true});
  files_.client_ca = write("ca.pem", intermediate.certificate_pem());
  client_.present(TestCertificate({"ada", &intermediate}));
  connect();
  EXPECT_TRUE(channel_->is_established()) << channel_->reason();
  client_ = Client();
  client_.present(certificates().ada);
  connect();
  EXPECT_TRUE(channel_->is_certificate_refused()) << "it is of the root, which is not listed";
}

TEST_F(TlsChannelTest, HasAnEmptySubjectForACertificateWithoutOne) {
  ask_for_client_certificates(true);
  client_.present(certificates().unnamed);
  connect();
  ASSERT_TRUE(channel_->is_established());
  EXPECT_EQ(channel_->peer_subject(), "");
}

TEST_F(TlsChannelTest, RefusesAClientWithoutARequiredCertificate) {
  ask_for_client_certificates(true);
  connect();
  EXPECT_EQ(status_, Status::failed);
  EXPECT_TRUE(channel_->is_certificate_refused());
  EXPECT_EQ(channel_->reason(), "the client has sent no certificate");
  EXPECT_FALSE(channel_->is_established());
}

TEST_F(TlsChannelTest, AcceptsAClientWithoutAnOptionalCertificate) {
  ask_for_client_certificates(false);
  connect();
  EXPECT_TRUE(channel_->is_established());
  EXPECT_EQ(channel_->peer_subject(), std::nullopt);
}

TEST_F(TlsChannelTest, RefusesCertificatesThatAreNotTrusted) {
  for (const TestCertificate* certificate : {&certificates().eve, &certificates().expired}) {
    for (const bool required : {true, false}) {
      ask_for_client_certificates(required);
      client_ = Client();
      client_.present(*certificate);
      connect();
      EXPECT_EQ(status_, Status::failed);
      EXPECT_TRUE(channel_->is_certificate_refused());
      EXPECT_THAT(channel_->reason(), HasSubstr("the client's certificate is not accepted ("));
      EXPECT_EQ(channel_->peer_subject(), std::nullopt);
    }
  }
}

TEST_F(TlsChannelTest, ReportsWhyTheClientEndsTheHandshake) {
  ::SSL_CTX_set_verify(client_.context(), SSL_VERIFY_PEER, nullptr);
  connect();
  EXPECT_EQ(status_, Status::failed);
  EXPECT_THAT(channel_->reason(), AllOf(HasSubstr("the client has ended it ("), HasSubstr("alert unknown ca")));
}

TEST_F(TlsChannelTest, KeepsTheCertificateWithWhichItBegan) {
  connect();
  use(certificates().ada);
  const auto reloaded = load();
  client_.write("request");
  channel_->write("response");
  exchange();
  EXPECT_EQ(plain_, "request");
  EXPECT_EQ(client_.plain(), "response");
  TlsChannel later(reloaded);
  Client client;
  client.start();
  later.receive(client.take_output());
  static_cast<void>(later.read(plain_, kPlenty));
  client.receive(later.take_output());
  EXPECT_EQ(::X509_cmp(::SSL_get0_peer_certificate(client.ssl()), certificates().ada.certificate()), 0);
}

TEST_F(TlsChannelTest, ResumesASessionWithItsCertificateInTheSameContextOnly) {
  ask_for_client_certificates(true);
  client_.present(certificates().ada);
  static std::shared_ptr<SSL_SESSION> session;
  ::SSL_CTX_set_session_cache_mode(client_.context(), SSL_SESS_CACHE_CLIENT);
  ::SSL_CTX_sess_set_new_cb(client_.context(), [](SSL*, SSL_SESSION* ticket) {
    session.reset(ticket, ::SSL_SESSION_free);
    return 1;
  });
  const auto context = load();
  for (const auto& next : {context, context, load()}) {
    channel_ = std::make_unique<TlsChannel>(next);
    const auto earlier = session;
    client_.start(earlier.get());
    exchange();
    EXPECT_EQ(::SSL_session_reused(client_.ssl()) == 1, earlier != nullptr && next == context);
    EXPECT_EQ(channel_->peer_subject(), "CN=J\xC3\xBCrgen\\, Ada,O=Example\\, Inc.");
    ::SSL_shutdown(client_.ssl());  // else OpenSSL does not resume it
  }
  session.reset();
}

TEST_F(TlsChannelTest, DoesNotRenegotiate) {
  ::SSL_CTX_set_max_proto_version(client_.context(), TLS1_2_VERSION);
  connect();
  ::SSL_renegotiate(client_.ssl());
  ::SSL_do_handshake(client_.ssl());
  exchange();
  EXPECT_EQ(::SSL_is_init_finished(client_.ssl()), 0);
  EXPECT_NE(status_, Status::more);
}

TEST_F(TlsChannelTest, RefusesAClientThatChangesItsKeysAllTheTime) {
  connect();
  for (int i = 0; i != 33; ++i) {
    ::SSL_key_update(client_.ssl(), SSL_KEY_UPDATE_REQUESTED);
    client_.write("x");
  }
  channel_->receive(client_.take_output());
  EXPECT_EQ(channel_->read(plain_, kPlenty), Status::failed);
  EXPECT_EQ(channel_->reason(), "the client changes its keys too often");
}

TEST_F(TlsChannelTest, FollowsAClientThatChangesItsKeys) {
  connect();
  for (int i = 0; i != 100; ++i) {
    ::SSL_key_update(client_.ssl(), SSL_KEY_UPDATE_REQUESTED);
    client_.write("x");
    exchange();
  }
  channel_->write("response");
  exchange();
  EXPECT_EQ(plain_, std::string(100, 'x'));
  EXPECT_EQ(client_.plain(), "response");
}

// A key agreement in the largest of these groups takes tens of milliseconds.
TEST_F(TlsChannelTest, RefusesGroupsThatTakeLong) {
  use(TestCertificate({"localhost", nullptr, false, -1, 10, 2048}));
  ::SSL_CTX_set1_groups_list(client_.context(), "ffdhe8192");
  connect();
  EXPECT_EQ(status_, Status::failed);
  EXPECT_EQ(channel_->reason(), "no suitable key share");
  client_ = Client();
  ::SSL_CTX_set_max_proto_version(client_.context(), TLS1_2_VERSION);
  ::SSL_CTX_set_cipher_list(client_.context(), "DHE-RSA-AES128-GCM-SHA256");
  connect();
  EXPECT_EQ(status_, Status::failed);
  EXPECT_EQ(channel_->reason(), "no shared cipher");
}

}  // namespace
}  // namespace workbench::http
