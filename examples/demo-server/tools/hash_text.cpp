#include <Poco/DigestEngine.h>
#include <Poco/MD5Engine.h>
#include <Poco/SHA1Engine.h>
#include <Poco/SHA2Engine.h>

#include <memory>

#include "tools.hpp"

namespace workbench::demo {
namespace {

std::unique_ptr<Poco::DigestEngine> make_engine(std::string_view algorithm) {
  if (algorithm == "sha256") return std::make_unique<Poco::SHA2Engine>(Poco::SHA2Engine::SHA_256);
  if (algorithm == "sha1") return std::make_unique<Poco::SHA1Engine>();
  if (algorithm == "md5") return std::make_unique<Poco::MD5Engine>();
  return nullptr;
}

Result<Output> hash_text(const Arguments& arguments) {
  const auto text = arguments.text("text");
  if (!text) return text.error();
  const auto algorithm = arguments.has("algorithm") ? arguments.text("algorithm") : std::string("sha256");
  if (!algorithm) return algorithm.error();

  const auto engine = make_engine(algorithm.value());
  if (engine == nullptr) {
    return Error{ErrorKind::invalid_argument,
                 "There is no algorithm '" + algorithm.value() + "'; take 'sha256', 'sha1' or 'md5'."};
  }
  engine->update(text.value());
  return Output{Poco::DigestEngine::digestToHex(engine->digest())};
}

}  // namespace

const DemoTool kHashText = {
    .name = "hash_text",
    .title = "Hash a text",
    .description =
        "Hashes the UTF-8 bytes of a text and answers the digest in hexadecimal. sha1 and md5 are for "
        "comparing with old checksums, not for security.",
    .input_schema = R"({"type":"object","properties":{)"
                    R"("text":{"type":"string","description":"The text to hash"},)"
                    R"("algorithm":{"type":"string","enum":["sha256","sha1","md5"],"default":"sha256",)"
                    R"("description":"The hash function"}},)"
                    R"("required":["text"],"additionalProperties":false})",
    .output_schema = {},
    .annotations = R"({"readOnlyHint":true,"idempotentHint":true,"openWorldHint":false})",
    .run = hash_text};

}  // namespace workbench::demo
