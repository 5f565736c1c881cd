// Place: names and titles put together from the parts.
#include "core/autograd/place.h"

#include <algorithm>
#include <stdexcept>

#include "core/language/messages.h"

namespace attnlab {

namespace {

bool is_layers(const Part* part) { return part == &kLayers || part == &kRecurrentLayers; }

struct TitleForm {
  bool brief_layers;  ///< the number of a layer alone, without the word
  bool brief_parts;
};

std::string_view words_of(const Part& part, bool brief) {
  return tr(brief && !part.brief.empty() ? part.brief : part.title);
}

/// The stack and its layer, then the innermost part that has words of its own.
std::string title_in(std::span<const Place::Step> steps, const TitleForm& form) {
  std::string stack, inner;
  for (const Place::Step& step : steps) {
    std::string words(words_of(*step.part, form.brief_parts));
    if (words.empty()) continue;
    if (is_layers(step.part)) {
      const std::string number = std::to_string(step.number);
      stack = form.brief_layers ? stack + " " + number : tr("{1} layer {2}", stack, number);
      continue;
    }
    if (step.number >= 0) words += " " + std::to_string(step.number);
    (stack.empty() ? stack : inner) = std::move(words);
  }
  return inner.empty() ? stack : stack + " · " + inner;
}

}  // namespace

Place Place::inside(const Part& part, Index number) const {
  if (depth_ == kDeepest) throw std::length_error("a place has at most six parts");
  Place place = *this;
  place.steps_[place.depth_++] = {&part, number};
  return place;
}

Place Place::outer() const {
  Place place = *this;
  place.steps_[--place.depth_] = {};
  return place;
}

std::string Place::prefix() const {
  std::string prefix;
  for (const Step& step : steps()) {
    if (step.part->name.empty()) continue;
    prefix += std::string(step.part->name) + ".";
    if (step.number >= 0) prefix += std::to_string(step.number) + ".";
  }
  return prefix;
}

std::string Place::name() const {
  std::string name = prefix();
  if (!name.empty()) name.pop_back();
  return name;
}

std::string Place::title() const { return title_in(steps(), {false, false}); }

std::array<std::string, 3> Place::shorter_titles() const {
  return {title(), title_in(steps(), {true, false}), title_in(steps(), {true, true})};
}

bool Place::begins_with(const Place& outer) const {
  return outer.depth_ <= depth_ && std::ranges::equal(steps().first(outer.depth_), outer.steps());
}

bool Place::within(const Part& part) const {
  return std::ranges::find(steps(), &part, &Step::part) != steps().end();
}

Index Place::number_of(const Part& part) const {
  const auto found = std::ranges::find(steps(), &part, &Step::part);
  return found == steps().end() ? -1 : found->number;
}

PartKind Place::kind() const {
  for (std::size_t i = depth_; i-- > 0;)
    if (steps_[i].part->kind != PartKind::Group) return steps_[i].part->kind;
  return PartKind::Group;
}

Text Place::text() const {
  for (std::size_t i = depth_; i-- > 0;)
    if (steps_[i].part->text != Text::Outer) return steps_[i].part->text;
  return Text::Outer;
}

Text Place::key_text() const {
  for (std::size_t i = depth_; i-- > 0;)
    if (steps_[i].part->keys != Text::Outer) return steps_[i].part->keys;
  return text();
}

std::string full_name(const Place& place, const Site& site) {
  return site.name.empty() ? place.name() : place.prefix() + std::string(site.name);
}

Place layer_around(const Place& place) {
  Place around = place;
  while (!around.empty() && !is_layers(around.part())) around = around.outer();
  return around;
}

Index layer_number(const Place& place) {
  return std::max(place.number_of(kLayers), place.number_of(kRecurrentLayers));
}

Place in_layer(const Place& place, Index number) {
  Place other;
  for (const Place::Step& step : place.steps())
    other = other.inside(*step.part, is_layers(step.part) ? number : step.number);
  return other;
}

}  // namespace attnlab
