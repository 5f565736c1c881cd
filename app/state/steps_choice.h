// What the stage shows of a step of the pass.
#pragma once

#include <string>

namespace attnlab {

/// Step through: the whole pass as a walk.
struct StepsChoice {
  bool ids = false;                ///< shows how an embedding looks up its rows by token ids
  std::string look = "operation";  ///< the operation that makes the tensor, or the tensor's matrix alone
  friend bool operator==(const StepsChoice&, const StepsChoice&) = default;
};

}  // namespace attnlab
