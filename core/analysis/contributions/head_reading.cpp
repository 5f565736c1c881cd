// Head reading: context, attention weights and values of a head, through its columns of W_O.
#include "core/analysis/contributions/head_reading.h"

#include "core/layers/attention_sites.h"

namespace attnlab {

namespace {

double head_tensor_cell(const TraceTensor& tensor, Index i) { return double(tensor.value[i]); }

}  // namespace

HeadReading::HeadReading(const StreamPath& path, const Place& attention, Index head)
    : path_(path),
      context_(*path.trace().find(attention, attention_sites::kContext)),
      weights_(*path.trace().find(attention, attention_sites::kWeights)),
      value_(*path.trace().find(attention, attention_sites::kValue)),
      output_(*path.trace().find(attention, attention_sites::kOutputWeight)),
      head_(head),
      size_(context_.shape[3]) {}

double HeadReading::column(Index c, Index d) const {
  return head_tensor_cell(output_, c * output_.shape[1] + head_ * size_ + d);
}

StreamRows HeadReading::written() const {
  StreamRows rows;
  for (const Index row : path_.rows())
    for (Index c = 0; c < path_.width(); ++c) {
      double sum = 0;
      for (Index d = 0; d < size_; ++d)
        sum += column(c, d) * head_tensor_cell(context_, (head_ * context_.shape[2] + row) * size_ + d);
      rows.push_back(sum);
    }
  return rows;
}

/// What multiplies the context [D] of each row.
StreamRows HeadReading::read_context(const StreamRows& read) const {
  StreamRows rows;
  for (std::size_t begin = 0; begin < read.size(); begin += static_cast<std::size_t>(path_.width()))
    for (Index d = 0; d < size_; ++d) {
      double sum = 0;
      for (Index c = 0; c < path_.width(); ++c)
        sum += column(c, d) * read[begin + static_cast<std::size_t>(c)];
      rows.push_back(sum);
    }
  return rows;
}

double HeadReading::says(std::span<const double> read, Index key) const {
  const Index own = head_ * value_.shape[1] / weights_.shape[1];
  double sum = 0;
  for (Index d = 0; d < size_; ++d)
    sum += read[d] * head_tensor_cell(value_, (own * value_.shape[2] + key) * size_ + d);
  return sum;
}

std::vector<SourceShare> HeadReading::sources(const StreamRows& read) const {
  const StreamRows of_context = read_context(read);
  const auto size = static_cast<std::size_t>(size_);
  const Index queries = weights_.shape[2], keys = weights_.shape[3];
  std::vector<SourceShare> sources;
  for (Index k = 0; k < keys; ++k) {
    SourceShare source{.key = k};
    for (std::size_t r = 0; r < path_.rows().size(); ++r) {
      const double weight = head_tensor_cell(weights_, (head_ * queries + path_.rows()[r]) * keys + k);
      source.weight += weight * path_.share();
      source.value += weight * says(std::span(of_context).subspan(r * size, size), k);
    }
    source.says = source.weight > 0 ? source.value / source.weight : 0;
    sources.push_back(source);
  }
  return sources;
}

}  // namespace attnlab
