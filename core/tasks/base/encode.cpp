// Encode: examples to rows of ids, and rows to a padded batch.
#include "core/tasks/base/encode.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/tasks/base/hidden_token.h"
#include "core/tasks/base/stream_targets.h"
#include "core/text/shown_pieces.h"

namespace attnlab {

namespace {

using Ids = std::vector<TokenId>;

/// One example in ids.
struct EncodedRow {
  Ids source, input, target;
};

void require_text(const Ids& ids) {
  if (ids.empty()) throw std::invalid_argument("the text is empty: enter at least one token");
}

/// Unknown tokens are not targets.
void ignore_unknown(Ids& target) { std::ranges::replace(target, kUnknownId, kIgnoredTarget); }

EncodedRow stream_row(const Vocabularies& v, const Example& example) {
  const Ids question = v.target.encode(example.source), answer = v.target.encode(example.target);
  EncodedRow row{.source = {}, .input = v.target.frame().before, .target = {}};
  row.input.insert(row.input.end(), question.begin(), question.end());
  row.input.insert(row.input.end(), answer.begin(), answer.end());
  require_text(row.input);
  row.target.resize(row.input.size());
  const TokenId after = question.empty() ? kIgnoredTarget : v.target.eos();
  const auto asked = static_cast<std::size_t>(tokens_up_to(v.target, example.source));
  write_stream_targets(row.input, asked, after, row.target);
  return row;
}

EncodedRow answer_row(const Vocabularies& v, std::span<const TokenId> target) {
  EncodedRow row{.source = {}, .input = {v.target.sos()}, .target = {target.begin(), target.end()}};
  row.input.insert(row.input.end(), target.begin(), target.end());
  row.target.push_back(v.target.eos());
  return row;
}

/// What a model of another program says before an answer is a part of the answer.
EncodedRow pair_row(const Vocabularies& v, const Example& example) {
  Ids answer = v.target.frame().before;
  std::ranges::copy(v.target.encode(example.target), std::back_inserter(answer));
  EncodedRow row = answer_row(v, answer);
  row.source = encode_framed(*v.source, example.source);
  if (!v.source->pipeline()) row.source.push_back(v.source->eos());
  return row;
}

EncodedRow masked_row(const Vocabularies& v, const Example& example) {
  EncodedRow row{.source = encode_framed(*v.source, example.source), .input = {}, .target = {}};
  if (!example.target.empty()) row.target = encode_framed(v.target, example.target);
  require_text(row.source);
  row.target.resize(row.source.size(), kIgnoredTarget);
  for (std::size_t i = 0; i < row.source.size(); ++i)
    if (row.source[i] != v.source->mask()) row.target[i] = kIgnoredTarget;
  ignore_unknown(row.target);
  return row;
}

EncodedRow labels_row(const Vocabularies& v, const Example& example) {
  EncodedRow row{
      .source = v.source->encode(example.source), .input = {}, .target = v.target.encode(example.target)};
  require_text(row.source);
  if (row.target.empty()) row.target.assign(row.source.size(), kIgnoredTarget);
  if (row.target.size() != row.source.size())
    throw std::invalid_argument("the text has " + std::to_string(row.source.size()) + " tokens, but " +
                                std::to_string(row.target.size()) +
                                " labels: enter one label for each token");
  ignore_unknown(row.target);
  const TokenFrame& frame = v.source->frame();  // whose tokens have no labels
  row.source = encode_framed(*v.source, example.source);
  row.target.insert(row.target.begin(), frame.before.size(), kIgnoredTarget);
  row.target.insert(row.target.end(), frame.after.size(), kIgnoredTarget);
  return row;
}

TokenId class_of(const Vocabularies& v, const Example& example) {
  const Ids ids = v.target.encode(example.target);
  return ids.size() == 1 && ids[0] != kUnknownId ? ids[0] : kIgnoredTarget;
}

EncodedRow class_row(const Vocabularies& v, const Example& example) {
  EncodedRow row{
      .source = encode_framed(*v.source, example.source), .input = {}, .target = {class_of(v, example)}};
  require_text(row.source);
  return row;
}

EncodedRow context_row(const Vocabularies& v, const Example& example) {
  EncodedRow row{
      .source = v.source->encode(example.source), .input = v.target.encode(example.target), .target = {}};
  require_text(row.source);
  if (row.input.empty()) throw TargetError("the target is empty: enter the candidate words");
  row.target.assign(row.input.size(), 0);
  row.target.front() = 1;
  for (std::size_t i = 0; i < row.input.size(); ++i)
    if (row.input[i] == kUnknownId) row.target[i] = kIgnoredTarget;
  return row;
}

/// Characters that are not digits are not targets.
EncodedRow numbers_row(const Vocabularies& v, const Example& example) {
  EncodedRow row{.source = v.source->encode(example.source), .input = {}, .target = {}};
  require_text(row.source);
  row.target = row.source;
  ignore_unknown(row.target);
  return row;
}

EncodedRow encode_row(Format format, const Vocabularies& v, const Example& example) {
  switch (format) {
    case Format::Stream: return stream_row(v, example);
    case Format::Pairs: return pair_row(v, example);
    case Format::Masked: return masked_row(v, example);
    case Format::Labels: return labels_row(v, example);
    case Format::Class: return class_row(v, example);
    case Format::Picture: return {.source = {}, .input = {}, .target = {class_of(v, example)}};
    case Format::PictureText: return answer_row(v, v.target.encode(example.target));
    case Format::WordContext: return context_row(v, example);
    case Format::Numbers: return numbers_row(v, example);
  }
  return {};
}

[[noreturn]] void refuse_name(std::string_view kind, const std::string& name, const Tokenizer& names) {
  std::vector<std::string> entries;
  for (TokenId id = names.first_entry(); id < names.size(); ++id) entries.push_back(names.entry(id));
  throw std::invalid_argument("this model does not have the " + std::string(kind) + " \"" + name + "\"" +
                              did_you_mean(name, entries));
}

void check_class(const Tokenizer& classes, const std::string& name) {
  const std::vector<Piece> pieces = classes.pieces(name);
  if (pieces.size() != 1 || !pieces[0].known) refuse_name("class", name, classes);
}

void check_labels(const Tokenizer& labels, const std::string& text) {
  for (const Piece& piece : labels.pieces(text))
    if (!piece.known && piece.text != kNoLabel) refuse_name("label", piece.text, labels);
}

void check_whole(const Vocabularies& v, const Example& example) {
  const Ids text = v.source->encode(example.source);
  const std::size_t wanted = v.target.encode(example.target).size();
  if (wanted != text.size())
    throw std::invalid_argument("the target has " + std::to_string(wanted) + " tokens for " +
                                std::to_string(text.size()) +
                                " of the text: enter the whole text, including the masked tokens");
  if (std::ranges::find(text, v.source->mask()) == text.end()) refuse_nothing_hidden(*v.source, "the text");
}

Index longest(const std::vector<EncodedRow>& rows, Ids EncodedRow::*part) {
  std::size_t most = 0;
  for (const EncodedRow& row : rows) most = std::max(most, (row.*part).size());
  return static_cast<Index>(most);
}

/// Fills `cells` [B,width] with the rows' part and `padding` behind each.
void write(const std::vector<EncodedRow>& rows, Ids EncodedRow::*part, TokenId padding, Index width,
           Ids& cells, std::vector<Index>* lengths) {
  std::ranges::fill(cells, padding);
  for (std::size_t b = 0; b < rows.size(); ++b) {
    const Ids& from = rows[b].*part;
    std::ranges::copy(from, cells.begin() + as_offset(static_cast<Index>(b) * width));
    if (lengths && width > 0) (*lengths)[b] = count_of(from);
  }
}

/// Where the token that ends a text stands within one, what follows it is the second text of a pair.
void write_segments(const Vocabularies& v, Batch& batch) {
  if (!v.source || v.source->frame().after.empty()) return;
  const TokenId end = v.source->frame().after.front();
  Ids segments(batch.source.size(), 0);
  for (Index row = 0; row < batch.size; ++row) {
    const auto begin = static_cast<std::size_t>(row * batch.source_length);
    const auto length = static_cast<std::size_t>(batch.source_lengths[row]);
    const auto ids = std::span(batch.source).subspan(begin, length);
    const auto first_end = std::ranges::find(ids, end);
    if (first_end == ids.end()) continue;
    const auto behind = static_cast<std::size_t>(first_end - ids.begin()) + 1;
    std::ranges::fill(std::span(segments).subspan(begin + behind, length - behind), 1);
  }
  if (std::ranges::find(segments, 1) != segments.end()) batch.source_segments = std::move(segments);
}

Batch batch_of(const std::vector<EncodedRow>& rows, const Vocabularies& v) {
  Batch batch;
  batch.resize(count_of(rows), longest(rows, &EncodedRow::source), longest(rows, &EncodedRow::input),
               longest(rows, &EncodedRow::target));
  write(rows, &EncodedRow::source, v.source ? v.source->pad() : 0, batch.source_length, batch.source,
        &batch.source_lengths);
  write(rows, &EncodedRow::input, v.target.pad(), batch.input_length, batch.input, &batch.input_lengths);
  write(rows, &EncodedRow::target, kIgnoredTarget, batch.target_length, batch.target, nullptr);
  write_segments(v, batch);
  return batch;
}

void write_pictures(Batch& batch, std::span<const Example> examples) {
  for (const Example& example : examples)
    if (!example.picture) throw std::invalid_argument("the model reads pictures: choose a picture");
  const Picture& first = *examples[0].picture;
  batch.resize_pictures(first.channels, first.height, first.width);
  auto to = batch.pictures.begin();
  for (const Example& example : examples) {
    const Picture& picture = *example.picture;
    if (picture.channels != first.channels || picture.height != first.height || picture.width != first.width)
      throw std::invalid_argument("the pictures of a batch must have the same size");
    to = std::ranges::copy(picture.pixels, to).out;
  }
}

}  // namespace

Vocabularies vocabularies_of(const Task& task) {
  Vocabularies vocabularies;
  if (has_source(task.format())) vocabularies.source = task.source_tokenizer();
  vocabularies.target = task.target_tokenizer();
  return vocabularies;
}

Batch encode_examples(Format format, const Vocabularies& v, std::span<const Example> examples) {
  if (examples.empty()) throw std::invalid_argument("the list of examples is empty");
  std::vector<EncodedRow> rows;
  for (const Example& example : examples) rows.push_back(encode_row(format, v, example));
  Batch batch = batch_of(rows, v);
  if (has_picture(format)) write_pictures(batch, examples);
  return batch;
}

void check_target(Format format, const Vocabularies& v, const Example& example) {
  if (example.target.empty()) return;
  if (gives_class(format)) check_class(v.target, example.target);
  if (format == Format::Labels) check_labels(v.target, example.target);
  if (format == Format::Masked) check_whole(v, example);
}

Batch encode_example(Format format, const Vocabularies& v, const Example& example) {
  return encode_examples(format, v, {&example, 1});
}

void set_answer(const Vocabularies& v, std::span<const TokenId> target, Batch& batch) {
  const EncodedRow row = answer_row(v, target);
  batch.resize_target(count_of(row.input));
  batch.input = row.input;
  batch.target = row.target;
  batch.input_lengths[0] = batch.input_length;
}

Batch encode_text(const Vocabularies& v, std::string_view source, std::string_view target) {
  if (!v.source) return encode_example(Format::Stream, v, {"", std::string(target)});
  return encode_example(Format::Pairs, v, {std::string(source), std::string(target)});
}

}  // namespace attnlab
