// Picture files and folders of every kind, good and bad: each bad one a clear error of one line.
#include "tests/support/picture_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <set>

#include "core/tasks/make_task.h"
#include "core/tasks/pictures/picture_file.h"
#include "core/tensor/random.h"
#include "tests/support/error_text.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

std::string refusal(std::string_view bytes) {
  return error_text<std::runtime_error>([&] { decode_picture(bytes, "some/cat.png", 8, 1); });
}

void expect_refused(std::string_view bytes, std::string_view part) {
  const std::string message = refusal(bytes);
  EXPECT_TRUE(message.starts_with("cannot use picture 'some/cat.png': ")) << message;
  EXPECT_NE(message.find(part), std::string::npos) << "'" << message << "' lacks: " << part;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

/// Left half black, right half white.
RawPicture halves(int width, int height) {
  RawPicture picture = plain_picture(width, height, {0});
  for (int i = 0; i < width * height; ++i)
    picture.pixels[static_cast<std::size_t>(i)] = i % width < width / 2 ? 0 : 255;
  return picture;
}

TEST(PictureFile, IsScaledByArea) {
  const Picture picture = decode_picture(png_bytes(halves(12, 12)), "a", 4, 1);
  ASSERT_EQ(picture.pixels.size(), 16u);
  for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(picture.pixels[i], i % 4 < 2 ? 0 : 1, 1e-6);
  const Picture three = decode_picture(png_bytes(halves(8, 8)), "a", 3, 1);  // the middle covers both halves
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(three.pixels[i], static_cast<double>(i % 3) / 2, 1e-6);
}

TEST(PictureFile, KeepsItsMeanAtAnySize) {
  RandomStream random(1);
  RawPicture noise = plain_picture(37, 37, {0});
  double total = 0;
  for (unsigned char& pixel : noise.pixels) total += pixel = static_cast<unsigned char>(random.below(256));
  const std::string bytes = png_bytes(noise);
  for (const Index size : {1, 5, 16, 37, 50}) {
    double sum = 0;
    for (const Real pixel : decode_picture(bytes, "a", size, 1).pixels) sum += static_cast<double>(pixel);
    EXPECT_NEAR(sum / static_cast<double>(size * size), total / 255 / 37 / 37, 1e-5) << size;
  }
}

TEST(PictureFile, IsCutToTheSquareInItsMiddle) {
  RawPicture wide = plain_picture(24, 8, {255});
  for (int i = 0; i < 24 * 8; ++i)
    if (i % 24 >= 8 && i % 24 < 16) wide.pixels[static_cast<std::size_t>(i)] = 51;
  for (const Real pixel : decode_picture(png_bytes(wide), "a", 4, 1).pixels) EXPECT_NEAR(pixel, 0.2, 1e-6);
}

TEST(PictureFile, IsGreyOrColoured) {
  const std::string bytes = png_bytes(plain_picture(8, 8, {255, 51, 0}));
  const Picture colours = decode_picture(bytes, "a", 2, 3);
  const std::vector<double> expected = {1, 1, 1, 1, 0.2, 0.2, 0.2, 0.2, 0, 0, 0, 0};
  for (std::size_t i = 0; i < 12; ++i) EXPECT_NEAR(colours.pixels[i], expected[i], 1e-6);
  EXPECT_NEAR(decode_picture(bytes, "a", 1, 1).pixels[0], 0.299 + 0.2 * 0.587, 1e-6);
}

TEST(PictureFile, ShowsWhiteBehindWhatIsTransparent) {
  const std::string bytes = png_bytes(plain_picture(8, 8, {0, 0, 0, 51}));
  EXPECT_NEAR(decode_picture(bytes, "a", 1, 1).pixels[0], 0.8, 1e-6);
}

TEST(PictureFile, ReadsJpeg) {
  const Picture picture = decode_picture(jpeg_bytes(plain_picture(20, 20, {200})), "a", 4, 1);
  for (const Real pixel : picture.pixels) EXPECT_NEAR(pixel, 200 / 255.0, 0.02);
}

TEST(PictureFile, NamesThatPicturesHave) {
  for (const char* name : {"a.png", "b.JPG", "c.jpeg", "d.Png", "x/y.z.jpg"})
    EXPECT_TRUE(is_picture_name(name)) << name;
  for (const char* name : {"a.txt", "png", "c.gif", "d.png.zip", ""})
    EXPECT_FALSE(is_picture_name(name)) << name;
}

TEST(PictureFile, OtherBytesAreRefused) {
  expect_refused("", "not a valid PNG or JPEG file");
  expect_refused("hello, I am a text", "not a valid PNG or JPEG file");
  expect_refused(std::string(5000, '\0'), "not a valid PNG or JPEG file");
  expect_refused("GIF89a\x10\x00\x10\x00\x80\x00\x00", "not a valid PNG or JPEG file");
}

TEST(PictureFile, SizesThatShowNothingOrTooMuchAreRefused) {
  expect_refused(png_bytes(plain_picture(1, 1, {9})), "it has 1 × 1 pixels, but must have at least 4 × 4");
  expect_refused(png_bytes(plain_picture(200, 3, {9})), "it has 200 × 3 pixels");
  std::string huge = png_bytes(plain_picture(8, 8, {9}));
  for (const std::size_t place : {16u, 20u}) huge[place + 2] = '\x7F';  // 32,520 × 32,520: nothing is decoded
  expect_refused(huge, "at most 50 million pixels");
  huge[16] = huge[20] = '\x7F';
  expect_refused(huge, "at most 50 million pixels");
}

TEST(PictureFile, CutOffFilesAreRefusedWhereverTheyEnd) {
  RandomStream random(2);
  RawPicture noise = plain_picture(16, 16, {0, 0, 0});
  for (unsigned char& pixel : noise.pixels) pixel = static_cast<unsigned char>(random.below(256));
  for (const std::string& whole : {png_bytes(noise), jpeg_bytes(noise)}) {
    EXPECT_EQ(refusal(whole), "no error");
    const bool png = whole[0] != '\xFF';
    // A PNG file is valid without its last word, the checksum of an empty chunk.
    for (std::size_t size = 0; size + (png ? 12 : 1) < whole.size(); size += 1 + size / 40)
      EXPECT_NE(refusal(whole.substr(0, size)), "no error") << size << " of " << whole.size();
  }
}

TEST(PictureFile, DamagedFilesAreReadOrRefusedNeverMore) {
  RandomStream random(3);
  const RawPicture picture = halves(20, 20);
  for (const std::string& whole : {png_bytes(picture), jpeg_bytes(picture)}) {
    for (int round = 0; round < 3000; ++round) {
      std::string damaged = whole;
      for (Index i = 0; i <= random.below(4); ++i)
        damaged[static_cast<std::size_t>(random.below(static_cast<Index>(damaged.size())))] =
            static_cast<char>(random.below(256));
      std::string message = refusal(damaged);
      if (const std::size_t times = message.find("×"); times != std::string::npos)
        message.erase(times, std::string_view("×").size());
      EXPECT_TRUE(std::ranges::all_of(message, [](char c) { return c >= ' ' && c <= '~'; })) << message;
    }
  }
}

/// The decoder has memory for 256 codes a table, and does not count them.
TEST(PictureFile, AJpegFileWithTooManyHuffmanCodesIsRefused) {
  const std::string whole = jpeg_bytes(halves(20, 20));
  const std::size_t tables = whole.find("\xFF\xC4");
  ASSERT_NE(tables, std::string::npos);
  constexpr std::size_t kCounts = 5, kLengths = 16;  // behind marker, length and number of the table
  for (const std::size_t fill : {0u, 1u}) {
    std::string damaged = std::string(fill, '\xFF') + whole;
    for (std::size_t i = 0; i < kLengths; ++i) damaged[fill + tables + kCounts + i] = '\x11';
    EXPECT_NE(refusal(damaged).find("too many Huffman codes"), std::string::npos) << refusal(damaged);
  }
}

TEST(PictureFile, UnreadableFilesAreRefused) {
  const TempFolder folder;
  const auto message = [](const fs::path& path) {
    return error_text<std::runtime_error>([&] { read_picture(path, 8, 1); });
  };
  EXPECT_NE(message(folder / "none.png").find("the file does not exist"), std::string::npos);
  EXPECT_NE(message(folder.path()).find("it is a folder"), std::string::npos);
  ASSERT_EQ(::mkfifo((folder / "pipe.png").c_str(), 0600), 0);
  EXPECT_NE(message(folder / "pipe.png").find("not a regular file"), std::string::npos);
  write_bytes(folder / "empty.png", "");
  EXPECT_NE(message(folder / "empty.png").find("the file is empty"), std::string::npos);
  write_bytes(folder / "locked.png", png_bytes(halves(8, 8)));
  fs::permissions(folder / "locked.png", fs::perms::none);
  if (::access((folder / "locked.png").c_str(), R_OK) == 0) return;  // the superuser may
  EXPECT_NE(message(folder / "locked.png").find("ermission denied"), std::string::npos);
}

/// A folder of two classes with `count` pictures each, light and dark.
class PictureFolders : public ::testing::Test {
 protected:
  PictureFolders() {
    for (int i = 0; i < 10; ++i) {
      const auto shade = static_cast<unsigned char>(i);
      add("light", std::to_string(i) + ".png", png_bytes(plain_picture(9, 9, {shade})));
      add("dark ones", std::to_string(i) + ".JPG",
          jpeg_bytes(plain_picture(9, 9, {static_cast<unsigned char>(200 + i)})));
    }
  }
  void add(const std::string& class_name, const std::string& file, std::string_view bytes) {
    write_bytes(folder_ / class_name / file, bytes);
  }
  TaskConfig config() const {
    TaskConfig config;
    config.name = "picture_folder";
    config.folder = folder_.path().string();
    config.validation_share = 0.2;
    return config;
  }
  /// The error of reading the folder, without the folder's name.
  std::string refusal() const {
    std::string text = error_text<std::runtime_error>([&] { make_task(config(), {0, 4, 1}); });
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    if (const auto at = text.find(config().folder); at != text.npos) text.erase(at, config().folder.size());
    return text;
  }

  TempFolder folder_;
};

/// How many pictures of different shades are drawn.
std::size_t count_pictures(const Task& task, Split split) {
  RandomStream random(2);
  Batch batch;
  task.sample(split, random, 300, batch);
  std::set<Real> shades;
  for (std::size_t row = 0; row < 300; ++row) shades.insert(batch.pictures[row * 16]);
  return shades.size();
}

TEST_F(PictureFolders, AreTasks) {
  const auto task = make_task(config(), {0, 4, 1});
  EXPECT_EQ(count_pictures(*task, Split::Train), 16u);
  EXPECT_EQ(count_pictures(*task, Split::Validation), 4u);
  EXPECT_EQ(task->target_tokenizer().entry(0), "dark_ones");
  EXPECT_EQ(task->target_tokenizer().entry(1), "light");
  RandomStream random(1);
  Batch batch;
  task->sample(Split::Train, random, 50, batch);
  for (std::size_t row = 0; row < 50; ++row)
    EXPECT_EQ(batch.pictures[row * 16] > Real(0.5), batch.target[row] == 0) << "200 and more is dark_ones";
}

TEST_F(PictureFolders, SayWhatBecameOfTheirColors) {
  EXPECT_EQ(make_task(config(), {0, 4, 1})->note(), "");
  add("light", "red.png", png_bytes(plain_picture(9, 9, {255, 0, 0})));
  EXPECT_EQ(make_task(config(), {0, 4, 1})->note(),
            "1 of the 21 pictures were converted to gray, because the model reads gray pictures "
            "(model.picture_channels=3 keeps colors)");
  EXPECT_EQ(make_task(config(), {0, 4, 3})->note(), "");
}

TEST_F(PictureFolders, HoldOutSomeOfEachClassByName) {
  const auto light_of = [](const Example& e) { return static_cast<double>(e.picture->pixels[0]); };
  const auto task = make_task(config(), {0, 4, 1});
  const std::vector<Example> held_out = task->validation_examples(100);
  ASSERT_EQ(held_out.size(), 4u);
  std::set<double> unseen;
  std::multiset<std::string> classes;
  for (const Example& e : held_out) {
    unseen.insert(light_of(e));
    classes.insert(e.target);
  }
  EXPECT_EQ(classes.count("light"), 2u);
  EXPECT_EQ(classes.count("dark_ones"), 2u);
  RandomStream random(1);
  Batch batch;
  task->sample(Split::Train, random, 300, batch);
  for (std::size_t row = 0; row < 300; ++row)
    EXPECT_EQ(unseen.count(static_cast<double>(batch.pictures[row * 16])), 0u);
  TempFolder elsewhere;
  fs::copy(folder_.path(), elsewhere / "moved", fs::copy_options::recursive);
  TaskConfig moved = config();
  moved.folder = (elsewhere / "moved").string();
  const std::vector<Example> again = make_task(moved, {0, 4, 1})->validation_examples(100);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(light_of(again[i]), light_of(held_out[i]));
}

TEST_F(PictureFolders, PassOverWhatIsNoPicture) {
  add("light", "notes.txt", "hello");
  add("light", ".hidden.png", "no picture at all");
  write_bytes(folder_ / "readme.md", "about these");
  fs::create_directory(folder_ / ".thumbnails");
  fs::create_directories(folder_ / "light" / "older.png");
  EXPECT_EQ(count_pictures(*make_task(config(), {0, 4, 1}), Split::Train), 16u);
}

TEST_F(PictureFolders, WithABrokenFileAreRefusedByItsName) {
  add("light", "broken.png", png_bytes(halves(9, 9)).substr(0, 40));
  EXPECT_NE(refusal().find("/light/broken.png': the file is damaged or cut off"), std::string::npos)
      << refusal();
  add("light", "broken.png", "a text in disguise");
  EXPECT_NE(refusal().find("/light/broken.png': it is not a valid PNG or JPEG file"), std::string::npos);
  add("light", "broken.png", png_bytes(plain_picture(1, 1, {9})));
  EXPECT_NE(refusal().find("/light/broken.png': it has 1 × 1 pixels"), std::string::npos) << refusal();
  std::string huge = png_bytes(halves(8, 8));
  huge[16] = huge[20] = '\x7F';
  add("light", "broken.png", huge);
  EXPECT_NE(refusal().find("at most 50 million pixels"), std::string::npos) << refusal();
  add("light", "broken.png", "");
  EXPECT_NE(refusal().find("/light/broken.png': the file is empty"), std::string::npos) << refusal();
}

TEST_F(PictureFolders, WithTooFewPicturesAreRefused) {
  fs::create_directory(folder_ / "nothing");
  EXPECT_EQ(
      refusal(),
      "cannot use picture folder '': class 'nothing' has no PNG or JPEG files; add pictures until it has at "
      "least two, or remove the class");
  add("nothing", "one.png", png_bytes(halves(9, 9)));
  EXPECT_NE(refusal().find("class 'nothing' has only one picture; add pictures"), std::string::npos);
}

TEST_F(PictureFolders, WithTooFewClassesAreRefused) {
  fs::remove_all(folder_ / "light");
  EXPECT_EQ(refusal(),
            "cannot use picture folder '': it contains 1 subfolder, but needs at least two: one subfolder of "
            "PNG or "
            "JPEG files for each class");
  fs::remove_all(folder_ / "dark ones");
  EXPECT_NE(refusal().find("it contains 0 subfolders"), std::string::npos);
  fs::remove_all(folder_.path());
  EXPECT_EQ(refusal(), "cannot use picture folder '': the folder does not exist");
}

TEST_F(PictureFolders, ThatMayNotBeReadAreRefused) {
  const fs::path locked = folder_ / "light";
  fs::permissions(locked, fs::perms::none);
  const bool superuser = ::access(locked.c_str(), R_OK) == 0;
  const std::string found = superuser ? "/light': Permission denied" : refusal();
  EXPECT_NE(found.find("/light': Permission denied"), std::string::npos) << found;
  fs::permissions(locked, fs::perms::owner_all);
}

TEST(PictureFolder, MustBeNamed) {
  TaskConfig config;
  config.name = "picture_folder";
  EXPECT_EQ(error_text<std::invalid_argument>([&] { make_task(config, 0); }),
            "task.folder is empty, but must be a folder that has one subfolder of pictures for each class");
}

}  // namespace
}  // namespace attnlab::testing
