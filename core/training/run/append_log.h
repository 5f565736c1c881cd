// AppendLog: rows that one thread adds and others read, without a copy and without a wait.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace attnlab {

/// Rows lie in chunks that never move, so that a reader's rows stay valid and are never written again. One
/// thread appends; view() and append() are not to be called at once (guard them), but a view may be read at
/// any time, on any thread.
template <typename Row>
class AppendLog {
 public:
  static constexpr std::size_t kChunk = 1024;  ///< rows

  /// The rows at the time of view().
  class View {
   public:
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const Row& operator[](std::size_t at) const { return chunks_[at / kChunk][at % kChunk]; }
    const Row& back() const { return (*this)[size_ - 1]; }
    /// Whether this is a view of the same log with at least the rows of `other`.
    bool continues(const View& other) const {
      return other.empty() || (size_ >= other.size_ && chunks_[0] == other.chunks_[0]);
    }

    /// The first `size` rows of this view.
    View first(std::size_t size) const {
      View part = *this;
      part.size_ = size;
      return part;
    }

   private:
    friend class AppendLog;
    std::vector<std::shared_ptr<Row[]>> chunks_;
    std::size_t size_ = 0;
  };

  void append(Row row) {
    if (all_.size_ % kChunk == 0) all_.chunks_.push_back(std::make_shared<Row[]>(kChunk));
    all_.chunks_.back()[all_.size_ % kChunk] = std::move(row);
    ++all_.size_;
  }
  const View& view() const { return all_; }
  /// Bytes of the chunks, without what the rows point to.
  std::size_t bytes() const { return all_.chunks_.size() * kChunk * sizeof(Row); }

 private:
  View all_;
};

}  // namespace attnlab
