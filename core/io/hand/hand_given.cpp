// Hand given: sizes from the matrices, checks, and one value.
#include "core/io/hand/hand_given.h"

#include <algorithm>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/io/hand/hand_numbers.h"

namespace attnlab {

namespace {

using Rows = std::vector<std::vector<double>>;

/// Throws for rows that are not equally long, and for too many.
HandMatrix matrix_of(const std::string& name, const Rows& rows) {
  const auto count = [](std::size_t size) { return std::to_string(size); };
  if (rows.empty() || rows[0].empty()) throw std::runtime_error(name + " does not contain any numbers");
  if (std::ssize(rows) > kMostByHand)
    throw std::runtime_error(name + " has " + count(rows.size()) + " rows, but may have at most " +
                             std::to_string(kMostByHand));
  HandMatrix made{std::ssize(rows), std::ssize(rows[0])};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() != rows[0].size())
      throw std::runtime_error(name + ": row " + count(i + 1) + " has " + count(rows[i].size()) +
                               " numbers, but row 1 has " + count(rows[0].size()));
    made.cells.insert(made.cells.end(), rows[i].begin(), rows[i].end());
  }
  if (made.columns > kMostByHand)
    throw std::runtime_error(name + " has " + count(rows[0].size()) + " columns, but may have at most " +
                             std::to_string(kMostByHand));
  return made;
}

std::string option_of(const HandGiven& given, std::string_view name, std::string otherwise) {
  const auto found = given.options.find(name);
  return found == given.options.end() ? std::move(otherwise) : found->second;
}

/// The matrix of a kind; null where the file has none.
const Rows* given_rows(const HandGiven& given, const HandMatrixKind& kind) {
  const auto found = given.matrices.find(kind.member);
  return found == given.matrices.end() ? nullptr : &found->second;
}

void require_matrices(const HandGiven& given, const HandAttention& hand) {
  for (const HandMatrixKind& kind : hand_matrices()) {
    if (!reads(hand, kind) || given_rows(given, kind)) continue;
    const std::string name(kind.member);
    throw std::runtime_error(kind.score ? "the score " + hand.score + " needs " + name
                                        : name + " is missing");
  }
}

/// The sizes by the given matrices; of what is not given, as large as its neighbors.
HandSizes given_sizes(const std::vector<std::pair<const HandMatrixKind*, HandMatrix>>& matrices) {
  HandSizes sizes;
  const HandMatrix* weights = nullptr;
  for (const auto& [kind, matrix] : matrices) {
    if (!kind->score && kind->rows) sizes.*kind->rows = matrix.rows;
    if (!kind->score) sizes.*kind->columns = matrix.columns;
    if (kind->columns == &HandSizes::hidden) weights = &matrix;
  }
  sizes.hidden = weights ? weights->columns : sizes.features;
  return sizes;
}

/// Keys and values are of the same tokens.
void set_names(const HandGiven& given, HandAttention& hand) {
  const HandMatrixKind* first = nullptr;
  for (const HandMatrixKind& kind : hand_matrices()) {
    const auto found = given.row_names.find(kind.member);
    if (found == given.row_names.end() || found->second.empty()) continue;
    if (!kind.row_names)
      throw std::runtime_error("the rows of " + std::string(kind.member) + " do not have names");
    std::vector<std::string>& names = hand.*kind.row_names;
    const bool same_tokens = first && first->row_names == kind.row_names;
    if (same_tokens && names != found->second)
      throw std::runtime_error(std::string(first->member) + " and " + std::string(kind.member) +
                               " have different names");
    names = found->second;
    first = &kind;
  }
}

}  // namespace

const std::vector<std::string>& hand_option_names() {
  static const std::vector<std::string> names{"score", "beta", "mask"};
  return names;
}

void refuse_hand_name(std::string_view name) {
  std::vector<std::string> known = hand_option_names();
  for (const HandMatrixKind& kind : hand_matrices()) known.emplace_back(kind.member);
  known.insert(known.end(), {"query_names", "key_names"});
  throw std::runtime_error("unknown name " + std::string(name) + did_you_mean(name, known));
}

const HandMatrixKind* find_hand_member(std::string_view member) {
  const auto found = std::ranges::find(hand_matrices(), member, &HandMatrixKind::member);
  return found == hand_matrices().end() ? nullptr : &*found;
}

HandAttention HandGiven::joined() const {
  try {
    HandAttention options_only;
    options_only.score = option_of(*this, "score", options_only.score);
    score_kind(options_only.score);
    require_matrices(*this, options_only);
    std::vector<std::pair<const HandMatrixKind*, HandMatrix>> read;
    for (const HandMatrixKind& kind : hand_matrices())
      if (const Rows* rows = given_rows(*this, kind))
        read.emplace_back(&kind, matrix_of(std::string(kind.member), *rows));
    HandAttention hand = hand_attention(given_sizes(read));
    for (const auto& [kind, matrix] : read) hand.*kind->cells = matrix;
    hand.score = options_only.score;
    hand.sharpness = hand_number(option_of(*this, "beta", "1"));
    hand.mask = option_of(*this, "mask", "none");
    set_names(*this, hand);
    validate(hand);
    return hand;
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(error.what());
  }
}

}  // namespace attnlab
