// Hostile checkpoints: each file missing, cut off, changed, or of another model. One clear line each.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/io/checkpoint.h"
#include "core/io/safetensors.h"
#include "core/tensor/random.h"
#include "tests/support/small_training.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const std::vector<std::string> kFiles{"config.json", "model.safetensors", "tokenizer.json", "training.json",
                                      "optimizer.safetensors"};

class CheckpointInput : public ::testing::Test {
 protected:
  void SetUp() override {
    save_checkpoint(folder_ / "m", SmallRun(small_preset(), 2).checkpoint());
    for (const std::string& file : kFiles) good_[file] = read_bytes(path(file));
  }
  fs::path path(const std::string& file) const { return folder_ / "m" / file; }

  /// The message of loading with `bytes` in one file; "" where it loads. The file is then restored.
  std::string error_with(const std::string& file, const std::string& bytes) {
    write_bytes(path(file), bytes);
    const std::string message = error();
    write_bytes(path(file), good_[file]);
    return message;
  }
  std::string error() {
    try {
      load_checkpoint(folder_ / "m");
      return "";
    } catch (const std::runtime_error& error) {
      const std::string message = error.what();
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      EXPECT_TRUE(message.starts_with("cannot load checkpoint '")) << message;
      return message;
    }
  }
  /// The message of loading with a changed JSON file; "" where it loads.
  template <typename F>
  std::string error_after(const std::string& file, const F& change) {
    Json json = Json::parse(good_[file]);
    change(json);
    return error_with(file, json.dump());
  }
  void expect_error(const std::string& message, const std::string& file, const std::string& part) {
    EXPECT_NE(message.find(file), std::string::npos) << "'" << message << "' does not name " << file;
    EXPECT_NE(message.find(part), std::string::npos) << "'" << message << "' lacks '" << part << "'";
  }

  TempFolder folder_;
  std::map<std::string, std::string> good_;
};

TEST_F(CheckpointInput, GoodOneLoads) { EXPECT_EQ(error(), ""); }

TEST_F(CheckpointInput, MissingFolderOrFile) {
  EXPECT_THROW(load_checkpoint(folder_ / "none"), std::runtime_error);
  EXPECT_THROW(load_checkpoint(path("config.json")), std::runtime_error);
  for (const std::string& file : kFiles) {
    fs::remove(path(file));
    if (file == "optimizer.safetensors" || file == "training.json")
      EXPECT_EQ(error(), "") << file;
    else
      expect_error(error(), file, "no");
    write_bytes(path(file), good_[file]);
  }
}

TEST_F(CheckpointInput, FileThatIsAFolder) {
  for (const std::string& file : kFiles) {
    fs::remove(path(file));
    fs::create_directory(path(file));
    expect_error(error(), file, "folder");
    fs::remove(path(file));
    write_bytes(path(file), good_[file]);
  }
}

TEST_F(CheckpointInput, CutOffAnywhere) {
  for (const std::string& file : kFiles) {
    const std::string& bytes = good_[file];
    // Every size within the text, then in steps through the cells.
    for (std::size_t size = 0; size + 1 < bytes.size(); size += size < 300 ? 1 : 37)
      expect_error(error_with(file, bytes.substr(0, size)), file, "");
    expect_error(error_with(file, bytes.substr(0, bytes.size() - 2)), file, "");
  }
}

TEST_F(CheckpointInput, TurnedBits) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    RandomStream random(mix64(seed));
    const std::string& file = kFiles[static_cast<std::size_t>(random.below(5))];
    std::string bytes = good_[file];
    for (Index flips = 1 + random.below(3); flips > 0; --flips) {
      const Index most = std::min<Index>(static_cast<Index>(bytes.size()), 4000);
      auto& byte = bytes[static_cast<std::size_t>(random.below(most))];
      byte = static_cast<char>(byte ^ (1 << random.below(8)));
    }
    error_with(file, bytes);
  }
}

TEST_F(CheckpointInput, NoTurnedBitOfATextIsTakenForWhatWasSaved) {
  for (const std::string file : {"config.json", "tokenizer.json"}) {
    for (std::size_t bit = 0; bit < good_[file].size() * 8; bit += 7) {
      std::string bytes = good_[file];
      bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
      EXPECT_NE(error_with(file, bytes), "") << file << " bit " << bit;
    }
  }
}

TEST_F(CheckpointInput, ChangedTextsAreRefusedUnlessTheirChecksumsAreTakenOut) {
  const auto longer = [](Json& j) { j["training"]["steps"] = 61; };
  expect_error(error_after("config.json", longer), "config.json", "its checksum differs");
  expect_error(error_after("tokenizer.json", [](Json& j) { j["target"]["entries"][0] = "z"; }),
               "tokenizer.json", "its checksum differs");
  const auto faster = [](Json& j) { j["settings"]["learning_rate_factor"] = 2; };
  expect_error(error_after("training.json", faster), "training.json", "its checksum differs");
  expect_error(error_after("training.json", [](Json& j) { j["checksums"] = 3; }), "training.json",
               "checksums");
  Json training = Json::parse(good_["training.json"]);
  training.erase("checksums");
  write_bytes(path("training.json"), training.dump());
  EXPECT_EQ(error_after("config.json", longer), "");
  faster(training);
  EXPECT_EQ(error_with("training.json", training.dump()), "");
}

