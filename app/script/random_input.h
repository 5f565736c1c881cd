// Random input: random commands, keys and clicks, to test that none does harm.
#pragma once

#include <string>
#include <vector>

#include "app/state/commands/dispatcher.h"
#include "app/widgets/base/keys.h"
#include "core/tensor/random.h"

namespace attnlab {

/// One random input.
struct RandomInput {
  enum class Kind { Command, Key, Click, Drag, Wheel } kind = Kind::Command;
  std::string command{};
  KeyChord key{};
  float x = 0, y = 0;    ///< 0 to 1, of the window
  float dx = 0, dy = 0;  ///< length of a drag, 0 to 1 of the window
};

/// Equal seeds give equal inputs. Commands follow the dispatcher's description of their arguments; most of
/// them are valid. None quits, or opens or writes files of the user.
class RandomInputs {
 public:
  explicit RandomInputs(std::uint64_t seed) : random_(seed) {}

  /// `tensors`: names of the tensors on screen.
  RandomInput next(const std::vector<std::string>& tensors);

 private:
  std::string command(const std::vector<std::string>& tensors);
  std::string argument(const std::string& verb, const std::string& usage,
                       const std::vector<std::string>& tensors);
  std::string edit(const std::vector<std::string>& tensors);
  std::string choice();
  std::string number();
  template <typename T>
  const T& one_of(const std::vector<T>& all) {
    return all[random_.below(count_of(all))];
  }

  RandomStream random_;
};

}  // namespace attnlab
