// Checkpoint: checksums of the files that are text.
#include <array>
#include <nlohmann/json.hpp>

#include "core/io/checkpoint_files.h"
#include "core/io/files/checksum.h"
#include "core/io/files/file.h"

namespace attnlab::checkpoint_files {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostText = std::uint64_t{4} << 30;
constexpr std::array kChecked{kConfig, kTokenizer, kMetrics, kMeasurements, kTimeline};

/// The checksum of a text, without carriage returns.
std::string checksum_of(const fs::path& file) {
  std::string text = read_file(file, kMostText);
  std::erase(text, '\r');
  Checksum sum;
  sum.add(text);
  return sum.text();
}

}  // namespace

FileChecksums checksums_in(const fs::path& folder) {
  FileChecksums sums;
  std::error_code ignored;
  for (const std::string_view file : kChecked)
    if (fs::exists(folder / file, ignored)) sums[std::string(file)] = checksum_of(folder / file);
  return sums;
}

std::string checksum_of_progress(nlohmann::json json) {
  json.erase(kChecksums);
  Checksum sum;
  sum.add(json.dump());
  return sum.text();
}

std::string difference(const fs::path& folder, std::string_view file, const FileChecksums& sums) {
  const auto stored = sums.find(file);
  if (stored == sums.end()) return "";
  try {
    if (checksum_of(folder / file) == stored->second) return "";
  } catch (const std::runtime_error& error) {
    return std::string(file) + ": " + error.what();
  }
  return std::string(file) + ": " + std::string(kNotAsSaved);
}

void check_as_saved(const fs::path& folder, const Progress& progress) {
  if (!progress.damage.empty()) throw std::runtime_error(progress.damage);
  for (const std::string_view file : {kConfig, kTokenizer})
    if (const std::string what = difference(folder, file, progress.checksums); !what.empty())
      throw std::runtime_error(what + " (if you edited it yourself, remove \"" + kChecksums +
                               "\" from training.json)");
}

void remark_tables(const fs::path& folder, const FileChecksums& sums, std::vector<std::string>& remarks) {
  for (const std::string_view file : {kMetrics, kMeasurements, kTimeline}) {
    if (!remarks.empty()) return;  // a remark names damage already
    const std::string what = difference(folder, file, sums);
    if (!what.empty()) remarks.push_back(what + "; some of its contents may be wrong");
  }
}

}  // namespace attnlab::checkpoint_files
