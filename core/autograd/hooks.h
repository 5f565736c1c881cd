// Observer and Intervention: who observes each named tensor, and who may change it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/autograd/place.h"
#include "core/autograd/site.h"
#include "core/tensor/cell_span.h"
#include "core/tensor/shape.h"

namespace attnlab {

class Tape;
struct Node;

/// A named tensor at the moment it is made.
struct NamedTensor {
  std::string_view name;  ///< "encoder.layers.0.self_attention.weights"
  const Shape& shape;
  std::span<const Real> value;  ///< row-major; valid only during the call
  const Site& site;             ///< what the tensor is: &site == &attention_sites::kWeights
  const Place& place;           ///< the part of the model that it belongs to
};

/// Notified of named tensors of a recorded pass, in the order of computation, after interventions, on the
/// thread that computes. The caller keeps it alive while it is attached; one observer must not be attached to
/// passes that run at the same time unless it guards its own state. It must not touch the tape; what it
/// throws ends the pass and reaches the caller. Tracer::trace, Trainer::observe and PassOptions attach
/// observers; where there are none, training and generation notify nobody and pay nothing.
class Observer {
 public:
  virtual ~Observer() = default;
  /// Which tensors to observe: a name that may hold one *, see names(). One that no tensor of the pass has
  /// is an error, std::invalid_argument with the three nearest.
  virtual std::string pattern() const { return "*"; }
  virtual void on_tensor(const NamedTensor& tensor) = 0;
};

/// An observer that is a function: Listener entropy("*.weights", [](const NamedTensor& weights) { … }).
class Listener final : public Observer {
 public:
  Listener(std::string pattern, std::function<void(const NamedTensor&)> on_tensor)
      : pattern_(std::move(pattern)), on_tensor_(std::move(on_tensor)) {}
  std::string pattern() const override { return pattern_; }
  void on_tensor(const NamedTensor& tensor) override { on_tensor_(tensor); }

 private:
  std::string pattern_;
  std::function<void(const NamedTensor&)> on_tensor_;
};

/// What becomes of one cell: `constant` + `factor` · the sum of the cells `from`, as they were computed.
struct CellRule {
  double constant = 0;
  double factor = 0;
  CellSpan from{};

  /// The cell becomes `value`, whatever it was.
  static CellRule fixed(double value) { return {value, 0, {}}; }
};
/// The rule of each cell by its offset; none: it stays as it is.
using CellRules = std::function<std::optional<CellRule>(Index offset)>;

/// Changes named tensors and parameters of a recorded pass before anything reads them. The tensor as it was
/// computed stays in the pass as NAME.computed, and the changed one follows from it like the result of any
/// operation: derivations and gradients go through the change. Several on one tensor work in the order in
/// which they were attached, each on what the one before left. Exactly one of `change`, `rules` and `instead`
/// is given; all are called on the thread that computes, and what they throw ends the pass.
struct Intervention {
  std::string name;  ///< of the tensor, or of several by one *, see names(); none is an error as for Observer
  /// May write the tensor's cells. Gradients flow on through those that it leaves as they were.
  std::function<void(const Shape&, std::span<Real>)> change{};
  /// The rules for a tensor of this shape. Gradients flow on as they say.
  std::function<CellRules(const Shape&)> rules{};
  /// An earlier value of the same size, whose cells are taken for those of `computed`, which gets no
  /// gradient. Not for parameters and the tensors of recurrent steps.
  std::function<Node*(const Tape&, const Node* computed)> instead{};
};

}  // namespace attnlab
