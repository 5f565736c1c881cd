// Commands that choose a view and its options.
#include <algorithm>
#include <stdexcept>

#include "app/feature/opened_features.h"
#include "app/state/commands/command_table.h"
#include "app/state/commands/state_part.h"
#include "app/state/hand_choice.h"
#include "core/config/fields.h"
#include "core/config/number_text.h"
#include "core/language/messages.h"

namespace attnlab::commands {

namespace {

/// A view that is offered to the open model.
const Feature& offered_view(const std::string& name, const Limits& limits) {
  const Feature& wanted = find_feature(name);
  require_offered(wanted, limits.config);
  return wanted;
}

/// The inspector explains what the first view shows.
void view(Target& d, const Arguments& a, const Limits& limits) {
  d.state.view = &offered_view(a.text(0), limits);
  if (d.state.beside == d.state.view) d.state.beside = nullptr;
  d.state.choices.of<HandChoice>().explained = d.state.view == &hand::kFeature;
}

void view_beside(Target& d, const Arguments& a, const Limits& limits) {
  d.state.beside = a.text(0) == "none" ? nullptr : &offered_view(a.text(0), limits);
  if (d.state.beside == d.state.view) throw std::invalid_argument(tr("this view is already on the stage"));
}

/// Sets an option of a view: "heads.average".
void choose(Target& d, const Arguments& a, const Limits&) {
  const std::string& name = a.text(0);
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) a.fail();
  const Feature& kind = find_feature(name.substr(0, dot));
  const Fields fields = choice_fields(d.state.choices, kind);
  const std::string field = name.substr(dot + 1);
  std::string value = a.has(1) ? a.text(1) : "";
  const auto found = std::ranges::find(fields, field, &Field::name);
  // A switch takes on, off or toggle, as in every command.
  if (found != fields.end())
    if (bool* const* flag = std::get_if<bool*>(&found->value)) value = a.flag(1, **flag) ? "true" : "false";
  set_field(fields, field, value, kind.name);
}

/// "steps|heads|positions".
std::string names_in_usage() {
  std::string usage;
  for (const Feature* view : features()) usage += (usage.empty() ? "" : "|") + std::string(view->name);
  return usage;
}

void say_views(const StateChange& c, Commands& out) {
  const Feature* beside = c.from.beside;
  if (c.from.view != c.to.view) {
    out.push_back({"view", {std::string(c.to.view->name)}});
    if (beside == c.to.view) beside = nullptr;
  }
  if (beside != c.to.beside)
    out.push_back({"view.beside", {c.to.beside ? std::string(c.to.beside->name) : "none"}});
}

std::string option_text(const Field& field) {
  if (const bool* const* on = std::get_if<bool*>(&field.value)) return **on ? "on" : "off";
  if (const double* const* number = std::get_if<double*>(&field.value)) return shortest_text(**number);
  return field_text(field);
}

/// Every option of every view; what no option says is a part of its own.
void say_options(const StateChange& c, Commands& out) {
  Choices from = c.from.choices, to = c.to.choices;
  for (const Feature* view : features()) {
    const Fields now = choice_fields(from, *view), wanted = choice_fields(to, *view);
    for (std::size_t i = 0; i < now.size(); ++i) {
      const std::string value = option_text(wanted[i]);
      if (option_text(now[i]) != value)
        out.push_back({"choose", {std::string(view->name) + "." + std::string(now[i].name), value}});
    }
  }
}

}  // namespace

std::span<const Entry> views() {
  static const std::string names = names_in_usage(), or_none = "none|" + names;
  static const Entry kEntries[] = {
      {{"view", names, tr_mark("choose the view on the stage"), Sender::Lessons, Undo::Each,
        Completions::OfModel},
       view},
      {{"view.beside", or_none, tr_mark("show a second view beside the first, or none"), Sender::Lessons,
        Undo::Each, Completions::OfModel},
       view_beside},
      {{"choose", "VIEW.OPTION VALUE",
        tr_mark("set an option of a view: heads.average on, positions.position 3"), Sender::Lessons,
        Undo::MergedByArgument},
       choose},
  };
  return kEntries;
}

extern const StatePart kViewPart = {.name = tr_mark("the view"), .say = say_views};
extern const StatePart kOptionsPart = {.name = tr_mark("an option of a view"), .say = say_options};

}  // namespace attnlab::commands
