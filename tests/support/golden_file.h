// GoldenFile: reads the tensors that tests/golden/make_golden.py wrote.
#pragma once

#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/tensor.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {

/// A safetensors file of float32 and int32 tensors.
class GoldenFile {
 public:
  /// Throws std::runtime_error where the file cannot be read.
  explicit GoldenFile(const std::filesystem::path& path) : bytes_(read_bytes(path)), name_(path.string()) {
    std::uint64_t length = 0;
    std::memcpy(&length, bytes_.data(), sizeof length);
    header_ = nlohmann::json::parse(bytes_.substr(sizeof length, length));
    start_ = sizeof length + length;
  }

  bool has(std::string_view tensor) const { return header_.contains(tensor); }

  Tensor tensor(std::string_view name) const {
    const std::vector<Index> sizes = entry(name).at("shape").get<std::vector<Index>>();
    const std::vector<float> values = cells<float>(name, "F32");
    Tensor result{Shape(std::span<const Index>(sizes))};
    std::copy(values.begin(), values.end(), result.data.begin());
    return result;
  }

  std::vector<TokenId> ids(std::string_view name) const { return cells<TokenId>(name, "I32"); }

  /// The rest of each name that begins with `prefix`.
  std::vector<std::string> names_after(std::string_view prefix) const {
    std::vector<std::string> names;
    for (const auto& [name, unused] : header_.items()) {
      if (name.starts_with(prefix)) names.push_back(name.substr(prefix.size()));
    }
    return names;
  }

 private:
  const nlohmann::json& entry(std::string_view name) const {
    if (!has(name)) throw std::runtime_error(name_ + " has no tensor " + std::string(name));
    return header_.at(std::string(name));
  }

  template <typename T>
  std::vector<T> cells(std::string_view name, std::string_view dtype) const {
    if (entry(name).at("dtype") != dtype)
      throw std::runtime_error(std::string(name) + " is not " + std::string(dtype));
    const auto place = entry(name).at("data_offsets").get<std::array<std::size_t, 2>>();
    std::vector<T> values((place[1] - place[0]) / sizeof(T));
    std::memcpy(values.data(), bytes_.data() + start_ + place[0], place[1] - place[0]);
    return values;
  }

  std::string bytes_, name_;
  nlohmann::json header_;
  std::size_t start_ = 0;
};

}  // namespace attnlab::testing
