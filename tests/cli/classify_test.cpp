// attention-lab classify and trace, on saved models that read pictures and texts whole.
#include <cmath>
#include <filesystem>

#include "core/io/safetensors.h"
#include "tests/cli/events.h"
#include "tests/support/picture_files.h"
#include "tests/support/word_list.h"

namespace attnlab::testing {
namespace {

using Json = nlohmann::json;

class Classifiers : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    for (int i = 0; i < 12; ++i) {
      const auto shade = static_cast<unsigned char>(i);
      write_bytes(*folder_ / "photos" / "night sky" / (std::to_string(i) + ".png"),
                  png_bytes(plain_picture(20, 12, {shade, shade, 90})));
      write_bytes(*folder_ / "photos" / "snow" / (std::to_string(i) + ".jpg"),
                  jpeg_bytes(plain_picture(9, 14, {250, 245, static_cast<unsigned char>(255 - i)})));
    }
    write_bytes(picture(), png_bytes(plain_picture(30, 30, {3, 3, 90})));
    output_of(small_training("shapes", {"--steps", "60", "--pictures", *folder_ / "photos", "--set",
                                        "picture_channels=3", "--set", "picture_size=8", "--out", photos()}));
    output_of(small_training("digits", {"--steps", "5", "--out", digits()}));
    output_of(small_training("reverse", {"--steps", "2", "--out", pair()}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string photos() { return *folder_ / "photos-model"; }
  static std::string digits() { return *folder_ / "digits"; }
  static std::string pair() { return *folder_ / "pair"; }
  static std::string picture() { return *folder_ / "dark.png"; }

  inline static TempFolder* folder_ = nullptr;
};

TEST_F(Classifiers, DistinguishThePicturesOfTheUsersFolder) {
  const std::string text = output_of({"classify", "--model", photos(), "--image", picture()});
  EXPECT_TRUE(text.starts_with("night_sky ")) << text;
  EXPECT_EQ(lines_of(text).size(), 2u);
  const Json found = Json::parse(
      output_of({"classify", "--model", photos(), "--image", *folder_ / "photos/snow/1.jpg", "--json"}));
  EXPECT_EQ(found["classes"][0]["name"], "snow");
  EXPECT_GT(found["classes"][0]["probability"], 0.9);
}

TEST_F(Classifiers, GiveProbabilitiesThatSumToOne) {
  const Json found = Json::parse(
      output_of({"classify", "--model", digits(), "--image", picture(), "--top", "99", "--json"}));
  ASSERT_EQ(found["classes"].size(), 10u);
  double total = 0, before = 1;
  for (const Json& choice : found["classes"]) {
    total += choice["probability"].get<double>();
    EXPECT_LE(choice["probability"], before);
    before = choice["probability"];
  }
  EXPECT_NEAR(total, 1, 1e-5);
  EXPECT_EQ(lines_of(output_of({"classify", "--model", digits(), "--image", picture(), "--top", "3"})).size(),
            3u);
}

TEST_F(Classifiers, TakeTextsOfAFileOneByOne) {
  const std::string brackets = *folder_ / "brackets", texts = *folder_ / "texts.txt";
  output_of(small_training("brackets", {"--steps", "2", "--out", brackets}));
  write_bytes(texts, "(())\n(()\n");
  const auto classify = [&](const Arguments& more) {
    Arguments arguments{"classify", "--model", brackets};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return output_of(arguments);
  };
  EXPECT_EQ(classify({"--texts", texts}),
            "(())\n" + classify({"--text", "(())"}) + "(()\n" + classify({"--text", "(()"}));
  const auto objects = events_of(classify({"--texts", texts, "--json"}));
  ASSERT_EQ(objects.size(), 2u);
  EXPECT_EQ(objects[1]["text"], "(()");
  EXPECT_EQ(objects[1]["classes"], Json::parse(classify({"--text", "(()", "--json"}))["classes"]);
}

TEST_F(Classifiers, SayWhereTheyLook) {
  const Arguments about{"classify", "--model", digits(), "--attention", picture()};
  const auto with = [&](Arguments more) {
    more.insert(more.begin(), about.begin(), about.end());
    return more;
  };
  const Json found = Json::parse(output_of(with({"--json"})));
  EXPECT_EQ(found["classes"].size(), 5u);
  EXPECT_EQ(found["from"], "[CLS]");
  EXPECT_EQ(found["patches"], (Json{{"rows", 4}, {"columns", 4}, {"side", 4}}));
  const auto layers = static_cast<Index>(found["rollout"].size());
  ASSERT_GE(layers, 1);
  const Json& head = found["attention"].back();
  EXPECT_EQ(head["layer"], layers - 1);
  for (const Json& one : {head, found["rollout"].back()}) {
    double total = one["cls"].get<double>();
    for (const Json& row : one.contains("weights") ? one["weights"] : one["shares"])
      for (const Json& cell : row) total += cell.get<double>();
    EXPECT_NEAR(total, 1, 1e-5);
  }
  const std::string text = output_of(about);
  expect_has(text, "attention from [CLS] to the patches, by row and column");
  expect_has(text, "layer 0 head 1\n  [CLS] 0.");
  expect_has(text, "rollout after layer " + std::to_string(layers - 1));
  EXPECT_EQ(Json::parse(output_of(with({"--json", "--from", "1,2"})))["from"], "1,2");
  EXPECT_EQ(Json::parse(output_of(with({"--json", "--from", "mean"})))["from"], "mean");
  expect_has(error_of(with({"--from", "4,0"}), 2),
             "--from is 4,0, but must be cls, mean, or a patch as ROW,COLUMN from 0,0 to 3,3");
}

TEST_F(Classifiers, WriteWhereTheyLook) {
  const std::string table = *folder_ / "look.csv", panels = *folder_ / "look.png";
  const std::string text = output_of({"classify", "--model", digits(), "--image", picture(), "--attention",
                                      "--csv", table, "--overlay", panels});
  EXPECT_EQ(lines_of(text).size(), 5u) << "the classes alone";
  const std::vector<std::string> rows = lines_of(read_bytes(table));
  EXPECT_EQ(rows[0], "what,layer,head,position,row,column,weight");
  EXPECT_TRUE(rows[1].starts_with("attention,0,0,0,,,0.")) << rows[1];
  EXPECT_TRUE(rows[2].starts_with("attention,0,0,1,0,0,0.")) << rows[2];
  EXPECT_TRUE(rows.back().starts_with("rollout,")) << rows.back();
  EXPECT_EQ((rows.size() - 1) % 17, 0u);
  EXPECT_TRUE(read_bytes(panels).starts_with("\x89PNG"));
  EXPECT_EQ(error_of({"classify", "--model", pair(), "--text", "a", "--attention"}, 2),
            "attention-lab: this model writes text and does not classify: see attention-lab generate\n");
}

TEST_F(Classifiers, SayWhatTheyMustBeGiven) {
  EXPECT_EQ(error_of({"classify", "--model", digits(), "--text", "seven"}, 2),
            "attention-lab: this model reads images: give --image FILE\n");
  EXPECT_EQ(error_of({"classify", "--model", pair(), "--text", "abc"}, 2),
            "attention-lab: this model writes text and does not classify: see attention-lab generate\n");
  expect_has(error_of({"classify", "--model", digits(), "--image", *folder_ / "none.png"}, 1),
             "none.png': the file does not exist");
  expect_has(error_of({"classify", "--model", digits(), "--image", *folder_ / "digits/config.json"}, 1),
             "it is not a valid PNG or JPEG file");
  EXPECT_EQ(error_of({"trace", "--model", digits(), "--text", "x", "--list"}, 2),
            "attention-lab: this model reads images: remove --text\n");
  expect_has(error_of({"trace", "--model", digits(), "--list"}, 2),
             "give --image FILE or --picture N (and --target CLASS)");
  expect_has(error_of({"generate", "--model", digits(), "--prompt", "x"}, 2), "classify");
}

TEST_F(Classifiers, PicturesAreTraced) {
  const std::string file = *folder_ / "t.safetensors";
  output_of(
      {"trace", "--model", photos(), "--image", picture(), "--target", "snow", "--gradients", "--out", file});
  const SafetensorsFile written(file);
  ASSERT_TRUE(written.find("picture.pixels"));
  EXPECT_EQ(written.find("picture.pixels")->shape, (Shape{1, 3, 8, 8}));
  EXPECT_EQ(written.find("picture.patches")->shape, (Shape{1, 4, 48}));
  EXPECT_TRUE(written.find("encoder.layers.0.self_attention.weights.grad"));
  std::vector<Real> pixels(3 * 64);
  written.read(*written.find("picture.pixels"), pixels);
  EXPECT_NEAR(pixels[0], 3 / 255.0, 1e-6);
  EXPECT_NEAR(pixels[2 * 64], 90 / 255.0, 1e-6);
}

TEST_F(Classifiers, TrainingOnPicturesGoesOn) {
  const std::string output =
      output_of({"train", "--resume", photos(), "--steps", "62", "--out", *folder_ / "more", "--json"});
  EXPECT_EQ(events_of(output).back()["steps"], 62);
}

TEST_F(Classifiers, ForeignPicturesAreRefusedOneByOne) {
  const auto train = [](const std::string& preset, const std::string& folder, int code) {
    return error_of({"train", "--preset", preset, "--pictures", folder, "--steps", "1"}, code);
  };
  expect_has(train("reverse", *folder_ / "photos", 2), "--pictures is for presets that read images");
  expect_has(train("shapes", *folder_ / "nowhere", 1), "nowhere': the folder does not exist");
  write_bytes(*folder_ / "bad" / "a" / "1.png", "no picture");
  write_bytes(*folder_ / "bad" / "a" / "2.png", "no picture");
  expect_has(train("shapes", *folder_ / "bad", 1), "it contains 1 subfolder, but needs at least two");
  write_bytes(*folder_ / "bad" / "b" / "1.png", "no picture");
  write_bytes(*folder_ / "bad" / "b" / "2.png", "no picture");
  expect_has(train("shapes", *folder_ / "bad", 1), "a/1.png': it is not a valid PNG or JPEG file");
}

/// A folder of BERT whose tokenizer puts [CLS] before a text and [SEP] behind.
Json tokens_in_frame(const TempFolder& out, const std::string& family, const std::string& text) {
  const std::filesystem::path folder = out / family;
  std::filesystem::copy(std::string(ATTNLAB_SOURCE_DIR) + "/tests/golden/families/" + family, folder);
  write_words(folder);
  return Json::parse(output_of({"classify", "--model", folder.string(), "--text", text, "--json"}))["tokens"];
}

TEST(ClassifiersOfTokens, CallThoseAroundATextByTheirNames) {
  const TempFolder out;
  const Json labels = tokens_in_frame(out, "bert_labels", "the owls");
  ASSERT_EQ(labels.size(), 5u);
  const char* const names[] = {"[CLS]", "the", "owl", "s", "[SEP]"};
  for (std::size_t i = 0; i < labels.size(); ++i) {
    EXPECT_EQ(labels[i]["position"], i);
    EXPECT_EQ(labels[i]["token"], names[i]);
  }
  const Json hidden = tokens_in_frame(out, "bert", "the [MASK] mill");
  ASSERT_EQ(hidden.size(), 1u);
  EXPECT_EQ(hidden[0]["position"], 2);
  EXPECT_EQ(hidden[0]["token"], "[MASK]");
}

}  // namespace
}  // namespace attnlab::testing
