// Safetensors: the bytes written, and every rule of the reader.
#include "core/io/safetensors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

const std::vector<Real> kSixCells{1, 2, 3, 4, 5, 6};

std::string length_bytes(std::uint64_t length) {
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes;
}

std::string file_with(const std::string& header, std::size_t data_bytes) {
  return length_bytes(header.size()) + header + std::string(data_bytes, '\0');
}

/// The message of reading a file of these bytes; "" where it is read.
std::string error_of(const std::string& bytes) {
  const TempFolder folder;
  write_bytes(folder / "t.safetensors", bytes);
  try {
    const SafetensorsFile file(folder / "t.safetensors");
    return "";
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("t.safetensors"), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }
}

/// The message for a header with `data_bytes` behind it.
std::string header_error(const std::string& header, std::size_t data_bytes = 0) {
  return error_of(file_with(header, data_bytes));
}

TEST(Safetensors, BytesAreThoseOfTheFormat) {
  const TempFolder folder;
  const std::vector<TensorToWrite> tensors{{"a", {2}, std::span(kSixCells).first(2)}};
  write_safetensors(folder / "f", tensors, {{"k", "v"}});
  const std::string header =
      R"({"__metadata__":{"k":"v"},"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  const std::string bytes = read_bytes(folder / "f");
  EXPECT_EQ(bytes.substr(0, 8), length_bytes((header.size() + 7) / 8 * 8));
  EXPECT_EQ(bytes.substr(8, header.size()), header);
  EXPECT_EQ(bytes.substr(bytes.size() - 8), std::string("\0\0\x80\x3f\0\0\0\x40", 8));
}

TEST(Safetensors, RoundTripsShapesNamesMetadataAndBits) {
  const TempFolder folder;
  const std::vector<Real> odd{-0.0f, INFINITY, NAN, 1e-42f};
  const std::vector<TensorToWrite> tensors{{"layers.0/weight \"q\" é", {2, 3}, kSixCells},
                                           {"scalar", {}, std::span(kSixCells).first(1)},
                                           {"empty", {0, 5}, {}},
                                           {"odd", {1, 2, 1, 2}, odd}};
  write_safetensors(folder / "f", tensors, {{"note", "line\nbreak"}});
  const SafetensorsFile file(folder / "f");
  EXPECT_EQ(file.metadata(), (SafetensorsMetadata{{"note", "line\nbreak"}}));
  ASSERT_EQ(file.entries().size(), tensors.size());
  for (const TensorToWrite& tensor : tensors) {
    const SafetensorsEntry* entry = file.find(tensor.name);
    ASSERT_TRUE(entry) << tensor.name;
    EXPECT_EQ(entry->shape, tensor.shape);
    std::vector<Real> cells(tensor.data.size());
    file.read(*entry, cells);
    EXPECT_EQ(std::memcmp(cells.data(), tensor.data.data(), tensor.data.size_bytes()), 0) << tensor.name;
  }
  EXPECT_EQ(file.find("none"), nullptr);
}

TEST(Safetensors, DoublesAreConverted) {
  const std::vector<double> values{0.5, -1e300, 3};
  const std::string header = R"({"x":{"dtype":"F64","shape":[3],"data_offsets":[0,24]}})";
  std::string bytes = file_with(header, 24);
  std::memcpy(bytes.data() + bytes.size() - 24, values.data(), 24);
  const TempFolder folder;
  write_bytes(folder / "f", bytes);
  const SafetensorsFile file(folder / "f");
  std::vector<Real> cells(3);
  file.read(file.entries()[0], cells);
  EXPECT_EQ(cells[0], Real(0.5));
  EXPECT_TRUE(std::isinf(cells[1]) || sizeof(Real) == 8);
  EXPECT_EQ(cells[2], Real(3));
}

TEST(Safetensors, ReadingIntoTheWrongSizeIsAnError) {
  const TempFolder folder;
  write_safetensors(folder / "f", std::vector<TensorToWrite>{{"a", {6}, kSixCells}});
  const SafetensorsFile file(folder / "f");
  std::vector<Real> cells(5);
  EXPECT_THROW(file.read(file.entries()[0], cells), std::invalid_argument);
}

TEST(Safetensors, WriterRefusesWhatNoReaderWouldTake) {
  const TempFolder folder;
  const auto write = [&](std::vector<TensorToWrite> tensors, SafetensorsMetadata metadata = {}) {
    write_safetensors(folder / "f", tensors, metadata);
  };
  EXPECT_THROW(write({{"a", {6}, kSixCells}, {"a", {6}, kSixCells}}), std::invalid_argument);
  EXPECT_THROW(write({{"__metadata__", {6}, kSixCells}}), std::invalid_argument);
  EXPECT_THROW(write({{"a", {5}, kSixCells}}), std::invalid_argument);
  EXPECT_THROW(write({{"\xFF", {6}, kSixCells}}), std::invalid_argument);
  EXPECT_THROW(write({{"a", {6}, kSixCells}}, {{"k", "\xFF"}}), std::invalid_argument);
  EXPECT_FALSE(std::filesystem::exists(folder / "f"));
}

TEST(Safetensors, UnwritablePlaceIsNamed) {
  try {
    write_safetensors("/no/such/folder/f", {});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()), "cannot write '/no/such/folder/f': No such file or directory");
  }
}

