// Tape: records operations on variables and runs them backward.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/autograd/decoding_cache.h"
#include "core/autograd/hooks.h"
#include "core/autograd/operation.h"
#include "core/autograd/parameters.h"
#include "core/autograd/place.h"
#include "core/autograd/site.h"
#include "core/tensor/arena.h"

namespace attnlab {

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

/// Where an operation writes a gradient: into `data`, adding to it where `accumulate`.
/// `data` is null where nobody needs this gradient.
struct GradientSlot {
  Real* data = nullptr;
  bool accumulate = false;
};

/// A named tensor of a pass.
struct Named {
  std::string name;  ///< place.prefix() + site->name, and ".computed" behind it for what an edit replaced
  Node* node;
  const Site* site;
  Place place;
  bool before_edits = false;  ///< what it was before an edit: its name ends in ".computed"
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
  explicit Tape(Mode mode) : mode_(mode) {}
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  Mode mode() const { return mode_; }
  /// The one question on which all names and hooks hang.
  bool recording() const { return kHooks && mode_ == Mode::Record; }
  bool training() const { return mode_ == Mode::Train; }
  Arena& arena() { return arena_; }

  /// Forgets the pass; memory is kept. Every Variable of it is invalid afterwards.
  void reset();

  /// Parameters of the next pass: `values` [layout.size()], and `gradients` of the same size, to which
  /// backward adds; null where none are wanted. The caller keeps all three alive.
  void bind(const ParameterLayout& layout, const Real* values, Real* gradients);
  Variable parameter(ParameterId id);
  /// Parameters `first` … `last` seen as one matrix of their rows (or one vector): they lie side by side
  /// in the flat buffer and have the same last axis.
  Variable joined_parameters(ParameterId first, ParameterId last);

  /// A new value, uninitialised.
  Variable make(const Shape& shape);
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
  /// Passes the memory on where nobody else needs it, for operations that change it in place; false: nothing
  /// was done.
  bool give_gradient(const Operation& operation, Variable input);

  /// Something besides the predictions that a layer wants small: `per_sequence` [B], 1 or so where it is as
  /// good as can be. Model::loss adds it, weighted, to the cross-entropy.
  void add_penalty(Variable per_sequence) { penalties_.push_back(per_sequence); }
  /// Those of this pass, in order.
  std::span<const Variable> penalties() const { return penalties_; }

  /// Runs everything backward from the scalar `loss`, whose gradient is 1.
  void backward(Variable loss);

  /// In Record mode: names `value` as `site` of the present scope, lets interventions change it, tells
  /// observers, and returns what is to be read from now on. Otherwise returns `value`, so that a training
  /// step pays nothing. The tape keeps the address of `site`.
  Variable name(Variable value, const Site& site) { return recording() ? attach_name(value, site) : value; }
  Variable name(Variable value, const Site&& site) = delete;
  /// A value [B,T,…] that is made position by position, each by an operation of its own with `made` as its
  /// output, so that a position can be computed from earlier ones of the same value; zeros at first. In
  /// Record mode it has its name from the beginning.
  Positions begin_positions(const Shape& shape, const Site& site);
  /// Position `position` is made: interventions change it before anything reads it.
  void made_position(const Positions& positions, Index position) {
    if (positions.made.node() != positions.value.node()) edit_at(positions, position);
  }
  /// All positions are made: observers are told.
  void end_positions(const Positions& positions) {
    if (recording()) tell_of(positions.made.node(), positions.value.node());
  }
  /// The operation recorded last; see Operation::previous.
  const Operation* last_operation() const { return last_; }
  /// All named tensors so far in order of computation, parameters left out.
  const std::vector<Named>& names() const { return names_; }
  /// Name of a node, "" where it has none; parameters have theirs.
  std::string_view name_of(const Node* node) const;
  /// What a node is, null where it has no name.
  const Site* site_of(const Node* node) const;
  /// The parameters that this pass used, as named nodes.
  const std::vector<Named>& used_parameters() const { return used_parameters_; }

