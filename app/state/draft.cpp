// Changes to a model's options, stored as text.
#include "app/state/draft.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// Options that the task and its text decide.
constexpr std::array<std::string_view, 9> kOfTheTask{
    "architecture", "output",       "context",          "source_vocabulary", "target_vocabulary",
    "pooling",      "picture_size", "picture_channels", "patch_size"};

/// Numbers whose next is twice or half as large.
constexpr std::array<std::string_view, 8> kDoubled{
    "width",      "feed_forward",    "window",           "experts",
    "head_width", "rotary_original", "relative_buckets", "relative_distance"};

std::string name_in(std::string_view change) { return std::string(change.substr(0, change.find('='))); }

/// "heads" of "model.heads is 3, but must be …".
std::string field_in(std::string_view error) {
  constexpr std::string_view kSection = "model.";
  if (!error.starts_with(kSection)) return "";
  error.remove_prefix(kSection.size());
  return std::string(error.substr(0, error.find(' ')));
}

/// The nearest divisor of `whole` above or below `now`, or `now`.
Index next_divisor(Index whole, Index now, bool up) {
  for (Index n = now + (up ? 1 : -1); n >= 1 && n <= whole; n += up ? 1 : -1)
    if (whole % n == 0) return n;
  return now;
}

/// Puts the option's value into `changes`, or takes it out where it is the open model's own.
void note_change(std::vector<std::string>& changes, const ModelConfig& open, const Field& field) {
  const std::string text = field_text(field);
  std::erase_if(changes, [&](const std::string& change) { return name_in(change) == field.name; });
  if (text != option_text(open, field.name)) changes.push_back(std::string(field.name) + "=" + text);
}

/// Options that the changed model has no use for are as they usually are: others make no model.
void reset_unused(std::vector<std::string>& changes, const ModelConfig& open, ModelConfig& config) {
  for (const IdleOption& idle : idle_model_options(config)) {
    set_field({idle.field}, idle.field.name, idle.usual, "model");
    note_change(changes, open, idle.field);
  }
}

}  // namespace

Fields draft_fields(ModelConfig& config) {
  Fields fields = model_fields(config);
  std::erase_if(fields,
                [](const Field& f) { return std::ranges::find(kOfTheTask, f.name) != kOfTheTask.end(); });
  for (const IdleOption& idle : idle_model_options(config))
    std::erase_if(fields, [&](const Field& f) { return f.name == idle.field.name; });
  return fields;
}

std::string option_text(const Fields& options, std::string_view option) {
  const auto found = std::ranges::find(options, option, &Field::name);
  return found == options.end() ? "" : field_text(*found);
}

std::string option_text(ModelConfig config, std::string_view option) {
  return option_text(model_fields(config), option);
}

Draft draft_of(const ModelConfig& open, const std::vector<std::string>& changes) {
  Draft draft{open, "", ""};
  const Fields fields = model_fields(draft.config);
  for (const std::string& change : changes)
    set_field(fields, name_in(change), std::string_view(change).substr(change.find('=') + 1), "model");
  try {
    validate(draft.config);
  } catch (const std::invalid_argument& error) {
    draft.error = error.what();
    draft.field = field_in(draft.error);
  }
  return draft;
}

void change_draft(std::vector<std::string>& changes, const ModelConfig& open, std::string_view option,
                  std::string_view value) {
  ModelConfig config = draft_of(open, changes).config;
  const Fields fields = draft_fields(config);
  const auto found = std::ranges::find(fields, option, &Field::name);
  if (found == fields.end()) {
    std::vector<std::string> names;
    for (const Field& field : fields) names.emplace_back(field.name);
    throw std::invalid_argument(tr("this model has no option {1} that can be changed", option) +
                                did_you_mean(option, names));
  }
  set_field(fields, option, value, "model");
  note_change(changes, open, *found);
  reset_unused(changes, open, config);
}

Index usual_number(const ModelConfig& config, std::string_view option) {
  if (option == "key_value_heads") return config.heads;
  if (option == "decoder_layers") return config.layers;
  return option == "head_width" ? config.width / std::max<Index>(config.heads, 1) : 0;
}

Index next_value(const ModelConfig& config, const Field& number, bool up) {
  const std::string_view option = number.name;
  const Index now = *std::get<Index*>(number.value);
  if (option == "heads") return next_divisor(config.width, now, up);
  if (option == "key_value_heads") {  // 0: as many as heads
    const Index own = now > 0 ? now : config.heads, next = next_divisor(config.heads, own, up);
    return next == own ? now : next == config.heads ? 0 : next;
  }
  const Index usual = usual_number(config, option), own = now > 0 ? now : usual;
  const bool doubles = std::ranges::find(kDoubled, option) != kDoubled.end();
  const Index other = !doubles   ? own + (up ? 1 : -1)
                      : up       ? std::max<Index>(own * 2, 2)
                      : own <= 2 ? 0
                                 : own / 2;
  const auto value = double(other);
  if (value < number.minimum || value > number.maximum || (usual > 0 && other == 0)) return now;
  return other == usual ? 0 : other;
}

std::string changed_title(std::string_view title, const std::vector<std::string>& changes) {
  constexpr std::string_view kMark = " · ";
  const std::size_t mark = title.rfind(kMark);
  std::vector<std::string> all;
  if (mark != std::string_view::npos) {
    std::istringstream parts{std::string(title.substr(mark + kMark.size()))};
    for (std::string part; parts >> part;) all.push_back(part);
  }
  for (const std::string& change : changes) {
    std::erase_if(all, [&](const std::string& before) { return name_in(before) == name_in(change); });
    all.push_back(change);
  }
  std::string text(title.substr(0, mark));
  for (std::size_t i = 0; i < all.size(); ++i) text += (i ? " " : std::string(kMark)) + all[i];
  return text;
}

}  // namespace attnlab
