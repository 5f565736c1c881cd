// Tape: computes with variables, and runs the operations on them backward.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/autograd/decoding_cache.h"
#include "core/autograd/late_gradient.h"
#include "core/autograd/operation.h"
#include "core/autograd/parameter_gradients.h"
#include "core/autograd/parameters.h"
#include "core/autograd/recording.h"
#include "core/autograd/work_clock.h"
#include "core/tensor/arena.h"

namespace attnlab {

class AttentionDevice;

/// False only in the library that the benchmark of hooks compares with: there a tape records nothing.
#ifdef ATTNLAB_NO_HOOKS
inline constexpr bool kHooks = false;
#else
inline constexpr bool kHooks = true;
#endif

/// What a tape is for.
enum class Mode {
  Train,   ///< fused operations; gradients of values are recycled as soon as they are used up
  Infer,   ///< fused operations, no backward
  Record,  ///< stepwise operations; every value and gradient is kept, names are built, hooks run
};

/// Where an operation writes a gradient, and how. `data` is null if nobody needs this gradient.
struct GradientSlot {
  Real* data = nullptr;
  WriteMode mode = WriteMode::Overwrite;
};

/// A value [B,T,…] that is made position by position: operations write `made`, and read `value`. They are two
/// only where an intervention stands between them.
struct Positions {
  Variable made, value;
};

/// One pass of computation. Not thread-safe: each thread has its own. After `reset`, a pass of the same
/// shapes allocates nothing from the heap (in Train and Infer mode).
class Tape {
 public:
  explicit Tape(Mode mode)
      : mode_(mode), recording_(mode == Mode::Record ? std::make_unique<Recording>(*this) : nullptr) {}
  /// In Record mode, with `observers` attached; null where there are none. Throws as Recording::attach.
  static std::unique_ptr<Tape> for_observers(std::span<Observer* const> observers);
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  Mode mode() const { return mode_; }
  /// The one question on which all names and hooks hang.
  bool recording() const { return kHooks && mode_ == Mode::Record; }
  /// Names and hooks of the pass. Throws std::logic_error but in Record mode.
  Recording& recorded();
  const Recording& recorded() const;
  bool training() const { return mode_ == Mode::Train; }
  Arena& arena() { return arena_; }
  const Arena& arena() const { return arena_; }

  /// Forgets the pass; memory is kept. Every Variable of it is invalid afterwards.
  void reset();

  /// As reset(), for a tape that is not needed for a while: other tapes may take its memory.
  void rest();

  /// Parameters of the next pass: `values` [layout.size()], and `gradients` of the same size, which backward
  /// writes to as `mode` says; null where none are wanted. With `cells`, `gradients` has the cells begin to
  /// end of them alone, and parameters that are not wanted get none. The caller keeps all four alive.
  void bind(const ParameterLayout& layout, const Real* values, Real* gradients,
            const WantedGradients* cells = nullptr, WriteMode mode = WriteMode::Add);
  /// As bind() with gradients, whose memory is given or left out between forward and backward. In Record
  /// mode.
  void bind_for_backward(const ParameterLayout& layout, const Real* values);
  /// `gradients` [layout.size()], to which backward adds.
  void give_parameter_gradients(Real* gradients);
  /// Backward leaves out the gradients of all parameters, until they are first read: see LateGradient.
  void leave_parameter_gradients();
  /// Whether parameters were read that lie side by side: their gradients cannot be left out.
  bool has_joined_parameters() const;
  Variable parameter(ParameterId id);
  /// Parameters `first` … `last` seen as one matrix of their rows (or one vector): they lie side by side
  /// in the flat buffer and have the same last axis.
  Variable joined_parameters(ParameterId first, ParameterId last);

  /// A new value, uninitialised.
  Variable make(const Shape& shape);
  /// A value that lies elsewhere, which nothing may write and no gradient reaches; the caller keeps it alive.
  Variable lent(const Shape& shape, const Real* cells);
  /// A value that no gradient reaches; the caller fills it.
  Variable constant(const Shape& shape) { return make(shape); }

  /// Records that an operation of type Op made `output` from `inputs` (empty variables are left out at the
  /// end only). Nothing is recorded in Infer mode.
  template <typename Op, typename... Args>
  void record(Variable output, std::initializer_list<Variable> inputs, Args&&... args) {
    record<Op>(output, std::span(inputs.begin(), inputs.size()), std::forward<Args>(args)...);
  }
  template <typename Op, typename... Args>
  void record(Variable output, std::span<const Variable> inputs, Args&&... args);

  /// Where to write the gradient of `input`; see GradientSlot.
  GradientSlot gradient(Variable input);
  /// The same, zeros where nothing had been added; null where nobody wants it.
  Real* gradient_to_add_to(Variable input);
  /// Adds `expression` (cells of `input`, as a column) to the gradient of `input`.
  template <typename ArrayExpression>
  void add_gradient(Variable input, const ArrayExpression& expression);
  /// The output's gradient is exactly one input's: passes the memory on where nobody else needs it, else
  /// adds.
  void pass_gradient(const Operation& operation, Variable input);
  /// As gradient(), but in the memory of the output's gradient if nobody else needs that: for operations
  /// that read each cell before they write it.
  GradientSlot gradient_in_place(const Operation& operation, Variable input);

