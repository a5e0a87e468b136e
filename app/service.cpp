#include "service.hpp"

#include <csignal>
#include <string_view>
#include <utility>

#include "front_door_options.hpp"
#include "workbench/countdown.hpp"
#include "workbench/words.hpp"

namespace workbench {
namespace {

/// A client that has closed its end gets this long for the answers that are still under way, out of the whole time
/// for the end.
constexpr std::chrono::milliseconds kTimeForLastAnswers{500};

/// What the end of the last processes may take less than the whole limit, for the exit itself.
constexpr std::chrono::milliseconds kTimeToExit{100};

}  // namespace

class Service::Guest final : private mcp::ClientEvents {
 public:
  Guest(Service& service, std::unique_ptr<Bench> bench, Offer offer, std::unique_ptr<Connection> client,
        bool ends_the_service)
      : service_(service),
        ends_the_service_(ends_the_service),
        seat_(service.host_, std::move(bench), std::move(offer), std::move(client), *this) {}

  [[nodiscard]] bool ends_the_service() const { return ends_the_service_; }
  [[nodiscard]] bool is_gone() const { return is_gone_; }
  [[nodiscard]] ClientSeat& seat() { return seat_; }

 private:
  void on_client_finished() override { service_.note_finished(*this); }
  void on_client_gone(const Error& reason) override {
    is_gone_ = true;
    service_.host_.log(LogLevel::debug, "client", "gone: " + reason.message);
    service_.note_gone(*this);
  }

  Service& service_;
  const bool ends_the_service_;
  bool is_gone_ = false;
  ClientSeat seat_;
};

Service::Service(Loop& loop, ProcessHost& host, const Registry& registry, const Settings& settings,
                 const WorkbenchConfig& config)
    : loop_(loop), host_(host), registry_(registry), settings_(settings), config_(config) {}

Service::~Service() = default;

Result<void> Service::open() {
  for (const std::string& name : settings_.front_doors) {
    FrontDoor* door = registry_.find_front_door(name);
    if (door == nullptr) {
      return Error{ErrorKind::not_found, "no loaded plugin provides the front door '" + name + "' (there are: " +
                                             listed(registry_.front_door_names()) + "); mend frontDoors"};
    }
    auto options = front_door_options(name, door->options(), settings_.front_door_options);
    if (!options) return options.error();
    const bool ends_the_service = door->ends_with_its_client();
    auto opened = door->open(*options, host_, [this, ends_the_service](std::unique_ptr<Connection> client) {
      seat(std::move(client), ends_the_service);
    });
    if (!opened) return opened.error().within("front door '" + name + "'");
    doors_.push_back(door);
  }
  if (doors_.empty()) {
    return Error{ErrorKind::invalid_argument, "frontDoors names no front door, so that no client can come in"};
  }
  return {};
}

void Service::run() {
  loop_.on_signals({SIGTERM, SIGINT}, [this](int signal) { take_signal(signal); });
  loop_.run();
}

void Service::seat(std::unique_ptr<Connection> client, bool ends_the_service) {
  auto bench = Bench::from(config_, registry_, host_);
  if (!bench) return host_.log(LogLevel::error, "client", "not served: " + bench.error().message);
  const auto& names = settings_.meta_tools.empty() ? registry_.meta_tool_names() : settings_.meta_tools;
  auto offer = Offer::from(names, registry_, **bench, host_.json());
  if (!offer) return host_.log(LogLevel::error, "client", "not served: " + offer.error().message);
  guests_.push_back(
      std::make_unique<Guest>(*this, *std::move(bench), *std::move(offer), std::move(client), ends_the_service));
  guests_.back()->seat().start();
}

void Service::note_finished(Guest& guest) {
  if (!guest.ends_the_service()) return;
  begin_end();
  last_answers_ = loop_.after(kTimeForLastAnswers, [this] { tidy_up(); });
}

void Service::note_gone(Guest& guest) {
  if (guest.ends_the_service() || is_ending_) {
    begin_end();
    return tidy_up();
  }
  // The guest is still on the stack here; it goes when its servers have gone.
  guest.seat().close_servers([this, &guest] {
    loop_.post([this, &guest] {
      guests_.remove_if([&](const std::unique_ptr<Guest>& held) { return held.get() == &guest; });
    });
  });
}

void Service::take_signal(int signal) {
  host_.log(LogLevel::information, "workbench", signal == SIGINT ? "ending on SIGINT" : "ending on SIGTERM");
  if (is_tidying_up_) return loop_.stop();  // asked twice
  begin_end();
  tidy_up();
}

void Service::begin_end() {
  if (std::exchange(is_ending_, true)) return;
  for (FrontDoor* door : doors_) door->close();
  last_moment_ = loop_.after(host_.limits().shutdown - kTimeToExit, [this] {
    host_.log(LogLevel::warning, "workbench", "not everything ended in time; the rest is ended by force");
    loop_.stop();
  });
}

void Service::tidy_up() {
  if (std::exchange(is_tidying_up_, true)) return;
  const Countdown one_gone(guests_.size() + 1, [this] { loop_.stop(); });
  for (const auto& guest : guests_) {
    if (!guest->is_gone()) guest->seat().close_session();
    guest->seat().close_servers(one_gone);
  }
  one_gone();
}

}  // namespace workbench
