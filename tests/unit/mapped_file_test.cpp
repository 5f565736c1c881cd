// Mapped files: the bytes of the file, piece by piece; a file that is cut off meanwhile.
#include "core/io/files/mapped_file.h"

#include <gtest/gtest.h>

#include <csignal>

#include "core/io/safetensors.h"
#include "core/tensor/random.h"
#include "tests/support/expect_has.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

constexpr std::size_t kSize = 3 << 20;

std::string some_bytes() {
  std::string bytes(kSize, '\0');
  RandomStream random(1);
  for (char& byte : bytes) byte = static_cast<char>(random.below(256));
  return bytes;
}

std::string read_from(const MappedFile& file, std::uint64_t offset, std::size_t count) {
  std::string bytes(count, '\0');
  file.read(offset, std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

TEST(MappedFile, HasTheBytesOfTheFile) {
  const TempFolder folder;
  const std::string bytes = some_bytes();
  write_bytes(folder / "f", bytes);
  const MappedFile file(folder / "f");
  ASSERT_EQ(file.size(), kSize);
  EXPECT_EQ(read_from(file, 0, kSize), bytes);
  EXPECT_EQ(read_from(file, 4095, 4099), bytes.substr(4095, 4099));
  file.release(4095, kSize);  // beyond the end too
  EXPECT_EQ(read_from(file, 1, kSize - 1), bytes.substr(1)) << "what was given back is read again";
}

TEST(MappedFile, EmptyFileHasNoBytes) {
  const TempFolder folder;
  write_bytes(folder / "f", "");
  const MappedFile file(folder / "f");
  EXPECT_EQ(read_from(file, 0, 0), "");
  file.release(0, 0);
  EXPECT_THROW(read_from(file, 0, 1), std::runtime_error);
}

TEST(MappedFile, CutOffMeanwhileIsAnError) {
  const TempFolder folder;
  write_bytes(folder / "f", some_bytes());
  const MappedFile file(folder / "f");
  std::filesystem::resize_file(folder / "f", 5000);
  EXPECT_NO_THROW(read_from(file, 0, 5000));
  try {
    read_from(file, 4000, 200000);
    FAIL();
  } catch (const std::runtime_error& error) {
    expect_has(error.what(), "the file ends too early, at byte 5000");
  }
}

/// More cells than are read at once, in each form.
TEST(MappedFile, LongTensorsAreReadInPieces) {
  const TempFolder folder;
  std::vector<Real> cells((std::size_t{1} << 22) + 1000);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<Real>(i % 65521);
  write_safetensors(folder / "f",
                    std::vector<TensorToWrite>{{"a", {3}, std::span(cells).first(3)},
                                               {"b", {static_cast<Index>(cells.size())}, cells}});
  const SafetensorsFile file(folder / "f");
  std::vector<Real> read(cells.size());
  file.read(*file.find("b"), read);
  EXPECT_TRUE(read == cells);
  std::vector<Real> part(100);
  file.read_cells(*file.find("b"), (Index{1} << 22) - 50, part);
  EXPECT_EQ(part[50], cells[std::size_t{1} << 22]);
}

TEST(MappedFileDeath, BusErrorSaysWhatItWas) {
  EXPECT_EXIT(
      {
        say_why_bus_errors();
        std::raise(SIGBUS);
      },
      ::testing::KilledBySignal(SIGBUS), "a file was cut off by another program");
}

}  // namespace
}  // namespace attnlab::testing
