// Pair: encoding two texts, and finding where their answers differ.
#include "core/analysis/patching/pair.h"

#include <algorithm>
#include <stdexcept>

#include "core/analysis/patching/batch_rows.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/models/generation/generation.h"
#include "core/tasks/base/encode.h"
#include "core/tasks/base/hidden_token.h"

namespace attnlab {

namespace {

using PairIds = std::vector<TokenId>;

/// What to report about one text; in "{1}" is a token.
struct SideMessages {
  const char* unknown_token;
  const char* empty;
  const char* unknown_answer;
};
constexpr SideMessages kOfClean{
    .unknown_token = tr_mark("the clean text has \"{1}\", which the model does not know"),
    .empty = tr_mark("the clean text is empty: enter at least one token"),
    .unknown_answer = tr_mark("the answer to the clean text has \"{1}\", which the model does not know")};
constexpr SideMessages kOfCorrupted{
    .unknown_token = tr_mark("the corrupted text has \"{1}\", which the model does not know"),
    .empty = tr_mark("the corrupted text is empty: enter at least one token"),
    .unknown_answer = tr_mark("the answer to the corrupted text has \"{1}\", which the model does not know")};

/// One text of the pair while it is read.
struct PairSide {
  const PatchText& given;
  const SideMessages& messages;
  PairIds read{};   ///< what the model reads of the text
  PairIds said{};   ///< what it predicts, if that is known before a pass
  PairIds after{};  ///< tokens of the answer that the decoder reads too
  Batch row{};      ///< encoded, without the answer
};

/// What is not known of another program's model may be its unknown token.
void check_known(const Tokenizer& tokenizer, const std::string& text, const char* message) {
  for (const Piece& piece : tokenizer.pieces(text))
    if (!piece.known && !(tokenizer.pipeline() && piece.id >= 0))
      throw std::invalid_argument(tr(message, piece.text));
}

/// `unless` is allowed.
void check_sayable(const Tokenizer& tokenizer, const std::string& text, const char* message,
                   std::string_view unless) {
  for (const Piece& piece : tokenizer.pieces(text))
    if (!piece.known && piece.text != unless) throw std::invalid_argument(tr(message, piece.text));
}

void check_lengths(const PairSide& clean, const PairSide& changed) {
  if (clean.read.size() != changed.read.size())
    throw std::invalid_argument(
        tr("the clean and the corrupted text have different lengths, {1} and {2} tokens: patching needs the "
           "same number in both",
           std::to_string(clean.read.size()), std::to_string(changed.read.size())));
  if (clean.read == changed.read)
    throw std::invalid_argument(tr("the clean and the corrupted text are the same: change a token of one"));
}

void read_text(const Model& model, const Vocabularies& v, PairSide& side) {
  const Format format = format_of(model.config());
  const Tokenizer& reads = v.of(format != Format::Stream);
  check_known(reads, side.given.text, side.messages.unknown_token);
  side.read = reads.encode(side.given.text);
  if (side.read.empty()) throw std::invalid_argument(tr(side.messages.empty));
  Example example;
  (format == Format::Stream ? example.target : example.source) = side.given.text;
  side.row = encode_example(format, v, example);
}

void check_context(const Model& model, Index tokens) {
  const Index most = model.config().context;
  if (tokens > most)
    throw std::invalid_argument(tr("the texts have {1} tokens, but the model's context is {2}: shorten them",
                                   std::to_string(tokens), std::to_string(most)));
}

/// The answer that was given, in tokens of the model's output; kUnknownId instead of kNoLabel.
PairIds given_answer(const Model& model, const Vocabularies& v, const PairSide& side) {
  const bool labels = format_of(model.config()) == Format::Labels;
  check_sayable(v.target, side.given.answer, side.messages.unknown_answer, labels ? kNoLabel : "");
  return v.target.encode(side.given.answer);
}

/// Of a model that answers: the given answer or its own, with <eos>.
PairIds whole_answer(const Model& model, const Vocabularies& v, std::span<const Real> weights, PairSide& side,
                     AttentionDevice* device) {
  PairIds answer = side.given.answer.empty()
                       ? decode_greedily(model, weights, side.row, v.target.sos(), v.target.ends(),
                                         model.config().context - 1, {.device = device})[0]
                       : given_answer(model, v, side);
  answer.push_back(v.target.eos());
  return answer;
}

[[noreturn]] void refuse_one_answer(const std::string& word) {
  throw std::invalid_argument(tr(
      "both texts have the answer \"{1}\": change a token on which the answer depends, or give two answers",
      word));
}

/// The first place at which two answers differ.
std::size_t first_difference(const Vocabularies& v, const PairIds& clean, const PairIds& changed) {
  const auto [a, b] = std::ranges::mismatch(clean, changed);
  if (a == clean.end() || b == changed.end()) refuse_one_answer(v.target.decode(clean));
  return static_cast<std::size_t>(a - clean.begin());
}

/// The decoder reads `read` in both rows.
void set_inputs(EncodedPair& encoded, const std::array<PairIds, 2>& read) {
  Batch& batch = encoded.batch;
  batch.resize_target(count_of(read[0]));
  batch.input.clear();
  for (const PairIds& row : read) batch.input.insert(batch.input.end(), row.begin(), row.end());
  std::ranges::fill(batch.input_lengths, batch.input_length);
}

void set_answers(const Vocabularies& v, TokenId clean, TokenId changed, EncodedPair& encoded) {
  if (clean == changed) refuse_one_answer(v.target.entry(clean));
  encoded.clean_answer = clean;
  encoded.changed_answer = changed;
  encoded.clean_word = v.target.entry(clean);
  encoded.changed_word = v.target.entry(changed);
}

TokenId most_probable(std::span<const Real> logits, Index row, Index vocabulary) {
  const auto first = logits.begin() + as_offset(row * vocabulary);
  return static_cast<TokenId>(std::max_element(first, first + as_offset(vocabulary)) - first);
}

/// The two rows, where the answers are compared, and what is known of them.
class PairReader {
 public:
  PairReader(const Model& model, const Vocabularies& v, std::span<const Real> weights, const PatchPair& pair,
             AttentionDevice* device)
      : model_(model), v_(v), weights_(weights), device_(device) {
    encoded_.pair = pair;
  }

