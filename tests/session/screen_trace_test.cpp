// ScreenTrace: the job of a result decides whether it is for the screen.
#include "app/state/lab/screen_trace.h"

#include <gtest/gtest.h>

#include "tests/support/plain_device.h"
#include "tests/support/small_training.h"
#include "tests/support/waiting.h"

namespace attnlab {
namespace {

struct ScreenTraceTest : ::testing::Test {
  std::shared_ptr<const Tracer> new_tracer() const {
    return std::make_shared<const Tracer>(run.experiment.model, run.experiment.vocabularies);
  }
  void take_soon() {
    ASSERT_TRUE(wait_until([&] { return screen.take(); }));
  }
  const testing::SmallRun run;
  const WantedTrace first = [this] {
    WantedTrace wanted;
    wanted.job = {new_tracer(), run.trainer.state().snapshot, {.source = "abc", .target = "cba"}};
    return wanted;
  }();
  const WantedTrace too_long = [this] {
    WantedTrace wanted = first;
    wanted.job.request.source = std::string(500, 'a');
    return wanted;
  }();
  ScreenTrace screen{[] {}};
};

TEST_F(ScreenTraceTest, AResultCarriesItsJob) {
  TraceService service;
  EXPECT_FALSE(service.latest());
  service.request(first.job);
  ASSERT_TRUE(wait_until([&] { return service.latest() && service.latest()->job == first.job; }));
  EXPECT_TRUE(service.latest()->trace);
  EXPECT_EQ(service.latest()->error, "");
  service.request(too_long.job);
  ASSERT_TRUE(wait_until([&] { return service.latest()->job == too_long.job; }));
  EXPECT_FALSE(service.latest()->trace);
  EXPECT_NE(service.latest()->error.find("context"), std::string::npos);
}

TEST_F(ScreenTraceTest, AFailedPassKeepsTheOneBefore) {
  screen.ask(first);
  EXPECT_FALSE(screen.ready());
  take_soon();
  const TracePtr trace = screen.trace();
  ASSERT_TRUE(trace);
  EXPECT_EQ(*screen.request(), first.job.request);
  screen.ask(too_long);
  take_soon();
  EXPECT_EQ(screen.trace(), trace);
  EXPECT_EQ(*screen.request(), first.job.request);
  EXPECT_NE(screen.error().find("context"), std::string::npos);
  EXPECT_TRUE(screen.is_of(too_long));
  screen.ask(too_long);
  EXPECT_TRUE(screen.ready()) << "it is not asked for again";
}

/// A job has all that its pass depends on, so that every change requests another pass.
TEST_F(ScreenTraceTest, IsKnownByWhatItWasAskedFor) {
  screen.ask(first);
  take_soon();
  EXPECT_TRUE(screen.is_of(first));
  std::vector<WantedTrace> others(9, first);
  others[0].job.tracer = new_tracer();
  others[1].job.request.source = "ab";
  others[2].job.request.target = "c";
  others[3].job.request.generate_target = true;
  others[4].job.request.edits = {parse_edit("no positions")};
  others[5].job.baselines = {{nullptr, first.job.request}};
  others[6].job.device = "another";
  others[7].comparison.with = Comparison::With::Text;
  others[8].rewound = 0;
  for (std::size_t i = 0; i < others.size(); ++i) {
    EXPECT_FALSE(screen.is_of(others[i])) << i;
    EXPECT_FALSE(screen.is_of_text(others[i])) << i;
  }
  WantedTrace newer = first;
  newer.job.snapshot = std::make_shared<const WeightsSnapshot>(*first.job.snapshot);
  EXPECT_FALSE(screen.is_of(newer));
  EXPECT_TRUE(screen.is_of_text(newer));
}

TEST_F(ScreenTraceTest, WhatWasForgottenIsNotShown) {
  WantedTrace other = first;
  other.job.request.source = "ab";
  screen.ask(first);
  take_soon();
  const std::uint64_t version = screen.version();
  WantedTrace newer = first;
  newer.job.snapshot = std::make_shared<const WeightsSnapshot>(*first.job.snapshot);
  screen.ask(newer);
  EXPECT_TRUE(screen.is_of_text(newer)) << "while newer weights are under way";
  EXPECT_FALSE(screen.is_of_text(other));
  screen.forget();
  EXPECT_FALSE(screen.trace());
  EXPECT_FALSE(screen.take());
  screen.ask(other);
  take_soon();
  EXPECT_EQ(screen.trace()->source_pieces.size(), 3u) << "two letters and the end";
  EXPECT_EQ(screen.version(), version + 1);
}

TEST_F(ScreenTraceTest, AComparisonIsOfWhatItWasMadeFor) {
  WantedTrace edited = first;
  edited.job.request.edits = {parse_edit("no positions")};
  edited.job.baselines = {{nullptr, first.job.request}};
  screen.ask(edited);
  take_soon();
  ASSERT_TRUE(screen.diff());
  EXPECT_EQ(screen.diff()->before().snapshot(), first.job.snapshot) << "that of the trace";
  EXPECT_EQ(screen.comparison(Comparison::With::Edits).diff, screen.diff());
  EXPECT_FALSE(screen.comparison(Comparison::With::Text).diff);
  screen.ask(first);
  take_soon();
  EXPECT_FALSE(screen.diff());
  EXPECT_FALSE(screen.comparison(Comparison::With::Edits).diff);
}

TEST_F(ScreenTraceTest, APassThatIsStoppedIsNotAskedForAgain) {
  screen.ask(first);
  take_soon();
  const TracePtr before = screen.trace();
  WantedTrace next = first;
  next.job.request.source = "cab";
  screen.ask(next);
  screen.stop();  // before the pass begins, or in its midst, or behind it
  take_soon();
  const bool stopped = screen.trace() == before;
  EXPECT_EQ(screen.error(), stopped ? "the pass was stopped" : "");
  EXPECT_TRUE(screen.is_of(next));
  screen.ask(next);
  EXPECT_TRUE(screen.ready());
}

/// Stops the pass that asks for scores, and leaves them to the processor.
class StopsInThePass final : public testing::PlainDevice {
 public:
  bool scores(const AttentionSpec&, const AttentionRows<const Real>&, const AttentionRows<const Real>&,
              Real*) override {
    service->stop();
    return false;
  }
  TraceService* service = nullptr;
};

TEST_F(ScreenTraceTest, AStoppedPassIsAnError) {
  const auto device = std::make_shared<StopsInThePass>();
  TraceService service;
  device->service = &service;
  WantedTrace wanted = first;
  wanted.job.tracer = std::make_shared<const Tracer>(run.experiment.model, run.experiment.vocabularies,
                                                     AttentionDeviceChoice(device));
  service.request(wanted.job);
  ASSERT_TRUE(wait_until([&] { return service.latest(); }));
  EXPECT_FALSE(service.latest()->trace);
  EXPECT_EQ(service.latest()->error, "the pass was stopped");
}

}  // namespace
}  // namespace attnlab
