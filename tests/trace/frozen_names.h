// Frozen names: the tensors of a pass against a stored list, shared by the trace tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "core/models/model.h"
#include "tests/support/temp_folder.h"
#include "tests/support/weighted_sum.h"

namespace attnlab::testing {

/// One line per tensor: name, a space, shape; parameters after an empty line.
inline std::string names_text(const ModelConfig& config, const Batch& batch) {
  const auto model = make_model(config);
  const std::vector<Real> weights = random_values(model->parameters().size(), 2, 0.1);
  Tape tape(Mode::Record);
  tape.bind(model->parameters(), weights.data(), nullptr);
  model->loss(tape, batch, 0, batch.counted_targets());
  std::string text;
  for (const Named& named : tape.recorded().names())
    text += named.name + " " + named.node->shape.text() + "\n";
  text += "\n";
  for (const Parameter& p : model->parameters().all()) text += p.name + " " + p.shape.text() + "\n";
  return text;
}

/// Expects the names in tests/golden/names_NAME.txt, which ATTNLAB_UPDATE_GOLDEN=1 writes again.
inline void expect_frozen(const std::string& names, const std::string& name) {
  const auto path = std::filesystem::path(ATTNLAB_SOURCE_DIR) / "tests/golden" / ("names_" + name + ".txt");
  if (std::getenv("ATTNLAB_UPDATE_GOLDEN")) write_bytes(path, names);
  EXPECT_EQ(names, read_bytes(path))
      << "if the names were meant to change, set ATTNLAB_UPDATE_GOLDEN=1, run this "
         "test again and review the difference in "
      << path;
}

}  // namespace attnlab::testing
