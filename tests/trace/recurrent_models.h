// Small recurrent models of every kind and a batch for each, shared by the trace tests.
#pragma once

#include "tests/trace/models.h"

namespace attnlab::testing {

/// One kind, with its name in the tests and in names_NAME.txt.
struct RecurrentCase {
  const char* name;
  const char* architecture;
  const char* output;
  const char* cell;
  bool bidirectional;
  const char* alignment;
};

inline constexpr RecurrentCase kRecurrentCases[] = {
    {"recurrent_rnn", "recurrent", "tokens", "rnn_tanh", false, "none"},
    {"recurrent_relu", "recurrent", "tokens", "rnn_relu", false, "none"},
    {"recurrent_lstm", "recurrent", "tokens", "lstm", false, "none"},
    {"recurrent_gru", "recurrent", "tokens", "gru", false, "none"},
    {"recurrent_labels", "recurrent", "labels", "gru", true, "none"},
    {"recurrent_class", "recurrent", "class", "lstm", true, "none"},
    {"seq2seq", "recurrent_seq2seq", "tokens", "lstm", false, "none"},
    {"seq2seq_additive", "recurrent_seq2seq", "tokens", "lstm", true, "additive"},
    {"seq2seq_additive_gru", "recurrent_seq2seq", "tokens", "gru", false, "additive"},
    {"seq2seq_dot", "recurrent_seq2seq", "tokens", "gru", false, "dot"},
    {"seq2seq_general", "recurrent_seq2seq", "tokens", "lstm", true, "general"},
    {"seq2seq_concat", "recurrent_seq2seq", "tokens", "rnn_tanh", false, "concat"},
};

inline void PrintTo(const RecurrentCase& c, std::ostream* out) { *out << c.name; }

/// L2 C4 with biases.
inline ModelConfig recurrent_config(const RecurrentCase& c) {
  ModelConfig config;
  config.architecture = c.architecture;
  config.output = c.output;
  config.cell = c.cell;
  config.bidirectional = c.bidirectional;
  config.alignment = c.alignment;
  config.layers = 2;
  config.width = 4;
  config.context = 6;
  config.target_vocabulary = 7;
  config.source_vocabulary = has_source(format_of(config)) ? 9 : 0;
  config.tied_output = config.output == "tokens";
  if (config.output == "class") config.pooling = "last";
  return config;
}

/// B=2; Ti=4; Ts=5 of which the second row uses 3.
inline Batch recurrent_batch(const ModelConfig& config) {
  const Format format = format_of(config);
  const bool source = has_source(format), decodes = format == Format::Pairs || format == Format::Stream;
  Batch batch;
  batch.resize(2, source ? 5 : 0, decodes ? 4 : 0, decodes ? 4 : format == Format::Class ? 1 : 5);
  if (decodes) {
    batch.input = {1, 4, 2, 6, 1, 5, 5, 0};
    batch.input_lengths = {4, 3};
  }
  for (std::size_t i = 0; i < batch.target.size(); ++i) batch.target[i] = static_cast<TokenId>(i * 3 % 7);
  if (source) {
    batch.source = {3, 8, 1, 4, 2, 7, 7, 5, 0, 0};
    batch.source_lengths = {5, 3};
  }
  if (batch.target.size() > 2) batch.target.back() = kIgnoredTarget;
  if (format == Format::Labels) batch.target[8] = kIgnoredTarget;
  return batch;
}

}  // namespace attnlab::testing