TEST_F(CheckpointInput, ConfigOfSomethingElse) {
  const std::string file = "config.json";
  for (const char* text : {"", "null", "[]", "{}", "7", "{\"format\":7}", "{\"format\":\"other\"}",
                           "\xFF\xFE", "{\"a\":1,\"a\":2}"})
    expect_error(error_with(file, text), file, "");
  expect_error(error_with(file, std::string(2 << 20, ' ')), file, "bytes");
  expect_error(error_with(file, "{\"a\":" + std::string(100000, '[')), file, "levels deep");
  expect_error(error_after(file, [](Json& j) { j["version"] = 3; }), file, "version is 3");
  expect_error(error_after(file, [](Json& j) { j["version"] = -1; }), file, "version");
  expect_error(error_after(file, [](Json& j) { j["version"] = 0; }), file, "version is 0");
  expect_error(error_after(file, [](Json& j) { j["surprise"] = 1; }), file, "surprise");
  for (const char* section : {"task", "model", "training"}) {
    expect_error(error_after(file, [&](Json& j) { j.erase(section); }), file, section);
    expect_error(error_after(file, [&](Json& j) { j[section] = 3; }), file, section);
    expect_error(error_after(file, [&](Json& j) { j[section]["surprise"] = 3; }), file, "surprise");
  }
}

TEST_F(CheckpointInput, ImpossibleConfigs) {
  const std::string file = "config.json";
  const auto with_model = [&](const char* field, const Json& value) {
    return error_after(file, [&](Json& j) { j["model"][field] = value; });
  };
  for (const char* field : {"layers", "heads", "width", "feed_forward", "context", "target_vocabulary"}) {
    for (const Json& value : {Json(0), Json(-1), Json(std::int64_t{1} << 62), Json(~std::uint64_t{0}),
                              Json(1.5), Json("4"), Json(nullptr), Json(true)})
      expect_error(with_model(field, value), file, field);
  }
  expect_error(with_model("heads", 3), file, "divisor");
  expect_error(with_model("dropout", 1.5), file, "dropout");
  expect_error(with_model("architecture", "cnn"), file, "architecture");
  expect_error(error_after(file, [](Json& j) { j["training"]["batch"] = 0; }), file, "batch");
  expect_error(error_after(file, [](Json& j) { j["task"]["min_length"] = 60; }), file, "min_length");
}

TEST_F(CheckpointInput, ModelOfAnotherShapeNamesTheTensorAndBothShapes) {
  // Valid configs that the stored tensors do not fit; the greatest must not be allocated.
  const auto with_model = [&](const char* field, const Json& value) {
    return error_after("config.json", [&](Json& j) { j["model"][field] = value; });
  };
  expect_error(with_model("width", 32), "model.safetensors", "but the model of config.json needs [");
  expect_error(with_model("width", 16384), "model.safetensors", "16384");
  expect_error(with_model("feed_forward", 65536), "model.safetensors", "65536");
  expect_error(with_model("layers", 96), "model.safetensors", "is missing");
  expect_error(with_model("bias", false), "model.safetensors", "but not in the model");
  expect_error(with_model("source_vocabulary", 1000000), "tokenizer.json", "1000000");
}

/// model.safetensors with `change` made to its list of tensors.
template <typename F>
std::string changed_tensors(const fs::path& path, const F& change,
                            const SafetensorsMetadata* metadata = nullptr) {
  const SafetensorsFile file(path);
  std::vector<std::vector<Real>> cells;
  std::vector<TensorToWrite> tensors;
  for (const SafetensorsEntry& entry : file.entries()) {
    cells.emplace_back(static_cast<std::size_t>(entry.shape.size()));
    file.read(entry, cells.back());
    tensors.push_back({entry.name, entry.shape, {}});
  }
  for (std::size_t i = 0; i < tensors.size(); ++i) tensors[i].data = cells[i];
  change(tensors, cells);
  const TempFolder folder;
  SafetensorsMetadata usual = file.metadata();
  usual.erase("checksum");  // programs that change numbers write no checksum
  write_safetensors(folder / "f", tensors, metadata ? *metadata : usual);
  return read_bytes(folder / "f");
}

