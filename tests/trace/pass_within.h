// Passes of small models, each traced within some budget of memory.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "tests/trace/traced_preset.h"

namespace attnlab::testing {

struct PassCase {
  const char* name;
  const char* preset;
  std::vector<std::string> options;
  TraceRequest request;
};

class PassWithin : public ::testing::TestWithParam<PassCase> {
 protected:
  /// Within so many bytes; none: any number.
  TracePtr trace(std::optional<Index> bytes) const {
    TraceRequest request = GetParam().request;
    request.kept_bytes = bytes;
    return model_.trace(request);
  }

  TracedPreset model_{GetParam().preset, GetParam().options};
};

}  // namespace attnlab::testing
