// Commands of the view Cost: the sizes of a model, to change them from there.
#include <stdexcept>

#include "app/features/cost/choice.h"
#include "app/state/commands/command_table.h"
#include "core/config/rows.h"
#include "core/models/sizes/known_models.h"

namespace attnlab::commands {

namespace {

/// The open model where `name` is "model", else a known one.
ModelConfig config_named(const std::string& name, const Limits& limits) {
  if (name != "model") return known_model(name).config();
  if (!limits.config) throw std::invalid_argument("no model is open");
  return *limits.config;
}

void take_sizes(Target& d, const Arguments& a, const Limits& limits) {
  CostChoice& choice = d.state.choices.of<CostChoice>();
  choice.sizes = sizes_of(config_named(a.text(0), limits));
  choice.of = "sizes";
}

}  // namespace

std::span<const Entry> cost() {
  static const std::string names = "model|" + joined_names(known_models());
  static const Entry kEntries[] = {
      {{"cost.sizes", names, "count a model of these sizes, which the view Cost can change", Sender::Lessons,
        Undo::Each},
       take_sizes}};
  return kEntries;
}

}  // namespace attnlab::commands
