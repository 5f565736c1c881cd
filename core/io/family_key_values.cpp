// Values of a family's keys: the names that an option has over families and versions.
#include "core/io/family_key_values.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace attnlab {
namespace {

using Json = nlohmann::json;

/// The names of an option that any family may use for it.
struct OptionNames {
  FamilyKey::Option option;
  std::vector<std::string_view> names;
};

const std::vector<OptionNames>& option_names() {
  static const std::vector<OptionNames> kNames = {
      {&ModelConfig::width, {"hidden_size", "n_embd", "d_model", "dim"}},
      {&ModelConfig::layers, {"num_hidden_layers", "n_layer", "num_layers", "n_layers"}},
      {&ModelConfig::heads, {"num_attention_heads", "n_head", "num_heads", "n_heads"}},
      {&ModelConfig::context, {"max_position_embeddings", "n_positions"}},
      {&ModelConfig::feed_forward, {"intermediate_size", "n_inner", "d_ff"}},
      {&ModelConfig::activation, {"hidden_act", "activation_function"}},
      {&ModelConfig::norm_epsilon, {"layer_norm_eps", "layer_norm_epsilon"}},
      {&ModelConfig::norm_epsilon, {"rms_norm_eps"}},
      {&ModelConfig::rotary_base,
       {"rope_theta", "rotary_emb_base", "rope_parameters.rope_theta", "rope_scaling.rope_theta"}},
      {&ModelConfig::rotary_share,
       {"partial_rotary_factor", "rotary_pct", "rope_parameters.partial_rotary_factor",
        "rope_scaling.partial_rotary_factor"}},
  };
  return kNames;
}

/// The names that the key's is one of, or else those of its option; the end where there are none.
auto names_beside(const FamilyKey& key) {
  const auto& all = option_names();
  const auto own = std::ranges::find_if(all, [&](const OptionNames& row) {
    return row.option == key.option && std::ranges::find(row.names, key.name) != row.names.end();
  });
  return own == all.end() ? std::ranges::find(all, key.option, &OptionNames::option) : own;
}

/// Its own name, and those others that no other key of the family has.
std::vector<std::string_view> names_of_key(const ModelFamily& family, const FamilyKey& key) {
  std::vector<std::string_view> names{key.name};
  const auto add = [&](std::string_view name) {
    if (std::ranges::find(family.keys, name, &FamilyKey::name) == family.keys.end()) names.push_back(name);
  };
  std::ranges::for_each(key.also, add);
  const auto option = names_beside(key);
  if (option != option_names().end() && key.option.index() > 0) std::ranges::for_each(option->names, add);
  return names;
}

/// The member of `config` called `name`, in an object where there is a dot; null if there is none.
const Json* member_called(const Json& config, std::string_view name) {
  const std::size_t dot = name.find('.');
  const auto found = config.find(std::string(name.substr(0, dot)));
  if (found == config.end()) return nullptr;
  if (dot == name.npos) return &*found;
  if (!found->is_object()) return nullptr;
  const auto inner = found->find(std::string(name.substr(dot + 1)));
  return inner == found->end() ? nullptr : &*inner;
}

}  // namespace

std::vector<SaidValue> said_values(const ModelFamily& family, const FamilyKey& key, const Json& config) {
  std::vector<SaidValue> all;
  for (const std::string_view name : names_of_key(family, key))
    if (const Json* const value = member_called(config, name)) all.push_back({std::string(name), value});
  const auto says_nothing = [](const SaidValue& said) { return said.value->is_null(); };
  if (!std::ranges::all_of(all, says_nothing)) std::erase_if(all, says_nothing);
  if (const Json* const value =
          key.instead.empty() || !all.empty() ? nullptr : member_called(config, key.instead))
    all.push_back({std::string(key.instead), value});
  return all;
}

bool names_a_key(const ModelFamily& family, const std::string& name) {
  return std::ranges::any_of(family.keys, [&](const FamilyKey& key) {
    if (key.instead == name) return true;
    return std::ranges::any_of(names_of_key(family, key),
                               [&](std::string_view each) { return each.substr(0, each.find('.')) == name; });
  });
}

}  // namespace attnlab
