// Hostile safetensors files: cut off anywhere, bits turned, numbers that overflow. An error or a file, never
// a crash.
#include <gtest/gtest.h>

#include <cstring>

#include "core/io/safetensors.h"
#include "core/tensor/random.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

/// A small file with every feature of the format.
std::string good_file() {
  const TempFolder folder;
  const std::vector<Real> cells{1, 2, 3, 4, 5, 6};
  const std::vector<TensorToWrite> tensors{{"weight", {2, 3}, cells},
                                           {"bias", {3}, std::span(cells).first(3)},
                                           {"scale", {}, std::span(cells).first(1)}};
  write_safetensors(folder / "f", tensors, {{"format", "pt"}});
  return read_bytes(folder / "f");
}

/// Reads a whole file of these bytes; returns the error, "" for none.
std::string read_all(const TempFolder& folder, const std::string& bytes) {
  write_bytes(folder / "f", bytes);
  try {
    const SafetensorsFile file(folder / "f");
    for (const SafetensorsEntry& entry : file.entries()) {
      std::vector<Real> cells(static_cast<std::size_t>(entry.shape.size()));
      file.read(entry, cells);
    }
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

void expect_one_line(const std::string& message) {
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  EXPECT_LT(message.size(), 1000u) << message;
}

TEST(SafetensorsInput, CutOffAnywhereIsAnError) {
  const TempFolder folder;
  const std::string bytes = good_file();
  ASSERT_EQ(read_all(folder, bytes), "");
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::string message = read_all(folder, bytes.substr(0, size));
    EXPECT_NE(message, "") << size << " bytes of " << bytes.size() << " are no file";
    expect_one_line(message);
  }
}

TEST(SafetensorsInput, ByteMoreIsAnError) {
  const TempFolder folder;
  EXPECT_NE(read_all(folder, good_file() + "x"), "");
}

TEST(SafetensorsInput, TurnedBitsAreAnErrorOrAFile) {
  const TempFolder folder;
  const std::string bytes = good_file();
  int errors = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    RandomStream random(mix64(seed));
    std::string changed = bytes;
    for (Index flips = 1 + random.below(4); flips > 0; --flips) {
      auto& byte = changed[static_cast<std::size_t>(random.below(static_cast<Index>(bytes.size())))];
      byte = static_cast<char>(byte ^ (1 << random.below(8)));
    }
    const std::string message = read_all(folder, changed);
    expect_one_line(message);
    errors += !message.empty();
  }
  EXPECT_GT(errors, 1000);
}

TEST(SafetensorsInput, EveryHeaderLengthButTheTrueOneIsAnError) {
  const TempFolder folder;
  const std::string bytes = good_file();
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  const auto with_length = [&](std::uint64_t other) {
    std::string changed = bytes;
    std::memcpy(changed.data(), &other, 8);
    return read_all(folder, changed);
  };
  for (std::uint64_t other = 0; other < bytes.size() + 16; ++other) {
    if (other == length) continue;
    EXPECT_NE(with_length(other), "") << other;
  }
  for (int bit = 0; bit < 64; ++bit) EXPECT_NE(with_length(length ^ (std::uint64_t{1} << bit)), "") << bit;
}

TEST(SafetensorsInput, NestingDeepEnoughForAnyStackIsAnError) {
  for (const char* opening : {"{\"a\":", "[", "{\"a\":["}) {
    const TempFolder folder;
    std::string json = "{\"x\":";
    for (int i = 0; i < 1'000'000; ++i) json += opening;
    std::string length(8, '\0');
    const std::uint64_t size = json.size();
    std::memcpy(length.data(), &size, 8);
    EXPECT_NE(read_all(folder, length + json), "");
  }
}

TEST(SafetensorsInput, ManyTinyEntriesAreRead) {
  std::string json = "{";
  for (int i = 0; i < 20000; ++i) {
    const std::string at = std::to_string(4 * i), end = std::to_string(4 * i + 4);
    json += (i ? ",\"" : "\"") + std::to_string(i) + "\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[" +
            at + "," + end + "]}";
  }
  json += "}";
  std::string length(8, '\0');
  const std::uint64_t size = json.size();
  std::memcpy(length.data(), &size, 8);
  const TempFolder folder;
  EXPECT_EQ(read_all(folder, length + json + std::string(80000, '\0')), "");
}

}  // namespace
}  // namespace attnlab::testing
