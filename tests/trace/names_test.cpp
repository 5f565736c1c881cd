// The names of recorded tensors, their order and shapes are frozen in files.
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/autograd/tape.h"
#include "tests/support/temp_folder.h"
#include "tests/support/weighted_sum.h"
#include "tests/trace/models.h"

namespace attnlab::testing {
namespace {

constexpr const char* kUpdate = "ATTNLAB_UPDATE_GOLDEN";

/// One line a tensor: name, a space, shape; parameters after an empty line.
std::string names_text(const std::string& architecture) {
  const ModelConfig config = trace_config(architecture);
  const auto model = make_model(config);
  const std::vector<Real> weights = random_values(model->parameters().size(), 2, 0.1);
  Tape tape(Mode::Record);
  tape.bind(model->parameters(), weights.data(), nullptr);
  const Batch batch = trace_batch(config);
  model->loss(tape, batch, 0, batch.counted_targets());
  std::string text;
  for (const Named& named : tape.names()) text += named.name + " " + named.node->shape.text() + "\n";
  text += "\n";
  for (const Parameter& parameter : model->parameters().all()) {
    text += parameter.name + " " + parameter.shape.text() + "\n";
  }
  return text;
}

class FrozenNames : public ::testing::TestWithParam<const char*> {};

TEST_P(FrozenNames, AreAsInTheFile) {
  const std::filesystem::path path = std::filesystem::path(ATTNLAB_SOURCE_DIR) / "tests" / "golden" /
                                     ("names_" + std::string(GetParam()) + ".txt");
  const std::string found = names_text(GetParam());
  if (std::getenv(kUpdate)) write_bytes(path, found);
  EXPECT_EQ(found, read_bytes(path)) << "If the names were meant to change, set " << kUpdate
                                     << "=1, run this test again and review the difference in " << path;
}

INSTANTIATE_TEST_SUITE_P(All, FrozenNames, ::testing::Values("gpt", "encoder_decoder"),
                         [](const auto& given) { return std::string(given.param); });

}  // namespace
}  // namespace attnlab::testing
