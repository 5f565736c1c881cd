// FrameMemory: what drawing remembers from one frame to the next, an object of each type.
#pragma once

#include <memory>
#include <typeindex>
#include <typeinfo>
#include <unordered_map>

namespace attnlab {

/// The owner of the frames owns the memory: a window, a figure, a test. Each part of the drawing remembers
/// its values in a struct of its own. Two memories share nothing.
class FrameMemory {
 public:
  FrameMemory() = default;
  FrameMemory(const FrameMemory&) = delete;
  FrameMemory& operator=(const FrameMemory&) = delete;

  /// The one object of type T, T{} at the first call. Its address never changes.
  template <typename T>
  T& of() {
    std::shared_ptr<void>& object = objects_[std::type_index(typeid(T))];
    if (!object) object = std::make_shared<T>();
    return *static_cast<T*>(object.get());
  }

 private:
  std::unordered_map<std::type_index, std::shared_ptr<void>> objects_;
};

}  // namespace attnlab
