// CommandsTest: a dispatcher that executes commands, for models of known sizes.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

#include "app/state/commands/dispatcher.h"
#include "tests/app/recorded_actions.h"

namespace attnlab {

inline constexpr Limits kTranslate{.has_encoder = true,
                                   .layers = 2,
                                   .heads = 4,
                                   .head_size = 16,
                                   .width = 64,
                                   .source_tokens = 5,
                                   .target_tokens = 7};
inline constexpr Limits kGpt{.has_encoder = false,
                             .layers = 3,
                             .heads = 2,
                             .head_size = 8,
                             .width = 16,
                             .source_tokens = 1,
                             .target_tokens = 9};

inline const std::array<Example, 12> kTwelvePictures{};

inline const Limits kVision{.has_encoder = true,
                            .has_decoder = false,
                            .layers = 2,
                            .heads = 4,
                            .head_size = 16,
                            .width = 64,
                            .source_tokens = 17,
                            .target_tokens = 1,
                            .pictures = kTwelvePictures};

struct CommandsTest : ::testing::Test {
  const std::vector<std::string>& edits() const { return dispatcher.state().edits; }
  RecordedActions actions;
  Dispatcher dispatcher{actions.all()};
  void say(const std::string& line, const Limits& limits = kTranslate) {
    dispatcher.apply(parse_command(line), limits);
  }
  std::string refusal(const std::string& line, const Limits& limits = kTranslate) {
    try {
      say(line, limits);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  }
  const Selection& selection() const { return dispatcher.state().selection; }
};

}  // namespace attnlab
