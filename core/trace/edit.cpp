// Edit: the rules by which each kind changes a tensor's cells.
#include "core/trace/edit.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "core/autograd/name_pattern.h"
#include "core/autograd/tape.h"
#include "core/config/no_such_kind.h"
#include "core/layers/feed_forward_sites.h"
#include "core/trace/edit_masks.h"
#include "core/trace/edit_switches.h"

namespace attnlab {

namespace {

using OptionalRule = std::optional<CellRule>;

void check_region(const CellRegion& region, const Shape& shape) {
  bool fits = static_cast<int>(region.index.size()) == shape.rank();
  for (int axis = 0; fits && axis < shape.rank(); ++axis) {
    const AxisRange& range = region.index[axis];
    fits = range.whole() || (range.begin >= 0 && range.begin < range.end && range.end <= shape[axis]);
  }
  if (!fits)
    throw std::invalid_argument("cells " + places_text(region) + " are outside " + region.tensor +
                                ", whose shape is " + shape.text());
}

/// `rule(offset, index)` for the cells of the region, none for others.
template <typename RuleOf>
CellRules rules_in(const CellRegion& region, const Shape& shape, RuleOf rule) {
  check_region(region, shape);
  return [region, shape, rule](Index offset) -> OptionalRule {
    const auto index = shape.index_of(offset);
    for (std::size_t axis = 0; axis < region.index.size(); ++axis)
      if (!region.index[axis].has(index[axis])) return {};
    return rule(offset, std::span(index).first(region.index.size()));
  };
}

CellRule taken(Index from, double factor = 1, double more = 0) { return {more, factor, {from, 1, 1}}; }

CellRule rule_of(const CellEdit& edit, Index offset) {
  const auto value = double(Real(edit.value));
  switch (edit.how) {
    case CellEdit::How::Set: return CellRule::fixed(value);
    case CellEdit::How::Add: return taken(offset, 1, value);
    case CellEdit::How::Scale: return taken(offset, value);
  }
  no_such_kind("edit of a cell");
}

bool is_named(const HeadEdit& edit, Index head) {
  const bool all = edit.heads.empty() && edit.how != HeadEdit::How::Only;
  return all || std::ranges::find(edit.heads, head) != edit.heads.end();
}

/// For the context [B,H,T,D].
OptionalRule rule_of(const HeadEdit& edit, const Shape& shape, Index offset) {
  const Index plane = shape[2] * shape[3], head = offset / plane % shape[1];
  if (edit.how == HeadEdit::How::Only) return is_named(edit, head) ? OptionalRule() : CellRule::fixed(0);
  if (!is_named(edit, head)) return {};
  switch (edit.how) {
    case HeadEdit::How::Zero: return CellRule::fixed(0);
    case HeadEdit::How::Mean:
      return CellRule{
          0, 1 / double(shape[2]), {offset - offset % plane + offset % shape[3], shape[3], shape[2]}};
    case HeadEdit::How::Swap: return taken(offset + (edit.heads[0] + edit.heads[1] - 2 * head) * plane);
    case HeadEdit::How::Only: break;  // above
  }
  no_such_kind("edit of a head");
}

Intervention by_rules(std::string name, std::function<CellRules(const Shape&)> rules) {
  return {.name = std::move(name), .rules = std::move(rules)};
}

std::vector<Intervention> make(const CellEdit& edit) {
  return {by_rules(edit.cells.tensor, [edit](const Shape& shape) {
    return rules_in(edit.cells, shape, [edit](Index offset, auto) { return rule_of(edit, offset); });
  })};
}

std::vector<Intervention> make(const HeadEdit& edit) {
  return {by_rules(edit.attention + ".context", [edit](const Shape& shape) -> CellRules {
    if (edit.how == HeadEdit::How::Swap && edit.heads.size() != 2)
      throw std::invalid_argument("swap needs two heads, not " + std::to_string(edit.heads.size()));
    for (const Index head : edit.heads)
      if (shape.rank() != 4 || head < 0 || head >= shape[1])
        throw std::invalid_argument(edit.attention + " does not have a head " + std::to_string(head));
    return [edit, shape](Index offset) { return rule_of(edit, shape, offset); };
  })};
}

std::vector<Intervention> make(const ForceAttention& edit) {
  const std::string name = edit.attention + ".weights";
  return {by_rules(name, [edit, name](const Shape& shape) {
    if (edit.key < 0 || edit.key >= shape.last())
      throw std::invalid_argument(name + " does not have a key " + std::to_string(edit.key));
    return rules_in({name, {CellRegion::kWhole, edit.head, edit.query, CellRegion::kWhole}}, shape,
                    [edit](Index, auto index) { return CellRule::fixed(index[3] == edit.key ? 1 : 0); });
  })};
}

void check_left_out(const ExpertEdit& edit, Index experts) {
  const std::set<Index> distinct(edit.experts.begin(), edit.experts.end());
  for (const Index expert : distinct)
    if (expert < 0 || expert >= experts)
      throw std::invalid_argument(edit.feed_forward + " does not have an expert " + std::to_string(expert));
  if (count_of(distinct) == experts)
    throw std::invalid_argument(edit.feed_forward + " must keep at least one of its " +
                                std::to_string(experts) + " experts");
}

std::vector<Intervention> make(const ExpertEdit& edit) {
  const std::string router = edit.feed_forward + "." + std::string(expert_sites::kRouter.name);
  return {by_rules(router + "." + std::string(expert_sites::kProbabilities.name),
                   [edit](const Shape& shape) -> CellRules {
                     const Index count = shape.last();
                     check_left_out(edit, count);
                     return [edit, count](Index offset) {
                       const bool out = std::ranges::find(edit.experts, offset % count) != edit.experts.end();
                       return out ? OptionalRule(CellRule::fixed(0)) : OptionalRule();
                     };
                   })};
}

std::vector<Intervention> make(const PatchEdit& edit) {
  if (!edit.from) throw std::invalid_argument("the other pass is missing for " + edit_text(edit));
  const TraceTensor& other = edit.from->at(edit.cells.tensor);
  return {by_rules(edit.cells.tensor, [edit, &other](const Shape& shape) {
    return rules_in(edit.cells, shape, [edit, &other, shape](Index, std::span<const Index> index) {
      for (std::size_t axis = 0; axis < index.size(); ++axis)
        if (other.shape.rank() != shape.rank() || index[axis] >= other.shape[static_cast<int>(axis)])
          throw std::invalid_argument("in the other pass, " + edit.cells.tensor + " has shape " +
                                      other.shape.text() + ", which does not contain all cells of " +
                                      edit_text(edit));
      return CellRule::fixed(double(other.value[other.shape.offset(index)]));
    });
  })};
}

/// Lets the intervention see the shape of each tensor that it names; false where there is none.
bool meets_a_tensor(const Intervention& intervention, const Trace& trace) {
  bool met = false;
  for (const auto* all : {&trace.tensors(), &trace.parameters()})
    for (const TraceTensor& tensor : *all) {
      if (!names(intervention.name, tensor.name)) continue;
      met = true;
      if (intervention.rules) intervention.rules(tensor.shape);
    }
  return met;
}

}  // namespace

void check_edit(const Edit& edit, const Trace& trace) {
  const auto* patch = std::get_if<PatchEdit>(&edit);
  if (patch && !patch->from) return check_edit(CellEdit{patch->cells}, trace);
  for (const Intervention& intervention : interventions_of(edit, trace.config()))
    if (!meets_a_tensor(intervention, trace)) trace.at(intervention.name);
}

std::vector<Intervention> interventions_of(const Edit& edit, const ModelConfig& config) {
  if (const auto* off = std::get_if<SwitchOff>(&edit)) return switched_off(*off, config);
  if (const auto* mask = std::get_if<MaskEdit>(&edit)) return mask_interventions(*mask);
  if (std::holds_alternative<TokenEdit>(edit)) return {};
  if (const auto* e = std::get_if<CellEdit>(&edit)) return make(*e);
  if (const auto* e = std::get_if<HeadEdit>(&edit)) return make(*e);
  if (const auto* e = std::get_if<ForceAttention>(&edit)) return make(*e);
  if (const auto* e = std::get_if<ExpertEdit>(&edit)) return make(*e);
  return make(std::get<PatchEdit>(edit));
}

}  // namespace attnlab
