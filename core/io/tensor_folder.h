// TensorFolder: the tensors of a folder, in one file or in several by an index.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/io/safetensors.h"

namespace attnlab {

/// A tensor and the file that holds it.
struct StoredTensor {
  const SafetensorsFile* file = nullptr;
  const SafetensorsEntry* entry = nullptr;

  explicit operator bool() const { return entry != nullptr; }
};

/// model.safetensors, or the files of the folder that model.safetensors.index.json names; no file elsewhere
/// is opened. Cells stay on the disk until they are read. Throws std::runtime_error with one line that names
/// the file. Reading tells `progress`, where it is given.
class TensorFolder {
 public:
  explicit TensorFolder(const std::filesystem::path& folder, ReadProgress* progress = nullptr);

  StoredTensor find(std::string_view name) const;
  /// By name.
  const std::map<std::string, StoredTensor, std::less<>>& all() const { return tensors_; }
  /// Names of tensors that are another's cells and were left out of the files, with that other's name, as
  /// safetensors writes them into the metadata.
  const std::map<std::string, std::string>& left_out() const { return left_out_; }
  /// Names that the index gives to tensors that their file lacks, as of an output matrix that is the
  /// embedding, each with a line that says so.
  const std::map<std::string, std::string>& absent() const { return absent_; }

 private:
  void read_shards(const std::filesystem::path& folder);
  const SafetensorsFile& open(const std::filesystem::path& folder, const std::string& name);

  ReadProgress* progress_;
  std::map<std::string, std::unique_ptr<SafetensorsFile>> files_;
  std::map<std::string, StoredTensor, std::less<>> tensors_;
  std::map<std::string, std::string> left_out_, absent_;
};

}  // namespace attnlab
