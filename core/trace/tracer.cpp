// Tracer: encode, record forward and backward, and name the tokens.
#include "core/trace/tracer.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/models/changed_model.h"
#include "core/models/generation/generation.h"
#include "core/models/model.h"
#include "core/tasks/base/encode.h"
#include "core/tasks/base/stream_targets.h"
#include "core/text/shown_pieces.h"
#include "core/trace/edit_words.h"
#include "core/trace/token_edit.h"

namespace attnlab {

namespace {

/// Throws `Error` with `pattern`, which has places for the numbers of tokens.
template <typename Error>
void check_length(std::string_view pattern, Index tokens, Index context) {
  if (tokens > context) throw Error(tr(pattern, std::to_string(tokens), std::to_string(context)));
}

constexpr const char* kLongSource =
    tr_mark("the source has {1} tokens, but the model's context is {2}: shorten the text");
constexpr const char* kLongTarget =
    tr_mark("the target has {1} tokens, but the model's context is {2}: shorten the text");
constexpr const char* kLongText =
    tr_mark("the text has {1} tokens, but the model's context is {2}: shorten the text");

Piece special(const Tokenizer& tokenizer, TokenId id) { return {id, tokenizer.entry(id), true}; }

/// The model's own greedy output for the source of `batch`.
std::vector<TokenId> generated_target(const Model& model, const Vocabularies& v,
                                      const WeightsSnapshot& snapshot, const Batch& batch,
                                      AttentionDevice* device) {
  const Index room = model.config().context - 1;
  return decode_greedily(model, snapshot.weights, batch, v.target.sos(), v.target.ends(), room,
                         {.device = device})[0];
}

/// Replaces the target of `batch`.
void use_target(const Vocabularies& v, const std::vector<TokenId>& target, Batch& batch,
                std::vector<Piece>& pieces) {
  set_answer(v, target, batch);
  pieces.clear();
  for (TokenId id : target) pieces.push_back(special(v.target, id));
}

/// The places of a picture's patches, row and column, as pieces.
std::vector<Piece> patch_pieces(const ModelConfig& config) {
  const Index across = config.picture_size / config.patch_size;
  std::vector<Piece> pieces;
  for (Index p = 0; p < across * across; ++p)
    pieces.push_back({kUnknownId, std::to_string(p / across) + "," + std::to_string(p % across), true});
  return pieces;
}

/// The pieces at the encoder's positions, the class vector among them.
std::vector<Piece> source_pieces(const ModelConfig& config, const Vocabularies& v, std::string_view source) {
  std::vector<Piece> pieces;
  if (v.source) pieces = framed_pieces(*v.source, source);
  if (architecture_of(config).reads_patches()) pieces = patch_pieces(config);
  if (has_class_token(config)) pieces.insert(pieces.begin(), {kUnknownId, "[CLS]", true});
  return pieces;
}

/// The pieces of what the decoder reads, or of the targets.
std::vector<Piece> target_pieces(Format format, const Vocabularies& v, std::string_view source,
                                 std::string_view target) {
  if (format == Format::Masked && !target.empty()) return framed_pieces(v.target, target);
  std::vector<Piece> pieces;
  if (format == Format::Stream) {
    pieces = pieces_of_ids(v.target, v.target.frame().before);
    std::ranges::copy(shown_pieces(v.target, source), std::back_inserter(pieces));
  }
  if (format == Format::Pairs) pieces = pieces_of_ids(v.target, v.target.frame().before);
  if (format == Format::Labels && v.source)  // the frame has no labels
    pieces.resize(v.source->frame().before.size());
  std::ranges::copy(shown_pieces(v.target, target), std::back_inserter(pieces));
  return pieces;
}

/// A stream's targets are its own next tokens.
void name_next_tokens(Trace& trace, const Vocabularies& v) {
  std::vector<Piece>& pieces = trace.target_pieces;
  pieces.erase(pieces.begin());
  const bool ends = trace.batch().target.back() == v.target.eos();
  pieces.push_back(ends ? special(v.target, v.target.eos()) : Piece());
}

/// No name where no target counts: in a question, or of a token that is not hidden.
void clear_uncounted(Trace& trace) {
  std::vector<Piece>& pieces = trace.target_pieces;
  const std::vector<TokenId>& targets = trace.batch().target;
  pieces.resize(std::min(pieces.size(), targets.size()));
  for (std::size_t t = 0; t < pieces.size(); ++t)
    if (targets[t] == kIgnoredTarget) pieces[t] = {kIgnoredTarget, "", true};
}

/// Where a stream's targets begin: behind the tokens that are marked as the question, or those of the source.
Index mark_question(const Vocabularies& v, const TraceRequest& request, Batch& batch) {
  const auto read = count_of(batch.input);
  if (!request.question) return tokens_up_to(v.target, request.source);
  const Index question = std::clamp<Index>(*request.question, 0, read);
  const TokenId after = batch.target.back();
  write_stream_targets(batch.input, static_cast<std::size_t>(question), after, batch.target);
  return question;
}

/// Of all targets, leaves the one at `position`.
void keep_target(Index position, Batch& batch) {
  const auto at = static_cast<std::size_t>(position);
  if (position < 0 || at >= batch.target.size() || batch.target[at] == kIgnoredTarget)
    throw std::invalid_argument("position " + std::to_string(position) + " does not have a target");
  const TokenId kept = batch.target[at];
  std::ranges::fill(batch.target, kIgnoredTarget);
  batch.target[at] = kept;
}

/// The pass from which a patch takes its cells.
TraceRequest request_of(const PatchEdit& patch, Format format, std::optional<Index> kept_bytes) {
  TraceRequest other{.generate_target = patch.answer.empty(), .gradients = false, .kept_bytes = kept_bytes};
  if (writes_answer(format)) {
    other.source = patch.text;
    other.target = patch.answer;
    return other;
  }
  // Where no decoder reads an answer, the mark is a part of the text.
  const std::string text =
      patch.answer.empty() ? patch.text : patch.text + std::string(kAnswerMark) + patch.answer;
  (format == Format::Stream ? other.target : other.source) = text;
  return other;
}

/// Cells of one vector of the width at each position, the smallest tensors between blocks.
Index cells_between_blocks(const ModelConfig& config, const Batch& batch) {
  return config.width * std::max(batch.size * batch.input_length, batch.size * batch.source_length);
}

/// Runs backward from `end`, with `gradients` as the memory of the parameters', where they are kept.
PassMemory go_back(Tape& tape, const Model& model, const TraceRequest& request, const Batch& batch,
                   Variable end, AlignedBuffer& gradients) {
  const std::optional<Index> most = is_transformer(model.config()) ? request.kept_bytes : std::nullopt;
  const KeptGradients kept = choose_kept_gradients(tape, most, cells_between_blocks(model.config(), batch));
  if (kept.parameters) {
    gradients.assign(model.parameters().size(), Real(0));
    tape.give_parameter_gradients(gradients.data());
  }
  tape.backward(end);
  return kept.memory;
}

/// Names the cells along the batch's axes.
void name_pieces(Trace& trace, const Vocabularies& v, std::string_view source,
                 const std::vector<Piece>& target) {
  const Format format = format_of(trace.config());
  trace.source_pieces = source_pieces(trace.config(), v, source);
  trace.target_pieces = format == Format::Numbers ? trace.source_pieces : target;
  if (writes_text(format) || format == Format::WordContext) trace.input_pieces = target;
  if (format == Format::Pairs && !v.source->pipeline())
    trace.source_pieces.push_back(special(*v.source, v.source->eos()));
  if (writes_answer(format)) {
    trace.input_pieces.insert(trace.input_pieces.begin(), special(v.target, v.target.sos()));
    trace.target_pieces.push_back(special(v.target, v.target.eos()));
  } else if (format == Format::Stream) {
    name_next_tokens(trace, v);
  }
  clear_uncounted(trace);
}

}  // namespace

std::vector<Intervention> Tracer::interventions_of(const Edit& edit, const SnapshotPtr& snapshot,
                                                   std::optional<Index> kept_bytes) const {
  const auto* patch = std::get_if<PatchEdit>(&edit);
  if (!patch || patch->from) return attnlab::interventions_of(edit, model_->config());
  const TracePtr other = trace(snapshot, request_of(*patch, format_of(model_->config()), kept_bytes));
  return attnlab::interventions_of(PatchEdit{patch->cells, other, patch->text, patch->answer},
                                   model_->config());
}

TracePtr Tracer::trace(const SnapshotPtr& snapshot, const TraceRequest& request,
                       const TraceHooks& hooks) const {
  const std::shared_ptr<const Model> model = changed_model(model_, request.model_options);
  const Vocabularies& v = *vocabularies_;
  const Format format = format_of(model->config());
  const bool answers = writes_answer(format);
  const bool given = answers && request.target_tokens.has_value();
  const bool generated = answers && request.generate_target && !given;
  const std::string target_text = generated || given ? "" : request.target;
  Batch batch = encode_example(format, v, {request.source, target_text, request.picture});
  check_target(format, v, {request.source, target_text});
  const Index question = format == Format::Stream ? mark_question(v, request, batch) : 0;
  std::vector<Piece> target = target_pieces(format, v, request.source, target_text);
  check_length<std::invalid_argument>(kLongSource, batch.source_length, model->config().context);
  const std::shared_ptr<AttentionDevice> device = device_.get();
  if (given) use_target(v, *request.target_tokens, batch, target);
  if (generated) use_target(v, generated_target(*model, v, *snapshot, batch, device.get()), batch, target);
  v.source || answers
      ? check_length<TargetError>(kLongTarget, batch.input_length, model->config().context)
      : check_length<std::invalid_argument>(kLongText, batch.input_length, model->config().context);
  const std::vector<TokenChange> tokens = change_tokens(request.edits, v, batch);
  if (request.only_target) keep_target(*request.only_target, batch);

  auto tape = std::make_unique<Tape>(Mode::Record);
  tape->use_device(device.get());
  if (request.kept_bytes) tape->arena().keep_within(static_cast<std::size_t>(*request.kept_bytes));
  for (const Edit& edit : request.edits)
    for (Intervention& intervention : interventions_of(edit, snapshot, request.kept_bytes))
      tape->recorded().attach(std::move(intervention));
  for (const Intervention& intervention : hooks.interventions) tape->recorded().attach(intervention);
  for (Observer* observer : hooks.observers) tape->recorded().attach(observer);
  if (request.gradients)
    tape->bind_for_backward(model->parameters(), snapshot->weights.data());
  else
    tape->bind(model->parameters(), snapshot->weights.data(), nullptr);
  const Model::Loss loss = model->losses(*tape, batch, 0, batch.counted_targets());
  tape->recorded().check_hooks();
  std::optional<Fault> fault = fault_of_values(*tape);
  PassMemory memory{.values = static_cast<Index>(tape->arena().used())};
  AlignedBuffer gradients;
  if (request.gradients)
    memory = go_back(*tape, *model, request, batch,
                     hooks.objective ? hooks.objective(*tape, loss.logits) : loss.total, gradients);
  if (request.gradients && !fault) fault = fault_of_gradients(*tape);
  move_out(*tape, request.kept_bytes, static_cast<Index>(gradients.size() * sizeof(Real)), memory);
  tape->use_device(nullptr);  // the trace outlives it

  auto trace = std::make_shared<Trace>(model, snapshot, std::move(tape), std::move(batch));
  trace->gradients_ = std::move(gradients);
  trace->memory_ = memory;
  trace->fault_ = std::move(fault);
  trace->target_is_generated = generated;
  trace->question = question;
  for (const Edit& edit : request.edits) trace->edits.push_back(edit_text(edit));
  name_pieces(*trace, v, request.source, target);
  for (const TokenChange& change : tokens) name_change(change, *trace);
  return trace;
}

}  // namespace attnlab
