// Tracer: encode, record forward and backward, and name the tokens.
#include "core/trace/tracer.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <stdexcept>

#include "core/models/generation.h"
#include "core/tasks/encode.h"

namespace attnlab {

namespace {

void check_length(std::string_view what, Index tokens, Index context) {
  if (tokens <= context) return;
  throw std::invalid_argument("the " + std::string(what) + " has " + std::to_string(tokens) +
                              " tokens, but the model's context is " + std::to_string(context) +
                              ": shorten it");
}

Piece special(const Tokenizer& tokenizer, TokenId id) { return {id, tokenizer.entry(id), true}; }

/// Replaces the target of `batch` by the model's own greedy output for its source.
void use_generated_target(const Model& model, const Vocabularies& v, const WeightsSnapshot& snapshot,
                          Batch& batch, std::vector<Piece>& pieces) {
  const Index room = model.config().context - 1;
  const auto made = decode_greedily(model, snapshot.weights, batch, v.target.sos(), v.target.eos(), room);
  std::vector<TokenId> source(batch.source.begin(), batch.source.end() - 1);
  batch = encode_pair(v, source, made[0]);
  pieces.clear();
  for (TokenId id : made[0]) pieces.push_back(special(v.target, id));
}

/// The places of a picture's patches, row and column, as pieces.
std::vector<Piece> patch_pieces(const ModelConfig& config) {
  const Index across = config.picture_size / config.patch_size;
  std::vector<Piece> pieces;
  for (Index p = 0; p < across * across; ++p)
    pieces.push_back({kUnknownId, std::to_string(p / across) + "," + std::to_string(p % across), true});
  return pieces;
}

/// What the encoder's positions stand for, the class vector among them.
std::vector<Piece> source_pieces(const ModelConfig& config, const Vocabularies& v, std::string_view source) {
  std::vector<Piece> pieces;
  if (v.source) pieces = v.source->pieces(source);
  if (format_of(config) == Format::Picture) pieces = patch_pieces(config);
  if (has_class_token(config)) pieces.insert(pieces.begin(), {kUnknownId, "[CLS]", true});
  return pieces;
}

/// A stream's targets are its own next tokens; nothing where none counts, as in a question.
void name_next_tokens(Trace& trace, const Vocabularies& v) {
  std::vector<Piece>& pieces = trace.target_pieces;
  const std::vector<TokenId>& targets = trace.batch().target;
  pieces.erase(pieces.begin());
  pieces.push_back(targets.back() == v.target.eos() ? special(v.target, v.target.eos()) : Piece());
  for (std::size_t t = 0; t < pieces.size(); ++t)
    if (targets[t] == kIgnoredTarget) pieces[t] = {kIgnoredTarget, "", true};
}

/// Names the cells along the batch's axes.
void name_pieces(Trace& trace, const Vocabularies& v, std::string_view source,
                 const std::vector<Piece>& target) {
  const Format format = format_of(trace.config());
  trace.source_pieces = source_pieces(trace.config(), v, source);
  trace.target_pieces = target;
  if (format == Format::Stream || format == Format::Pairs || format == Format::WordContext)
    trace.input_pieces = target;
  if (format == Format::Pairs) {
    trace.source_pieces.push_back(special(*v.source, v.source->eos()));
    trace.input_pieces.insert(trace.input_pieces.begin(), special(v.target, v.target.sos()));
    trace.target_pieces.push_back(special(v.target, v.target.eos()));
  } else if (format == Format::Stream) {
    name_next_tokens(trace, v);
  }
}

struct TokenChange {
  const TokenEdit& edit;
  Piece piece;
};

/// The one token that `text` is.
Piece token_named(const Tokenizer& tokenizer, const std::string& text) {
  for (TokenId id = 0; id < tokenizer.first_entry(); ++id)
    if (tokenizer.entry(id) == text) return special(tokenizer, id);
  const std::vector<Piece> pieces = tokenizer.pieces(text);
  if (pieces.size() == 1 && pieces[0].known) return pieces[0];
  throw std::invalid_argument(
      "\"" + text + "\" is " +
      (pieces.size() == 1 ? "not in the vocabulary" : std::to_string(pieces.size()) + " tokens, not one"));
}

/// Writes the tokens of all TokenEdits into `batch`.
std::vector<TokenChange> change_tokens(const std::vector<Edit>& edits, const Vocabularies& v, Batch& batch) {
  std::vector<TokenChange> changes;
  for (const Edit& any : edits) {
    const auto* edit = std::get_if<TokenEdit>(&any);
    if (!edit) continue;
    std::vector<TokenId>& ids = edit->in_source ? batch.source : batch.input;
    if (edit->position < 0 || edit->position >= static_cast<Index>(ids.size()))
      throw std::invalid_argument(edit_text(any) + ": the model reads " + std::to_string(ids.size()) +
                                  " tokens there");
    changes.push_back({*edit, token_named(edit->in_source && v.source ? *v.source : v.target, edit->token)});
    ids[static_cast<std::size_t>(edit->position)] = changes.back().piece.id;
  }
  return changes;
}

void name_change(Trace& trace, const TokenChange& change) {
  std::vector<Piece>& pieces = change.edit.in_source ? trace.source_pieces : trace.input_pieces;
  const Index before = change.edit.in_source && has_class_token(trace.config()) ? 1 : 0;
  const auto at = static_cast<std::size_t>(change.edit.position + before);
  if (at < pieces.size()) pieces[at] = change.piece;
}

}  // namespace

std::vector<Intervention> Tracer::interventions_of(const Edit& edit, const SnapshotPtr& snapshot) const {
  const auto* patch = std::get_if<PatchEdit>(&edit);
  if (!patch || patch->from) return attnlab::interventions_of(edit, model_->config());
  TraceRequest other{.generate_target = true, .gradients = false};
  (format_of(model_->config()) == Format::Stream ? other.target : other.source) = patch->text;
  return attnlab::interventions_of(PatchEdit{patch->cells, trace(snapshot, other), patch->text},
                                   model_->config());
}

TracePtr Tracer::trace(const SnapshotPtr& snapshot, const TraceRequest& request) const {
  const auto start = std::chrono::steady_clock::now();
  const Vocabularies& v = *vocabularies_;
  const Format format = format_of(model_->config());
  const bool generated = format == Format::Pairs && request.generate_target;
  const std::string target_text = generated ? "" : request.target;
  Batch batch = encode_example(format, v, {request.source, target_text, request.picture});
  std::vector<Piece> target = v.target.pieces(target_text);
  if (format == Format::Stream)
    std::ranges::copy(v.target.pieces(request.source), std::inserter(target, target.begin()));
  check_length("source", batch.source_length, model_->config().context);
  if (generated) use_generated_target(*model_, v, *snapshot, batch, target);
  check_length(v.source ? "target" : "text", batch.input_length, model_->config().context);
  const std::vector<TokenChange> tokens = change_tokens(request.edits, v, batch);

  auto tape = std::make_unique<Tape>(Mode::Record);
  for (const Edit& edit : request.edits)
    for (Intervention& intervention : interventions_of(edit, snapshot)) tape->attach(std::move(intervention));
  for (const Intervention& intervention : request.interventions) tape->attach(intervention);
  for (Observer* observer : request.observers) tape->attach(observer);
  AlignedBuffer gradients(request.gradients ? snapshot->weights.size() : 0, Real(0));
  tape->bind(model_->parameters(), snapshot->weights.data(), request.gradients ? gradients.data() : nullptr);
  const Variable loss = model_->loss(*tape, batch, 0, batch.counted_targets());
  tape->check_hooks();
  if (request.gradients) tape->backward(loss);

  auto trace = std::make_shared<Trace>(model_, snapshot, std::move(tape), std::move(batch));
  trace->gradients_ = std::move(gradients);
  trace->target_is_generated = generated;
  name_pieces(*trace, v, request.source, target);
  for (const TokenChange& change : tokens) name_change(*trace, change);
  trace->milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return trace;
}

}  // namespace attnlab
