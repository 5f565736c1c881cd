// Trace: one recorded forward and backward pass, never changed again.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/autograd/fault.h"
#include "core/autograd/late_gradient.h"
#include "core/autograd/place.h"
#include "core/autograd/site.h"
#include "core/models/model_config.h"
#include "core/models/snapshot.h"
#include "core/text/tokenizer.h"
#include "core/trace/derivation.h"
#include "core/trace/pass_memory.h"
#include "core/trace/readers.h"

namespace attnlab {

class Model;
class Tape;

/// The name without ".computed", which a tensor has before an edit changed it; the name itself otherwise.
std::string_view name_after_edits(std::string_view name);

/// One named tensor of a trace. Spans point into the trace and live as long as it does.
struct TraceTensor {
  std::string name;
  Shape shape;
  std::span<const Real> value;  ///< row-major
  GradientCells gradient;       ///< same size; empty where nothing flows back or none was asked for
  bool edited = false;          ///< an intervention changed it; NAME.computed is the value before
  const Node* node = nullptr;
  const Site* site = nullptr;
  Place place{};
  bool before_edits = false;  ///< it is NAME.computed

  /// Whether it is the tensor that `what` declares, after edits.
  bool is(const Site& what) const { return site == &what && !before_edits; }
};

/// Every tensor of a pass over one text, with the graph that ties them together. Immutable, so it may be
/// read from every thread; owns a share of its weights.
class Trace {
 public:
  Trace(const std::shared_ptr<const Model>& model, SnapshotPtr snapshot, std::unique_ptr<Tape> tape,
        Batch batch);
  /// A pass that no model made, as attention by hand: `sizes` has its heads and their width alone. It has no
  /// batch, no snapshot and no loss, and its step is 0.
  Trace(std::shared_ptr<const ModelConfig> sizes, std::unique_ptr<Tape> tape);
  ~Trace();

  /// Named tensors in order of computation.
  const std::vector<TraceTensor>& tensors() const { return tensors_; }
  /// The parameters that the pass used.
  const std::vector<TraceTensor>& parameters() const { return parameters_; }
  /// A tensor or parameter by name; null if there is none.
  const TraceTensor* find(std::string_view name) const;
  /// The tensor or parameter that `site` declares in this part of the model; null if there is none.
  const TraceTensor* find(const Place& place, const Site& site) const;
  /// As `find`, but throws std::invalid_argument with near names.
  const TraceTensor& at(std::string_view name) const;

  /// Where a cell comes from; of NAME.grad, by the chain rule. Throws as `at`, std::out_of_range for a cell
  /// outside the tensor, and std::invalid_argument for a gradient that the trace does not have.
  Derivation explain(std::string_view name, std::span<const Index> index) const;

  /// The named cells that are computed from a cell with nothing named in between, in order of computation;
  /// for NAME.grad the gradients that are. Values that gradients read are left out. Throws as `explain`.
  std::vector<CellName> users(std::string_view name, std::span<const Index> index) const;
  /// How fast `user`, one of the users of `cell`, changes with it: ∂user/∂cell.
  double slope(const CellName& user, const CellName& cell) const;

  const ModelConfig& config() const { return *config_; }
  Index step() const { return snapshot_ ? snapshot_->step : 0; }
  const SnapshotPtr& snapshot() const { return snapshot_; }
  const Batch& batch() const { return batch_; }
  /// The pass itself, to walk its operations.
  const Tape& tape() const { return *tape_; }
  /// Its names.
  const Recording& recording() const;
  /// What the pass takes beside the weights.
  const PassMemory& memory() const { return memory_; }
  /// Whether these cells of a value or gradient lie in the temporary file of the pass.
  bool lies_in_file(const Real* cells) const;
  /// The first number that is not finite, in the values or else in the gradients of the trace. Nothing
  /// where all are.
  const std::optional<Fault>& fault() const { return fault_; }
  double loss() const { return loss_; }  ///< mean over counted targets; NaN where none counts

  /// What the encoder read, position by position: tokens, with <eos> (Pairs) or "[CLS]" before them (a model
  /// with a class vector), or patches by row and column, "0,3". Empty without an encoder.
  std::vector<Piece> source_pieces;
  std::vector<Piece> input_pieces;   ///< what the decoder read, <sos> included
  std::vector<Piece> target_pieces;  ///< the targets, position by position; "" where nothing counts
  std::vector<std::string> edits;    ///< the request's edits, as edit_text()
  bool target_is_generated = false;  ///< the target is the model's own greedy output
  Index question = 0;  ///< Stream: so many of the first tokens ask, and only the last has a target

 private:
  std::shared_ptr<const ModelConfig> config_;  ///< of the model, which lives as long
  SnapshotPtr snapshot_;
  void list_tensors();
  const Readers& readers() const;
  CellPlace place_of(const CellName& cell) const;
  std::vector<CellName> gradient_users(const CellName& gradient) const;

  AlignedBuffer gradients_;  ///< of the parameters, where they are kept
  PassMemory memory_;
  std::unique_ptr<Tape> tape_;
  Batch batch_;
  std::vector<TraceTensor> tensors_, parameters_;
  std::unordered_map<std::string_view, const TraceTensor*> by_name_;
  std::optional<Fault> fault_;
  double loss_ = 0;
  mutable std::once_flag readers_made_;
  mutable std::unique_ptr<const Readers> readers_;  ///< made on first use

  friend class Tracer;
};

/// The cell of a fault; of NAME.grad where its gradient is at fault.
CellName cell_of(const Fault& fault);

/// Whether `tensor` is learned; every other tensor of a trace is computed.
bool is_parameter(const TraceTensor& tensor);

using TracePtr = std::shared_ptr<const Trace>;

}  // namespace attnlab
