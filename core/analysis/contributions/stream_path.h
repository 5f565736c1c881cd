// Stream path: the residual stream from a model's input to its logits, as sums and norms in order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/norms.h"
#include "core/trace/trace.h"

namespace attnlab {

/// Whether the logits of these models are read from a residual stream of blocks, however its norms stand.
bool has_stream_path(const ModelConfig& config);
/// Why the logits of a model are no sum over its parts, in a few words; for models without a stream path.
std::string_view why_no_stream_path(const ModelConfig& config);

/// One vector of the stream [C] for each row that the prediction is read from; row-major.
using StreamRows = std::vector<double>;

/// What happens to the stream, once: it begins, a sublayer is added to it, or a norm changes its scale.
struct StreamStage {
  enum class Kind { Begin, Sum, Norm };
  Kind kind = Kind::Begin;
  const TraceTensor* stream = nullptr;  ///< the stream after it [1,T,C], with edits
  const TraceTensor* branch = nullptr;  ///< Sum: what is added [1,T,C]
  NormTensors norm{};                   ///< Norm
  bool edited = false;                  ///< an edit changed the sum, or what the norm computes
};

/// The stream that one prediction is read from, in a pass over one example. Points into the trace, which must
/// live as long. Attention and feed-forward networks count as they were in the pass; norms may be frozen
/// (linear, with the scale of the pass) or computed anew.
class StreamPath {
 public:
  /// `position` is the row of the logits: a token, or 0 where one class is predicted. Throws
  /// std::invalid_argument for models without a stream path, std::out_of_range for a position that is not
  /// there.
  StreamPath(const Trace& trace, Index position);

  const Trace& trace() const { return trace_; }
  const std::vector<StreamStage>& stages() const { return stages_; }
  Index width() const { return width_; }
  /// The rows of the stream that the prediction is read from: the position itself, the class vector's, or
  /// all rows where their mean is read.
  const std::vector<Index>& rows() const { return rows_; }
  /// By how much each of rows() counts in what the output matrix reads; the shares sum to one.
  double share() const { return 1 / double(rows_.size()); }

  /// The rows of a tensor of the stream [1,T,C], or of one without a batch [T,C].
  StreamRows rows_of(const TraceTensor& tensor) const;
  /// The same vector [C] in each of the rows.
  StreamRows repeated(const TraceTensor& vector) const;

  Index vocabulary() const { return output_->shape[0]; }
  /// W_U's row of a word [C].
  std::vector<double> output_row(Index word) const;
  /// The output's bias of a word; 0 without one.
  double output_bias(Index word) const;
  /// The parameter of the bias; null where the model has none.
  const TraceTensor* output_bias() const { return bias_; }
  /// The logits of the pass [1,T,V], with edits.
  const TraceTensor& logits() const { return *logits_; }

  /// What reads the stream before a stage, where `after` reads the stream after it, with the norm frozen.
  StreamRows read_before(const StreamStage& stage, const StreamRows& after) const;
  /// What the path ends with.
  struct End {
    StreamRows stream;   ///< what the output matrix reads
    double divisor = 0;  ///< √(σ² + ε) of the last norm, the mean over the rows; 0 without norms
  };
  /// The end if `changed` were the stream after stage `at`: what sublayers add stays as it is, and norms are
  /// computed anew.
  End end_from(std::size_t at, StreamRows changed) const;

 private:
  double normalize(const StreamStage& stage, StreamRows& rows) const;
  void normalize_as_edited(std::size_t at, StreamRows& rows) const;
  double divisor_in_pass(const StreamStage& stage, Index row) const;
  double last_divisor() const;
  void find_stages();
  void add_norm(const Place& place);
  void find_output();
  void find_rows(Index position);

  const Trace& trace_;
  Index width_ = 0;
  double epsilon_ = 0;
  std::vector<StreamStage> stages_;
  std::vector<Index> rows_;
  const TraceTensor *output_ = nullptr, *bias_ = nullptr, *logits_ = nullptr;
};

}  // namespace attnlab
