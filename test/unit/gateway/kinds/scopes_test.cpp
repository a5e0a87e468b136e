// What each kind of request needs of a client's authorization: the scopes of what it is about, and of all that contains
// that. A client that lacks one is refused with all that are needed, and the server sees nothing of it.

#include <algorithm>
#include <string>

#include "request_kinds.hpp"

namespace gateway_fixture {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Scopes without(Scopes scopes, const std::string& one) {
  std::erase(scopes, one);
  return scopes;
}

bool has(const Scopes& scopes, const std::string& one) {
  return std::find(scopes.begin(), scopes.end(), one) != scopes.end();
}

class ScopesOfARequest : public testing::TestWithParam<Way> {
 protected:
  [[nodiscard]] const RequestKind& kind() const { return *GetParam().kind; }
  [[nodiscard]] Scene scene() const { return {kind(), GetParam().mode, GetParam().client, GetParam().server}; }
  [[nodiscard]] Scopes needed() const { return Scene::scopes_of(kind().about); }

  void expect_refused(Scene& scene, int request, const std::string& missing) const {
    EXPECT_FALSE(scene.is_carried_out()) << scene.said();
    EXPECT_FALSE(scene.has_seen_anything());
    EXPECT_EQ(scene.logins.begun, 0);
    if (kind().refusal == Refusal::silence) {
      EXPECT_EQ(scene.said(), "");
    }
    if (kind().refusal != Refusal::error) return;
    EXPECT_THAT(scene.client().response_to(request),
                AllOf(HasSubstr(R"("error":{"code":-32600)"), HasSubstr("does not grant: " + missing + "\"")));
    EXPECT_EQ(scene.client().needed_scopes(), needed());
  }
};

INSTANTIATE_TEST_SUITE_P(Every, ScopesOfARequest, testing::ValuesIn(every_way()), name_of);

TEST_P(ScopesOfARequest, AreNotAskedOfAClientThatIsNotLimited) {
  Scene scene = this->scene();
  scene.prepare();
  scene.send();
  EXPECT_TRUE(scene.is_carried_out()) << scene.said();
}

TEST_P(ScopesOfARequest, AreEnoughToSendIt) {
  Scene scene = this->scene();
  scene.prepare();
  scene.client().authorize(needed());
  scene.send();
  EXPECT_TRUE(scene.is_carried_out()) << scene.said();
}

TEST_P(ScopesOfARequest, AreAllNeededAndNoOthers) {
  for (const std::string& missing : Scene::scopes_of(About::tool)) {
    SCOPED_TRACE("without the scope of " + missing);
    Scene scene = this->scene();
    scene.prepare();
    scene.client().authorize(without(Scene::scopes_of(About::tool), missing));
    const int request = scene.send();
    if (has(needed(), missing)) {
      expect_refused(scene, request, missing);
    } else {
      EXPECT_TRUE(scene.is_carried_out()) << scene.said();
    }
  }
}

}  // namespace
}  // namespace gateway_fixture
