// HandAttention: attention on numbers that were typed, as a value.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/autograd/site.h"
#include "core/layers/score_kind.h"

namespace attnlab {

/// Most tokens, and most features of each.
inline constexpr Index kMostByHand = 8;

/// Numbers in rows and columns, row-major.
struct HandMatrix {
  Index rows = 0, columns = 0;
  std::vector<double> cells{};

  double& at(Index row, Index column) { return cells[row * columns + column]; }
  double at(Index row, Index column) const { return cells[row * columns + column]; }
  friend bool operator==(const HandMatrix&, const HandMatrix&) = default;
};

/// How many there are of everything, each from 1 to kMostByHand.
struct HandSizes {
  Index queries = 1;   ///< Tq
  Index keys = 1;      ///< Tk, and so many values
  Index features = 1;  ///< D of queries and keys, d_k
  Index values = 1;    ///< features of a value
  Index hidden = 1;    ///< A of additive scores
  friend bool operator==(const HandSizes&, const HandSizes&) = default;
};
/// The table of `sizes`, into which it points.
Fields hand_size_fields(HandSizes& sizes);

/// All that decides a result. hand_attention() makes one; validate() says whether a changed one is sound.
struct HandAttention {
  std::string score = "scaled_dot";  ///< of score_kinds()
  double sharpness = 1;              ///< β of cosines
  std::string mask = "none";  ///< none, a text of mask_kinds() ("window 2"), or "100/110": see hand_mask()
  HandMatrix query;           ///< Q [Tq,D]
  HandMatrix key;             ///< K [Tk,D]
  HandMatrix value;           ///< V [Tk,values]
  HandMatrix weight;          ///< W [D,D] of general scores
  HandMatrix query_weight;    ///< W_q [A,D] of additive scores
  HandMatrix key_weight;      ///< W_k [A,D] of additive scores
  HandMatrix score_weight;    ///< v [1,A] of additive scores
  std::vector<std::string> query_names{}, key_names{};  ///< of the tokens; empty: they are counted from 0
  friend bool operator==(const HandAttention&, const HandAttention&) = default;
};

/// One of the matrices that are typed.
struct HandMatrixKind {
  std::string_view name;    ///< in commands: "q"
  std::string_view member;  ///< in files: "queries"
  HandMatrix HandAttention::*cells;
  const Site* site;
  Index HandSizes::*rows;  ///< null: one
  Index HandSizes::*columns;
  double (*start)(Index row, Index column);           ///< of a cell that nobody has typed
  std::optional<GeneralAttention::Score> score = {};  ///< the score that reads it; none: every score
  std::vector<std::string> HandAttention::*row_names = nullptr;
};
std::span<const HandMatrixKind> hand_matrices();
/// Throws std::invalid_argument with near names.
const HandMatrixKind& hand_matrix(std::string_view name);
/// Whether the chosen score reads this matrix.
bool reads(const HandAttention& hand, const HandMatrixKind& kind);

/// Zeros of these sizes, with weights of scores that change nothing: W, W_q and W_k are 1 on the diagonal, v
/// is 1.
HandAttention hand_attention(const HandSizes& sizes);
HandSizes sizes_of(const HandAttention& hand);
/// Cuts matrices, names and a painted mask, and fills what is new as hand_attention() does; a new key is
/// seen. Throws std::invalid_argument for a size that is not allowed.
void resize(HandAttention& hand, const HandSizes& sizes);

/// The mask as rows, a query each: '1' seen, '0' hidden. Throws std::invalid_argument for a text that is no
/// mask of so many queries and keys.
std::vector<std::string> hand_mask(const HandAttention& hand);

/// Throws std::invalid_argument, in one line, for a number that cannot be typed: it must be finite, at most a
/// million in size, and no nearer to 0 than 1e-9 unless it is 0.
void check_hand_number(double number);

/// Throws std::invalid_argument, in one line, for an unknown score or mask, for matrices whose sizes do not
/// fit each other, and for numbers that cannot be typed.
void validate(const HandAttention& hand);

/// Whether the mask is one: "none" is not.
inline bool has_mask(const HandAttention& hand) { return hand.mask != "none"; }

}  // namespace attnlab
