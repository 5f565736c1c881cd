// Task texts: a corpus as it is, or drawn examples put back into text.
#include "core/analysis/task_texts.h"

#include <filesystem>
#include <span>
#include <stdexcept>

#include "core/config/no_such_kind.h"
#include "core/language/language.h"
#include "core/language/messages.h"
#include "core/tasks/text/corpus.h"

namespace attnlab {
namespace {

constexpr std::uint64_t kTextsKey = 0x5EED07E575;
constexpr const char* kDrawnWords = tr_mark("2,000 examples that the task trains on");
static_assert(kTextExamples == 2000);

/// The beginning of `text`, cut between lines where there are lines, else between characters.
void shorten(std::string& text) {
  if (text.size() <= kMostTextBytes) return;
  const std::size_t line = text.rfind('\n', kMostTextBytes - 1);
  std::size_t end = line == std::string::npos ? kMostTextBytes : line + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
}

TaskTexts corpus_texts(const std::string& corpus) {
  std::string text = load_corpus(corpus);
  const std::size_t all = text.size();
  shorten(text);
  const std::string name = std::filesystem::path(corpus).filename().string();
  const bool cut = text.size() < all;
  const auto words = [&] {
    return cut ? tr("the first {1} MiB of the text {2}", std::to_string(kMostTextBytes >> 20), name)
               : tr("the text {1}", name);
  };
  std::string shown = words();
  const InEnglish for_files;
  return {{std::move(text)}, std::move(shown), words()};
}

std::span<const TokenId> row_of(const std::vector<TokenId>& ids, Index width, Index row, Index length) {
  return std::span(ids).subspan(row * width, length);
}

/// The source of a row, with hidden tokens back in their places.
std::vector<TokenId> source_row(const Batch& batch, Format format, Index row) {
  const Index length = batch.source_lengths[row];
  const auto read = row_of(batch.source, batch.source_length, row, length);
  std::vector<TokenId> ids(read.begin(), read.end());
  if (format != Format::Masked) return ids;
  const auto hidden = row_of(batch.target, batch.target_length, row, length);
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (hidden[i] != kIgnoredTarget) ids[i] = hidden[i];
  return ids;
}

TaskTexts drawn_texts(const Task& task, Text side) {
  RandomStream random(kTextsKey);
  Batch batch;
  task.sample(Split::Train, random, kTextExamples, batch);
  TaskTexts texts{{}, tr(kDrawnWords), kDrawnWords};
  for (Index row = 0; row < batch.size; ++row) {
    if (side == Text::Source) {
      texts.texts.push_back(task.source_tokenizer().decode(source_row(batch, task.format(), row)));
    } else {
      const Index length = batch.input_lengths[row];
      texts.texts.push_back(
          task.target_tokenizer().decode(row_of(batch.input, batch.input_length, row, length)));
    }
  }
  return texts;
}

}  // namespace

TaskTexts task_texts(const Task* task, const TaskConfig& config, Text side) {
  if (!config.corpus.empty()) return corpus_texts(config.corpus);
  if (!task) throw std::runtime_error(tr("this model came without the texts from which it learned"));
  return drawn_texts(*task, side);
}

std::vector<Text> texts_read(Format format) {
  switch (format) {
    case Format::Stream:
    case Format::PictureText: return {Text::Target};
    case Format::Pairs: return {Text::Source, Text::Target};
    case Format::Masked:
    case Format::Labels:
    case Format::Class:
    case Format::WordContext: return {Text::Source};
    case Format::Picture:
    case Format::Numbers: return {};
  }
  no_such_kind("format of texts to read");
}

}  // namespace attnlab
