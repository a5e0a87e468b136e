#include "service.hpp"

#include <csignal>
#include <string_view>
#include <utility>

#include "workbench/countdown.hpp"

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
  Guest(Service& service, bool ends_the_service) : service_(service), ends_the_service_(ends_the_service) {}

  [[nodiscard]] Result<void> take_seat(std::unique_ptr<Connection> client) {
    mcp::ClientEvents& events = *this;
    auto seat = ClientSeat::make(service_.host_, service_.eras_, service_.config_, service_.registry_, service_.wiring_,
                                 std::move(client), events);
    if (!seat) return seat.error();
    seat_ = *std::move(seat);
    return {};
  }

  [[nodiscard]] bool ends_the_service() const { return ends_the_service_; }
  [[nodiscard]] bool is_gone() const { return is_gone_; }
  [[nodiscard]] ClientSeat& seat() { return *seat_; }

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
  std::unique_ptr<ClientSeat> seat_;
};

Service::Service(Loop& loop, ProcessHost& host, const Registry& registry, const Wiring& wiring,
                 const WorkbenchConfig& config)
    : loop_(loop), host_(host), registry_(registry), wiring_(wiring), config_(config) {}

Service::~Service() = default;

Result<void> Service::open() {
  for (const auto& [name, door, options] : wiring_.front_doors) {
    const bool ends_the_service = door->ends_with_its_client();
    auto opened = door->open(options, host_, [this, ends_the_service](std::unique_ptr<Connection> client) {
      accept(std::move(client), ends_the_service);
    });
    if (!opened) return opened.error().within("front door '" + name + "'");
  }
  return {};
}

ExitStatus Service::run() {
  loop_.on_signals({SIGTERM, SIGINT}, [this](int signal) { take_signal(signal); });
  loop_.run();
  return status_;
}

void Service::accept(std::unique_ptr<Connection> client, bool ends_the_service) {
  const auto seated = seat(std::move(client), ends_the_service);
  if (seated) return;
  host_.log(LogLevel::error, "client", "not served: " + seated.error().message);
  if (!ends_the_service) return;
  status_ = ExitStatus::internal;
  begin_end();
  loop_.post([this] { tidy_up(); });  // the front door is still on the stack here, and the loop perhaps not running
}

Result<void> Service::seat(std::unique_ptr<Connection> client, bool ends_the_service) {
  auto guest = std::make_unique<Guest>(*this, ends_the_service);
  if (const auto seated = guest->take_seat(std::move(client)); !seated) return seated.error();
  guests_.push_back(std::move(guest));
  guests_.back()->seat().start();
  return {};
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
  for (const Wiring::Door& door : wiring_.front_doors) door.door->close();
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