  /// Lets layers keep what they know of earlier positions in `cache`, which must outlive the passes; null:
  /// none. Only in Infer mode.
  void use(DecodingCache* cache) { cache_ = cache; }
  DecodingCache* cache() const { return cache_; }

  /// Both throw std::invalid_argument for a name with more than one wildcard.
  void attach(Observer* observer);
  void attach(Intervention intervention);
  /// Throws std::invalid_argument with the nearest names if an attached observer or intervention met no
  /// tensor in this pass.
  void check_hooks() const;

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
  friend class Scope;
  Variable attach_name(Variable computed, const Site& site);
  void add_names(Node* computed, Node* value, const Site& site);
  void edit_at(const Positions& positions, Index position);
  void tell_of(const Node* computed, const Node* value);
  void edit_parameter(std::string_view name, Node* node);
  const CellRules* rules_of(const Intervention& intervention, const Shape& shape);
  void tell_observers(const Node* node);
  void require_name(std::string_view pattern, bool or_parameter) const;
  void link(Operation* operation, Variable output, std::span<const Variable> inputs);
  void release_gradient(Node* node);
  Real* take_buffer(Index count);
  Node* make_parameter_node(const Parameter& parameter, const Shape& shape);

  struct Attached {
    Observer* observer;
    std::string pattern;
  };

  /// One intervention between two values that are made position by position.
  struct PositionEdit {
    const Node* made;  // of the Positions that it belongs to
    Variable from, to;
    const Intervention* intervention;
    const CellRules* rules;
  };

  struct FreeBuffer {
    FreeBuffer* next;
  };
  struct FreeList {
    Index count = 0;
    FreeBuffer* first = nullptr;
  };

  Mode mode_;
  Arena arena_;
  Operation* last_ = nullptr;
  std::array<FreeList, 32> free_{};
  const ParameterLayout* layout_ = nullptr;
  const Real* parameter_values_ = nullptr;
  Real* parameter_gradients_ = nullptr;
  std::vector<Node*> parameter_nodes_;
  Place place_;
  std::vector<Named> names_;
  std::vector<Named> used_parameters_;
  DecodingCache* cache_ = nullptr;
  std::vector<Variable> penalties_;
  std::vector<Attached> observers_;
  std::vector<Intervention> interventions_;
  std::vector<PositionEdit> position_edits_;
  std::deque<CellRules> rules_;
  bool stochastic_ = false;
  std::uint64_t random_key_ = 0;
  std::uint64_t random_count_ = 0;
};

template <typename Op, typename... Args>
void Tape::record(Variable output, std::span<const Variable> inputs, Args&&... args) {
  if (mode_ == Mode::Infer) return;
  link(arena_.make<Op>(std::forward<Args>(args)...), output, inputs);
}

template <typename ArrayExpression>
void Tape::add_gradient(Variable input, const ArrayExpression& expression) {
  const GradientSlot slot = gradient(input);
  if (!slot.data) return;
  auto cells = array(slot.data, input.size());
  if (slot.accumulate) {
    cells += expression;
  } else {
    cells = expression;
  }
}

/// Everything that is recorded while it lives belongs to a part of the model: Scope s(tape, kLayers, 0).
class Scope {
 public:
  explicit Scope(Tape& tape, const Part& part, Index number = -1) {
    if (tape.recording()) enter(tape, tape.place_.inside(part, number));
  }
  Scope(Tape& tape, const Part&& part, Index number = -1) = delete;
  /// A place from the model's outside, whatever the present one is.
  Scope(Tape& tape, const Place& place) {
    if (tape.recording()) enter(tape, place);
  }
  ~Scope() {
    if (tape_) tape_->place_ = before_;
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  void enter(Tape& tape, const Place& place) {
    tape_ = &tape;
    before_ = std::exchange(tape.place_, place);
  }

  Tape* tape_ = nullptr;
  Place before_;
};

}  // namespace attnlab