TEST(Safetensors, HeaderLengthIsChecked) {
  expect_has(error_of(""), "too few for a header");
  expect_has(error_of("1234567"), "too few for a header");
  expect_has(error_of(length_bytes(1) + ""), "only 0 follow");
  expect_has(error_of(length_bytes(100'000'001) + "{}"), "at most 100000000");
  expect_has(error_of(length_bytes(~std::uint64_t{0}) + "{}"), "at most");
  expect_has(error_of(length_bytes(0)), "does not begin with {");
  EXPECT_EQ(header_error("{}"), "");
  EXPECT_EQ(header_error("{}   "), "");
  EXPECT_EQ(header_error(R"({"__metadata__":null})"), "");
}

TEST(Safetensors, ATypeThatIsNotKnownIsRefusedWhereItIsRead) {
  const TempFolder folder;
  write_bytes(folder / "f", file_with(R"({"a":{"dtype":"F12","shape":[1],"data_offsets":[0,2]}})", 2));
  const SafetensorsFile file(folder / "f");
  std::vector<Real> cells(1);
  expect_has(error_text<std::runtime_error>([&] { file.read(file.entries()[0], cells); }),
             "has type 'F12', but must be F16");
}

TEST(Safetensors, HeaderMustBeJsonOfTheRightForm) {
  expect_has(header_error("{"), "invalid JSON");
  expect_has(header_error("[]"), "does not begin with {");
  expect_has(header_error("{} x"), "invalid JSON");
  expect_has(header_error("{\"a\xFF\":1}"), "invalid JSON");
  expect_has(header_error(R"({"a":1})"), "number in the wrong place");
  expect_has(header_error(R"({"a":null})"), "null");
  expect_has(header_error(R"({"a":[]})"), "array in the wrong place");
  expect_has(header_error(R"({"a":{"b":{}}})"), "unknown property 'b'");
  expect_has(header_error(R"({"a":{"shape":{}}})"), "object in the wrong place");
  expect_has(header_error(R"({"__metadata__":{"a":1}})"), "number in the wrong place");
  expect_has(header_error(R"({"__metadata__":{"a":"1","a":"2"}})"), "twice");
  expect_has(header_error("{\"a\":" + std::string(50'000'00, '[')), "array in the wrong place");
}

TEST(Safetensors, EntriesMustBeWhole) {
  expect_has(header_error(R"({"a":{}})"), "lacks one of");
  expect_has(header_error(R"({"a":{"dtype":"F32","shape":[1]}})", 4), "lacks one of");
  expect_has(header_error(R"({"a":{"dtype":4,"shape":[1],"data_offsets":[0,4]}})", 4), "number in the wrong");
  expect_has(header_error(R"({"a":{"dtype":"F32","dtype":"F32","shape":[],"data_offsets":[0,4]}})", 4),
             "dtype twice");
  expect_has(header_error(R"({"a":{"dtype":"F32","shape":[1,1,1,1,1],"data_offsets":[0,4]}})", 4),
             "more than 4 numbers in shape");
  expect_has(header_error(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", 4), "negative");
  expect_has(header_error(R"({"a":{"dtype":"F32","shape":[1.5],"data_offsets":[0,4]}})", 4),
             "not an integer");
  expect_has(header_error(R"({"a":{"dtype":"F32","shape":[[1]],"data_offsets":[0,4]}})", 4), "array in");
  expect_has(header_error(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0]}})", 4), "not a range");
  expect_has(header_error(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}})", 4), "not a range");
  expect_has(header_error(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4,4]}})", 4), "more than 2");
}

TEST(Safetensors, SizesMustFit) {
  expect_has(header_error(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", 4), "8 bytes");
  expect_has(header_error(R"({"a":{"dtype":"F64","shape":[1],"data_offsets":[0,4]}})", 4), "8 bytes");
  expect_has(header_error(R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}})"),
             "too many cells");
  expect_has(header_error(R"({"a":{"dtype":"F32","shape":[0,18446744073709551615],"data_offsets":[0,0]}})"),
             "too many cells");
  expect_has(header_error(R"({"a":{"dtype":"F32","shape":[18446744073709551616],"data_offsets":[0,0]}})"),
             "too large");
  expect_has(header_error(R"({"a":{"dtype":"F32","shape":[4611686018427387904],"data_offsets":[0,0]}})"),
             "too many cells");
}

std::string two(const std::string& first, const std::string& second) {
  return R"({"a":{"dtype":"F32","shape":[1],"data_offsets":)" + first +
         R"(},"b":{"dtype":"F32","shape":[1],"data_offsets":)" + second + "}}";
}

TEST(Safetensors, PlacesMustCoverTheData) {
  EXPECT_EQ(header_error(two("[0,4]", "[4,8]"), 8), "");
  EXPECT_EQ(header_error(two("[4,8]", "[0,4]"), 8), "");
  expect_has(header_error(two("[0,4]", "[0,4]"), 8), "overlaps");
  expect_has(header_error(two("[0,4]", "[8,12]"), 12), "gap");
  expect_has(header_error(two("[4,8]", "[8,12]"), 12), "gap");
  expect_has(header_error(two("[0,4]", "[4,8]"), 7), "cut off");
  expect_has(header_error(two("[0,4]", "[4,8]"), 9), "but there are 9 bytes");
  expect_has(header_error(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[1,5]}})", 5), "gap");
  expect_has(header_error(R"({"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},"a":{}})"),
             "'a' occurs twice");
}

TEST(Safetensors, OtherThingsThanFilesAreRefused) {
  const TempFolder folder;
  EXPECT_THROW(SafetensorsFile{folder.path()}, std::runtime_error);
  EXPECT_THROW(SafetensorsFile{folder / "none"}, std::runtime_error);
  EXPECT_THROW(SafetensorsFile{"/dev/zero"}, std::runtime_error);
}

}  // namespace
}  // namespace attnlab::testing
