// Trainer, tracer and readers at once: the threads of the window, without the window. Run under
// ThreadSanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

#include "core/trace/trace_service.h"
#include "tests/session/small_run.h"

namespace attnlab {
namespace {

using namespace std::chrono_literals;

/// Reads a trace as views do.
double read_everything(const Trace& trace) {
  double sum = 0;
  for (const TraceTensor& tensor : trace.tensors()) {
    for (Real cell : tensor.value) {
      if (std::isfinite(cell)) sum += static_cast<double>(cell);
    }
  }
  const Index cell[] = {0, 1, 0, 0};
  return sum + trace.explain("decoder.layers.0.cross_attention.weights", cell).value;
}

/// Reads a record as views do; returns the number of steps.
std::size_t read_everything(const Record& record) {
  double sum = 0;
  for (std::size_t i = 0; i < record.steps.size(); ++i) sum += record.steps[i].loss;
  for (std::size_t i = 0; i < record.measurements.size(); ++i) {
    const Measurement& row = record.measurements[i];
    for (float value : row.values)
      if (row.step > 0 || !std::isnan(value)) sum += static_cast<double>(value);  // no step: no gradient
  }
  for (const StatePtr& state : record.timeline->states)
    sum += static_cast<double>(state->snapshot->weights[0]);
  EXPECT_FALSE(std::isnan(sum)) << "a row that was not written yet";
  return record.steps.size();
}

TEST(Session, AStateIsPublishedTogetherWithItsWeights) {
  const Experiment e = small_experiment();
  TrainingRun run(trainer_for(e, 1), {.snapshot_seconds = 60});
  const auto step_until_paused = [&](Index at) {
    run.step(1);
    RunStatus status;
    while ((status = run.status()).step != at || status.state == RunStatus::State::Running) {
      std::this_thread::yield();
    }
  };
  Index step = 0;
  for (int round = 0; round < 300; ++round) {
    step_until_paused(++step);
    ASSERT_EQ(run.snapshot()->step, step);
  }
  for (Index reset = 1; reset <= 100; ++reset) {
    step_until_paused(++step);
    run.reset();
    RunStatus status;
    while ((status = run.status()).reset_count < reset) std::this_thread::yield();
    ASSERT_EQ(status.step, 0);
    ASSERT_EQ(run.snapshot()->step, 0);
    step = 0;
  }
}

TEST(Session, TrainerTracerAndReadersTogether) {
  const Experiment e = small_experiment();
  std::atomic<int> changes = 0;
  TraceService tracer([&] { ++changes; });
  TrainingRun run(trainer_for(e), {.record = {.measure_every = 50, .validation_batches = 1},
                                   .snapshot_seconds = 0.001,
                                   .on_change = [&] { ++changes; }});
  const auto traced = std::make_shared<const Tracer>(e.model, e.vocabularies);
  std::atomic<bool> stop = false;
  std::jthread reader([&] {
    while (!stop) {
      if (const auto result = tracer.latest(); result && result->trace) read_everything(*result->trace);
    }
  });
  run.play();
  std::size_t seen = 0;
  SnapshotPtr last;
  const auto begin = std::chrono::steady_clock::now();
  const auto for_long = [&] { return std::chrono::steady_clock::now() > begin + 3s; };
  const auto for_too_long = [&] { return std::chrono::steady_clock::now() > begin + kSlowMachine; };
  for (int frame = 0; !for_long() || (seen <= 10 && !for_too_long()); ++frame) {
    seen = std::max(seen, read_everything(run.record()));
    const SnapshotPtr snapshot = run.snapshot();
    if (snapshot != last && !tracer.busy()) {
      last = snapshot;
      tracer.request({traced, snapshot, {.source = "abc", .generate_target = frame % 2 == 0}});
    }
    if (frame % 40 == 10) run.pause();
    if (frame % 40 == 15) run.step(3);
    if (frame % 40 == 20) run.play();
    if (frame % 40 == 30) run.change([](TrainingSettings& settings) { settings.learning_rate_factor = 0.5; });
    if (frame % 40 == 32)
      run.change(
          [frame](TrainingSettings& settings) { settings.option("dropout") = frame % 80 == 32 ? 0.2 : 0.1; });
    if (frame % 40 == 34) run.watch(frame);
    if (frame % 40 == 35) run.pin("here");
    if (frame % 100 == 99) run.recorder().set_budget(frame % 200 == 99 ? 100000 : 10000000);
    if (frame % 200 == 150) run.reset();
    std::this_thread::sleep_for(2ms);
  }
  stop = true;
  reader.join();
  EXPECT_EQ(run.status().message, "");
  EXPECT_GT(changes.load(), 10);
  EXPECT_GT(seen, 10u);
  ASSERT_TRUE(tracer.latest());
  EXPECT_EQ(tracer.latest()->error, "");
  ASSERT_TRUE(tracer.latest()->trace);
}

TEST(Session, NoMetricsAreLost) {
  const Experiment e = small_experiment();
  TrainingRun run(trainer_for(e), {.record = {.measure_every = 0}, .on_change = {}});
  run.step(1500);
  ASSERT_TRUE(wait_until([&] { return run.record().steps.size() >= 1500; }));
  const Record record = run.record();
  for (std::size_t i = 0; i < record.steps.size(); ++i)
    ASSERT_EQ(record.steps[i].step, static_cast<Index>(i + 1));
}

TEST(Session, SteppedAndPlayedRunsGiveTheSameBits) {
  const Experiment e = small_experiment();
  Trainer plain(e.model, e.task, e.preset.training, 1);
  for (int i = 0; i < 60; ++i) plain.step();
  TrainingRun run(trainer_for(e),
                  {.record = {.measure_every = 10, .validation_batches = 1}, .on_change = {}});
  for (Index done : {1, 9, 50}) {
    const Index from = run.snapshot()->step;
    run.step(done);
    ASSERT_TRUE(wait_until([&] { return run.snapshot()->step == from + done; }));
  }
  const SnapshotPtr snapshot = run.snapshot();
  EXPECT_TRUE(std::equal(snapshot->weights.begin(), snapshot->weights.end(), plain.weights().begin()));
}

TEST(Session, ChangesAreMarkedAndThoseOfASliderAreOne) {
  const Experiment e = small_experiment();
  TrainingRun run(trainer_for(e, 1), {.record = {.measure_every = 0}});
  const auto settled = [&] { return wait_until([&] { return !run.status().pending; }); };
  run.step(5);
  ASSERT_TRUE(settled());
  for (double factor : {0.9, 0.7, 0.5})
    run.change([factor](TrainingSettings& settings) { settings.learning_rate_factor = factor; });
  run.change([](TrainingSettings& settings) { settings.config.batch = 4; });
  run.change([](TrainingSettings& settings) { settings.config.batch = -1; });
  ASSERT_TRUE(settled());
  EXPECT_EQ(run.record().timeline->events,
            (std::vector<TimelineEvent>{{5, "learning_rate_factor 1 → 0.5"}, {5, "batch 8 → 4"}}));
  const TrainingSettings& kept = run.record().timeline->states.back()->settings;
  EXPECT_EQ(kept.learning_rate_factor, 0.5);
  EXPECT_EQ(kept.config.batch, 4);
  EXPECT_NE(run.status().message.find("training.batch is -1"), std::string::npos);
  EXPECT_EQ(run.status().settings.config.batch, 4);
}

TEST(Session, PlaysToALoss) {
  const Experiment e = small_experiment();
  TrainingRun run(trainer_for(e, 1), {.record = {.measure_every = 0}});
  run.play_to(2.0);
  ASSERT_TRUE(wait_until([&] { return run.status().state == RunStatus::State::Paused; }));
  EXPECT_LE(run.status().mean_loss, 2.0);
  EXPECT_GT(run.record().steps[run.record().steps.size() / 2].loss, 2.0);
  EXPECT_EQ(run.record().timeline->states.back()->step(), run.status().step) << "where it pauses is kept";
}

TEST(Session, LearnsFromOneBatchAlone) {
  const Experiment e = small_experiment();
  TrainingRun run(trainer_for(e, 1), {.record = {.measure_every = 0}});
  Trainer plain(e.model, e.task, e.preset.training, 1);
  RandomStream random(3);
  Batch batch;
  e.task->sample(Split::Validation, random, 2, batch);
  plain.step(batch);
  run.step_on(batch);
  ASSERT_TRUE(wait_until([&] { return run.snapshot()->step == 1 && !run.status().pending; }));
  EXPECT_TRUE(std::ranges::equal(run.snapshot()->weights, plain.weights()));
  EXPECT_EQ(run.record().steps.size(), 1u);
  EXPECT_EQ(run.record().timeline->events.size(), 1u);
}

TEST(Session, ResetGoesBackToTheSameWeights) {
  const Experiment e = small_experiment();
  TrainingRun run(trainer_for(e), {.on_change = {}});
  const SnapshotPtr first = run.snapshot();
  run.step(5);
  ASSERT_TRUE(wait_until([&] { return run.snapshot()->step == 5; }));
  run.reset();
  ASSERT_TRUE(wait_until([&] { return run.snapshot()->step == 0; }));
  EXPECT_EQ(run.snapshot()->weights, first->weights);
  EXPECT_NE(run.snapshot(), first);
}

TEST(Session, WhatWasAskedForIsPendingUntilItIsPublished) {
  const Experiment e = small_experiment();
  TrainingRun run(trainer_for(e, 1), {.snapshot_seconds = 60});
  const auto settle = [&] { return wait_until([&] { return !run.status().pending; }); };
  Index paused = 0;
  for (int round = 0; round < 50; ++round) {
    run.step(20);
    ASSERT_TRUE(settle());
    EXPECT_EQ(run.status().step, paused + 20);
    EXPECT_EQ(run.snapshot()->step, paused + 20);
    // A reset, and steps behind it before it is done.
    run.reset();
    run.step(3);
    ASSERT_TRUE(settle());
    EXPECT_EQ(run.status().step, 3);
    EXPECT_EQ(run.snapshot()->step, 3);
    // The step under way when it is paused is the last.
    run.play();
    ASSERT_TRUE(wait_until([&] { return run.status().state == RunStatus::State::Running; }));
    EXPECT_FALSE(run.status().pending);
    run.pause();
    ASSERT_TRUE(settle());
    paused = run.status().step;
    EXPECT_EQ(run.snapshot()->step, paused);
    std::this_thread::sleep_for(1ms);
    EXPECT_EQ(run.status().step, paused);
  }
}

TEST(Session, AStepUnderWayIsNoneOfThoseAskedForLater) {
  const Experiment e = small_experiment();
  TrainingRun run(trainer_for(e, 1), {});
  for (int round = 0; round < 50; ++round) {
    run.play();
    ASSERT_TRUE(wait_until([&] { return run.status().step > 0; }));
    run.pause();
    run.reset();
    run.step(3);
    ASSERT_TRUE(wait_until([&] { return !run.status().pending; }));
    EXPECT_EQ(run.status().step, 3);
  }
}

TEST(Session, StepsBeyondTheEndAreNotPendingForEver) {
  Experiment e = small_experiment();
  e.preset.training.steps = 5;
  TrainingRun run(trainer_for(e, 1), {});
  run.step(50);
  ASSERT_TRUE(wait_until([&] { return !run.status().pending; }));
  EXPECT_EQ(run.status().step, 5);
  EXPECT_EQ(run.status().state, RunStatus::State::Finished);
}

TEST(Session, WeightsAreChangedBetweenTwoSteps) {
  const Experiment e = small_experiment();
  TrainingRun run(trainer_for(e), {.on_change = {}});
  run.play();
  ASSERT_TRUE(wait_until([&] { return run.snapshot()->step > 3; }));
  run.pause();
  run.change_weights([](std::span<Real> weights) { weights[7] = Real(123); });
  ASSERT_TRUE(wait_until([&] { return run.snapshot()->weights[7] == Real(123); }))
      << "published while paused";
  const Index step = run.snapshot()->step;
  run.step(2);
  ASSERT_TRUE(wait_until([&] { return run.snapshot()->step == step + 2; }));
  EXPECT_NEAR(run.snapshot()->weights[7], 123, 1) << "training goes on from there";
}

TEST(Session, AWatchedWeightIsPublishedWithItsUpdate) {
  const Experiment e = small_experiment();
  TrainingRun run(trainer_for(e), {.snapshot_seconds = 0.0005, .on_change = {}});
  const Index size = e.model->parameters().size();
  EXPECT_THROW(run.watch(size), std::out_of_range);
  EXPECT_FALSE(run.snapshot()->update);
  run.play();
  int seen = 0;
  SnapshotPtr last;
  const auto end = std::chrono::steady_clock::now() + 2s;
  for (Index i = 0; std::chrono::steady_clock::now() < end; ++i) {
    if (i % 20 == 0) run.watch(i / 20 * 37 % size);
    if (const SnapshotPtr now = run.snapshot(); now != last && now->update) {
      ASSERT_EQ(now->update->result,
                static_cast<double>(now->weights[static_cast<std::size_t>(now->update->cell)]));
      ASSERT_EQ(now->update->update, now->step);
      ++seen;
      last = now;
    }
    std::this_thread::sleep_for(500us);
  }
  EXPECT_GT(seen, 10);
  run.pause();
  run.watch(-1);
  run.reset();
  ASSERT_TRUE(wait_until([&] { return run.snapshot()->step == 0; }));
  EXPECT_FALSE(run.snapshot()->update);
  run.watch(5);
  run.step(1);
  ASSERT_TRUE(wait_until([&] { return run.snapshot()->step == 1; }));
  ASSERT_TRUE(run.snapshot()->update);
  EXPECT_EQ(run.snapshot()->update->cell, 5);
}

TEST(Session, AFiniteRunFinishesAndALossThatIsNotFiniteFails) {
  Experiment e = small_experiment();
  e.preset.training.steps = 20;
  e.preset.training.warmup = 0;
  TrainingRun run(trainer_for(e), {.on_change = {}});
  run.play();
  ASSERT_TRUE(wait_until([&] { return run.status().state == RunStatus::State::Finished; }));
  EXPECT_EQ(run.status().step, 20);

  run.between_steps([](Trainer& trainer) {
    trainer.change_weights(
        [](std::span<Real> weights) { std::ranges::fill(weights, std::numeric_limits<Real>::quiet_NaN()); });
  });
  run.play();
  ASSERT_TRUE(wait_until([&] { return run.status().state == RunStatus::State::Failed; }));
  EXPECT_NE(run.status().message.find("not finite"), std::string::npos);
  EXPECT_EQ(run.status().step, 20);
  ASSERT_TRUE(run.status().fault);
  EXPECT_NE(run.status().message.find(run.status().fault->text()), std::string::npos);
  EXPECT_EQ(run.status().fault->kind, Fault::Kind::Input);

  run.reset();
  ASSERT_TRUE(wait_until([&] { return run.status().step == 0; }));
  EXPECT_FALSE(run.status().fault);
}

TEST(Session, APassIsComparedWithOthersInTheOrderAskedFor) {
  const Experiment e = small_experiment();
  TrainingRun run(trainer_for(e), {.on_change = {}});
  const SnapshotPtr first = run.snapshot();
  run.step(3);
  ASSERT_TRUE(wait_until([&] { return run.snapshot()->step == 3; }));
  const SnapshotPtr third = run.snapshot();
  const auto tracer = std::make_shared<const Tracer>(e.model, e.vocabularies);
  const TraceRequest request{.source = "abc", .generate_target = true};
  TraceRequest edited = request, other = request, too_long = request;
  edited.edits = {parse_edit("no positions"), parse_edit("token input[1]=z")};
  other.source = "ab";
  too_long.source = std::string(500, 'a');
  TraceService service;
  service.request({tracer,
                   third,
                   edited,
                   {{third, request}, {nullptr, other}, {first, edited, true}, {third, too_long}}});
  ASSERT_TRUE(wait_until([&] { return service.latest() != nullptr; }));
  const TraceService::ResultPtr made = service.latest();
  const TraceService::Result& result = *made;
  EXPECT_EQ(result.error, "");
  ASSERT_EQ(result.compared.size(), 4u);
  const auto before = [&](std::size_t i) -> const Trace& { return result.compared[i].diff->before(); };
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(result.compared[i].diff) << i << ": " << result.compared[i].error;
    EXPECT_EQ(&result.compared[i].diff->after(), result.trace.get());
  }
  EXPECT_EQ(before(0).at("source.input").value.size(), result.trace->at("source.input").value.size());
  EXPECT_FALSE(before(0).at("source.input").edited);
  EXPECT_EQ(before(1).source_pieces.size() + 1, result.trace->source_pieces.size());
  EXPECT_EQ(before(1).snapshot(), third) << "that of the trace";
  EXPECT_EQ(before(2).snapshot(), first);
  EXPECT_EQ(before(2).batch().input, result.trace->batch().input) << "the same target, whatever it would say";
  EXPECT_EQ(before(2).batch().target, result.trace->batch().target);
  EXPECT_FALSE(result.compared[3].diff);
  EXPECT_NE(result.compared[3].error.find("context"), std::string::npos);
}

}  // namespace
}  // namespace attnlab
