// Contributions: what reads the logit is walked back through the stream, and each part's vector multiplied by
// it.
#include "core/analysis/contributions/contributions.h"

#include <algorithm>
#include <stdexcept>

#include "core/analysis/contributions/head_reading.h"
#include "core/config/no_such_kind.h"
#include "core/language/messages.h"
#include "core/layers/attention_sites.h"
#include "core/models/model_sites.h"

namespace attnlab {

namespace {

using LogitPartKind = ContributionPart::Kind;

double dot_of_rows(const StreamRows& a, const StreamRows& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void check_asked_word(Index word, Index words) {
  if (word < 0 || word >= words)
    throw std::out_of_range(tr("token ID {1} is not among the {2} tokens of the vocabulary",
                               std::to_string(word), std::to_string(words)));
}

/// Splits one logit, or a difference.
class LogitSplit {
 public:
  LogitSplit(const Trace& trace, const AskedLogit& asked) : path_(trace, asked.position), asked_(asked) {
    check_asked_word(asked.word, path_.vocabulary());
    if (asked.against) check_asked_word(*asked.against, path_.vocabulary());
    walk_back();
    const StreamPath::End whole = path_.end_from(0, path_.rows_of(*path_.stages().front().stream));
    whole_ = dot_of_rows(read_end_, whole.stream);
    all_ = {.of = asked, .logit = logit(), .parts = {}, .divisor = whole.divisor, .rows = path_.rows()};
  }

  Contributions take() {
    for (std::size_t i = 0; i < path_.stages().size(); ++i) add_stage(i);
    add_output();
    return std::move(all_);
  }

 private:
  /// Word minus the other word, of anything that has a value a word.
  template <typename Of>
  double difference(const Of& of) const {
    return of(asked_.word) - (asked_.against ? of(*asked_.against) : 0);
  }

  double logit() const {
    const TraceTensor& logits = path_.logits();
    return difference(
        [&](TokenId word) { return double(logits.value[asked_.position * logits.shape.last() + word]); });
  }

  /// What multiplies the stream after each stage.
  void walk_back() {
    std::vector<double> row = path_.output_row(asked_.word);
    if (asked_.against) {
      const std::vector<double> other = path_.output_row(*asked_.against);
      for (std::size_t c = 0; c < row.size(); ++c) row[c] -= other[c];
    }
    for (std::size_t i = 0; i < path_.rows().size(); ++i)
      for (const double value : row) read_end_.push_back(value * path_.share());
    read_.resize(path_.stages().size());
    StreamRows read = read_end_;
    for (std::size_t i = path_.stages().size(); i-- > 0;) {
      read_[i] = read;
      read = path_.read_before(path_.stages()[i], read);
    }
  }

  /// Adds a part whose vectors go to the stream of stage `at`.
  ContributionPart& add(std::size_t at, ContributionPart part, const StreamRows& vectors) {
    part.value = dot_of_rows(read_[at], vectors);
    StreamRows without = path_.rows_of(*path_.stages()[at].stream);
    for (std::size_t c = 0; c < without.size(); ++c) without[c] -= vectors[c];
    const StreamPath::End end = path_.end_from(at, std::move(without));
    part.left_out = whole_ - dot_of_rows(read_end_, end.stream);
    part.divisor = end.divisor;
    all_.parts.push_back(std::move(part));
    return all_.parts.back();
  }

  /// A part that no norm follows.
  void add_constant(LogitPartKind kind, const Place& place, const std::string& tensor, double value) {
    all_.parts.push_back({.kind = kind,
                          .place = place,
                          .tensor = tensor,
                          .value = value,
                          .left_out = value,
                          .divisor = all_.divisor});
  }

  /// What an edit adds beside the parts of stage `at`, of which `value` is the whole.
  void add_edit(std::size_t at, const TraceTensor& tensor, const StreamRows& vectors) {
    add(at, {.kind = LogitPartKind::Edited, .place = tensor.place, .tensor = tensor.name}, vectors);
  }

  void add_stage(std::size_t i) {
    const StreamStage& stage = path_.stages()[i];
    switch (stage.kind) {
      case StreamStage::Kind::Begin: return add_begin(stage);
      case StreamStage::Kind::Sum: return add_sublayer(i, stage);
      case StreamStage::Kind::Norm: return add_norm(i, stage);
    }
    no_such_kind("stage of the stream");
  }

  void add_begin(const StreamStage& begin) {
    const Trace& trace = path_.trace();
    const Place place = begin.stream->place;
    StreamRows rest = path_.rows_of(*begin.stream);
    const auto part = [&](LogitPartKind kind, const TraceTensor& tensor, const StreamRows& vectors) {
      add(0, {.kind = kind, .place = place, .tensor = tensor.name}, vectors);
      for (std::size_t c = 0; c < rest.size(); ++c) rest[c] -= vectors[c];
    };
    const TraceTensor* embedding = trace.find(place, input_sites::kWithSegments);
    if (!embedding) embedding = trace.find(place, input_sites::kEmbedding);
    if (!embedding) embedding = trace.find(place, model_sites::kProjection);
    const TraceTensor* const with_class = trace.find(place, input_sites::kWithClass);
    if (with_class) {
      const StreamRows rows = path_.rows_of(*with_class);
      add_with_class(rows, *embedding, *trace.find(place, input_sites::kClassToken), part);
    } else {
      part(LogitPartKind::Embedding, *embedding, path_.rows_of(*embedding));
    }
    if (const TraceTensor* const positions = trace.find(place, input_sites::kPositions))
      part(LogitPartKind::Positions, *positions, path_.rows_of(*positions));
    if (begin.edited) add_edit(0, *begin.stream, rest);
  }

  /// The class vector's row apart from those of the tokens.
  template <typename AddPart>
  void add_with_class(const StreamRows& rows, const TraceTensor& embedding, const TraceTensor& class_vector,
                      const AddPart& part) {
    StreamRows of_class(rows.size(), 0), of_tokens = rows;
    const auto width = static_cast<std::size_t>(path_.width());
    bool tokens = false;
    for (std::size_t i = 0; i < path_.rows().size(); ++i) {
      tokens |= path_.rows()[i] != 0;
      if (path_.rows()[i] != 0) continue;
      for (std::size_t c = i * width; c < (i + 1) * width; ++c) std::swap(of_class[c], of_tokens[c]);
    }
    if (tokens) part(LogitPartKind::Embedding, embedding, of_tokens);
    part(LogitPartKind::ClassVector, class_vector, of_class);
  }

  void add_sublayer(std::size_t i, const StreamStage& stage) {
    const TraceTensor& branch = *stage.branch;
    StreamRows rest = path_.rows_of(branch);
    if (branch.place.kind() == PartKind::Attention) {
      add_heads(i, branch, rest);
      if (branch.edited || path_.trace().find(branch.place, attention_sites::kConcat)->edited)
        add_edit(i, branch, rest);
    } else {
      add(i, {.kind = LogitPartKind::FeedForward, .place = branch.place, .tensor = branch.name}, rest);
    }
    if (stage.edited) add_edit(i, *stage.stream, beside_sum(i, stage));
  }

  /// The stream after an edited sum, minus what it would be.
  StreamRows beside_sum(std::size_t i, const StreamStage& stage) const {
    StreamRows rest = path_.rows_of(*stage.stream);
    const StreamRows before = path_.rows_of(*path_.stages()[i - 1].stream),
                     added = path_.rows_of(*stage.branch);
    for (std::size_t c = 0; c < rest.size(); ++c) rest[c] -= before[c] + added[c];
    return rest;
  }

  void add_norm(std::size_t i, const StreamStage& stage) {
    const TraceTensor* const beta = stage.norm.beta;
    if (beta)
      add(i, {.kind = LogitPartKind::NormBias, .place = stage.norm.place, .tensor = beta->name},
          path_.repeated(*beta));
    if (!stage.edited) return;
    const double value =
        dot_of_rows(read_[i], path_.rows_of(*stage.stream)) -
        dot_of_rows(path_.read_before(stage, read_[i]), path_.rows_of(*path_.stages()[i - 1].stream)) -
        (beta ? all_.parts.back().value : 0);
    add_constant(LogitPartKind::Edited, stage.norm.place, stage.stream->name, value);
  }

  /// Heads and their bias; `rest` loses what they add.
  void add_heads(std::size_t i, const TraceTensor& branch, StreamRows& rest);

  /// The output's bias, and edits of the pooled vector and of logits.
  void add_output() {
    const double bias = difference([&](TokenId word) { return path_.output_bias(word); });
    if (path_.output_bias())
      add_constant(LogitPartKind::OutputBias, path_.output_bias()->place, path_.output_bias()->name, bias);
    const TraceTensor* const pooled =
        path_.trace().find(Place().inside(model_sites::kPooling), model_sites::kPooled);
    const bool pooled_edited = pooled && pooled->edited;
    if (pooled_edited || path_.logits().edited)
      add_constant(LogitPartKind::Edited, path_.logits().place,
                   (pooled_edited ? *pooled : path_.logits()).name, all_.logit - whole_ - bias);
  }

  StreamPath path_;
  AskedLogit asked_;
  StreamRows read_end_;           ///< what multiplies what the output matrix reads
  std::vector<StreamRows> read_;  ///< what multiplies the stream after each stage
  double whole_ = 0;              ///< the logit without the output's bias
  Contributions all_;
};

void LogitSplit::add_heads(std::size_t i, const TraceTensor& branch, StreamRows& rest) {
  const Trace& trace = path_.trace();
  const Place& place = branch.place;
  const TraceTensor& context = *trace.find(place, attention_sites::kContext);
  for (Index h = 0; h < context.shape[1]; ++h) {
    const HeadReading head(path_, place, h);
    const StreamRows written = head.written();
    ContributionPart& part =
        add(i, {.kind = LogitPartKind::Head, .place = place, .tensor = context.name, .head = h}, written);
    part.sources = head.sources(read_[i]);
    if (context.edited)
      for (part.edited = part.value; const SourceShare& source : part.sources) part.edited -= source.value;
    for (std::size_t c = 0; c < rest.size(); ++c) rest[c] -= written[c];
  }
  const TraceTensor* const bias = trace.find(place, attention_sites::kOutputBias);
  if (!bias) return;
  const StreamRows constant = path_.repeated(*bias);
  add(i, {.kind = LogitPartKind::AttentionBias, .place = place, .tensor = bias->name}, constant);
  for (std::size_t c = 0; c < rest.size(); ++c) rest[c] -= constant[c];
}

}  // namespace

double Contributions::sum() const {
  double sum = 0;
  for (const ContributionPart& part : parts) sum += part.value;
  return sum;
}

Contributions split_logit(const Trace& trace, const AskedLogit& asked) {
  return LogitSplit(trace, asked).take();
}

}  // namespace attnlab
