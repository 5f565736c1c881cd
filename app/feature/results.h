// Results: what analyses compute in the background, values by their types.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace attnlab {

/// The newest value of each type; the trace on screen may be newer. An analysis brings its own types, so that
/// nothing here names them.
class Results {
 public:
  bool changes = false;  ///< a run is being trained, and each pass on screen has newer weights

  /// Null before the first.
  template <typename T>
  std::shared_ptr<const T> of() const {
    const Entry* const entry = find(&kKey<T>);
    return entry ? std::static_pointer_cast<const T>(entry->value) : nullptr;
  }
  /// Why the newest work failed; "" if it did not.
  template <typename T>
  const std::string& error() const {
    static const std::string none;
    const Entry* const entry = find(&kKey<T>);
    return entry ? entry->error : none;
  }
  /// Whether another value is being computed.
  template <typename T>
  bool busy() const {
    const Entry* const entry = find(&kKey<T>);
    return entry && entry->busy;
  }
  template <typename T>
  void set(std::shared_ptr<const T> value, std::string error = {}, bool busy = false) {
    entries_.push_back({&kKey<T>, std::move(value), std::move(error), busy});
  }

 private:
  /// Its address represents a type.
  template <typename T>
  static constexpr char kKey = 0;

  struct Entry {
    const void* type;
    std::shared_ptr<const void> value;
    std::string error;
    bool busy;
  };
  const Entry* find(const void* type) const {
    const auto found = std::ranges::find(entries_, type, &Entry::type);
    return found == entries_.end() ? nullptr : &*found;
  }

  std::vector<Entry> entries_;
};

}  // namespace attnlab
