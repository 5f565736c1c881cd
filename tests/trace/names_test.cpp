// The names of recorded tensors, their order and shapes are frozen in files.
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/autograd/tape.h"
#include "tests/support/temp_folder.h"
#include "tests/support/weighted_sum.h"
#include "tests/trace/frozen_names.h"
#include "tests/trace/models.h"

namespace attnlab::testing {
namespace {

class FrozenNames : public ::testing::TestWithParam<const char*> {};

TEST_P(FrozenNames, AreAsInTheFile) {
  const ModelConfig config = trace_config(GetParam());
  expect_frozen(names_text(config, trace_batch(config)), GetParam());
}

INSTANTIATE_TEST_SUITE_P(All, FrozenNames, ::testing::Values("gpt", "encoder_decoder"),
                         [](const auto& given) { return std::string(given.param); });

}  // namespace
}  // namespace attnlab::testing
