// What the parts of the inspector share.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/state/command.h"
#include "app/state/view_model.h"
#include "core/trace/trace.h"

namespace attnlab {

/// Cells of one tensor that are computed from the inspected one.
struct UserGroup {
  std::string tensor;
  std::vector<CellName> cells;
};

/// The users grouped by tensor, in order of computation.
std::vector<UserGroup> grouped(const std::vector<CellName>& users);

/// What the inspector explains.
struct Question {
  TracePtr trace;
  std::uint64_t version = 0;  ///< of the trace on screen
  CellName cell;
  int decimals = 2;  ///< of written numbers
  friend bool operator==(const Question&, const Question&) = default;
};

struct Explained;

/// One frame of the inspector.
struct InspectorFrame {
  const ViewModel& model;
  const Emit& emit;
  const Trace& trace;
  const TraceTensor& tensor;  ///< NAME, also for NAME.grad
  const Derivation& derivation;
  const std::vector<UserGroup>& users;
  std::shared_ptr<const Explained> explained;  ///< what has both

  bool gradient() const { return is_gradient(derivation.cell.tensor); }
  /// Whether the gradient of the tensor can be read without a wait; else it is being computed. A derivation
  /// may be of an older pass, whose gradient was computed.
  bool gradient_at_hand() const {
    return tensor.gradient.made() || (&trace == model.trace.get() && model.at_hand(tensor));
  }
};

/// "inspect TENSOR i,j,…".
Command inspect_command(const CellName& cell);

/// The gradient of a cell; NaN without a gradient.
double gradient_at(const TraceTensor& tensor, const CellName& cell);

enum class CopyFormat { Text, Latex, Csv, Json };
/// A derivation for the clipboard: text and data with all terms, LaTeX with the eight largest terms of a sum.
/// In the text, `words` names the cell: "for “mill”".
std::string copied(const Derivation& derivation, CopyFormat format, int digits,
                   const std::string& words = "");

/// Draws "Why this number?" with a menu that copies the derivation and its cell in `words`; null: there is
/// none.
void draw_inspector_title(const Derivation* derivation, const std::string& words = "");
/// Trail of followed cells, name, place, value and gradient.
void draw_inspector_head(const InspectorFrame& frame);
/// "used by", with a link for each tensor.
void draw_inspector_users(const InspectorFrame& frame);
/// Draws the general formula, and the formula with numbers.
void draw_inspector_formula(const InspectorFrame& frame);
/// Draws the operands: a table of products, the steps of a softmax, or a tree, as high as they need.
void draw_inspector_operands(const InspectorFrame& frame);
/// "recomputed in double: …".
void draw_inspector_check(const InspectorFrame& frame);
/// Height of the check.
float inspector_check_height();

}  // namespace attnlab
