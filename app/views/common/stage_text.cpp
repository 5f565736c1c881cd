// Words of the stages: titles, places, sentences.
#include "app/views/common/stage_text.h"

#include <cmath>

#include "app/base/format.h"
#include "app/state/made_commands.h"
#include "core/config/no_such_kind.h"

namespace attnlab {

const char* stage_title(Stage stage) {
  constexpr const char* kTitles[] = {
      "Queries",           "Keys",    "Values", "Scores", "Scaled scores", "Masked scores",
      "Attention weights", "Context", "Output"};
  return kTitles[static_cast<std::size_t>(stage)];
}

const char* stage_short_title(Stage stage) {
  constexpr const char* kTitles[] = {"query",  "key",     "value",   "scores", "scaled",
                                     "masked", "softmax", "context", "output"};
  return kTitles[static_cast<std::size_t>(stage)];
}

const char* stage_term(Stage stage) {
  constexpr const char* kTerms[] = {
      "query", "key", "value", "score", "scaling by √d", "mask", "softmax", "context", "output projection"};
  return kTerms[static_cast<std::size_t>(stage)];
}

Role stage_role(Stage stage) {
  switch (stage) {
    case Stage::Query: return Role::Query;
    case Stage::Key: return Role::Key;
    case Stage::Value: return Role::Value;
    case Stage::Softmax:
    case Stage::Context:
    case Stage::Output: return Role::Output;
    case Stage::Scores:
    case Stage::Scaled:
    case Stage::Masked: return Role::None;
  }
  no_such_kind("stage");
}

const char* attention_title(AttentionKind kind, bool causal) {
  constexpr const char* kTitles[] = {"Encoder self", "Masked self", "Cross"};
  if (kind == AttentionKind::DecoderSelf && !causal) return "Decoder self";
  return kTitles[static_cast<std::size_t>(kind)];
}

std::string breadcrumb(const Selection& s, bool causal) {
  const bool encoder = s.attention == AttentionKind::EncoderSelf;
  const char* const kind = encoder                               ? "self-attention"
                           : s.attention == AttentionKind::Cross ? "cross-attention"
                           : causal                              ? "masked self-attention"
                                                                 : "self-attention";
  return std::string(encoder ? "Encoder" : "Decoder") + " · layer " + std::to_string(s.layer) + " · " + kind +
         " · head " + std::to_string(s.head);
}

std::string divisor_text(Index head_size) {
  const double root = std::sqrt(double(head_size));
  return format_fixed(root, root == std::floor(root) ? 0 : 2);
}

namespace {

std::string masked_sentence(const AppState& state, const ModelConfig& config, bool masked) {
  const Selection& s = state.selection;
  if (has_edit(state, mask_edit(s)))
    return "The mask is switched off: every key may be seen, even those that come later.";
  if (masked && config.causal && s.attention == AttentionKind::DecoderSelf) {
    return "No token may look at what comes after it: the mask turns those scores into −∞.";
  }
  if (masked) return "Some keys may not be seen: the mask turns their scores into −∞.";
  return "Every key may be seen here, so the mask adds zero everywhere.";
}

std::string key_sentence(const Selection& s) {
  return s.attention == AttentionKind::Cross
             ? "Each token of the encoder's output gets a key: what it offers to be found by."
             : "Each token also gets a key: what it offers to be found by.";
}

}  // namespace

std::string stage_sentence(const AppState& state, const ModelConfig& config, bool masked) {
  const Selection& s = state.selection;
  const Index size = config.head_size();
  switch (state.chosen.stage) {
    case Stage::Query:
      return "Each token is turned into a query: what it is looking for in the other tokens.";
    case Stage::Key: return key_sentence(s);
    case Stage::Value: return "Each token gets a value: what it passes on to those that attend to it.";
    case Stage::Scores:
      return "Each query asks every key: how well do you match? The answer is their dot product.";
    case Stage::Scaled:
      return "A sum of " + std::to_string(size) + " products spreads " + divisor_text(size) +
             " times as wide as one product; dividing by √d undoes that, so that softmax is not saturated.";
    case Stage::Masked: return masked_sentence(state, config, masked);
    case Stage::Softmax:
      return "Each query's scores become shares that sum to one: how it divides its attention among the "
             "keys.";
    case Stage::Context: return "Each query takes home a mix of the values, in the shares of its attention.";
    case Stage::Output:
      return "The contexts of all " + std::to_string(config.heads) +
             " heads are laid side by side and mixed by one last matrix.";
  }
  no_such_kind("stage");
}

}  // namespace attnlab
