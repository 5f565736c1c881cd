// Texts of the stages: titles, places, sentences.
#include "app/views/common/stage_text.h"

#include <cmath>

#include "app/base/format.h"
#include "app/state/made_commands.h"
#include "core/config/no_such_kind.h"
#include "core/language/messages.h"

namespace attnlab {

const char* stage_title(Stage stage) {
  constexpr const char* kTitles[] = {tr_mark("Queries"),
                                     tr_mark("Keys"),
                                     tr_mark("Values"),
                                     tr_mark("Scores"),
                                     tr_mark("Scaled scores"),
                                     tr_mark("Masked scores"),
                                     tr_mark("Attention weights"),
                                     tr_mark("Context"),
                                     tr_mark("Output")};
  return tr(kTitles[static_cast<std::size_t>(stage)]);
}

const char* stage_short_title(Stage stage) {
  constexpr const char* kTitles[] = {tr_mark("query"),  tr_mark("key"),     tr_mark("value"),
                                     tr_mark("scores"), tr_mark("scaled"),  tr_mark("masked"),
                                     "softmax",         tr_mark("context"), tr_mark("output")};
  return tr(kTitles[static_cast<std::size_t>(stage)]);
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
  switch (kind) {
    case AttentionKind::EncoderSelf: return tr("Encoder self");
    case AttentionKind::DecoderSelf: return causal ? tr("Masked self") : tr("Decoder self");
    case AttentionKind::Cross: return tr("Cross");
  }
  no_such_kind("attention");
}

std::string breadcrumb(const Selection& s, bool causal) {
  const std::string layer = std::to_string(s.layer), head = std::to_string(s.head);
  switch (s.attention) {
    case AttentionKind::EncoderSelf:
      return tr("Encoder · layer {1} · self-attention · head {2}", layer, head);
    case AttentionKind::DecoderSelf:
      return causal ? tr("Decoder · layer {1} · masked self-attention · head {2}", layer, head)
                    : tr("Decoder · layer {1} · self-attention · head {2}", layer, head);
    case AttentionKind::Cross: return tr("Decoder · layer {1} · cross-attention · head {2}", layer, head);
  }
  no_such_kind("attention");
}

std::string divisor_text(Index head_size) {
  const double root = std::sqrt(double(head_size));
  return format_fixed(root, root == std::floor(root) ? 0 : 2);
}

namespace {

std::string masked_sentence(const AppState& state, const ModelConfig& config, bool masked) {
  const Selection& s = state.selection;
  if (has_edit(state, mask_edit(s)))
    return tr("The mask is removed: every key is visible, even keys that come later.");
  if (masked && config.causal && s.attention == AttentionKind::DecoderSelf) {
    return tr("No token can attend to later tokens: the mask turns their scores into −∞.");
  }
  if (masked) return tr("Some keys are masked: the mask turns their scores into −∞.");
  return tr("Every key is visible here, so the mask adds zero everywhere.");
}

std::string key_sentence(const Selection& s) {
  return s.attention == AttentionKind::Cross
             ? tr("Each token of the encoder's output is turned into a key: what a query can find it by.")
             : tr("Each token is also turned into a key: what a query can find it by.");
}

}  // namespace

std::string stage_sentence(const AppState& state, const ModelConfig& config, bool masked) {
  const Selection& s = state.selection;
  const Index size = config.head_size();
  switch (state.chosen.stage) {
    case Stage::Query:
      return tr("Each token is turned into a query: what it is looking for in the other tokens.");
    case Stage::Key: return key_sentence(s);
    case Stage::Value:
      return tr("Each token is turned into a value: what it passes on to the tokens that attend to it.");
    case Stage::Scores: return tr("A score says how well a query and a key match: it is their dot product.");
    case Stage::Scaled:
      return tr(
          "A sum of {1} products spreads {2} times as widely as one product. Dividing by √d undoes this, so "
          "that the softmax does not saturate.",
          std::to_string(size), divisor_text(size));
    case Stage::Masked: return masked_sentence(state, config, masked);
    case Stage::Softmax:
      return tr(
          "The softmax turns each query's scores into weights that sum to one: how it divides its "
          "attention among the keys.");
    case Stage::Context: return tr("Each query receives a mix of the values, weighted by its attention.");
    case Stage::Output:
      return tr_plural(
          "The context of the head is multiplied by one last matrix.",
          "The contexts of all {1} heads are put side by side and multiplied by one last matrix.",
          config.heads, std::to_string(config.heads));
  }
  no_such_kind("stage");
}

}  // namespace attnlab
