// Copies of the golden folders of families, with other names, tensors or keys in them.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "core/io/checkpoint.h"
#include "core/io/tensor_folder.h"
#include "core/tensor/tensor.h"
#include "tests/support/expect_has.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {

inline std::filesystem::path family_folder_of(const std::string& name) {
  return std::filesystem::path(ATTNLAB_SOURCE_DIR) / "tests/golden/families" / name;
}

/// Copies `name` to `to`, with its configuration changed by `change`.
template <typename Change>
void copy_changed(const std::string& name, const std::filesystem::path& to, const Change& change) {
  std::filesystem::copy(family_folder_of(name), to);
  nlohmann::json config = nlohmann::json::parse(read_bytes(to / "config.json"));
  change(config);
  write_bytes(to / "config.json", config.dump());
}

/// Expects `changed` to be read as the model of `folder`; returns what it was read with.
inline Checkpoint expect_same_model(const std::filesystem::path& changed,
                                    const std::filesystem::path& folder) {
  Checkpoint read = load_checkpoint(changed);
  const Checkpoint wanted = load_checkpoint(folder);
  EXPECT_EQ(read.preset.model, wanted.preset.model);
  EXPECT_EQ(read.state->snapshot->weights, wanted.state->snapshot->weights);
  return read;
}

/// Why `folder` is not read; "" where it is.
inline std::string loading_error(const std::filesystem::path& folder) {
  try {
    load_checkpoint(folder);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

using NamedTensors = std::map<std::string, Tensor>;

/// The floating-point tensors of `folder`.
inline NamedTensors tensors_of(const std::filesystem::path& folder) {
  NamedTensors all;
  const TensorFolder tensors(folder);
  for (const auto& [name, stored] : tensors.all()) {
    if (stored.entry->type == SafetensorsEntry::Type::Other) continue;
    Tensor& tensor = all.emplace(name, Tensor(stored.entry->shape)).first->second;
    stored.file->read(*stored.entry, tensor.data);
  }
  return all;
}

/// Writes `tensors` as the one file of `folder`.
inline void put_tensors(const std::filesystem::path& folder, const NamedTensors& tensors,
                        const SafetensorsMetadata& metadata = {}) {
  for (const auto& file : std::filesystem::directory_iterator(folder))
    if (file.path().filename().string().starts_with("model")) std::filesystem::remove(file.path());
  std::vector<TensorToWrite> written;
  for (const auto& [name, tensor] : tensors) written.push_back({name, tensor.shape, tensor.data});
  write_safetensors(folder / "model.safetensors", written, metadata);
}

/// `tensors` under other names.
template <typename Rename>
NamedTensors renamed(const NamedTensors& tensors, const Rename& rename) {
  NamedTensors all;
  for (const auto& [name, tensor] : tensors) all.emplace(rename(name), tensor);
  return all;
}

}  // namespace attnlab::testing