  EncodedPair read() {
    PairSide clean{encoded_.pair.clean, kOfClean}, changed{encoded_.pair.changed, kOfCorrupted};
    for (PairSide* side : {&clean, &changed}) read_text(model_, v_, *side);
    check_lengths(clean, changed);
    check_context(model_, std::max(clean.row.source_length, clean.row.input_length));
    encoded_.batch = clean.row;
    append_row(changed.row);
    const Format format = format_of(model_.config());
    if (writes_answer(format)) {
      read_answers(clean, changed);
    } else if (format == Format::Stream) {
      read_continuations(clean, changed);
    } else {
      read_places(clean, changed);
    }
    encoded_.batch.target.assign(encoded_.batch.target.size(), kIgnoredTarget);
    name_tokens();
    return std::move(encoded_);
  }

 private:
  void append_row(const Batch& row) {
    Batch& batch = encoded_.batch;
    batch.size = 2;
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(batch.source, row.source);
    append(batch.input, row.input);
    append(batch.target, row.target);
    append(batch.source_lengths, row.source_lengths);
    append(batch.input_lengths, row.input_lengths);
  }

  /// A model that answers a source: the decoder reads <sos> and what both answers begin with.
  void read_answers(PairSide& clean, PairSide& changed) {
    const PairIds a = whole_answer(model_, v_, weights_, clean, device_);
    const PairIds b = whole_answer(model_, v_, weights_, changed, device_);
    const std::size_t at = first_difference(v_, a, b);
    PairIds input{v_.target.sos()};
    input.insert(input.end(), a.begin(), a.begin() + static_cast<std::ptrdiff_t>(at));
    check_context(model_, count_of(input));
    set_inputs(encoded_, {input, input});
    encoded_.place = static_cast<Index>(at);
    set_answers(v_, a[at], b[at], encoded_);
  }

  /// A model that continues a text.
  void read_continuations(PairSide& clean, PairSide& changed) {
    PairIds a = given_answer(model_, v_, clean), b = given_answer(model_, v_, changed);
    if (!a.empty() && !b.empty()) {
      const std::size_t at = first_difference(v_, a, b);
      for (PairSide* side : {&clean, &changed})
        side->read.insert(side->read.end(), a.begin(), a.begin() + static_cast<std::ptrdiff_t>(at));
      a.erase(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(at));
      b.erase(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(at));
    }
    check_context(model_, count_of(clean.read));
    set_inputs(encoded_, {clean.read, changed.read});
    encoded_.place = encoded_.batch.input_length - 1;
    compare_at({encoded_.place}, a, b);
  }