  /// Something besides the predictions that a layer wants small: `per_sequence` [B], 1 or so where it is as
  /// good as can be. Model::loss adds it, weighted, to the cross-entropy.
  void add_penalty(Variable per_sequence) { penalties_.push_back(per_sequence); }
  /// Those of this pass, in order.
  std::span<const Variable> penalties() const { return penalties_; }

  /// Backward does not keep the gradient of `node`, which one operation made and others read: see
  /// LateGradient.
  void leave_gradient(Node& node) { late_.add(node); }
  /// Operations that run backward from now on write into `cells` the gradient of `node` and no other.
  void want_only(const Node& node, Real* cells);

  /// Runs everything backward from the scalar `loss`, whose gradient is 1.
  void backward(Variable loss);

  /// In Record mode: names `value` as `site` of the present scope, lets interventions change it, notifies
  /// observers, and returns what is to be read from now on. Otherwise returns `value`, so that a training
  /// step pays nothing. The recording keeps the address of `site`.
  Variable name(Variable value, const Site& site) {
    return recording() ? recording_->name(value, site) : value;
  }
  Variable name(Variable value, const Site&& site) = delete;
  /// A value [B,T,…] that is made position by position, each by an operation of its own with `made` as its
  /// output, so that a position can be computed from earlier ones of the same value; zeros at first. In
  /// Record mode it has its name from the beginning.
  Positions begin_positions(const Shape& shape, const Site& site);
  /// Position `position` is made: interventions change it before anything reads it.
  void made_position(const Positions& positions, Index position) {
    if (recording()) recording_->made_position(positions.made, position);
  }
  /// All positions are made: observers are notified.
  void end_positions(const Positions& positions) {
    if (recording()) recording_->end_positions(positions.made, positions.value);
  }
  /// The operation recorded last; see Operation::previous.
  Operation* last_operation() const { return last_; }

  /// Lets layers keep what they know of earlier positions in `cache`, which must outlive the passes; null:
  /// none. Only in Infer mode.
  void use(DecodingCache* cache) { cache_ = cache; }
  DecodingCache* cache() const { return cache_; }

  /// Lets attention be computed on `device`, which must outlive the passes; null: on the processor. It may
  /// change between forward and backward.
  void use_device(AttentionDevice* device) { device_ = device; }
  AttentionDevice* device() const { return device_; }

  /// Tells `clock`, which must outlive the passes, of each operation forward and backward; null: nobody.
  void use_clock(WorkClock* clock) { clock_ = clock; }

  /// Turns dropout on for the next passes and keys its choices: equal keys, equal choices.
  void set_random_key(std::uint64_t key) {
    random_key_ = key;
    stochastic_ = true;
  }
  /// False in evaluation and tracing: dropout does nothing.
  bool stochastic() const { return stochastic_; }
  /// A new key for each random operation of the pass.
  std::uint64_t next_random_key();

 private:
  void link(Operation* operation, Variable output, std::span<const Variable> inputs);
  GradientSlot slot_of_only();
  bool give_gradient(const Operation& operation, Variable input);
  void release_gradient(Node* node);
  void discard_buffers();
  Real* take_buffer(Index count);
  Node* make_parameter_node(ParameterId first, ParameterId last, const Shape& shape);
  WriteMode next_write(const Node& node);

  struct FreeBuffer {
    FreeBuffer* next;
  };
  struct FreeList {
    Index count = 0;
    FreeBuffer* first = nullptr;
  };

  Mode mode_;
  std::unique_ptr<Recording> recording_;
  Arena arena_;
  Operation* last_ = nullptr;
  std::array<FreeList, 32> free_{};
  const ParameterLayout* layout_ = nullptr;
  const Real* parameter_values_ = nullptr;
  ParameterGradients parameter_gradients_;
  /// A node of one parameter or of several, the first of which begins at `offset`.
  struct ParameterNode {
    Node* node;
    Index offset;
  };
  bool gradients_later_ = false;
  std::vector<ParameterNode> waiting_;  // with bind_for_backward()
  LateGradients late_{*this};
  const Node* only_ = nullptr;  // see want_only()
  GradientSlot only_slot_;
  std::vector<Node*> parameter_nodes_;
  DecodingCache* cache_ = nullptr;
  AttentionDevice* device_ = nullptr;
  WorkClock* clock_ = nullptr;
  std::vector<Variable> penalties_;
  bool stochastic_ = false;
  std::uint64_t random_key_ = 0;
  std::uint64_t random_count_ = 0;
};

template <typename Op, typename... Args>
void Tape::record(Variable output, std::span<const Variable> inputs, Args&&... args) {
  if (mode_ == Mode::Infer) return;
  link(arena_.make<Op>(std::forward<Args>(args)...), output, inputs);
}

/// What is named while it lives belongs to a part of the model: Scope s(tape, kLayers, 0).
class Scope {
 public:
  explicit Scope(Tape& tape, const Part& part, Index number = -1) {
    if (tape.recording()) enter(tape.recorded(), tape.recorded().place().inside(part, number));
  }
  Scope(Tape& tape, const Part&& part, Index number = -1) = delete;
  /// A place from the model's outside, whatever the present one is.
  Scope(Tape& tape, const Place& place) {
    if (tape.recording()) enter(tape.recorded(), place);
  }
  ~Scope() {
    if (recording_) recording_->enter(before_);
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  void enter(Recording& recording, const Place& place) {
    recording_ = &recording;
    before_ = recording.enter(place);
  }

  Recording* recording_ = nullptr;
  Place before_;
};

}  // namespace attnlab
