// The rows of all architectures.
#include "core/models/architecture_kind.h"

#include <algorithm>

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/models/encoder.h"
#include "core/models/encoder_decoder.h"
#include "core/models/gpt.h"
#include "core/models/recurrent.h"
#include "core/models/recurrent_seq2seq.h"
#include "core/models/superposition.h"
#include "core/models/vision.h"
#include "core/models/vision_recurrent.h"
#include "core/models/word_vectors.h"

namespace attnlab {

namespace {

constexpr ArchitectureKind::Output kStreams[] = {{"tokens", Format::Stream}};
constexpr ArchitectureKind::Output kPairs[] = {{"tokens", Format::Pairs}};
constexpr ArchitectureKind::Output kPictures[] = {{"tokens", Format::Picture}};
constexpr ArchitectureKind::Output kDescriptions[] = {{"tokens", Format::PictureText}};
constexpr ArchitectureKind::Output kWordContexts[] = {{"tokens", Format::WordContext}};
constexpr ArchitectureKind::Output kNumbers[] = {{"tokens", Format::Numbers}};
constexpr ArchitectureKind::Output kReadings[] = {
    {"tokens", Format::Masked}, {"labels", Format::Labels}, {"class", Format::Class}};
constexpr ArchitectureKind::Output kRecurrentReadings[] = {
    {"tokens", Format::Stream}, {"labels", Format::Labels}, {"class", Format::Class}};

constexpr std::string_view kReadInOrder =
    "A recurrent network reads the tokens one after another, so it does not need positions.";

template <typename M>
std::unique_ptr<Model> make_model_as(const ModelConfig& config) {
  return std::make_unique<M>(config);
}

}  // namespace

std::span<const ArchitectureKind> architecture_kinds() {
  using enum ArchitectureKind::Layers;
  static constexpr ArchitectureKind kKinds[] = {
      {.name = "gpt",
       .title = tr_mark("Decoder-only Transformer"),
       .term = "autoregressive",
       .layers = Blocks,
       .target_stack = &model_sites::kDecoder,
       .outputs = kStreams,
       .make = make_model_as<Gpt>},
      {.name = "encoder_decoder",
       .title = tr_mark("Encoder–decoder Transformer"),
       .term = "Transformer",
       .layers = Blocks,
       .source_stack = &model_sites::kEncoder,
       .target_stack = &model_sites::kDecoder,
       .outputs = kPairs,
       .shares_embeddings = true,
       .make = make_model_as<EncoderDecoder>},
      {.name = "encoder",
       .title = tr_mark("Encoder-only Transformer"),
       .term = "Transformer",
       .layers = Blocks,
       .source_stack = &model_sites::kEncoder,
       .outputs = kReadings,
       .make = make_model_as<Encoder>},
      {.name = "vision",
       .title = tr_mark("Vision Transformer"),
       .term = "Transformer",
       .layers = Blocks,
       .source_stack = &model_sites::kEncoder,
       .outputs = kPictures,
       .make = make_model_as<Vision>},
      {.name = "vision_decoder",
       .title = tr_mark("Picture-to-text Transformer"),
       .term = "image captioning",
       .layers = Blocks,
       .source_stack = &model_sites::kEncoder,
       .target_stack = &model_sites::kDecoder,
       .outputs = kDescriptions,
       .make = make_model_as<EncoderDecoder>},
      {.name = "recurrent",
       .title = tr_mark("Recurrent network"),
       .layers = Cells,
       .source_stack = &model_sites::kRecurrent,
       .target_stack = &model_sites::kRecurrent,
       .outputs = kRecurrentReadings,
       .no_positions = kReadInOrder,
       .make = make_model_as<Recurrent>},
      {.name = "recurrent_seq2seq",
       .title = tr_mark("Recurrent encoder–decoder"),
       .layers = Cells,
       .source_stack = &model_sites::kEncoder,
       .target_stack = &model_sites::kDecoder,
       .outputs = kPairs,
       .no_positions = kReadInOrder,
       .make = make_model_as<RecurrentSeq2Seq>},
      {.name = "vision_recurrent",
       .title = tr_mark("Picture-to-text recurrent network"),
       .layers = Cells,
       .target_stack = &model_sites::kDecoder,
       .outputs = kDescriptions,
       .no_positions = kReadInOrder,
       .make = make_model_as<VisionRecurrent>},
      {.name = "word_vectors",
       .title = tr_mark("Word vectors"),
       .term = "embedding",
       .layers = None,
       .outputs = kWordContexts,
       .no_positions = tr_mark("Word vectors read a single word, so they have no positions."),
       .make = make_model_as<WordVectors>},
      {.name = "superposition",
       .title = tr_mark("Toy model of superposition"),
       .term = "superposition",
       .layers = None,
       .outputs = kNumbers,
       .no_positions =
           tr_mark("Each position of the text is a separate feature, so there is no order to encode."),
       .make = make_model_as<Superposition>},
  };
  return kKinds;
}

const ArchitectureKind& architecture_kind(std::string_view name) {
  return row_named(architecture_kinds(), "architecture", name);
}

const ArchitectureKind& architecture_of(const ModelConfig& config) {
  return architecture_kind(config.architecture);
}

Index layers_in(const ModelConfig& config, const Part& stack) {
  const ArchitectureKind& kind = architecture_of(config);
  return kind.has_two_stacks() && &stack == kind.target_stack ? config.decoder_depth() : config.layers;
}

std::string layers_text(const ModelConfig& config) {
  const bool differ = architecture_of(config).has_two_stacks() && config.decoder_depth() != config.layers;
  const std::string layers = std::to_string(config.layers);
  if (differ) return tr("{1} + {2} layers", layers, std::to_string(config.decoder_depth()));
  return tr_plural("{1} layer", "{1} layers", config.layers, layers);
}

Index deepest_stack(const ModelConfig& config) {
  return architecture_of(config).has_two_stacks() ? std::max(config.layers, config.decoder_depth())
                                                  : config.layers;
}

const ArchitectureKind::Output* ArchitectureKind::output_of(Format format) const {
  const auto found = std::ranges::find(outputs, format, &Output::format);
  return found == outputs.end() ? nullptr : &*found;
}

}  // namespace attnlab
