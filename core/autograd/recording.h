// Recording: the names of a pass's tensors, and who observes or changes them.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/autograd/hooks.h"
#include "core/autograd/parameters.h"
#include "core/autograd/place.h"
#include "core/autograd/site.h"
#include "core/autograd/variable.h"

namespace attnlab {

/// A named tensor of a pass.
struct Named {
  std::string name;  ///< place.prefix() + site->name, and ".computed" behind it for what an edit replaced
  Node* node;
  const Site* site;
  Place place;
  bool before_edits = false;  ///< what it was before an edit: its name ends in ".computed"
};

/// What a tape in Record mode has beside its computation. Observers and interventions stay attached from one
/// pass to the next.
class Recording {
 public:
  /// Interventions compute on `tape`, which owns the recording.
  explicit Recording(Tape& tape) : tape_(tape) {}

  /// All named tensors so far in order of computation, parameters left out.
  const std::vector<Named>& names() const { return names_; }
  /// Name of a node, "" where it has none; parameters have theirs.
  std::string_view name_of(const Node* node) const;
  /// What a node is, null where it has no name.
  const Site* site_of(const Node* node) const;
  /// The parameters that this pass used, as named nodes.
  const std::vector<Named>& used_parameters() const { return used_parameters_; }

  /// Both throw std::invalid_argument for a name with more than one wildcard.
  void attach(Observer* observer);
  void attach(Intervention intervention);
  /// Throws std::invalid_argument with the nearest names if an attached observer or intervention met no
  /// tensor in this pass.
  void check_hooks() const;

  /// The part of the model to which the next tensors belong.
  const Place& place() const { return place_; }
  /// The tensors from now on belong to `place`; returns the place before it.
  Place enter(const Place& place) { return std::exchange(place_, place); }

  // What the tape does as it computes.
  /// See Tape::name.
  Variable name(Variable computed, const Site& site);
  /// `node` is the parameter, which interventions change before anything reads it.
  void use_parameter(const Parameter& parameter, Node* node);
  /// The value that is to be read of `made`; see Tape::begin_positions.
  Variable begin_positions(Variable made, const Site& site);
  void made_position(Variable made, Index position);
  void end_positions(Variable made, Variable value) { notify_of(made.node(), value.node()); }
  /// Forgets the pass.
  void reset();

 private:
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

  const Named* find(const Node* node) const;
  void add_names(Node* computed, Node* value, const Site& site);
  void edit_parameter(const Parameter& parameter, Node* node);
  void notify_of(const Node* computed, const Node* value);
  void notify_observers(const Node* node);
  const CellRules* rules_of(const Intervention& intervention, const Shape& shape);
  void require_name(std::string_view pattern, bool or_parameter) const;

  Tape& tape_;
  Place place_;
  std::vector<Named> names_;
  std::vector<Named> used_parameters_;
  std::vector<Attached> observers_;
  std::vector<Intervention> interventions_;
  std::vector<PositionEdit> position_edits_;
  std::deque<CellRules> rules_;
};

}  // namespace attnlab
