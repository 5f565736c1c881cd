// Family names: what wrappers put before names, taken away.
#include "core/io/family_names.h"

#include <algorithm>
#include <vector>

namespace attnlab {
namespace {

/// Before the whole name: DataParallel, and classes that hold the model as a member of this name.
constexpr std::string_view kWrappers[] = {"module.", "model."};
/// Before the name of any part: torch.compile.
constexpr std::string_view kCompiled = "_orig_mod.";

std::string without_compiled(std::string name) {
  for (std::size_t at = name.find(kCompiled); at != name.npos; at = name.find(kCompiled))
    name.erase(at, kCompiled.size());
  return name;
}

/// The names under which files may hold `name`, in the order in which they are looked for.
std::vector<std::string> possible_names(const ModelFamily& family, const std::string& name) {
  for (const FamilyOldName& row : family.old_names) {
    if (!name.ends_with(row.now)) continue;
    const std::string before = name.substr(0, name.size() - row.now.size()) + std::string(row.before);
    return row.preferred ? std::vector{before, name} : std::vector{name, before};
  }
  return {name};
}

}  // namespace

FamilyNames::FamilyNames(const ModelFamily& family, const TensorFolder& folder) : family_(family) {
  for (const auto& [name, tensor] : folder.all()) tensors_.emplace(family_name(name), tensor);
  for (const auto& [name, kept] : folder.left_out()) tensors_.emplace(family_name(name), folder.find(kept));
}

StoredTensor FamilyNames::find(const std::string& name) const {
  for (const std::string& possible : possible_names(family_, name))
    if (const StoredTensor found = called(possible)) return found;
  return {};
}

StoredTensor FamilyNames::called(const std::string& name) const {
  const auto found = tensors_.find(name);
  return found == tensors_.end() ? StoredTensor{} : found->second;
}

std::string FamilyNames::family_name(std::string_view stored) const {
  const std::string whole = without_compiled(std::string(stored));
  std::string_view name = whole;
  const auto drop = [&](std::string_view start) {
    const bool there = !start.empty() && name.starts_with(start);
    if (there) name.remove_prefix(start.size());
    return there;
  };
  while (drop(family_.prefix) || std::ranges::any_of(kWrappers, drop)) {
  }
  return std::string(name);
}

}  // namespace attnlab
