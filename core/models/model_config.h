// ModelConfig: everything that decides a model's shape, as data.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/config/fields.h"
#include "core/data/batch.h"
#include "core/ops/attention/mask_rule.h"

namespace attnlab {

/// The least factor from the importance of one feature to the next in the toy model of superposition.
inline constexpr double kLeastImportance = 0.1;

/// A model's options. An architecture uses some of them; those that it does not use keep their defaults.
/// The two vocabularies come from the tokenizers.
struct ModelConfig {
  std::string architecture = "gpt";  ///< of architecture_kinds()
  std::string output = "tokens";  ///< of the architecture's: tokens, labels (one a token), class (one a text)
  Index layers = 2;               ///< L
  Index decoder_layers = 0;       ///< blocks of the decoder where there are two stacks; 0: L
  Index width = 64;               ///< C
  Index context = 64;             ///< longest T
  Index source_vocabulary = 0;    ///< V of the encoder's input; 0 without a source
  Index target_vocabulary = 1;    ///< V of the decoder's input and of the output
  bool bias = true;               ///< in linear layers and norms
  bool tied_output = true;        ///< output projection = the embedding of what is predicted
  bool output_bias = false;       ///< a bias for each logit, where the output is the embedding
  bool scaled_output = false;     ///< what the output matrix reads is divided by √C
  bool shared_embeddings = false;  ///< source embedding = target embedding
  std::string embedding_scale =
      "usual";  ///< embeddings are multiplied by √C: as positions ask for it ("usual"), "on" or "off"
  double dropout = 0;                  ///< on embeddings, attention weights and branch outputs
  std::string initialization = "gpt";  ///< of initialization_kinds()

  // Transformers
  Index heads = 4;                    ///< H
  Index key_value_heads = 0;          ///< heads of keys and values, each serving H over that many; 0: H
  Index head_width = 0;               ///< D; 0: C over H
  Index feed_forward = 256;           ///< F
  std::string norm = "pre";           ///< of norm_placements()
  std::string norm_kind = "layer";    ///< of norm_kinds()
  double norm_epsilon = 1e-5;         ///< ε of the norms
  std::string activation = "gelu";    ///< of activation_kinds()
  std::string positions = "learned";  ///< of position_schemes()
  std::string sine_layout =
      "turns";                 ///< sines and cosines of positions take turns, or fill a half each ("halves")
  double rotary_base = 10000;  ///< of the angles of rotary positions: position/base^(2i/D)
  double rotary_share = 1;     ///< share of a head's cells that rotary positions turn
  std::string rotary_scaling = "none";  ///< of rotary_scaling_kinds(): how their angles are made smaller
  double rotary_factor = 1;             ///< by what they are divided
  Index rotary_original = 8192;         ///< by wave: positions of texts with which a model began to learn
  double rotary_low = 1;                ///< by wave: waves longer than original/low turn slower
  double rotary_high = 4;               ///< by wave: waves shorter than original/high do not
  double rotary_gain = 0;               ///< yarn: of turned cells; 0: RotaryScaling::usual_gain()
  Index relative_buckets = 32;          ///< of distances that share a relative bias, on all sides
  Index relative_distance = 128;        ///< distances from here on share the last bucket of their side
  bool scaled_scores = true;            ///< scores are divided by √D
  std::string qkv_bias =
      "same";                ///< biases of queries, keys and values: as bias says ("same"), "on" or "off"
  bool parallel = false;     ///< the feed-forward network reads what the attention beside it reads
  bool input_norm = false;   ///< one more norm, of what the first layer reads
  Index padding_token = -1;  ///< takes no position: the first row of learned positions is its own; −1: none
  Index segments = 0;        ///< learned vectors, one for each text of a pair; 0: none
  std::string output_layer = "none";  ///< of output_layer_kinds(): before the output matrix
  bool causal =
      true;       ///< of blocks that write: a target position sees none after it; false: it reads the answer
  MaskRule mask;  ///< of attention to a model's own text, beside later tokens and padding
  Index experts = 0;             ///< E feed-forward networks with a router; 0: one network, no router
  Index experts_per_token = 2;   ///< k, how many of them a token goes through
  double balance_weight = 0.01;  ///< of the load-balancing loss

  // Recurrent networks
  std::string cell = "lstm";   ///< of cell_kinds()
  bool bidirectional = false;  ///< a second network reads from the end (the encoder's, where there are two)
  std::string alignment = "none";  ///< of alignment_kinds(), where a recurrent network has a source

  // Toy model of superposition
  double importance = 0.9;  ///< of a feature's error in the loss, times that of the feature before

  // One vector for a whole text or picture
  std::string pooling = "mean";  ///< of pooling_kinds()

  // Pictures
  Index picture_size = 16;     ///< height and width in pixels
  Index picture_channels = 1;  ///< 1: gray, 3: red, green, blue
  Index patch_size = 4;        ///< height and width of a patch in pixels
  double pixel_mean = 0;       ///< taken from each pixel, 0 to 1
  double pixel_deviation = 1;  ///< that the rest is divided by

  friend bool operator==(const ModelConfig&, const ModelConfig&) = default;

  Index decoder_depth() const { return decoder_layers > 0 ? decoder_layers : layers; }
  Index head_size() const { return head_width > 0 ? head_width : width / heads; }    ///< D
  Index key_heads() const { return key_value_heads > 0 ? key_value_heads : heads; }  ///< Hk
};

/// The option table of `config`, into which it points.
Fields model_fields(ModelConfig& config);

/// The option that is 0 though `field` needs a number there; none where `field` does something.
std::optional<std::string_view> missing_need(ModelConfig& config, const Field& field);

/// The options that config.architecture uses and that no missing need makes idle.
Fields used_model_fields(ModelConfig& config);

/// Those that do nothing in the model: validate() wants them as they usually are.
std::vector<IdleOption> idle_model_options(ModelConfig& config);

/// What `config` reads and predicts.
Format format_of(const ModelConfig& config);

/// Number of patches P of a picture.
Index patch_count(const ModelConfig& config);

/// Most positions that a layer meets: those of the context or the patches, and the class vector.
Index longest_sequence(const ModelConfig& config);
/// Most positions of the layers that read the source, or the patches.
Index longest_source(const ModelConfig& config);
/// Most positions of the layers that write, where there are such; else the same.
Index longest_target(const ModelConfig& config);

/// Whether the model puts a learned class vector before what it reads (pooling "cls").
bool has_class_token(const ModelConfig& config);

/// Whether what makes queries, keys and values has biases.
bool has_qkv_bias(const ModelConfig& config);

/// Whether output_bias does something: where the output is the embedding, and where blocks write.
bool can_have_output_bias(const ModelConfig& config);

/// By what embeddings are multiplied: √C or 1.
double embedding_factor(const ModelConfig& config);

/// Whether the sines of positions fill one half of a vector and the cosines the other.
bool has_sine_halves(const ModelConfig& config);

/// Whether the architecture is made of Transformer blocks (and not of recurrent cells or word vectors).
bool is_transformer(const ModelConfig& config);

/// Whether the model has blocks with a feed-forward sublayer, and not of attention alone.
bool has_feed_forward(const ModelConfig& config);

/// Throws std::invalid_argument naming the field, its value and what is allowed, for values out of range,
/// for options that the model does not use and for combinations that make no model.
void validate(const ModelConfig& config);

/// Number of parameters without building the model's weights.
Index parameter_count(const ModelConfig& config);

}  // namespace attnlab
