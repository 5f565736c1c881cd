// TensorFolder: opening the files.
#include "core/io/tensor_folder.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/files/json_file.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

constexpr const char *kSingle = "model.safetensors", *kIndex = "model.safetensors.index.json";
constexpr std::uint64_t kMostIndexBytes = 64 << 20;
constexpr std::size_t kMostShards = 1000;

/// A name of a file that lies in the folder itself.
bool is_shard_name(const std::string& name) {
  return name.ends_with(".safetensors") && name.find('/') == name.npos && name.find('\\') == name.npos &&
         name.find('\0') == name.npos && name.size() < 256 && name.front() != '.';
}

std::string in_index(const std::string& what) { return std::string(kIndex) + ": " + what; }

}  // namespace

TensorFolder::TensorFolder(const fs::path& folder, ReadProgress* progress) : progress_(progress) {
  std::error_code ignored;
  if (fs::exists(folder / kSingle, ignored)) {
    const SafetensorsFile& file = open(folder, kSingle);
    for (const SafetensorsEntry& entry : file.entries()) tensors_[entry.name] = {&file, &entry};
  } else if (fs::exists(folder / kIndex, ignored)) {
    read_shards(folder);
  } else {
    throw std::runtime_error(std::string("the folder contains neither ") + kSingle + " nor " + kIndex +
                             "; convert weights in other formats to safetensors first");
  }
  for (const auto& [name, file] : files_)
    for (const auto& [dropped, kept] : file->metadata())
      if (!find(dropped) && find(kept)) left_out_[dropped] = kept;
}

const SafetensorsFile& TensorFolder::open(const fs::path& folder, const std::string& name) {
  std::unique_ptr<SafetensorsFile>& file = files_[name];
  if (!file) file = std::make_unique<SafetensorsFile>(folder / name, progress_);
  return *file;
}

void TensorFolder::read_shards(const fs::path& folder) {
  nlohmann::json index;
  try {
    index = read_json_object(folder / kIndex, kMostIndexBytes);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(in_index(error.what()));
  }
  const auto map = index.find("weight_map");
  if (map == index.end() || !map->is_object())
    throw std::runtime_error(in_index("weight_map must be an object of file names"));
  for (const auto& [tensor, shard] : map->items()) {
    const std::string name = shard.is_string() ? shard.get<std::string>() : std::string();
    if (name.empty() || !is_shard_name(name))
      throw std::runtime_error(in_index("tensor " + quoted(std::string_view(tensor)) + " is in " +
                                        quoted(std::string_view(shard.dump())) +
                                        ", which is not the name of a .safetensors file in this folder"));
    if (files_.size() == kMostShards && !files_.contains(name))
      throw std::runtime_error(in_index("it names more than " + std::to_string(kMostShards) + " files"));
    const SafetensorsFile& file = open(folder, name);
    const SafetensorsEntry* const entry = file.find(tensor);
    if (entry)
      tensors_[tensor] = {&file, entry};
    else
      absent_[tensor] = in_index("tensor " + quoted(std::string_view(tensor)) + " is not in " +
                                 quoted(std::string_view(name)));
  }
}

StoredTensor TensorFolder::find(std::string_view name) const {
  const auto found = tensors_.find(name);
  return found == tensors_.end() ? StoredTensor{} : found->second;
}

}  // namespace attnlab
