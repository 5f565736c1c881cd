// HandAttention: its matrices as rows, their sizes, and what may be typed.
#include "core/trace/hand_attention.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/trace/edit.h"
#include "core/trace/edit_masks.h"
#include "core/trace/hand_sites.h"

namespace attnlab {

namespace {

using Score = GeneralAttention::Score;

constexpr double kMostSize = 1e6, kLeastSize = 1e-9;

double zero(Index, Index) { return 0; }
double one(Index, Index) { return 1; }
double identity(Index row, Index column) { return row == column ? 1 : 0; }

constexpr HandMatrixKind kMatrices[] = {
    {.name = "q",
     .member = "queries",
     .cells = &HandAttention::query,
     .site = &hand_sites::kQuery,
     .rows = &HandSizes::queries,
     .columns = &HandSizes::features,
     .start = zero,
     .row_names = &HandAttention::query_names},
    {.name = "k",
     .member = "keys",
     .cells = &HandAttention::key,
     .site = &hand_sites::kKey,
     .rows = &HandSizes::keys,
     .columns = &HandSizes::features,
     .start = zero,
     .row_names = &HandAttention::key_names},
    {.name = "v",
     .member = "values",
     .cells = &HandAttention::value,
     .site = &hand_sites::kValue,
     .rows = &HandSizes::keys,
     .columns = &HandSizes::values,
     .start = zero,
     .row_names = &HandAttention::key_names},
    {.name = "w",
     .member = "W",
     .cells = &HandAttention::weight,
     .site = &hand_sites::kWeight,
     .rows = &HandSizes::features,
     .columns = &HandSizes::features,
     .start = identity,
     .score = Score::General},
    {.name = "wq",
     .member = "W_q",
     .cells = &HandAttention::query_weight,
     .site = &hand_sites::kQueryWeight,
     .rows = &HandSizes::hidden,
     .columns = &HandSizes::features,
     .start = identity,
     .score = Score::Additive},
    {.name = "wk",
     .member = "W_k",
     .cells = &HandAttention::key_weight,
     .site = &hand_sites::kKeyWeight,
     .rows = &HandSizes::hidden,
     .columns = &HandSizes::features,
     .start = identity,
     .score = Score::Additive},
    {.name = "u",
     .member = "v",
     .cells = &HandAttention::score_weight,
     .site = &hand_sites::kScoreWeight,
     .rows = nullptr,
     .columns = &HandSizes::hidden,
     .start = one,
     .score = Score::Additive},
};

Index rows_of(const HandMatrixKind& kind, const HandSizes& sizes) { return kind.rows ? sizes.*kind.rows : 1; }

HandMatrix resized(const HandMatrix& old, const HandMatrixKind& kind, const HandSizes& sizes) {
  HandMatrix made{rows_of(kind, sizes), sizes.*kind.columns};
  for (Index r = 0; r < made.rows; ++r)
    for (Index c = 0; c < made.columns; ++c)
      made.cells.push_back(r < old.rows && c < old.columns ? old.at(r, c) : kind.start(r, c));
  return made;
}

/// New tokens are called by their places, where the others have names.
void resize_names(std::vector<std::string>& names, Index count) {
  if (names.empty()) return;
  for (Index i = std::ssize(names); i < count; ++i) names.push_back(std::to_string(i));
  names.resize(count);
}

bool is_painted(const std::string& mask) { return mask.find_first_not_of("01/") == std::string::npos; }

[[noreturn]] void refuse_mask(const std::string& mask) {
  throw std::invalid_argument("unknown mask " + mask + ": use none, " + mask_usages(", ") +
                              ", or rows of 0 and 1 such as 100/110/111");
}

MaskEdit read_mask(const std::string& mask) {
  try {
    const Edit edit = parse_edit("mask hand " + mask);
    if (const auto* read = std::get_if<MaskEdit>(&edit)) return *read;
  } catch (const std::invalid_argument&) {
    refuse_mask(mask);
  }
  refuse_mask(mask);
}

std::string size_words(Index rows, Index columns) {
  return std::to_string(rows) + " × " + std::to_string(columns);
}

/// Throws for a painted mask of another size.
void check_painted(const MaskEdit& mask, const HandSizes& sizes) {
  const Index rows = std::ssize(mask.rows);
  if (mask.kind || (rows == sizes.queries && std::ssize(mask.rows[0]) == sizes.keys)) return;
  throw std::invalid_argument("the mask is " + size_words(rows, std::ssize(mask.rows[0])) +
                              ", but must be queries × keys, " + size_words(sizes.queries, sizes.keys));
}

std::string painted(const std::vector<std::string>& rows) {
  std::string text;
  for (const std::string& row : rows) text += (text.empty() ? "" : "/") + row;
  return text;
}

void check_matrix(const HandAttention& hand, const HandMatrixKind& kind, const HandSizes& sizes) {
  const HandMatrix& m = hand.*kind.cells;
  const Index rows = rows_of(kind, sizes), columns = sizes.*kind.columns;
  const std::string name(kind.member);
  if (m.rows != rows || m.columns != columns)
    throw std::invalid_argument(name + " is " + size_words(m.rows, m.columns) + ", but must be " +
                                size_words(rows, columns));
  if (std::ssize(m.cells) != rows * columns)
    throw std::invalid_argument(name + " has " + std::to_string(m.cells.size()) + " numbers, but must have " +
                                std::to_string(rows * columns));
  std::ranges::for_each(m.cells, check_hand_number);
}

void check_names(const std::vector<std::string>& names, Index count, std::string_view of) {
  if (names.empty() || std::ssize(names) == count) return;
  throw std::invalid_argument("the number of names of " + std::string(of) + " is " +
                              std::to_string(names.size()) + ", but must be 0 or " + std::to_string(count));
}

}  // namespace

Fields hand_size_fields(HandSizes& s) {
  const double most = double(kMostByHand);
  return {{"queries", &s.queries, tr_mark("number of queries"), 1, most},
          {"keys", &s.keys, tr_mark("number of keys"), 1, most},
          {"features", &s.features, tr_mark("d_k, size of queries and keys"), 1, most},
          {"values", &s.values, tr_mark("size of values"), 1, most},
          {"hidden", &s.hidden, tr_mark("hidden size of additive scores"), 1, most}};
}

std::span<const HandMatrixKind> hand_matrices() { return kMatrices; }

const HandMatrixKind& hand_matrix(std::string_view name) { return row_named(kMatrices, "matrix", name); }

bool reads(const HandAttention& hand, const HandMatrixKind& kind) {
  return !kind.score || *kind.score == score_kind(hand.score).score;
}

HandAttention hand_attention(const HandSizes& sizes) {
  HandAttention hand;
  resize(hand, sizes);
  return hand;
}

HandSizes sizes_of(const HandAttention& hand) {
  return {hand.query.rows, hand.key.rows, hand.query.columns, hand.value.columns, hand.score_weight.columns};
}

void resize(HandAttention& hand, const HandSizes& wanted) {
  HandSizes sizes = wanted;
  check_fields(hand_size_fields(sizes), "size");
  if (has_mask(hand) && is_painted(hand.mask)) {
    std::vector<std::string> rows = read_mask(hand.mask).rows;
    rows.resize(sizes.queries);
    for (std::string& row : rows) row.resize(sizes.keys, '1');
    hand.mask = painted(rows);
  }
  for (const HandMatrixKind& kind : kMatrices) hand.*kind.cells = resized(hand.*kind.cells, kind, sizes);
  resize_names(hand.query_names, sizes.queries);
  resize_names(hand.key_names, sizes.keys);
}

std::vector<std::string> hand_mask(const HandAttention& hand) {
  const HandSizes sizes = sizes_of(hand);
  std::vector<std::string> rows(sizes.queries, std::string(sizes.keys, '1'));
  if (!has_mask(hand)) return rows;
  const MaskEdit mask = read_mask(hand.mask);
  check_painted(mask, sizes);
  for (Index q = 0; q < sizes.queries; ++q)
    for (Index k = 0; k < sizes.keys; ++k)
      if (!seen_by(mask, q, k, sizes.keys).value_or(true)) rows[q][k] = '0';
  return rows;
}

void check_hand_number(double number) {
  const double size = std::abs(number);
  if (size == 0 || (size >= kLeastSize && size <= kMostSize)) return;
  if (size < kLeastSize)
    throw std::invalid_argument("a number is not 0, but closer to 0 than 1e-9: enter 0 or a larger number");
  throw std::invalid_argument("a number is outside −1,000,000 to 1,000,000");
}

void validate(const HandAttention& hand) {
  score_kind(hand.score);
  check_hand_number(hand.sharpness);
  if (hand.sharpness < 0) throw std::invalid_argument("β must be at least 0");
  HandSizes sizes = sizes_of(hand);
  check_fields(hand_size_fields(sizes), "size");
  for (const HandMatrixKind& kind : kMatrices) check_matrix(hand, kind, sizes);
  check_names(hand.query_names, sizes.queries, "queries");
  check_names(hand.key_names, sizes.keys, "keys");
  hand_mask(hand);
}

}  // namespace attnlab
