// KeyRanges: the keys that may be seen, as a short list of ranges.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>

#include "core/tensor/real.h"

namespace attnlab {

/// Keys first … end − 1.
struct KeyRange {
  Index first = 0, end = 0;

  Index count() const { return std::max<Index>(0, end - first); }
};

/// Keys in rising order: ranges of which none is empty and none touches another; at most two.
class KeyRanges {
 public:
  static constexpr std::size_t kMost = 2;

  KeyRanges() = default;
  explicit KeyRanges(KeyRange only) { add(only); }

  /// Adds a range that begins where the last one does, or behind its beginning; an empty one adds nothing.
  void add(KeyRange range) {
    if (range.count() == 0) return;
    if (size_ > 0 && range.first <= ranges_[size_ - 1].end) {
      ranges_[size_ - 1].end = std::max(ranges_[size_ - 1].end, range.end);
      return;
    }
    assert(size_ < kMost);
    ranges_[size_++] = range;
  }

  const KeyRange* begin() const { return ranges_.data(); }
  const KeyRange* end() const { return ranges_.data() + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// Number of keys.
  Index count() const {
    Index all = 0;
    for (const KeyRange& range : *this) all += range.count();
    return all;
  }
  bool contains(Index key) const {
    return std::any_of(begin(), end(), [&](const KeyRange& r) { return key >= r.first && key < r.end; });
  }

  /// Calls work(range, column) for each range; `column`: how many keys lie in earlier ranges.
  template <typename Work>
  void each_packed(Work work) const {
    Index column = 0;
    for (const KeyRange& range : *this) {
      work(range, column);
      column += range.count();
    }
  }

 private:
  std::array<KeyRange, kMost> ranges_{};
  std::size_t size_ = 0;
};

}  // namespace attnlab