TEST_F(CheckpointInput, TensorsMissingLeftOverOrNotFinite) {
  using Tensors = std::vector<TensorToWrite>&;
  using Cells = std::vector<std::vector<Real>>&;
  for (const std::string file : {"model.safetensors", "optimizer.safetensors"}) {
    const auto with = [&](auto change) { return error_with(file, changed_tensors(path(file), change)); };
    expect_error(with([](Tensors t, Cells) { t.pop_back(); }), file, "is missing");
    expect_error(with([](Tensors t, Cells c) {
                   t.push_back({"extra", {1}, std::span(c[0]).first(1)});
                 }),
                 file, "'extra'");
    expect_error(with([](Tensors t, Cells) { t[0].shape = Shape{t[0].shape.size()}; }), file, "has shape [");
    expect_error(with([](Tensors, Cells c) { c[0][0] = NAN; }), file, "not finite");
    const SafetensorsMetadata same = SafetensorsFile(path(file)).metadata();
    const auto slightly = [](Tensors, Cells c) { c[0][0] += 1; };
    EXPECT_EQ(with(slightly), "");
    expect_error(error_with(file, changed_tensors(path(file), slightly, &same)), file, "checksum");
    expect_error(with([](Tensors, Cells c) { c[1].back() = -INFINITY; }), file, "not finite");
  }
  const std::string file = "optimizer.safetensors";
  const auto negative = [](Tensors t, Cells c) {
    for (std::size_t i = 0; i < t.size(); ++i)
      if (t[i].name.ends_with(".square")) c[i][0] = -1;
  };
  expect_error(error_with(file, changed_tensors(path(file), negative)), file, "negative");
}

TEST_F(CheckpointInput, FilesOfDifferentSaves) {
  const SafetensorsMetadata other{{"step", "3"}}, none;
  const auto same = [](auto&, auto&) {};
  for (const std::string file : {"model.safetensors", "optimizer.safetensors"}) {
    expect_error(error_with(file, changed_tensors(path(file), same, &other)), file, "different saves");
    expect_error(error_with(file, changed_tensors(path(file), same, &none)), file, "not contain a step");
  }
  expect_error(error_after("training.json", [](Json& j) { j["steps"] = 9; }), "model.safetensors",
               "different saves");
}

TEST_F(CheckpointInput, TrainingOfSomethingElse) {
  const std::string file = "training.json";
  for (const char* text : {"", "[]", "{}", "{\"steps\":2}", "{\"steps\":1e400}", "\"\\ud800\""})
    expect_error(error_with(file, text), file, "");
  for (const char* field : {"steps", "updates", "settings", "record"}) {
    expect_error(error_after(file, [&](Json& j) { j[field] = -1; }), file, field);
    expect_error(error_after(file, [&](Json& j) { j[field] = "2"; }), file, field);
    expect_error(error_after(file, [&](Json& j) { j.erase(field); }), file, field);
  }
  expect_error(error_after(file, [](Json& j) { j["steps"] = ~std::uint64_t{0}; }), file, "steps");
  for (const char* field : {"batch", "dropout", "learning_rate_factor", "schedule", "surprise"})
    expect_error(error_after(file, [&](Json& j) { j["settings"][field] = -1; }), file, field);
  for (const char* field : {"seed", "shards"})  // fixed at the run's beginning
    expect_error(error_after(file, [&](Json& j) { j["settings"][field] = 2; }), file, field);
  expect_error(error_after(file, [](Json& j) { j["settings"]["minimum_learning_rate"] = 9; }), file,
               "at most");
}

TEST_F(CheckpointInput, TrainingOfVersion1) {
  const std::string file = "training.json";
  Json config = Json::parse(good_["config.json"]);
  config["version"] = 1;
  good_["config.json"] = config.dump();
  write_bytes(path("config.json"), good_["config.json"]);
  good_[file] = R"({"steps": 2, "updates": 2, "learning_rate_factor": 0.5})";
  write_bytes(path(file), good_[file]);
  EXPECT_EQ(error(), "");
  EXPECT_EQ(load_checkpoint(folder_ / "m").state->settings.learning_rate_factor, 0.5);
  for (const char* field : {"steps", "updates", "learning_rate_factor"}) {
    expect_error(error_after(file, [&](Json& j) { j[field] = -1; }), file, field);
    expect_error(error_after(file, [&](Json& j) { j[field] = "2"; }), file, field);
    expect_error(error_after(file, [&](Json& j) { j.erase(field); }), file, field);
  }
}

TEST_F(CheckpointInput, TokenizerOfSomethingElse) {
  const std::string file = "tokenizer.json";
  for (const char* text :
       {"", "{}", "[]", "{\"source\":null,\"target\":null}", "{\"source\":1,\"target\":2}"})
    expect_error(error_with(file, text), file, "");
  expect_error(error_after(file, [](Json& j) { j["source"] = nullptr; }), file, "no source");
  expect_error(error_after(file, [](Json& j) { j["target"]["entries"].push_back("z"); }), file,
               "target tokens");
  expect_error(error_after(file, [](Json& j) { j["target"]["entries"][0] = "b"; }), file, "occurs twice");
  expect_error(error_after(file, [](Json& j) { j["target"]["entries"][0] = "two"; }), file, "single");
  expect_error(error_after(file, [](Json& j) { j["target"]["entries"] = Json::array(); }), file, "empty");
  expect_error(error_after(file, [](Json& j) { j["target"]["level"] = "syllables"; }), file, "level");
}

}  // namespace
}  // namespace attnlab::testing
