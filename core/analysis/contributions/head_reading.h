// Head reading: what one head writes to the stream, and what of it was read from each token.
#pragma once

#include <span>
#include <vector>

#include "core/analysis/contributions/stream_path.h"

namespace attnlab {

/// What a token that a head reads has to do with a logit.
struct SourceShare {
  Index key = 0;      ///< position of the token among the keys
  double value = 0;   ///< what is read from it contributes: weight × value vector through W_O, norms and W_U
  double weight = 0;  ///< attention weight; the mean where many rows are read
  double says = 0;    ///< what its value vector would contribute with the weight 1; 0 where the weight is 0
};

/// One head of an attention of the stack that a prediction is read from. Points into path and trace.
class HeadReading {
 public:
  HeadReading(const StreamPath& path, const Place& attention, Index head);

  /// What the head adds to each row of the path: its context [D] through its D columns of W_O.
  StreamRows written() const;
  /// One entry a key, in order, where `read` multiplies the stream after the attention.
  std::vector<SourceShare> sources(const StreamRows& read) const;

 private:
  double column(Index c, Index d) const;
  StreamRows read_context(const StreamRows& read) const;
  double says(std::span<const double> read, Index key) const;

  const StreamPath& path_;
  const TraceTensor &context_, &weights_, &value_, &output_;
  Index head_, size_;
};

}  // namespace attnlab
