// The conversation with IBus: a context is made, keys are offered, what is composed comes back.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <functional>

#include "app/desktop/ibus_context.h"
#include "tests/support/fake_ibus.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using testing::FakeIBus;
using testing::PrivateBus;
using Clock = std::chrono::steady_clock;

struct IBus : ::testing::Test {
  void SetUp() override {
    SKIP_WITHOUT_BUS();
    bus.emplace();
    fake.emplace(*bus);
    context.emplace(bus->address());
  }

  /// Turns of both, until it is so, for seconds at most.
  void until(const std::function<bool()>& is_so) {
    for (const auto end = Clock::now() + std::chrono::seconds(20); Clock::now() < end;) {
      if (is_so()) return;
      fake->turn();
      context->receive();
    }
    ADD_FAILURE() << "it has not become so";
  }
  bool takes(std::uint32_t symbol) {
    std::optional<bool> answer;
    const std::uint32_t number = context->offer({symbol, 0, 0});
    EXPECT_NE(number, 0u);
    until([&] { return (answer = context->answer(number)).has_value(); });
    return answer.value_or(false);
  }

  std::optional<PrivateBus> bus;
  std::optional<FakeIBus> fake;
  std::optional<IBusContext> context;
};

TEST_F(IBus, ComposesInAField) {
  EXPECT_EQ(context->offer({'n', 0, 0}), 0u) << "IBus has not made the context yet";
  context->focus(true);
  until([&] { return fake->calls.size() >= 3; });
  EXPECT_EQ(fake->calls, (std::vector<std::string>{"SetCapabilities 9", "Set", "FocusIn"}));
  EXPECT_TRUE(takes('n'));
  EXPECT_TRUE(takes('i'));
  EXPECT_EQ(context->composed(), (ComposedText{"ni", 2}));
  EXPECT_TRUE(takes(' '));
  EXPECT_EQ(context->composed(), ComposedText{});
  const auto sent = context->take_sent();
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_EQ(sent[0].text, "你好");
  EXPECT_FALSE(takes(' '));
}

TEST_F(IBus, HearsNothingWithoutAField) {
  context->focus(true);
  until([&] { return fake->calls.size() >= 3; });
  EXPECT_TRUE(takes('n'));
  context->focus(false);
  EXPECT_EQ(context->composed(), ComposedText{});
  EXPECT_EQ(context->offer({'i', 0, 0}), 0u);
  until([&] { return fake->calls.back() == "FocusOut"; });
}

TEST_F(IBus, SendsTextThatNoKeyHasMade) {
  context->focus(true);
  until([&] { return fake->calls.size() >= 3; });
  fake->commit("好");
  until([&] { return !context->take_sent().empty(); });
}

TEST_F(IBus, EndsComposingAsItHasSaid) {
  for (const bool keeps : {false, true}) {
    fake->keeps = keeps;
    context->focus(true);
    until([&] { return fake->calls.size() >= 3; });
    EXPECT_TRUE(takes('n'));
    context->end_composing();
    EXPECT_EQ(context->composed(), ComposedText{});
    until([&] { return fake->calls.back() == "Reset"; });
    const auto sent = context->take_sent();
    ASSERT_EQ(sent.size(), keeps ? 1u : 0u);
    if (keeps) {
      EXPECT_EQ(sent[0].text, "n");
    }
  }
  const std::size_t calls = fake->calls.size();
  context->end_composing();
  EXPECT_FALSE(takes(' ')) << "nothing is being composed";
  EXPECT_EQ(fake->calls.size(), calls + 1) << "the key alone";
}

/// A program must not wait for one that hangs, or is gone.
TEST_F(IBus, ThatIsGoneTakesNoKey) {
  context->focus(true);
  until([&] { return fake->calls.size() >= 3; });
  fake->silent = true;
  const std::uint32_t number = context->offer({'n', 0, 0});
  until([&] { return fake->calls.back() == "press 110"; });
  EXPECT_FALSE(context->answer(number)) << "no answer";
  bus.reset();
  until([&] { return !context->open(); });
  EXPECT_EQ(context->answer(number), std::optional(false));
  EXPECT_EQ(context->offer({'n', 0, 0}), 0u);
}

TEST_F(IBus, WithoutAnIBusIsRefused) {
  fake.reset();
  IBusContext alone(bus->address());
  for (const auto end = Clock::now() + std::chrono::seconds(20); alone.open() && Clock::now() < end;)
    alone.receive();
  EXPECT_FALSE(alone.open());
}

TEST(IBusAddress, IsThatOfTheDisplay) {
  const testing::TempFolder folder;
  char* const id = dbus_get_local_machine_id();
  ASSERT_NE(id, nullptr);
  const auto file = [&](const std::string& display) {
    return folder / ("ibus/bus/" + (id + ("-" + display)));
  };
  std::filesystem::create_directories(folder / "ibus/bus");
  testing::write_bytes(file("unix-7"), "# of IBus\nIBUS_ADDRESS=unix:path=/x,guid=1\nIBUS_DAEMON_PID=5\n");
  testing::write_bytes(file("unix-wayland-1"), "IBUS_ADDRESS=unix:path=/w\n");
  setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
  unsetenv("IBUS_ADDRESS");
  unsetenv("WAYLAND_DISPLAY");
  setenv("DISPLAY", ":7.0", 1);
  EXPECT_EQ(ibus_address(), "unix:path=/x,guid=1");
  setenv("DISPLAY", ":8", 1);
  EXPECT_EQ(ibus_address(), "");
  setenv("WAYLAND_DISPLAY", "wayland-1", 1);
  EXPECT_EQ(ibus_address(), "unix:path=/w");
  setenv("IBUS_ADDRESS", "unix:path=/own", 1);
  EXPECT_EQ(ibus_address(), "unix:path=/own");
  dbus_free(id);
}

}  // namespace
}  // namespace attnlab
