// What is on screen of a text before the one that is typed is not left as if it were true.
#include "app/views/common/stale.h"

#include <gtest/gtest.h>

#include <cfloat>

#include "app/features/positions/choice.h"
#include "app/features/training/choice.h"
#include "app/figure/offscreen.h"
#include "app/figure/svg.h"
#include "app/views/common/hover.h"
#include "app/views/common/views.h"
#include "tests/app/traced.h"
#include "tests/support/expect_has.h"

namespace attnlab {
namespace {

using testing::expect_has;

ViewModel traced_model() {
  ViewModel model;
  model.trace = traced(find_preset("induction"), "", "abcab");
  model.state.view = &positions::kFeature;
  model.figure = true;
  return model;
}

std::string stage_of(ViewModel model) {
  FrameMemory memory;
  model.memory = &memory;
  const Drawn drawn = draw_offscreen(
      [&] {
        begin_hover({-FLT_MAX, -FLT_MAX});
        draw_stage(model, [](const Command&) {});
      },
      {.width = 1000, .height = 900, .paint = false});
  return svg(drawn.figure, {drawn.area, 0, ""});
}

TEST(Stale, TheStageSaysThatWhatItShowsIsOfTheTextBefore) {
  ViewModel model = traced_model();
  EXPECT_FALSE(is_stale(model));
  EXPECT_EQ(stage_of(model).find("cannot be traced"), std::string::npos);
  model.trace_error = "the text is empty";
  EXPECT_TRUE(is_stale(model));
  expect_has(stage_of(model), "the text is empty");
  expect_has(stage_of(model), "belongs to the previous text");
}

TEST(Stale, WhatShowsTheRunAloneIsNotGreyed) {
  ViewModel model = traced_model();
  model.state.view = &training::kFeature;
  model.trace_error = "the text is empty";
  EXPECT_EQ(stage_of(model).find("cannot be traced"), std::string::npos);
}

}  // namespace
}  // namespace attnlab
