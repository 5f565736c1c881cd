// Opening GPT-2 small from its files: time, and the most memory that it takes, each in a process of its own.
//
//   open [ROUNDS]      medians of so many rounds (5); prints a table
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/gpt2_model.h"
#include "core/io/safetensors.h"

namespace {

using namespace attnlab;
namespace fs = std::filesystem;

/// The same tensors with the upper halves of their numbers, as bfloat16.
void write_halves(const fs::path& from, const fs::path& to) {
  const SafetensorsFile file(from);
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  std::uint64_t end = 0;
  for (const SafetensorsEntry& entry : file.entries()) {
    const std::uint64_t begin = std::exchange(end, end + (entry.end - entry.begin) / 2);
    header[entry.name] = {{"dtype", "BF16"}, {"shape", entry.shape.sizes()}, {"data_offsets", {begin, end}}};
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  const std::uint64_t length = text.size();
  std::ofstream out(to, std::ios::binary);
  out.write(reinterpret_cast<const char*>(&length), sizeof length);
  out << text;
  for (const SafetensorsEntry& entry : file.entries()) {
    std::vector<Real> cells(static_cast<std::size_t>(entry.shape.size()));
    file.read(entry, cells);
    std::vector<char> halves(2 * cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
      std::memcpy(halves.data() + 2 * i, reinterpret_cast<const char*>(&cells[i]) + 2, 2);
    out.write(halves.data(), static_cast<std::streamsize>(halves.size()));
  }
}

fs::path bfloat_folder(const fs::path& folder) {
  const fs::path halves = folder.string() + "-bf16";
  if (holds_model(halves)) return halves;
  fs::create_directories(halves);
  write_halves(folder / "model.safetensors", halves / "model.safetensors");
  for (const char* file : {"tokenizer.json", "config.json"})
    fs::copy_file(folder / file, halves / file, fs::copy_options::overwrite_existing);
  return halves;
}

fs::path own_folder(const fs::path& folder) {
  const fs::path own = folder.string() + "-own";
  if (!holds_model(own)) save_checkpoint(own, load_checkpoint(folder));
  return own;
}

struct Opened {
  double seconds = 0;
  Index weights = 0;
  Index peak = 0;  ///< bytes
};

/// In a process of its own, so that its most memory is that of opening alone.
Opened open_in_child(const fs::path& folder) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    const auto start = std::chrono::steady_clock::now();
    const Checkpoint checkpoint = load_checkpoint(folder);
    Opened opened;
    opened.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    opened.weights = 4 * static_cast<Index>(checkpoint.state->snapshot->weights.size());
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    opened.peak = Index{1024} * usage.ru_maxrss;
    const bool written = write(ends[1], &opened, sizeof opened) == static_cast<ssize_t>(sizeof opened);
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  Opened opened;
  const bool read_all = read(ends[0], &opened, sizeof opened) == static_cast<ssize_t>(sizeof opened);
  close(ends[0]);
  waitpid(child, nullptr, 0);
  if (!read_all) throw std::runtime_error("it was not opened: " + folder.string());
  return opened;
}

void measure(const char* name, const fs::path& folder, int rounds) {
  std::vector<double> seconds;
  Opened last;
  for (int round = 0; round < rounds; ++round) {
    last = open_in_child(folder);
    seconds.push_back(last.seconds);
  }
  std::ranges::sort(seconds);
  const auto size = static_cast<double>(fs::file_size(folder / "model.safetensors"));
  std::printf("%-24s %9.1f %9.2f %9.2f %9.1f %9.1f %9.1f\n", name, size / 1e6, seconds[seconds.size() / 2],
              seconds.back(), static_cast<double>(last.weights) / 1e6, static_cast<double>(last.peak) / 1e6,
              static_cast<double>(last.peak - last.weights) / 1e6);
}

}  // namespace

int main(int argc, char** argv) try {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 5;
  // Folders that are made take memory, which a process forked later would seem to have: made in one that
  // ends.
  const fs::path folder = fs::temp_directory_path() / "attention-lab-gpt2-small";
  if (const pid_t maker = fork(); maker == 0) {
    bfloat_folder(bench::gpt2_folder());
    own_folder(folder);
    _exit(0);
  } else {
    waitpid(maker, nullptr, 0);
  }
  std::printf("%-24s %9s %9s %9s %9s %9s %9s\n", "files", "MB", "s", "worst s", "weights", "most MB",
              "beside");
  measure("GPT-2's, F32", folder, rounds);
  measure("GPT-2's, BF16", bfloat_folder(folder), rounds);
  measure("a checkpoint of ours", own_folder(folder), rounds);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "open: %s\n", error.what());
  return 1;
}
