// NextToken: which positions a pass computes.
#include "core/models/generation/next_token.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "core/layers/position_scheme.h"
#include "core/models/architecture_kind.h"
#include "core/models/cost.h"

namespace attnlab {

namespace {

/// A recurrent network reads a text of any length.
Index window_of(const ModelConfig& config) {
  return is_transformer(config) ? config.context : std::numeric_limits<Index>::max();
}

Index layers_that_write(const ModelConfig& config) {
  return layers_in(config, architecture_of(config).last_stack());
}

template <typename Value>
std::vector<Value> chosen(const std::vector<Value>& cells, std::span<const Index> rows, Index width) {
  std::vector<Value> result;
  for (Index row : rows)
    result.insert(result.end(), cells.begin() + as_offset(row * width),
                  cells.begin() + as_offset((row + 1) * width));
  return result;
}

}  // namespace

Index most_new_tokens(const ModelConfig& config, Index begun, Index wanted) {
  const bool ends = writes_answer(format_of(config)) && is_transformer(config);
  return ends ? std::min(wanted, config.context - begun + 1) : wanted;
}

Index reach_of(const ModelConfig& config) {
  const Index window = window_of(config);
  const bool shifts = position_scheme(config.positions).where == PositionScheme::Where::Input;
  const bool is_short =
      config.causal && config.mask.window > 0 && config.mask.sinks == 0 && config.mask.every == 1;
  if (!is_transformer(config) || shifts || !is_short) return window;
  return std::min(window, layers_that_write(config) * (config.mask.window - 1) + 1);
}

NextToken::NextToken(const Model& model, std::span<const Real> weights, Reuse reuse, const PassOptions& pass)
    : model_(model),
      weights_(weights),
      reuse_(model.config().causal ? reuse : Reuse::Recompute),
      window_(window_of(model.config())),
      reach_(reach_of(model.config())),
      cache_(model.config().context),
      observed_(Tape::for_observers(pass.observers)) {
  tape_.use_device(pass.device);
  if (observed_) observed_->use_device(pass.device);
}

void NextToken::begin(const Batch& batch) {
  if (batch.size == 0 || batch.input_length == 0)
    throw std::invalid_argument("the prompt is empty: enter at least one token");
  batch_ = batch;
  work_ = {};
  first_ = 0;
  cache_.reset();
  texts_.clear();
  for (Index row = 0; row < batch.size; ++row) {
    const auto from = batch.input.begin() + as_offset(row * batch.input_length);
    texts_.emplace_back(from, from + as_offset(batch.input_length));
  }
  run();
}

void NextToken::append(std::span<const TokenId> tokens) {
  for (std::size_t row = 0; row < texts_.size(); ++row) texts_[row].push_back(tokens[row]);
  run();
}

void NextToken::choose_rows(std::span<const Index> rows) {
  cache_.choose_rows(rows);
  texts_ = chosen(texts_, rows, 1);
  batch_.source = chosen(batch_.source, rows, batch_.source_length);
  if (batch_.source_length > 0) batch_.source_lengths = chosen(batch_.source_lengths, rows, 1);
  batch_.pictures = chosen(batch_.pictures, rows, batch_.channels * batch_.height * batch_.width);
  batch_.size = count_of(rows);
}

std::span<const Real> NextToken::logits(Index row) const {
  const Index v = logits_.shape().last(), t = logits_.shape()[1];
  return {logits_.data() + (row * t + t - 1) * v, static_cast<std::size_t>(v)};
}

void NextToken::fill(Index first, Index length) {
  batch_.resize_target(length);
  std::ranges::fill(batch_.input_lengths, length);
  for (Index row = 0; row < batch_.size; ++row) {
    const std::vector<TokenId>& text = texts_[row];
    std::copy_n(text.begin() + as_offset(first), length, batch_.input.begin() + as_offset(row * length));
  }
}

void NextToken::bind(Tape& tape) {
  tape.reset();
  tape.bind(model_.parameters(), weights_.data(), nullptr);
}

void NextToken::tell_observers() {
  fill(first_, length());
  bind(*observed_);
  model_.logits(*observed_, batch_);
  observed_->recorded().check_hooks();
}

void NextToken::run() {
  const bool slides = length() > window_;
  if (slides) first_ = text_length() - reach_;
  if (reuse_ == Reuse::Recompute || slides) cache_.reset();
  const bool reuses = reuse_ == Reuse::Cache && (first_ == 0 || reach_ < window_);
  const Index known = cache_.position(), fresh = length() - known;
  fill(first_ + known, fresh);
  bind(tape_);
  tape_.use(reuses ? &cache_ : nullptr);
  cache_.begin_pass();
  logits_ = model_.logits(tape_, batch_);
  if (tape_.cache()) cache_.end_pass(fresh);
  ++work_.passes;
  work_.positions += rows() * fresh;
  const ModelConfig& config = model_.config();
  work_.scores +=
      rows() * visible_pairs({.causal = config.causal, .rule = config.mask.widest()}, known, known + fresh);
  if (observed_) tell_observers();
}

}  // namespace attnlab
