// PassOptions: what a caller may ask of the passes that are made for it.
#pragma once

#include <vector>

#include "core/autograd/hooks.h"

namespace attnlab {

class AttentionDevice;

/// Of passes that generate. The default asks for nothing, and costs nothing.
struct PassOptions {
  /// Computes attention, and must outlive the passes; null: the processor.
  AttentionDevice* device = nullptr;
  /// Told of the tensors of each pass: for them the whole text so far, source included, goes through the
  /// model once more, in steps that have names and without a cache. What is generated does not depend on it.
  /// One that no tensor of such a pass has is an error, as Observer says.
  std::vector<Observer*> observers{};
};

}  // namespace attnlab