  /// A model that gives a class, labels or hidden tokens.
  void read_places(PairSide& clean, PairSide& changed) {
    std::vector<Index> places;
    const Batch& batch = encoded_.batch;
    const auto is_hidden = [&](Index t) { return batch.source[t] == v_.source->mask(); };
    for (Index t = 0; t < batch.target_length; ++t)
      if (format_of(model_.config()) != Format::Masked || is_hidden(t)) places.push_back(t);
    if (places.empty()) refuse_nothing_hidden(*v_.source, "the clean text");
    PairIds a = given_answer(model_, v_, clean), b = given_answer(model_, v_, changed);
    compare_at(places, answers_at(places, std::move(a)), answers_at(places, std::move(b)));
  }

  /// An answer for each place, of one for each position or for each place.
  PairIds answers_at(const std::vector<Index>& places, PairIds answer) const {
    if (answer.empty() || answer.size() == places.size()) return answer;
    if (count_of(answer) != encoded_.batch.target_length)
      throw std::invalid_argument(
          tr("the length of an answer is {1}, but must be {2}: give one token for each predicted position",
             std::to_string(answer.size()), std::to_string(places.size())));
    PairIds chosen;
    for (const Index place : places) chosen.push_back(answer[place]);
    return chosen;
  }

  /// The first of `places` at which the answers differ; the model predicts those that are not given.
  void compare_at(const std::vector<Index>& places, const PairIds& clean, const PairIds& changed) {
    std::vector<Real> logits;
    if (clean.empty() || changed.empty()) logits = recorded_logits(model_, weights_, encoded_.batch, device_);
    const Index vocabulary = model_.config().target_vocabulary, length = encoded_.batch.target_length;
    TokenId a = kUnknownId, b = kUnknownId;
    for (std::size_t i = 0; i < places.size() && a == b; ++i) {
      const TokenId x = clean.empty() ? most_probable(logits, places[i], vocabulary) : clean[i];
      const TokenId y = changed.empty() ? most_probable(logits, length + places[i], vocabulary) : changed[i];
      if (x == kUnknownId || y == kUnknownId) continue;
      a = x;
      b = y;
      encoded_.place = places[i];
    }
    if (a == kUnknownId)
      throw std::invalid_argument(
          tr("no token has a label in both answers: give two labels that can be compared"));
    set_answers(v_, a, b, encoded_);
  }

  void name_tokens() {
    const Batch& batch = encoded_.batch;
    for (std::size_t row = 0; row < 2; ++row) {
      PairTokens& tokens = encoded_.tokens[row];
      if (has_class_token(model_.config())) tokens.source.push_back({kUnknownId, "[CLS]", true});
      name_row(batch.source, batch.source_length, row, v_.of(true), tokens.source);
      name_row(batch.input, batch.input_length, row, v_.target, tokens.input);
    }
  }

  static void name_row(const PairIds& ids, Index length, std::size_t row, const Tokenizer& names,
                       std::vector<Piece>& pieces) {
    for (Index t = 0; t < length; ++t) {
      const TokenId id = ids[row * static_cast<std::size_t>(length) + static_cast<std::size_t>(t)];
      pieces.push_back({id, names.entry(id), true});
    }
  }

  const Model& model_;
  const Vocabularies& v_;
  std::span<const Real> weights_;
  AttentionDevice* device_;
  EncodedPair encoded_;
};

}  // namespace

bool can_be_patched(const ModelConfig& config) {
  return is_transformer(config) && !has_picture(format_of(config));
}

EncodedPair encode_pair(const Model& model, const Vocabularies& vocabularies, std::span<const Real> weights,
                        const PatchPair& pair, AttentionDevice* device) {
  if (!can_be_patched(model.config()))
    throw std::invalid_argument(tr("only Transformers that read texts can be patched between two texts"));
  return PairReader(model, vocabularies, weights, pair, device).read();
}

}  // namespace attnlab
